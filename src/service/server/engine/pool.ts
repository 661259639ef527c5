import { EngineBusy } from './engine.ts';
import type { JobKind, Jobs } from './messages.ts';
import { type Job, Thread, type ThreadOptions } from './thread.ts';

export interface PoolOptions extends ThreadOptions {
  readonly threads: number;
  /** Threads that only urgent jobs get. */
  readonly kept: number;
}

interface Waiting {
  readonly job: Job;
  readonly isUrgent: boolean;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** Milliseconds before the next attempt to start a thread that did not start; doubled each time. */
const FIRST_DELAY = 100;
const LONGEST_DELAY = 30_000;
/** After so many failures in a row, what waits is told. */
const FAILURES = 3;

/**
 * Threads that are always there. Urgent jobs come first, and some threads do nothing else, so that no other job, however long,
 * keeps an urgent one waiting. A thread that ends is replaced.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];
  readonly #urgent: Waiting[] = [];
  readonly #others: Waiting[] = [];
  /** Threads at work: all, and those at jobs that are not urgent. */
  #busy = 0;
  #busyOthers = 0;
  #failures = 0;
  #starting: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    for (let at = 0; at < options.threads; at++) this.#start();
  }

  get running(): number {
    return this.#busy;
  }

  get waiting(): { readonly urgent: number; readonly others: number } {
    return { urgent: this.#urgent.length, others: this.#others.length };
  }

  /** Settles once all threads are ready. Raises where one does not start. */
  async ready(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.ready));
  }

  /** Raises what Thread.run does; EngineBusy where the job waited longer than `wait` milliseconds, or the pool is closed. */
  run<Kind extends JobKind>(
    job: Job<Kind>,
    { isUrgent = false, wait }: { readonly isUrgent?: boolean; readonly wait?: number } = {},
  ): Promise<Jobs[Kind]['output']> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(stopping());
      const queue = isUrgent ? this.#urgent : this.#others;
      const timer =
        wait === undefined
          ? undefined
          : setTimeout(() => {
              queue.splice(queue.indexOf(waiting), 1);
              reject(new EngineBusy(`the engine had no thread free for ${wait} ms`));
            }, wait);
      const waiting = { job, isUrgent, resolve, reject, timer } as Waiting;
      queue.push(waiting);
      this.#next();
    });
  }

  /** Lets what runs come to an end for so many milliseconds; what waits is turned away. */
  async close(milliseconds: number): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#starting);
    this.#turnAway(stopping());
    const until = Date.now() + milliseconds;
    while (this.#busy > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    await Promise.all([...this.#threads].map((thread) => thread.stop()));
  }

  #turnAway(error: Error): void {
    for (const waiting of [...this.#urgent.splice(0), ...this.#others.splice(0)]) {
      clearTimeout(waiting.timer);
      waiting.reject(error);
    }
  }

  #next(): void {
    const { threads, kept } = this.#options;
    const mostOthers = Math.max(1, threads - kept);
    while (this.#idle.length > 0) {
      // It has ended by itself, and nobody was told yet.
      if (this.#idle.at(-1)?.isOver) {
        this.#idle.pop();
        continue;
      }
      const waiting = this.#urgent.shift() ?? (this.#busyOthers < mostOthers ? this.#others.shift() : undefined);
      if (!waiting) return;
      const thread = this.#idle.pop();
      if (thread) void this.#give(thread, waiting);
    }
  }

  async #give(thread: Thread, { job, isUrgent, resolve, reject, timer }: Waiting): Promise<void> {
    clearTimeout(timer);
    const share = isUrgent ? 0 : 1;
    this.#busy++;
    this.#busyOthers += share;
    try {
      resolve(await thread.run(job));
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.#busy--;
      this.#busyOthers -= share;
      if (!thread.isOver) this.#idle.push(thread);
      this.#next();
    }
  }

  #start(): void {
    const thread = new Thread(this.#options);
    this.#threads.add(thread);
    let isReady = false;
    thread.ready.then(
      () => {
        isReady = true;
        this.#failures = 0;
        this.#idle.push(thread);
        this.#next();
      },
      () => {},
    );
    void thread.ended.then(() => {
      this.#threads.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
      if (this.#isClosed) return;
      if (isReady) this.#start();
      else this.#startLater();
    });
  }

  /** A thread that does not even start will most likely not start at once either. */
  #startLater(): void {
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#failures++);
    if (this.#failures >= FAILURES && this.#threads.size === 0)
      this.#turnAway(new Error('the threads of the engine do not start'));
    this.#starting ??= setTimeout(() => {
      this.#starting = undefined;
      while (this.#threads.size < this.#options.threads) this.#start();
    }, delay);
  }
}

function stopping(): EngineBusy {
  return new EngineBusy('the engine is stopping');
}
