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
  readonly backticks: boolean;
  readonly brackets: boolean;
  readonly doubleQuote: 'identifier' | 'string';
  /** Names that start with `@` or `#` are words (variables, temporary tables). */
  readonly sigils: boolean;
  /** `?` is a parameter (not an operator). */
  readonly questionMark: boolean;
  /** No-break and ideographic spaces are white space (elsewhere they are letters of a name). */
  readonly unicodeSpace: boolean;
  /**
   * What ends a statement besides `;`: the DELIMITER of the mysql client; a delimiter alone on a line, of loaders that
   * run the scripts of several databases; `GO`.
   */
  readonly separator: 'none' | 'delimiter' | 'delimiter-line' | 'go';
  /** The client program, which defines the commands that are not sent to the server. */
  readonly family: 'psql' | 'mysql' | 'sqlite' | 'sqlcmd';
  /** A `;` inside parentheses does not end a statement. */
  readonly parenthesesHold: boolean;
  /** What opens a compound body, inside which `;` does not end the statement. */
  readonly compound: 'begin-atomic' | 'begin' | 'trigger' | 'batch';
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
  backticks: true,
  brackets: false,
  doubleQuote: 'string',
  sigils: false,
  questionMark: true,
  unicodeSpace: false,
  separator: 'delimiter',
  family: 'mysql',
  parenthesesHold: false,
  compound: 'begin',
  fold: 'none',
};

export const LEXICAL: Record<Dialect, Lexical> = {
  postgresql: {
    nestedComments: true,
    hashComments: false,
    dashNeedsSpace: false,
    executableComments: false,
    crEndsComment: true,
    dollarQuotes: true,
    backslash: 'e-strings',
    backticks: false,
    brackets: false,
    doubleQuote: 'identifier',
    sigils: false,
    questionMark: false,
    unicodeSpace: false,
    separator: 'delimiter-line',
    family: 'psql',
    parenthesesHold: true,
    compound: 'begin-atomic',
    fold: 'unquoted',
  },
  mysql,
  mariadb: mysql,
  sqlite: {
    nestedComments: false,
    hashComments: false,
    dashNeedsSpace: false,
    executableComments: false,
    crEndsComment: false,
    dollarQuotes: false,
    backslash: 'never',
    backticks: true,
    brackets: true,
    doubleQuote: 'identifier',
    sigils: false,
    questionMark: true,
    unicodeSpace: false,
    separator: 'none',
    family: 'sqlite',
    parenthesesHold: false,
    compound: 'trigger',
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
    backticks: false,
    brackets: true,
    doubleQuote: 'identifier',
    sigils: true,
    questionMark: true,
    unicodeSpace: true,
    separator: 'go',
    family: 'sqlcmd',
    parenthesesHold: false,
    compound: 'batch',
    fold: 'all',
  },
};
