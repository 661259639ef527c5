import { createHash } from 'node:crypto';
import { ConfigError } from '../../../model/index.ts';
import type { By, Context } from '../context.ts';
import type { Engine } from '../engine/engine.ts';
import { newId } from '../ids.ts';
import { keptFrom } from '../retention/kept-from.ts';
import { sqlState } from '../store/database.ts';
import { appendAudit } from '../trail/append.ts';
import { addHistory, addRows, type HistoryCount, hex, shareHistory } from './add-history.ts';

export interface SnapshotFile {
  readonly bytes: Uint8Array;
  /** Of the file, without its folder: for the audit trail. */
  readonly name: string;
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

const UNIQUE_VIOLATION = '23505';
const DAYS_OF_A_TRANSACTION = 20_000;
const MAX_NAME = 300;

/**
 * Adds a snapshot to the history of a workspace: all of it that the retention keeps, or nothing. Raises ConfigError where it is
 * no snapshot, is there already, or is too old; ProblemError `workspace_not_found`.
 */
export async function importSnapshot(
  ctx: Context,
  engine: Pick<Engine, 'readSnapshot'>,
  workspace: string,
  { bytes, name }: SnapshotFile,
  by: By,
): Promise<ImportedSnapshot> {
  const at = ctx.now();
  const from = await keptFrom(ctx.db, workspace, at);
  const { header, rows } = await engine.readSnapshot(bytes);
  const hash = hashOf(header, rows);
  await refuseKnown(ctx, workspace, hash);
  const source = newId('imp');
  const collected = String(header['collected']).slice(0, 10);
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
  try {
    await ctx.db.transaction(async (tx) => {
      await shareHistory(tx, workspace);
      await tx.query(
        `INSERT INTO history_sources (workspace_id, source, hash, header, collected_on, imported_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [workspace, source, hash, JSON.stringify(header), collected, at],
      );
      await addHistory(tx, workspace, counts);
      const details = {
        source,
        name: name.slice(0, MAX_NAME),
        hash: hex(hash),
        rows: stored.length,
        statements,
        tooOld,
      };
      await appendAudit(tx, workspace, [{ at, type: 'history.imported', ...by, details }]);
    });
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) await refuseKnown(ctx, workspace, hash);
    throw error;
  }
  return { source, rows: stored.length, statements, tooOld };
}

type ReadRows = Awaited<ReturnType<Engine['readSnapshot']>>['rows'];

/** Of what it says, however it is packed and whatever the order of its rows. */
function hashOf(header: Readonly<Record<string, unknown>>, rows: ReadRows): Uint8Array {
  const sum = createHash('sha256').update(JSON.stringify(header));
  for (const line of rows.map(({ row, days }) => `${hex(row.hash)}${JSON.stringify(days)}`).sort()) sum.update(line);
  return new Uint8Array(sum.digest());
}

async function refuseKnown({ db }: Context, workspace: string, hash: Uint8Array): Promise<void> {
  const { rows } = await db.query<{ imported_at: Date }>(
    'SELECT imported_at FROM history_sources WHERE workspace_id = $1 AND hash = $2',
    [workspace, hash],
  );
  const [known] = rows;
  if (!known) return;
  throw new ConfigError(
    `this snapshot was imported on ${known.imported_at.toISOString().slice(0, 10)}: it would count twice`,
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
