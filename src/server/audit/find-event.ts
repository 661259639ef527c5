import type { Queryable } from '../store/database.ts';

/**
 * The number of the audit entry of an event; undefined if there is none. The id of an event is stored when it is
 * received, with the time that its entry has; the text of an entry is canonical JSON.
 */
export async function entryOfEvent(db: Queryable, workspace: string, event: string): Promise<number | undefined> {
  const { rows } = await db.query<{ sequence: number }>(
    `SELECT a.sequence FROM audit_events a
     WHERE a.workspace_id = $1 AND a.type = 'query.ingested'
       AND a.at = (SELECT e.received_at FROM event_ids e WHERE e.workspace_id = $1 AND e.id = $2)
       AND position($3 in a.entry) > 0
     LIMIT 1`,
    [workspace, event, `"event":${JSON.stringify(event)}`],
  );
  return rows[0]?.sequence;
}
