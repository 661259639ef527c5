import type { ApiKey, CreatedKey } from '../../contract/index.ts';
import { appendAudit, type NewEntry } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { detailsOf } from './create-key.ts';
import { type KeyRow, scopesOf, toApiKey } from './key-row.ts';
import { keyOf, lockWorkspaceFor, setRevoked } from './locked-key.ts';
import { insertKeys, type NewKey, newKey } from './new-keys.ts';
import { pendingRotations } from './pending-rotations.ts';
import { createOnce, type RepeatableRequest } from './repeated-request.ts';

/**
 * Creates a replacement for a key: same name, scopes, `database_id`, and the same number of days until it expires, from
 * now. Both keys work until the rotation is confirmed; with `atOnce`, the old one is revoked immediately. An expired
 * key can be rotated. Raises ProblemError `key_not_found`, `key_not_active` (it was revoked), `rotation_pending`,
 * and those of `createOnce`.
 */
export async function rotateKey(
  ctx: Context,
  workspace: string,
  id: string,
  {
    atOnce = false,
    request,
  }: { readonly atOnce?: boolean | undefined; readonly request?: RepeatableRequest | undefined },
  by: Author,
): Promise<CreatedKey> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, workspace, by);
    return createOnce(tx, workspace, request, now, () => rotate(tx, { workspace, id, atOnce, by, now }));
  });
}

async function rotate(
  tx: Queryable,
  {
    workspace,
    id,
    atOnce,
    by,
    now,
  }: {
    readonly workspace: string;
    readonly id: string;
    readonly atOnce: boolean;
    readonly by: Author;
    readonly now: Date;
  },
): Promise<CreatedKey> {
  const old = await keyOf(tx, workspace, id);
  if (old.revoked_at)
    throw new ProblemError('key_not_active', `the key \`${id}\` was revoked permanently; create a new key`);
  const pending = (await pendingRotations(tx, [id], now)).get(id);
  if (pending)
    throw new ProblemError(
      'rotation_pending',
      `the key \`${id}\` already has a pending rotation to \`${pending.newKey}\`; confirm it, or revoke the new key`,
    );
  const key = successorOf(old, by, now);
  await insertKeys(tx, [key]);
  if (atOnce) await setRevoked(tx, [id], now);
  await appendAudit(tx, workspace, [
    rotationStarted(key, by, now),
    ...(atOnce ? [rotationConfirmed(old, key.row.id, by, now)] : []),
  ]);
  return { key: toApiKey(key.row, undefined, now), secret: key.secret };
}

/**
 * Confirms a rotation: revokes the old key immediately and permanently. Returns the old key.
 * Raises ProblemError `key_not_found`, `rotation_not_pending`.
 */
export async function confirmRotation(ctx: Context, workspace: string, id: string, by: Author): Promise<ApiKey> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, workspace, by);
    const old = await keyOf(tx, workspace, id);
    const pending = (await pendingRotations(tx, [id], now)).get(id);
    if (!pending)
      throw new ProblemError(
        'rotation_not_pending',
        `the key \`${id}\` has no pending rotation; its new key may have been revoked or have expired`,
      );
    await setRevoked(tx, [id], now);
    await appendAudit(tx, workspace, [rotationConfirmed(old, pending.newKey, by, now)]);
    return toApiKey({ ...old, revoked_at: now }, undefined, now);
  });
}

/** The replacement for a key; not stored yet. */
export function successorOf(old: KeyRow, by: Author, now: Date): NewKey {
  return newKey(
    {
      workspace: old.workspace_id,
      name: old.name,
      scopes: scopesOf(old),
      ttlDays: old.ttl_days,
      databaseId: old.database_id,
      rotates: old.id,
    },
    by.actor,
    now,
  );
}

export function rotationStarted({ row }: NewKey, by: Author, now: Date): NewEntry {
  return { at: now, type: 'key.rotation_begun', ...by, details: { ...detailsOf(row), rotates: row.rotates } };
}

export function rotationConfirmed(old: KeyRow, newKeyId: string, by: Author, now: Date): NewEntry {
  return { at: now, type: 'key.rotated', ...by, details: { key: old.id, name: old.name, newKey: newKeyId } };
}
