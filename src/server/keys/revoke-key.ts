import type { ApiKey } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { toApiKey } from './key-row.ts';
import { keyOf, lockWorkspaceFor, setRevoked } from './locked-key.ts';

/**
 * Revokes a key immediately and permanently: when this returns, no server accepts it. A key that is already revoked
 * stays as it is. Revoking the new key of a pending rotation ends the rotation; revoking the old key leaves the new one
 * as a normal key.
 * Raises ProblemError `key_not_found`.
 */
export async function revokeKey(ctx: Context, workspace: string, id: string, by: Author): Promise<ApiKey> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, workspace, by);
    const row = await keyOf(tx, workspace, id);
    if (row.revoked_at) return toApiKey(row, undefined, now);
    await setRevoked(tx, [id], now);
    await appendAudit(tx, workspace, [
      { at: now, type: 'key.revoked', ...by, details: { key: row.id, name: row.name } },
    ]);
    return toApiKey({ ...row, revoked_at: now }, undefined, now);
  });
}
