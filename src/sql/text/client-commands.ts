import type { Lexical } from './dialects.ts';

/** What the client program takes to itself at a place of the text: a line of its own, or the end of a statement. */
export interface ClientCommand {
  readonly kind: 'line' | 'terminator';
  /** Where it ends; a line's end is found by the lexer where it is undefined. */
  readonly end: number | undefined;
}

const SEMICOLON = 59;
const BACKSLASH = 92;

const LINE: ClientCommand = { kind: 'line', end: undefined };

/** sqlcmd's commands; EXIT, QUIT, RESET and ED need no colon. */
const SQLCMD =
  /(?::(?:r|setvar|connect|listvar|out|error|perftrace|on\s+error|reset|quit|exit|help|ed|xml|serverlist)\b|!!|(?:exit|quit|reset|ed)[ \t]*(?=\(|\r|\n|$))/iy;
/** Words with which the mysql client runs programs, reads other files or talks to itself. */
const MYSQL =
  /(?:source|system|pager|nopager|tee|notee|edit|connect|prompt|charset|rehash|status|quit|exit|warnings|nowarning|print|resetconnection|clear)(?=[ \t;\r\n]|$)/iy;

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/**
 * The client's command at `at`. `code` is the character there; `statementStart` says that no token of a statement
 * came before, `lineStart` whether nothing but white space stands before it on its line.
 */
export function clientCommandAt(
  text: string,
  at: number,
  code: number,
  client: Lexical['family'],
  statementStart: boolean,
  lineStart: () => boolean,
): ClientCommand | undefined {
  switch (client) {
    case 'psql':
      if (code !== BACKSLASH) return undefined;
      // `\;` ends a statement and does not send it yet.
      if (text.charCodeAt(at + 1) === SEMICOLON) return { kind: 'terminator', end: at + 2 };
      return { kind: 'line', end: psqlLineEnd(text, at) };
    case 'mysql':
      if (code === BACKSLASH) {
        const go = (text.charCodeAt(at + 1) | 32) === 103;
        return go ? { kind: 'terminator', end: at + 2 } : LINE;
      }
      if (!statementStart || code > 122 || !matches(MYSQL, text, at)) return undefined;
      return lineStart() ? LINE : undefined;
    case 'sqlite':
      if (code === 46) return statementStart && lineStart() ? LINE : undefined;
      // The shell takes a lone `/` or `go` for a semicolon.
      if (code !== 47 && (code | 32) !== 103) return undefined;
      return sqliteTerminator(text, at, lineStart);
    case 'sqlcmd':
      if (code > 122 || !matches(SQLCMD, text, at)) return undefined;
      return lineStart() ? LINE : undefined;
  }
}

function sqliteTerminator(text: string, at: number, lineStart: () => boolean): ClientCommand | undefined {
  const lone = /(?:\/|go)(?=[ \t]*(?:\r|\n|$))/iy;
  lone.lastIndex = at;
  if (!lone.exec(text) || !lineStart()) return undefined;
  return { kind: 'terminator', end: lone.lastIndex };
}

/** A psql command ends at the end of its line, or at `\\`, behind which SQL goes on. */
function psqlLineEnd(text: string, at: number): number {
  const end = /\\\\|[\r\n]|$/g;
  end.lastIndex = at + 1;
  const found = end.exec(text);
  if (!found) return text.length;
  return found[0] === '\\\\' ? end.lastIndex : found.index;
}
