import type { Dialect, TemplateMarks } from '../../../model/index.ts';
import { LEXICAL, type Lexical } from '../dialects.ts';
import { markStringNames } from '../string-names.ts';
import { maskTemplates } from '../template-files.ts';
import { T, type TokenList } from '../tokens.ts';
import { C, isDigit, isLetter } from './characters.ts';
import { readComment } from './comments.ts';
import { readDollar, readDoubleQuoted, readQuoted } from './quotes.ts';
import { LexerState } from './state.ts';
import { readClientCommand, readSeparator, skipCopyData, terminate } from './statement-ends.ts';
import { readAtSign, readNamedParameter, readNumber, readOperator, readWord, startsName } from './words.ts';

/** The first characters of placeholders and control blocks: `$ { < % :`. */
const TEMPLATE_STARTS = new Set<number>([C.dollar, C.openBrace, C.less, C.percent, C.colon]);

/** Splits a file into tokens and comments. */
export function lex(text: string, dialect: Dialect): TokenList {
  return named(run(new LexerState(text, LEXICAL[dialect], false)), LEXICAL[dialect]);
}

function named(tokens: TokenList, { stringNames }: Lexical): TokenList {
  if (stringNames) markStringNames(tokens);
  return tokens;
}

/** Splits a template file into tokens and comments. The text of the tokens is masked, with the same offsets. */
export function lexTemplate(text: string, dialect: Dialect, marks: TemplateMarks): TokenList {
  const masked = maskTemplates(text, marks);
  const tokens = lex(masked.text, dialect);
  tokens.unreadable.push(...masked.blocks);
  tokens.unreadable.sort((a, b) => a.span.start - b.span.start);
  return tokens;
}

/**
 * Splits text that a server received: no templates, client commands or client separators. `lexical` reflects its
 * session.
 */
export function lexTraffic(text: string, lexical: Lexical): TokenList {
  return run(new LexerState(text, lexical, true, false));
}

/** Splits text inside a statement (a routine body, a string run as SQL): no client commands, no COPY data. */
export function lexFragment(text: string, dialect: Dialect): TokenList {
  return named(run(new LexerState(text, LEXICAL[dialect], true)), LEXICAL[dialect]);
}

/** Splits a text into tokens in one pass. Takes linear time and never throws. */
function run(lexer: LexerState): TokenList {
  while (lexer.at < lexer.length && !lexer.isStopped) readNext(lexer);
  if (lexer.executable) lexer.reportUnreadable('an executable comment is not closed', lexer.length - 1, lexer.length);
  return lexer.out;
}

function readNext(lexer: LexerState): void {
  const code = lexer.code();
  if (readEnd(lexer)) return;
  if (lexer.copies > 0 && lexer.at >= lexer.copyLineEnd) return readCopyLineEnd(lexer);
  if (code === C.space || (code >= C.tab && code <= C.cr) || (code >= 0xa0 && isUnicodeSpace(lexer, code))) {
    lexer.at++;
    return;
  }
  // The mysql client looks for its delimiter before it looks for a comment.
  if (lexer.delimiter !== ';' && lexer.lexical.separator === 'delimiter' && readSeparator(lexer, code)) return;
  if (readComment(lexer, code)) return;
  if (lexer.lexical.separator !== 'none' && lexer.hasTemplates && readSeparator(lexer, code)) return;
  if (!lexer.fragment && readClientCommand(lexer, code)) return;
  if (lexer.hasTemplates && TEMPLATE_STARTS.has(code) && readTemplate(lexer, code)) return;
  if (isLetter(code) || (lexer.lexical.sigils && (code === C.at || code === C.hash) && startsName(lexer))) {
    readWord(lexer, code);
    return;
  }
  if (isDigit(code) || (code === C.dot && isDigit(lexer.code(1)))) return readNumber(lexer);
  readPunctuation(lexer, code);
}

/** The end of a statement without a sign of SQL: that of a line, or a tool's delimiter. */
function readEnd(lexer: LexerState): boolean {
  if (lexer.at === lexer.statementEnd) {
    lexer.statementEnd = -1;
    if (lexer.out.length > lexer.statementStart) {
      terminate(lexer, lexer.at);
      return true;
    }
  }
  const end = lexer.toolDelimiters?.endAt(lexer.text, lexer.at) ?? -1;
  if (end <= lexer.at) return false;
  terminate(lexer, end);
  return true;
}

/** At the end of a line with a COPY: its data follows. */
function readCopyLineEnd(lexer: LexerState): void {
  if (lexer.at === lexer.copyLineEnd) return skipCopyData(lexer);
  lexer.copies = 0;
  lexer.reportUnreadable('what stands behind `COPY … FROM stdin` continues on the next line', lexer.at - 1, lexer.at);
}

function isUnicodeSpace({ lexical, at, fragment }: LexerState, code: number): boolean {
  if (code === 0xfeff) return lexical.markIsSpace || (at === 0 && !fragment);
  return lexical.unicodeSpace && (code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a));
}

/** Reads a quoted text, a parameter, the end of a statement or an operator. */
function readPunctuation(lexer: LexerState, code: number): void {
  switch (code) {
    case C.quote:
      return readQuoted(lexer, T.string, C.quote, lexer.lexical.backslash === 'always');
    case C.doubleQuote:
      return readDoubleQuoted(lexer);
    case C.backtick:
      if (lexer.lexical.backticks) return readQuoted(lexer, T.quoted, code, false);
      break;
    case C.openBracket:
      if (lexer.lexical.brackets) return readQuoted(lexer, T.quoted, 93, false);
      lexer.brackets++;
      break;
    case 93:
      if (lexer.brackets > 0) lexer.brackets--;
      break;
    case C.dollar:
      if (readDollar(lexer) || readNamedParameter(lexer)) return;
      break;
    case C.at:
      return readAtSign(lexer);
    case C.colon:
      if (readNamedParameter(lexer)) return;
      break;
    case C.question:
      if (readNamedParameter(lexer)) return;
      return lexer.push(lexer.lexical.questionMark ? T.param : T.op, lexer.at + 1);
    case C.semicolon:
      if ((lexer.delimiter === ';' || lexer.lexical.separator !== 'delimiter') && !lexer.executable)
        return terminate(lexer, lexer.at + 1);
      return lexer.push(T.op, lexer.at + 1);
    case 0:
      lexer.reportUnreadable('a NUL character', lexer.at, lexer.at + 1);
      return lexer.push(T.unreadable, lexer.at + 1);
  }
  readOperator(lexer);
}

function readTemplate(lexer: LexerState, code: number): boolean {
  const template = lexer.templates.at(lexer.at, code, lexer.code(1), lexer.brackets > 0);
  if (!template) return false;
  if (template.kind === T.unreadable) lexer.reportUnreadable(template.reason, lexer.at, template.end);
  lexer.push(template.kind, template.end);
  return true;
}
