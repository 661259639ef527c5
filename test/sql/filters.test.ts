import { describe, expect, test } from 'vitest';
import { DIALECTS, type Dialect } from '../../src/model/index.ts';
import { read } from './read.ts';

/** How `DELETE FROM a WHERE …` is filtered. */
function filterOf(dialect: Dialect, condition: string): string | undefined {
  const [statement] = read(dialect, `DELETE FROM a WHERE ${condition}`).statements;
  return statement?.operations.find(({ kind }) => kind === 'delete')?.filter;
}

const MYSQLS = ['mysql', 'mariadb'] as const;
const NOT_T_SQL = ['postgresql', 'mysql', 'mariadb', 'sqlite'] as const;

const TAUTOLOGIES: [readonly Dialect[], string[]][] = [
  [
    DIALECTS,
    [
      '1=1',
      '(1=1)',
      '2>1',
      "'a'='a'",
      'id = id',
      'id = a.id',
      'id = id + 0',
      'id >= id',
      'NOT (1=2)',
      '1+1=2',
      '1 = 1 AND 2 = 2',
      'x = 1 OR 1=1',
      '(x = 1) OR (2 > 1)',
      'x IS NULL OR x IS NOT NULL',
      'x = 1 OR x <> 1',
      'x > 1 OR x <= 1',
      'x IN (1, 2) OR x NOT IN (1, 2)',
      '1 IN (1, 2)',
      '1 BETWEEN 0 AND 2',
      "x LIKE '%'",
      "'a' LIKE 'a'",
      'NULL IS NULL',
      'EXISTS (SELECT 1)',
      '(SELECT count(*) FROM b) > 0',
      'CAST(1 AS int) = 1',
      '1 = (SELECT 1)',
      'COALESCE(1, x) = 1',
      'ABS(-1) = 1',
      "'1' = 1",
    ],
  ],
  [NOT_T_SQL, ['true', '1', 'NOT false', '(SELECT true)', 'x = 1 OR true', '1=1 IS TRUE', '1=2 IS FALSE']],
  [
    ['postgresql'],
    [
      "'t'::bool",
      '1::int = 1',
      "x ILIKE '%'",
      '1=1 IS NOT FALSE',
      'x IS NOT DISTINCT FROM x',
      '1 = ANY (ARRAY[1])',
      "x ~ ''",
    ],
  ],
  [MYSQLS, ['x || 1', '1 && 1', '!0', 'x <=> x', 'IF(1, 1, 0)', 'IFNULL(NULL, 1)', '"a" = \'a\'', '5 MOD 2']],
  [['sqlite'], ['1 == 1', "x LIKE '%'", "x GLOB '*'", '1 IS 1', 'ifnull(NULL, 1)', 'iif(1, 1, 0)', 'x IS x']],
  [
    ['transactsql'],
    ['ISNULL(NULL, 1) = 1', 'IIF(1=1, 1, 0) = 1', "N'a' = N'a'", "N'a' = 'a'", '1 = 1.', '1 !< 1', '1 !> 1'],
  ],
];

const CONDITIONS: [readonly Dialect[], string[]][] = [
  [
    DIALECTS,
    [
      'id = 1',
      'id = other',
      'a.id = b.id',
      'id IN (1, 2)',
      'id NOT IN (SELECT id FROM b)',
      'id IN (SELECT 1)',
      'x = NULL',
      'x IS NULL',
      'x IS NOT NULL',
      '1=2',
      '1=1 AND x = 1',
      '1=2 OR x = 1',
      "x LIKE 'a%'",
      "x NOT LIKE '%'",
      'x BETWEEN 1 AND 2',
      'NOT EXISTS (SELECT 1)',
      'EXISTS (SELECT 1 FROM b WHERE b.id = a.id)',
      'EXISTS (SELECT 1 WHERE 1=2)',
      'x = (SELECT max(x) FROM b)',
      'x < x',
      'CASE WHEN x = 1 THEN 1 ELSE 2 END = 1',
      'COALESCE(x, 1) = 1',
      "created < '2020-01-01'",
      'lower(name) <> name',
    ],
  ],
  [NOT_T_SQL, ['false', '0', 'NOT true', 'active', 'NOT active', 'active = true', 'x IS TRUE', 'NULL', 'NOT NULL']],
  [
    ['postgresql'],
    [
      'random() = random()',
      "x ~ 'a'",
      'x = ANY ($1)',
      'x = $1',
      "data->>'a' = 'b'",
      "tags @> ARRAY['a']",
      'x::date = now()::date',
      'CURRENT OF c',
      '(x, y) = (1, 2)',
      "created < now() - interval '1 day'",
      'x[1] = 1',
      "tsv @@ to_tsquery('a')",
    ],
  ],
  [MYSQLS, ['x || y', 'x XOR y', '!x', 'RAND() < 0.5', 'x = ?', "x REGEXP 'a'", '0', "'a'", 'x & 1', 'x <=> NULL']],
  [['sqlite'], ['x || y', "x GLOB 'a*'", 'rowid = ?', 'x = :x', 'x = @x', 'x IS 1', "x MATCH 'a'", 'x == 1']],
  [['transactsql'], ['x = @x', 'NEWID() = NEWID()', 'CURRENT OF c', "CONTAINS(x, 'a')", '[x] = 1', '[select] = 1']],
];

