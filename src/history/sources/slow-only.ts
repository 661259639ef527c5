/**
 * Note for a log without fast statements. Each part of the work reports it for what it read; it is kept only if all
 * parts do.
 */
export const SLOW_ONLY =
  'no statement took less than 5 ms: the log seems to hold slow statements only (`log_min_duration_statement`), so faster ones are missing';
