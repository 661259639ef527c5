import type { Actor, ApiScope } from '../../contract/index.ts';
import { generateApiKey } from '../../contract/index.ts';
import { newId } from '../context/ids.ts';
import type { Queryable } from '../store/database.ts';
import { keyHash } from './key-hash.ts';
import { expiryOf, type KeyRow } from './key-row.ts';

export interface NewKey {
  readonly row: KeyRow;
  /** The key itself; it is returned to the caller once and stored nowhere. */
  readonly secret: string;
}

/** A key that is not stored yet. */
export function newKey(
  settings: {
    readonly workspace: string;
    readonly name: string;
    readonly scopes: readonly ApiScope[];
    readonly ttlDays: number | null;
    readonly databaseId: string | null;
    readonly rotates: string | null;
  },
  actor: Actor,
  now: Date,
): NewKey {
  const secret = generateApiKey();
  return {
    secret,
    row: {
      id: newId('key'),
      hash_prefix: Buffer.from(keyHash(secret)).toString('hex').slice(0, 8),
      workspace_id: settings.workspace,
      name: settings.name,
      scopes: settings.scopes,
      database_id: settings.databaseId,
      ttl_days: settings.ttlDays,
      created_at: now,
      created_by: actor,
      expires_at: expiryOf(now, settings.ttlDays),
      expired_at: null,
      last_used_at: null,
      revoked_at: null,
      rotates: settings.rotates,
    },
  };
}

/** Stores new keys; of each secret only the hash. */
export async function insertKeys(tx: Queryable, keys: readonly NewKey[]): Promise<void> {
  for (const { row, secret } of keys)
    await tx.query(
      `INSERT INTO api_keys (id, workspace_id, name, key_hash, scopes, database_id, ttl_days, created_at, created_by,
         expires_at, rotates)
       VALUES ($1, $2, $3, $4, $5::text[], $6, $7, $8, $9::jsonb, $10, $11)`,
      [
        row.id,
        row.workspace_id,
        row.name,
        keyHash(secret),
        row.scopes,
        row.database_id,
        row.ttl_days,
        row.created_at,
        JSON.stringify(row.created_by),
        row.expires_at,
        row.rotates,
      ],
    );
}
