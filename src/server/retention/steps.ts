import { setTimeout as sleep } from 'node:timers/promises';

// Data is deleted in small transactions with pauses, so that requests do not wait for it.

/** Rows that one transaction deletes. */
export const STEP_ROWS = 1_000;

/** A pause is as long as the step before it was, so that deleting takes at most half of what the store can do. */
const LONGEST_PAUSE = 500;

/** Runs a step and pauses. */
export async function step<Result>(run: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await run();
  await sleep(Math.min(LONGEST_PAUSE, performance.now() - startedAt));
  return result;
}
