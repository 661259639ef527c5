import type { Unreadable } from '../../model/index.ts';
import type { Lexical } from './dialects.ts';
import type { TokenList } from './tokens.ts';

/** The quoting rules that apply from some position of the file on. */
export interface Mode {
  readonly lexical: Lexical;
  /**
   * Whether it is unknown if a backslash escapes, because a statement may have changed that setting to an unknown
   * value. A string whose end depends on the setting is then unreadable.
   */
  readonly uncertain: boolean;
  /** The programs for which it is unknown; missing: all. */
  readonly readers?: Unreadable['readers'];
}

/** The same rules, of which a statement may have changed one: what was known of a program is not any more. */
export function unknownMode({ lexical }: Mode): Mode {
  return { lexical, uncertain: true };
}

const SETTING = /standard_conforming_strings/i;

/** PostgreSQL accepts any unambiguous prefix of `false`, `no` and so on. */
const OFF = /^(?:off?|f(?:a(?:l(?:se?)?)?)?|no?|0)$/;
const ON = /^(?:on|t(?:r(?:ue?)?)?|y(?:es?)?|1)$/;

/** The mode after the statement in tokens `from` to `to`, terminator included. */
export function modeAfter(tokens: TokenList, from: number, to: number, mode: Mode, changed: boolean): Mode {
  if (mode.lexical.stringSetting === 'obeyed') return afterPostgres(tokens, from, to, mode, changed);
  if (mode.lexical.stringSetting === 'not-known' && SETTING.test(textOf(tokens, from, to))) return unknownMode(mode);
  if (mode.lexical.quotedIdentifierSetting) return afterTransactSql(tokens, from, to, mode);
  return mode.lexical.sqlMode ? afterMysql(tokens, from, to, mode) : mode;
}

const QUOTED_IDENTIFIER = /^(?:QUOTED_IDENTIFIER|ANSI_DEFAULTS)$/;

/**
 * `SET ANSI_NULLS, QUOTED_IDENTIFIER OFF`: SQL Server applies it to the rest of the batch when it parses the batch.
 * ANSI_DEFAULTS sets it too.
 */
function afterTransactSql(tokens: TokenList, from: number, to: number, mode: Mode): Mode {
  let { doubleQuote } = mode.lexical;
  let sets = false;
  let named = false;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === 'SET') [sets, named] = [true, false];
    else if (sets && QUOTED_IDENTIFIER.test(word)) named = true;
    else if (word === 'ON' || word === 'OFF') {
      if (named) doubleQuote = word === 'OFF' ? 'string' : 'identifier';
      [sets, named] = [false, false];
    }
  }
  return doubleQuote === mode.lexical.doubleQuote ? mode : { ...mode, lexical: { ...mode.lexical, doubleQuote } };
}

