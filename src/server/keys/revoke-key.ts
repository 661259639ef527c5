import type { ApiKey } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { toApiKey } from './key-row.ts';
import { keyOf, lockWorkspaceFor, setRevoked } from './locked-key.ts';

/**
 * Revokes a key, at once and for ever: when this returns, no server takes it any more. One that is revoked already stays as it
 * is. A pending rotation ends where the new key is revoked; where the old one is, the new one stays as a key like any other.
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
