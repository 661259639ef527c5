import { hash } from 'node:crypto';
import type { Queryable } from '../store/database.ts';

/** 32 hex digits that identify an event: its query has them as its id. */
export function eventHex(workspace: string, event: string): string {
  return hash('sha256', `${workspace}\n${event}`, 'hex').slice(0, 32);
}

/**
 * The number of the audit entry of an event; undefined if there is none. If its row is not narrow, the id of the event is
 * stored with the time that its entry has; the text of an entry is canonical JSON.
 */
export async function entryOfEvent(db: Queryable, workspace: string, event: string): Promise<number | undefined> {
  const { rows } = await db.query<{ sequence: number }>(
    `SELECT t.sequence FROM traffic_entries t WHERE t.id = $4::uuid AND t.workspace_id = $1
     UNION ALL
     (SELECT a.sequence FROM audit_events a
      WHERE a.workspace_id = $1 AND a.type = 'query.ingested'
        AND a.at = (SELECT e.received_at FROM event_ids e WHERE e.workspace_id = $1 AND e.id = $2)
        AND position($3 in a.entry) > 0
      LIMIT 1)
     LIMIT 1`,
    [workspace, event, `"event":${JSON.stringify(event)}`, eventHex(workspace, event)],
  );
  return rows[0]?.sequence;
}
