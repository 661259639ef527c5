// Writes the JSON Schemas of the JSON reports, generated from the zod schemas of their public types.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { REPORT_SCHEMA_ID } from '../src/report/check/json.ts';
import { reportV1Schema } from '../src/report/check/json-v1.ts';
import { SIMULATION_SCHEMA_ID } from '../src/report/simulation/json.ts';
import { simulationV1Schema } from '../src/report/simulation/json-v1.ts';

function published(type: z.ZodType, $id: string, title: string): string {
  // `io: 'input'` allows unknown keys, so that a later version can add keys.
  const { $schema, ...schema } = z.toJSONSchema(type, { target: 'draft-2020-12', io: 'input' });
  return `${JSON.stringify({ $schema, $id, title, ...schema }, undefined, 2)}\n`;
}

/** Returns the published JSON Schema of version 1 of the check report. */
export function renderReportSchema(): string {
  return published(reportV1Schema, REPORT_SCHEMA_ID, 'Querygate report');
}

/** Returns the published JSON Schema of version 1 of the simulation report. */
export function renderSimulationSchema(): string {
  return published(simulationV1Schema, SIMULATION_SCHEMA_ID, 'Querygate simulation');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../schemas/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}report.v1.json`, renderReportSchema());
  writeFileSync(`${folder}simulation.v1.json`, renderSimulationSchema());
}
