import { describe, expect, test } from 'vitest';
import { DIALECTS, type Dialect } from '../../../src/model/index.ts';
import { lex } from '../../../src/sql/text/lexer/index.ts';
import { T, type TokenKind } from '../../../src/sql/text/tokens.ts';

const NAMES = new Map<TokenKind, string>(Object.entries(T).map(([name, kind]) => [kind, name]));

/** Tokens as `kind:text`; words and operators without their kind. */
function tokens(dialect: Dialect, text: string): string[] {
  const list = lex(text, dialect);
  return Array.from({ length: list.length }, (_, at) => {
    const kind = list.kind(at);
    return kind === T.word || kind === T.op ? list.raw(at) : `${NAMES.get(kind)}:${list.raw(at)}`;
  });
}

function problems(dialect: Dialect, text: string): string[] {
  return lex(text, dialect).unreadable.map(({ reason }) => reason);
}

type Row = [sql: string, expected: string[]];

describe.each<[string, readonly Dialect[], Row[]]>([
  [
    'comments separate tokens',
    DIALECTS,
    [
      ['DROP/**/TABLE a', ['DROP', 'TABLE', 'a']],
      ['DROP-- x\nTABLE a', ['DROP', 'TABLE', 'a']],
      ['DROP -- ; DROP TABLE b\nTABLE a', ['DROP', 'TABLE', 'a']],
      ['DROP /* \' " ` [ $$ */ TABLE a', ['DROP', 'TABLE', 'a']],
      ['DROP -- \' " ` [ $$\r\nTABLE a', ['DROP', 'TABLE', 'a']],
    ],
  ],
  [
    'nested block comments',
    ['postgresql', 'transactsql'],
    [
      ['/* a /* b */ c */ DROP', ['DROP']],
      ['/* /* */ */ /*/**/*/ DROP', ['DROP']],
    ],
  ],
  ['block comments end at the first mark', ['mysql', 'mariadb', 'sqlite'], [['/* a /* b */ DROP', ['DROP']]]],
  [
    'MySQL requires white space after two dashes',
    ['mysql', 'mariadb'],
    [
      ['5--1', ['number:5', '-', '-', 'number:1']],
      ['5\n--x\nDROP', ['number:5', '-', '-', 'x', 'DROP']],
      ['-- x\nDROP', ['DROP']],
      ['--\tx\nDROP', ['DROP']],
      ['--\nDROP', ['DROP']],
      ['DROP --', ['DROP']],
    ],
  ],
  [
    'a line that begins with two dashes where MySQL expects a statement is skipped if it hides nothing',
    ['mysql', 'mariadb'],
    [
      ['--x\nDROP', ['DROP']],
      ['a;\n  --DROP TABLE b;\nDROP', ['a', 'terminator:;', 'DROP']],
      ['-----\r\n-- x\r\n-----\r\nDROP', ['DROP']],
      ['--a; DROP', ['-', '-', 'a', 'terminator:;', 'DROP']],
      ['--a /* b\nDROP */ c', ['-', '-', 'a', 'c']],
      ["--a 'b\n' DROP", ['-', '-', 'a', "string:'b\n'", 'DROP']],
      ['--a `b\n` DROP', ['-', '-', 'a', 'quoted:`b\n`', 'DROP']],
      ['DELIMITER //\n--a // DROP', ['-', '-', 'a', 'terminator://', 'DROP']],
      ['5 +\n--a\nDROP', ['number:5', '+', '-', '-', 'a', 'DROP']],
      ['a; --b\nDROP', ['a', 'terminator:;', '-', '-', 'b', 'DROP']],
    ],
  ],
  [
    'a DELIMITER of PostgreSQL scripts ends statements where it is alone on its line',
    ['postgresql'],
    [
      ['delimiter d//\na; b\nd//\nDROP', ['a', 'terminator:;', 'b', 'terminator:d//', 'DROP']],
      ['DELIMITER //\r\na\r\n  //  \r\nDELIMITER ;\r\nDROP', ['a', 'terminator://', 'DROP']],
      ['delimiter d//\na d// b\nd// c', ['a', 'd', '/', '/', 'b', 'd', '/', '/', 'c']],
      ['delimiter d//\na\nd//* b\n*/ c', ['a', 'd', '/', 'c']],
      ['delimiter $$\na $$ b', ['delimiter', 'dollar:$$\na $$', 'b']],
      ["delimiter '\na' b", ['delimiter', "string:'\na'", 'b']],
      ['delimiter --\na', ['delimiter', 'a']],
      ['a\ndelimiter d//\nb\nd//', ['a', 'delimiter', 'd', '/', '/', 'b', 'd', '/', '/']],
      ['delimiter d// DROP\nd//', ['delimiter', 'd', '/', '/', 'DROP', 'd', '/', '/']],
    ],
  ],
  ['a DELIMITER means nothing elsewhere', ['sqlite'], [['delimiter //\na', ['delimiter', '/', '/', 'a']]]],
  ['two dashes are enough elsewhere', ['postgresql', 'sqlite', 'transactsql'], [['--x\nDROP', ['DROP']]]],
  [
    'a hash starts a comment in MySQL',
    ['mysql', 'mariadb'],
    [
      ['DROP #x; DROP TABLE b\nTABLE a', ['DROP', 'TABLE', 'a']],
      ['DROP#\nTABLE', ['DROP', 'TABLE']],
    ],
  ],
  ['a hash is an operator in PostgreSQL', ['postgresql'], [['a #> b', ['a', '#>', 'b']]]],
  [
    'a hash starts a name in T-SQL',
    ['transactsql'],
    [
      ['#t ##t #1 #$t', ['#t', '##t', '#1', '#$t']],
      ['@x @@ROWCOUNT @1', ['param:@x', 'param:@@ROWCOUNT', 'param:@1']],
    ],
  ],
  [
    'the content of executable comments is read',
    ['mysql', 'mariadb'],
    [
      ['/*! DROP */', ['execOpen:/*!', 'DROP', 'execClose:*/']],
      ['/*!50000 DROP */', ['execOpen:/*!50000', 'DROP', 'execClose:*/']],
      ['/*!99999 DROP */', ['execOpen:/*!99999', 'DROP', 'execClose:*/']],
      ['/*!100100 DROP */', ['execOpen:/*!100100', 'DROP', 'execClose:*/']],
      ['/*!50000DROP*/', ['execOpen:/*!50000', 'DROP', 'execClose:*/']],
      ['/*M! DROP */', ['execOpen:/*M!', 'DROP', 'execClose:*/']],
      ['/*M!100100 DROP */', ['execOpen:/*M!100100', 'DROP', 'execClose:*/']],
      ['/*! DROP /* x */ TABLE */', ['execOpen:/*!', 'DROP', 'TABLE', 'execClose:*/']],
    ],
  ],
  ['executable comments are comments elsewhere', ['postgresql', 'sqlite', 'transactsql'], [['/*! DROP */ a', ['a']]]],
  [
    'doubled single quotes',
    DIALECTS,
    [
      ["'it''s' x", ["string:'it''s'", 'x']],
      ["'-- no comment' x", ["string:'-- no comment'", 'x']],
      ["'/* no' x '*/'", ["string:'/* no'", 'x', "string:'*/'"]],
      ["'a;b' ;", ["string:'a;b'", 'terminator:;']],
    ],
  ],
  [
    'a backslash escapes in MySQL',
    ['mysql', 'mariadb'],
    [
      ["'it\\'s; DROP' x", ["string:'it\\'s; DROP'", 'x']],
      ["'\\\\' x", ["string:'\\\\'", 'x']],
      ['"a\\"b" x', ['string:"a\\"b"', 'x']],
    ],
  ],
  [
    'a backslash does not escape elsewhere',
    ['postgresql', 'sqlite', 'transactsql'],
    [["'a\\' x 'b'", ["string:'a\\'", 'x', "string:'b'"]]],
  ],
  [
    "PostgreSQL's strings",
    ['postgresql'],
    [
      ["E'a\\'b' x", ["string:E'a\\'b'", 'x']],
      ["e'\\\\' x", ["string:e'\\\\'", 'x']],
      ["b'01' X'ff' n'x'", ["string:b'01'", "string:X'ff'", "string:n'x'"]],
      ["U&'\\0061' x", ["string:U&'\\0061'", 'x']],
      ["$$ a; ' $$ x", ["dollar:$$ a; ' $$", 'x']],
      ['$a$ $$ $b$ $a$ x', ['dollar:$a$ $$ $b$ $a$', 'x']],
      ['a$b$c', ['a$b$c']],
      ['$1 + $12', ['param:$1', '+', 'param:$12']],
      ['$1a$ x', ['param:$1', 'a$', 'x']],
    ],
  ],
  [
    'a change of the SQL mode applies to later statements',
    ['mysql', 'mariadb'],
    [
      [
        'SET sql_mode = \'ANSI_QUOTES\'; "a"',
        ['SET', 'sql_mode', '=', "string:'ANSI_QUOTES'", 'terminator:;', 'quoted:"a"'],
      ],
      [
        "SET SESSION sql_mode='NO_BACKSLASH_ESCAPES'; 'a\\' x",
        ['SET', 'SESSION', 'sql_mode', '=', "string:'NO_BACKSLASH_ESCAPES'", 'terminator:;', "string:'a\\'", 'x'],
      ],
      [
        'SET @@SESSION.SQL_MODE = ANSI; "a"',
        ['SET', 'param:@@SESSION.SQL_MODE', '=', 'ANSI', 'terminator:;', 'quoted:"a"'],
      ],
    ],
  ],
  [
    'a change of standard_conforming_strings applies to later statements',
    ['postgresql'],
    [
      [
        "\\echo x\nSET standard_conforming_strings = off; 'a\\' x'",
        [
          ...['directive:\\echo x', 'terminator:', 'SET', 'standard_conforming_strings', '=', 'off', 'terminator:;'],
          "string:'a\\' x'",
        ],
      ],
    ],
  ],
  ['names in quotes', ['postgresql', 'sqlite', 'transactsql'], [['"a""b; DROP" x', ['quoted:"a""b; DROP"', 'x']]]],
  ["PostgreSQL's names", ['postgresql'], [['U&"\\0061" x', ['quoted:U&"\\0061"', 'x']]]],
  ['double quotes are strings in MySQL', ['mysql', 'mariadb'], [['"a" `b``c`', ['string:"a"', 'quoted:`b``c`']]]],
  ['square brackets quote names', ['sqlite', 'transactsql'], [['[a; b] x', ['quoted:[a; b]', 'x']]]],
  ['a closing bracket is doubled in T-SQL', ['transactsql'], [['[a]]b] x', ['quoted:[a]]b]', 'x']]]],
  ['square brackets are arrays in PostgreSQL', ['postgresql'], [['a[1:b]', ['a', '[', 'number:1', ':', 'b', ']']]]],
  [
    'white space and similar characters',
    DIALECTS,
    [
      ['\ufeffDROP TABLE a', ['DROP', 'TABLE', 'a']],
      ['DROP\tTABLE\v\f\r\na', ['DROP', 'TABLE', 'a']],
      ['ＤＲＯＰ TABLE a', ['ＤＲＯＰ', 'TABLE', 'a']],
    ],
  ],
  ['a no-break space is white space in T-SQL', ['transactsql'], [['DROP\u00a0TABLE\u3000a', ['DROP', 'TABLE', 'a']]]],
  [
    'a no-break space is a letter elsewhere',
    ['postgresql', 'mysql', 'sqlite'],
    [['DROP\u00a0TABLE', ['DROP\u00a0TABLE']]],
  ],
  [
    'a placeholder is one token',
    DIALECTS,
    [
      ['DROP TABLE ${a}', ['DROP', 'TABLE', 'placeholder:${a}']],
      ['DROP TABLE {{ a }}', ['DROP', 'TABLE', 'placeholder:{{ a }}']],
      ['DROP TABLE {$A}_b', ['DROP', 'TABLE', 'placeholder:{$A}', '_b']],
      ['DROP TABLE <%= a %>', ['DROP', 'TABLE', 'placeholder:<%= a %>']],
      ['x = %(id)s', ['x', '=', 'param:%(id)s']],
    ],
  ],
  [
    "psql's variables",
    ['postgresql'],
    [
      ['DROP TABLE :a :\'b\' :"c"', ['DROP', 'TABLE', 'placeholder::a', "placeholder::'b'", 'placeholder::"c"']],
      ['a::int', ['a', '::', 'int']],
      ['"{{ index .Options "Namespace" }}".users', ['placeholder:"{{ index .Options "Namespace" }}"', '.', 'users']],
      ["'a' <% 'b'; 1 %> 2", ["string:'a'", '<', '%', "string:'b'", 'terminator:;', 'number:1', '%', '>', 'number:2']],
    ],
  ],
  ['named parameters', ['mysql', 'sqlite', 'transactsql'], [['x = :a', ['x', '=', 'param::a']]]],
  ['labels', ['mysql', 'transactsql'], [['label:DROP', ['label', ':', 'DROP']]]],
  ['a parameter behind a word, without labels', ['sqlite'], [['a:b', ['a', 'param::b']]]],
  ["sqlcmd's variables", ['transactsql'], [['USE $(db)', ['USE', 'placeholder:$(db)']]]],
  [
    'numbers',
    DIALECTS,
    [['1 1.5 .5 1e10 0xFF', ['number:1', 'number:1.5', 'number:.5', 'number:1e10', 'number:0xFF']]],
  ],
])('%s', (_, dialects, rows) => {
  describe.each(dialects)('%s', (dialect) => {
    test.each(rows)('%j', (sql, expected) => {
      expect(tokens(dialect, sql)).toEqual(expected);
      expect(problems(dialect, sql)).toEqual([]);
    });
  });
});

