import { describe, expect, it } from 'vitest';
import type { Dialect, Operation } from '../../src/model/index.ts';
import { contextOfBase } from '../../src/repository/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';

/** The last change of a column in a file, whose base has the SQL. */
async function changeIn(sql: string, base: string | undefined, dialect: Dialect = 'postgresql'): Promise<Operation> {
  const context = base === undefined ? undefined : contextOfBase(sql, 'db/2.sql', dialect, base);
  const { statements } = (await createSqlReader(dialect)).read(sql, { path: 'db/2.sql', context });
  const changes = statements.flatMap(({ operations }) => operations.filter(({ kind }) => kind === 'alter_column_type'));
  return changes.at(-1) as Operation;
}

const summary = ({ oldType, typeChange, changeEffects }: Operation) =>
  [oldType, typeChange, ...(changeEffects ?? [])].join(', ');

const POSTGRESQL = `CREATE TABLE v (id int PRIMARY KEY, note varchar(255), code char(3), total numeric(10,2),
  at timestamp(3) NOT NULL, day date, tags text[], kind mood, b boolean);`;

describe('PostgreSQL: the new type against the old one', () => {
  it.each([
    ['note TYPE varchar(500)', 'varchar(255), widen'],
    ['note SET DATA TYPE text', 'varchar(255), widen'],
    ['note TYPE character varying', 'varchar(255), widen'],
    ['note TYPE varchar(255)', 'varchar(255), same'],
    ['note TYPE varchar(100)', 'varchar(255), narrow, fail on existing values, rewrite the table'],
    ['note TYPE char(300)', 'varchar(255), widen, rewrite the table'],
    ['note TYPE text COLLATE "C"', 'varchar(255), convert, rewrite the table'],
    ['note TYPE text USING note', 'varchar(255), widen'],
    ['note TYPE text USING note::text', 'varchar(255), widen'],
    ['note TYPE text USING lower(note)', ', unknown, rewrite the table'],
    ['note TYPE varchar(100) USING note::varchar(100)', 'varchar(255), narrow, truncate values, rewrite the table'],
    ['note TYPE varchar(255) USING ("note"::varchar(255))', 'varchar(255), same'],
    ['note TYPE varchar(500) USING (note::varchar(500))', 'varchar(255), widen'],
    ['note TYPE varchar(500) USING note::varchar(100)', ', unknown, truncate values, rewrite the table'],
    ['note TYPE varchar(500) USING note::varchar(100)::varchar(500)', ', unknown, truncate values, rewrite the table'],
    ['note TYPE varchar(500) USING left(note, 5)::varchar(500)', ', unknown, truncate values, rewrite the table'],
    ['note TYPE int USING note::int', 'varchar(255), convert, fail on existing values, rewrite the table'],
    ['code TYPE text', 'char(3), widen, rewrite the table'],
    ['id TYPE int8', 'int, widen, rewrite the table'],
    ['id TYPE smallint', 'int, narrow, fail on existing values, rewrite the table'],
    ['id TYPE numeric(12,0)', 'int, widen, rewrite the table'],
    ['id TYPE text', 'int, convert, rewrite the table'],
    ['total TYPE numeric(12,2)', 'numeric(10,2), widen'],
    ['total TYPE decimal', 'numeric(10,2), widen'],
    ['total TYPE numeric(12,4)', 'numeric(10,2), widen, rewrite the table'],
    ['total TYPE numeric(12,1)', 'numeric(10,2), narrow, round values, rewrite the table'],
    ['total TYPE numeric(10,4)', 'numeric(10,2), narrow, fail on existing values, rewrite the table'],
    ['total TYPE bigint', 'numeric(10,2), convert, round values, rewrite the table'],
    ['total TYPE double precision', 'numeric(10,2), convert, round values, rewrite the table'],
    ['at TYPE timestamp', 'timestamp(3), widen'],
    ['at TYPE timestamp(0)', 'timestamp(3), narrow, round values, rewrite the table'],
    ['at TYPE timestamptz', 'timestamp(3), convert, rewrite the table'],
    ['at TYPE date', 'timestamp(3), narrow, truncate values, rewrite the table'],
    ['day TYPE timestamp', 'date, widen, rewrite the table'],
    ['tags TYPE text[]', 'text[], same'],
    ['tags TYPE varchar(9)[]', 'text[], convert, fail on existing values, rewrite the table'],
    ['kind TYPE mood', 'mood, same'],
    ['kind TYPE other USING kind::text::other', 'mood, convert, fail on existing values, rewrite the table'],
    ['b TYPE int USING b::int', 'boolean, convert, fail on existing values, rewrite the table'],
    ['other TYPE varchar(500)', ', unknown, fail on existing values, rewrite the table'],
  ])('ALTER COLUMN %s', async (action, expected) => {
    expect(summary(await changeIn(`ALTER TABLE v ALTER COLUMN ${action};`, POSTGRESQL))).toBe(expected);
  });
});

