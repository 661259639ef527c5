import { expect } from 'vitest';

// What work costs, in CPU time: other programs on the machine do not count, and a slow machine is no fault.

/** CPU seconds that end a test of work that would otherwise take hours, or all memory. */
const ENDLESS = 120;

/** How often growth is measured before it is a fault: a garbage collection can fall into one measurement. */
const ATTEMPTS = 5;

/** The CPU time of the work in this process, in seconds. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Fails if work takes exponential time. */
export async function expectNotEndless(work: () => unknown): Promise<void> {
  expect(await cpuOf(work)).toBeLessThan(ENDLESS);
}

/** Fails if four times the work costs far more than four times the time; with the square, it would be sixteen times. */
export async function expectLinear(work: (times: number) => unknown): Promise<void> {
  await work(1);
  for (let attempt = 1; ; attempt++) {
    const [one, four] = [await cpuOf(() => work(1)), await cpuOf(() => work(4))];
    // Times of a few milliseconds are the compiler's.
    const limit = 10 * one + 0.1;
    if (four < limit) return;
    if (attempt === ATTEMPTS) expect(four).toBeLessThan(limit);
  }
}