function unquotedText(tokens: TokenList, at: number): string {
  return tokens
    .raw(at)
    .replaceAll(/^["'`]|["'`]$/g, '')
    .toLowerCase();
}

/** What only psql understands, which sends a script statement by statement: a command, or the data of a COPY. */
const PSQL_ONLY = /^\\[a-z.]/im;

const IN_TRANSACTION = /\b(?:begin|start\s+transaction)\b/i;
const signs = new WeakMap<TokenList, { readonly psqlOnly: boolean; readonly transaction: number }>();

/** Whether only psql understands the text, and where its first transaction is. Searched once: a text may set a million times. */
function signsOf(tokens: TokenList): { readonly psqlOnly: boolean; readonly transaction: number } {
  let found = signs.get(tokens);
  if (!found) {
    const transaction = tokens.text.search(IN_TRANSACTION);
    found = {
      psqlOnly: PSQL_ONLY.test(tokens.text),
      transaction: transaction < 0 ? Number.POSITIVE_INFINITY : transaction,
    };
    signs.set(tokens, found);
  }
  return found;
}

/** Those for PostgreSQL that do not obey a setting of the text that they send. */
const SENDS_WHOLE_TEXT = ['psql-one-text', 'driver'] as const;

/** Tracks `standard_conforming_strings`: while it is off, backslashes escape. */
function afterPostgres(tokens: TokenList, from: number, to: number, mode: Mode, changed: boolean): Mode {
  switch (tokens.word(from)) {
    case 'DO':
    case 'CALL':
    case 'EXECUTE':
      return unknownMode(mode);
    case 'COMMIT':
    case 'END':
    case 'ROLLBACK':
    case 'ABORT':
    case 'RESET':
    case 'DISCARD':
      return changed ? unknownMode(mode) : mode;
  }
  const name = tokens.word(from + 1) === 'SESSION' || tokens.word(from + 1) === 'LOCAL' ? from + 2 : from + 1;
  if (tokens.word(from) === 'SET' && unquotedText(tokens, name) === 'standard_conforming_strings') {
    const value = unquotedText(tokens, name + 2);
    const off = OFF.test(value);
    // Outside of a transaction, which a runner may begin, LOCAL changes nothing.
    const isLocal = tokens.word(from + 1) === 'LOCAL' && off !== (mode.lexical.backslash === 'always');
    // A text that is sent as a whole is split into tokens before its first statement runs, and tools that send statement by
    // statement find their ends without the setting.
    const isByStatement = !off || signsOf(tokens).psqlOnly;
    // In a transaction that has failed, SET fails too, and psql goes on.
    const mayFail = off && signsOf(tokens).transaction < tokens.start(from);
    const known = (off || ON.test(value)) && to <= name + 4 && !isLocal && !mayFail;
    const lexical: Lexical = { ...mode.lexical, backslash: off ? 'always' : 'e-strings' };
    return { lexical, uncertain: !known || !isByStatement, readers: known ? SENDS_WHOLE_TEXT : undefined };
  }
  return /set_config|standard_conforming_strings/i.test(textOf(tokens, from, to)) ? unknownMode(mode) : mode;
}

function textOf(tokens: TokenList, from: number, to: number): string {
  return tokens.text.slice(tokens.start(from), tokens.end(to - 1));
}

/** Settings of PostgreSQL's client encoding, with the value if it is a literal. */
const CLIENT_ENCODING =
  /\b(client_encoding|names)\b["']?\s*(?:=|,|\bto\b)?\s*(?:(?:'([^']*)'|"([^"]*)"|(\w+))\s*(?=[,;)]|$))?/gi;
/** Encodings with a backslash in characters. PostgreSQL ignores everything but letters and digits in their names. */
const SPLITS = /^(?:big5|gbk|gb18030|uhc|johab|sjis|mskanji|shiftjis(?:2004)?|win(?:dows)?9(?:32|36|49|50))$/;

/** Whether a text for PostgreSQL may set an encoding of the client in which a backslash is part of some characters. */
export function setsUnsafeEncoding(text: string): boolean {
  for (const [, name = '', quoted, named, word] of text.matchAll(CLIENT_ENCODING)) {
    const value = quoted ?? named ?? word;
    // A column may be called `names`.
    if (value === undefined ? /_/.test(name) : SPLITS.test(value.toLowerCase().replaceAll(/[^a-z0-9]/g, '')))
      return true;
  }
  return false;
}

const SQL_MODE = /sql_mode/i;
/** Character sets in which a backslash can be the second byte of a character, so that it escapes nothing. */
const BACKSLASH_IN_CHARACTERS =
  /^SET\b[\s\S]*\b(?:NAMES|CHARACTER\s+SET|CHARSET|character_set_client\s*:?=)\s*["']?(?:big5|cp932|gbk|gb18030|sjis)\b/i;

/** Tracks `sql_mode`, which defines what double quotes and backslashes mean. */
function afterMysql(tokens: TokenList, from: number, to: number, mode: Mode): Mode {
  let first = from;
  while (tokens.raw(first).startsWith('/*') && first < to) first++;
  if (tokens.word(first) === 'EXECUTE') return unknownMode(mode);
  const text = textOf(tokens, first, to);
  if (BACKSLASH_IN_CHARACTERS.test(text)) return unknownMode(mode);
  if (!SQL_MODE.test(text)) return mode;
  for (let at = first; at < to; at++) {
    if (!SQL_MODE.test(tokens.raw(at))) continue;
    // Anything but a plain `SET sql_mode = …` for this session leaves the mode unknown.
    const assigned = tokens.word(at + 1) === '=' || tokens.word(at + 1) === ':=';
    const scope = `${tokens.word(at - 1)} ${tokens.raw(at)}`;
    if (tokens.word(first) !== 'SET' || !assigned || /\b(?:global|persist)/i.test(scope)) {
      // `SET @old = @@sql_mode` only saves the value.
      if (tokens.word(first) === 'SET' && !assigned) continue;
      return unknownMode(mode);
    }
    if (/^@[^@]/.test(tokens.raw(at))) continue;
    const end = endOfValue(tokens, at + 2, to);
    const value = tokens.text.slice(tokens.start(at + 2), tokens.end(end - 1)).toUpperCase();
    const isLiteral = end === at + 3 && /^(?:'[^'\\]*'|"[^"\\]*"|[A-Z_]+)$/.test(value);
    const lexical: Lexical = {
      ...mode.lexical,
      doubleQuote: /\bANSI(?:_QUOTES)?\b/.test(value) ? 'identifier' : 'string',
      backslash: value.includes('NO_BACKSLASH_ESCAPES') ? 'never' : 'always',
    };
    return { lexical, uncertain: !isLiteral };
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
