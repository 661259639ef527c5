import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/index.ts';
import { FORMATS } from '../../../src/report/index.ts';
import { finding, report } from '../build.ts';
import { isCodeQuality } from '../code-quality-format.ts';
import { SCENARIOS } from '../scenarios.ts';

function issues(checked: Parameters<typeof FORMATS.json.render>[0]) {
  return JSON.parse(FORMATS['code-quality'].render(checked)) as {
    description: string;
    fingerprint: string;
    severity: string;
    location: { path: string; lines: { begin: number } };
  }[];
}

describe.each(Object.entries(SCENARIOS))('%s', (_, checked) => {
  it('is a valid GitLab report with unique fingerprints', () => {
    const list = issues(checked);
    isCodeQuality(list);
    expect(isCodeQuality.errors).toBeNull();
    expect(new Set(list.map(({ fingerprint }) => fingerprint)).size).toBe(list.length);
  });

  it('has new and existing findings, but no exempt ones', () => {
    const held = checked.findings.filter(({ status }) => status === 'new' || status === 'existing');
    expect(issues(checked)).toHaveLength(held.length);
  });
});

const SQL = 'SELECT 1;\nDROP TABLE a;\n';

it.each([
  ['block', 'blocker'],
  ['unknown', 'major'],
  ['warn', 'minor'],
] as const)('shows %s as %s', (verdict, severity) => {
  expect(issues(report({ findings: [finding('a.sql', SQL, 'DROP TABLE a', { verdict })] }))).toMatchObject([
    { severity },
  ]);
});

it('keeps the first of several equal fingerprints and numbers the others, skipping numbers in use', () => {
  const equal = ['f', 'f', 'f/2', 'f'].map((fingerprint) => finding('a.sql', SQL, 'DROP', { fingerprint }));
  expect(issues(report({ findings: equal })).map(({ fingerprint }) => fingerprint)).toEqual([
    'f',
    'f/2',
    'f/2/2',
    'f/3',
  ]);
});

it('puts whole-file findings on line 1, with paths as GitLab compares them', () => {
  const findings = ['./db/a.sql', '/db/a.sql', 'db/a.sql'].map((path) => finding(path, SQL, undefined));
  for (const { location } of issues(report({ findings }))) {
    expect(location).toEqual({ path: 'db/a.sql', lines: { begin: 1 } });
  }
});

const PAGE = 'https://github.com/acme/querygate/blob/v0.1.0/docs/rules/no-drop-table.md';

it.each<[string, Partial<Finding>, string]>([
  ['the fix and the page', {}, `loses its rows. Fix: Rename it first and drop it a release later. More: ${PAGE}`],
  ['only the page', { help: '' }, `loses its rows. More: ${PAGE}`],
  ['only the fix', { docs: undefined }, 'loses its rows. Fix: Rename it first and drop it a release later.'],
  ['neither', { docs: undefined, help: '' }, 'loses its rows'],
  ['the command, without a page', { docs: 'rules/no address', help: '' }, 'More: querygate rules show no-drop-table'],
  [
    'the fix after a long message',
    { message: 'x'.repeat(5_000) },
    `x…. Fix: Rename it first and drop it a release later. More: ${PAGE}`,
  ],
  ['a long fix, cut', { help: 'y'.repeat(5_000) }, `yyy…. More: ${PAGE}`],
])('ends the description with %s', (_, changes, end) => {
  const [issue] = issues(report({ findings: [finding('a.sql', SQL, 'DROP TABLE a', changes)] }));
  expect(issue?.description.endsWith(end), issue?.description).toBe(true);
  expect(issue?.description.length).toBeLessThanOrEqual(1_000);
});

it('leaves the least severe of very many findings out, and says how many', () => {
  const warnings = Array.from({ length: 10_005 }, (_, at) =>
    finding('db/z.sql', SQL, 'DROP TABLE a', { verdict: 'warn', fingerprint: `w${at}` }),
  );
  const all = issues(report({ findings: [finding('a.sql', SQL, 'DROP TABLE a'), ...warnings] }));
  expect(all).toHaveLength(10_001);
  expect(all[0]?.severity).toBe('blocker');
  expect(all.at(-1)).toEqual({
    description: '6 more findings left out: this report has at most 10000; the JSON report lists more of them',
    check_name: 'findings-left-out',
    fingerprint: 'findings-left-out',
    severity: 'minor',
    location: { path: 'db/z.sql', lines: { begin: 1 } },
  });
});
