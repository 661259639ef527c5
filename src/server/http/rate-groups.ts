/** Requests a minute, each group for itself: of one key or person, or (the last two) of one address. */
export const RATE_GROUPS = {
  /** Dry runs and the parts of texts that they need. */
  dryRun: 600,
  /** Starting simulations. */
  simulate: 60,
  /** Asking how they stand. */
  poll: 1200,
  query: 60_000,
  /** Calls with events, up to a thousand each. */
  events: 3000,
  /** All other reading. */
  read: 600,
  /** All that changes a workspace. */
  manage: 120,
  /** Signing in. */
  signIn: 30,
  /** Requests that nobody knows the key or session of. */
  refused: 120,
} as const;
export type RateGroup = keyof typeof RATE_GROUPS;
export type Rates = Readonly<Record<RateGroup, number>>;
