import { beforeAll, describe, expect, it } from 'vitest';
import { type FileTask, type JudgeSettings, judgeFile, judgingRulesets } from '../src/check/index.ts';
import { countFindings, type Finding } from '../src/model/index.ts';
import { loadRuleset, type Ruleset } from '../src/rules/index.ts';
import { createSqlReader, type SqlReader } from '../src/sql/index.ts';
import { treeOf } from './commands/build.ts';

// Files with more findings than a report can list. `npm run bench -- bounds` measures the largest ones.

const RULES = `version: 1
rules:
  - id: no-drop-table
    operations: [drop_table]
    verdict: block
    message: dropping a table loses its rows
    description: d
    help: h
`;

let reader: SqlReader;
let ruleset: Ruleset;
beforeAll(async () => {
  reader = await createSqlReader('postgresql');
  const loaded = await loadRuleset({ tree: treeOf({ '.querygate/rules.yml': RULES }, 'abc') });
  if (!loaded) throw new Error('there is a rule file');
  ruleset = loaded;
});

function judge(text: string, task: Partial<FileTask> = {}, settings: Partial<JudgeSettings> = {}): readonly Finding[] {
  return judgeFile(
    reader,
    { path: 'a.sql', status: 'given', text, baseText: undefined, ...task },
    {
      rulesets: judgingRulesets(ruleset, undefined),
      headDecides: false,
      failOn: 'block',
      suppressions: 'on',
      file: { dialect: 'postgresql', tool: undefined, caller: undefined },
      baseline: new Set(),
      today: '2026-11-20',
      ...settings,
    },
  ).findings;
}

const drops = (count: number) => 'DROP TABLE users;\n'.repeat(count);
const others = (count: number) => Array.from({ length: count }, (_, at) => `DROP TABLE t${at};\n`).join('');
const counting = (findings: readonly Finding[]) => countFindings(findings.filter(({ status }) => status === 'new'));

describe('equal findings of a file', () => {
  it('are listed one by one up to a hundred, and then folded into one with their number and places', () => {
    const findings = judge(drops(150));
    expect(findings).toHaveLength(101);
    expect(countFindings(findings)).toBe(150);
    expect(findings.at(-1)).toMatchObject({
      rule: 'no-drop-table',
      verdict: 'block',
      status: 'new',
      count: 50,
      location: { start: { line: 101 } },
      message:
        '50 more findings like this, at 101:1, 102:1, 103:1, 104:1, 105:1 and, up to 150:1, 45 more places: dropping a table loses its rows',
    });
  });

  it('are folded after ten if they are SQL that cannot be read', () => {
    const findings = judge('a;'.repeat(14));
    expect(findings).toHaveLength(11);
    expect(findings.at(-1)).toMatchObject({ verdict: 'unknown', count: 4, location: { start: { column: 21 } } });
    expect(findings.at(-1)?.message).toMatch(
      /^4 more findings like this, at 1:21, 1:23, 1:25, 1:27: could not be read: /,
    );
  });

  it.each([
    ['about other tables', drops(60) + others(60)],
    ['about two statements', drops(60) + 'TABLE x; a; b;'.repeat(3)],
  ])('are not those %s', (_, text) => {
    expect(judge(text).filter(({ count }) => count !== undefined)).toEqual([]);
  });

  it('are existing one by one: a new one counts alone', () => {
    const findings = judge(drops(151), { status: 'modified', baseText: drops(150) });
    expect(counting(findings)).toBe(1);
    expect(findings.filter(({ status }) => status === 'new')).toMatchObject([
      { count: 1, message: '1 more finding like this, at 151:1: dropping a table loses its rows' },
    ]);
    expect(counting(judge(drops(150), { status: 'modified', baseText: drops(150) }))).toBe(0);
  });

  it('are exempted by their own comments only', () => {
    const comment = '-- querygate:allow no-drop-table: old\n';
    const findings = judge(`${drops(120)}${`${comment}DROP TABLE users;\n\n`.repeat(30)}`);
    expect(findings.filter(({ count }) => count !== undefined)).toMatchObject([
      { status: 'new', count: 20 },
      { status: 'suppressed', count: 30 },
    ]);
  });
});

describe('more than two thousand findings of a file', () => {
  it('are folded by rule', () => {
    const findings = judge(others(2100));
    expect(findings).toHaveLength(2001);
    expect(findings.at(-1)).toMatchObject({ verdict: 'block', count: 100, location: { start: { line: 2001 } } });
    expect(findings.at(-1)?.message).toBe(
      '100 more findings of `no-drop-table`, at 2001:1, 2002:1, 2003:1, 2004:1, 2005:1 and, up to 2100:1, 95 more places: only 2,000 findings of a file are listed one by one',
    );
  });
});

describe('a baseline', () => {
  it.each([
    ['equal findings', drops(150), 'DROP TABLE users;\n'],
    ['many findings of a rule', others(2100), 'DROP TABLE more;\n'],
    ['SQL that cannot be read', 'a;'.repeat(30), 'a;'],
  ])('accepts %s as long as they are the same', (_, text, more) => {
    const baseline = new Set(judge(text).map(({ fingerprint }) => fingerprint));
    expect(judge(text, {}, { baseline }).filter(({ status }) => status !== 'baselined')).toEqual([]);
    expect(counting(judge(text + more, {}, { baseline }))).toBeGreaterThan(0);
    expect(
      counting(
        judge(
          text.replace(/\w(?=;)/, (last) => `${last}2`),
          {},
          { baseline },
        ),
      ),
    ).toBeGreaterThan(0);
  });

  it('accepts them at the path that the file was moved from', () => {
    const baseline = new Set(judge(drops(150)).map(({ fingerprint }) => fingerprint));
    const moved = judge(drops(150), { path: 'b.sql', formerPath: 'a.sql', status: 'renamed' }, { baseline });
    expect(counting(moved)).toBe(0);
    expect(counting(judge(drops(150), { path: 'b.sql', status: 'renamed' }, { baseline }))).toBe(150);
  });
});
