import { describe, expect, test } from 'vitest';
import type { Dialect, FileRun, StatementFacts } from '../../src/model/index.ts';
import { readRun } from './read.ts';

/** The facts of each statement of a file. */
function facts(dialect: Dialect, sql: string, run: FileRun = {}, path?: string): readonly StatementFacts[] {
  return readRun(dialect, sql, run, path).statements.map((statement) => statement.facts);
}

function last(dialect: Dialect, sql: string, run?: FileRun): StatementFacts {
  const all = facts(dialect, sql, run);
  return all[all.length - 1] as StatementFacts;
}

describe('timeouts', () => {
  test.each<[Dialect, string, boolean, boolean]>([
    ['postgresql', "SET lock_timeout = '5s'", true, false],
    ['postgresql', 'BEGIN; SET LOCAL statement_timeout TO 5000', false, true],
    ['postgresql', 'SET LOCAL statement_timeout TO 5000', false, false],
    ['postgresql', "SELECT set_config('statement_timeout', '5s', false)", false, true],
    ['postgresql', "SET SESSION lock_timeout = '1min'; SET statement_timeout = 10", true, true],
    ['postgresql', 'SET lock_timeout = 0', false, false],
    ['postgresql', "SET lock_timeout TO '0s'", false, false],
    ['postgresql', "SET lock_timeout = '5s'; SET lock_timeout = DEFAULT", false, false],
    ['postgresql', "SET lock_timeout = '5s'; RESET lock_timeout", false, false],
    ['postgresql', "SET lock_timeout = '5s'; SET statement_timeout = '5s'; RESET ALL", false, false],
    ['postgresql', "SET lock_timeout = '5s'; DISCARD ALL", false, false],
    ['postgresql', "SET lock_timeout = '5s'; SET statement_timeout = 0", true, false],
    ['postgresql', "SET lock_timeout = '5s'; SELECT set_config('lock_timeout', '0', false)", false, false],
    ['postgresql', "BEGIN; SET LOCAL lock_timeout = '5s'", true, false],
    ['postgresql', "BEGIN; SET LOCAL lock_timeout = '5s'; COMMIT", false, false],
    ['postgresql', "BEGIN; SELECT set_config('lock_timeout', '5s', true); COMMIT", false, false],
    ['postgresql', "BEGIN; SET lock_timeout = '5s'; COMMIT", true, false],
    ['postgresql', "BEGIN; SET lock_timeout = '5s'; ROLLBACK", false, false],
    ['postgresql', "SET lock_timeout = '5s'; BEGIN; SET LOCAL lock_timeout = 0; ROLLBACK", true, false],
    ['postgresql', "SET idle_in_transaction_session_timeout = '5s'", false, false],
    ['mysql', 'SET SESSION lock_wait_timeout = 5', true, false],
    ['mysql', 'SET @@session.lock_wait_timeout = DEFAULT', false, false],
    ['mysql', 'SET GLOBAL lock_wait_timeout = 5', false, false],
    ['mysql', 'SET max_execution_time = 1000', false, false],
    ['mariadb', 'SET max_statement_time = 10', false, true],
    ['mariadb', 'SET max_statement_time = 10; SET max_statement_time = 0', false, false],
    ['transactsql', 'SET LOCK_TIMEOUT 5000', true, false],
    ['transactsql', 'SET LOCK_TIMEOUT 5000 SET LOCK_TIMEOUT -1', false, false],
  ])('%s: after %s, a lock timeout is set: %s, a statement timeout: %s', (dialect, sql, lock, statement) => {
    const separator = dialect === 'transactsql' ? '\nGO\n' : ';';
    expect(last(dialect, `${sql}${separator} SELECT 1`)).toMatchObject({
      lockTimeoutSet: lock,
      statementTimeoutSet: statement,
    });
  });
});

