import { expect, test } from 'vitest';
import { exceptionYaml } from '../../dashboard/src/screens/simulations/exceptions.ts';
import type { FlowReport, SimulationResult } from '../../src/model/index.ts';
import { exceptionYaml as reported } from '../../src/report/simulation/exceptions.ts';

const OWNERS = ['data-platform', 'yes', 'a: b', 'x\u202ey', '', undefined];
const CONDITIONS = [
  'caller.application == "reports" && statement.limit <= 5000',
  `caller.application == "it's"`,
  'caller.application == "a\u200bb"',
  'caller.application == "\u{1f600}\u{e0001}"',
  'caller.application == "<img src=x onerror=alert(1)>"',
];

test.each(OWNERS.flatMap((owner) => CONDITIONS.map((when) => ({ owner, when }))))(
  'the dashboard proposes the same exception as reports do: owner $owner, $when',
  ({ owner, when }) => {
    const flow = { id: '9a7e6113088d', affectedCalls: 61, causes: [], proposal: { rule: 'no-large-page', when } };
    const result = { ruleChanges: [{ rule: 'no-large-page', owner }] };
    const lines = reported(flow as unknown as FlowReport, result as unknown as SimulationResult);
    expect(exceptionYaml(flow, result)).toBe(`${lines.join('\n')}\n`);
  },
);

test('a flow without a proposal has no exception', () => {
  const flow = { id: '9a7e6113088d', affectedCalls: 61, causes: [] };
  expect(exceptionYaml(flow, { ruleChanges: [] })).toBeUndefined();
});
