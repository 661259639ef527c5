import type { Actor } from '../../contract/index.ts';
import type { Database, Queryable } from '../store/database.ts';

/** Dependencies that every part of the server uses. */
export interface Context {
  readonly db: Database;
  /** The clock of this process; tests set it. */
  readonly now: () => Date;
}

/** What a read of the store needs; inside a transaction, `db` is that transaction. */
export type ReadContext = Pick<Context, 'now'> & { readonly db: Queryable };

/** Who makes a change, and in which request, for the audit trail. */
export interface Author {
  readonly actor: Actor;
  readonly requestId?: string | undefined;
  /**
   * Raises ProblemError if the author has lost the permission. Call it inside the transaction that changes a workspace,
   * after locking the workspace: revoking a permission takes the same lock, so the two cannot overlap.
   */
  readonly reauthorize?: ((tx: Queryable) => Promise<void>) | undefined;
}

const DAY_MS = 86_400_000;
/** Most calls ask about today. */
let last = { number: Number.NaN, day: '' };

/** `YYYY-MM-DD`, UTC. */
export function dayOf(instant: Date): string {
  const number = Math.floor(instant.getTime() / DAY_MS);
  if (number !== last.number) last = { number, day: instant.toISOString().slice(0, 10) };
  return last.day;
}
