import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { filterOf, read } from './read.ts';

// Whose column a name is: of the target, of the query that it stands in, or of one around it.

type Row = readonly [dialect: Dialect, sql: string];

const POSTGRESQL_LIKE: readonly Dialect[] = ['postgresql', 'cockroachdb', 'redshift'];
const MYSQL_LIKE: readonly Dialect[] = ['mysql', 'mariadb'];
const ALL: readonly Dialect[] = [...POSTGRESQL_LIKE, ...MYSQL_LIKE, 'sqlite', 'transactsql'];

const each = (dialects: readonly Dialect[], ...texts: readonly string[]): Row[] =>
  dialects.flatMap((dialect) => texts.map((sql): Row => [dialect, sql]));

/** Queries of some rows of the target's own table, with its name or alias used again. */
const SOME = [
  "SELECT t.id FROM t WHERE t.status = 'old'",
  'SELECT t.id FROM t WHERE t.x IS NOT NULL',
  'SELECT b.id FROM t b WHERE b.x IS NOT NULL',
  'SELECT id FROM t WHERE x > 0',
];

describe('a join with some rows of the same table filters', () => {
  test.each([
    ...SOME.flatMap((some) => [
      ...each(
        ['postgresql', 'redshift', 'sqlite', 'transactsql'],
        `WITH d AS (${some}) UPDATE t SET m = 1 FROM d WHERE t.id = d.id`,
        `UPDATE t SET m = 1 FROM (${some}) d WHERE t.id = d.id`,
      ),
      ...each(
        ['postgresql', 'cockroachdb'],
        `WITH d AS (${some}) DELETE FROM t USING d WHERE t.id = d.id`,
        `DELETE FROM t USING (${some}) AS d WHERE d.id = t.id`,
        `WITH d AS (${some}) UPDATE t a SET m = 1 FROM d WHERE a.id = d.id`,
      ),
      ...each(
        MYSQL_LIKE,
        `UPDATE t JOIN (${some}) d ON d.id = t.id SET t.m = 1`,
        `DELETE t FROM t INNER JOIN (${some}) d USING (id)`,
      ),
      ...each(['mysql'], `WITH d AS (${some}) UPDATE t, d SET t.m = 1 WHERE t.id = d.id`),
      ...each(
        ['transactsql'],
        `DELETE t FROM t JOIN (${some}) d ON d.id = t.id`,
        `UPDATE t SET m = 1 FROM t JOIN (${some}) d ON t.id = d.id`,
      ),
      ...each(ALL, `DELETE FROM t WHERE id IN (${some})`),
    ]),
    ...each(
      ['postgresql'],
      "WITH d AS (SELECT t.id FROM t WHERE t.status = 'old' LIMIT 5) UPDATE t SET m = 1 FROM d WHERE t.id = d.id",
    ),
    ...each(ALL, 'DELETE FROM t WHERE id IN (SELECT id FROM (SELECT id FROM t WHERE id IS NOT NULL) z)'),
    ...each(ALL, 'DELETE FROM t WHERE a IN (SELECT id FROM u) OR b IN (SELECT id FROM u)'),
    ...each(
      ['transactsql'],
      'DECLARE @p TABLE (Id int); DELETE FROM t WHERE a IN (SELECT * FROM @p) OR b IN (SELECT * FROM @p)',
    ),
  ])('%s: %s', (dialect, sql) => {
    expect(filterOf(dialect, sql)).toBe('conditional');
  });
});

