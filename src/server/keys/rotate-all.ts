import type { ApiKey, ApiScope } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import type { Queryable } from '../store/database.ts';
import { KEY_COLUMNS, type KeyRow, madeBy, toApiKey } from './key-row.ts';
import { lockWorkspaces, setRevoked } from './locked-key.ts';
import { insertKeys } from './new-keys.ts';
import { pendingRotations } from './pending-rotations.ts';
import { rotationConfirmed, rotationStarted, successorOf } from './rotate-key.ts';

/** A key that replaces one or more others. */
export interface RotatedKey {
  readonly key: ApiKey;
  /** Shown only once. */
  readonly secret: string;
  /** Ids of the replaced keys: the rotated one, and those whose pending rotation led to it. */
  readonly replaces: readonly string[];
}

/** Which keys are rotated: those with the scope, and made by the actor, that are given. */
export interface RotatedKeys {
  readonly scope?: ApiScope | undefined;
  /** Id, e-mail address or login name. */
  readonly createdBy?: string | undefined;
  readonly atOnce?: boolean | undefined;
}

/**
 * Rotates every active key with a scope, of one workspace or of all, in one transaction: all or none. Of keys in a
 * pending rotation, the newest is rotated, since a person who saw the old key may have seen the new one too. With
 * `atOnce`, all replaced keys are revoked immediately; otherwise each rotation has to be confirmed.
 * Raises ProblemError `workspace_not_found`.
 */
export async function rotateAll(
  ctx: Context,
  options: {
    readonly workspace?: string | undefined;
  } & RotatedKeys,
  by: Author,
): Promise<readonly RotatedKey[]> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const workspaces = options.workspace === undefined ? await allWorkspaces(tx) : [options.workspace];
    await lockWorkspaces(tx, workspaces);
    await by.reauthorize?.(tx);
    const made: RotatedKey[] = [];
    for (const workspace of workspaces) made.push(...(await rotateWorkspace(tx, workspace, options, by, now)));
    return made;
  });
}

async function rotateWorkspace(
  tx: Queryable,
  workspace: string,
  { scope, createdBy, atOnce = false }: RotatedKeys,
  by: Author,
  now: Date,
): Promise<readonly RotatedKey[]> {
  const { rows } = await tx.query<KeyRow>(
    `SELECT ${KEY_COLUMNS} FROM api_keys
     WHERE workspace_id = $1 AND ($2::text IS NULL OR $2 = ANY (scopes)) AND ($4::text IS NULL OR ${madeBy('$4')})
       AND revoked_at IS NULL AND expired_at IS NULL
       AND (expires_at IS NULL OR expires_at > $3)
     ORDER BY created_at, id`,
    [workspace, scope ?? null, now, createdBy ?? null],
  );
  const pending = await pendingRotations(
    tx,
    rows.map(({ id }) => id),
    now,
  );
  const keys = rows.filter(({ id }) => !pending.has(id)).map((old) => ({ old, made: successorOf(old, by, now) }));
  const madeFor = new Map(keys.map(({ old, made }) => [old.id, made]));
  const replaced = rows.map((row) => ({ row, made: madeFor.get(newestOf(row.id, pending)) }));
  await insertKeys(
    tx,
    keys.map(({ made }) => made),
  );
  if (atOnce)
    await setRevoked(
      tx,
      rows.map(({ id }) => id),
      now,
    );
  await appendAudit(tx, workspace, [
    ...keys.map(({ made }) => rotationStarted(made, by, now)),
    ...(atOnce
      ? replaced.flatMap(({ row, made }) => (made ? [rotationConfirmed(row, made.row.id, by, now)] : []))
      : []),
  ]);
  return keys.map(({ made }) => ({
    key: toApiKey(made.row, undefined, now),
    secret: made.secret,
    replaces: replaced.filter((each) => each.made === made).map(({ row }) => row.id),
  }));
}

function newestOf(id: string, pending: Awaited<ReturnType<typeof pendingRotations>>): string {
  let newest = id;
  for (let next = pending.get(newest); next; next = pending.get(newest)) newest = next.newKey;
  return newest;
}

async function allWorkspaces(tx: Queryable): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM workspaces ORDER BY id');
  return rows.map(({ id }) => id);
}
