import { describe, expect, test } from 'vitest';
import { DIALECTS, type Dialect, type Filter } from '../../src/model/index.ts';
import { read } from './read.ts';

function filterOf(dialect: Dialect, sql: string): string {
  const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
  return operations.findLast(({ filter }) => filter !== '')?.filter ?? 'unknown';
}

/** Conditions of `DELETE FROM a WHERE`, and how they filter. */
const CONDITIONS: readonly (readonly [string, Filter | 'unknown'])[] = [
  // A query over the whole of the same table.
  ['id IN (SELECT id FROM a)', 'always_true'],
  ['id IN (SELECT a.id FROM a)', 'always_true'],
  ['id IN (SELECT x.id FROM a x)', 'always_true'],
  ['id IN (SELECT DISTINCT id FROM a)', 'always_true'],
  ['id IN (SELECT id FROM a ORDER BY x)', 'always_true'],
  ['id IN (SELECT id FROM a WHERE 1 = 1)', 'always_true'],
  ['id IN (SELECT id FROM a WHERE id IS NOT NULL)', 'conditional'],
  ['id IN (SELECT id FROM a WHERE id = id)', 'always_true'],
  ['id IN (SELECT id FROM a WHERE x = 1 OR 1 = 1)', 'always_true'],
  ['id IN (SELECT id FROM (SELECT id FROM a) d)', 'always_true'],
  ['id IN (SELECT id FROM b UNION SELECT id FROM a)', 'always_true'],
  ['x = 1 OR id IN (SELECT id FROM a)', 'always_true'],
  ['id IN (SELECT id FROM a WHERE x = 1)', 'conditional'],
  ['id IN (SELECT id FROM a WHERE x IS NULL)', 'conditional'],
  ['id IN (SELECT id FROM a GROUP BY id HAVING count(*) > 1)', 'conditional'],
  ['id IN (SELECT parent FROM a)', 'conditional'],
  ['id IN (SELECT id FROM b)', 'conditional'],
  ['id IN (SELECT a_id FROM b)', 'conditional'],
  ['id NOT IN (SELECT id FROM a)', 'conditional'],
  ['id NOT IN (SELECT min(id) FROM a GROUP BY x)', 'conditional'],
  ['id IN (SELECT a.id FROM a JOIN b ON a.id = b.id)', 'conditional'],
  ['id IN (SELECT id FROM a) AND x = 1', 'conditional'],
  ['id IN (SELECT id FROM (SELECT id FROM a WHERE x = 1) d)', 'conditional'],
  // A query that is not tied to the row.
  ['EXISTS (SELECT 1 FROM b)', 'always_true'],
  ['EXISTS (SELECT 1 FROM b WHERE b.x = 1)', 'always_true'],
  ['EXISTS (SELECT 1 FROM b WHERE x = 1)', 'always_true'],
  ['NOT EXISTS (SELECT 1 FROM b WHERE b.x = 1)', 'always_true'],
  ['EXISTS (SELECT 1 FROM a WHERE a.id = 1)', 'always_true'],
  ['EXISTS (SELECT 1 FROM a x WHERE x.id = 1)', 'always_true'],
  ['(SELECT count(*) FROM b WHERE b.x = 1) > 0', 'always_true'],
  ['1 IN (SELECT x FROM b)', 'always_true'],
  ['x = 1 OR EXISTS (SELECT 1 FROM b)', 'always_true'],
  ['NOT (x = 1 AND EXISTS (SELECT 1 FROM b))', 'always_true'],
  ['EXISTS (SELECT 1 FROM b WHERE b.id = a.id)', 'conditional'],
  ['NOT EXISTS (SELECT 1 FROM b WHERE b.id = a.id)', 'conditional'],
  ['EXISTS (SELECT 1 FROM b JOIN c ON c.id = b.id WHERE c.a_id = a.id)', 'conditional'],
  ['EXISTS (SELECT 1 FROM b WHERE b.id IN (SELECT c.id FROM c WHERE c.x = a.x))', 'conditional'],
  ['(SELECT count(*) FROM b WHERE b.id = a.id) > 0', 'conditional'],
  ['x > (SELECT avg(y) FROM b)', 'conditional'],
  ['x = 1 AND EXISTS (SELECT 1 FROM b)', 'conditional'],
  ['EXISTS (SELECT 1 FROM a x WHERE x.id = a.parent)', 'conditional'],
  // Whose column it is depends on the tables.
  ['EXISTS (SELECT 1 FROM b WHERE b.a_id = id)', 'unknown'],
];

