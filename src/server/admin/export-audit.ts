import type { Context } from '../context/types.ts';
import { fitting, type Paged } from '../lists/fitting.ts';
import type { AdminResult } from './results.ts';
import { workspaceOf } from './workspaces.ts';

const ENTRIES = 1000;

/**
 * A part of the audit trail, oldest first. Each entry is as stored, with its hash added as the last key: without that
 * key, the text is the input of the hash. Raises ProblemError `workspace_not_found`.
 */
export async function exportAudit(
  ctx: Context,
  workspace: string,
  after: number,
): Promise<AdminResult<'audit export'>> {
  if (after === 0) await workspaceOf(ctx, workspace);
  const { rows } = await ctx.db.query<Paged & { entry: string; hash: string }>(
    fitting(
      `SELECT sequence, entry, hash, octet_length(entry) AS bytes FROM audit_events
       WHERE workspace_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
      'sequence ASC',
    ),
    [workspace, after, ENTRIES],
  );
  const last = rows.at(-1);
  return {
    lines: rows.map(({ entry, hash }) => `${entry.slice(0, -1)},"hash":${JSON.stringify(hash)}}`),
    next: last && (last.found > rows.length || last.found === ENTRIES) ? last.sequence : undefined,
  };
}
