import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../context/ids.ts';
import type { Context } from '../context/types.ts';
import { type Engine, EngineBusy } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { StoreError } from '../store/database.ts';
import {
  type ClaimedSimulation,
  claimSimulation,
  finishSimulation,
  type Progress,
  reclaimOrphans,
  releaseSimulation,
  type SimulationEnd,
} from './lease.ts';
import { keepLease, type LeaseTimes } from './lease-heartbeat.ts';
import { failed, runSimulation } from './run-simulation.ts';

/** Events of the runner, for the log and tests. They contain no text of a client. */
export type RunnerEvent =
  | {
      readonly event: 'taken' | 'lost' | 'handed_back' | 'done' | 'failed';
      readonly simulation: string;
      readonly attempt: number;
    }
  | { readonly event: 'error'; readonly simulation?: string | undefined; readonly error: unknown };

export interface SimulationRunnerOptions {
  readonly ctx: Context;
  readonly engine: Pick<Engine, 'simulate'>;
  /** Concurrent simulations. Default: 1. */
  readonly atOnce?: number | undefined;
  readonly onEvent?: ((event: RunnerEvent) => void) | undefined;
  /** Default: 15 s and 5 s. */
  readonly times?: LeaseTimes | undefined;
  /** Approximate milliseconds between two polls of the queue. Default: 1,000. */
  readonly poll?: number | undefined;
}

/** Runs the simulations of all workspaces, next to any number of runners in other processes on the same store. */
export interface SimulationRunner {
  start(): void;
  /** Polls the queue immediately. */
  wake(): void;
  /** Stops running simulations and returns them to the queue. */
  close(): Promise<void>;
  /** Simulations running in this process, for /metrics. */
  readonly running: number;
}

/** Attempts before a simulation fails. */
const MAX_ATTEMPTS = 3;

/** Milliseconds between two attempts to store a result. */
const FINISH_RETRY_MS = 500;

const DEFAULT_TIMES: LeaseTimes = { lease: 15_000, renewal: 5_000 };

type End = 'lost' | 'closing';

export function createSimulationRunner(options: SimulationRunnerOptions): SimulationRunner {
  return new Runner(options);
}

class Runner implements SimulationRunner {
  readonly #ctx: Context;
  readonly #engine: Pick<Engine, 'simulate'>;
  readonly #atOnce: number;
  readonly #onEvent: (event: RunnerEvent) => void;
  readonly #times: LeaseTimes;
  readonly #poll: number;
  readonly #name = newId('run');
  readonly #running = new Map<Promise<void>, (end: End) => void>();
  #loop: Promise<void> | undefined;
  #closing = false;
  /** Ends the pause of the polling loop. */
  #woken: (() => void) | undefined;
  #again = false;

  constructor({
    ctx,
    engine,
    atOnce = 1,
    onEvent = () => undefined,
    times = DEFAULT_TIMES,
    poll = 1000,
  }: SimulationRunnerOptions) {
    this.#ctx = ctx;
    this.#engine = engine;
    this.#atOnce = atOnce;
    this.#onEvent = onEvent;
    this.#times = times;
    this.#poll = poll;
  }

  get running(): number {
    return this.#running.size;
  }

  start(): void {
    this.#loop ??= this.#work();
  }

  wake(): void {
    this.#again = true;
    this.#woken?.();
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.wake();
    for (const end of this.#running.values()) end('closing');
    await this.#loop;
    await Promise.all(this.#running.keys());
  }

  async #work(): Promise<void> {
    let reclaimed = false;
    while (!this.#closing) {
      this.#again = false;
      try {
        if (!reclaimed) await reclaimOrphans(this.#ctx.db);
        reclaimed = true;
        while (this.#running.size < this.#atOnce && !this.#closing) {
          const claimedAt = performance.now();
          const claimed = await claimSimulation(this.#ctx.db, this.#name, this.#times.lease);
          if (!claimed) break;
          this.#begin(claimed, claimedAt);
        }
        await this.#pause(this.#poll);
      } catch (error) {
        this.#onEvent({ event: 'error', error });
        await this.#pause(5 * this.#poll);
      }
    }
  }

  /** Waits until `wake`, or about that long: with jitter, so that processes do not poll at the same time. */
  async #pause(milliseconds: number): Promise<void> {
    if (this.#again || this.#closing) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds * (0.75 + Math.random() / 2));
      this.#woken = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#woken = undefined;
  }

  #begin(claimed: ClaimedSimulation, claimedAt: number): void {
    const controller = new AbortController();
    const end = (reason: End) => controller.abort(reason);
    const run = this.#run(claimed, claimedAt, controller).catch((error: unknown) => {
      // The result could not be stored: the lease expires, and the simulation is run again.
      this.#onEvent({ event: 'error', simulation: claimed.id, error });
      return false;
    });
    const done = run.then((next) => {
      this.#running.delete(done);
      if (next) this.wake();
    });
    this.#running.set(done, end);
    if (this.#closing) end('closing');
  }

  /** Returns whether the next simulation can start immediately. */
  async #run(claimed: ClaimedSimulation, claimedAt: number, controller: AbortController): Promise<boolean> {
    const { id, attempt } = claimed;
    this.#onEvent({ event: 'taken', simulation: id, attempt });
    let progress: Progress = { done: 0, total: 0 };
    const held = keepLease(this.#ctx.db, claimed, claimedAt, this.#times, {
      progress: () => progress,
      onLost: () => controller.abort('lost' satisfies End),
    });
    try {
      const ending =
        attempt > MAX_ATTEMPTS
          ? failed(claimed, givenUp(attempt - 1))
          : await runSimulation(this.#ctx, this.#engine, claimed, {
              onProgress: (now) => {
                progress = now;
              },
              signal: controller.signal,
            });
      await this.#finish(claimed, ending, controller.signal);
      return true;
    } catch (error) {
      return await this.#handleError(claimed, error, controller.signal);
    } finally {
      held.release();
    }
  }

  /** Stores the result. Retries while the simulation is ours, because the result was expensive to compute. */
  async #finish(claimed: ClaimedSimulation, ending: SimulationEnd, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        const stored = await finishSimulation(this.#ctx, claimed, ending);
        this.#onEvent({ event: stored ? ending.status : 'lost', simulation: claimed.id, attempt: claimed.attempt });
        return;
      } catch (error) {
        if (!(error instanceof StoreError) || signal.aborted) throw error;
      }
      await sleep(FINISH_RETRY_MS);
    }
  }

  /** Handles a simulation without a result. Returns whether the next one can start immediately. */
  async #handleError(claimed: ClaimedSimulation, error: unknown, signal: AbortSignal): Promise<boolean> {
    const { id, attempt } = claimed;
    if (signal.reason === ('lost' satisfies End)) {
      this.#onEvent({ event: 'lost', simulation: id, attempt });
      return true;
    }
    // A closing service, or an overloaded engine or store, is not the fault of the simulation.
    const innocent = signal.aborted || error instanceof EngineBusy || error instanceof StoreError;
    if (!innocent) {
      this.#onEvent({ event: 'error', simulation: id, error });
      if (attempt >= MAX_ATTEMPTS) {
        await this.#finish(claimed, failed(claimed, givenUp(attempt)), signal);
        return true;
      }
    }
    const ours = await releaseSimulation(this.#ctx.db, claimed, !innocent);
    this.#onEvent({ event: ours ? 'handed_back' : 'lost', simulation: id, attempt });
    return !innocent;
  }
}

function givenUp(attempts: number): ProblemError {
  return new ProblemError(
    'simulation_failed',
    `the simulation was started ${attempts} times and never finished; the log of the service says why`,
  );
}
