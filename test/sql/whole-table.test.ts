import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { read } from './read.ts';

/** Writes whose conditions hold for every row, or for all rows or none. */
const WHOLE: readonly (readonly [Dialect, string])[] = [
  ['postgresql', 'DELETE FROM t WHERE a IN (SELECT b FROM s) OR a NOT IN (SELECT b FROM s)'],
  ['postgresql', "DELETE FROM t WHERE a <> ALL('{}'::int[])"],
  ['postgresql', 'DELETE FROM t WHERE (a, b) IN (SELECT a, b FROM t)'],
  ['postgresql', 'DELETE FROM t WHERE ctid IN (SELECT ctid FROM t)'],
  ['postgresql', 'DELETE FROM t WHERE ctid = ANY(ARRAY(SELECT ctid FROM t))'],
  ['postgresql', "DELETE FROM t WHERE id IN (SELECT a.id FROM t a, users u WHERE u.status = 'banned')"],
  [
    'mysql',
    'DELETE FROM t WHERE id IN (SELECT a.id FROM t a JOIN s ON a.id = a.id JOIN u ON u.s_id = s.id WHERE u.x = 1)',
  ],
  ['transactsql', 'DELETE FROM t WHERE id IN (SELECT a.id FROM t a CROSS JOIN u WHERE u.x = 1 AND u.y = 2)'],
  ['postgresql', "DELETE FROM t i WHERE i.u_id IN (SELECT i.u_id FROM u o WHERE o.status = 'draft')"],
  ['sqlite', "DELETE FROM t WHERE u_id IN (SELECT t.u_id FROM u WHERE status = 'draft' AND a > 5)"],
  ['sqlite', 'DELETE FROM t WHERE rowid IN (SELECT rowid FROM t)'],
  ['mysql', 'DELETE FROM t LIMIT 18446744073709551615'],
  ['transactsql', 'DELETE TOP (100) PERCENT FROM t'],
  ['transactsql', 'DELETE t FROM t CROSS JOIN u WHERE u.id = 1'],
  ['transactsql', 'DELETE t FROM t, u'],
  ['transactsql', 'WITH c AS (SELECT * FROM t) DELETE FROM c'],
  ['transactsql', 'WITH c AS (SELECT TOP 100 PERCENT * FROM t ORDER BY id) DELETE FROM c'],
  ['transactsql', 'MERGE t USING u ON 1=1 WHEN MATCHED THEN DELETE;'],
  ['transactsql', 'MERGE t USING u ON 1=0 WHEN NOT MATCHED BY SOURCE THEN DELETE;'],
  ['transactsql', 'MERGE t USING t s ON t.id = s.id WHEN MATCHED THEN DELETE;'],
  ['transactsql', 'MERGE t USING u ON t.id = u.id WHEN NOT MATCHED BY SOURCE THEN UPDATE SET a = NULL;'],
  ['postgresql', 'MERGE INTO t USING t s ON t.id = s.id WHEN MATCHED THEN UPDATE SET a = NULL'],
  ['postgresql', 'MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE'],
  ['postgresql', 'MERGE INTO t USING (SELECT 1) u ON true WHEN MATCHED THEN DELETE'],
  ['postgresql', 'INSERT INTO t SELECT * FROM t ON CONFLICT (id) DO UPDATE SET a = NULL'],
  ['postgresql', 'CREATE VIEW v AS SELECT * FROM t; DELETE FROM v'],
  ['mysql', 'REPLACE INTO t SELECT * FROM t'],
  ['mysql', 'INSERT INTO t (id, a) SELECT id, a FROM t ON DUPLICATE KEY UPDATE a = 0'],
  ['transactsql', "DELETE FROM dbo.t WHERE EXISTS (SELECT 1 FROM dbo.u WHERE x = 'v')"],
  ['postgresql', "DELETE FROM t WHERE EXISTS (SELECT 1 FROM information_schema.tables WHERE table_name = 't')"],
  ['postgresql', 'DELETE FROM t WHERE id IN (SELECT id FROM t LIMIT 1000000)'],
  ['sqlite', 'DELETE FROM t WHERE id IN (SELECT id FROM t LIMIT -1)'],
  ['postgresql', 'CREATE TEMP TABLE c (user_id int); DELETE FROM t WHERE id IN (SELECT id FROM c)'],
];

