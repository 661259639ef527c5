import { describe, expect, test } from 'vitest';
import { expectLinear } from '../costs.ts';
import { read, show } from './read.ts';

/** The operations of a file that no other file of the change uses, and whether each is deferred. */
function found(sql: string, context: Parameters<typeof read>[3] = { tables: [], routinesUsed: [] }): string[] {
  return read('postgresql', sql, 'x.sql', context).statements.flatMap(({ operations }) =>
    operations
      .filter(({ kind }) => kind !== 'create_procedure' && kind !== 'create_function' && kind !== 'call')
      .map((operation) => `${show(operation)}${operation.deferred ? ' deferred' : ''}`),
  );
}

const procedure = (text: string, head = 'p (t text)') =>
  `CREATE PROCEDURE ${head} LANGUAGE plpgsql AS $a$ BEGIN EXECUTE ${text}; END $a$;`;
const INDEX = procedure("replace($b$ CREATE INDEX thing_i ON thing (a) $b$, 'thing', t)");
const UNKNOWN = 'execute_dynamic @routine_body unreadable';
const KNOWN = `${UNKNOWN} deferred`;

describe('dynamic SQL that a routine builds from its parameters is read for literal calls', () => {
  test.each<[string, string[]]>([
    [`${INDEX} CALL p ('post');`, [KNOWN, 'create_index post_i @dynamic']],
    [
      `${INDEX} CALL p ('post'); CALL r.p ('comment');`,
      [KNOWN, 'create_index post_i @dynamic', 'create_index comment_i @dynamic'],
    ],
    [`${procedure("'DROP TABLE ' || t")} CALL p ('a');`, [KNOWN, 'drop_table a @dynamic']],
    [
      `${procedure("format('TRUNCATE %I', t)")} CALL p ('a');`,
      ['execute_dynamic @routine_body', 'truncate ${value} none @dynamic'],
    ],
    [
      `${procedure("format('ALTER TABLE %s %s COLUMN b', t, verb)", 'p (t text, verb varchar)')} CALL p ('a', 'DROP');`,
      [KNOWN, 'drop_column a @dynamic'],
    ],
    [
      `CREATE FUNCTION f (t text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE t; END $$; SELECT f('DROP TABLE a');`,
      // Once as the text that it runs, and once as an argument.
      [KNOWN, 'drop_table a @dynamic', 'select', 'drop_table a @dynamic'],
    ],
    [
      `DROP PROCEDURE IF EXISTS p; ${INDEX} CALL p ('x');`,
      ['drop_procedure p +ifExists', KNOWN, 'create_index x_i @dynamic'],
    ],
  ])('%s', (sql, expected) => {
    expect(found(sql)).toEqual(expected);
  });
});

describe('dynamic SQL of a routine that may be called in another way is not known', () => {
  test.each<[string, string]>([
    ['not by a literal', `${INDEX} CALL p (current_user);`],
    ['by a built literal', `${INDEX} CALL p ('a' || x);`],
    ['by literals and otherwise', `${INDEX} CALL p ('a'); CALL p (current_user);`],
    ['in a query', `${INDEX} CALL p ('a'); SELECT p(name) FROM users;`],
    ['in the same query', `${INDEX} SELECT p ('a'), p(name) FROM users;`],
    ['in a block', `${INDEX} CALL p ('a'); DO $$ BEGIN CALL p(current_user); END $$;`],
    ['in a built text', `${INDEX} CALL p ('a'); DO $$ BEGIN EXECUTE 'CALL p(' || quote_literal(x) || ')'; END $$;`],
    ['with a quoted parameter that changes', `${procedure('t; "t" := x; EXECUTE 1')} CALL p ('SELECT 1');`],
    ['with a parameter that changes by its position', `${procedure('t; $1 := x; EXECUTE t')} CALL p ('SELECT 1');`],
    [
      'with an alias of its position',
      `${procedure('1; DECLARE z ALIAS FOR $1; BEGIN z := x; EXECUTE t; END')} CALL p ('SELECT 1');`,
    ],
    ['by itself', `${procedure('t; CALL p(x)')} CALL p ('SELECT 1');`],
    ['as a default', `${INDEX} CALL p ('a'); ALTER TABLE b ALTER c SET DEFAULT p(d);`],
    ['under another name', `${INDEX} CALL p ('a'); ALTER PROCEDURE p RENAME TO q; CALL q(x);`],
    ['with another body', `${INDEX} ${INDEX.replace('t text', 't text, u text')} CALL p ('a');`],
    ['with too few arguments', `${procedure('t || u', 'p (t text, u text)')} CALL p ('SELECT 1');`],
    ['with a converted argument', `${procedure('t', 'p (t name)')} CALL p ('SELECT 1');`],
    ['with the default of a parameter', `${procedure('t', "p (t text DEFAULT 'x')")} CALL p ('SELECT 1');`],
    ['with a parameter that changes', `${procedure('t; t := x; EXECUTE t')} CALL p ('SELECT 1');`],
    ['with a column of the same name', `${procedure('(SELECT t FROM u)')} CALL p ('SELECT 1');`],
    [
      'with a variable of the same name',
      `${procedure('1; DECLARE t text := x; BEGIN EXECUTE t; END')} CALL p ('SELECT 1');`,
    ],
    ['with a position', `${procedure('$1')} CALL p ('SELECT 1');`],
    ['with another text, too', `${procedure('t || x')} CALL p ('SELECT 1');`],
    ['within text that is not known', `${procedure("replace('a' || x, 'a', t)")} CALL p ('SELECT 1');`],
    ['not at all', procedure('t').replace('CREATE', 'SELECT p($1); CREATE')],
  ])('%s: %s', (_, sql) => {
    expect(found(sql)).toContain(UNKNOWN);
  });

  test('by another file of the change', () => {
    const sql = `${INDEX} CALL p ('post');`;
    expect(found(sql, { tables: [], routinesUsed: ['p'] })).toContain(UNKNOWN);
    expect(found(sql, { tables: [] })).toContain(UNKNOWN);
  });
});

test('a routine with many executions and calls is read in linear time', async () => {
  await expectLinear((times) => {
    const body = `${"EXECUTE 'SELECT ' || t; ".repeat(1250 * times)}`;
    const calls = "CALL p ('1');".repeat(60);
    found(`CREATE PROCEDURE p (t text) LANGUAGE plpgsql AS $a$ BEGIN ${body} END $a$; ${calls}`);
  });
});
