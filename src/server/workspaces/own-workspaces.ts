import { FORMATS, LIMITS, type Role, type Workspace } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { noWorkspace, ProblemError } from '../problems/error.ts';
import { checkField } from '../problems/field.ts';
import type { Queryable } from '../store/database.ts';
import { checkWorkspaceName } from './create.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly role: Role;
  readonly version: number;
  readonly hash: string;
  readonly activated_at: Date;
  readonly reported_hash: string | null;
  readonly first_reported_at: Date;
  readonly reported_at: Date;
  readonly repository: string | null;
  readonly ref: string | null;
  readonly commit_id: string | null;
  readonly key_id: string;
  readonly simulation_id: string | null;
}

const SELECT = `SELECT w.id, w.name, w.created_at, m.role, r.version, r.hash, r.activated_at,
    b.hash AS reported_hash, b.first_reported_at, b.reported_at, b.repository, b.ref, b.commit_id, b.key_id,
    b.simulation_id
  FROM members m JOIN workspaces w ON w.id = m.workspace_id
    JOIN rulesets r ON r.workspace_id = w.id AND r.version = w.active_version
    LEFT JOIN branch_rulesets b ON b.workspace_id = w.id
  WHERE m.user_id = $1 AND m.disabled_at IS NULL`;

/** Lists the workspaces of a user by id. Raises ProblemError for a bad cursor. */
export async function listOwnWorkspaces(
  { db }: Context,
  user: string,
  {
    cursor,
    limit = LIMITS.defaultPageItems,
  }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<{ readonly items: Workspace[]; readonly next: string | undefined }> {
  if (cursor !== undefined && !FORMATS.workspaceId.test(cursor)) {
    const detail = '`cursor` is not a cursor of this list; use the `next` of a page, or leave it out';
    throw new ProblemError('field_invalid', detail, { errors: [{ detail, pointer: '/cursor' }] });
  }
  const { rows } = await db.query<Row>(`${SELECT} AND ($2::text IS NULL OR w.id > $2) ORDER BY w.id LIMIT $3`, [
    user,
    cursor ?? null,
    limit + 1,
  ]);
  const shown = rows.slice(0, limit);
  return { items: shown.map(toWorkspace), next: rows.length > limit ? shown.at(-1)?.id : undefined };
}

/** One workspace of a user. Raises ProblemError `workspace_not_found`. */
export async function readWorkspace(db: Queryable, user: string, workspace: string): Promise<Workspace> {
  const { rows } = await db.query<Row>(`${SELECT} AND w.id = $2`, [user, workspace]);
  const [row] = rows;
  if (!row) throw noWorkspace(workspace);
  return toWorkspace(row);
}

/** Changes the name of a workspace. Raises ProblemError `field_invalid`, `workspace_not_found`. */
export async function renameWorkspace(ctx: Context, workspace: string, name: string, by: Author): Promise<void> {
  checkField('/name', () => checkWorkspaceName(name));
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.query<{ name: string }>('SELECT name FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [
      workspace,
    ]);
    const [row] = rows;
    if (!row) throw noWorkspace(workspace);
    await by.reauthorize?.(tx);
    if (row.name === name) return;
    await tx.query('UPDATE workspaces SET name = $2 WHERE id = $1', [workspace, name]);
    await appendAudit(tx, workspace, [{ at, type: 'workspace.renamed', ...by, details: { name, before: row.name } }]);
  });
}

function toWorkspace(row: Row): Workspace {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    role: row.role,
    ruleset: { version: row.version, hash: row.hash, activatedAt: row.activated_at.toISOString() },
    drift: driftOf(row),
  };
}

/**
 * The rulesets differ since the later of two times: the first report of the branch's ruleset, and the activation of
 * another one.
 */
function driftOf(row: Row): Workspace['drift'] {
  if (row.reported_hash === null || row.reported_hash === row.hash) return undefined;
  const since = new Date(Math.max(row.first_reported_at.getTime(), row.activated_at.getTime()));
  return {
    since: since.toISOString(),
    reportedAt: row.reported_at.toISOString(),
    hash: row.reported_hash,
    repository: row.repository ?? undefined,
    ref: row.ref ?? undefined,
    commit: row.commit_id ?? undefined,
    key: row.key_id,
    simulation: row.simulation_id ?? undefined,
  };
}
