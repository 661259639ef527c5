import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';

type Expected = readonly [sql: string, readOnly: boolean | undefined, ...effects: string[]];

async function expectFacts(dialect: Dialect, [sql, readOnly, ...effects]: Expected): Promise<void> {
  const reader = await createSqlReader(dialect);
  const { statements } = reader.readTraffic(sql);
  const facts = statements.map(({ facts: { readOnly, effects } }) => ({ readOnly, effects }));
  expect(facts).toEqual([{ readOnly, effects }]);
}

const POSTGRESQL: readonly Expected[] = [
  ['SELECT * FROM orders', true],
  ['SELECT lower(name), now() FROM orders WHERE a->>$1 = $2', true],
  ['SELECT pg_catalog.lower(name) FROM orders', true],
  ["SELECT data @? '$.a', data @? $1, data ? 'b' FROM orders", true],
  ['SELECT extract(year FROM at), at AT TIME ZONE $1, coalesce(a, b) FROM orders', true],
  ['EXPLAIN DELETE FROM orders', true],
  ['COPY (SELECT 1) TO STDOUT', true],
  ['SHOW server_version', true],
  ['SELECT relname FROM pg_class JOIN information_schema.tables ON true', true],
  ['INSERT INTO orders SELECT nextval($1)', false],
  ['WITH d AS (DELETE FROM orders RETURNING 1) SELECT * FROM d', false],
  ['BEGIN', false],
  ['BEGIN READ WRITE', false, 'transaction'],
  ["COMMIT PREPARED 'x'", false, 'transaction'],
  ['SELECT * FROM orders FOR SHARE', false, 'lock'],
  ['SELECT 1 INTO backup', false],
  ['SET search_path = evil', false, 'setting'],
  ["COPY orders TO '/tmp/x'", false, 'file'],
  ['SELECT nextval($1)', undefined, 'function nextval'],
  ['SELECT public.lower($1)', undefined, 'function public.lower'],
  ['SELECT a OPERATOR(public.+) b, a <=> b FROM orders', undefined, 'operator <=>', 'operator public.+'],
  ['SELECT $1::status', undefined, 'type status'],
  ['SELECT * FROM pg_authid', undefined, 'relation pg_authid'],
  ['SELECT * FROM orders TABLESAMPLE app.rows (1)', undefined, 'function app.rows'],
  ['EXPLAIN SELECT app.purge()', undefined, 'function app.purge'],
  ['SHOW app.secret', undefined, 'setting app.secret'],
  ["SELECT json_populate_record(o, '{}') FROM orders o", undefined, 'function json_populate_record'],
];

/** `(x).f` and `x.f` call `f(x)` if there is no column `f`. */
const POSTGRESQL_FIELDS: readonly Expected[] = [
  ['SELECT ($1::regclass).nextval', undefined, 'function nextval'],
  ["SELECT (text '/etc/passwd').pg_read_file", undefined, 'function pg_read_file'],
  ['SELECT $1.pg_sleep', undefined, 'function pg_sleep'],
  ['SELECT (SELECT 1::oid).lo_unlink', undefined, 'function lo_unlink'],
  ['SELECT (c.name).note FROM customers c', undefined, 'function note'],
  ['SELECT a[1].note FROM customers', undefined, 'function note'],
  ['SELECT ((c.address).city).note FROM customers c', undefined, 'function note', 'function city'],
  ["SELECT (json_each_text('{}')).value.pg_read_file", undefined, 'function pg_read_file'],
  ['SELECT ((a)[1]).upper, (a).id.text FROM b', undefined, 'function id'],
  ['SELECT x.pg_read_file FROM unnest($1::text[]) x', undefined, 'function pg_read_file'],
  ['SELECT 1 FROM unnest($1::text[]) x ORDER BY x.pg_read_file', undefined, 'function pg_read_file'],
  ['SELECT lower.pg_read_file FROM pg_catalog.lower($1)', undefined, 'function pg_read_file'],
  ['SELECT x.pg_sleep FROM ROWS FROM (generate_series(1, 2)) x', undefined, 'function pg_sleep'],
  ['SELECT x.pg_sleep FROM CAST(1 AS float8) x', undefined, 'function pg_sleep'],
  ['SELECT int4.pg_sleep FROM CAST(1 AS int)', undefined, 'syntax RangeFunction'],
  ['SELECT note.note FROM jsonb_array_elements_text($1) note', undefined, 'function note'],
  ['SELECT x.x FROM unnest($1::text[]) x (n)', undefined, 'function x'],
  ['SELECT (SELECT x.note FROM unnest($1::text[]) x) FROM unnest($1::text[]) x (note)', undefined, 'function note'],
  ['SELECT (o).*, (a)[1], (s.b)[1][2] FROM orders o, s', true],
  ['SELECT lower(x.x), (x.x).upper FROM unnest($1::text[]) x', true],
  ['SELECT x.n, generate_series.generate_series FROM unnest($1::text[]) x (n), generate_series(1, 2)', true],
  ['SELECT x.elem, x.ordinality FROM unnest($1::text[]) WITH ORDINALITY x (elem)', true],
  ['SELECT x.id, y.a, z.c FROM json_to_record($1) x (id int), ROWS FROM (unnest($1), unnest($2)) y (a, b), z', true],
  ['SELECT x.id FROM ROWS FROM (json_to_record($1) AS (id int)) x', true],
  ['SELECT e.key, v.value, (jsonb_each(v.value)).key FROM jsonb_each($1) e, jsonb_array_elements(e.value) v', true],
  ['SELECT (aclexplode(relacl)).grantee, a.grantor FROM pg_class, aclexplode(relacl) a', true],
  ['SELECT s.total FROM (SELECT total FROM orders) s JOIN orders o ON o.id = s.id', true],
];

