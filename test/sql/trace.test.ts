import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { withTrace } from '../../src/sql/index.ts';
import { read } from './read.ts';

const stepsOf = (dialect: Dialect, sql: string) =>
  withTrace(() => read(dialect, sql)).steps.map(({ statement, by, text }) => `${statement} ${by}: ${text}`);

describe('the steps of reading say', () => {
  test('which reader found an operation', () => {
    expect(stepsOf('postgresql', 'SELECT 1; DROP TABLE t')).toContainEqual(
      expect.stringMatching(/^1 token reader: adds drop_table t: /),
    );
  });

  test('what each part of a condition decided', () => {
    expect(stepsOf('postgresql', "DELETE FROM t WHERE name = 'x' OR 1 = 1")).toEqual(
      expect.arrayContaining(["0 filter: name = 'x' OR 1 = 1: true for every row, whatever the data"]),
    );
    expect(stepsOf('mysql', 'DELETE t FROM t JOIN u ON u.id = t.u_id WHERE t.id > 0')).toEqual(
      expect.arrayContaining([
        '0 filter: u.id = t.u_id: tells rows apart',
        '0 filter: t.id > 0: not known, because a key usually has such a value in every row; write which rows are meant',
      ]),
    );
  });

  test('which pass or earlier statement changed a fact', () => {
    expect(stepsOf('postgresql', 'ALTER TABLE t ADD COLUMN a int; UPDATE t SET a = 1')).toContainEqual(
      '1 pass added-columns: update t: columnsCreatedHere false -> true',
    );
    expect(stepsOf('postgresql', 'CREATE TABLE t (id int); DROP TABLE t')).toContainEqual(
      '1 statements before it: drop_table t: createdHere false -> true',
    );
  });
});

test('nothing is collected without a trace', () => {
  withTrace(() => read('postgresql', 'DROP TABLE t'));
  expect(withTrace(() => undefined).steps).toEqual([]);
});
