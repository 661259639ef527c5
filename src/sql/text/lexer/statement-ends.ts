import { clientCommandAt } from '../client-commands.ts';
import { modeAfter, unknownMode } from '../modes.ts';
import { T } from '../tokens.ts';
import { C, lineAt } from './characters.ts';
import type { LexerState } from './state.ts';

/** The mysql client truncates a DELIMITER to this many characters. */
const MAX_DELIMITER = 15;

export function terminate(lexer: LexerState, end: number): void {
  lexer.push(T.terminator, end);
  const first = lexer.statementStart;
  lexer.statementStart = lexer.out.length;
  if (lexer.fragment) return;
  if (lexer.changesModes) updateMode(lexer, first);
  if (lexer.lexical.copyData && isCopy(lexer, first)) expectCopyData(lexer);
  lexer.maybeInvalid = false;
}

function updateMode(lexer: LexerState, first: number): void {
  const after = modeAfter(lexer.out, first, lexer.out.length, lexer.mode, lexer.modeChanged);
  if (after === lexer.mode) return;
  const mode = lexer.maybeInvalid ? unknownMode(after) : after;
  lexer.modeChanged ||= mode.lexical !== lexer.mode.lexical;
  lexer.mode = mode;
  lexer.lexical = mode.lexical;
}

/** Whether the statement is a `COPY … FROM stdin;`, which is followed by data up to a `\.` line. */
function isCopy(lexer: LexerState, first: number): boolean {
  const out = lexer.out;
  if (out.word(first) !== 'COPY') return false;
  for (let at = first + 1; at < out.length; at++) {
    if (out.word(at) === 'FROM' && out.word(at + 1) === 'STDIN') return true;
  }
  return false;
}

/** Notes that the data of this COPY follows its line, which ends at a line feed. A COPY on the last line has no data. */
function expectCopyData(lexer: LexerState): void {
  if (lexer.maybeInvalid) {
    lexer.reportUnreadable('whether data follows this COPY is unknown', lexer.at - 1, lexer.at);
    return;
  }
  const lineEnd = lexer.text.indexOf('\n', lexer.at);
  if (lineEnd < 0) return;
  lexer.copies++;
  lexer.copyLineEnd = lineEnd;
}

/** Skips the data of each COPY of the line that ends at the position. What stands behind a COPY on its line is SQL. */
export function skipCopyData(lexer: LexerState): void {
  for (; lexer.copies > 0; lexer.copies--) {
    const start = lexer.at + 1;
    const end = lexer.copyEnds ? copyDataEnd(lexer.text, start) : undefined;
    if (!end) {
      lexer.copyEnds = false;
      lexer.copies = 0;
      lexer.reportUnreadable(
        'the data of `COPY … FROM stdin` does not end with a line `\\.`',
        start,
        Math.min(start + 1, lexer.length),
      );
      return;
    }
    if (STATEMENT_IN_DATA.test(lexer.text.slice(start, end.from)) && !stopsOnErrors(lexer, start))
      lexer.reportUnreadable(COPY_MAY_FAIL, start, start + 1, ['psql']);
    // The line feed behind the mark: the data of the next COPY begins after it.
    lexer.at = end.to;
  }
}

/** The line `\.` that ends data, without its line feed; undefined if there is none. */
function copyDataEnd(text: string, start: number): { readonly from: number; readonly to: number } | undefined {
  for (let at = text.indexOf('\\.', start); at >= 0; at = text.indexOf('\\.', at + 2)) {
    const to = text[at + 2] === '\r' ? at + 3 : at + 2;
    if ((at === start || text[at - 1] === '\n') && (to >= text.length || text[to] === '\n')) return { from: at, to };
  }
  return undefined;
}

