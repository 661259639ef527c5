import type { ApiScope, KeyState } from '../../contract/index.ts';
import type { Context, ReadContext } from '../context/types.ts';
import type { Database } from '../store/database.ts';
import { keyHash } from './key-hash.ts';
import { type KeyRow, scopesOf, stateOf } from './key-row.ts';
import { markExpired } from './mark-expired.ts';

/** The key of a request, with its current state; or the token of a CI job, which works wherever a key does. */
export interface KnownKey {
  /** `trust`: the token of a CI job. Then `id` is the trust, and `name` names the job too. */
  readonly kind: 'key' | 'trust';
  readonly id: string;
  readonly workspace: string;
  readonly name: string;
  readonly scopes: ReadonlySet<ApiScope>;
  readonly databaseId: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly state: KeyState;
}

/**
 * Looks a key up by its hash; undefined if there is none. It reads the store each time, so that a key that another
 * server just revoked is refused here too. Revoked and expired keys are returned as well: check `state`.
 */
export async function findKey(ctx: ReadContext, secret: string): Promise<KnownKey | undefined> {
  const { rows } = await ctx.db.query<Omit<KeyRow, 'hash_prefix'>>(
    'SELECT id, workspace_id, name, scopes, database_id, expires_at, expired_at, revoked_at FROM api_keys WHERE key_hash = $1',
    [keyHash(secret)],
  );
  const [row] = rows;
  if (!row) return undefined;
  const now = ctx.now();
  await markExpired(ctx.db, [row], now);
  return {
    kind: 'key',
    id: row.id,
    workspace: row.workspace_id,
    name: row.name,
    scopes: new Set(scopesOf(row)),
    databaseId: row.database_id ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    state: stateOf(row, now),
  };
}

const MINUTE = 60_000;
/** Maximum remembered ids. Above it, entries older than a minute are evicted, then all. */
const MAX_REMEMBERED = 10_000;

/** When this process last updated each key, by store. */
const written = new WeakMap<Database, Map<string, number>>();

/** Records that a key was used. Writes at most once a minute per key, across all servers. */
export async function touchKey(ctx: Context, key: Pick<KnownKey, 'id'>): Promise<void> {
  const now = ctx.now();
  const at = now.getTime();
  const mine = written.get(ctx.db) ?? new Map<string, number>();
  written.set(ctx.db, mine);
  const last = mine.get(key.id);
  if (last !== undefined && Math.abs(at - last) < MINUTE) return;
  if (mine.size >= MAX_REMEMBERED) forget(mine, at);
  mine.set(key.id, at);
  try {
    await ctx.db.query(
      'UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)',
      [key.id, now, new Date(at - MINUTE)],
    );
  } catch (error) {
    mine.delete(key.id);
    throw error;
  }
}

function forget(mine: Map<string, number>, at: number): void {
  for (const [id, last] of mine) if (Math.abs(at - last) >= MINUTE) mine.delete(id);
  if (mine.size >= MAX_REMEMBERED) mine.clear();
}
