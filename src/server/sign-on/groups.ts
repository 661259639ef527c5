import { ROLES, type Role } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import { hasOtherOwner } from '../people/members.ts';
import { closeVoidInvitations } from '../people/pending-invitations.ts';
import type { Queryable } from '../store/database.ts';
import type { GroupRole, SignOnSettings } from './settings.ts';

/** The highest role that groups give in each workspace. */
export function rolesOf(mapping: readonly GroupRole[], groups: readonly string[]): ReadonlyMap<string, Role> {
  const found = new Map<string, Role>();
  for (const { group, workspace, role } of mapping) {
    const before = found.get(workspace);
    if (groups.includes(group) && (before === undefined || ROLES.indexOf(role) < ROLES.indexOf(before)))
      found.set(workspace, role);
  }
  return found;
}

/** The user whose groups were read. */
export interface GroupMember {
  readonly id: string;
  readonly email: string;
}

/**
 * Gives a user the roles of their groups, and takes those away that groups gave before and no longer give. Roles that
 * users gave, and members that users disabled, stay as they are. The last owner of a workspace stays owner. The
 * workspaces must be locked.
 */
export async function applyGroups(
  tx: Queryable,
  roles: ReadonlyMap<string, Role>,
  { id: user, email }: GroupMember,
  { at, requestId }: { readonly at: Date; readonly requestId: string | undefined },
): Promise<void> {
  const { rows } = await tx.query<{
    workspace_id: string;
    role: Role | null;
    by_groups: boolean | null;
    disabled_at: Date | null;
  }>(
    `SELECT w.id AS workspace_id, m.role, m.by_groups, m.disabled_at
     FROM workspaces w LEFT JOIN members m ON m.workspace_id = w.id AND m.user_id = $1
     WHERE w.id = ANY ($2::text[]) OR m.by_groups ORDER BY w.id`,
    [user, [...roles.keys()]],
  );
  const by = { actor: { kind: 'service', id: undefined, name: 'querygate' }, requestId } as const;
  for (const { workspace_id: workspace, role, by_groups, disabled_at } of rows) {
    const before = role ?? undefined;
    const given = roles.get(workspace);
    if (given === before || disabled_at || (before !== undefined && !by_groups)) continue;
    if (before === 'owner' && !(await hasOtherOwner(tx, workspace, user))) continue;
    if (given === undefined) {
      await tx.query('DELETE FROM members WHERE workspace_id = $1 AND user_id = $2', [workspace, user]);
      const details = { user, email, before, from: 'groups' };
      await appendAudit(tx, workspace, [{ at, type: 'member.removed', ...by, details }]);
      continue;
    }
    await closeVoidInvitations(tx, user, at);
    await tx.query(
      `INSERT INTO members (workspace_id, user_id, role, by_groups) VALUES ($1, $2, $3, true)
       ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = excluded.role`,
      [workspace, user, given],
    );
    const details = { user, email, role: given, before, from: 'groups' };
    await appendAudit(tx, workspace, [{ at, type: 'member.set', ...by, details }]);
  }
}

/** Those of the workspaces that exist. */
export async function existingOf(tx: Queryable, workspaces: Iterable<string>): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM workspaces WHERE id = ANY ($1::text[]) ORDER BY id', [
    [...new Set(workspaces)],
  ]);
  return rows.map(({ id }) => id);
}

/** Workspaces that the settings name but that do not exist. Their groups give no role. */
export async function unknownWorkspaces(
  tx: Queryable,
  { roles, defaultRole }: Pick<SignOnSettings, 'roles' | 'defaultRole'>,
): Promise<readonly string[]> {
  const named = [...new Set([...roles, ...(defaultRole ? [defaultRole] : [])].map(({ workspace }) => workspace))];
  const known = await existingOf(tx, named);
  return named.filter((workspace) => !known.includes(workspace));
}
