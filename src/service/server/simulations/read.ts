import type { Simulation } from '../../contract.ts';
import type { Context } from '../context.ts';
import { ProblemError } from '../problem-error.ts';

/** A simulation as it stands. Raises ProblemError `simulation_not_found`, also for one of another workspace. */
export async function readSimulation(ctx: Pick<Context, 'db'>, workspace: string, id: string): Promise<Simulation> {
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
  // What is stored is the body as it was made.
  if (row.outcome !== null) return JSON.parse(row.outcome) as Simulation;
  const common = { id, workspace, createdAt: row.created_at.toISOString() };
  if (row.status !== 'running') return { ...common, status: 'queued' };
  return { ...common, status: 'running', progress: { done: row.progress_done, total: row.progress_total } };
}
