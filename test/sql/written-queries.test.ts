import { describe, expect, test } from 'vitest';
import { read, show } from './read.ts';

/** Writes through a CTE or derived table of T-SQL, with the table and the filter that count. */
const WRITTEN: readonly (readonly [string, string])[] = [
  // The condition of the query
  ['delete dbo.hit conditional', 'WITH c AS (SELECT * FROM dbo.hit WHERE k = 1) DELETE FROM c;'],
  ['delete dbo.hit none', 'WITH c AS (SELECT * FROM dbo.hit) DELETE FROM c;'],
  ['delete dbo.hit none', 'WITH c AS (SELECT * FROM dbo.hit WHERE 1 = 1) DELETE FROM c;'],
  ['delete dbo.hit conditional', 'WITH c AS (SELECT * FROM dbo.hit WHERE k = 1) DELETE FROM c WHERE 1 = 1;'],
  ['delete dbo.hit unknown', 'WITH c AS (SELECT * FROM dbo.hit WHERE id > 0) DELETE FROM c;'],
  ['update dbo.hit conditional', 'WITH c (x, y) AS (SELECT a, b FROM dbo.hit WHERE k = 1) UPDATE c SET x = y;'],
  ['update dbo.hit none', 'WITH c (x, y) AS (SELECT a, b FROM dbo.hit) UPDATE c SET x = y;'],
  ['update dbo.hit conditional', 'WITH c AS (SELECT * FROM dbo.hit WHERE k = 1) UPDATE x SET a = 2 FROM c AS x;'],
  ['update dbo.hit none', 'WITH c AS (SELECT * FROM dbo.hit) UPDATE x SET a = 2 FROM c AS x;'],
  ['delete dbo.hit conditional', 'DELETE q FROM (SELECT * FROM dbo.hit WHERE x = 2) q'],
  ['delete dbo.hit none', 'DELETE q FROM (SELECT * FROM dbo.hit) q'],
  ['update users none', 'UPDATE x SET a = 1 FROM (SELECT a FROM users) AS x;'],
  ['delete dbo.users none', 'DELETE x FROM (SELECT id, (SELECT 1 FROM t) AS n FROM dbo.users) x;'],
  [
    'delete dbo.hit conditional',
    'WITH c AS (SELECT * FROM dbo.hit h WHERE EXISTS (SELECT 1 FROM dbo.o WHERE o.id = h.id)) DELETE FROM c;',
  ],
  [
    'delete dbo.hit always_true',
    'WITH c AS (SELECT * FROM dbo.hit h) DELETE FROM c WHERE EXISTS (SELECT 1 FROM dbo.o);',
  ],
  ['delete dbo.hit none', 'WITH c AS (SELECT * FROM dbo.hit h WHERE EXISTS (SELECT 1 FROM dbo.o)) DELETE FROM c;'],
  // The CTE of a table's name, and the table itself
  ['delete dbo.hit conditional', 'WITH hit AS (SELECT * FROM dbo.x WHERE k = 1) DELETE FROM dbo.hit WHERE id = 1;'],
  ['delete dbo.hit none', 'WITH hit AS (SELECT * FROM dbo.hit WHERE k = 1) DELETE FROM dbo.hit;'],
  // Queries of queries
  [
    'delete dbo.hit conditional',
    'WITH a AS (SELECT * FROM dbo.hit WHERE k = 1), c AS (SELECT * FROM a) DELETE FROM c;',
  ],
  ['delete dbo.hit none', 'WITH a AS (SELECT * FROM dbo.hit), c AS (SELECT * FROM a) DELETE FROM c;'],
  ['delete dbo.hit none', 'DELETE q FROM (SELECT * FROM (SELECT * FROM dbo.hit) x) q'],
  // Not every row
  ['delete dbo.hit conditional', 'WITH c AS (SELECT TOP (1000) * FROM dbo.hit ORDER BY at) DELETE FROM c;'],
  ['delete dbo.hit none', 'WITH c AS (SELECT TOP (100) PERCENT * FROM dbo.hit) DELETE FROM c;'],
  ['delete dbo.hit none', 'WITH c AS (SELECT TOP (2147483647) * FROM dbo.hit ORDER BY at) DELETE FROM c;'],
  [
    'delete dbo.hit conditional',
    'WITH c AS (SELECT * FROM dbo.hit ORDER BY a OFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY) DELETE FROM c;',
  ],
  ['update dbo.hit conditional', 'UPDATE q SET a = 1 FROM (SELECT TOP 1 a FROM dbo.hit ORDER BY b) q'],
  [
    'delete dbo.hit conditional',
    'WITH c AS (SELECT *, ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) AS rn FROM dbo.hit) DELETE FROM c WHERE rn > 1;',
  ],
  [
    'delete dbo.hit none',
    'WITH c AS (SELECT *, ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) AS rn FROM dbo.hit) DELETE FROM c;',
  ],
  // Joins
  ['update dbo.hit conditional', 'WITH c AS (SELECT h.a FROM dbo.hit h JOIN dbo.o ON o.id = h.id) UPDATE c SET a = 2;'],
  ['update dbo.hit none', 'WITH c AS (SELECT h.a FROM dbo.hit h LEFT JOIN dbo.o ON o.id = h.id) UPDATE c SET a = 2;'],
  ['update dbo.hit none', 'WITH c AS (SELECT h.a FROM dbo.hit h CROSS JOIN dbo.o) UPDATE c SET a = 1;'],
  ['update dbo.o conditional', 'UPDATE q SET b = 1 FROM (SELECT o.b FROM dbo.hit h JOIN dbo.o ON o.id = h.id) q'],
  // Tables whose rows do not matter
  ['delete #t none +temporary', 'WITH c AS (SELECT * FROM #t) DELETE FROM c;'],
  ['update #t none +temporary', 'UPDATE q SET a = 1 FROM (SELECT a FROM #t) q;'],
  [
    'update @t none +temporary',
    'DECLARE @t TABLE (a int); WITH c AS (SELECT a, ROW_NUMBER() OVER (ORDER BY a) rn FROM @t) UPDATE c SET a = rn;',
  ],
  ['update #t conditional +temporary', 'UPDATE q SET a = 1 FROM (SELECT t.a FROM #t t JOIN dbo.r ON r.id = t.id) q;'],
  ['update dbo.r conditional', 'UPDATE q SET b = 1 FROM (SELECT t.a, r.b FROM #t t JOIN dbo.r ON r.id = t.id) q;'],
  ['update dbo.r conditional', 'UPDATE q SET b = 1 FROM (SELECT * FROM #t t JOIN dbo.r ON r.id = t.id) q;'],
  ['delete dbo.n none +createdHere', 'CREATE TABLE dbo.n (a int); WITH c AS (SELECT * FROM dbo.n) DELETE FROM c;'],
  ['delete dbo.n none', 'CREATE TABLE dbo.c (a int); WITH c AS (SELECT * FROM dbo.n) DELETE FROM c;'],
];

