import type { FollowedStatement } from '../across-statements/followed-statement.ts';
import { FactsRecord } from '../facts-record.ts';
import { settleOperation } from '../reader/operation.ts';

/** Statements of a file beyond which nothing is left for its first use: what that needs takes a kilobyte each. */
const MAX_UNSETTLED = 20_000;

/**
 * Keeps the memory of long files low. Computes what was left for its first use, so that what the computation needs can
 * be freed, and lets a statement share its lists with the one before: most are the same in a file with that many.
 */
export class SettledStatements {
  #count = 0;
  #before: FollowedStatement | undefined;

  add(statement: FollowedStatement): void {
    if (++this.#count <= MAX_UNSETTLED) return;
    FactsRecord.settle(statement.facts, this.#before?.facts);
    for (const [at, operation] of statement.operations.entries())
      settleOperation(operation, this.#before?.operations[at]);
    this.#before = statement;
  }
}
