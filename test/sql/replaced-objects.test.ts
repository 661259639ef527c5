import { describe, expect, test } from 'vitest';
import type { Dialect, FileContext, Operation } from '../../src/model/index.ts';
import { read } from './read.ts';

const MISSING: FileContext = { tables: [{ name: 't', schema: '', exists: false }] };

/** Whether the last DROP TABLE of a file replaces nothing. */
function replacesNothing(dialect: Dialect, sql: string, context: FileContext | undefined = MISSING, path?: string) {
  const operations = read(dialect, sql, path, context).statements.flatMap((statement) => statement.operations);
  const drop = operations.findLast(({ kind }) => kind === 'drop_table');
  if (!drop) throw new Error('no DROP TABLE');
  return drop.replacesNothing;
}

const PAIR = 'DROP TABLE IF EXISTS t; CREATE TABLE t (id int);';

describe('a DROP TABLE IF EXISTS before the CREATE of the table', () => {
  test.each<[Dialect, string]>([
    ['postgresql', PAIR],
    ['postgresql', 'drop table if exists T; create table "t" (id int);'],
    ['postgresql', 'DROP TABLE IF EXISTS t; CREATE TABLE IF NOT EXISTS t (id int);'],
    ['postgresql', 'DROP TABLE IF EXISTS t CASCADE; CREATE TABLE t (id int);'],
    ['postgresql', 'DROP TABLE IF EXISTS t; CREATE TABLE t AS SELECT 1;'],
    ['postgresql', 'DROP TABLE IF EXISTS t; CREATE TEMP TABLE t (id int);'],
    ['postgresql', `-- the table t\n${PAIR}`],
    ['postgresql', `COMMENT ON TABLE u IS 'one for each t'; ${PAIR}`],
    ['postgresql', `CREATE TABLE tt (t_id int); ${PAIR}`],
    ['postgresql', `${PAIR} ALTER TABLE users RENAME TO old; INSERT INTO t VALUES (1);`],
    ['mysql', 'DROP TABLE IF EXISTS `t`;\n/*!40101 SET character_set_client = utf8 */;\nCREATE TABLE `t` (id int);'],
    ['mariadb', PAIR],
    ['sqlite', PAIR],
    ['transactsql', PAIR],
  ])('replaces nothing that the base has: %s: %s', (dialect, sql) => {
    expect(replacesNothing(dialect, sql)).toBe(true);
  });

  test.each<[string, Dialect, string]>([
    ['another table is created', 'postgresql', 'DROP TABLE IF EXISTS t; CREATE TABLE u (id int);'],
    ['a table of another schema is created', 'postgresql', 'DROP TABLE IF EXISTS t; CREATE TABLE app.t (id int);'],
    ['nothing is created', 'postgresql', 'DROP TABLE IF EXISTS t;'],
    ['a statement is between them', 'postgresql', 'DROP TABLE IF EXISTS t; SELECT 1; CREATE TABLE t (id int);'],
    [
      'an unreadable statement is between them',
      'postgresql',
      'DROP TABLE IF EXISTS t; FOO BAR; CREATE TABLE t (i int);',
    ],
    ['nothing is created', 'postgresql', 'DROP TABLE IF EXISTS t CASCADE;'],
    ['there is no IF EXISTS', 'postgresql', 'DROP TABLE t; CREATE TABLE t (id int);'],
    ['several tables are dropped', 'postgresql', 'DROP TABLE IF EXISTS t, u; CREATE TABLE t (id int);'],
    ['the CREATE is in a block', 'postgresql', 'DROP TABLE IF EXISTS t; DO $$ BEGIN CREATE TABLE t (); END $$;'],
    ['a table got the name before', 'postgresql', `ALTER TABLE users RENAME TO t; ${PAIR}`],
    ['a table got the quoted name before', 'postgresql', `ALTER TABLE users RENAME TO "t"; ${PAIR}`],
    ['a table got the escaped name before', 'postgresql', `ALTER TABLE users RENAME TO U&"\\0074"; ${PAIR}`],
    ['a comment names it as its object', 'postgresql', `COMMENT ON TABLE t IS 'x'; ${PAIR}`],
    ['a table may have got the name before', 'postgresql', `ALTER TABLE users RENAME TO \${name}; ${PAIR}`],
    ['a string names it before', 'postgresql', `DO $$ BEGIN EXECUTE 'ALTER TABLE users RENAME TO t'; END $$; ${PAIR}`],
    ['a table got the name before', 'mysql', `RENAME TABLE users TO t; ${PAIR}`],
    ['a table got the name before', 'mysql', `/*! RENAME TABLE users TO \`t\` */; ${PAIR}`],
    ['a table got the name before', 'sqlite', `ALTER TABLE users RENAME TO t; ${PAIR}`],
    ['a table got the name before', 'transactsql', `EXEC sp_rename 'users', 't'; ${PAIR}`],
    ['the name has a placeholder', 'postgresql', 'DROP TABLE IF EXISTS t_${x}; CREATE TABLE t_${x} (id int);'],
  ])('stays a drop if %s: %s: %s', (_, dialect, sql) => {
    expect(replacesNothing(dialect, sql)).toBe(false);
  });

  test.each<[Operation['kind'], boolean, string]>([
    ['drop_type', true, "DROP TYPE IF EXISTS t CASCADE; CREATE TYPE t AS ENUM ('a');"],
    ['drop_type', true, 'DROP DOMAIN IF EXISTS t CASCADE; CREATE DOMAIN t AS text;'],
    ['drop_sequence', true, 'DROP SEQUENCE IF EXISTS t CASCADE; CREATE SEQUENCE t;'],
    ['drop_materialized_view', true, 'DROP MATERIALIZED VIEW IF EXISTS t; CREATE MATERIALIZED VIEW t AS SELECT 1;'],
    ['drop_sequence', false, 'DROP SEQUENCE IF EXISTS t_id_seq CASCADE; CREATE SEQUENCE t_id_seq;'],
    ['drop_type', false, "DROP TYPE IF EXISTS u CASCADE; CREATE TYPE u AS ENUM ('a');"],
    ['drop_type', false, "DROP TYPE t CASCADE; CREATE TYPE t AS ENUM ('a');"],
    ['drop_type', false, 'DROP TYPE IF EXISTS t CASCADE; CREATE TABLE t (id int);'],
    ['drop_type', false, "ALTER TYPE mood RENAME TO t; DROP TYPE IF EXISTS t CASCADE; CREATE TYPE t AS ENUM ('a');"],
    ['drop_schema', false, 'DROP SCHEMA IF EXISTS t CASCADE; CREATE SCHEMA t;'],
  ])('%s replaces nothing that the base has: %s: %s', (kind, expected, sql) => {
    const missing = ['t', 't_id_seq'].map((name) => ({ name, schema: '', exists: false }));
    const { statements } = read('postgresql', sql, undefined, { tables: missing });
    const drop = statements.flatMap(({ operations }) => operations).find((operation) => operation.kind === kind);
    expect(drop?.replacesNothing).toBe(expected);
  });

  test('stays a drop if the CREATE is in another section', () => {
    const sql = '-- +goose Down\nDROP TABLE IF EXISTS t;\n-- +goose Up\nCREATE TABLE t (id int);';
    expect(replacesNothing('postgresql', sql)).toBe(false);
  });

  test.each<[string, FileContext | undefined]>([
    ['the base has the table', { tables: [{ name: 't', schema: '', exists: true }] }],
    ['the base has nothing of another table', { tables: [{ name: 'u', schema: '', exists: false }] }],
    ['the base has nothing of a table of another schema', { tables: [{ name: 't', schema: 'app', exists: false }] }],
    ['nothing is known of the table', { tables: [] }],
  ])('stays a drop if %s', (_, context) => {
    expect(replacesNothing('postgresql', PAIR, context)).toBe(false);
  });

  test('stays a drop without a context', () => {
    const [statement] = read('postgresql', PAIR).statements;
    expect(statement?.operations[0]?.replacesNothing).toBe(false);
  });
});

