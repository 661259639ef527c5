import { decodeString } from '../../reader/body.ts';
import { lexFragment } from '../../text/lexer/index.ts';
import { T, type TokenList } from '../../text/tokens.ts';
import type { GrammarInput } from '../types.ts';
import { PLACEHOLDER } from './ast.ts';

/** Returns the replacement of a placeholder, of the same length, so that offsets stay correct. */
export type Replacer = (placeholder: string) => string;

/**
 * PostgreSQL's scanner takes quadratic time on a run of operator characters or of `/*`: 400 KB of `+` would take
 * minutes. Real operators are shorter than this, and comments are removed beforehand.
 */
const LONG_RUN = /[~!@#^&|`?+\-*/%<>=]{64,}/;
const NESTED_RUN = /(?:\/\*[~!@#^&|`?+\-*/%<>=]?){32,}/;
/** Template placeholders inside a dollar-quoted body. psql does not replace its variables there. */
const TEMPLATE = /\$\{[^{}\r\n]*\}|\{\{[^\r\n]*?\}\}+/g;

/**
 * Why the statement must not be passed to the grammar: part of it is unreadable, or would take hours to parse.
 * Undefined if it may be passed.
 */
export function reasonToSkip(input: GrammarInput): string | undefined {
  const { tokens, range } = input;
  const bodies = /^(?:DO|CREATE)$/.test(tokens.word(range.from));
  let runFrom = -1;
  for (let at = range.from; at < range.to; at++) {
    switch (tokens.kind(at)) {
      case T.unreadable:
        return 'part of it is unreadable';
      case T.op: {
        const touches = runFrom >= 0 && tokens.start(at) === tokens.end(at - 1);
        if (!touches) runFrom = tokens.start(at);
        const length = tokens.end(at) - runFrom;
        if (length >= 64 && LONG_RUN.test(tokens.text.slice(tokens.end(at) - 64, tokens.end(at)))) return TOO_LONG;
        break;
      }
      case T.dollar: {
        runFrom = -1;
        const raw = tokens.raw(at);
        if (LONG_RUN.test(raw) && isCostly(withoutComments(raw))) return TOO_LONG;
        break;
      }
      case T.string:
        runFrom = -1;
        if (bodies && LONG_RUN.test(tokens.raw(at)) && isCostly(decodeString(tokens.raw(at), false))) return TOO_LONG;
        // Escapes may produce a run that the raw text does not show.
        if (bodies && /^[eE]/.test(tokens.raw(at)) && isCostly(decodeString(tokens.raw(at), false))) return TOO_LONG;
        break;
      default:
        runFrom = -1;
    }
  }
  return undefined;
}

const TOO_LONG = 'it has a run of more than 63 operator characters';

/** Whether the text of a body is slow to scan, with or without its comments. */
function isCostly(text: string): boolean {
  if (!LONG_RUN.test(text)) return false;
  return NESTED_RUN.test(text) || LONG_RUN.test(blankComments(text, lexFragment(text, 'postgresql')));
}

function withoutComments(dollar: string): string {
  const tag = dollar.indexOf('$', 1) + 1;
  const body = dollar.slice(tag, -tag);
  if (!body.includes('/*') && !body.includes('--')) return dollar;
  return dollar.slice(0, tag) + blankComments(body, lexFragment(body, 'postgresql')) + dollar.slice(-tag);
}

function blankComments(text: string, { comments }: TokenList): string {
  let blank = '';
  let copied = 0;
  for (const { start, end } of comments) {
    blank += text.slice(copied, start) + ' '.repeat(end - start);
    copied = end;
  }
  return blank + text.slice(copied);
}

/** The statement with every placeholder replaced and every comment blanked. */
export function prepare({ tokens, range, span }: GrammarInput, replace: Replacer): string {
  const { comments, text } = tokens;
  let sql = '';
  let copied = span.start;
  let comment = firstComment(tokens, span.start);
  const put = (start: number, end: number, replacement: string) => {
    sql += text.slice(copied, start) + replacement;
    copied = end;
  };
  const blankBefore = (offset: number) => {
    for (let next = comments[comment]; next && next.start < offset; next = comments[++comment])
      put(next.start, next.end, ' '.repeat(next.end - next.start));
  };
  for (let at = range.from; at < range.to; at++) {
    const kind = tokens.kind(at);
    const isQuestionMark = kind === T.op && isParameter(tokens, at);
    if (kind !== T.placeholder && kind !== T.param && kind !== T.dollar && !isQuestionMark) continue;
    const raw = tokens.raw(at);
    let replacement: string;
    if (isQuestionMark) replacement = '1';
    else if (kind === T.placeholder && tokens.word(at - 1) === 'IN' && raw.length > 2)
      replacement = `(${PLACEHOLDER.repeat(raw.length - 2)})`;
    else if (kind === T.placeholder || raw.startsWith('%(')) replacement = replace(raw);
    else if (kind === T.dollar) replacement = withoutComments(raw).replace(TEMPLATE, replace);
    else continue;
    blankBefore(tokens.start(at));
    put(tokens.start(at), tokens.end(at), replacement);
  }
  blankBefore(span.end);
  return sql + text.slice(copied, span.end);
}

/** Words behind which an operand follows. */
const BEFORE_OPERAND = /^(?:AND|OR|NOT|WHERE|LIKE|ILIKE|BETWEEN|IN|LIMIT|OFFSET|WHEN|THEN|ELSE|SELECT|RETURNING|BY)$/;

const VALUES: ReadonlySet<number> = new Set([T.string, T.param, T.dollar, T.placeholder]);

/** Whether a `?` is a parameter of JDBC and the like: it stands where an operand must, not an operator. */
function isParameter(tokens: TokenList, at: number): boolean {
  if (tokens.word(at) !== '?') return false;
  const before = tokens.word(at - 1);
  // The operator `@?` of JSON paths.
  if (before === '@' && tokens.end(at - 1) === tokens.start(at) && VALUES.has(tokens.kind(at + 1))) return false;
  return tokens.kind(at - 1) === T.op ? !/^[)\]?]$/.test(before) : BEFORE_OPERAND.test(before);
}

/**
 * The index of the first comment at or after an offset, by binary search: a file may have many comments and statements.
 */
function firstComment({ comments }: TokenList, offset: number): number {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Replaces a placeholder with a name, but psql's `:'x'` and `%(x)s` with a string. */
export const asName: Replacer = (placeholder) =>
  /^(?::'|%)/.test(placeholder) ? asString(placeholder) : PLACEHOLDER.repeat(placeholder.length);

export const asString: Replacer = (placeholder) => `'${PLACEHOLDER.repeat(placeholder.length - 2)}'`;