describe('text that is reported as unreadable', () => {
  test.each<[Dialect | 'all', string, string]>([
    ['all', '/* x', 'a comment is not closed'],
    ['all', "'x", 'a string is not closed'],
    ['all', 'DROP\0TABLE a', 'a NUL character'],
    ['all', '{% if x %}', 'a template control block, so which SQL runs is unknown'],
    ['all', '<% if x %>', 'a template control block, so which SQL runs is unknown'],
    ['all', '{{#if x}}', 'a template control block, so which SQL runs is unknown'],
    ['all', '{{ if .X }}', 'a template control block, so which SQL runs is unknown'],
    ['postgresql', '/* /* */', 'a comment is not closed'],
    ['postgresql', '"x', 'a quoted name is not closed'],
    ['postgresql', '$$ x', 'a dollar-quoted string is not closed'],
    [
      'postgresql',
      'delimiter //\nCOPY t FROM stdin;\nDROP TABLE a;\n\\.\n',
      'whether data follows this COPY is unknown',
    ],
    [
      'postgresql',
      'delimiter //\nSELECT 1;\nCOPY t FROM stdin\n//\nDROP TABLE a;\n\\.\n',
      'whether data follows this COPY is unknown',
    ],
    ['postgresql', 'COPY t FROM STDIN;\n1\t2\n', 'the data of `COPY … FROM stdin` does not end with a line `\\.`'],
    ['mysql', '`x', 'a quoted name is not closed'],
    ['mysql', '/*! DROP TABLE a', 'an executable comment is not closed'],
    ['mariadb', '/*M! DROP TABLE a', 'an executable comment is not closed'],
    ['transactsql', '[x', 'a quoted name is not closed'],
  ])('%s %j', (dialect, sql, reason) => {
    for (const each of dialect === 'all' ? DIALECTS : [dialect]) expect(problems(each, sql)).toContain(reason);
  });

  // PostgreSQL ends the comment at a lone carriage return; other servers continue up to the line feed.
  test('a lone carriage return in a line comment', () => {
    const sql = '-- x\rDROP TABLE a';
    expect(tokens('postgresql', sql)).toEqual(['DROP', 'TABLE', 'a']);
    for (const dialect of ['mysql', 'mariadb', 'sqlite', 'transactsql'] as const) {
      expect(problems(dialect, sql)).toEqual([
        'a lone carriage return in a line comment: servers differ on where the comment ends',
      ]);
    }
  });
});

