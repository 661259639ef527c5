import type { Dialect, TemplateMarks } from '../../model/index.ts';
import { clientCommandAt } from './client-commands.ts';
import { LEXICAL, type Lexical } from './dialects.ts';
import { type Mode, modeAfter } from './modes.ts';
import { maskTemplates } from './template-files.ts';
import { JOINED_LINES, quotedTemplateEnd, Templates, trimsLineEnd } from './templates.ts';
import { T, TokenList } from './tokens.ts';

const C = {
  tab: 9,
  lf: 10,
  cr: 13,
  space: 32,
  bang: 33,
  doubleQuote: 34,
  hash: 35,
  dollar: 36,
  percent: 37,
  quote: 39,
  open: 40,
  star: 42,
  dash: 45,
  dot: 46,
  slash: 47,
  colon: 58,
  semicolon: 59,
  less: 60,
  question: 63,
  at: 64,
  openBracket: 91,
  backslash: 92,
  underscore: 95,
  backtick: 96,
  openBrace: 123,
} as const;

/** Matches any text that could change the quoting rules. */
const MODE_NAMES = /sql_mode|conforming_strings|set_config|execute|\b(?:do|call)\b/i;
/** The mysql client truncates a DELIMITER to this many characters. */
const MAX_DELIMITER = 15;
/** The first characters of placeholders and control blocks: `$ { < % :`. */
const TEMPLATE_STARTS = new Set<number>([C.dollar, C.openBrace, C.less, C.percent, C.colon]);
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

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === C.underscore || code >= 0x80;
}

/** The text from `at` to the end of its line, without white space at its end. */
function lineAt(text: string, at: number): string {
  const line = /[^\r\n]*/y;
  line.lastIndex = at;
  return (line.exec(text)?.[0] ?? '').trimEnd();
}

/** Splits a text into tokens in one pass. Takes linear time and never throws. */
class Lexer {
  readonly #text: string;
  readonly #length: number;
  readonly #out: TokenList;
  #lexical: Lexical;
  readonly #templates: Templates;
  #mode: Mode;
  #modeChanged = false;
  /** Whether the text may change the quoting rules. */
  readonly #changesModes: boolean;
  #at = 0;
  #delimiter = ';';
  /** The first token of the current statement. */
  #statementStart = 0;
  /** Whether the position is inside an executable comment. */
  #executable = false;
  #brackets = 0;
  /** Whether a `\.` line may still follow. */
  #copyEnds = true;
  /**
   * Whether the server may take the current statement and a line before it, which only the loader of the script
   * understands, for one statement that is invalid.
   */
  #maybeInvalid = false;
  readonly #fragment: boolean;
  readonly #hasTemplates: boolean;

  constructor(text: string, lexical: Lexical, fragment: boolean, hasTemplates = true) {
    this.#text = text;
    this.#length = text.length;
    this.#lexical = lexical;
    this.#templates = new Templates(text, lexical.family);
    this.#mode = { lexical, uncertain: false };
    this.#changesModes = !fragment && MODE_NAMES.test(text);
    this.#out = new TokenList(text);
    this.#fragment = fragment;
    this.#hasTemplates = hasTemplates;
  }

  run(): TokenList {
    while (this.#at < this.#length) this.#next();
    if (this.#executable) this.#reportUnreadable('an executable comment is not closed', this.#length - 1, this.#length);
    return this.#out;
  }

  #code(ahead = 0): number {
    const at = this.#at + ahead;
    return at < this.#length ? this.#text.charCodeAt(at) : -1;
  }

  #push(kind: (typeof T)[keyof typeof T], end: number): void {
    this.#out.push(kind, this.#at, end);
    this.#at = end;
  }

