import { T } from '../text/tokens.ts';
import { isOneOf, type Words } from '../text/words.ts';
import type { SqlText } from './query.ts';

export const QUERY_WORDS = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE']);
export const SET_OPERATORS = new Set(['UNION', 'EXCEPT', 'INTERSECT', 'MINUS']);
/** Words that end a FROM list or a condition. */
export const CLAUSES = new Set(
  'WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH FOR WINDOW OPTION INTO LOCK RETURNING OUTPUT SET UNION EXCEPT INTERSECT MINUS QUALIFY PROCEDURE'.split(
    ' ',
  ),
);
/** Words after which a name follows, so that a clause word is one. */
const BEFORE_NAME = new Set(
  'AND OR NOT WHERE ON BETWEEN LIKE ILIKE IN IS FROM SELECT DISTINCT WHEN THEN ELSE CASE AS ALL BY'.split(' '),
);

/** Whether the token may end an operand, so that a clause may follow. */
function endsOperand({ tokens }: SqlText, at: number): boolean {
  const kind = tokens.kind(at);
  const word = tokens.word(at);
  if (kind === T.op) return word === ')' || word === ']' || word === '*';
  return kind !== T.word || !BEFORE_NAME.has(word);
}

/** The first clause word in `from` to `to` outside parentheses; `to` if there is none. */
export function clauseAfter(text: SqlText, from: number, to: number, words: Words = CLAUSES): number {
  const { tokens } = text;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (word === '(') at = closing(text, at, to);
    else if (
      isOneOf(word, words) &&
      (at === from || endsOperand(text, at - 1)) &&
      !/^(?:\.|WITHIN)$/.test(tokens.word(at - 1)) &&
      !(word === 'FOR' && tokens.word(at + 1) === 'SYSTEM_TIME')
    )
      return at;
  }
  return to;
}

/** The parenthesis that closes the one at `at`; `to` if none does. */
export function closing({ tokens }: SqlText, at: number, to: number): number {
  if (tokens.word(at) === '(') {
    const close = tokens.closing(at);
    return close >= 0 && close < to ? close : to;
  }
  let depth = 0;
  for (let next = at; next < to; next++) {
    const word = tokens.word(next);
    if (word === '(') depth++;
    else if (word === ')' && --depth === 0) return next;
  }
  return to;
}

/** Splits `from` to `to` at the words outside parentheses. */
export function splitAt(text: SqlText, from: number, to: number, words: Words): [number, number][] {
  const parts: [number, number][] = [];
  let first = from;
  for (let at = from; at < to; at++) {
    const word = text.tokens.word(at);
    if (word === '(') at = closing(text, at, to);
    else if (isOneOf(word, words)) {
      parts.push([first, at]);
      first = at + 1;
    }
  }
  parts.push([first, to]);
  return parts;
}
