import { describe, expect, test } from 'vitest';
import { DIALECTS, type Dialect, type Operation, type StatementFacts } from '../../src/model/index.ts';
import { read, unreadableOf } from './read.ts';

function factsOf(dialect: Dialect, sql: string): StatementFacts {
  const facts = read(dialect, sql).statements.at(-1)?.facts;
  if (!facts) throw new Error('no statement');
  return { ...facts, tablesRead: facts.tablesRead && [...facts.tablesRead].sort() };
}

function first(dialect: Dialect, sql: string): Operation {
  const operation = read(dialect, sql).statements[0]?.operations[0];
  if (!operation) throw new Error('no operation');
  return operation;
}

describe('names', () => {
  test.each<[Dialect, string, Partial<Operation['target']>]>([
    ['postgresql', 'users', { name: 'users', schema: '', quoted: false }],
    ['postgresql', 'Users', { name: 'users', schema: '' }],
    ['postgresql', '"Users"', { name: 'Users', schema: '', quoted: true }],
    ['postgresql', '"us""ers"', { name: 'us"ers' }],
    ['postgresql', 'App.Users', { name: 'users', schema: 'app', text: 'app.users' }],
    ['postgresql', 'app . users', { name: 'users', schema: 'app' }],
    ['postgresql', 'app/**/./**/users', { name: 'users', schema: 'app' }],
    ['postgresql', 'db.app.users', { name: 'users', schema: 'app', text: 'db.app.users' }],
    ['postgresql', 'U&"\\0075sers"', { name: 'users', quoted: true }],
    ['postgresql', 'U&"\\+000075sers"', { name: 'users' }],
    ['postgresql', 'U&"!0075sers" UESCAPE \'!\'', { name: undefined }],
    ['postgresql', 'ÜSERS', { name: 'Üsers' }],
    ['postgresql', `${'x'.repeat(70)}`, { name: 'x'.repeat(63) }],
    ['mysql', 'Users', { name: 'Users', schema: '' }],
    ['mysql', '`app`.`us``ers`', { name: 'us`ers', schema: 'app', quoted: true }],
    ['sqlite', '[Users]', { name: 'users', quoted: true }],
    ['sqlite', 'main."Users"', { name: 'users', schema: 'main' }],
    ['transactsql', '[dbo].[Us]]ers]', { name: 'us]ers', schema: 'dbo', quoted: true }],
    ['transactsql', 'db..Users', { name: 'users', text: 'db..users' }],
    ['transactsql', '#Users', { name: '#users' }],
    ['postgresql', '${users}', { name: undefined, text: '${users}' }],
    ['postgresql', 'app_${env}', { name: undefined, text: 'app_${env}' }],
    ['postgresql', '${env}_users', { name: undefined, text: '${env}_users' }],
    ['postgresql', '"app_${env}"', { name: undefined }],
    ['postgresql', '${schema}.users', { name: 'users', schema: undefined }],
    ['postgresql', 'app.{{ users }}', { name: undefined, schema: 'app' }],
    ['postgresql', '"{{ index .Options "Namespace" }}".users', { name: 'users', schema: undefined }],
    ['postgresql', ':users', { name: undefined }],
    ['transactsql', '$(schema).users', { name: 'users', schema: undefined }],
  ])('%s: %s', (dialect, name, expected) => {
    const script = read(dialect, `DROP TABLE ${name}`);
    expect(script.statements[0]?.operations[0]).toMatchObject({ kind: 'drop_table', target: expected });
    expect(unreadableOf(dialect, `DROP TABLE ${name}`)).toEqual([]);
  });
});

describe('placeholders', () => {
  test.each(DIALECTS)('%s: a statement that begins with a placeholder is unreadable', (dialect) => {
    for (const sql of [
      '${x}',
      '{{ x }}',
      '${x} TABLE users',
      '${x}; SELECT 1',
      '{% if x %} SELECT 1',
      'SELECT 1 {% if x %}',
    ]) {
      expect(unreadableOf(dialect, sql), sql).not.toEqual([]);
    }
  });

  test.each(DIALECTS)('%s: elsewhere a placeholder is one name or value, and the rest is read', (dialect) => {
    const sql = 'DELETE FROM ${a} WHERE x = ${b}; DROP TABLE users';
    const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
    expect(operations.map(({ kind, filter }) => `${kind} ${filter}`)).toEqual(['delete conditional', 'drop_table ']);
    expect(unreadableOf(dialect, sql)).toEqual([]);
  });

  test('lists of tables are unknown if one table is a placeholder', () => {
    expect(factsOf('postgresql', 'SELECT * FROM ${a}').tablesRead).toBeUndefined();
    expect(factsOf('postgresql', 'DELETE FROM ${a}').tablesWritten).toBeUndefined();
    expect(factsOf('mysql', 'SELECT * FROM a, ${b}').tablesRead).toBeUndefined();
  });

  test('literal facts are unknown if the value is a placeholder', () => {
    expect(factsOf('postgresql', 'SELECT 1 LIMIT ${n}')).toMatchObject({ hasLimit: true, limit: undefined });
    expect(factsOf('postgresql', 'SELECT 1 LIMIT $1 OFFSET $2')).toMatchObject({ limit: undefined, offset: undefined });
    expect(factsOf('mysql', 'SELECT 1 FROM a WHERE x LIKE ?')).toMatchObject({ leadingWildcard: undefined });
  });

  test('a quoted psql variable is a string, and a template in a body is a name', () => {
    expect(unreadableOf('postgresql', "COPY a FROM :'file'")).toEqual([]);
    expect(unreadableOf('postgresql', 'COPY a FROM :file')).toEqual([]);
    expect(
      unreadableOf('postgresql', 'DO $$ BEGIN ALTER TABLE {{ index .Options "Namespace" }}.a ADD x int; END $$'),
    ).toEqual([]);
    expect(unreadableOf('postgresql', 'DO $$ BEGIN {{ x }}; END $$')).not.toEqual([]);
  });
});

