import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const RESULTS = new URL('results.json', import.meta.url);

const usageSchema = z.strictObject({
  /** Seconds, user and system, with all children; median. */
  cpu: z.number(),
  /** Bytes of the largest process; median. */
  peak: z.number(),
});
export type Usage = z.infer<typeof usageSchema>;

const resultsSchema = z.strictObject({
  /** UTC day of the measurement. */
  date: z.iso.date(),
  /** Major versions of Node.js on which Querygate ran; the first is that of the Actions. */
  nodes: z.array(z.string()),
  /** A bare `node -e 0` of each version. */
  bare: z.array(usageSchema),
  /** What loading the code takes, and judging files once and again in one process: CPU seconds in the order of `nodes`. */
  parts: z.array(z.strictObject({ name: z.string(), cpu: z.array(z.number()) })),
  inputs: z.array(
    z.strictObject({
      name: z.string(),
      /** In the order of `nodes`. */
      querygate: z.array(usageSchema),
      /** By name and version; empty where the other programs do not run, null for one that gives no report. */
      peers: z.record(z.string(), usageSchema.nullable()),
    }),
  ),
});
export type CheckResults = z.infer<typeof resultsSchema>;

export function readResults(): CheckResults {
  return resultsSchema.parse(JSON.parse(readFileSync(RESULTS, 'utf8')));
}

export function writeResults(results: CheckResults): void {
  writeFileSync(RESULTS, `${JSON.stringify(resultsSchema.parse(results), null, 2)}\n`);
}
