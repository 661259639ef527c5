import { ConfigError } from '../../model/index.ts';
import type { Database, Queryable } from '../store/database.ts';

// An import is written in small transactions, so that no request waits for it. Until the last one, its source is
// pending, and no reader sees its days.

/** After this time, an import is taken for interrupted. */
const GIVEN_UP_MS = 24 * 60 * 60 * 1000;
/** Days that one transaction deletes. */
const PIECE = 2_000;

/** Announces an import, before its first day is written. */
export async function addPending(tx: Queryable, workspace: string, source: string, at: Date): Promise<void> {
  await tx.query('INSERT INTO history_pending (workspace_id, source, begun_at, given_up) VALUES ($1, $2, $3, false)', [
    workspace,
    source,
    at,
  ]);
}

/**
 * Keeps the sweep from giving an import up until the transaction ends. Raises ConfigError if it was given up already.
 */
export async function holdPending(tx: Queryable, workspace: string, source: string): Promise<void> {
  const { count } = await tx.query(
    'SELECT FROM history_pending WHERE workspace_id = $1 AND source = $2 AND NOT given_up FOR SHARE',
    [workspace, source],
  );
  if (count === 0)
    throw new ConfigError('the import took longer than a day and was given up; nothing was added; import it again');
}

export async function endPending(tx: Queryable, workspace: string, source: string): Promise<void> {
  await tx.query('DELETE FROM history_pending WHERE workspace_id = $1 AND source = $2', [workspace, source]);
}

/** Marks the days of a source for deletion: an import that failed, or that is removed. */
export async function giveUp(tx: Queryable, workspace: string, source: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO history_pending (workspace_id, source, begun_at, given_up) VALUES ($1, $2, $3, true)
     ON CONFLICT (workspace_id, source) DO UPDATE SET given_up = true`,
    [workspace, source, at],
  );
}

/** Deletes the days of sources that were given up, or whose import was interrupted. Returns their number. */
export async function deleteGivenUp(db: Database, workspace: string, now: Date): Promise<number> {
  await db.query('UPDATE history_pending SET given_up = true WHERE workspace_id = $1 AND begun_at < $2', [
    workspace,
    new Date(now.getTime() - GIVEN_UP_MS),
  ]);
  const { rows } = await db.query<{ source: string }>(
    'SELECT source FROM history_pending WHERE workspace_id = $1 AND given_up ORDER BY source',
    [workspace],
  );
  let deleted = 0;
  for (const { source } of rows) {
    let after: Uint8Array = new Uint8Array();
    for (;;) {
      const gone = await db.transaction((tx) => deletePiece(tx, workspace, source, after), 'bulk');
      deleted += gone.length;
      const last = gone.at(-1);
      if (!last || gone.length < PIECE) break;
      after = last;
    }
    await endPending(db, workspace, source);
  }
  return deleted;
}

/** Returns the hashes of the rows whose days it deleted, in order. `after`: where the piece before ended. */
async function deletePiece(tx: Queryable, workspace: string, source: string, after: Uint8Array): Promise<Uint8Array[]> {
  const { rows } = await tx.query<{ row_hash: Uint8Array }>(
    `WITH gone AS (
       DELETE FROM history_days WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM history_days WHERE workspace_id = $1 AND source = $2 AND row_hash >= $3
         ORDER BY row_hash, day LIMIT $4 FOR UPDATE))
       RETURNING row_hash)
     SELECT row_hash FROM gone ORDER BY row_hash`,
    [workspace, source, after, PIECE],
  );
  return rows.map(({ row_hash: hash }) => hash);
}
