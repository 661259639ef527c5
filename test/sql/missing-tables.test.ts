import { describe, expect, test } from 'vitest';
import type { Dialect, FileContext, Operation } from '../../src/model/index.ts';
import { read } from './read.ts';

/** No SQL file of the base names a table `t`. */
const MISSING: FileContext = {
  tables: ['', 'public', 'dbo'].map((schema) => ({ name: 't', schema, exists: false })),
};

/** The last operation of a file. */
function last(dialect: Dialect, sql: string, context: FileContext | undefined = MISSING): Operation {
  const operation = read(dialect, sql, 'x.sql', context).statements.at(-1)?.operations.at(-1);
  if (!operation) throw new Error('no operation');
  return operation;
}

const MAYBE = 'CREATE TABLE IF NOT EXISTS t (id int);';
const CREATE = 'CREATE TABLE t (id int);';

describe('a table that no SQL file of the base names', () => {
  test.each<[string, Dialect, string]>([
    ['created with IF NOT EXISTS', 'postgresql', `${MAYBE} CREATE INDEX IF NOT EXISTS i ON t (id)`],
    ['created with IF NOT EXISTS', 'postgresql', `${MAYBE} ALTER TABLE t ADD CONSTRAINT c CHECK (id > 0)`],
    ['created with IF NOT EXISTS', 'mysql', `${MAYBE} ALTER TABLE t ADD FULLTEXT (name)`],
    ['described before', 'postgresql', `-- the table t\n${MAYBE} CREATE INDEX i ON t (id)`],
    ['written with its schema', 'postgresql', 'CREATE TABLE "public"."t" (id int); CREATE INDEX i ON t (id)'],
    ['written without its schema', 'postgresql', `${CREATE} CREATE INDEX i ON public.t (id)`],
    ['written with its schema', 'transactsql', 'CREATE TABLE dbo.t (id int); CREATE INDEX i ON t (id)'],
    [
      'created in a block of its own',
      'transactsql',
      "IF NOT EXISTS (SELECT * FROM m WHERE n = N'1') BEGIN CREATE TABLE [t] (id int) END;\nGO\n" +
        "IF NOT EXISTS (SELECT * FROM m WHERE n = N'1') BEGIN CREATE INDEX [i] ON [t] (id) END",
    ],
    [
      'created if the catalog does not have it',
      'transactsql',
      "IF NOT EXISTS (SELECT 1 FROM sys.tables WHERE name = 't')\nBEGIN\nCREATE TABLE [dbo].[t] (id int)\nEND\nGO\n" +
        "IF NOT EXISTS (SELECT 1 FROM sys.indexes WHERE name = 'i') BEGIN CREATE INDEX [i] ON [dbo].[t] (id) END",
    ],
  ])('is not locked by others: %s: %s: %s', (_, dialect, sql) => {
    const operations = read(dialect, sql, 'x.sql', MISSING).statements.flatMap((statement) => statement.operations);
    const change = operations.findLast(({ kind }) => kind !== 'control');
    // It may still have rows, which a DROP would lose.
    expect(change).toMatchObject({ tableCreatedHere: true, createdHere: false });
  });

  const ROUTINE = 'CREATE OR REPLACE FUNCTION f() RETURNS bigint LANGUAGE sql AS';
  test.each<[string, string, boolean]>([
    ['a routine', `${ROUTINE} $$ SELECT count(*) FROM t $$;`, true],
    ['a routine with another quote', `${ROUTINE} 'SELECT count(*) FROM t';`, true],
    ['a routine that renames a table', `${ROUTINE} $$ ALTER TABLE users RENAME TO t; SELECT 1 $$;`, false],
    ['a block', 'DO $$ BEGIN PERFORM f(t) FROM t; END $$;', false],
    ['a query behind a routine', `${ROUTINE} $$ SELECT 1 $$; SELECT * FROM t;`, false],
  ])('after %s that names it, is not locked by others: %s: %s', (_, before, tableCreatedHere) => {
    const context: FileContext = { tables: [], presumablyNew: [{ name: 't', schema: '' }] };
    expect(last('postgresql', `${before} ${MAYBE} CREATE INDEX i ON t (id)`, context)).toMatchObject({
      tableCreatedHere,
    });
  });

  test.each<[string, string]>([
    ['OR REPLACE', 'CREATE OR REPLACE TABLE t (id int); ALTER TABLE t ADD FULLTEXT (name)'],
    ['a rename before', `RENAME TABLE users TO t; ${MAYBE} ALTER TABLE t ADD FULLTEXT (name)`],
    ['a string before', `SET @s = 'RENAME TABLE users TO t'; ${MAYBE} ALTER TABLE t ADD FULLTEXT (name)`],
    ['a DROP since', `${MAYBE} DROP TABLE t; ALTER TABLE t ADD FULLTEXT (name)`],
    ['a rename since', `${MAYBE} RENAME TABLE t TO old; RENAME TABLE users TO t; ALTER TABLE t ADD FULLTEXT (name)`],
    ['another database since', `${MAYBE} USE other; ALTER TABLE t ADD FULLTEXT (name)`],
    ['another schema', `${MAYBE} ALTER TABLE app.t ADD FULLTEXT (name)`],
  ])('may be locked by others after %s: %s', (_, sql) => {
    expect(last('mariadb', sql)).toMatchObject({ tableCreatedHere: false });
  });

  test('may be locked by others after a rename before the condition under which it is created', () => {
    const created = "IF OBJECT_ID('t') IS NULL CREATE TABLE t (id int)\nGO\nCREATE INDEX i ON t (id)";
    expect(last('transactsql', created)).toMatchObject({ tableCreatedHere: true });
    const renamed = `EXEC sp_rename 'users', 't'\nGO\n${created}`;
    expect(last('transactsql', renamed)).toMatchObject({ tableCreatedHere: false });
  });

  test.each<[string, string]>([
    ['a partition is attached', `${MAYBE} ALTER TABLE t ATTACH PARTITION users DEFAULT; CREATE INDEX i ON t (id)`],
    ['a table inherits from it', `${MAYBE} ALTER TABLE users INHERIT t; CREATE INDEX i ON t (id)`],
    ['the schema changes', `${MAYBE} SET search_path TO app; CREATE INDEX i ON t (id)`],
    ['its CREATE is rolled back', `BEGIN; ${MAYBE} ROLLBACK; CREATE INDEX i ON t (id)`],
    ['its CREATE is in a block', `DO $$ BEGIN ${MAYBE} END $$; CREATE INDEX i ON t (id)`],
    ['its CREATE is in an \\if', `\\if :a\n${MAYBE}\n\\endif\nCREATE INDEX i ON t (id)`],
    ['unknown SQL runs', `${MAYBE} DO $$ BEGIN EXECUTE q; END $$; CREATE INDEX i ON t (id)`],
    ['a table may have got the name', `ALTER TABLE users RENAME TO \${name}; ${MAYBE} CREATE INDEX i ON t (id)`],
    ['its CREATE is in another section', `-- +goose Up\n${MAYBE}\n-- +goose Down\nCREATE INDEX i ON t (id)`],
  ])('may be locked by others if %s: %s', (_, sql) => {
    expect(last('postgresql', sql)).toMatchObject({ tableCreatedHere: false });
  });

  test.each<[string, FileContext | undefined]>([
    ['the base has it', { tables: [{ name: 't', schema: '', exists: true }] }],
    ['the base is not known', { tables: [] }],
    ['there is no base', undefined],
  ])('may be locked by others if %s', (_, context) => {
    const [, index] = read('postgresql', `${MAYBE} CREATE INDEX i ON t (id)`, 'x.sql', context).statements;
    expect(index?.operations[0]).toMatchObject({ tableCreatedHere: false });
  });

  test.each<[string, string, boolean]>([
    ['does not name it', "CREATE TYPE kind AS ENUM ('io.models.t');", true],
    ['does not name it, in a block', "DO $$ BEGIN CREATE TYPE kind AS ENUM ('a', 'io.models.t'); END $$;", true],
    ['has its name', 'CREATE TYPE t AS (a int);', false],
    ['is made beside a query of it', "DO $$ BEGIN CREATE TYPE kind AS ENUM ('a'); PERFORM a FROM t; END $$;", false],
  ])('after a type that %s, is not locked by others: %s', (_, before, tableCreatedHere) => {
    expect(last('postgresql', `${before} ${MAYBE} CREATE INDEX i ON t (id)`)).toMatchObject({ tableCreatedHere });
  });

  const TEMPORARY = 'CREATE TEMP TABLE t AS SELECT 1 AS id;';
  test.each<[string, string, boolean]>([
    ['dropped if it exists', `DROP TABLE IF EXISTS t; ${TEMPORARY}`, false],
    ['dropped', `DROP TABLE t; ${TEMPORARY}`, true],
    ['dropped beside another one', `DROP TABLE IF EXISTS t, users; ${TEMPORARY}`, true],
    ['read before', `SELECT * FROM t; DROP TABLE IF EXISTS t; ${TEMPORARY}`, true],
  ])('%s, is a change of a table in the transaction or not: %s', (_, before, ddlInTransaction) => {
    const sql = `BEGIN; ${before} UPDATE users SET a = 1`;
    const { statements } = read('postgresql', sql, 'x.sql', MISSING);
    expect(statements.at(-1)?.facts).toMatchObject({ ddlInTransaction });
    const drops = statements.flatMap(({ operations }) => operations).filter(({ kind }) => kind === 'drop_table');
    expect(drops.some(({ locksTable }) => locksTable === true)).toBe(ddlInTransaction);
  });

  test('does not count as a change of an older table in the transaction', () => {
    const [, , , update] = read(
      'postgresql',
      `BEGIN; ${MAYBE} CREATE INDEX i ON t (id); UPDATE users SET a = 1`,
      'x.sql',
      MISSING,
    ).statements;
    expect(update?.facts).toMatchObject({ ddlInTransaction: false });
  });
});

