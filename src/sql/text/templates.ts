import type { Lexical } from './dialects.ts';
import { T } from './tokens.ts';

/** A template placeholder or control block in SQL. */
export interface Template {
  readonly kind: typeof T.placeholder | typeof T.param | typeof T.unreadable;
  readonly end: number;
  /** Why it is unreadable, if it is. */
  readonly reason: string;
}

const DOLLAR = 36;
const PERCENT = 37;
const COLON = 58;
const EQUALS = 61;
const AT = 64;

/**
 * Control blocks of Handlebars and Mustache (`{{#if}}`, `{{/if}}`, `{{^x}}`, `{{!x}}`, `{{>x}}`) and of Go templates.
 */
const CONTROL = /\{\{-?\s*(?:[#/^!>]|(?:if|else|end|range|with|define|block|template|break|continue)\b)/y;
/** Why a control block is unreadable. */
export const CONTROL_BLOCK = 'a template control block, so which SQL runs is unknown';

/** Why a template that is not one name or value is unreadable. */
export const ANY_TEXT = 'a template that may insert any text, so which SQL runs is unknown';
/** Why a line comment next to a trim mark is unreadable. */
export const JOINED_LINES = 'a template that may remove the end of a comment line, so which SQL runs is unknown';

/** Calls, with their first argument, that give a text which the template does not show, or more than one word. */
const INSERTING_CALLS =
  /(?:\b(?:include|import|partial|render|tpl|template|read|readlines|readFile|load|file|exec|eval|system|print|println|cat|concat|list|join|pack|unpack1?|chr|char|fromCharCode|fromCodePoint|b64dec|b64decode|base64|decode|decode64|unescape|humanize|titleize)(?:\s*\(|\s+["'`:@.$\w])|[.|]\s*(?:pack|unpack1?|chr|join|b64dec|b64decode|decode64|humanize|titleize)\b|\bFile\b|\.Files\b|\b(?:lookup|query)\s*\((?!\s*["'](?:env|vars)["']))/;
/** `${NAME:-default}` and `${NAME/pattern/replacement}` of shells, with the constants. */
const SHELL_CONSTANT = /^\w+(?:\/|:?[-=+])(.*)$/;
/** The end of a template that may remove the white space after it. */
export const TRIM_END = /(?:[-~]\}{2,3}|-[%#]\}|[-_]%>)$/;

/**
 * Whether the expression in a template gives one name or value, as far as its text shows. One with a constant that is
 * more than a word, a list, or a call that reads or builds text may give any SQL.
 */
export function isOneValue(expression: string): boolean {
  if (!/^[\w.$@:(]/.test(expression) || INSERTING_CALLS.test(expression)) return false;
  // A list: an index follows a name.
  if (/(?<![\w)\]])\[/.test(expression)) return false;
  return /^[^'"`;<>\\\r\n]+$/.test(expression.replace(/(["'])(?:\w+(?:[-.]\w+)*)?\1/g, ''));
}

/** Whether the inside of `${…}` is one name or value. Unlike an expression, it may have constants without quotes. */
function isVariable(inside: string): boolean {
  const given = SHELL_CONSTANT.exec(inside)?.[1];
  return isOneValue(inside) && (given === undefined || /^\$?(?:\w+(?:[-.:/]\w+)*)?$/.test(given));
}

/** Control blocks of ERB, for dialects in which `<%` without them is an operator. */
const ERB_CONTROL = /<%-?\s*(?:if|else|elsif|unless|end|for|while|until|case|when|do|begin|foreach|[\w.()]+\.each)\b/y;

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text) ? pattern.lastIndex : -1;
}

function found(kind: Template['kind'], end: number, reason = CONTROL_BLOCK): Template | undefined {
  return end < 0 ? undefined : { kind, end, reason };
}

/**
 * Finds templates in one text, scanned from start to end. Positions of closing marks are cached, so the scan stays
 * linear.
 */
export class Templates {
  readonly #text: string;
  readonly #lexical: Lexical;
  /** The next position of each mark, valid for searches that start between `from` and `at`. */
  readonly #next = new Map<string, { from: number; at: number }>();

  constructor(text: string, lexical: Lexical) {
    this.#text = text;
    this.#lexical = lexical;
  }

  /** The template at `at`, whose first two characters are `code` and `next`. Inside `[…]` a colon is an array slice. */
  at(at: number, code: number, next: number, inBrackets: boolean): Template | undefined {
    switch (code) {
      case DOLLAR:
        return this.#dollar(at, next);
      case 123: // {
        return this.#brace(at, next);
      case 60: // <
        return next === PERCENT ? this.#erb(at) : undefined;
      case PERCENT:
        return next === 40 ? found(T.param, match(/%\(\w+\)s/y, this.#text, at)) : undefined;
      case COLON:
        if (inBrackets) return this.#inSlice(at);
        return next === COLON ? undefined : variableAt(this.#text, at, this.#lexical);
      default:
        return undefined;
    }
  }

  /** `a[1:n]` is a slice, unless psql has a variable `n`: then it inserts the text of that. */
  #inSlice(at: number): Template | undefined {
    if (this.#lexical.clientVariables !== 'colon') return undefined;
    const end = match(/:[A-Za-z_]\w*/y, this.#text, at);
    const name = end < 0 ? '' : this.#text.slice(at + 1, end);
    if (PSQL_VARIABLE.test(name))
      return found(T.unreadable, end, `psql inserts the text of its variable \`${name}\` here, if it runs the file`);
    // A command of the file may set it.
    return name !== '' && /\\(?:set|gset|getenv|prompt)\b/.test(this.#text) ? found(T.placeholder, end) : undefined;
  }

  /** `${…}`, and `$(…)` of sqlcmd. */
  #dollar(at: number, next: number): Template | undefined {
    const text = this.#text;
    if (next === 123) {
      const end = match(/\$\{[^{}\r\n]*\}/y, text, at);
      return end < 0 || isVariable(text.slice(at + 2, end - 1).trim())
        ? found(T.placeholder, end)
        : found(T.unreadable, end, ANY_TEXT);
    }
    if (next !== 40 || this.#lexical.clientVariables !== 'dollar') return undefined;
    return found(T.placeholder, match(/\$\([A-Za-z_][\w-]*\)/y, text, at));
  }

  /** `{% … %}`, `{{ … }}`, and `{$NAME}` of PHP programs such as Phabricator. */
  #brace(at: number, next: number): Template | undefined {
    if (next === DOLLAR) return found(T.placeholder, match(/\{\$\w+\}/y, this.#text, at));
    if (next === PERCENT) return found(T.unreadable, this.#close('%}', at));
    if (next !== 123) return undefined;
    if (match(CONTROL, this.#text, at) >= 0) return found(T.unreadable, this.#closeBraces(at));
    return this.#expression(at, this.#closeBraces(at), /^\{\{\{?[-~]?&?([^{}]*?)[-~]?\}\}\}?$/);
  }

  /** `<% … %>` and `<%= … %>`. */
  #erb(at: number): Template | undefined {
    if (this.#text.charCodeAt(at + 2) === EQUALS)
      return this.#expression(at, this.#close('%>', at, ';'), /^<%==?([^%]*?)-?%>$/);
    if (!this.#lexical.percentOperators) return found(T.unreadable, this.#close('%>', at));
    return match(ERB_CONTROL, this.#text, at) < 0 ? undefined : found(T.unreadable, this.#close('%>', at, ';'));
  }

  #expression(at: number, end: number, marks: RegExp): Template | undefined {
    const inner = end < 0 ? undefined : marks.exec(this.#text.slice(at, end))?.[1]?.trim();
    return inner !== undefined && isOneValue(inner) ? found(T.placeholder, end) : found(T.unreadable, end, ANY_TEXT);
  }

  /** The offset after the next `mark`; -1 if there is none or one of `stops` comes first. */
  #close(mark: string, at: number, ...stops: readonly string[]): number {
    const end = this.#find(mark, at + 2);
    if (end === Number.POSITIVE_INFINITY || stops.some((stop) => this.#find(stop, at + 2) < end)) return -1;
    return end + mark.length;
  }

  /** The offset after the `}}` on the same line and any further closing braces. */
  #closeBraces(at: number): number {
    let end = this.#close('}}', at, '\n', '\r');
    if (end >= 0) while (this.#text.charCodeAt(end) === 125) end++;
    return end;
  }

  #find(mark: string, from: number): number {
    const known = this.#next.get(mark);
    if (known && known.from <= from && from <= known.at) return known.at;
    const index = this.#text.indexOf(mark, from);
    const at = index < 0 ? Number.POSITIVE_INFINITY : index;
    this.#next.set(mark, { from, at });
    return at;
  }
}

/** Variables that psql has or sets itself (PostgreSQL docs, psql, Variables). */
const PSQL_VARIABLE =
  /^(?:AUTOCOMMIT|COMP_KEYWORD_CASE|DBNAME|ECHO|ECHO_HIDDEN|ENCODING|ERROR|FETCH_COUNT|HIDE_TABLEAM|HIDE_TOAST_COMPRESSION|HISTCONTROL|HISTFILE|HISTSIZE|HOST|IGNOREEOF|LASTOID|LAST_ERROR_MESSAGE|LAST_ERROR_SQLSTATE|ON_ERROR_ROLLBACK|ON_ERROR_STOP|PORT|PROMPT[123]|QUIET|ROW_COUNT|SERVER_VERSION_NAME|SERVER_VERSION_NUM|SERVICE|SHELL_ERROR|SHELL_EXIT_CODE|SHOW_ALL_RESULTS|SHOW_CONTEXT|SINGLELINE|SINGLESTEP|SQLSTATE|USER|VERBOSITY|VERSION|VERSION_NAME|VERSION_NUM|WATCH_INTERVAL)$/;

/** `:name`, and psql's `:'name'` and `:"name"`. psql inserts the text of `:name`; elsewhere it is a bind parameter. */
function variableAt(text: string, at: number, { clientVariables }: Lexical): Template | undefined {
  const before = text.charCodeAt(at - 1);
  if (before === COLON) return undefined;
  if (clientVariables === 'colon')
    return found(T.placeholder, match(/:(?:[A-Za-z_]\w*(?:!(?!=))?|'\w+'|"\w+")/y, text, at));
  // In `label:name`, the colon ends a label.
  const label = /[\w\]`"$\u0080-\uffff]/.test(text.charAt(at - 1)) || before === AT;
  return label ? undefined : found(T.param, match(/:[A-Za-z_]\w*/y, text, at));
}

/**
 * The end of a quoted name that is one template, such as `"{{ index .Options "Schema" }}"`; -1 if there is none at
 * `at`. The template's own quotes may hold only one word each. That is safe however a server reads the quotes: no SQL
 * fits.
 */
export function quotedTemplateEnd(text: string, at: number): number {
  return match(/"\{\{-?[\w.$ \t]*(?:"\w+"[ \t]*)+-?\}\}"/y, text, at);
}

/**
 * Whether a template's trim mark at the end of a line comment, or at the start of the text after it, may remove the
 * line end between them.
 */
export function trimsLineEnd(text: string, comment: string, end: number): boolean {
  if (TRIM_END.test(comment) && /\{[{%#]|<%/.test(comment)) return true;
  let next = end;
  while (/\s/.test(text.charAt(next))) next++;
  return /^\{(?:\{[-~]|[%#]-)/.test(text.slice(next, next + 3));
}