test.each<[Dialect, string, string]>([
  ['mysql', 'mysql', 'proc'],
  ['postgresql', 'pg_catalog', 'pg_class'],
])('%s: a table of the system is there, though no file of the base names it', (dialect, schema, name) => {
  const context = { tables: [{ name, schema, exists: false }] };
  const sql = `DROP TABLE IF EXISTS ${schema}.${name}; CREATE TABLE ${schema}.${name} (id int);`;
  expect(replacesNothing(dialect, sql, context)).toBe(false);
});

describe('in a script for a new database, a DROP TABLE IF EXISTS', () => {
  const NEW: FileContext = { tables: [{ name: 't', schema: '', exists: true }], forNewDatabase: true };

  test.each<[string, string, boolean]>([
    ['replaces nothing before the CREATE', PAIR, true],
    [
      'replaces nothing if other statements are between',
      'DROP TABLE IF EXISTS t; SELECT 1; CREATE TABLE t (i int);',
      true,
    ],
    ['replaces nothing with other tables', 'DROP TABLE IF EXISTS u, t; CREATE TABLE t (i int);', true],
    ['stays a drop if nothing is created', 'CREATE TABLE u (i int); DROP TABLE IF EXISTS t;', false],
    ['stays a drop after the CREATE of another schema', 'DROP TABLE IF EXISTS t; CREATE TABLE app.t (i int);', false],
    ['stays a drop without IF EXISTS', 'DROP TABLE t; CREATE TABLE t (i int);', false],
    ['stays a drop in a block', 'DO $$ BEGIN DROP TABLE IF EXISTS t; END $$; CREATE TABLE t (i int);', false],
  ])('%s: %s', (_, sql, expected) => {
    expect(replacesNothing('postgresql', sql, NEW)).toBe(expected);
  });
});
