/** Of a log in which nothing is quick. Each part of the work tells it of what it read; it holds where all of them do. */
export const SLOW_ONLY =
  'no statement in it took less than 5 ms: it seems to hold slow statements only, as with `log_min_duration_statement`, and what ran faster is not in it';
