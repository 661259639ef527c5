import { T } from '../../text/tokens.ts';
import type { Expression } from '../expression.ts';
import { returnsOneRow } from './aggregate-query.ts';
import { type Cursor, textOf } from './cursor.ts';

export function readExists(parser: Cursor, depth: number): Expression {
  const open = parser.at;
  const { rows } = readConstantQuery(parser, depth);
  let where: Expression | undefined;
  for (let at = open + 2; at < parser.at; at++) {
    const word = parser.tokens.word(at);
    if (word === 'FROM') break;
    if (word !== 'WHERE') continue;
    const inner = parser.inner(at + 1, parser.at - 1);
    const condition = inner.parse(0, depth + 1);
    parser.tooDeep ||= inner.tooDeep;
    if (inner.at >= parser.at - 1) where = condition;
    break;
  }
  const text = textOf(parser.tokens, open, parser.at);
  const always = rows === 'always' || returnsOneRow(parser.tokens, open, parser.at - 1);
  return { kind: 'exists', always, where, from: open, to: parser.at, text };
}

export function readCase(parser: Cursor, depth: number): Expression {
  const from = parser.at;
  parser.at++;
  const operand = parser.word() === 'WHEN' ? undefined : parser.parse(0, depth + 1);
  const whens: { when: Expression; result: Expression }[] = [];
  while (parser.word() === 'WHEN') {
    parser.at++;
    const when = parser.parse(0, depth + 1);
    if (parser.word() !== 'THEN') break;
    parser.at++;
    whens.push({ when, result: parser.parse(0, depth + 1) });
  }
  let otherwise: Expression | undefined;
  if (parser.word() === 'ELSE') {
    parser.at++;
    otherwise = parser.parse(0, depth + 1);
  }
  if (parser.word() === 'END' && whens.length > 0) {
    parser.at++;
    return { kind: 'case', operand, whens, otherwise, from, to: parser.at };
  }
  let nesting = 0;
  for (parser.at = from; parser.at < parser.to; parser.at++) {
    if (parser.word() === 'CASE') nesting++;
    else if (parser.word() === 'END' && --nesting === 0) break;
  }
  parser.at = Math.min(parser.at + 1, parser.to);
  return parser.opaqueFrom(from);
}

/** A query without FROM: whether it always returns a row, and the value of its column. The cursor is at `(`. */
export function readConstantQuery(
  parser: Cursor,
  depth: number,
): { rows: 'always' | 'maybe'; value: Expression | undefined } {
  const open = parser.at;
  parser.skipBracket('(', ')');
  const close = parser.at - 1;
  const tokens = parser.tokens;
  const first = tokens.word(open + 1);
  if (first !== 'SELECT' && first !== 'VALUES') return { rows: 'maybe', value: undefined };
  for (let at = open + 2; at < close; at++) {
    const word = tokens.word(at);
    if (/^(?:FROM|WHERE|HAVING|LIMIT|UNION|INTERSECT|EXCEPT|OFFSET|FETCH)$/.test(word))
      return { rows: 'maybe', value: undefined };
  }
  const inner = parser.inner(open + 2, close);
  const value = inner.parse(0, depth + 1);
  parser.tooDeep ||= inner.tooDeep;
  if (inner.at < close && tokens.word(inner.at) === 'AS') inner.at = close;
  return { rows: 'always', value: inner.at >= close ? value : undefined };
}

/** The arguments of `extract(day FROM x)` and `substring(x FROM 1 FOR 2)`; undefined for the form with commas. */
export function readFromArguments(parser: Cursor, name: string, from: number, depth: number): Expression | undefined {
  const open = parser.at;
  const args: Expression[] = [];
  // The words between the arguments are arguments themselves: without them, two different calls would look alike.
  const word = () => args.push({ kind: 'constant', value: parser.word() }) && parser.at++;
  parser.at++;
  if (name === 'extract' || /^(?:BOTH|LEADING|TRAILING)$/.test(parser.word())) word();
  while (parser.at < parser.to && parser.word() !== ')') {
    if (/^(?:FROM|FOR|PLACING)$/.test(parser.word())) word();
    const before = parser.at;
    args.push(parser.parse(0, depth + 1));
    if (parser.at === before || !/^(?:FROM|FOR|PLACING|\))$/.test(parser.word())) break;
  }
  if (parser.word() === ')' && args.length > 0) {
    parser.at++;
    return { kind: 'call', name, args, text: textOf(parser.tokens, from, parser.at) };
  }
  parser.at = open;
  return undefined;
}

export function readArguments(parser: Cursor, depth: number): Expression[] {
  const from = parser.at;
  const items: Expression[] = [];
  parser.at++;
  if (parser.word() === ')') {
    parser.at++;
    return items;
  }
  for (;;) {
    if (parser.word() === 'DISTINCT' || parser.word() === 'ALL') parser.at++;
    if (parser.word() === '*') parser.at++;
    else items.push(parser.parse(0, depth + 1));
    if (parser.word() === ',') {
      parser.at++;
      continue;
    }
    break;
  }
  if (parser.word() === ')') parser.at++;
  else {
    parser.at = from;
    parser.skipBracket('(', ')');
    return [parser.opaqueFrom(from)];
  }
  return items;
}

/**
 * The items of `ARRAY[…]` or `'{}'`, with a cast or without, alone in the parentheses that open before `from`;
 * undefined, with the cursor unmoved, for anything else.
 */
export function readArray(parser: Cursor, from: number, depth: number): readonly Expression[] | undefined {
  const before = parser.at;
  const items: Expression[] = [];
  parser.at = from;
  const isEmptyText = parser.tokens.kind(from) === T.string && /^'\{\s*\}'$/.test(parser.tokens.raw(from));
  if (isEmptyText) parser.at++;
  else if (parser.word() === 'ARRAY' && parser.word(1) === '[') {
    parser.at++;
    do {
      parser.at++;
      if (parser.word() === ']') break;
      items.push(parser.parse(0, depth + 1));
    } while (parser.word() === ',');
    if (parser.word() !== ']') parser.at = parser.to;
    parser.at++;
  } else parser.at = parser.to;
  if (parser.word() === '::') {
    parser.at++;
    parser.typeName();
  }
  if (parser.word() === ')') {
    parser.at++;
    return items;
  }
  parser.at = before;
  return undefined;
}
