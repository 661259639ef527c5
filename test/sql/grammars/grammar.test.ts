import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../src/model/index.ts';
import type { Grammar, GrammarReading } from '../../../src/sql/grammars/types.ts';
import { makeOperation } from '../../../src/sql/reader/operation.ts';
import { readScript } from '../../../src/sql/script/script.ts';
import { operationsOf, read, show, unreadableOf } from '../read.ts';

/** Reads with a grammar that returns the same for every statement. */
function withGrammar(sql: string, reading: Partial<GrammarReading> | undefined) {
  const grammar: Grammar = {
    name: 'libpg-query',
    read: () => reading && { understood: true, operations: [], facts: {}, ...reading },
  };
  return readScript(sql, 'x.sql', 'postgresql', grammar);
}

const target = (name: string) => ({ name, schema: '', quoted: false, text: name });
const dropOf = (name: string, facts = {}) => ({
  ...makeOperation('drop_table', 'statement', { start: 0, end: 1 }, { target: target(name), ...facts }),
  readers: ['libpg-query'] as const,
});

describe('the union of two readers', () => {
  const operations = (sql: string, reading: Partial<GrammarReading> | undefined) =>
    withGrammar(sql, reading).statements.flatMap((statement) => statement.operations);

  test('keeps all operations if the grammar finds none', () => {
    for (const reading of [undefined, {}, { understood: false, problem: 'no' }]) {
      expect(operations('DROP TABLE a; DELETE FROM b', reading).map(show)).toEqual(['drop_table a', 'delete b none']);
    }
  });

  test('keeps all operations if the grammar finds others', () => {
    expect(operations('DROP TABLE a', { operations: [dropOf('b')] }).map(show)).toEqual([
      'drop_table a',
      'drop_table b',
    ]);
  });

  test('merges an operation that both found, with the facts of either', () => {
    const [both, ...others] = operations('DROP TABLE a', { operations: [dropOf('a', { cascade: true })] });
    expect(others).toEqual([]);
    expect(both).toMatchObject({ cascade: true, readers: ['tokens', 'libpg-query'] });
    const [kept] = operations('DROP TABLE a CASCADE', { operations: [dropOf('a', { cascade: false })] });
    expect(kept).toMatchObject({ cascade: true });
  });

  test('adds an operation that only the grammar found, and names that reader', () => {
    const [, added] = operations('SELECT 1', { operations: [dropOf('a')] });
    expect(added).toMatchObject({ kind: 'drop_table', readers: ['libpg-query'] });
  });

  test('keeps the filter that the token reader found', () => {
    const conditional = makeOperation(
      'delete',
      'statement',
      { start: 0, end: 1 },
      { target: target('a'), filter: 'conditional' },
    );
    expect(operations('DELETE FROM a', { operations: [conditional] })[0]).toMatchObject({ filter: 'none' });
  });

  test('counts a statement as understood if either reader understood it', () => {
    const reasons = (sql: string, reading: Partial<GrammarReading> | undefined) =>
      withGrammar(sql, reading).statements.flatMap(({ unreadable }) => unreadable.map(({ reason }) => reason));
    expect(reasons('FROBNICATE', undefined)).toEqual([
      'unrecognised syntax in a statement that begins with `FROBNICATE`',
    ]);
    expect(reasons('FROBNICATE', { understood: true })).toEqual([]);
    expect(reasons('SELECT 1', { understood: false, problem: 'syntax error' })).toEqual(['syntax error']);
    expect(reasons('SELECT 1', { understood: false })).toEqual([]);
  });
});

