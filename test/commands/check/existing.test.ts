import { describe, expect, it } from 'vitest';
import { all, CONFIG, checkPull, counting, type Files, rules } from '../build.ts';

const OWN = rules();
const settings = (dialect: string): Files => ({ [CONFIG]: `version: 1\ndialect: ${dialect}\n`, ...OWN });

const DYNAMIC: readonly (readonly [string, string, string, string])[] = [
  [
    'the text that a function runs',
    'postgresql',
    "SELECT query_to_xml('SELECT 1', true, true, '');",
    "SELECT query_to_xml('DELETE FROM users', true, true, '');",
  ],
  [
    'a variable that is run',
    'mysql',
    "SET @a = 'DROP TABLE logs';\nPREPARE s FROM @a;\nEXECUTE s;",
    "SET @a = 'DROP TABLE users';\nPREPARE s FROM @a;\nEXECUTE s;",
  ],
  [
    'a variable that a query sets',
    'mysql',
    "SELECT @a := 'DROP TABLE logs';\nPREPARE s FROM @a;",
    "SELECT @a := 'DROP TABLE users';\nPREPARE s FROM @a;",
  ],
  [
    'a variable that a query selects into',
    'mysql',
    "SELECT 'DROP TABLE logs' INTO @a;\nPREPARE s FROM @a;",
    "SELECT 'DROP TABLE users' INTO @a;\nPREPARE s FROM @a;",
  ],
  [
    'a declared variable that is run',
    'transactsql',
    "DECLARE @s nvarchar(max) = N'DROP TABLE logs';\nEXEC sp_executesql @s;",
    "DECLARE @s nvarchar(max) = N'DROP TABLE users';\nEXEC sp_executesql @s;",
  ],
  [
    'the schema that a name is looked up in',
    'postgresql',
    'SET search_path = scratch;\nDROP TABLE users;',
    'SET search_path = prod;\nDROP TABLE users;',
  ],
  [
    'the schema, by a function',
    'postgresql',
    "SELECT set_config('search_path', 'scratch', false);\nDROP TABLE users;",
    "SELECT set_config('search_path', 'prod', false);\nDROP TABLE users;",
  ],
  ['the database', 'mysql', 'USE scratch;\nDROP TABLE users;', 'USE prod;\nDROP TABLE users;'],
  ['a setting that is gone', 'postgresql', 'SET search_path = scratch;\nDROP TABLE users;', 'DROP TABLE users;'],
  [
    'what a name stands for',
    'postgresql',
    'ALTER TABLE scratch RENAME TO t;\nDROP TABLE t;',
    'ALTER TABLE users RENAME TO t;\nDROP TABLE t;',
  ],
  [
    'a transaction that is not undone any more',
    'sqlite',
    'BEGIN;\nDROP TABLE users;\nROLLBACK;',
    'BEGIN;\nDROP TABLE users;\nCOMMIT;',
  ],
  [
    'a variable in a condition',
    'mysql',
    "SET @a = 1;\nUPDATE users SET plan = 'free' WHERE @a;",
    "SET @a = 2;\nUPDATE users SET plan = 'free' WHERE @a;",
  ],
  [
    'a variable that another variable is made from',
    'mysql',
    "SET @a = 'DROP TABLE logs';\nSET @b = @a;\nPREPARE s FROM @b;\nEXECUTE s;",
    "SET @a = 'DROP TABLE users';\nSET @b = @a;\nPREPARE s FROM @b;\nEXECUTE s;",
  ],
  [
    'a variable with a quoted name',
    'mysql',
    "SET @`a b` = 'SELECT 1';\nPREPARE s FROM @`a b`;",
    "SET @`a b` = 'DROP TABLE users';\nPREPARE s FROM @`a b`;",
  ],
  [
    'a variable that a guard reads',
    'transactsql',
    'DECLARE @a int = 0;\nIF @a = 1\nDROP TABLE users;',
    'DECLARE @a int = 1;\nIF @a = 1\nDROP TABLE users;',
  ],
  ['the role', 'postgresql', 'SET ROLE app;\nDROP TABLE users;', 'SET ROLE admin;\nDROP TABLE users;'],
  ['a second role', 'postgresql', 'DROP TABLE users;', 'SET ROLE admin;\nDROP TABLE users;'],
  ['checks of foreign keys', 'mysql', 'DROP TABLE users;', 'SET foreign_key_checks = 0;\nDROP TABLE users;'],
  ['checks of foreign keys in SQLite', 'sqlite', 'DROP TABLE users;', 'PRAGMA foreign_keys = OFF;\nDROP TABLE users;'],
  ['the SQL mode', 'mysql', 'DROP TABLE users;', "SET sql_mode = 'ANSI_QUOTES';\nDROP TABLE users;"],
  [
    'a mode that is not strict',
    'mysql',
    'DROP TABLE users;',
    "SET sql_mode = 'ONLY_FULL_GROUP_BY';\nDROP TABLE users;",
  ],
  ['no mode', 'mysql', 'DROP TABLE users;', "SET sql_mode = '';\nDROP TABLE users;"],
  [
    'a mode that is built',
    'mysql',
    'DROP TABLE users;',
    "SET sql_mode = CONCAT('STRICT_ALL_TABLES', @x);\nDROP TABLE users;",
  ],
  [
    'a mode without backslashes',
    'mysql',
    'DROP TABLE users;',
    "SET sql_mode = 'STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES';\nDROP TABLE users;",
  ],
  [
    'other modes of the server',
    'mysql',
    'DROP TABLE users;',
    "SET sql_mode = REPLACE(@@sql_mode, 'ANSI_QUOTES', '');\nDROP TABLE users;",
  ],
  [
    'a strict mode after another one',
    'mysql',
    "SET sql_mode = 'ANSI_QUOTES';\nDROP TABLE users;",
    "SET sql_mode = 'ANSI_QUOTES';\nSET sql_mode = 'STRICT_ALL_TABLES';\nDROP TABLE users;",
  ],
  [
    'the SQL mode next to the names',
    'mysql',
    'DROP TABLE users;',
    "SET NAMES utf8mb4, sql_mode = '';\nDROP TABLE users;",
  ],
  ['a character set that changes quotes', 'mysql', 'DROP TABLE users;', 'SET NAMES gbk;\nDROP TABLE users;'],
  [
    'rights by replication',
    'postgresql',
    'DROP TABLE users;',
    'SET session_replication_role = local;\nDROP TABLE users;',
  ],
  ['a setting that is not known', 'postgresql', 'DROP TABLE users;', "SET app.tenant = 'a';\nDROP TABLE users;"],
  [
    'a known name of another class',
    'postgresql',
    'DROP TABLE users;',
    "SET app.lock_timeout = 'a';\nDROP TABLE users;",
  ],
  ['how NULL compares', 'transactsql', 'DROP TABLE users;', 'SET NOCOUNT, ANSI_NULLS ON;\nDROP TABLE users;'],
  ['whether statements run', 'transactsql', 'SET NOEXEC ON;\nDROP TABLE users;', 'DROP TABLE users;'],
  ['whether an error ends the batch', 'transactsql', 'DROP TABLE users;', 'SET XACT_ABORT OFF;\nDROP TABLE users;'],
  ['a value', 'postgresql', "UPDATE users SET plan = 'free';", "UPDATE users SET plan = 'gone';"],
  [
    'a line end within text that is run',
    'postgresql',
    "DO $$ BEGIN EXECUTE 'DELETE FROM a -- DROP TABLE users'; END $$;",
    "DO $$ BEGIN EXECUTE 'DELETE FROM a -- \nDROP TABLE users'; END $$;",
  ],
  [
    'a view that it writes through',
    'postgresql',
    'CREATE VIEW v AS SELECT * FROM users WHERE id = 1;\nDELETE FROM v;',
    'CREATE VIEW v AS SELECT * FROM users;\nDELETE FROM v;',
  ],
  [
    'a view under the view that it writes through',
    'mysql',
    'CREATE VIEW w AS SELECT * FROM users WHERE id = 1;\nCREATE VIEW v AS SELECT * FROM w;\nDELETE FROM v;',
    'CREATE VIEW w AS SELECT * FROM users;\nCREATE VIEW v AS SELECT * FROM w;\nDELETE FROM v;',
  ],
  [
    'the query of a cursor',
    'postgresql',
    'BEGIN;\nDECLARE c CURSOR FOR SELECT * FROM users WHERE id = 1;\nUPDATE users SET plan = 1 WHERE CURRENT OF c OR true;',
    'BEGIN;\nDECLARE c CURSOR FOR SELECT * FROM users;\nUPDATE users SET plan = 1 WHERE CURRENT OF c OR true;',
  ],
  [
    'a routine that it calls',
    'sqlite',
    "CREATE TRIGGER keep BEFORE DELETE ON users BEGIN SELECT RAISE(ABORT, 'kept'); END;\nDELETE FROM users;",
    'CREATE TRIGGER keep BEFORE DELETE ON users BEGIN SELECT 1; END;\nDELETE FROM users;',
  ],
  ['how often its batch runs', 'transactsql', 'DELETE FROM users;\nGO 2', 'DELETE FROM users;\nGO 3'],
  [
    'that its batch runs more than once',
    'transactsql',
    'DELETE FROM users;\nSELECT 1;\nGO',
    'DELETE FROM users;\nSELECT 1;\nGO 5',
  ],
  [
    'a guard that failed before',
    'postgresql',
    "DO $$ BEGIN IF current_database() <> 'scratch' THEN RAISE EXCEPTION 'no'; END IF; END $$;\nDROP TABLE users;",
    'DROP TABLE users;',
  ],
  ['an error that was raised before', 'transactsql', "THROW 50000, 'no', 1;\nDROP TABLE users;", 'DROP TABLE users;'],
  ['a signal that ended the file', 'mysql', "SIGNAL SQLSTATE '45000';\nDROP TABLE users;", 'DROP TABLE users;'],
  ['a division by zero before it', 'postgresql', 'SELECT 1 / 0;\nDROP TABLE users;', 'DROP TABLE users;'],
  ['a blank between escaped quotes', 'mysql', "UPDATE t SET a = 'it\\'s  b';", "UPDATE t SET a = 'it\\'s b';"],
  ['the case of a value', 'postgresql', "UPDATE t SET a = 'B';", "UPDATE t SET a = 'b';"],
];