const MYSQL = `CREATE TABLE v (id int(11) unsigned NOT NULL AUTO_INCREMENT, a varchar(100) NOT NULL DEFAULT 'x' COMMENT 'c',
  b varchar(255), k enum('a', 'b'), s varchar(64) CHARACTER SET utf8mb4, d decimal(10,2), PRIMARY KEY (id));`;

describe('MySQL: the new definition against the old one', () => {
  it.each([
    ["MODIFY a varchar(200) NOT NULL DEFAULT 'x' COMMENT 'c'", 'varchar(100), widen'],
    ["MODIFY COLUMN a varchar(100) NOT NULL DEFAULT 'x' COMMENT 'other'", 'varchar(100), same'],
    ["CHANGE a renamed varchar(100) NOT NULL DEFAULT 'x' COMMENT 'c'", 'varchar(100), same'],
    [
      "MODIFY a varchar(50) NOT NULL DEFAULT 'x' COMMENT 'c'",
      'varchar(100), narrow, truncate values, rewrite the table',
    ],
    ['MODIFY a varchar(200)', 'varchar(100), widen, lose NOT NULL, lose DEFAULT, lose COMMENT'],
    ["MODIFY a varchar(200) NOT NULL DEFAULT 'x' COMMENT 'c' AFTER b", 'varchar(100), widen, rewrite the table'],
    ['MODIFY b varchar(256)', 'varchar(255), widen, rewrite the table'],
    ['MODIFY b varchar(255) NOT NULL', 'varchar(255), same, fail on existing values, rewrite the table'],
    ['MODIFY b text', 'varchar(255), widen, rewrite the table'],
    ['MODIFY id int unsigned AUTO_INCREMENT', 'int unsigned, same'],
    ['MODIFY id bigint unsigned NOT NULL', 'int unsigned, widen, rewrite the table, lose AUTO_INCREMENT'],
    ['MODIFY id int AUTO_INCREMENT', 'int unsigned, narrow, truncate values, rewrite the table'],
    ["MODIFY k enum('a', 'b', 'c')", "enum('a','b'), widen"],
    ["MODIFY k enum('c', 'a', 'b')", "enum('a','b'), widen, rewrite the table"],
    ["MODIFY k enum('a')", "enum('a','b'), narrow, truncate values, rewrite the table"],
    ['MODIFY s varchar(100)', 'varchar(64) character utf8mb4, convert, rewrite the table'],
    ['MODIFY d decimal(12,2)', 'numeric(10,2), widen, rewrite the table'],
    ['MODIFY x text', ', unknown, rewrite the table, lose attributes that it does not repeat'],
  ])('%s', async (action, expected) => {
    expect(summary(await changeIn(`ALTER TABLE v ${action};`, MYSQL, 'mysql'))).toBe(expected);
  });
});

describe('SQL Server: the new definition against the old one', () => {
  it.each([
    ['a varchar(200) NOT NULL', 'varchar(100), widen'],
    ['[a] [varchar](200) NOT NULL', 'varchar(100), widen'],
    ['a varchar(200)', 'varchar(100), widen, lose NOT NULL'],
    ['a varchar(50) NOT NULL', 'varchar(100), narrow, fail on existing values, rewrite the table'],
    ['a nvarchar(100) NOT NULL', 'varchar(100), widen, rewrite the table'],
    ['n varchar(100)', 'nvarchar(100), narrow, truncate values, rewrite the table'],
    ['n nvarchar(max)', 'nvarchar(100), widen, rewrite the table'],
    ['t int NOT NULL', 'tinyint, widen, rewrite the table'],
  ])('ALTER COLUMN %s', async (action, expected) => {
    const base = 'CREATE TABLE v (a varchar(100) NOT NULL, n nvarchar(100) NULL, t tinyint NOT NULL)';
    expect(summary(await changeIn(`ALTER TABLE v ALTER COLUMN ${action};`, base, 'transactsql'))).toBe(expected);
  });
});

