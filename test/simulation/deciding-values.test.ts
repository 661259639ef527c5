import { expect, it } from 'vitest';
import { blocks, file, limited, type RowParts, row, run } from './build.ts';

const ONCE = (calls: number): RowParts => ({ days: calls });

interface ValuesCase {
  readonly name: string;
  readonly rows: readonly ReturnType<typeof row>[];
  readonly rule: string;
  /** `fact value calls` of the first cause. */
  readonly values: readonly string[];
  readonly more?: number;
}

it.each<ValuesCase>([
  {
    name: 'the values above a limit, most calls first, and not those below it',
    rows: [limited(1500, ONCE(2)), limited(5000, ONCE(7)), limited(10, ONCE(90))],
    rule: blocks('no-large-page', 'statement.limit > 1000'),
    values: ['statement.limit 5000 7', 'statement.limit 1500 2'],
  },
  {
    name: 'of `||` only the part that holds, for each run',
    rows: [limited(5000, ONCE(7)), row({ facts: { hasLimit: false, limit: 0 }, days: 3 })],
    rule: blocks('require-limit', '!statement.hasLimit || statement.limit > 1000'),
    values: ['statement.limit 5000 7', 'statement.hasLimit false 3'],
  },
  {
    name: 'no `hasLimit` next to the limit',
    rows: [limited(5000, ONCE(7))],
    rule: blocks('no-large-page', 'statement.hasLimit && statement.limit > 1000'),
    values: ['statement.limit 5000 7'],
  },
  {
    name: 'what varies from call to call before what is part of the query',
    rows: [limited(5000, ONCE(7))],
    rule: blocks('no-large-page', '"orders" in statement.tablesRead && statement.limit > 1000'),
    values: ['statement.limit 5000 7', 'statement.tablesRead ["orders"] 7'],
  },
  {
    name: 'the caller',
    rows: [row(ONCE(4))],
    rule: blocks('no-web', 'caller.application == "web"'),
    values: ['caller.application "web" 4'],
  },
  {
    name: 'the branch of `?:` that was taken',
    rows: [limited(5000, ONCE(7))],
    rule: blocks('paged', 'statement.offset > 0 ? statement.longestInList > 1 : statement.limit > 1000'),
    values: ['statement.offset 0 7', 'statement.limit 5000 7'],
  },
  {
    name: 'the kind and the target for a rule without a condition',
    rows: [row(ONCE(4))],
    rule: 'id: no-reading, verdict: block',
    values: ['operation.kind select 4', 'operation.target orders 4'],
  },
  {
    name: 'three values per fact; the others are counted',
    rows: [1001, 1002, 1003, 1004, 1005].map((limit) => limited(limit, ONCE(limit))),
    rule: blocks('no-large-page', 'statement.limit > 1000'),
    values: ['statement.limit 1005 1005', 'statement.limit 1004 1004', 'statement.limit 1003 1003'],
    more: 2,
  },
])('a broken flow has $name', async ({ rows, rule, values, more = 0 }) => {
  const { flows } = await run(rows, undefined, file([rule]));
  const [cause] = flows[0]?.causes ?? [];
  expect(cause?.values.map(({ fact, value, calls }) => `${fact} ${value} ${calls}`)).toEqual(values);
  expect(cause?.moreValues).toBe(more);
});

it('gives each rule that breaks a flow its own values', async () => {
  const rules = file([blocks('no-large-page', 'statement.limit > 1000'), blocks('no-star', 'statement.selectStar')]);
  const { flows } = await run([limited(5000, { facts: { selectStar: true } })], undefined, rules);
  const values = flows[0]?.causes.map(({ rule, values: own }) => [rule, own.map(({ fact }) => fact).join()]);
  expect(Object.fromEntries(values ?? [])).toEqual({
    'no-large-page': 'statement.limit',
    'no-star': 'statement.selectStar',
  });
});

it('gives the values of the base for a newly allowed flow, and none for an undecided one', async () => {
  const rules = file([blocks('no-large-page', 'statement.limit > 1000')]);
  const allowed = await run([limited(5000)], rules, undefined);
  expect(allowed.flows[0]?.causes[0]?.values).toEqual([{ fact: 'statement.limit', value: '5000', calls: 10 }]);
  const undecided = await run([limited(undefined)], undefined, rules);
  expect(undecided.flows[0]).toMatchObject({ class: 'unknown', causes: [{ values: [], moreValues: 0 }] });
});
