import type { Queryable } from '../store/database.ts';
import type { PendingRotation } from './key-row.ts';

/**
 * The rotations of keys that have begun and are not confirmed, by the id of the key. A rotation is pending while a key that
 * was made in its place is active. Where such a key is not active any more, the one that was made in *its* place counts: so
 * a new key that is itself rotated before the old one is confirmed hands the rotation on, and one that is revoked ends it.
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
         k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2) AS active
       FROM api_keys k WHERE k.rotates = ANY ($1::text[])
       UNION ALL
       SELECT line.old, k.id, k.created_at, line.depth + 1,
         k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
       FROM line JOIN api_keys k ON k.rotates = line.id WHERE NOT line.active
     )
     SELECT DISTINCT ON (line.old) line.old, line.id, line.created_at
     FROM line JOIN api_keys o ON o.id = line.old
     WHERE line.active AND o.revoked_at IS NULL
     ORDER BY line.old, line.depth, line.created_at DESC, line.id`,
    [ids, now],
  );
  return new Map(rows.map(({ old, id, created_at }) => [old, { newKey: id, begunAt: created_at.toISOString() }]));
}