const WRITES = new Set(['update', 'delete', 'merge_delete', 'merge']);

function written(sql: string): readonly string[] {
  const operations = read('transactsql', sql).statements.flatMap((statement) => statement.operations);
  return operations
    .filter(({ kind }) => WRITES.has(kind))
    .map((operation) =>
      show(operation.filter === undefined ? { ...operation, filter: 'unknown' as never } : operation),
    );
}

describe('a write through a CTE or derived table counts as one to its table, with the filter of both', () => {
  test.each(WRITTEN)('%s: %s', (expected, sql) => {
    expect(written(sql)).toEqual([expected]);
  });
});

/** What MERGE deletes where its source has no row: what is not in the source, unless that is every row. */
const UNMATCHED: readonly (readonly [string, string])[] = [
  ['conditional', "USING (VALUES (1, 'a'), (2, 'b')) AS s (id, v) ON t.id = s.id"],
  ['conditional', "USING (SELECT 1 AS id, 'a' AS v UNION ALL SELECT 2, 'b') AS s ON s.id = t.id"],
  ['conditional', 'USING dbo.s AS s ON t.id = s.id'],
  ['conditional', 'USING #s AS s ON t.id = s.id AND t.k = s.k'],
  ['conditional', 'USING (SELECT id FROM dbo.s WHERE k = 1) AS s ON t.id = s.id'],
  ['none', 'USING (VALUES (1)) AS s (id) ON 1 = 0'],
  ['none', 'USING dbo.s AS s ON (0 = 1)'],
  ['none', 'USING dbo.s AS s ON t.id = NULL'],
  ['none', 'USING dbo.s AS s ON s.id = 3'],
  ['none', 'USING dbo.s AS s ON 1 = 1'],
  ['none', 'USING (SELECT id FROM dbo.s WHERE 1 = 0) AS s ON t.id = s.id'],
  ['none', 'USING (SELECT TOP (0) id FROM dbo.s) AS s ON t.id = s.id'],
  ['none', 'USING (SELECT NULL AS id WHERE 1 = 0) AS s ON t.id = s.id'],
];

describe('WHEN NOT MATCHED BY SOURCE THEN DELETE', () => {
  test.each(UNMATCHED)('%s: %s', (expected, source) => {
    for (const branch of ['', ' AND 1 = 1'])
      expect(written(`MERGE INTO dbo.t AS t ${source} WHEN NOT MATCHED BY SOURCE${branch} THEN DELETE;`)).toContain(
        `merge_delete dbo.t ${expected}`,
      );
  });

  test('with a condition of its own it deletes the rows for which that holds', () => {
    const sql = 'MERGE dbo.t AS t USING dbo.s AS s ON 1 = 0 WHEN NOT MATCHED BY SOURCE AND t.k = 3 THEN DELETE;';
    expect(written(sql)).toContain('merge_delete dbo.t conditional');
  });
});

describe('WHEN NOT MATCHED BY SOURCE THEN UPDATE', () => {
  const VALUES = "USING (VALUES (1, 'a')) AS s (id, v) ON t.id = s.id";
  test.each([
    ['conditional', `${VALUES} WHEN NOT MATCHED BY SOURCE THEN UPDATE SET gone = 1`],
    // Rows of either kind are all rows.
    ['none', `${VALUES} WHEN MATCHED THEN UPDATE SET gone = 0 WHEN NOT MATCHED BY SOURCE THEN UPDATE SET gone = 1`],
    ['none', `${VALUES.replace('t.id = s.id', '1 = 0')} WHEN NOT MATCHED BY SOURCE THEN UPDATE SET gone = 1`],
    ['none', 'USING dbo.s AS s ON t.id = s.id WHEN NOT MATCHED BY SOURCE THEN UPDATE SET gone = 1'],
  ])('%s: %s', (expected, sql) => {
    expect(written(`MERGE INTO dbo.t AS t ${sql};`)).toEqual([`merge dbo.t ${expected}`]);
  });
});
