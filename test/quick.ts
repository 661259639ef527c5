/** What `npm test` runs, in a few minutes; the rest, which `.ci/run` runs after it; or all of it. */
export type Part = 'quick' | 'rest' | undefined;

/** Short runs of each program: part of `npm test`, unlike the other tests that start programs. */
export const QUICK_RUNS = 'test/**/*.quick.test.ts';

/** The slowest unit tests: not part of `npm test`. */
export const SLOW_UNIT_TESTS: readonly string[] = [
  'test/bench/corpus/corpus.test.ts',
  'test/check.test.ts',
  'test/ci/git.test.ts',
  'test/ci/github.test.ts',
  'test/ci/gitlab/change.test.ts',
  'test/ci/gitlab/checkout.test.ts',
  'test/ci/gitlab/merged.test.ts',
  'test/ci/local.test.ts',
  'test/ci/trees.test.ts',
  'test/client/dry-run.test.ts',
  'test/client/faults.test.ts',
  'test/commands/baseline.test.ts',
  'test/commands/check/existing.test.ts',
  'test/commands/check/files.test.ts',
  'test/commands/check/service.test.ts',
  'test/commands/check/suppressions.test.ts',
  'test/commands/check/unread-migrations.test.ts',
  'test/commands/hostile.test.ts',
  'test/commands/inputs/links.test.ts',
  'test/commands/inputs/sides.test.ts',
  'test/commands/simulate/run.test.ts',
  'test/history/collect/caller-names.test.ts',
  'test/history/collect/overlap-sketch.test.ts',
  'test/history/collect/whole-logs.test.ts',
  'test/long-files.test.ts',
  'test/proxy/events/kill.test.ts',
  'test/proxy/events/service-events.test.ts',
  'test/report/check/many.test.ts',
  'test/report/check/sarif.test.ts',
  'test/rules/conditions/condition.test.ts',
  'test/rules/judge/suppressions.test.ts',
  'test/rules/load.test.ts',
  'test/rules/mistakes.test.ts',
  'test/simulation/random-groups.test.ts',
  'test/sql/dynamic-text.test.ts',
  'test/sql/grammars/plain-ddl.test.ts',
  'test/sql/grammars/plpgsql.test.ts',
  'test/sql/pinned-columns.test.ts',
  'test/traffic/fact-reader.test.ts',
];

/** Reads the environment variable QUERYGATE_TESTS. */
export function readPart(value: string | undefined): Part {
  if (value === undefined || value === 'quick' || value === 'rest') return value;
  throw new Error(`QUERYGATE_TESTS is \`${value}\`, not \`quick\` or \`rest\``);
}
