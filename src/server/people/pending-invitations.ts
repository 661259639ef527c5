import type { Queryable } from '../store/database.ts';

/**
 * Pending at the time `$2`. An invitation of a user who could no longer make it (removed, disabled, or with another
 * role) is void: otherwise a removed user could come back through it.
 */
export const PENDING = `i.closed_at IS NULL AND i.expires_at > $2 AND (i.created_by->>'kind' <> 'user' OR EXISTS (
  SELECT FROM members m JOIN users u ON u.id = m.user_id
  WHERE m.workspace_id = i.workspace_id AND m.user_id = i.created_by->>'id'
    AND m.disabled_at IS NULL AND u.disabled_at IS NULL
    AND (m.role = 'owner' OR (m.role = 'admin' AND i.role <> 'owner'))))`;

/**
 * Revokes the invitations of a user that are void. Called before the user gets a role or is enabled, because a void
 * invitation must not become valid again.
 */
export async function closeVoidInvitations(tx: Queryable, user: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE invitations i SET closed_at = $2
     WHERE i.created_by->>'kind' = 'user' AND i.created_by->>'id' = $1 AND i.closed_at IS NULL AND NOT (${PENDING})`,
    [user, at],
  );
}
