import type { z } from 'zod';
import type { RulesetFiles, Simulation, simulatedRulesetSchema } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';

/** The response for a simulation. */
export interface SimulationText {
  readonly status: Simulation['status'];
  /** The body. Of a finished simulation it is sent as stored, without parsing: it can be long. */
  readonly json: string;
}

/** The current state of a simulation. Raises ProblemError `simulation_not_found`, also for one of another workspace. */
export async function readSimulation(ctx: Pick<Context, 'db'>, workspace: string, id: string): Promise<SimulationText> {
  const { rows } = await ctx.db.query<{
    created_at: Date;
    status: Simulation['status'];
    progress_done: number;
    progress_total: number;
    outcome: string | null;
  }>(
    `SELECT created_at, status, progress_done, progress_total, outcome
     FROM simulations WHERE id = $1 AND workspace_id = $2`,
    [id, workspace],
  );
  const [row] = rows;
  if (!row) throw new ProblemError('simulation_not_found', `the workspace \`${workspace}\` has no such simulation`);
  const { status, outcome } = row;
  if (outcome !== null) return { status, json: outcome };
  const common = { id, workspace, createdAt: row.created_at.toISOString() };
  const body: Simulation =
    status === 'running'
      ? { ...common, status, progress: { done: row.progress_done, total: row.progress_total } }
      : { ...common, status: 'queued' };
  return { status: body.status, json: JSON.stringify(body) };
}

/** The ruleset that a simulation proposed, with its files if they are kept. Raises ProblemError `simulation_not_found`. */
export async function readSimulatedRuleset(
  { db }: Context,
  workspace: string,
  id: string,
): Promise<z.output<typeof simulatedRulesetSchema>> {
  const { rows } = await db.query<{ head_hash: string; head: string | null }>(
    'SELECT head_hash, head FROM simulation_sources WHERE simulation_id = $1 AND workspace_id = $2',
    [id, workspace],
  );
  const [row] = rows;
  if (!row) throw new ProblemError('simulation_not_found', `the workspace \`${workspace}\` has no such simulation`);
  // Validated when it was received.
  return { id, hash: row.head_hash, ruleset: row.head === null ? undefined : (JSON.parse(row.head) as RulesetFiles) };
}
