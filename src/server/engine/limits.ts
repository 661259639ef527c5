const MI = 1024 * 1024;

/** Limits of the engine. Times are milliseconds, memory is MiB of a thread's heap. */
export const ENGINE_LIMITS = {
  query: 2_000,
  event: 2_000,
  flow: 5_000,
  file: 30_000,
  simulation: 10 * 60_000,
  snapshot: 5 * 60_000,
  /** Loading rulesets and grammars. */
  ruleset: 10_000,
  /** A query that waited longer is dropped: its client has most likely given up. */
  wait: 10_000,
  memory: 1024,
  /** A history of a million rows uses most of it. */
  simulationMemory: 4096,
  /** Waiting tasks of a kind, and their characters; further tasks are refused. */
  waitingQueries: 2_000,
  waitingTasks: 200,
  queryCharacters: 64 * MI,
  taskCharacters: 128 * MI,
  /** The same per workspace, which leaves room for others. */
  waitingQueriesOfOne: 500,
  waitingTasksOfOne: 100,
  queryCharactersOfOne: 16 * MI,
  taskCharactersOfOne: 64 * MI,
  /** Time for running tasks to finish when the engine closes. */
  close: 5_000,
} as const;
export type EngineLimits = { readonly [Name in keyof typeof ENGINE_LIMITS]: number };
