import { describe, expect, test } from 'vitest';
import type { Dialect, FileRun, Operation, Section } from '../../src/model/index.ts';
import { read, readRun } from './read.ts';

/** The last operation of a file. */
function last(dialect: Dialect, sql: string, path?: string): Operation {
  const operation = read(dialect, sql, path).statements.at(-1)?.operations.at(-1);
  if (!operation) throw new Error('no operation');
  return operation;
}

const CREATE = 'CREATE TABLE users (id int);';

describe('created here', () => {
  test.each<[Dialect, string]>([
    ['postgresql', `${CREATE} DROP TABLE users`],
    ['postgresql', 'CREATE TABLE Users (id int); DROP TABLE USERS'],
    ['postgresql', 'CREATE TABLE "users" (id int); DROP TABLE users'],
    ['postgresql', 'CREATE TABLE app.users (id int); DROP TABLE app.users'],
    ['postgresql', `${CREATE} DROP TABLE public.users`],
    ['postgresql', 'CREATE TABLE public.users (id int); DROP TABLE users'],
    ['postgresql', `SET search_path TO app; ${CREATE} DROP TABLE app.users`],
    ['postgresql', `SET SCHEMA 'app'; CREATE TABLE app.users (id int); DROP TABLE users`],
    ['postgresql', `SELECT pg_catalog.set_config('search_path', 'app', false); ${CREATE} DROP TABLE app.users`],
    ['postgresql', `SET search_path = "$user", public; ${CREATE} DROP TABLE public.users`],
    ['postgresql', `SET search_path TO app; RESET search_path; ${CREATE} DROP TABLE public.users`],
    ['postgresql', `SET search_path TO public, extensions; ${CREATE} DROP TABLE public.users`],
    ['postgresql', `BEGIN; SET LOCAL search_path TO app; COMMIT; ${CREATE} DROP TABLE public.users`],
    ['postgresql', `${CREATE} SET search_path TO app; DROP TABLE public.users`],
    ['postgresql', 'CREATE VIEW v AS SELECT 1; DROP VIEW public.v'],
    ['postgresql', 'CREATE POLICY p ON public.users USING (true); DROP POLICY p ON users'],
    ['redshift', `${CREATE} DROP TABLE public.users`],
    ['cockroachdb', `${CREATE} DROP TABLE public.users`],
    ['transactsql', `${CREATE} DROP TABLE dbo.users`],
    ['transactsql', 'CREATE TABLE [dbo].[users] (id int); DROP TABLE users'],
    ['sqlite', `${CREATE} DROP TABLE main.users`],
    ['mysql', `USE a; ${CREATE} DROP TABLE a.users`],
    ['mysql', 'CREATE TABLE a.users (id int); USE a; DROP TABLE users'],
    ['postgresql', 'CREATE TABLE users AS SELECT 1; DROP TABLE users'],
    ['postgresql', 'SELECT 1 INTO users; DROP TABLE users'],
    ['postgresql', `${CREATE} ALTER TABLE users ADD COLUMN x int`],
    ['postgresql', `${CREATE} ALTER TABLE users DROP COLUMN id`],
    ['postgresql', `${CREATE} DELETE FROM users`],
    ['postgresql', `${CREATE} TRUNCATE users`],
    ['postgresql', `${CREATE} ALTER TABLE users OWNER TO app`],
    ['postgresql', `${CREATE} GRANT SELECT ON users TO app`],
    ['postgresql', `${CREATE} GRANT SELECT ON TABLE users TO app`],
    ['postgresql', `${CREATE} COMMENT ON TABLE users IS 'x'`],
    ['postgresql', `${CREATE} COMMENT ON COLUMN users.id IS 'x'`],
    ['postgresql', `${CREATE} ALTER TABLE users SET SCHEMA other`],
    ['postgresql', `${CREATE} ALTER TABLE users DISABLE ROW LEVEL SECURITY`],
    ['postgresql', 'CREATE VIEW v AS SELECT 1; DROP VIEW v'],
    ['postgresql', 'CREATE VIEW v AS SELECT 1; ALTER VIEW v RENAME TO w'],
    ['postgresql', 'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$; ALTER FUNCTION f() OWNER TO app'],
    ['postgresql', 'CREATE SCHEMA s; GRANT USAGE ON SCHEMA s TO app'],
    ['postgresql', 'CREATE SCHEMA s; ALTER SCHEMA s OWNER TO app'],
    ['postgresql', 'CREATE POLICY p ON users USING (true); DROP POLICY p ON users'],
    ['postgresql', `BEGIN; ${CREATE} COMMIT; DROP TABLE users`],
    ['postgresql', `BEGIN; ${CREATE} DROP TABLE users`],
    ['postgresql', `${CREATE} BEGIN; ROLLBACK; DROP TABLE users`],
    ['mysql', `${CREATE} DROP TABLE users`],
    ['mysql', `${CREATE} RENAME TABLE users TO people`],
    ['mysql', `USE a; ${CREATE} DROP TABLE users`],
    ['sqlite', 'CREATE TABLE Users (id int); DROP TABLE "USERS"'],
    ['transactsql', `${CREATE}\nGO\nDROP TABLE [Users]`],
    ['transactsql', `PRINT 'x' DECLARE @x int ${CREATE} DROP TABLE users`],
    ['transactsql', `IF 1 = 1 PRINT 'x'\nGO\n${CREATE} DROP TABLE users`],
    ['transactsql', `${CREATE} ALTER AUTHORIZATION ON OBJECT::users TO app`],
    ['postgresql', 'CREATE SCHEMA s CREATE TABLE users (id int); DROP TABLE s.users'],
    ['postgresql', 'BEGIN; SET LOCAL search_path = s; CREATE TABLE users (id int); DROP TABLE users'],
    ['postgresql', `BEGIN; SET LOCAL lock_timeout = '1s'; ${CREATE} COMMIT; DROP TABLE users`],
    ['transactsql', 'CREATE TABLE shop.dbo.users (id int); DROP TABLE [SHOP].dbo.users'],
    ['transactsql', 'USE shop\nGO\nCREATE TABLE dbo.users (id int)\nGO\nUSE Shop\nGO\nDROP TABLE dbo.users'],
    ['transactsql', 'CREATE TABLE shop.dbo.users (id int); USE other; DROP TABLE shop.dbo.users'],
  ])('%s: %s', (dialect, sql) => {
    expect(last(dialect, sql)).toMatchObject({ createdHere: true });
  });
});

