import { describe, expect, it } from 'vitest';
import type { Executions } from '../../../src/proxy/events/event-json.ts';
import { Sums } from '../../../src/proxy/events/sums.ts';
import type { ObservedQuery } from '../../../src/proxy/types.ts';
import { query } from '../query.ts';

function sums() {
  const emitted: Executions[] = [];
  let count = 0;
  const open = new Sums(
    (sum) => emitted.push(sum),
    () => `s${++count}`,
  );
  return {
    open,
    emitted,
    add: (changes: Partial<ObservedQuery> = {}, text?: string) => open.add(query(changes), text),
  };
}

const DAY_END = Date.parse('2026-11-20T23:59:59.999Z');

describe('equal queries', () => {
  it('are one event with their number, their times and the sum of their durations', () => {
    const { open, emitted, add } = sums();
    expect([
      add({ at: 2000, durationMs: 1 }),
      add({ at: 1000, durationMs: 2 }),
      add({ at: 3000, durationMs: 6 }),
    ]).toEqual(['s1', 's1', 's1']);
    expect([open.size, open.oldestAt, emitted]).toEqual([1, 1000, []]);
    open.flush();
    expect(emitted).toMatchObject([{ id: 's1', firstAt: 1000, lastAt: 3000, calls: 3, durationMs: 9 }]);
    expect([open.size, open.oldestAt]).toEqual([0, undefined]);
  });

  it('of several sessions have none', () => {
    const { open, emitted, add } = sums();
    add({ session: 'a' });
    add({ session: 'b' });
    add({ rows: [], session: 'a' });
    add({ rows: [], session: 'a' });
    open.flush();
    expect(emitted.map(({ session }) => session)).toEqual([undefined, 'a']);
  });

  it('have a text only if it is the same for all', () => {
    const { open, emitted, add } = sums();
    add({ rows: ['1'] }, 'select 1');
    add({ rows: ['1'] }, 'select 1');
    add({ rows: ['2'] }, 'select 1');
    add({ rows: ['2'] }, 'select 2');
    open.flush();
    expect(emitted.map(({ text }) => text)).toEqual(['select 1', undefined]);
  });

  it.each<[string, Partial<ObservedQuery>]>([
    ['other rows', { rows: ['{}'] }],
    ['more rows', { rows: ['{}', '{}'] }],
    ['another outcome', { outcome: 'failed', sqlstate: '23505' }],
    ['another version of the rules', { judged: { verdict: 'allow', rules: [], ruleset: 8, mode: 'enforce' } }],
    ['another mode', { judged: { verdict: 'allow', rules: [], ruleset: 7, mode: 'observe' } }],
  ])('with %s are another event', (_, changes) => {
    const { open, add } = sums();
    add();
    add(changes);
    expect(open.size).toBe(2);
  });

  it.each([
    ['before and after midnight', DAY_END, DAY_END + 1],
    ['after and before midnight', DAY_END + 1, DAY_END],
  ])('%s (UTC) are two events', (_, first, second) => {
    const { open, emitted, add } = sums();
    expect(add({ at: first })).toBe('s1');
    expect(add({ at: second })).toBe('s2');
    open.flush();
    expect(emitted.map(({ firstAt, calls }) => [firstAt, calls])).toEqual([
      [first, 1],
      [second, 1],
    ]);
  });

  it('are written early if there are too many different ones', () => {
    const { open, emitted, add } = sums();
    for (let at = 0; at <= 10_000; at++) add({ rows: [String(at)] });
    expect([emitted.length, open.size]).toEqual([10_000, 1]);
  });
});

it.each([
  [{ judged: { verdict: 'allow', rules: [], ruleset: 7, mode: 'warn' } } as const, true],
  [{ judged: { verdict: 'warn', rules: ['a'], ruleset: 7, mode: 'warn' } } as const, false],
  [{ judged: { verdict: 'block', rules: ['a'], ruleset: 7, mode: 'observe' } } as const, false],
  [{ judged: { verdict: 'unknown', rules: ['a'], ruleset: 7, mode: 'observe' } } as const, false],
  [{ judged: undefined }, false],
])('only allowed queries are summed: %j', (changes, expected) => {
  expect(Sums.canSum(query(changes))).toBe(expected);
});
