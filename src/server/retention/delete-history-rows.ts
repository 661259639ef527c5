import { setTimeout as sleep } from 'node:timers/promises';
import { HISTORY_LOCK } from '../history/add-history.ts';
import type { Database, Queryable } from '../store/database.ts';
import { STEP_ROWS, step } from './steps.ts';

/** Deletes a part of the rows that have no day left, and records it. False if another server is sweeping. */
export type DeletePart = (work: (tx: Queryable) => Promise<number>) => Promise<boolean>;

/**
 * Deletes the rows of the history that have no day left. Only deleting needs the exclusive lock, and not the search for
 * them, which reads all rows. Returns false if another server is sweeping.
 */
export async function deleteHistoryRows(db: Database, workspace: string, deletePart: DeletePart): Promise<boolean> {
  let after: Uint8Array | undefined = new Uint8Array();
  while (after) {
    const from: Uint8Array = after;
    const { last, unused } = await step(() => findUnused(db, workspace, from));
    if (unused.length > 0 && !(await step(() => deletePart((tx) => deleteUnused(tx, workspace, unused))))) return false;
    after = last;
  }
  return true;
}

/** From the next rows, in the order of their hashes: those without a day, and the last one if there may be more. */
async function findUnused(db: Database, workspace: string, after: Uint8Array) {
  const { rows } = await db.query<{ row_hash: Uint8Array; unused: boolean }>(
    `SELECT r.row_hash, NOT EXISTS (
         SELECT FROM history_days d WHERE d.workspace_id = $1 AND d.row_hash = r.row_hash) AS unused
     FROM (SELECT row_hash FROM history_rows WHERE workspace_id = $1 AND row_hash > $2 ORDER BY row_hash LIMIT $3) AS r
     ORDER BY r.row_hash`,
    [workspace, after, STEP_ROWS],
  );
  return {
    last: rows.length === STEP_ROWS ? rows.at(-1)?.row_hash : undefined,
    unused: rows.filter(({ unused }) => unused).map(({ row_hash: hash }) => hash),
  };
}

/** The lock prevents writers from adding days to a row in the meantime. If it stays taken, the next sweep tries again. */
async function deleteUnused(tx: Queryable, workspace: string, hashes: readonly Uint8Array[]): Promise<number> {
  if (!(await lockHistoryExclusive(tx, workspace))) return 0;
  const { count } = await tx.query(
    `DELETE FROM history_rows r WHERE r.workspace_id = $1 AND r.row_hash = ANY ($2::bytea[]) AND NOT EXISTS (
       SELECT FROM history_days d WHERE d.workspace_id = $1 AND d.row_hash = r.row_hash)`,
    [workspace, hashes],
  );
  return count;
}

/** Polls the exclusive lock, since waiting for it would block all later writers. False if it stays taken. */
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
