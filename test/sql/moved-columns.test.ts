import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { read } from './read.ts';

/** Whether the last DROP of a column drops one whose values were written elsewhere. */
function valuesMoved(dialect: Dialect, sql: string) {
  const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
  const drop = operations.findLast(({ kind }) => kind === 'drop_column');
  if (!drop) throw new Error('no DROP COLUMN');
  return drop.valuesMoved;
}

const DROP = 'ALTER TABLE t DROP COLUMN a;';

describe('the DROP of a column', () => {
  test.each<[string, Dialect, string]>([
    ['by INSERT … SELECT', 'postgresql', 'INSERT INTO u (id, v) SELECT id, a FROM t WHERE a IS NOT NULL;'],
    ['by INSERT with an expression', 'sqlite', "INSERT INTO u (v) SELECT COALESCE(t.a, '') FROM t;"],
    ['by INSERT of all columns', 'postgresql', 'INSERT INTO u SELECT * FROM t;'],
    ['by INSERT with a join', 'mysql', 'INSERT INTO u (v) SELECT x.`a` FROM s JOIN t x ON x.id = s.id;'],
    ['by UPDATE of another column', 'mysql', 'UPDATE t SET flags = a + 2;'],
    ['by UPDATE of another table', 'postgresql', 'UPDATE u SET v = t.a FROM t WHERE t.id = u.id;'],
    ['by UPDATE with a subquery', 'sqlite', 'UPDATE u SET v = (SELECT a FROM t WHERE t.id = u.id);'],
    ['in another case', 'postgresql', 'INSERT INTO u SELECT "a" FROM T;'],
    ['from a query in parentheses', 'postgresql', 'INSERT INTO u (SELECT id, a AS v FROM t WHERE a IS NOT NULL);'],
    ['without the rows that have no value', 'mysql', "UPDATE t SET r = a WHERE a IS NOT NULL AND a != '';"],
    ['by one of several statements', 'postgresql', 'INSERT INTO u SELECT a FROM t; INSERT INTO u SELECT b FROM t;'],
  ])('whose values were written elsewhere %s', (_, dialect, sql) => {
    expect(valuesMoved(dialect, sql + DROP)).toBe(true);
  });

  test.each<[string, Dialect, string]>([
    ['nothing', 'postgresql', ''],
    ['another column', 'postgresql', 'INSERT INTO u (a) SELECT b FROM t;'],
    ['its condition alone', 'postgresql', 'INSERT INTO u SELECT b FROM t WHERE a > 1;'],
    ['the column itself', 'postgresql', 'UPDATE t SET a = 1;'],
    ['a column of another table', 'postgresql', 'INSERT INTO u SELECT a FROM s;'],
    ['a number of rows', 'postgresql', 'INSERT INTO u SELECT count(*) FROM t;'],
    ['some of its rows, by another column', 'postgresql', 'UPDATE t SET b = a WHERE b IS NULL;'],
    ['some of its rows, by its value', 'postgresql', "INSERT INTO u SELECT a FROM t WHERE a = 'x';"],
    ['some of its rows, by one of two conditions', 'sqlite', 'INSERT INTO u SELECT a FROM t WHERE a IS NOT NULL OR b;'],
    ['some of its rows, by a limit', 'postgresql', 'INSERT INTO u SELECT a FROM t LIMIT 10;'],
    ['what is not there yet', 'postgresql', 'INSERT INTO u SELECT a FROM t ON CONFLICT DO NOTHING;'],
    ['a part of its values', 'postgresql', 'INSERT INTO u SELECT max(a) FROM t GROUP BY b;'],
    ['a table that it drops before', 'mysql', 'INSERT INTO u SELECT id, a FROM t; DROP TABLE u;'],
    ['a table that it empties before', 'mysql', 'INSERT INTO u SELECT id, a FROM t; TRUNCATE TABLE u;'],
    ['a temporary table', 'postgresql', 'CREATE TEMP TABLE u (v int); INSERT INTO u SELECT a FROM t;'],
    ['a DO block', 'postgresql', 'DO $$ BEGIN INSERT INTO u SELECT a FROM t; END $$;'],
    ['what is rolled back', 'postgresql', 'BEGIN; INSERT INTO u SELECT a FROM t; ROLLBACK;'],
    ['a section that undoes it', 'postgresql', '-- migrate:up\nINSERT INTO u SELECT a FROM t;\n-- migrate:down\n'],
    ['a column that has its name now', 'postgresql', 'INSERT INTO u SELECT a FROM t; ALTER TABLE t RENAME b TO a;'],
    ['what may be skipped', 'transactsql', 'IF @x = 1 INSERT INTO u SELECT a FROM t;'],
  ])('loses its values if the file writes %s', (_, dialect, sql) => {
    expect(valuesMoved(dialect, sql + DROP)).toBe(false);
  });

  test.each<[string, boolean]>([
    ['INSERT INTO u SELECT id, a FROM t; UPDATE t SET a = NULL;', true],
    ['CREATE TABLE old AS SELECT * FROM t; UPDATE t SET a = 1 WHERE true;', true],
    ['UPDATE t SET b = a; UPDATE t SET a = NULL;', true],
    ['INSERT INTO u SELECT id, a FROM t; UPDATE t SET a = NULL, b = NULL;', false],
    ['INSERT INTO u SELECT id, a FROM t; UPDATE t SET a = NULL WHERE id = 1;', false],
    ['INSERT INTO u SELECT id, a FROM t; UPDATE s SET a = NULL;', false],
    ['INSERT INTO u SELECT id, a FROM t; UPDATE t SET a = NULL; TRUNCATE u;', false],
    ['UPDATE t SET a = b, b = a;', false],
    ['UPDATE t SET a = a + 1;', false],
    ['UPDATE t SET b = a; UPDATE t SET b = 1;', false],
  ])('is as the UPDATE of all rows that overwrites it: %s', (sql, expected) => {
    const operations = read('postgresql', sql).statements.flatMap((statement) => statement.operations);
    expect(operations.findLast(({ kind }) => kind === 'update')?.valuesMoved).toBe(expected);
  });

  test('loses its values if what they were written to is dropped afterwards', () => {
    expect(valuesMoved('postgresql', `INSERT INTO u SELECT a FROM t; ${DROP} DROP TABLE u;`)).toBe(false);
    expect(valuesMoved('postgresql', `INSERT INTO u SELECT a FROM t; ${DROP} DROP TABLE s;`)).toBe(true);
  });

  test('with several columns moves them only if all were written elsewhere', () => {
    const both = 'ALTER TABLE t DROP COLUMN a, DROP COLUMN b;';
    const moved = (sql: string) =>
      read('postgresql', sql + both).statements.flatMap(({ operations }) =>
        operations.filter(({ kind }) => kind === 'drop_column').map((operation) => operation.valuesMoved),
      );
    expect(moved('INSERT INTO u SELECT a, b FROM t;')).toEqual([true, true]);
    expect(moved('INSERT INTO u SELECT a FROM t;')).toEqual([true, false]);
  });
});

