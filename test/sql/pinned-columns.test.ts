import { describe, expect, test } from 'vitest';
import { DIALECTS, type Dialect } from '../../src/model/index.ts';
import { expectLinear } from '../costs.ts';
import { read } from './read.ts';

/** `orders.tenant_id, …`: the pinned columns of the first statement, sorted; `?` if they are not known. */
function pinnedOf(dialect: Dialect, sql: string): string {
  const columns = read(dialect, sql).statements[0]?.facts.pinnedColumns;
  return columns === undefined ? '?' : [...columns].sort().join(' ');
}

/** Statements, and the columns of `a` and `b` that they pin. */
const EVERYWHERE: readonly (readonly [string, string])[] = [
  ['SELECT * FROM a', ''],
  ['SELECT 1', ''],
  ['SELECT * FROM a WHERE t = 1', 'a.t'],
  ["SELECT * FROM a WHERE t = 'x'", 'a.t'],
  ['SELECT * FROM a WHERE 1 = t', 'a.t'],
  ['SELECT * FROM a WHERE (t = 1)', 'a.t'],
  ['SELECT * FROM a WHERE ((t) = (1)) AND x > 2', 'a.t'],
  ['SELECT * FROM a WHERE a.t = 1 AND a.id = 2', 'a.id a.t'],
  ['SELECT * FROM a AS x WHERE x.t = 1', 'a.t'],
  ['SELECT * FROM s.a WHERE s.a.t = 1', 's.a.t'],
  ['SELECT * FROM a WHERE t IN (1, 2)', 'a.t'],
  ['SELECT * FROM a WHERE t = -1', 'a.t'],
  ['SELECT * FROM a WHERE t = 1 + 2', 'a.t'],
  ['SELECT * FROM a WHERE t = f(1)', 'a.t'],
  ['SELECT * FROM a WHERE t = (SELECT 1)', 'a.t'],
  ['SELECT * FROM a WHERE t = NULL', 'a.t'],
  // Not pinned.
  ['SELECT * FROM a WHERE t IS NOT NULL', ''],
  ['SELECT * FROM a WHERE t IS NULL', ''],
  ['SELECT * FROM a WHERE t <> 1', ''],
  ['SELECT * FROM a WHERE t > 1', ''],
  ['SELECT * FROM a WHERE t >= 1 AND t <= 1', ''],
  ['SELECT * FROM a WHERE t BETWEEN 1 AND 2', ''],
  ["SELECT * FROM a WHERE t LIKE 'x'", ''],
  ['SELECT * FROM a WHERE t NOT IN (1, 2)', ''],
  ['SELECT * FROM a WHERE NOT t = 1', ''],
  ['SELECT * FROM a WHERE NOT (t = 1 AND x = 1)', ''],
  ['SELECT * FROM a WHERE NOT t <> 1', ''],
  ['SELECT * FROM a WHERE t = t', ''],
  ['SELECT * FROM a WHERE t = a.t', ''],
  ['SELECT * FROM a WHERE t = other', ''],
  ['SELECT * FROM a WHERE t = other AND other = t', ''],
  ['SELECT * FROM a WHERE t IN (1, other)', ''],
  ['SELECT * FROM a WHERE t IN (t)', ''],
  ['SELECT * FROM a WHERE f(t) = 1', ''],
  ['SELECT * FROM a WHERE t + 1 = 2', ''],
  ['SELECT * FROM a WHERE t = coalesce(NULL, t)', ''],
  ['SELECT * FROM a WHERE CASE WHEN t = 1 THEN 1 ELSE 1 END = 1', ''],
  ['SELECT * FROM a WHERE t = CASE WHEN x = 1 THEN t ELSE 1 END', ''],
  ['SELECT * FROM a WHERE t = max(t)', ''],
  ['SELECT t = 1 FROM a', ''],
  ['SELECT * FROM a ORDER BY t = 1', ''],
  // Pinned through another column.
  ['SELECT * FROM a WHERE t = other AND other = 5', 'a.other a.t'],
  ['SELECT * FROM a WHERE other = 5 AND t = other', 'a.other a.t'],
  ['SELECT * FROM a WHERE t IN (1, other) AND other = 5', 'a.other a.t'],
  // OR: in every branch.
  ['SELECT * FROM a WHERE t = 1 OR t = 2', 'a.t'],
  ['SELECT * FROM a WHERE (t = 1 AND x = 1) OR (t = 2 AND y = 1)', 'a.t'],
  ['SELECT * FROM a WHERE t = 1 OR (t IN (2, 3) AND (x = 1 OR y = 1))', 'a.t'],
  ['SELECT * FROM a WHERE (t = 1 OR x = 1) AND t = 2', 'a.t'],
  ['SELECT * FROM a WHERE t = 1 OR id = 2', ''],
  ['SELECT * FROM a WHERE t IS NOT NULL OR id = 2', ''],
  ['SELECT * FROM a WHERE t = 1 OR 1 = 1', ''],
  ['SELECT * FROM a WHERE t = 1 AND x = 1 OR y = 1', ''],
  ['SELECT * FROM a WHERE (t = 1 OR x = 1) AND (t = 2 OR y = 1)', ''],
  // Joins.
  ['SELECT * FROM a JOIN b ON a.id = b.id WHERE a.t = 1', 'a.t'],
  ['SELECT * FROM a JOIN b ON a.id = b.id AND a.t = b.t WHERE a.t = 1', 'a.t b.t'],
  ['SELECT * FROM a JOIN b ON a.id = b.id AND a.t = b.t WHERE b.t = 1', 'a.t b.t'],
  ['SELECT * FROM a JOIN b ON a.t = b.t', ''],
  ['SELECT * FROM a, b WHERE a.t = 1 AND b.t = 1', 'a.t b.t'],
  ['SELECT * FROM a, b WHERE a.t = b.t AND b.t = 1', 'a.t b.t'],
  ['SELECT * FROM a, b WHERE a.t = 1', 'a.t'],
  ['SELECT * FROM a CROSS JOIN b WHERE b.t = 1', 'b.t'],
  ['SELECT * FROM a JOIN b ON a.id = b.id AND b.t = 1', 'b.t'],
  ['SELECT * FROM a LEFT JOIN b ON a.id = b.id AND b.t = 1', 'b.t'],
  ['SELECT * FROM a LEFT JOIN b ON a.id = b.id AND a.t = 1', ''],
  ['SELECT * FROM a LEFT JOIN b ON a.t = b.t WHERE a.t = 1', 'a.t b.t'],
  ['SELECT * FROM a LEFT JOIN b ON a.t = b.t AND b.t = 1', 'b.t'],
  ['SELECT * FROM a LEFT OUTER JOIN b ON b.id = a.id WHERE b.t = 1', 'b.t'],
  ['SELECT * FROM a RIGHT JOIN b ON a.t = 1 AND b.t = 1', 'a.t'],
  ['SELECT * FROM a x JOIN a y ON x.id = y.id WHERE x.t = 1', ''],
  ['SELECT * FROM a x JOIN a y ON x.id = y.id WHERE x.t = 1 AND y.t = 2', 'a.t'],
  ['SELECT * FROM a x JOIN a y ON x.t = y.t WHERE x.t = 1', 'a.t'],
  ['SELECT * FROM (a JOIN b ON a.t = b.t) WHERE b.t = 1', 'a.t b.t'],
  ['SELECT * FROM a LEFT JOIN (b JOIN c ON b.t = c.t) ON a.t = b.t AND a.id = b.id WHERE a.t = 1', 'a.t b.t c.t'],
  // Subqueries: each use counts, and conditions do not reach outwards.
  ['SELECT * FROM a WHERE t = 1 AND EXISTS (SELECT 1 FROM b WHERE b.id = a.id)', 'a.t'],
  ['SELECT * FROM a WHERE t = 1 AND EXISTS (SELECT 1 FROM b WHERE b.id = a.id AND b.t = a.t)', 'a.t b.t'],
  ['SELECT * FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.id = a.id AND b.t = a.t)', ''],
  ['SELECT * FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.t = a.t AND b.t = 1)', 'b.t'],
  ['SELECT * FROM a WHERE EXISTS (SELECT 1 FROM b WHERE a.t = 1)', ''],
  ['SELECT * FROM a WHERE t = 1 AND id IN (SELECT id FROM a)', ''],
  ['SELECT * FROM a WHERE t = 1 AND id IN (SELECT id FROM a WHERE t = 2)', 'a.t'],
  ['SELECT * FROM a WHERE t IN (SELECT t FROM b)', ''],
  ['SELECT * FROM a WHERE t IN (SELECT t FROM b WHERE t = 1)', 'a.t b.t'],
  ['SELECT * FROM a WHERE t IN (SELECT b.t FROM b WHERE b.u = 1)', 'b.u'],
  ['SELECT * FROM a WHERE t IN (SELECT 1)', 'a.t'],
  ['SELECT * FROM a WHERE t = (SELECT b.t FROM b WHERE b.t = 1)', 'a.t b.t'],
  ['SELECT * FROM a WHERE t = (SELECT count(*) FROM b WHERE b.t = 1)', 'b.t'],
  ['SELECT (SELECT max(x) FROM b) FROM a WHERE t = 1', 'a.t'],
  ['SELECT (SELECT max(x) FROM b WHERE b.t = a.t) FROM a WHERE t = 1', 'a.t b.t'],
  ['SELECT * FROM a WHERE t NOT IN (SELECT t FROM b WHERE t = 1)', 'b.t'],
  // Derived tables.
  ['SELECT * FROM (SELECT * FROM a WHERE t = 1) d', 'a.t'],
  ['SELECT * FROM (SELECT * FROM a) d WHERE d.t = 1', 'a.t'],
  ['SELECT * FROM (SELECT id, t FROM a) d WHERE t = 1', 'a.t'],
  ['SELECT * FROM (SELECT t AS u FROM a) d WHERE d.u = 1', 'a.t'],
  ['SELECT * FROM (SELECT u AS t FROM a) d WHERE d.t = 1', 'a.u'],
  ['SELECT * FROM (SELECT id, count(*) AS t FROM a GROUP BY id) d WHERE d.t = 1', ''],
  ['SELECT * FROM (SELECT t FROM a GROUP BY t) d WHERE d.t = 1', ''],
  ['SELECT * FROM (SELECT t FROM a WHERE t = 1) d JOIN b ON b.t = d.t', 'a.t b.t'],
  ['SELECT * FROM (SELECT f(t) AS t FROM a) d WHERE d.t = 1', ''],
  ['SELECT * FROM (SELECT t FROM a UNION ALL SELECT t FROM b) d WHERE d.t = 1', 'a.t b.t'],
  // Set operations.
  ['SELECT * FROM a WHERE t = 1 UNION SELECT * FROM b WHERE t = 1', 'a.t b.t'],
  ['SELECT * FROM a WHERE t = 1 UNION ALL SELECT * FROM a', ''],
  ['SELECT * FROM a WHERE t = 1 UNION ALL SELECT * FROM b', 'a.t'],
  // WITH.
  ['WITH c AS (SELECT * FROM a WHERE t = 1) SELECT * FROM c', 'a.t'],
  ['WITH c AS (SELECT * FROM a) SELECT * FROM c WHERE t = 1', 'a.t'],
  ['WITH c AS (SELECT * FROM a) SELECT * FROM c WHERE t = 1 UNION SELECT * FROM c', ''],
  ['WITH c AS (SELECT * FROM a) SELECT * FROM c x JOIN c y ON x.id = y.id WHERE x.t = 1', ''],
  ['WITH c AS (SELECT id, t FROM a WHERE t = 1) SELECT * FROM b JOIN c ON b.t = c.t', 'a.t b.t'],
  ['WITH c AS (SELECT * FROM a), d AS (SELECT * FROM c WHERE t = 1) SELECT * FROM d', 'a.t'],
  ['WITH c (x) AS (SELECT t FROM a) SELECT * FROM c WHERE x = 1', 'a.t'],
  // Writes.
  ['INSERT INTO a (t) VALUES (1)', ''],
  ['INSERT INTO a SELECT * FROM b WHERE t = 1', 'b.t'],
  ['INSERT INTO a SELECT * FROM b', ''],
  ['DELETE FROM a WHERE t = 1', 'a.t'],
  ['DELETE FROM a WHERE t = 1 OR x = 1', ''],
  ['DELETE FROM a', ''],
  ['UPDATE a SET x = 1 WHERE t = 1', 'a.t'],
  ['UPDATE a SET t = 1', ''],
  ['UPDATE a SET x = (SELECT max(x) FROM b) WHERE t = 1', 'a.t'],
  ['UPDATE a SET x = (SELECT max(x) FROM b WHERE b.t = a.t) WHERE t = 1', 'a.t b.t'],
  ['DELETE FROM a WHERE t = 1 AND id IN (SELECT id FROM b)', 'a.t'],
];

