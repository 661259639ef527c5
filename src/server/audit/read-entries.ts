import type { Queryable } from '../store/database.ts';
import type { ChainRow } from './stored-entry.ts';
import { LISTED, NO_TRAFFIC_ENTRY, TRAFFIC_ENTRY } from './traffic-rows.ts';

/**
 * The entries after a sequence number, in order, at most `limit`: of both tables of the audit trail, in one snapshot. Nothing
 * but `copies` shows that both have one of the same number.
 */
export async function readEntries(
  db: Queryable,
  workspace: string,
  after: number,
  limit: number,
): Promise<readonly ChainRow[]> {
  const { rows } = await db.query<ChainRow>(
    `SELECT *, count(*) OVER (PARTITION BY sequence)::integer AS copies FROM (
       (SELECT sequence, at, entry, ${NO_TRAFFIC_ENTRY}, NULL::jsonb AS listed
        FROM audit_events
        WHERE workspace_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3)
       UNION ALL
       (SELECT t.sequence, t.at, NULL::text AS entry, ${TRAFFIC_ENTRY}, ${LISTED} AS listed
        FROM (SELECT * FROM traffic_entries WHERE workspace_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3) AS t
          LEFT JOIN traffic_kinds k ON k.id = t.kind)
     ) AS e ORDER BY sequence LIMIT $3`,
    [workspace, after, limit],
  );
  return rows;
}
