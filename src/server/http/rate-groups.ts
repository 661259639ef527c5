/** Requests per minute of each group: per key or user, or (the last four) per address. */
export const RATE_GROUPS = {
  /** Dry runs and the parts of texts that they need. */
  dryRun: 600,
  /** Starting simulations. */
  simulate: 60,
  /** Polling simulations. */
  poll: 1200,
  query: 60_000,
  /** Calls with events, up to a thousand each. */
  events: 3000,
  /** All other reads. */
  read: 600,
  /** All changes of a workspace. */
  manage: 120,
  /** Reads that need no sign-in, for the pages before it. */
  open: 120,
  /** Signing in. */
  signIn: 30,
  /** Exchanges of identity tokens of CI jobs, which can share an address. */
  exchange: 600,
  /** Requests refused for an invalid key or session. */
  refused: 120,
} as const;
export type RateGroup = keyof typeof RATE_GROUPS;
export type Rates = Readonly<Record<RateGroup, number>>;
