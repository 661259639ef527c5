import { EngineBusy } from './engine.ts';
import { FairQueue } from './fair-queue.ts';
import type { JobKind, Jobs } from './messages.ts';
import { Quarantine } from './quarantine.ts';
import { type Job, Thread, ThreadExited, type ThreadOptions } from './thread.ts';

export interface PoolOptions extends ThreadOptions {
  readonly threads: number;
  /** Threads that only urgent jobs get. */
  readonly kept: number;
}

/** Whose a job is, and what it is like. */
export interface QueuedJob {
  readonly workspace: string;
  /** Characters. */
  readonly size: number;
  readonly isUrgent?: boolean;
  /** Milliseconds that it may wait. */
  readonly wait?: number;
}

interface Waiting {
  readonly job: Job;
  readonly isUrgent: boolean;
  /** Of the workspace: what is urgent and what is not are two, so that neither is suspected for the other. */
  readonly lane: string;
  readonly size: number;
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
 * keeps an urgent one waiting. Workspaces take turns, and the last thread that is free goes to an urgent job of one that has
 * no other: none can keep another waiting by itself. Jobs like those that broke a limit lately have one thread among them.
 * A thread that ends is replaced.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];
  readonly #urgent = new FairQueue<Waiting>();
  readonly #others = new FairQueue<Waiting>();
  readonly #suspects = new Quarantine();
  /** Threads at work: all, those at jobs that are not urgent, those at jobs that are suspected, and those of each lane. */
  #busy = 0;
  #busyOthers = 0;
  #busySuspects = 0;
  readonly #busyLanes = new Map<string, number>();
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
    return { urgent: this.#urgent.size, others: this.#others.size };
  }

  /** Settles once all threads are ready. Raises where one does not start. */
  async ready(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.ready));
  }

  /** Raises what Thread.run does; EngineBusy where the job waited longer than `wait` milliseconds, or the pool is closed. */
  run<Kind extends JobKind>(
    job: Job<Kind>,
    { workspace, size, isUrgent = false, wait }: QueuedJob,
  ): Promise<Jobs[Kind]['output']> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(stopping());
      const queue = isUrgent ? this.#urgent : this.#others;
      const timer =
        wait === undefined
          ? undefined
          : setTimeout(() => {
              queue.remove(waiting);
              reject(new EngineBusy(`the engine had no thread free for ${wait} ms`));
            }, wait);
      const lane = `${isUrgent ? 'urgent' : 'other'} ${workspace}`;
      const waiting = { job, isUrgent, lane, size, resolve, reject, timer } as Waiting;
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
    for (const waiting of [...this.#urgent.drain(), ...this.#others.drain()]) {
      clearTimeout(waiting.timer);
      waiting.reject(error);
    }
  }

  #next(): void {
    while (this.#idle.length > 0) {
      // It has ended by itself, and nobody was told yet.
      if (this.#idle.at(-1)?.isOver) {
        this.#idle.pop();
        continue;
      }
      const waiting = this.#pick();
      if (!waiting) return;
      const thread = this.#idle.pop();
      if (thread) void this.#give(thread, waiting);
    }
  }

  /** Whose turn it is, as long as a thread is free. */
  #pick(): Waiting | undefined {
    const { threads, kept } = this.#options;
    const isSuspect = ({ lane, size }: Waiting): boolean => this.#suspects.has(lane, size);
    if (threads > 1 && this.#idle.length === 1)
      return this.#urgent.take((waiting) => !this.#busyLanes.has(waiting.lane) && !isSuspect(waiting));
    const queues = this.#busyOthers < Math.max(1, threads - kept) ? [this.#urgent, this.#others] : [this.#urgent];
    for (const queue of queues) {
      const waiting = queue.take((each) => !isSuspect(each));
      if (waiting) return waiting;
    }
    if (this.#busySuspects > 0) return undefined;
    for (const queue of queues) {
      const waiting = queue.take(() => true);
      if (waiting) return waiting;
    }
    return undefined;
  }

  async #give(thread: Thread, { job, isUrgent, lane, size, resolve, reject, timer }: Waiting): Promise<void> {
    clearTimeout(timer);
    const isSuspect = this.#suspects.has(lane, size);
    const count = (by: 1 | -1): void => {
      this.#busy += by;
      if (!isUrgent) this.#busyOthers += by;
      if (isSuspect) this.#busySuspects += by;
      const busy = (this.#busyLanes.get(lane) ?? 0) + by;
      if (busy > 0) this.#busyLanes.set(lane, busy);
      else this.#busyLanes.delete(lane);
    };
    count(1);
    try {
      resolve(await thread.run(job));
    } catch (error) {
      if (error instanceof ThreadExited && error.end !== 'stopped') this.#suspects.add(lane, size);
      reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      count(-1);
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
