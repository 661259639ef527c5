/** What `npm test` runs, in a few minutes; the rest, which `.ci/run` runs after it; or all of it. */
export type Part = 'quick' | 'rest' | undefined;

/** Short runs of each program: part of `npm test`, unlike the other tests that start programs. */
export const QUICK_RUNS = 'test/**/*.quick.test.ts';

/** The slowest unit tests: not part of `npm test`. */
export const SLOW_UNIT_TESTS: readonly string[] = [];

/** Reads the environment variable QUERYGATE_TESTS. */
export function readPart(value: string | undefined): Part {
  if (value === undefined || value === 'quick' || value === 'rest') return value;
  throw new Error(`QUERYGATE_TESTS is \`${value}\`, not \`quick\` or \`rest\``);
}
