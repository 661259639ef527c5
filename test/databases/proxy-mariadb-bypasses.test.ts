import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAN } from '../../src/proxy/mysql/capabilities.ts';
import { COMMAND } from '../../src/proxy/mysql/commands.ts';
import { mysql } from '../../src/proxy/mysql/index.ts';
import { packet } from '../../src/proxy/mysql/packets.ts';
import { command, int32, type LoginOptions, prepare, query, Wire } from '../proxy/mysql/wire.ts';
import { Recorder } from '../proxy/recorder.ts';
import { startTestProxy, type TestProxy } from '../proxy/start-proxy.ts';
import { startMariadb } from './mariadb-server.ts';
import { tryStart } from './program.ts';

// Ways to run a forbidden query past the proxy to MariaDB. Each runs on the server directly first, where it must change the
// canary: otherwise it would prove nothing. Through the proxy, the canary must stay as it is.

/** What the parser raises for a text that it does not understand. */
const PARSE_ERROR = "SIGNAL SQLSTATE '42000' SET MYSQL_ERRNO = 1064";

const RULES = `version: 1
extends: [querygate:recommended@1]
rules:
  - id: no-wide-statement
    operations: [any]
    when: statement.limit > 1000
    verdict: block
    message: it touches {statement.limit} rows
  - id: no-insert-in-other
    operations: [insert]
    when: caller.database == "other"
    verdict: block
    message: nothing is added in this database
`;

const server = await tryStart('bypasses of the MariaDB proxy', startMariadb);
let near: Recorder | undefined;
let proxy: TestProxy | undefined;

beforeAll(async () => {
  if (!server) return;
  await server.asOwner([
    'CREATE DATABASE shop',
    'CREATE DATABASE other',
    'CREATE USER plain@localhost',
    "CREATE USER second@localhost IDENTIFIED BY ''",
    'GRANT ALL ON *.* TO plain@localhost',
    'GRANT ALL ON *.* TO second@localhost',
    'CREATE TABLE shop.canary (id int PRIMARY KEY, hit int) ENGINE = MyISAM',
    'CREATE PROCEDURE shop.drop_own() DROP TEMPORARY TABLE IF EXISTS canary',
    `CREATE PROCEDURE shop.drop_and_fail() BEGIN DROP TEMPORARY TABLE canary; ${PARSE_ERROR}; END`,
    `CREATE PROCEDURE shop.prepare_and_fail() BEGIN PREPARE harmless FROM "DELETE FROM shop.canary"; ${PARSE_ERROR}; END`,
    'CREATE TABLE shop.failing (id int)',
    `CREATE TRIGGER shop.fails BEFORE INSERT ON shop.failing FOR EACH ROW BEGIN SET @text = "DELETE FROM shop.canary"; ${PARSE_ERROR}; END`,
    'CREATE PROCEDURE shop.prepare_other() BEGIN PREPARE harmless FROM "DELETE FROM shop.canary"; END',
    'CREATE TABLE shop.noted (id int)',
    'CREATE TRIGGER shop.sets_text BEFORE INSERT ON shop.noted FOR EACH ROW SET @text = "DELETE FROM shop.canary"',
    'CREATE FUNCTION shop.set_text() RETURNS int BEGIN SET @text = "DELETE FROM shop.canary"; RETURN 1; END',
  ]);
  near = await Recorder.start({ path: server.socket });
  proxy = await startTestProxy(
    { host: '127.0.0.1', port: near.port },
    { mode: 'enforce', rules: RULES, protocol: mysql('mariadb') },
  );
});

afterAll(async () => {
  await proxy?.close();
  near?.close();
  await server?.stop();
});

