import type { Context } from '../context/types.ts';
import { noWorkspace } from '../problems/error.ts';
import type { WorkspaceSummary } from './results.ts';

/** Lists all workspaces by id, or only one. Raises ProblemError `workspace_not_found`. */
export async function listWorkspaces(ctx: Context, only?: string): Promise<WorkspaceSummary[]> {
  const { rows } = await ctx.db.query<{
    id: string;
    name: string;
    created_at: Date;
    active_version: number;
    members: number;
    keys: number;
  }>(
    `SELECT w.id, w.name, w.created_at, w.active_version,
       (SELECT count(*) FROM members m WHERE m.workspace_id = w.id) AS members,
       (SELECT count(*) FROM api_keys k WHERE k.workspace_id = w.id AND k.revoked_at IS NULL
          AND k.expired_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $1)) AS keys
     FROM workspaces w WHERE $2::text IS NULL OR w.id = $2 ORDER BY w.id`,
    [ctx.now(), only ?? null],
  );
  if (only !== undefined && rows.length === 0) throw noWorkspace(only);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    rulesetVersion: row.active_version,
    members: row.members,
    activeKeys: row.keys,
  }));
}

export async function workspaceOf(ctx: Context, id: string): Promise<WorkspaceSummary> {
  const [found] = await listWorkspaces(ctx, id);
  if (!found) throw noWorkspace(id);
  return found;
}