  #reportUnreadable(reason: string, start: number, end: number): void {
    this.#out.unreadable.push({ reason, span: { start, end } });
  }

  #next(): void {
    const code = this.#code();
    if (code === C.space || (code >= C.tab && code <= C.cr)) {
      this.#at++;
      return;
    }
    if (this.#lexical.unicodeSpace && (code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a))) {
      this.#at++;
      return;
    }
    if (code === 0xfeff) {
      this.#at++;
      return;
    }
    if (this.#comment(code)) return;
    if (this.#lexical.separator !== 'none' && this.#hasTemplates && this.#separator(code)) return;
    if (!this.#fragment && this.#clientCommand(code)) return;
    if (this.#hasTemplates && TEMPLATE_STARTS.has(code) && this.#template(code)) return;
    if (isLetter(code) || (this.#lexical.sigils && (code === C.at || code === C.hash) && this.#sigil())) {
      this.#word(code);
      return;
    }
    if (isDigit(code) || (code === C.dot && isDigit(this.#code(1)))) return this.#number();
    switch (code) {
      case C.quote:
        return this.#quoted(T.string, C.quote, this.#lexical.backslash === 'always');
      case C.doubleQuote:
        return this.#doubleQuoted();
      case C.backtick:
        if (this.#lexical.backticks) return this.#quoted(T.quoted, code, false);
        break;
      case C.openBracket:
        if (this.#lexical.brackets) return this.#quoted(T.quoted, 93, false);
        this.#brackets++;
        break;
      case 93:
        if (this.#brackets > 0) this.#brackets--;
        break;
      case C.dollar:
        if (this.#dollar()) return;
        break;
      case C.at:
        return this.#atSign();
      case C.question:
        return this.#push(this.#lexical.questionMark ? T.param : T.op, this.#at + 1);
      case C.semicolon:
        if ((this.#delimiter === ';' || this.#lexical.separator !== 'delimiter') && !this.#executable)
          return this.#terminate(this.#at + 1);
        return this.#push(T.op, this.#at + 1);
      case 0:
        this.#reportUnreadable('a NUL character', this.#at, this.#at + 1);
        return this.#push(T.unreadable, this.#at + 1);
    }
    this.#operator();
  }

  // Comments

  #comment(code: number): boolean {
    if (code === C.dash && this.#code(1) === C.dash) {
      const after = this.#code(2);
      if (!this.#lexical.dashNeedsSpace || after <= C.space) {
        this.#lineComment(2);
        return true;
      }
      return this.#dashedLine();
    }
    if (code === C.hash && this.#lexical.hashComments) {
      this.#lineComment(1);
      return true;
    }
    if (code === C.slash && this.#code(1) === C.star) {
      if (this.#lexical.executableComments && this.#openExecutable()) return true;
      this.#blockComment();
      return true;
    }
    if (this.#executable && code === C.star && this.#code(1) === C.slash) {
      this.#executable = false;
      this.#push(T.execClose, this.#at + 2);
      return true;
    }
    return false;
  }

  /**
   * A line such as `--DROP TABLE a;` or `-----` where MySQL expects a statement: MySQL rejects it, and loaders that know
   * other databases skip it. It is a comment unless MySQL could end it elsewhere, so that what follows is read.
   */
  #dashedLine(): boolean {
    if (this.#fragment || this.#out.length > this.#statementStart || !this.#atLineStart()) return false;
    const line = lineAt(this.#text, this.#at);
    if (/['"`\\;]|\/\*|\*\//.test(line.replace(/;$/, ''))) return false;
    if (this.#delimiter !== ';' && line.includes(this.#delimiter)) return false;
    this.#maybeInvalid = true;
    this.#lineComment(2);
    return true;
  }

  #lineComment(mark: number): void {
    const start = this.#at;
    let end = start + mark;
    let loneCr = -1;
    for (; end < this.#length; end++) {
      const code = this.#text.charCodeAt(end);
      if (code === C.lf) break;
      if (code === C.cr && this.#text.charCodeAt(end + 1) !== C.lf) {
        if (this.#lexical.crEndsComment) break;
        if (loneCr < 0) loneCr = end;
      }
    }
    if (loneCr >= 0 && this.#text.slice(loneCr, end).trim() !== '') {
      this.#reportUnreadable(
        'a lone carriage return in a line comment: servers differ on where the comment ends',
        loneCr,
        end,
      );
    }
    const comment = this.#text.slice(start + mark, end).trim();
    if (this.#hasTemplates && trimsLineEnd(this.#text, comment, end)) this.#reportUnreadable(JOINED_LINES, start, end);
    this.#out.comments.push({ start, end, text: comment });
    this.#at = end;
  }

  #blockComment(): void {
    const text = this.#text;
    const start = this.#at;
    let end = start + 2;
    let depth = 1;
    if (this.#lexical.nestedComments) {
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
      end = this.#length;
      this.#reportUnreadable('a comment is not closed', start, Math.min(start + 2, end));
      this.#out.push(T.unreadable, start, end);
    } else {
      this.#out.comments.push({ start, end, text: text.slice(start + 2, end - 2).trim() });
    }
    this.#at = end;
  }

  #openExecutable(): boolean {
    const mark = /\/\*M?!(\d{5,6})?/y;
    mark.lastIndex = this.#at;
    const found = mark.exec(this.#text);
    if (!found) return false;
    // Every MariaDB dump has `/*M!999999\- enable the sandbox mode */`: a client command, which only restricts the
    // client.
    if (this.#text.startsWith('\\-', mark.lastIndex)) return false;
    this.#executable = true;
    this.#push(T.execOpen, mark.lastIndex);
    return true;
  }

  #updateMode(first: number): void {
    const after = modeAfter(this.#out, first, this.#out.length, this.#mode, this.#modeChanged);
    if (after === this.#mode) return;
    const mode = this.#maybeInvalid ? { ...after, uncertain: true } : after;
    this.#modeChanged ||= mode.lexical !== this.#mode.lexical;
    this.#mode = mode;
    this.#lexical = mode.lexical;
  }

  // Statement ends

  #terminate(end: number): void {
    this.#push(T.terminator, end);
    const first = this.#statementStart;
    this.#statementStart = this.#out.length;
    if (this.#fragment) return;
    if (this.#changesModes) this.#updateMode(first);
    if (this.#lexical.family === 'psql' && this.#isCopy(first)) this.#copyData();
    this.#maybeInvalid = false;
  }

  /** Whether the statement is a `COPY … FROM stdin;`, which is followed by data up to a `\.` line. */
  #isCopy(first: number): boolean {
    const out = this.#out;
    if (out.word(first) !== 'COPY') return false;
    for (let at = first + 1; at < out.length; at++) {
      if (out.word(at) === 'FROM' && out.word(at + 1) === 'STDIN') return true;
    }
    return false;
  }

  #copyData(): void {
    if (this.#maybeInvalid) {
      this.#reportUnreadable('whether data follows this COPY is unknown', this.#at - 1, this.#at);
      return;
    }
    const line = /\r?\n|\r/g;
    line.lastIndex = this.#at;
    if (!line.exec(this.#text)) return;
    const start = line.lastIndex;
    const close = /^\\\.[ \t]*\r?$/gm;
    close.lastIndex = start;
    // If one COPY has no end, no later COPY has one either.
    const found = this.#copyEnds ? close.exec(this.#text) : null;
    if (!found) {
      this.#copyEnds = false;
      this.#reportUnreadable(
        'the data of `COPY … FROM stdin` does not end with a line `\\.`',
        start,
        Math.min(start + 1, this.#length),
      );
      return;
    }
    this.#at = close.lastIndex;
  }

  #separator(code: number): boolean {
    if (this.#lexical.separator === 'go') {
      if ((code | 32) !== 103 || !this.#atLineStart()) return false;
      const go = /go[ \t]*(?:\d+[ \t]*)?;?[ \t]*(?:--[^\r\n]*)?(?=\r|\n|$)/iy;
      go.lastIndex = this.#at;
      if (!go.exec(this.#text)) return false;
      this.#terminate(go.lastIndex);
      return true;
    }
    if (this.#lexical.separator === 'delimiter-line') return !this.#fragment && this.#delimiterLine(code);
    if ((code | 32) === 100 && this.#out.length === this.#statementStart && this.#atLineStart()) {
      const command = /delimiter[ \t]+(\S+)[^\r\n]*/iy;
      command.lastIndex = this.#at;
      const found = command.exec(this.#text);
      if (found) {
        this.#delimiter = (found[1] ?? ';').replace(/^(['"`])(.+)\1$/, '$2').slice(0, MAX_DELIMITER);
        this.#at = command.lastIndex;
        return true;
      }
    }
    if (this.#delimiter !== ';' && this.#text.startsWith(this.#delimiter, this.#at)) {
      this.#terminate(this.#at + this.#delimiter.length);
      return true;
    }
    return false;
  }

  /**
   * `delimiter X`, and later `X` alone on a line, as loaders of scripts for several databases split them. `;` still ends
   * a statement. To the server these lines are part of a statement, so a delimiter must not quote or comment.
   */
  #delimiterLine(code: number): boolean {
    const { length } = this.#delimiter;
    if (length > 1 && this.#text.startsWith(this.#delimiter, this.#at) && this.#atLineStart()) {
      if (lineAt(this.#text, this.#at).length > length) return false;
      this.#maybeInvalid = true;
      this.#terminate(this.#at + length);
      this.#maybeInvalid = true;
      return true;
    }
    if ((code | 32) !== 100 || this.#out.length > this.#statementStart || !this.#atLineStart()) return false;
    const command = /delimiter[ \t]+([a-z]{0,8}[/|@#!^&~]{2,4}|;)[ \t]*(?=\r|\n|$)/iy;
    command.lastIndex = this.#at;
    const found = command.exec(this.#text);
    if (!found) return false;
    this.#delimiter = found[1] ?? ';';
    this.#at = command.lastIndex;
    this.#maybeInvalid = true;
    return true;
  }
  readonly #isLineStart = () => this.#atLineStart();

  #atLineStart(): boolean {
    for (let at = this.#at - 1; at >= 0; at--) {
      const code = this.#text.charCodeAt(at);
      if (code === C.lf || code === C.cr) return true;
      if (code !== C.space && code !== C.tab && code !== 0xfeff) return false;
    }
    return true;
  }

  // Templates and client commands

  #template(code: number): boolean {
    const template = this.#templates.at(this.#at, code, this.#code(1), this.#brackets > 0);
    if (!template) return false;
    if (template.kind === T.unreadable) this.#reportUnreadable(template.reason, this.#at, template.end);
    this.#push(template.kind, template.end);
    return true;
  }

  #clientCommand(code: number): boolean {
    const start = this.#out.length === this.#statementStart;
    const { family } = this.#lexical;
    const command = clientCommandAt(this.#text, this.#at, code, family, start, this.#isLineStart);
    if (!command) return false;
    if (command.kind === 'terminator') this.#terminate(command.end ?? this.#at + 1);
    else this.#directive(command.end);
    return true;
  }

  /** Adds a client command line as a separate statement. It also ends the statement before it. */
  #directive(known: number | undefined): void {
    if (this.#out.length > this.#statementStart) this.#out.push(T.terminator, this.#at, this.#at);
    let end = known ?? this.#at;
    if (known === undefined) {
      while (end < this.#length && this.#text.charCodeAt(end) !== C.lf && this.#text.charCodeAt(end) !== C.cr) end++;
    }
    this.#push(T.directive, end);
    this.#out.push(T.terminator, end, end);
    this.#statementStart = this.#out.length;
  }

  // Words, numbers, quotes

  /** Whether `#` or `@` starts a name, as in `#t`, `##t`, `@x` and `@@x`. */
  #sigil(): boolean {
    const next = this.#code(1);
    return isLetter(next) || isDigit(next) || next === C.hash || next === C.at || next === C.dollar;
  }

  #word(code: number): void {
    const next = this.#code(1);
    if (next === C.quote || (next === 38 && (code | 32) === 117)) {
      if (this.#prefixed(code)) return;
    }
    const { sigils } = this.#lexical;
    const variable = sigils && code === C.at;
    const start = this.#at;
    // Clients find the DELIMITER inside words too: `END$$`.
    const inside = this.#delimiter !== ';' && this.#lexical.separator === 'delimiter';
    const delimiter = inside ? this.#delimiter.charCodeAt(0) : -1;
    let end = start + 1;
    for (; end < this.#length; end++) {
      const char = this.#text.charCodeAt(end);
      if (char === delimiter && this.#text.startsWith(this.#delimiter, end)) break;
      if (isLetter(char) || isDigit(char)) {
        if (this.#lexical.unicodeSpace && (char === 0xa0 || char === 0x3000)) break;
        continue;
      }
      if (char === C.dollar) {
        const after = this.#text.charCodeAt(end + 1);
        if (after === C.openBrace || (sigils && after === C.open)) break;
        continue;
      }
      if (sigils && (char === C.hash || char === C.at)) continue;
      break;
    }
    if (this.#lexical.family === 'mysql' && this.#text.charCodeAt(end) === C.quote && code === C.underscore) {
      this.#at = end;
      return this.#quoted(T.string, C.quote, true, start);
    }
    this.#push(variable ? T.param : T.word, end);
  }

  /** `E'…'`, `B'…'`, `X'…'`, `N'…'`, `U&'…'`, `U&"…"`. */
  #prefixed(code: number): boolean {
    const letter = code | 32;
    const start = this.#at;
    if (this.#code(1) === 38) {
      const quote = this.#code(2);
      if (this.#lexical.family !== 'psql' || (quote !== C.quote && quote !== C.doubleQuote)) return false;
      this.#at += 2;
      this.#quoted(quote === C.quote ? T.string : T.quoted, quote, false, start);
      return true;
    }
    const { backslash, family } = this.#lexical;
    if (letter === 101 && family === 'psql') {
      this.#at++;
      this.#quoted(T.string, C.quote, true, start, false);
      return true;
    }
    if (letter === 98 || letter === 120 || letter === 110) {
      this.#at++;
      this.#quoted(T.string, C.quote, backslash === 'always', start);
      return true;
    }
    return false;
  }

  #number(): void {
    const number = /0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
    number.lastIndex = this.#at;
    number.exec(this.#text);
    this.#push(T.number, Math.max(number.lastIndex, this.#at + 1));
  }

  #quoted(
    kind: typeof T.string | typeof T.quoted,
    close: number,
    escapes: boolean,
    start = this.#at,
    uncertain = kind === T.string && this.#mode.uncertain,
  ): void {
    const text = this.#text;
    const mark = String.fromCharCode(close);
    let end = this.#at + 1;
    let ambiguous = false;
    for (;;) {
      const found = text.indexOf(mark, end);
      if (found < 0) {
        this.#reportUnreadable(
          kind === T.string ? 'a string is not closed' : 'a quoted name is not closed',
          start,
          start + 1,
        );
        this.#at = start;
        return this.#push(T.unreadable, this.#length);
      }
      if (escapes || uncertain) {
        let slashes = 0;
        for (let at = found - 1; at >= end && text.charCodeAt(at) === C.backslash; at--) slashes++;
        if (slashes % 2 === 1) {
          if (uncertain && !ambiguous)
            this.#reportUnreadable(
              'where this string ends depends on a setting whose value is unknown',
              start,
              start + 1,
            );
          ambiguous = uncertain;
          if (escapes) {
            end = found + 1;
            continue;
          }
        }
      }
      if (text.charCodeAt(found + 1) === close) {
        end = found + 2;
        continue;
      }
      end = found + 1;
      break;
    }
    this.#at = start;
    this.#push(kind, end);
  }

  #doubleQuoted(): void {
    if (this.#lexical.doubleQuote === 'string') {
      return this.#quoted(T.string, C.doubleQuote, this.#lexical.backslash === 'always');
    }
    const template = this.#hasTemplates && this.#code(1) === C.openBrace ? quotedTemplateEnd(this.#text, this.#at) : -1;
    if (template >= 0) return this.#push(T.placeholder, template);
    this.#quoted(T.quoted, C.doubleQuote, false);
  }

  #dollar(): boolean {
    if (isDigit(this.#code(1))) {
      let end = this.#at + 2;
      while (isDigit(this.#text.charCodeAt(end))) end++;
      this.#push(T.param, end);
      return true;
    }
    if (!this.#lexical.dollarQuotes) return false;
    const tag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
    tag.lastIndex = this.#at;
    const found = tag.exec(this.#text);
    if (!found) return false;
    const close = this.#text.indexOf(found[0], tag.lastIndex);
    if (close < 0) {
      this.#reportUnreadable('a dollar-quoted string is not closed', this.#at, tag.lastIndex);
      this.#push(T.unreadable, this.#length);
    } else {
      this.#push(T.dollar, close + found[0].length);
    }
    return true;
  }

  #atSign(): void {
    const variable = /@@?(?:[\w$.]+|`[^`]*`|'[^']*'|"[^"]*")/y;
    variable.lastIndex = this.#at;
    if (variable.exec(this.#text)) return this.#push(T.param, variable.lastIndex);
    this.#push(T.op, this.#at + 1);
  }

  #operator(): void {
    if (!SECOND_CHARACTERS.has(this.#code(1))) return this.#push(T.op, this.#at + 1);
    const text = this.#text;
    if (OPERATORS_3.has(text.slice(this.#at, this.#at + 3))) return this.#push(T.op, this.#at + 3);
    if (OPERATORS_2.has(text.slice(this.#at, this.#at + 2))) return this.#push(T.op, this.#at + 2);
    this.#push(T.op, this.#at + 1);
  }
}

/** Splits a file into tokens and comments. */
export function lex(text: string, dialect: Dialect): TokenList {
  return new Lexer(text, LEXICAL[dialect], false).run();
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
  return new Lexer(text, lexical, true, false).run();
}

/** Splits text inside a statement (a routine body, a string run as SQL): no client commands, no COPY data. */
export function lexFragment(text: string, dialect: Dialect): TokenList {
  return new Lexer(text, LEXICAL[dialect], true).run();
}
