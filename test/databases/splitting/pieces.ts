import type { Draft, Piece } from './draft.ts';

const always =
  (text: string): Piece =>
  () =>
    text;

/** Where a canary looks like one, and is one or is not. */
const around =
  (before: string, after: string): Piece =>
  (draft) =>
    `${before}${draft.canary()}${after}`;

const LINE_ENDS = [
  '\n',
  '\n',
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  ' ',
  '\t',
  '\f',
  '\v',
  '\u0085',
  '\u2028',
  '\u00a0',
  '\ufeff',
];

/** What stands between two parts: mostly a plain line end. */
export const gap: Piece = (draft) => (draft.chance(0.6) ? '\n' : draft.pick(LINE_ENDS));

const statement =
  (separators: readonly string[]): Piece =>
  (draft) =>
    `${draft.pick(['', '', '', ' ', '\t', '/* x */ ', '(', '-- x\n'])}${draft.canary()}${draft.pick(separators)}`;

/** Comments that end where some programs think and others do not. */
const COMMENTS: readonly Piece[] = [
  around('-- ', ''),
  around('--', ''),
  around('-- x\r', ';'),
  around('--\u0001; ', ';'),
  around('--\u001f', ';'),
  around('--\u00a0', ';'),
  around('-- x\u0085', ';'),
  around('-- x\u2028', ';'),
  around('/* ', '; */'),
  around('/* /* */ ', '; */'),
  around('/* ', '; /* */ */'),
  around('/* -- */ ', ';'),
  around('/*', ''),
  around('*/', ';'),
  around('# ', ''),
  around('#', ';'),
  around('; -- ', '\n;'),
];

const QUOTES: readonly Piece[] = [
  around("SELECT '", ";';"),
  around("SELECT 'a\\'; ", "; --';"),
  around("SELECT 'a\\\\'; ", "; --';"),
  around("SELECT 'a''; ", "; --';"),
  around("SELECT 'x'\n'; ", ";';"),
  around('SELECT "', ';";'),
  around('SELECT "a\\"; ', '; --";'),
  around('SELECT 1 AS "a""; ', ';";'),
  around("'", ';'),
  around('"', ';'),
  always("'"),
  always('"'),
];

/** Markers of the sections of tools, as they are and as they are not, where a tool may look for them. */
const MARKERS: readonly Piece[] = [
  ['migrate:up', 'migrate:down'],
  ['+migrate Up', '+migrate Down'],
].flatMap(([up = '', down = '']) => [
  ...[up, down].flatMap((mark) => [
    always(`-- ${mark}`),
    always(`--${mark}`),
    always(` -- ${mark}`),
    always(`--  ${mark}`),
    always(`\t--\t${mark}`),
    always(`-- ${mark.toUpperCase()}`),
    always(`-- ${mark}\r`),
    always(`-- ${mark} x`),
    always(`-- ${mark}s`),
    always(`-- ${mark};`),
    always(`-- ${mark} transaction:false`),
    always(`-- ${mark} notransaction`),
    always(`SELECT 1; -- ${mark}`),
    always(`/* x */ -- ${mark}`),
    always(`/*\n-- ${mark}\n*/`),
    always(`SELECT '\n-- ${mark}\n';`),
    always(`# ${mark}`),
  ]),
]);

/** Marks between the statements of tools. */
const SEPARATORS: readonly Piece[] = [
  always('--> statement-breakpoint'),
  around('--> statement-breakpoint ', ';'),
  around('SELECT 1--> statement-breakpoint\n', ''),
  around('-- x --> statement-breakpoint ', ';'),
  around("SELECT '--> statement-breakpoint '; ", ';'),
  around('/* --> statement-breakpoint */ ', ';'),
  around('--> statement-breakpoints ', ';'),
  around('-- > statement-breakpoint ', ';'),
  around('-- +migrate StatementBegin\nSELECT 1; ', ';\n-- +migrate StatementEnd'),
  around('-- +migrate StatementBegin\n', '\n-- +migrate StatementEnd'),
  always('-- +migrate StatementEnd'),
  always('-- +migrate StatementBegin'),
];

