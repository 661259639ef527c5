import type { Constant, Expression } from './parse.ts';

/** The value of a condition for all data. NULL in a column is ignored: `id = id` counts as true. */
export type Truth = 'true' | 'false' | 'null' | 'maybe';

const MAX_DEPTH = 300;
const NEGATED_OPERATORS: Record<string, string> = { '=': '<>', '<>': '=', '<': '>=', '>=': '<', '>': '<=', '<=': '>' };
export const VOLATILE =
  /^(?:random|rand|uuid|newid|nextval|gen_random_uuid|uuid_generate_v4|clock_timestamp|checksum|newsequentialid)$/;

/** The equivalent operator when the operands are swapped. */
const SWAPPED_OPERATORS: Record<string, string> = { '=': '=', '<>': '<>', '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

class TooDeep extends Error {}

/**
 * Whether the condition is true for every row (`1=1`, `id = id`, `a OR true`, `x LIKE '%'`), for none, or for some.
 * Undefined if it is nested too deep to evaluate.
 */
export function truthOfCondition(condition: Expression): Truth | undefined {
  try {
    return truth(condition, 0);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

function truth(expression: Expression, depth: number): Truth {
  if (depth > MAX_DEPTH) throw new TooDeep();
  switch (expression.kind) {
    case 'constant':
      return truthOf(expression.value);
    case 'unary':
      return expression.op === 'not' ? negate(truth(expression.arg, depth + 1)) : constantTruth(expression, depth);
    case 'binary':
      return binaryTruth(expression, depth);
    case 'is':
      return isTruth(expression, depth);
    case 'in':
      return inTruth(expression, depth);
    case 'between': {
      const low: Expression = { kind: 'binary', op: '>=', left: expression.arg, right: expression.low };
      const high: Expression = { kind: 'binary', op: '<=', left: expression.arg, right: expression.high };
      const both = and(truth(low, depth + 1), truth(high, depth + 1));
      return expression.negated ? negate(both) : both;
    }
    case 'like': {
      const pattern = fold(expression.pattern, depth + 1);
      const same = sameForm(expression.arg, expression.pattern);
      const value = fold(expression.arg, depth + 1);
      let result: Truth = 'maybe';
      if (same || (typeof pattern === 'string' && /^%+$/.test(pattern))) result = 'true';
      else if (typeof pattern === 'string' && typeof value === 'string' && !/[%_\\]/.test(pattern)) {
        result = pattern === value ? 'true' : 'false';
      }
      return expression.negated ? negate(result) : result;
    }
    case 'exists':
      if (expression.always) return 'true';
      return expression.where ? truth(expression.where, depth + 1) : 'maybe';
    case 'case': {
      const all = new Set(expression.branches.map((branch) => truth(branch, depth + 1)));
      return all.size === 1 ? ([...all][0] as Truth) : 'maybe';
    }
    case 'call':
      return constantTruth(expression, depth);
    default:
      return 'maybe';
  }
}

function truthOf(value: Constant): Truth {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') return value !== 0 ? 'true' : 'false';
  if (/^\s*(?:t|true|y|yes|on)\s*$/i.test(value)) return 'true';
  const number = Number.parseFloat(value);
  return Number.isNaN(number) || number === 0 ? 'false' : 'true';
}

function constantTruth(expression: Expression, depth: number): Truth {
  const value = fold(expression, depth + 1);
  return value === undefined ? 'maybe' : truthOf(value);
}

function negate(value: Truth): Truth {
  if (value === 'maybe' || value === 'null') return value;
  return value === 'true' ? 'false' : 'true';
}

function and(a: Truth, b: Truth): Truth {
  if (a === 'false' || b === 'false') return 'false';
  if (a === 'maybe' || b === 'maybe') return 'maybe';
  return a === 'null' || b === 'null' ? 'null' : 'true';
}

/** The operands of a chain of one operator. Not recursive: a chain may have tens of thousands of operands. */
export function chain(expression: Expression, op: string): readonly Expression[] {
  const terms: Expression[] = [];
  const open: Expression[] = [expression];
  while (open.length > 0) {
    const next = open.pop() as Expression;
    if (next.kind === 'binary' && next.op === op) open.push(next.left, next.right);
    else terms.push(next);
  }
  return terms;
}

function binaryTruth(expression: Expression & { kind: 'binary' }, depth: number): Truth {
  switch (expression.op) {
    case 'AND': {
      let all: Truth = 'true';
      for (const term of chain(expression, 'AND')) {
        all = and(all, truth(term, depth + 1));
        if (all === 'false') return all;
      }
      return all;
    }
    case 'OR': {
      let combined: Truth = 'false';
      const seen = new Set<string>();
      for (const term of chain(expression, 'OR')) {
        const value = truth(term, depth + 1);
        if (value === 'true') return 'true';
        if (value === 'maybe') combined = 'maybe';
        else if (value === 'null' && combined === 'false') combined = 'null';
        const key = canonicalForm(term, 0);
        if (key === undefined) continue;
        const opposite = negatedForm(term);
        if (opposite !== undefined && seen.has(opposite)) return 'true';
        seen.add(key);
        if (term.kind === 'unary' && term.op === 'not') {
          const inner = canonicalForm(term.arg, 0);
          if (inner !== undefined && seen.has(inner)) return 'true';
        } else if (seen.has(`not ${key}`)) return 'true';
      }
      return combined;
    }
    case 'XOR': {
      const left = truth(expression.left, depth + 1);
      const right = truth(expression.right, depth + 1);
      if (left === 'maybe' || right === 'maybe') return 'maybe';
      if (left === 'null' || right === 'null') return 'null';
      return left === right ? 'false' : 'true';
    }
  }
  if (!(expression.op in NEGATED_OPERATORS) && expression.op !== '<=>' && expression.op !== '<!=>')
    return constantTruth(expression, depth);
  const left = fold(expression.left, depth + 1);
  const right = fold(expression.right, depth + 1);
  if (left !== undefined && right !== undefined) return compare(expression.op, left, right);
  if (sameForm(expression.left, expression.right)) {
    return ['=', '<=', '>=', '<=>'].includes(expression.op) ? 'true' : 'false';
  }
  return booleanComparison(expression, left, right, depth);
}

/** A condition compared with a constant: `(1=1) = true`. */
function booleanComparison(
  expression: Expression & { kind: 'binary' },
  left: Constant | undefined,
  right: Constant | undefined,
  depth: number,
): Truth {
  const constant = typeof left === 'boolean' ? left : typeof right === 'boolean' ? right : undefined;
  if (constant === undefined || (expression.op !== '=' && expression.op !== '<>')) return 'maybe';
  const other = truth(typeof left === 'boolean' ? expression.right : expression.left, depth + 1);
  if (other === 'maybe' || other === 'null') return other;
  return ((other === 'true') === constant) === (expression.op === '=') ? 'true' : 'false';
}

function compare(op: string, a: Constant, b: Constant): Truth {
  if (op === '<=>') return same(a, b) ? 'true' : 'false';
  if (op === '<!=>') return same(a, b) ? 'false' : 'true';
  if (a === null || b === null) return 'null';
  const [x, y] = typeof a === typeof b ? [a, b] : [asNumber(a), asNumber(b)];
  const holds = {
    '=': x === y,
    '<>': x !== y,
    '<': x < y,
    '>': x > y,
    '<=': x <= y,
    '>=': x >= y,
  }[op];
  return holds === true ? 'true' : 'false';
}

function same(a: Constant, b: Constant): boolean {
  return a === b || (a !== null && b !== null && typeof a !== typeof b && asNumber(a) === asNumber(b));
}

function asNumber(value: Constant): number {
  if (typeof value === 'string') return /^\s*t(?:rue)?\s*$/i.test(value) ? 1 : Number.parseFloat(value) || 0;
  return Number(value);
}

function isTruth(expression: Expression & { kind: 'is' }, depth: number): Truth {
  const flip = (value: Truth) => (expression.negated ? negate(value) : value);
  switch (expression.what) {
    case 'NULL':
    case 'UNKNOWN': {
      const value = fold(expression.arg, depth + 1);
      return value === undefined ? 'maybe' : flip(value === null ? 'true' : 'false');
    }
    case 'TRUE':
      return flip(nullAsFalse(truth(expression.arg, depth + 1)));
    case 'FALSE':
      return flip(nullAsFalse(negate(truth(expression.arg, depth + 1))));
    default:
      return 'maybe';
  }
}

/** `NULL IS TRUE` is false. */
function nullAsFalse(value: Truth): Truth {
  return value === 'null' ? 'false' : value;
}

function inTruth(expression: Expression & { kind: 'in' }, depth: number): Truth {
  const value = fold(expression.arg, depth + 1);
  let decided = value !== undefined;
  let unknown = value === null;
  for (const item of expression.items) {
    if (sameForm(expression.arg, item)) return expression.negated ? 'false' : 'true';
    const constant = value === undefined ? undefined : fold(item, depth + 1);
    if (constant === null) unknown = true;
    if (constant === undefined) decided = false;
    else if (value !== undefined && compare('=', value, constant) === 'true')
      return expression.negated ? 'false' : 'true';
  }
  if (!decided) return 'maybe';
  if (unknown) return 'null';
  return expression.negated ? 'true' : 'false';
}

/** The constant value of an expression; undefined if it depends on data or is unknown. */
function fold(expression: Expression, depth: number): Constant | undefined {
  if (depth > MAX_DEPTH) throw new TooDeep();
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'unary': {
      if (expression.op === 'not') return foldTruth(expression, depth);
      const value = fold(expression.arg, depth + 1);
      return value === undefined || value === null ? value : -asNumber(value);
    }
    case 'binary': {
      if (expression.op in NEGATED_OPERATORS || ['AND', 'OR', 'XOR', '<=>', '<!=>'].includes(expression.op)) {
        return foldTruth(expression, depth);
      }
      const left = fold(expression.left, depth + 1);
      if (left === undefined) return undefined;
      const right = fold(expression.right, depth + 1);
      return right === undefined ? undefined : arithmetic(expression.op, left, right);
    }
    case 'is':
    case 'in':
    case 'between':
    case 'like':
    case 'exists':
      return foldTruth(expression, depth);
    case 'call':
      return foldCall(expression, depth);
    case 'case': {
      const [first, ...others] = expression.branches.map((branch) => fold(branch, depth + 1));
      return others.every((value) => value === first) ? first : undefined;
    }
    default:
      return undefined;
  }
}

function foldTruth(expression: Expression, depth: number): boolean | null | undefined {
  const value = truth(expression, depth + 1);
  if (value === 'null') return null;
  return value === 'maybe' ? undefined : value === 'true';
}

function arithmetic(op: string, a: Constant, b: Constant): Constant | undefined {
  if (a === null || b === null) return null;
  if (op === '||') return `${a}${b}`;
  const x = asNumber(a);
  const y = asNumber(b);
  switch (op) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return y === 0 ? null : x / y;
    case 'DIV':
      return y === 0 ? null : Math.trunc(x / y);
    case '%':
    case 'MOD':
      return y === 0 ? null : x % y;
    default:
      return undefined;
  }
}

function foldCall(expression: Expression & { kind: 'call' }, depth: number): Constant | undefined {
  if (!/^(?:coalesce|ifnull|nvl|isnull|if|iif|abs|lower|upper|length|concat)$/.test(expression.name)) return undefined;
  const values = expression.args.map((arg) => fold(arg, depth + 1));
  const [first, second, third] = values;
  switch (expression.name) {
    case 'coalesce':
    case 'ifnull':
    case 'nvl':
    case 'isnull':
      for (const value of values) {
        if (value === undefined) return undefined;
        if (value !== null) return value;
      }
      return null;
    case 'if':
    case 'iif':
      if (first === undefined) return undefined;
      return truthOf(first) === 'true' ? second : third;
    case 'abs':
      return first === undefined || first === null ? first : Math.abs(asNumber(first));
    case 'lower':
      return typeof first === 'string' ? first.toLowerCase() : undefined;
    case 'upper':
      return typeof first === 'string' ? first.toUpperCase() : undefined;
    case 'length':
      return typeof first === 'string' ? first.length : undefined;
    default:
      return values.every((value) => value !== undefined) ? values.join('') : undefined;
  }
}

function sameForm(a: Expression, b: Expression): boolean {
  const left = canonicalForm(a, 0);
  return left !== undefined && left === canonicalForm(b, 0);
}

/** The canonical form of the condition's negation. */
function negatedForm(expression: Expression): string | undefined {
  if (expression.kind === 'binary' && NEGATED_OPERATORS[expression.op]) {
    return canonicalForm({ ...expression, op: NEGATED_OPERATORS[expression.op] as string }, 0);
  }
  if ('negated' in expression) return canonicalForm({ ...expression, negated: !expression.negated }, 0);
  return undefined;
}

/** The operand that `x + 0`, `0 + x`, `x - 0`, `x * 1`, `1 * x` and `x / 1` equal. */
function unchangedOperand({ op, left, right }: Expression & { kind: 'binary' }): Expression | undefined {
  const neutral = { '+': 0, '-': 0, '*': 1, '/': 1 }[op];
  if (neutral === undefined) return undefined;
  if (right.kind === 'constant' && right.value === neutral) return left;
  return (op === '+' || op === '*') && left.kind === 'constant' && left.value === neutral ? right : undefined;
}

/**
 * Expressions with the same canonical form have the same value. Undefined for one that may differ between two
 * evaluations.
 */
function canonicalForm(expression: Expression, depth: number): string | undefined {
  if (depth > 20) return undefined;
  const inner = (part: Expression) => canonicalForm(part, depth + 1);
  const join = (head: string, parts: readonly Expression[]): string | undefined => {
    const texts = parts.map(inner);
    return texts.some((text) => text === undefined) ? undefined : `${head}(${texts.join(', ')})`;
  };
  switch (expression.kind) {
    case 'constant':
      return JSON.stringify(expression.value);
    case 'column':
      // Prefixed, because a quoted column may look like a value: `"5" = 5`.
      return `column ${expression.text}`;
    case 'call':
      return VOLATILE.test(expression.name) ? undefined : join(`${expression.name}`, expression.args);
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
      return expression.items.length > 100
        ? undefined
        : join(`${expression.negated ? 'not ' : ''}in`, [expression.arg, ...expression.items]);
    case 'between':
      return join(`${expression.negated ? 'not ' : ''}between`, [expression.arg, expression.low, expression.high]);
    case 'like':
      return join(`${expression.negated ? 'not ' : ''}like`, [expression.arg, expression.pattern]);
    default:
      return undefined;
  }
}