const BY_DIALECT: readonly (readonly [Dialect, string, string])[] = [
  ['postgresql', 'SELECT * FROM a WHERE t = $1', 'a.t'],
  ['postgresql', 'SELECT * FROM a WHERE t = $1::uuid', 'a.t'],
  ['postgresql', 'SELECT * FROM a WHERE t::text = $1', 'a.t'],
  ['postgresql', 'SELECT * FROM a WHERE t::bool = $1', ''],
  ['postgresql', 'SELECT * FROM a WHERE t COLLATE "x" = $1', ''],
  ['postgresql', 'SELECT * FROM a WHERE t = ANY($1)', 'a.t'],
  ['postgresql', 'SELECT * FROM a WHERE t = ANY ($1::int[])', 'a.t'],
  ['postgresql', 'SELECT * FROM a WHERE t = ANY (ARRAY[1, 2])', 'a.t'],
  ['postgresql', 'SELECT * FROM a WHERE t = ANY (list)', ''],
  ['postgresql', 'SELECT * FROM a WHERE t = ALL ($1)', ''],
  ['postgresql', 'SELECT * FROM a WHERE t <> ANY ($1)', ''],
  ['postgresql', 'SELECT * FROM a WHERE t = ANY (SELECT t FROM b)', ''],
  ['postgresql', 'SELECT * FROM a WHERE t IS NOT DISTINCT FROM $1', 'a.t'],
  ['postgresql', 'SELECT * FROM a WHERE t IS DISTINCT FROM $1', ''],
  ['postgresql', 'SELECT * FROM a WHERE (t, id) = ($1, $2)', 'a.id a.t'],
  ['postgresql', 'SELECT * FROM a WHERE (t, id) IN (($1, $2), ($3, $4))', 'a.id a.t'],
  ['postgresql', 'SELECT * FROM a WHERE (t, id) IN ((1, id), (2, 3))', 'a.t'],
  ['postgresql', 'SELECT * FROM a WHERE (t, id) <> ($1, $2)', ''],
  ['postgresql', "SELECT * FROM a WHERE t = current_setting('app.tenant')::uuid", 'a.t'],
  ['postgresql', "SELECT * FROM a WHERE t = (SELECT current_setting('app.tenant')::uuid)", 'a.t'],
  ['postgresql', 'SELECT * FROM a WHERE t = current_user', 'a.t'],
  ['postgresql', 'SELECT * FROM a WHERE t = random()', ''],
  ['postgresql', 'SELECT * FROM a WHERE "T" = 1', 'a.T'],
  ['postgresql', 'SELECT * FROM a WHERE T = 1', 'a.t'],
  ['postgresql', 'SELECT * FROM a JOIN b USING (t) WHERE a.t = 1', 'a.t b.t'],
  ['postgresql', 'SELECT * FROM a JOIN b USING (t) WHERE t = 1', 'a.t b.t'],
  ['postgresql', 'SELECT * FROM a JOIN b USING (id) WHERE a.t = 1', 'a.t'],
  ['postgresql', 'SELECT * FROM a LEFT JOIN b USING (t) WHERE b.t = 1', 'b.t'],
  ['postgresql', 'SELECT * FROM a FULL JOIN b ON a.t = 1 AND b.t = 1', ''],
  ['postgresql', 'SELECT * FROM a FULL JOIN b USING (t) WHERE a.t = 1', 'a.t'],
  ['postgresql', 'SELECT * FROM a JOIN b USING (id) JOIN c USING (t) WHERE a.t = 1', 'a.t'],
  ['postgresql', 'SELECT * FROM a NATURAL JOIN b WHERE a.t = 1', '?'],
  ['postgresql', 'SELECT * FROM a JOIN (b JOIN c ON b.id = c.id) j ON true', '?'],
  ['postgresql', 'SELECT * FROM a x(t, u) WHERE x.t = 1', ''],
  ['postgresql', 'SELECT * FROM a, LATERAL (SELECT * FROM b WHERE b.t = a.t) l WHERE a.t = 1', 'a.t b.t'],
  ['postgresql', 'SELECT * FROM a JOIN LATERAL (SELECT * FROM b LIMIT 1) l ON l.t = a.t WHERE a.t = 1', 'a.t'],
  ['postgresql', 'SELECT * FROM (SELECT * FROM a LIMIT 5) d WHERE d.t = 1', ''],
  ['postgresql', 'SELECT * FROM (SELECT DISTINCT ON (id) * FROM a) d WHERE d.t = 1', ''],
  ['postgresql', 'SELECT * FROM (SELECT *, row_number() OVER () FROM a) d WHERE d.t = 1', ''],
  ['postgresql', 'SELECT * FROM (SELECT a.*, b.x FROM a JOIN b ON a.id = b.id) d WHERE d.t = 1', 'a.t'],
  ['postgresql', 'SELECT * FROM (SELECT a.*, b.t FROM a JOIN b ON a.id = b.id) d WHERE d.t = 1', ''],
  ['postgresql', 'SELECT * FROM a WHERE t = 1 FOR UPDATE OF a', 'a.t'],
  ['postgresql', 'SELECT * FROM generate_series(1, 2) g JOIN a ON a.t = 1', 'a.t'],
  ['postgresql', 'SELECT extract(day FROM x), a.y IS DISTINCT FROM 1 FROM a WHERE t = 1', 'a.t'],
  ['postgresql', 'TABLE a', ''],
  ['postgresql', 'DELETE FROM a USING b WHERE a.id = b.id AND a.t = $1', 'a.t'],
  ['postgresql', 'DELETE FROM a USING b WHERE a.t = b.t AND b.t = $1', 'a.t b.t'],
  ['postgresql', 'DELETE FROM a x USING a y WHERE x.id = y.id AND x.t = 1', ''],
  ['postgresql', 'UPDATE a SET x = b.x FROM b WHERE a.id = b.id AND b.t = a.t AND a.t = $1', 'a.t b.t'],
  ['postgresql', 'UPDATE a SET x = b.x FROM b WHERE a.id = b.id AND b.t = $1', 'b.t'],
  ['postgresql', 'WITH d AS (DELETE FROM a WHERE t = 1 RETURNING *) SELECT * FROM d', 'a.t'],
  ['postgresql', 'WITH d AS (DELETE FROM a WHERE id = 1 RETURNING *) SELECT * FROM d WHERE t = 1', 'a.id'],
  ['postgresql', 'INSERT INTO a SELECT * FROM b WHERE t = 1 ON CONFLICT (id) DO UPDATE SET x = 1', 'b.t'],
  ['postgresql', 'INSERT INTO a (x) VALUES ((SELECT x FROM b WHERE b.t = 1))', 'b.t'],
  ['postgresql', 'MERGE INTO a USING b ON a.t = 1 AND b.t = 1 WHEN MATCHED THEN DELETE', 'a.t'],
  ['postgresql', 'MERGE INTO a USING (SELECT * FROM b WHERE t = 1) s ON a.t = s.t WHEN MATCHED THEN DELETE', 'a.t b.t'],
  ['postgresql', 'MERGE INTO a USING b ON a.t = 1 WHEN MATCHED THEN DELETE WHEN NOT MATCHED BY SOURCE THEN DELETE', ''],
  ['postgresql', 'CREATE VIEW v AS SELECT * FROM a WHERE t = 1', 'a.t'],
  ['postgresql', 'CREATE TABLE c AS SELECT * FROM a', ''],
  ['postgresql', 'EXPLAIN ANALYZE SELECT * FROM a WHERE t = 1', 'a.t'],
  ['postgresql', 'EXPLAIN ANALYZE DELETE FROM a WHERE t = 1', 'a.t'],
  ['postgresql', 'PREPARE p AS SELECT * FROM a WHERE t = $1', 'a.t'],
  ['postgresql', 'DECLARE c CURSOR FOR SELECT * FROM a WHERE t = 1', 'a.t'],
  ['postgresql', 'COPY (SELECT * FROM a WHERE t = 1) TO STDOUT', 'a.t'],
  ['postgresql', 'DO $$ BEGIN DELETE FROM a WHERE t = 1; UPDATE a SET x = 1 WHERE t = 2; END $$', 'a.t'],
  ['postgresql', 'DO $$ BEGIN DELETE FROM a WHERE t = 1; DELETE FROM a; END $$', ''],
  [
    'postgresql',
    'WITH RECURSIVE c AS (SELECT * FROM a WHERE t = 1 UNION ALL SELECT a.* FROM a JOIN c ON a.p = c.id) SELECT * FROM c',
    '',
  ],
  ['mysql', 'SELECT * FROM a WHERE t = ?', 'a.t'],
  ['mysql', 'SELECT * FROM a WHERE t <=> ?', 'a.t'],
  ['mysql', 'SELECT * FROM a WHERE t = ? || x = 1', ''],
  ['mysql', 'SELECT * FROM a WHERE t = 1 && x = 1', 'a.t a.x'],
  ['mysql', 'SELECT * FROM a WHERE !(t = 1)', ''],
  ['mysql', 'SELECT * FROM a WHERE t = 1 XOR x = 1', ''],
  ['mysql', 'SELECT * FROM a WHERE `t` = @tenant', 'a.t'],
  ['mysql', 'SELECT * FROM a WHERE t = 1 AND made < NOW() - INTERVAL 1 DAY', 'a.t'],
  ['mysql', 'SELECT * FROM a USE INDEX (i) WHERE t = 1 LIMIT 5', 'a.t'],
  ['mysql', 'SELECT * FROM a STRAIGHT_JOIN b ON a.t = b.t WHERE b.t = 1', 'a.t b.t'],
  ['mysql', 'DELETE a FROM a JOIN b ON a.id = b.id WHERE b.t = 1', 'b.t'],
  ['mysql', 'DELETE a, b FROM a JOIN b ON a.t = b.t WHERE b.t = 1', 'a.t b.t'],
  ['mysql', 'DELETE FROM x USING a AS x JOIN b ON x.t = b.t WHERE b.t = 1', 'a.t b.t'],
  ['mysql', 'UPDATE a JOIN b ON a.id = b.id SET a.x = 1 WHERE a.t = 1', 'a.t'],
  ['mysql', 'UPDATE a LEFT JOIN b ON a.id = b.id AND a.t = 1 SET a.x = 1', ''],
  ['mysql', 'INSERT INTO a SELECT * FROM b WHERE t = 1 ON DUPLICATE KEY UPDATE x = 1', 'b.t'],
  ['mysql', 'SET @x := (SELECT max(id) FROM a WHERE t = @x)', 'a.t'],
  ['mysql', 'CREATE PROCEDURE p(t int) DELETE FROM a WHERE t = 1', ''],
  ['mysql', 'CREATE PROCEDURE p(t int) DELETE FROM a WHERE a.t = 1', 'a.t'],
  ['postgresql', 'SELECT * FROM a WHERE t IN (SELECT generate_series(1, 100))', ''],
  ['postgresql', 'SELECT * FROM a WHERE t::varchar(1) = $1', ''],
  ['postgresql', 'SELECT * FROM a x WHERE EXISTS (SELECT 1 FROM a x WHERE x.t = 1)', ''],
  ['postgresql', 'SELECT * FROM a b JOIN b a ON true WHERE a.t = 1', 'b.t'],
  ['postgresql', 'WITH a AS (SELECT * FROM b) SELECT * FROM a WHERE t = 1', 'b.t'],
  ['postgresql', 'WITH c AS (SELECT * FROM a) SELECT * FROM c LEFT JOIN b ON c.t = 1', ''],
  ['postgresql', 'SELECT * FROM b LEFT JOIN LATERAL (SELECT * FROM a WHERE a.t = b.t) l ON b.t = 1', ''],
  ['sqlite', 'SELECT * FROM a WHERE t = 1 AND id IN a', '?'],
  ['sqlite', 'SELECT * FROM a WHERE t = ?1', 'a.t'],
  ['sqlite', 'SELECT * FROM a WHERE t = :t', 'a.t'],
  ['sqlite', 'SELECT * FROM a WHERE t IS ?', 'a.t'],
  ['sqlite', 'SELECT * FROM a WHERE t == 1', 'a.t'],
  ['sqlite', 'SELECT * FROM a INDEXED BY i WHERE [t] = 1', 'a.t'],
  ['transactsql', 'SELECT * FROM a WHERE t = @t', 'a.t'],
  ['transactsql', 'SELECT TOP (5) * FROM [dbo].[a] WHERE [t] = @t', 'dbo.a.t'],
  ['transactsql', 'SELECT * FROM a WITH (NOLOCK) WHERE t = 1', 'a.t'],
  [
    'transactsql',
    'SELECT * FROM a x WITH (NOLOCK) CROSS APPLY (SELECT * FROM b WHERE b.t = x.t) y WHERE x.t = 1',
    'a.t b.t',
  ],
  ['transactsql', 'SELECT * FROM (SELECT TOP 5 * FROM a) d WHERE d.t = 1', ''],
  ['transactsql', 'UPDATE x SET y = 1 FROM a x JOIN b ON x.id = b.id WHERE x.t = 1', 'a.t'],
  ['transactsql', 'UPDATE x SET y = 1 FROM a x JOIN b ON x.id = b.id WHERE b.t = 1', 'b.t'],
  ['transactsql', 'DELETE a FROM a JOIN b ON a.id = b.id AND a.t = 1', 'a.t'],
  ['transactsql', 'DELETE TOP (5) FROM a OUTPUT deleted.id WHERE t = 1', 'a.t'],
  ['transactsql', 'MERGE a USING b ON a.id = b.id WHEN NOT MATCHED BY SOURCE AND a.t = 1 THEN DELETE;', ''],
  ['transactsql', 'SELECT * FROM a PIVOT (max(x) FOR y IN (z)) p WHERE t = 1', '?'],
];

