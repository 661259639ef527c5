import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { filterOf, read } from './read.ts';

// Conditions that hold for every row because of something else in the file, and similar harmless ones.

type Row = readonly [dialect: Dialect, sql: string, filter: 'always_true' | 'none' | 'unknown' | 'conditional'];

const CLASSES: Readonly<Record<string, readonly Row[]>> = {
  'a column that the table in the subquery does not have': [
    [
      'postgresql',
      'CREATE TEMP TABLE s AS SELECT id AS u_id FROM u; DELETE FROM t WHERE u_id IN (SELECT u_id FROM s)',
      'conditional',
    ],
    [
      'postgresql',
      'CREATE TEMP TABLE s AS SELECT * FROM u; DELETE FROM t WHERE u_id IN (SELECT u_id FROM s)',
      'conditional',
    ],
    [
      'postgresql',
      'CREATE TEMP TABLE s AS SELECT max(a), u_id FROM u GROUP BY u_id; DELETE FROM t WHERE u_id IN (SELECT u_id FROM s)',
      'conditional',
    ],
    [
      'postgresql',
      'CREATE TEMP TABLE s AS SELECT id FROM u; ALTER TABLE s ADD u_id int; DELETE FROM t WHERE u_id IN (SELECT u_id FROM s)',
      'conditional',
    ],
    ['postgresql', 'WITH s AS (SELECT id FROM u) DELETE FROM t WHERE u_id IN (SELECT u_id FROM s)', 'always_true'],
    [
      'postgresql',
      'WITH s (u_id) AS (SELECT id FROM u) DELETE FROM t WHERE u_id IN (SELECT u_id FROM s)',
      'conditional',
    ],
    ['mysql', 'DELETE FROM t WHERE u_id IN (SELECT u_id FROM (SELECT id FROM u WHERE a = 1) s)', 'always_true'],
    ['mysql', 'DELETE FROM t WHERE u_id IN (SELECT u_id FROM (SELECT id, u_id FROM u WHERE a = 1) s)', 'conditional'],
    ['transactsql', 'SELECT id, u_id INTO #s FROM u; DELETE FROM t WHERE u_id IN (SELECT u_id FROM #s)', 'conditional'],
  ],
  'columns that the file adds': [
    ['postgresql', 'ALTER TABLE t ADD COLUMN old boolean NOT NULL DEFAULT true; DELETE FROM t WHERE old', 'unknown'],
    ['transactsql', `SET QUOTED_IDENTIFIER OFF\nGO\nDELETE FROM t WHERE "old" = 'old'`, 'always_true'],
    ['transactsql', `SET ANSI_NULLS, QUOTED_IDENTIFIER ON\nGO\nDELETE FROM t WHERE "old" = 'old'`, 'conditional'],
  ],
  'an upsert whose condition compares a row with itself': [
    [
      'sqlite',
      'INSERT INTO t SELECT * FROM t WHERE 1 ON CONFLICT DO UPDATE SET x = 0 WHERE excluded.id = t.id',
      'none',
    ],
    [
      'sqlite',
      'INSERT INTO t SELECT * FROM t WHERE 1 ON CONFLICT DO UPDATE SET x = 0 WHERE excluded.x > t.x',
      'conditional',
    ],
  ],
};

describe.each(Object.entries(CLASSES))('%s', (_, rows) => {
  test.each(rows)('%s: %s', (dialect, sql, filter) => {
    expect(filterOf(dialect, sql)).toBe(filter);
  });
});

