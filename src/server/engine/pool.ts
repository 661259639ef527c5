import { EngineBusy } from './engine.ts';
import { FairQueue } from './fair-queue.ts';
import type { JobKind, Jobs } from './messages.ts';
import { Quarantine } from './quarantine.ts';
import { type Job, Thread, ThreadExited, type ThreadOptions } from './thread.ts';

export interface PoolOptions extends ThreadOptions {
  readonly threads: number;
  /** Threads reserved for urgent jobs. */
  readonly reserved: number;
}

/** The workspace and the properties of a queued job. */
export interface QueuedJob {
  readonly workspace: string;
  /** Characters. */
  readonly size: number;
  readonly isUrgent?: boolean;
  /** Milliseconds that it can wait. */
  readonly wait?: number;
}

interface Waiting {
  readonly job: Job;
  readonly isUrgent: boolean;
  /** Per workspace, separately for urgent and other jobs, so that they are quarantined independently. */
  readonly lane: string;
  readonly size: number;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** Milliseconds before a failed thread start is retried; doubled each time. */
const FIRST_DELAY = 100;
const MAX_DELAY = 30_000;
/** After this many failures in a row, waiting jobs are rejected. */
const FAILURES = 3;

/**
 * A pool of permanent threads. Urgent jobs go first, and some threads are reserved for them, so that a long job cannot
 * delay an urgent one. Workspaces take turns, and the last free thread goes only to an urgent job of a workspace that
 * has none running, so that one workspace cannot block another. Jobs similar to those that recently exceeded a limit
 * share one thread. A thread that ends is replaced.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];
  readonly #urgent = new FairQueue<Waiting>();
  readonly #others = new FairQueue<Waiting>();
  readonly #quarantine = new Quarantine();
  /** Busy threads: all, with jobs that are not urgent, with quarantined jobs, and per lane. */
  #busy = 0;
  #busyOthers = 0;
  #busyQuarantined = 0;
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

  /** Settles once all threads are ready. Raises if one does not start. */
  async ready(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.ready));
  }

  /**
   * Raises what Thread.run raises; EngineBusy if the job waited longer than `wait` milliseconds or the pool is closed.
   */
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
              reject(new EngineBusy(`no thread of the engine was free for ${wait} ms`));
            }, wait);
      const lane = `${isUrgent ? 'urgent' : 'other'} ${workspace}`;
      const waiting = { job, isUrgent, lane, size, resolve, reject, timer } as Waiting;
      queue.push(waiting);
      this.#next();
    });
  }

  /** Waits for running jobs, for at most the given milliseconds; waiting jobs are rejected. */
  async close(milliseconds: number): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#starting);
    this.#rejectWaiting(stopping());
    const until = Date.now() + milliseconds;
    while (this.#busy > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    await Promise.all([...this.#threads].map((thread) => thread.stop()));
  }

  #rejectWaiting(error: Error): void {
    for (const waiting of [...this.#urgent.drain(), ...this.#others.drain()]) {
      clearTimeout(waiting.timer);
      waiting.reject(error);
    }
  }

  #next(): void {
    while (this.#idle.length > 0) {
      // The thread has ended, but its `ended` promise has not settled yet.
      if (this.#idle.at(-1)?.isOver) {
        this.#idle.pop();
        continue;
      }
      const waiting = this.#pick();
      if (!waiting) return;
      const thread = this.#idle.pop();
      if (thread) void this.#assign(thread, waiting);
    }
  }

  /** The next job for a free thread. */
  #pick(): Waiting | undefined {
    const { threads, reserved } = this.#options;
    const isQuarantined = ({ lane, size }: Waiting): boolean => this.#quarantine.has(lane, size);
    if (threads > 1 && this.#idle.length === 1)
      return this.#urgent.take((waiting) => !this.#busyLanes.has(waiting.lane) && !isQuarantined(waiting));
    const queues = this.#busyOthers < Math.max(1, threads - reserved) ? [this.#urgent, this.#others] : [this.#urgent];
    for (const queue of queues) {
      const waiting = queue.take((each) => !isQuarantined(each));
      if (waiting) return waiting;
    }
    if (this.#busyQuarantined > 0) return undefined;
    for (const queue of queues) {
      const waiting = queue.take(() => true);
      if (waiting) return waiting;
    }
    return undefined;
  }

  async #assign(thread: Thread, { job, isUrgent, lane, size, resolve, reject, timer }: Waiting): Promise<void> {
    clearTimeout(timer);
    const isQuarantined = this.#quarantine.has(lane, size);
    const count = (by: 1 | -1): void => {
      this.#busy += by;
      if (!isUrgent) this.#busyOthers += by;
      if (isQuarantined) this.#busyQuarantined += by;
      const busy = (this.#busyLanes.get(lane) ?? 0) + by;
      if (busy > 0) this.#busyLanes.set(lane, busy);
      else this.#busyLanes.delete(lane);
    };
    count(1);
    try {
      resolve(await thread.run(job));
    } catch (error) {
      if (error instanceof ThreadExited && error.end !== 'stopped') this.#quarantine.add(lane, size);
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

  /** Retries with a delay: an immediate retry would most likely fail too. */
  #startLater(): void {
    const delay = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** this.#failures++);
    if (this.#failures >= FAILURES && this.#threads.size === 0)
      this.#rejectWaiting(new Error('the threads of the engine do not start'));
    this.#starting ??= setTimeout(() => {
      this.#starting = undefined;
      while (this.#threads.size < this.#options.threads) this.#start();
    }, delay);
  }
}

function stopping(): EngineBusy {
  return new EngineBusy('the engine is stopping');
}
