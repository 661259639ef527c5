import type { HistoryGap } from '../../model/index.ts';

/** What may be missing in an input. */
export interface Gaps {
  /** What the input shows. */
  readonly shown: readonly HistoryGap[];
  /** What is likely, unless the user says that the input holds every call. */
  readonly assumed: readonly HistoryGap[];
}

export const NO_GAPS: Gaps = { shown: [], assumed: [] };

/** Note for a log of PostgreSQL without fast statements. */
export const SLOW_ONLY =
  'no statement took less than 5 ms: the log seems to hold slow statements only (`log_min_duration_statement`), so faster ones are missing';
