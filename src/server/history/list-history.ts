import type { Context } from '../context/types.ts';
import type { Database, Queryable } from '../store/database.ts';
import { LIVE_SOURCES } from './add-history.ts';
import { MAX_DAY_EXECUTIONS } from './capped-counter.ts';
import { readImports } from './imports.ts';

/** A source of the history. */
export interface HistoryPart {
  /** `http`, `events`, or the id of an imported snapshot. */
  readonly source: string;
  /** For an imported snapshot: names of the logs that it was collected from, and when it was imported. */
  readonly names: readonly string[];
  readonly importedAt: string | undefined;
  /** Stored executions, and the first and last day (UTC) of those that have one. */
  readonly executions: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * The sources of the history of a workspace: imported snapshots, oldest first, then what the service recorded itself.
 */
export function listHistory(ctx: Context, workspace: string): Promise<readonly HistoryPart[]> {
  return readConsistently(ctx.db, async (tx) => {
    const imports = await readImports(tx, workspace);
    const { rows } = await tx.query<{ source: string; calls: number; first: string | null; last: string | null }>(
      `SELECT source, least(sum(calls), ${MAX_DAY_EXECUTIONS})::bigint AS calls, min(nullif(day, '')) AS first,
         max(nullif(day, '')) AS last
       FROM history_days WHERE workspace_id = $1 GROUP BY source ORDER BY source`,
      [workspace],
    );
    const stored = new Map(rows.map(({ source, calls, first, last }) => [source, { calls, first, last }]));
    const partOf = (source: string, names: readonly string[], importedAt: Date | undefined): HistoryPart => {
      const { calls = 0, first = null, last = null } = stored.get(source) ?? {};
      return {
        ...{ source, names, importedAt: importedAt?.toISOString(), executions: calls },
        ...{ from: first ?? undefined, to: last ?? undefined },
      };
    };
    return [
      ...imports.map(({ source, header, importedAt }) =>
        partOf(
          source,
          header.sources.map(({ name }) => name),
          importedAt,
        ),
      ),
      ...LIVE_SOURCES.filter((source) => stored.has(source)).map((source) => partOf(source, [], undefined)),
    ];
  });
}

/**
 * Runs `work` on a consistent view of the store at one point in time, in one transaction (repeatable read, read only).
 * Like any transaction it can be retried. On the embedded store, which has one connection, all others wait.
 */
function readConsistently<T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return work(tx);
  }, 'bulk');
}
