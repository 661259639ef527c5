import type { Queryable } from '../store/database.ts';
import { STEP_ROWS } from './steps.ts';

/** One kind of data that the sweep deletes. */
export interface Deletion {
  /** Its name in the audit trail. */
  readonly what: string;
  /** Deletes a batch of rows older than the day `from` (UTC, `YYYY-MM-DD`); returns 0 when nothing is left. */
  run(tx: Queryable, workspace: string, from: string): Promise<number>;
}

/** `index`: columns of the index that serves the condition. Without them, each step would sort all rows that match. */
function deletion(what: string, table: string, key: string, index: string, condition: string): Deletion {
  return {
    what,
    run: async (tx, workspace, from) => {
      // Locks rows in the same order as writers do.
      const { count } = await tx.query(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ${table} WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM ${table} WHERE workspace_id = $1 AND ${condition} ORDER BY ${index} LIMIT $3))
           ORDER BY ${key} FOR UPDATE))`,
        [workspace, from, STEP_ROWS],
      );
      return count;
    },
  };
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
        [workspace, from, STEP_ROWS],
      );
      return rows[0]?.count ?? 0;
    },
  },
  deletion(
    'queryCounts',
    'query_counts',
    'unit, at, channel, database_id, verdict',
    'unit, at',
    "at < ($2 || 'T00:00:00Z')::timestamptz",
  ),
  deletion('queryFlows', 'query_flows', 'flow', 'last_minute, flow', "last_minute < ($2 || 'T00:00:00Z')::timestamptz"),
  deletion('eventIds', 'event_ids', 'id', 'received_at', "received_at < ($2 || 'T00:00:00Z')::timestamptz"),
  deletion('historyDays', 'history_days', 'row_hash, day, source', 'day', "day <> '' AND day < $2"),
  deletion('historyDays', 'history_days', 'row_hash, day, source', 'row_hash, day, source', IMPORTED),
  deletion(
    'historyCounts',
    'history_counts',
    'source, dialect, day, kind, reason',
    'source, dialect, day, kind, reason',
    'day < $2',
  ),
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
  // A proxy that no longer reports.
  deletion('proxies', 'proxies', 'id', 'id', "received_at < ($2 || 'T00:00:00Z')::timestamptz"),
  deletion('simulations', 'simulations', 'id', 'finished_at', "finished_at < ($2 || 'T00:00:00Z')::timestamptz"),
];
