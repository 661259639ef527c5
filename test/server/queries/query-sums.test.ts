import { expect, it } from 'vitest';
import type { QueryRow } from '../../../src/server/queries/query-rows.ts';
import { flowSums, type NumberedQuery, queryCounts, sumQueries } from '../../../src/server/queries/query-sums.ts';

// Queries with the same row are added up before they are counted, which must not change what is counted.

const at = (time: string) => new Date(`2026-11-20T${time}Z`);

function row(verdict: string, outcome: string): QueryRow {
  return {
    ...{ id: 'qry_1', at: at('08:00:00'), channel: 'proxy', databaseId: 'shop', key: 'key_1', dialect: 'postgresql' },
    ...{ caller: '{}', calls: 1, verdict, rules: [], ruleset: 1, judgedAtIngest: false, outcome, flow: 'f1' },
    texts: { shape: 'SELECT ?', full: '' },
  };
}

const ALLOWED = row('allow', 'ok');
const BLOCKED = row('block', 'blocked');

/** Two kinds in three minutes of two hours, in no order. */
const QUERIES: readonly (readonly [QueryRow, string, number, string?])[] = [
  [ALLOWED, '08:59:10', 1],
  [BLOCKED, '08:59:20', 1],
  [ALLOWED, '08:59:05', 3],
  [ALLOWED, '09:00:05', 20, '09:07:00'],
  [BLOCKED, '09:00:01', 1],
  [ALLOWED, '09:00:04', 1],
  [ALLOWED, '08:59:59', 1],
];

function numbered(own: boolean): readonly NumberedQuery[] {
  return QUERIES.map(([row, time, calls, last], index) => ({
    ...{ sequence: index + 1, row: own ? { ...row } : row, at: at(time), calls, narrow: true },
    lastAt: last === undefined ? undefined : at(last),
  }));
}

it('counts queries that share a row like queries with rows of their own', () => {
  const [shared, single] = [sumQueries(numbered(false)), sumQueries(numbered(true))];
  expect(single).toHaveLength(QUERIES.length);
  expect(shared.length).toBeLessThan(QUERIES.length);
  const counted = (sums: typeof shared) =>
    queryCounts(sums)
      .map(({ unit, at, verdict, calls }) => `${unit} ${at.toISOString()} ${verdict} ${calls}`)
      .sort();
  expect(counted(shared)).toEqual(counted(single));
  expect(counted(shared)).toContain('minute 2026-11-20T08:59:00.000Z allow 5');
  expect(flowSums(shared)).toEqual(flowSums(single));
  expect(flowSums(shared)).toMatchObject([
    {
      calls: 28,
      verdictCalls: [26, 0, 0, 2],
      first: at('08:59:05'),
      last: at('09:07:00'),
      worst: { sequence: 5, row: BLOCKED },
    },
  ]);
});
