import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { read } from './read.ts';

/** The filter of the last write that has one, or `unknown`; undefined if there is none. */
function filterOf(dialect: Dialect, sql: string): string | undefined {
  const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
  const last = operations.findLast(({ filter }) => filter !== '');
  return last && (last.filter ?? 'unknown');
}

const KEEP: readonly (readonly [Dialect, string, string])[] = [
  ['postgresql', 'CREATE TEMP TABLE keep (id int)', 'INSERT INTO keep VALUES (1)'],
  ['postgresql', 'CREATE TABLE s.keep (id int)', 'COPY s.keep FROM STDIN;\n1\n\\.\nSELECT 1'],
  ['postgresql', 'CREATE TABLE keep (id int)', '\\copy keep from keep.csv\nSELECT 1'],
  ['postgresql', 'CREATE TABLE keep (id int)', 'CALL fill_keep()'],
  ['mysql', 'CREATE TEMPORARY TABLE keep (id int)', "LOAD DATA INFILE 'x' INTO TABLE keep"],
  ['mariadb', 'CREATE TABLE keep (id int) ENGINE=InnoDB', 'REPLACE INTO keep SELECT id FROM b'],
  ['sqlite', 'CREATE TEMP TABLE keep (id INTEGER)', 'INSERT OR IGNORE INTO keep VALUES (1)'],
  ['transactsql', 'DECLARE @keep TABLE (id int)', 'INSERT @keep SELECT id FROM b'],
  ['transactsql', 'CREATE TABLE #keep (id int)', 'INSERT INTO #keep EXEC ids'],
  [
    'transactsql',
    'CREATE TABLE dbo.keep (id int)',
    'MERGE dbo.keep USING b ON b.id = dbo.keep.id WHEN NOT MATCHED THEN INSERT VALUES (1)',
  ],
];

describe('all rows but those of a table that the file creates', () => {
  const rows = KEEP.flatMap(([dialect, create, fill]) => {
    const name = /(?:TABLE )?(@keep|#keep|\w+\.keep|keep)/.exec(create)?.[1] ?? '';
    return [`id NOT IN (SELECT id FROM ${name})`, `NOT EXISTS (SELECT 1 FROM ${name} k WHERE k.id = a.id)`].map(
      (condition) => [dialect, create, fill, condition] as const,
    );
  });

  test.each(rows)('%s: %s, then %s or not: %s', (dialect, create, fill, condition) => {
    expect(filterOf(dialect, `${create};\nDELETE FROM a WHERE ${condition};`)).toBe('unknown');
    expect(filterOf(dialect, `${create};\n${fill};\nDELETE FROM a WHERE ${condition};`)).toBe('conditional');
  });

  test.each([
    'CREATE TABLE IF NOT EXISTS keep (id int); DELETE FROM a WHERE id NOT IN (SELECT id FROM keep)',
    'CREATE TABLE keep AS SELECT 1 AS id; DELETE FROM a WHERE id NOT IN (SELECT id FROM keep)',
    'CREATE TABLE other.keep (id int); DELETE FROM a WHERE id NOT IN (SELECT id FROM keep)',
    'CREATE TABLE old (id int); ALTER TABLE full_one RENAME TO old; DELETE FROM a WHERE id NOT IN (SELECT id FROM old)',
    'DELETE FROM a WHERE id NOT IN (SELECT id FROM keep); CREATE TABLE keep (id int)',
  ])('postgresql: %s', (sql) => {
    expect(filterOf('postgresql', sql)).toBe('conditional');
  });
});

const SET = 'ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name';

describe('an upsert of rows that the table has', () => {
  test.each<[Dialect, string, string | undefined]>([
    ['postgresql', `INSERT INTO a (id, name) SELECT a.id, '' FROM a LEFT JOIN b ON b.a_id = a.id ${SET}`, 'none'],
    ['postgresql', `INSERT INTO a (id, name) SELECT x.id, '' FROM a x LEFT JOIN b USING (id) ${SET}`, 'none'],
    [
      'sqlite',
      `INSERT INTO a (id, name) SELECT a.id, '' FROM a LEFT JOIN b ON b.a_id = a.id WHERE true ${SET}`,
      'none',
    ],
    [
      'mysql',
      "INSERT INTO a SELECT a.id, '' FROM a LEFT JOIN b ON b.id = a.id ON DUPLICATE KEY UPDATE name = ''",
      'none',
    ],
    ['postgresql', `CREATE VIEW v AS SELECT * FROM a; INSERT INTO v SELECT * FROM a ${SET}`, 'none'],
    ['postgresql', `INSERT INTO a (id, name) SELECT g, '' FROM generate_series(1, 5) g ${SET}`, 'unknown'],
    ['mariadb', "INSERT INTO a SELECT seq, '' FROM seq_1_to_9 ON DUPLICATE KEY UPDATE name = ''", 'unknown'],
    ['postgresql', `INSERT INTO a (id, name) SELECT id, name FROM b ${SET}`, undefined],
    ['postgresql', `INSERT INTO a (id, name) SELECT b.id, '' FROM b LEFT JOIN c ON c.id = b.id ${SET}`, undefined],
    ['postgresql', `INSERT INTO a (id, name) SELECT id, '' FROM a WHERE x = 1 ${SET}`, undefined],
    ['postgresql', `INSERT INTO a (id, name) SELECT a.id, '' FROM a JOIN b ON b.a_id = a.id ${SET}`, undefined],
    ['postgresql', 'INSERT INTO a (id) SELECT g FROM generate_series(1, 5) g ON CONFLICT DO NOTHING', undefined],
    ['postgresql', `INSERT INTO a (id, name) VALUES (1, '') ${SET}`, undefined],
  ])('%s: %s', (dialect, sql, expected) => {
    expect(filterOf(dialect, sql)).toBe(expected);
  });
});