const SHARED: readonly Piece[] = [
  ...COMMENTS,
  ...QUOTES,
  // Rare: most of them end what a tool runs.
  (draft) => draft.pick(MARKERS)(draft),
  (draft) => draft.pick(MARKERS)(draft),
  (draft) => draft.pick(SEPARATORS)(draft),
  (draft) => draft.pick(SEPARATORS)(draft),
  always('SELECT 1;'),
  always(';'),
  always('SELECT 1'),
  always('('),
  always(')'),
];

const POSTGRESQL: readonly Piece[] = [
  ...SHARED,
  around("SELECT E'a\\'; ", "; --';"),
  around("SELECT U&'a\\'; ", "; --';"),
  around('SELECT $$', ';$$;'),
  around('SELECT $a$ $b$ ', '; $a$;'),
  around('SELECT $a$ ', '; $b$;'),
  around('SELECT 1$a$; ', '; $a$;'),
  around('SELECT $1$; ', '; $1$;'),
  around('SELECT $é$', ';$é$;'),
  around('DO $$ BEGIN PERFORM 1; END $$; ', ';'),
  around("DO $$ BEGIN RAISE EXCEPTION '1]; ", "; --'; END $$;"),
  always("SELECT ('{1}'::int[])[1:LAST_ERROR_MESSAGE];"),
  always('SELECT :ROW_COUNT;'),
  around("\\set v '", ";'\n:v\n"),
  around("\\set v `echo 1`\nSELECT :'v'; ", ';'),
  around('\\echo ', ';'),
  around('\\echo \\\\ ', ';'),
  around('\\echo x \\; ', ';'),
  around('SELECT 1 \\; ', ';'),
  around('SELECT 1 \\g ', ';'),
  around('SELECT 1 \\g\n', ';'),
  around("SELECT 'SELECT 1' \\gexec\n", ';'),
  around('\\if false\n', ';\n\\endif'),
  around('\\if true\n', ';\n\\else\nSELECT 1;\n\\endif'),
  around('\\qecho "', ';\n"'),
  around('COPY rows FROM stdin; ', ';\n\\.\n'),
  around('COPY rows FROM stdin;\n', ';\n\\.\n'),
  around('COPY rows FROM stdin;\n1\n\\.\n', ';'),
  around('COPY rows FROM stdin CSV;\n"', ';"\n\\.\n'),
  around('COPY rows(nope) FROM stdin;\n', ';\n\\.\n'),
  around('COPY rows FROM stdin;\n\\. \n', ';\n\\.\n'),
  around('COPY rows FROM stdin;\r\n1\r\n\\.\r\n', ';'),
  around('COPY rows FROM stdin;\n', ';\n'),
  around('COPY rows FROM stdin \\g\n', ';\n\\.\n'),
  around('COPY (SELECT 1) TO stdout; ', ';'),
  always('SET standard_conforming_strings = off;'),
  always('SET standard_conforming_strings = on;'),
  always("SELECT set_config('standard_conforming_strings', 'off', false);"),
  around('delimiter //\n', '//\ndelimiter ;\n'),
  around('CREATE OR REPLACE FUNCTION f() RETURNS void BEGIN ATOMIC ', '; END;'),
  around('SELECT (1; ', ');'),
  around('SELECT ARRAY[1; ', '];'),
  always('BEGIN; COMMIT;'),
];

