import { appendAudit, CHAIN_START } from '../audit/append.ts';
import { isTraffic } from '../audit/kinds.ts';
import { readEntries } from '../audit/read-entries.ts';
import type { Segment } from '../audit/segments.ts';
import { type ChainRow, readEntry } from '../audit/stored-entry.ts';
import type { Context } from '../context/types.ts';
import { firstRetainedDay } from '../history/retention-start.ts';
import { type Column, selectColumns } from '../store/columns.ts';
import type { Database, Queryable } from '../store/database.ts';
import { STEP_ROWS, step } from './steps.ts';
import { acquireSweepLock, SWEEP_ACTOR } from './sweep-lock.ts';

/** Entries, and segments, that one administrative entry records. */
const ENTRIES = 50_000;
const SEGMENTS = 100;

/** An entry that does not fit the chain. */
export interface Misfit {
  readonly sequence: number;
  /** One line, lower case. */
  readonly reason: string;
}

/** What a sweep of the entries of a workspace came to. */
interface DeletedTraffic {
  /** Rows. */
  readonly deleted: number;
  /** Where it stopped. */
  readonly misfit: Misfit | undefined;
}

/**
 * Deletes the entries of traffic that are older than the retention: consecutive ones become a segment, for which only
 * the numbers and hashes stay; an administrative entry records them first, then their rows are deleted in steps. It can
 * be interrupted at any time.
 *
 * It stops at an entry that does not fit the chain: deleting it would hide that. The workspace keeps its number.
 */
export async function deleteTraffic(ctx: Context, workspace: string, now: Date): Promise<DeletedTraffic> {
  let deleted = 0;
  for (;;) {
    deleted += await emptySegments(ctx.db, workspace);
    const { recorded, misfit } = await recordSegments(ctx.db, workspace, now);
    if (!recorded) return { deleted, misfit };
  }
}

/** Deletes the rows of the recorded segments. */
async function emptySegments(db: Database, workspace: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await step(() =>
      db.transaction(async (tx) => {
        if ((await acquireSweepLock(tx, workspace)) === undefined) return undefined;
        const { rows } = await tx.query<{ first: number; last: number }>(
          `SELECT first_sequence AS first, last_sequence AS last FROM audit_segments
           WHERE workspace_id = $1 AND NOT emptied ORDER BY first_sequence LIMIT 1`,
          [workspace],
        );
        const [segment] = rows;
        if (!segment) return undefined;
        let gone = 0;
        // Of narrow ones the last first: the text of each needs the hash of the entry before it.
        for (const [table, order] of [
          ['traffic_entries', 'DESC'],
          ['audit_events', 'ASC'],
        ] as const) {
          const { count } = await tx.query(
            `DELETE FROM ${table} WHERE workspace_id = $1 AND sequence = ANY (ARRAY(
               SELECT sequence FROM ${table} WHERE workspace_id = $1 AND sequence BETWEEN $2 AND $3
               ORDER BY sequence ${order} LIMIT $4))`,
            [workspace, segment.first, segment.last, STEP_ROWS - gone],
          );
          gone += count;
        }
        if (gone < STEP_ROWS)
          await tx.query('UPDATE audit_segments SET emptied = true WHERE workspace_id = $1 AND first_sequence = $2', [
            workspace,
            segment.first,
          ]);
        return gone;
      }, 'bulk'),
    );
    if (count === undefined) return deleted;
    deleted += count;
  }
}

/** Records the next segments, if there are any and no other server is doing it; else where the chain ends to fit. */
async function recordSegments(
  db: Database,
  workspace: string,
  now: Date,
): Promise<{ readonly recorded: boolean; readonly misfit?: Misfit | undefined }> {
  const { rows } = await db.query<{ retention_days: number }>('SELECT retention_days FROM workspaces WHERE id = $1', [
    workspace,
  ]);
  const [row] = rows;
  if (!row) return { recorded: false };
  const after = await lastDeleted(db, workspace);
  const before = firstRetainedDay(now, row.retention_days);
  const { segments, misfit } = await findSegments(db, workspace, after, before);
  return db.transaction(async (tx) => {
    const retentionDays = await acquireSweepLock(tx, workspace);
    // It was raised meanwhile, or another server was faster: what looks like a misfit may be an entry that it deletes.
    if (retentionDays !== row.retention_days || (await lastDeleted(tx, workspace)) !== after)
      return { recorded: false };
    if (segments.length === 0) {
      await keepMisfit(tx, workspace, misfit);
      return { recorded: false, misfit };
    }
    const entries = segments.reduce((sum, each) => sum + each.last - each.first + 1, 0);
    const details = { entries, before, segments };
    const [recorded] = await appendAudit(tx, workspace, [
      { at: now, type: 'traffic.deleted', actor: SWEEP_ACTOR, details },
    ]);
    const parameters: unknown[] = [workspace, recorded];
    const column = (name: string, type: string, key: keyof Segment): Column => ({
      ...{ name, type },
      values: segments.map((segment) => segment[key]),
    });
    const columns = [
      column('first_sequence', 'bigint', 'first'),
      column('last_sequence', 'bigint', 'last'),
      column('previous', 'text', 'previous'),
      column('first_hash', 'text', 'firstHash'),
      column('hash', 'text', 'hash'),
    ];
    await tx.query(
      `INSERT INTO audit_segments
         (workspace_id, first_sequence, last_sequence, previous, first_hash, hash, recorded, emptied)
       SELECT $1, c.first_sequence, c.last_sequence, c.previous, c.first_hash, c.hash, $2, false
       FROM ${selectColumns(columns, parameters)}`,
      parameters,
    );
    return { recorded: true };
  }, 'bulk');
}

