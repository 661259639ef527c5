import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { renderReportSchema } from '../../../scripts/generate-report-schema.ts';
import { schemaId } from '../../../src/model/index.ts';
import { reportV1Schema } from '../../../src/report/check/json-v1.ts';
import { FORMATS } from '../../../src/report/index.ts';
import { SCENARIOS } from '../scenarios.ts';

const published = readFileSync(new URL('../../../schemas/report.v1.json', import.meta.url), 'utf8');
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(published));

it('publishes the schema of the code', () => {
  expect(published).toBe(renderReportSchema());
  expect(JSON.parse(published)).toMatchObject({ $id: schemaId('report.v1') });
});

it.each(Object.entries(SCENARIOS))('writes %s as the schema describes it', (_, report) => {
  const written: unknown = JSON.parse(FORMATS.json.render(report));
  validate(written);
  expect(validate.errors).toBeNull();
  // Parsing drops keys that the schema does not know, so every written key is in the schema.
  expect(reportV1Schema.parse(written)).toEqual(written);
});

it.each([
  ['a missing key', (value: Record<string, unknown>) => delete value['verdict']],
  ['another version', (value: Record<string, unknown>) => Object.assign(value, { formatVersion: 2 })],
  ['a wrong type', (value: Record<string, unknown>) => Object.assign(value, { findings: [{}] })],
])('rejects %s', (_, spoil) => {
  const value = JSON.parse(FORMATS.json.render(Object.values(SCENARIOS)[0] ?? expect.fail()));
  expect(validate(value)).toBe(true);
  spoil(value);
  expect(validate(value)).toBe(false);
});

it('accepts keys that later versions add', () => {
  const value = JSON.parse(FORMATS.json.render(Object.values(SCENARIOS)[0] ?? expect.fail()));
  expect(validate({ ...value, later: 1 })).toBe(true);
});
