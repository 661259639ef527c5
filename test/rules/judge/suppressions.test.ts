import { describe, expect, test } from 'vitest';
import type { Comment, SqlScript, Statement } from '../../../src/model/index.ts';
import {
  addedSuppressions,
  applySuppressions,
  type Hit,
  judgeStatement,
  loadPacks,
  loadRuleset,
  type Ruleset,
  type SuppressionOutcome,
  type SuppressionSettings,
} from '../../../src/rules/index.ts';
import { expectLinear } from '../../costs.ts';
import { contextOf, statementOf, treeOf } from '../build.ts';

const TODAY = '2026-11-20';
let end = 0;
function comment(text: string): Comment {
  end += 100;
  return { start: end - 100, end, text };
}

function scriptOf(statements: readonly Statement[], loose: readonly Comment[] = []): SqlScript {
  return { text: '', statements, unreadable: [], looseComments: loose };
}

/** A statement that drops a table, with comments. */
const drop = (comments: string[] = [], shape = 'DROP TABLE users'): Statement =>
  statementOf([{ kind: 'drop_table' }], {}, { comments: comments.map(comment), shape });
const grant = (comments: string[]): Statement =>
  statementOf([{ kind: 'grant', grantees: ['public'] }], {}, { comments: comments.map(comment) });

const pack = await loadPacks();

function suppress(
  script: SqlScript,
  settings: Partial<SuppressionSettings> = {},
  ruleset: Ruleset = pack,
): SuppressionOutcome & { readonly hits: readonly (readonly Hit[])[] } {
  const hits = script.statements.map((statement) => judgeStatement(ruleset, statement, contextOf({ today: TODAY })));
  return { hits, ...applySuppressions(ruleset, script, hits, { today: TODAY, allowed: true, ...settings }) };
}

const states = (outcome: SuppressionOutcome): string[] =>
  outcome.suppressions.map(({ rules, state, holds }) => `${rules.join('+')} ${state} ${holds}`);

describe('a valid directive', () => {
  const cases: [string, string[]][] = [
    [' querygate:allow no-drop-table: archived, OPS-142', ['no-drop-table used 1']],
    ['querygate:allow no-drop-table until 2026-11-20: archived', ['no-drop-table used 1']],
    ['querygate:allow no-drop-table until 2026-11-19: archived', ['no-drop-table expired 0']],
    ['querygate:allow no-drop-table, no-truncate: both: see OPS', ['no-drop-table used 1', 'no-truncate unused 0']],
    ['querygate:allow no-drop-table,no-drop-table: twice', ['no-drop-table used 1']],
    ['querygate:allow no-truncate: another rule', ['no-truncate unused 0']],
    ['querygate:allow no-grant-all, no-drop-table: one may not', ['no-grant-all refused 0', 'no-drop-table used 1']],
    ['\n * querygate:allow no-drop-table: in a block comment\n ', ['no-drop-table used 1']],
    ['why it is so:\nquerygate:allow no-drop-table: second line', ['no-drop-table used 1']],
    ['see querygate:allow in the docs', []],
    ['nothing', []],
  ];
  test.each(cases)('%j', (text, expected) => {
    const outcome = suppress(scriptOf([drop([text])]));
    expect(states(outcome)).toEqual(expected);
    expect(outcome.problems).toEqual([]);
    const used = expected.some((state) => state.includes(' used '));
    expect(outcome.suppressed.size).toBe(used ? 1 : 0);
  });

  test('keeps its reason as one line', () => {
    const outcome = suppress(scriptOf([drop([`querygate:allow no-drop-table: a\u0007b ${'x'.repeat(600)}`])]));
    const reason = outcome.suppressions[0]?.reason ?? '';
    expect(reason).toMatch(/^a b x+…$/);
    expect(reason).toHaveLength(500);
  });
});

