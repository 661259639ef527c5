import { appendAudit, type NewEntry } from '../audit/append.ts';
import type { Context } from '../context/types.ts';
import type { Queryable } from '../store/database.ts';
import { step } from './steps.ts';
import { acquireSweepLock, SWEEP_ACTOR } from './sweep-lock.ts';

/** Queries per transaction: it locks the end of the audit trail, which blocks all recording. */
const PIECE = 1_000;

/** Kinds of texts that each policy does not allow. A `full` text is deleted, not turned into a shape. */
const NOT_ALLOWED = { none: ['shape', 'full'], shape: ['full'], full: [] } as const;

/**
 * Removes the stored query texts that the data policy of a workspace no longer allows, in batches, each with an audit
 * entry. The queries stay. Returns the number of removed texts.
 */
export async function removeTexts({ db }: Context, workspace: string, now: Date): Promise<number> {
  let removed = 0;
  for (let after = 0; ; ) {
    const from = after;
    const piece = await step(() =>
      db.transaction(async (tx) => {
        if ((await acquireSweepLock(tx, workspace)) === undefined) return undefined;
        // Recording and policy changes take the same lock: no text is added, and the policy does not change, in the
        // meantime.
        const policies = await tx.query<{ query_text: keyof typeof NOT_ALLOWED }>(
          'SELECT query_text FROM workspaces WHERE id = $1 AND texts_due FOR NO KEY UPDATE',
          [workspace],
        );
        const queryText = policies.rows[0]?.query_text;
        if (queryText === undefined) return undefined;
        const shapes = queryText === 'none' ? await removeShapes(tx, workspace) : undefined;
        if (shapes) {
          if (shapes.count > 0) await record(tx, workspace, now, { queryTexts: shapes.count, queryText });
          return { last: from, count: shapes.count };
        }
        const { last, count } = await removePiece(tx, workspace, from, NOT_ALLOWED[queryText]);
        if (last === null) {
          await tx.query('UPDATE workspaces SET texts_due = false WHERE id = $1', [workspace]);
          return undefined;
        }
        await record(tx, workspace, now, { queryTexts: count, queryText });
        return { last, count };
      }, 'bulk'),
    );
    // All are removed, or another server is doing it.
    if (!piece) return removed;
    removed += piece.count;
    after = piece.last;
  }
}

/** Removes shapes of flows and of narrow rows, and returns the number of those of rows; undefined if there are none. */
async function removeShapes(tx: Queryable, workspace: string): Promise<{ readonly count: number } | undefined> {
  const flows = await tx.query(
    `UPDATE query_flows SET shape = NULL WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM query_flows WHERE workspace_id = $1 AND shape IS NOT NULL LIMIT $2))`,
    [workspace, PIECE],
  );
  if (flows.count === PIECE) return { count: 0 };
  // With another hash, no new query gets a kind without its text.
  const kinds = await tx.query(
    `UPDATE traffic_kinds SET text = NULL, hash = sha256(convert_to('removed ' || id, 'UTF8'))
     WHERE id = ANY (ARRAY(SELECT id FROM traffic_kinds WHERE workspace_id = $1 AND text IS NOT NULL LIMIT $2))`,
    [workspace, PIECE],
  );
  return kinds.count > 0 ? { count: kinds.count } : undefined;
}

/** Removes the texts of the next queries that have one of these kinds. */
async function removePiece(tx: Queryable, workspace: string, after: number, kinds: readonly string[]) {
  const { rows } = await tx.query<{ last: number | null; count: number }>(
    `WITH piece AS (
       SELECT sequence FROM queries
       WHERE workspace_id = $1 AND sequence > $2 AND text_kind = ANY ($3::text[]) ORDER BY sequence LIMIT $4
     ), gone AS (
       UPDATE queries q SET text = NULL, text_kind = NULL FROM piece p
       WHERE q.workspace_id = $1 AND q.sequence = p.sequence RETURNING q.sequence
     )
     SELECT max(sequence) AS last, count(*) AS count FROM gone`,
    [workspace, after, kinds, PIECE],
  );
  return rows[0] ?? { last: null, count: 0 };
}

async function record(tx: Queryable, workspace: string, at: Date, details: NewEntry['details']): Promise<void> {
  await appendAudit(tx, workspace, [{ at, type: 'data.deleted', actor: SWEEP_ACTOR, details }]);
}