const STATEMENTS: readonly (readonly [Dialect, string, Filter | 'unknown'])[] = [
  // Joined tables that nothing ties to the target.
  ['postgresql', 'DELETE FROM a USING b WHERE b.x = 1', 'always_true'],
  ['postgresql', 'DELETE FROM a USING b WHERE b.x = $1', 'always_true'],
  ['postgresql', 'DELETE FROM a USING b, c WHERE b.id = c.id', 'always_true'],
  ['postgresql', 'DELETE FROM a USING b WHERE a.id = b.id OR b.x = 1', 'always_true'],
  ['postgresql', 'UPDATE a SET x = 1 FROM b WHERE b.x = 1', 'always_true'],
  ['postgresql', 'UPDATE a SET x = b.x FROM b JOIN c ON b.id = c.id WHERE c.y = 1', 'always_true'],
  ['postgresql', 'UPDATE a SET x = 1 FROM b WHERE EXISTS (SELECT 1 FROM c WHERE c.id = b.id)', 'always_true'],
  ['sqlite', 'UPDATE a SET x = 1 FROM b WHERE b.x = 1', 'always_true'],
  ['mysql', 'DELETE a FROM a JOIN b WHERE b.x = 1', 'always_true'],
  ['mysql', 'DELETE a FROM a, b WHERE b.x = 1', 'always_true'],
  ['mysql', 'UPDATE a, b SET a.x = 1 WHERE b.x = 1', 'always_true'],
  ['transactsql', 'DELETE a FROM a CROSS JOIN b WHERE b.x = 1', 'always_true'],
  ['transactsql', 'UPDATE a SET x = 1 FROM a, b WHERE b.x = @x', 'always_true'],
  // The table joined with itself on the same column.
  ['postgresql', 'DELETE FROM a USING a b WHERE a.id = b.id', 'always_true'],
  ['postgresql', 'UPDATE a SET x = b.x FROM a b WHERE b.id = a.id', 'always_true'],
  ['postgresql', 'DELETE FROM a USING a b WHERE a.id = b.id AND b.x = 1', 'conditional'],
  ['postgresql', 'DELETE FROM a USING a b WHERE a.id < b.id AND a.x = b.x', 'conditional'],
  ['postgresql', 'DELETE FROM a USING a b WHERE a.parent = b.id', 'conditional'],
  ['postgresql', 'WITH c AS (SELECT id FROM a) DELETE FROM a WHERE id IN (SELECT id FROM c)', 'always_true'],
  ['postgresql', 'WITH c AS (SELECT id FROM a LIMIT 5) DELETE FROM a WHERE id IN (SELECT id FROM c)', 'conditional'],
  // Tied and restricted.
  ['postgresql', 'DELETE FROM a USING b WHERE a.id = b.id', 'conditional'],
  ['postgresql', 'DELETE FROM a USING b WHERE a.id = b.id AND b.x = 1', 'conditional'],
  ['postgresql', 'DELETE FROM a USING b WHERE b.x = 1 AND a.y = 2', 'conditional'],
  ['postgresql', 'DELETE FROM a USING b WHERE a_id = b.id', 'conditional'],
  ['postgresql', 'DELETE FROM a USING b WHERE x = 1', 'unknown'],
  ['postgresql', 'UPDATE a SET x = b.x FROM b JOIN c ON b.id = c.id WHERE c.y = a.y', 'conditional'],
  ['mysql', 'DELETE a FROM a LEFT JOIN b ON a.id = b.id WHERE b.id IS NULL', 'conditional'],
  ['mysql', 'DELETE a FROM a JOIN b ON a.id = b.id WHERE b.x = 1', 'conditional'],
  ['mysql', 'DELETE a FROM a JOIN b USING (id) WHERE b.x = 1', 'conditional'],
  ['transactsql', 'UPDATE x SET y = 1 FROM a x JOIN b ON x.id = b.id WHERE b.z = 1', 'conditional'],
  // Parameters and variables that stand alone.
  ['postgresql', 'DELETE FROM a WHERE $1', 'unknown'],
  ['postgresql', 'DELETE FROM a WHERE x = $1 OR $2', 'unknown'],
  ['postgresql', 'DELETE FROM a WHERE x = $1 OR $2 = 1', 'unknown'],
  ['mysql', 'DELETE FROM a WHERE x = ? OR ?', 'unknown'],
  ['transactsql', 'DELETE FROM a WHERE x = 1 OR @all = 1', 'unknown'],
  ['postgresql', 'DO $$ BEGIN DELETE FROM a WHERE b; END $$', 'unknown'],
  ['postgresql', 'DO $$ BEGIN DELETE FROM a WHERE x = 1 OR b; END $$', 'unknown'],
  ['postgresql', 'DELETE FROM a WHERE active', 'conditional'],
  ['postgresql', 'DELETE FROM a WHERE x = $1 AND $2', 'conditional'],
  ['postgresql', 'DELETE FROM a WHERE x > $1 OR y = $2', 'conditional'],
  ['postgresql', 'DELETE FROM a WHERE $1 < x', 'conditional'],
  ['postgresql', 'DO $$ BEGIN DELETE FROM a WHERE x = b; END $$', 'conditional'],
];

describe('a condition filters only if it can tell one row of the target from another', () => {
  test.each(DIALECTS.flatMap((dialect) => CONDITIONS.map((row) => [dialect, ...row] as const)))(
    '%s: WHERE %s is %s',
    (dialect, condition, expected) => {
      expect(filterOf(dialect, `DELETE FROM a WHERE ${condition}`)).toBe(expected);
    },
  );

  test.each(STATEMENTS)('%s: %s is %s', (dialect, sql, expected) => {
    expect(filterOf(dialect, sql)).toBe(expected);
  });
});