describe('a rebuild that leaves a column out', () => {
  const TABLE = { name: 't', schema: '', exists: true, columns: ['id', 'a', 'b'], cascades: false, rowSecurity: false };
  const REBUILD = 'CREATE TABLE n (id int, b text); INSERT INTO n (id, b) SELECT id, b FROM t;';
  const END = 'DROP TABLE t; ALTER TABLE n RENAME TO t;';

  /** The columns that the DROP loses, and whether their values were written elsewhere. */
  function lost(dialect: Dialect, sql: string) {
    const { statements } = read(dialect, sql, undefined, { tables: [TABLE], routinesUsed: [], policies: [] });
    const drop = statements.flatMap(({ operations }) => operations).findLast(({ kind }) => kind === 'drop_table');
    return [drop?.columns, drop?.valuesMoved, drop?.rebuilt];
  }

  test.each<[Dialect, string]>([
    ['sqlite', `${REBUILD} INSERT INTO u SELECT id, a FROM t; ${END}`],
    ['sqlite', `INSERT INTO u SELECT id, a FROM t WHERE a IS NOT NULL AND a <> ''; ${REBUILD} ${END}`],
    ['postgresql', `${REBUILD} INSERT INTO u SELECT id, a FROM t; ${END}`],
    ['mysql', `${REBUILD} INSERT INTO u SELECT id, a FROM t; ${END}`],
  ])('after its values were written elsewhere: %s: %s', (dialect, sql) => {
    expect(lost(dialect, sql)).toEqual([['a'], true, false]);
  });

  test.each<[string, string]>([
    ['its values were not', `${REBUILD} ${END}`],
    ['another column was', `${REBUILD} INSERT INTO u SELECT id, b FROM t; ${END}`],
    ['some of the rows were', `${REBUILD} INSERT INTO u SELECT id, a FROM t WHERE id > 9; ${END}`],
    ['they were, and what holds them is dropped', `INSERT INTO u SELECT id, a FROM t; ${REBUILD} ${END} DROP TABLE u;`],
  ])('loses values if %s: %s', (_, sql) => {
    const drops = read('sqlite', sql, undefined, { tables: [TABLE], routinesUsed: [], policies: [] }).statements;
    const drop = drops.flatMap(({ operations }) => operations).find(({ kind }) => kind === 'drop_table');
    expect([drop?.columns, drop?.valuesMoved]).toEqual([['a'], false]);
  });

  test.each<[string, string]>([
    [
      'the copy leaves rows out',
      `${REBUILD.replace('FROM t', 'FROM t WHERE id > 9')} INSERT INTO u SELECT id, a FROM t; ${END}`,
    ],
    [
      'the new table gets another name',
      `${REBUILD} INSERT INTO u SELECT id, a FROM t; DROP TABLE t; ALTER TABLE n RENAME TO z;`,
    ],
    ['rows are deleted from the copy', `${REBUILD} INSERT INTO u SELECT id, a FROM t; DELETE FROM n; ${END}`],
    [
      'rows are added after the copy',
      `${REBUILD} INSERT INTO u SELECT id, a FROM t; INSERT INTO t VALUES (1, 2, 3); ${END}`,
    ],
  ])('is no rebuild if %s: %s', (_, sql) => {
    expect(lost('sqlite', sql)).toEqual([[], false, false]);
  });
});