describe('the old definition is what the base and the file say before the statement', () => {
  const CHANGE = 'ALTER TABLE v ALTER COLUMN a TYPE varchar(300);';
  const UNKNOWN = ', unknown, fail on existing values, rewrite the table';
  it.each<[string, string, string, string]>([
    ['without a base table', 'CREATE TABLE w (a text);', CHANGE, UNKNOWN],
    [
      'after ADD COLUMN',
      'CREATE TABLE v (id int); ALTER TABLE v ADD COLUMN a varchar(20);',
      CHANGE,
      'varchar(20), widen',
    ],
    [
      'after a type change',
      'CREATE TABLE v (a text); ALTER TABLE v ALTER a TYPE varchar(9);',
      CHANGE,
      'varchar(9), widen',
    ],
    [
      'after a rename of the column',
      'CREATE TABLE v (b text); ALTER TABLE v RENAME b TO a;',
      CHANGE,
      'text, narrow, fail on existing values, rewrite the table',
    ],
    [
      'after a rename of the table',
      'CREATE TABLE w (a varchar(9)); ALTER TABLE w RENAME TO v;',
      CHANGE,
      'varchar(9), widen',
    ],
    [
      'after SET NOT NULL',
      'CREATE TABLE v (a varchar(9)); ALTER TABLE v ALTER a SET NOT NULL;',
      CHANGE,
      'varchar(9), widen',
    ],
    ['after a DROP', 'CREATE TABLE v (a varchar(9)); ALTER TABLE v DROP COLUMN a;', CHANGE, UNKNOWN],
    [
      'after a statement that is not read',
      'CREATE TABLE v (a varchar(9)); ALTER TABLE v FROBNICATE a;',
      CHANGE,
      UNKNOWN,
    ],
    ['in a schema', 'CREATE TABLE app.v (a varchar(9));', CHANGE.replace('v', 'app.v'), 'varchar(9), widen'],
    [
      'of a change in the file',
      'CREATE TABLE v (a varchar(9));',
      `ALTER TABLE v ALTER a TYPE varchar(400); ${CHANGE}`,
      'varchar(400), narrow, fail on existing values, rewrite the table',
    ],
    [
      'of a column that the file adds',
      'CREATE TABLE v (id int);',
      `ALTER TABLE v ADD a varchar(9); ${CHANGE}`,
      'varchar(9), widen',
    ],
    [
      'of a column that the file may add',
      'CREATE TABLE v (id int);',
      `ALTER TABLE v ADD COLUMN IF NOT EXISTS a varchar(9); ${CHANGE}`,
      UNKNOWN,
    ],
    [
      'after the file renames a column',
      'CREATE TABLE v (a varchar(9), b text);',
      `ALTER TABLE v DROP a; ALTER TABLE v RENAME b TO a; ${CHANGE}`,
      UNKNOWN,
    ],
    [
      'after the file replaces the table',
      'CREATE TABLE v (a varchar(9));',
      `ALTER TABLE v RENAME TO w; ALTER TABLE x RENAME TO v; ${CHANGE}`,
      UNKNOWN,
    ],
    ['under another search path', 'CREATE TABLE v (a varchar(9));', `SET search_path TO app; ${CHANGE}`, UNKNOWN],
  ])('%s', async (_, base, sql, expected) => {
    expect(summary(await changeIn(sql, base))).toBe(expected);
  });
});

it('knows the columns of a base that makes an enum type unless it is there', async () => {
  const type = "DO $$ BEGIN CREATE TYPE mood AS ENUM ('a'); EXCEPTION WHEN duplicate_object THEN null; END $$;";
  for (const base of [type + POSTGRESQL, POSTGRESQL + type])
    expect(summary(await changeIn('ALTER TABLE v ALTER COLUMN note TYPE varchar(500);', base))).toBe(
      'varchar(255), widen',
    );
  const drop = 'DO $$ BEGIN ALTER TABLE v DROP COLUMN note; EXCEPTION WHEN OTHERS THEN null; END $$;';
  const change = await changeIn('ALTER TABLE v ALTER COLUMN note TYPE varchar(500);', POSTGRESQL + drop);
  expect(change.typeChange).toBe('unknown');
});

it('knows the columns of a base that replaces a foreign key by one that cascades', async () => {
  const key =
    'ALTER TABLE v DROP CONSTRAINT k; ALTER TABLE v ADD CONSTRAINT k FOREIGN KEY (id) REFERENCES p ON DELETE CASCADE;';
  const change = await changeIn('ALTER TABLE v ALTER COLUMN note TYPE varchar(500);', POSTGRESQL + key);
  expect(summary(change)).toBe('varchar(255), widen');
});

describe('SET NOT NULL of a column that is NOT NULL already', () => {
  const BASE = 'CREATE TABLE t (a int PRIMARY KEY, b text NOT NULL, c text);';
  it.each<[string, string, boolean]>([
    ['as the base defines it', 'ALTER TABLE t ALTER COLUMN b SET NOT NULL;', true],
    ['beside another change', 'ALTER TABLE t ALTER COLUMN b TYPE varchar, ALTER COLUMN b SET NOT NULL;', true],
    ['after SET NOT NULL', 'ALTER TABLE t ALTER c SET NOT NULL; ALTER TABLE t ALTER c SET NOT NULL;', true],
    ['but allows NULL in the base', 'ALTER TABLE t ALTER COLUMN c SET NOT NULL;', false],
    ['until the file drops that', 'ALTER TABLE t ALTER b DROP NOT NULL; ALTER TABLE t ALTER b SET NOT NULL;', false],
    ['under another name', 'ALTER TABLE t RENAME b TO d; ALTER TABLE t ALTER b SET NOT NULL;', false],
    ['in a table of another schema', 'ALTER TABLE s.t ALTER b SET NOT NULL;', false],
  ])('%s', async (_, sql, expected) => {
    const context = contextOfBase(sql, 'db/2.sql', 'postgresql', BASE);
    const { statements } = (await createSqlReader('postgresql')).read(sql, { path: 'db/2.sql', context });
    const found = statements.flatMap(({ operations }) => operations.filter(({ kind }) => kind === 'set_not_null'));
    expect(found.at(-1)?.notNullChecked).toBe(expected);
  });
});