const FORBIDDEN = 'DELETE FROM canary';
const BY_LIMIT = 'UPDATE canary SET hit = hit + 1 WHERE id > 0 LIMIT ?';
/** It changes nothing before the variable is set. */
const WHEN_SET = 'UPDATE canary SET hit = hit + 1 WHERE id > 0 AND @go = 1 LIMIT ?';
const BY_DEFAULT = 'CREATE TEMPORARY TABLE merged (id int PRIMARY KEY, hit int)';
const MERGED = `${BY_DEFAULT} ENGINE = MERGE`;
/** In a transaction of XA, autocommit cannot be set; assignments before it in the same SET stay. */
const XA = ['SET autocommit = 0', "XA START 'x'"] as const;
const FAILING = 'autocommit = 1';
const XA_ENDS = ["XA END 'x'", "XA COMMIT 'x' ONE PHASE"] as const;
const OWN = 'CREATE TEMPORARY TABLE canary (id int, hit int)';
/** In gbk, the first two bytes of the string are one character, and it ends before the semicolon. */
const IN_GBK = Buffer.from("SELECT '\xbf\\'; DELETE FROM canary; -- '", 'latin1');
/** Without escapes by backslash, the string ends before the semicolon. */
const WITHOUT_BACKSLASHES = "SELECT 'a\\'; DELETE FROM canary; -- '";
/** With quoted names, there is no backslash in a name either. */
const WITH_QUOTED_NAMES = 'SELECT 1 AS "\\"; DELETE FROM canary; -- "';

/** A text, bytes, or bytes that need the id of the statement that was prepared last. */
type Step = string | Buffer | ((id: number) => Buffer);
type Bypass = readonly [title: string, steps: readonly Step[], login?: LoginOptions];

/** COM_STMT_EXECUTE of the statement that was prepared last, with one parameter. */
const LATEST = 0xffffffff;
function run(type: number, value: readonly number[] | string, { isUnsigned = false, id = LATEST } = {}): Buffer {
  const bytes = Buffer.from(value as string);
  return command(COMMAND.statementExecute, int32(id), 0, int32(1), 0, 1, type, isUnsigned ? 128 : 0, bytes);
}
const again = (value: readonly number[]) => (id: number) =>
  command(COMMAND.statementExecute, int32(id), 0, int32(1), 0, 0, Buffer.from(value));
/** Without types, a statement can only be executed by its id, and not as the latest. */
const byId = (type: number, value: readonly number[] | string) => (id: number) => run(type, value, { id });
const LONG = 3;
const SHORT = 2;
const TINY = 1;
const LONGLONG = 8;
const DOUBLE = 5;
const TEXT = 0xfd;
/** Without parameters. */
const runLatest = command(COMMAND.statementExecute, int32(LATEST), 0, int32(1));
const MANY = [0xa0, 0x86, 1, 0];
const ONE = [1, 0, 0, 0];
const double = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return [...bytes];
};

