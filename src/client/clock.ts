/** Time and randomness, replaceable in tests. */
export interface Clock {
  /** Monotonic time in milliseconds. */
  elapsed(): number;
  /** Milliseconds since 1970 UTC, by the system clock. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
}

export const systemClock: Clock = {
  elapsed: () => performance.now(),
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: () => Math.random(),
};
