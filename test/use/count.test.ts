import { describe, expect, test } from 'vitest';
import type { Dialect, HistoryRow } from '../../src/model/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';
import { ANYWHERE, UseCounter, type UseQuestion } from '../../src/use/index.ts';

interface Ran {
  readonly sql: string;
  readonly dialect?: Dialect;
  readonly user?: string;
  readonly application?: string;
  readonly database?: string;
  readonly more?: Partial<HistoryRow>;
}

async function rowOf({ sql, dialect = 'postgresql', user = 'app', application = 'web', database = 'shop', more }: Ran) {
  const [statement] = (await createSqlReader(dialect)).readTraffic(sql).statements;
  if (!statement) throw new Error(`no statement in ${sql}`);
  const { shape, facts, operations, unreadable } = statement;
  return {
    ...{ shape, dialect, facts, operations, unreadable: unreadable[0]?.reason, truncated: false },
    caller: { user, role: undefined, application, database, tags: {} },
    days: { '2026-11-18': 2, '2026-11-19': 3 },
    ...more,
  } satisfies HistoryRow;
}

const TABLE: UseQuestion = { kind: 'table', change: 'removed', dialect: 'postgresql', schema: '', name: 'orders' };
const COLUMN: UseQuestion = { ...TABLE, column: 'state' };

type Case = [name: string, ran: Ran, question: UseQuestion, scope?: Scope];
type Scope = Partial<Parameters<UseCounter['ask']>[1]>;

async function counted(ran: Ran, question: UseQuestion, scope: Scope = {}) {
  const counter = new UseCounter();
  const whole = { ...ANYWHERE, ...scope };
  counter.ask(question, whole);
  counter.add(await rowOf(ran));
  const use = counter.of(question, whole);
  if (!use) throw new Error('the question is not known');
  return { ...use, hidden: counter.hidden };
}

describe('statements that use an object', () => {
  const CASES: readonly Case[] = [
    ['a read of the table', { sql: 'SELECT id FROM orders' }, TABLE],
    ['a read with its schema', { sql: 'SELECT id FROM public.orders' }, TABLE],
    [
      'a read without the schema that the change writes',
      { sql: 'SELECT id FROM orders' },
      { ...TABLE, schema: 'public' },
    ],
    ['a write', { sql: 'UPDATE orders SET total = 1 WHERE id = 2' }, TABLE],
    ['a table in a subquery', { sql: 'SELECT 1 FROM t WHERE id IN (SELECT id FROM orders)' }, TABLE],
    ['a mixed-case name of an ORM', { sql: 'SELECT id FROM "Orders"' }, { ...TABLE, name: 'Orders' }],
    ['the column', { sql: 'SELECT state FROM orders' }, COLUMN],
    ['all columns', { sql: 'SELECT * FROM orders' }, COLUMN],
    ['an INSERT of the column', { sql: "INSERT INTO orders (id, state) VALUES (1, 'new')" }, COLUMN],
    ['an INSERT by position', { sql: "INSERT INTO orders VALUES (1, 'new')" }, COLUMN],
    ['COPY of all columns', { sql: 'COPY orders FROM STDIN' }, COLUMN],
    [
      'a view that reads it',
      { sql: 'SELECT n FROM open_orders' },
      COLUMN,
      { views: [{ ...TABLE, name: 'open_orders' }] },
    ],
    [
      'a call of the function',
      { sql: 'SELECT refresh_stats(1)' },
      { ...TABLE, kind: 'routine', name: 'refresh_stats' },
    ],
    ['a call of the procedure', { sql: 'CALL refresh_stats()' }, { ...TABLE, kind: 'routine', name: 'refresh_stats' }],
    [
      'the role that loses the privilege',
      { sql: 'SELECT id FROM orders' },
      { ...TABLE, change: 'revoked', roles: ['app'], privileges: ['select'] },
    ],
    [
      'a role whose name is recorded as a pattern',
      { sql: 'SELECT id FROM orders', user: 'app_*', more: { callerPatterns: ['user'] } },
      { ...TABLE, change: 'revoked', roles: ['app_7'], privileges: ['all'] },
    ],
    ['MariaDB recorded as MySQL', { sql: 'SELECT id FROM orders', dialect: 'mysql' }, { ...TABLE, dialect: 'mariadb' }],
    ['the database of the change', { sql: 'SELECT id FROM orders' }, TABLE, { database: 'shop' }],
  ];
  test.each(CASES)('%s', async (_, ran, question, scope = {}) => {
    expect(await counted(ran, question, scope)).toMatchObject({
      ...{ calls: 5, flows: 1, unclear: 0, lastDay: '2026-11-19', callers: [['web', 5]] },
    });
  });

  test('count as writes if they write', async () => {
    expect(await counted({ sql: "UPDATE orders SET state = 'sent' WHERE id = 2" }, COLUMN)).toMatchObject({
      writes: 5,
    });
  });
});

