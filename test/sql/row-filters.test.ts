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
  ['id IN (SELECT x.id FROM a x)', 'always_true'],
  ['id IN (SELECT id FROM a WHERE id IS NOT NULL)', 'conditional'],
  ['id IN (SELECT id FROM b UNION SELECT id FROM a)', 'always_true'],
  ['id IN (SELECT id FROM a WHERE x = 1)', 'conditional'],
  ['id IN (SELECT id FROM a GROUP BY id HAVING count(*) > 1)', 'conditional'],
  ['id IN (SELECT id FROM b)', 'conditional'],
  ['id NOT IN (SELECT id FROM a)', 'conditional'],
  ['id IN (SELECT a.id FROM a JOIN b ON a.id = b.id)', 'conditional'],
  // A query that is not tied to the row.
  ['EXISTS (SELECT 1 FROM b)', 'always_true'],
  ['EXISTS (SELECT 1 FROM b WHERE x = 1)', 'always_true'],
  ['(SELECT count(*) FROM b WHERE b.x = 1) > 0', 'always_true'],
  ['EXISTS (SELECT 1 FROM b WHERE b.id = a.id)', 'conditional'],
  ['EXISTS (SELECT 1 FROM b JOIN c ON c.id = b.id WHERE c.a_id = a.id)', 'conditional'],
  ['EXISTS (SELECT 1 FROM b WHERE b.id IN (SELECT c.id FROM c WHERE c.x = a.x))', 'conditional'],
  // Whose column it is depends on the tables.
  ['EXISTS (SELECT 1 FROM b WHERE b.a_id = id)', 'unknown'],
  ["EXISTS (SELECT 1 FROM b WHERE b.name = replace(nick, 'x', ''))", 'unknown'],
  ['EXISTS (SELECT 1 FROM b WHERE coalesce(b.x, 0) = id + 1)', 'unknown'],
  ["EXISTS (SELECT 1 FROM b WHERE b.name = lower('X'))", 'always_true'],
];

