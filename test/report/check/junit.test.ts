import { describe, expect, it } from 'vitest';
import { type CheckReport, type Finding, grouped } from '../../../src/model/index.ts';
import { FORMATS } from '../../../src/report/index.ts';
import { finding, report } from '../build.ts';
import { junitErrors, readJunit } from '../junit-format.ts';
import { HOSTILE, SCENARIOS } from '../scenarios.ts';

const { render } = FORMATS.junit;
const SQL = 'SELECT 1;\nDROP TABLE a;\n';

function cases(checked: CheckReport) {
  return readJunit(render(checked));
}

function file(path: string): CheckReport['files'][number] {
  return { path, previousPath: undefined, dialect: 'postgresql', status: 'added', statements: 1, verdict: 'allow' };
}

it('is checked against the schema of JUnit', async () => {
  expect(await junitErrors('<testsuites><testsuite name="a"/></testsuites>')).not.toEqual([]);
  expect(await junitErrors('<testsuites>')).not.toEqual([]);
});

describe.each(Object.entries(SCENARIOS))('%s', (_, checked) => {
  it('is valid JUnit, with a test case for each file and one for the run', async () => {
    const names = (await cases(checked)).map(({ name }) => name);
    const paths = new Set(checked.files.map(({ path }) => path));
    expect(names.length).toBeGreaterThan(paths.size);
    expect(names).toContain('the run');
  });

  it('has a test case that fails if the check fails, and none if it passes', async () => {
    const failed = (await cases(checked)).filter(({ outcome }) => outcome === 'failure' || outcome === 'error');
    expect(failed.length > 0).toBe(checked.exitCode !== 0);
  });
});

it.each<[string, Partial<Finding>[], Partial<CheckReport['policy']>, string]>([
  ['no finding', [], {}, 'passed'],
  ['a block', [{ verdict: 'block' }], {}, 'failure'],
  ['a block', [{ verdict: 'block' }], { failOn: 'never' }, 'passed'],
  ['a warning', [{ verdict: 'warn' }], {}, 'passed'],
  ['a warning', [{ verdict: 'warn' }], { failOn: 'warn' }, 'failure'],
  ['an undecided finding', [{ verdict: 'unknown' }], {}, 'error'],
  ['an undecided finding', [{ verdict: 'unknown' }], { onUnknown: 'warn' }, 'passed'],
  ['a block and an undecided finding', [{ verdict: 'unknown' }, { verdict: 'block' }], {}, 'failure'],
  ['an old block', [{ status: 'existing' }], {}, 'passed'],
  ['a suppressed block', [{ status: 'suppressed' }], {}, 'passed'],
])('a file with %s (%j, %j): %s', async (_, changes, policy, outcome) => {
  const checked = report({
    policy: { failOn: 'block', onUnknown: 'fail', findings: 'new', ...policy },
    findings: changes.map((change) => finding('db/a.sql', SQL, 'DROP TABLE a', change)),
    files: [file('db/a.sql')],
  });
  const [test] = (await cases(checked)).filter(({ name }) => name === 'db/a.sql');
  expect(test).toMatchObject({ outcome, file: 'db/a.sql' });
  if (outcome !== 'passed') expect(test).toMatchObject({ line: 2, message: expect.stringContaining('no-drop-table') });
});

it('shows the warnings of a file that passes', async () => {
  const findings = [finding('db/a.sql', SQL, 'DROP TABLE a', { verdict: 'warn' })];
  const [test] = await cases(report({ findings, files: [file('db/a.sql')] }));
  expect(test?.text).toContain(
    'db/a.sql:2:1: warn no-drop-table\ndropping users loses its rows\nSQL: DROP TABLE a;\nfix: ',
  );
});

it('never shows a failed run as passed', async () => {
  const failed = report({ exitCode: 4, conclusion: 'failed: the service did not answer', files: [file('db/a.sql')] });
  expect(await cases(failed)).toMatchObject([
    { name: 'the run', outcome: 'error', message: 'failed: the service did not answer' },
    { name: 'db/a.sql', outcome: 'passed' },
  ]);
});

it('skips files that a service should have judged', async () => {
  const written = await cases(SCENARIOS['silent'] ?? expect.fail());
  expect(written.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['the whole change', 'error'],
    ['db/migrations/0042_drop_users.sql', 'skipped'],
    ['db/migrations/0007_old.sql', 'skipped'],
    ['the run', 'passed'],
  ]);
});