describe('a string whose end depends on an unknown backslash setting is unreadable', () => {
  const unknown = 'where this string ends depends on a setting whose value is unknown';
  const hidden = "SELECT 'a\\'; DROP TABLE users; -- '";

  test.each<[Dialect, string]>([
    ['mysql', "SET @m = 'NO_BACKSLASH_ESCAPES'; SET sql_mode = @m"],
    ['mysql', 'SET NAMES gbk'],
    ['mysql', "SET CHARACTER SET 'big5'"],
    ['mysql', 'SET @a = 1, character_set_client = sjis'],
    ['mysql', "SET sql_mode = CONCAT('NO_BACKSLASH', '_ESCAPES')"],
    ['mysql', "SET sql_mode = (SELECT 'NO_BACKSLASH_ESCAPES')"],
    ['mysql', "SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES'"],
    ['mysql', "SET @@GLOBAL.sql_mode = 'NO_BACKSLASH_ESCAPES'"],
    ['mysql', "PREPARE s FROM 'SET sql_mode = ?'"],
    ['mysql', 'EXECUTE s'],
    ['mariadb', "EXECUTE IMMEDIATE CONCAT('SET sql', '_mode = 2')"],
    ['postgresql', "SELECT set_config('standard_conforming_strings', 'off', false)"],
    ['postgresql', 'SET standard_conforming_strings = DEFAULT'],
    ['postgresql', 'delimiter //\nSET standard_conforming_strings = on'],
    ['postgresql', 'delimiter //\nSELECT 1; SET standard_conforming_strings = on\n//\nSELECT 2'],
    ['mysql', "SET sql_mode = 'NO_BACKSLASH_ESCAPES';\n--x\nSET sql_mode = ''"],
    ['postgresql', 'BEGIN; SET standard_conforming_strings = off; ROLLBACK'],
    ['postgresql', 'SET standard_conforming_strings = off; RESET ALL'],
    ['postgresql', "DO $$ BEGIN EXECUTE 'SET standard_' || 'conforming_strings = off'; END $$"],
    ['postgresql', 'CALL p()'],
  ])('%s: %s', (dialect, sql) => {
    expect(problems(dialect, `${sql}; ${hidden}`)).toContain(unknown);
    // A string that ends at the same place either way is fine.
    expect(problems(dialect, `${sql}; SELECT 'a', 'b\\n', 'c\\\\'`)).toEqual([]);
  });

  test.each<[string, boolean]>([
    ["SET client_encoding = 'GBK'", true],
    ['SET client_encoding TO gb18030', true],
    ["SET NAMES 'SJIS'", true],
    ['SET NAMES "Big-5"', true],
    ["SELECT set_config('client_encoding', 'uhc', false)", true],
    ["SELECT set_config('client_encoding', 'g' || 'bk', false)", true],
    ['SET client_encoding = DEFAULT', false],
    ["SET client_encoding = 'UTF8'", false],
    ["SET NAMES 'latin1'", false],
    ['SELECT names FROM t', false],
  ])('postgresql: %s: or on the encoding of the client: %s', (sql, isUnknown) => {
    const reason = 'where this string ends depends on the encoding of the client';
    const isReported = (text: string) => problems('postgresql', `${sql}; ${text}`).includes(reason);
    expect(isReported("SELECT E'\u4e2d\\'; DROP TABLE users; --'")).toBe(isUnknown);
    expect(isReported("SELECT E'\u4e2d\\\\', '; DROP TABLE users; --'")).toBe(isUnknown);
    expect(isReported("SELECT E'a\\'', '\u4e2d\\'")).toBe(false);
  });

  test.each<[Dialect, string, boolean]>([
    ['mysql', '', true],
    ['mysql', "SET sql_mode = 'NO_BACKSLASH_ESCAPES';", false],
    ['mysql', "/*!40101 SET sql_mode = 'NO_BACKSLASH_ESCAPES' */;", false],
    ['mysql', "/*!40101 SET @OLD = @@SQL_MODE, SQL_MODE = 'NO_BACKSLASH_ESCAPES' */;", false],
    ['mysql', "SET sql_mode = 'NO_BACKSLASH_ESCAPES'; SET sql_mode = '';", true],
    ['mysql', 'SET @old = @@sql_mode;', true],
    ['postgresql', '', false],
    ['postgresql', 'SET standard_conforming_strings = off;', true],
    ['postgresql', "SET SESSION standard_conforming_strings TO 'OFF';", true],
    ['postgresql', 'SET "standard_conforming_strings" = fals;', true],
    ['postgresql', 'SET standard_conforming_strings = off; SET standard_conforming_strings = on;', false],
    ['postgresql', "DO $$ BEGIN END $$; SELECT E'a\\'b';", false],
  ])('%s: %s', (dialect, sql, escapes) => {
    const list = tokens(dialect, `${sql} ${hidden}`);
    expect(list.includes('DROP')).toBe(!escapes);
  });
});

