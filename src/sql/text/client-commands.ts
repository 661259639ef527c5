import type { Lexical } from './dialects.ts';

/** A command for the client program (psql, mysql, …): a whole line, or the end of a statement. */
export interface ClientCommand {
  readonly kind: 'line' | 'terminator';
  /** Its end offset; undefined if it ends with the line. */
  readonly end: number | undefined;
}

const SEMICOLON = 59;
const BACKSLASH = 92;

const LINE: ClientCommand = { kind: 'line', end: undefined };

/** Commands of sqlcmd. EXIT, QUIT, RESET and ED work without a colon. */
const SQLCMD =
  /(?::(?:r|setvar|connect|listvar|out|error|perftrace|on\s+error|reset|quit|exit|help|ed|xml|serverlist)\b|!!|(?:exit|quit|reset|ed)[ \t]*(?=\(|\r|\n|$))/iy;
/** Commands of the mysql client that work without a backslash. */
const MYSQL =
  /(?:source|system|pager|nopager|tee|notee|edit|connect|prompt|charset|rehash|status|quit|exit|warnings|nowarning|print|resetconnection|clear)(?=[ \t;\r\n]|$)/iy;

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
 */
export function clientCommandAt(
  text: string,
  at: number,
  code: number,
  client: Lexical['clientCommands'],
  statementStart: boolean,
  lineStart: () => boolean,
): ClientCommand | undefined {
  switch (client) {
    case 'psql':
      return code === BACKSLASH ? psqlCommand(text, at) : undefined;
    case 'mysql':
      if (code === BACKSLASH) return isGo(text, at) ? { kind: 'terminator', end: at + 2 } : LINE;
      return statementStart && code <= 122 && matches(MYSQL, text, at) && lineStart() ? LINE : undefined;
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

/** `\g` and `\G` of the mysql client. */
function isGo(text: string, at: number): boolean {
  return (text.charCodeAt(at + 1) | 32) === 103;
}

function sqliteTerminator(text: string, at: number, lineStart: () => boolean): ClientCommand | undefined {
  const pattern = /(?:\/|go)(?=[ \t]*(?:\r|\n|$))/iy;
  pattern.lastIndex = at;
  if (!pattern.exec(text) || !lineStart()) return undefined;
  return { kind: 'terminator', end: pattern.lastIndex };
}

/** A psql command ends with its line, or at `\\`, after which SQL continues. */
function psqlLineEnd(text: string, at: number): number {
  const end = /\\\\|[\r\n]|$/g;
  end.lastIndex = at + 1;
  const found = end.exec(text);
  if (!found) return text.length;
  return found[0] === '\\\\' ? end.lastIndex : found.index;
}
