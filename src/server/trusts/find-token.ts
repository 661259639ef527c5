import type { ReadContext } from '../context/types.ts';
import type { KnownKey } from '../keys/find-key.ts';
import { keyHash } from '../keys/key-hash.ts';
import { trustScopesOf } from './trust-row.ts';

interface Row {
  readonly trust_id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_at: Date;
}

/**
 * Looks the token of a CI job up by its hash; undefined if there is none, it has expired, or its trust was removed. It
 * reads the store each time, like the lookup of a key.
 */
export async function findToken({ db, now }: ReadContext, token: string): Promise<KnownKey | undefined> {
  const { rows } = await db.query<Row>(
    `SELECT c.trust_id, t.workspace_id, c.name, c.scopes, c.expires_at
     FROM ci_tokens c JOIN trusts t ON t.id = c.trust_id
     WHERE c.token_hash = $1 AND c.expires_at > $2 AND t.removed_at IS NULL`,
    [keyHash(token), now()],
  );
  const [row] = rows;
  return (
    row && {
      kind: 'trust',
      id: row.trust_id,
      workspace: row.workspace_id,
      name: row.name,
      scopes: new Set(trustScopesOf(row)),
      databaseId: undefined,
      expiresAt: row.expires_at,
      state: 'active',
    }
  );
}