it('skips files that are accepted as history', async () => {
  const files = [{ ...file('db/1.sql'), status: 'skipped' as const, statements: 0 }, file('db/2.sql')];
  expect(await cases(report({ files }))).toMatchObject([
    {
      name: 'db/1.sql',
      outcome: 'skipped',
      text: 'not checked: accepted as history by `start-after`, a schema file from which migrations are generated, or a SQLite database',
    },
    { name: 'db/2.sql', outcome: 'passed' },
    { name: 'the run', outcome: 'passed' },
  ]);
});

it('numbers equal names, with the one that fails first', async () => {
  // Both are shown alike, since the first name holds the picture of what the second one holds.
  const paths = ['a\u2421.sql', 'a\u007f.sql'];
  const findings = [finding('a\u007f.sql', SQL, 'DROP')];
  const written = await cases(report({ exitCode: 1, findings, files: paths.map(file) }));
  expect(written.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['a\u2421.sql', 'failure'],
    ['a\u2421.sql (2)', 'passed'],
    ['the run', 'passed'],
  ]);
});

it.each([
  '\u0000\u0008\u001b',
  '\ufffe\uffff',
  '\ud800',
  ']]>',
  '<!--',
  '&amp;<x a="b">',
  '[[ATTACHMENT|/etc/passwd]]',
  HOSTILE,
])('writes %j as valid XML', async (text) => {
  const findings = [
    finding(`${text}.sql`, `DROP TABLE a; ${text.replaceAll(/[\r\n]/g, ' ')}`, 'DROP', { message: text }),
  ];
  const xml = render(
    report({ findings, notices: [{ level: 'notice', message: text, path: undefined, location: undefined }] }),
  );
  expect(await junitErrors(xml)).toEqual([]);
  expect(xml.replaceAll(/<[^>]*>/g, '')).not.toContain('[[ATTACHMENT');
});

describe('limits', () => {
  it('lists 20,000 of 30,000 files, those that fail first, and fails for what it leaves out', async () => {
    const paths = Array.from({ length: 30_000 }, (_, at) => `db/${at}.sql`);
    const findings = paths.slice(-21_000).map((path) => finding(path, SQL, 'DROP TABLE a'));
    const xml = render(report({ exitCode: 1, findings, files: paths.map(file) }));
    const written = await cases(report({ exitCode: 1, findings, files: paths.map(file) }));
    expect(written).toHaveLength(20_001);
    expect(written.every(({ outcome }) => outcome !== 'passed')).toBe(true);
    expect(written.at(-1)).toMatchObject({
      name: 'test cases left out',
      outcome: 'error',
      message: expect.stringMatching(/^10,001 more test cases left out, of which 1,000 failed/),
    });
    expect(Buffer.byteLength(xml)).toBeLessThan(30_000_000);
  });

  it('lists as many of 30,000 findings of a file as fit, and counts the others', async () => {
    const findings = Array.from({ length: 30_000 }, () => finding('db/a.sql', SQL, 'DROP TABLE a'));
    const [test] = await cases(report({ exitCode: 1, findings, files: [file('db/a.sql')] }));
    const shown = (test?.text.match(/^db\/a\.sql:2:1: block/gm) ?? []).length;
    expect(shown).toBeGreaterThan(300);
    expect(test?.text).toMatch(
      new RegExp(`${grouped(30_000 - shown)} more entries left out; the JSON report lists more of them$`),
    );
    expect(test?.message).toMatch(/, and 29,999 more findings$/);
  });

  it('stays below 30 MB, whatever the texts', async () => {
    const paths = Array.from({ length: 400 }, (_, at) => `db/${at}.sql`);
    const findings = paths.flatMap((path) =>
      Array.from({ length: 60 }, () => finding(path, SQL, 'DROP', { message: '漢&'.repeat(2_000) })),
    );
    const xml = render(report({ exitCode: 1, findings, files: paths.map(file) }));
    expect(Buffer.byteLength(xml)).toBeLessThan(30_000_000);
    expect(await junitErrors(xml)).toEqual([]);
    expect(xml).toContain('more test cases left out');
  });
});
