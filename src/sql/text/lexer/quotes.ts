import { quotedTemplateEnd } from '../templates.ts';
import { T } from '../tokens.ts';
import { C, isDigit } from './characters.ts';
import type { LexerState } from './state.ts';

/** `E'…'`, `B'…'`, `X'…'`, `N'…'`, `U&'…'`, `U&"…"`. */
export function readPrefixed(lexer: LexerState, code: number): boolean {
  const letter = code | 32;
  const start = lexer.at;
  if (lexer.code(1) === 38) {
    const quote = lexer.code(2);
    if (!lexer.lexical.unicodeEscapes || (quote !== C.quote && quote !== C.doubleQuote)) return false;
    lexer.at += 2;
    readQuoted(lexer, quote === C.quote ? T.string : T.quoted, quote, false, start);
    return true;
  }
  const { backslash, byteStrings, escapeStrings } = lexer.lexical;
  if ((letter === 101 && escapeStrings) || (letter === 98 && byteStrings)) {
    lexer.at++;
    readQuoted(lexer, T.string, C.quote, true, start, false);
    return true;
  }
  if (letter === 98 || letter === 120 || letter === 110) {
    lexer.at++;
    readQuoted(lexer, T.string, C.quote, backslash === 'always', start);
    return true;
  }
  return false;
}

/** A backslash that is part of a character in some encodings. */
const SPLIT = /[^\0-\x7f]\\/;

const ENDS_UNKNOWN = 'where this string ends depends on a setting whose value is unknown';

export function readQuoted(
  lexer: LexerState,
  kind: typeof T.string | typeof T.quoted,
  close: number,
  escapes: boolean,
  start = lexer.at,
  uncertain = kind === T.string && lexer.mode.uncertain,
): void {
  const text = lexer.text;
  const mark = String.fromCharCode(close);
  let end = lexer.at + 1;
  let ambiguous = false;
  for (;;) {
    const found = text.indexOf(mark, end);
    if (found < 0) {
      lexer.reportUnreadable(
        kind === T.string ? 'a string is not closed' : 'a quoted name is not closed',
        start,
        start + 1,
      );
      lexer.at = start;
      return lexer.push(T.unreadable, lexer.length);
    }
    if ((escapes || uncertain) && isEscaped(text, found, end)) {
      if (uncertain && !ambiguous) lexer.reportUnreadable(ENDS_UNKNOWN, start, start + 1, lexer.mode.readers);
      ambiguous = uncertain;
      if (escapes) {
        end = found + 1;
        continue;
      }
    }
    if (text.charCodeAt(found + 1) === close) {
      end = found + 2;
      continue;
    }
    end = found + 1;
    break;
  }
  if (escapes && lexer.splitsCharacters && SPLIT.test(text.slice(start, end)))
    lexer.reportUnreadable('where this string ends depends on the encoding of the client', start, start + 1);
  lexer.at = start;
  lexer.push(kind, end);
}

/** Whether an odd number of backslashes comes before `at`, from `from` on. */
function isEscaped(text: string, at: number, from: number): boolean {
  let start = at;
  while (start > from && text.charCodeAt(start - 1) === C.backslash) start--;
  return (at - start) % 2 === 1;
}

export function readDoubleQuoted(lexer: LexerState): void {
  if (lexer.lexical.doubleQuote === 'string') {
    return readQuoted(lexer, T.string, C.doubleQuote, lexer.lexical.backslash === 'always');
  }
  const template = lexer.hasTemplates && lexer.code(1) === C.openBrace ? quotedTemplateEnd(lexer.text, lexer.at) : -1;
  if (template >= 0) return lexer.push(T.placeholder, template);
  readQuoted(lexer, T.quoted, C.doubleQuote, false);
}

export function readDollar(lexer: LexerState): boolean {
  if (isDigit(lexer.code(1))) {
    let end = lexer.at + 2;
    while (isDigit(lexer.text.charCodeAt(end))) end++;
    lexer.push(T.param, end);
    return true;
  }
  if (!lexer.lexical.dollarQuotes) return false;
  const tag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
  tag.lastIndex = lexer.at;
  const found = tag.exec(lexer.text);
  if (!found) return false;
  const close = lexer.text.indexOf(found[0], tag.lastIndex);
  if (close < 0) {
    lexer.reportUnreadable('a dollar-quoted string is not closed', lexer.at, tag.lastIndex);
    lexer.push(T.unreadable, lexer.length);
  } else {
    lexer.push(T.dollar, close + found[0].length);
  }
  return true;
}
