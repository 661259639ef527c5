import type { Expression } from '../expression.ts';
import { type Cursor, textOf } from './cursor.ts';

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

/**
 * `left @> right` and its like, with the cursor at the operator; undefined, with the cursor unmoved, for anything else. What
 * contains the empty value, or is contained in the whole range, is so in every row.
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
  const right = parser.parse(8, depth + 1);
  const op = operator.join('');
  if (op === '^@')
    return { kind: 'call', name: 'starts_with', args: [left, right], text: textOf(tokens, from, parser.at) };
  const [whole, part] = op === '@>' || op === '>>=' ? [left, right] : [right, left];
  if (isEmpty(part)) return { kind: 'binary', op: '=', left: whole, right: whole };
  if (isEverything(whole)) return { kind: 'binary', op: '=', left: part, right: part };
  return parser.opaqueWith(left, start, from);
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
  return [low, high].every(
    (end) => end?.kind === 'constant' && (end.value === null || UNBOUNDED.test(String(end.value))),
  );
}
