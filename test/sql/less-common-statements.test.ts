import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { read, unreadableOf } from './read.ts';

/**
 * SQL and the operations that must be found: `kind`, `kind filter`, `kind here` or `kind temporary`. `!kind …` must not
 * be found.
 */
type Row = readonly [dialect: Dialect, sql: string, ...seen: string[]];

const ROWS: Record<string, readonly Row[]> = {
  'statements inside a SET': [
    ['mariadb', 'SET STATEMENT max_statement_time=0 FOR DELETE FROM users', 'set', 'delete none'],
    ['mariadb', 'SET STATEMENT lock_wait_timeout=1 FOR DROP TABLE users', 'drop_table'],
    ['mysql', 'RESET MASTER', 'server_control'],
    ['mysql', 'RESET BINARY LOGS AND GTIDS', 'server_control'],
    ['mysql', 'RESET REPLICA ALL', 'server_control'],
  ],
  'lists of what ALTER TABLE drops': [
    ['transactsql', 'ALTER TABLE a DROP CONSTRAINT c, d', 'drop_constraint', '!drop_column'],
    ['transactsql', 'ALTER TABLE a DROP c', 'drop_constraint', '!drop_column'],
    ['transactsql', 'ALTER TABLE a DROP COLUMN c, d', 'drop_column', '!drop_constraint'],
    ['mysql', 'ALTER TABLE a DROP c', 'drop_column', '!drop_constraint'],
  ],
  'tables that are compiled and not created': [
    ['transactsql', 'SET NOEXEC ON; CREATE TABLE users (id int); SET NOEXEC OFF; DROP TABLE users', '!drop_table here'],
    [
      'transactsql',
      'SET PARSEONLY ON\nGO\nCREATE TABLE users (id int)\nGO\nSET PARSEONLY OFF\nGO\nTRUNCATE TABLE users',
      '!truncate here',
    ],
    ['transactsql', 'SET FMTONLY ON; CREATE TABLE users (id int); DROP TABLE users', '!drop_table here'],
    ['transactsql', 'SET NOEXEC OFF; CREATE TABLE users (id int); DROP TABLE users', 'drop_table here'],
    ['transactsql', 'SET NOCOUNT ON; CREATE TABLE users (id int); DROP TABLE users', 'drop_table here'],
  ],
  'settings changed without SET': [
    ['postgresql', "SELECT set_config('session_replication_role', 'replica', false)", 'disable_trigger'],
    ['postgresql', "SELECT set_config('role', 'postgres', false)", 'set_role'],
    ['postgresql', "SELECT set_config('app.tenant', '1', true)", 'set', '!set_role', '!disable_trigger'],
    ['postgresql', 'ALTER DATABASE shop SET session_replication_role = replica', 'disable_trigger'],
    ['postgresql', "ALTER ROLE app SET session_replication_role = 'replica'", 'disable_trigger'],
  ],
  'programs and files on the server': [
    ['postgresql', "CREATE FOREIGN TABLE p (l text) SERVER s OPTIONS (program 'id')", 'execute_program'],
    ['postgresql', "CREATE FOREIGN TABLE p (l text) SERVER s OPTIONS (filename '/etc/passwd')", 'copy_from'],
    ['postgresql', "ALTER FOREIGN TABLE p OPTIONS (SET program 'id')", 'execute_program'],
    ['transactsql', "EXEC sp_OAMethod @o, 'run'", 'execute_program'],
    ['transactsql', "EXEC xp_regwrite 'HKEY_LOCAL_MACHINE', 'a', 'b', 'REG_SZ', 'c'", 'execute_program'],
    ['transactsql', "EXEC msdb.dbo.sp_add_jobstep @subsystem = N'CMDEXEC'", 'execute_program'],
  ],
  'new objects that receive existing rows': [
    [
      'postgresql',
      'CREATE SCHEMA s; ALTER TABLE users SET SCHEMA s; DROP SCHEMA s CASCADE',
      'drop_schema',
      '!drop_schema here',
    ],
    [
      'postgresql',
      'CREATE TABLE p (id int) PARTITION BY RANGE (id); ALTER TABLE p ATTACH PARTITION users DEFAULT; DROP TABLE p',
      'drop_table',
      '!drop_table here',
    ],
    [
      'postgresql',
      'CREATE TABLE p (id int); ALTER TABLE users INHERIT p; TRUNCATE p',
      'truncate none',
      '!truncate here',
    ],
    ['postgresql', 'CREATE FOREIGN TABLE f (id int) SERVER s; DELETE FROM f', 'delete none', '!delete here'],
    [
      'postgresql',
      "CREATE TYPE mood AS ENUM ('a'); ALTER TABLE users ALTER COLUMN m TYPE mood USING m::mood; DROP TYPE mood CASCADE",
      'drop_type',
      '!drop_type here',
    ],
    [
      'postgresql',
      'CREATE EXTENSION citext; ALTER TABLE users ALTER COLUMN m TYPE citext; DROP EXTENSION citext CASCADE',
      'drop_extension',
      '!drop_extension here',
    ],
    [
      'postgresql',
      "CREATE TYPE mood AS ENUM ('a'); CREATE TABLE t (m text); ALTER TABLE t ALTER COLUMN m TYPE mood; DROP TYPE mood CASCADE",
      'drop_type here',
    ],
    ['mysql', 'CREATE TABLE m (id int) ENGINE=MERGE UNION=(users); DELETE FROM m', 'delete none', '!delete here'],
    ['mysql', "CREATE TABLE m (id int) ENGINE='MERGE' UNION=(users); DELETE FROM m", 'delete none', '!delete here'],
    ['mysql', 'CREATE TABLE m (id int) UNION=(users); DELETE FROM m', 'delete none', '!delete here'],
    ['mysql', 'CREATE TABLE m (id int) UNION (users); DELETE FROM m', 'delete none', '!delete here'],
    ['mysql', 'CREATE TABLE m (id int) ENGINE=Aria ENGINE=MERGE; DELETE FROM m', 'delete none', '!delete here'],
    ['mysql', 'CREATE TABLE m (id int) (SELECT 1 AS id) UNION (SELECT 2); DELETE FROM m', 'delete none', 'delete here'],
    ['postgresql', 'CREATE TABLE p (id int); DROP TABLE p', 'drop_table here'],
  ],
  'statements inside CREATE SCHEMA': [
    [
      'postgresql',
      'CREATE SCHEMA s CREATE TABLE t (id int) GRANT ALL ON t TO PUBLIC',
      'create_schema',
      'create_table',
      'grant',
    ],
  ],
  'rows removed without DELETE': [
    ['mariadb', 'ALTER TABLE t DISCARD TABLESPACE', 'truncate none'],
    ['mysql', 'ALTER TABLE t ENGINE=BLACKHOLE', 'truncate none'],
    ['mysql', 'ALTER TABLE t ENGINE=InnoDB', 'alter_table', '!truncate'],
    ['mariadb', 'ALTER TABLE t CONVERT PARTITION p0 TO TABLE x', 'detach_partition'],
    [
      'postgresql',
      'MERGE INTO users u USING (SELECT 1) s ON true WHEN MATCHED THEN UPDATE SET email = NULL',
      'merge always_true',
    ],
    ['postgresql', 'MERGE INTO a USING b ON a.id = b.id WHEN MATCHED THEN UPDATE SET c = b.c', 'merge conditional'],
  ],
  'commands in dumps': [
    ['postgresql', '\\restrict a1B2c3\nSELECT 1;\n\\unrestrict a1B2c3\n', 'select', '!meta_command'],
    ['postgresql', '\\restrict a \\! id\nSELECT 1;', 'meta_command'],
    ['postgresql', '\\restrict `id`\nSELECT 1;', 'meta_command'],
    ['mariadb', '/*M!999999\\- enable the sandbox mode */\nSELECT 1;', 'select', '!meta_command'],
    [
      'mysql',
      'CREATE DEFINER=`root`@`localhost` SQL SECURITY DEFINER VIEW v AS SELECT id FROM t',
      'create_view',
      '!create_other',
    ],
    ['mariadb', 'BACKUP STAGE BLOCK_COMMIT', 'server_control'],
    ['transactsql', 'DECLARE @t TABLE (id int); DELETE FROM @t', 'delete temporary'],
  ],
};

