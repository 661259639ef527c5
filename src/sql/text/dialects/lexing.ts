import type { Dialect } from '../../../model/index.ts';

/** How a dialect is split into tokens. The lexer reads these for each character. */
export interface Lexing {
  /** Block comments nest. */
  readonly nestedComments: boolean;
  /** The server refuses a text with a block comment that is not closed (elsewhere this was not tried, or it runs). */
  readonly refusesOpenComments: boolean;
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
  /** `E'…'` is a string in which a backslash escapes. */
  readonly escapeStrings: boolean;
  /** `U&'…'` and `U&"…"` are a string and a name with Unicode escapes. */
  readonly unicodeEscapes: boolean;
  /** `B'…'` is a string of bytes with escapes, and not of bits. */
  readonly byteStrings: boolean;
  /** `_utf8mb4'…'` is one string, of that character set. */
  readonly charsetStrings: boolean;
  /** Backticks quote names. */
  readonly backticks: boolean;
  /** Brackets quote names. */
  readonly brackets: boolean;
  /** What double quotes hold. */
  readonly doubleQuote: 'identifier' | 'string';
  /** A string that stands where only a name may is that name. */
  readonly stringNames: boolean;
  /** Names that start with `@` or `#` are words (variables, temporary tables). */
  readonly sigils: boolean;
  /** `table@index` chooses an index. */
  readonly indexHints: boolean;
  /** `?` is a parameter (not an operator). */
  readonly questionMark: boolean;
  /** `$1` is a parameter (not an amount of money). */
  readonly dollarParameters: boolean;
  /** `:name`, `$name` and `?12` are parameters. */
  readonly namedParameters: boolean;
  /** `@x` is a variable of the session (not a parameter). */
  readonly sessionVariables: boolean;
  /** `<%` is an operator. */
  readonly percentOperators: boolean;
  /** No-break and ideographic spaces are white space (elsewhere they are letters of a name). */
  readonly unicodeSpace: boolean;
  /** A byte-order mark is white space anywhere (elsewhere only at the start of a file). */
  readonly markIsSpace: boolean;
  /** Which names are folded to lower case for comparison. */
  readonly fold: 'unquoted' | 'all' | 'none';
}

const postgresql: Lexing = {
  nestedComments: true,
  refusesOpenComments: true,
  hashComments: false,
  dashNeedsSpace: false,
  executableComments: false,
  crEndsComment: true,
  dollarQuotes: true,
  backslash: 'e-strings',
  escapeStrings: true,
  unicodeEscapes: true,
  byteStrings: false,
  charsetStrings: false,
  backticks: false,
  brackets: false,
  doubleQuote: 'identifier',
  stringNames: false,
  sigils: false,
  indexHints: false,
  questionMark: false,
  dollarParameters: true,
  namedParameters: false,
  sessionVariables: false,
  percentOperators: true,
  unicodeSpace: false,
  markIsSpace: false,
  fold: 'unquoted',
};

const mysql: Lexing = {
  nestedComments: false,
  refusesOpenComments: false,
  hashComments: true,
  dashNeedsSpace: true,
  executableComments: true,
  crEndsComment: false,
  dollarQuotes: false,
  backslash: 'always',
  escapeStrings: false,
  unicodeEscapes: false,
  byteStrings: false,
  charsetStrings: true,
  backticks: true,
  brackets: false,
  doubleQuote: 'string',
  stringNames: false,
  sigils: false,
  indexHints: false,
  questionMark: true,
  dollarParameters: false,
  namedParameters: false,
  sessionVariables: true,
  percentOperators: false,
  unicodeSpace: false,
  markIsSpace: false,
  fold: 'none',
};

const sqlite: Lexing = {
  nestedComments: false,
  refusesOpenComments: false,
  hashComments: false,
  dashNeedsSpace: false,
  executableComments: false,
  crEndsComment: false,
  dollarQuotes: false,
  backslash: 'never',
  escapeStrings: false,
  unicodeEscapes: false,
  byteStrings: false,
  charsetStrings: false,
  backticks: true,
  brackets: true,
  doubleQuote: 'identifier',
  stringNames: true,
  sigils: false,
  indexHints: false,
  questionMark: true,
  dollarParameters: false,
  namedParameters: true,
  sessionVariables: false,
  percentOperators: false,
  unicodeSpace: false,
  markIsSpace: true,
  fold: 'all',
};

const transactsql: Lexing = {
  nestedComments: true,
  refusesOpenComments: false,
  hashComments: false,
  dashNeedsSpace: false,
  executableComments: false,
  crEndsComment: false,
  dollarQuotes: false,
  backslash: 'never',
  escapeStrings: false,
  unicodeEscapes: false,
  byteStrings: false,
  charsetStrings: false,
  backticks: false,
  brackets: true,
  doubleQuote: 'identifier',
  stringNames: false,
  sigils: true,
  indexHints: false,
  questionMark: true,
  dollarParameters: false,
  namedParameters: false,
  sessionVariables: false,
  percentOperators: false,
  unicodeSpace: true,
  markIsSpace: true,
  fold: 'all',
};

export const LEXING: Readonly<Record<Dialect, Lexing>> = {
  postgresql,
  mysql,
  mariadb: mysql,
  sqlite,
  transactsql,
  cockroachdb: { ...postgresql, byteStrings: true, indexHints: true },
  // A backslash escapes in every string (Redshift docs, UNLOAD), and quoted names are folded too, unless a setting says otherwise.
  redshift: { ...postgresql, backslash: 'always', sigils: true, fold: 'all' },
};