describe("PostgreSQL's grammar", () => {
  test.each([
    'SELECT 1 FROM',
    'DELETE a',
    'DROP TABLE a IF EXISTS',
    'UPDATE a SET',
    'INSERT INTO a',
    'CREATE TABLE a',
    'ALTER TABLE a ADD',
    'GRANT SELECT ON a',
    'TRUNCATE',
    'DELETE FROM a LIMIT 1',
    'DROP TABLE `a`',
    'SELECT TOP 1 x FROM a',
    'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELEC 1 $$',
    'DO $$ BEGIN DELETE a; END $$',
    'DO $$ BEGIN DROP TABLE a END $$',
    'DO $$ BEGIN $$',
  ])('rejects %s', (sql) => {
    expect(unreadableOf('postgresql', sql).join()).toContain("PostgreSQL's grammar rejects");
  });

  test('does not affect the token reader when it rejects a statement', () => {
    expect(operationsOf('postgresql', 'DROP TABLE a IF EXISTS')).toContain('drop_table a');
    expect(operationsOf('postgresql', 'DO $$ BEGIN DELETE a; DROP TABLE b; END $$')).toContain(
      'drop_table b @do_block',
    );
  });

  test.each([
    'ALTER TABLE a RENAME x TO y',
    'ALTER TABLE a DROP CONSTRAINT IF EXISTS c',
    "ALTER TYPE e ADD VALUE IF NOT EXISTS 'x' BEFORE 'y'",
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON a (x) INCLUDE (z) WHERE y',
    'CREATE TABLE a (x int GENERATED ALWAYS AS (y * 2) STORED, EXCLUDE USING gist (r WITH &&))',
    "SELECT x->>'a' #> '{b}' @> y FROM a WHERE x ? 'b'",
    'INSERT INTO a VALUES (1) ON CONFLICT DO NOTHING RETURNING *',
    'MERGE INTO a USING b ON true WHEN NOT MATCHED BY SOURCE THEN DELETE',
    'CREATE OR REPLACE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN COMMIT; END $$',
    'CREATE STATISTICS s ON x, y FROM a',
    'ALTER TABLE ONLY a ALTER COLUMN x SET STATISTICS 100',
    'CREATE SCHEMA s CREATE TABLE t (x int)',
    "SELECT 'a'\n'b'",
    'SELECT (ARRAY[1, 2])[1:2]',
    'CREATE TABLE a PARTITION OF b FOR VALUES FROM (1) TO (2)',
    "CREATE SUBSCRIPTION s CONNECTION 'x' PUBLICATION p",
    'IMPORT FOREIGN SCHEMA s FROM SERVER x INTO y',
  ])('reads %s', (sql) => {
    expect(unreadableOf('postgresql', sql)).toEqual([]);
    expect(read('postgresql', sql).statements[0]?.readers).toEqual(['tokens', 'libpg-query']);
  });

  test('reads bodies, as the token reader does', () => {
    const [, drop] = read('postgresql', 'DO $$ BEGIN DROP TABLE a; END $$').statements[0]?.operations ?? [];
    expect(drop).toMatchObject({ kind: 'drop_table', place: 'do_block', readers: ['tokens', 'libpg-query'] });
    const [, remove] =
      read('postgresql', 'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM a $$').statements[0]
        ?.operations ?? [];
    expect(remove).toMatchObject({ kind: 'delete', filter: 'none', readers: ['tokens', 'libpg-query'] });
  });

  test('finds in a body what the token reader misses', () => {
    expect(operationsOf('postgresql', 'CREATE SCHEMA s CREATE TABLE t (x int)')).toContain('create_table t');
  });

  test('does not read bodies in other languages, which are dynamic SQL', () => {
    const sql = "CREATE FUNCTION f() RETURNS int LANGUAGE plpython3u AS $$ plpy.execute('DROP TABLE a') $$";
    expect(operationsOf('postgresql', sql)).toEqual(['create_function f', 'execute_dynamic @routine_body unreadable']);
    expect(unreadableOf('postgresql', sql)).toEqual([]);
  });

  test('gives plain forms, which skip it, the same facts', () => {
    for (const sql of [
      'DELETE FROM a WHERE x = 1 AND y = 2',
      'UPDATE a SET x = 1 WHERE y = 2',
      "INSERT INTO a (x) VALUES (1), ('b')",
    ]) {
      const plain = read('postgresql', sql).statements[0];
      // Redundant parentheses make the statement not plain.
      const other = read('postgresql', sql.replace('x = 1', '(x) = 1').replace('(1)', '((1))')).statements[0];
      expect(plain?.operations.map(show), sql).toEqual(other?.operations.map(show));
      expect([...(plain?.facts.columnsRead ?? [])].sort()).toEqual([...(other?.facts.columnsRead ?? [])].sort());
      expect(plain?.facts.tablesWritten).toEqual(other?.facts.tablesWritten);
    }
  });
});

describe('node-sql-parser', () => {
  test.each<[Dialect, string, string[]]>([
    ['mysql', 'DROP TABLE a CASCADE', ['drop_table a +cascade']],
    ['mysql', 'DROP PROCEDURE p', ['drop_procedure p']],
    ['sqlite', 'DROP TABLE IF EXISTS a', ['drop_table a +ifExists']],
  ])('%s: has no effect if it misreads or rejects a statement: %s', (dialect, sql, expected) => {
    expect(operationsOf(dialect, sql)).toEqual(expected);
    expect(unreadableOf(dialect, sql)).toEqual([]);
  });
});
