import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Random } from '../../../bench/log/random.ts';
import { createLazySqlReader, loadingGrammar } from '../../../src/sql/index.ts';
import { TOP } from '../../docs/repository.ts';
import { mutated, statementsBelow } from './mutations.ts';
import { Comparison } from './plain-comparison.ts';
import { PLAIN, withKeywords } from './plain-ddl-statements.ts';

test.each(PLAIN)('needs no grammar: %s', (sql) => {
  const both = new Comparison('postgresql');
  both.compare(sql);
  expect(both).toMatchObject({ plain: 1, differences: [] });
});

test.each([
  'ALTER TABLE t ADD COLUMN x int int',
  'ALTER TABLE t ADD COLUMN x varchar($1)',
  'ALTER TABLE t DROP COLUMN x CASCADE CASCADE',
  'ALTER TABLE t RENAME key TO x',
  'CREATE INDEX IF NOT EXISTS ON t (a)',
  'CREATE TABLE t (format json)',
  'CREATE TABLE t (nulls first)',
  'CREATE INDEX i ON t (without time)',
  'SELECT a FROM nulls last',
  'ALTER TABLE t DROP con\u017ftraint CASCADE',
  '\u017fELECT 1',
  'DROP VIEW v RE\u017fTRICT',
  'GRANT SELECT ON t TO "none"',
  'ALTER TABLE t \ufeff ADD COLUMN a int',
  "COMMENT ON TABLE t IS 'a\0b'",
  'CREATE TABLE t (a int DEFAULT pg_sleep())',
  'CREATE TRIGGER g AFTER UPDATE OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION f()',
  'CREATE OR REPLACE INDEX i ON t (a)',
  "ALTER TABLE t ALTER a SET DEFAULT 'x'::",
  'CREATE TABLE t ()',
  'CREATE TABLE t (a int,)',
  'DROP TABLE a b',
  'SET lock_timeout = $1',
  'UPDATE t SET a = 1 WHERE id = 1 2',
])('asks the grammar: %s', (sql) => {
  const both = new Comparison('postgresql');
  both.compare(sql);
  expect(both.plain).toBe(0);
});

test('keywords as words of plain statements: the same result as with the grammar', () => {
  const both = new Comparison('postgresql');
  const random = new Random(18);
  // One in ten: `npm run bench -- grammar-mutations` compares all.
  for (const sql of withKeywords()) if (random.chance(0.1)) both.compare(sql);
  expect(both.differences).toEqual([]);
  expect(both.plain).toBeGreaterThan(2_000);
});

test('real statements, and mutated ones: the same result as with the grammar', () => {
  const both = new Comparison('postgresql');
  const random = new Random(17);
  const real = statementsBelow([join(TOP, 'examples/migrations'), join(TOP, 'src/server/store/migrations')]);
  for (const sql of [...real, ...PLAIN]) {
    both.compare(sql);
    for (let count = 0; count < 40; count++) {
      const text = mutated(sql, random);
      if (text !== undefined) both.compare(text);
    }
  }
  expect(both.differences).toEqual([]);
  expect(both.plain).toBeGreaterThan(300);
});

test('a lazy reader loads the grammar at the first statement that needs it, and reads the file again', async () => {
  const reader = await createLazySqlReader('postgresql');
  expect(reader.read('DROP TABLE t;', { path: 'a.sql' }).statements).toHaveLength(1);
  const needing = 'DROP TABLE t; DELETE FROM t WHERE id = 1 2;';
  expect(() => reader.read(needing, { path: 'b.sql' })).toThrow('the grammar is not loaded');
  const { statements } = await loadingGrammar(() => reader.read(needing, { path: 'b.sql' }));
  expect(statements[1]?.unreadable[0]?.reason).toContain("PostgreSQL's grammar rejects it");
});
