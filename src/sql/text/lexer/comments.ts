import { BREAKPOINT, TOOL_ENTRIES } from '../migration-tools.ts';
import { JOINED_LINES, trimsLineEnd } from '../templates.ts';
import { T } from '../tokens.ts';
import { C, lineAt } from './characters.ts';
import type { LexerState } from './state.ts';
import { terminate } from './statement-ends.ts';

/** In SQLite a comment that is not closed ends with its text, so that what follows runs. PostgreSQL refuses such a text. */
const SPLIT_COMMENT = 'Drizzle ends a statement at a breakpoint inside this comment';

export function readComment(lexer: LexerState, code: number): boolean {
  if (code === C.dash && lexer.code(1) === C.dash) {
    if (!lexer.fragment && lexer.text.startsWith(BREAKPOINT, lexer.at)) {
      endByTool(lexer, lexer.at + BREAKPOINT.length);
      return true;
    }
    const after = lexer.code(2);
    if (!lexer.lexical.dashNeedsSpace || after <= C.space || after === C.delete) {
      if (lexer.lexical.dashNeedsSpace && isControl(after)) lexer.reportUnreadable(CONTROL, lexer.at, lexer.at + 3);
      readLineComment(lexer, 2);
      return true;
    }
    return readDashedLine(lexer);
  }
  if (code === C.hash && lexer.lexical.hashComments) {
    readLineComment(lexer, 1);
    return true;
  }
  if (code === C.slash && lexer.code(1) === C.star) {
    if (lexer.lexical.executableComments && openExecutable(lexer)) return true;
    readBlockComment(lexer);
    return true;
  }
  if (lexer.executable && code === C.star && lexer.code(1) === C.slash) {
    lexer.executable = false;
    lexer.push(T.execClose, lexer.at + 2);
    return true;
  }
  return false;
}

const CONTROL = 'a control character behind `--`: the mysql client and the server differ on whether a comment begins';

function isControl(code: number): boolean {
  return code === C.delete || (code >= 0 && code < C.space && (code < C.tab || code > C.cr));
}

/**
 * A line such as `--DROP TABLE a;` or `-----` where MySQL expects a statement: MySQL rejects it, and loaders that know
 * other databases skip it. It is a comment unless MySQL could end it elsewhere, so that what follows is read.
 */
