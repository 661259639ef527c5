import type { ApiKey } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import type { Queryable } from '../store/database.ts';
import { toApiKey } from './key-row.ts';
import { keyOf, lockWorkspaceFor, setRevoked } from './locked-key.ts';
import { pendingRotations } from './pending-rotations.ts';

/**
 * Revokes a key immediately and permanently: when this returns, no server accepts it. A key that is already revoked
 * stays as it is. Revoking the new key of a pending rotation cancels the rotation, which the audit entry says; revoking the old key leaves the new one
 * as a normal key.
 * Raises ProblemError `key_not_found`.
 */
export async function revokeKey(ctx: Context, workspace: string, id: string, by: Author): Promise<ApiKey> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, workspace, by);
    const row = await keyOf(tx, workspace, id);
    if (row.revoked_at) return toApiKey(row, undefined, now);
    const ended = await rotationsTo(tx, row.id, now);
    await setRevoked(tx, [id], now);
    // Both keys of a rotation have the same name.
    const details = { key: row.id, name: row.name, ...(ended.length > 0 && { canceledRotationOf: ended[0] }) };
    await appendAudit(tx, workspace, [{ at: now, type: 'key.revoked', ...by, details }]);
    return toApiKey({ ...row, revoked_at: now }, undefined, now);
  });
}

/** The old keys of the pending rotations to a key; that of the first rotation of a line comes first. */
async function rotationsTo(tx: Queryable, id: string, now: Date): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `WITH RECURSIVE line AS (
       SELECT rotates AS id, 1 AS depth FROM api_keys WHERE id = $1
       UNION ALL
       SELECT k.rotates, line.depth + 1 FROM line JOIN api_keys k ON k.id = line.id
     )
     SELECT id FROM line WHERE id IS NOT NULL ORDER BY depth DESC`,
    [id],
  );
  const before = rows.map((row) => row.id);
  const pending = await pendingRotations(tx, before, now);
  return before.filter((old) => pending.get(old)?.newKey === id);
}