describe('transactions of migration tools', () => {
  const TWO = 'ALTER TABLE t ADD x int; UPDATE t SET x = 1 WHERE id = 1;';
  test.each<[string, FileRun, Dialect, string, readonly boolean[]]>([
    ['no tool', {}, 'postgresql', TWO, [false, false]],
    ['goose', { tool: 'goose' }, 'postgresql', `-- +goose Up\n${TWO}`, [true, true]],
    [
      'goose, both sections',
      { tool: 'goose' },
      'postgresql',
      `-- +goose Up\n${TWO}\n-- +goose Down\n${TWO}`,
      [true, true, true, true],
    ],
    ['goose, off', { tool: 'goose' }, 'postgresql', `-- +goose NO TRANSACTION\n-- +goose Up\n${TWO}`, [false, false]],
    [
      'goose, off below',
      { tool: 'goose' },
      'postgresql',
      `-- +goose up\n-- +goose no transaction\n${TWO}`,
      [false, false],
    ],
    ['goose, the comment of another tool', { tool: 'goose' }, 'postgresql', `-- no-transaction\n${TWO}`, [true, true]],
    ['dbmate', { tool: 'dbmate' }, 'postgresql', `-- migrate:up\n${TWO}`, [true, true]],
    [
      'dbmate, off, several statements',
      { tool: 'dbmate' },
      'postgresql',
      `-- migrate:up transaction:false\n${TWO}\n-- migrate:down\n${TWO}`,
      [true, true, true, true],
    ],
    ['sql-migrate', { tool: 'sql-migrate' }, 'postgresql', `-- +migrate Up\n${TWO}`, [true, true]],
    ['sql-migrate, off', { tool: 'sql-migrate' }, 'postgresql', `-- +migrate Up notransaction\n${TWO}`, [false, false]],
    [
      'liquibase',
      { tool: 'liquibase' },
      'postgresql',
      `--liquibase formatted sql\n--changeset a:1\n${TWO}`,
      [true, true],
    ],
    [
      'liquibase, one off',
      { tool: 'liquibase' },
      'postgresql',
      `--liquibase formatted sql\n--changeset a:1 runInTransaction:false\n${TWO}\n--changeset a:2\n${TWO}`,
      [false, false, true, true],
    ],
    ['golang-migrate', { tool: 'golang-migrate' }, 'postgresql', TWO, [true, true]],
    [
      'golang-migrate, one statement',
      { tool: 'golang-migrate' },
      'postgresql',
      'CREATE INDEX CONCURRENTLY i ON t (a);',
      [false],
    ],
    ['golang-migrate, MySQL', { tool: 'golang-migrate' }, 'mysql', 'SELECT 1; SELECT 2', [false, false]],
    ['sqlx', { tool: 'sqlx' }, 'postgresql', TWO, [true, true]],
    ['sqlx, off, several statements', { tool: 'sqlx' }, 'postgresql', `-- no-transaction\n${TWO}`, [true, true]],
    ['sqlx, off too late', { tool: 'sqlx' }, 'postgresql', `-- x\n-- no-transaction\n${TWO}`, [true, true]],
    ['diesel', { tool: 'diesel' }, 'postgresql', TWO, [true, true]],
    ['prisma', { tool: 'prisma' }, 'postgresql', TWO, [true, true]],
    ['prisma, one statement', { tool: 'prisma' }, 'postgresql', 'CREATE INDEX CONCURRENTLY i ON t (a);', [false]],
    ['prisma, MySQL', { tool: 'prisma' }, 'mysql', 'SELECT 1; SELECT 2', [false, false]],
    ['prisma, CockroachDB', { tool: 'prisma' }, 'cockroachdb', TWO, [true, true]],
    ['drizzle', { tool: 'drizzle' }, 'postgresql', 'CREATE INDEX CONCURRENTLY i ON t (a);', [true]],
    ['drizzle, SQLite', { tool: 'drizzle' }, 'sqlite', 'PRAGMA foreign_keys=OFF;', [true]],
    ['drizzle, libSQL', { tool: 'drizzle', transaction: false }, 'sqlite', 'PRAGMA foreign_keys=OFF;', [false]],
    ['drizzle, by its breakpoints', {}, 'postgresql', `SELECT 1;--> statement-breakpoint\n${TWO}`, [true, true, true]],
    ['supabase', { tool: 'supabase' }, 'postgresql', 'CREATE INDEX CONCURRENTLY i ON t (a);', [true]],
    ['atlas', { tool: 'atlas' }, 'postgresql', TWO, [true, true]],
    ['atlas, off', { tool: 'atlas' }, 'postgresql', `-- atlas:txmode none\n\n${TWO}`, [false, false]],
    [
      'atlas, off, against the setting',
      { transaction: true },
      'postgresql',
      `-- atlas:txmode none\n\n${TWO}`,
      [false, false],
    ],
    ['dbup', { tool: 'dbup' }, 'postgresql', TWO, [false, false]],
    ['hasura', { tool: 'hasura' }, 'postgresql', TWO, [true, true]],
    ['pop', { tool: 'pop' }, 'postgresql', 'CREATE INDEX CONCURRENTLY i ON t (a);', [true]],
    ['popx', { tool: 'popx' }, 'postgresql', 'CREATE INDEX CONCURRENTLY i ON t (a);', [true]],
    ['popx, CockroachDB', { tool: 'popx' }, 'cockroachdb', 'CREATE INDEX i ON t (a);', [false]],
    ['mybatis', { tool: 'mybatis' }, 'postgresql', TWO, [true, true]],
    [
      'liquibase, one text',
      { tool: 'liquibase' },
      'postgresql',
      `--changeset a:1 runInTransaction:false splitStatements:false\n${TWO}`,
      [true, true],
    ],
    [
      'sqlx, off, one statement',
      { tool: 'sqlx' },
      'postgresql',
      '-- no-transaction\nCREATE INDEX CONCURRENTLY i ON t (a);',
      [false],
    ],
    ['sqlx, off, SQLite, where it is ignored', { tool: 'sqlx' }, 'sqlite', `-- no-transaction\n${TWO}`, [true, true]],
    ['golang-migrate, SQLite', { tool: 'golang-migrate' }, 'sqlite', 'PRAGMA foreign_keys=OFF;', [true]],
    [
      'golang-migrate, SQLite, where only x-no-tx-wrap can run it',
      { tool: 'golang-migrate' },
      'sqlite',
      'PRAGMA foreign_keys=OFF; BEGIN; SELECT 1; COMMIT;',
      [false, false, true, true],
    ],
    [
      'dbmate, SQLite, one of two sections with BEGIN',
      { tool: 'dbmate' },
      'sqlite',
      '-- migrate:up\nBEGIN IMMEDIATE; COMMIT;\n-- migrate:down\nSELECT 1;',
      [false, true, true],
    ],
    [
      'golang-migrate, SQLite, with x-no-tx-wrap',
      { tool: 'golang-migrate', transaction: false },
      'sqlite',
      'PRAGMA foreign_keys=OFF;',
      [false],
    ],
    [
      'dbmate, off, one statement',
      { tool: 'dbmate' },
      'postgresql',
      '-- migrate:up transaction:false\nCREATE INDEX CONCURRENTLY i ON t (a);\n-- migrate:down\nSELECT 1;',
      [false, true],
    ],
    [
      'goose, off, a block of several statements',
      { tool: 'goose' },
      'postgresql',
      `-- +goose NO TRANSACTION\n-- +goose Up\n-- +goose StatementBegin\n${TWO}\n-- +goose StatementEnd\nSELECT 1;`,
      [true, true, false],
    ],
    [
      'goose, off, a block of one statement',
      { tool: 'goose' },
      'postgresql',
      `-- +goose NO TRANSACTION\n-- +goose Up\n-- +goose StatementBegin\nSELECT 1;\n-- +goose StatementEnd\nSELECT 1;`,
      [false, false],
    ],
    [
      'sql-migrate, off, a block of several statements',
      { tool: 'sql-migrate' },
      'postgresql',
      `-- +migrate Up notransaction\n-- +migrate StatementBegin\n${TWO}\n-- +migrate StatementEnd\nSELECT 1;`,
      [true, true, false],
    ],
    ['rambler', { tool: 'rambler' }, 'postgresql', `-- rambler up\n${TWO}`, [false, false]],
    ['flyway', { tool: 'flyway' }, 'postgresql', TWO, [true, true]],
    [
      'flyway, refused in a transaction',
      { tool: 'flyway' },
      'postgresql',
      'CREATE UNIQUE INDEX CONCURRENTLY i ON t (a); DROP INDEX CONCURRENTLY j',
      [false, false],
    ],
    ['flyway, not detected', { tool: 'flyway' }, 'postgresql', 'REINDEX INDEX CONCURRENTLY i; SELECT 1', [true, true]],
    [
      'flyway, only a name',
      { tool: 'flyway' },
      'postgresql',
      'ALTER TABLE t ADD concurrently int; SELECT 1',
      [true, true],
    ],
    ['flyway, another verb', { tool: 'flyway' }, 'postgresql', 'REINDEX (VERBOSE) TABLE t; VACUUM t', [false, false]],
    [
      'flyway, a value of an enum',
      { tool: 'flyway' },
      'postgresql',
      "ALTER TYPE s.m ADD VALUE 'x'; SELECT 1",
      [true, true],
    ],
    [
      'flyway, a value of an enum in an old version',
      { tool: 'flyway', serverVersion: 110_000 },
      'postgresql',
      "ALTER TYPE s.m ADD VALUE 'x'; SELECT 1",
      [false, false],
    ],
    [
      'sql-migrate, another spelling',
      { tool: 'sql-migrate' },
      'postgresql',
      `-- +migrate Up NoTransaction\n${TWO}`,
      [true, true],
    ],
    ['sqitch', { tool: 'sqitch' }, 'postgresql', `BEGIN; ${TWO} COMMIT; SELECT 1`, [false, true, true, true, false]],
    [
      'up-down-files',
      { tool: 'up-down-files' },
      'postgresql',
      `BEGIN; ${TWO} COMMIT; SELECT 1`,
      [false, true, true, true, false],
    ],
    ['configured', { transaction: true }, 'postgresql', TWO, [true, true]],
    [
      'configured against the tool',
      { tool: 'goose', transaction: false },
      'postgresql',
      `-- +goose Up\n${TWO}`,
      [false, false],
    ],
    ['COMMIT ends it', { transaction: true }, 'postgresql', `SELECT 1; COMMIT; ${TWO}`, [true, true, false, false]],
    ['BEGIN inside changes nothing', { transaction: true }, 'postgresql', `BEGIN; ${TWO}`, [true, true, true]],
    ['DDL of MySQL ends it', { transaction: true }, 'mysql', `SELECT 1; ${TWO}`, [true, true, false]],
    ['DDL of MySQL ends BEGIN', {}, 'mariadb', `BEGIN; ${TWO}`, [false, true, false]],
    [
      'temporary tables of MySQL do not',
      {},
      'mysql',
      'BEGIN; CREATE TEMPORARY TABLE x (a int); SELECT 1',
      [false, true, true],
    ],
    ['SQLite', { transaction: true }, 'sqlite', TWO, [true, true]],
  ])('%s', (_name, run, dialect, sql, expected) => {
    expect(facts(dialect, sql, run).map(({ inTransaction }) => inTransaction)).toEqual(expected);
  });

  test.each([
    ['1_x.autocommit.up.sql', 'SELECT 1', [false]],
    ['1_x.postgres.autocommit.up.sql', 'SELECT 1', [false]],
    ['1_x.postgres.autocommit.up.sql', TWO, [true, true]],
    ['1_x_autocommit.up.sql', 'SELECT 1', [true]],
  ] as const)('popx runs %s in a transaction, or not', (path, sql, expected) => {
    for (const transaction of [undefined, true]) {
      const found = facts('postgresql', sql, { tool: 'popx', transaction }, path);
      expect(found.map(({ inTransaction }) => inTransaction)).toEqual(expected);
    }
  });

  test('a new changeset is a new transaction', () => {
    const sql = `--liquibase formatted sql\n--changeset a:1\n${TWO}\n--changeset a:2\n${TWO}`;
    const seen = facts('postgresql', sql, { tool: 'liquibase' }).map(({ ddlInTransaction }) => ddlInTransaction);
    expect(seen).toEqual([false, true, false, true]);
  });
});

