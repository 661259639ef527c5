import { createHash } from 'node:crypto';
import { ConfigError, type HistoryHeader } from '../../model/index.ts';
import { appendAudit } from '../audit/append.ts';
import { newId } from '../context/ids.ts';
import { type Author, type Context, dayOf } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { addHistory, addRows, type HistoryCount, hex, lockHistoryShared } from './add-history.ts';
import { lockImports, readImports, refuseImport } from './imports.ts';
import { retentionStart } from './retention-start.ts';

export interface SnapshotFile {
  readonly bytes: Uint8Array;
  /** Of the file, without its folder: for the audit trail. */
  readonly name: string;
  /** Counts what another snapshot seems to hold, too. Default: it is refused. */
  readonly allowOverlap?: boolean | undefined;
}

/** What was added to the history. */
export interface ImportedSnapshot {
  /** `imp_…`. */
  readonly source: string;
  readonly rows: number;
  readonly statements: number;
  /** Executions that the retention does not keep any more, and that were left out. */
  readonly tooOld: number;
}

const DAYS_OF_A_TRANSACTION = 20_000;
const MAX_NAME = 300;
/** How far ahead the clock of who collected may be, as that of a client. */
const AHEAD_MS = 24 * 60 * 60 * 1000;

/**
 * Adds a snapshot to the history of a workspace: all of it that the retention keeps, or nothing. Raises ConfigError where it is
 * no snapshot, is there already (whole or in part), or is of a time that is not kept or is still to come; ProblemError
 * `workspace_not_found`.
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
  const { counts, statements, tooOld } = kept(rows, source, from, collected);
  if (counts.length === 0)
    throw new ConfigError(
      `the snapshot holds nothing from ${from} on, from which the retention keeps: collect it anew`,
    );
  const stored = [...new Map(counts.map(({ row }) => [hex(row.hash), row]))].sort(([a], [b]) => (a < b ? -1 : 1));
  // First and in pieces: rows without days count for nothing, and whoever records meanwhile waits for one piece at most.
  for (let start = 0; start < stored.length; start += DAYS_OF_A_TRANSACTION) {
    const piece = stored.slice(start, start + DAYS_OF_A_TRANSACTION).map(([, row]) => row);
    await ctx.db.transaction((tx) => addRows(tx, workspace, piece));
  }
  await ctx.db.transaction(async (tx) => {
    await lockHistoryShared(tx, workspace);
    await lockImports(tx, workspace);
    // Again: another one may have come meanwhile.
    refuseImport(await readImports(tx, workspace), candidate);
    await tx.query(
      `INSERT INTO history_sources (workspace_id, source, hash, header, collected_on, imported_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [workspace, source, hash, JSON.stringify(header), collected, at],
    );
    await addHistory(tx, workspace, counts);
    const details = { source, name: name.slice(0, MAX_NAME), hash: hex(hash), rows: stored.length, statements, tooOld };
    await appendAudit(tx, workspace, [{ at, type: 'history.imported', ...by, details }]);
  });
  return { source, rows: stored.length, statements, tooOld };
}

type ReadRows = Awaited<ReturnType<Engine['readSnapshot']>>['rows'];

/** Of what it says, however it is packed and whatever the order of its rows. */
function hashOf(header: HistoryHeader, rows: ReadRows): Uint8Array {
  const sum = createHash('sha256').update(JSON.stringify(header));
  for (const line of rows.map(({ row, days }) => `${hex(row.hash)}${JSON.stringify(days)}`).sort()) sum.update(line);
  return new Uint8Array(sum.digest());
}

/** What is still to come would outlive the retention. */
function refuseFuture(collected: string, rows: ReadRows, last: string): void {
  if (collected > last)
    throw new ConfigError(
      `the snapshot says that it was collected on ${collected}, which is still to come: set the clock, and collect it anew`,
    );
  for (const { days } of rows)
    for (const day of Object.keys(days))
      if (day > last)
        throw new ConfigError(
          `the snapshot says that statements ran on ${day}, which is still to come: is the clock of the database right?`,
        );
}

/** What the retention keeps; what has no day is as old as the snapshot. */
function kept(rows: ReadRows, source: string, from: string, collected: string) {
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
