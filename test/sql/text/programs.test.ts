import { describe, expect, test } from 'vitest';
import type { Dialect, FileRun } from '../../../src/model/index.ts';
import { readRun } from '../read.ts';

// Texts that a client program or a tool runs otherwise than SQL alone would suggest. The differential test of
// test/databases/splitting.test.ts found them, or finds them again.

const DROP = 'DROP TABLE users';

/** What is read: the tables that are dropped in the up section, or `unknown`. */
function read(dialect: Dialect, text: string, run: FileRun = {}): string {
  const { statements, unreadable } = readRun(dialect, text, run);
  if (unreadable.length > 0 || statements.some((statement) => statement.unreadable.length > 0)) return 'unknown';
  const dropped = statements.flatMap(({ operations, section, sectionTools }) =>
    section === 'down' && run.tool && sectionTools.includes(run.tool)
      ? []
      : operations.flatMap(({ kind, target }) => (kind === 'drop_table' ? [target.name ?? '?'] : [])),
  );
  return dropped.join(' ') || 'nothing';
}

const MYSQLS = ['mysql', 'mariadb'] as const;

describe('the mysql client', () => {
  test.each(
    MYSQLS.flatMap((dialect) =>
      [
        ['use ends with its line', `use t\n${DROP};`, 'users'],
        ['use ends at the delimiter', `use t; ${DROP};`, 'users'],
        ['USE of a driver', `USE \`t\`;\n${DROP};`, 'users'],
        ['use behind a form feed', `SELECT 1;\n\fuse t\n${DROP};`, 'users'],
        ['DELIMITER behind a vertical tab', `\vDELIMITER //\n${DROP}//\nDELIMITER ;\n`, 'users'],
        ['help', `help\n${DROP};`, 'users'],
        ['? with a topic', `? drop\n${DROP};`, 'users'],
        ['DELIMITER without one', `DELIMITER\n${DROP};`, 'users'],
        ['a command of one character without arguments', `\\w${DROP};`, 'users'],
        ['a command of one character with arguments', `\\C utf8mb4 x; ${DROP};`, 'users'],
        ['a command of one character takes the rest of its line', `\\R ${DROP}\nSELECT 1;`, 'nothing'],
        ['NULL', `INSERT INTO t VALUES (\\N); ${DROP};`, 'users'],
        ['a control character behind --', `SELECT 1 --\u0001; ${DROP};`, 'unknown'],
        ['the control character DEL behind --', `SELECT 1 --\u007f; ${DROP};`, 'unknown'],
        ['a column that is named like a command', 'SELECT a,\nstatus\nFROM t;', 'nothing'],
      ].map(([title = '', text = '', expected = '']) => [dialect, title, text, expected] as const),
    ),
  )('%s: %s', (dialect, _, text, expected) => {
    expect(read(dialect, text)).toBe(expected);
  });
});

describe('psql', () => {
  test.each<[string, string, string]>([
    ['SQL behind COPY on its line', `COPY users FROM stdin; ${DROP};\n\\.\n`, 'users'],
    ['two COPYs on a line', `COPY a FROM stdin; COPY b FROM stdin; ${DROP};\n1\n\\.\n2\n\\.\nSELECT 1;`, 'users'],
    ['a string that is open behind COPY', `COPY a FROM stdin; SELECT '\n1\n\\.\n${DROP};';`, 'unknown'],
    ['data that is SQL if COPY fails', `COPY users(nope) FROM stdin;\n${DROP};\n\\.\n`, 'unknown'],
    ['the same where psql stops', `\\set ON_ERROR_STOP on\nCOPY a FROM stdin;\n${DROP};\n\\.\n`, 'nothing'],
    ['data with semicolons', 'COPY a FROM stdin;\n1\tx; y\n2\tdrop; it\n\\.\n', 'nothing'],
    ['a backslash that ends a command', `\\echo x \\; ${DROP};`, 'users'],
    ['a backslash in quotes', `\\echo 'x \\; ${DROP};'`, 'nothing'],
    ['a command that takes its whole line', `\\! echo \\\\ ${DROP};`, 'nothing'],
    ["psql's own variables", "SELECT ('{1}'::int[])[1:LAST_ERROR_MESSAGE];", 'unknown'],
    ['a slice', 'SELECT a[1:n], a[lower:upper] FROM t;', 'nothing'],
    [
      'a setting of strings in one text',
      `SET standard_conforming_strings = off;\nSELECT 'a\\'; ${DROP}; --';`,
      'unknown',
    ],
    [
      'the same in a script of psql',
      `\\echo x\nSET standard_conforming_strings = off;\nSELECT 'a\\'; ${DROP}; --';`,
      'nothing',
    ],
  ])('%s', (_, text, expected) => {
    expect(read('postgresql', text)).toBe(expected);
  });
});

