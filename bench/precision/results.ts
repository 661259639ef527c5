import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { JUDGED } from './judgements.ts';
import { LOCK_ANSWERS } from './locks.ts';

const RESULTS = new URL('results.json', import.meta.url);

const count = z.int().nonnegative();
const counts = z.record(z.string(), count);

const repositorySchema = z.strictObject({
  name: z.string(),
  /** Replayed pull requests, and the days of the oldest and the newest. */
  pulls: count,
  from: z.string(),
  to: z.string(),
  /** Those with a SQL file that the configuration does not ignore. */
  checked: count,
  red: count,
  /** Those with a warning about locks. */
  locks: count,
  /** Those that could not be checked for an error in the configuration. */
  errors: count,
});

const judgedSchema = z.strictObject(
  Object.fromEntries(JUDGED.map((name) => [name, count])) as Record<(typeof JUDGED)[number], typeof count>,
);

const runSchema = z.strictObject({
  /** Commit of Querygate whose sources judged. */
  engine: z.string(),
  date: z.iso.date(),
  repositories: z.array(repositorySchema),
  /** By rule: pull requests with a finding that counts. */
  rules: counts,
  /** By rule: red pull requests with no other rule that blocks. */
  alone: counts,
  /** Of the findings that make a pull request red: by kind of operation and place, pull requests. */
  kinds: counts,
  /** The hand judgements about findings that this run reports. */
  judged: z.strictObject({ red: judgedSchema, lock: judgedSchema }),
  squawk: z.strictObject({
    version: z.string(),
    /** Pull requests with PostgreSQL files, and those that squawk fails, Querygate fails, or both warn about locks. */
    pulls: count,
    red: count,
    querygateRed: count,
    /** Those in which squawk's rules about locks report something; in which Querygate's do; in which both do. */
    locks: count,
    querygateLocks: count,
    bothLocks: count,
    /** By rule of squawk about locks: statements by what Querygate says of them. */
    rules: z.record(
      z.string(),
      z.strictObject(
        Object.fromEntries(LOCK_ANSWERS.map((name) => [name, count])) as Record<
          (typeof LOCK_ANSWERS)[number],
          typeof count
        >,
      ),
    ),
    /** By rule of Querygate about locks: statements that squawk's rules about locks do not report. */
    onlyQuerygate: counts,
  }),
});
export type RunResult = z.infer<typeof runSchema>;

/** The names of the runs that are kept. */
export const RUNS = ['before', 'now'] as const;

const resultsSchema = z.strictObject({ before: runSchema.nullable(), now: runSchema.nullable() });
export type Results = z.infer<typeof resultsSchema>;

export function readResults(): Results {
  return resultsSchema.parse(JSON.parse(readFileSync(RESULTS, 'utf8')));
}

export function writeResults(results: Results): void {
  writeFileSync(RESULTS, `${JSON.stringify(resultsSchema.parse(results), null, 2)}\n`);
}