describe('DDL earlier in the transaction', () => {
  const SELECT = 'SELECT 1';
  test.each<[string, boolean]>([
    ['ALTER TABLE t ADD x int', true],
    ['CREATE INDEX i ON t (a)', true],
    ['DROP INDEX i', true],
    ['DROP TABLE t', true],
    ['TRUNCATE t', true],
    ['LOCK TABLE t', true],
    ['CREATE TRIGGER g AFTER INSERT ON t EXECUTE FUNCTION f()', true],
    ['DO $$ BEGIN ALTER TABLE t ADD x int; END $$', true],
    ['CREATE TABLE c PARTITION OF t DEFAULT', true],
    ['CREATE TABLE t (a int); CREATE INDEX i ON t (a); ALTER TABLE t ADD x int', false],
    ['CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ DELETE FROM t WHERE a = 1 RETURNING 1 $$', false],
    ['ALTER TABLE t VALIDATE CONSTRAINT c', false],
    ['UPDATE t SET a = 1 WHERE b = 2', false],
    ["COMMENT ON TABLE t IS 'x'", false],
    ['GRANT SELECT ON t TO app', false],
    ['CREATE VIEW v AS SELECT 1', false],
  ])('after %s: %s', (sql, expected) => {
    expect(last('postgresql', `BEGIN; ${sql}; ${SELECT}`)).toMatchObject({ ddlInTransaction: expected });
    expect(last('postgresql', `${sql}; ${SELECT}`, { transaction: true })).toMatchObject({
      ddlInTransaction: expected,
    });
    expect(last('postgresql', `${sql}; ${SELECT}`)).toMatchObject({ ddlInTransaction: false });
    expect(last('postgresql', `BEGIN; ${sql}; COMMIT; ${SELECT}`)).toMatchObject({ ddlInTransaction: false });
    expect(last('postgresql', `BEGIN; ${sql}; COMMIT; BEGIN; ${SELECT}`)).toMatchObject({ ddlInTransaction: false });
  });
});

