import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../src/model/index.ts';
import { foldedShape, isWrittenShape, writtenShapes } from '../../../src/sql/index.ts';
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
      'select a from t where id in (?) and x in (?)',
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
    ['mysql', 'SELECT a FROM t WHERE b IN (?, ?)', 'select a from t where b in (?)'],
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

  test.each<[Dialect, string, readonly string[]]>([
    [
      'postgresql',
      'insert into t(a, b) values (?, ?)',
      [
        'INSERT INTO t (a, b) VALUES (1, DEFAULT), (DEFAULT, 2), ($1, DEFAULT)',
        'INSERT INTO t (a, b) VALUES (DEFAULT, DEFAULT)',
        'INSERT INTO t (a, b) VALUES (NULL, -1), (1, 2)',
      ],
    ],
    ['mysql', 'insert into t values (?, ?)', ['INSERT INTO t VALUES (DEFAULT, ?), (?, DEFAULT), (1, NULL)']],
    ['mysql', 'insert into t values (...)', ['INSERT INTO t VALUES (...)']],
    ['sqlite', 'select a from t where (a, b) in ((?, ?))', ['SELECT a FROM t WHERE (a, b) IN ((1, NULL), (-2, ?))']],
    [
      'postgresql',
      'select a from t where a in (?) and b = ? limit ?',
      [
        'SELECT a FROM t WHERE a IN ($1, $2, $3) AND b = $4 LIMIT $5',
        'SELECT a FROM t WHERE a IN ($1) AND b = $2 LIMIT $3',
        'SELECT a FROM t WHERE a IN ($2, $3) AND b = $1 LIMIT $4',
        'SELECT a FROM t WHERE a IN ($1 /*, ... */) AND b = $2 LIMIT $3',
        'SELECT a FROM t WHERE a IN (1, -2, NULL) AND b = $1 LIMIT $2',
        'SELECT a FROM t WHERE a IN (1, $1) AND b = $2 LIMIT $3',
        'SELECT a FROM t WHERE a IN (?, ?) AND b = $1 LIMIT $2',
        'SELECT a FROM t WHERE a IN (:a, :b) AND b = $1 LIMIT $2',
      ],
    ],
    [
      'postgresql',
      'select a from t where a in (?::int) and b in (cast(? as text)) and c in (lower(?))',
      [
        "SELECT a FROM t WHERE a IN ($1::int) AND b IN (CAST($2 AS text)) AND c IN (lower('x'))",
        'SELECT a FROM t WHERE a IN ($1::int, 5::int) AND b IN (CAST($2 AS text), CAST($3 AS text)) AND c IN (lower($4), lower($5))',
      ],
    ],
    [
      'postgresql',
      'select a from t where a = any (array[?]::int[]) and (b, c) in ((?, ?)) and d = any (?)',
      [
        'SELECT a FROM t WHERE a = ANY (ARRAY[$1, $2]::int[]) AND (b, c) IN (($3, $4), ($5, $6)) AND d = ANY ($7)',
        'SELECT a FROM t WHERE a = ANY (ARRAY[1]::int[]) AND (b, c) IN ((2, $1)) AND d = ANY ($2)',
        'SELECT a FROM t WHERE a = ANY (ARRAY[$1 /*, ... */]::int[]) AND (b, c) IN (($2, $3)) AND d = ANY ($4)',
      ],
    ],
    [
      'postgresql',
      'insert into t values (?, now(), ?::int) on conflict(a) do update set b = ?',
      [
        'INSERT INTO t VALUES ($1, now(), $2::int) ON CONFLICT (a) DO UPDATE SET b = $3',
        "INSERT INTO t VALUES ($1, now(), '2'::int), ('x', now(), $2::int), ($3, now(), $4::int) ON CONFLICT (a) DO UPDATE SET b = $5",
      ],
    ],
    [
      'postgresql',
      'select a from t where b in (select c from u where d = ?) and e in (f, ?, g) and h[?] = ?',
      ['SELECT a FROM t WHERE b IN (SELECT c FROM u WHERE d = $3) AND e IN (f, 1, $2, g) AND h[$4] = $3'],
    ],
    [
      'mysql',
      'select a from t where b in (?) and c in (F(?)) and d in (@x, @y) limit ?',
      [
        'SELECT a FROM t WHERE b IN (?, ?) AND c IN (F(?), F(?)) AND d IN (@x, @y) LIMIT ?',
        'SELECT a FROM t WHERE b IN (1) AND c IN (F(2)) AND d IN (@x, @y) LIMIT 3',
        'SELECT a FROM t WHERE b IN (...) AND c IN (F(?)) AND d IN (@x, @y) LIMIT ?',
      ],
    ],
    [
      'mysql',
      'insert into t(a, b) values (?, ?) on DUPLICATE key update a = values (a), b = values (b)',
      [
        'INSERT INTO t (a, b) VALUES (?, ?), (?, 5) ON DUPLICATE KEY UPDATE a = VALUES(a), b = VALUES(b)',
        'INSERT INTO t (a, b) VALUES (?, ?) ON DUPLICATE KEY UPDATE a = VALUES(a), b = VALUES(b)',
      ],
    ],
    [
      'transactsql',
      'select a from t where b in (?) and c = @p1 and d = @shop',
      [
        'SELECT a FROM t WHERE b IN (@p0, @p1, @p2) AND c = @p3 AND d = @shop',
        'SELECT a FROM t WHERE b IN (@p0) AND c = @p1 AND d = @shop',
      ],
    ],
    [
      'postgresql',
      'update t set a = ?, b = ?, c = f(?, ?) where d = ? and e is null and f is not true',
      [
        'UPDATE t SET a = NULL, b = true, c = f(-1, NULL) WHERE d = -5 AND e IS NULL AND f IS NOT TRUE',
        "UPDATE t SET a = 'x', b = FALSE, c = f(1, 'x') WHERE d = 5 AND e IS NULL AND f IS NOT TRUE",
        'UPDATE t SET a = $1, b = $2, c = f($3, $4) WHERE d = $5 AND e IS NULL AND f IS NOT TRUE',
        'UPDATE t SET a = $2, b = $1, c = f(+ $3, - $4) WHERE d = $2 AND e IS NULL AND f IS NOT TRUE',
      ],
    ],
    [
      'postgresql',
      'select ?, a - ?, b(c) - ?, case when a = ? then ? else ? end - ? from t where a between ? and ? limit ?',
      [
        'SELECT -1, a - 1, b(c) - 1, CASE WHEN a = NULL THEN true ELSE false END - 1 FROM t WHERE a BETWEEN -1 AND +2 LIMIT NULL',
        'SELECT $1, a - $2, b(c) - -$3, CASE WHEN a = $4 THEN $5 ELSE $6 END - $7 FROM t WHERE a BETWEEN $8 AND $9 LIMIT $10',
      ],
    ],
    [
      'postgresql',
      'select a from t left join u on ? where a = ?::int and not ? and b is distinct from ?',
      [
        'SELECT a FROM t LEFT JOIN u ON true WHERE a = -1::int AND NOT false AND b IS DISTINCT FROM NULL',
        'SELECT a FROM t LEFT JOIN u ON $1 WHERE a = $2::int AND NOT $3 AND b IS DISTINCT FROM $4',
      ],
    ],
    [
      'mysql',
      'update t set a = ?, b = ? where c = ?',
      ['UPDATE t SET a = NULL, b = TRUE WHERE c = -1', 'UPDATE t SET a = ?, b = ? WHERE c = ?'],
    ],
    ['sqlite', 'select a from t where b = ? and c = :c', ['SELECT a FROM t WHERE b = NULL AND c = :c']],
    [
      'transactsql',
      'select a from t where b = ? and c = true',
      ['SELECT a FROM t WHERE b = NULL AND c = true', 'SELECT a FROM t WHERE b = -1 AND c = true'],
    ],
    ['postgresql', 'alter table t add a int default null', ['ALTER TABLE t ADD a int DEFAULT NULL']],
    ['postgresql', 'select t.null, "null" - ? from t', ['SELECT t.null, "null" - 1 FROM t']],
    ['transactsql', 'select a from t where b = @p0 and c = @p2', ['SELECT a FROM t WHERE b = @p0 AND c = @p2']],
    [
      'sqlite',
      'select a from t where b in (?) and c in (?) and d in (?) and e = :e1',
      [
        'SELECT a FROM t WHERE b IN (:b1, :b2) AND c IN (?3, ?4) AND d IN ($d) AND e = :e5',
        'SELECT a FROM t WHERE b IN (?) AND c IN (@c) AND d IN (?, ?, 7) AND e = :e1',
      ],
    ],
  ])('%s: %s stands for lists of any length', (dialect, shape, texts) => {
    expect(texts.map((text) => writtenShapes(text, dialect))).toEqual(texts.map(() => [shape]));
    expect(foldedShape(shape, dialect)).toBe(shape);
  });

  test.each<[Dialect, string, string]>([
    ['postgresql', 'select a from t where b in ($1, $2) and c = $3', 'select a from t where b in (?) and c = ?'],
    ['postgresql', 'select a from t where b in ($1) and "in" = $2', 'select a from t where b in (?) and "in" = ?'],
    ['postgresql', 'insert into t(a) values ($1, $2), ($3, $4)', 'insert into t(a) values (?, ?)'],
    [
      'postgresql',
      'declare c_* cursor for select a from t where b in ($1, $2)',
      'declare c_* cursor for select a from t where b in (?)',
    ],
    ['postgresql', 'select /*+ IN ($1, $2) */ a[?] from t', 'select /*+ IN ($1, $2) */ a[?] from t'],
    [
      'postgresql',
      'select a from t where b = $1 and c = - ? and d is null',
      'select a from t where b = ? and c = ? and d is null',
    ],
    [
      'postgresql',
      'update t set a = null, b = true where c is not true',
      'update t set a = ?, b = ? where c is not true',
    ],
    ['mysql', 'update t set a = null where c in (?) and d = - ?', 'update t set a = ? where c in (?) and d = ?'],
    ['postgresql', 'insert into t(a, b) values (?, default), (default, ?)', 'insert into t(a, b) values (?, ?)'],
    ['mysql', 'insert into t values (?, DEFAULT)', 'insert into t values (?, ?)'],
    ['mysql', 'select a from t where (b, c) in ((?, ?), (?, ?))', 'select a from t where (b, c) in ((?, ?))'],
    ['transactsql', 'select a from t where b in (@p0, @p1) and c = @p2', 'select a from t where b in (?) and c = @p1'],
  ])('%s: the older shape %s is folded', (dialect, older, shape) => {
    expect(foldedShape(older, dialect)).toBe(shape);
    expect(isWrittenShape(shape, dialect)).toBe(true);
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

test.each<[string, string | undefined]>([
  ['a = :x', 'conditional'],
  ['a = $x OR ?1 = :y', undefined],
])('sqlite: named parameters are not columns: %s', (where, filter) => {
  expect(read('sqlite', `DELETE FROM t WHERE ${where}`).statements[0]?.operations[0]?.filter).toBe(filter);
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
