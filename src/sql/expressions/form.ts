import type { Expression } from './expression.ts';
import { VOLATILE } from './functions.ts';

const MAX_DEPTH = 20;
const MAX_ITEMS = 100;

/** The equivalent operator when the operands are swapped. */
const SWAPPED_OPERATORS: Readonly<Record<string, string>> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

export function isSameForm(a: Expression, b: Expression): boolean {
  const left = canonicalForm(a);
  return left !== undefined && left === canonicalForm(b);
}

/** The operand that `x + 0`, `0 + x`, `x - 0`, `x * 1`, `1 * x` and `x / 1` equal. */
function unchangedOperand({ op, left, right }: Expression & { kind: 'binary' }): Expression | undefined {
  const neutral = { '+': 0, '-': 0, '*': 1, '/': 1 }[op];
  if (neutral === undefined) return undefined;
  if (right.kind === 'constant' && right.value === neutral) return left;
  return (op === '+' || op === '*') && left.kind === 'constant' && left.value === neutral ? right : undefined;
}

/** The expression that a call equals: `x` for `reverse(reverse(x))`, `upper(x)` for `upper(lower(x))`. */
function sameAsOperand({ name, args, text }: Expression & { kind: 'call' }): Expression | undefined {
  const [first, second] = args;
  if (name === 'format' && args.length === 2 && first?.kind === 'constant' && first.value === '%s') return second;
  if (args.length !== 1 || first?.kind !== 'call' || first.args.length !== 1) return undefined;
  if (name === 'reverse' && first.name === 'reverse') return first.args[0];
  if (!CASES.has(name) || !CASES.has(first.name)) return undefined;
  return { kind: 'call', name, args: first.args, text };
}

const CASES = new Set(['upper', 'lower', 'ucase', 'lcase']);

/**
 * Expressions with the same canonical form have the same value. Undefined for one that may differ between two
 * evaluations, and for a long one.
 */
export function canonicalForm(expression: Expression, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const inner = depth + 1;
  switch (expression.kind) {
    case 'constant':
      return JSON.stringify(expression.value);
    case 'column':
      // Prefixed, because a quoted column may look like a value: `"5" = 5`.
      return `column ${expression.text}`;
    case 'call': {
      const same = sameAsOperand(expression);
      if (same) return canonicalForm(same, inner);
      return VOLATILE.test(expression.name) ? undefined : joined(expression.name, expression.args, inner);
    }
    case 'unary': {
      const { op, arg } = expression;
      if (op === '-' && arg.kind === 'unary' && arg.op === '-') return canonicalForm(arg.arg, inner);
      return around(op, arg, '', inner);
    }
    case 'binary':
      return binaryForm(expression, inner);
    case 'is':
      return joined(`is ${not(expression)}${expression.what}`, [expression.arg], inner);
    case 'in':
      return joined(`${not(expression)}in`, [expression.arg, ...expression.items], inner);
    case 'between':
      return joined(`${not(expression)}between`, [expression.arg, expression.low, expression.high], inner);
    case 'like':
      return joined(`${not(expression)}like`, [expression.arg, expression.pattern], inner);
    case 'any':
      return around('any', expression.arg, ` ${expression.text}`, inner);
    case 'query_in':
      return around(`${not(expression)}in`, expression.arg, ` ${expression.text}`, inner);
    case 'opaque':
      // Texts of intervals do not count in facts of traffic.
      return /^INTERVAL\b/.test(expression.text) ? undefined : `opaque ${expression.text}`;
    case 'exists':
    case 'query':
      return `${expression.kind} ${expression.text}`;
    case 'case':
      return undefined;
  }
}

function not({ negated }: { readonly negated: boolean }): string {
  return negated ? 'not ' : '';
}

function around(before: string, part: Expression, after: string, depth: number): string | undefined {
  const form = canonicalForm(part, depth);
  return form === undefined ? undefined : `${before} ${form}${after}`;
}

function joined(head: string, parts: readonly Expression[], depth: number): string | undefined {
  if (parts.length > MAX_ITEMS) return undefined;
  const texts = parts.map((part) => canonicalForm(part, depth));
  return texts.some((text) => text === undefined) ? undefined : `${head}(${texts.join(', ')})`;
}

function binaryForm(expression: Expression & { kind: 'binary' }, depth: number): string | undefined {
  const same = unchangedOperand(expression);
  if (same) return canonicalForm(same, depth);
  const { op, left, right } = expression;
  // `5 <= a` and `a >= 5` are the same condition: constants go on the right.
  const swapped = SWAPPED_OPERATORS[op];
  if (swapped !== undefined && left.kind === 'constant' && right.kind !== 'constant')
    return joined(swapped, [right, left], depth);
  return joined(op, [left, right], depth);
}