describe('columns that a statement restricts to given values wherever it uses the table', () => {
  test.each(DIALECTS.flatMap((dialect) => EVERYWHERE.map((row) => [dialect, ...row] as const)))(
    '%s: %s pins [%s]',
    (dialect, sql, expected) => {
      expect(pinnedOf(dialect, sql)).toBe(expected);
    },
  );

  test.each(BY_DIALECT)('%s: %s pins [%s]', (dialect, sql, expected) => {
    expect(pinnedOf(dialect, sql)).toBe(expected);
  });
});

describe('columns of the target that a write restricts to given values', () => {
  test.each<readonly [Dialect, string, string | undefined]>([
    ['postgresql', 'DELETE FROM a WHERE t = 1', 't'],
    ['postgresql', 'DELETE FROM a WHERE (t = 1 AND x) OR (t = 2 AND y)', 't'],
    ['postgresql', 'DELETE FROM a USING b WHERE a.id = b.id AND b.t = 1', ''],
    ['postgresql', 'DELETE FROM a USING b WHERE a.t = b.t AND b.t = 1', 't'],
    ['postgresql', 'DELETE FROM a x USING a y WHERE x.id = y.id AND y.t = 1', ''],
    ['postgresql', 'DELETE FROM a WHERE id IN (SELECT id FROM b WHERE t = 1)', ''],
    ['postgresql', 'WITH c AS (SELECT t FROM b WHERE t = 1) DELETE FROM a WHERE t IN (SELECT t FROM c)', 't'],
    ['postgresql', 'WITH c AS (SELECT t FROM b) DELETE FROM a WHERE t IN (SELECT t FROM c)', ''],
    ['postgresql', 'WITH c AS (DELETE FROM a WHERE t = 1 RETURNING id) SELECT * FROM c', 't'],
    ['postgresql', 'UPDATE a SET t = 1 WHERE id = 2', 'id'],
    ['postgresql', 'UPDATE a SET x = 1 FROM b WHERE a.id = b.id AND t = 1', 't'],
    ['postgresql', 'DELETE FROM a USING b NATURAL JOIN c WHERE a.t = 1', undefined],
    ['postgresql', 'MERGE INTO a USING b ON a.id = b.id AND a.t = 1 WHEN MATCHED THEN DELETE', 't'],
    ['postgresql', 'MERGE INTO a USING b ON a.id = b.id WHEN MATCHED AND a.t = 1 THEN DELETE', 't'],
    ['postgresql', 'MERGE INTO a USING b ON a.t = 1 WHEN NOT MATCHED BY SOURCE THEN DELETE', ''],
    ['postgresql', 'MERGE INTO a USING b ON a.id = b.id WHEN NOT MATCHED BY SOURCE AND a.t = 1 THEN DELETE', 't'],
    ['mysql', 'DELETE x FROM a x JOIN b ON x.id = b.id WHERE x.t = ?', 't'],
    ['mysql', 'DELETE x FROM a x JOIN b ON x.id = b.id WHERE b.t = ?', ''],
    ['mysql', 'UPDATE a, b SET a.x = 1 WHERE a.t = 1 AND a.id = b.id', 't'],
    ['mysql', 'UPDATE a, b SET b.x = 1 WHERE a.t = 1 AND a.id = b.id', ''],
    ['mysql', 'UPDATE a, b SET x = 1 WHERE a.t = 1', ''],
    ['mysql', 'UPDATE a, b SET x = 1 WHERE a.t = 1 AND b.t = 1', 't'],
    ['mysql', 'CREATE PROCEDURE p(t int) BEGIN DELETE FROM a WHERE t = 1; END', ''],
    ['mysql', 'CREATE PROCEDURE p(x int) BEGIN DELETE FROM a WHERE t = 1; END', 't'],
    ['sqlite', 'DELETE FROM a WHERE t = ?', 't'],
    ['transactsql', 'DELETE x FROM a x WHERE x.t = @t', 't'],
    ['transactsql', 'UPDATE a SET y = 1 FROM a x JOIN b ON b.id = x.id WHERE x.t = 1', 't'],
  ])('%s: %s pins [%s]', (dialect, sql, expected) => {
    const operations = read(dialect, sql).statements[0]?.operations ?? [];
    const write = operations.findLast(({ kind }) => /^(?:delete|update|merge_delete)$/.test(kind));
    expect(write?.pinnedColumns?.toSorted().join(' ')).toBe(expected);
  });
});

