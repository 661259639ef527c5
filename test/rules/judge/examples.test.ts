import { describe, expect, test } from 'vitest';
import { withBase } from '../../../src/repository/index.ts';
import { loadPacks, loadRuleset, PACKS, testRuleset } from '../../../src/rules/index.ts';
import { createSqlReader } from '../../../src/sql/index.ts';
import { treeOf } from '../build.ts';

describe.each([...PACKS.keys()])('the examples of %s', (name) => {
  test.each(PACKS.get(name)?.map((rule) => rule.id) ?? [])('%s', async (id) => {
    const pack = await loadPacks(name);
    // Rules that are off have examples too, which run as if a ruleset had turned them on.
    const rules = pack.rules.filter((rule) => rule.id === id).map((rule) => ({ ...rule, verdict: 'warn' as const }));
    const results = await testRuleset({ ...pack, rules }, withBase(createSqlReader));
    expect(results.length).toBeGreaterThan(0);
    const failed = results.filter((result) => !result.passed);
    expect(failed.map(({ dialect, sql, problem }) => `${dialect}: ${sql}: ${problem}`)).toEqual([]);
  });
});

test('an example fails if it does not hold, or cannot be decided or read', async () => {
  const rules = [
    ['no-a', 'operation.kind == "drop_table"', { block: ['SELECT 1'], pass: ['DROP TABLE t'] }],
    ['no-b', 'caller.user == "x"', { block: ['DROP TABLE t'] }],
    ['no-c', 'operation.target.name == "t"', { pass: ['DROP TABLE {{ name }}'] }],
    ['no-d', 'true', { pass: ['DROP TABLE "t', '-- nothing'] }],
  ] as const;
  const text = JSON.stringify({
    version: 1,
    rules: rules.map(([id, when, examples]) => ({
      id,
      when,
      examples,
      operations: ['any'],
      verdict: 'warn',
      message: 'm',
    })),
  });
  const ruleset = await loadRuleset({ tree: treeOf({ 'r.yml': text }), entry: 'r.yml' });
  const results = ruleset ? await testRuleset(ruleset, withBase(createSqlReader)) : [];
  expect(results.map(({ rule, passed }) => [rule.id, passed])).toEqual([
    ['no-a', false],
    ['no-a', false],
    ['no-b', false],
    ['no-c', false],
    ['no-d', false],
    ['no-d', false],
  ]);
  const problems = results.map(({ problem }) => problem);
  expect(problems[0]).toBe('the rule does not match it; it was read as select');
  expect(problems[1]).toBe('the rule matches it: m');
  expect(problems[2]).toBe('the rule needs `caller`, but no caller is given; give the examples a `caller`');
  expect(problems[3]).toMatch(/could not be (?:decided|read)/);
  expect(problems[4]).toMatch(/could not be read/);
  expect(problems[5]).toBe('the example contains no statement');
});