describe('not created here', () => {
  test.each<[string, Dialect, string]>([
    ['never created', 'postgresql', 'DROP TABLE users'],
    [
      'in a schema that is created with it',
      'postgresql',
      'CREATE SCHEMA s CREATE TABLE users (id int); DROP TABLE users',
    ],
    [
      'a search path that ends with the transaction',
      'postgresql',
      'BEGIN; SET LOCAL search_path = s; CREATE TABLE users (id int); COMMIT; DROP TABLE users',
    ],
    ['in a database', 'transactsql', 'CREATE TABLE shop.dbo.users (id int); DROP TABLE dbo.users'],
    ['in another database', 'transactsql', 'CREATE TABLE a.dbo.users (id int); DROP TABLE b.dbo.users'],
    ['in the database before USE', 'transactsql', 'CREATE TABLE dbo.users (id int); USE shop; DROP TABLE dbo.users'],
    ['created later', 'postgresql', `DROP TABLE people; ${CREATE} DROP TABLE people`],
    ['IF NOT EXISTS', 'postgresql', 'CREATE TABLE IF NOT EXISTS users (id int); DROP TABLE users'],
    ['OR REPLACE', 'mariadb', 'CREATE OR REPLACE TABLE users (id int); DROP TABLE users'],
    ['another schema', 'postgresql', 'CREATE TABLE app.users (id int); DROP TABLE users'],
    ['created without a schema', 'postgresql', `${CREATE} DROP TABLE app.users`],
    ['created in a schema of several', 'postgresql', `SET search_path TO app, public; ${CREATE} DROP TABLE app.users`],
    ['created in another search path', 'postgresql', `SET search_path TO app; ${CREATE} DROP TABLE public.users`],
    ['before another search path', 'postgresql', `${CREATE} SET search_path TO app; DROP TABLE users`],
    [
      'before a search path that is built',
      'postgresql',
      `SELECT set_config('search_path', x, false) FROM t; ${CREATE} DROP TABLE public.users`,
    ],
    [
      'before a search path that may be skipped',
      'postgresql',
      `DO $$ BEGIN SET search_path TO app; END $$; ${CREATE} DROP TABLE public.users`,
    ],
    ['in a search path of the role', 'postgresql', `SET ROLE app; ${CREATE} DROP TABLE public.users`],
    [
      'in a search path of the role alone',
      'postgresql',
      `SET search_path TO "$user"; ${CREATE} DROP TABLE public.users`,
    ],
    [
      'after the transaction of SET LOCAL',
      'postgresql',
      `BEGIN; SET LOCAL search_path TO app; COMMIT; ${CREATE} DROP TABLE app.users`,
    ],
    [
      'after SET LOCAL without a transaction',
      'postgresql',
      `SET LOCAL search_path TO app; ${CREATE} DROP TABLE app.users`,
    ],
    [
      'after a rolled back SET',
      'postgresql',
      `BEGIN; SET search_path TO app; ROLLBACK; ${CREATE} DROP TABLE app.users`,
    ],
    ['another database', 'mysql', `USE a; ${CREATE} DROP TABLE b.users`],
    ['no database', 'mysql', `${CREATE} DROP TABLE a.users`],
    ['an attached database', 'sqlite', `${CREATE} DROP TABLE other.users`],
    [
      'in the real table behind a temporary one',
      'postgresql',
      `CREATE TEMP TABLE users (id int); DROP TABLE public.users`,
    ],
    ['of another schema', 'postgresql', `CREATE TABLE public.users (id int); DROP TABLE app.users`],
    ['another case in quotes', 'postgresql', 'CREATE TABLE "Users" (id int); DROP TABLE users'],
    ["MySQL's names keep their case", 'mysql', 'CREATE TABLE Users (id int); DROP TABLE users'],
    ['another class', 'postgresql', 'CREATE VIEW users AS SELECT 1; DROP TABLE users'],
    ['an index of that name', 'postgresql', 'CREATE INDEX users ON other.t (x); ALTER TABLE users OWNER TO app'],
    ['a role of that name', 'postgresql', 'CREATE ROLE users; ALTER TABLE users OWNER TO app'],
    ['a policy of another table', 'postgresql', 'CREATE POLICY p ON a USING (true); DROP POLICY p ON b'],
    ['dropped in the meantime', 'postgresql', `${CREATE} DROP TABLE users; DROP TABLE users`],
    ['dropped by its qualified name', 'postgresql', `${CREATE} DROP TABLE public.users; DROP TABLE users`],
    ['renamed', 'postgresql', `${CREATE} ALTER TABLE users RENAME TO people; DROP TABLE users`],
    ['moved to another schema', 'postgresql', `${CREATE} ALTER TABLE users SET SCHEMA x; DROP TABLE users`],
    ['rolled back', 'postgresql', `BEGIN; ${CREATE} ROLLBACK; DROP TABLE users`],
    ['rolled back to a savepoint', 'postgresql', `BEGIN; SAVEPOINT s; ${CREATE} ROLLBACK TO s; DROP TABLE users`],
    ['created in a block', 'postgresql', 'DO $$ BEGIN CREATE TABLE users (id int); END $$; DROP TABLE users'],
    ['the search path changed', 'postgresql', `${CREATE} SET search_path = other; DROP TABLE users`],
    ['the search path changed by SET SCHEMA', 'postgresql', `${CREATE} SET SCHEMA 'other'; DROP TABLE users`],
    ['all settings were reset', 'postgresql', `${CREATE} RESET ALL; DROP TABLE users`],
    ['another role, so another "$user" schema', 'postgresql', `${CREATE} SET ROLE other; DROP TABLE users`],
    ['another database', 'mysql', `${CREATE} USE other; DROP TABLE users`],
    ['another connection', 'postgresql', `${CREATE}\n\\c other\nDROP TABLE users`],
    ['another file was run', 'postgresql', `${CREATE}\n\\i other.sql\nDROP TABLE users`],
    ['unreadable SQL was run', 'postgresql', `${CREATE} DO $$ BEGIN EXECUTE x; END $$; DROP TABLE users`],
    ['created under a condition of psql', 'postgresql', `\\if a\n${CREATE}\n\\endif\nDROP TABLE users`],
    [
      'another table than the CTE of the name',
      'transactsql',
      `${CREATE} WITH users AS (SELECT * FROM u) DELETE FROM users`,
    ],
    ['created under a condition of T-SQL', 'transactsql', `IF 1 = 0 ${CREATE} DROP TABLE users`],
    ['created in a block of T-SQL', 'transactsql', `IF 1 = 0 BEGIN ${CREATE} END DROP TABLE users`],
    ["under a condition of MariaDB's", 'mariadb', `IF x THEN ${CREATE} END IF; DROP TABLE users`],
    ['created in the other section', 'postgresql', `-- +goose Up\n${CREATE}\n-- +goose Down\nDROP TABLE users`],
  ])('%s (%s)', (_, dialect, sql) => {
    const operation = last(dialect, sql);
    expect(operation.createdHere).toBe(false);
    expect(operation.temporary).toBe(false);
  });
});

