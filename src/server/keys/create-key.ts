import type { CreatedKey, CreateKey } from '../../contract/index.ts';
import { containsSecret } from '../../contract/index.ts';
import { appendAudit } from '../audit/append.ts';
import type { Author, Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { type KeyRow, toApiKey } from './key-row.ts';
import { lockWorkspaceFor } from './locked-key.ts';
import { insertKeys, newKey } from './new-keys.ts';
import { createOnce, type RepeatableRequest } from './repeated-request.ts';

/**
 * Creates an API key. Only this response contains the secret.
 * Raises ProblemError `workspace_not_found`, `field_invalid`, and those of `createOnce`.
 */
export async function createKey(
  ctx: Context,
  workspace: string,
  body: CreateKey,
  by: Author,
  request?: RepeatableRequest,
): Promise<CreatedKey> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, workspace, by);
    return createOnce(tx, workspace, request, now, () => addKey(tx, workspace, body, by, now));
  });
}

/** Creates an API key inside a transaction that has locked the workspace. Raises ProblemError `field_invalid`. */
export async function addKey(
  tx: Queryable,
  workspace: string,
  body: CreateKey,
  by: Author,
  now: Date,
): Promise<CreatedKey> {
  refuseSecret('name', body.name);
  refuseSecret('databaseId', body.databaseId ?? '');
  const key = newKey(
    {
      workspace,
      name: body.name,
      scopes: body.scopes,
      ttlDays: body.ttlDays ?? null,
      databaseId: body.databaseId ?? null,
      rotates: null,
    },
    by.actor,
    now,
  );
  await insertKeys(tx, [key]);
  await appendAudit(tx, workspace, [{ at: now, type: 'key.created', ...by, details: detailsOf(key.row) }]);
  return { key: toApiKey(key.row, undefined, now), secret: key.secret };
}

/** Audit details of a new key. */
export function detailsOf(row: KeyRow): Readonly<Record<string, unknown>> {
  return {
    key: row.id,
    name: row.name,
    scopes: row.scopes,
    databaseId: row.database_id ?? undefined,
    expiresAt: row.expires_at?.toISOString(),
  };
}

/** Refuses an API key that was pasted into a field that is stored, listed and audited. */
function refuseSecret(field: string, text: string): void {
  if (!containsSecret(text)) return;
  const detail = `\`${field}\` contains what looks like an API key, which must never be stored; use another value`;
  throw new ProblemError('field_invalid', detail, { errors: [{ detail, pointer: `/${field}` }] });
}