describe('a condition that is always true', () => {
  for (const [dialects, conditions] of TAUTOLOGIES) {
    test.each(dialects.flatMap((dialect) => conditions.map((condition) => [dialect, condition] as const)))(
      '%s: %s',
      (dialect, condition) => {
        expect(filterOf(dialect, condition)).toBe('always_true');
      },
    );
  }
});

describe('a condition that filters', () => {
  for (const [dialects, conditions] of CONDITIONS) {
    test.each(dialects.flatMap((dialect) => conditions.map((condition) => [dialect, condition] as const)))(
      '%s: %s',
      (dialect, condition) => {
        expect(filterOf(dialect, condition)).toBe('conditional');
      },
    );
  }
});

describe('a condition without columns that compares a variable of sqlcmd', () => {
  test.each<[Dialect, string, string | undefined]>([
    ['transactsql', "'x' = '$(x)'", undefined],
    ['transactsql', "'x' = N'$(x)'", undefined],
    ['transactsql', "'$(x)' <> 'y'", 'always_true'],
    ['transactsql', "'$(x)' IN ('a', 'b')", undefined],
    ['transactsql', "'$(x)' LIKE 'a%'", undefined],
    ['transactsql', "'x' = 'a_$(x)'", undefined],
    ['transactsql', '1 = $(x)', undefined],
    ['transactsql', "1 = 1 OR 'x' = '$(x)'", 'always_true'],
    ['transactsql', "'$(x)' = '$(x)'", 'always_true'],
    ['transactsql', "'x' = 'y'", 'conditional'],
    ['transactsql', "id = '$(x)'", 'conditional'],
    ['transactsql', "id = 5 AND 'x' = '$(x)'", 'conditional'],
    ['postgresql', "'x' = '$(x)'", 'conditional'],
  ])('%s: %s: %s', (dialect, condition, filter) => {
    expect(filterOf(dialect, condition)).toBe(filter);
  });
});

