import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../src/report/index.ts';
import { finding, report } from '../build.ts';
import { isCodeQuality } from '../code-quality-format.ts';
import { SCENARIOS } from '../scenarios.ts';

function issues(checked: Parameters<typeof FORMATS.json.render>[0]) {
  return JSON.parse(FORMATS['code-quality'].render(checked)) as {
    fingerprint: string;
    severity: string;
    location: { path: string; lines: { begin: number } };
  }[];
}

describe.each(Object.entries(SCENARIOS))('%s', (_, checked) => {
  it('is what GitLab reads, with fingerprints that differ', () => {
    const list = issues(checked);
    isCodeQuality(list);
    expect(isCodeQuality.errors).toBeNull();
    expect(new Set(list.map(({ fingerprint }) => fingerprint)).size).toBe(list.length);
  });

  it('holds what counts and what was there before, and nothing exempt', () => {
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

it('keeps the fingerprint of the first of equal ones, also where a counter is taken', () => {
  const equal = ['f', 'f', 'f/2', 'f'].map((fingerprint) => finding('a.sql', SQL, 'DROP', { fingerprint }));
  expect(issues(report({ findings: equal })).map(({ fingerprint }) => fingerprint)).toEqual([
    'f',
    'f/2',
    'f/2/2',
    'f/3',
  ]);
});

it('gives whole files their first line, and paths as GitLab compares them', () => {
  const findings = ['./db/a.sql', '/db/a.sql', 'db/a.sql'].map((path) => finding(path, SQL, undefined));
  for (const { location } of issues(report({ findings }))) {
    expect(location).toEqual({ path: 'db/a.sql', lines: { begin: 1 } });
  }
});
