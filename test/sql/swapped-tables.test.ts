import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { read } from './read.ts';

/** `recreated` of each rename of a table. */
function swaps(dialect: Dialect, sql: string): (boolean | undefined)[] {
  const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
  return operations.filter(({ kind }) => kind === 'rename_table').map(({ recreated }) => recreated);
}

describe('whether another table has the old name of a renamed table', () => {
  test.each<[string, Dialect, string, ...boolean[]]>([
    ['as gh-ost swaps', 'mysql', 'RENAME TABLE orders TO _orders_del, _orders_gho TO orders', true, true],
    ['as pt-osc swaps', 'mysql', 'RENAME TABLE `s`.`a` TO `s`.`_a_old`, `s`.`_a_new` TO `s`.`a`', true, true],
    ['in two statements', 'mysql', 'RENAME TABLE a TO a_old; RENAME TABLE a_new TO a', true, true],
    ['in two statements', 'postgresql', 'ALTER TABLE a RENAME TO a_old; ALTER TABLE a_new RENAME TO a', true, true],
    ['two tables, through a third name', 'mariadb', 'RENAME TABLE a TO tmp, b TO a, tmp TO b', true, true, true],
    ['by a view', 'postgresql', 'ALTER TABLE a RENAME TO b; CREATE VIEW a AS SELECT * FROM b', true],
    ['no', 'mysql', 'RENAME TABLE orders TO orders_x', false],
    ['no, of several', 'mysql', 'RENAME TABLE a TO b, c TO d', false, false],
    ['not of the one that is no copy by its name', 'mysql', 'RENAME TABLE a TO a_old, people TO a', true, false],
    ['not of the other', 'mysql', 'RENAME TABLE a TO a_old, a_new TO a, b TO c', true, true, false],
    ['not before', 'mysql', 'RENAME TABLE a_new TO b, a TO a_old', false, false],
    ['not in another database', 'mysql', 'RENAME TABLE s.a TO s.b, s.a_new TO t.a', false, false],
    [
      'not after ROLLBACK',
      'postgresql',
      'ALTER TABLE a RENAME TO b; BEGIN; ALTER TABLE a_2 RENAME TO a; ROLLBACK',
      false,
      false,
    ],
    ['not by an empty table', 'mysql', 'RENAME TABLE a TO b; CREATE TABLE a (id int)', false],
    [
      'not in another section',
      'mysql',
      '-- +goose Up\nRENAME TABLE a TO b;\n-- +goose Down\nRENAME TABLE b TO a;',
      false,
      false,
    ],
  ])('%s: %s: %s', (_, dialect, sql, ...expected) => {
    expect(swaps(dialect, sql)).toEqual(expected);
  });
});
