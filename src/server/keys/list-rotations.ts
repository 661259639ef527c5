import { LIMITS, type Rotation } from '../../contract/index.ts';
import { readTimeCursor, writeTimeCursor } from '../context/time-cursor.ts';
import type { Context } from '../context/types.ts';
import { KEY_COLUMNS, type KeyRow, toApiKey } from './key-row.ts';
import { pendingRotations } from './pending-rotations.ts';
import type { Page } from './read-keys.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Lists the pending rotations of a workspace with both keys, by the creation of the old key, newest first. A page can
 * have fewer items than `limit` while there are more. Raises ProblemError for a bad cursor.
 */
export async function listRotations(
  ctx: Context,
  workspace: string,
  { cursor, limit = LIMITS.defaultPageItems }: Page,
): Promise<{ readonly items: Rotation[]; readonly next: string | undefined }> {
  const now = ctx.now();
  const after = readTimeCursor(cursor);
  const { rows } = await ctx.db.query<KeyRow>(
    `SELECT ${KEY_COLUMNS} FROM api_keys k
     WHERE workspace_id = $1 AND revoked_at IS NULL AND EXISTS (SELECT FROM api_keys n WHERE n.rotates = k.id)
       AND ($2::timestamptz IS NULL OR created_at < $2 OR (created_at = $2 AND id > $3))
     ORDER BY created_at DESC, id LIMIT $4`,
    [workspace, after?.at ?? null, after?.id ?? '', limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const pending = await pendingRotations(ctx.db, idsOf(shown), now);
  const news = [...pending.values()].map(({ newKey }) => newKey);
  const { rows: newRows } = await ctx.db.query<KeyRow>(
    `SELECT ${KEY_COLUMNS} FROM api_keys WHERE id = ANY ($1::text[])`,
    [news],
  );
  // A new key can be rotated too before the old one is confirmed.
  const ofNew = await pendingRotations(ctx.db, news, now);
  const newKeys = new Map(newRows.map((row) => [row.id, toApiKey(row, ofNew.get(row.id), now)]));
  return {
    items: shown.flatMap((row) => {
      const rotation = pending.get(row.id);
      const newKey = rotation && newKeys.get(rotation.newKey);
      if (!newKey) return [];
      const { begunAt } = rotation;
      const ageDays = Math.max(0, Math.floor((now.getTime() - Date.parse(begunAt)) / DAY));
      return [{ begunAt, ageDays, oldKey: toApiKey(row, rotation, now), newKey }];
    }),
    next: rows.length > limit && last ? writeTimeCursor({ at: last.created_at, id: last.id }) : undefined,
  };
}

function idsOf(rows: readonly KeyRow[]): string[] {
  return rows.map(({ id }) => id);
}
