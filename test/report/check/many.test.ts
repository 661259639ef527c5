import { describe, expect, it } from 'vitest';
import type { Finding, Notice } from '../../../src/model/index.ts';
import { FORMATS } from '../../../src/report/index.ts';
import { finding as findingIn, report } from '../build.ts';

// Reports of files with very many findings.

const finding = (changes: Partial<Finding> = {}) => findingIn('a.sql', 'DROP TABLE t;', 'DROP TABLE t', changes);
const findings = (count: number) =>
  Array.from({ length: count }, (_, at) => finding({ message: `dropping table ${at} loses its rows` }));
const notices = (count: number): Notice[] =>
  Array.from({ length: count }, (_, at) => ({
    level: 'warning',
    message: `notice ${at}`,
    path: undefined,
    location: undefined,
  }));

describe('a finding that stands for several', () => {
  const one = report({
    findings: [finding({ status: 'suppressed', count: 41 }), finding({ count: 7 })],
    exitCode: 1,
    verdict: 'block',
  });

  it.each(['terminal', 'summary', 'markdown', 'junit'] as const)('counts as all of them in %s', (format) => {
    expect(FORMATS[format].render(one)).toMatch(/41 findings suppressed/);
  });

  it('has their number in json and sarif', () => {
    expect(JSON.parse(FORMATS.json.render(one)).findings.map(({ count }: { count: number }) => count)).toEqual([41, 7]);
    const [run] = JSON.parse(FORMATS.sarif.render(one)).runs;
    expect(run.results.map(({ occurrenceCount }: { occurrenceCount: number }) => occurrenceCount)).toEqual([41, 7]);
  });
});

describe('more than a report lists', () => {
  it('is counted in json', () => {
    const many = [...findings(50_000), finding({ count: 5 }), finding()];
    const written = JSON.parse(FORMATS.json.render(report({ findings: many, notices: notices(10_003) })));
    expect(written.findings).toHaveLength(50_000);
    expect(written.notices).toHaveLength(10_000);
    expect(written.leftOut).toEqual({ findings: 6, suppressions: 0, notices: 3 });
  });

  it('is counted in a terminal', () => {
    const text = FORMATS.terminal.render(report({ findings: findings(1200), notices: notices(1005) }));
    expect(text).toContain('200 more findings left out; `--format json` lists more of them');
    expect(text).toContain('5 more notices left out; `--format json` lists more');
    expect(text).not.toContain('notice 1000');
  });
});
