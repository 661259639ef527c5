import { z } from 'zod';
import type { Queryable } from '../store/database.ts';

/** Where a verification of the chain stands: everything up to this entry is intact. */
export const checkpointSchema = z.object({
  sequence: z.int().nonnegative(),
  hash: z.string(),
  administrative: z.string().describe('Hash of the last administrative entry up to it.'),
  segments: z.boolean().describe('Whether a deleted segment comes before it.'),
});
export type Checkpoint = Readonly<z.output<typeof checkpointSchema>>;

/** The stored checkpoint, if its entry is still there and unchanged. */
export async function readCheckpoint(db: Queryable, workspace: string): Promise<Checkpoint | undefined> {
  const { rows } = await db.query<Checkpoint>(
    `SELECT c.sequence, c.hash, c.administrative, c.segments FROM audit_checkpoints c
     WHERE c.workspace_id = $1 AND (
       EXISTS (SELECT FROM audit_events a
         WHERE a.workspace_id = c.workspace_id AND a.sequence = c.sequence AND a.hash = c.hash)
       OR EXISTS (SELECT FROM traffic_entries t
         WHERE t.workspace_id = c.workspace_id AND t.sequence = c.sequence AND encode(t.hash, 'hex') = c.hash))`,
    [workspace],
  );
  return rows[0];
}

export async function storeCheckpoint(db: Queryable, workspace: string, reached: Checkpoint, at: Date): Promise<void> {
  await db.query(
    `INSERT INTO audit_checkpoints (workspace_id, sequence, hash, administrative, segments, verified_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (workspace_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash,
       administrative = excluded.administrative, segments = excluded.segments, verified_at = excluded.verified_at`,
    [workspace, reached.sequence, reached.hash, reached.administrative, reached.segments, at],
  );
}

/** After a broken entry was found: the next verification starts at the first entry, and finds it again. */
export async function dropCheckpoint(db: Queryable, workspace: string): Promise<void> {
  await db.query('DELETE FROM audit_checkpoints WHERE workspace_id = $1', [workspace]);
}
