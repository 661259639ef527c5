import type { ApiScope, KeyState } from '../../contract/index.ts';
import type { Context, ReadContext } from '../context/types.ts';
import type { Database } from '../store/database.ts';
import { type KeyRow, keyHash, scopesOf, stateOf } from './key-row.ts';

/** A key that came with a request, as it stands at this moment. */
export interface KnownKey {
  readonly id: string;
  readonly workspace: string;
  readonly name: string;
  readonly scopes: ReadonlySet<ApiScope>;
  readonly databaseId: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly state: KeyState;
}

/**
 * Looks a key up by its hash; undefined where there is none. It asks the store each time: a key that another server revoked a
 * moment ago must not be taken here. A key that is revoked or has expired is found too, and its state tells.
 */
export async function findKey(ctx: ReadContext, secret: string): Promise<KnownKey | undefined> {
  const { rows } = await ctx.db.query<KeyRow>(
    'SELECT id, workspace_id, name, scopes, database_id, expires_at, revoked_at FROM api_keys WHERE key_hash = $1',
    [keyHash(secret)],
  );
  const [row] = rows;
  if (!row) return undefined;
  return {
    id: row.id,
    workspace: row.workspace_id,
    name: row.name,
    scopes: new Set(scopesOf(row)),
    databaseId: row.database_id ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    state: stateOf(row, ctx.now()),
  };
}

const MINUTE = 60_000;
/** Ids that are remembered; beyond, those whose minute is over are forgotten, and then all. */
const REMEMBERED = 10_000;

/** When this process last wrote of which key, by store. */
const written = new WeakMap<Database, Map<string, number>>();

/** Notes that a key was used. It writes at most once a minute for each key, whatever number of servers there is. */
export async function touchKey(ctx: Context, key: Pick<KnownKey, 'id'>): Promise<void> {
  const now = ctx.now();
  const at = now.getTime();
  const mine = written.get(ctx.db) ?? new Map<string, number>();
  written.set(ctx.db, mine);
  const last = mine.get(key.id);
  if (last !== undefined && Math.abs(at - last) < MINUTE) return;
  if (mine.size >= REMEMBERED) forget(mine, at);
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
  if (mine.size >= REMEMBERED) mine.clear();
}