describe('a join with all rows of the same table, or with others that nothing links to it, does not', () => {
  test.each([
    ...each(
      ['postgresql', 'redshift', 'sqlite', 'transactsql'],
      'WITH d AS (SELECT id FROM t) UPDATE t SET m = 1 FROM d WHERE t.id = d.id',
      'WITH d AS (SELECT t.id FROM t WHERE t.id = t.id) UPDATE t SET m = 1 FROM d WHERE t.id = d.id',
      "UPDATE t SET m = 1 FROM u WHERE u.status = 'old'",
    ),
    ...each(MYSQL_LIKE, 'UPDATE t JOIN (SELECT id FROM t) d ON d.id = t.id SET t.m = 1'),
    ...each(
      ALL,
      'DELETE FROM t WHERE id IN (SELECT id FROM t)',
      'DELETE FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.x = 1)',
    ),
    ...each(ALL, 'DELETE FROM t WHERE EXISTS (SELECT 1 FROM u t WHERE t.x = 1)'),
    ...each(ALL, 'DELETE FROM t WHERE id IN (SELECT a.id FROM t a CROSS JOIN u WHERE u.x = 1)'),
    ...each(ALL, 'DELETE FROM t WHERE EXISTS (SELECT 1 FROM t b WHERE b.id = t.id)'),
  ])('%s: %s', (dialect, sql) => {
    expect(filterOf(dialect, sql)).toBe('always_true');
  });
});

describe('a subquery refers to the row if only the target has the column', () => {
  test.each([
    ...each(
      ['transactsql'],
      'DECLARE @P TABLE (TypeId smallint); DELETE FROM dbo.R WHERE EXISTS (SELECT * FROM @P WHERE TypeId = ResourceTypeId)',
      'CREATE TABLE #p (TypeId smallint); DELETE FROM dbo.R WHERE EXISTS (SELECT * FROM #p WHERE TypeId = ResourceTypeId)',
      'CREATE PROCEDURE dbo.p AS DECLARE @P TABLE (TypeId smallint NOT NULL, PRIMARY KEY (TypeId)) DELETE FROM dbo.R WHERE EXISTS (SELECT * FROM @P WHERE TypeId = ResourceTypeId)',
    ),
    ...each(
      [...POSTGRESQL_LIKE, ...MYSQL_LIKE, 'sqlite'],
      'CREATE TABLE p (type_id int); DELETE FROM r WHERE EXISTS (SELECT 1 FROM p WHERE type_id = resource_type_id)',
    ),
    ...each(
      ALL,
      'DELETE FROM r WHERE EXISTS (SELECT 1 FROM (SELECT id AS type_id FROM p) d WHERE type_id = resource_type_id)',
    ),
    ...each(
      ['postgresql', 'sqlite'],
      'WITH d AS (SELECT id AS type_id FROM p) DELETE FROM r WHERE EXISTS (SELECT 1 FROM d WHERE type_id = resource_type_id)',
    ),
  ])('%s: %s', (dialect, sql) => {
    expect(filterOf(dialect, sql)).toBe('conditional');
  });

  const readTables = [
    { name: 'p', schema: '', columns: ['type_id', 'kind'] },
    { name: 'r', schema: '', columns: ['id', 'a', 'resource_type_id', 'x'] },
  ];
  test.each(
    ALL.flatMap((dialect) => [
      [
        dialect,
        'DELETE FROM r WHERE EXISTS (SELECT 1 FROM p WHERE type_id = resource_type_id)',
        'conditional',
      ] as const,
      [dialect, 'UPDATE r SET a = 1 WHERE id IN (SELECT 1 FROM p WHERE x = type_id)', 'conditional'] as const,
      [dialect, 'DELETE FROM r WHERE EXISTS (SELECT 1 FROM p WHERE type_id = kind)', 'always_true'] as const,
      [dialect, 'DELETE FROM r WHERE EXISTS (SELECT 1 FROM s.p WHERE type_id = resource_type_id)', undefined] as const,
      // Neither table has it: a variable, a hidden column, a function without parentheses, a string.
      [dialect, 'DELETE FROM r WHERE EXISTS (SELECT 1 FROM p WHERE type_id = v_id)', undefined] as const,
      [dialect, 'DELETE FROM r WHERE EXISTS (SELECT 1 FROM p WHERE type_id = rowid)', undefined] as const,
    ]),
  )('if the base defines the columns: %s: %s', (dialect, sql, filter) => {
    const [statement] = read(dialect, sql, 'x.sql', { tables: [], readTables }).statements;
    expect(statement?.operations.find(({ kind }) => kind === 'delete' || kind === 'update')?.filter).toBe(filter);
  });

  test.each(each(ALL, 'DELETE FROM r WHERE EXISTS (SELECT 1 FROM p WHERE type_id = resource_type_id)'))(
    '%s: not if nothing tells whose it is: %s',
    (dialect, sql) => {
      expect(filterOf(dialect, sql)).toBe('unknown');
    },
  );

  test.each([
    ...each(ALL, 'DELETE FROM t WHERE u_id IN (SELECT u_id FROM (SELECT id FROM u) s)'),
    ...each(
      ['postgresql', 'mysql', 'sqlite'],
      'CREATE TABLE s (id int); DELETE FROM t WHERE u_id IN (SELECT u_id FROM s)',
    ),
  ])('%s: a column that only the target has, compared with itself: %s', (dialect, sql) => {
    expect(filterOf(dialect, sql)).toBe('always_true');
  });
});

