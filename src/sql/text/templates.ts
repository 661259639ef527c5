import type { Lexical } from './dialects.ts';
import { T } from './tokens.ts';

/** A placeholder or control block of a template, found in SQL. */
export interface Template {
  readonly kind: typeof T.placeholder | typeof T.param | typeof T.unreadable;
  readonly end: number;
}

type Client = Lexical['family'];

const PERCENT = 37;
const COLON = 58;
const EQUALS = 61;
const AT = 64;

/** `{{#if}}`, `{{/if}}`, `{{^x}}`, `{{!x}}`, `{{>x}}` and what Go's templates call control. */
const CONTROL = /\{\{-?\s*(?:[#/^!>]|(?:if|else|end|range|with|define|block|template|break|continue)\b)/y;
/** Ruby in PostgreSQL: `<%` alone is an operator there. */
const ERB_CONTROL = /<%-?\s*(?:if|else|elsif|unless|end|for|while|until|case|when|do|begin|foreach|[\w.()]+\.each)\b/y;

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text) ? pattern.lastIndex : -1;
}

function found(kind: Template['kind'], end: number): Template | undefined {
  return end < 0 ? undefined : { kind, end };
}

/** Finds templates in one text, from its start to its end: what is looked for once is not looked for again. */
export class Templates {
  readonly #text: string;
  readonly #client: Client;
  /** Where each mark stands next, and from where on that is known. */
  readonly #next = new Map<string, { from: number; at: number }>();

  constructor(text: string, client: Client) {
    this.#text = text;
    this.#client = client;
  }

  /** The template at `at`, whose first two characters have the codes `code` and `next`; inside `[…]` a colon is a slice. */
  at(at: number, code: number, next: number, inBrackets: boolean): Template | undefined {
    const text = this.#text;
    switch (code) {
      case 36: // $
        if (next === 123) return found(T.placeholder, match(/\$\{[^{}\r\n]*\}/y, text, at));
        if (next !== 40 || this.#client !== 'sqlcmd') return undefined;
        return found(T.placeholder, match(/\$\([A-Za-z_][\w-]*\)/y, text, at));
      case 123: // {
        if (next === PERCENT) return found(T.unreadable, this.#close('%}', at));
        if (next !== 123) return undefined;
        return found(match(CONTROL, text, at) < 0 ? T.placeholder : T.unreadable, this.#closeBraces(at));
      case 60: // <
        if (next !== PERCENT) return undefined;
        if (text.charCodeAt(at + 2) === EQUALS) return found(T.placeholder, this.#close('%>', at, ';'));
        if (this.#client !== 'psql') return found(T.unreadable, this.#close('%>', at));
        return match(ERB_CONTROL, text, at) < 0 ? undefined : found(T.unreadable, this.#close('%>', at, ';'));
      case PERCENT:
        return next === 40 ? found(T.param, match(/%\(\w+\)s/y, text, at)) : undefined;
      case COLON:
        return next === COLON || inBrackets ? undefined : variableAt(text, at, this.#client);
      default:
        return undefined;
    }
  }

  /** Behind the next `mark`, or -1 where there is none, or one of `stops` comes first. */
  #close(mark: string, at: number, ...stops: readonly string[]): number {
    const end = this.#find(mark, at + 2);
    if (end === Number.POSITIVE_INFINITY || stops.some((stop) => this.#find(stop, at + 2) < end)) return -1;
    return end + mark.length;
  }

  /** Behind the `}}` on the same line, and all further braces. */
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

/** `:name`, psql's `:'name'` and `:"name"`. psql pastes the text of `:name` in; to the others it is a value. */
function variableAt(text: string, at: number, client: Client): Template | undefined {
  const before = text.charCodeAt(at - 1);
  if (before === COLON) return undefined;
  if (client === 'psql') return found(T.placeholder, match(/:(?:[A-Za-z_]\w*|'\w+'|"\w+")/y, text, at));
  // `label:` ends in a colon that is no part of what follows.
  const label = /[\w\]`"$\u0080-\uffff]/.test(text.charAt(at - 1)) || before === AT;
  return label ? undefined : found(T.param, match(/:[A-Za-z_]\w*/y, text, at));
}

/**
 * `"{{ index .Options "Schema" }}"`: a quoted name that a template fills, whose own quotes hold one word each.
 * Returns its end, or -1. Between such quotes there is no room for more than a word, whoever reads them.
 */
export function quotedTemplateEnd(text: string, at: number): number {
  return match(/"\{\{-?[\w.$ \t]*(?:"\w+"[ \t]*)+-?\}\}"/y, text, at);
}
