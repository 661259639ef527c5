import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { cpu, HEAVY_DIALECTS, OTHER_DIALECTS } from './hostile.ts';
import { read } from './read.ts';

/** Texts that a hostile file may repeat, each with an optional prefix. */
const REPEATED: readonly (readonly [unit: string, before?: string])[] = [
  ['('],
  ['(', 'SELECT '],
  ['(', 'DELETE FROM a WHERE '],
  ['(DELETE x '],
  ['WITH a AS (DELETE FROM x '],
  ['CASE WHEN '],
  ['CASE WHEN x THEN ', 'DELETE FROM a WHERE '],
  ['/*'],
  ['/*! '],
  ['/*!99999 x*/ '],
  ["'"],
  ["' "],
  ["\\'", "'"],
  ['"'],
  ['"{{ '],
  ['`'],
  ['['],
  ['$a$'],
  ['$a'],
  ['END '],
  ['BEGIN '],
  ['BEGIN ', 'CREATE PROCEDURE p() '],
  ['IF '],
  ['IF x THEN '],
  ['ELSE '],
  ['l: '],
  ['CREATE '],
  ['CREATE PROCEDURE p AS '],
  ['DROP b, ', 'ALTER TABLE a '],
  [' OR x = 1', 'DELETE FROM a WHERE x = 1'],
  [' AND x = 1', 'DELETE FROM a WHERE x = 1'],
  ['NOT ', 'DELETE FROM a WHERE '],
  ['- ', 'DELETE FROM a WHERE '],
  ['x IN (', 'DELETE FROM a WHERE '],
  ['f(', 'DELETE FROM a WHERE '],
  ['EXISTS (SELECT ', 'DELETE FROM a WHERE '],
  ['x BETWEEN ', 'DELETE FROM a WHERE '],
  ['x = ANY (ARRAY[', 'DELETE FROM a WHERE '],
  ['JOIN b ON a.x = b.x ', 'DELETE a FROM a '],
  ['WHEN MATCHED THEN DELETE ', 'MERGE INTO a USING b ON true '],
  ["||'a'", "DO $$ BEGIN EXECUTE 'a'"],
  ['format(', 'DO $$ BEGIN EXECUTE '],
  ["+'a'", "EXEC('a'"],
  ['(', 'EXEC '],
  ['a.', 'DROP TABLE '],
  [',a', 'DROP TABLE a'],
  ['${'],
  ['${a}', 'DROP TABLE '],
  ['{{'],
  ['{%'],
  ['<%'],
  ['<%= '],
  ['<% if '],
  [':a'],
  ['%(a'],
  ['\0'],
  ['\\a\n'],
  ['\\a \\\\ '],
  ['GO\n'],
  ['x go '],
  ['DELIMITER //\n'],
  ['COPY a FROM stdin;\n'],
  ['SET a a '],
  ['INSERT INTO c SELECT y FROM o; DELETE FROM a WHERE x IN (SELECT y FROM c);', 'CREATE TABLE c (y int); '],
  ['INTO x FROM ', 'SELECT 1 '],
  ['LOOP DELETE FROM a WHERE x IN (SELECT x FROM a LIMIT 2); END LOOP; ', 'DO $$ BEGIN '],
  ['SET sql_mode = @a;', 'ALTER TABLE a MODIFY b int; '],
  ['a=1,', 'SET '],
  ['-- a\n'],
  ['SELECT 1; /* a */ '],
  ["(1,'a'),", 'INSERT INTO a VALUES '],
  ['UPDATE a SET b = 1 WHERE c = 2 '],
  ['CREATE TABLE t (x int);DROP TABLE t;'],
  ['DROP TABLE a; ', 'DO $$ BEGIN '],
  ['FOR a; ', 'DO $$ BEGIN '],
  ['DECLARE EXIT HANDLER ', 'CREATE PROCEDURE p() BEGIN '],
  ['SELECT (SELECT '],
  ['EXPLAIN ANALYZE '],
  ['PREPARE a AS '],
  ['DECLARE c CURSOR FOR '],
  ['INSERT INTO a EXEC '],
  ['EXECUTE IMMEDIATE '],
  ["'a';", 'SELECT OPENROWSET('],
  ['a;', 'SELECT ('],
  ['DROP TABLE a;', '/*! '],
  ['VALUES ('],
  ['IN (', 'SELECT '],
  ['x int (', 'CREATE TABLE a ('],
  ['TOP (', 'DELETE '],
  ['DEFINER = a ', 'CREATE '],
  [' '],
  ['a'],
  ['1'],
  ['@`'],
  ['+', 'SELECT '],
  ['\u00e9'],
];

