import { expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { read } from './read.ts';

test.each<[boolean, Dialect, string]>([
  [true, 'postgresql', 'UPDATE t SET a = COALESCE(a, 0)'],
  [true, 'postgresql', 'UPDATE t x SET a = coalesce(x.a, b, 0), "B" = COALESCE("B", 1)'],
  [true, 'mysql', 'UPDATE t SET `a` = IFNULL(`a`, 0)'],
  [true, 'sqlite', 'UPDATE t SET a = ifnull(a, 0)'],
  [true, 'transactsql', "UPDATE t SET [a] = ISNULL([a], '')"],
  [true, 'mysql', 'UPDATE t x JOIN u ON u.id = x.id SET x.a = IFNULL(x.a, 0)'],
  [false, 'mysql', 'UPDATE t x LEFT JOIN u ON u.id = x.id SET x.a = IFNULL(u.a, 0)'],
  [false, 'mysql', 'UPDATE t x LEFT JOIN u ON u.id = x.id SET x.a = IFNULL(a, 0)'],
  [false, 'mysql', "UPDATE t, u SET t.a = IFNULL(u.a, '')"],
  [false, 'transactsql', "UPDATE x SET x.a = ISNULL(u.a, '') FROM t x LEFT JOIN u ON u.id = x.id"],
  [false, 'postgresql', 'UPDATE t SET a = COALESCE(u.a, t.a) FROM u'],
  [false, 'postgresql', 'UPDATE t SET a = COALESCE(a, 0) FROM u'],
  [true, 'postgresql', 'UPDATE t SET a = COALESCE(t.a, u.b) FROM u WHERE u.id = t.id'],
  [false, 'postgresql', 'UPDATE t SET a = COALESCE(a, 0), b = 1'],
  [false, 'postgresql', 'UPDATE t SET a = COALESCE(b, a)'],
  [false, 'postgresql', 'UPDATE t SET a = COALESCE(a, 0) + 1'],
  [false, 'postgresql', 'UPDATE t SET a = COALESCE(a + 1, 0)'],
  [false, 'postgresql', 'UPDATE t SET a = COALESCE(NULLIF(a, 1), 0)'],
  [false, 'postgresql', 'UPDATE t SET (a, b) = (COALESCE(a, 0), 1)'],
  [false, 'postgresql', 'UPDATE t SET a = COALESCE("A", 0)'],
  [false, 'mysql', 'UPDATE t SET a = ISNULL(a)'],
  [false, 'mysql', 'UPDATE t SET a = NULLIF(a, 0)'],
])('each column keeps its value unless it is NULL: %s: %s: %s', (expected, dialect, sql) => {
  const [update] = read(dialect, sql).statements.flatMap(({ operations }) => operations);
  expect(update).toMatchObject({ kind: 'update', keepsValues: expected });
});
