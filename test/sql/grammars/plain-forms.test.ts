import { expect, test } from 'vitest';
import { Queries } from '../../../bench/log/queries.ts';
import { Random } from '../../../bench/log/random.ts';
import { makeTables } from '../../../bench/log/schema.ts';
import { operationsOf } from '../read.ts';
import { Comparison } from './plain-comparison.ts';
import { MYSQL_KEYWORDS, POSTGRESQL_KEYWORDS, Statements } from './plain-statements.ts';

test('reading without the grammar gives the same result: almost plain statements', () => {
  const both = new Comparison('postgresql');
  const statements = new Statements(1, {
    keywords: POSTGRESQL_KEYWORDS,
    quote: '"',
    values: [
      '1',
      '-1',
      '1.5',
      '12345678901',
      "'x'",
      "'it''s'",
      "'a\\\\b'",
      '$1',
      '$12',
      'NULL',
      'TRUE',
      "E'x'",
      '1e5',
      '0x1F',
      '$1a',
      '1a',
      "U&'x'",
    ],
  });
  for (let count = 0; count < 15_000; count++) both.compare(statements.next());
  expect(both.differences).toEqual([]);
  expect(both.plain).toBeGreaterThan(1_500);
});

test('reading without the grammar gives the same result: keywords as names', () => {
  const both = new Comparison('postgresql');
  const forms = [
    'SELECT # FROM t',
    'SELECT a AS # FROM t',
    'SELECT a FROM #',
    'SELECT a FROM t #',
    'SELECT a FROM t AS #',
    'SELECT #.a FROM t',
    'SELECT t.# FROM t',
    'SELECT a FROM #.t',
    'SELECT a FROM t WHERE #',
    'SELECT a FROM t WHERE # = 1',
    'SELECT a FROM t WHERE a = #',
    'SELECT a FROM t WHERE NOT #',
    'SELECT a FROM t # JOIN u ON a = b',
    'SELECT a FROM t JOIN u # ON a = b',
    'SELECT a FROM t GROUP BY #',
    'SELECT a FROM t ORDER BY #',
    'SELECT a FROM t ORDER BY # DESC',
    'SELECT COUNT(#) FROM t',
    'SELECT a FROM t # WHERE b = 1',
    'SELECT a FROM t # ORDER BY a',
    'SELECT a, # FROM t LIMIT 1',
    'SELECT # a FROM t',
    'INSERT INTO # (a) VALUES (1)',
    'INSERT INTO t (#) VALUES (1)',
    'INSERT INTO t (a) VALUES (#)',
    'INSERT INTO t (a) VALUES (1) RETURNING #',
    'INSERT INTO t (a) VALUES (1) ON CONFLICT (#) DO NOTHING',
    'INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET # = 1',
    'UPDATE # SET a = 1 WHERE b = 1',
    'UPDATE t SET # = 1 WHERE b = 1',
    'UPDATE t SET a = # WHERE b = 1',
    'UPDATE t SET a = 1 WHERE # = 1',
    'DELETE FROM # WHERE a = 1',
    'DELETE FROM t WHERE # = 1',
    'DELETE FROM t WHERE a = 1 RETURNING #',
  ];
  for (const form of forms) for (const word of POSTGRESQL_KEYWORDS) both.compare(form.replace('#', word));
  expect(both.differences).toEqual([]);
  expect(both.plain).toBeGreaterThan(5_000);
});

test('queries of common libraries skip the grammar', () => {
  const both = new Comparison('postgresql');
  const random = new Random(3);
  const tables = makeTables(random);
  let statements = 0;
  for (const quote of ['"', ''] as const) {
    for (const columns of ['star', 'qualified', 'aliased', 'labelled', 'bare'] as const) {
      const style = {
        quote,
        upper: quote === '"',
        columns,
        break: '\n',
        schema: columns === 'qualified',
        lists: 'any',
      } as const;
      const queries = new Queries(random, tables, style, { returning: true, upsert: 'conflict' });
      for (let count = 0; count < 40; count++) {
        for (const template of [
          queries.byId(),
          queries.byIds(),
          queries.page(),
          queries.search(),
          queries.count(),
          queries.exists(),
          queries.joined(),
          queries.insert(3),
          queries.update(),
          queries.delete(),
        ]) {
          both.compare(template.simple(random));
          both.compare(template.extended(random, []));
          statements += 2;
        }
      }
    }
  }
  expect(both.differences).toEqual([]);
  expect(both.plain / statements).toBeGreaterThan(0.95);
});

test('MariaDB: reading without the grammar gives the same result, if the grammar accepts the statement', () => {
  const both = new Comparison('mariadb');
  const keywords = [...POSTGRESQL_KEYWORDS, ...MYSQL_KEYWORDS];
  const values = [
    '1',
    '-1',
    '1.5',
    "'x'",
    '"x"',
    "'it''s'",
    "'a\\'b'",
    '?',
    'NULL',
    'TRUE',
    '1e5',
    '0x1F',
    "N'x'",
    "_utf8'x'",
  ];
  const statements = new Statements(2, { keywords, quote: '`', values });
  for (let count = 0; count < 4_000; count++) both.compare(statements.next());
  const forms = [
    'SELECT # FROM t',
    'SELECT a AS # FROM t',
    'SELECT a FROM # WHERE b = 1',
    'SELECT a FROM t # WHERE b = 1',
    'SELECT t.# FROM t',
    'SELECT #.a FROM t',
    'SELECT a FROM t WHERE # = 1',
    'SELECT a FROM t WHERE b = # AND c = 1',
    'SELECT a FROM t ORDER BY #',
    'SELECT a FROM t # LIMIT 1',
    'SELECT SUM(#) FROM t',
  ];
  for (const form of forms) for (const word of keywords) both.compare(form.replace('#', word));
  expect(both.differences).toEqual([]);
  expect(both.plain - both.rejected).toBeGreaterThan(2_000);
});

test.each([
  ['postgresql', 'UPDATE statistics SET a = 1'],
  ['postgresql', 'UPDATE statistics SET a = 1 WHERE b = 1'],
  ['postgresql', 'UPDATE option SET a = 1 WHERE b = 1'],
  ['mysql', 'UPDATE statistics SET a = 1'],
  ['mariadb', 'UPDATE statistics SET a = 1'],
  ['sqlite', 'UPDATE statistics SET a = 1'],
] as const)('%s: a table is named like a word of another server: %s', (dialect, sql) => {
  expect(operationsOf(dialect, sql).map((operation) => operation.split(' ', 1)[0])).toEqual(['update']);
});