const MYSQL: readonly Expected[] = [
  ['SELECT LOWER(name), IF(a, b, c) FROM orders WHERE MATCH (a) AGAINST (?) AND b = ANY (SELECT 1)', true],
  ['WITH a (x) AS (SELECT 1), b (y) AS (SELECT 2) SELECT * FROM a, b', true],
  ["SELECT * FROM JSON_TABLE(?, '$[*]' COLUMNS (a VARCHAR(9) PATH '$')) t", true],
  ['EXPLAIN DELETE FROM orders', true],
  ['SELECT a, @@version, @x FROM information_schema.TABLES', true],
  ['SHOW CREATE TABLE orders', true],
  ['SHOW CREATE USER root', undefined, 'show other'],
  ['SELECT 1 INTO @a', false, 'into'],
  ["SELECT 1 INTO OUTFILE '/tmp/x'", false, 'into', 'file'],
  ['SELECT @a := 1', false, 'variable'],
  ['SELECT * FROM orders LOCK IN SHARE MODE', false, 'lock'],
  ['SELECT NEXT VALUE FOR s', false, 'sequence'],
  ['XA COMMIT ?', false, 'transaction'],
  ['SELECT SLEEP(1)', undefined, 'function sleep'],
  ['SELECT shop.lower(a), any(b) FROM orders', undefined, 'function shop.lower', 'function any'],
  ['SELECT * FROM mysql.user', undefined, 'relation mysql.user'],
  ['SELECT 1 /*!99999 , x */', undefined, 'comment that some servers skip'],
  ['WITH a AS (SELECT 1), b (x) AS MATERIALIZED (SELECT 1), c (y) AS NOT MATERIALIZED (SELECT 2) SELECT 1', true],
  ['EXPLAIN INSERT IGNORE INTO orders SELECT 1', true],
  ['SELECT 1, note(1) AS materialized', undefined, 'function note'],
  ['SELECT x.with, note(1) AS materialized FROM x', undefined, 'function note'],
  ['WITH a AS (SELECT 1, SLEEP(2) AS materialized) SELECT 1', undefined, 'function sleep'],
  ['SELECT 1, note(1) AS not_materialized', undefined, 'function note'],
  ['SELECT NOT materialized(1)', undefined, 'function materialized'],
  ['SELECT escape(1)', undefined, 'function escape'],
  ['SELECT o.insert INTO @a FROM o', false, 'into'],
  ['EXPLAIN SELECT o.ignore INTO @a FROM o', false, 'into'],
];

/** `DEFAULT(column)` computes the default, which may count up a sequence in MariaDB; MySQL has it for values only. */
const MYSQL_DEFAULT: Expected = ['SELECT DEFAULT(id) FROM orders', true];
const MARIADB_DEFAULT: Expected = ['SELECT DEFAULT(id) FROM orders', undefined, 'function default'];

const SQLITE: readonly Expected[] = [
  ['SELECT lower(a), count(*) FILTER (WHERE b) OVER (PARTITION BY (c)) FROM orders', true],
  ['PRAGMA table_info(orders)', true],
  ['PRAGMA user_version', true],
  ['SELECT * FROM orders WHERE a MATCH (?)', true],
  ["SELECT name FROM sqlite_master, pragma_table_info('orders')", true],
  ['PRAGMA user_version = 1', false, 'setting'],
  ['BEGIN IMMEDIATE', false, 'transaction'],
  ['SELECT [load_extension](?)', false],
  ['SELECT [usleep](?)', undefined, 'function usleep'],
  ['SELECT a REGEXP b FROM orders', undefined, 'function regexp'],
  ['SELECT match(a, b) FROM orders', undefined, 'function match'],
  ['SELECT * FROM sqlite_dbpage', undefined, 'relation sqlite_dbpage'],
  ['SELECT 1, usleep(2) AS materialized', undefined, 'function usleep'],
  ['WITH a (x) AS NOT MATERIALIZED (SELECT 1) SELECT * FROM a', true],
];

function byText(rows: readonly Expected[]): readonly (readonly [string, Expected])[] {
  return rows.map((row) => [row[0], row]);
}