describe('migration tools', () => {
  const DOWN = `-- migrate:up\nSELECT 1;\n-- migrate:down\n${DROP};\n`;
  test.each<[string, string, string]>([
    ['line feeds', DOWN, 'nothing'],
    ['carriage returns with line feeds', DOWN.replaceAll('\n', '\r\n'), 'nothing'],
    ['a carriage return alone', `-- migrate:up\r-- migrate:down\r${DROP};\n-- migrate:down\n`, 'users'],
  ])('end the lines of their markers at line feeds: %s', (_, text, expected) => {
    expect(read('postgresql', text, { tool: 'dbmate' })).toBe(expected);
  });
});

describe('what runs the file decides where programs differ', () => {
  const OFF = `SET standard_conforming_strings = off;\nSELECT 'a\\'; ${DROP}; --';`;
  const LOCAL = `SET standard_conforming_strings = off;\nSET LOCAL standard_conforming_strings = on;\nSELECT '\\''; ${DROP}; --';`;
  const COPY = `COPY users(nope) FROM stdin;\n${DROP};\n\\.\n`;
  const MARKER = `-- migrate:up\nSELECT '\n-- migrate:down\n'; ${DROP};`;
  test.each<[string, FileRun, string, string]>([
    ['psql obeys a setting of the file', { runBy: 'psql' }, OFF, 'nothing'],
    ['a driver does not obey it', { runBy: 'driver' }, OFF, 'unknown'],
    ['nor does `psql -c`', { runBy: 'psql-one-text' }, OFF, 'unknown'],
    ['Sqitch runs psql', { tool: 'sqitch' }, OFF, 'nothing'],
    ['goose does not', { tool: 'goose' }, OFF, 'unknown'],
    ['the program overrides the tool', { tool: 'sqitch', runBy: 'driver' }, OFF, 'unknown'],
    ['a program of another database is ignored', { runBy: 'sqlite3' }, OFF, 'unknown'],
    ['psql obeys it unless it may fail', { runBy: 'psql' }, `BEGIN; SELECT 1/0; ${OFF}`, 'unknown'],
    ['outside of a transaction LOCAL changes nothing', { runBy: 'psql' }, LOCAL, 'unknown'],
    ['Sqitch ends at the first error', { tool: 'sqitch' }, COPY, 'nothing'],
    ['only psql reads data as SQL', { runBy: 'driver' }, COPY, 'nothing'],
    ['psql reads data as SQL', { runBy: 'psql' }, COPY, 'unknown'],
    ['dbmate reads its marker in a string', { tool: 'dbmate' }, MARKER, 'unknown'],
    ['goose does not read that of dbmate', { tool: 'goose' }, MARKER, 'users'],
    ['psql reads no marker', { runBy: 'psql' }, MARKER, 'users'],
    ['the runner of a team may read a marker', { tool: 'up-down-files' }, MARKER, 'unknown'],
  ])('%s', (_, run, text, expected) => {
    expect(read('postgresql', text, run)).toBe(expected);
  });

  test('the reason names the setting, if nothing says what runs the file', () => {
    const reasons = (run: FileRun) =>
      readRun('postgresql', OFF, run).statements.flatMap(({ unreadable }) => unreadable.map(({ reason }) => reason));
    expect(reasons({})).toEqual([expect.stringContaining('set `run-by` or `tool` under `files`')]);
    expect(reasons({ runBy: 'driver' })).toEqual([expect.not.stringContaining('run-by')]);
  });
});