describe.each(Object.entries(ROWS))('%s', (_name, rows) => {
  test.each(rows.map(([dialect, sql, ...seen]) => ({ dialect, sql, seen })))(
    '$dialect: $sql',
    ({ dialect, sql, seen }) => {
      expect(unreadableOf(dialect, sql)).toEqual([]);
      const operations = read(dialect, sql)
        .statements.flatMap((statement) => statement.operations)
        .flatMap((operation) => [
          operation.kind,
          `${operation.kind} ${operation.filter}`,
          ...(operation.createdHere ? [`${operation.kind} here`] : []),
          ...(operation.temporary ? [`${operation.kind} temporary`] : []),
        ]);
      for (const wanted of seen) {
        if (wanted.startsWith('!')) expect(operations).not.toContain(wanted.slice(1));
        else expect(operations).toContain(wanted);
      }
    },
  );
});

function filterOf(dialect: Dialect, condition: string) {
  return read(dialect, `DELETE FROM t WHERE ${condition}`).statements[0]?.operations[0]?.filter;
}

const NO_FILTER: readonly (readonly [Dialect, string])[] = [
  ['postgresql', '(1, 2) = (1, 2)'],
  ['postgresql', '(a, b) = (a, b)'],
  ['postgresql', 'CASE WHEN 1 = 1 THEN true ELSE false END'],
  ['postgresql', 'EXISTS (SELECT 1 WHERE true)'],
  ['postgresql', 'EXISTS (SELECT 1 LIMIT 1)'],
  ['postgresql', 'EXISTS (SELECT 1 FROM o)'],
  ['postgresql', '1 IN (SELECT 1)'],
  ['postgresql', '1 = ANY (SELECT 1)'],
  ['postgresql', "$$a$$ = 'a'"],
  ['postgresql', "now() > '2000-01-01'"],
  ['postgresql', 'int4eq(1, 1)'],
  ['postgresql', 'a < 5 OR 5 <= a'],
  ['postgresql', '1 = a OR a <> 1'],
  ['mysql', '1 << 1'],
  ['mysql', 'EXISTS (SELECT 1 FROM DUAL)'],
];

test.each(NO_FILTER)('%s: WHERE %s is always true', (dialect, condition) => {
  expect(filterOf(dialect, condition)).toBe('always_true');
});

test.each(['1 = 0', 'false', 'random() < 0.1', 'a = 1', 'EXISTS (SELECT 1 FROM o WHERE o.x = t.x)', 'a < 5 OR 6 <= a'])(
  'WHERE %s filters',
  (condition) => {
    expect(filterOf('postgresql', condition)).toBe('conditional');
  },
);

test('a condition of variables only has an unknown filter', () => {
  expect(filterOf('transactsql', '@x = @y')).toBeUndefined();
});

test.each(['$1', '$1 = 1', ':all'])('WHERE %s has an unknown filter', (condition) => {
  expect(filterOf('postgresql', condition)).toBeUndefined();
});
