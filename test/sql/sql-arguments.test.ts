import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { operationsOf, read } from './read.ts';

const kinds = (dialect: Dialect, sql: string) =>
  read(dialect, sql).statements.flatMap(({ operations }) => operations.map(({ kind }) => kind));

describe('SQL in the arguments of a call', () => {
  test.each<[Dialect, string, string]>([
    ['postgresql', "SELECT run('DROP TABLE users')", 'drop_table'],
    ['postgresql', "SELECT run('DROP TABLE ' || name)", 'drop_table'],
    ['postgresql', "SELECT run(format('DROP TABLE %I', name))", 'drop_table'],
    ['postgresql', "SELECT run(ARRAY['SELECT 1', 'TRUNCATE users'])", 'truncate'],
    ['postgresql', "SELECT run('SELECT 1; DELETE FROM users')", 'delete'],
    ['postgresql', `SELECT run('{"up": [{"sql": "DROP TABLE users"}]}'::jsonb)`, 'drop_table'],
    ['postgresql', 'SELECT run($$DROP TABLE users$$)', 'drop_table'],
    ['postgresql', "CALL admin.run(statement => 'TRUNCATE users')", 'truncate'],
    ['postgresql', "DO $$ BEGIN PERFORM admin.run('DROP SCHEMA app CASCADE'); END $$", 'drop_schema'],
    ['postgresql', "SELECT * FROM run('ALTER TABLE users DROP COLUMN email') AS r", 'drop_column'],
    ['postgresql', "SELECT lives_ok('TRUNCATE users', 'it works')", 'truncate'],
    ['mysql', "CALL run('DROP TABLE users')", 'drop_table'],
    ['sqlite', "SELECT run('DROP TABLE users')", 'drop_table'],
    ['transactsql', "EXEC dbo.Run N'DROP TABLE dbo.users'", 'drop_table'],
    ['transactsql', "EXEC dbo.Run @sql = N'DELETE FROM dbo.users', @log = 1", 'delete'],
  ])('is read: %s: %s', (dialect, sql, kind) => {
    expect(kinds(dialect, sql)).toContain(kind);
  });

  test.each<[Dialect, string]>([
    ['postgresql', "SELECT log('delete old rows from the table')"],
    ['postgresql', "SELECT log('Update the row'), log('drop it'), log('DROP TABLE')"],
    ['postgresql', "SELECT md5('DROP TABLE users'), length('DROP TABLE users')"],
    ['postgresql', "SELECT q LIKE 'DROP TABLE users' FROM log WHERE position('DROP TABLE users' in q) > 0"],
    ['postgresql', "SELECT f('SELECT 1')"],
    ['postgresql', 'SELECT make_trigger($$ BEGIN UPDATE users SET a = 1; END $$)'],
    ['postgresql', "SELECT 'DROP TABLE users'"],
    ['transactsql', "EXEC dbo.Log N'Delete of old rows failed'"],
    ['transactsql', "RAISERROR('DROP TABLE users', 16, 1)"],
    ['transactsql', "EXEC sp_addextendedproperty N'MS_Description', N'DELETE FROM users'"],
  ])('is not seen in other texts: %s: %s', (dialect, sql) => {
    expect(
      read(dialect, sql)
        .statements.flatMap(({ operations }) => operations)
        .filter(({ place }) => place === 'dynamic'),
    ).toEqual([]);
  });

  test('is read once if it is a whole argument', () => {
    expect(operationsOf('postgresql', "SELECT run('DROP TABLE ' || 'users')")).toEqual([
      'select',
      'drop_table users @dynamic',
    ]);
  });
});

describe('a body in a language that is not read', () => {
  test.each(['plperl', 'plv8', 'pltcl', 'pllua', 'plrust', 'plpython3u'])(
    'is unreadable where it runs: %s',
    (language) => {
      expect(operationsOf('postgresql', `DO LANGUAGE ${language} $$ drop('users') $$`)).toContain(
        'execute_dynamic @do_block unreadable',
      );
      const [create] = read(
        'postgresql',
        `CREATE FUNCTION f() RETURNS int LANGUAGE ${language} AS $$ x $$; SELECT f()`,
      ).statements;
      expect(create?.operations.at(-1)).toMatchObject({ kind: 'execute_dynamic', readable: false, deferred: false });
    },
  );

  test('is deferred if the file only creates the function', () => {
    const sql = 'CREATE FUNCTION f() RETURNS int LANGUAGE plv8 AS $$ return 1 $$';
    const [create] = read('postgresql', sql, 'x.sql', { tables: [], routinesUsed: [] }).statements;
    expect(create?.operations.at(-1)).toMatchObject({ kind: 'execute_dynamic', readable: false, deferred: true });
  });

  test.each(['sql', 'plpgsql', "'sql'"])('is read in %s', (language) => {
    const sql = `CREATE FUNCTION f() RETURNS void LANGUAGE ${language} AS $$ SELECT 1; $$`;
    expect(kinds('postgresql', sql)).not.toContain('execute_dynamic');
  });
});
