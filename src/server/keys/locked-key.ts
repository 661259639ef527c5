import type { Author } from '../context/types.ts';
import { noWorkspace, ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { KEY_COLUMNS, type KeyRow } from './key-row.ts';

/**
 * Locks workspaces, in the order of their ids, until the transaction ends. Every change of keys or members locks first,
 * so changes are serialised. The audit trail needs the same lock anyway. Raises ProblemError `workspace_not_found`.
 */
export async function lockWorkspaces(tx: Queryable, workspaces: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM workspaces WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE',
    [workspaces],
  );
  const known = new Set(rows.map(({ id }) => id));
  const missing = workspaces.find((id) => !known.has(id));
  if (missing !== undefined) throw noWorkspace(missing);
}

/** Locks a workspace, then checks that the author still has the permission to change it. Raises ProblemError. */
export async function lockWorkspaceFor(tx: Queryable, workspace: string, by: Author): Promise<void> {
  await lockWorkspaces(tx, [workspace]);
  await by.reauthorize?.(tx);
}

/** Reads a key of the workspace. Raises ProblemError `key_not_found`, also for a key of another workspace. */
export async function keyOf(tx: Queryable, workspace: string, id: string): Promise<KeyRow> {
  const { rows } = await tx.query<KeyRow>(`SELECT ${KEY_COLUMNS} FROM api_keys WHERE id = $1 AND workspace_id = $2`, [
    id,
    workspace,
  ]);
  const [row] = rows;
  if (!row)
    throw new ProblemError(
      'key_not_found',
      `the workspace has no API key \`${id}\`; \`querygate admin keys list\` shows its keys`,
    );
  return row;
}

/** Revokes keys that are not revoked yet. */
export async function setRevoked(tx: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await tx.query('UPDATE api_keys SET revoked_at = $2 WHERE id = ANY ($1::text[]) AND revoked_at IS NULL', [ids, now]);
}