describe('Drizzle splits a file at its breakpoints, wherever they stand', () => {
  test.each(
    (['postgresql', 'mysql', 'mariadb', 'sqlite'] as const).flatMap((dialect) =>
      [
        ['behind a semicolon', `SELECT 1;--> statement-breakpoint\n${DROP};`, 'users'],
        ['without a semicolon', `SELECT 1--> statement-breakpoint\n${DROP}`, 'users'],
        ['with a statement behind it', `SELECT 1;--> statement-breakpoint ${DROP};`, 'users'],
        [
          'where a client goes on with an invalid statement',
          `SELECT 1 --> statement-breakpoint\nSET standard_conforming_strings = off; SELECT 'a\\'; ${DROP}; --';`,
          dialect === 'postgresql' ? 'unknown' : dialect === 'sqlite' ? 'users' : 'nothing',
        ],
        ['in a line comment', `SELECT 1; -- x --> statement-breakpoint ${DROP};`, 'users'],
        [
          'in a block comment',
          `SELECT 1; /* --> statement-breakpoint\n${DROP} */`,
          dialect === 'postgresql' ? 'nothing' : 'unknown',
        ],
        ['on a line of its own', `SELECT 1;\n--> statement-breakpoint\n${DROP};`, 'users'],
        ['not in another comment', `SELECT 1; -- > statement-breakpoint ${DROP};`, 'nothing'],
      ].map(([title = '', text = '', expected = '']) => [dialect, title, text, expected] as const),
    ),
  )('%s: %s', (dialect, _, text, expected) => {
    expect(read(dialect, text)).toBe(expected);
  });
});

describe('goose and sql-migrate end a statement', () => {
  test.each(
    (['postgresql', 'mysql', 'sqlite'] as const).flatMap((dialect) =>
      [
        ['at StatementEnd', `-- +goose StatementBegin\nSELECT 1\n-- +goose StatementEnd\n${DROP};`, 'users'],
        [
          'at the other StatementEnd',
          `-- +migrate StatementBegin\nSELECT 1\n-- +migrate StatementEnd\n${DROP}`,
          'users',
        ],
        ['once, if there is a semicolon, too', `SELECT 1;\n-- +goose StatementEnd\n${DROP};`, 'users'],
        ['at `;` in a comment without a space before it', `SELECT (1)-- x;\n${DROP};`, 'unknown'],
        ['not at `;` in another comment', `SELECT (1) -- x;\n, 2; ${DROP};`, 'users'],
        ['not at a comment behind a semicolon', `SELECT 1;-- x;\n${DROP};`, 'users'],
      ].map(([title = '', text = '', expected = '']) => [dialect, title, text, expected] as const),
    ),
  )('%s: %s', (dialect, _, text, expected) => {
    expect(read(dialect, text)).toBe(expected);
  });
});

describe('dbmate and MyBatis end a statement', () => {
  test.each(
    (['postgresql', 'mysql', 'sqlite'] as const).flatMap((dialect) =>
      [
        ['at the down section', `-- migrate:up\nSELECT 1\n-- migrate:down\n${DROP}`, 'users'],
        ['at the undo section', `SELECT 1\n-- //@UNDO\n${DROP}`, 'users'],
        ['at the undo section without slashes', `SELECT 1\n-- @UNDO\n${DROP}`, 'users'],
        ['not at another comment', `SELECT 1\n-- migrated:down\n; ${DROP}`, 'users'],
        ['with what a client would join to it', `SELECT 1\n-- migrate:down\n, 2;`, 'unknown'],
      ].map(([title = '', text = '', expected = '']) => [dialect, title, text, expected] as const),
    ),
  )('%s: %s', (dialect, _, text, expected) => {
    expect(read(dialect, text)).toBe(expected);
  });
});