/** Data that holds a statement if it is not taken for data: at its start, or behind a `;`. */
const STATEMENT_IN_DATA =
  /(?:^|;)\s{0,200}(?:drop|delete|truncate|alter|update|insert|create|grant|revoke|merge|reassign|do|call|with)\s+["$\w][^;]*;/i;
const COPY_MAY_FAIL =
  'if this `COPY … FROM stdin` fails, psql goes on and runs its data as SQL; put `\\set ON_ERROR_STOP on` before it';

/** Whether psql ends at the first error, by the last setting before a line. Only what was not searched yet is searched. */
function stopsOnErrors(lexer: LexerState, line: number): boolean {
  const { errorStop } = lexer;
  const text = lexer.text.slice(errorStop.searchedTo, line);
  const last = [...text.matchAll(/^\\set[ \t]+ON_ERROR_STOP\b[ \t]*(\w*)/gim)].at(-1)?.[1];
  if (last !== undefined) errorStop.isOn = /^(?:on|1|true|yes|t|y)$/i.test(last);
  errorStop.searchedTo = line;
  return errorStop.isOn;
}

export function readSeparator(lexer: LexerState, code: number): boolean {
  if (lexer.lexical.separator === 'go') {
    if ((code | 32) !== 103 || !lexer.atLineStart()) return false;
    const go = /go[ \t]*(?:\d+[ \t]*)?;?[ \t]*(?:--[^\r\n]*)?(?=\r|\n|$)/iy;
    go.lastIndex = lexer.at;
    if (!go.exec(lexer.text)) return false;
    terminate(lexer, go.lastIndex);
    return true;
  }
  if (lexer.lexical.separator === 'delimiter-line') return !lexer.fragment && readDelimiterLine(lexer, code);
  if ((code | 32) === 100 && lexer.out.length === lexer.statementStart && lexer.atLineStart()) {
    // Flyway also takes a delimiter on the next line.
    const command = /delimiter(?:[ \t]+(\S+)[^\r\n]*|[ \t]*\r?\n[ \t]*([$/|@#!^&~%]{1,4})[ \t]*(?=\r|\n|$))/iy;
    command.lastIndex = lexer.at;
    const found = command.exec(lexer.text);
    if (found) {
      lexer.delimiter = (found[1] ?? found[2] ?? ';').replace(/^(['"`])(.+)\1$/, '$2').slice(0, MAX_DELIMITER);
      lexer.at = command.lastIndex;
      return true;
    }
  }
  if (lexer.delimiter !== ';' && lexer.text.startsWith(lexer.delimiter, lexer.at)) {
    terminate(lexer, lexer.at + lexer.delimiter.length);
    return true;
  }
  return false;
}

/**
 * `delimiter X`, and later `X` alone on a line, as loaders of scripts for several databases split them. `;` still ends
 * a statement. To the server these lines are part of a statement, so a delimiter must not quote or comment.
 */
function readDelimiterLine(lexer: LexerState, code: number): boolean {
  const { length } = lexer.delimiter;
  if (length > 1 && lexer.text.startsWith(lexer.delimiter, lexer.at) && lexer.atLineStart()) {
    if (lineAt(lexer.text, lexer.at).length > length) return false;
    lexer.maybeInvalid = true;
    terminate(lexer, lexer.at + length);
    lexer.maybeInvalid = true;
    return true;
  }
  if ((code | 32) !== 100 || lexer.out.length > lexer.statementStart || !lexer.atLineStart()) return false;
  const command = /delimiter[ \t]+([a-z]{0,8}[/|@#!^&~]{2,4}|;)[ \t]*(?=\r|\n|$)/iy;
  command.lastIndex = lexer.at;
  const found = command.exec(lexer.text);
  if (!found) return false;
  lexer.delimiter = found[1] ?? ';';
  lexer.at = command.lastIndex;
  lexer.maybeInvalid = true;
  return true;
}

export function readClientCommand(lexer: LexerState, code: number): boolean {
  const start = lexer.out.length === lexer.statementStart;
  const { clientCommands } = lexer.lexical;
  const { text, at, delimiter } = lexer;
  const command = clientCommandAt(text, at, code, clientCommands, start, () => lexer.atLineStart(), delimiter);
  if (!command) return false;
  if (command.kind === 'statement') {
    lexer.statementEnd = command.end ?? -1;
    return false;
  }
  if (command.kind === 'terminator') terminate(lexer, command.end ?? lexer.at + 1);
  else addDirective(lexer, command.end);
  return true;
}

/** Adds a client command line as a separate statement. It also ends the statement before it. */
function addDirective(lexer: LexerState, known: number | undefined): void {
  if (lexer.out.length > lexer.statementStart) lexer.push(T.terminator, lexer.at);
  let end = known ?? lexer.at;
  if (known === undefined) {
    while (end < lexer.length && lexer.text.charCodeAt(end) !== C.lf && lexer.text.charCodeAt(end) !== C.cr) end++;
  }
  lexer.push(T.directive, end);
  lexer.push(T.terminator, end);
  lexer.statementStart = lexer.out.length;
}
