import type { Engine, SimulationOutcome, SimulationTask } from '../../../src/server/engine/engine.ts';
import { loadAnything, madeEngine } from '../made-engine.ts';

/** A running simulation that the test finishes. */
export interface HeldRun {
  readonly task: SimulationTask;
  readonly progress: (done: number, total: number) => void;
  readonly end: (outcome: SimulationOutcome | Error) => void;
  readonly signal: AbortSignal;
}

export interface HeldEngine {
  readonly engine: Pick<Engine, 'loadRuleset' | 'simulate'>;
  /** Every started run, in order. */
  readonly runs: readonly HeldRun[];
  /** Runs that have not ended. */
  readonly open: () => number;
}

/** An engine whose simulations run until the test, or their signal, ends them. */
export function heldEngine(): HeldEngine {
  const runs: HeldRun[] = [];
  let open = 0;
  const engine = madeEngine({
    loadRuleset: loadAnything,
    simulate: (task, { onProgress, signal }) =>
      new Promise<SimulationOutcome>((resolve, reject) => {
        open++;
        let over = false;
        const end = (outcome: SimulationOutcome | Error) => {
          if (over) return;
          over = true;
          open--;
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        };
        signal.addEventListener('abort', () => end(new Error('ended by its signal')));
        if (signal.aborted) end(new Error('ended by its signal'));
        runs.push({ task, progress: onProgress, end, signal });
      }),
  });
  return { engine, runs, open: () => open };
}

/** The outcome for equivalent rulesets. */
export const NO_CHANGE: SimulationOutcome = {
  outcome: 'no_effective_change',
  base: { side: 'base', sources: ['base.yml'], commit: undefined, hash: 'a'.repeat(64), rules: 1, notApplied: [] },
  head: { side: 'head', sources: ['head.yml'], commit: 'abc', hash: 'b'.repeat(64), rules: 1, notApplied: [] },
  drift: undefined,
};
