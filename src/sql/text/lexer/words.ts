import { T } from '../tokens.ts';
import { C, isDigit, isLetter } from './characters.ts';
import { readPrefixed, readQuoted } from './quotes.ts';
import type { LexerState } from './state.ts';

const OPERATORS_3 = new Set(['<=>', '->>', '#>>']);
const OPERATORS_2 = new Set([
  '::',
  ':=',
  '<=',
  '>=',
  '<>',
  '!=',
  '||',
  '&&',
  '->',
  '=>',
  '==',
  '<<',
  '>>',
  '#>',
  '!<',
  '!>',
]);
/** The second characters of all longer operators: most operators are one character, so that they need no slice. */
const SECOND_CHARACTERS = new Set([...OPERATORS_3, ...OPERATORS_2].map((operator) => operator.charCodeAt(1)));

/** Whether `#` or `@` starts a name, as in `#t`, `##t`, `@x` and `@@x`. */
export function startsName(lexer: LexerState): boolean {
  const next = lexer.code(1);
  return isLetter(next) || isDigit(next) || next === C.hash || next === C.at || next === C.dollar;
}

export function readWord(lexer: LexerState, code: number): void {
  const next = lexer.code(1);
  if (next === C.quote || (next === 38 && (code | 32) === 117)) {
    if (readPrefixed(lexer, code)) return;
  }
  const start = lexer.at;
  const end = wordEnd(lexer, start + 1);
  const { charsetStrings, sigils } = lexer.lexical;
  if (charsetStrings && lexer.text.charCodeAt(end) === C.quote && code === C.underscore) {
    lexer.at = end;
    return readQuoted(lexer, T.string, C.quote, true, start);
  }
  lexer.push(sigils && code === C.at ? T.param : T.word, end);
}

/** Clients and tools find their delimiters inside words too: `END$$`. */
function isDelimiter({ text, delimiter, toolDelimiters }: LexerState, at: number): boolean {
  return (delimiter !== ';' && text.startsWith(delimiter, at)) || (toolDelimiters?.endAt(text, at) ?? -1) > at;
}

function wordEnd(lexer: LexerState, from: number): number {
  const { sigils, unicodeSpace } = lexer.lexical;
  const mayEnd =
    lexer.toolDelimiters !== undefined || (lexer.delimiter !== ';' && lexer.lexical.separator === 'delimiter');
  let end = from;
  for (; end < lexer.length; end++) {
    const char = lexer.text.charCodeAt(end);
    if (mayEnd && isDelimiter(lexer, end)) break;
    if (isLetter(char) || isDigit(char)) {
      if (unicodeSpace && (char === 0xa0 || char === 0x3000)) break;
    } else if (char === C.dollar) {
      const after = lexer.text.charCodeAt(end + 1);
      if (after === C.openBrace || (sigils && after === C.open)) break;
    } else if (!sigils || (char !== C.hash && char !== C.at)) break;
  }
  return end;
}

export function readNumber(lexer: LexerState): void {
  const number = /0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
  number.lastIndex = lexer.at;
  number.exec(lexer.text);
  lexer.push(T.number, Math.max(number.lastIndex, lexer.at + 1));
}

export function readAtSign(lexer: LexerState): void {
  const variable = /@@?(?:[\w$.]+|`[^`]*`|'[^']*'|"[^"]*")/y;
  variable.lastIndex = lexer.at;
  if (variable.exec(lexer.text)) return lexer.push(T.param, variable.lastIndex);
  lexer.push(T.op, lexer.at + 1);
}

/** SQLite's `:name`, `$name` and `?12`. */
export function readNamedParameter(lexer: LexerState): boolean {
  if (!lexer.lexical.namedParameters) return false;
  const parameter = /[:$][\w\u0080-\uffff]+|\?\d+/y;
  parameter.lastIndex = lexer.at;
  if (!parameter.exec(lexer.text)) return false;
  lexer.push(T.param, parameter.lastIndex);
  return true;
}

export function readOperator(lexer: LexerState): void {
  if (!SECOND_CHARACTERS.has(lexer.code(1))) return lexer.push(T.op, lexer.at + 1);
  const text = lexer.text;
  if (OPERATORS_3.has(text.slice(lexer.at, lexer.at + 3))) return lexer.push(T.op, lexer.at + 3);
  if (OPERATORS_2.has(text.slice(lexer.at, lexer.at + 2))) return lexer.push(T.op, lexer.at + 2);
  lexer.push(T.op, lexer.at + 1);
}
