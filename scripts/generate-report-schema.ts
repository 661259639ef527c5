// Writes schemas/report.v1.json from the zod schema of the JSON report.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { REPORT_SCHEMA_URL } from '../src/report/json.ts';
import { reportV1Schema } from '../src/report/json-v1.ts';

/** The JSON Schema of version 1 of the report, as it is published. */
export function renderReportSchema(): string {
  // As input: keys that it does not name are allowed, so that a later version may add some.
  const { $schema, ...schema } = z.toJSONSchema(reportV1Schema, { target: 'draft-2020-12', io: 'input' });
  return `${JSON.stringify({ $schema, $id: REPORT_SCHEMA_URL, title: 'Querygate report', ...schema }, undefined, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../schemas/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}report.v1.json`, renderReportSchema());
}
