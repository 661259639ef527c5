import { describe, expect, it } from 'vitest';
import { SIMULATION_FORMATS } from '../../../src/report/index.ts';
import { SCENARIOS } from './scenarios.ts';

const PAGE = 'https://gate.example/w/shop/simulations/sim_1';
const FLOWS = 'https://gate.example/w/shop/queries?flow=';

const made = SCENARIOS.broken;
const broken = made.result?.flows.filter((flow) => flow.class === 'newly_blocked' && flow.leftOut === undefined) ?? [];

describe.each(['summary', 'markdown', 'terminal', 'github'] as const)('a report of a service as %s', (format) => {
  const { render } = SIMULATION_FORMATS[format];
  const count = (text: string, part: string) => text.split(part).length - 1;

  it('links its run once, and each broken flow under each rule that breaks it', () => {
    const text = render({ ...made, page: PAGE, flowPages: FLOWS });
    expect(count(text, PAGE)).toBe(1);
    expect(broken.length).toBeGreaterThan(0);
    if (format === 'github') return;
    for (const { id, causes } of broken) expect(count(text, `${FLOWS}${id}`)).toBe(causes.length);
  });

  it('has no link without a service', () => {
    expect(render(made)).not.toContain('gate.example');
  });

  it('links no flow whose id is not one', () => {
    const flows = made.result?.flows.map((flow) => ({ ...flow, id: '](https://other.example)' })) ?? [];
    const result = made.result && { ...made.result, flows };
    expect(render({ ...made, result, page: PAGE, flowPages: FLOWS })).not.toContain(FLOWS);
  });
});