describe('client commands', () => {
  test.each<[Dialect, string, string[]]>([
    ['postgresql', '\\i x.sql\nSELECT', ['directive:\\i x.sql', 'terminator:', 'SELECT']],
    [
      'postgresql',
      'SELECT 1 \\g\n2',
      ['SELECT', 'number:1', 'terminator:', 'directive:\\g', 'terminator:', 'number:2'],
    ],
    ['postgresql', '\\set a 1 \\\\ DROP', ['directive:\\set a 1 \\\\', 'terminator:', 'DROP']],
    ['postgresql', 'SELECT 1\\; DROP', ['SELECT', 'number:1', 'terminator:\\;', 'DROP']],
    [
      'postgresql',
      'COPY t FROM stdin;\n1\t;DROP\n\\.\nSELECT',
      ['COPY', 't', 'FROM', 'stdin', 'terminator:;', 'SELECT'],
    ],
    ['mysql', 'source x.sql\nDROP', ['directive:source x.sql', 'terminator:', 'DROP']],
    ['mysql', 'SYSTEM rm x\nDROP', ['directive:SYSTEM rm x', 'terminator:', 'DROP']],
    ['mysql', '\\! rm x\nDROP', ['directive:\\! rm x', 'terminator:', 'DROP']],
    ['mysql', 'SELECT 1\\G DROP', ['SELECT', 'number:1', 'terminator:\\G', 'DROP']],
    ['mysql', 'SELECT source FROM t', ['SELECT', 'source', 'FROM', 't']],
    ['sqlite', '.read x\nDROP', ['directive:.read x', 'terminator:', 'DROP']],
    ['sqlite', 'SELECT 1\n/\nDROP', ['SELECT', 'number:1', 'terminator:/', 'DROP']],
    ['sqlite', 'SELECT 4 / 2', ['SELECT', 'number:4', '/', 'number:2']],
    ['transactsql', ':r x.sql\nDROP', ['directive::r x.sql', 'terminator:', 'DROP']],
    ['transactsql', ':r .\\a#b.sql', ['directive::r .\\a#b.sql', 'terminator:']],
    ['transactsql', '!!dir\nDROP', ['directive:!!dir', 'terminator:', 'DROP']],
    ['transactsql', 'EXIT(DROP TABLE a)\n', ['directive:EXIT(DROP TABLE a)', 'terminator:']],
    ['transactsql', 'SELECT\n:id', ['SELECT', 'param::id']],
    ['transactsql', 'DROP\nGO\nDROP', ['DROP', 'terminator:GO', 'DROP']],
    ['transactsql', 'DROP\n  go 5 -- five times\nDROP', ['DROP', 'terminator:go 5 -- five times', 'DROP']],
    ['transactsql', 'SELECT go\nFROM GOODS', ['SELECT', 'go', 'FROM', 'GOODS']],
    ['mysql', 'DELIMITER //\na; b//\nDELIMITER ;\nc;', ['a', ';', 'b', 'terminator://', 'c', 'terminator:;']],
    ['mysql', 'DELIMITER "$$"\nEND$$\n', ['END', 'terminator:$$']],
  ])('%s %j', (dialect, sql, expected) => {
    expect(tokens(dialect, sql)).toEqual(expected);
  });
});

