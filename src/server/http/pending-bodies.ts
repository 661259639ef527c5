import type { IncomingMessage } from 'node:http';
import { ProblemError } from '../problems/error.ts';

/** Bodies that are on their way, and their bytes: of one key, person or address, and of all. */
const MOST = { bodies: 100, bytes: 128 * 1024 * 1024, allBytes: 512 * 1024 * 1024 } as const;
/** Seconds after which a client may come again. */
const SOON = 1;

interface Open {
  readonly who: string;
  readonly bytes: number;
}

/**
 * Bodies that have not come whole yet. They may take as long as a request may, and need memory but no work, so they are
 * counted apart from requests that are answered, and for each who sends them: nobody's slow bodies are in the way of others.
 */
export class PendingBodies {
  readonly #open = new Map<IncomingMessage, Open>();

  /** `bytes`: as many as it may have. Raises ProblemError `rate_limited`, `unavailable`. */
  begin(message: IncomingMessage, who: string, bytes: number): void {
    let all = bytes;
    const own = { bodies: 1, bytes };
    for (const open of this.#open.values()) {
      all += open.bytes;
      if (open.who !== who) continue;
      own.bodies++;
      own.bytes += open.bytes;
    }
    if (own.bodies > MOST.bodies || own.bytes > MOST.bytes)
      throw new ProblemError(
        'rate_limited',
        'too many bodies of requests are still on their way; send them to their end, then come again',
        {},
        SOON,
      );
    if (all > MOST.allBytes)
      throw new ProblemError('unavailable', 'the service takes no more bodies now; come again', {}, SOON);
    this.#open.set(message, { who, bytes });
  }

  /** Whether it was on its way until now. */
  end(message: IncomingMessage): boolean {
    return this.#open.delete(message);
  }
}
