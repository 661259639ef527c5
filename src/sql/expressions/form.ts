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
  const inner = (part: Expression) => canonicalForm(part, depth + 1);
  const join = (head: string, parts: readonly Expression[]): string | undefined => {
    if (parts.length > MAX_ITEMS) return undefined;
    const texts = parts.map(inner);
    return texts.some((text) => text === undefined) ? undefined : `${head}(${texts.join(', ')})`;
  };
  switch (expression.kind) {
    case 'constant':
      return JSON.stringify(expression.value);
    case 'column':
      // Prefixed, because a quoted column may look like a value: `"5" = 5`.
      return `column ${expression.text}`;
    case 'call': {
      const same = sameAsOperand(expression);
      if (same) return inner(same);
      return VOLATILE.test(expression.name) ? undefined : join(`${expression.name}`, expression.args);
    }
    case 'unary': {
      const { op, arg } = expression;
      if (op === '-' && arg.kind === 'unary' && arg.op === '-') return inner(arg.arg);
      const form = inner(arg);
      return form === undefined ? undefined : `${op} ${form}`;
    }
    case 'binary': {
      const same = unchangedOperand(expression);
      if (same) return inner(same);
      // `5 <= a` and `a >= 5` are the same condition: constants go on the right.
      const swapped = SWAPPED_OPERATORS[expression.op];
      if (swapped !== undefined && expression.left.kind === 'constant' && expression.right.kind !== 'constant') {
        return join(swapped, [expression.right, expression.left]);
      }
      return join(expression.op, [expression.left, expression.right]);
    }
    case 'is':
      return join(`is ${expression.negated ? 'not ' : ''}${expression.what}`, [expression.arg]);
    case 'in':
      return join(`${expression.negated ? 'not ' : ''}in`, [expression.arg, ...expression.items]);
    case 'between':
      return join(`${expression.negated ? 'not ' : ''}between`, [expression.arg, expression.low, expression.high]);
    case 'like':
      return join(`${expression.negated ? 'not ' : ''}like`, [expression.arg, expression.pattern]);
    case 'any': {
      const form = inner(expression.arg);
      return form === undefined ? undefined : `any ${form} ${expression.text}`;
    }
    case 'query_in': {
      const form = inner(expression.arg);
      return form === undefined ? undefined : `in ${form} ${expression.text}`;
    }
    case 'opaque':
      // Texts of intervals do not count in facts of traffic.
      if (/^INTERVAL\b/.test(expression.text)) return undefined;
      return `opaque ${expression.text}`;
    case 'exists':
    case 'query':
      return `${expression.kind} ${expression.text}`;
    case 'case':
      return undefined;
  }
}
