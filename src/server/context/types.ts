import type { Actor } from '../../contract/index.ts';
import type { Database, Queryable } from '../store/database.ts';

/** What everything in the server stands on. */
export interface Context {
  readonly db: Database;
  /** The clock of this process; tests set it. */
  readonly now: () => Date;
}

/** What a question to the store needs; in a transaction, that transaction. */
export type ReadContext = Pick<Context, 'now'> & { readonly db: Queryable };

/** Who does something, and in which request, for the audit trail. */
export interface Author {
  readonly actor: Actor;
  readonly requestId?: string | undefined;
  /**
   * Raises ProblemError where they may not do it any more. Whoever changes a workspace asks it inside the transaction, once the
   * workspace is locked: what ends somebody's authority takes the same lock, so one of the two comes first.
   */
  readonly reauthorize?: ((tx: Queryable) => Promise<void>) | undefined;
}

/** `YYYY-MM-DD`, UTC. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
