import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../src/report/index.ts';
import { textWidth } from '../../../src/report/text/width.ts';
import { expectGolden } from '../../golden.ts';
import { finding, report } from '../build.ts';
import { SCENARIOS } from '../scenarios.ts';

const { render } = FORMATS.terminal;
const SQL = 'DROP TABLE a;\nDROP TABLE b;\nDROP TABLE c;\n';
const blocked = SCENARIOS['blocked'] ?? expect.fail();

it('colours', () => {
  expectGolden(
    'report/check/golden/terminal-colour',
    render(blocked, { colour: true, width: 80 }).replaceAll('\u001b', '\\e'),
  );
});

it('adds only colours', () => {
  const plain = render(blocked, { colour: true }).replace(/\p{Cc}\[\d+m/gu, '');
  expect(plain).toBe(render(blocked, { colour: false }));
});

it('uses ASCII marks if Unicode is off', () => {
  const clean = SCENARIOS['clean'] ?? expect.fail();
  for (const checked of [blocked, clean]) expect(render(checked, { unicode: false })).toMatch(/^[\n\x20-\x7e]*$/);
});

describe.each([40, 60, 100, 200])('at %i columns', (width) => {
  it.each(['blocked', 'unknown', 'suppressions', 'many'])('wraps the prose of %s', (name) => {
    const lines = render(SCENARIOS[name] ?? expect.fail(), { width }).split('\n');
    // Lines to paste or click are not wrapped.
    const whole =
      /querygate:allow|https:|querygate rules show|dist.cli.js |- \{ rule|^ +when: |reason: <|^[✖▲?] \S+(?::\d+)* {2}|npx /;
    expect(lines.filter((line) => textWidth(line) > width && !whole.test(line))).toEqual([]);
  });
});

it('groups findings by file, worst file first', () => {
  const at = (path: string, part: string, verdict: 'block' | 'warn') => finding(path, SQL, part, { verdict });
  const findings = [
    at('b.sql', 'DROP TABLE a', 'block'),
    at('a.sql', 'DROP TABLE b', 'block'),
    at('a.sql', 'DROP TABLE c', 'warn'),
    at('b.sql', 'DROP TABLE c', 'warn'),
  ];
  expect(render(report({ findings })).match(/\w\.sql:\d/g)).toEqual(['b.sql:1', 'b.sql:3', 'a.sql:2', 'a.sql:3']);
});

it('shows the advice of a rule once, but each exception', () => {
  const hits = ['a', 'b', 'c'].map((name) =>
    finding('a.sql', SQL, `DROP TABLE ${name}`, {
      operation: { kind: 'drop_table', target: name, place: 'statement' },
    }),
  );
  const text = render(report({ findings: hits }));
  expect(text.match(/querygate:allow/g)).toHaveLength(1);
  expect(text.match(/\^{12}/g)).toHaveLength(3);
  expect(text).not.toContain('\n\n\n');
  const refused = render(report({ findings: hits.map((hit) => ({ ...hit, suppressible: false })) }));
  expect(refused.match(/operation\.target\.name == "[abc]"/g)).toHaveLength(3);
});

it('shows existing findings in full if they count', () => {
  const findings = [finding('a.sql', SQL, 'DROP TABLE a', { status: 'existing' })];
  const all = render(report({ findings, policy: { failOn: 'block', onUnknown: 'fail', findings: 'all' } }));
  expect(all).toContain('a.sql:1:1');
  expect(all).not.toContain('--findings all');
  const fresh = render(report({ findings }));
  expect(fresh).not.toContain('a.sql:1:1');
  expect(fresh).toContain('1 finding existed before this change (--findings all shows it)');
});

describe('of very many findings, it shows the worst and counts the others', () => {
  const block = finding('z.sql', SQL, 'DROP TABLE a');
  const warnings = (count: number, characters: number) =>
    Array.from({ length: count }, (_, at) =>
      finding(`a${at}.sql`, SQL, 'DROP TABLE b', { verdict: 'warn', message: 'x'.repeat(characters) }),
    );

  it.each([
    { count: 999, characters: 9, shown: 1_000, leftOut: undefined },
    { count: 5_000, characters: 9, shown: 1_000, leftOut: '4,001 more findings left out; `--format json`' },
    { count: 40, characters: 100_000, shown: 10, leftOut: '31 more findings left out; `--format json`' },
  ])('$count warnings of $characters characters', ({ count, characters, shown, leftOut }) => {
    const text = render(report({ findings: [block, ...warnings(count, characters)] }));
    expect(text.match(/^[✖▲] \w+\.sql/gm)).toHaveLength(shown);
    expect(text).toContain('z.sql:1:1');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(leftOut ?? `1 blocked, ${count} warned`);
    expect(text.includes('left out')).toBe(leftOut !== undefined);
    expect(text.length).toBeLessThan(2_000_000);
  });
});
