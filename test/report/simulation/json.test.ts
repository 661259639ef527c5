import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { renderSimulationSchema } from '../../../scripts/generate-report-schema.ts';
import { type FlowCause, type FlowReport, schemaUrl } from '../../../src/model/index.ts';
import { SIMULATION_FORMATS } from '../../../src/report/index.ts';
import { simulationV1Schema } from '../../../src/report/simulation/json-v1.ts';
import { SCENARIOS } from './scenarios.ts';

const published = readFileSync(new URL('../../../schemas/simulation.v1.json', import.meta.url), 'utf8');
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(published));
const written = (name: keyof typeof SCENARIOS) => JSON.parse(SIMULATION_FORMATS.json.render(SCENARIOS[name]));

it('publishes the schema that the code has', () => {
  expect(published).toBe(renderSimulationSchema());
  expect(JSON.parse(published)).toMatchObject({ $id: schemaUrl('simulation.v1') });
});

it.each(Object.entries(SCENARIOS))('writes %s as the schema has it', (_, report) => {
  const value: unknown = JSON.parse(SIMULATION_FORMATS.json.render(report));
  validate(value);
  expect(validate.errors).toBeNull();
  // The schema drops what it does not know: every key that is written is in it.
  expect(simulationV1Schema.parse(value)).toEqual(value);
});

it('lists the worst flows as far as a program can hold them, and counts the others, in every format', () => {
  const { huge } = SCENARIOS;
  const [one] = huge.result?.flows ?? [];
  if (!one || !huge.result) throw new Error('no flow');
  const flows = Array.from(
    { length: 60_000 },
    (_, at): FlowReport => ({
      ...one,
      id: at.toString(16).padStart(12, '0'),
      class: at < 50_000 ? 'newly_blocked' : 'unknown',
      causes: Array.from({ length: 60 }, (_, rule) => ({ ...(one.causes[0] as FlowCause), rule: `no-${rule}` })),
    }),
  );
  const report = { ...huge, result: { ...huge.result, flows } };
  const said = /list the worst [\d,]+ of 60,000 touched flows, and count the others by class; the totals are of all/;
  for (const [name, format] of Object.entries(SIMULATION_FORMATS)) {
    const text = format.render(report);
    expect(text.length, name).toBeLessThan(120 * 1024 * 1024);
    if (name !== 'json') expect(said.test(text.replaceAll(/\s+/g, ' ')), name).toBe(true);
  }
  const { result } = JSON.parse(SIMULATION_FORMATS.json.render(report));
  expect(result.totals).toEqual(huge.result.totals);
  const { newly_blocked: blocked, unknown } = result.flowsNotListed;
  expect([result.flows.length + blocked, unknown]).toEqual([50_000, 10_000]);
  expect(result.flows.length).toBeGreaterThan(1000);
});

it('leaves out no flow of which there is room', () => {
  expect(written('huge').result.flows).toHaveLength(1200);
  expect(written('huge').result.flows.filter(({ counts }: { counts: boolean }) => counts)).toHaveLength(1100);
});

it('loses nothing of the report that has a value', () => {
  const { result, history, base, head, policy, problems, notices } = SCENARIOS.hostile;
  // What is undefined inside is null outside; all else is as it was.
  const inside: unknown = JSON.parse(JSON.stringify({ result, history, base, head, policy, problems, notices }));
  const { problems: told, ...value } = written('hostile');
  const { problems: known, ...others } = inside as { problems: unknown[] };
  expect(value).toMatchObject(others);
  // The self-test that failed is told too.
  expect(told).toHaveLength(known.length + 1);
});

it.each([
  ['a missing key', (value: Record<string, unknown>) => delete value['outcome']],
  ['another version', (value: Record<string, unknown>) => Object.assign(value, { formatVersion: 2 })],
  ['a wrong type', (value: Record<string, unknown>) => Object.assign(value, { result: {} })],
])('refuses %s', (_, spoil) => {
  const value = written('broken');
  expect(validate(value)).toBe(true);
  spoil(value);
  expect(validate(value)).toBe(false);
});

it('lets later versions add keys', () => {
  expect(validate({ ...written('broken'), later: 1 })).toBe(true);
});
