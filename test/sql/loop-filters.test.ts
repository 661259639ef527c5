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
    ['postgresql', body('m int := (SELECT max(id) FROM t)', 'DELETE FROM t WHERE id <= m;')],
    [
      'postgresql',
      body('a int; b int', 'SELECT min(id), max(id) INTO a, b FROM t; DELETE FROM t WHERE id BETWEEN a AND b;'),
    ],
    // All keys in an array.
    ['postgresql', body('ids int[] := ARRAY(SELECT id FROM t)', 'DELETE FROM t WHERE id = ANY (ids);')],
    ['postgresql', body('ids int[] DEFAULT ARRAY(SELECT id FROM t)', 'DELETE FROM t WHERE ids @> ARRAY[id];')],
    ['postgresql', body('ids int[]', 'ids = ARRAY(SELECT id FROM t); DELETE FROM t WHERE id IN (SELECT unnest(ids));')],
    [
      'postgresql',
      body(
        'ids int[]',
        'SELECT array_agg(id) INTO ids FROM t; DELETE FROM t USING unnest(ids) AS u(i) WHERE t.id = u.i;',
      ),
    ],
    [
      'postgresql',
      body('ids int[]', 'ids := ARRAY(SELECT id FROM t); DELETE FROM t USING unnest(ids) x WHERE t.id = x;'),
    ],
    [
      'postgresql',
      body(
        'ids int[]; i int',
        'ids := ARRAY(SELECT id FROM t); FOREACH i IN ARRAY ids LOOP DELETE FROM t WHERE id = i; END LOOP;',
      ),
    ],
    [
      'postgresql',
      body(
        "ids int[] := '{}'; r record",
        'FOR r IN SELECT id FROM t LOOP ids := ids || r.id; END LOOP; DELETE FROM t WHERE id = ANY (ids);',
      ),
    ],
    [
      'postgresql',
      body(
        "ids int[] := '{}'; i int",
        'FOR i IN SELECT id FROM t LOOP ids := array_append(ids, i); END LOOP; DELETE FROM t WHERE id = ANY (ids);',
      ),
    ],
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
    ['postgresql', body('r record', 'FOR r IN SELECT id FROM u LOOP DELETE FROM t WHERE id = r.id; END LOOP;')],
    ['postgresql', 'CREATE VIEW v AS SELECT id FROM u; DELETE FROM t WHERE id IN (SELECT id FROM v)'],
    ['postgresql', 'CREATE TABLE c AS SELECT id FROM u; DELETE FROM t WHERE id IN (SELECT id FROM c)'],
    ['postgresql', body('i int', 'FOREACH i IN ARRAY ids LOOP DELETE FROM t WHERE id = i; END LOOP;')],
    ['postgresql', body('m int := (SELECT max(id) FROM t WHERE x = 1)', 'DELETE FROM t WHERE id <= m;')],
    ['postgresql', body('ids int[] := ARRAY(SELECT id FROM t WHERE x = 1)', 'DELETE FROM t WHERE id = ANY (ids);')],
    ['postgresql', body('ids int[] := ARRAY(SELECT id FROM u)', 'DELETE FROM t WHERE id = ANY (ids);')],
    [
      'postgresql',
      body('ids int[]', 'ids := ARRAY(SELECT id FROM t); ids := ids[1:9]; DELETE FROM t WHERE id = ANY (ids);'),
    ],
    [
      'postgresql',
      body(
        "ids int[] := '{}'; r record",
        'FOR r IN SELECT id, x FROM t LOOP IF r.x THEN ids := ids || r.id; END IF; END LOOP; DELETE FROM t WHERE id = ANY (ids);',
      ),
    ],
    [
      'postgresql',
      body(
        "ids int[] := '{}'; r record",
        'FOR r IN SELECT id FROM t WHERE x LOOP ids := ids || r.id; END LOOP; DELETE FROM t WHERE id = ANY (ids);',
      ),
    ],
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

describe('a list of all rows whose use is not read', () => {
  test.each<[Dialect, string]>([
    [
      'postgresql',
      body('ids int[] := ARRAY(SELECT id FROM t)', 'FOR i IN 1..9 LOOP DELETE FROM t WHERE id = ids[i]; END LOOP;'),
    ],
    [
      'postgresql',
      body('ids int[] := ARRAY(SELECT id FROM t)', 'DELETE FROM t WHERE array_position(ids, id) IS NOT NULL;'),
    ],
    [
      'postgresql',
      body(
        's text',
        "SELECT string_agg(id::text, ',') INTO s FROM t; DELETE FROM t WHERE id::text = ANY (string_to_array(s, ','));",
      ),
    ],
  ])('%s: %s is unknown', (dialect, sql) => {
    const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
    const found = operations.findLast(({ kind }) => kind === 'delete');
    expect(found).toMatchObject({ filter: undefined });
    expect(found?.filterDoubt).toMatch(/list of all rows/);
  });
});