describe('a whole statement', () => {
  test.each<[Dialect, string, string, string | undefined]>([
    ['postgresql', 'DELETE FROM a', 'delete', 'none'],
    ['postgresql', 'DELETE FROM a RETURNING *', 'delete', 'none'],
    ['postgresql', 'DELETE FROM ONLY a', 'delete', 'none'],
    ['postgresql', 'DELETE FROM a USING b', 'delete', 'none'],
    ['postgresql', 'DELETE FROM a USING b WHERE a.id = b.id', 'delete', 'conditional'],
    ['postgresql', 'DELETE FROM a USING b JOIN c ON b.x = c.x', 'delete', 'none'],
    ['postgresql', 'UPDATE a SET x = (SELECT 1 FROM b WHERE b.x = 1)', 'update', 'none'],
    ['postgresql', 'UPDATE a SET x = 1 FROM b', 'update', 'none'],
    ['postgresql', 'UPDATE a SET x = 1 FROM b WHERE a.id = b.id', 'update', 'conditional'],
    ['postgresql', 'UPDATE a SET x = 1 WHERE id = 1 RETURNING x', 'update', 'conditional'],
    ['postgresql', 'WITH c AS (SELECT 1 WHERE 1=2) DELETE FROM a', 'delete', 'none'],
    ['postgresql', 'INSERT INTO a SELECT * FROM b', 'insert', ''],
    ['postgresql', 'TRUNCATE a', 'truncate', 'none'],
    ['mysql', 'DELETE FROM a LIMIT 10', 'delete', undefined],
    ['mysql', 'DELETE FROM a ORDER BY id LIMIT 10', 'delete', 'conditional'],
    ['sqlite', 'DELETE FROM a ORDER BY id LIMIT 100 OFFSET 5', 'delete', 'conditional'],
    ['mariadb', 'UPDATE a SET x = 1 ORDER BY id LIMIT 10', 'update', 'conditional'],
    ['mysql', 'DELETE FROM a ORDER BY id LIMIT 1000000', 'delete', 'none'],
    ['mysql', 'DELETE FROM a ORDER BY id LIMIT ?', 'delete', 'none'],
    ['mysql', 'DELETE FROM a ORDER BY id LIMIT ${n}', 'delete', 'none'],
    ['sqlite', 'DELETE FROM a ORDER BY id LIMIT -1', 'delete', 'none'],
    ['mysql', 'DELETE FROM a ORDER BY id LIMIT 1 + 1000000', 'delete', 'none'],
    ['mysql', 'DELETE FROM a WHERE 1 ORDER BY id LIMIT 10', 'delete', 'always_true'],
    ['mysql', 'DELETE FROM a ORDER BY (SELECT 1 FROM b LIMIT 5)', 'delete', 'none'],
    ['mysql', 'UPDATE a SET x = (SELECT y FROM b ORDER BY y LIMIT 1)', 'update', 'none'],
    [
      'mysql',
      'CREATE PROCEDURE p() REPEAT DELETE FROM a ORDER BY id LIMIT 10; UNTIL ROW_COUNT() = 0 END REPEAT',
      'delete',
      'none',
    ],
    [
      'mariadb',
      'BEGIN NOT ATOMIC REPEAT DELETE FROM a ORDER BY id LIMIT 10; UNTIL ROW_COUNT() = 0 END REPEAT; END',
      'delete',
      'none',
    ],
    ['mysql', 'DELETE a FROM a JOIN b ON a.id = b.id', 'delete', 'conditional'],
    ['mysql', 'DELETE a FROM a JOIN b USING (id)', 'delete', 'conditional'],
    ['mysql', 'DELETE a FROM a JOIN b ON 1=1', 'delete', 'always_true'],
    ['mysql', 'DELETE a FROM a JOIN b', 'delete', 'none'],
    ['mysql', 'DELETE a FROM a LEFT JOIN b ON a.id = b.id', 'delete', 'none'],
    ['mysql', 'DELETE a FROM a LEFT JOIN b ON a.id = b.id WHERE b.id IS NULL', 'delete', 'conditional'],
    ['mysql', 'UPDATE a JOIN b ON a.id = b.id SET a.x = 1', 'update', 'conditional'],
    ['mysql', 'UPDATE a, b SET a.x = 1', 'update', 'none'],
    ['mysql', 'UPDATE a LEFT JOIN b ON a.id = b.id SET a.x = 1', 'update', 'none'],
    ['transactsql', 'DELETE a FROM a INNER JOIN b ON a.id = b.id', 'delete', 'conditional'],
    ['transactsql', 'DELETE TOP (10) FROM a', 'delete', 'none'],
    ['transactsql', 'DELETE FROM a OUTPUT deleted.* WHERE x = 1', 'delete', 'conditional'],
    ['transactsql', 'UPDATE t SET x = 1 FROM a t JOIN b ON t.id = b.id', 'update', 'conditional'],
    ['transactsql', 'UPDATE t SET x = 1 FROM a t LEFT JOIN b ON t.id = b.id', 'update', 'none'],
    ['transactsql', 'DELETE FROM a OPTION (MAXDOP 1)', 'delete', 'none'],
    ['postgresql', 'MERGE INTO a USING b ON a.id = b.id WHEN MATCHED THEN DELETE', 'merge_delete', 'conditional'],
    ['postgresql', 'MERGE INTO a USING b ON true WHEN MATCHED THEN DELETE', 'merge_delete', 'always_true'],
    ['postgresql', 'MERGE INTO a USING b ON true WHEN MATCHED AND a.x = 1 THEN DELETE', 'merge_delete', 'conditional'],
    [
      'transactsql',
      'MERGE a USING b ON a.id = b.id WHEN NOT MATCHED BY SOURCE THEN DELETE;',
      'merge_delete',
      'conditional',
    ],
    [
      'transactsql',
      'MERGE a USING b ON a.id = b.id WHEN NOT MATCHED BY SOURCE AND a.x = 1 THEN DELETE;',
      'merge_delete',
      'conditional',
    ],
  ])('%s: %s', (dialect, sql, kind, expected) => {
    const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
    expect(operations.find((operation) => operation.kind === kind)?.filter).toBe(expected);
  });

  test('a condition that is nested too deep is not taken for a filter', () => {
    for (const open of ['(', 'NOT ', '- ', 'x = (']) {
      const depth = 5000;
      const close = open.endsWith('(') ? ')'.repeat(depth) : '';
      expect(filterOf('postgresql', `${open.repeat(depth)}1${close}`)).not.toBe('conditional');
    }
  });
});

