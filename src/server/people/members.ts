import type { Role } from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import type { Queryable } from '../store/database.ts';
import { closeVoidInvitations } from './pending-invitations.ts';
import { requireUser } from './users.ts';

export interface Member {
  readonly user: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly disabled: boolean;
}

/** Lists the members of a workspace, owners first. Raises ProblemError `workspace_not_found`. */
export async function listMembers(ctx: Context, workspace: string): Promise<readonly Member[]> {
  return ctx.db.transaction(async (tx) => {
    await lockWorkspaces(tx, [workspace]);
    const { rows } = await tx.query<Member>(
      `SELECT u.id AS user, u.email, u.name, m.role, u.disabled_at IS NOT NULL OR m.disabled_at IS NOT NULL AS disabled
       FROM members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1
       ORDER BY array_position(ARRAY['owner', 'admin', 'member', 'viewer'], m.role), lower(u.email)`,
      [workspace],
    );
    return rows;
  });
}

/**
 * Adds a member or changes their role, effective from their next request. A member who was disabled in the workspace is
 * enabled. Groups at the identity provider no longer change the role.
 * Raises ProblemError `workspace_not_found`, and ConfigError if there is no such user, the user is disabled, or the
 * workspace would lose its last owner.
 */
export async function setMember(
  ctx: Context,
  workspace: string,
  { email, role }: { readonly email: string; readonly role: Role },
  by: Author,
): Promise<void> {
  await ctx.db.transaction((tx) => putMember(tx, workspace, { email, role }, by, ctx.now()));
}

/** The same inside a transaction. */
export async function putMember(
  tx: Queryable,
  workspace: string,
  { email, role }: { readonly email: string; readonly role: Role },
  by: Author,
  at: Date,
): Promise<void> {
  await lockWorkspaces(tx, [workspace]);
  const { id } = await requireUser(tx, email);
  await tx.query('SELECT id FROM users WHERE id = $1 FOR SHARE', [id]);
  const user = await requireUser(tx, email);
  if (user.disabled_at)
    throw new ConfigError(`\`${user.email}\` is disabled; enable them first with \`querygate admin user enable\``);
  const known = await memberIn(tx, workspace, id);
  const before = known?.role;
  if (before === role && !known?.disabledAt && !known?.byGroups) return;
  if (before === 'owner' && role !== 'owner') await refuseLastOwner(tx, workspace, user);
  await closeVoidInvitations(tx, id, at);
  await tx.query(
    `INSERT INTO members (workspace_id, user_id, role) VALUES ($1, $2, $3)
       ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = excluded.role, by_groups = false, disabled_at = NULL`,
    [workspace, id, role],
  );
  await appendAudit(tx, workspace, [
    { at, type: 'member.set', ...by, details: { user: id, email: user.email, role, before } },
  ]);
}

/**
 * Removes a member, effective from their next request.
 * Raises ProblemError `workspace_not_found`, and ConfigError if the user is not a member, or is the last owner.
 */
export async function removeMember(
  ctx: Context,
  workspace: string,
  { email }: { readonly email: string },
  by: Author,
): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockWorkspaces(tx, [workspace]);
    const user = await requireUser(tx, email);
    const before = (await memberIn(tx, workspace, user.id))?.role;
    if (before === undefined)
      throw new ConfigError(
        `\`${user.email}\` is not a member of \`${workspace}\`; \`querygate admin member list\` lists the members`,
      );
    if (before === 'owner') await refuseLastOwner(tx, workspace, user);
    await tx.query('DELETE FROM members WHERE workspace_id = $1 AND user_id = $2', [workspace, user.id]);
    await appendAudit(tx, workspace, [
      { at, type: 'member.removed', ...by, details: { user: user.id, email: user.email, before } },
    ]);
  });
}

/** A member, when they were disabled in the workspace, and whether groups at the identity provider gave the role. */
export async function memberIn(
  tx: Queryable,
  workspace: string,
  user: string,
): Promise<{ readonly role: Role; readonly disabledAt: Date | null; readonly byGroups: boolean } | undefined> {
  const { rows } = await tx.query<{ role: Role; disabled_at: Date | null; by_groups: boolean }>(
    'SELECT role, disabled_at, by_groups FROM members WHERE workspace_id = $1 AND user_id = $2',
    [workspace, user],
  );
  const [row] = rows;
  return row && { role: row.role, disabledAt: row.disabled_at, byGroups: row.by_groups };
}

/**
 * Whether an owner other than the user can act. The workspace must be locked, so that two owners cannot be removed at
 * the same time.
 */
export async function hasOtherOwner(tx: Queryable, workspace: string, user: string): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT 1 FROM members m JOIN users u ON u.id = m.user_id
     WHERE m.workspace_id = $1 AND m.role = 'owner' AND u.id <> $2 AND m.disabled_at IS NULL AND u.disabled_at IS NULL
     LIMIT 1`,
    [workspace, user],
  );
  return rows.length > 0;
}

async function refuseLastOwner(
  tx: Queryable,
  workspace: string,
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  if (!(await hasOtherOwner(tx, workspace, user.id)))
    throw new ConfigError(`\`${user.email}\` is the last owner of \`${workspace}\`; make another user an owner first`);
}