const NAMES: readonly Bypass[] = [
  ['a temporary table of another database, after USE', ['USE other', OWN, 'USE shop', FORBIDDEN]],
  [
    'a temporary table of another database, after COM_INIT_DB',
    ['USE other', OWN, command(COMMAND.initDb, 'shop'), FORBIDDEN],
  ],
  ['a temporary table of another database, named', ['CREATE TEMPORARY TABLE other.canary (id int)', FORBIDDEN]],
  [
    'a table that shares its name with a temporary one',
    [OWN, 'USE other', 'DELETE FROM shop.canary', 'USE shop', 'DROP TEMPORARY TABLE canary', FORBIDDEN],
  ],
  ['a temporary table and USE in one text', ['USE other', `${OWN}; USE shop; ${FORBIDDEN}`]],
  ['a temporary table that is dropped', [OWN, 'DROP TABLE canary', FORBIDDEN]],
  ['a temporary table that is dropped in the same text', [OWN, `DROP TABLE canary; ${FORBIDDEN}`]],
  ['a temporary table that a procedure drops', [OWN, 'CALL drop_own()', FORBIDDEN]],
  ['a temporary table that is renamed', [OWN, 'ALTER TABLE canary RENAME TO renamed', FORBIDDEN]],
  ['a temporary table that RENAME renames', [OWN, 'RENAME TABLE canary TO renamed', FORBIDDEN]],
  ['a temporary table that ends with COM_RESET_CONNECTION', [OWN, command(COMMAND.resetConnection), FORBIDDEN]],
  [
    'a temporary table of another user',
    [
      OWN,
      command(COMMAND.changeUser, 'second\0', 0, 'shop\0', Buffer.from([45, 0]), 'mysql_native_password\0'),
      packet(2),
      FORBIDDEN,
    ],
  ],
  ['a temporary table that was not created', ['CREATE TEMPORARY TABLE canary (id int, id int)', FORBIDDEN]],
  ['a temporary table that the first statement of a text prevents', [`SELECT nothing; ${OWN}`, FORBIDDEN]],
  ['a temporary table in a text that fails', [`${OWN}; DROP TABLE canary; SELECT nothing`, FORBIDDEN]],
  ['a temporary table whose rows are those of another', [`${MERGED} UNION = (canary)`, 'DELETE FROM merged']],
  [
    'a temporary table whose rows are those of another, in one text',
    [`${MERGED} UNION = (canary); DELETE FROM merged`],
  ],
  [
    'a temporary table that gets the rows of another',
    [MERGED, 'ALTER TABLE merged UNION = (canary)', 'DELETE FROM merged'],
  ],
  [
    'a temporary table of an engine by default whose rows are those of another',
    ['SET default_tmp_storage_engine = MERGE', `${BY_DEFAULT} UNION = (canary)`, 'DELETE FROM merged'],
  ],
  ...["'MERGE'", '`merge`', 'Aria ENGINE = MERGE', 'mrg_myisam'].map(
    (engine): Bypass => [
      `a temporary table of the engine ${engine}`,
      [`${MERGED.replace('= MERGE', `= ${engine}`)} UNION (canary)`, 'DELETE FROM merged'],
    ],
  ),
  [
    'a temporary table of an engine by default, in one text',
    [`SET default_tmp_storage_engine = MERGE; ${BY_DEFAULT} UNION = (canary); DELETE FROM merged`],
  ],
  [
    'a temporary table of an engine by default that gets the rows of another',
    ['SET default_tmp_storage_engine = MERGE', BY_DEFAULT, 'ALTER TABLE merged UNION = (canary)', 'DELETE FROM merged'],
  ],
  ['a temporary table of the same name in capitals', ['CREATE TEMPORARY TABLE Canary (id int)', FORBIDDEN]],
  ['a temporary table that a prepared statement drops', [OWN, prepare('DROP TABLE canary'), runLatest, FORBIDDEN]],
  [
    'a temporary table that a statement drops whose name is executed',
    [OWN, "PREPARE d FROM 'DROP TABLE canary'", 'EXECUTE d', FORBIDDEN],
  ],
  ['a temporary table that EXECUTE IMMEDIATE drops', [OWN, "EXECUTE IMMEDIATE 'DROP TABLE canary'", FORBIDDEN]],
  [
    'a temporary table that a block drops before it raises the error of the parser',
    [OWN, `BEGIN NOT ATOMIC DROP TABLE canary; ${PARSE_ERROR}; END`, FORBIDDEN],
  ],
  [
    'a temporary table that a procedure drops before it raises the error of the parser',
    [OWN, 'CALL drop_and_fail()', FORBIDDEN],
  ],
  ['a temporary table that a block drops', [OWN, 'BEGIN NOT ATOMIC DROP TABLE canary; END', FORBIDDEN]],
  [
    'a temporary table that is dropped with another',
    [OWN, 'CREATE TEMPORARY TABLE own (id int)', 'DROP TEMPORARY TABLE own, canary', FORBIDDEN],
  ],
  ['a temporary table that is replaced by another name', [OWN, 'ALTER TABLE canary RENAME TO other.canary', FORBIDDEN]],
  ['a temporary table that is renamed twice', [OWN, 'RENAME TABLE canary TO x, x TO y', FORBIDDEN]],
  [
    'a statement that drops a temporary table, executed by its name twice',
    [OWN, "PREPARE d FROM 'DELETE FROM canary'", 'EXECUTE d', 'DROP TEMPORARY TABLE canary', 'EXECUTE d'],
  ],
  [
    'a statement that was prepared for a temporary table',
    [OWN, prepare(FORBIDDEN), 'DROP TABLE canary', command(COMMAND.statementExecute, int32(LATEST), 0, int32(1))],
  ],
];

