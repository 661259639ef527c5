import { describe, expect, it } from 'vitest';
import type { FlowClass, SimulationReport } from '../../../src/model/index.ts';
import { SIMULATION_FORMATS } from '../../../src/report/index.ts';
import { readSarif } from '../sarif-format.ts';
import { cause, flow, flowId, judge, RULES, report, result, ruleChange } from './build.ts';
import { SCENARIOS } from './scenarios.ts';

const { render } = SIMULATION_FORMATS.sarif;

function results(made: SimulationReport) {
  return readSarif(render(made)).results;
}

describe.each(Object.entries(SCENARIOS))('%s', (_, made) => {
  it('is valid SARIF that GitHub accepts', () => {
    const run = readSarif(render(made));
    expect(run.invocations).toMatchObject([{ exitCode: made.exitCode }]);
    expect(run.automationDetails?.id).toBe('querygate/simulate/');
  });

  it('has a result at level error if the run fails', () => {
    if (made.exitCode !== 0) expect(results(made).map(({ level }) => level)).toContain('error');
  });

  it('has the entries of the Code Quality report', () => {
    const issues: unknown[] = JSON.parse(SIMULATION_FORMATS['code-quality'].render(made));
    expect(results(made).filter(({ ruleId }) => ruleId !== 'run-failed')).toHaveLength(issues.length);
  });
});

it.each<[FlowClass, Partial<SimulationReport['policy']>, string]>([
  ['newly_blocked', {}, 'error'],
  ['newly_blocked', { maxBrokenFlows: 1 }, 'warning'],
  ['newly_blocked', { failOn: 'never' }, 'warning'],
  ['partly_blocked', {}, 'error'],
  ['unknown', {}, 'error'],
  ['unknown', { maxUnknown: 1 }, 'warning'],
  ['newly_allowed', {}, 'warning'],
  ['newly_allowed', { failOnNewlyAllowed: true }, 'error'],
])('puts a flow that is %s under %j on the line of the rule, at level %s', (kind, policy, level) => {
  const flows = [flow(kind, { causes: [cause({ undecided: kind === 'unknown' ? 'not recorded' : undefined })] })];
  const made = report({ result: result({ flows, ruleChanges: [ruleChange()] }) });
  const strict = {
    ...made.policy,
    maxBrokenFlows: 0,
    maxUnknown: 0,
    failOnNewlyAllowed: false,
    failOn: 'block' as const,
  };
  const [first] = results({ ...made, policy: { ...strict, ...policy } });
  expect(first).toMatchObject({
    ruleId: 'require-limit',
    level,
    locations: [{ physicalLocation: { artifactLocation: { uri: RULES }, region: { startLine: 12, startColumn: 5 } } }],
  });
});

it('keeps the fingerprint when the rule moves or the flow runs more often', () => {
  const made = (line: number, calls: number) => {
    const causes = [cause({ place: { file: RULES, line } })];
    const flows = [flow('newly_blocked', { id: flowId(1), calls, affectedCalls: calls, causes })];
    return results(report({ result: result({ flows }) }))[0]?.partialFingerprints;
  };
  expect(made(3, 10)).toEqual(made(90, 5000));
});

it('puts results without a file on the file of the ruleset', () => {
  const flows = [flow('newly_blocked', { causes: [cause({ place: { file: 'querygate:recommended@1' } })] })];
  const head = judge('head', { sources: ['querygate:recommended@1', 'rules/a b.yml'] });
  const [first] = results(report({ base: undefined, head, result: result({ flows }) }));
  expect(first?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe('rules/a%20b.yml');
});
