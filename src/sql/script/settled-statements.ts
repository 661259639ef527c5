import type { FollowedStatement } from '../across-statements/followed-statement.ts';
import { FactsRecord } from '../facts-record.ts';
import { settleOperation } from '../reader/operation.ts';

/** Number of statements in a file beyond which nothing is computed lazily: the inputs take a kilobyte per statement. */
const MAX_UNSETTLED = 20_000;

/**
 * Keeps the memory of long files low. Computes the lazy values, so that their inputs can be freed, and lets a statement
 * share its lists with the one before: most are the same in a file with that many.
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
