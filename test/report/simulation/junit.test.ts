import { describe, expect, it } from 'vitest';
import type { FlowClass, SimulationReport } from '../../../src/model/index.ts';
import { SIMULATION_FORMATS } from '../../../src/report/index.ts';
import { readJunit } from '../junit-format.ts';
import { cause, flow, RULES, report, result, ruleChange } from './build.ts';
import { SCENARIOS } from './scenarios.ts';

function cases(made: SimulationReport) {
  return readJunit(SIMULATION_FORMATS.junit.render(made));
}

describe.each(Object.entries(SCENARIOS))('%s', (_, made) => {
  it('is valid JUnit, and fails if the run fails', async () => {
    const written = await cases(made);
    expect(written.map(({ name }) => name)).toContain('the run');
    expect(written.some(({ outcome }) => outcome !== 'passed')).toBe(made.exitCode !== 0);
  });
});

it.each<[FlowClass, Partial<SimulationReport['policy']>, string]>([
  ['newly_blocked', {}, 'failure'],
  ['partly_blocked', {}, 'failure'],
  ['newly_blocked', { maxBrokenFlows: 1 }, 'passed'],
  ['newly_blocked', { failOn: 'never' }, 'passed'],
  ['unknown', {}, 'error'],
  ['unknown', { maxUnknown: 1 }, 'passed'],
  ['newly_allowed', {}, 'passed'],
  ['newly_allowed', { failOnNewlyAllowed: true }, 'failure'],
])('the rule of a flow that is %s under %j: %s', async (kind, policy, outcome) => {
  const flows = [flow(kind, { causes: [cause({ undecided: kind === 'unknown' ? 'not recorded' : undefined })] })];
  const made = report({ result: result({ flows, ruleChanges: [ruleChange()] }) });
  const strict = {
    ...made.policy,
    maxBrokenFlows: 0,
    maxUnknown: 0,
    failOnNewlyAllowed: false,
    failOn: 'block' as const,
  };
  const written = await cases({ ...made, policy: { ...strict, ...policy } });
  expect(written.find(({ name }) => name === 'require-limit')).toMatchObject({ outcome, file: RULES, line: 12 });
  expect(written.find(({ name }) => name === 'require-limit')?.text).toContain('SELECT id, email FROM customers');
});

it('has a passed test case for a rule that breaks nothing', async () => {
  const made = report({ result: result({ ruleChanges: [ruleChange({ rule: 'no-lock-table' })] }) });
  expect((await cases(made)).find(({ name }) => name === 'no-lock-table')).toMatchObject({ outcome: 'passed' });
});