describe('a created table with a new name', () => {
  test.each<[Dialect, string]>([
    ['postgresql', 'CREATE TABLE c (id int); ALTER TABLE c RENAME TO d; CREATE INDEX i ON d (id)'],
    ['postgresql', 'CREATE TABLE app.c (id int); ALTER TABLE app.c RENAME TO d; CREATE INDEX i ON app.d (id)'],
    ['mysql', 'CREATE TABLE c (id int); RENAME TABLE a TO b, c TO d; ALTER TABLE d ADD FULLTEXT (name)'],
  ])('is not locked by others: %s: %s', (dialect, sql) => {
    expect(last(dialect, sql, { tables: [] })).toMatchObject({ tableCreatedHere: true, createdHere: false });
  });

  test.each<[string, string]>([
    ['the file did not create it', 'ALTER TABLE c RENAME TO d; CREATE INDEX i ON d (id)'],
    [
      'the name was that of a table that it copies',
      'CREATE TABLE c AS SELECT * FROM d; DROP TABLE d; ALTER TABLE c RENAME TO d; CREATE INDEX i ON d (id)',
    ],
    ['another table is changed', 'CREATE TABLE c (id int); ALTER TABLE c RENAME TO d; CREATE INDEX i ON e (id)'],
    ['the old name is used', 'CREATE TABLE c (id int); ALTER TABLE c RENAME TO d; CREATE INDEX i ON c (id)'],
    ['a column is renamed', 'CREATE TABLE c (id int); ALTER TABLE c RENAME id TO d; CREATE INDEX i ON d (id)'],
  ])('may be locked by others if %s: %s', (_, sql) => {
    expect(last('postgresql', sql, { tables: [] })).toMatchObject({ tableCreatedHere: false });
  });
});

