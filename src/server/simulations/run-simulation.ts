import { LIMITS, type Simulation } from '../../contract/index.ts';
import { PRODUCT } from '../../model/index.ts';
import { type Context, dayOf } from '../context/types.ts';
import { type Engine, EngineLimit, EngineRefusal } from '../engine/engine.ts';
import { historySnapshot } from '../history/snapshot.ts';
import { problemBody } from '../problems/body.ts';
import { ProblemError } from '../problems/error.ts';
import { refusalProblem } from '../problems/refusal.ts';
import { activeRuleset, engineRuleset } from '../rulesets/active.ts';
import type { ClaimedSimulation, Progress, SimulationEnd } from './lease.ts';

export interface SimulationHooks {
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs a simulation against the currently active ruleset. Mistakes of the client and exceeded limits of the service are
 * normal results (`failed`); all other errors are raised.
 */
export async function runSimulation(
  ctx: Context,
  engine: Pick<Engine, 'simulate'>,
  claimed: ClaimedSimulation,
  { onProgress, signal }: SimulationHooks,
): Promise<SimulationEnd> {
  try {
    return await simulated(ctx, engine, claimed, { onProgress, signal });
  } catch (error) {
    if (error instanceof EngineRefusal) return failed(claimed, refusalProblem(error));
    if (error instanceof EngineLimit)
      return failed(claimed, new ProblemError('simulation_too_large', `the simulation was stopped: ${error.message}`));
    // The history has too many rows to replay.
    if (error instanceof ProblemError) return failed(claimed, error);
    throw error;
  }
}

async function simulated(
  ctx: Context,
  engine: Pick<Engine, 'simulate'>,
  claimed: ClaimedSimulation,
  { onProgress, signal }: SimulationHooks,
): Promise<SimulationEnd> {
  const active = await activeRuleset(ctx, claimed.workspace);
  const history = await historySnapshot(ctx, claimed.workspace);
  signal.throwIfAborted();
  const outcome = await engine.simulate(
    { active: engineRuleset(active), request: claimed.request, history: history.bytes, today: dayOf(ctx.now()) },
    { onProgress: (done, total) => onProgress({ done, total }), signal },
  );
  const body = {
    id: claimed.id,
    workspace: claimed.workspace,
    createdAt: claimed.createdAt.toISOString(),
    status: 'done' as const,
    finishedAt: ctx.now().toISOString(),
    engine: { name: PRODUCT.name, version: PRODUCT.version },
    ruleset: { version: active.version },
    ...outcome,
  };
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  if (bytes > LIMITS.responseBytes)
    return failed(
      claimed,
      new ProblemError(
        'simulation_too_large',
        `the result has ${bytes} bytes, more than the limit of ${LIMITS.responseBytes}; change fewer rules at a time`,
      ),
    );
  const details = {
    outcome: outcome.outcome,
    ruleset: active.version,
    head: outcome.head.hash,
    ...(outcome.outcome === 'simulated' && { totals: outcome.result.totals }),
  };
  return { status: 'done', outcome: text, details };
}

/** The result of a simulation that failed. */
export function failed(
  { id, workspace, createdAt, requestId }: ClaimedSimulation,
  problem: ProblemError,
): SimulationEnd {
  const body: Simulation = {
    id,
    workspace,
    createdAt: createdAt.toISOString(),
    status: 'failed',
    problem: problemBody(problem, requestId),
  };
  return { status: 'failed', outcome: JSON.stringify(body), details: { code: problem.code } };
}