describe('an invalid directive has no effect and is reported', () => {
  const cases: [string, RegExp][] = [
    ['querygate:allow no-drop-table', /gives no reason; write `querygate:allow/],
    ['querygate:allow no-drop-table:   ', /gives no reason/],
    ['querygate:allow', /names no rule/],
    ['querygate:allow : because', /names no rule/],
    ['querygate:allow no-drop-tabel: typo', /there is no rule `no-drop-tabel` \(did you mean `no-drop-table`\?\)/],
    ['querygate:allow no-drop-table, no-such: one is unknown', /there is no rule `no-such`/],
    ['querygate:allow no-drop-table until 2026-02-30: day', /`2026-02-30` is not a valid date/],
    ['querygate:allow no-drop-table until tomorrow: day', /`tomorrow` is not a valid date/],
    ['querygate:allow no-drop-table until: day', /`` is not a valid date/],
    ['querygate:allow no-drop-table no-truncate: no comma', /is not a rule id/],
    ['querygate:allow *: all', /`\*` is not a rule id/],
    ['querygate:ignore no-drop-table: other word', /unknown suppression comment `querygate:ignore`/],
    ['QUERYGATE:ALLOW no-drop-table: shouted', /unknown suppression comment/],
    ['querygate: allow no-drop-table: a space', /unknown suppression comment/],
    ['querygate:allow unreadable: trust me', /SQL that could not be read cannot be allowed/],
  ];
  test.each(cases)('%j', (text, expected) => {
    const outcome = suppress(scriptOf([drop([text])]));
    expect(outcome.suppressed.size).toBe(0);
    expect(outcome.suppressions).toEqual([]);
    expect(outcome.problems).toHaveLength(1);
    expect(outcome.problems[0]?.message).toMatch(expected);
    expect(outcome.problems[0]?.span.end).toBeGreaterThan(0);
  });

  test('a rule of the other side of the pull request is valid', () => {
    const script = scriptOf([drop(['querygate:allow no-new-rule: known there'])]);
    const outcome = suppress(script, { otherRules: new Set(['no-new-rule']) });
    expect(outcome.problems).toEqual([]);
    expect(states(outcome)).toEqual(['no-new-rule unused 0']);
  });
});

test('a directive applies only to its own statement', () => {
  const outcome = suppress(scriptOf([drop(['querygate:allow no-drop-table: this one']), drop()]));
  expect(outcome.hits.map((hits) => hits.map((hit) => outcome.suppressed.has(hit)))).toEqual([[true], [false]]);
  const loose = suppress(scriptOf([drop()], [comment('querygate:allow no-drop-table: nowhere')]));
  expect(states(loose)).toEqual(['no-drop-table unused 0']);
  expect(loose.suppressed.size).toBe(0);
});

test('a directive exempts all hits of the rule in the statement, each once', () => {
  const both = statementOf(
    [{ kind: 'drop_table' }, { kind: 'drop_table' }, { kind: 'truncate' }],
    {},
    {
      comments: [comment('querygate:allow no-drop-table: a'), comment('querygate:allow no-drop-table: b')],
    },
  );
  const outcome = suppress(scriptOf([both]));
  expect(states(outcome)).toEqual(['no-drop-table used 2', 'no-drop-table unused 0']);
  expect(outcome.suppressed.size).toBe(2);
});

test('a directive is refused for rules that are not suppressible, and if suppressions are off', () => {
  const text = 'querygate:allow no-grant-to-public: please';
  expect(states(suppress(scriptOf([grant([text])])))).toEqual(['no-grant-to-public refused 0']);
  const off = suppress(scriptOf([drop(['querygate:allow no-drop-table: please'])]), { allowed: false });
  expect(states(off)).toEqual(['no-drop-table refused 0']);
  expect(off.suppressed.size).toBe(0);
});

test('a hit that an exception exempts is not counted twice', async () => {
  const ruleset = await loadRuleset({
    tree: treeOf({
      '.querygate/rules.yml':
        'version: 1\nextends: [querygate:recommended@1]\n' +
        'exceptions:\n  - {rule: no-drop-table, when: "true", reason: r, owner: o, until: 2027-01-01}\n',
    }),
  });
  const outcome = suppress(scriptOf([drop(['querygate:allow no-drop-table: both'])]), {}, ruleset);
  expect(states(outcome)).toEqual(['no-drop-table unused 0']);
});

describe('hostile comments are handled quickly and reported', () => {
  const many = (count: number, text: (i: number) => string) => Array.from({ length: count }, (_, i) => text(i));
  const cases: [string, (count: number) => string[], (count: number) => number[]][] = [
    ['white space', (n) => [`querygate:allow a${' '.repeat(100 * n)}x`], () => [0, 1]],
    ['many invalid ones', (n) => many(n, (i) => `querygate:allow no-drop-tabl${i}: x`), (n) => [0, n]],
    ['many valid ones', (n) => many(n, () => 'querygate:allow no-drop-table: x'), (n) => [n, 0]],
    ['many lines', (n) => ['querygate:allow no-drop-table: x\n'.repeat(n)], (n) => [n, 0]],
  ];
  test.each(cases)('%s', async (_, textsOf, expected) => {
    await expectLinear((times) => {
      const outcome = suppress(scriptOf([drop(textsOf(5000 * times))]));
      expect([outcome.suppressions.length, outcome.problems.length]).toEqual(expected(5000 * times));
    });
  });
});

describe('addedSuppressions', () => {
  const of = (...statements: Statement[]) => suppress(scriptOf(statements)).suppressions;
  const allow = 'querygate:allow no-drop-table until 2027-01-01: archived';
  const base = of(drop([allow]));
  const cases: [string, ReturnType<typeof of>, number][] = [
    ['the same', of(drop([allow])), 0],
    ['moved', of(statementOf([{ kind: 'select' }]), drop([allow])), 0],
    ['a copy', of(drop([allow]), drop([allow])), 1],
    ['a later day', of(drop([allow.replace('2027', '2028')])), 1],
    ['no day', of(drop([allow.replace(' until 2027-01-01', '')])), 1],
    ['another rule', of(drop([allow.replace('no-drop-table', 'no-drop-table, no-truncate')])), 1],
    ['another reason', of(drop([`${allow}!`])), 1],
    ['another statement', of(drop([allow], 'DROP TABLE orders')), 1],
    ['none left', of(drop()), 0],
  ];
  test.each(cases)('counts %s', (_, head, added) => {
    expect(addedSuppressions(head, base).size).toBe(added);
  });
});
