import { Worker } from 'node:worker_threads';
import type { RulesetFiles } from '../../contract/index.ts';
import { ConfigError, InternalError } from '../../model/index.ts';
import { EngineRefusal } from './engine.ts';
import {
  type JobKind,
  type Jobs,
  SharedProgress,
  STARTING_UP,
  type WorkerMessage,
  type WorkerReport,
} from './messages.ts';
import type { WorkerStart } from './worker.ts';

/** A job for a thread. */
export interface Job<Kind extends JobKind = JobKind> {
  readonly kind: Kind;
  readonly input: Jobs[Kind]['input'];
  /** Milliseconds for the start (loading rulesets and grammars), and then for each item. */
  readonly limits: { readonly ready: number; readonly item: number };
  /** Files of the rulesets that the input names by key. */
  readonly files?: ReadonlyMap<string, RulesetFiles> | undefined;
  readonly onPart?: ((index: number, value: unknown) => void) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Why a thread ended. `time`, `memory`: its job exceeded a limit; `crash`: it ended on its own; `stopped`: by `stop()`.
 */
export type ThreadExit = 'time' | 'memory' | 'crash' | 'stopped';

/** A thread ended while it ran a job. */
export class ThreadExited extends Error {
  override readonly name = 'ThreadExited';
  readonly end: ThreadExit;
  /** The item that was running; STARTING_UP before the first. */
  readonly index: number;

  constructor(end: ThreadExit, index: number) {
    super(`a thread of the engine ended (${end})`);
    this.end = end;
    this.index = index;
  }
}

export interface ThreadOptions {
  readonly url: URL;
  /** MiB of heap. */
  readonly memory: number;
  readonly warm: boolean;
}

/** One worker thread. It runs one job at a time, and ends if a job exceeds a limit or hits an internal error. */
export class Thread {
  /** Settles once it can take a job; rejects if it does not start. */
  readonly ready: Promise<void>;
  /** Settles once it has ended. */
  readonly ended: Promise<void>;
  #isOver = false;
  readonly #worker: Worker;
  readonly #watch = new SharedProgress();
  #running: Running | undefined;
  #end: ThreadExit | undefined;

  constructor({ url, memory, warm }: ThreadOptions) {
    const start: WorkerStart = { watch: this.#watch.memory, warm };
    this.#worker = new Worker(url, {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 16 },
      // Keeps secrets in the environment and the loaders of a test runner out of the thread.
      env: {},
      execArgv: [],
    });
    const ready = deferred();
    const ended = deferred();
    this.ready = ready.promise;
    this.ended = ended.promise;
    // Callers that await it still get the rejection; without callers it is not an unhandled rejection.
    this.ready.catch(() => {});
    this.#worker.on('message', (report: WorkerReport) => {
      if (report.kind === 'ready') ready.resolve();
      else this.#take(report);
    });
    this.#worker.on('error', (error) => {
      this.#end ??= isOutOfMemory(error) ? 'memory' : 'crash';
      ready.reject(error);
    });
    this.#worker.on('messageerror', () => void this.stop('crash'));
    this.#worker.on('exit', (code) => {
      this.#isOver = true;
      ready.reject(new Error(`a thread of the engine ended before it was ready (code ${code})`));
      this.#settle((running) => running.reject(new ThreadExited(this.#end ?? 'crash', this.#watch.index)));
      ended.resolve();
    });
  }

  get isOver(): boolean {
    return this.#isOver || this.#end !== undefined;
  }

  /** Raises EngineRefusal, ConfigError, ThreadExited. Any other error is internal, and the thread is not used again. */
  run<Kind extends JobKind>(job: Job<Kind>): Promise<Jobs[Kind]['output']> {
    if (this.#running) throw new InternalError('a thread was given two jobs at once');
    return new Promise((resolve, reject) => {
      this.#watch.begin(STARTING_UP);
      const running = { job, resolve, reject, timer: undefined } as Running;
      this.#running = running;
      this.#arm(running);
      this.#post({ kind: 'job', job: job.kind, input: job.input });
    });
  }

  /** Ends the thread, even in the middle of a job. */
  async stop(end: ThreadExit = 'stopped'): Promise<void> {
    this.#end ??= end;
    await this.#worker.terminate();
    await this.ended;
  }

  #post(order: WorkerMessage): void {
    this.#worker.postMessage(order);
  }

  #arm(running: Running): void {
    const { ready, item } = running.job.limits;
    const limit = this.#watch.index === STARTING_UP ? ready : item;
    const left = limit - this.#watch.elapsed;
    if (left <= 0) void this.stop('time');
    // Checked again later: the current item, and with it the limit, may have changed.
    else running.timer = setTimeout(() => this.#arm(running), Math.min(left + 1, item, ready));
  }

  #take(report: Exclude<WorkerReport, { kind: 'ready' }>): void {
    const { job } = this.#running ?? {};
    switch (report.kind) {
      case 'need': {
        const files = job?.files?.get(report.key);
        if (files) this.#post({ kind: 'files', files });
        else void this.stop('crash');
        return;
      }
      case 'part':
        return job?.onPart?.(report.index, report.value);
      case 'parts':
        for (const [at, value] of report.values.entries()) job?.onPart?.(report.from + at, value);
        return;
      case 'progress':
        return job?.onProgress?.(report.done, report.total);
      case 'done':
        return this.#settle(({ resolve }) => resolve(report.output));
      case 'refused':
        return this.#settle(({ reject }) => reject(new EngineRefusal(report.code, report.errors)));
      case 'config':
        return this.#settle(({ reject }) => reject(new ConfigError(report.message, report.place)));
      case 'defect': {
        this.#end ??= 'crash';
        const error = new InternalError(report.internal ? report.what : `the engine failed on a task (${report.what})`);
        error.stack = [`${error.name}: ${error.message}`, ...report.frames].join('\n');
        this.#settle(({ reject }) => reject(error));
        void this.stop();
      }
    }
  }

  #settle(how: (running: Running) => void): void {
    const running = this.#running;
    this.#running = undefined;
    if (!running) return;
    clearTimeout(running.timer);
    how(running);
  }
}

interface Running {
  readonly job: Job;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  timer: NodeJS.Timeout | undefined;
}

function deferred() {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
