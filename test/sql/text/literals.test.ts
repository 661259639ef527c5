import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../src/model/index.ts';
import { isWrittenShape, writtenShapes } from '../../../src/sql/index.ts';
import { read } from '../read.ts';

function factsOf(dialect: Dialect, sql: string) {
  const [statement] = read(dialect, sql).statements;
  if (!statement) throw new Error('no statement');
  return statement.facts;
}

describe('literals are not read as names', () => {
  test.each<[Dialect, string, readonly string[]]>([
    ['mysql', 'SELECT "secret" FROM t', []],
    ['mysql', "SELECT 'secret' FROM t", []],
    ['mysql', 'SELECT a FROM t WHERE b = 1e5', ['a', 'b']],
    ['mysql', "SELECT a FROM t WHERE b = _utf8'x' AND c = .5", ['a', 'b', 'c']],
    ['mysql', "SELECT a FROM t WHERE b = 'x' 'y'", ['a', 'b']],
    ['mariadb', 'SELECT "secret" FROM t', []],
    ['sqlite', 'SELECT a FROM t WHERE b = 1e5', ['a', 'b']],
  ])('%s: %s', (dialect, sql, columns) => {
    expect(factsOf(dialect, sql).columnsRead).toEqual(columns);
  });

  test('columns next to a long list are found', () => {
    const list = Array.from({ length: 5000 }, (_, at) => at).join();
    expect(factsOf('mysql', `SELECT a FROM t WHERE b IN (${list})`).columnsRead).toEqual(['a', 'b']);
  });
});

describe('a limit is known only if it is a plain number', () => {
  test.each<[string, Dialect, number | undefined]>([
    ['SELECT a FROM t LIMIT 10', 'postgresql', 10],
    ['SELECT a FROM t LIMIT 10 + 999999', 'postgresql', undefined],
    ['SELECT a FROM t LIMIT 10 * 1000 OFFSET 5', 'postgresql', undefined],
    ['SELECT a FROM t LIMIT 10::bigint', 'postgresql', 10],
    ['SELECT a FROM t LIMIT 0b1111101000', 'postgresql', 1000],
    ['SELECT a FROM t LIMIT 0o17', 'postgresql', 15],
    ['SELECT a FROM t LIMIT 0x_3E8', 'postgresql', 1000],
    ['(SELECT a FROM t LIMIT 10)', 'postgresql', 10],
    ['SELECT a FROM t LIMIT 5, 10', 'mysql', 10],
    ['SELECT TOP 5 * FROM t', 'transactsql', 5],
    ['SELECT TOP (5 * 100) a FROM t', 'transactsql', undefined],
    ['SELECT a FROM t ORDER BY a OFFSET 0 ROWS FETCH NEXT 7 ROWS ONLY', 'transactsql', 7],
  ])('%s', (sql, dialect, limit) => {
    expect(factsOf(dialect, sql).limit).toBe(limit);
  });
});

test.each([
  ['a column named like a number', 'DELETE FROM t WHERE "5" = 5', 'conditional'],
  ['a column named like a string', `DELETE FROM t WHERE """a""" = 'a'`, 'conditional'],
])('%s is not taken for a value', (_, sql, filter) => {
  expect(read('postgresql', sql).statements[0]?.operations[0]?.filter).toBe(filter);
});

