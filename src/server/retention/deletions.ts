import { setTimeout as sleep } from 'node:timers/promises';
import { HISTORY_LOCK } from '../history/add-history.ts';
import type { Queryable } from '../store/database.ts';

/** One kind of data that the sweep deletes. */
export interface Deletion {
  /** Its name in the audit trail. */
  readonly what: string;
  /** Deletes a batch of rows older than the day `from` (UTC, `YYYY-MM-DD`); returns 0 when nothing is left. */
  run(tx: Queryable, workspace: string, from: string): Promise<number>;
}

/** Rows per transaction, so that locks are held only briefly. */
const PIECE = 10_000;

function deletion(what: string, table: string, key: string, condition: string): Deletion {
  return {
    what,
    run: async (tx, workspace, from) => {
      // Locks rows in the same order as writers do.
      const { count } = await tx.query(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ${table} WHERE workspace_id = $1 AND ${condition} ORDER BY ${key} LIMIT $3 FOR UPDATE))`,
        [workspace, from, PIECE],
      );
      return count;
    },
  };
}

/**
 * Polls the exclusive lock, since waiting for it would block all later writers. False if it stays taken.
 */
async function lockHistoryExclusive(tx: Queryable, workspace: string): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await tx.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS free', [
      HISTORY_LOCK,
      workspace,
    ]);
    if (rows[0]?.free) return true;
    await sleep(100);
  }
  return false;
}

/** Days of imports that were collected before the retention: those imports are deleted completely. */
const IMPORTED = `source IN (SELECT s.source FROM history_sources s WHERE s.workspace_id = $1 AND s.collected_on < $2::date)`;

/** In the order of deletion. */
export const deletions: readonly Deletion[] = [
  {
    what: 'queries',
    run: async (tx, workspace, from) => {
      const { rows } = await tx.query<{ count: number }>(
        `WITH gone AS (
           DELETE FROM queries WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM queries WHERE workspace_id = $1 AND at < ($2 || 'T00:00:00Z')::timestamptz
             ORDER BY at, sequence LIMIT $3 FOR UPDATE))
           RETURNING at, sequence, rules
         ), rules AS (
           DELETE FROM query_rules r USING gone, unnest(gone.rules) AS g (rule)
           WHERE r.workspace_id = $1 AND r.rule = g.rule AND r.at = gone.at AND r.sequence = gone.sequence
         )
         SELECT count(*) AS count FROM gone`,
        [workspace, from, PIECE],
      );
      return rows[0]?.count ?? 0;
    },
  },
  deletion(
    'queryCounts',
    'query_counts',
    'unit, at, channel, database_id, verdict',
    "at < ($2 || 'T00:00:00Z')::timestamptz",
  ),
  deletion('queryFlows', 'query_flows', 'last_minute, flow', "last_minute < ($2 || 'T00:00:00Z')::timestamptz"),
  deletion('eventIds', 'event_ids', 'id', "received_at < ($2 || 'T00:00:00Z')::timestamptz"),
  deletion('historyDays', 'history_days', 'row_hash, day, source', "day <> '' AND day < $2"),
  deletion('historyDays', 'history_days', 'row_hash, day, source', IMPORTED),
  deletion('historyCounts', 'history_counts', 'source, dialect, day, kind, reason', 'day < $2'),
  {
    what: 'snapshots',
    run: async (tx, workspace, from) => {
      const { count } = await tx.query(
        `DELETE FROM history_sources s WHERE workspace_id = $1 AND $2::date IS NOT NULL AND NOT EXISTS (
           SELECT FROM history_days d WHERE d.workspace_id = $1 AND d.source = s.source)`,
        [workspace, from],
      );
      return count;
    },
  },
  {
    what: 'historyRows',
    run: async (tx, workspace) => {
      // The lock prevents writers from adding days to a row in the meantime. If writers never pause, the next sweep
      // tries again.
      if (!(await lockHistoryExclusive(tx, workspace))) return 0;
      const { count } = await tx.query(
        `DELETE FROM history_rows WHERE ctid = ANY (ARRAY(
           SELECT r.ctid FROM history_rows r WHERE r.workspace_id = $1 AND NOT EXISTS (
             SELECT FROM history_days d WHERE d.workspace_id = $1 AND d.row_hash = r.row_hash)
           ORDER BY r.row_hash LIMIT $2))`,
        [workspace, PIECE],
      );
      return count;
    },
  },
  deletion('dryRuns', 'dry_runs', 'at, sequence', "at < ($2 || 'T00:00:00Z')::timestamptz"),
  // A proxy that is not heard of any more.
  deletion('proxies', 'proxies', 'id', "received_at < ($2 || 'T00:00:00Z')::timestamptz"),
  deletion('simulations', 'simulations', 'id', "finished_at < ($2 || 'T00:00:00Z')::timestamptz"),
];
