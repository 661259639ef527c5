import { ProblemError } from '../problems/error.ts';
import type { Database } from '../store/database.ts';
import { sessionId } from './own-sessions.ts';

/** Wrong passwords that end a session. */
export const MAX_GUESSES = 5;
/** Maximum remembered counters; above it, the oldest is evicted. */
const MAX_REMEMBERED = 20_000;

/** The wrong passwords of each open session, in the memory of this process, apart from failed sign-ins. */
const GUESSES_BY_STORE = new WeakMap<Database, Map<string, number>>();

/** A password that is being checked. */
export interface Guess {
  /** How many were wrong in this session, if this one is. */
  readonly count: number;
  /** Undoes the count: the check itself failed. */
  undo(): void;
  /** Resets the count: the password is right. */
  reset(): void;
}

/**
 * Counts a password that is given in a session, from the start of its check, so that concurrent ones cannot bypass the
 * limit. Raises ProblemError `rate_limited` while the last permitted one is being checked.
 */
export function beginGuess(db: Database, token: string): Guess {
  const guesses = GUESSES_BY_STORE.get(db) ?? new Map<string, number>();
  GUESSES_BY_STORE.set(db, guesses);
  const id = sessionId(token);
  const count = (guesses.get(id) ?? 0) + 1;
  if (count > MAX_GUESSES) throw new ProblemError('rate_limited', 'another password is being checked; wait', {}, 1);
  guesses.set(id, count);
  const [oldest] = guesses.keys();
  if (guesses.size > MAX_REMEMBERED && oldest !== undefined) guesses.delete(oldest);
  return {
    count,
    undo: () => {
      const left = (guesses.get(id) ?? 1) - 1;
      if (left === 0) guesses.delete(id);
      else guesses.set(id, left);
    },
    reset: () => void guesses.delete(id),
  };
}
