/** Time and chance, so that tests can hold both. */
export interface Clock {
  /** Milliseconds since some instant; never goes back. */
  elapsed(): number;
  /** Milliseconds since 1970, UTC, as the machine believes. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /** From 0 up to but not 1. */
  random(): number;
}

export const systemClock: Clock = {
  elapsed: () => performance.now(),
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: () => Math.random(),
};