describe('a column compared with a parameter filters', () => {
  test.each([
    ...each(ALL, 'DELETE FROM t WHERE id = :id', 'UPDATE t SET a = :a WHERE id = :id AND b < :b'),
    ...each(
      ['postgresql'],
      "DELETE FROM t WHERE id = :'id'",
      'DELETE FROM t WHERE id = :id!',
      'DELETE FROM t WHERE id = $1',
    ),
    ...each(['postgresql'], 'DELETE FROM t WHERE id IN :ids!', 'DELETE FROM t WHERE id = ? AND name = ?'),
    ...each(['mysql', 'mariadb', 'sqlite'], 'DELETE FROM t WHERE id = ?'),
    ...each(['transactsql'], 'DELETE FROM t WHERE id = @id'),
  ])('%s: %s', (dialect, sql) => {
    const { statements } = read(dialect, sql);
    expect(filterOf(dialect, sql)).toBe('conditional');
    expect(statements.flatMap(({ unreadable }) => unreadable)).toEqual([]);
  });

  test.each([
    ...each(['postgresql'], 'DELETE FROM t WHERE id = 5 OR $2', 'DELETE FROM t WHERE :all'),
    ...each(['mysql', 'mariadb', 'sqlite'], 'DELETE FROM t WHERE ? OR id = ?'),
  ])('%s: one that stands alone decides for all rows: %s', (dialect, sql) => {
    expect(filterOf(dialect, sql)).toBe('unknown');
  });
});

describe('the key against a constant that keeps all is not known to filter', () => {
  test.each(
    each(
      ALL,
      'DELETE FROM t WHERE id > 0',
      'DELETE FROM t WHERE id >= 1',
      'DELETE FROM t WHERE 0 < id',
      'DELETE FROM t WHERE id <> 0',
      'DELETE FROM t WHERE id > -1',
      'DELETE FROM t WHERE id IS NOT NULL',
      'DELETE FROM t WHERE NOT (id IS NULL)',
    ),
  )('%s: %s', (dialect, sql) => {
    expect(filterOf(dialect, sql)).toBe('unknown');
  });

  test.each(
    each(
      ALL,
      'DELETE FROM t WHERE id > 1',
      'DELETE FROM t WHERE id > 0 AND x = 1',
      'DELETE FROM t WHERE x > 0',
      'DELETE FROM t WHERE x IS NOT NULL',
      "DELETE FROM t WHERE name <> 'zzzz'",
      "DELETE FROM t WHERE created_at < '2029-01-01'",
      'DELETE FROM t WHERE id < 0',
    ),
  )('%s: a filter: %s', (dialect, sql) => {
    expect(filterOf(dialect, sql)).toBe('conditional');
  });
});
