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

/** Something for a thread to do. */
export interface Job<Kind extends JobKind = JobKind> {
  readonly kind: Kind;
  readonly input: Jobs[Kind]['input'];
  /** Milliseconds for getting ready (rulesets, grammars), and then for each item. */
  readonly limits: { readonly ready: number; readonly item: number };
  /** Files of the rulesets that the input names by key. */
  readonly files?: ReadonlyMap<string, RulesetFiles> | undefined;
  readonly onPart?: ((index: number, value: unknown) => void) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Why a thread is no more. `time` and `memory`: its job broke a limit; `crash`: it ended by itself; `stopped`: it was told to. */
export type ThreadExit = 'time' | 'memory' | 'crash' | 'stopped';

/** A thread ended over its job. */
export class ThreadExited extends Error {
  override readonly name = 'ThreadEnded';
  readonly end: ThreadExit;
  /** The item that it was at; GETTING_READY before the first. */
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

/** One worker thread. It does one job at a time, and is no more once a job broke a limit or hit a defect. */
export class Thread {
  /** Settles once it can be given a job; rejects where it does not start. */
  readonly ready: Promise<void>;
  /** Settles once it is no more. */
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
      // Neither the secrets of the process nor the loaders of a test runner are any of its business.
      env: {},
      execArgv: [],
    });
    const ready = settleLater();
    const ended = settleLater();
    this.ready = ready.promise;
    this.ended = ended.promise;
    // Who waits for it is told; where nobody does, it is no unhandled rejection.
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

  /** Raises EngineRefusal, ConfigError, ThreadEnded; any other error is a defect, and the thread is not used again. */
  run<Kind extends JobKind>(job: Job<Kind>): Promise<Jobs[Kind]['output']> {
    if (this.#running) throw new Error('a thread was given two jobs at once');
    return new Promise((resolve, reject) => {
      this.#watch.begin(STARTING_UP);
      const running = { job, resolve, reject, timer: undefined } as Running;
      this.#running = running;
      this.#arm(running);
      this.#post({ kind: 'job', job: job.kind, input: job.input });
    });
  }

  /** Ends it, whatever it is at. */
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
    // What is being done may change meanwhile, and have another limit.
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
        const error = new InternalError(
          report.internal ? report.what : `the engine failed over a task (${report.what})`,
        );
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

function settleLater() {
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
