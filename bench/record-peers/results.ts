import { readFileSync } from 'node:fs';
import { z } from 'zod';

const countSchema = z.strictObject({
  /** Migrations with a hazard of which something is reported. */
  reported: z.int(),
  /** Harmless migrations of which something is reported. */
  falsely: z.int(),
  /** Migrations that the tool gives no SQL of, or says that it does not read. */
  unread: z.int(),
});
export type Count = z.output<typeof countSchema>;

const resultsSchema = z.strictObject({
  date: z.string(),
  versions: z.record(z.string(), z.string()),
  rows: z.array(
    z.strictObject({
      framework: z.string(),
      hazards: z.int(),
      harmless: z.int(),
      /** By the name of a column of the table. */
      counts: z.record(z.string(), countSchema),
    }),
  ),
});
export type Results = z.output<typeof resultsSchema>;

export const RESULTS = new URL('results.json', import.meta.url);

export function readRecordResults(): Results {
  return resultsSchema.parse(JSON.parse(readFileSync(RESULTS, 'utf8')));
}
