import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type CheckReport, type Finding, grouped } from '../../../src/model/index.ts';
import { FORMATS } from '../../../src/report/index.ts';
import { finding, report } from '../build.ts';
import { readSarif } from '../sarif-format.ts';
import { HOSTILE, SCENARIOS } from '../scenarios.ts';

const { render } = FORMATS.sarif;
const SQL = 'SELECT 1;\nDROP TABLE a;\nUPDATE a\n   SET b = 1;\n';

function results(checked: CheckReport) {
  return readSarif(render(checked)).results;
}

function only(changes: Partial<Finding> = {}, part: string | undefined = 'DROP TABLE a') {
  return results(report({ exitCode: 1, findings: [finding('db/a.sql', SQL, part, changes)] })).at(-1);
}

describe.each(Object.entries(SCENARIOS))('%s', (_, checked) => {
  it('is valid SARIF that GitHub accepts', () => {
    const run = readSarif(render(checked));
    expect(run.invocations).toMatchObject([{ exitCode: checked.exitCode }]);
  });

  it('has a result for each finding', () => {
    const own = ['run-failed', 'results-left-out'];
    expect(results(checked).filter(({ ruleId = '' }) => !own.includes(ruleId))).toHaveLength(checked.findings.length);
  });

  it('has a result at level error if the check fails, and none if it passes', () => {
    expect(results(checked).some(({ level }) => level === 'error')).toBe(checked.exitCode !== 0);
  });

  it('leaves out exempt findings, and counts them, if told to', () => {
    const run = readSarif(render(checked, { exempt: false }));
    expect(run.results.flatMap(({ suppressions = [] }) => suppressions)).toEqual([]);
    const exempt = checked.findings.filter(({ status }) => status !== 'new' && status !== 'existing');
    expect(run.results.length).toBe(results(checked).length - exempt.length);
    const notices = JSON.stringify(run.invocations);
    expect(/exempted by exceptions|suppressed by comments/.test(notices)).toBe(exempt.length > 0);
  });
});

it.each<[string, Partial<Finding>[], string | undefined]>([
  ['high for a built-in rule', [{ docs: 'rules/no-drop-table' }], 'high'],
  ['left out for a rule of the repository', [{ docs: undefined }], undefined],
  ['left out for findings about the run', [{ docs: 'rulesets' }], undefined],
  ['left out for an undecided finding', [{ docs: 'rules/no-drop-table', verdict: 'unknown' }], undefined],
  [
    'left out if one finding of the rule is undecided',
    [{ docs: 'rules/no-drop-table' }, { docs: 'rules/no-drop-table', verdict: 'unknown' }],
    undefined,
  ],
])('states a precision that is %s', (_, changes, expected) => {
  const findings = changes.map((each) => finding('db/a.sql', SQL, 'DROP TABLE a', each));
  const { rules = [] } = readSarif(render(report({ findings }))).tool.driver;
  const [rule] = rules.filter(({ id }) => id === 'no-drop-table');
  expect(rule?.properties?.['tags']).toContain('sql');
  expect(rule?.properties?.['precision']).toBe(expected);
});

it('marks the statement, in UTF-16 units', () => {
  const run = readSarif(render(report({ findings: [finding('a.sql', "SELECT '😀'; DROP TABLE a;", 'DROP TABLE a')] })));
  expect(run.columnKind).toBe('utf16CodeUnits');
  expect(run.results[0]?.locations?.[0]?.physicalLocation?.region).toEqual({
    startLine: 1,
    startColumn: 14,
    endLine: 1,
    endColumn: 26,
    snippet: { text: 'DROP TABLE a' },
  });
});

it('marks a statement of several lines, whose text is not in the report', () => {
  expect(only({}, 'UPDATE a\n   SET b = 1')?.locations?.[0]?.physicalLocation?.region).toEqual({
    startLine: 3,
    startColumn: 1,
    endLine: 4,
    endColumn: 13,
  });
});