describe('an index of a view', () => {
  test.each<[string, Dialect, string, boolean]>([
    [
      'a new materialized one',
      'postgresql',
      'CREATE MATERIALIZED VIEW v AS SELECT 1; CREATE UNIQUE INDEX ON v (a)',
      true,
    ],
    ['an older materialized one', 'postgresql', 'CREATE UNIQUE INDEX ON v (a)', false],
    [
      'a materialized one that may be older',
      'postgresql',
      'CREATE MATERIALIZED VIEW IF NOT EXISTS v AS SELECT 1; CREATE UNIQUE INDEX ON v (a)',
      false,
    ],
    [
      'one whose tables are read under locks',
      'transactsql',
      'CREATE VIEW v WITH SCHEMABINDING AS SELECT a FROM dbo.u;\nGO\nCREATE UNIQUE CLUSTERED INDEX i ON v (a)',
      false,
    ],
  ])('%s: %s: %s', (_, dialect, sql, expected) => {
    expect(last(dialect, sql)).toMatchObject({ tableCreatedHere: expected });
  });
});

describe('OWNER TO of an object that the file creates', () => {
  const MISSING_ALL: FileContext = {
    tables: ['f', 'v', 's', 't'].flatMap((name) => ['', 'public'].map((schema) => ({ name, schema, exists: false }))),
  };
  const FUNCTION = 'CREATE OR REPLACE FUNCTION "public"."f"() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;';

  test.each([
    'CREATE TABLE IF NOT EXISTS "public"."t" (id int); ALTER TABLE "public"."t" OWNER TO a',
    `${FUNCTION} ALTER FUNCTION "public"."f"() OWNER TO a`,
    'CREATE OR REPLACE VIEW v AS SELECT 1; ALTER TABLE public.v OWNER TO a',
    'CREATE SEQUENCE IF NOT EXISTS s; ALTER SEQUENCE s OWNER TO a',
    'CREATE SCHEMA IF NOT EXISTS s; ALTER SCHEMA s OWNER TO a',
  ])('is new if no SQL file of the base names it: %s', (sql) => {
    expect(last('postgresql', sql, MISSING_ALL)).toMatchObject({ kind: 'change_owner', tableCreatedHere: true });
  });

  test.each<[string, string, FileContext | undefined]>([
    ['the base is not known', `${FUNCTION} ALTER FUNCTION "public"."f"() OWNER TO a`, { tables: [] }],
    ['it is another class', `${FUNCTION} ALTER TYPE f OWNER TO a`, MISSING_ALL],
    ['it was dropped since', `${FUNCTION} DROP FUNCTION public.f(); ALTER FUNCTION public.f() OWNER TO a`, MISSING_ALL],
    ['it may be skipped', `\\if :x\n${FUNCTION}\n\\endif\nALTER FUNCTION public.f() OWNER TO a`, MISSING_ALL],
    ['it is in a block', 'DO $$ BEGIN CREATE SEQUENCE s; END $$; ALTER SEQUENCE s OWNER TO a', MISSING_ALL],
    ['the file named it before', `SELECT 'f'; ${FUNCTION} ALTER FUNCTION public.f() OWNER TO a`, MISSING_ALL],
  ])('may be older if %s: %s', (_, sql, context) => {
    expect(last('postgresql', sql, context)).toMatchObject({ kind: 'change_owner', tableCreatedHere: false });
  });
});
