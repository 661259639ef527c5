import { createHash } from 'node:crypto';
import { LIMITS } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { ProblemError } from '../problems/error.ts';

/** Limits of the parts of one workspace, so that no key can fill the store. */
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_PARTS = 2000;

/** `Retry-After` in seconds when a workspace is full. */
const WAIT_FOR_ROOM = 60;

/** Parts created before this time have expired, even if they are not deleted yet. */
export function partsExpireBefore(now: Date): Date {
  return new Date(now.getTime() - LIMITS.partMinutes * 60_000);
}

/**
 * Stores a part of a text for an hour, under its SHA-256. Sending it again extends the hour.
 * Raises ProblemError `text_hash_wrong`, `body_too_large`, `field_invalid` if it is not valid UTF-8, and `unavailable`
 * if the workspace has too many parts.
 */
export async function putText(ctx: Context, workspace: string, hash: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length > LIMITS.partBytes)
    throw new ProblemError(
      'body_too_large',
      `the part has ${bytes.length} bytes, more than the limit of ${LIMITS.partBytes}; send the text in smaller parts`,
    );
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new ProblemError(
      'text_hash_wrong',
      'the SHA-256 of the part (64 hex digits in lower case) does not match the path; send it again',
    );
  assertUtf8(bytes);
  const now = ctx.now();
  await ctx.db.query('DELETE FROM texts WHERE created_at < $1', [partsExpireBefore(now)]);
  const { count } = await ctx.db.query(
    'UPDATE texts SET created_at = greatest(created_at, $3) WHERE workspace_id = $1 AND hash = $2',
    [workspace, hash, now],
  );
  if (count > 0) return;
  // Concurrent parts are not counted here; their number is bounded by the limit of open requests.
  const { rows } = await ctx.db.query<{ parts: number; bytes: number }>(
    `SELECT count(*) AS parts, coalesce(sum(octet_length(bytes)), 0)::bigint AS bytes
     FROM texts WHERE workspace_id = $1`,
    [workspace],
  );
  const [used] = rows;
  if (used && (used.parts >= MAX_PARTS || used.bytes + bytes.length > MAX_BYTES))
    throw new ProblemError(
      'unavailable',
      `the workspace has ${used.parts} parts of texts (${used.bytes} bytes) waiting for their dry runs, which is the limit; try again when some have expired, after ${LIMITS.partMinutes} minutes at most`,
      {},
      WAIT_FOR_ROOM,
    );
  await ctx.db.query(
    `INSERT INTO texts (workspace_id, hash, bytes, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (workspace_id, hash) DO UPDATE SET created_at = greatest(texts.created_at, excluded.created_at)`,
    [workspace, hash, bytes, now],
  );
}

function assertUtf8(bytes: Uint8Array): void {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProblemError(
      'field_invalid',
      'the part is not valid UTF-8; cut texts between characters, and send them as UTF-8',
    );
  }
}
