import { appendAudit } from '../audit/append.ts';
import type { Context } from '../context/types.ts';
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
        if (queryText === 'none') {
          const flows = await tx.query(
            `UPDATE query_flows SET shape = NULL WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM query_flows WHERE workspace_id = $1 AND shape IS NOT NULL LIMIT $2))`,
            [workspace, PIECE],
          );
          if (flows.count === PIECE) return { last: from, count: 0 };
        }
        const { rows } = await tx.query<{ last: number | null; count: number }>(
          `WITH piece AS (
           SELECT sequence FROM queries
           WHERE workspace_id = $1 AND sequence > $2 AND text_kind = ANY ($3::text[]) ORDER BY sequence LIMIT $4
         ), gone AS (
           UPDATE queries q SET text = NULL, text_kind = NULL FROM piece p
           WHERE q.workspace_id = $1 AND q.sequence = p.sequence RETURNING q.sequence
         )
         SELECT max(sequence) AS last, count(*) AS count FROM gone`,
          [workspace, from, NOT_ALLOWED[queryText], PIECE],
        );
        const { last = null, count = 0 } = rows[0] ?? {};
        if (last === null) {
          await tx.query('UPDATE workspaces SET texts_due = false WHERE id = $1', [workspace]);
          return undefined;
        }
        const details = { queryTexts: count, queryText };
        await appendAudit(tx, workspace, [{ at: now, type: 'data.deleted', actor: SWEEP_ACTOR, details }]);
        return { last, count };
      }, 'bulk'),
    );
    // All are removed, or another server is doing it.
    if (!piece) return removed;
    removed += piece.count;
    after = piece.last;
  }
}
