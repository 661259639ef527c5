import type { Lexical } from './dialects.ts';
import type { TokenList } from './tokens.ts';

/** How strings are read from a place of the file on. */
export interface Mode {
  readonly lexical: Lexical;
  /**
   * Whether a backslash escapes is not known: a statement may have changed it to what cannot be read. A string that ends at
   * another place with it than without is then unreadable.
   */
  readonly uncertain: boolean;
}

/** PostgreSQL takes any prefix of a word for off. */
const OFF = /^(?:off?|f(?:a(?:l(?:se?)?)?)?|no?|0)$/;
const ON = /^(?:on|t(?:r(?:ue?)?)?|y(?:es?)?|1)$/;

/** The mode behind the statement in tokens `from` to `to`, which end with its terminator. */
export function modeAfter(tokens: TokenList, from: number, to: number, mode: Mode, changed: boolean): Mode {
  if (mode.lexical.family === 'psql') return afterPostgres(tokens, from, to, mode, changed);
  return mode.lexical.family === 'mysql' ? afterMysql(tokens, from, to, mode) : mode;
}

function spelled(tokens: TokenList, at: number): string {
  return tokens
    .raw(at)
    .replaceAll(/^["'`]|["'`]$/g, '')
    .toLowerCase();
}

/** `standard_conforming_strings = off` makes backslashes escape. */
function afterPostgres(tokens: TokenList, from: number, to: number, mode: Mode, changed: boolean): Mode {
  switch (tokens.word(from)) {
    case 'DO':
    case 'CALL':
    case 'EXECUTE':
      return { ...mode, uncertain: true };
    case 'COMMIT':
    case 'END':
    case 'ROLLBACK':
    case 'ABORT':
    case 'RESET':
    case 'DISCARD':
      return changed ? { ...mode, uncertain: true } : mode;
  }
  const name = tokens.word(from + 1) === 'SESSION' || tokens.word(from + 1) === 'LOCAL' ? from + 2 : from + 1;
  if (tokens.word(from) === 'SET' && spelled(tokens, name) === 'standard_conforming_strings') {
    const value = spelled(tokens, name + 2);
    const off = OFF.test(value);
    const known = (off || ON.test(value)) && to <= name + 4;
    return { lexical: { ...mode.lexical, backslash: off ? 'always' : 'e-strings' }, uncertain: !known };
  }
  return /set_config|standard_conforming_strings/i.test(textOf(tokens, from, to)) ? { ...mode, uncertain: true } : mode;
}

function textOf(tokens: TokenList, from: number, to: number): string {
  return tokens.text.slice(tokens.start(from), tokens.end(to - 1));
}

const MYSQL_MODE = /sql_mode/i;

/** MySQL's SQL mode says what double quotes and backslashes mean. */
function afterMysql(tokens: TokenList, from: number, to: number, mode: Mode): Mode {
  let first = from;
  while (tokens.raw(first).startsWith('/*') && first < to) first++;
  if (tokens.word(first) === 'EXECUTE') return { ...mode, uncertain: true };
  if (!MYSQL_MODE.test(textOf(tokens, first, to))) return mode;
  for (let at = first; at < to; at++) {
    if (!MYSQL_MODE.test(tokens.raw(at))) continue;
    // Anything but `sql_mode = …` of this session only mentions it, or hides what it sets.
    const assigned = tokens.word(at + 1) === '=' || tokens.word(at + 1) === ':=';
    const scope = `${tokens.word(at - 1)} ${tokens.raw(at)}`;
    if (tokens.word(first) !== 'SET' || !assigned || /\b(?:global|persist)/i.test(scope)) {
      // `SET @old = @@sql_mode` saves it.
      if (tokens.word(first) === 'SET' && !assigned) continue;
      return { ...mode, uncertain: true };
    }
    if (/^@[^@]/.test(tokens.raw(at))) continue;
    const end = endOfValue(tokens, at + 2, to);
    const value = tokens.text.slice(tokens.start(at + 2), tokens.end(end - 1)).toUpperCase();
    const literal = end === at + 3 && /^(?:'[^'\\]*'|"[^"\\]*"|[A-Z_]+)$/.test(value);
    const lexical: Lexical = {
      ...mode.lexical,
      doubleQuote: /\bANSI(?:_QUOTES)?\b/.test(value) ? 'identifier' : 'string',
      backslash: value.includes('NO_BACKSLASH_ESCAPES') ? 'never' : 'always',
    };
    return { lexical, uncertain: !literal };
  }
  return mode;
}

function endOfValue(tokens: TokenList, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else if (depth === 0 && (word === ',' || word === ';' || tokens.raw(at) === '*/')) return at;
  }
  return to;
}
