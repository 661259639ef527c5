import type { Database } from './store/database.ts';

/** What everything in the server stands on. */
export interface Context {
  readonly db: Database;
  /** The clock of this process; tests set it. */
  readonly now: () => Date;
}

/** `YYYY-MM-DD`, UTC. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
