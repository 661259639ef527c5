import { describe, expect, it } from 'vitest';
import { daysText } from '../../../src/history/snapshot/days.ts';
import { type FoldCount, foldFlows, TOO_MANY } from '../../../src/history/snapshot/fold.ts';
import { RowReader } from '../../../src/history/snapshot/row-reader.ts';
import { callerText, RowWriter } from '../../../src/history/snapshot/row-text.ts';
import { compareLines, mergeRuns, type RunLine, textOf } from '../../../src/history/snapshot/runs.ts';
import type { HistoryRow } from '../../../src/model/index.ts';
import { callerFacts, operation, plainRow, row, statementFacts, target } from '../build.ts';

function lines(rows: readonly HistoryRow[]): readonly RunLine[] {
  const writer = new RowWriter();
  return rows
    .map((one) => ({
      tuple: writer.tuple(one),
      caller: callerText(one.caller, one.callerPatterns),
      days: daysText(Object.entries(one.days)),
    }))
    .sort(compareLines);
}

function folded(rows: readonly HistoryRow[], maxVariants: number) {
  const count: FoldCount = { flows: 0, rows: 0 };
  const reader = new RowReader();
  const result = [...foldFlows(mergeRuns([lines(rows)]), maxVariants, count)].map((line) =>
    plainRow(reader.read(textOf(line))),
  );
  return { rows: result, count };
}

const calls = (rows: readonly HistoryRow[]) =>
  rows.reduce((sum, { days }) => sum + Object.values(days).reduce((a, b) => a + b, 0), 0);

const limits = (count: number, given: Partial<HistoryRow> = {}) =>
  Array.from({ length: count }, (_, limit) =>
    row({
      facts: statementFacts({ tablesRead: ['users'], hasLimit: true, limit }),
      days: { [`2026-11-0${1 + (limit % 3)}`]: 1 },
      ...given,
    }),
  );

describe('a flow with too many variants', () => {
  it('becomes one row in which differing facts are not recorded', () => {
    const { rows, count } = folded(limits(11), 10);
    expect(rows).toEqual([
      row({
        facts: statementFacts({ tablesRead: ['users'], hasLimit: true, limit: undefined }),
        days: { '2026-11-01': 4, '2026-11-02': 4, '2026-11-03': 3 },
      }),
    ]);
    expect(count).toEqual({ flows: 1, rows: 11 });
  });

  it('stays unchanged at the limit', () => {
    const { rows, count } = folded(limits(10), 10);
    expect(rows).toHaveLength(10);
    expect(count).toEqual({ flows: 0, rows: 0 });
  });

  it('is identified by shape, dialect, application (or user) and database', () => {
    const others = [
      row({ shape: 'select ? from users where a = ?' }),
      row({ dialect: 'mysql' }),
      row({ caller: callerFacts({ application: 'web2', user: 'app', database: 'shop' }) }),
      row({ caller: callerFacts({ application: 'web', user: 'app', database: 'other' }) }),
      row({
        caller: callerFacts({ application: '', user: 'web2', database: 'shop' }),
        facts: statementFacts({ limit: 3 }),
      }),
    ];
    const { rows, count } = folded([...others, ...limits(20)], 10);
    expect(rows).toHaveLength(6);
    expect(rows).toEqual(expect.arrayContaining(others));
    expect(count).toEqual({ flows: 1, rows: 20 });
  });

  it('drops differing facts of its callers too', () => {
    const callers = ['a', 'b'].flatMap((user) =>
      ['x', 'y'].map((action) => callerFacts({ application: 'web', user, database: 'shop', tags: { action } })),
    );
    const { rows } = folded(
      callers.map((caller) => row({ caller })),
      3,
    );
    expect(rows[0]?.caller).toEqual(
      callerFacts({ application: 'web', user: undefined, database: 'shop', tags: undefined }),
    );
  });

  it('keeps the caller patterns of all its rows', () => {
    const users = ['etl_*', 'etl_*', 'etl_*'].map((user) =>
      callerFacts({ application: 'web', user, database: 'shop' }),
    );
    const patterns = [undefined, ['user'], ['user', 'tags']] as const;
    const rows = users.map((caller, at) =>
      row({ caller, callerPatterns: patterns[at], facts: statementFacts({ limit: at }) }),
    );
    expect(folded(rows, 2).rows[0]?.callerPatterns).toEqual(['user', 'tags']);
    const apart = rows.map((one, at) => ({ ...one, caller: { ...one.caller, user: `etl_${at}*` } }));
    expect(folded(apart, 2).rows[0]?.callerPatterns).toEqual(['tags']);
  });

  it('keeps rows apart that differ in parts that cannot be dropped', () => {
    const kinds = (['delete', 'update'] as const).flatMap((kind) =>
      ['a', 'b', 'c'].map((name) =>
        row({ operations: [operation({ kind, target: target(name), filter: name === 'a' ? 'none' : 'conditional' })] }),
      ),
    );
    const { rows } = folded([...kinds, ...limits(2, { truncated: true })], 3);
    expect(rows).toHaveLength(3);
    for (const kind of ['delete', 'update'] as const) {
      const unknown = { name: undefined, schema: '', quoted: false, text: '…' };
      expect(rows).toContainEqual(
        row({ operations: [operation({ kind, target: unknown, filter: undefined })], days: { '2026-11-01': 3 } }),
      );
    }
    expect(rows.find(({ truncated }) => truncated)?.facts.limit).toBeUndefined();
  });

  it('becomes a row with nothing known if even that leaves too many', () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      row({ operations: Array.from({ length: i + 1 }, () => operation({ kind: 'drop_table' })), truncated: i === 39 }),
    );
    const { rows, count } = folded(many, 5);
    expect(rows).toHaveLength(2);
    for (const one of rows) {
      expect(one).toMatchObject({ operations: [], unreadable: TOO_MANY, shape: many[0]?.shape });
      const { dialect: _, ...facts } = one.facts;
      expect(Object.values(facts).every((value) => value === undefined)).toBe(true);
    }
    expect(calls(rows)).toBe(40);
    expect(count).toEqual({ flows: 1, rows: 40 });
  });

  it('loses no executions', () => {
    const rows = [1, 2, 3].flatMap((i) => limits(40 * i, { shape: `select ${'x'.repeat(i)}` }));
    for (const most of [1, 7, 40, 41, 80, 119, 120]) expect(calls(folded(rows, most).rows)).toBe(calls(rows));
  });
});