/** What is repeated, with its number for `%`, before and after it, where only a long text shows how the time grows. */
const LONG: readonly (readonly [dialect: Dialect, before: string, unit: string, after: string])[] = [
  ['transactsql', 'CREATE TRIGGER t ON a INSTEAD OF INSERT AS BEGIN ', 'INSERT INTO b VALUES (1); ', 'END'],
  [
    'postgresql',
    '',
    'CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;\n',
    '',
  ],
  [
    'postgresql',
    'DO $$ BEGIN FOR r IN SELECT id FROM a LOOP ',
    'ids := ids || r.id; ',
    'END LOOP; DELETE FROM a WHERE id = ANY (ids); END $$',
  ],
  ['postgresql', 'SELECT ', "set_config('a', ", ''],
  ['transactsql', 'SELECT id INTO #c FROM b; ', 'DELETE FROM a WHERE b_id IN (SELECT b_id FROM #c);\n', ''],
  ['postgresql', '', 'DROP INDEX a_b%_idx;\nCREATE INDEX c% ON a (b%);\n', ''],
  ['postgresql', '', 'DROP INDEX a_b_c%_idx;\nCREATE INDEX c% ON a (b);\n', ''],
  ['postgresql', '', 'ALTER TABLE a DROP CONSTRAINT a_b%_fk;\nDROP TABLE t%;\n', ''],
  ['postgresql', '', 'ALTER TABLE a DROP CONSTRAINT x%_fk;\nALTER TABLE a ADD CONSTRAINT y% CHECK (a > %);\n', ''],
  ['postgresql', 'DROP VIEW v;\n', 'CREATE FUNCTION f%(a int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;\n', ''],
  ['postgresql', 'BEGIN;\n', "ALTER TYPE m ADD VALUE 'v%';\nDO $$ BEGIN PERFORM 'x%'; END $$;\n", ''],
];

/** Texts that a hostile template file may repeat. */
const TEMPLATES = [
  '<% x %>',
  '<%= x %> ',
  '<%= ',
  '<%=   ',
  '{{',
  '"{{ x }}" ',
  '{{ "a" "b" ',
  "{{ '",
  '{% if %}SELECT 1;',
];

const SIZE = 10_000;

/**
 * How much longer four times the text takes. Quadratic work takes 16 times as long. No absolute time is asserted,
 * because machines differ; a measurement that a garbage collection disturbed is repeated.
 */
function growth(dialect: Dialect, text: (length: number) => string, path = 'x.sql', size = SIZE): number {
  const [small, large] = [text(size), text(size * 4)];
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 12 && best > 8; i++) {
    const first = cpu(() => read(dialect, small, path));
    best = Math.min(best, cpu(() => read(dialect, large, path)) / Math.max(first, 4));
  }
  return best;
}

test.each(LONG)('%s: reading time is linear in a long text: %s%s', (dialect, before, unit, after) => {
  const text = (length: number) => {
    const units = Array.from({ length: length / unit.length }, (_, at) => unit.replaceAll('%', String(at)));
    return `${before}${units.join('')}${after}`;
  };
  // V8 compiles what runs often.
  for (let run = 0; run < 3; run++) read(dialect, text(SIZE));
  expect(growth(dialect, text, 'x.sql', SIZE * 12)).toBeLessThan(8);
});

function heavySuite(dialect: Dialect): void {
  test('reading time is linear in the text, whatever is repeated', () => {
    const slow: string[] = [];
    for (const [unit, before = ''] of REPEATED) {
      const ratio = growth(dialect, (length) => before + unit.repeat(length / unit.length));
      if (ratio > 10) slow.push(`${before}${unit}: ${ratio.toFixed(1)}`);
    }
    expect(slow).toEqual([]);
  });

  test('reading time of a template file is linear in the text, whatever is repeated', () => {
    const slow: string[] = [];
    for (const unit of TEMPLATES) {
      const ratio = growth(dialect, (length) => unit.repeat(length / unit.length), 'x.sql.template');
      if (ratio > 10) slow.push(`${unit}: ${ratio.toFixed(1)}`);
    }
    expect(slow).toEqual([]);
  });
}
describe.each(HEAVY_DIALECTS)('%s', heavySuite);
describe.each(OTHER_DIALECTS)('%s', { tags: ['variant'] }, heavySuite);
