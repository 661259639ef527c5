import { LIMITS, type Role, type WorkspaceMember } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { lockWorkspaceFor, lockWorkspaces } from '../keys/locked-key.ts';
import { ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { hasOtherOwner, memberIn } from './members.ts';
import { closeVoidInvitations } from './pending-invitations.ts';
import { membershipsOf } from './users.ts';

interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly disabled: boolean;
  readonly account_disabled: boolean;
  readonly by_groups: boolean;
}

const COLUMNS = `u.id, u.email, u.name, m.role, m.disabled_at IS NOT NULL AS disabled,
  u.disabled_at IS NOT NULL AS account_disabled, m.by_groups`;

/** Lists the members of a workspace by e-mail address. Raises ProblemError for a bad cursor. */
export async function pageMembers(
  { db }: Context,
  workspace: string,
  {
    cursor,
    limit = LIMITS.defaultPageItems,
  }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<{ readonly items: WorkspaceMember[]; readonly next: string | undefined }> {
  const { rows } = await db.query<MemberRow>(
    `SELECT ${COLUMNS} FROM members m JOIN users u ON u.id = m.user_id
     WHERE m.workspace_id = $1 AND ($2::text IS NULL OR lower(u.email) > $2)
     ORDER BY lower(u.email) LIMIT $3`,
    [workspace, cursor === undefined ? null : Buffer.from(cursor, 'base64url').toString(), limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last ? await cursorOf(db, last.email) : undefined;
  return { items: shown.map(toMember), next };
}

/** In the store's own lower case, which decides the order. */
async function cursorOf(db: Queryable, email: string): Promise<string> {
  const { rows } = await db.query<{ lower: string }>('SELECT lower($1) AS lower', [email]);
  return Buffer.from(rows[0]?.lower ?? '').toString('base64url');
}

/**
 * Changes the role of a member, or disables or enables them in the workspace, effective from their next request. Only
 * owners change owners, and make members owners. Groups at the identity provider no longer change a role that is set here.
 * Raises ProblemError `member_not_found`, `owner_needed`, `last_owner`.
 */
export async function changeMember(
  ctx: Context,
  workspace: string,
  user: string,
  change: { readonly role?: Role | undefined; readonly disabled?: boolean | undefined },
  by: Author,
): Promise<WorkspaceMember> {
  const at = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { email, role: before, disabledAt, byGroups } = await lockedMember(tx, workspace, user, by);
    const role = change.role ?? before;
    const keepsGroups = byGroups && change.role === undefined;
    const disabled = change.disabled ?? disabledAt !== null;
    if (before === 'owner' || role === 'owner') await requireOwner(tx, workspace, by);
    if (before === 'owner' && (role !== 'owner' || disabled)) await refuseLastOwner(tx, workspace, user);
    await closeVoidInvitations(tx, user, at);
    await tx.query(
      'UPDATE members SET role = $3, disabled_at = $4, by_groups = $5 WHERE workspace_id = $1 AND user_id = $2',
      [workspace, user, role, disabled ? (disabledAt ?? at) : null, keepsGroups],
    );
    const entries = [];
    if (role !== before || keepsGroups !== byGroups)
      entries.push({ at, type: 'member.set', ...by, details: { user, email, role, before } } as const);
    if (disabled !== (disabledAt !== null))
      entries.push({
        at,
        type: disabled ? 'member.disabled' : 'member.enabled',
        ...by,
        details: { user, email, role },
      } as const);
    await appendAudit(tx, workspace, entries);
    const { rows } = await tx.query<MemberRow>(
      `SELECT ${COLUMNS} FROM members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1 AND u.id = $2`,
      [workspace, user],
    );
    const [row] = rows;
    if (!row) throw memberNotFound();
    return toMember(row);
  });
}

/**
 * Removes a member, effective from their next request. Raises ProblemError `member_not_found`, `owner_needed`,
 * `last_owner`.
 */
export async function dropMember(ctx: Context, workspace: string, user: string, by: Author): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const { email, role: before } = await lockedMember(tx, workspace, user, by);
    if (before === 'owner') {
      await requireOwner(tx, workspace, by);
      await refuseLastOwner(tx, workspace, user);
    }
    await tx.query('DELETE FROM members WHERE workspace_id = $1 AND user_id = $2', [workspace, user]);
    await appendAudit(tx, workspace, [{ at, type: 'member.removed', ...by, details: { user, email, before } }]);
  });
}

/**
 * Ends all sessions of a member, and returns how many. The other workspaces of the member record it too, without
 * naming who did it.
 * Raises ProblemError `member_not_found`.
 */
export async function revokeMemberSessions(ctx: Context, workspace: string, user: string, by: Author): Promise<number> {
  const at = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const others = (await membershipsOf(tx, { id: user })).map(({ id }) => id).filter((id) => id !== workspace);
    await lockWorkspaces(tx, [workspace, ...others]);
    const { email } = await lockedMember(tx, workspace, user, by);
    const { count } = await tx.query('DELETE FROM sessions WHERE user_id = $1', [user]);
    const details = { user, email, sessions: count };
    await appendAudit(tx, workspace, [{ at, type: 'session.ended', ...by, details }]);
    const service = { kind: 'service', id: undefined, name: 'querygate' } as const;
    for (const other of others)
      await appendAudit(tx, other, [
        {
          at,
          type: 'session.ended',
          actor: service,
          requestId: by.requestId,
          details: { ...details, reason: 'ended by an owner of another workspace' },
        },
      ]);
    return count;
  });
}

/** Raises ProblemError `owner_needed` unless the author is an owner, or an administrator of the service. */
export async function requireOwner(tx: Queryable, workspace: string, { actor }: Author): Promise<void> {
  if (actor.kind === 'admin') return;
  const known = actor.id === undefined ? undefined : await memberIn(tx, workspace, actor.id);
  if (known?.role !== 'owner' || known.disabledAt)
    throw new ProblemError('owner_needed', 'only an owner can make, change, invite or remove owners');
}

/** Locks the workspace, checks the author's permission, and reads the member. */
async function lockedMember(tx: Queryable, workspace: string, user: string, by: Author) {
  await lockWorkspaceFor(tx, workspace, by);
  const known = await memberIn(tx, workspace, user);
  const { rows } = await tx.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [user]);
  const [row] = rows;
  if (!known || !row) throw memberNotFound();
  return { ...known, email: row.email };
}

async function refuseLastOwner(tx: Queryable, workspace: string, user: string): Promise<void> {
  if (!(await hasOtherOwner(tx, workspace, user)))
    throw new ProblemError('last_owner', 'a workspace always keeps an owner; make another member an owner first');
}

function memberNotFound(): ProblemError {
  return new ProblemError('member_not_found', 'the workspace has no such member');
}

function toMember({ id, email, name, role, disabled, account_disabled, by_groups }: MemberRow): WorkspaceMember {
  return { user: { id, email, name }, role, disabled, accountDisabled: account_disabled, byGroups: by_groups };
}
