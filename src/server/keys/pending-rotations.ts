import type { Queryable } from '../store/database.ts';
import type { PendingRotation } from './key-row.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The pending rotations (started and not confirmed) by the id of the old key. A rotation is pending while its
 * replacement key is active. If the replacement is no longer active, *its* replacement counts: rotating the new key
 * before the old one is confirmed carries the rotation on, and revoking the new key ends it.
 */
export async function pendingRotations(
  tx: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, PendingRotation>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ old: string; id: string; created_at: Date }>(
    `WITH RECURSIVE line AS (
       SELECT k.rotates AS old, k.id, k.created_at, 1 AS depth,
         k.revoked_at IS NULL AND k.expired_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2) AS active
       FROM api_keys k WHERE k.rotates = ANY ($1::text[])
       UNION ALL
       SELECT line.old, k.id, k.created_at, line.depth + 1,
         k.revoked_at IS NULL AND k.expired_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
       FROM line JOIN api_keys k ON k.rotates = line.id WHERE NOT line.active
     )
     SELECT DISTINCT ON (line.old) line.old, line.id, line.created_at
     FROM line JOIN api_keys o ON o.id = line.old
     WHERE line.active AND o.revoked_at IS NULL
     ORDER BY line.old, line.depth, line.created_at DESC, line.id`,
    [ids, now],
  );
  return new Map(
    rows.map(({ old, id, created_at: createdAt }) => {
      const ageDays = Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / DAY_MS));
      return [old, { newKey: id, begunAt: createdAt.toISOString(), ageDays }];
    }),
  );
}
