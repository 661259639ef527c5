import { T } from './tokens.ts';

/** A placeholder or control block of a template, found in SQL. */
export interface Template {
  readonly kind: typeof T.placeholder | typeof T.param | typeof T.unreadable;
  readonly end: number;
}

/** What the lexer knows where it looks for a template. */
export interface TemplateContext {
  readonly client: 'psql' | 'mysql' | 'sqlite' | 'sqlcmd';
  /** Inside `[…]` a colon is a slice. */
  readonly inBrackets: boolean;
}

const PERCENT = 37;
const COLON = 58;
const EQUALS = 61;
const AT = 64;

/** `{{#if}}`, `{{/if}}`, `{{^x}}`, `{{!x}}`, `{{>x}}` and what Go's templates call control. */
const CONTROL = /\{\{-?\s*(?:[#/^!>]|(?:if|else|end|range|with|define|block|template|break|continue)\b)/y;
/** Ruby in PostgreSQL: `<%` alone is an operator there. */
const ERB_CONTROL =
  /<%-?\s*(?:if|else|elsif|unless|end|for|while|until|case|when|do|begin|[\w.()]+\.each|foreach)\b[^;]*?%>/y;

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text) ? pattern.lastIndex : -1;
}

function found(kind: Template['kind'], end: number): Template | undefined {
  return end < 0 ? undefined : { kind, end };
}

/** The template at `at`, whose first two characters have the codes `code` and `next`; undefined where there is none. */
export function templateAt(
  text: string,
  at: number,
  code: number,
  next: number,
  context: TemplateContext,
): Template | undefined {
  switch (code) {
    case 36: // $
      if (next === 123) return found(T.placeholder, match(/\$\{[^{}\r\n]*\}/y, text, at));
      if (next === 40 && context.client === 'sqlcmd')
        return found(T.placeholder, match(/\$\([A-Za-z_][\w-]*\)/y, text, at));
      return undefined;
    case 123: // {
      if (next === PERCENT) return found(T.unreadable, match(/\{%[\s\S]*?%\}/y, text, at));
      if (next !== 123) return undefined;
      return found(match(CONTROL, text, at) < 0 ? T.placeholder : T.unreadable, match(/\{\{[^\r\n]*?\}\}+/y, text, at));
    case 60: // <
      if (next !== PERCENT) return undefined;
      if (text.charCodeAt(at + 2) === EQUALS) return found(T.placeholder, match(/<%=[^;]*?%>/y, text, at));
      return found(T.unreadable, match(context.client === 'psql' ? ERB_CONTROL : /<%[\s\S]*?%>/y, text, at));
    case PERCENT:
      return next === 40 ? found(T.param, match(/%\(\w+\)s/y, text, at)) : undefined;
    case COLON:
      return next === COLON || context.inBrackets ? undefined : variableAt(text, at, context.client);
    default:
      return undefined;
  }
}

/** `:name`, psql's `:'name'` and `:"name"`. psql pastes the text of `:name` in; to the others it is a value. */
function variableAt(text: string, at: number, client: TemplateContext['client']): Template | undefined {
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
  return match(/"\{\{-?\s*[\w.$ \t]*(?:"\w+"[ \t]*)+-?\}\}"/y, text, at);
}
