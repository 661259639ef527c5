import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { judgeStatement, loadRuleset } from '../../src/rules/index.ts';
import { createSqlReader } from '../../src/sql/index.ts';
import { contextOf, treeOf } from './build.ts';

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/rulesets.md', import.meta.url)), 'utf8');
const [, recipes = ''] = /^```yaml\n(# recipes\.yml\n[\s\S]*?)^```$/m.exec(PAGE) ?? [];
const ruleset = await loadRuleset({ tree: treeOf({ 'recipes.yml': recipes }), entry: 'recipes.yml' });

/** What the tenant rules of the recipes say about a statement: `block`, `unknown`, or `pass`. */
async function verdictOf(dialect: Dialect, sql: string): Promise<string> {
  if (!ruleset) throw new Error('no ruleset');
  const reader = await createSqlReader(dialect);
  const { statements } = reader.read(sql, { path: 'x.sql' });
  const verdicts = statements
    .flatMap((statement) => judgeStatement(ruleset, statement, contextOf()))
    .filter(({ rule }) => rule.id.startsWith('require-tenant-'))
    .map(({ verdict }) => verdict as string);
  return verdicts.includes('block') ? 'block' : (verdicts[0] ?? 'pass');
}

const SAFE: readonly (readonly [Dialect, string])[] = [
  ['postgresql', 'SELECT 1'],
  ['postgresql', 'SELECT * FROM countries'],
  ['postgresql', 'SELECT * FROM orders WHERE tenant_id = $1'],
  ['postgresql', 'SELECT * FROM orders WHERE tenant_id = $1::uuid AND state = $2 ORDER BY id LIMIT 5'],
  ['postgresql', "SELECT * FROM orders WHERE tenant_id = current_setting('app.tenant')::uuid"],
  ['postgresql', 'SELECT count(*) FROM orders WHERE tenant_id = ANY($1) GROUP BY state HAVING count(*) > 1'],
  ['postgresql', 'SELECT * FROM orders WHERE (tenant_id, id) IN (($1, $2))'],
  ['postgresql', 'SELECT * FROM orders o JOIN countries c ON c.id = o.country_id WHERE o.tenant_id = 1'],
  ['postgresql', 'SELECT * FROM orders o JOIN items i USING (tenant_id, order_id) WHERE o.tenant_id = 1'],
  [
    'postgresql',
    'SELECT * FROM orders o LEFT JOIN items i ON i.order_id = o.id AND i.tenant_id = o.tenant_id WHERE o.tenant_id = 1',
  ],
  [
    'postgresql',
    'SELECT * FROM orders o WHERE tenant_id = 1 AND EXISTS (SELECT 1 FROM items i WHERE i.tenant_id = o.tenant_id)',
  ],
  ['postgresql', 'WITH o AS (SELECT * FROM orders WHERE tenant_id = 1) SELECT * FROM o JOIN o x ON x.id = o.id'],
  ['postgresql', 'WITH o AS (SELECT * FROM orders) SELECT * FROM o WHERE o.tenant_id = 1'],
  ['postgresql', 'SELECT * FROM (SELECT * FROM orders WHERE tenant_id = 1 ORDER BY id LIMIT 5) o'],
  ['postgresql', 'SELECT id FROM orders WHERE tenant_id = 1 UNION SELECT id FROM items WHERE tenant_id = 1'],
  ['postgresql', 'INSERT INTO orders (id, tenant_id) SELECT id, tenant_id FROM items WHERE tenant_id = 1'],
  ['postgresql', 'UPDATE orders SET state = 1 WHERE tenant_id = 1 AND id = 2 RETURNING id'],
  ['postgresql', 'UPDATE orders o SET x = i.x FROM items i WHERE i.tenant_id = o.tenant_id AND o.tenant_id = 1'],
  ['postgresql', 'DELETE FROM orders USING items i WHERE i.tenant_id = 1 AND orders.tenant_id = i.tenant_id'],
  ['postgresql', 'DELETE FROM orders WHERE (tenant_id = 1 AND id = 2) OR (tenant_id = 1 AND id = 3)'],
  ['mysql', 'SELECT * FROM `orders` WHERE `tenant_id` = ? AND made > NOW() - INTERVAL 1 DAY LIMIT 10, 5'],
  ['mysql', 'SELECT * FROM orders o, items i WHERE o.tenant_id = i.tenant_id AND i.tenant_id = 5'],
  ['mysql', 'UPDATE orders o JOIN items i ON i.tenant_id = o.tenant_id SET o.x = 1 WHERE o.tenant_id = 1'],
  ['mysql', 'DELETE o FROM orders o JOIN items i ON i.tenant_id = o.tenant_id WHERE i.tenant_id = ?'],
  ['mariadb', 'SELECT * FROM orders WHERE tenant_id <=> ? FOR UPDATE'],
  ['postgresql', 'CREATE TABLE dump AS SELECT * FROM orders WHERE tenant_id = 1'],
  ['postgresql', "DO $$ BEGIN EXECUTE 'SELECT * FROM orders WHERE tenant_id = 1'; END $$"],
  ['postgresql', 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT * FROM n'],
  ['postgresql', 'WITH orders AS (SELECT * FROM orders WHERE tenant_id = 1) SELECT * FROM orders WHERE tenant_id = 1'],
  ['postgresql', 'WITH m AS (SELECT 1), z AS (WITH y AS (SELECT * FROM m) SELECT * FROM y) SELECT * FROM z, m'],
  ['postgresql', 'REVOKE ALL ON orders FROM bob'],
  ['postgresql', 'CREATE TABLE orders (id int); ALTER TABLE orders ADD x int; CREATE INDEX i ON orders (id);'],
  ['postgresql', 'COPY orders (id, tenant_id) FROM STDIN'],
  ['mysql', 'WITH o AS (SELECT * FROM orders WHERE tenant_id = 1) SELECT * FROM o'],
  ['mysql', 'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT * FROM n'],
  ['mysql', 'TABLE countries'],
  ['mysql', 'SHOW TABLES FROM shop'],
  ['mysql', 'REVOKE ALL ON orders FROM bob'],
  ['mysql', 'ANALYZE TABLE orders'],
  ['mysql', 'LOCK TABLE orders READ'],
  ['sqlite', 'WITH "o" AS (SELECT * FROM orders WHERE tenant_id = 1) SELECT * FROM "o"'],
  ['sqlite', 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT * FROM n'],
  [
    'transactsql',
    'WITH o AS (SELECT * FROM orders WHERE tenant_id = @t) UPDATE countries SET tenant_id = 1 WHERE tenant_id = 1',
  ],
  ['transactsql', 'REVOKE SELECT ON orders FROM bob'],
  ['transactsql', "RESTORE DATABASE shop FROM DISK = 'x'"],
  ['sqlite', 'SELECT * FROM orders WHERE tenant_id = :tenant AND id IS NOT NULL'],
  ['sqlite', 'DELETE FROM "orders" WHERE tenant_id == ?1'],
  ['transactsql', 'SELECT TOP (5) o.* FROM orders AS o WITH (NOLOCK) WHERE o.tenant_id = @tenant'],
  ['transactsql', 'UPDATE o SET x = 1 FROM orders o JOIN items i ON i.tenant_id = o.tenant_id WHERE o.tenant_id = @t'],
  [
    'transactsql',
    'MERGE orders AS o USING (SELECT * FROM items WHERE tenant_id = @t) AS i ON o.tenant_id = i.tenant_id WHEN MATCHED THEN DELETE;',
  ],
];

const LEAKING: readonly (readonly [Dialect, string])[] = [
  ['postgresql', 'SELECT * FROM orders'],
  ['postgresql', 'SELECT * FROM orders WHERE id = $1'],
  ['postgresql', 'SELECT * FROM orders WHERE tenant_id IS NOT NULL OR id = 2'],
  ['postgresql', 'SELECT * FROM orders WHERE tenant_id = 1 OR id = 2'],
  ['postgresql', 'SELECT * FROM orders WHERE tenant_id = tenant_id'],
  ['postgresql', 'SELECT * FROM orders WHERE tenant_id = coalesce($1, tenant_id)'],
  ['postgresql', "SELECT * FROM orders WHERE tenant_id::text LIKE '%'"],
  ['postgresql', 'SELECT * FROM orders WHERE tenant_id > 0'],
  ['postgresql', 'SELECT * FROM orders WHERE NOT (tenant_id = 1)'],
  ['postgresql', 'SELECT * FROM orders o JOIN items i ON i.order_id = o.id WHERE o.tenant_id = 1'],
  ['postgresql', 'SELECT * FROM orders o JOIN items i ON i.order_id = o.id WHERE i.tenant_id = 1'],
  ['postgresql', 'SELECT * FROM orders o LEFT JOIN items i ON i.tenant_id = o.tenant_id AND o.tenant_id = 1'],
  ['postgresql', 'SELECT * FROM orders o JOIN orders p ON p.id = o.parent_id WHERE o.tenant_id = 1'],
  ['postgresql', 'SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM items i WHERE i.tenant_id = 1)'],
  ['postgresql', 'SELECT * FROM orders o WHERE tenant_id = 1 AND id IN (SELECT order_id FROM items)'],
  ['postgresql', 'SELECT (SELECT max(id) FROM items) FROM orders WHERE tenant_id = 1'],
  ['postgresql', 'SELECT * FROM orders WHERE tenant_id IN (SELECT tenant_id FROM items)'],
  ['postgresql', 'WITH o AS (SELECT * FROM orders) SELECT * FROM o x JOIN o y ON x.id = y.id WHERE x.tenant_id = 1'],
  ['postgresql', 'SELECT * FROM orders WHERE tenant_id = 1 UNION ALL SELECT * FROM orders'],
  ['postgresql', 'SELECT * FROM (SELECT id AS tenant_id FROM orders) o WHERE tenant_id = 1'],
  ['postgresql', 'INSERT INTO orders (id, tenant_id) SELECT id, 1 FROM items'],
  ['postgresql', 'UPDATE orders SET tenant_id = 1'],
  ['postgresql', 'UPDATE orders o SET x = i.x FROM items i WHERE i.id = o.id AND i.tenant_id = 1'],
  ['postgresql', 'DELETE FROM orders USING items i WHERE i.tenant_id = 1'],
  ['postgresql', 'MERGE INTO orders o USING countries c ON o.id = c.id WHEN MATCHED THEN DELETE'],
  ['mysql', 'SELECT * FROM orders WHERE tenant_id = 1 || id = 2'],
  ['mysql', 'SELECT * FROM orders WHERE !(tenant_id = 1)'],
  ['mysql', 'UPDATE orders o JOIN items i ON i.order_id = o.id SET o.x = 1 WHERE i.tenant_id = 1'],
  ['mysql', 'DELETE o, i FROM orders o JOIN items i ON i.order_id = o.id WHERE o.tenant_id = 1'],
  ['mariadb', 'REPLACE INTO orders (id) VALUES (1)'],
  ['postgresql', 'CREATE TABLE dump AS SELECT * FROM orders'],
  ['postgresql', 'CREATE MATERIALIZED VIEW mv AS SELECT * FROM orders'],
  ['postgresql', 'CREATE VIEW v AS SELECT * FROM orders'],
  ['postgresql', 'CREATE FUNCTION f() RETURNS SETOF orders LANGUAGE sql AS $$ SELECT * FROM orders $$'],
  ['postgresql', 'DO $$ DECLARE r record; BEGIN FOR r IN SELECT * FROM orders LOOP NULL; END LOOP; END $$'],
  ['postgresql', "DO $$ BEGIN EXECUTE 'SELECT * FROM orders'; END $$"],
  ['postgresql', 'WITH orders AS (SELECT * FROM orders) SELECT * FROM orders'],
  ['postgresql', 'WITH orders AS (SELECT * FROM orders) SELECT * FROM orders WHERE tenant_id = 1 AND 1 = 1 OR true'],
  ['postgresql', 'SELECT * FROM orders, (WITH orders AS (SELECT 1) SELECT * FROM orders) x'],
  ['postgresql', 'SELECT * INTO dump FROM orders'],
  ['postgresql', 'COPY (SELECT * FROM orders) TO STDOUT'],
  ['postgresql', 'COPY orders TO STDOUT'],
  ['postgresql', 'COPY orders (id) FROM STDIN'],
  ['postgresql', 'DECLARE c CURSOR FOR SELECT * FROM orders'],
  ['postgresql', 'PREPARE p AS SELECT * FROM orders'],
  ['postgresql', 'TRUNCATE orders'],
  ['mysql', 'TABLE orders'],
  ['mysql', 'TABLE orders ORDER BY id LIMIT 5'],
  ['mysql', '(TABLE orders)'],
  ['mysql', 'SELECT * FROM (TABLE orders) t'],
  ['mysql', 'SELECT * FROM countries WHERE id IN (TABLE orders)'],
  ['mysql', 'SELECT 1 UNION TABLE orders'],
  ['mysql', 'INSERT INTO invoices (id, tenant_id) TABLE orders'],
  ['mysql', 'WITH orders AS (TABLE orders) SELECT * FROM orders'],
  ['mysql', 'EXPLAIN ANALYZE TABLE orders'],
  ['mysql', 'CREATE TABLE dump SELECT * FROM orders'],
  ['mysql', '/*!50000 SELECT * FROM orders */'],
  ['mysql', 'HANDLER orders READ FIRST'],
  ['mysql', 'SET @x = (SELECT max(id) FROM orders)'],
  ['mysql', "PREPARE s FROM 'SELECT * FROM orders'"],
  ['mariadb', "EXECUTE IMMEDIATE 'SELECT * FROM orders'"],
  ['mariadb', 'REPLACE INTO orders (id, tenant_id) VALUES (1, 2)'],
  ['sqlite', 'INSERT OR REPLACE INTO orders (id, tenant_id) VALUES (1, 2)'],
  ['sqlite', 'CREATE TABLE dump AS SELECT * FROM orders'],
  ['sqlite', 'SELECT * FROM orders WINDOW orders AS (ORDER BY id)'],
  ['sqlite', 'DELETE FROM orders WHERE id = 1'],
  ['transactsql', 'SELECT * INTO dump FROM orders'],
  ['transactsql', "EXEC sp_executesql N'SELECT * FROM orders'"],
  ['transactsql', 'IF EXISTS (SELECT 1 FROM orders) PRINT 1'],
  ['transactsql', 'SELECT * FROM countries OUTER APPLY orders'],
  ['sqlite', 'SELECT * FROM orders, items WHERE orders.tenant_id = 1'],
  [
    'transactsql',
    'SELECT * FROM orders o CROSS APPLY (SELECT * FROM items i WHERE i.id = o.id) x WHERE o.tenant_id = @t',
  ],
  ['transactsql', 'UPDATE o SET x = 1 FROM orders o JOIN items i ON i.id = o.id AND i.tenant_id = @t'],
  ['transactsql', 'MERGE orders o USING countries c ON o.tenant_id = 1 WHEN NOT MATCHED BY SOURCE THEN DELETE;'],
];

describe('the tenant rules of docs/rulesets.md', () => {
  test.each(SAFE)('%s: pass %s', async (dialect, sql) => {
    expect(await verdictOf(dialect, sql)).toBe('pass');
  });

  test.each(LEAKING)('%s: block %s', async (dialect, sql) => {
    expect(await verdictOf(dialect, sql)).toBe('block');
  });

  test.each<readonly [Dialect, string]>([
    ['postgresql', 'SELECT * FROM orders NATURAL JOIN items WHERE tenant_id = 1'],
    ['transactsql', 'SELECT * FROM orders PIVOT (max(x) FOR y IN (z)) p WHERE tenant_id = 1'],
    ['postgresql', 'DO $$ BEGIN PERFORM * FROM orders; END $$'],
    ['mysql', 'CREATE TABLE dump TABLE orders'],
    ['mysql', 'CREATE PROCEDURE p() BEGIN TABLE orders; END'],
    ['sqlite', 'SELECT * FROM countries WHERE id IN orders'],
  ])('%s: undecided where the query is not read with certainty: %s', async (dialect, sql) => {
    expect(await verdictOf(dialect, sql)).toBe('unknown');
  });
});