const TEXTS: readonly Bypass[] = [
  ['no escapes by backslash', ["SET sql_mode = 'NO_BACKSLASH_ESCAPES'", WITHOUT_BACKSLASHES]],
  ['no escapes by backslash, quoted', ["SET @@`sql_mode` = 'NO_BACKSLASH_ESCAPES'", WITHOUT_BACKSLASHES]],
  ['no escapes by backslash, computed', ["SET sql_mode = CONCAT('NO_BACKSLASH', '_ESCAPES')", WITHOUT_BACKSLASHES]],
  ['no escapes by backslash, in the same text', [`SET sql_mode = 'NO_BACKSLASH_ESCAPES'; ${WITHOUT_BACKSLASHES}`]],
  [
    'no escapes by backslash, in the same text and quoted',
    [`SET @@\`sql_mode\` = 'NO_BACKSLASH_ESCAPES'; ${WITHOUT_BACKSLASHES}`],
  ],
  [
    'no escapes by backslash, by a prepared statement',
    [
      prepare("SET sql_mode = 'NO_BACKSLASH_ESCAPES'"),
      command(COMMAND.statementExecute, int32(LATEST), 0, int32(1)),
      WITHOUT_BACKSLASHES,
    ],
  ],
  [
    'no escapes by backslash, by EXECUTE IMMEDIATE in the same text',
    [`EXECUTE IMMEDIATE "SET sql_mode = 'NO_BACKSLASH_ESCAPES'"; ${WITHOUT_BACKSLASHES}`],
  ],
  [
    'no escapes by backslash, in a SET that fails',
    [...XA, `SET sql_mode = 'NO_BACKSLASH_ESCAPES', ${FAILING}`, WITHOUT_BACKSLASHES, ...XA_ENDS],
  ],
  [
    'quoted names, in a SET that fails',
    [...XA, `SET sql_mode = 'ANSI_QUOTES', ${FAILING}`, WITH_QUOTED_NAMES, ...XA_ENDS],
  ],
  [
    'the character set gbk, in a SET that fails',
    [...XA, `SET NAMES gbk, ${FAILING}`, IN_GBK, ...XA_ENDS],
    { collation: 8 },
  ],
  [
    'no escapes by backslash, in a SET of EXECUTE IMMEDIATE that fails',
    [...XA, `EXECUTE IMMEDIATE "SET sql_mode = 'NO_BACKSLASH_ESCAPES', ${FAILING}"`, WITHOUT_BACKSLASHES, ...XA_ENDS],
  ],
  [
    'no escapes by backslash, in a SET that fails after another statement',
    [...XA, `DO 1; SET sql_mode = 'NO_BACKSLASH_ESCAPES', ${FAILING}`, WITHOUT_BACKSLASHES, ...XA_ENDS],
  ],
  ['the character set gbk, in a block', ['BEGIN NOT ATOMIC SET NAMES gbk; END', IN_GBK]],
  ['the character set gbk, by a value', [prepare('SET character_set_client = ?'), run(TEXT, '\x03gbk'), IN_GBK]],
  [
    'the character set gbk, by a value of EXECUTE',
    ["PREPARE c FROM 'SET character_set_client = ?'", "EXECUTE c USING 'gbk'", IN_GBK],
  ],
  ['quoted names', ["SET sql_mode = 'ANSI_QUOTES'", WITH_QUOTED_NAMES]],
  ['quoted names of the mode ORACLE', ["SET sql_mode = 'ORACLE'", WITH_QUOTED_NAMES]],
  ['quoted names, in the same text', [`SET sql_mode = 'ANSI_QUOTES'; ${WITH_QUOTED_NAMES}`]],
  ['the character set gbk at the login', [IN_GBK], { collation: 28 }],
  ['the character set gbk, by SET NAMES', ['SET NAMES gbk', IN_GBK]],
  ['the character set gbk, in a list', ["SET @a = 1, NAMES 'gbk' COLLATE gbk_bin", IN_GBK]],
  ['the character set gbk, by SET CHARACTER SET', ['SET CHARACTER SET gbk', IN_GBK]],
  ['the character set gbk, by its variable', ['SET @@session.character_set_client = gbk', IN_GBK]],
  ['the character set gbk, by its quoted variable', ['SET @@`character_set_client` = gbk', IN_GBK]],
  ['the character set gbk, by its number', ['SET character_set_client = 28', IN_GBK]],
  ['the character set gbk, computed', ["SET character_set_client = CONCAT('g', 'bk')", IN_GBK]],
  ['the character set gbk, in a comment', ['/*!40101 SET NAMES gbk */', IN_GBK]],
  ['the character set gbk, by EXECUTE IMMEDIATE', ["EXECUTE IMMEDIATE 'SET NAMES gbk'", IN_GBK]],
  [
    'the character set gbk, by a statement that SQL prepares',
    ["PREPARE names FROM 'SET NAMES gbk'", 'EXECUTE names', IN_GBK],
  ],
  [
    'the character set gbk, by a prepared statement',
    [prepare('SET NAMES gbk'), command(COMMAND.statementExecute, int32(LATEST), 0, int32(1)), IN_GBK],
  ],
  ['the character set gbk, in the same text', [Buffer.concat([Buffer.from('SET NAMES gbk; '), IN_GBK])]],
  ['the character set gbk, before a text that fails', ['SET NAMES gbk; SELECT nothing', IN_GBK]],
  [
    'the character set gbk of another user',
    [
      command(COMMAND.changeUser, 'second\0', 0, 'shop\0', Buffer.from([28, 0]), 'mysql_native_password\0'),
      packet(2),
      IN_GBK,
    ],
  ],
  [
    'the character set gbk of the login, after COM_RESET_CONNECTION',
    ['SET NAMES utf8mb4', command(COMMAND.resetConnection), IN_GBK],
    { collation: 28 },
  ],
  ...(
    [
      ['big5', '\xa4'],
      ['sjis', '\x95'],
      ['cp932', '\x95'],
    ] as const
  ).map(
    ([name, lead]): Bypass => [
      `the character set ${name}`,
      [`SET NAMES ${name}`, Buffer.from(`SELECT '${lead}\\'; ${FORBIDDEN}; -- '`, 'latin1')],
    ],
  ),
  ['the character set gbk, by a keyword before', ['SET LOCAL character_set_client = gbk', IN_GBK]],
  [
    'the character set gbk, for a statement that is prepared again',
    [
      'SET NAMES latin1',
      prepare(Buffer.from("UPDATE canary SET hit = hit + 1 WHERE id = 7 AND 'a' = '\xbf\\' OR 1 = 1 -- '", 'latin1')),
      "ALTER TABLE canary COMMENT 'another'",
      'SET NAMES gbk',
      runLatest,
    ],
  ],
  ['a comment of another version', ["/*!99999 ' */ DELETE FROM canary -- '"]],
  ['a comment of a version of MySQL alone', ["/*!50701 ' */ DELETE FROM canary -- '"]],
  ['a comment of a later MariaDB', ["/*M!999999 ' */ DELETE FROM canary -- '"]],
  ['an executable comment of six digits', ['/*!100100 DELETE FROM canary */']],
  ['an executable comment of five digits and a number', ['DELETE FROM canary WHERE id = /*!500001 */ 0 OR 1 = 1']],
  ['an executable comment without a version', ['/*! DELETE FROM canary */']],
  ['a comment in an executable one', ['/*!50000 DELETE /* WHERE */ FROM canary */']],
  ['a comment that hides the filter', ['DELETE FROM canary /* WHERE id = 7 */']],
  ['a comment after two dashes and a control character', ['DELETE FROM canary --\x01WHERE id = 7']],
  ['a comment after two dashes and a tab', ['DELETE FROM canary --\tWHERE id = 7']],
  ['a comment after two dashes and a vertical tab', ['DELETE FROM canary --\vWHERE id = 7']],
  ['a comment after two dashes and DEL', ['DELETE FROM canary --\x7fWHERE id = 7']],
  [
    'a comment after two dashes and a space of latin1',
    [Buffer.from('DELETE FROM canary --\xa0WHERE id = 7', 'latin1')],
    { collation: 8 },
  ],
  ['spaces of latin1', [Buffer.from('DELETE\xa0FROM\xa0canary', 'latin1')], { collation: 8 }],
  ['a comment after a hash', ['DELETE FROM canary #WHERE id = 7']],
  ['a zero at the end', ['DELETE FROM canary\0']],
  ['spaces of every kind', ['DELETE\vFROM\f`canary`']],
  ['bars that mean OR', ['UPDATE canary SET hit = 1 WHERE id = 7 || 1']],
  [
    'bars that mean OR again',
    ["SET sql_mode = 'PIPES_AS_CONCAT'", "SET sql_mode = ''", 'UPDATE canary SET hit = 1 WHERE id = 7 || 1'],
  ],
  ['a block of the mode ORACLE', ["SET sql_mode = 'ORACLE'", 'BEGIN DELETE FROM canary; END']],
  ['a declaration of the mode ORACLE', ["SET sql_mode = 'ORACLE'", 'DECLARE x int; BEGIN DELETE FROM canary; END']],
  ['a long comment', [`/* ${'x'.repeat(9000)} */ DELETE FROM canary`]],
  [
    'a long text without escapes by backslash',
    ["SET sql_mode = 'NO_BACKSLASH_ESCAPES'", `SELECT 'a\\'; /* ${'x'.repeat(9000)} */ DELETE FROM canary; -- '`],
  ],
  ['a long text in gbk', ['SET NAMES gbk', Buffer.concat([IN_GBK, Buffer.alloc(9000, 'x')])]],
  ['an executable comment', ['/*!50000 DELETE */ FROM canary']],
  ['an executable comment of MariaDB', ['/*M!100100 DELETE FROM canary */']],
  ['a block', ['BEGIN NOT ATOMIC DELETE FROM canary; END']],
  ['SET STATEMENT', [`SET STATEMENT max_statement_time = 100 FOR ${FORBIDDEN}`]],
];

