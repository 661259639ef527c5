import { describe, expect, test } from 'vitest';
import { DIALECTS, type Dialect } from '../../../src/model/index.ts';
import { operationsOf, read, statementsOf, unreadableOf } from '../read.ts';

const MYSQLS = ['mysql', 'mariadb'] as const;

type Row = [title: string, sql: string, statements: string[]];

describe.each<[string, readonly Dialect[], Row[]]>([
  [
    'every dialect',
    DIALECTS,
    [
      ['an empty file', '', []],
      ['only comments', '-- a;\n/* b; */', []],
      ['only terminators', ';;\n; ;', []],
      ['a statement without a terminator', 'SELECT 1', ['SELECT 1']],
      ['several statements on one line', 'SELECT 1;SELECT 2;SELECT 3', ['SELECT 1', 'SELECT 2', 'SELECT 3']],
      ['a terminator in a string', "SELECT ';'; SELECT 2", ["SELECT ';'", 'SELECT 2']],
      ['a terminator in a comment', 'SELECT 1 -- ;\n; SELECT /* ; */ 2', ['SELECT 1', 'SELECT /* ; */ 2']],
      ['comments before and after are not in the span', '-- a\nSELECT 1 -- b\n;', ['SELECT 1']],
      ['CR-only line ends', 'SELECT 1;\rSELECT 2;\r', ['SELECT 1', 'SELECT 2']],
    ],
  ],
  [
    'PostgreSQL',
    ['postgresql'],
    [
      ['dollar quotes', 'DO $$ BEGIN a; END $$; SELECT 1', ['DO $$ BEGIN a; END $$', 'SELECT 1']],
      ['nested dollar quotes', 'DO $a$ $$ ; $$ $a$; SELECT 1', ['DO $a$ $$ ; $$ $a$', 'SELECT 1']],
      [
        'BEGIN ATOMIC',
        'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN a THEN 1 END; SELECT 2; END; SELECT 3',
        ['CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN a THEN 1 END; SELECT 2; END', 'SELECT 3'],
      ],
      [
        'a transaction is not a body',
        'BEGIN; DROP TABLE a; END; SELECT 1',
        ['BEGIN', 'DROP TABLE a', 'END', 'SELECT 1'],
      ],
      [
        'several actions of a rule',
        'CREATE RULE r AS ON INSERT TO a DO (DELETE FROM b; DELETE FROM c); SELECT 1',
        ['CREATE RULE r AS ON INSERT TO a DO (DELETE FROM b; DELETE FROM c)', 'SELECT 1'],
      ],
      [
        'COPY data is not SQL',
        'COPY t FROM stdin;\n1;2\nDROP TABLE a;\n\\.\nSELECT 1;',
        ['COPY t FROM stdin', 'SELECT 1'],
      ],
      [
        'COPY data with CRLF',
        'COPY t (a) FROM STDIN WITH CSV;\r\n1\r\n\\.\r\nSELECT 1;',
        ['COPY t (a) FROM STDIN WITH CSV', 'SELECT 1'],
      ],
      ['COPY TO is not followed by data', 'COPY t TO stdout;\nDROP TABLE a;', ['COPY t TO stdout', 'DROP TABLE a']],
      [
        'a psql command ends the statement before it',
        'SELECT 1\n\\gexec\nSELECT 2',
        ['SELECT 1', '\\gexec', 'SELECT 2'],
      ],
      [
        'a DELIMITER of a loader, which `;` does not replace',
        'delimiter d//\nCREATE FUNCTION f() RETURNS void AS $$ BEGIN a; END $$ LANGUAGE plpgsql;\nd//\nDROP TABLE a;\ndelimiter ;\nSELECT 1',
        ['CREATE FUNCTION f() RETURNS void AS $$ BEGIN a; END $$ LANGUAGE plpgsql', 'DROP TABLE a', 'SELECT 1'],
      ],
      [
        'a DELIMITER in parentheses',
        'delimiter //\nDELETE FROM a WHERE (b\n//\nSELECT 1',
        ['DELETE FROM a WHERE (b', 'SELECT 1'],
      ],
      ['a psql separator', 'SELECT 1\\; DROP TABLE a;', ['SELECT 1', 'DROP TABLE a']],
      ['SQL after a psql command', '\\echo a \\\\ DROP TABLE a;', ['\\echo a \\\\', 'DROP TABLE a']],
    ],
  ],
  [
    'MySQL and MariaDB',
    MYSQLS,
    [
      [
        'a body without DELIMITER',
        'CREATE PROCEDURE p() BEGIN DELETE FROM a; IF x THEN DELETE FROM b; END IF; END; SELECT 1',
        ['CREATE PROCEDURE p() BEGIN DELETE FROM a; IF x THEN DELETE FROM b; END IF; END', 'SELECT 1'],
      ],
      [
        'CASE in a body',
        'CREATE FUNCTION f() RETURNS int BEGIN CASE x WHEN 1 THEN SET y = CASE z WHEN 2 THEN 3 END; END CASE; RETURN 1; END; SELECT 1',
        [
          'CREATE FUNCTION f() RETURNS int BEGIN CASE x WHEN 1 THEN SET y = CASE z WHEN 2 THEN 3 END; END CASE; RETURN 1; END',
          'SELECT 1',
        ],
      ],
      [
        'loops in a body',
        'CREATE PROCEDURE p() BEGIN l: LOOP LEAVE l; END LOOP; WHILE a DO SET a = 0; END WHILE; REPEAT SET a = 1; UNTIL a END REPEAT; END; SELECT 1',
        [
          'CREATE PROCEDURE p() BEGIN l: LOOP LEAVE l; END LOOP; WHILE a DO SET a = 0; END WHILE; REPEAT SET a = 1; UNTIL a END REPEAT; END',
          'SELECT 1',
        ],
      ],
      [
        'a definer',
        'CREATE DEFINER=`root`@`localhost` TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET NEW.x = 1; END; SELECT 1',
        [
          'CREATE DEFINER=`root`@`localhost` TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET NEW.x = 1; END',
          'SELECT 1',
        ],
      ],
      ['DELIMITER', 'DELIMITER //\nSELECT 1//\nDELIMITER ;\nSELECT 2;', ['SELECT 1', 'SELECT 2']],
      [
        'a delimiter that touches the word before it',
        'DELIMITER $$\nCREATE PROCEDURE p() BEGIN SELECT 1; END$$\nDROP TABLE a$$',
        ['CREATE PROCEDURE p() BEGIN SELECT 1; END', 'DROP TABLE a'],
      ],
      ['a `;` under another delimiter', 'DELIMITER //\nSELECT 1; DROP TABLE a//', ['SELECT 1', 'DROP TABLE a']],
      [
        'a table named like a body',
        'CREATE TABLE x (event int, begin int); DROP TABLE a',
        ['CREATE TABLE x (event int, begin int)', 'DROP TABLE a'],
      ],
      [
        'a mysqldump trigger',
        '/*!50003 CREATE*/ /*!50017 DEFINER=`r`@`%`*/ /*!50003 TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET NEW.x = 1; END */;;\nSELECT 1;',
        [
          '/*!50003 CREATE*/ /*!50017 DEFINER=`r`@`%`*/ /*!50003 TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET NEW.x = 1; END */',
          'SELECT 1',
        ],
      ],
      ['BEGIN of a transaction', 'BEGIN; DROP TABLE a; COMMIT', ['BEGIN', 'DROP TABLE a', 'COMMIT']],
      [
        "MariaDB's block",
        'BEGIN NOT ATOMIC DELETE FROM a; DELETE FROM b; END; SELECT 1',
        ['BEGIN NOT ATOMIC DELETE FROM a; DELETE FROM b; END', 'SELECT 1'],
      ],
    ],
  ],
  [
    "MariaDB's sql_mode=ORACLE",
    ['mariadb'],
    [
      [
        'declarations behind AS',
        'DELIMITER //\nCREATE PROCEDURE p (a IN INT) AS b INT := 0; CURSOR c IS SELECT a AS z FROM t; BEGIN b := 1; EXCEPTION WHEN OTHERS THEN NULL; END;\n//\nDROP TABLE a//',
        [
          'CREATE PROCEDURE p (a IN INT) AS b INT := 0; CURSOR c IS SELECT a AS z FROM t; BEGIN b := 1; EXCEPTION WHEN OTHERS THEN NULL; END',
          'DROP TABLE a',
        ],
      ],
      [
        'a function that returns a type',
        'CREATE FUNCTION f RETURN VARCHAR(9) CHARACTER SET utf8 IS x INT; BEGIN RETURN CASE WHEN 1 THEN 1 ELSE 2 END; END f; DROP TABLE a',
        [
          'CREATE FUNCTION f RETURN VARCHAR(9) CHARACTER SET utf8 IS x INT; BEGIN RETURN CASE WHEN 1 THEN 1 ELSE 2 END; END f',
          'DROP TABLE a',
        ],
      ],
      [
        'a package',
        'CREATE OR REPLACE PACKAGE p AS PROCEDURE a; FUNCTION f RETURN INT; END; DROP TABLE a',
        ['CREATE OR REPLACE PACKAGE p AS PROCEDURE a; FUNCTION f RETURN INT; END', 'DROP TABLE a'],
      ],
      [
        'a package body',
        'CREATE PACKAGE BODY p AS v INT; PROCEDURE b; PROCEDURE a AS t INT; BEGIN IF v THEN DELETE FROM b; END IF; END a; FUNCTION f RETURN INT IS BEGIN BEGIN NULL; END; RETURN 1; END; BEGIN v := 2; END; DROP TABLE a',
        [
          'CREATE PACKAGE BODY p AS v INT; PROCEDURE b; PROCEDURE a AS t INT; BEGIN IF v THEN DELETE FROM b; END IF; END a; FUNCTION f RETURN INT IS BEGIN BEGIN NULL; END; RETURN 1; END; BEGIN v := 2; END',
          'DROP TABLE a',
        ],
      ],
      [
        'an alias in a body without AS',
        'CREATE PROCEDURE p() SELECT 1 AS b; DROP TABLE a; CREATE PROCEDURE q() BEGIN SELECT 1 AS b; END; DROP TABLE b',
        [
          'CREATE PROCEDURE p() SELECT 1 AS b',
          'DROP TABLE a',
          'CREATE PROCEDURE q() BEGIN SELECT 1 AS b; END',
          'DROP TABLE b',
        ],
      ],
      [
        'IS in the result of a function',
        'CREATE FUNCTION f(a INT) RETURNS INT RETURN a IS TRUE; DROP TABLE a',
        ['CREATE FUNCTION f(a INT) RETURNS INT RETURN a IS TRUE', 'DROP TABLE a'],
      ],
      [
        'a statement behind AS, which the server refuses',
        'CREATE PROCEDURE p AS SELECT 1; DROP TABLE a',
        ['CREATE PROCEDURE p AS SELECT 1', 'DROP TABLE a'],
      ],
      [
        'an alias in a trigger',
        'CREATE TRIGGER t AFTER INSERT ON a FOR EACH ROW UPDATE b AS c SET x = 1; DROP TABLE a',
        ['CREATE TRIGGER t AFTER INSERT ON a FOR EACH ROW UPDATE b AS c SET x = 1', 'DROP TABLE a'],
      ],
    ],
  ],
  [
    'SQLite',
    ['sqlite'],
    [
      [
        'a trigger',
        'CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE b SET x = CASE WHEN y THEN 1 ELSE 2 END; DELETE FROM c; END; SELECT 1',
        [
          'CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE b SET x = CASE WHEN y THEN 1 ELSE 2 END; DELETE FROM c; END',
          'SELECT 1',
        ],
      ],
      ['a transaction', 'BEGIN IMMEDIATE; DROP TABLE a; END;', ['BEGIN IMMEDIATE', 'DROP TABLE a', 'END']],
      [
        'a table named trigger',
        'CREATE TABLE trigger_log (begin int); DROP TABLE a',
        ['CREATE TABLE trigger_log (begin int)', 'DROP TABLE a'],
      ],
    ],
  ],
  [
    'T-SQL',
    ['transactsql'],
    [
      ['no terminators', 'SELECT 1 DELETE FROM a DROP TABLE b', ['SELECT 1', 'DELETE FROM a', 'DROP TABLE b']],
      ['SET … ON', 'SET NOCOUNT ON DELETE FROM a', ['SET NOCOUNT ON', 'DELETE FROM a']],
      [
        'IF and ELSE',
        'IF EXISTS (SELECT 1) DROP TABLE a ELSE DROP TABLE b',
        ['IF EXISTS (SELECT 1)', 'DROP TABLE a', 'ELSE', 'DROP TABLE b'],
      ],
      [
        'blocks',
        'BEGIN TRY DELETE FROM a END TRY BEGIN CATCH THROW END CATCH',
        ['BEGIN TRY', 'DELETE FROM a', 'END TRY', 'BEGIN CATCH', 'THROW', 'END CATCH'],
      ],
      ['a transaction', 'BEGIN TRAN x DELETE FROM a COMMIT TRAN x', ['BEGIN TRAN x', 'DELETE FROM a', 'COMMIT TRAN x']],
      [
        'a CTE in a block',
        'IF 1 = 1 BEGIN WITH c AS (SELECT 1 x) DELETE FROM a END',
        ['IF 1 = 1', 'BEGIN', 'WITH c AS (SELECT 1 x) DELETE FROM a', 'END'],
      ],
      [
        'CASE is not a block',
        'UPDATE a SET x = CASE WHEN y = 1 THEN 2 ELSE 3 END DROP TABLE b',
        ['UPDATE a SET x = CASE WHEN y = 1 THEN 2 ELSE 3 END', 'DROP TABLE b'],
      ],
      [
        'ROW END of a period is not the end of a block',
        "BEGIN ALTER TABLE a ADD x datetime2 GENERATED ALWAYS AS ROW START HIDDEN, y datetime2 GENERATED ALWAYS AS ROW END HIDDEN DEFAULT '9999' END DROP TABLE b",
        [
          'BEGIN',
          "ALTER TABLE a ADD x datetime2 GENERATED ALWAYS AS ROW START HIDDEN, y datetime2 GENERATED ALWAYS AS ROW END HIDDEN DEFAULT '9999'",
          'END',
          'DROP TABLE b',
        ],
      ],
      [
        'END of a ledger table',
        'ALTER TABLE a ADD x bigint GENERATED ALWAYS AS TRANSACTION_ID END HIDDEN, y bigint GENERATED ALWAYS AS SEQUENCE_NUMBER END DROP TABLE b',
        [
          'ALTER TABLE a ADD x bigint GENERATED ALWAYS AS TRANSACTION_ID END HIDDEN, y bigint GENERATED ALWAYS AS SEQUENCE_NUMBER END',
          'DROP TABLE b',
        ],
      ],
      [
        'a column named row, then END',
        'BEGIN ALTER TABLE a DROP COLUMN row END DROP TABLE b BEGIN SELECT 1 AS row END',
        ['BEGIN', 'ALTER TABLE a DROP COLUMN row', 'END', 'DROP TABLE b', 'BEGIN', 'SELECT 1 AS row', 'END'],
      ],
      [
        'INSERT … SELECT … SELECT',
        'INSERT INTO a SELECT 1 UNION ALL SELECT 2 SELECT 3',
        ['INSERT INTO a SELECT 1 UNION ALL SELECT 2', 'SELECT 3'],
      ],
      ['INSERT … VALUES, then EXEC', 'INSERT INTO a VALUES (1) EXEC p', ['INSERT INTO a VALUES (1)', 'EXEC p']],
      ['INSERT … EXEC', 'INSERT INTO a EXEC p SELECT 1', ['INSERT INTO a EXEC p', 'SELECT 1']],
      [
        'MERGE',
        'MERGE a USING b ON a.i = b.i WHEN MATCHED THEN UPDATE SET x = 1 WHEN NOT MATCHED THEN INSERT (x) VALUES (1) WHEN NOT MATCHED BY SOURCE THEN DELETE; SELECT 1',
        [
          'MERGE a USING b ON a.i = b.i WHEN MATCHED THEN UPDATE SET x = 1 WHEN NOT MATCHED THEN INSERT (x) VALUES (1) WHEN NOT MATCHED BY SOURCE THEN DELETE',
          'SELECT 1',
        ],
      ],
      [
        'foreign keys',
        'ALTER TABLE a ADD CONSTRAINT f FOREIGN KEY (x) REFERENCES b (y) ON DELETE SET NULL ON UPDATE CASCADE DELETE FROM c',
        [
          'ALTER TABLE a ADD CONSTRAINT f FOREIGN KEY (x) REFERENCES b (y) ON DELETE SET NULL ON UPDATE CASCADE',
          'DELETE FROM c',
        ],
      ],
      [
        'ALTER … DROP, then DROP',
        'ALTER TABLE a DROP COLUMN x DROP INDEX i ON b',
        ['ALTER TABLE a DROP COLUMN x', 'DROP INDEX i ON b'],
      ],
      [
        'ALTER … ADD, then ALTER',
        'ALTER TABLE a ADD x int ALTER TABLE b DROP COLUMN y',
        ['ALTER TABLE a ADD x int', 'ALTER TABLE b DROP COLUMN y'],
      ],
      [
        'GRANT, then ALTER',
        'GRANT SELECT, DELETE ON a TO b WITH GRANT OPTION ALTER TABLE c DROP COLUMN d',
        ['GRANT SELECT, DELETE ON a TO b WITH GRANT OPTION', 'ALTER TABLE c DROP COLUMN d'],
      ],
      [
        'GRANT of what is named like a statement',
        'GRANT CREATE TABLE, ALTER ANY USER TO b REVOKE GRANT OPTION FOR SELECT ON a FROM b',
        ['GRANT CREATE TABLE, ALTER ANY USER TO b', 'REVOKE GRANT OPTION FOR SELECT ON a FROM b'],
      ],
      ['DECLARE, then SELECT', 'DECLARE @x int SELECT @x = 1', ['DECLARE @x int', 'SELECT @x = 1']],
      [
        'a cursor',
        'DECLARE c CURSOR FOR SELECT x FROM a OPEN c FETCH NEXT FROM c INTO @x CLOSE c',
        ['DECLARE c CURSOR FOR SELECT x FROM a', 'OPEN c', 'FETCH NEXT FROM c INTO @x', 'CLOSE c'],
      ],
      [
        'OFFSET … FETCH',
        'SELECT x FROM a ORDER BY x OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY DELETE FROM b',
        ['SELECT x FROM a ORDER BY x OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY', 'DELETE FROM b'],
      ],
      [
        'join hints',
        'SELECT 1 FROM a INNER MERGE JOIN b ON a.x = b.x',
        ['SELECT 1 FROM a INNER MERGE JOIN b ON a.x = b.x'],
      ],
      ['a leading dot is a name', 'SELECT 1 DELETE .users', ['SELECT 1', 'DELETE .users']],
      ['DISABLE TRIGGER', 'IF 1 = 1 DISABLE TRIGGER t ON a', ['IF 1 = 1', 'DISABLE TRIGGER t ON a']],
      [
        'OPENROWSET',
        "SELECT * FROM OPENROWSET('a';'b';'c', 'SELECT 1') x; SELECT 2",
        ["SELECT * FROM OPENROWSET('a';'b';'c', 'SELECT 1') x", 'SELECT 2'],
      ],
      [
        'SINGLE_USER',
        'ALTER DATABASE d SET SINGLE_USER WITH ROLLBACK IMMEDIATE DROP DATABASE d',
        ['ALTER DATABASE d SET SINGLE_USER WITH ROLLBACK IMMEDIATE', 'DROP DATABASE d'],
      ],
      ['labels', 'GOTO l l: DELETE FROM a', ['GOTO l l:', 'DELETE FROM a']],
      [
        'a routine takes the rest of its batch',
        'CREATE OR ALTER PROC p AS BEGIN DELETE FROM a; DELETE FROM b; END DELETE FROM c\nGO\nSELECT 1',
        ['CREATE OR ALTER PROC p AS BEGIN DELETE FROM a; DELETE FROM b; END DELETE FROM c', 'SELECT 1'],
      ],
      [
        'a trigger',
        'CREATE TRIGGER t ON a AFTER INSERT, DELETE AS DELETE FROM b;\nGO',
        ['CREATE TRIGGER t ON a AFTER INSERT, DELETE AS DELETE FROM b;'],
      ],
      [
        'a view',
        'CREATE VIEW v AS WITH c AS (SELECT 1 x) SELECT x FROM c',
        ['CREATE VIEW v AS WITH c AS (SELECT 1 x) SELECT x FROM c'],
      ],
      [
        'ALTER … ENABLE TRIGGER is not a routine',
        'ALTER TABLE a ENABLE TRIGGER t; DROP TABLE b',
        ['ALTER TABLE a ENABLE TRIGGER t', 'DROP TABLE b'],
      ],
    ],
  ],
])('%s', (_, dialects, rows) => {
  describe.each(dialects)('%s', (dialect) => {
    test.each(rows)('%s', (_title, sql, expected) => {
      expect(statementsOf(dialect, sql)).toEqual(expected);
      if (dialect !== 'postgresql') expect(unreadableOf(dialect, sql)).toEqual([]);
    });
  });
});

