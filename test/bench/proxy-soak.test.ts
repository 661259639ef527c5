import { describe, expect, it } from 'vitest';
import { checkRecords, type SoakRecords, UNWRITTEN_MS } from '../../bench/soak/proxy/records.ts';
import type { Statement } from '../../bench/soak/proxy/statements.ts';

const INSERT: Statement = { isAllowed: true, keeps: true, text: () => 'INSERT INTO kept VALUES (1)' };
const SELECT: Statement = { isAllowed: true, text: () => 'SELECT 1' };
const DELETE: Statement = { isAllowed: false, text: () => 'DELETE FROM guarded' };

const SENT: SoakRecords['sent'] = new Map([
  [1, { statement: INSERT, answer: 'ran' as const, answeredAt: 1000 }],
  [2, { statement: SELECT, answer: 'ran' as const, answeredAt: 2000 }],
  [3, { statement: DELETE, answer: 'blocked' as const, answeredAt: 3000 }],
  [4, { statement: DELETE, answer: 'unknown' as const, answeredAt: 4000 }],
]);
const RAN = { verdict: 'allow', outcome: 'ran', calls: 1 } as const;
const BLOCKED = { verdict: 'block', outcome: 'refused', calls: 1 } as const;
const LISTED: SoakRecords['listed'] = [
  { query: 1, ...RAN },
  { query: 2, ...RAN },
  { query: 3, ...BLOCKED },
];
/** A run in which nothing went wrong. */
const GOOD: SoakRecords = {
  sent: SENT,
  proxyKills: [{ sentAt: 4100, endedAt: 4110 }],
  guarded: { before: 'rows', after: 'rows' },
  kept: new Set([1]),
  trail: new Map([
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ]),
  listed: LISTED,
};

const answered = (query: number, change: object): SoakRecords['sent'] =>
  new Map([...SENT].map(([number, sent]) => [number, number === query ? { ...sent, ...change } : sent]));
const reported = (query: number, change: object) =>
  LISTED.map((event) => (event.query === query ? { ...event, ...change } : event));
const without = (query: number, ids: readonly string[]) => ({
  listed: LISTED.filter((event) => event.query !== query),
  trail: new Map(ids.map((id) => [id, 1])),
});

describe('the checks of the proxy soak', () => {
  it('find nothing in a good run', () => {
    const { checks, faults } = checkRecords(GOOD);
    expect(faults).toEqual([]);
    expect(checks).toEqual([
      { what: 'forbidden queries', acknowledged: 1, open: 1, found: 1, faults: 0 },
      { what: 'inserted rows', acknowledged: 1, open: 0, found: 1, faults: 0 },
      { what: 'events', acknowledged: 3, open: 1, found: 3, faults: 0 },
    ]);
  });

  it.each<[string, Partial<SoakRecords>, string]>([
    ['the guarded table was changed', { guarded: { before: 'rows', after: 'others' } }, 'only they change was changed'],
    ['a forbidden statement ran', { sent: answered(3, { answer: 'ran' }) }, '`DELETE FROM guarded` ran'],
    [
      'a forbidden statement without an answer ran',
      { listed: [...LISTED, { query: 4, ...BLOCKED, outcome: 'ran' }], trail: new Map([...GOOD.trail, ['d', 1]]) },
      'the outcome ran',
    ],
    ['a forbidden statement was allowed', { listed: reported(3, { verdict: 'allow' }) }, 'the verdict allow'],
    ['an acknowledged row is missing', { kept: new Set() }, 'a row whose INSERT was acknowledged is missing'],
    ['an event is in the trail twice', { trail: new Map([...GOOD.trail, ['a', 2]]) }, 'more than once'],
    ['an event is only in the trail', { trail: new Map([...GOOD.trail, ['d', 1]]) }, '3 queries are listed, of 4'],
    [
      'a query has two events',
      { listed: [...LISTED, { query: 2, ...RAN }], trail: new Map([...GOOD.trail, ['d', 1]]) },
      'has two events',
    ],
    ['an event reports two executions', { listed: reported(2, { calls: 2 }) }, 'several executions'],
    ['an event has no query', { listed: reported(2, { query: undefined }) }, 'a query that was never sent'],
    ['an event has a query that no client sent', { listed: reported(2, { query: 99 }) }, 'a query that was never sent'],
    ['an acknowledged query has no event', without(2, ['a', 'c']), 'has no event (2100 ms before a kill)'],
    ['no kill explains a missing event', { ...without(2, ['a', 'c']), proxyKills: [] }, 'has no event (Infinity ms'],
    ['an acknowledged query is reported as failed', { listed: reported(2, { outcome: 'failed' }) }, 'outcome failed'],
    ['a blocked query is reported as failed', { listed: reported(3, { outcome: 'failed' }) }, 'a blocked query was'],
    ['an allowed query was blocked', { listed: reported(2, BLOCKED) }, 'the verdict block'],
  ])('report that %s', (_, change, fault) => {
    const { faults, checks } = checkRecords({ ...GOOD, ...change });
    expect(faults.join('\n')).toContain(fault);
    expect(checks.reduce((sum, check) => sum + check.faults, 0)).toBe(faults.length);
  });

  it.each([
    [0, 1],
    [UNWRITTEN_MS, 1],
    [UNWRITTEN_MS + 1, 0],
  ])('excuse a missing event %i ms before a kill: %i', (time, queries) => {
    const { unwritten, faults } = checkRecords({
      ...GOOD,
      ...without(2, ['a', 'c']),
      proxyKills: [{ sentAt: 2000 + time, endedAt: 2001 + time }],
    });
    expect(unwritten.queries).toBe(queries);
    expect(faults.length).toBe(1 - queries);
  });
});