describe('facts of statements', () => {
  test.each<[Dialect, string, Partial<StatementFacts>]>([
    [
      'postgresql',
      'SELECT 1',
      { hasLimit: false, limit: 0, hasOffset: false, offset: 0, longestInList: 0, valuesRows: 0 },
    ],
    ['postgresql', 'SELECT 1 LIMIT 10 OFFSET 5', { hasLimit: true, limit: 10, hasOffset: true, offset: 5 }],
    ['postgresql', 'SELECT 1 FETCH FIRST 7 ROWS ONLY', { hasLimit: true, limit: 7 }],
    ['postgresql', 'SELECT 1 FETCH FIRST ROW ONLY', { hasLimit: true, limit: 1 }],
    ['postgresql', 'SELECT 1 LIMIT ALL', { hasLimit: false, limit: 0 }],
    ['postgresql', 'SELECT (SELECT 1 LIMIT 100) LIMIT 2', { hasLimit: true, limit: 2 }],
    ...(
      [
        'SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u LIMIT 1)',
        'SELECT a FROM (SELECT a FROM t LIMIT 5) q',
        'WITH q AS (SELECT a FROM t LIMIT 5) SELECT a FROM q',
        'INSERT INTO t WITH q AS (SELECT a FROM u LIMIT 5) SELECT a FROM q',
        'DELETE FROM t WHERE id > (SELECT id FROM t LIMIT 5)',
        'DELETE FROM t WHERE id IN (SELECT id FROM t LIMIT 5)',
        'UPDATE t SET a = (SELECT 1 FROM u LIMIT 1)',
        'INSERT INTO t VALUES ((SELECT 1 FROM u LIMIT 1))',
        '(SELECT a FROM t LIMIT 5) UNION ALL (SELECT a FROM u LIMIT 5)',
        'CALL p((SELECT a FROM t LIMIT 1))',
        'DO $$ BEGIN PERFORM 1 FROM t LIMIT 1; END $$',
        'SELECT a, (SELECT b FROM u FETCH FIRST 1 ROW ONLY) FROM t',
      ] as const
    ).map((sql): [Dialect, string, Partial<StatementFacts>] => ['postgresql', sql, { hasLimit: false, limit: 0 }]),
    ...(
      [
        '(SELECT a FROM t LIMIT 5)',
        '((SELECT a FROM t) LIMIT 5)',
        '(SELECT a FROM t LIMIT 50) LIMIT 5',
        '(SELECT a FROM t) UNION (SELECT a FROM u) LIMIT 5',
        'INSERT INTO t SELECT a FROM u LIMIT 5',
        'INSERT INTO t (a) (SELECT a FROM u LIMIT 5)',
        'COPY (SELECT a FROM t LIMIT 5) TO STDOUT',
        'CREATE TABLE t AS (SELECT a FROM u LIMIT 5)',
        'PREPARE p AS SELECT a FROM t LIMIT 5',
        'DECLARE c CURSOR FOR SELECT a FROM t LIMIT 5',
        'EXPLAIN (ANALYZE) SELECT a FROM t LIMIT 5',
        'WITH q AS (SELECT 1 LIMIT 50) SELECT a FROM q LIMIT 5',
      ] as const
    ).map((sql): [Dialect, string, Partial<StatementFacts>] => ['postgresql', sql, { hasLimit: true, limit: 5 }]),
    ['mysql', 'DELETE FROM t WHERE a IN (SELECT a FROM u LIMIT 9) LIMIT 5', { hasLimit: true, limit: 5 }],
    ['mysql', "PREPARE p FROM 'SELECT a FROM t LIMIT 5'", { hasLimit: true, limit: 5 }],
    ['transactsql', "EXEC sp_executesql N'SELECT TOP 5 a FROM t'", { hasLimit: true, limit: 5 }],
    ['transactsql', 'SELECT TOP 5 a FROM t UNION SELECT a FROM u', { hasLimit: undefined, limit: undefined }],
    ['transactsql', 'SELECT a FROM t WHERE b IN (SELECT TOP 5 b FROM u)', { hasLimit: false, limit: 0 }],
    ['mysql', 'SELECT 1 LIMIT 5, 10', { limit: 10, offset: 5 }],
    ['transactsql', 'SELECT TOP 10 x FROM a', { hasLimit: true, limit: 10 }],
    ['transactsql', 'SELECT TOP (10) x FROM a', { limit: 10 }],
    ['transactsql', 'SELECT x FROM a ORDER BY x OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY', { limit: 10, offset: 5 }],
    ['postgresql', 'SELECT 1 WHERE x IN (1, f(2, 3), (4)) AND y IN (1)', { longestInList: 3 }],
    ['postgresql', 'SELECT 1 WHERE x IN (SELECT 1, 2)', { longestInList: 0 }],
    ['postgresql', 'INSERT INTO a VALUES (1, 2), (3, 4), (5, 6)', { valuesRows: 3, tablesWritten: ['a'] }],
    ['mysql', 'INSERT INTO a VALUES ROW(1), ROW(2)', { valuesRows: 2 }],
    ['postgresql', "SELECT 1 WHERE x LIKE '%a'", { leadingWildcard: true }],
    ['postgresql', "SELECT 1 WHERE x ILIKE '_a'", { leadingWildcard: true }],
    ['postgresql', "SELECT 1 WHERE x NOT LIKE E'%a'", { leadingWildcard: true }],
    ['postgresql', "SELECT 1 WHERE x LIKE 'a%'", { leadingWildcard: false }],
    ['transactsql', "SELECT 1 WHERE x LIKE N'%a'", { leadingWildcard: true }],
    ['postgresql', 'SELECT 1 LIMIT 999::int', { limit: 999 }],
    ['postgresql', 'SELECT 1 LIMIT 999::bigint OFFSET 5::int', { limit: 999, offset: 5 }],
    ['postgresql', 'SELECT 1 LIMIT 999::int * 1000', { hasLimit: true, limit: undefined }],
    ['postgresql', 'SELECT 1 LIMIT 9::numeric', { limit: undefined }],
    ['postgresql', 'SELECT 1 OFFSET 900::int * 50', { offset: undefined }],
    ['postgresql', 'SELECT 1 LIMIT $1::int + 1', { limit: undefined }],
    ['postgresql', 'SELECT 1 LIMIT 10 OPERATOR(pg_catalog.*) 1000', { limit: undefined }],
    ['transactsql', 'SELECT TOP 50 PERCENT x FROM a', { hasLimit: true, limit: undefined }],
    ['transactsql', 'SELECT TOP (50) PERCENT x FROM a', { limit: undefined }],
    ['postgresql', 'ALTER ROLE app CONNECTION LIMIT 5', { hasLimit: false, limit: 0 }],
    ['postgresql', 'ALTER DATABASE app CONNECTION LIMIT 5', { hasLimit: false, limit: 0 }],
    ['postgresql', 'SELECT 1 FROM connection LIMIT 5', { limit: 5 }],
    ...(
      [
        ["concat('%', $1, '%')", true],
        ["concat('a', $1, '%')", false],
        ["concat($1, '%')", undefined],
        ["concat('', $1)", undefined],
        ["('%x')", true],
        ["(('x'))", false],
        ["('%' || $1)", true],
        ["'' || $1", undefined],
        ["'a' || '%'", false],
        ["''", false],
        ['($1)', undefined],
        ['lower($1)', undefined],
        ["ANY(ARRAY['a', '%x'])", true],
        ["ALL (ARRAY['a', 'b'])", false],
        ["ANY (ARRAY['a', $1])", undefined],
        ["ANY ('{%x}')", undefined],
        ["upper('%x')", true],
        ["LOWER(('x%'))", false],
        ["upper('a' || $1)", false],
        ['upper($1)', undefined],
        ['upper', undefined],
        ['a.pattern', undefined],
        ["E'\\x25x'", undefined],
        ["E'a\\x25'", false],
        ["U&'%x'", true],
        ["U&'\\0025x'", undefined],
        ['$$%x$$', undefined],
      ] as const
    ).map(([pattern, leadingWildcard]): [Dialect, string, Partial<StatementFacts>] => [
      'postgresql',
      `SELECT 1 FROM a WHERE x LIKE ${pattern}`,
      { leadingWildcard },
    ]),
    ...(
      [
        ["x ~~ '%a'", true],
        ["x ~~ 'a%'", false],
        ["x !~~* '_a'", true],
        ['x ~~* $1', undefined],
        ["x ~ '%a'", false],
      ] as const
    ).map(([condition, leadingWildcard]): [Dialect, string, Partial<StatementFacts>] => [
      'postgresql',
      `SELECT 1 FROM a WHERE ${condition}`,
      { leadingWildcard },
    ]),
    ...(
      [
        ["x = ANY ('{1,2,3}')", 3],
        ['x = ANY (\'{"a,b",c}\'::text[])', 2],
        ["x = ANY ('{}')", 0],
        ['x = ANY (ARRAY[1, f(2, 3), 4])', 3],
        ['x <> ALL (ARRAY[1, 2])', 0],
        ['x = ANY (ARRAY[]::int[])', 0],
        ['x = ANY ($1)', undefined],
        ['x = ANY ($1::int[]) AND y IN (1, 2)', undefined],
        ["x = ANY (E'{1}')", undefined],
        ['x = ANY (SELECT 1)', 0],
        ['x = ANY (other)', 0],
        ['x IN (VALUES (1), (2), (3))', 3],
      ] as const
    ).map(([condition, longestInList]): [Dialect, string, Partial<StatementFacts>] => [
      'postgresql',
      `SELECT 1 FROM a WHERE ${condition}`,
      { longestInList },
    ]),
    ['postgresql', "SELECT 1 LIMIT '1000'", { limit: 1000 }],
    ['postgresql', 'SELECT 1 LIMIT (5)', { limit: 5 }],
    ['postgresql', 'SELECT 1 LIMIT (5) + 1', { limit: undefined }],
    ['postgresql', 'SELECT 1 FETCH FIRST (5) ROWS ONLY', { limit: 5 }],
    ['postgresql', 'SELECT 1 FETCH FIRST ($1) ROWS ONLY', { hasLimit: true, limit: undefined }],
    ...(
      [
        ['SELECT a.*, b FROM a', true],
        ['SELECT DISTINCT ON (b) * FROM a', true],
        ['SELECT b IS DISTINCT FROM c, a.* FROM a', true],
        ['SELECT * FROM a ORDER BY b', true],
        ['SELECT b FROM (SELECT * FROM a) x', true],
        ['TABLE a', true],
        ['SELECT a.limit, a.* FROM a', true],
        ['SELECT b AS offset, a.* FROM a', true],
        ['INSERT INTO b TABLE a', false],
        ['SELECT count(a.*) FROM a', false],
        ['SELECT to_jsonb(a.*) FROM a', false],
        ['SELECT 1 WHERE EXISTS (SELECT * FROM a)', false],
        ['SELECT b * 2, c FROM a', false],
        ['INSERT INTO a VALUES (1) RETURNING *', false],
        ['UPDATE a SET b = 1 RETURNING a.*', false],
      ] as const
    ).map(([sql, selectStar]): [Dialect, string, Partial<StatementFacts>] => ['postgresql', sql, { selectStar }]),
    ['mysql', 'SELECT SQL_CALC_FOUND_ROWS * FROM a', { selectStar: true }],
    ['transactsql', 'SELECT TOP 5 * FROM a', { selectStar: true }],
    ...(['postgresql', 'mysql'] as const).map((dialect): [Dialect, string, Partial<StatementFacts>] => [
      dialect,
      'EXPLAIN SELECT * FROM a, b WHERE c IN (1, 2) LIMIT 5',
      { tablesRead: [], columnsRead: [], joinedTables: 0, selectStar: false, hasLimit: false, longestInList: 0 },
    ]),
    ...(['postgresql', 'mysql'] as const).map((dialect): [Dialect, string, Partial<StatementFacts>] => [
      dialect,
      'EXPLAIN ANALYZE SELECT * FROM a, b LIMIT 5',
      { tablesRead: ['a', 'b'], joinedTables: 2, selectStar: true, limit: 5 },
    ]),
    ...(
      [
        ['COMMIT', ''],
        ['START TRANSACTION', ''],
        ['UNLOCK TABLES', ''],
        ['TRUNCATE t', ''],
        ['SHOW TABLES', ''],
        ['INSERT INTO t (a, b) VALUES (1, ?), (now(), 3)', ''],
        ['INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = VALUES(a), c = c + d', 'c d'],
        ['INSERT INTO t SET a = 1, b = c', 'c'],
        ['DELETE FROM jobs', ''],
        ['DELETE FROM jobs WHERE a IN (1, 2) AND b IS NULL ORDER BY c LIMIT 5', 'a b c'],
        ['UPDATE t SET a = 1, b = ? WHERE id = 5', 'id'],
        ['UPDATE t x SET x.a = IF(e = 1, f, 2), d = d + 1 WHERE x.id = ?', 'd e f id'],
        ['UPDATE t JOIN u ON t.id = u.tid LEFT JOIN v ON v.x = u.y SET t.a = u.b WHERE u.c = 1', 'b c id tid x y'],
        ['DELETE t FROM t JOIN u ON t.id = u.tid WHERE u.x = 1', 'id tid x'],
        ['SET autocommit = 0', ''],
        ['DO sleep(1)', ''],
      ] as const
    ).flatMap(([sql, columns]) =>
      (['mysql', 'mariadb'] as const).map((dialect): [Dialect, string, Partial<StatementFacts>] => [
        dialect,
        sql,
        { columnsRead: columns === '' ? [] : columns.split(' ') },
      ]),
    ),
    ['mysql', 'CREATE TABLE t AS SELECT a FROM u USE INDEX (i)', { columnsRead: undefined }],
    ...(
      [
        ['UPDATE t SET a = DEFAULT WHERE id = 5', 'id'],
        ['UPDATE t SET a = 1 WHERE b IN (SELECT c FROM u USE INDEX (i))', 'b c'],
        ['SELECT BINARY a FROM t', 'a'],
        ['SELECT CONVERT(a, BINARY(16)) FROM t', 'a'],
        ['SELECT a FROM t WHERE BINARY b = ? ORDER BY BINARY `c`', 'a b c'],
        ['SELECT HIGH_PRIORITY SQL_NO_CACHE a FROM t', 'a'],
        ['SELECT STRAIGHT_JOIN a FROM t', 'a'],
        ['SELECT DISTINCTROW SQL_BIG_RESULT a FROM t', 'a'],
        ['SELECT t.a FROM t STRAIGHT_JOIN u ON u.b = t.c', 'a b c'],
        ['SELECT a FROM t x FORCE INDEX (i, j) IGNORE KEY FOR ORDER BY (k) WHERE b = 1', 'a b'],
        ['SELECT a FROM t PARTITION (p0, p1) WHERE b = 1', 'a b'],
        ['SELECT a, rank() OVER (PARTITION BY b) FROM t', 'a b'],
        ['SELECT a FROM t WHERE b <=> ?', 'a b'],
        ['SELECT a FROM t WHERE b = 1 LOCK IN SHARE MODE', 'a b'],
        ['SELECT a FROM t WHERE b IS NOT UNKNOWN', 'a b'],
        ["SELECT a, MATCH (b, c) AGAINST ('x') AS score FROM t WHERE MATCH (b) AGAINST (? IN BOOLEAN MODE)", 'a b c'],
        [
          "SELECT a FROM t WHERE MATCH (b) AGAINST ('x' IN NATURAL LANGUAGE MODE WITH QUERY EXPANSION) AND c = 1",
          'a b c',
        ],
      ] as const
    ).flatMap(([sql, columns]) =>
      (['mysql', 'mariadb'] as const).map((dialect): [Dialect, string, Partial<StatementFacts>] => [
        dialect,
        sql,
        { columnsRead: columns.split(' ') },
      ]),
    ),
    ['mysql', 'SELECT a FROM t WHERE b MEMBER OF (c)', { columnsRead: ['a', 'b', 'c'] }],
    ['mysql', 'SELECT a FROM t WHERE b = 1 LIMIT 5 FOR SHARE', { columnsRead: ['a', 'b'] }],
    ['mysql', 'SELECT cast(a AS binary) FROM t ORDER BY b COLLATE binary DESC', { columnsRead: ['a', 'b'] }],
    ['mariadb', 'SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u)', { functions: [] }],
    ['mariadb', "SELECT a FROM t WHERE MATCH (a) AGAINST ('x')", { functions: ['match'] }],
    ...(
      [
        ['SELECT a FROM t ORDER BY a FETCH FIRST (5) ROWS ONLY', []],
        ['SELECT a FROM t OFFSET 2 ROWS FETCH NEXT (5) ROWS ONLY', []],
        ['SELECT a FROM t TABLESAMPLE system (10)', []],
        ['SELECT first(a) FROM t TABLESAMPLE bernoulli (10) REPEATABLE (1)', ['first']],
        ['MERGE INTO t USING u ON t.a = u.a WHEN NOT MATCHED THEN INSERT (a) VALUES (now())', ['now']],
        ["SELECT insert('a', 1, 2, 'b')", ['insert']],
      ] as const
    ).map(([sql, functions]): [Dialect, string, Partial<StatementFacts>] => [
      'postgresql',
      sql,
      { functions: [...functions] },
    ]),
    ...(
      [
        ['SELECT EXISTS (SELECT * FROM t WHERE a = 1)', false],
        ['SELECT a FROM t WHERE NOT EXISTS (SELECT u.* FROM u WHERE u.a = t.a)', false],
        ['SELECT count(x.*) FROM t x WHERE a = 1', false],
        ['SELECT count(DISTINCT x.*), x.* FROM t x', true],
        ['SELECT EXISTS (SELECT * FROM (SELECT * FROM t) s)', true],
        ['SELECT d FROM generate_series(1, 9) d LEFT JOIN t ON t.a = d', false],
        ["SELECT e->>'a' FROM t, jsonb_array_elements(t.b) e", false],
        ['SELECT f FROM users_of(1) f', true],
        ['SELECT f FROM generate_series(1, 2) d, t f', true],
        ['SELECT to_jsonb(x.*) FROM t x', true],
        ['SELECT a FROM t WHERE b IN (SELECT * FROM u)', true],
      ] as const
    ).map(([sql, unnamedColumns]): [Dialect, string, Partial<StatementFacts>] => [
      'postgresql',
      sql,
      { unnamedColumns },
    ]),
    ['mysql', "SELECT 1 FROM a WHERE x LIKE _utf8mb4'%x'", { leadingWildcard: true }],
    ['mysql', "SELECT 1 FROM a WHERE x LIKE BINARY '%x'", { leadingWildcard: true }],
    ['mysql', "SELECT 1 FROM a WHERE x LIKE X'2578'", { leadingWildcard: undefined }],
    ['mysql', 'CREATE TABLE a LIKE b', { leadingWildcard: false }],
    ['mysql', 'CREATE TABLE IF NOT EXISTS s.a LIKE b', { leadingWildcard: false }],
    ['postgresql', 'CREATE TABLE a (b int, LIKE c INCLUDING ALL)', { leadingWildcard: false }],
    ['postgresql', 'CREATE TABLE a AS SELECT 1 FROM b WHERE x LIKE y', { leadingWildcard: undefined }],
    ['postgresql', 'SELECT * FROM a', { selectStar: true, tablesRead: ['a'], joinedTables: 1 }],
    ['postgresql', 'SELECT a.* FROM a', { selectStar: true }],
    ['postgresql', 'SELECT count(*) FROM a', { selectStar: false, functions: ['count'] }],
    ['postgresql', 'SELECT 2 * 3', { selectStar: false }],
    [
      'postgresql',
      'SELECT 1 FROM a, b JOIN c ON true LEFT JOIN d ON true',
      { joinedTables: 4, tablesRead: ['a', 'b', 'c', 'd'] },
    ],
    ['postgresql', 'SELECT 1 FROM a WHERE x IN (SELECT 1 FROM b, c, d)', { joinedTables: 3 }],
    ['postgresql', 'SELECT 1 FROM (SELECT 1 FROM x) s JOIN b ON true', { joinedTables: 2, tablesRead: ['b', 'x'] }],
    ['postgresql', 'WITH c AS (SELECT 1 FROM real) SELECT 1 FROM c', { tablesRead: ['real'] }],
    ['postgresql', 'SELECT extract(day FROM created) FROM a', { tablesRead: ['a'] }],
    ['postgresql', 'SELECT 1 FROM a WHERE x IS DISTINCT FROM y', { tablesRead: ['a'] }],
    ['postgresql', "COPY s.a (b) TO '/tmp/x'", { tablesRead: ['s.a'] }],
    ['postgresql', 'COPY a FROM STDIN', { tablesRead: [] }],
    ['mysql', 'HANDLER a OPEN', { tablesRead: ['a'] }],
    ['mysql', 'HANDLER a READ FIRST', { tablesRead: ['a'] }],
    ['mysql', 'FETCH a INTO b', { tablesRead: [] }],
    ['postgresql', 'SELECT 1 FROM generate_series(1, 2)', { tablesRead: [], functions: ['generate_series'] }],
    ['postgresql', 'INSERT INTO a SELECT x FROM b', { tablesRead: ['b'], tablesWritten: ['a'] }],
    ['postgresql', 'DELETE FROM a', { tablesRead: [], tablesWritten: ['a'] }],
    ['postgresql', 'DELETE FROM App.A USING b WHERE b.x = 1', { tablesWritten: ['app.a'], tablesRead: ['b'] }],
    ['postgresql', 'SELECT pg_catalog.PG_SLEEP(1)', { functions: ['pg_sleep'] }],
    ['postgresql', 'SELECT "pg_sleep"(1)', { functions: ['pg_sleep'] }],
    ['postgresql', 'SELECT pg_sleep/**/(1)', { functions: ['pg_sleep'] }],
    ['postgresql', "CREATE TABLE a (x int DEFAULT nextval('s'))", { functions: ['nextval'] }],
    ['postgresql', 'DO $$ BEGIN PERFORM pg_sleep(1); END $$', { functions: ['pg_sleep'] }],
    ['mysql', 'SELECT SLEEP(1), a.b FROM c', { functions: ['sleep'] }],
    ['mysql', 'UPDATE a, b SET a.x = 1', { tablesWritten: ['a'] }],
    ['sqlite', "SELECT load_extension('x')", { functions: ['load_extension'] }],
    ['transactsql', "SELECT * FROM OPENROWSET(BULK 'x', SINGLE_CLOB) t", { functions: ['openrowset'] }],
    ['transactsql', 'SELECT * INTO b FROM a', { tablesRead: ['a'] }],
  ])('%s: %s', (dialect, sql, expected) => {
    expect(factsOf(dialect, sql)).toMatchObject(expected);
  });

  test('columns read are known if the grammar lists them', () => {
    expect(factsOf('postgresql', 'SELECT a, b.c FROM b WHERE d = 1').columnsRead).toEqual(
      expect.arrayContaining(['a', 'c', 'd']),
    );
    expect(factsOf('transactsql', 'SELECT a FROM b').columnsRead).toBeUndefined();
  });
});

