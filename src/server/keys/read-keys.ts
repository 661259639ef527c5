import { z } from 'zod';
import { type ApiKey, type KeyFilter, LIMITS, timestampSchema } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';
import { KeyConditions, type KeysQuery, keyTotals } from './key-filters.ts';
import { KEY_COLUMNS, type KeyRow, toApiKey } from './key-row.ts';
import { keyOf } from './locked-key.ts';
import { markExpired } from './mark-expired.ts';
import { pendingRotations } from './pending-rotations.ts';

/** A requested page of a list. */
export interface Page {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** Lists the keys of a workspace that match, newest first, with the number of keys in each state. Raises ProblemError `field_invalid` for an invalid cursor. */
export async function listKeys(
  ctx: Context,
  workspace: string,
  { cursor, limit = LIMITS.defaultPageItems, ...query }: KeysQuery,
): Promise<{
  readonly items: ApiKey[];
  readonly next: string | undefined;
  readonly totals: Record<KeyFilter, number>;
}> {
  const now = ctx.now();
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const conditions = new KeyConditions(workspace, now, query);
  const at = conditions.parameter(after?.createdAt ?? null);
  const id = conditions.parameter(after?.id ?? '');
  const { rows } = await ctx.db.query<KeyRow>(
    `SELECT ${KEY_COLUMNS} FROM api_keys
     WHERE ${conditions.sql(query.state)}
       AND (${at}::timestamptz IS NULL OR created_at < ${at}::timestamptz
         OR (created_at = ${at}::timestamptz AND id > ${id}))
     ORDER BY created_at DESC, id
     LIMIT ${conditions.parameter(limit + 1)}`,
    conditions.parameters,
  );
  const shown = rows.slice(0, limit);
  await markExpired(ctx.db, shown, now);
  const pending = await pendingRotations(
    ctx.db,
    shown.map(({ id }) => id),
    now,
  );
  const last = shown.at(-1);
  return {
    items: shown.map((row) => toApiKey(row, pending.get(row.id), now)),
    next: rows.length > limit && last ? writeCursor(last) : undefined,
    totals: await keyTotals(ctx.db, workspace, now, query),
  };
}

/** Reads one key. Raises ProblemError `key_not_found`. */
export async function readKey(ctx: Context, workspace: string, id: string): Promise<ApiKey> {
  const now = ctx.now();
  const row = await keyOf(ctx.db, workspace, id);
  await markExpired(ctx.db, [row], now);
  return toApiKey(row, (await pendingRotations(ctx.db, [id], now)).get(id), now);
}

/** Finds the keys with these hashes (SHA-256, hex) in all workspaces, by the hash. */
export async function keysByHash(ctx: Context, hashes: readonly string[]): Promise<ReadonlyMap<string, ApiKey>> {
  const now = ctx.now();
  const { rows } = await ctx.db.query<KeyRow & { readonly hash: string }>(
    `SELECT ${KEY_COLUMNS}, encode(key_hash, 'hex') AS hash FROM api_keys 
     WHERE key_hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash)`,
    [hashes],
  );
  await markExpired(ctx.db, rows, now);
  const pending = await pendingRotations(
    ctx.db,
    rows.map(({ id }) => id),
    now,
  );
  return new Map(rows.map(({ hash, ...row }) => [hash, toApiKey(row, pending.get(row.id), now)]));
}

const cursorSchema = z.tuple([timestampSchema, z.string().regex(/^[!-~]{1,100}$/)]);

function writeCursor(row: KeyRow): string {
  return Buffer.from(JSON.stringify([row.created_at.toISOString(), row.id])).toString('base64url');
}

function readCursor(text: string): { readonly createdAt: Date; readonly id: string } {
  const refuse = (): never => {
    const detail = '`cursor` is not a cursor of this list; use the `next` of a page, or leave it out';
    throw new ProblemError('field_invalid', detail, { errors: [{ detail, pointer: '/cursor' }] });
  };
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return refuse();
  }
  const read = cursorSchema.safeParse(json);
  if (!read.success) return refuse();
  const [createdAt, id] = read.data;
  return { createdAt: new Date(createdAt), id };
}
