import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { read } from './read.ts';

function filterOf(dialect: Dialect, sql: string): string | undefined {
  const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
  return operations.findLast(({ kind }) => kind === 'delete')?.filter;
}

const body = (declared: string, statements: string) => `DO $$ DECLARE ${declared}; BEGIN ${statements} END $$`;

describe('a loop that deletes row by row to the last one', () => {
  test.each<[Dialect, string]>([
    [
      'postgresql',
      body('i int', 'FOREACH i IN ARRAY (SELECT array_agg(id) FROM t) LOOP DELETE FROM t WHERE id = i; END LOOP;'),
    ],
    [
      'postgresql',
      body('m int', 'LOOP DELETE FROM t WHERE id = (SELECT min(id) FROM t); EXIT WHEN NOT FOUND; END LOOP;'),
    ],
    [
      'postgresql',
      body('m int', 'LOOP SELECT min(id) INTO m FROM t; EXIT WHEN m IS NULL; DELETE FROM t WHERE id = m; END LOOP;'),
    ],
    [
      'postgresql',
      body('m int', 'LOOP m := (SELECT max(id) FROM t); DELETE FROM t WHERE id = m; EXIT WHEN m IS NULL; END LOOP;'),
    ],
    [
      'mysql',
      'CREATE PROCEDURE p() BEGIN DECLARE m INT; WHILE EXISTS (SELECT 1 FROM t) DO SELECT MIN(id) INTO m FROM t; DELETE FROM t WHERE id = m; END WHILE; END',
    ],
    [
      'transactsql',
      'WHILE EXISTS (SELECT 1 FROM t) BEGIN DECLARE @m int = (SELECT MIN(id) FROM t); DELETE FROM t WHERE id = @m; END',
    ],
    [
      'transactsql',
      'DECLARE @m int; WHILE 1 = 1 BEGIN SELECT @m = MIN(id) FROM t; IF @m IS NULL BREAK; DELETE FROM t WHERE id = @m; END',
    ],
    [
      'transactsql',
      'DECLARE @m int; WHILE 1 = 1 BEGIN SET @m = (SELECT MIN(id) FROM t); DELETE FROM t WHERE id = @m; END',
    ],
    // Without a loop: the highest value, by a variable.
    ['transactsql', 'DECLARE @n int; SELECT @n = MAX(id) FROM t; DELETE FROM t WHERE id <= @n'],
    [
      'transactsql',
      'DECLARE @a int = (SELECT MIN(id) FROM t), @b int = (SELECT MAX(id) FROM t); DELETE FROM t WHERE id BETWEEN @a AND @b',
    ],
    ['postgresql', body('m int', 'SELECT max(id) INTO m FROM t; DELETE FROM t WHERE id <= m;')],
  ])('%s: %s', (dialect, sql) => {
    expect(filterOf(dialect, sql)).toBe('always_true');
  });

  test.each<[Dialect, string]>([
    ['postgresql', body('m int', 'DELETE FROM t WHERE id = (SELECT min(id) FROM t);')],
    ['postgresql', body('m int', 'SELECT min(id) INTO m FROM t; DELETE FROM t WHERE id = m;')],
    ['postgresql', body('m int', 'SELECT max(id) INTO m FROM t WHERE x = 1; DELETE FROM t WHERE id <= m;')],
    [
      'postgresql',
      body('m int', 'LOOP SELECT min(id) INTO m FROM u; EXIT WHEN m IS NULL; DELETE FROM t WHERE id = m; END LOOP;'),
    ],
    [
      'postgresql',
      body(
        'm int',
        'LOOP SELECT min(id) INTO m FROM t WHERE x = 1; EXIT WHEN m IS NULL; DELETE FROM t WHERE id = m; END LOOP;',
      ),
    ],
    ['postgresql', body('i int', 'FOREACH i IN ARRAY ids LOOP DELETE FROM t WHERE id = i; END LOOP;')],
    [
      'postgresql',
      body(
        'i int',
        'FOREACH i IN ARRAY (SELECT array_agg(id) FROM t WHERE x = 1) LOOP DELETE FROM t WHERE id = i; END LOOP;',
      ),
    ],
    ['transactsql', 'DECLARE @m int; SELECT @m = MIN(id) FROM t; DELETE FROM t WHERE id = @m'],
    ['transactsql', 'DECLARE @n int; SELECT @n = MAX(id) FROM t WHERE x = 1; DELETE FROM t WHERE id <= @n'],
    ['transactsql', 'DECLARE @n int; SELECT @n = MAX(id) FROM t; DELETE FROM t WHERE id < @n'],
  ])('%s: %s selects some rows', (dialect, sql) => {
    expect(filterOf(dialect, sql)).toBe('conditional');
  });
});
