import { FACTS_VERSION } from '../../model/index.ts';
import type { StoredRow } from '../engine/engine.ts';
import { noWorkspace } from '../problems/error.ts';
import type { Queryable } from '../store/database.ts';
import { MAX_DAY_EXECUTIONS } from './capped-counter.ts';

/** Sources that the service records itself; any other source is the id of an imported snapshot. */
export const LIVE_SOURCES = ['events', 'http'] as const;
export type LiveSource = (typeof LIVE_SOURCES)[number];

/** A row of the history, and how often it ran on one day (UTC, `YYYY-MM-DD`; empty if the day is unknown). */
export interface HistoryCount {
  readonly source: LiveSource | string;
  readonly row: StoredRow;
  readonly day: string;
  readonly calls: number;
}

/** Executions without a row. */
export interface Uncounted {
  readonly dialect: string;
  readonly day: string;
  readonly kind: 'unread' | 'passed_over';
  /** A short text from a small fixed set, without any part of a query. */
  readonly reason: string;
  readonly calls: number;
}

/** Rows per INSERT, and their characters: PostgreSQL limits a message to one gigabyte. */
const CHUNK = 2_000;
const CHUNK_CHARACTERS = 8 * 1024 * 1024;

/**
 * Prevents the sweep from deleting rows without days until the transaction ends. Every transaction that adds history
 * calls this first. Raises ProblemError `workspace_not_found`.
 */
export async function lockHistoryShared(tx: Queryable, workspace: string): Promise<void> {
  const { count } = await tx.query(
    'SELECT pg_advisory_xact_lock_shared($1, hashtext(id)) FROM workspaces WHERE id = $2',
    [HISTORY_LOCK, workspace],
  );
  if (count === 0) throw noWorkspace(workspace);
}

/** First key of the advisory locks of histories; the second is the hash of the workspace's id. */
export const HISTORY_LOCK = 1_726_430;

/**
 * Adds rows to the history of a workspace. All writers use the same order of rows, which prevents deadlocks. Call
 * `lockHistoryShared` before it in the transaction.
 */
export async function addHistory(tx: Queryable, workspace: string, counts: readonly HistoryCount[]): Promise<void> {
  if (counts.length === 0) return;
  const days = summed(counts);
  await addRows(tx, workspace, [...new Map(days.map(({ key, row }) => [key, row])).values()]);
  for (let at = 0; at < days.length; at += CHUNK) {
    const chunk = days.slice(at, at + CHUNK);
    await tx.query(
      `INSERT INTO history_days (workspace_id, row_hash, day, source, calls)
       SELECT $1, d.row_hash, d.day, d.source, d.calls
       FROM unnest($2::bytea[], $3::text[], $4::text[], $5::bigint[]) AS d (row_hash, day, source, calls)
       ON CONFLICT (workspace_id, row_hash, day, source)
         DO UPDATE SET calls = least(history_days.calls + excluded.calls, ${MAX_DAY_EXECUTIONS})`,
      [
        workspace,
        chunk.map(({ row }) => row.hash),
        chunk.map(({ day }) => day),
        chunk.map(({ source }) => source),
        chunk.map(({ calls }) => calls),
      ],
    );
  }
}

/** Adds rows without days, in the given order. */
export async function addRows(tx: Queryable, workspace: string, rows: readonly StoredRow[]): Promise<void> {
  for (const chunk of chunks(rows)) {
    await tx.query(
      `INSERT INTO history_rows (workspace_id, row_hash, row, facts_version, flow)
       SELECT $1, r.row_hash, r.row, $4, decode(r.flow, 'hex')
       FROM unnest($2::bytea[], $3::text[], $5::text[]) AS r (row_hash, row, flow)
       ON CONFLICT DO NOTHING`,
      [
        workspace,
        chunk.map(({ hash }) => hash),
        chunk.map(({ text }) => text),
        FACTS_VERSION,
        chunk.map(({ flow }) => flow),
      ],
    );
  }
}

/** Splits rows into chunks; one row can have about four million characters. */
function* chunks(rows: readonly StoredRow[]): Generator<readonly StoredRow[]> {
  let chunk: StoredRow[] = [];
  let size = 0;
  for (const row of rows) {
    chunk.push(row);
    size += row.text.length;
    if (chunk.length < CHUNK && size < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = [];
    size = 0;
  }
  if (chunk.length > 0) yield chunk;
}

/** Adds counts of executions without a row. */
export async function addUncounted(
  tx: Queryable,
  workspace: string,
  source: LiveSource,
  counts: readonly Uncounted[],
): Promise<void> {
  const sums = new Map<string, Uncounted>();
  for (const count of counts) {
    const key = JSON.stringify([count.dialect, count.day, count.kind, count.reason]);
    sums.set(key, { ...count, calls: added(count.calls, sums.get(key)?.calls) });
  }
  if (sums.size === 0) return;
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
  await tx.query(
    `INSERT INTO history_counts (workspace_id, source, dialect, day, kind, reason, calls)
     SELECT $1, $2, c.dialect, c.day, c.kind, c.reason, c.calls
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[]) AS c (dialect, day, kind, reason, calls)
     ON CONFLICT (workspace_id, source, dialect, day, kind, reason)
     DO UPDATE SET calls = least(history_counts.calls + excluded.calls, ${MAX_DAY_EXECUTIONS})`,
    [
      workspace,
      source,
      sorted.map(({ dialect }) => dialect),
      sorted.map(({ day }) => day),
      sorted.map(({ kind }) => kind),
      sorted.map(({ reason }) => reason),
      sorted.map(({ calls }) => calls),
    ],
  );
}

interface Summed extends HistoryCount {
  readonly key: string;
}

/** Sums the counts per row, day and source; sorted. */
function summed(counts: readonly HistoryCount[]): readonly Summed[] {
  const sums = new Map<string, Summed>();
  // Most rows repeat, as the same object.
  const keys = new Map<StoredRow, string>();
  for (const { source, row, day, calls } of counts) {
    const key = keys.get(row) ?? hex(row.hash);
    keys.set(row, key);
    const place = `${key} ${day} ${source}`;
    sums.set(place, { source, key, row, day, calls: added(calls, sums.get(place)?.calls) });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

function added(calls: number, before = 0): number {
  return Math.min(calls + before, MAX_DAY_EXECUTIONS);
}

/** Hex text, which sorts like the bytes. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}