const NAMED: readonly Bypass[] = [
  ['PREPARE of a variable', ["SET @text = 'DELETE FROM canary'", 'PREPARE s FROM @text', 'EXECUTE s']],
  ['EXECUTE IMMEDIATE of a variable', ["SET @text = 'DELETE FROM canary'", 'EXECUTE IMMEDIATE @text']],
  [
    'a variable that a query changes',
    ["SET @text = 'SELECT 1'", "SELECT 'DELETE FROM canary' INTO @text", 'PREPARE s FROM @text', 'EXECUTE s'],
  ],
  [
    'a variable that a query assigns',
    ["SET @text = 'SELECT 1'", "SELECT @text := 'DELETE FROM canary'", 'PREPARE s FROM @text', 'EXECUTE s'],
  ],
  [
    'a variable that a function changes',
    ["SET @text = 'SELECT 1'", 'DO set_text()', 'PREPARE s FROM @text', 'EXECUTE s'],
  ],
  [
    'a variable of another spelling',
    ["SET @text = 'SELECT 1'", "SET @`TEXT` = 'DELETE FROM canary'", 'PREPARE s FROM @Text', 'EXECUTE s'],
  ],
  [
    'a variable that is set with another value by a list',
    [
      "SET @text = 'SELECT 1'",
      "SET @other = 1, @text = CONCAT('DELETE FROM', ' canary')",
      'PREPARE s FROM @text',
      'EXECUTE s',
    ],
  ],
  ['a name that is prepared again', ["PREPARE s FROM 'SELECT 1'", `PREPARE S FROM '${FORBIDDEN}'`, 'EXECUTE s']],
  [
    'a name that a text prepares again',
    ["PREPARE s FROM 'SELECT 1'", `PREPARE s FROM '${FORBIDDEN}'; DO 1`, 'EXECUTE s'],
  ],
  [
    'a name that a procedure prepares again',
    ["PREPARE harmless FROM 'SELECT 1'", 'CALL prepare_other()', 'EXECUTE harmless'],
  ],
  [
    'a variable that a SET changes that fails',
    [
      ...XA,
      "SET @text = 'SELECT 1'",
      `SET @text = 'DELETE FROM canary', ${FAILING}`,
      'PREPARE s FROM @text',
      'EXECUTE s',
      ...XA_ENDS,
    ],
  ],
  [
    'a variable that a function changes in a SET of another',
    ["SET @text = 'SELECT 1'", 'SET @other = set_text()', 'PREPARE s FROM @text', 'EXECUTE s'],
  ],
  [
    'a variable that is assigned in a SET of another',
    ["SET @text = 'SELECT 1'", "SET @other = (@text := 'DELETE FROM canary')", 'PREPARE s FROM @text', 'EXECUTE s'],
  ],
  [
    'a variable that is assigned in a SET of a setting',
    [
      "SET @text = 'SELECT 1'",
      "SET sql_select_limit = (SELECT 100 + 0 * length(@text := 'DELETE FROM canary'))",
      'PREPARE s FROM @text',
      'EXECUTE s',
    ],
  ],
  [
    'a variable that a trigger changes',
    ["SET @text = 'SELECT 1'", 'INSERT INTO noted VALUES (1)', 'PREPARE s FROM @text', 'EXECUTE s'],
  ],
  [
    'a variable that a prepared statement changes',
    [
      "SET @text = 'SELECT 1'",
      prepare("SET @text = 'DELETE FROM canary'"),
      runLatest,
      'PREPARE s FROM @text',
      'EXECUTE s',
    ],
  ],
  [
    'a variable that an executed statement changes',
    [
      "SET @text = 'SELECT 1'",
      `PREPARE v FROM "SET @text = 'DELETE FROM canary'"`,
      'EXECUTE v',
      'PREPARE s FROM @text',
      'EXECUTE s',
    ],
  ],
  [
    'a variable that EXECUTE USING changes',
    [
      "SET @text = 'SELECT 1'",
      "PREPARE v FROM 'SELECT ? INTO @text'",
      "EXECUTE v USING 'DELETE FROM canary'",
      'PREPARE s FROM @text',
      'EXECUTE s',
    ],
  ],
  ['PREPARE of an expression', ["PREPARE s FROM concat('DELETE FROM', ' canary')", 'EXECUTE s']],
  ['EXECUTE IMMEDIATE of an expression', ["EXECUTE IMMEDIATE concat('DELETE FROM', ' canary')"]],
  [
    'a name of another spelling',
    ["PREPARE e FROM 'SELECT 1'", OWN, `PREPARE E FROM '${FORBIDDEN}'`, 'DROP TEMPORARY TABLE canary', 'EXECUTE e'],
  ],
  [
    'a name that is prepared in a comment',
    ["PREPARE s FROM 'SELECT 1'", OWN, `PREPARE/**/s FROM '${FORBIDDEN}'`, 'DROP TEMPORARY TABLE canary', 'EXECUTE s'],
  ],
  [
    'a name that is not executed plainly',
    [OWN, `PREPARE s FROM '${FORBIDDEN}'`, 'DROP TEMPORARY TABLE canary', 'EXECUTE/**/s'],
  ],
  [
    'a name that a procedure prepares again before it raises the error of the parser',
    ["PREPARE harmless FROM 'SELECT 1'", 'CALL prepare_and_fail()', 'EXECUTE harmless'],
  ],
  [
    'a variable that a trigger changes before it raises the error of the parser',
    ["SET @text = 'SELECT 1'", 'INSERT INTO failing VALUES (1)', 'PREPARE s FROM @text', 'EXECUTE s'],
  ],
  ['a name in a text of several statements', [`PREPARE s FROM '${FORBIDDEN}'; EXECUTE s`]],
];