test('reads both sides of a `;` inside open parentheses, where a server may end the statement', () => {
  expect(operationsOf('postgresql', 'CREATE TABLE a (x int; DROP TABLE users')).toContain('drop_table users');
  expect(operationsOf('postgresql', 'SELECT (1; DROP TABLE users')).toContain('drop_table users');
  expect(unreadableOf('postgresql', 'SELECT (1; DROP TABLE users')).not.toEqual([]);
});

test('reads both sides of a `;` inside an executable comment', () => {
  expect(operationsOf('mysql', '/*! SELECT 1; DROP TABLE users */')).toContain('drop_table users @executable_comment');
  expect(unreadableOf('mysql', '/*! SELECT 1; DROP TABLE users */')).not.toEqual([]);
});

describe('comments belong to', () => {
  const ofStatements = (sql: string) =>
    read('postgresql', sql).statements.map(({ comments }) => comments.map(({ text }) => text));
  const loose = (sql: string) => read('postgresql', sql).looseComments.map(({ text }) => text);

  test.each<[string, string, string[][], string[]]>([
    ['the statement below them', '-- a\nSELECT 1;', [['a']], []],
    ['the statement below them, over several lines', '-- a\n-- b\n/* c */\nSELECT 1;', [['a', 'b', 'c']], []],
    ['no statement, if a blank line separates them', '-- a\n\nSELECT 1;', [[]], ['a']],
    ['the statement below, if no blank line separates them', '-- a\n\n-- b\nSELECT 1;', [['b']], ['a']],
    ['the statement around them', 'SELECT /* a */ 1 -- b\n+ 2;', [['a', 'b']], []],
    ['the statement before them on its last line', 'SELECT 1; -- a\nSELECT 2;', [['a'], []], []],
    ['the statement before them, not the one after on the same line', 'SELECT 1; /* a */ SELECT 2;', [['a'], []], []],
    ['the statement below them, not the one above', 'SELECT 1;\n-- a\nSELECT 2;', [[], ['a']], []],
    ['no statement, at the end of the file', 'SELECT 1;\n-- a', [[]], ['a']],
    ['the statement below them, with CRLF', '-- a\r\nSELECT 1;', [['a']], []],
    ['no statement, after a blank line of lone CRs', '-- a\r\rSELECT 1;', [[]], ['a']],
    ['no statement, if they are in a string', "SELECT '-- a', $$ -- b $$;", [[]], []],
  ])('%s', (_, sql, expected, expectedLoose) => {
    expect(ofStatements(sql)).toEqual(expected);
    expect(loose(sql)).toEqual(expectedLoose);
  });
});