describe('statement.unnamedColumns', () => {
  it.each([
    ['SELECT id, name FROM orders', false],
    ['SELECT count(*), o.id FROM orders o JOIN customers c USING (id)', false],
    ['SELECT x.a FROM (SELECT 1) AS x (a)', false],
    ['SELECT * FROM orders', true],
    ['SELECT o.* FROM orders o', true],
    ['TABLE orders', true],
    ['SELECT o FROM orders o', true],
    ['SELECT orders FROM orders', true],
    ['SELECT (o).id FROM orders o', true],
    ['SELECT row_to_json(o) FROM orders AS o', true],
    ['SELECT id FROM orders NATURAL JOIN customers', true],
    ['SELECT id FROM customers AS c (password, id)', true],
    ['SELECT id FROM (customers c JOIN orders o ON true) AS j (password, id)', true],
    ['COPY orders TO STDOUT', true],
    ['COPY orders (id, name) TO STDOUT', false],
    ['WITH c AS (TABLE customers) SELECT id FROM c', true],
  ])('of `%s` is %s', async (sql, unnamedColumns) => {
    const [statement] = (await createSqlReader('postgresql')).readTraffic(sql).statements;
    expect(statement?.facts.unnamedColumns).toBe(unnamedColumns);
  });

  it('is not known in MySQL, and USING names columns that are read', async () => {
    const [mysql] = (await createSqlReader('mysql')).readTraffic('SELECT * FROM orders').statements;
    expect(mysql?.facts.unnamedColumns).toBeUndefined();
    const [using] = (await createSqlReader('postgresql')).readTraffic('SELECT 1 FROM a JOIN b USING (ssn)').statements;
    expect(using?.facts.columnsRead).toEqual(['ssn']);
  });
});

describe('statement.readOnly and statement.effects', () => {
  it.each(byText(POSTGRESQL))('PostgreSQL: %s', (_, expected) => expectFacts('postgresql', expected));
  it.each(byText(POSTGRESQL_FIELDS))('fields of PostgreSQL: %s', (_, expected) => expectFacts('postgresql', expected));
  it.each(byText(MYSQL))('MySQL: %s', (_, expected) => expectFacts('mysql', expected));
  it.each(byText(MYSQL))('MariaDB: %s', (_, expected) => expectFacts('mariadb', expected));
  it('SELECT DEFAULT(id) only reads in MySQL, and may count up in MariaDB', async () => {
    await expectFacts('mysql', MYSQL_DEFAULT);
    await expectFacts('mariadb', MARIADB_DEFAULT);
  });
  it.each(byText(SQLITE))('SQLite: %s', (_, expected) => expectFacts('sqlite', expected));

  it.each(['transactsql', 'cockroachdb', 'redshift'] as const)(
    'are not known of a SELECT in %s, whose functions are not reviewed',
    async (dialect) => {
      const reader = await createSqlReader(dialect);
      const [statement] = reader.readTraffic('SELECT a FROM orders').statements;
      expect(statement?.facts).toMatchObject({ readOnly: undefined, effects: undefined });
    },
  );

  it.each([
    ['sqlite', "SELECT * FROM 'secrets'"],
    ['sqlite', "SELECT * FROM orders, 'load'(1)"],
    ['mariadb', 'SELECT * FROM .secrets'],
  ] as const)('are not known in %s of a table that is not named by a name: %s', async (dialect, sql) => {
    const [statement] = (await createSqlReader(dialect)).readTraffic(sql).statements;
    expect(statement?.facts).toMatchObject({ readOnly: undefined, effects: undefined, tablesRead: undefined });
  });

  it.each([
    ['SELECT STRAIGHT_JOIN o.id FROM orders o', ['orders']],
    ['SELECT 1 FROM DUAL', []],
    ['SELECT * FROM { OJ secrets LEFT OUTER JOIN orders ON true }', ['secrets', 'orders']],
  ] as const)('MySQL reads tables: %s', async (sql, tables) => {
    const [statement] = (await createSqlReader('mysql')).readTraffic(sql).statements;
    expect(statement?.facts.tablesRead).toEqual(tables);
  });

  it.each(['SELECT FROM WHERE', 'SELECT 1 SELECT 2'])(
    'readOnly is not known of `%s`, which is not read',
    async (sql) => {
      const reader = await createSqlReader('postgresql');
      for (const { facts } of reader.readTraffic(sql).statements) expect(facts.readOnly).toBeUndefined();
    },
  );
});

describe('commands of client programs', () => {
  it.each<[Dialect, string, boolean]>([
    ['postgresql', '\\dt', true],
    ['postgresql', '\\x on', true],
    ['postgresql', '\\! rm x', false],
    ['postgresql', '\\copy orders FROM x', false],
    ['mysql', 'status', true],
    ['mysql', 'system rm x', false],
    ['sqlite', '.tables', true],
    ['sqlite', '.import x orders', false],
  ])('of %s only read if they are harmless: %s', async (dialect, text, readOnly) => {
    const { statements } = (await createSqlReader(dialect)).read(text, { path: 'a.sql' });
    expect(statements.map(({ facts }) => [facts.readOnly, facts.effects])).toEqual([[readOnly, []]]);
  });
});