describe('a name with placeholders', () => {
  const ERB = 'x.sql.erb';
  test.each<[Dialect, string, string?]>([
    ['postgresql', 'CREATE TABLE ${s}.note (id int); DROP TABLE ${s}.note'],
    ['postgresql', 'CREATE TABLE ${s}.Note (id int); DROP TABLE ${s}.note'],
    ['postgresql', 'CREATE TABLE "${s}"."note" (id int); DROP TABLE "${s}"."note"'],
    ['postgresql', 'CREATE TABLE ${flyway:defaultSchema}.note (id int); DROP TABLE ${flyway:defaultSchema}.note'],
    ['postgresql', 'CREATE TABLE ${note} (id int); DROP TABLE ${note}'],
    ['postgresql', 'CREATE TABLE app_${env}.note (id int); DROP TABLE app_${env}.note'],
    ['postgresql', 'CREATE SCHEMA ${s}; DROP SCHEMA ${s}'],
    ['postgresql', 'CREATE POLICY p ON ${s}.note USING (true); DROP POLICY p ON ${s}.note'],
    ['postgresql', 'CREATE TABLE :s.note (id int); DROP TABLE :s.note'],
    ['postgresql', 'CREATE TABLE :"s".note (id int); DROP TABLE :"s".note'],
    ['postgresql', '\\set s app\nCREATE TABLE :s.note (id int);\nDROP TABLE :s.note'],
    ['postgresql', 'CREATE TABLE {{ s }}.note (id int); DROP TABLE {{ s }}.note'],
    ['postgresql', 'CREATE TABLE <%= s %>.note (id int); DROP TABLE <%= s %>.note', ERB],
    ['postgresql', 'CREATE TABLE <%= conf.s %>.note (id int); DROP TABLE <%= conf.s %>.note', ERB],
    ['postgresql', 'CREATE TABLE "<%= s %>".note (id int); DROP TABLE "<%= s %>".note', ERB],
    ['mysql', 'CREATE TABLE `${s}`.`note` (id int); DROP TABLE `${s}`.`note`'],
    ['transactsql', 'CREATE TABLE [$(s)].[note] (id int); DROP TABLE [$(s)].[note]'],
  ])('is the same name wherever the text is the same (%s: %s)', (dialect, sql, path) => {
    expect(last(dialect, sql, path)).toMatchObject({ createdHere: true });
  });

  test.each<[string, Dialect, string, string?]>([
    ['another placeholder', 'postgresql', 'CREATE TABLE ${b}.note (id int); DROP TABLE ${a}.note'],
    ['another table', 'postgresql', 'CREATE TABLE ${a}.note (id int); DROP TABLE ${a}.notes'],
    ['another placeholder as name', 'postgresql', 'CREATE TABLE ${b} (id int); DROP TABLE ${a}'],
    ['a plain name', 'postgresql', 'CREATE TABLE ${a} (id int); DROP TABLE a'],
    ['the plain schema', 'postgresql', 'CREATE TABLE a.note (id int); DROP TABLE ${a}.note'],
    ['no schema', 'postgresql', 'CREATE TABLE ${a}.note (id int); DROP TABLE note'],
    ['a name with a dot', 'postgresql', 'CREATE TABLE "${a}.note" (id int); DROP TABLE ${a}.note'],
    ['quotes', 'postgresql', 'CREATE TABLE "${a}" (id int); DROP TABLE ${a}'],
    ['another case', 'postgresql', 'CREATE TABLE ${a}.note (id int); DROP TABLE ${A}.note'],
    ['a position', 'mysql', 'CREATE TABLE ? (id int); DROP TABLE ?'],
    ['a number', 'postgresql', 'CREATE TABLE $1 (id int); DROP TABLE $1'],
    ['IF NOT EXISTS', 'postgresql', 'CREATE TABLE IF NOT EXISTS ${a}.note (id int); DROP TABLE ${a}.note'],
    ['dropped before', 'postgresql', 'CREATE TABLE ${a}.note (id int); DROP TABLE ${a}.note; DROP TABLE ${a}.note'],
    [
      'renamed',
      'postgresql',
      'CREATE TABLE ${a}.n (id int); ALTER TABLE ${a}.n RENAME TO old; ALTER TABLE ${a}.t RENAME TO n; DROP TABLE ${a}.n',
    ],
    [
      'renamed beside a temporary table',
      'postgresql',
      'CREATE TABLE ${a} (id int); CREATE TEMP TABLE t (id int); ALTER TABLE ${a} RENAME TO old; DROP TABLE ${a}',
    ],
    ['another search path', 'postgresql', 'CREATE TABLE ${a} (id int); SET search_path TO app; DROP TABLE ${a}'],
    ['set by psql', 'postgresql', 'CREATE TABLE :a.note (id int);\n\\set a app\nDROP TABLE :a.note'],
    ['set by a query', 'postgresql', "CREATE TABLE :a.note (id int);\nSELECT 'app' AS a \\gset\nDROP TABLE :a.note"],
    ['set by sqlcmd', 'transactsql', 'CREATE TABLE [$(a)].note (id int)\nGO\n:setvar a app\nDROP TABLE [$(a)].note'],
    ['another expression', 'postgresql', 'CREATE TABLE <%= a.b %>.n (id int); DROP TABLE <%= a_b %>.n', 'x.sql.erb'],
    ['a call', 'postgresql', 'CREATE TABLE <%= pick(a) %>.n (id int); DROP TABLE <%= pick(a) %>.n', 'x.sql.erb'],
    ['a call', 'postgresql', 'CREATE TABLE {{ pick(a) }}.n (id int); DROP TABLE {{ pick(a) }}.n'],
    ['another policy', 'postgresql', 'CREATE POLICY p ON ${a}.note USING (true); DROP POLICY p ON ${b}.note'],
    [
      'in a down section',
      'postgresql',
      '-- +goose Up\nCREATE TABLE ${a}.n (id int);\n-- +goose Down\nDROP TABLE ${a}.n',
    ],
  ])('is another one with %s (%s: %s)', (_, dialect, sql, path) => {
    expect(last(dialect, sql, path)).toMatchObject({ createdHere: false, temporary: false });
  });

  test.each<[string, string, boolean]>([
    ['the same', 'CREATE TABLE ${a}.note (id int); CREATE INDEX i ON ${a}.note (id)', true],
    ['the same in quotes', 'CREATE TABLE "${a}"."note" (id int); CREATE INDEX i ON "${a}"."note" (id)', true],
    ['another', 'CREATE TABLE ${a}.note (id int); CREATE INDEX i ON ${b}.note (id)', false],
    ['a plain schema', 'CREATE TABLE ${a}.note (id int); CREATE INDEX i ON a.note (id)', false],
    ['of an older table', 'CREATE INDEX i ON ${a}.note (id)', false],
  ])('names the table of an index: %s (%s)', (_, sql, created) => {
    expect(last('postgresql', sql)).toMatchObject({ tableCreatedHere: created });
  });
});