describe('what the clients and servers read that looks like something else', () => {
  const SEEN: readonly (readonly [Dialect, string, string])[] = [
    ['mariadb', 'ALTER TABLE t WAIT 5 DROP COLUMN x', 'drop_column'],
    ['mariadb', 'ALTER TABLE t NOWAIT TRUNCATE PARTITION p0', 'truncate_partition'],
    ['mysql', 'ALTER TABLE t DROP period', 'drop_column'],
    ['mysql', 'DELIMITER #\nSELECT 1# DROP TABLE t#', 'drop_table'],
    ['mysql', 'DELIMITER --\nSELECT 1-- TRUNCATE TABLE t--', 'truncate'],
    ['mysql', "CALL mysql.DropGeometryColumn('', 'a', 't', 'x')", 'discard_data'],
    ['transactsql', 'RECEIVE TOP (9) * FROM q', 'discard_data'],
    ['transactsql', 'END CONVERSATION @c WITH CLEANUP', 'discard_data'],
    ['postgresql', 'ALTER TABLE t ALTER x TYPE boolean USING x IS NOT NULL', 'discard_data'],
    ['postgresql', "ALTER TABLE t ALTER x TYPE text USING coalesce(x, '-')", 'alter_column_type'],
    ['postgresql', "ALTER TABLE t ALTER x TYPE s USING CASE x WHEN 'a' THEN 'n' ELSE 'n' END", 'discard_data'],
    ['postgresql', "ALTER TABLE t ALTER x TYPE s USING CASE x WHEN 'a' THEN 'b' ELSE 'n' END", 'alter_column_type'],
    ['transactsql', 'SET ANSI_WARNINGS ON; ALTER TABLE t ALTER COLUMN x varchar(5)', 'alter_column_type'],
    ['transactsql', 'ALTER TABLE t ALTER COLUMN PaidAt date', 'discard_data'],
    ['transactsql', 'ALTER TABLE t ALTER COLUMN [UnitPrice] decimal(10, 0)', 'discard_data'],
    ['transactsql', 'ALTER TABLE t ALTER COLUMN Amount bit', 'discard_data'],
    ['transactsql', 'ALTER TABLE t ALTER COLUMN Amount decimal(18, 4)', 'alter_column_type'],
    ['transactsql', 'ALTER TABLE t ALTER COLUMN BirthDate date', 'alter_column_type'],
    ['mysql', 'ALTER TABLE t MODIFY amount decimal(10) NOT NULL', 'discard_data'],
    ['mysql', 'ALTER TABLE t CHANGE `paid_at` `paid_at` date', 'discard_data'],
    ['mysql', 'ALTER TABLE t MODIFY format date', 'alter_column_type'],
    ['mysql', 'ALTER TABLE t MODIFY amount bigint', 'alter_column_type'],
    ['transactsql', 'ALTER INDEX i ON t SET (IGNORE_DUP_KEY = ON)', 'discard_writes'],
    ['transactsql', 'ALTER TABLE t ADD CONSTRAINT u UNIQUE (a) WITH (IGNORE_DUP_KEY = ON)', 'discard_writes'],
    ['transactsql', 'ALTER TABLE t ADD CONSTRAINT u UNIQUE (a) WITH (IGNORE_DUP_KEY = OFF)', 'add_constraint'],
    ['mariadb', 'DELETE HISTORY FROM t BEFORE SYSTEM_TIME NOW()', 'discard_data'],
    ['transactsql', 'ALTER DATABASE a MODIFY FILE (NAME = b, OFFLINE)', 'discard_data'],
    ['mysql', 'CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.x = IFNULL(NEW.x, 1)', 'set'],
    ['sqlite', 'CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t WHERE id = NEW.old_id; END', 'delete'],
    ['postgresql', 'CREATE RULE g AS ON INSERT TO t DO INSTEAD (SELECT now())', 'discard_writes'],
  ];
  test.each(SEEN)('%s: %s', (dialect, sql, kind) => {
    const kinds = read(dialect, sql).statements.flatMap(({ operations }) => operations.map((one) => one.kind));
    expect(kinds.at(-1)).toBe(kind);
  });

  test.each<[Dialect, string]>([
    ['transactsql', 'DELETE FROM [@t]'],
    ['sqlite', 'SAVEPOINT s; CREATE TABLE t (id int); ROLLBACK TO s; RELEASE s; DELETE FROM t'],
  ])('%s: %s writes a table that was there before', (dialect, sql) => {
    const operation = read(dialect, sql).statements.at(-1)?.operations.at(-1);
    expect(operation).toMatchObject({ kind: 'delete', filter: 'none', temporary: false, createdHere: false });
  });

  test.each<[Dialect, string]>([
    ['postgresql', 'CREATE TABLE a (id int); ALTER TABLE a RENAME TO b; DROP TABLE b'],
    ['sqlite', 'CREATE TABLE a (id int); ALTER TABLE a RENAME TO b; ALTER TABLE b RENAME TO c; DROP TABLE c'],
  ])('%s: %s drops the table that it created', (dialect, sql) => {
    expect(read(dialect, sql).statements.at(-1)?.operations.at(-1)).toMatchObject({ createdHere: true });
  });

  test.each<[sql: string, write: string]>([
    ['CREATE PACKAGE BODY p AS PROCEDURE r() AS BEGIN DELETE FROM t; END; END', 'delete'],
    [
      "CREATE PACKAGE BODY p AS FUNCTION f RETURN INT IS BEGIN EXECUTE IMMEDIATE 'DROP TABLE t'; END; END",
      'drop_table',
    ],
    ['CREATE PACKAGE BODY p AS v INT; BEGIN TRUNCATE t; END', 'truncate'],
    ['CREATE PROCEDURE p AS v INT := 0; BEGIN NULL; EXCEPTION WHEN OTHERS THEN DROP TABLE t; END', 'drop_table'],
    ['CREATE FUNCTION f RETURN INT AS v INT; BEGIN DELETE FROM t; RETURN 1; END', 'delete'],
  ])("MariaDB's body behind AS is read: %s", (sql, write) => {
    const { statements } = read('mariadb', sql);
    expect(statements.length).toBe(1);
    expect(statements[0]?.unreadable).toEqual([]);
    expect(statements[0]?.operations.map(({ kind }) => kind)).toContain(write);
  });
});
