import { describe, expect, it } from 'vitest';
import type { HistoryRow } from '../../src/model/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';
import { ANYWHERE, SchemaUse, TableColumns, UseCounter, type UseQuestion } from '../../src/use/index.ts';

// What the page "Schema use" of the dashboard shows.

const POSTGRESQL = await createSqlReader('postgresql');
const MYSQL = await createSqlReader('mysql');

function ran(sql: string, application = 'web', day = '2026-11-18', reader = POSTGRESQL): HistoryRow {
  const [statement] = reader.readTraffic(sql).statements;
  if (!statement) throw new Error(`no statement in ${sql}`);
  const { shape, facts, operations, unreadable } = statement;
  return {
    ...{ shape, dialect: reader.dialect, facts, operations, unreadable: unreadable[0]?.reason, truncated: false },
    caller: { user: 'app', role: undefined, application, database: 'shop', tags: {} },
    days: { [day]: 10 },
  };
}

function tablesOf(rows: readonly HistoryRow[]) {
  const use = new SchemaUse();
  for (const row of rows) use.add(row);
  return use.tables();
}

describe('the tables of a history', () => {
  it('have their calls, writes, callers and last day, most calls first', () => {
    const tables = tablesOf([
      ran('SELECT id FROM orders'),
      ran('UPDATE orders SET total = 1 WHERE id = 2', 'jobs', '2026-11-19'),
      ran('SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer'),
    ]);
    expect(tables).toEqual([
      { ...TABLE, name: 'orders', calls: 30, writes: 10, callers: 2, lastDay: '2026-11-19' },
      { ...TABLE, name: 'customers', calls: 10, writes: 0, callers: 1, lastDay: '2026-11-18' },
    ]);
  });

  it('leave out statements that use nothing', () => {
    expect(tablesOf([ran('ALTER TABLE orders ADD x int'), ran('SELECT * FROM orders', 'pg_dump')])).toEqual([]);
  });

  it('of a dialect are not those of another', () => {
    const tables = tablesOf([ran('SELECT 1 FROM t'), ran('SELECT 1 FROM t', 'web', '2026-11-18', MYSQL)]);
    expect(tables.map(({ dialect }) => dialect).sort()).toEqual(['mysql', 'postgresql']);
  });

  it('count statements without a schema for each schema, as a change does that drops one of them', () => {
    const rows = [ran('SELECT 1 FROM a.t'), ran('SELECT 1 FROM b.t'), ran('SELECT 1 FROM t')];
    const tables = tablesOf(rows);
    expect(tables.map(({ schema, calls }) => [schema, calls])).toEqual([
      ['a', 20],
      ['b', 20],
    ]);
    for (const { schema, name, calls, callers, lastDay } of tables) {
      const question: UseQuestion = { kind: 'table', change: 'removed', dialect: 'postgresql', schema, name };
      const counter = new UseCounter();
      counter.ask(question, ANYWHERE);
      for (const row of rows) counter.add(row);
      const use = counter.of(question, ANYWHERE);
      expect([use?.calls, use?.callers.length, use?.lastDay]).toEqual([calls, callers, lastDay]);
    }
  });
});

const TABLE = { dialect: 'postgresql', schema: '' };

describe('the columns of a table', () => {
  const columnsOf = (rows: readonly HistoryRow[], dialect: UseQuestion['dialect'] = 'postgresql') => {
    const columns = new TableColumns({ kind: 'table', change: 'removed', dialect, schema: '', name: 'orders' });
    for (const row of rows) columns.add(row);
    return { columns: columns.columns().map(({ name, calls, writes }) => [name, calls, writes]), ofAll: columns.ofAll };
  };

  it.each<readonly [name: string, sql: string, columns: readonly string[]]>([
    ['that are read', 'SELECT id, total FROM orders WHERE state = 1', ['id', 'state', 'total']],
    ['that are written', 'UPDATE orders SET total = 1 WHERE id = 2', ['id', 'total']],
    ['that get values', 'INSERT INTO orders (id, note) VALUES (1, 2)', ['id', 'note']],
    [
      'but not those of other tables',
      'SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer',
      ['customer', 'id'],
    ],
    ['but not what may be of another table', 'SELECT o.id, name FROM orders o, customers', ['id']],
    ['but not those of another table', 'SELECT id FROM customers', []],
  ])('%s', (_, sql, names) => {
    for (const [dialect, reader] of [
      ['postgresql', POSTGRESQL],
      ['mysql', MYSQL],
    ] as const) {
      const { columns } = columnsOf([ran(sql, 'web', '2026-11-18', reader)], dialect);
      expect(
        columns.map(([name]) => name),
        dialect,
      ).toEqual(names);
    }
  });

  it('count what uses all of them', () => {
    expect(
      columnsOf([ran('SELECT * FROM orders'), ran('SELECT id FROM orders'), ran('INSERT INTO orders VALUES (1)')]),
    ).toEqual({
      columns: [['id', 30, 10]],
      ofAll: 20,
    });
  });
});
