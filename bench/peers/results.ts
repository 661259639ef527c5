import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { GROUPS, type Group } from './statements.ts';

const RESULTS = new URL('results.json', import.meta.url);

const groupSchema = z.strictObject({
  /** The rules that reported each statement, by its name, without those that do not count. */
  reported: z.record(z.string(), z.array(z.string()).min(1)),
  /** The statements whose job fails. */
  failed: z.array(z.string()),
  /** The statements that the tool says it cannot read. */
  unread: z.array(z.string()),
});
export type GroupResult = z.infer<typeof groupSchema>;

const cpuSchema = z.strictObject({
  /** CPU seconds, median. */
  seconds: z.number(),
  /** How many times the CPU time of Querygate, measured alternately in the same run. */
  ratio: z.number(),
});

const toolSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  source: z.string(),
  /** UTC day of the measurement. */
  date: z.iso.date(),
  command: z.string(),
  dangerous: groupSchema,
  harmless: groupSchema,
  locks: groupSchema,
  /** CPU of one small file. */
  small: cpuSchema.nullable(),
  /** The run over the migrations; null if there was none. */
  migrations: z
    .strictObject({
      /** What it says it cannot read: statements, or syntax errors. */
      unread: z.number(),
      /** Files that it skips. */
      skipped: z.number(),
      cpu: cpuSchema,
    })
    .nullable(),
});
export type ToolResult = z.infer<typeof toolSchema>;

const resultsSchema = z.strictObject({
  /** The set of migrations. */
  migrations: z
    .strictObject({ repository: z.string(), commit: z.string(), files: z.number(), bytes: z.number() })
    .nullable(),
  tools: z.array(toolSchema),
});
export type Results = z.infer<typeof resultsSchema>;

export function readResults(): Results {
  return resultsSchema.parse(JSON.parse(readFileSync(RESULTS, 'utf8')));
}

export function writeResults(results: Results): void {
  writeFileSync(RESULTS, `${JSON.stringify(resultsSchema.parse(results), null, 2)}\n`);
}

/** Collects what one tool did with each statement. */
export function emptyGroups(): Record<Group, GroupResult> {
  const empty = (): GroupResult => ({ reported: {}, failed: [], unread: [] });
  return Object.fromEntries(GROUPS.map((group) => [group, empty()])) as Record<Group, GroupResult>;
}
