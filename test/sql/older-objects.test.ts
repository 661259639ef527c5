import { expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { read } from './read.ts';

/** What messages add to the target of the last operation of a file. */
function noteOf(dialect: Dialect, sql: string): string | undefined {
  const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
  return operations.at(-1)?.target.note;
}

test.each<[string, Dialect, string]>([
  // The table behind a name that the file creates
  ['a view of sessions', 'postgresql', 'CREATE VIEW v AS SELECT * FROM sessions; DELETE FROM v;'],
  ['a view of sessions', 'mysql', 'CREATE VIEW v AS SELECT * FROM sessions; DELETE FROM v;'],
  ['a view of a.t, b', 'postgresql', 'CREATE VIEW v AS SELECT 1 FROM a.t JOIN b USING (id); DELETE FROM v;'],
  ['a view of a, b, c, …', 'postgresql', 'CREATE VIEW v AS SELECT 1 FROM a, b, c, d; DELETE FROM v;'],
  [
    'a view of users',
    'postgresql',
    'CREATE VIEW v AS SELECT * FROM users; CREATE VIEW w AS SELECT * FROM v; DELETE FROM w;',
  ],
  [
    'a view of dbo.orders',
    'transactsql',
    'CREATE VIEW dbo.v AS SELECT * FROM dbo.orders;\nGO\nUPDATE dbo.v SET total = 0;',
  ],
  ['a synonym of dbo.users', 'transactsql', 'CREATE SYNONYM dbo.s FOR dbo.users;\nGO\nDELETE FROM dbo.s;'],
  // A new table that older ones were put into
  ['the parent of users', 'postgresql', 'CREATE TABLE p (id int); ALTER TABLE users INHERIT p; DELETE FROM p;'],
  [
    'the parent of a, b',
    'postgresql',
    'CREATE TABLE p (id int); ALTER TABLE a INHERIT p; ALTER TABLE b INHERIT p; DROP TABLE p CASCADE;',
  ],
  [
    'which has the partition old',
    'postgresql',
    'CREATE TABLE p (id int) PARTITION BY RANGE (id); ALTER TABLE p ATTACH PARTITION old DEFAULT; TRUNCATE p;',
  ],
  // A name that meant something else
  [
    'which was named old',
    'sqlite',
    'CREATE TABLE t (id int); ALTER TABLE t RENAME TO t2; ALTER TABLE old RENAME TO t; DROP TABLE t;',
  ],
  ['which was named a', 'mysql', 'RENAME TABLE a TO b, c TO d; RENAME TABLE b TO e; DROP TABLE e;'],
  ['which was named dbo.a', 'transactsql', "EXEC sp_rename 'dbo.a', 'b';\nDROP TABLE dbo.b;"],
  ['the older table, not the temporary one', 'postgresql', 'CREATE TEMP TABLE t (id int); DROP TABLE t; DROP TABLE t;'],
  [
    'tmp was named email',
    'postgresql',
    `ALTER TABLE users ADD COLUMN tmp text; ALTER TABLE users RENAME COLUMN tmp TO tmp_2;
     ALTER TABLE users RENAME email TO tmp; ALTER TABLE users DROP COLUMN tmp;`,
  ],
  [
    'tmp was named email',
    'mysql',
    `ALTER TABLE users ADD COLUMN tmp text; ALTER TABLE users RENAME COLUMN tmp TO tmp_2, RENAME COLUMN email TO tmp;
     ALTER TABLE users DROP COLUMN tmp;`,
  ],
  ['a was named b', 'mysql', 'ALTER TABLE t RENAME COLUMN a TO b, RENAME COLUMN b TO a; ALTER TABLE t DROP COLUMN a;'],
  ['tmp was named email', 'mysql', 'ALTER TABLE t CHANGE `email` tmp text; UPDATE t SET tmp = NULL;'],
  ['tmp was named email', 'sqlite', 'ALTER TABLE users RENAME "email" TO tmp; ALTER TABLE users DROP COLUMN tmp;'],
  [
    'tmp was named email',
    'transactsql',
    "EXEC sp_rename 'dbo.users.email', 'tmp', 'COLUMN';\nALTER TABLE dbo.users DROP COLUMN tmp;",
  ],
])('says that a target is %s: %s: %s', (note, dialect, sql) => {
  expect(noteOf(dialect, sql)).toBe(note);
});

test.each<[string, Dialect, string]>([
  ['the table is another one', 'postgresql', 'CREATE VIEW v AS SELECT * FROM users; DELETE FROM users;'],
  ['the view is in another schema', 'postgresql', 'CREATE VIEW a.v AS SELECT * FROM users; DELETE FROM b.v;'],
  ['the names may be others', 'postgresql', 'CREATE VIEW v AS SELECT 1 FROM t; SET search_path = b; DELETE FROM v;'],
  ['the rename was undone', 'postgresql', 'BEGIN; ALTER TABLE a RENAME TO b; ROLLBACK; DROP TABLE b;'],
  ['the rename may be skipped', 'transactsql', "IF @a = 1 EXEC sp_rename 'dbo.a', 'b';\nDROP TABLE dbo.b;"],
  ['the table has its name again', 'sqlite', 'ALTER TABLE a RENAME TO b; ALTER TABLE b RENAME TO a; DROP TABLE a;'],
  [
    'the column has its name again',
    'sqlite',
    'ALTER TABLE t RENAME a TO b; ALTER TABLE t RENAME b TO a; ALTER TABLE t DROP COLUMN a;',
  ],
  [
    'the file added the column',
    'sqlite',
    'ALTER TABLE t ADD COLUMN a int; ALTER TABLE t RENAME a TO b; ALTER TABLE t DROP COLUMN b;',
  ],
  [
    'the file created the table',
    'sqlite',
    'CREATE TABLE IF NOT EXISTS a (id int); ALTER TABLE a RENAME TO b; DELETE FROM b;',
  ],
  ['a new table has the name', 'sqlite', 'ALTER TABLE a RENAME TO b; ALTER TABLE b RENAME TO c; DROP TABLE b;'],
])('says nothing of an older object if %s: %s: %s', (_, dialect, sql) => {
  expect(noteOf(dialect, sql)).toBeUndefined();
});

test('the note changes neither name nor schema', () => {
  const [, { operations } = { operations: [] }] = read(
    'postgresql',
    'CREATE VIEW v AS SELECT * FROM t; DELETE FROM s.v;',
  ).statements;
  expect(operations[0]?.target).toEqual({ name: 'v', schema: 's', quoted: false, text: 's.v', note: 'a view of t' });
});