describe('statements that use nothing of it', () => {
  const CASES: readonly Case[] = [
    ['another table', { sql: 'SELECT id FROM orders_old' }, TABLE],
    ['the table of another schema', { sql: 'SELECT id FROM archive.orders' }, { ...TABLE, schema: 'public' }],
    ['other columns', { sql: 'SELECT id, total FROM orders' }, COLUMN],
    [
      'a column of that name in another table',
      { sql: 'SELECT i.state FROM orders o JOIN invoices i ON i.id = o.id' },
      COLUMN,
    ],
    ['a migration that altered the table', { sql: 'ALTER TABLE orders ADD COLUMN state text' }, TABLE],
    ['a backup', { sql: 'COPY public.orders (id, state) TO stdout', application: 'pg_dump' }, TABLE],
    [
      'another role',
      { sql: 'SELECT id FROM orders' },
      { ...TABLE, change: 'revoked', roles: ['reports'], privileges: ['select'] },
    ],
    [
      'another privilege',
      { sql: 'SELECT id FROM orders' },
      { ...TABLE, change: 'revoked', roles: ['app'], privileges: ['delete'] },
    ],
    ['another database', { sql: 'SELECT id FROM orders' }, TABLE, { database: 'billing' }],
    ['another dialect', { sql: 'SELECT id FROM orders', dialect: 'sqlite' }, TABLE],
    [
      'an INSERT by position, where the column gets another name',
      { sql: 'INSERT INTO orders VALUES (1, 2)' },
      { ...COLUMN, change: 'renamed' },
    ],
    ['a column that does not exist yet', { sql: 'SELECT * FROM orders' }, { ...COLUMN, change: 'added' }],
  ];
  test.each(CASES)('%s', async (_, ran, question, scope = {}) => {
    expect(await counted(ran, question, scope)).toMatchObject({ calls: 0, unclear: 0 });
  });
});

describe('statements that may use it', () => {
  test.each<readonly [name: string, ran: Ran, question: UseQuestion]>([
    [
      'a column of one of several tables',
      { sql: 'SELECT state FROM orders JOIN invoices ON invoices.id = orders.id' },
      COLUMN,
    ],
    [
      'a statement that could not be read',
      { sql: 'SELECT 1', more: { shape: 'fetch orders', unreadable: 'x' } },
      TABLE,
    ],
    [
      'a query that its shape does not show',
      { sql: 'SELECT state FROM orders', more: { shape: 'set @x = ?' } },
      COLUMN,
    ],
  ])('%s', async (_, ran, question) => {
    expect(await counted(ran, question)).toMatchObject({ calls: 0, unclear: 5 });
  });

  test('include SQL that is built at run time, for any object', async () => {
    const use = await counted({ sql: "DO $$ BEGIN EXECUTE 'DELETE FROM ' || x; END $$" }, TABLE);
    expect(use).toMatchObject({ calls: 0, hidden: 5 });
  });
});

describe('recorded INSERTs', () => {
  test.each<[name: string, sql: string, expected: object, change?: UseQuestion['change']]>([
    [
      'that leave the column out',
      'INSERT INTO orders (id) VALUES (1)',
      { insertsWithoutColumn: 5, insertsWithoutList: 0 },
    ],
    [
      'that give it',
      'INSERT INTO orders (id, state) VALUES (1, 2)',
      { insertsWithoutColumn: 0, insertsWithoutList: 0 },
    ],
    ['that name no column', 'INSERT INTO orders VALUES (1, 2)', { insertsWithoutColumn: 0, insertsWithoutList: 5 }],
    [
      'that name none, where an old column becomes required',
      'INSERT INTO orders VALUES (1, 2)',
      { insertsWithoutColumn: 0, insertsWithoutList: 0 },
      'required',
    ],
    ['of defaults', 'INSERT INTO orders DEFAULT VALUES', { insertsWithoutColumn: 5, insertsWithoutList: 0 }],
    ['into another table', 'INSERT INTO invoices (id) VALUES (1)', { insertsWithoutColumn: 0, insertsWithoutList: 0 }],
  ])('%s', async (_, sql, expected, change = 'added') => {
    expect(await counted({ sql }, { ...COLUMN, change })).toMatchObject(expected);
  });
});

test('lines that cannot matter are passed over, whatever a name contains', () => {
  const counter = new UseCounter();
  for (const name of ['orders', 'a.b', 'with "quote"'])
    counter.ask({ ...TABLE, name }, { database: undefined, views: [] });
  const pattern = counter.pattern();
  const line = (table: string) => JSON.stringify({ shape: `select 1 from ${table}`, facts: { tablesRead: [table] } });
  expect(['orders', 'ORDERS', 'a.b', 'with "quote"'].map((name) => pattern.test(line(name)))).toEqual(
    Array(4).fill(true),
  );
  expect([line('invoices'), line('axb')].map((text) => pattern.test(text))).toEqual([false, false]);
  for (const hidden of [{ unreadable: 'x' }, { truncated: true }, { operations: [{ readable: false }] }])
    expect(pattern.test(JSON.stringify({ shape: 'x', ...hidden }))).toBe(true);
});
