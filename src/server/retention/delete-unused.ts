import { setTimeout as sleep } from 'node:timers/promises';
import { HISTORY_LOCK } from '../history/add-history.ts';
import type { Database, Queryable } from '../store/database.ts';
import { STEP_ROWS, step } from './steps.ts';

/** Rows that others refer to, and that are of no use without them. */
export interface Referred {
  /** Its name in the audit trail. */
  readonly what: string;
  readonly table: string;
  readonly key: string;
  /** Before all keys. */
  readonly first: unknown;
  readonly type: string;
  /** Condition that others refer to a row `r`. */
  readonly used: string;
}

export const UNUSED: readonly Referred[] = [
  {
    ...{ what: 'historyRows', table: 'history_rows', key: 'row_hash', first: new Uint8Array(), type: 'bytea' },
    used: 'EXISTS (SELECT FROM history_days d WHERE d.workspace_id = r.workspace_id AND d.row_hash = r.row_hash)',
  },
  {
    ...{ what: 'queryKinds', table: 'traffic_kinds', key: 'id', first: 0, type: 'integer' },
    used: 'EXISTS (SELECT FROM traffic_entries t WHERE t.kind = r.id)',
  },
];

/** Deletes a part of the unused rows, and records it. False if another server is sweeping. */
export type DeletePart = (work: (tx: Queryable) => Promise<number>) => Promise<boolean>;

/**
 * Deletes the rows that nothing refers to any more. Only deleting needs the exclusive lock, and not the search for them,
 * which reads all rows. Returns false if another server is sweeping.
 */
export async function deleteUnused(
  db: Database,
  workspace: string,
  referred: Referred,
  deletePart: DeletePart,
): Promise<boolean> {
  let after: unknown = referred.first;
  while (after !== undefined) {
    const from = after;
    const { last, unused } = await step(() => findUnused(db, workspace, referred, from));
    const remove = (tx: Queryable) => deleteKeys(tx, workspace, referred, unused);
    if (unused.length > 0 && !(await step(() => deletePart(remove)))) return false;
    after = last;
  }
  return true;
}

/** From the next rows, in the order of their keys: those that are not used, and the last one if there may be more. */
async function findUnused(db: Database, workspace: string, { table, key, type, used }: Referred, after: unknown) {
  const { rows } = await db.query<{ key: unknown; unused: boolean }>(
    `SELECT r.${key} AS key, NOT ${used} AS unused
     FROM (SELECT workspace_id, ${key} FROM ${table} WHERE workspace_id = $1 AND ${key} > $2::${type}
       ORDER BY ${key} LIMIT $3) AS r
     ORDER BY r.${key}`,
    [workspace, after, STEP_ROWS],
  );
  return {
    last: rows.length === STEP_ROWS ? rows.at(-1)?.key : undefined,
    unused: rows.filter(({ unused }) => unused).map(({ key }) => key),
  };
}

/** The lock prevents writers from using a row in the meantime. If it stays taken, the next sweep tries again. */
async function deleteKeys(
  tx: Queryable,
  workspace: string,
  { table, key, type, used }: Referred,
  keys: readonly unknown[],
): Promise<number> {
  if (!(await lockHistoryExclusive(tx, workspace))) return 0;
  const { count } = await tx.query(
    `DELETE FROM ${table} r WHERE r.workspace_id = $1 AND r.${key} = ANY ($2::${type}[]) AND NOT ${used}`,
    [workspace, keys],
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
