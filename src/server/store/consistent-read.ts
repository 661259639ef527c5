import type { Database, Queryable } from './database.ts';

/**
 * Runs `work` on a consistent view of the store at one point in time, in one transaction (repeatable read, read only).
 * Like any transaction it can be retried. On the embedded store, which has one connection, all others wait.
 */
export function readConsistently<T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return work(tx);
  }, 'bulk');
}
