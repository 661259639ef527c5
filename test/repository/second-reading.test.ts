import { describe, expect, test } from 'vitest';
import type { Dialect, FileContext } from '../../src/model/index.ts';
import { contextNeeds, usedWords } from '../../src/repository/index.ts';
import { read } from '../sql/read.ts';

const FILES: readonly (readonly [Dialect, string, string])[] = [
  [
    'postgresql',
    'x.sql',
    `CREATE PROCEDURE p (t text) LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'DROP TABLE ' || t; END $$; CALL p('a');`,
  ],
  [
    'postgresql',
    'x.sql',
    `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM a WHERE id = 1 OR 1 = 1; RETURN NULL; END $$;
     CREATE TABLE b (id int); DROP TABLE c; CREATE TABLE c (id int); ALTER TABLE b ADD CHECK (id > 0);`,
  ],
  ['postgresql', 'x.sql.j2', `CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'DELETE FROM {{ table }}';`],
  ['sqlite', 'x.sql', 'DELETE FROM a WHERE EXISTS (SELECT 1 FROM b WHERE y = x); DELETE FROM a;'],
  [
    'mysql',
    'x.sql',
    `CREATE PROCEDURE p() BEGIN /*!50100 DELETE FROM a */; DELETE FROM b WHERE id = 1; END; CALL p();`,
  ],
  [
    'transactsql',
    'x.sql',
    'CREATE PROCEDURE p AS DELETE FROM a\nGO\nALTER PROCEDURE p AS TRUNCATE TABLE b\nGO\nEXEC p',
  ],
];
/** Uses more than half of what a text may spend on its dynamic SQL, so that a second reading of a part would find too little. */
const EXPENSIVE: readonly (readonly [Dialect, string])[] = [
  [
    'transactsql',
    `CREATE PROCEDURE p @p nvarchar(max) AS BEGIN EXEC (@p); DECLARE @s nvarchar(max) = 'SELECT 1 AS ${'x'.repeat(3_000)}';
     DECLARE @d nvarchar(max) = 'DROP TABLE users'; ${'EXEC (@s); '.repeat(180)} EXEC (@d); END`,
  ],
  [
    'mysql',
    `CREATE PROCEDURE p() BEGIN PREPARE z FROM @y; SET @s = 'SELECT 1 AS ${'x'.repeat(9_000)}'; ${'PREPARE q FROM @s; '.repeat(80)}
     SET @d = 'DROP TABLE users'; PREPARE q FROM @d; END`,
  ],
  [
    'postgresql',
    `CREATE PROCEDURE p(t text) LANGUAGE plpgsql AS $$ DECLARE s text := 'SELECT 1 AS ${'x'.repeat(9_000)}';
     BEGIN EXECUTE t; ${'EXECUTE s; '.repeat(80)} EXECUTE 'DROP TABLE ' || 'users'; END $$; CALL p('a');`,
  ],
];
const CONTEXTS: readonly (FileContext | undefined)[] = [
  undefined,
  { tables: [], routinesUsed: [] },
  { tables: [], routinesUsed: ['p', 'f'] },
  { tables: [] },
  {
    tables: [],
    readTables: [
      { name: 'a', schema: '', columns: ['x'] },
      { name: 'b', schema: '', columns: ['y'] },
    ],
  },
];

describe('a file is read the same after it was read to find out what it needs to know', () => {
  test.each(FILES)('%s, %s: %s', (dialect, path, sql) => {
    for (const context of CONTEXTS) {
      contextNeeds('CREATE FUNCTION other', path, dialect);
      const fresh = read(dialect, sql, path, context);
      contextNeeds(sql, path, dialect);
      for (let times = 0; times < 2; times++) expect(read(dialect, sql, path, context)).toEqual(fresh);
    }
  });
});

describe('a file whose dynamic SQL is expensive is read the same the second time', () => {
  test.each(EXPENSIVE)('%s', (dialect, sql) => {
    const operations = () =>
      read(dialect, sql).statements.flatMap((statement) => statement.operations.map(({ kind }) => kind));
    contextNeeds('CREATE FUNCTION other', 'x.sql', dialect);
    const fresh = operations();
    expect(fresh).toContain('drop_table');
    contextNeeds(sql, 'x.sql', dialect);
    expect(operations()).toEqual(fresh);
  });
});

describe('the words that a file uses', () => {
  test.each<[Dialect, string, string, string[], string[]]>([
    [
      'postgresql',
      'leave out the routine that it creates',
      'CREATE FUNCTION f() RETURNS int AS $$ SELECT f() $$;',
      ['select'],
      ['f'],
    ],
    [
      'postgresql',
      'include the routine that it calls',
      'CREATE FUNCTION f() RETURNS int AS $$ $$; SELECT f();',
      ['f'],
      [],
    ],
    [
      'postgresql',
      'include a routine in the body of another',
      'CREATE FUNCTION f() RETURNS int AS $$ SELECT g() $$;',
      ['g'],
      ['f'],
    ],
    ['postgresql', 'include the routine that it renames', 'ALTER FUNCTION f() RENAME TO g;', ['f', 'g'], []],
    ['postgresql', 'leave out the routine that it grants', 'GRANT EXECUTE ON FUNCTION f() TO a;', ['a'], ['f']],
    ['transactsql', 'leave out the routine that it alters', 'ALTER PROCEDURE p AS SELECT 1', ['select'], ['p']],
  ])('%s: %s', (dialect, _, sql, used, unused) => {
    const words = usedWords(sql, 'x.sql', dialect);
    expect(used.filter((word) => !words.has(word))).toEqual([]);
    expect(unused.filter((word) => words.has(word))).toEqual([]);
  });
});