describe('temporary', () => {
  test.each<[string, Dialect, string, boolean]>([
    ['a temporary table by its schema', 'sqlite', 'CREATE TEMP TABLE users (id int); DROP TABLE temp.users', true],
    ['a temporary table', 'postgresql', 'CREATE TEMP TABLE users (id int); DROP TABLE users', true],
    [
      'a temporary table that shadows a real one',
      'postgresql',
      'CREATE TEMPORARY TABLE users (id int); TRUNCATE users',
      true,
    ],
    [
      'it is used up by its drop',
      'postgresql',
      'CREATE TEMP TABLE users (id int); DROP TABLE users; DROP TABLE users',
      false,
    ],
    [
      'ON COMMIT DROP, inside',
      'postgresql',
      'BEGIN; CREATE TEMP TABLE users (id int) ON COMMIT DROP; DROP TABLE users',
      true,
    ],
    [
      'ON COMMIT DROP, after',
      'postgresql',
      'BEGIN; CREATE TEMP TABLE users (id int) ON COMMIT DROP; COMMIT; DROP TABLE users',
      false,
    ],
    [
      'ON COMMIT DROP, without a transaction',
      'postgresql',
      'CREATE TEMP TABLE users (id int) ON COMMIT DROP; DROP TABLE users',
      false,
    ],
    ['rolled back', 'postgresql', 'BEGIN; CREATE TEMP TABLE users (id int); ROLLBACK; DROP TABLE users', false],
    ['discarded', 'postgresql', 'CREATE TEMP TABLE users (id int); DISCARD TEMP; DROP TABLE users', false],
    ['another table, with a schema', 'postgresql', 'CREATE TEMP TABLE users (id int); DROP TABLE public.users', false],
    [
      'IF NOT EXISTS does not find a real one',
      'postgresql',
      'CREATE TEMP TABLE IF NOT EXISTS users (id int); DROP TABLE users',
      true,
    ],
    ['DROP TEMPORARY TABLE', 'mysql', 'DROP TEMPORARY TABLE users', true],
    ['in MySQL', 'mysql', 'CREATE TEMPORARY TABLE users (id int); DROP TABLE users', true],
    ['by its name', 'transactsql', 'DROP TABLE #users', true],
    ['in SQLite', 'sqlite', 'CREATE TEMP TABLE users (id int); DROP TABLE users', true],
  ])('%s (%s: %s)', (_, dialect, sql, expected) => {
    expect(last(dialect, sql).temporary).toBe(expected);
  });
});