describe('statements of strangers', () => {
  test('deep nesting is not understood rather than followed', () => {
    const sql = `SELECT * FROM ${'(SELECT * FROM '.repeat(500)}a${' x)'.repeat(500)} x WHERE x.t = 1`;
    expect(pinnedOf('postgresql', sql)).toBe('?');
    const conditions = `SELECT * FROM a WHERE ${'('.repeat(5000)}t = 1${')'.repeat(5000)}`;
    expect(pinnedOf('postgresql', conditions)).toBe('?');
  });

  const list = (length: number, text: (i: number) => string) => Array.from({ length }, (_, i) => text(i));
  test.each<[string, (times: number) => string]>([
    ['a long chain of OR', (times) => `SELECT * FROM a WHERE ${list(5000 * times, (i) => `t = ${i}`).join(' OR ')}`],
    ['a long list', (times) => `SELECT * FROM a WHERE t IN (${list(12_500 * times, String).join(',')})`],
    [
      'equalities in reverse order',
      (times) => `SELECT * FROM a WHERE ${list(1250 * times, (i) => `c${i} = c${i + 1}`).join(' AND ')} AND t = 1`,
    ],
    [
      'nested AND and OR',
      (times) => `SELECT * FROM a WHERE ${'t = 1 AND (t = 2 OR '.repeat(15 * times)}t = 3${')'.repeat(15 * times)}`,
    ],
    ['a long UNION', (times) => list(100 * times, () => 'SELECT * FROM a WHERE t = 1').join(' UNION ALL ')],
  ])('%s is read in linear time', async (_, textOf) => {
    await expectLinear((times) => expect(pinnedOf('postgresql', textOf(times))).toBe('a.t'));
  });
});

