import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { read } from './read.ts';

/** Whether the last DROP of a column drops one whose values were copied. */
function valuesCopied(dialect: Dialect, sql: string) {
  const operations = read(dialect, sql).statements.flatMap((statement) => statement.operations);
  const drop = operations.findLast(({ kind }) => kind === 'drop_column');
  if (!drop) throw new Error('no DROP COLUMN');
  return drop.valuesCopied;
}

const ADD = 'ALTER TABLE t ADD COLUMN b int;';
const COPY = 'UPDATE t SET b = a;';
const DROP = 'ALTER TABLE t DROP COLUMN a;';
const RENAME = 'ALTER TABLE t RENAME COLUMN b TO a;';
const [AWAY, AGAIN, BACK, OLD] = [
  'ALTER TABLE t RENAME COLUMN a TO old;',
  'ALTER TABLE t ADD COLUMN a int;',
  'UPDATE t SET a = old;',
  'ALTER TABLE t DROP COLUMN old;',
];

describe('the DROP of a column', () => {
  test.each<[string, Dialect, string]>([
    ['before its copy gets its name', 'postgresql', ADD + COPY + DROP + RENAME],
    ['whose name another column has', 'postgresql', AWAY + AGAIN + BACK + OLD],
    ['with a conversion', 'sqlite', `${ADD}UPDATE t SET b = CAST(a AS INTEGER);${DROP}${RENAME}`],
    [
      'with several in one UPDATE',
      'sqlite',
      `${ADD}ALTER TABLE t ADD c int; UPDATE t SET c = d, b = a;${DROP}${RENAME}`,
    ],
    ['with a condition that is always true', 'sqlite', `${ADD}UPDATE t SET b = a WHERE true;${DROP}${RENAME}`],
    [
      'without the rows that have no value',
      'postgresql',
      `${ADD}UPDATE t SET b = a WHERE a IS NOT NULL;${DROP}${RENAME}`,
    ],
    ['with CHANGE', 'mysql', `ALTER TABLE t CHANGE a old int; ${AGAIN} ${BACK} ${OLD}`],
    ['in another case and in quotes', 'postgresql', `${ADD}UPDATE T SET "b" = "a"; ALTER TABLE t DROP A;${RENAME}`],
    [
      'with what is null filled afterwards',
      'postgresql',
      `${ADD}${COPY}UPDATE t SET b = 0 WHERE b IS NULL;${DROP}${RENAME}`,
    ],
    ['with EXTRACT', 'postgresql', `${ADD}UPDATE t SET b = EXTRACT(EPOCH FROM a) * 1000;${DROP}${RENAME}`],
    ['among other tables', 'postgresql', `${ADD}${COPY}ALTER TABLE u RENAME COLUMN b TO x;${DROP}${RENAME}`],
  ])('whose values were copied: %s: %s: %s', (_, dialect, sql) => {
    expect(valuesCopied(dialect, sql)).toBe(true);
  });

  test.each<[string, Dialect, string]>([
    ['the copy keeps its name', 'postgresql', ADD + COPY + DROP],
    ['the copy gets another name', 'postgresql', `${ADD}${COPY}${DROP}ALTER TABLE t RENAME COLUMN b TO c;`],
    ['another column gets the name', 'postgresql', `${ADD}${COPY}${DROP}ALTER TABLE t RENAME COLUMN c TO a;`],
    ['some rows are copied', 'postgresql', `${ADD}UPDATE t SET b = a WHERE id > 5;${DROP}${RENAME}`],
    [
      'rows with a value of another column are copied',
      'postgresql',
      `${ADD}UPDATE t SET b = a WHERE c IS NOT NULL;${DROP}${RENAME}`,
    ],
    ['some rows are copied', 'mysql', `${ADD}UPDATE t SET b = a LIMIT 10;${DROP}${RENAME}`],
    ['it is copied into another table', 'postgresql', `${ADD}UPDATE u SET b = a;${DROP}${RENAME}`],
    ['a query gives the values', 'postgresql', `${ADD}UPDATE t SET b = (SELECT a FROM u);${DROP}${RENAME}`],
    ['a constant is written', 'postgresql', `${ADD}UPDATE t SET b = 1;${DROP}${RENAME}`],
    ['the copy is overwritten', 'postgresql', `${ADD}${COPY}UPDATE t SET b = 0;${DROP}${RENAME}`],
    ['the copy is in an older column', 'postgresql', `${COPY}${DROP}${RENAME}`],
    ['it is the name of a type', 'postgresql', `${ADD}UPDATE t SET b = 'new'::a;${DROP}${RENAME}`],
    ['it is the type of a CAST', 'postgresql', `${ADD}UPDATE t SET b = CAST(c AS a);${DROP}${RENAME}`],
    ['it is the name of a function', 'mysql', `${ADD}UPDATE t SET b = a(c);${DROP}${RENAME}`],
    ['the values are those of another table', 'postgresql', `${ADD}UPDATE t SET b = u.a FROM u;${DROP}${RENAME}`],
    [
      'a changeset may be skipped',
      'postgresql',
      `--liquibase formatted sql\n--changeset a:1\n${ADD}\n--changeset a:2 context:test\n${COPY}\n--changeset a:3\n${DROP}${RENAME}`,
    ],
    ['the copy may not run', 'postgresql', `${ADD}\\if :x\n${COPY}\n\\endif\n${DROP}${RENAME}`],
    [
      'the copy is in a routine',
      'postgresql',
      `${ADD}CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ ${COPY} $$;${DROP}${RENAME}`,
    ],
    ['it is another column', 'postgresql', `${ADD}${COPY}ALTER TABLE t DROP COLUMN c;${RENAME}`],
    ['the copy is undone', 'postgresql', `${ADD}BEGIN;${COPY}ROLLBACK;${DROP}${RENAME}`],
    ['the new name is undone', 'postgresql', `${ADD}${COPY}${DROP}BEGIN;${RENAME}ROLLBACK;`],
    ['the table is another one by then', 'postgresql', `${ADD}${COPY}ALTER TABLE t RENAME TO u;${DROP}${RENAME}`],
    ['it is in another section', 'postgresql', `-- +goose Up\n${ADD}${COPY}\n-- +goose Down\n${DROP}${RENAME}`],
  ])('loses values if %s: %s: %s', (_, dialect, sql) => {
    expect(valuesCopied(dialect, sql)).toBe(false);
  });
});