describe('delimiters that tools declare end a statement, beside `;`', () => {
  const LIQUIBASE = '--liquibase formatted sql\n--changeset a:1';
  const BODY = 'CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END';
  test.each(
    (['postgresql', 'mysql', 'mariadb', 'sqlite', 'cockroachdb', 'redshift'] as const).flatMap((dialect) =>
      [
        ...[
          '//',
          '$$',
          '#',
          '@@',
          '/',
          '|',
          ';;',
          '^^',
          'GO',
          '\\n/',
          '\\nGO',
          '"//"',
          '\\n\\s*/\\s*\\n|\\n\\s*GO\\s*\\n',
        ].map((mark) => {
          const end = mark.includes('\\')
            ? `\n${mark.includes('/') ? '/' : 'GO'}\n`
            : `\n${mark.replaceAll('"', '')}\n`;
          return [
            `Liquibase's ${mark}`,
            `${LIQUIBASE} endDelimiter:${mark} x:y\nDROP VIEW v${end}${DROP}${end}`,
            'users',
          ];
        }),
        ['behind a word', `${LIQUIBASE} endDelimiter:$$\nDROP VIEW v$$\n${DROP}$$`, 'users'],
        [
          'of a changeset, and `;` of the next',
          `${LIQUIBASE} endDelimiter://\nDROP VIEW v//\n--changeset a:2\n${DROP};`,
          'users',
        ],
        ['and `;` still does', `${LIQUIBASE} endDelimiter://\nDROP VIEW v; ${DROP}//`, 'users'],
        ['not before its changeset', `DROP VIEW v // ${DROP};\n--changeset a:1 endDelimiter://`, 'unknown'],
        ['one that could be a part of SQL', `${LIQUIBASE} endDelimiter:users\n${DROP};`, 'unknown'],
        ["Atlas' empty lines", `-- atlas:delimiter \\n\\n\\n\n\nDROP VIEW v\n\n\n${DROP}\n\n\n`, 'users'],
        ["Atlas' comment", `-- atlas:delimiter -- end\n\nDROP VIEW v -- end\n${DROP} -- end\n`, 'users'],
        [
          "Atlas' comment on its line",
          `-- atlas:delimiter \\n-- end\n\nDROP VIEW v\n-- end\n${DROP}\n-- end\n`,
          'users',
        ],
        ['MyBatis', `-- @DELIMITER //\nDROP VIEW v //\n${DROP} //\n-- @DELIMITER ;\nSELECT 1;`, 'users'],
        ['MyBatis with its old comment', `-- //@DELIMITER $\nDROP VIEW v $\n${DROP} $\n`, 'users'],
        ['not in a string', `${LIQUIBASE} endDelimiter://\nINSERT INTO t VALUES ('a // ${DROP}')//`, 'nothing'],
      ].map(([title = '', text = '', expected = '']) => [dialect, title, text, expected] as const),
    ),
  )('%s: %s', (dialect, _, text, expected) => expect(read(dialect, text)).toBe(expected));

  test.each(MYSQLS)('%s: the body of a procedure is one statement', (dialect) => {
    const text = `${LIQUIBASE} endDelimiter:$$\nDROP PROCEDURE IF EXISTS p$$\n${BODY}$$`;
    expect(readRun(dialect, text, {}).statements).toHaveLength(2);
    expect(read(dialect, text)).toBe('nothing');
  });

  test.each(MYSQLS)('%s: lines for Liquibase hold any text', (dialect) => {
    const lines = "--comment it's\n--precondition-sql-check expectedResult:0 SELECT count(*) FROM t WHERE a = 'x'\n";
    expect(read(dialect, `${LIQUIBASE}\n${lines}${DROP};\n--rollback INSERT INTO t VALUES ('a;b');\n`)).toBe('users');
    expect(read(dialect, `${lines}${DROP};`)).toBe('unknown');
  });
});
