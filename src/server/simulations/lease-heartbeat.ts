import type { Queryable } from '../store/database.ts';
import { type ClaimedSimulation, type Progress, renewLease } from './lease.ts';

/** Milliseconds: how long a runner is taken for alive, and how often it says that it is. */
export interface LeaseTimes {
  readonly lease: number;
  readonly renewal: number;
}

/** Share of the lease after which a runner that could not renew it gives up, so that it has ended before another begins. */
const GIVE_UP = 0.8;

/**
 * Renews the lease of a simulation until `release` is called. `onLost` is called once where another runner has it, or the
 * store could not be asked for so long that another may have it soon.
 * @param takenAt what `performance.now()` said before it was taken
 */
export function keepLease(
  db: Queryable,
  taken: ClaimedSimulation,
  takenAt: number,
  { lease, renewal }: LeaseTimes,
  hooks: { readonly progress: () => Progress; readonly onLost: () => void },
): { release(): void } {
  let released = false;
  let renewing = false;
  let last: NodeJS.Timeout | undefined;

  const release = () => {
    released = true;
    clearInterval(timer);
    clearTimeout(last);
  };
  const lose = () => {
    if (released) return;
    release();
    hooks.onLost();
  };
  const heldSince = (instant: number) => {
    clearTimeout(last);
    last = setTimeout(lose, Math.max(0, instant + lease * GIVE_UP - performance.now()));
  };
  const renew = async () => {
    // One that hangs is waited for: `last` ends it.
    if (renewing) return;
    renewing = true;
    const asked = performance.now();
    try {
      const held = await renewLease(db, taken, hooks.progress(), lease);
      if (released) return;
      if (held) heldSince(asked);
      else lose();
    } catch {
      // The store does not answer: the next renewal asks again, for as long as there is time.
    } finally {
      renewing = false;
    }
  };
  const timer = setInterval(() => void renew(), renewal);
  heldSince(takenAt);
  return { release };
}