describe('facts of operations', () => {
  test.each<[Dialect, string, Partial<Operation>]>([
    [
      'postgresql',
      'CREATE TABLE a (id int PRIMARY KEY, x text)',
      { columns: ['id', 'x'], dataTypes: ['int', 'text'], hasPrimaryKey: true },
    ],
    ['postgresql', 'CREATE TABLE a (id int, PRIMARY KEY (id))', { hasPrimaryKey: true }],
    ['postgresql', 'CREATE TABLE a (id int, CONSTRAINT p PRIMARY KEY (id))', { hasPrimaryKey: true }],
    ['postgresql', 'CREATE TABLE a (id int)', { hasPrimaryKey: false }],
    ['postgresql', 'CREATE TABLE a (LIKE b INCLUDING ALL)', { hasPrimaryKey: undefined }],
    ['postgresql', 'CREATE TABLE a AS SELECT 1', { hasPrimaryKey: undefined }],
    [
      'postgresql',
      'CREATE TABLE a (x varchar(10), y timestamp with time zone, z double precision, w int[])',
      { dataTypes: ['varchar', 'timestamptz', 'double precision', 'int'] },
    ],
    ['postgresql', 'CREATE UNLOGGED TABLE IF NOT EXISTS a (x int)', { ifNotExists: true }],
    [
      'postgresql',
      'ALTER TABLE a ADD COLUMN x int NOT NULL',
      { kind: 'add_column', columns: ['x'], notNull: true, hasDefault: false },
    ],
    ['postgresql', 'ALTER TABLE a ADD x int NOT NULL DEFAULT 1', { notNull: true, hasDefault: true }],
    ['postgresql', 'ALTER TABLE a ADD x int GENERATED ALWAYS AS IDENTITY', { hasDefault: true }],
    [
      'postgresql',
      'ALTER TABLE a ADD COLUMN IF NOT EXISTS x bigserial',
      { ifNotExists: true, hasDefault: true, dataTypes: ['bigserial'] },
    ],
    [
      'postgresql',
      'ALTER TABLE a DROP COLUMN IF EXISTS x CASCADE',
      { kind: 'drop_column', columns: ['x'], ifExists: true, cascade: true },
    ],
    [
      'postgresql',
      'ALTER TABLE a ADD CONSTRAINT f FOREIGN KEY (x) REFERENCES b (y) NOT VALID',
      { kind: 'add_constraint', constraint: 'f', constraintType: 'foreign_key', notValid: true, columns: ['x'] },
    ],
    [
      'postgresql',
      'ALTER TABLE a ADD FOREIGN KEY (x) REFERENCES b',
      { constraint: '', constraintType: 'foreign_key', notValid: false },
    ],
    ['postgresql', 'ALTER TABLE a ADD CONSTRAINT c CHECK (x > 0)', { constraintType: 'check' }],
    ['mariadb', 'ALTER TABLE a ADD INDEX IF NOT EXISTS i (x)', { kind: 'create_index', ifNotExists: true }],
    ['mariadb', 'ALTER TABLE a ADD INDEX i (x)', { kind: 'create_index', ifNotExists: false }],
    ['mariadb', 'ALTER TABLE a ADD UNIQUE KEY IF NOT EXISTS u (x)', { constraintType: 'unique', ifNotExists: true }],
    [
      'mariadb',
      'ALTER TABLE a ADD CONSTRAINT IF NOT EXISTS c CHECK (x > 0)',
      { constraintType: 'check', constraint: 'c', ifNotExists: true },
    ],
    [
      'mariadb',
      'ALTER TABLE a ADD FOREIGN KEY IF NOT EXISTS f (x) REFERENCES b (y)',
      { constraintType: 'foreign_key', columns: ['x'], ifNotExists: true },
    ],
    ['postgresql', 'ALTER TABLE a ADD CONSTRAINT u UNIQUE USING INDEX i', { constraintType: 'unique', unique: true }],
    ['postgresql', 'ALTER TABLE a ADD CONSTRAINT e EXCLUDE USING gist (x WITH &&)', { constraintType: 'exclusion' }],
    ['postgresql', 'ALTER TABLE a VALIDATE CONSTRAINT c', { kind: 'validate_constraint', constraint: 'c' }],
    [
      'postgresql',
      'ALTER TABLE a ALTER COLUMN x TYPE smallint',
      { kind: 'alter_column_type', columns: ['x'], dataTypes: ['smallint'] },
    ],
    [
      'postgresql',
      'ALTER TABLE a ALTER x SET DATA TYPE smallint',
      { kind: 'alter_column_type', dataTypes: ['smallint'] },
    ],
    ['postgresql', 'ALTER TABLE a ALTER x SET NOT NULL', { kind: 'set_not_null', columns: ['x'] }],
    [
      'postgresql',
      'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS i ON s.a (x, lower(y))',
      { kind: 'create_index', unique: true, concurrently: true, ifNotExists: true, table: 's.a', columns: ['x'] },
    ],
    [
      'postgresql',
      'DROP INDEX CONCURRENTLY IF EXISTS i CASCADE',
      { concurrently: true, ifExists: true, cascade: true },
    ],
    [
      'postgresql',
      'GRANT SELECT, INSERT (x) ON a TO PUBLIC, "App" WITH GRANT OPTION',
      { privileges: ['select', 'insert'], grantees: ['public', 'App'], grantOption: true },
    ],
    [
      'transactsql',
      'MERGE INTO a USING b ON a.i = b.i WHEN MATCHED THEN UPDATE SET x = CASE WHEN NOT b.y THEN 1 END, z = 2 WHEN NOT MATCHED BY SOURCE THEN UPDATE SET w = 1',
      { kind: 'merge', columns: ['x', 'z', 'w'] },
    ],
    [
      'postgresql',
      'MERGE INTO a USING b ON a.i = b.i WHEN MATCHED THEN UPDATE SET x = CASE WHEN matched THEN 1 END, z = 2',
      { kind: 'merge', columns: ['x', 'z'] },
    ],
    [
      'postgresql',
      'GRANT ALTER SYSTEM ON PARAMETER archive_command TO app',
      { kind: 'grant', privileges: ['alter system'] },
    ],
    ['transactsql', 'GRANT SELECT ON a TO guest', { grantees: ['guest', 'public'] }],
    ['postgresql', 'GRANT SELECT ON a TO guest', { grantees: ['guest'] }],
    ['mysql', "GRANT SELECT ON base.* TO ''@'%'", { grantees: ['public'] }],
    [
      'postgresql',
      'GRANT ALL PRIVILEGES ON ALL TABLES IN SCHEMA s TO app',
      { privileges: ['all'], target: { name: 's', schema: '', quoted: false, text: 's' } },
    ],
    [
      'postgresql',
      'GRANT admin TO app WITH ADMIN OPTION',
      { kind: 'grant_role', privileges: ['admin'], grantees: ['app'], grantOption: true },
    ],
    [
      'postgresql',
      'REVOKE GRANT OPTION FOR SELECT ON a FROM app CASCADE',
      { kind: 'revoke', privileges: ['select'], grantees: ['app'], cascade: true, grantOption: true },
    ],
    [
      'redshift',
      'GRANT SELECT, INSERT FOR TABLES IN SCHEMA s TO ROLE r',
      {
        kind: 'grant',
        privileges: ['select', 'insert'],
        grantees: ['r'],
        target: { name: 's', schema: '', quoted: false, text: 's' },
      },
    ],
    [
      'redshift',
      'REVOKE SELECT FOR TABLES IN DATABASE d FROM ROLE r',
      { kind: 'revoke', privileges: ['select'], grantees: ['r'], objectClass: 'database' },
    ],
    [
      'redshift',
      'REVOKE GRANT OPTION FOR SELECT FOR TABLES IN SCHEMA s FROM u',
      {
        kind: 'revoke',
        privileges: ['select'],
        grantees: ['u'],
        objectClass: 'schema',
        grantOption: true,
        allOf: 'tables',
      },
    ],
    [
      'redshift',
      'GRANT ALL FOR TABLES IN SCHEMA s TO PUBLIC',
      { kind: 'grant', privileges: ['all'], grantees: ['public'] },
    ],
    ['redshift', 'GRANT ROLE a TO ROLE b', { kind: 'grant_role', privileges: ['a'], grantees: ['b'] }],
    ['redshift', 'GRANT a TO b', { kind: 'grant_role', privileges: ['a'], grantees: ['b'] }],
    [
      'postgresql',
      'ALTER ROLE app SUPERUSER BYPASSRLS',
      { kind: 'alter_role', privileges: ['superuser', 'bypassrls'] },
    ],
    [
      'postgresql',
      'ALTER DEFAULT PRIVILEGES IN SCHEMA s GRANT SELECT ON TABLES TO app',
      { privileges: ['select'], grantees: ['app'] },
    ],
    ['postgresql', 'CREATE POLICY p ON s.a USING (true)', { kind: 'create_policy', table: 's.a' }],
    ['postgresql', 'DROP TRIGGER t ON a', { kind: 'drop_trigger', table: 'a' }],
    [
      'postgresql',
      'CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE PLpgSQL AS $$ BEGIN RETURN 1; END $$',
      { orReplace: true, language: 'plpgsql' },
    ],
    ['postgresql', 'INSERT INTO a (x, "Y") VALUES (1, 2)', { columns: ['x', 'Y'] }],
    ['postgresql', 'UPDATE a SET x = 1, (y, z) = (2, 3)', { columns: ['x', 'y', 'z'] }],
    ['postgresql', 'INSERT INTO a (x) VALUES (1) ON CONFLICT (x) DO UPDATE SET y = 2', { kind: 'insert' }],
    ['postgresql', 'COPY a (x) FROM STDIN', { endpoint: 'client', columns: ['x'] }],
    ['postgresql', 'COPY a TO STDOUT', { kind: 'copy_to', endpoint: 'client' }],
    ['postgresql', "COPY a FROM '/x'", { kind: 'copy_from', endpoint: 'file' }],
    ['postgresql', "COPY a TO PROGRAM 'x'", { endpoint: 'program' }],
    ['postgresql', 'COPY a FROM :file', { endpoint: undefined }],
    ['postgresql', 'SELECT 1', { endpoint: '' }],
    ['mysql', "LOAD DATA INFILE 'x' INTO TABLE a", { kind: 'copy_from', endpoint: 'file' }],
    ['mysql', "LOAD DATA LOCAL INFILE 'x' INTO TABLE a", { endpoint: 'client' }],
    ['transactsql', "BULK INSERT dbo.a FROM 'x'", { kind: 'copy_from', endpoint: 'file' }],
    ['mysql', 'INSERT INTO a SET x = 1, y = 2', { columns: ['x', 'y'] }],
    [
      'mysql',
      'ALTER TABLE a CHANGE b c tinyint NOT NULL',
      { kind: 'alter_column_type', columns: ['b'], dataTypes: ['tinyint'], notNull: true },
    ],
    ['mysql', 'ALTER TABLE a ADD COLUMN (x int, y int NOT NULL)', { kind: 'add_column', columns: ['x'] }],
    ['mysql', 'CREATE TABLE a (x int AUTO_INCREMENT, KEY (x))', { columns: ['x'] }],
    ['transactsql', 'ALTER TABLE a ADD x int NOT NULL, y int', { columns: ['x'], notNull: true }],
    [
      'transactsql',
      'ALTER TABLE a ALTER COLUMN x bigint NOT NULL',
      { kind: 'alter_column_type', columns: ['x'], dataTypes: ['bigint'] },
    ],
    ['transactsql', 'CREATE TABLE a (x int IDENTITY(1, 1) NOT NULL)', { columns: ['x'], dataTypes: ['int'] }],
    ['transactsql', 'CREATE INDEX i ON a (x) WITH (ONLINE = ON)', { concurrently: true }],
    ['transactsql', "EXEC sp_rename 'dbo.a.b', 'c', 'COLUMN'", { kind: 'call' }],
    ['sqlite', 'CREATE TABLE a (x INTEGER PRIMARY KEY AUTOINCREMENT) WITHOUT ROWID', { hasPrimaryKey: true }],
  ])('%s: %s', (dialect, sql, expected) => {
    expect(first(dialect, sql)).toMatchObject(expected);
  });

  test('sp_rename gives the table and the column', () => {
    const [, rename] =
      read('transactsql', "EXEC sp_rename N'dbo.[My Table].b', 'c', N'COLUMN'").statements[0]?.operations ?? [];
    expect(rename).toMatchObject({
      kind: 'rename_column',
      columns: ['b'],
      target: { name: 'my table', schema: 'dbo' },
    });
    const [, table] =
      read('transactsql', "EXEC sp_rename @objname = 'dbo.a', @newname = 'b'").statements[0]?.operations ?? [];
    expect(table).toMatchObject({ kind: 'rename_table', target: { name: 'a', schema: 'dbo' } });
    const [, unknown] = read('transactsql', 'EXEC sp_rename @a, @b').statements[0]?.operations ?? [];
    expect(unknown).toMatchObject({ kind: 'rename_table', target: { name: undefined } });
  });

  test('spans are offsets in the file, also for actions and in bodies', () => {
    const sql = 'ALTER TABLE a ADD x int, DROP y; DO $$ BEGIN DROP TABLE b; END $$;';
    const operations = read('postgresql', sql).statements.flatMap((statement) => statement.operations);
    expect(operations.map(({ span }) => sql.slice(span.start, span.end))).toEqual([
      'ALTER TABLE a ADD x int',
      'DROP y',
      'DO $$ BEGIN DROP TABLE b; END $$',
      'DROP TABLE b',
    ]);
  });
});
