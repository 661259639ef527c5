import type { Actor } from '../contract.ts';
import type { Database } from './store/database.ts';

/** What everything in the server stands on. */
export interface Context {
  readonly db: Database;
  /** The clock of this process; tests set it. */
  readonly now: () => Date;
}

/** Who does something, and in which request, for the audit trail. */
export interface By {
  readonly actor: Actor;
  readonly requestId?: string | undefined;
}

/** `YYYY-MM-DD`, UTC. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