const VALUES: readonly Bypass[] = [
  ['an int', [prepare(BY_LIMIT), run(LONG, MANY)]],
  ['an unsigned bigint', [prepare(BY_LIMIT), run(LONGLONG, Array(8).fill(255), { isUnsigned: true })]],
  [
    'a negative tinyint that is unsigned for the server',
    [prepare(BY_LIMIT), run(SHORT, [255, 255], { isUnsigned: true })],
  ],
  ['a text', [prepare(BY_LIMIT), run(TEXT, '\x06100000')]],
  ['a text with spaces', [prepare(BY_LIMIT), run(TEXT, '\x07 100000')]],
  ['a text with an exponent', [prepare(BY_LIMIT), run(TEXT, '\x031e5')]],
  ['a double', [prepare(BY_LIMIT), run(DOUBLE, double(100000))]],
  ['the types of an earlier execution', [prepare(WHEN_SET), byId(LONG, ONE), 'SET @go = 1', again(MANY)]],
  [
    'the types of an execution that was refused',
    [prepare(WHEN_SET), byId(LONG, ONE), 'SET @go = 1', byId(TEXT, '\x06100000'), again(MANY)],
  ],
  [
    'a value that was sent before',
    [
      prepare(BY_LIMIT),
      command(COMMAND.statementSendLongData, int32(LATEST), 0, 0, '100000'),
      command(COMMAND.statementExecute, int32(LATEST), 0, int32(1), 0, 1, 0xfc, 0),
    ],
  ],
  [
    'a bulk execution',
    [
      prepare(BY_LIMIT),
      command(
        COMMAND.statementBulkExecute,
        int32(LATEST),
        128,
        0,
        LONG,
        0,
        0,
        Buffer.from([1, 0, 0, 0]),
        0,
        Buffer.from(MANY),
      ),
    ],
    { mariadb: 4 },
  ],
  ['a tinyint before an int', [prepare(BY_LIMIT), run(TINY, [0]), run(LONG, MANY)]],
];