describe('the written shape', () => {
  test.each<[Dialect, string, string]>([
    ['postgresql', "SELECT  A, 'x' FROM T\nWHERE b = 1.5 -- secret\n", 'select a, ? from t where b = ?'],
    [
      'postgresql',
      'SELECT a FROM t WHERE id IN (1, 2,3) AND x IN ($1, $2)',
      'select a from t where id in (?) and x in ($1, $2)',
    ],
    ['postgresql', "INSERT INTO t VALUES (1, 'x', NULL), (-2, NULL, 'y')", 'insert into t values (?, ?, ?)'],
    [
      'postgresql',
      "INSERT INTO t VALUES (1, now()), (2, now()), (3, f('x'))",
      'insert into t values (?, now()), (?, f(?))',
    ],
    ['postgresql', 'INSERT INTO t VALUES (a IN (1, 2), 5), (TRUE)', 'insert into t values (a in (?), ?), (?)'],
    ['postgresql', "SELECT E'a\\'b', $$secret$$, x'ff', U&'a' 'b', \"Name\"", 'select ?, ?, ?, ?, "Name"'],
    ['postgresql', "DO $$ BEGIN PERFORM 'secret'; END $$", 'do ?'],
    ['postgresql', "SET app.token = 'a', secret", 'set app.token = ?'],
    ['postgresql', 'SET LOCAL search_path TO a, b', 'set local search_path to ?'],
    ['postgresql', 'ALTER ROLE bob SET app.token TO secret', 'alter role bob set app.token to ?'],
    ['postgresql', "ALTER ROLE bob PASSWORD 'secret'", 'alter role bob password ?'],
    ['postgresql', 'CALL p(secret, 5)', 'call p(?)'],
    ['postgresql', "EXECUTE s ('x', 5)", 'execute s(?)'],
    [
      'postgresql',
      "COPY t FROM 's3://secret' WITH (FORMAT csv, DELIMITER ',')",
      'copy t from ? with (format csv, delimiter ?)',
    ],
    ['postgresql', "COMMENT ON TABLE t IS 'secret'", 'comment on table t is ?'],
    ['postgresql', "SELECT 1; SELECT 'unclosed secret", 'select ?'],
    ['postgresql', 'SELECT 12abc, 0xffzz, a[1], b::varchar(10)', 'select ?, ?, a[?], b::varchar(?)'],
    ['mysql', 'SELECT `A`, "x" FROM T WHERE a = 0xff # secret', 'select `A`, ? from T where a = ?'],
    [
      'mysql',
      "SELECT /*+ MAX_EXECUTION_TIME(1000) QB_NAME('x') */ a /* secret */ FROM t",
      'select /*+ MAX_EXECUTION_TIME(?) QB_NAME(?) */ a from t',
    ],
    ['mysql', 'SELECT /*!40001 SQL_NO_CACHE */ 5', 'select /*!40001 SQL_NO_CACHE */ ?'],
    ['mysql', "SET @a = 'x', SESSION b = secret", 'set @a = ?, SESSION b = ?'],
    ['mysql', "CREATE USER 'bob'@'secret' IDENTIFIED BY 'secret'", 'create USER ? @? IDENTIFIED by ?'],
    ['mysql', 'SELECT a FROM t WHERE b IN (?, ?)', 'select a from t where b in (?, ?)'],
    ['sqlite', 'PRAGMA key = secret', 'pragma key = ?'],
    ['sqlite', 'PRAGMA key(secret)', 'pragma key(?)'],
    ['transactsql', "EXEC sp_login @user = bob, 'secret'", 'exec sp_login ?'],
    ['transactsql', "sp_login 'bob', secret", 'sp_login ?'],
  ])('%s: %s', (dialect, sql, shape) => {
    const shapes = writtenShapes(sql, dialect);
    expect(shapes[0]).toBe(shape);
    expect(shapes.join()).not.toMatch(/secret(?!_)/);
    expect(shapes.map((each) => isWrittenShape(each, dialect))).toEqual(shapes.map(() => true));
  });

  test.each<[Dialect, string]>([
    ['postgresql', ''],
    ['postgresql', "select 'a' from t"],
    ['postgresql', 'select $$a$$ from t'],
    ['postgresql', 'select a from t where b = 5'],
    ['postgresql', 'select a from t -- note'],
    ['postgresql', 'select a /* note */ from t'],
    ['postgresql', "select 'unclosed"],
    ['postgresql', `select ${'a, '.repeat(10_000)} b`],
    ['mysql', "select 'a' from t"],
    ['mysql', 'select a from t # note'],
    ['transactsql', "exec p N'a'"],
  ])('is not taken for one: %s: %s', (dialect, text) => {
    expect(isWrittenShape(text, dialect)).toBe(false);
  });

  test('is cut if too long, and still differs from one with the same beginning', () => {
    const long = (last: string) => writtenShapes(`SELECT ${'a, '.repeat(20_000)} ${last}`, 'postgresql')[0] ?? '';
    expect(long('b').length).toBeLessThan(21_000);
    expect(long('b')).not.toBe(long('c'));
    expect(isWrittenShape(long('b'), 'postgresql')).toBe(true);
  });
});

test.each<[Dialect, string]>([
  ['mysql', 'FETCH NEXT FROM c'],
  ['transactsql', 'FETCH NEXT FROM c INTO @x'],
])('%s: a cursor is not a table: %s', (dialect, sql) => {
  expect(factsOf(dialect, sql)).toMatchObject({ tablesRead: [], joinedTables: 0 });
});

test('a prepared statement is not a function', () => {
  expect(factsOf('postgresql', 'EXECUTE s(lower(1))').functions).toEqual(['lower']);
});