const MARIADB: readonly Piece[] = [
  ...SHARED,
  around('SELECT `', ';`;'),
  around('/*! ', '; */'),
  around('/*!99999 ', '; */'),
  around('/*!50000 ', ' */;'),
  around('/*M! ', ' */;'),
  around('/*M!999999 ', ' */;'),
  around('SELECT 1 /*! ; ', '; */'),
  around('use canaries\n', ';'),
  around('use canaries;', ';'),
  around('USE canaries ', ';'),
  around('help\n', ';'),
  around('help; ', ';'),
  around('? x\n', ';'),
  around('prompt x\n', ';'),
  around('status\n', ';'),
  around('nowarning\n', ';'),
  around('warnings; ', ';'),
  around('notee ', ';\n'),
  around('rehash ', ';\n'),
  around('charset utf8mb4\n', ';'),
  around('\\C utf8mb4 ', ';\n'),
  around('\\W ', ';\n'),
  around('\\w', ';\n'),
  around('SELECT 1\\g ', ';'),
  around('SELECT 1\\G', ';'),
  around('SELECT 1\\p ', ';'),
  around('SELECT 1 \\c ', ';'),
  around('delimiter //\n', '//\ndelimiter ;\n'),
  around('delimiter //\n', '; SELECT 1//\ndelimiter ;\n'),
  around('DELIMITER\n', ';'),
  around('DELIMITER $$ x\n', '$$\nDELIMITER ;\n'),
  around("DELIMITER '//'\n", '//\nDELIMITER ;\n'),
  around('delimiter ;; \n', ';;\ndelimiter ;\n'),
  around('delimiter --\n', '--\ndelimiter ;\n'),
  around('SELECT 1 delimiter //\n', ';'),
  always("SET sql_mode = 'NO_BACKSLASH_ESCAPES';"),
  always("SET sql_mode = 'ANSI_QUOTES';"),
  always("SET sql_mode = '';"),
  around('SET @a = 1; ', ';'),
  around('BEGIN NOT ATOMIC ', '; END;'),
  around('delimiter //\nBEGIN NOT ATOMIC ', '; END//\ndelimiter ;\n'),
  around('CREATE OR REPLACE PROCEDURE p() BEGIN ', '; END;'),
  around('CREATE OR REPLACE PROCEDURE p() ', ';'),
];

const SQLITE: readonly Piece[] = [
  ...SHARED,
  around('SELECT `', ';`;'),
  around('SELECT [', ';];'),
  around('.print ', ';'),
  around('.print x\n', ';'),
  around('.echo off ', ';\n'),
  around(' .print x\n', ';'),
  around('.unknown\n', ';'),
  around('#', '\n'),
  around('SELECT 1\n/\n', ';'),
  around('SELECT 1\ngo\n', ';'),
  around('SELECT 1\nGO ;\n', ';'),
  around('SELECT 1\n / \n', ';'),
  around('go\n', ';'),
  around('CREATE TRIGGER IF NOT EXISTS g AFTER INSERT ON rows BEGIN ', '; END;'),
  around('CREATE TRIGGER g2 AFTER INSERT ON rows BEGIN SELECT 1; END; ', ';'),
  around('CREATE TEMP TRIGGER g3 AFTER INSERT ON rows BEGIN SELECT CASE WHEN 1 THEN 2 END; ', '; END;'),
  around('EXPLAIN CREATE TRIGGER g4 AFTER INSERT ON rows BEGIN SELECT 1; ', '; END;'),
  always('CREATE'),
  always('BEGIN; COMMIT;'),
  around("SELECT x'", "';"),
];

export const PIECES = {
  postgresql: { pieces: POSTGRESQL, separators: [';', ';', ';', ';;', ' ;', '\\;', ' \\g', ' \\g\n', '\n', ''] },
  mariadb: { pieces: MARIADB, separators: [';', ';', ';', ';;', ' ;', '\\g', '\\G', ' \\g', '\n', '', '//'] },
  sqlite: { pieces: SQLITE, separators: [';', ';', ';', ';;', ' ;', '\n;', '\n/\n', '\ngo\n', '\n', ''] },
} as const;

export type Family = keyof typeof PIECES;

/** Parts of a text at most. */
const MAX_PARTS = 6;

/** The text of a seed. Half of them have few odd parts, so that programs which stop at the first error run them, too. */
export function textOf(family: Family, draft: Draft): string {
  const { pieces, separators } = PIECES[family];
  const isCalm = draft.chance(0.5);
  const plain = isCalm ? (one: Draft) => `${one.canary()};` : statement(separators);
  let text = draft.chance(0.05) ? '\ufeff' : '';
  for (let left = draft.between(1, isCalm ? 2 : MAX_PARTS); left > 0; left--)
    text += (draft.chance(0.35) ? plain : draft.pick(pieces))(draft) + (isCalm ? '\n' : gap(draft));
  // The last statement shows whether what stands before it swallows it.
  return text + plain(draft) + draft.pick(['', '\n', ';\n', '\r\n']);
}
