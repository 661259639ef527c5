import { decodeString } from '../../reader/body.ts';
import { lexFragment } from '../../text/lexer.ts';
import { T, type TokenList } from '../../text/tokens.ts';
import type { GrammarInput } from '../types.ts';
import { PLACEHOLDER } from './ast.ts';

/** What stands for a placeholder, as long as it is itself, so that offsets stay. */
export type Replace = (placeholder: string) => string;

/**
 * PostgreSQL's scanner goes through a run of operator characters once for each of them, and so through `/*` behind `/*`:
 * 400 KB of `+` would take minutes. Nobody writes an operator as long as this; comments are taken out before.
 */
const LONG_RUN = /[~!@#^&|`?+\-*/%<>=]{64,}/;
const NESTED_RUN = /(?:\/\*[~!@#^&|`?+\-*/%<>=]?){32,}/;
/** Templates inside a dollar-quoted body; psql's variables are not replaced there. */
const TEMPLATE = /\$\{[^{}\r\n]*\}|\{\{[^\r\n]*?\}\}+/g;

/**
 * Why the statement must not be given to the grammar: a part that no text can stand for, or that would take it
 * hours. Undefined where it may.
 */
export function refusal(input: GrammarInput): string | undefined {
  const { tokens, range } = input;
  const bodies = /^(?:DO|CREATE)$/.test(tokens.word(range.from));
  let runFrom = -1;
  for (let at = range.from; at < range.to; at++) {
    switch (tokens.kind(at)) {
      case T.unreadable:
        return 'a part of it cannot be read';
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
        // Escapes may spell what the characters do not show.
        if (bodies && /^[eE]/.test(tokens.raw(at)) && isCostly(decodeString(tokens.raw(at), false))) return TOO_LONG;
        break;
      default:
        runFrom = -1;
    }
  }
  return undefined;
}

const TOO_LONG = 'a run of operator characters is too long';

/** Whether a text that stands in a body, whatever comments it holds, is slow to scan. */
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

/** The statement with each placeholder replaced and each comment blank. */
export function prepare({ tokens, range, span }: GrammarInput, replace: Replace): string {
  const { comments, text } = tokens;
  let sql = '';
  let copied = span.start;
  let comment = firstComment(tokens, span.start);
  const put = (start: number, end: number, instead: string) => {
    sql += text.slice(copied, start) + instead;
    copied = end;
  };
  const blankBefore = (offset: number) => {
    for (let next = comments[comment]; next && next.start < offset; next = comments[++comment])
      put(next.start, next.end, ' '.repeat(next.end - next.start));
  };
  for (let at = range.from; at < range.to; at++) {
    const kind = tokens.kind(at);
    if (kind !== T.placeholder && kind !== T.param && kind !== T.dollar) continue;
    const raw = tokens.raw(at);
    let instead: string;
    if (kind === T.placeholder || raw.startsWith('%(')) instead = replace(raw);
    else if (kind === T.dollar) instead = withoutComments(raw).replace(TEMPLATE, replace);
    else continue;
    blankBefore(tokens.start(at));
    put(tokens.start(at), tokens.end(at), instead);
  }
  blankBefore(span.end);
  return sql + text.slice(copied, span.end);
}

/** The first comment at or behind an offset: a file may hold many comments, and many statements. */
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

/** A placeholder as a name; psql's `:'x'` and `%(x)s` are values. */
export const asName: Replace = (placeholder) =>
  /^(?::'|%)/.test(placeholder) ? asString(placeholder) : PLACEHOLDER.repeat(placeholder.length);

export const asString: Replace = (placeholder) => `'${PLACEHOLDER.repeat(placeholder.length - 2)}'`;
