const MI = 1024 * 1024;

/** Limits of the engine. Times are milliseconds, memory is MiB of a thread's heap. */
export const ENGINE_LIMITS = {
  query: 2_000,
  event: 2_000,
  file: 30_000,
  simulation: 10 * 60_000,
  snapshot: 5 * 60_000,
  /** For loading rulesets and grammars. */
  ruleset: 10_000,
  /** A query that has waited so long is not judged any more: who asked has most likely gone. */
  wait: 10_000,
  memory: 1024,
  /** A history of a million rows takes most of it. */
  simulationMemory: 4096,
  /** Tasks of a kind that may wait, and characters of them; another one is turned away. */
  waitingQueries: 2_000,
  waitingTasks: 200,
  queryCharacters: 64 * MI,
  taskCharacters: 128 * MI,
  /** Of one workspace, so that it leaves room to others. */
  waitingQueriesOfOne: 500,
  waitingTasksOfOne: 100,
  queryCharactersOfOne: 16 * MI,
  taskCharactersOfOne: 64 * MI,
  /** For what runs when the engine is closed. */
  close: 5_000,
} as const;
export type EngineLimits = { readonly [Name in keyof typeof ENGINE_LIMITS]: number };
