import { createHash } from 'node:crypto';
import { LIMITS } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';

/** What the parts of one workspace may be together at any time, so that no key fills the store. */
const MOST_BYTES = 512 * 1024 * 1024;
const MOST_PARTS = 2000;

/** Seconds after which a client whose workspace is full may come again. */
const WAIT_FOR_ROOM = 60;

/** The instant before which parts are gone, deleted or not. */
export function partsExpireBefore(now: Date): Date {
  return new Date(now.getTime() - LIMITS.partMinutes * 60_000);
}

/**
 * Keeps a part of a text for an hour, under its SHA-256; one that comes again is kept for an hour from then.
 * Raises ProblemError `text_hash_wrong`, `body_too_large`, `field_invalid` for what is no UTF-8, and `unavailable` where the
 * workspace has too many parts already.
 */
export async function putText(ctx: Context, workspace: string, hash: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length > LIMITS.partBytes)
    throw new ProblemError(
      'body_too_large',
      `the part has ${bytes.length} bytes, and may have ${LIMITS.partBytes}; send the text in smaller parts`,
    );
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new ProblemError(
      'text_hash_wrong',
      'the part does not have the SHA-256 (64 hex digits in lower case) that the address names; send it again',
    );
  refuseOtherThanUtf8(bytes);
  const now = ctx.now();
  await ctx.db.query('DELETE FROM texts WHERE created_at < $1', [partsExpireBefore(now)]);
  const { count } = await ctx.db.query(
    'UPDATE texts SET created_at = greatest(created_at, $3) WHERE workspace_id = $1 AND hash = $2',
    [workspace, hash, now],
  );
  if (count > 0) return;
  // Parts that come at the same moment are not seen here: there are only as many as the server takes requests at once.
  const { rows } = await ctx.db.query<{ parts: number; bytes: number }>(
    `SELECT count(*) AS parts, coalesce(sum(octet_length(bytes)), 0)::bigint AS bytes
     FROM texts WHERE workspace_id = $1`,
    [workspace],
  );
  const [kept] = rows;
  if (kept && (kept.parts >= MOST_PARTS || kept.bytes + bytes.length > MOST_BYTES))
    throw new ProblemError(
      'unavailable',
      `the workspace has ${kept.parts} parts of texts (${kept.bytes} bytes) that wait for their dry runs, and may not have more; come again when some are gone, after ${LIMITS.partMinutes} minutes at most`,
      {},
      WAIT_FOR_ROOM,
    );
  await ctx.db.query(
    `INSERT INTO texts (workspace_id, hash, bytes, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (workspace_id, hash) DO UPDATE SET created_at = greatest(texts.created_at, excluded.created_at)`,
    [workspace, hash, bytes, now],
  );
}

function refuseOtherThanUtf8(bytes: Uint8Array): void {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProblemError(
      'field_invalid',
      'the part is no UTF-8; cut texts between characters, and send them as UTF-8',
    );
  }
}
