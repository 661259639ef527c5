/** Milliseconds after which a test that waits for something gives up. Only for what hangs. */
export const HANGS = 300_000;

/**
 * For tests and hooks, of which the longest takes a minute. They only end what hangs: a busy machine may be ten times slower
 * than the one on which a test was written.
 */
export const TIMEOUTS = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: HANGS } },
} as const;
