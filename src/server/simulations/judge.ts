import { LIMITS, type Simulation } from '../../contract/index.ts';
import { PRODUCT } from '../../model/index.ts';
import { type Context, dayOf } from '../context/types.ts';
import { type Engine, EngineLimit, EngineRefusal } from '../engine/engine.ts';
import { historySnapshot } from '../history/snapshot.ts';
import { problemBody } from '../problems/body.ts';
import { ProblemError } from '../problems/error.ts';
import { refusalProblem } from '../problems/refusal.ts';
import { activeRuleset, engineRuleset } from '../workspaces/active-ruleset.ts';
import type { ClaimedSimulation, Progress, SimulationEnd } from './lease.ts';

export interface JudgeHooks {
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs a simulation. Its base is the ruleset that is active now. What the client did wrong, and what is too large for the
 * limits of the service, is an end like any other; raises whatever else keeps it from coming to one.
 */
export async function judgeSimulation(
  ctx: Context,
  engine: Pick<Engine, 'simulate'>,
  taken: ClaimedSimulation,
  { onProgress, signal }: JudgeHooks,
): Promise<SimulationEnd> {
  try {
    return await simulated(ctx, engine, taken, { onProgress, signal });
  } catch (error) {
    if (error instanceof EngineRefusal) return failed(taken, refusalProblem(error));
    if (error instanceof EngineLimit)
      return failed(taken, new ProblemError('simulation_too_large', `the simulation was ended: ${error.message}`));
    // Of the history: it has more rows than can be replayed.
    if (error instanceof ProblemError) return failed(taken, error);
    throw error;
  }
}

async function simulated(
  ctx: Context,
  engine: Pick<Engine, 'simulate'>,
  taken: ClaimedSimulation,
  { onProgress, signal }: JudgeHooks,
): Promise<SimulationEnd> {
  const active = await activeRuleset(ctx, taken.workspace);
  const history = await historySnapshot(ctx, taken.workspace);
  signal.throwIfAborted();
  const outcome = await engine.simulate(
    { active: engineRuleset(active), request: taken.request, history: history.bytes, today: dayOf(ctx.now()) },
    { onProgress: (done, total) => onProgress({ done, total }), signal },
  );
  const body = {
    id: taken.id,
    workspace: taken.workspace,
    createdAt: taken.createdAt.toISOString(),
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
      taken,
      new ProblemError(
        'simulation_too_large',
        `the result has ${bytes} bytes, and clients read ${LIMITS.responseBytes}; change fewer rules at a time`,
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

/** The end of a simulation that came to no result. */
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