/** For the metrics of all servers, until the next sweep. */
async function keepMisfit(tx: Queryable, workspace: string, misfit: Misfit | undefined): Promise<void> {
  await tx.query('UPDATE workspaces SET retention_misfit = $2 WHERE id = $1 AND retention_misfit IS DISTINCT FROM $2', [
    workspace,
    misfit?.sequence ?? null,
  ]);
}

/** Where the last segment ends, or the entries of older versions, which stay. */
async function lastDeleted(db: Queryable, workspace: string): Promise<number> {
  const { rows } = await db.query<{ last: number }>(
    `SELECT greatest(w.audit_unlinked, (SELECT s.last_sequence FROM audit_segments s
       WHERE s.workspace_id = $1 ORDER BY s.first_sequence DESC LIMIT 1)) AS last
     FROM workspaces w WHERE w.id = $1`,
    [workspace],
  );
  return rows[0]?.last ?? 0;
}

/** The segments of old traffic that come next, up to the entry that does not fit the chain, if one follows. */
async function findSegments(
  db: Database,
  workspace: string,
  after: number,
  before: string,
): Promise<{ readonly segments: readonly Segment[]; readonly misfit?: Misfit }> {
  const end = new Date(`${before}T00:00:00Z`);
  const segments: Segment[] = [];
  let open: Segment | undefined;
  let entries = 0;
  let last = after;
  let hash = await hashOf(db, workspace, after);
  const found = (misfit?: Misfit) => ({ segments: open ? [...segments, open] : segments, ...(misfit && { misfit }) });
  for await (const row of rowsAfter(db, workspace, after)) {
    const { sequence } = row;
    if (sequence !== last + 1) return found({ sequence: last + 1, reason: 'the entry is missing' });
    if ((row.copies ?? 1) > 1) return found({ sequence, reason: 'two entries have its number' });
    const before = hash;
    hash = row.hash;
    last = sequence;
    // Narrow rows are of traffic, even if their kind is missing.
    const traffic = row.entry === null || isTraffic(row.type ?? '');
    if (!traffic) {
      if (open) segments.push(open);
      open = undefined;
      if (segments.length === SEGMENTS) return found();
      continue;
    }
    const { entry, fault } = readEntry(row, before, workspace);
    // Before its time is used: an entry whose time was changed would keep all that follow.
    if (fault !== undefined) return found({ sequence, reason: fault });
    if (row.at >= end) return found();
    const { previous } = entry;
    if (previous !== before) return found({ sequence, reason: 'the entry does not follow the one before it' });
    const at = row.at.toISOString();
    open ??= { first: sequence, last, from: at, to: at, previous, firstHash: hash, hash };
    open = { ...open, last, to: at, hash };
    if (++entries === ENTRIES) return found();
  }
  return found();
}

/** The entries after a sequence number in order, read some at a time. */
async function* rowsAfter(db: Database, workspace: string, after: number): AsyncIterable<ChainRow> {
  for (let last = after; ; ) {
    const from = last;
    const rows = await step(() => readEntries(db, workspace, from, STEP_ROWS));
    yield* rows;
    last = rows.at(-1)?.sequence ?? last;
    if (rows.length < STEP_ROWS) return;
  }
}

/** The hash of an entry, which may be deleted. */
async function hashOf(db: Database, workspace: string, sequence: number): Promise<string> {
  const { rows } = await db.query<{ hash: string | null }>(
    `SELECT coalesce(
       (SELECT hash FROM audit_events WHERE workspace_id = $1 AND sequence = $2),
       (SELECT encode(hash, 'hex') FROM traffic_entries WHERE workspace_id = $1 AND sequence = $2),
       (SELECT hash FROM audit_segments WHERE workspace_id = $1 AND first_sequence <= $2 AND last_sequence = $2)) AS hash`,
    [workspace, sequence],
  );
  return rows[0]?.hash ?? CHAIN_START;
}
