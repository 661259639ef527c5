import { EngineBusy } from './engine.ts';
import type { JobKind, Jobs } from './messages.ts';
import { type Job, Thread, type ThreadOptions } from './thread.ts';

/**
 * Runs long jobs that need much memory. Each gets a thread of its own, which ends with the job and frees all memory. At
 * most `max` run at a time; the others wait.
 */
export class SingleThreads {
  readonly #options: ThreadOptions;
  readonly #max: number;
  readonly #running = new Set<Thread>();
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #isClosed = false;

  constructor(options: ThreadOptions, max: number) {
    this.#options = options;
    this.#max = max;
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#busy, waiting: this.#waiting.length };
  }

  /** Raises what Thread.run raises; EngineBusy after `close`; the reason of the signal once it is aborted. */
  async run<Kind extends JobKind>(job: Job<Kind>, signal?: AbortSignal): Promise<Jobs[Kind]['output']> {
    await this.#turn(signal);
    try {
      signal?.throwIfAborted();
      if (this.#isClosed) throw stopping();
      return await this.#runAlone(job, signal);
    } finally {
      this.#busy--;
      this.#waiting.shift()?.();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const go of this.#waiting.splice(0)) go();
    await Promise.all([...this.#running].map((thread) => thread.stop()));
  }

  async #runAlone<Kind extends JobKind>(
    job: Job<Kind>,
    signal: AbortSignal | undefined,
  ): Promise<Jobs[Kind]['output']> {
    const thread = new Thread(this.#options);
    this.#running.add(thread);
    const stop = (): void => void thread.stop();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      await thread.ready;
      return await thread.run(job);
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#isClosed ? stopping() : error;
    } finally {
      signal?.removeEventListener('abort', stop);
      await thread.stop();
      this.#running.delete(thread);
    }
  }

  /** Settles once there is room; `#busy` then includes this job. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#busy < this.#max) {
      this.#busy++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener('abort', leave);
        this.#busy++;
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(go);
    });
  }
}

function stopping(): EngineBusy {
  return new EngineBusy('the engine is stopping');
}
