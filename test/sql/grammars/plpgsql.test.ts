import { describe, expect, it } from 'vitest';
import { hasTooManyVariables } from '../../../src/sql/grammars/postgresql/plpgsql.ts';
import { createSqlReader } from '../../../src/sql/index.ts';

const reader = await createSqlReader('postgresql');
const declarations = (count: number) => Array.from({ length: count }, (_, index) => `v${index} int;`).join('\n');

describe('a PL/pgSQL body that the grammar would read for seconds is not read by it', () => {
  it.each([
    ['many variables', `DECLARE ${declarations(12_000)} BEGIN END`, true],
    ['many variables behind a comment', `DECLARE -- begin\n ${declarations(12_000)} BEGIN END`, true],
    ['many variables behind a name', `DECLARE a int := begin; ${declarations(12_000)} BEGIN END`, true],
    ['variables of many blocks', `BEGIN ${'DECLARE a int; b int; BEGIN NULL; END; '.repeat(10_000)} END`, true],
    ['many variables and statements', `DECLARE ${declarations(3000)} BEGIN ${'v0 := 1;'.repeat(40_000)} END`, true],
    ['many statements', `DECLARE ${declarations(100)} BEGIN ${'v0 := 1;'.repeat(40_000)} END`, false],
    ['some variables and statements', `DECLARE ${declarations(3000)} BEGIN ${'v0 := 1;'.repeat(3000)} END`, false],
    ['a large function', `DECLARE ${declarations(500)} BEGIN ${'PERFORM f(1);'.repeat(10_000)} END`, false],
  ])('%s', (_, body, expected) => {
    expect(hasTooManyVariables(body)).toBe(expected);
  });

  it('is reported, with the operations that the token reader finds in it', () => {
    const sql = `DO $$ DECLARE ${declarations(12_000)} BEGIN DROP TABLE users; END $$`;
    const [statement] = reader.read(sql, { path: 'a.sql' }).statements;
    expect(statement?.operations.map(({ kind }) => kind)).toEqual(['do_block', 'drop_table']);
    expect(statement?.unreadable.map(({ reason }) => reason)).toEqual([
      "PostgreSQL's grammar did not check the body: it declares too many variables",
    ]);
  });
});

it.each([
  ['a, b', 'NULL;', []],
  ['b, a', 'NULL;', []],
  ['b, a', 'DROP TABLE users;', ['drop_table']],
  ['a, b', 'DROP TABLE users;', ['drop_table']],
  ['r.id, r.state', 'NULL;', []],
  ['r.id, r.state', 'DELETE FROM users;', ['delete']],
])(
  'a body that selects into %s, whose types are in the database, is read with all that it does: %s',
  (into, more, kinds) => {
    const sql = `DO $$ DECLARE a text; b order_state; r orders%ROWTYPE; BEGIN SELECT x, y INTO ${into} FROM t; ${more} END $$`;
    const [statement] = reader.read(sql, { path: 'a.sql' }).statements;
    expect(statement?.unreadable).toEqual([]);
    expect(statement?.operations.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
  },
);