describe('the DROP of a table', () => {
  const TABLE = { name: 't', schema: '', exists: true, columns: ['id', 'a'], cascades: false, rowSecurity: false };
  const moved = (dialect: Dialect, sql: string, table: Partial<typeof TABLE> | undefined = TABLE) => {
    const context = table && { tables: [{ ...TABLE, ...table }], routinesUsed: [], policies: [] };
    const { statements } = read(dialect, sql, undefined, context);
    return statements.flatMap(({ operations }) => operations).findLast(({ kind }) => kind === 'drop_table')
      ?.valuesMoved;
  };

  test.each<[string, Dialect, string]>([
    ['all rows were copied to another', 'postgresql', 'INSERT INTO u SELECT id, a FROM t; DROP TABLE t;'],
    ['all columns were copied', 'mysql', 'INSERT INTO u SELECT * FROM t; DROP TABLE t;'],
    [
      'two others have its columns',
      'sqlite',
      'INSERT INTO u SELECT id FROM t; INSERT INTO v SELECT a FROM t; DROP TABLE t;',
    ],
    ['a new one was made of it', 'postgresql', 'CREATE TABLE u AS SELECT * FROM t; DROP TABLE t;'],
    ['a new one was made of it', 'transactsql', 'SELECT * INTO u FROM t; DROP TABLE t;'],
  ])('moves its values if %s: %s: %s', (_, dialect, sql) => {
    expect(moved(dialect, sql)).toBe(true);
  });

  test.each<[string, Dialect, string]>([
    ['a column was not copied', 'postgresql', 'INSERT INTO u SELECT id FROM t; DROP TABLE t;'],
    ['rows were left out', 'postgresql', 'INSERT INTO u SELECT id, a FROM t WHERE id > 9; DROP TABLE t;'],
    ['a join may leave rows out', 'postgresql', 'INSERT INTO u SELECT t.id, a FROM t JOIN v ON true; DROP TABLE t;'],
    [
      'rows were added afterwards',
      'postgresql',
      'INSERT INTO u SELECT * FROM t; INSERT INTO t VALUES (1); DROP TABLE t;',
    ],
    ['the new one may be older', 'postgresql', 'CREATE TABLE IF NOT EXISTS u AS SELECT * FROM t; DROP TABLE t;'],
    ['the new one is temporary', 'postgresql', 'CREATE TEMP TABLE u AS SELECT * FROM t; DROP TABLE t;'],
    ['no rows were copied', 'postgresql', 'CREATE TABLE u AS SELECT * FROM t WITH NO DATA; DROP TABLE t;'],
    ['another table was copied', 'postgresql', 'INSERT INTO u SELECT id, a FROM s; DROP TABLE t;'],
    ['one row was made of all', 'postgresql', 'INSERT INTO u SELECT max(id), string_agg(a) FROM t; DROP TABLE t;'],
    ['its own values changed', 'postgresql', 'UPDATE t SET a = id; DROP TABLE t;'],
    ['the copy is deleted', 'postgresql', 'INSERT INTO u SELECT id, a FROM t; DELETE FROM u; DROP TABLE t;'],
    [
      'it got a column before',
      'postgresql',
      'INSERT INTO u SELECT id, a FROM t; ALTER TABLE t ADD b int; DROP TABLE t;',
    ],
  ])('loses them if %s: %s: %s', (_, dialect, sql) => {
    expect(moved(dialect, sql)).toBe(false);
  });

  test('loses rows of other tables in SQLite, unless the base shows that none refer to it', () => {
    const sql = 'INSERT INTO u SELECT id, a FROM t; DROP TABLE t;';
    expect([moved('sqlite', sql), moved('sqlite', sql, { cascades: true })]).toEqual([true, false]);
  });

  test('may lose rows that row security hid from the copy', () => {
    expect(moved('postgresql', 'INSERT INTO u SELECT * FROM t; DROP TABLE t;', { rowSecurity: true })).toBe(false);
  });
});
