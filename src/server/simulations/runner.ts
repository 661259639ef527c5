import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../context/ids.ts';
import type { Context } from '../context/types.ts';
import { type Engine, EngineBusy } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { StoreError } from '../store/database.ts';
import { failed, judgeSimulation } from './judge.ts';
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

/** What becomes of simulations, for the log and for tests. No text of a client is in it. */
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
  /** Simulations that run at once. Default: 1. */
  readonly atOnce?: number | undefined;
  readonly onEvent?: ((event: RunnerEvent) => void) | undefined;
  /** Default: 15 s and 5 s. */
  readonly times?: LeaseTimes | undefined;
  /** Milliseconds after which the queue is looked at again, about. Default: a second. */
  readonly poll?: number | undefined;
}

/** Runs the simulations of all workspaces, beside any number of runners in other processes on the same store. */
export interface SimulationRunner {
  start(): void;
  /** Looks at the queue at once. */
  wake(): void;
  /** Ends those that run, and puts them back into the queue for the next process. */
  close(): Promise<void>;
  /** Simulations that run here, for /metrics. */
  readonly running: number;
}

/** How often a simulation is begun before it is given up. */
const MOST_ATTEMPTS = 3;

/** Milliseconds after which the store is asked again to take the end of a simulation. */
const FINISH_AGAIN = 500;

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
  /** Ends the pause of the loop. */
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
          const takenAt = performance.now();
          const taken = await claimSimulation(this.#ctx.db, this.#name, this.#times.lease);
          if (!taken) break;
          this.#begin(taken, takenAt);
        }
        await this.#pause(this.#poll);
      } catch (error) {
        this.#onEvent({ event: 'error', error });
        await this.#pause(5 * this.#poll);
      }
    }
  }

  /** Until somebody wakes it, or about so long: not every process asks at the same moment. */
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

  #begin(taken: ClaimedSimulation, takenAt: number): void {
    const controller = new AbortController();
    const end = (reason: End) => controller.abort(reason);
    const run = this.#run(taken, takenAt, controller).catch((error: unknown) => {
      // The store failed where the end was to be stored: the lease runs out, and it is begun again.
      this.#onEvent({ event: 'error', simulation: taken.id, error });
      return false;
    });
    const done = run.then((next) => {
      this.#running.delete(done);
      if (next) this.wake();
    });
    this.#running.set(done, end);
    if (this.#closing) end('closing');
  }

  /** Whether the next one may begin at once. */
  async #run(taken: ClaimedSimulation, takenAt: number, controller: AbortController): Promise<boolean> {
    const { id, attempt } = taken;
    this.#onEvent({ event: 'taken', simulation: id, attempt });
    let progress: Progress = { done: 0, total: 0 };
    const held = keepLease(this.#ctx.db, taken, takenAt, this.#times, {
      progress: () => progress,
      onLost: () => controller.abort('lost' satisfies End),
    });
    try {
      const ending =
        attempt > MOST_ATTEMPTS
          ? failed(taken, givenUp(attempt - 1))
          : await judgeSimulation(this.#ctx, this.#engine, taken, {
              onProgress: (now) => {
                progress = now;
              },
              signal: controller.signal,
            });
      await this.#finish(taken, ending, controller.signal);
      return true;
    } catch (error) {
      return await this.#broken(taken, error, controller.signal);
    } finally {
      held.release();
    }
  }

  /** A store that does not answer is asked again for as long as the simulation is ours: its result took long to find. */
  async #finish(taken: ClaimedSimulation, ending: SimulationEnd, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        const stored = await finishSimulation(this.#ctx, taken, ending);
        this.#onEvent({ event: stored ? ending.status : 'lost', simulation: taken.id, attempt: taken.attempt });
        return;
      } catch (error) {
        if (!(error instanceof StoreError) || signal.aborted) throw error;
      }
      await sleep(FINISH_AGAIN);
    }
  }

  /** It came to no end. Returns whether the next one may begin at once. */
  async #broken(taken: ClaimedSimulation, error: unknown, signal: AbortSignal): Promise<boolean> {
    const { id, attempt } = taken;
    if (signal.reason === ('lost' satisfies End)) {
      this.#onEvent({ event: 'lost', simulation: id, attempt });
      return true;
    }
    // That the service closes, or the engine or the store has no room for it, says nothing about the simulation.
    const innocent = signal.aborted || error instanceof EngineBusy || error instanceof StoreError;
    if (!innocent) {
      this.#onEvent({ event: 'error', simulation: id, error });
      if (attempt >= MOST_ATTEMPTS) {
        await this.#finish(taken, failed(taken, givenUp(attempt)), signal);
        return true;
      }
    }
    const ours = await releaseSimulation(this.#ctx.db, taken, !innocent);
    this.#onEvent({ event: ours ? 'handed_back' : 'lost', simulation: id, attempt });
    return !innocent;
  }
}

function givenUp(attempts: number): ProblemError {
  return new ProblemError(
    'simulation_failed',
    `the simulation was begun ${attempts} times and never came to an end; the log of the service says why`,
  );
}