describe('the limits of a statement and of a file', () => {
  const NESTED = `SELECT ${'('.repeat(1001)}1${')'.repeat(1001)}`;

  test.each(DIALECTS)('%s: a statement is not read behind 1,000 nested parentheses, and the next one is', (dialect) => {
    const list = lex(`${NESTED}; DROP TABLE a;`, dialect);
    expect(list.unreadable.map(({ reason }) => reason)).toEqual([
      'more than 1,000 nested parentheses: the rest of the statement was not read',
    ]);
    expect(list.length).toBe(1 + 1000 + 1 + 4);
    expect(list.raw(list.length - 2)).toBe('a');
    expect(problems(dialect, `SELECT ${'('.repeat(1000)}1${')'.repeat(1000)}`)).toEqual([]);
  });

  test('a text in which nothing ends keeps no token behind the limit', () => {
    expect(lex('('.repeat(3_000_000), 'postgresql').length).toBe(1000);
  });

  test.each([
    ['8,388,608 words, values and signs', '\\a\n'.repeat(4_500_000)],
    ['1,000,000 comments', '--\n'.repeat(1_100_000)],
    ['1,000,000 comments', '/**/'.repeat(1_100_000)],
    ['100,000 parts that cannot be read', '\0'.repeat(200_000)],
  ])('a file is not read behind %s', (limit, text) => {
    const list = lex(text, 'postgresql');
    expect(list.unreadable.at(-1)?.reason).toBe(
      `the file has more than ${limit}: the rest was not read; split the file`,
    );
    expect(list.unreadable.length).toBeLessThanOrEqual(100_001);
    expect(list.length).toBeLessThanOrEqual(2 ** 23 + 1);
  });

  test('a client command ends a statement of which the rest is not kept', () => {
    const list = lex(`SELECT ${'('.repeat(1001)}\n\\echo\nDROP TABLE a;`, 'postgresql');
    expect(list.raw(list.length - 2)).toBe('a');
  });

  test('a statement keeps at most 4,194,304 tokens', () => {
    const list = lex(`SELECT 1${'+1'.repeat(2_200_000)}; DROP TABLE a`, 'postgresql');
    expect(list.unreadable.map(({ reason }) => reason)).toEqual([
      'more than 4,194,304 words, values and signs in one statement: the rest of the statement was not read',
    ]);
    expect(list.length).toBe(2 ** 22 + 4);
  });

  test('a file keeps at most 8,388,608 tokens', () => {
    const list = lex('a;'.repeat(4_200_000), 'postgresql');
    expect(list.unreadable.map(({ reason }) => reason)).toEqual([
      'the file has more than 8,388,608 words, values and signs: the rest was not read; split the file',
    ]);
    expect(list.length).toBe(2 ** 23);
  });
});
