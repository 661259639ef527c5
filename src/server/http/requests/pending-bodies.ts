import type { IncomingMessage } from 'node:http';
import { ProblemError } from '../../problems/error.ts';

/** Maximum incomplete bodies and their bytes, per key, user or address; and total bytes. */
const MAX = { bodies: 100, bytes: 128 * 1024 * 1024, allBytes: 512 * 1024 * 1024 } as const;
/** `Retry-After` in seconds. */
const SOON = 1;

interface Open {
  readonly sender: string;
  readonly bytes: number;
}

/**
 * Bodies that are still being received. They need memory but no work, so they are counted separately from requests in
 * progress, and per sender: the slow bodies of one sender do not block others.
 */
export class PendingBodies {
  readonly #open = new Map<IncomingMessage, Open>();

  /** `bytes`: upper bound of the body. Raises ProblemError `rate_limited`, `unavailable`. */
  begin(message: IncomingMessage, sender: string, bytes: number): void {
    let all = bytes;
    const own = { bodies: 1, bytes };
    for (const open of this.#open.values()) {
      all += open.bytes;
      if (open.sender !== sender) continue;
      own.bodies++;
      own.bytes += open.bytes;
    }
    if (own.bodies > MAX.bodies || own.bytes > MAX.bytes)
      throw new ProblemError(
        'rate_limited',
        'too many request bodies are still being sent; finish sending them, then try again',
        {},
        SOON,
      );
    if (all > MAX.allBytes)
      throw new ProblemError('unavailable', 'the service is receiving too many request bodies; try again', {}, SOON);
    this.#open.set(message, { sender, bytes });
  }

  /** Whether the body was still being received until now. */
  end(message: IncomingMessage): boolean {
    return this.#open.delete(message);
  }
}
