import type { Lexical } from './dialects.ts';

/**
 * A command for the client program (psql, mysql, …): a line or a part of one, the end of a statement, or a statement that
 * ends with its line.
 */
export interface ClientCommand {
  readonly kind: 'line' | 'terminator' | 'statement';
  /** Its end offset; undefined if it ends with the line. */
  readonly end: number | undefined;
}

const SEMICOLON = 59;
const BACKSLASH = 92;

const LINE: ClientCommand = { kind: 'line', end: undefined };

/** Commands of sqlcmd. EXIT, QUIT, RESET and ED work without a colon. */
const SQLCMD =
  /(?::(?:r|setvar|connect|listvar|out|error|perftrace|on\s+error|reset|quit|exit|help|ed|xml|serverlist)\b|!!|(?:exit|quit|reset|ed)[ \t]*(?=\(|\r|\n|$))/iy;
/**
 * Commands of the mysql client that work without a backslash: where no statement is open, at the start of a line. Those of
 * the second group take no arguments. (MariaDB 10.11, client/mysql.cc: `commands` and `find_command`.)
 */
const MYSQL =
  /(?:(?:source|system|pager|tee|connect|prompt|charset|help|\?|use|delimiter|query_attributes)(?=[ \t;\r\n]|$)|(?:nopager|notee|edit|rehash|status|quit|exit|warnings|nowarning|print|resetconnection|clear|go|ego)(?=[ \t]*(?:[;\r\n]|$)))/iy;
/** Those of one character behind a backslash that take arguments, up to the delimiter or the end of the line. */
const MYSQL_WITH_ARGUMENTS = /[C?rdhPRT.!u]/;

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/**
 * The client command at `at`, if any.
 *
 * @param code the character at `at`
 * @param statementStart whether no token of the statement comes before `at`
 * @param lineStart whether only white space comes before `at` on its line
 * @param delimiter what ends statements for the mysql client
 */
export function clientCommandAt(
  text: string,
  at: number,
  code: number,
  client: Lexical['clientCommands'],
  statementStart: boolean,
  lineStart: () => boolean,
  delimiter: string,
): ClientCommand | undefined {
  switch (client) {
    case 'psql':
      return code === BACKSLASH ? psqlCommand(text, at) : undefined;
    case 'mysql':
      if (code === BACKSLASH) return shortCommand(text, at, delimiter);
      return statementStart && code <= 122 && matches(MYSQL, text, at) && lineStart()
        ? mysqlCommand(text, at, delimiter)
        : undefined;
    case 'sqlite':
      if (code === 46) return statementStart && lineStart() ? LINE : undefined;
      // The sqlite3 shell accepts `/` or `go` alone on a line in place of a semicolon.
      if (code !== 47 && (code | 32) !== 103) return undefined;
      return sqliteTerminator(text, at, lineStart);
    case 'sqlcmd':
      return code <= 122 && matches(SQLCMD, text, at) && lineStart() ? LINE : undefined;
  }
}

function psqlCommand(text: string, at: number): ClientCommand {
  // `\;` ends a statement without sending it to the server yet.
  if (text.charCodeAt(at + 1) === SEMICOLON) return { kind: 'terminator', end: at + 2 };
  return { kind: 'line', end: psqlLineEnd(text, at) };
}

/** A command of the mysql client ends with its line, or before a delimiter on that line. */
function mysqlCommand(text: string, at: number, delimiter: string): ClientCommand {
  const word = /[a-z?_]*/iy;
  word.lastIndex = at;
  const name = word.exec(text)?.[0].toLowerCase() ?? '';
  const kind = name === 'use' ? 'statement' : /^e?go$/.test(name) ? 'terminator' : 'line';
  return { kind, end: kind === 'terminator' ? word.lastIndex : argumentsEnd(text, at, delimiter) };
}

function argumentsEnd(text: string, at: number, delimiter: string): number {
  const line = text.indexOf('\n', at);
  const to = line < 0 ? text.length : line;
  const found = text.slice(at, to).indexOf(delimiter);
  return found < 0 ? to : at + found;
}

/**
 * `\g` and other commands of the mysql client that are one character behind a backslash, anywhere outside of strings. What
 * follows one without arguments is SQL.
 */
function shortCommand(text: string, at: number, delimiter: string): ClientCommand | undefined {
  const name = text[at + 1] ?? '';
  if (name === 'g' || name === 'G') return { kind: 'terminator', end: at + 2 };
  // NULL.
  if (name === 'N') return undefined;
  return { kind: 'line', end: MYSQL_WITH_ARGUMENTS.test(name) ? argumentsEnd(text, at, delimiter) : at + 2 };
}

function sqliteTerminator(text: string, at: number, lineStart: () => boolean): ClientCommand | undefined {
  const pattern = /(?:\/|go)(?=[ \t]*(?:\r|\n|$))/iy;
  pattern.lastIndex = at;
  if (!pattern.exec(text) || !lineStart()) return undefined;
  return { kind: 'terminator', end: pattern.lastIndex };
}

/** Commands of psql whose argument is the whole rest of the line, backslashes included. */
const WHOLE_LINE = /\\(?:!|\?|copy\b|h\b|help\b|e[fv]\b|s[fv]\b|restrict\b|unrestrict\b)/y;
/** An argument in quotes, or the end of a command: a backslash outside of quotes, or the end of the line. */
const ARGUMENTS_END = /'(?:[^'\\\r\n]|\\[^\r\n])*'|"[^"\r\n]*"|`[^`\r\n]*`|\\\\|[\\\r\n]|$/g;

/**
 * A psql command ends with its line, or at a backslash outside of quotes. After `\\` SQL continues; any other backslash
 * begins the next command, or is `\;`.
 */
function psqlLineEnd(text: string, at: number): number {
  if (matches(WHOLE_LINE, text, at)) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  ARGUMENTS_END.lastIndex = at + 1;
  for (let found = ARGUMENTS_END.exec(text); found; found = ARGUMENTS_END.exec(text)) {
    if (found[0] === '\\\\') return ARGUMENTS_END.lastIndex;
    if (found[0].length < 2) return found.index;
  }
  return text.length;
}
