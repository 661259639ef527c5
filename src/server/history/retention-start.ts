import { dayOf } from '../context/types.ts';
import { noWorkspace } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The first day (UTC) that a retention keeps: today minus that many whole days. */
export function firstRetainedDay(now: Date, retentionDays: number): string {
  return dayOf(new Date(now.getTime() - retentionDays * DAY_MS));
}

/**
 * The same for a workspace; a lowered retention applies from its date on. Raises ProblemError `workspace_not_found`.
 */
export async function retentionStart(db: Queryable, workspace: string, now: Date): Promise<string> {
  const { rows } = await db.query<{ days: number }>(
    `SELECT CASE WHEN lowered_from <= $2::date THEN lowered_to ELSE retention_days END AS days
     FROM workspaces WHERE id = $1`,
    [workspace, dayOf(now)],
  );
  const [row] = rows;
  if (!row) throw noWorkspace(workspace);
  return firstRetainedDay(now, row.days);
}