it('gives whole-file findings a region, as GitHub requires', () => {
  expect(only({ location: undefined, excerpt: '' })?.locations?.[0]?.physicalLocation).toEqual({
    artifactLocation: { uri: 'db/a.sql', uriBaseId: '%SRCROOT%' },
    region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
  });
});

it.each([
  ['db/a b.sql', 'db/a%20b.sql'],
  ['./db/ä#1?.sql', 'db/%C3%A4%231%3F.sql'],
  ['/db//a:b%41.sql', 'db/a%3Ab%2541.sql'],
  ['C:\\a.sql', 'C%3A%5Ca.sql'],
  ['db/\ud800.sql', 'db/%EF%BF%BD.sql'],
])('encodes the path %j', (path, uri) => {
  const text = render(report({ findings: [finding(path, SQL, 'DROP')] }));
  expect(JSON.parse(text).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
});

it('puts findings about the whole change on the rule file', () => {
  const [first] = results(SCENARIOS['silent'] ?? expect.fail());
  expect(first?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe('.querygate/rules.yml');
});

it.each<[Partial<Finding>, Partial<CheckReport['policy']>, string]>([
  [{ verdict: 'block' }, {}, 'error'],
  [{ verdict: 'block' }, { failOn: 'never' }, 'warning'],
  [{ verdict: 'warn' }, {}, 'warning'],
  [{ verdict: 'warn' }, { failOn: 'warn' }, 'error'],
  [{ verdict: 'unknown' }, {}, 'error'],
  [{ verdict: 'unknown' }, { onUnknown: 'warn' }, 'warning'],
  [{ status: 'existing' }, {}, 'note'],
  [{ status: 'existing' }, { findings: 'all' }, 'error'],
  [{ status: 'suppressed', exemption: 'why' }, {}, 'note'],
])('gives %j under %j the level %s', (changes, policy, level) => {
  const checked = report({
    policy: { failOn: 'block', onUnknown: 'fail', findings: 'new', ...policy },
    findings: [finding('a.sql', SQL, 'DROP', changes)],
  });
  expect(results(checked)).toMatchObject([{ level }]);
});

it.each<[Finding['status'], object[], string | undefined]>([
  ['new', [], 'new'],
  ['existing', [], 'unchanged'],
  ['suppressed', [{ kind: 'inSource', status: 'accepted', justification: 'OPS-142' }], undefined],
  ['excepted', [{ kind: 'external', status: 'accepted', justification: 'OPS-142' }], undefined],
  ['baselined', [{ kind: 'external', status: 'accepted', justification: 'accepted by the baseline' }], undefined],
  ['spared', [{ kind: 'external', status: 'accepted', justification: 'in a down section' }], undefined],
])('shows the status %s', (status, suppressions, baselineState) => {
  const [result] = results(report({ findings: [finding('a.sql', SQL, 'DROP', { status, exemption: 'OPS-142' })] }));
  expect(result?.suppressions).toEqual(suppressions);
  expect(result?.baselineState).toBe(baselineState);
});

it('says nothing about the base if all files were checked', () => {
  const scope = { kind: 'all', event: 'local', base: undefined, head: undefined } as const;
  expect(results(report({ scope, findings: [finding('a.sql', SQL, 'DROP')] }))[0]?.baselineState).toBeUndefined();
});

it.each<[Partial<Finding>, boolean]>([
  [{ suppressible: false }, true],
  [{ suppressible: true }, false],
  [{ suppressible: false, operation: undefined, rule: 'unreadable' }, false],
])('takes the rule of %j for a security rule: %s', (changes, isSecurity) => {
  const run = readSarif(render(report({ findings: [finding('a.sql', SQL, 'DROP', changes)] })));
  expect(run.tool.driver.rules?.[0]?.properties?.['security-severity'] !== undefined).toBe(isSecurity);
});

it('derives the fingerprint from that of the finding, and numbers equal ones', () => {
  const hash = 'ab'.repeat(32);
  const findings = [1, 2].map(() => finding('a.sql', SQL, 'DROP', { fingerprint: `${hash}/v1` }));
  expect(results(report({ findings })).map(({ partialFingerprints }) => partialFingerprints)).toEqual([
    { primaryLocationLineHash: `${hash}:1`, 'querygate/v1': hash },
    { primaryLocationLineHash: `${hash}:2`, 'querygate/v1': hash },
  ]);
});

it('never shows a failed run without a result at level error', () => {
  const failed = report({ exitCode: 4, conclusion: 'failed: the service did not answer' });
  expect(results(failed)).toMatchObject([
    { ruleId: 'run-failed', level: 'error', message: { text: 'failed: the service did not answer' } },
  ]);
  expect(readSarif(render(failed)).invocations).toMatchObject([{ executionSuccessful: false, exitCode: 4 }]);
});

it('ends the category with a slash, since GitHub takes the rest for the id of the run', () => {
  const id = (category?: string) => readSarif(render(report(), { category })).automationDetails?.id;
  expect(id()).toBe('querygate/check/');
  expect(id('querygate/check/ci/sql')).toBe('querygate/check/ci/sql/');
});

it('has no live link, mention or HTML in the text of the change', () => {
  const run = readSarif(render(SCENARIOS['hostile'] ?? expect.fail()));
  for (const text of [
    ...run.results.map(({ message }) => message.text ?? ''),
    ...(run.tool.driver.rules ?? []).flatMap(({ help }) => help?.markdown ?? ''),
    JSON.stringify(run.invocations),
  ]) {
    expect(text).not.toMatch(/\]\(https?:\/\/evil/);
    expect(text).not.toContain('@octocat');
  }
  expect(run.tool.driver.rules?.[0]?.help?.markdown).not.toContain('<img');
  expect(run.tool.driver.rules?.[0]?.helpUri).toBeUndefined();
});

describe('limits', () => {
  const flood = (count: number, message: (at: number) => string): CheckReport => {
    const one = finding('db/a.sql', SQL, 'DROP TABLE a');
    return report({
      exitCode: 1,
      findings: Array.from(
        { length: count },
        (_, at): Finding => ({
          ...one,
          rule: `no-${at % 40}`,
          verdict: at < 100 ? 'block' : 'warn',
          path: `db/migrations/${at % 500}.sql`,
          message: message(at),
          fingerprint: `${at.toString(16).padStart(64, '0')}/v1`,
        }),
      ),
    });
  };
  // What gzip cannot compress.
  const noise = (at: number) =>
    Array.from({ length: 250 }, (_, i) =>
      String.fromCharCode(0x4e00 + ((at * 7919 + i * i * 104_729 + i * at) % 20_000)),
    ).join('');

  it('lists as many of 30,000 findings as GitHub accepts, worst first, and says how many it leaves out', () => {
    const text = render(flood(30_000, (at) => `dropping table ${at} loses its rows`));
    const run = readSarif(text);
    expect(run.results).toHaveLength(25_000);
    expect(run.results.slice(0, 100).every(({ level }) => level === 'error')).toBe(true);
    const note =
      /^5,?001 more results left out: GitHub accepts at most 25,000 results and 10 MB; the JSON report lists more/;
    expect(run.results.at(-1)).toMatchObject({
      ruleId: 'results-left-out',
      message: { text: expect.stringMatching(note) },
    });
    expect(run.invocations?.[0]?.toolExecutionNotifications?.[0]).toMatchObject({
      level: 'warning',
      message: { text: expect.stringMatching(note) },
    });
    expect(gzipSync(text).length).toBeLessThan(10_000_000);
  });

  it('stays within 10 MB after gzip, whatever the messages', () => {
    const text = render(flood(25_000, noise));
    expect(gzipSync(text).length).toBeLessThan(10_000_000);
    const { results: shown } = readSarif(text);
    expect(shown.length).toBeGreaterThan(3_000);
    expect(shown.at(-1)?.message.text).toContain(`${grouped(25_001 - shown.length)} more results left out`);
  });

  it('bounds each text', () => {
    const long = report({
      findings: [finding('a.sql', SQL, 'DROP', { message: HOSTILE.repeat(99), help: HOSTILE.repeat(999) })],
    });
    expect(render(long).length).toBeLessThan(100_000);
  });
});
