import type { Context } from '../context/types.ts';
import type { Database } from '../store/database.ts';
import type { KnownKey } from './find-key.ts';
import { keyHash } from './key-hash.ts';

/** Milliseconds after which a key is looked up again, so that refusals that record nothing follow a revocation too. */
const FRESH_MS = 5_000;
const MAX_KEYS = 10_000;

interface Entry {
  readonly key: KnownKey;
  readonly at: number;
}

/** By store, then by hash of the secret; the oldest first. */
const STORES = new WeakMap<Database, Map<string, Entry>>();

/**
 * A key that was active a moment ago. Only for calls whose record is written together with a check of the key
 * (queries/check-records.ts): another server may have revoked it since.
 */
export function rememberedKey({ db, now }: Pick<Context, 'db' | 'now'>, secret: string): KnownKey | undefined {
  const hash = markOf(secret);
  const entry = STORES.get(db)?.get(hash);
  if (!entry) return undefined;
  const at = now();
  const isFresh = Math.abs(at.getTime() - entry.at) < FRESH_MS;
  if (isFresh && !(entry.key.expiresAt && entry.key.expiresAt <= at)) return entry.key;
  STORES.get(db)?.delete(hash);
  return undefined;
}

/** Remembers an active key. */
export function rememberKey({ db, now }: Pick<Context, 'db' | 'now'>, secret: string, key: KnownKey): void {
  const keys = STORES.get(db) ?? new Map<string, Entry>();
  STORES.set(db, keys);
  const hash = markOf(secret);
  keys.delete(hash);
  keys.set(hash, { key, at: now().getTime() });
  if (keys.size <= MAX_KEYS) return;
  const [oldest] = keys.keys();
  if (oldest !== undefined) keys.delete(oldest);
}

/** Forgets a key that was refused. */
export function forgetKey({ db }: Pick<Context, 'db'>, secret: string): void {
  STORES.get(db)?.delete(markOf(secret));
}

function markOf(secret: string): string {
  return Buffer.from(keyHash(secret)).toString('base64');
}
