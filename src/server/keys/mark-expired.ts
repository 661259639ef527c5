import type { Queryable } from '../store/database.ts';
import { type KeyRow, stateOf } from './key-row.ts';

/** Stores which of the keys have expired, so that they stay expired if the clock goes back. */
export async function markExpired(
  db: Queryable,
  rows: readonly Pick<KeyRow, 'id' | 'revoked_at' | 'expires_at' | 'expired_at'>[],
  now: Date,
): Promise<void> {
  const ids = rows.filter((row) => !row.expired_at && stateOf(row, now) === 'expired').map(({ id }) => id);
  if (ids.length === 0) return;
  // The key is refused in any case. If this fails, the next request with it or the next sweep stores it.
  await db
    .query('UPDATE api_keys SET expired_at = $2 WHERE id = ANY ($1::text[]) AND expired_at IS NULL', [ids, now])
    .catch(() => undefined);
}

/** The same for all keys. */
export async function markAllExpired(db: Queryable, now: Date): Promise<void> {
  await db.query('UPDATE api_keys SET expired_at = $1 WHERE expired_at IS NULL AND expires_at <= $1', [now]);
}
