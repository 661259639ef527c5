import type { Dialect } from '../../model/index.ts';

/** How a dialect is cut into tokens and statements. A new dialect is a row of the table below. */
export interface Lexical {
  /** Block comments nest. */
  readonly nestedComments: boolean;
  /** `#` starts a line comment. */
  readonly hashComments: boolean;
  /** `--` starts a comment only before white space, a control character or the end. */
  readonly dashNeedsSpace: boolean;
  /** `/*! … *\/` and `/*M! … *\/` are run. */
  readonly executableComments: boolean;
  /** A lone CR ends a line comment. Where false, the comment goes on to the LF. */
  readonly crEndsComment: boolean;
  /** `$$ … $$` and `$tag$ … $tag$`. */
  readonly dollarQuotes: boolean;
  /** Where a backslash escapes inside a string: never, in `E'…'` only, or always. */
  readonly backslash: 'never' | 'e-strings' | 'always';
  readonly backticks: boolean;
  readonly brackets: boolean;
  readonly doubleQuote: 'identifier' | 'string';
  /** Names beginning with `@` and `#` are words (variables, temporary tables). */
  readonly sigils: boolean;
  /** `?` is a parameter (not an operator). */
  readonly questionMark: boolean;
  /** No-break and ideographic spaces are white space (elsewhere they are letters of a name). */
  readonly unicodeSpace: boolean;
  /** What ends a statement beside `;`. */
  readonly separator: 'none' | 'delimiter' | 'go';
  /** Lines that the client program keeps to itself. */
  readonly family: 'psql' | 'mysql' | 'sqlite' | 'sqlcmd';
  /** A `;` inside parentheses ends no statement. */
  readonly parenthesesHold: boolean;
  /** What opens a compound body, inside which `;` ends no statement. */
  readonly compound: 'begin-atomic' | 'begin' | 'trigger' | 'batch';
  /** How a name is compared: unquoted ones folded to lower case, all of them, or none. */
  readonly fold: 'unquoted' | 'all' | 'none';
}

/** What a session may change of how strings and quotes are read (`sql_mode`, `standard_conforming_strings`). */
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
    separator: 'none',
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