describe('the columns of a filter', () => {
  test.each<[Dialect, string, readonly string[]]>([
    ['postgresql', 'tenant_id = 1 AND a."Id" IN (2) OR lower(x) = \'y\'', ['tenant_id', 'Id', 'x']],
    ['postgresql', "created < now() - INTERVAL '1 day'", ['created']],
    ['postgresql', "created < now() - interval '1' day", ['created']],
    ['postgresql', 'id = $1::uuid', ['id']],
    ['postgresql', "id = CAST($1 AS uuid) AND x = 'a'::character varying", ['id', 'x']],
    ['postgresql', "at AT TIME ZONE 'UTC' < $1 AND x = 1", ['at', 'x']],
    ['postgresql', 'name COLLATE "C" = $1', ['name']],
    ['postgresql', 'extract(day FROM created) = 1', ['created']],
    ['postgresql', 'substring(name FROM 1 FOR 2) = $1', ['name']],
    ['postgresql', 'day = $1 AND date = $2 AND interval = $3', ['day', 'date', 'interval']],
    ['postgresql', 'year = $1 OR time = $2 OR timestamp = $3', ['year', 'time', 'timestamp']],
    ['postgresql', "DATE '2020-01-01' = $1", []],
    ['postgresql', "data->>'a' = 'b' AND tags @> ARRAY['a']", ['data', 'tags']],
    ['postgresql', "data->>'a'::text = 'b'", ['data']],
    ['postgresql', 'id IN (SELECT b_id FROM b bb WHERE bb.x = 1)', ['id', 'b_id', 'x']],
    ['postgresql', 'EXISTS (SELECT 1 AS one FROM b JOIN c USING (y) WHERE b.id = a.id)', ['y', 'id']],
    ['postgresql', 'created < current_date AND NOT deleted', ['created', 'deleted']],
    ['postgresql', 'CASE WHEN x = 1 THEN y ELSE z END', ['x', 'y', 'z']],
    ['mysql', 'created < now() - INTERVAL 1 DAY AND `day` = ?', ['created', 'day']],
    ['mysql', 'created < DATE_SUB(NOW(), INTERVAL ? MONTH)', ['created']],
    ['mysql', 'interval_ = 1 AND `interval` > 2', ['interval_', 'interval']],
    ['sqlite', "created < datetime('now', '-1 day') AND rowid = ?", ['created', 'rowid']],
    ['sqlite', 'id = CAST(? AS integer) AND name = ? COLLATE NOCASE', ['id', 'name']],
    ['transactsql', 'CONVERT(date, created) = @x AND [Order] = 1', ['created', 'order']],
  ])('%s: %s', (dialect, condition, expected) => {
    const [operation] = read(dialect, `DELETE FROM a WHERE ${condition}`).statements[0]?.operations ?? [];
    expect(operation?.filterColumns).toEqual(expected);
  });

  test.each<[Dialect, string]>([
    ...['day', 'date', 'year', 'time', 'timestamp', 'interval', 'hour', 'month', 'minute'].flatMap((column) => [
      ['postgresql', `${column} = $1`] as [Dialect, string],
      ['mysql', `${column} = ?`] as [Dialect, string],
      ['sqlite', `${column} = ?`] as [Dialect, string],
      ['transactsql', `${column} = @x`] as [Dialect, string],
    ]),
  ])('%s: a column may be named like a type or a unit: %s', (dialect, condition) => {
    expect(filterOf(dialect, condition)).toBe('conditional');
  });

  test("a typed literal is not a column: DATE '2020-01-01' = $1", () => {
    expect(filterOf('postgresql', "DATE '2020-01-01' = $1")).toBeUndefined();
    expect(filterOf('postgresql', "INTERVAL '1' DAY = $1")).toBeUndefined();
    expect(filterOf('mysql', '? < NOW() - INTERVAL 1 DAY')).toBeUndefined();
  });

  test('there are none without a filter', () => {
    expect(read('postgresql', 'DELETE FROM a').statements[0]?.operations[0]?.filterColumns).toEqual([]);
  });
});
