import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { renderSimulationSchema } from '../../../scripts/generate-report-schema.ts';
import { type FlowCause, type FlowReport, schemaId } from '../../../src/model/index.ts';
import { SIMULATION_FORMATS } from '../../../src/report/index.ts';
import { simulationV1Schema } from '../../../src/report/simulation/json-v1.ts';
import { SCENARIOS } from './scenarios.ts';

const published = readFileSync(new URL('../../../schemas/simulation.v1.json', import.meta.url), 'utf8');
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(published));
const written = (name: keyof typeof SCENARIOS) => JSON.parse(SIMULATION_FORMATS.json.render(SCENARIOS[name]));

it('publishes the schema of the code', () => {
  expect(published).toBe(renderSimulationSchema());
  expect(JSON.parse(published)).toMatchObject({ $id: schemaId('simulation.v1') });
});

it.each(Object.entries(SCENARIOS))('writes %s as the schema describes it', (_, report) => {
  const value: unknown = JSON.parse(SIMULATION_FORMATS.json.render(report));
  validate(value);
  expect(validate.errors).toBeNull();
  // Parsing drops keys that the schema does not know, so every written key is in the schema.
  expect(simulationV1Schema.parse(value)).toEqual(value);
});

it('lists only as many flows as a program can hold, and counts the others, in every format', () => {
  const { huge } = SCENARIOS;
  const [one] = huge.result?.flows ?? [];
  if (!one || !huge.result) throw new Error('no flow');
  const causes = Array.from({ length: 60 }, (_, rule) => ({ ...(one.causes[0] as FlowCause), rule: `no-${rule}` }));
  // More than twice as many as there is space for.
  const flows = Array.from(
    { length: 6_000 },
    (_, at): FlowReport => ({
      ...one,
      id: at.toString(16).padStart(12, '0'),
      class: at < 5_000 ? 'newly_blocked' : 'unknown',
      causes,
    }),
  );
  const report = { ...huge, result: { ...huge.result, flows } };
  const note = /list the worst [\d,]+ of 6,000 affected flows and count the others by class; the totals include all/;
  let json = '';
  for (const [name, format] of Object.entries(SIMULATION_FORMATS)) {
    const text = format.render(report);
    expect(text.length, name).toBeLessThan(120 * 1024 * 1024);
    if (name === 'json') json = text;
    else expect(note.test(text.replaceAll(/\s+/g, ' ')), name).toBe(true);
  }
  const { result } = JSON.parse(json);
  expect(result.totals).toEqual(huge.result.totals);
  const { newly_blocked: blocked, unknown } = result.flowsNotListed;
  expect([result.flows.length + blocked, unknown]).toEqual([5_000, 1_000]);
  expect(result.flows.length).toBeGreaterThan(1000);
});

it('lists every flow if there is space', () => {
  expect(written('huge').result.flows).toHaveLength(1200);
  expect(written('huge').result.flows.filter(({ counts }: { counts: boolean }) => counts)).toHaveLength(1100);
});

it('keeps every value of the report', () => {
  const { result, history, base, head, policy, problems, notices } = SCENARIOS.hostile;
  // Undefined values become null; all others stay the same.
  const inside: unknown = JSON.parse(JSON.stringify({ result, history, base, head, policy, problems, notices }));
  const { problems: reported, ...value } = written('hostile');
  const { problems: known, ...others } = inside as { problems: unknown[] };
  expect(value).toMatchObject(others);
  // The failed self-test is one more problem.
  expect(reported).toHaveLength(known.length + 1);
});

it.each([
  ['a missing key', (value: Record<string, unknown>) => delete value['outcome']],
  ['another version', (value: Record<string, unknown>) => Object.assign(value, { formatVersion: 2 })],
  ['a wrong type', (value: Record<string, unknown>) => Object.assign(value, { result: {} })],
])('rejects %s', (_, spoil) => {
  const value = written('broken');
  expect(validate(value)).toBe(true);
  spoil(value);
  expect(validate(value)).toBe(false);
});

it('accepts keys that later versions add', () => {
  expect(validate({ ...written('broken'), later: 1 })).toBe(true);
});