describe('sections', () => {
  const sections = (sql: string, path: string) =>
    read('postgresql', sql, path).statements.map(({ section, sectionTools }) => `${section} ${sectionTools.join(',')}`);

  test.each<[string, string, string[]]>([
    ['SELECT 1', 'x.sql', [' ']],
    ['-- +goose Up\nSELECT 1;\n-- +goose Down\nSELECT 2;', 'x.sql', ['up goose', 'down goose']],
    [
      '-- +goose Up\n-- +goose StatementBegin\nSELECT 1;\n-- +goose StatementEnd\n-- +goose Down\nSELECT 2;',
      'x.sql',
      ['up goose', 'down goose'],
    ],
    ['-- migrate:up\nSELECT 1;\n-- migrate:down\nSELECT 2;', 'x.sql', ['up dbmate', 'down dbmate']],
    ['-- migrate:up transaction:false\nSELECT 1;', 'x.sql', ['up dbmate']],
    ['-- +migrate Up\nSELECT 1;\n-- +migrate Down\nSELECT 2;', 'x.sql', ['up sql-migrate', 'down sql-migrate']],
    ['-- rambler up\nSELECT 1;\n-- rambler down\nSELECT 2;', 'x.sql', ['up rambler', 'down rambler']],
    ['SELECT 1', 'a/1_x.up.sql', ['up golang-migrate,sqlx,pop,popx,up-down-files']],
    ['SELECT 1', 'a/1_x.down.sql', ['down golang-migrate,sqlx,pop,popx,up-down-files']],
    ['SELECT 1', 'a/1_x.mysql.down.sql', ['down golang-migrate,sqlx,pop,popx,up-down-files']],
    ['SELECT 1', 'a/V0001.Name.all.down.sql', ['down golang-migrate,sqlx,pop,popx,up-down-files']],
    ['SELECT 1', 'a/1_x.down.fix.sql', [' ']],
    ['SELECT 1', 'a/1_x_down.sql', [' ']],
    ['SELECT 1', 'a/1-x-down.sql', [' ']],
    ['SELECT 1', 'a/down/1_x.sql', [' ']],
    ['SELECT 1', 'a/1_x/down.sql', ['down diesel,hasura,up-down-files']],
    ['SELECT 1', 'a/U1.2__x.sql', ['down flyway']],
    ['SELECT 1', 'a/V1.2__x.sql', [' ']],
    ['SELECT 1', 'a/B1.2__x.sql', ['baseline flyway']],
    ['SELECT 1', 'a/b1__x.sql', [' ']],
    ['SELECT 1;\n-- //@UNDO\nSELECT 2;', 'x.sql', [' ', 'down mybatis']],
    ['SELECT 1;\n-- @UNDO\nSELECT 2;', 'x.sql', [' ', 'down mybatis']],
    ['SELECT 1', 'a/u1__x.sql', [' ']],
    ['SELECT 1', 'a/revert/b/x.sql', ['down sqitch']],
    ['SELECT 1', 'a/deploy/x.sql', [' ']],
    ['SELECT 1', 'deploy/revert/x.sql', [' ']],
    ['SELECT 1', 'services/revert/deploy/x.sql', [' ']],
    ['SELECT 1', 'services/Revert/Deploy/x.sql', [' ']],
    ['SELECT 1', 'revert/verify/x.sql', [' ']],
    ['SELECT 1', 'revert/a/revert/x.sql', [' ']],
    ['SELECT 1', 'revert/deployments/x.sql', ['down sqitch']],
    ['SELECT 1', 'revert/deploy.sql', ['down sqitch']],
    ['SELECT 1', 'a/1_x.DOWN.sql', [' ']],
    ['SELECT 1', 'a/1_x.down.SQL', [' ']],
    ['SELECT 1', 'a/1_x/Down.sql', [' ']],
    ['SELECT 1', 'a/revert.sql', [' ']],
    ['SELECT 1', 'a/countdown.sql', [' ']],
    ["SELECT '-- +goose Down'; SELECT 2", 'x.sql', [' ', ' ']],
    ['SELECT $$\n-- +goose Down\n$$; SELECT 2', 'x.sql', [' ', ' ']],
  ])('%j in %s', (sql, path, expected) => {
    expect(sections(sql, path)).toEqual(expected);
  });
});