/** Writes whose conditions tell one row of the target from another. */
const FILTERED: readonly (readonly [Dialect, string])[] = [
  ['postgresql', 'DELETE FROM t WHERE random() < 0.5'],
  ['mysql', 'DELETE t FROM t LEFT JOIN u ON t.id = u.id WHERE u.id IS NULL'],
  [
    'transactsql',
    'WITH c AS (SELECT *, ROW_NUMBER() OVER (PARTITION BY a ORDER BY id) r FROM t) DELETE FROM c WHERE r > 1',
  ],
  ['mysql', 'DELETE LOW_PRIORITY QUICK IGNORE FROM t PARTITION (p0, p1) WHERE a = 1 ORDER BY id LIMIT 5'],
  ['postgresql', "DELETE FROM t WHERE ctid >= '(0,0)' AND ctid < '(1000,0)'"],
  ['postgresql', "DELETE FROM t WHERE ctid = '(0,1)'"],
  ['postgresql', 'DELETE FROM t WHERE a > $1'],
  ['postgresql', 'DELETE FROM t WHERE a = ANY($1)'],
  ['postgresql', 'UPDATE t SET a = v.n FROM (VALUES (1, 5), (2, 6)) v(id, n) WHERE t.id = v.id'],
  ['postgresql', "DELETE FROM t WHERE d < now() - interval '30 days'"],
  [
    'postgresql',
    "DELETE FROM t WHERE id IN (SELECT a.id FROM t a, users u WHERE u.status = 'banned' AND u.id = a.user_id)",
  ],
  ['postgresql', 'DELETE FROM t WHERE id IN (SELECT a.id FROM t a, u WHERE u.id = t.user_id)'],
  ['postgresql', 'DELETE FROM t WHERE id IN (SELECT id FROM t GROUP BY id HAVING count(*) > 1)'],
  ['postgresql', 'DELETE FROM t WHERE EXISTS (SELECT 1 FROM t o WHERE o.email = t.email AND o.id < t.id)'],
  ['postgresql', 'CREATE VIEW v AS SELECT * FROM t WHERE old; DELETE FROM t WHERE id IN (SELECT id FROM v)'],
  [
    'postgresql',
    'DO $$ DECLARE r record; BEGIN FOR r IN SELECT id FROM t WHERE old LOOP DELETE FROM t WHERE id = r.id; END LOOP; END $$',
  ],
  [
    'transactsql',
    'DECLARE c CURSOR FOR SELECT id FROM t WHERE old = 1; OPEN c; FETCH NEXT FROM c; DELETE FROM t WHERE CURRENT OF c',
  ],
  ['postgresql', 'INSERT INTO t SELECT * FROM new_rows ON CONFLICT (id) DO UPDATE SET a = excluded.a'],
  ['transactsql', "DELETE FROM t WHERE PATINDEX('%x%', a) > 0"],
  ['transactsql', 'DELETE FROM dbo.t WHERE EXISTS (SELECT 1 FROM dbo.u WHERE dbo.u.x = dbo.t.x)'],
  ['postgresql', 'DELETE FROM t WHERE id IN (SELECT id FROM t GROUP BY id HAVING count(*) > 1)'],
  ['postgresql', 'DELETE FROM t WHERE id IN (SELECT DISTINCT ON (email) id FROM t)'],
  ['postgresql', 'CREATE TEMP TABLE c AS SELECT id FROM t WHERE old; DELETE FROM t WHERE id IN (SELECT id FROM c)'],
  [
    'postgresql',
    'CREATE TEMP TABLE c AS SELECT id FROM t; DELETE FROM c WHERE kept; DELETE FROM t WHERE id IN (SELECT id FROM c)',
  ],
  [
    'postgresql',
    'CREATE TEMP TABLE c (id int); INSERT INTO c VALUES (1); DELETE FROM t WHERE id IN (SELECT id FROM c)',
  ],
  [
    'postgresql',
    'DO $$ BEGIN FOR i IN 1..3 LOOP DELETE FROM t WHERE id IN (SELECT id FROM t LIMIT 2); END LOOP; END $$',
  ],
  ['mysql', 'DELETE u, o FROM u JOIN o ON o.user_id = u.id WHERE u.id = 5'],
  ['mysql', 'DELETE u FROM u JOIN o ON o.user_id = u.id'],
  ['transactsql', 'DELETE FROM t WHERE id = ISNULL(@id, 0)'],
];

/** Writes for which that depends on a parameter or variable. */
const UNKNOWN: readonly (readonly [Dialect, string])[] = [
  ['postgresql', 'DELETE FROM t USING u NATURAL JOIN t t2 WHERE t.id = t2.id'],
  ['postgresql', 'UPDATE t SET a = 1 FROM t t2 NATURAL JOIN u WHERE t.id = t2.id'],
  ['postgresql', 'DELETE FROM t WHERE id = 5 OR $1'],
  ['postgresql', 'DELETE FROM t WHERE $1'],
  [
    'postgresql',
    'CREATE FUNCTION f(b boolean) RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM t WHERE b; END $$',
  ],
];

/** How the rows of the writes are filtered: by none of them if one has no filter. */
function filterOf(dialect: Dialect, sql: string): string | undefined {
  const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
  const filters = operations.filter(({ filter }) => filter !== '').map(({ filter }) => filter ?? 'unknown');
  return filters.find((filter) => filter !== 'conditional') ?? filters[0] ?? 'conditional';
}

describe('conditions that cannot tell one row from another', () => {
  test.each(WHOLE)('%s: %s', (dialect, sql) => {
    expect(filterOf(dialect, sql)).toMatch(/^(?:none|always_true)$/);
  });
});

describe('conditions that can', () => {
  test.each(FILTERED)('%s: %s', (dialect, sql) => {
    expect(filterOf(dialect, sql)).toBe('conditional');
  });
});

describe('conditions that a parameter decides', () => {
  test.each(UNKNOWN)('%s: %s', (dialect, sql) => {
    expect(filterOf(dialect, sql)).toBe('unknown');
  });
});