const INSERT = 'INSERT INTO shop.canary VALUES (7, 7)';
const DATABASES: readonly Bypass[] = [
  ['after USE', ['USE other', INSERT]],
  ['after COM_INIT_DB', [command(COMMAND.initDb, 'other'), INSERT]],
  ['after USE in the same text', [`USE other; ${INSERT}`]],
  ['after USE in a comment', ['/*!50000 USE other */', INSERT]],
  ['after USE of another spelling', ['use `other` ;', INSERT]],
  ['after USE by a name in a text that fails', ['USE other; SELECT nothing', INSERT]],
];

async function prepareCanary(): Promise<void> {
  await server?.asOwner(['TRUNCATE shop.canary', 'INSERT INTO shop.canary VALUES (1, 0), (2, 0)']);
}

async function isUnchanged(): Promise<boolean> {
  const [rows] =
    (await server?.asOwner(['SELECT count(*) AS n, sum(hit) AS hits, max(id) AS id FROM shop.canary'])) ?? [];
  const [row] = rows as { n: bigint; hits: unknown; id: unknown }[];
  return Number(row?.n) === 2 && Number(row?.hits) === 0 && Number(row?.id) === 2;
}

/** Runs the steps one after the other. Every session ends with a command whose answer shows that all were answered. */
async function play(port: number, [, steps, options]: Bypass): Promise<void> {
  const wire = await Wire.login(port, { database: 'shop', capabilities: CAN.noEof, ...options });
  try {
    let id = 0;
    for (const step of steps) {
      if (typeof step === 'function') wire.send(step(id));
      else if (typeof step === 'string' || !isCommand(step)) wire.send(query(step));
      else if (step[4] === COMMAND.statementPrepare) id = await prepared(wire, step);
      else wire.send(step);
    }
    wire.send(command(COMMAND.statistics));
    await wire.readUntil('Uptime').catch(() => undefined);
  } finally {
    wire.close();
  }
}

/** Prepares a statement, and returns its id. */
async function prepared(wire: Wire, bytes: Buffer): Promise<number> {
  wire.send(command(COMMAND.ping), bytes, command(COMMAND.statistics));
  await wire.readUntil('ok');
  const { payload } = await wire.next();
  await wire.readUntil('Uptime');
  return payload.readUInt32LE(1);
}

/** Bytes that are a whole packet; others are a text. */
function isCommand(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUIntLE(0, 3) === bytes.length - 4;
}

describe.skipIf(!server).each([
  ['names', NAMES],
  ['texts', TEXTS],
  ['statements by name', NAMED],
  ['values', VALUES],
  ['the default database', DATABASES],
] as const)('bypasses by %s', (_, bypasses) => {
  it.for<Bypass>(bypasses)('%s: the forbidden query does not run', async (bypass) => {
    await prepareCanary();
    await play(near?.port ?? 0, bypass);
    expect(await isUnchanged(), 'the server runs it').toBe(false);
    await prepareCanary();
    await play(proxy?.port ?? 0, bypass);
    expect(await isUnchanged(), 'the proxy lets it through').toBe(true);
  });
});
