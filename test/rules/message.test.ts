import { expect, test } from 'vitest';
import { fingerprint, judgeStatement, loadRuleset, Occurrences } from '../../src/rules/index.ts';
import { CALLER, contextOf, statementOf, treeOf } from './build.ts';

async function print(message: string, operation = {}, facts = {}, context = contextOf()): Promise<string | undefined> {
  const rules = [{ id: 'no-x', operations: ['any'], verdict: 'warn', message }];
  const ruleset = await loadRuleset({
    tree: treeOf({ '.querygate/rules.yml': JSON.stringify({ version: 1, rules }) }),
  });
  if (!ruleset) throw new Error('no ruleset');
  return judgeStatement(ruleset, statementOf([operation], facts), context)[0]?.message;
}

test.each([
  ['{operation.target} {operation.target.name} {operation.target.schema}', 'users users ?'],
  ['{operation.columns}|{statement.limit}|{operation.cascade}', 'a, b|3|false'],
  ['{operation.filter}', '?'],
  ['{file.path} {caller.user}', 'migrations/1.sql ?'],
  ['a {brace} and {} stay', 'a {brace} and {} stay'],
])('fills in the facts of %s', async (message, expected) => {
  expect(await print(message, { columns: ['a', 'b'] }, { limit: 3 })).toBe(expected);
});

test('prints a question mark for a fact that is not known, and a word for columns and targets', async () => {
  const target = { name: undefined, schema: undefined, quoted: false, text: '' };
  expect(
    await print(
      '{operation.columns} of {operation.target}, {statement.limit}',
      { columns: undefined, target },
      { limit: undefined },
    ),
  ).toBe('columns of an unnamed object, ?');
});

test('prints schema and name of a target without a text', async () => {
  const target = { name: 'orders', schema: 'app', quoted: false, text: '' };
  expect(await print('{operation.target}', { target })).toBe('app.orders');
  expect(await print('{operation.target}', { target: { ...target, schema: '' } })).toBe('orders');
});

test('prints which older object the target stands for, and nothing of it as a name', async () => {
  const target = { name: 'v', schema: 's', quoted: false, text: 's.v', note: 'a view of users' };
  expect(await print('{operation.target} {operation.target.name}', { target })).toBe('s.v (a view of users) v');
});

test('fills in caller facts', async () => {
  const caller = { ...CALLER, tags: { route: '/a', job: 'b' } };
  expect(await print('{caller.user} {caller.tags}', {}, {}, contextOf({ caller }))).toBe('app route=/a, job=b');
});

test('prints hostile names as one truncated line', async () => {
  const named = (name: string) => ({ target: { name, schema: '', quoted: true, text: name } });
  expect(await print('x {operation.target} y', named('a\n::error::b\r\u2028\u0000\u009bc'))).toBe('x a ::error::b c y');
  const long = await print('x {operation.target}', named('z'.repeat(1_000_000)));
  expect(long).toMatch(/^x z+…$/);
  expect(long).toHaveLength(500);
  const pairs = await print('x{operation.target}', named('😀'.repeat(400)));
  expect(pairs).not.toMatch(/\p{Surrogate}/u);
  // Facts that contain placeholders are not filled in again.
  expect(await print('{operation.target}', named('{operation.kind} $& $1'))).toBe('{operation.kind} $& $1');
});

test('a fingerprint depends only on rule, path, shape and occurrence', () => {
  const of = { rule: 'no-x', path: 'a.sql', shape: 'DROP TABLE t', occurrence: 0 };
  const first = fingerprint(of);
  expect(first).toMatch(/^[0-9a-f]{64}\/v1$/);
  expect(fingerprint({ ...of })).toBe(first);
  const others = [
    { ...of, rule: 'no-y' },
    { ...of, path: 'b.sql' },
    { ...of, shape: 'x' },
    { ...of, occurrence: 1 },
  ];
  expect(new Set([first, ...others.map(fingerprint)]).size).toBe(5);
  const counter = new Occurrences();
  expect([counter.next('a', 's'), counter.next('a', 's'), counter.next('a', 't'), counter.next('b', 's')]).toEqual([
    0, 1, 0, 0,
  ]);
});
