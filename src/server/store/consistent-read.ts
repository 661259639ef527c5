import type { Database, Queryable } from './database.ts';

/**
 * Lets `work` read the store as it was at one moment, however many statements it takes: in one transaction (repeatable read,
 * read only), which like any other may be begun again. On the embedded store, which has one connection, all others wait.
 */
export function readConsistently<T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return work(tx);
  });
}