test('the server version is the configured one', () => {
  expect(last('postgresql', 'SELECT 1', { serverVersion: 90600 })).toMatchObject({ serverVersion: 90600 });
  expect(last('postgresql', 'SELECT 1')).toMatchObject({ serverVersion: undefined });
});

describe('a new enum value is used in the transaction that adds it', () => {
  // Tried on PostgreSQL 15, which answers "unsafe use of new value" to each.
  const ADDED = "BEGIN; ALTER TYPE mood ADD VALUE 'm';";
  test.each<[string, boolean]>([
    [`${ADDED} INSERT INTO diary (mood) VALUES ('m')`, true],
    [`${ADDED} ALTER TABLE diary ALTER mood SET DEFAULT 'm'`, true],
    [`${ADDED} CREATE INDEX i ON diary (id) WHERE mood = 'm'`, true],
    [`${ADDED} DO $$ BEGIN INSERT INTO diary (mood) VALUES ('m'); END $$`, true],
    [`${ADDED} UPDATE diary SET moods = '{m}'`, true],
    ["BEGIN; DO $$ BEGIN ALTER TYPE mood ADD VALUE 'm'; END $$; INSERT INTO diary (mood) VALUES ('m')", true],
    ["BEGIN; CREATE TYPE mood AS ENUM (); ALTER TYPE mood ADD VALUE 'm'; INSERT INTO d VALUES ('m')", true],
    [`${ADDED} INSERT INTO diary (mood) VALUES ('n')`, false],
    [`${ADDED} COMMIT; INSERT INTO diary (mood) VALUES ('m')`, false],
    [`${ADDED} ROLLBACK; BEGIN; INSERT INTO diary (mood) VALUES ('m')`, false],
    ["ALTER TYPE mood ADD VALUE 'm'; INSERT INTO diary (mood) VALUES ('m')", false],
    ["BEGIN; CREATE TYPE mood AS ENUM ('m'); INSERT INTO diary (mood) VALUES ('m')", false],
  ])('%s: %s', (sql, expected) => {
    expect(facts('postgresql', sql).at(-1)?.usesNewEnumValue).toBe(expected);
  });

  test('PostgreSQL 17 allows it for a type that the transaction created', () => {
    const sql = "BEGIN; CREATE TYPE mood AS ENUM (); ALTER TYPE mood ADD VALUE 'm'; INSERT INTO d VALUES ('m')";
    const run = { tool: undefined, runBy: undefined, transaction: undefined };
    expect(facts('postgresql', sql, { ...run, serverVersion: 170_000 }).at(-1)?.usesNewEnumValue).toBe(false);
    expect(facts('postgresql', sql, { ...run, serverVersion: 160_000 }).at(-1)?.usesNewEnumValue).toBe(true);
  });
});