function readDashedLine(lexer: LexerState): boolean {
  if (lexer.fragment || !lexer.atLineStart()) return false;
  if (!lexer.isLiquibase && lexer.out.length > lexer.statementStart) return false;
  const line = lineAt(lexer.text, lexer.at);
  if (!(lexer.isLiquibase && FOR_LIQUIBASE.test(line)) && /['"`\\;]|\/\*|\*\//.test(line.replace(/;$/, '')))
    return false;
  if (lexer.delimiter !== ';' && line.includes(lexer.delimiter)) return false;
  lexer.maybeInvalid = true;
  readLineComment(lexer, 2);
  return true;
}

/** Lines of a formatted changelog. Liquibase removes them, and the server never sees them. */
const FOR_LIQUIBASE =
  /^--[ \t]*(?:liquibase|changeset|comment|preconditions?|precondition-[\w-]+|rollback|validchecksum|property|ignorelines|tagdatabase)\b/i;

function readLineComment(lexer: LexerState, mark: number): void {
  const start = lexer.at;
  let end = start + mark;
  let loneCr = -1;
  for (; end < lexer.length; end++) {
    const code = lexer.text.charCodeAt(end);
    if (code === C.lf) break;
    if (code === C.cr && lexer.text.charCodeAt(end + 1) !== C.lf) {
      if (lexer.lexical.crEndsComment) break;
      if (loneCr < 0) loneCr = end;
    }
  }
  const comment = lexer.text.slice(start + mark, end);
  const breakpoint = lexer.fragment ? -1 : comment.indexOf(BREAKPOINT);
  if (breakpoint >= 0) end = start + mark + breakpoint;
  if (loneCr >= 0 && lexer.text.slice(loneCr, end).trim() !== '') {
    lexer.reportUnreadable(
      'a lone carriage return in a line comment: servers differ on where the comment ends',
      loneCr,
      end,
    );
  }
  const text = comment.slice(0, breakpoint < 0 ? undefined : breakpoint).trim();
  if (lexer.hasTemplates && trimsLineEnd(lexer.text, text, end)) lexer.reportUnreadable(JOINED_LINES, start, end);
  lexer.addComment(start, end, text);
  if (!lexer.fragment && lexer.out.length > lexer.statementStart) readToolMark(lexer, text, start);
}

/** Ends a statement where a tool does. To a client the mark is a comment, so that an open statement goes on, and is invalid. */
function endByTool(lexer: LexerState, end: number): void {
  const isOpen = lexer.out.length > lexer.statementStart;
  terminate(lexer, end);
  lexer.maybeInvalid = isOpen;
}

/**
 * The comments that end a statement without a semicolon, too: the mark of goose and sql-migrate behind one with semicolons in it,
 * and those at which tools cut a file into sections before they look for statements.
 */
const STATEMENT_ENDS: readonly RegExp[] = [
  /^\+(?:goose|migrate)[ \t]+StatementEnd\b/i,
  ...TOOL_ENTRIES.flatMap(([, { sections }]) =>
    sections.flatMap(({ pattern, endsStatement }) => (endsStatement ? [pattern] : [])),
  ),
];

/** Ends the open statement if a tool does that at a comment. */
function readToolMark(lexer: LexerState, comment: string, start: number): void {
  if (STATEMENT_ENDS.some((mark) => mark.test(comment))) return endByTool(lexer, lexer.at);
  // They end a statement at a line whose last word ends with `;`, and know a comment only if white space precedes it.
  if (comment.endsWith(';') && !GO_SPACE.test(lexer.text.charAt(start - 1)))
    lexer.reportUnreadable(GLUED, start, lexer.at, ['goose', 'sql-migrate']);
}

/** White space to Go. */
const GO_SPACE = /[\t-\r\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const GLUED =
  'goose and sql-migrate take the `;` in this comment for the end of the statement; put a space before the comment';

function readBlockComment(lexer: LexerState): void {
  const text = lexer.text;
  const start = lexer.at;
  let end = start + 2;
  let depth = 1;
  if (lexer.lexical.nestedComments) {
    const mark = /\/\*|\*\//g;
    mark.lastIndex = end;
    while (depth > 0) {
      const found = mark.exec(text);
      if (!found) break;
      depth += found[0] === '/*' ? 1 : -1;
      end = mark.lastIndex;
    }
  } else {
    const close = text.indexOf('*/', end);
    if (close >= 0) {
      depth = 0;
      end = close + 2;
    }
  }
  if (depth > 0) {
    end = lexer.length;
    lexer.reportUnreadable('a comment is not closed', start, Math.min(start + 2, end));
    lexer.out.push(T.unreadable, start, end);
  } else {
    const comment = text.slice(start + 2, end - 2);
    const isSplit = !lexer.fragment && !lexer.lexical.refusesOpenComments && comment.includes(BREAKPOINT);
    if (isSplit) lexer.reportUnreadable(SPLIT_COMMENT, start, end, ['driver']);
    return lexer.addComment(start, end, comment.trim());
  }
  lexer.at = end;
}

function openExecutable(lexer: LexerState): boolean {
  const mark = /\/\*M?!(\d{5,6})?/y;
  mark.lastIndex = lexer.at;
  const found = mark.exec(lexer.text);
  if (!found) return false;
  // Every MariaDB dump has `/*M!999999\- enable the sandbox mode */`: a client command, which only restricts the
  // client.
  if (lexer.text.startsWith('\\-', mark.lastIndex)) return false;
  lexer.executable = true;
  lexer.push(T.execOpen, mark.lastIndex);
  return true;
}