test.each<[string, FileRun['tool'], Section]>([
  ['a/1-x-down.sql', 'up-down-files', 'down'],
  ['a/1_x_down.sql', 'up-down-files', 'down'],
  ['a/1-x-up.sql', 'up-down-files', 'up'],
  ['a/1-x-down.sql', 'flyway', ''],
])('%s of the tool %s is the section %j', (path, tool, section) => {
  expect(readRun('mysql', 'SELECT 1', { tool }, path).statements.map((statement) => statement.section)).toEqual([
    section,
  ]);
});

describe('the table created in the same block of T-SQL', () => {
  const INDEX = 'CREATE INDEX i ON users (id)';
  const IF = "IF NOT EXISTS (SELECT * FROM sys.tables WHERE name = 'users')";

  test.each<[string, string]>([
    ['in a block', `${IF} BEGIN ${CREATE} ${INDEX} END`],
    ['in a block of OBJECT_ID', `IF OBJECT_ID('users') IS NULL BEGIN ${CREATE} ${INDEX} END`],
    ['a constraint', `${IF} BEGIN ${CREATE} ALTER TABLE users ADD CONSTRAINT c CHECK (id > 0) END`],
    ['in a block inside the block', `${IF} BEGIN ${CREATE} IF 1 = 1 BEGIN ${INDEX} END END`],
    ['under a condition in the block', `${IF} BEGIN ${CREATE} IF 1 = 1 ${INDEX} END`],
    ['after a block inside the block', `${IF} BEGIN ${CREATE} IF 1 = 1 BEGIN SELECT 1 END ${INDEX} END`],
    ['in TRY', `${IF} BEGIN BEGIN TRY ${CREATE} ${INDEX} END TRY BEGIN CATCH THROW END CATCH END`],
    ['in a transaction', `${IF} BEGIN BEGIN TRAN ${CREATE} ${INDEX} COMMIT END`],
    ['after CASE … END', `${IF} BEGIN ${CREATE} SELECT CASE WHEN 1 = 1 THEN 1 END ${INDEX} END`],
  ])('is new: %s (%s)', (_, sql) => {
    const found = read('transactsql', sql).statements.flatMap(({ operations }) => operations);
    const change = found.find(({ kind }) => kind === 'create_index' || kind === 'add_constraint');
    expect(change).toMatchObject({ tableCreatedHere: true, createdHere: false });
  });

  test.each<[string, string]>([
    ['after the block', `${IF} BEGIN ${CREATE} END ${INDEX}`],
    ['in another block', `${IF} BEGIN ${CREATE} END IF 1 = 1 BEGIN ${INDEX} END`],
    ['after ELSE', `${IF} BEGIN ${CREATE} END ELSE BEGIN ${INDEX} END`],
    ['in CATCH', `BEGIN TRY ${CREATE} END TRY BEGIN CATCH ${INDEX} END CATCH`],
    ['after a condition without a block', `${IF} ${CREATE} ${INDEX}`],
    ['created under a condition in the block', `IF 1 = 1 BEGIN ${IF} ${CREATE} ${INDEX} END`],
    ['created in a block inside the block', `IF 1 = 1 BEGIN ${IF} BEGIN ${CREATE} END ${INDEX} END`],
    ['created in ELSE in the block', `IF 1 = 1 BEGIN IF 1 = 1 SELECT 1 ELSE ${CREATE} ${INDEX} END`],
    ['in the next batch', `${IF} BEGIN ${CREATE} END\nGO\n${INDEX}`],
    ['another table', `${IF} BEGIN CREATE TABLE people (id int) ${INDEX} END`],
    ['dropped since', `${IF} BEGIN ${CREATE} DROP TABLE users ${INDEX} END`],
    ['renamed since', `${IF} BEGIN ${CREATE} ALTER SCHEMA s TRANSFER users ${INDEX} END`],
    ['another database since', `${IF} BEGIN ${CREATE} USE other ${INDEX} END`],
    ['rolled back', `${IF} BEGIN BEGIN TRAN ${CREATE} ROLLBACK ${INDEX} END`],
    ['in code that may be jumped to', `GOTO x ${IF} BEGIN ${CREATE} x: ${INDEX} END`],
    ['in code that may be jumped to later', `${IF} BEGIN ${CREATE} x: ${INDEX} END GOTO x`],
    ['created before the block', `${IF} ${CREATE} IF 1 = 1 BEGIN ${INDEX} END`],
  ])('is not new: %s (%s)', (_, sql) => {
    const found = read('transactsql', sql).statements.flatMap(({ operations }) => operations);
    expect(found.find(({ kind }) => kind === 'create_index')).toMatchObject({ tableCreatedHere: false });
  });

  test('a table that CREATE TABLE IF NOT EXISTS may have created is not new in other dialects either', () => {
    for (const dialect of ['postgresql', 'mysql', 'sqlite'] as const)
      expect(last(dialect, `CREATE TABLE IF NOT EXISTS users (id int); ${INDEX}`)).toMatchObject({
        tableCreatedHere: false,
      });
  });
});