test.each([
  'CREATE MATERIALIZED VIEW v AS WITH b AS (SELECT a, max(c) AS max FROM x) SELECT DISTINCT ON (a) a FROM b',
  'CREATE MATERIALIZED VIEW v AS WITH b AS (SELECT a, max(c) AS max FROM x) SELECT TOP (1) a FROM b',
])('reading ends for a query whose end is before its select list: %s', (sql) => {
  for (const dialect of DIALECTS)
    for (const { facts } of read(dialect, sql).statements) expect(facts.pinnedColumns).toEqual([]);
});

describe('conditions with syntax that is read only in part', () => {
  test.each<[Dialect, string, string]>([
    ['mysql', "SELECT * FROM a WHERE MATCH (x) AGAINST ('w') AND t = 1", 'a.t'],
    ['mysql', "SELECT * FROM a WHERE t = 1 AND MATCH (x, y) AGAINST ('w' IN BOOLEAN MODE)", 'a.t'],
    ['mysql', "SELECT * FROM a WHERE x BETWEEN 1 AND 2 AND MATCH (x) AGAINST ('w') AND t IN (1, 2)", 'a.t'],
    ['mysql', "SELECT * FROM a WHERE MATCH (x) AGAINST ('w') AND (t = 1 OR t = 2)", 'a.t'],
    ['mysql', "SELECT * FROM a WHERE MATCH (x) AGAINST ('w') OR t = 1", ''],
    ['mysql', "SELECT * FROM a WHERE MATCH (x) AGAINST ('w') AND CASE WHEN y = 1 AND z = 2 THEN 1 END", ''],
    ['mysql', 'SELECT * FROM a WHERE 1 MEMBER OF (x) AND t = 1', 'a.t'],
    ['mysql', 'SELECT * FROM a JOIN b ON 1 MEMBER OF (a.x) AND a.t = b.t WHERE a.t = 1', 'a.t b.t'],
    ['mysql', "UPDATE a SET x = 1 WHERE MATCH (x) AGAINST ('w') AND t = 1", 'a.t'],
    ['mysql', "DELETE FROM a WHERE MATCH (x) AGAINST ('w') AND t = 1", 'a.t'],
    ['mysql', 'SELECT * FROM a WHERE t = 1 PROCEDURE ANALYSE(1)', 'a.t'],
    ['mariadb', "SELECT * FROM a FOR SYSTEM_TIME AS OF TIMESTAMP '2026-01-01' x WHERE x.t = 1", 'a.t'],
    ['mariadb', 'SELECT * FROM a FOR SYSTEM_TIME AS OF now() - INTERVAL 1 DAY x WHERE x.t = 1', 'a.t'],
    ['mariadb', 'SELECT * FROM a FOR SYSTEM_TIME ALL AS x JOIN b ON b.t = x.t WHERE x.t = 1', 'a.t b.t'],
    ['mariadb', "SELECT * FROM a FOR SYSTEM_TIME BETWEEN '1' AND '2' WHERE t = 1", 'a.t'],
    ['mariadb', "SELECT * FROM a FOR SYSTEM_TIME FROM '1' TO '2' x WHERE x.t = 1", 'a.t'],
    ['transactsql', 'SELECT * FROM a FOR SYSTEM_TIME CONTAINED IN (@x, @y) AS x WHERE x.t = 1', 'a.t'],
    ['postgresql', 'DECLARE c CURSOR WITH HOLD FOR SELECT * FROM a WHERE t = 1', 'a.t'],
    ['postgresql', 'DECLARE c NO SCROLL CURSOR WITHOUT HOLD FOR SELECT * FROM a WHERE t = 1', 'a.t'],
    ['postgresql', 'DECLARE c CURSOR WITH HOLD FOR WITH q AS (SELECT * FROM a WHERE t = 1) SELECT * FROM q', 'a.t'],
    // What such a part compares may be the column.
    ['mysql', 'SELECT * FROM a WHERE t = 1 NEWLY x', '?'],
    ['mysql', 'SELECT * FROM a WHERE y = 1 AND t = 1 NEWLY x', '?'],
  ])('%s: %s', (dialect, sql, expected) => {
    expect(pinnedOf(dialect, sql)).toBe(expected);
  });
});
