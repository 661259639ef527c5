import type { Queryable } from '../store/database.ts';
import { type ClaimedSimulation, type Progress, renewLease } from './lease.ts';

/** Milliseconds: how long a lease lasts, and how often it is renewed. */
export interface LeaseTimes {
  readonly lease: number;
  readonly renewal: number;
}

/**
 * Share of the lease after which a runner that cannot renew it gives up, so that it stops before another one starts.
 */
const GIVE_UP = 0.8;

/**
 * Renews the lease of a simulation until `release` is called. `onLost` is called once if another runner has the
 * simulation, or if the store was unreachable for so long that another runner can soon take it.
 * @param claimedAt `performance.now()` before the simulation was claimed
 */
export function keepLease(
  db: Queryable,
  claimed: ClaimedSimulation,
  claimedAt: number,
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
    // A renewal is still running; `last` ends the wait if it hangs.
    if (renewing) return;
    renewing = true;
    const requestedAt = performance.now();
    try {
      const held = await renewLease(db, claimed, hooks.progress(), lease);
      if (released) return;
      if (held) heldSince(requestedAt);
      else lose();
    } catch {
      // The store does not answer: the next renewal tries again, as long as the lease lasts.
    } finally {
      renewing = false;
    }
  };
  const timer = setInterval(() => void renew(), renewal);
  heldSince(claimedAt);
  return { release };
}
