import { createHash } from 'node:crypto';
import { ConfigError, type HistoryHeader } from '../../model/index.ts';
import { appendAudit } from '../audit/append.ts';
import { newId } from '../context/ids.ts';
import { type Author, type Context, dayOf } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { addHistory, type HistoryCount, hex, lockHistoryShared } from './add-history.ts';
import { lockImports, readImports, refuseImport } from './imports.ts';
import { addPending, deleteGivenUp, endPending, giveUp, holdPending } from './pending-imports.ts';
import { retentionStart } from './retention-start.ts';

export interface SnapshotFile {
  readonly bytes: Uint8Array;
  /** File name without its folder, for the audit trail. */
  readonly name: string;
  /** Imports the snapshot even if it seems to overlap another one. Default: it is refused. */
  readonly allowOverlap?: boolean | undefined;
}

/** What was added to the history. */
export interface ImportedSnapshot {
  /** `imp_…`. */
  readonly source: string;
  readonly rows: number;
  readonly statements: number;
  /** Executions that were skipped because they are older than the retention. */
  readonly tooOld: number;
}

/** Days that one transaction adds, and the characters of their rows: requests wait for one transaction at most. */
const PIECE = 1_000;
const PIECE_CHARACTERS = 1024 * 1024;
const MAX_NAME = 300;
/** Tolerated clock skew of the collector, the same as for clients. */
const AHEAD_MS = 24 * 60 * 60 * 1000;

/**
 * Adds a snapshot to the history of a workspace: everything that the retention keeps, or nothing. Raises ConfigError if
 * it is not a snapshot, was imported before (completely or in part), is older than the retention, or is from the
 * future; ProblemError `workspace_not_found`.
 */
export async function importSnapshot(
  ctx: Context,
  engine: Pick<Engine, 'readSnapshot'>,
  workspace: string,
  { bytes, name, allowOverlap = false }: SnapshotFile,
  by: Author,
): Promise<ImportedSnapshot> {
  const at = ctx.now();
  const from = await retentionStart(ctx.db, workspace, at);
  const { header: read, rows } = await engine.readSnapshot(bytes);
  const header = read as unknown as HistoryHeader;
  const hash = hashOf(header, rows);
  const candidate = { hash: hex(hash), header, allowOverlap };
  refuseImport(await readImports(ctx.db, workspace), candidate);
  const source = newId('imp');
  const collected = header.collected.slice(0, 10);
  refuseFuture(collected, rows, dayOf(new Date(at.getTime() + AHEAD_MS)));
  const { counts, statements, tooOld } = retained(rows, source, from, collected);
  if (counts.length === 0)
    throw new ConfigError(
      `everything in the snapshot is older than ${from}, the first day that the retention keeps; collect a newer one`,
    );
  await ctx.db.transaction(async (tx) => {
    await lockHistoryShared(tx, workspace);
    await lockImports(tx, workspace);
    refuseImport(await readImports(tx, workspace), candidate);
    await addPending(tx, workspace, source, at);
  });
  const rowCount = new Set(counts.map(({ row }) => hex(row.hash))).size;
  const details = { source, name: name.slice(0, MAX_NAME), hash: hex(hash), rows: rowCount, statements, tooOld };
  try {
    for (const piece of piecesOf(counts)) {
      await ctx.db.transaction(async (tx) => {
        await lockHistoryShared(tx, workspace);
        await holdPending(tx, workspace, source);
        await addHistory(tx, workspace, piece);
      }, 'bulk');
    }
    await ctx.db.transaction(async (tx) => {
      await lockHistoryShared(tx, workspace);
      await lockImports(tx, workspace);
      await holdPending(tx, workspace, source);
      // Check again: another import may have been added in the meantime.
      refuseImport(await readImports(tx, workspace), candidate);
      await tx.query(
        `INSERT INTO history_sources (workspace_id, source, hash, header, collected_on, imported_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [workspace, source, hash, JSON.stringify(header), collected, at],
      );
      await endPending(tx, workspace, source);
      await appendAudit(tx, workspace, [{ at, type: 'history.imported', ...by, details }]);
    });
  } catch (error) {
    await giveUp(ctx.db, workspace, source, at);
    await deleteGivenUp(ctx.db, workspace, at);
    throw error;
  }
  return { source, rows: rowCount, statements, tooOld };
}

type ReadRows = Awaited<ReturnType<Engine['readSnapshot']>>['rows'];

/** The counts of one row stay together, in the order of the hashes, which is that of all writers. */
function* piecesOf(counts: readonly HistoryCount[]): Generator<readonly HistoryCount[]> {
  const keyed = counts.map((count) => ({ count, key: hex(count.row.hash) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  let piece: HistoryCount[] = [];
  let characters = 0;
  let last = '';
  for (const { count, key } of keyed) {
    if (key !== last && (piece.length >= PIECE || characters >= PIECE_CHARACTERS)) {
      yield piece;
      piece = [];
      characters = 0;
    }
    if (key !== last) characters += count.row.text.length;
    last = key;
    piece.push(count);
  }
  if (piece.length > 0) yield piece;
}

/** Hash of the content, independent of compression and the order of rows. */
function hashOf(header: HistoryHeader, rows: ReadRows): Uint8Array {
  const sum = createHash('sha256').update(JSON.stringify(header));
  for (const line of rows.map(({ row, days }) => `${hex(row.hash)}${JSON.stringify(days)}`).sort()) sum.update(line);
  return new Uint8Array(sum.digest());
}

/** Data from the future would outlive the retention. */
function refuseFuture(collected: string, rows: ReadRows, last: string): void {
  if (collected > last)
    throw new ConfigError(
      `the snapshot says that it was collected on ${collected}, which is in the future; correct the clock, and collect it again`,
    );
  for (const { days } of rows)
    for (const day of Object.keys(days))
      if (day > last)
        throw new ConfigError(
          `the snapshot says that statements ran on ${day}, which is in the future; check the clock of the database`,
        );
}

/** The counts that the retention keeps; counts without a day are as old as the snapshot. */
function retained(rows: ReadRows, source: string, from: string, collected: string) {
  const counts: HistoryCount[] = [];
  let statements = 0;
  let tooOld = 0;
  for (const { row, days } of rows) {
    for (const [day, calls] of Object.entries(days)) {
      if ((day === '' ? collected : day) < from) tooOld += calls;
      else {
        counts.push({ source, row, day, calls });
        statements += calls;
      }
    }
  }
  return { counts, statements, tooOld };
}
