import { describe, expect, it } from 'vitest';
import type { FlowClass, SimulationReport } from '../../../src/model/index.ts';
import { SIMULATION_FORMATS } from '../../../src/report/index.ts';
import { isCodeQuality } from '../code-quality-format.ts';
import { cause, flow, flowId, judge, RULES, report, result } from './build.ts';
import { SCENARIOS } from './scenarios.ts';

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

function issues(made: SimulationReport): readonly Issue[] {
  return JSON.parse(SIMULATION_FORMATS['code-quality'].render(made));
}

describe.each(Object.entries(SCENARIOS))('%s', (_, made) => {
  it('is a valid GitLab report with unique fingerprints', () => {
    const list = issues(made);
    isCodeQuality(list);
    expect(isCodeQuality.errors).toBeNull();
    expect(new Set(list.map(({ fingerprint }) => fingerprint)).size).toBe(list.length);
  });

  it('has an entry whenever the check fails', () => {
    if (made.exitCode !== 0) expect(issues(made)).not.toEqual([]);
  });
});

it.each<[FlowClass, string]>([
  ['newly_blocked', 'blocker'],
  ['partly_blocked', 'critical'],
  ['unknown', 'major'],
  ['newly_allowed', 'minor'],
])('shows %s as %s, on the line of the rule', (kind, severity) => {
  const flows = [flow(kind, { causes: [cause({ undecided: kind === 'unknown' ? 'not recorded' : undefined })] })];
  const ruleChanges = SCENARIOS.broken.result?.ruleChanges.slice(0, 1) ?? [];
  const [issue] = issues(report({ result: result({ flows, ruleChanges }) }));
  expect(issue).toMatchObject({
    severity,
    check_name: 'require-limit',
    location: { path: RULES, lines: { begin: 12 } },
  });
});

it('has all broken, undecided and newly allowed flows, except those that do not count', () => {
  const flowIssues = issues(SCENARIOS.huge).filter(({ description }) => /; flow [0-9a-f]{12}: /.test(description));
  expect(flowIssues).toHaveLength(600 + 300 + 200);
});

it('keeps the fingerprint when the rule moves or the flow runs more often', () => {
  const made = (line: number, calls: number) => {
    const flows = [
      flow('newly_blocked', {
        id: flowId(1),
        calls,
        affectedCalls: calls,
        causes: [cause({ place: { file: RULES, line } })],
      }),
    ];
    return issues(report({ result: result({ flows }) }))[0]?.fingerprint;
  };
  expect(made(3, 10)).toBe(made(90, 5000));
  expect(made(3, 10)).toMatch(/^[0-9a-f]{64}$/);
});

it.each([
  [['querygate:recommended@1', 'a.yml'], 'a.yml'],
  [['querygate:recommended@1'], RULES],
])('puts entries without a file on the file of the ruleset: %j', (sources, path) => {
  const flows = [flow('newly_blocked', { causes: [cause({ place: { file: 'querygate:recommended@1' } })] })];
  const made = report({ base: undefined, head: judge('head', { sources }), result: result({ flows }) });
  expect(issues(made)[0]?.location).toEqual({ path, lines: { begin: 1 } });
});