const STATEMENTS: readonly (readonly [Dialect, string, Filter | 'unknown'])[] = [
  // Joined tables that nothing ties to the target.
  ['postgresql', 'DELETE FROM a USING b WHERE b.x = $1', 'always_true'],
  ['postgresql', 'UPDATE a SET x = 1 FROM b WHERE EXISTS (SELECT 1 FROM c WHERE c.id = b.id)', 'always_true'],
  // Tied, and whose column it is depends on the tables.
  ['postgresql', 'DELETE FROM a USING b WHERE x = 1', 'unknown'],
  ['transactsql', 'UPDATE x SET y = 1 FROM a x JOIN b ON x.id = b.id WHERE b.z = 1', 'conditional'],
  // Placeholders for a schema.
  ['postgresql', 'DELETE FROM ${s}.a WHERE b_id IN (SELECT id FROM ${s}.b WHERE x = 1)', 'conditional'],
  ['postgresql', 'DELETE FROM ${s}.a WHERE id IN (SELECT id FROM ${s}.a)', 'always_true'],
  ['postgresql', 'DELETE FROM ${s}.a WHERE EXISTS (SELECT 1 FROM ${s}.a x WHERE x.id = a.id)', 'always_true'],
  ['mysql', 'DELETE o FROM ${s}.a o JOIN ${s}.a x ON x.id = o.id', 'always_true'],
  ['mysql', 'DELETE o FROM ${s}.a o JOIN ${s}.a x USING (id)', 'always_true'],
  // It may be the schema that the other table has.
  ['postgresql', 'DELETE FROM ${s}.a WHERE id IN (SELECT id FROM app.a)', 'unknown'],
  ['postgresql', 'DELETE FROM a WHERE id IN (SELECT id FROM ${archive}.a)', 'unknown'],
  ['postgresql', 'DELETE FROM a WHERE x = 1 AND id IN (SELECT id FROM ${archive}.a)', 'conditional'],
  ['postgresql', 'DELETE FROM a WHERE id IN (SELECT id FROM ${archive}.a WHERE x = 1)', 'conditional'],
  ['postgresql', 'DELETE FROM a WHERE EXISTS (SELECT 1 FROM ${archive}.a x WHERE x.id = a.id)', 'unknown'],
  ['postgresql', 'DELETE FROM a WHERE NOT EXISTS (SELECT 1 FROM ${archive}.a x WHERE x.id = a.id)', 'conditional'],
  ['mysql', 'DELETE o FROM a o JOIN ${archive}.a x ON x.id = o.id', 'unknown'],
  ['mysql', 'DELETE o FROM a o JOIN ${archive}.a x USING (id)', 'unknown'],
  ['transactsql', 'DELETE FROM dbo.a WHERE id IN (SELECT id FROM [$(s)].a)', 'unknown'],
  // Another placeholder is another schema.
  ['postgresql', 'DELETE FROM ${s}.a WHERE id IN (SELECT id FROM ${archive}.a)', 'conditional'],
  ['postgresql', 'DELETE FROM ${s}.a WHERE id IN (SELECT id FROM ${ S }.A)', 'always_true'],
  ['postgresql', 'DELETE FROM ${s}.a o WHERE EXISTS (SELECT 1 FROM ${archive}.a x WHERE x.id = o.id)', 'conditional'],
  ['mysql', 'DELETE o FROM ${s}.a o JOIN ${archive}.a x ON x.id = o.id', 'conditional'],
  ['mysql', 'DELETE o FROM ${s}.a o JOIN ${archive}.a x USING (id)', 'conditional'],
  ['mysql', 'UPDATE ${s}.a SET x = 1 WHERE id IN (SELECT id FROM ${archive}.a)', 'conditional'],
  // A table of another database.
  ['transactsql', 'DELETE FROM dbo.a WHERE id IN (SELECT id FROM Archive.dbo.a)', 'conditional'],
  ['transactsql', 'DELETE o FROM dbo.a o JOIN Archive.dbo.a x ON x.id = o.id', 'conditional'],
  ['transactsql', 'DELETE FROM dbo.a WHERE id IN (SELECT id FROM [$(Archive)].dbo.a)', 'conditional'],
  ['transactsql', 'DELETE FROM dbo.a WHERE id IN (SELECT id FROM [$(DatabaseName)].dbo.a)', 'unknown'],
  ['transactsql', 'DELETE FROM Shop.dbo.a WHERE id IN (SELECT id FROM shop.DBO.a)', 'always_true'],
  ['transactsql', 'DELETE FROM [$(s)].dbo.a WHERE id IN (SELECT id FROM [$(s)].dbo.a)', 'always_true'],
  ['postgresql', 'DELETE FROM ${s}.a WHERE b_id IN (SELECT id FROM ${t})', 'unknown'],
  ['transactsql', 'UPDATE x SET y = 1 FROM [$(s)].a x JOIN [$(s)].b ON x.id = b.id WHERE b.z = 1', 'conditional'],
  // Parameters and variables that stand alone.
  ['postgresql', 'DELETE FROM a WHERE $1', 'unknown'],
  ['postgresql', 'DELETE FROM a WHERE x = $1 OR $2', 'unknown'],
  ['postgresql', 'DELETE FROM a WHERE x = $1 OR $2 = 1', 'unknown'],
  ['mysql', 'UPDATE a SET b = (SELECT sum(x) FROM c) WHERE id = $b AND $c = 1', 'conditional'],
  ['mysql', 'DELETE FROM a WHERE x = ? OR ?', 'unknown'],
  ['transactsql', 'DELETE FROM a WHERE x = 1 OR @all = 1', 'unknown'],
  ['postgresql', 'DO $$ BEGIN DELETE FROM a WHERE b; END $$', 'unknown'],
  ['postgresql', 'DO $$ BEGIN DELETE FROM a WHERE x = 1 OR b; END $$', 'unknown'],
  ['postgresql', 'DELETE FROM a WHERE x = $1 AND $2', 'conditional'],
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
