import { randomUUID } from 'node:crypto';
import type { Actor } from '../../contract/index.ts';
import { ConfigError } from '../../model/index.ts';
import { appendAudit, type NewEntry } from '../audit/append.ts';
import type { Context } from '../context/types.ts';
import { lockWorkspaces } from '../keys/locked-key.ts';
import type { Queryable, Transaction } from '../store/database.ts';
import { type Revocations, readRevocationsFile } from './revocations.ts';

/**
 * What the first start on a restored store does: it revokes what the list in a file has, or everything; or the operator
 * states that the store was moved, and that nothing was revoked since.
 */
export type AfterRestore = { readonly list: string } | 'revoke-all' | 'moved';

interface IdentityRow {
  readonly id: string;
  readonly place: string;
}

const ACTOR: Actor = { kind: 'service', id: undefined, name: 'restore' };

/**
 * Compares where the store is with where it was, and makes a restored one safe: a backup would let keys work again that
 * were revoked since. Returns the id of the store. Raises ConfigError if the store was restored, and `after` is missing
 * or does not fit it.
 */
export async function checkRestored(ctx: Context, place: string, after: AfterRestore | undefined): Promise<string> {
  const list = typeof after === 'object' ? await readRevocationsFile(after.list) : undefined;
  return ctx.db.transaction(async (tx) => {
    await tx.query(`INSERT INTO store_identity (id, place) VALUES ($1, $2) ON CONFLICT (singleton) DO NOTHING`, [
      randomUUID(),
      place,
    ]);
    const { rows } = await tx.query<IdentityRow>('SELECT id, place FROM store_identity FOR UPDATE');
    const { id, place: former } = rows[0] as IdentityRow;
    if (former === place) return id;
    if (after === undefined) throw restored();
    if (list) await checkList(tx, list, id);
    await revoke(tx, ctx.now(), after === 'moved' ? 'nothing' : (list ?? 'all'));
    await tx.query('UPDATE store_identity SET place = $1', [place]);
    return id;
  });
}

function restored(): ConfigError {
  return new ConfigError(
    'the store was restored from a backup, or copied: keys that were revoked since would work again; start once with `--after-restore <file>` and the list that `--revocations` wrote, or with `--after-restore revoke-all`; if it was only moved and nothing was revoked since, with `--after-restore moved`',
  );
}

/** A list of another store, or one that is older than the backup, would leave keys out. Raises ConfigError. */
async function checkList(tx: Queryable, { store, at }: Revocations, id: string): Promise<void> {
  if (store !== id) throw new ConfigError('the list of revocations is of another store; give the one of this store');
  const { rows } = await tx.query<{ at: Date | null }>(
    `SELECT max(last.at) AS at FROM workspaces w
     CROSS JOIN LATERAL (
       (SELECT e.at FROM audit_events e WHERE e.workspace_id = w.id ORDER BY e.sequence DESC LIMIT 1)
       UNION ALL
       (SELECT t.at FROM traffic_entries t WHERE t.workspace_id = w.id ORDER BY t.sequence DESC LIMIT 1)
     ) AS last`,
  );
  const newest = rows[0]?.at;
  if (newest && newest.getTime() > Date.parse(at))
    throw new ConfigError(
      `the list of revocations ends at ${at}, before the last entry of the backup (${newest.toISOString()}): what was revoked since is not known; give a newer list, or use \`--after-restore revoke-all\``,
    );
}

/** Ends all sessions and tokens, and revokes what the list has. */
async function revoke(tx: Transaction, now: Date, what: Revocations | 'all' | 'nothing'): Promise<void> {
  const { rows: workspaces } = await tx.query<{ id: string }>('SELECT id FROM workspaces ORDER BY id');
  await lockWorkspaces(
    tx,
    workspaces.map(({ id }) => id),
  );
  const { keys, expired, trusts, users } =
    what === 'nothing' ? NOTHING : what === 'all' ? { ...NOTHING, keys: undefined, trusts: undefined } : what;
  const revoked = await ended(
    tx,
    `UPDATE api_keys SET revoked_at = $1 WHERE revoked_at IS NULL AND ($2::text[] IS NULL OR id = ANY ($2::text[]))
     RETURNING id, name, workspace_id`,
    [now, keys ?? null],
  );
  await tx.query('UPDATE api_keys SET expired_at = $1 WHERE expired_at IS NULL AND id = ANY ($2::text[])', [
    now,
    expired,
  ]);
  const removed = await ended(
    tx,
    `UPDATE trusts SET removed_at = $1 WHERE removed_at IS NULL AND ($2::text[] IS NULL OR id = ANY ($2::text[]))
     RETURNING id, name, workspace_id`,
    [now, trusts ?? null],
  );
  const { count: disabled } = await tx.query(
    'UPDATE users SET disabled_at = $1 WHERE disabled_at IS NULL AND id = ANY ($2::text[])',
    [now, users],
  );
  if (what !== 'nothing') {
    await tx.query('DELETE FROM ci_tokens');
    await tx.query('DELETE FROM sessions');
  }
  for (const { id: workspace } of workspaces) {
    const here = (each: Ended) => each.workspace_id === workspace;
    const entry = (type: 'key.revoked' | 'trust.removed', details: object): NewEntry => ({
      ...{ at: now, type, actor: ACTOR, details: { ...details, reason: 'restored' } },
    });
    const own = revoked.filter(here);
    await appendAudit(tx, workspace, [
      ...own.map(({ id, name }) => entry('key.revoked', { key: id, name })),
      ...removed.filter(here).map(({ id, name }) => entry('trust.removed', { trust: id, name })),
      {
        ...{ at: now, type: 'store.restored', actor: ACTOR },
        details: {
          revoked: typeof what === 'string' ? what : 'list',
          ...(typeof what === 'object' && { listAt: what.at }),
          keys: own.length,
          users: disabled,
        },
      },
    ]);
  }
}

const NOTHING: Pick<Revocations, 'keys' | 'expired' | 'trusts' | 'users'> = {
  keys: [],
  expired: [],
  trusts: [],
  users: [],
};

interface Ended {
  readonly id: string;
  readonly name: string;
  readonly workspace_id: string;
}

async function ended(tx: Queryable, sql: string, parameters: readonly unknown[]): Promise<readonly Ended[]> {
  const { rows } = await tx.query<Ended>(sql, parameters);
  return rows;
}
