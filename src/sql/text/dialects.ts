import type { Dialect } from '../../model/index.ts';

/** How a dialect is split into tokens and statements. To add a dialect, add a row to the table below. */
export interface Lexical {
  /** Block comments nest. */
  readonly nestedComments: boolean;
  /** `#` starts a line comment. */
  readonly hashComments: boolean;
  /** `--` starts a comment only before white space, a control character or the end. */
  readonly dashNeedsSpace: boolean;
  /** The content of `/*! … *\/` and `/*M! … *\/` runs. */
  readonly executableComments: boolean;
  /** A lone CR ends a line comment. If false, the comment continues up to the LF. */
  readonly crEndsComment: boolean;
  /** `$$ … $$` and `$tag$ … $tag$`. */
  readonly dollarQuotes: boolean;
  /** Where a backslash escapes inside a string: never, in `E'…'` only, or always. */
  readonly backslash: 'never' | 'e-strings' | 'always';
  /** `B'…'` is a string of bytes with escapes, and not of bits. */
  readonly byteStrings: boolean;
  readonly backticks: boolean;
  readonly brackets: boolean;
  readonly doubleQuote: 'identifier' | 'string';
  /** Names that start with `@` or `#` are words (variables, temporary tables). */
  readonly sigils: boolean;
  /** `table@index` chooses an index. */
  readonly indexHints: boolean;
  /** `FROM [DELETE …]` runs a statement. */
  readonly bracketSources: boolean;
  /** `?` is a parameter (not an operator). */
  readonly questionMark: boolean;
  /** No-break and ideographic spaces are white space (elsewhere they are letters of a name). */
  readonly unicodeSpace: boolean;
  /**
   * What ends a statement besides `;`: the DELIMITER of the mysql client; a delimiter alone on a line, of loaders that
   * run the scripts of several databases; `GO`.
   */
  readonly separator: 'none' | 'delimiter' | 'delimiter-line' | 'go';
  /** The server that it descends from, by its client program: they share most statements, and the client's commands. */
  readonly family: 'psql' | 'mysql' | 'sqlite' | 'sqlcmd';
  /** A `;` inside parentheses does not end a statement. */
  readonly parenthesesHold: boolean;
  /** What opens a compound body, inside which `;` does not end the statement. */
  readonly compound: 'begin-atomic' | 'begin' | 'trigger' | 'batch';
  /** A procedure runs by its name alone, and bare words after it are strings. */
  readonly bareCalls: boolean;
  /** A session can change where a backslash escapes, by `standard_conforming_strings`. */
  readonly stringSetting: boolean;
  /** REFERENCES in the definition of a column is read and ignored. */
  readonly ignoresInlineKeys: boolean;
  /** DROP TABLE deletes the rows of other tables that refer to it with ON DELETE CASCADE. */
  readonly dropCascades: boolean;
  /** Row security can hide rows from a copy. */
  readonly rowSecurity: boolean;
  /** Statements that are sent together run in one transaction. */
  readonly batchIsTransaction: boolean;
  /** DDL ends an open transaction. */
  readonly ddlCommits: boolean;
  /** What a path in COPY names: a file of the server, or an object of a store such as S3. */
  readonly copiesTo: 'file' | 'storage';
  /** Which names are folded to lower case for comparison. */
  readonly fold: 'unquoted' | 'all' | 'none';
}

/** The quoting rules that a session can change (`sql_mode`, `standard_conforming_strings`). */
export type LexicalMode = Partial<Pick<Lexical, 'doubleQuote' | 'backslash'>>;

const mysql: Lexical = {
  nestedComments: false,
  hashComments: true,
  dashNeedsSpace: true,
  executableComments: true,
  crEndsComment: false,
  dollarQuotes: false,
  backslash: 'always',
  byteStrings: false,
  backticks: true,
  brackets: false,
  doubleQuote: 'string',
  sigils: false,
  indexHints: false,
  bracketSources: false,
  questionMark: true,
  unicodeSpace: false,
  separator: 'delimiter',
  family: 'mysql',
  parenthesesHold: false,
  compound: 'begin',
  bareCalls: false,
  stringSetting: false,
  ignoresInlineKeys: true,
  dropCascades: false,
  rowSecurity: false,
  batchIsTransaction: false,
  ddlCommits: true,
  copiesTo: 'file',
  fold: 'none',
};

const postgresql: Lexical = {
  nestedComments: true,
  hashComments: false,
  dashNeedsSpace: false,
  executableComments: false,
  crEndsComment: true,
  dollarQuotes: true,
  backslash: 'e-strings',
  byteStrings: false,
  backticks: false,
  brackets: false,
  doubleQuote: 'identifier',
  sigils: false,
  indexHints: false,
  bracketSources: false,
  questionMark: false,
  unicodeSpace: false,
  separator: 'delimiter-line',
  family: 'psql',
  parenthesesHold: true,
  compound: 'begin-atomic',
  bareCalls: false,
  stringSetting: true,
  ignoresInlineKeys: false,
  dropCascades: false,
  rowSecurity: true,
  batchIsTransaction: true,
  ddlCommits: false,
  copiesTo: 'file',
  fold: 'unquoted',
};

export const LEXICAL: Record<Dialect, Lexical> = {
  postgresql,
  mysql,
  // Since 10.5 it obeys the keys that MySQL ignores up to version 8.4.
  mariadb: { ...mysql, ignoresInlineKeys: false },
  sqlite: {
    nestedComments: false,
    hashComments: false,
    dashNeedsSpace: false,
    executableComments: false,
    crEndsComment: false,
    dollarQuotes: false,
    backslash: 'never',
    byteStrings: false,
    backticks: true,
    brackets: true,
    doubleQuote: 'identifier',
    sigils: false,
    indexHints: false,
    bracketSources: false,
    questionMark: true,
    unicodeSpace: false,
    separator: 'none',
    family: 'sqlite',
    parenthesesHold: false,
    compound: 'trigger',
    bareCalls: false,
    stringSetting: false,
    ignoresInlineKeys: false,
    dropCascades: true,
    rowSecurity: false,
    batchIsTransaction: false,
    ddlCommits: false,
    copiesTo: 'file',
    fold: 'all',
  },
  transactsql: {
    nestedComments: true,
    hashComments: false,
    dashNeedsSpace: false,
    executableComments: false,
    crEndsComment: false,
    dollarQuotes: false,
    backslash: 'never',
    byteStrings: false,
    backticks: false,
    brackets: true,
    doubleQuote: 'identifier',
    sigils: true,
    indexHints: false,
    bracketSources: false,
    questionMark: true,
    unicodeSpace: true,
    separator: 'go',
    family: 'sqlcmd',
    parenthesesHold: false,
    compound: 'batch',
    bareCalls: true,
    stringSetting: false,
    ignoresInlineKeys: false,
    dropCascades: false,
    rowSecurity: false,
    batchIsTransaction: false,
    ddlCommits: false,
    copiesTo: 'file',
    fold: 'all',
  },
  cockroachdb: { ...postgresql, stringSetting: false, byteStrings: true, indexHints: true, bracketSources: true },
  // A backslash escapes in every string (Redshift docs, UNLOAD), and quoted names are folded too, unless a setting says otherwise.
  redshift: {
    ...postgresql,
    stringSetting: false,
    backslash: 'always',
    sigils: true,
    copiesTo: 'storage',
    fold: 'all',
  },
};