describe('a change that affects later statements', () => {
  it.each(DYNAMIC)('makes the finding new: %s', async (_, dialect, before, after) => {
    const base = { ...settings(dialect), 'db/1.sql': `${before}\n` };
    const same = await checkPull(base, { ...base, 'db/1.sql': `-- moved\n\n${before}\nSELECT 1;\n` });
    expect(same.totals.existing).toBeGreaterThan(0);
    expect(counting(same)).toEqual([]);
    const other = await checkPull(base, { ...base, 'db/1.sql': `${after}\n` });
    expect(counting(other)).not.toEqual([]);
    expect(other.exitCode).not.toBe(0);
  });
});

describe('an old finding stays old', () => {
  it.each([
    ['in another layout', "UPDATE users SET plan = 'a b';", "update users\n\tset plan='a b' ;"],
    ['with another comment', "UPDATE users SET plan = 'a';", "UPDATE users /* it's */ SET -- all\n plan = 'a';"],
    [
      'behind other data',
      'DELETE FROM a;\nDELETE FROM b;',
      "INSERT INTO t VALUES ('x@y');\nDELETE FROM a;\nDELETE FROM b;",
    ],
    ['behind a new timeout', 'DELETE FROM a;', "SET lock_timeout = '5s';\nDELETE FROM a;"],
    [
      'behind a routine that sets something for itself',
      'DELETE FROM a;',
      'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN SET search_path = x; END $$;\nDELETE FROM a;',
    ],
    ['behind messages', 'DELETE FROM a;', 'SET client_min_messages TO warning;\nDELETE FROM a;'],
    ['behind memory', 'DELETE FROM a;', "SET LOCAL maintenance_work_mem = '1GB';\nDELETE FROM a;"],
    ['in another order', 'UPDATE t SET a = 1;\nUPDATE t SET a = 2;', 'UPDATE t SET a = 2;\nUPDATE t SET a = 1;'],
    ['behind a new view', 'DELETE FROM a;', 'CREATE VIEW v AS SELECT * FROM b;\nDELETE FROM a;'],
    ['behind a new message', 'DELETE FROM a;', "DO $$ BEGIN RAISE NOTICE 'x'; END $$;\nDELETE FROM a;"],
    [
      'behind a routine that can raise',
      'DELETE FROM a;',
      "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'x'; END $$;\nDELETE FROM a;",
    ],
    ['in a transaction that is new', 'DELETE FROM a;', 'BEGIN;\nDELETE FROM a;\nCOMMIT;'],
  ])('%s', async (_, before, after) => {
    const base = { ...settings('postgresql'), 'db/1.sql': `${before}\n` };
    const report = await checkPull(base, { ...base, 'db/1.sql': `${after}\n` });
    expect(report.totals.existing).toBeGreaterThan(0);
    expect(counting(report)).toEqual([]);
  });

  it.each([
    ['names', 'mysql', 'SET NAMES utf8mb4;'],
    ['names in an executable comment', 'mysql', '/*!40101 SET NAMES utf8 */;'],
    ['a variable', 'mysql', 'SET @x = 1;'],
    ['a declared variable', 'transactsql', 'DECLARE @x int = 1;'],
    ['a query of a variable', 'mysql', 'SELECT @x;'],
    ['a query of a setting', 'mysql', 'SELECT @@version;'],
    ['a timeout', 'mysql', 'SET SESSION lock_wait_timeout = 5;'],
    ['no counts', 'transactsql', 'SET NOCOUNT ON;'],
    ['an end of the batch at an error', 'transactsql', 'SET XACT_ABORT ON;'],
    ['text', 'transactsql', "PRINT 'x';"],
    ['a journal', 'sqlite', 'PRAGMA journal_mode = WAL;'],
    ['a strict mode', 'mysql', "SET SESSION sql_mode = 'STRICT_ALL_TABLES, ONLY_FULL_GROUP_BY';"],
    ['a mode of queries', 'mysql', "SET sql_mode=(SELECT REPLACE(@@sql_mode,'ONLY_FULL_GROUP_BY',''));"],
  ])('behind a new line that changes nothing: %s', async (_, dialect, line) => {
    const base = { ...settings(dialect), 'db/1.sql': 'DELETE FROM a;\n' };
    const report = await checkPull(base, { ...base, 'db/1.sql': `${line}\nDELETE FROM a;\n` });
    expect(report.totals.existing).toBe(1);
    expect(counting(report)).toEqual([]);
  });

  it.each([
    ['alone', (print: string) => `DECLARE @v int = 1;\n${print}\nUPDATE t SET v = @v;\nDROP TABLE t;\n`],
    [
      'in a block',
      (print: string) =>
        `DECLARE @v int = 1;\nIF @v > 2\nBEGIN\n  ${print}\nEND\nIF @v = 1\nBEGIN\n  DROP TABLE t;\nEND\nUPDATE t SET v = @v;\n`,
    ],
  ])('behind an edited message that reads a variable, %s', async (_, file) => {
    const base = { ...settings('transactsql'), 'db/1.sql': file("PRINT CONCAT('Version ', @v);") };
    const check = (print: string) => checkPull(base, { ...base, 'db/1.sql': file(print) });
    const report = await check("PRINT 'Current version: ' + CASE WHEN @v = 1 THEN 'x' ELSE 'y' END;");
    expect([report.totals.existing, counting(report)]).toEqual([2, []]);
    expect(counting(await check('SET @v = 2;')).length).toBeGreaterThan(0);
    expect(counting(await check("PRINT 'x' SET @v = 2;")).length).toBeGreaterThan(0);
    expect(counting(await check('SELECT @v = 2;')).length).toBeGreaterThan(0);
  });

  it('if one of forty equal statements is edited, which alone is new', async () => {
    const lines = Array.from({ length: 40 }, (_, i) => `UPDATE users SET plan = 'p${i}';\n`);
    const base = { ...settings('postgresql'), 'db/1.sql': lines.join('') };
    const edited = lines.with(17, "UPDATE users SET plan = 'other';\n").join('');
    const report = await checkPull(base, { ...base, 'db/1.sql': edited });
    expect(report.totals.existing).toBe(39);
    expect(counting(report)).toEqual(['block no-unfiltered-update db/1.sql:18']);
    const added = [...lines.slice(0, 5), "UPDATE users SET plan = 'added';\n", ...lines.slice(5)].join('');
    expect(counting(await checkPull(base, { ...base, 'db/1.sql': added }))).toEqual([
      'block no-unfiltered-update db/1.sql:6',
    ]);
  });

  it('but one more of the same is new', async () => {
    const base = { ...settings('postgresql'), 'db/1.sql': 'DELETE FROM a;\n' };
    const report = await checkPull(base, { ...base, 'db/1.sql': 'DELETE FROM a;\nDELETE FROM a;\n' });
    expect(all(report)).toEqual([
      'new block no-unfiltered-delete db/1.sql:2',
      'existing block no-unfiltered-delete db/1.sql:1',
    ]);
  });
});

describe('a condition of a template', () => {
  const BASE = '<% if false %>\nDROP TABLE users;\n<% end %>\nSELECT 1;\n';

  it.each([
    [
      'that is edited',
      BASE.replace('false', 'true'),
      ['unknown unreadable db/1.sql.erb:1', 'block no-drop-table db/1.sql.erb:2'],
    ],
    ['that is removed', BASE.replace(/<%.*%>\n/g, ''), ['block no-drop-table db/1.sql.erb:1']],
    [
      'that ends earlier',
      '<% if false %>\n<% end %>\nDROP TABLE users;\nSELECT 1;\n',
      ['block no-drop-table db/1.sql.erb:3'],
    ],
    ['that is left alone', `${BASE}SELECT 2;\n`, []],
  ])('%s', async (_, head, expected) => {
    const base = { ...settings('postgresql'), 'db/1.sql.erb': BASE };
    const found = counting(await checkPull(base, { ...base, 'db/1.sql.erb': head }));
    expect(found.sort()).toEqual(expected.sort());
  });
});
