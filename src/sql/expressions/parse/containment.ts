import type { Expression } from '../expression.ts';
import { type Cursor, textOf } from './cursor.ts';
import { readArray } from './special-forms.ts';

/** PostgreSQL's containment operators. Our lexer splits each into several tokens. */
const OPERATORS: readonly (readonly [string, string])[] = [
  ['@', '>'],
  ['<', '@'],
  ['<<', '='],
  ['>>', '='],
  ['^', '@'],
];
const EMPTY = /^\s*(?:\{\s*\}|\[\s*\])\s*$/;
const ALL_ADDRESSES = /^(?:0\.0\.0\.0|::)\/0$/;
const UNBOUNDED = /^-?infinity$/i;

/** A range as a text, such as `[2024-01-01,)`, and what is between those of a multirange. */
const RANGE = /^\s*([[(])([^,"]*|"[^"]*"),([^,"]*|"[^"]*")([\])])\s*$/;
const BETWEEN_RANGES = /(?<=[\])])\s*,\s*(?=[[(])/;

/**
 * `left @> right` and its like, with the cursor at the operator; undefined, with the cursor unmoved, for anything else. What
 * contains the empty value, or is contained in the whole range, is so in every row. What is in a range of given ends is
 * compared with them.
 */
export function readContainment(
  parser: Cursor,
  left: Expression,
  depth: number,
  start: number,
): Expression | undefined {
  if (!parser.lexical.values.containment) return undefined;
  const { tokens, at: from } = parser;
  const operator = OPERATORS.find(([one, two]) => parser.word() === one && parser.word(1) === two);
  if (!operator || tokens.start(from + 1) !== tokens.end(from)) return undefined;
  parser.at += operator.length;
  const op = operator.join('');
  const ranges = op === '<@' ? readAnyOf(parser, depth) : undefined;
  if (ranges) {
    const parts = ranges.map((range) => isIn(left, range) ?? UNREAD);
    if (!parts.includes(UNREAD)) return joined('OR', parts);
    return parser.opaqueWith(left, start, from);
  }
  const right = parser.parse(8, depth + 1);
  if (op === '^@')
    return { kind: 'call', name: 'starts_with', args: [left, right], text: textOf(tokens, from, parser.at) };
  const [whole, part] = op === '@>' || op === '>>=' ? [left, right] : [right, left];
  if (isEmpty(part)) return { kind: 'binary', op: '=', left: whole, right: whole };
  if (isEverything(whole)) return { kind: 'binary', op: '=', left: part, right: part };
  return (
    (op === '@>' || op === '<@' ? (isItemOf(parser, part, whole) ?? isIn(part, whole)) : undefined) ??
    parser.opaqueWith(left, start, from)
  );
}

const UNREAD: Expression = { kind: 'constant', value: null };

/** The items of `ANY (ARRAY[…])`; undefined, with the cursor unmoved, for anything else. */
function readAnyOf(parser: Cursor, depth: number): readonly Expression[] | undefined {
  if (!/^(?:ANY|SOME)$/.test(parser.word()) || parser.word(1) !== '(') return undefined;
  const from = parser.at;
  parser.at++;
  const items = readArray(parser, parser.at + 1, depth);
  if (!items) parser.at = from;
  return items;
}

/** `ARRAY[x] <@ list`, which is `x = ANY (list)`; undefined for anything else. */
function isItemOf(parser: Cursor, part: Expression, list: Expression): Expression | undefined {
  const { tokens } = parser;
  if (part.kind !== 'opaque' || tokens.word(part.from) !== 'ARRAY' || tokens.word(part.from + 1) !== '[')
    return undefined;
  const inner = parser.inner(part.from + 2, part.to - 1);
  const arg = inner.parse(0, 0);
  if (inner.at < part.to - 1 || arg.kind !== 'column') return undefined;
  if (list.kind === 'column') return { kind: 'any', arg, operand: list, text: textOf(tokens, list.from, list.to) };
  const isQuery = list.kind === 'opaque' && tokens.word(list.from) === 'ARRAY' && tokens.word(list.from + 1) === '(';
  if (!isQuery || !/^(?:SELECT|WITH|VALUES)$/.test(tokens.word(list.from + 2))) return undefined;
  const from = list.from + 1;
  return { kind: 'query_in', arg, negated: false, from, to: list.to, text: textOf(tokens, from, list.to) };
}

/** Whether a value is in a range, as a comparison with the ends; undefined if they are not known. */
function isIn(value: Expression, range: Expression): Expression | undefined {
  if (value.kind !== 'column') return undefined;
  if (range.kind === 'call' && /multirange$/.test(range.name)) {
    const parts = range.args.map((part) => isIn(value, part));
    return parts.includes(undefined) ? undefined : joined('OR', parts as Expression[]);
  }
  if (range.kind === 'call' && /range$/.test(range.name)) {
    const [low, high, bounds] = range.args;
    const ends = bounds === undefined ? '[)' : bounds.kind === 'constant' ? String(bounds.value) : '';
    return low && high && ends.length === 2 ? isBetween(value, low, high, ends) : undefined;
  }
  if (range.kind !== 'constant' || typeof range.value !== 'string') return undefined;
  const text = /^\s*\{(.*)\}\s*$/.exec(range.value)?.[1] ?? range.value;
  if (text.length > MAX_RANGE) return undefined;
  const parts = text.split(BETWEEN_RANGES).map((part) => {
    const [, open = '', low = '', high = '', close = ''] = RANGE.exec(part) ?? [];
    return open === '' ? undefined : isBetween(value, endOf(low), endOf(high), open + close);
  });
  return parts.includes(undefined) ? undefined : joined('OR', parts as Expression[]);
}

/** Characters of a range that is written as a text. */
const MAX_RANGE = 1000;

function endOf(text: string): Expression {
  const end = text.trim().replaceAll('"', '');
  return { kind: 'constant', value: end === '' ? null : /^-?\d+(?:\.\d+)?$/.test(end) ? Number(end) : end };
}

function isBetween(value: Expression, low: Expression, high: Expression, bounds: string): Expression | undefined {
  const sides: Expression[] = [];
  for (const [end, op] of [
    [low, bounds.startsWith('[') ? '>=' : '>'],
    [high, bounds.endsWith(']') ? '<=' : '<'],
  ] as const) {
    if (isUnbounded(end)) continue;
    if (end.kind === 'column') return undefined;
    sides.push({ kind: 'binary', op, left: value, right: end });
  }
  return sides.length === 0 ? { kind: 'binary', op: '=', left: value, right: value } : joined('AND', sides);
}

function isUnbounded(end: Expression): boolean {
  return end.kind === 'constant' && (end.value === null || UNBOUNDED.test(String(end.value)));
}

function joined(op: 'AND' | 'OR', parts: readonly Expression[]): Expression | undefined {
  const [first, ...others] = parts;
  return others.reduce((left, right) => left && { kind: 'binary', op, left, right }, first);
}

function isEmpty(expression: Expression): boolean {
  if (expression.kind === 'constant') return typeof expression.value === 'string' && EMPTY.test(expression.value);
  return expression.kind === 'opaque' && /^ARRAY ?\[ ?\]$/i.test(expression.text);
}

function isEverything(expression: Expression): boolean {
  if (expression.kind === 'constant')
    return typeof expression.value === 'string' && ALL_ADDRESSES.test(expression.value);
  if (expression.kind !== 'call' || !/range$/.test(expression.name)) return false;
  const [low, high] = expression.args;
  return [low, high].every((end) => end !== undefined && isUnbounded(end));
}
