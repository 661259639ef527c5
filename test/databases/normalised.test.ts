import type { Connection } from 'mariadb';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { readHistory } from '../../src/history/index.ts';
import type { Dialect, HistoryRow } from '../../src/model/index.ts';
import { startMariadb } from './mariadb-server.ts';
import { startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// What servers write for literals in pg_stat_statements and in digests, and what is known of it.

type Filter = 'none' | 'conditional' | undefined;
type Case = readonly [filter: Filter, sql: string];

/** `T` is a table of its own for each statement. */
const BOTH: readonly Case[] = [
  ['none', 'DELETE FROM T'],
  ['none', 'UPDATE T SET a = 5'],
  ['none', 'TRUNCATE TABLE T'],
  ['conditional', 'DELETE FROM T WHERE a = 5'],
  ['conditional', 'DELETE FROM T WHERE a IN (1, 2, 3)'],
  ['conditional', 'DELETE FROM T WHERE (a, b) IN ((1, 2), (3, 4))'],
  ['conditional', "DELETE FROM T WHERE name LIKE 'x%'"],
  ['conditional', 'DELETE FROM T WHERE a = ((5))'],
  ['conditional', 'DELETE FROM T WHERE a BETWEEN 1 AND 5'],
  ['conditional', "DELETE FROM T WHERE lower(name) = lower('X') AND b > 2 + 3"],
  ['conditional', "UPDATE T SET a = 5 WHERE a = 6 OR name = 'x'"],
  [undefined, 'DELETE FROM T WHERE a = 5 OR a <> 5'],
  [undefined, 'DELETE FROM T WHERE a = 5 OR 1 = 1'],
];
const POSTGRESQL: readonly Case[] = [
  ...BOTH,
  ['conditional', "DELETE FROM T WHERE a = ANY ('{1,2}')"],
  ['conditional', "DELETE FROM T WHERE a = ANY ('{1,2}'::int[])"],
  ['conditional', 'DELETE FROM T WHERE a = ANY (ARRAY[1, 2])'],
  ['conditional', "DELETE FROM T WHERE a = CAST('5' AS bigint)"],
  ['conditional', "DELETE FROM T WHERE made < now() - '1 day'::interval"],
  ['conditional', "DELETE FROM T WHERE made < now() - interval '1 day'"],
  ['conditional', "DELETE FROM T WHERE made < now() - interval '1' day"],
  ['conditional', "DELETE FROM T WHERE made < timestamp '2020-01-01'"],
  ['conditional', "DELETE FROM T WHERE data->>'a' = 'x'"],
  ['conditional', "DELETE FROM T WHERE data @> '{}'"],
  ['conditional', "DELETE FROM T WHERE data ? 'a'"],
  ['conditional', "DELETE FROM T WHERE name ~ 'x' AND name IS DISTINCT FROM 'y'"],
  ['conditional', "DELETE FROM T WHERE name ILIKE 'x' ESCAPE '!'"],
];
const MARIADB: readonly Case[] = [
  ...BOTH,
  ['none', 'DELETE FROM T LIMIT 5'],
  ['conditional', 'DELETE FROM T WHERE a = 5 ORDER BY a LIMIT 5'],
  ['conditional', "DELETE FROM T WHERE a = CAST('5' AS SIGNED)"],
  ['conditional', 'DELETE FROM T WHERE made < NOW() - INTERVAL 1 DAY'],
  ['conditional', 'DELETE FROM T WHERE made < DATE_SUB(NOW(), INTERVAL 1 DAY)'],
  ['conditional', "DELETE FROM T WHERE JSON_EXTRACT(data, '$.a') = 'x'"],
  ['conditional', "DELETE FROM T WHERE name REGEXP 'x'"],
];

/** Lists of several lengths; they are one query. */
const LISTS = [1, 2, 3, 30].map((length) => {
  const items = Array.from({ length }, (_, at) => at);
  return [
    `SELECT a FROM lists WHERE a IN (${items.join(', ')}) AND b = 5 LIMIT 7`,
    `INSERT INTO lists (a, b) VALUES ${items.map((item) => `(${item}, 'x')`).join(', ')}`,
  ];
});

function tableOf(at: number): string {
  return `t${at}_`;
}

async function rowsOf(csv: string, dialect: Dialect): Promise<readonly HistoryRow[]> {
  const input = { name: 'export.csv', bytes: Buffer.from(csv) };
  return (await readHistory([input], { dialect, now: new Date() })).rows;
}

function csvOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const field = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`;
  return [columns, ...rows].map((row) => `${row.map(field).join()}\n`).join('');
}

function check(rows: readonly HistoryRow[], cases: readonly Case[]): void {
  const found = cases.map(([, sql], at) => {
    const name = tableOf(at);
    const own = rows.filter(({ operations }) =>
      operations.some(({ kind, target }) => kind !== 'create_table' && target.name === name),
    );
    const [operation] = own.flatMap(({ operations }) => operations).filter(({ kind }) => kind !== 'select');
    return [own.length, own[0]?.unreadable, operation?.filter, sql];
  });
  expect(found).toEqual(cases.map(([filter, sql]) => [1, undefined, filter, sql]));
}

function shapesOfLists(rows: readonly HistoryRow[]): readonly string[] {
  const own = rows.filter(({ shape, unreadable }) => /\blists\b/.test(shape) && unreadable === undefined);
  return [...new Set(own.map(({ shape }) => shape))].filter((shape) => !/^create/i.test(shape)).sort();
}

const postgresql = await tryStart('pg_stat_statements of a real PostgreSQL', () =>
  startPostgresql({ shared_preload_libraries: 'pg_stat_statements', compute_query_id: 'on' }),
);

describe.skipIf(!postgresql)('pg_stat_statements of a real PostgreSQL', () => {
  afterAll(() => postgresql?.stop());

  it('gives known filters, and one shape for lists of any length', async () => {
    if (!postgresql) return;
    await postgresql.asOwner('postgres', ['CREATE EXTENSION pg_stat_statements', 'CREATE TABLE lists (a int, b text)']);
    for (const at of POSTGRESQL.keys())
      await postgresql.asOwner('postgres', [
        `CREATE TABLE ${tableOf(at)} (a int, b int, name text, made timestamp, data jsonb)`,
      ]);
    const statements = POSTGRESQL.map(([, sql], at) => sql.replaceAll(/\bT\b/g, tableOf(at)));
    await postgresql.asOwner('postgres', [
      ...statements,
      ...LISTS.flat().map((sql) => sql.replace('b = 5', "b = '5'")),
    ]);
    const client = new pg.Client(postgresql.client('owner', 'postgres', 'console'));
    await client.connect();
    await client.query('SELECT a FROM lists WHERE a IN ($1, $2) AND b = $3 LIMIT $4', [1, 2, '5', 7]);
    const { rows } = await client.query('SELECT query, calls, toplevel FROM pg_stat_statements');
    await client.end();
    const csv = csvOf(
      ['query', 'calls', 'toplevel'],
      rows.map(({ query, calls, toplevel }) => [query, calls, toplevel]),
    );
    const read = await rowsOf(csv, 'postgresql');
    check(read, POSTGRESQL);
    expect(shapesOfLists(read)).toEqual([
      'insert into lists(a, b) values (?, ?)',
      'select a from lists where a in (?) and b = ? limit ?',
    ]);
  });
});

const mariadb = await tryStart('digests of a real MariaDB', () => startMariadb(['--performance-schema=ON']));

describe.skipIf(!mariadb)('digests of a real MariaDB', () => {
  afterAll(() => mariadb?.stop());

  it('give known filters, and one shape for lists of any length', async () => {
    if (!mariadb) return;
    await mariadb.asOwner(['CREATE DATABASE shop']);
    const connection = await mariadb.connect('owner', 'shop');
    await prepare(connection);
    for (const [at, [, sql]] of MARIADB.entries()) await connection.query(sql.replaceAll(/\bT\b/g, tableOf(at)));
    for (const sql of LISTS.flat()) await connection.query(sql);
    const columns = ['SCHEMA_NAME', 'DIGEST_TEXT', 'COUNT_STAR'];
    const digests: readonly Record<string, unknown>[] = await connection.query(
      `SELECT ${columns.join()} FROM performance_schema.events_statements_summary_by_digest WHERE SCHEMA_NAME = 'shop'`,
    );
    await connection.end();
    const csv = csvOf(
      columns,
      digests.map((digest) => columns.map((column) => digest[column])),
    );
    const read = await rowsOf(csv, 'mariadb');
    check(read, MARIADB);
    expect(shapesOfLists(read)).toEqual([
      'insert into `lists` (`a`, `b`) values (...)',
      'select `a` from `lists` where `a` in (?) and `b` = ? limit ?',
    ]);
  });
});

async function prepare(connection: Connection): Promise<void> {
  await connection.query('CREATE TABLE lists (a int, b text)');
  for (const at of MARIADB.keys())
    await connection.query(`CREATE TABLE ${tableOf(at)} (a int, b int, name varchar(99), made datetime, data text)`);
}
