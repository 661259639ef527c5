import { describe, expect, it } from 'vitest';
import { mergeHistories } from '../../../src/history/index.ts';
import type { HistorySource } from '../../../src/model/index.ts';
import { history, plainRow, row } from '../build.ts';

const other = { identity: 'b'.repeat(64) };
const merged = (a: Partial<HistorySource>, b: Partial<HistorySource>, allowOverlap = false) =>
  mergeHistories([history([row()], a), history([row()], b)], { allowOverlap });

describe('merging histories', () => {
  it('sums the shards of a test suite, which run at the same time', () => {
    expect(merged({ origin: 'tests' }, { origin: 'tests', ...other }).header).toMatchObject({
      statements: 2,
      sources: [{ origin: 'tests' }, { origin: 'tests' }],
    });
  });

  it('refuses snapshots of production and of tests', () => {
    expect(() => merged({}, { origin: 'tests', ...other, name: 'tests' })).toThrow(
      'snapshots of production and of tests cannot be merged',
    );
  });

  it('sums rows by day and keeps everything else', () => {
    const a = history([row({ days: { '2026-11-01': 2, '2026-11-02': 1 } }), row({ shape: 'a' })]);
    const b = history([row({ days: { '2026-11-02': 5, '': 1 } }), row({ shape: 'z' })], {
      ...other,
      name: 'b.json',
      from: '2026-10-01T00:00:00.000Z',
      to: '2026-10-02T00:00:00.000Z',
      unread: { odd: 2 },
      truncated: 1,
    });
    const { header, rows } = mergeHistories([a, b], {});
    expect(rows.map(plainRow)).toEqual([
      row({ shape: 'a' }),
      row({ days: { '': 1, '2026-11-01': 2, '2026-11-02': 6 } }),
      row({ shape: 'z' }),
    ]);
    expect(header).toMatchObject({
      rows: 3,
      statements: 11,
      unread: 2,
      truncated: 1,
      from: b.header.from,
      to: a.header.to,
    });
    expect(header.sources).toEqual([...a.header.sources, ...b.header.sources]);
  });

  it.each([
    [
      'the same input',
      {},
      { name: 'renamed' },
      '`renamed` is in two of the snapshots: executions in both would count twice',
    ],
    [
      'the same source at the same time',
      {},
      { ...other, from: '2026-11-01T23:00:00.000Z', to: '2026-11-03T00:00:00.000Z' },
      '`postgresql.json` is in two of the snapshots, from 2026-11-01T23:00:00.000Z to 2026-11-03T00:00:00.000Z and from 2026-11-01',
    ],
    [
      'the same source without a time',
      {},
      { ...other, from: undefined, to: undefined },
      'has no times to tell them apart',
    ],
    ['the same recording of tests', { origin: 'tests' }, { origin: 'tests' }, 'is in two of the snapshots'],
  ] as const)('rejects %s, unless overlap is allowed', (_, a, b, message) => {
    expect(() => merged(a, b)).toThrow(message);
    expect(merged(a, b, true).header.statements).toBe(2);
  });

  it.each([
    ['another name', { ...other, name: 'replica.json' }],
    ['another kind', { ...other, kind: 'postgresql-csvlog' as const }],
    ['another time', { ...other, from: '2026-11-02T00:00:00.001Z', to: '2026-11-03T00:00:00.000Z' }],
  ])('accepts the same source with %s', (_, b) => {
    expect(merged({}, b).header.statements).toBe(2);
  });

  it('keeps the oldest collection time of its inputs', () => {
    const a = history([row()]);
    const b = history([row()], { ...other, name: 'b' });
    const old = { ...b, header: { ...b.header, collected: '2026-03-01T06:00:00Z' } };
    expect(mergeHistories([a, old], {}).header.collected).toBe('2026-03-01T06:00:00.000Z');
    expect(mergeHistories([old, a], {}).header.collected).toBe('2026-03-01T06:00:00.000Z');
  });

  it('rejects an empty list of histories', () => {
    expect(() => mergeHistories([], {})).toThrow('no snapshot given');
  });

  it('folds flows that exceed the limit in the sum, and adds up what was folded before', () => {
    const rows = (from: number) =>
      Array.from({ length: 6 }, (_, i) => row({ facts: { ...row().facts, limit: from + i } }));
    const a = history(rows(0));
    const folded = { maxVariants: 8, flows: 3, rows: 50 };
    const b = history(rows(6), { ...other, name: 'b' });
    const { header, rows: left } = mergeHistories(
      [
        { ...a, header: { ...a.header, folded } },
        { ...b, header: { ...b.header, folded: { maxVariants: 5, flows: 0, rows: 0 } } },
      ],
      {},
    );
    expect(left).toHaveLength(1);
    expect(header.folded).toEqual({ maxVariants: 8, flows: 4, rows: 62 });
  });
});
