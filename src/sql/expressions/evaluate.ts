import type { Lexical } from '../text/dialects.ts';
import { chain, type Expression } from './expression.ts';
import { isSameForm } from './form.ts';
import { evaluatorOf, RANDOM } from './functions.ts';
import {
  and,
  arithmetic,
  asNumber,
  type Constant,
  compare,
  isComparison,
  isLike,
  mayCollate,
  not,
  or,
  type Truth,
  truthOf,
} from './values.ts';

/** Deeper than any real filter. */
const MAX_DEPTH = 300;

export class TooDeep extends Error {}

/** What an expression is evaluated for. */
export interface Row {
  /** The value of an expression that is not calculated from others: a column, a parameter, `f(x)`. */
  readonly valueOf: (expression: Expression) => Constant | undefined;
  readonly lexical: Lexical;
}

function isLiteral(expression: Expression): boolean {
  return expression.kind === 'constant';
}

/** The truth value of a condition; undefined if it is not known. Raises TooDeep. */
export function evaluateCondition(expression: Expression, row: Row, depth = 0): Truth {
  return truthOf(evaluate(expression, row, depth));
}

/** The value of an expression; undefined if it is not known. Raises TooDeep. */
export function evaluate(expression: Expression, row: Row, depth: number): Constant | undefined {
  if (depth > MAX_DEPTH) throw new TooDeep();
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'unary': {
      const value = evaluate(expression.arg, row, depth + 1);
      if (expression.op === 'not') return not(truthOf(value));
      return value === undefined || value === null ? value : -asNumber(value);
    }
    case 'binary':
      return evaluateBinary(expression, row, depth + 1);
    case 'is':
      return evaluateIs(expression, evaluate(expression.arg, row, depth + 1));
    case 'in':
      return negatedIf(expression.negated, isInList(expression, row, depth + 1));
    case 'between':
      return negatedIf(expression.negated, isBetween(expression, row, depth + 1));
    case 'like':
      return negatedIf(expression.negated, matches(expression, row, depth + 1));
    case 'query_in':
      return negatedIf(expression.negated, truthOf(row.valueOf(expression)));
    case 'exists':
      if (expression.always) return true;
      return expression.where ? evaluateCondition(expression.where, row, depth + 1) === true : row.valueOf(expression);
    case 'case':
      return evaluateCase(expression, row, depth + 1);
    case 'call': {
      const apply = evaluatorOf(expression.name, expression.args.every(isLiteral));
      return apply ? apply(expression.args.map((arg) => evaluate(arg, row, depth + 1))) : row.valueOf(expression);
    }
    default:
      return row.valueOf(expression);
  }
}

// These evaluate the operands of an expression at `depth`.

function negatedIf(negated: boolean, truth: Truth): Truth {
  return negated ? not(truth) : truth;
}

function isInList({ arg, items }: Expression & { kind: 'in' }, row: Row, depth: number): Truth {
  const value = evaluate(arg, row, depth);
  let found: Truth = false;
  for (const item of items) {
    found = or(found, compareForms('=', arg, item, value, row, depth));
    if (found === true) break;
  }
  return found;
}

function isBetween({ arg, low, high }: Expression & { kind: 'between' }, row: Row, depth: number): Truth {
  const value = evaluate(arg, row, depth);
  return and(compareForms('>=', arg, low, value, row, depth), compareForms('<=', arg, high, value, row, depth));
}

function matches({ arg, pattern }: Expression & { kind: 'like' }, row: Row, depth: number): Truth {
  const value = evaluate(arg, row, depth);
  const wanted = evaluate(pattern, row, depth);
  if (isAnyText(wanted)) return value === null ? null : true;
  return isSameForm(arg, pattern) || isLike(value, wanted);
}

/** The value of the only WHEN that may apply, or of several with one value. */
function evaluateCase(
  { operand, whens, otherwise }: Expression & { kind: 'case' },
  row: Row,
  depth: number,
): Constant | undefined {
  const value = operand && evaluate(operand, row, depth);
  let all: Constant | undefined | typeof NO_VALUE = NO_VALUE;
  const add = (result: Constant | undefined) => {
    all = all === NO_VALUE || all === result ? result : undefined;
  };
  for (const { when, result } of whens) {
    const tested = evaluate(when, row, depth);
    const holds = operand ? compare('=', value, tested) : truthOf(tested);
    if (holds === false || holds === null) continue;
    add(evaluate(result, row, depth));
    if (holds === true) return all === NO_VALUE ? undefined : all;
  }
  add(otherwise ? evaluate(otherwise, row, depth) : null);
  return all === NO_VALUE ? undefined : all;
}

const NO_VALUE = Symbol('no value');

/** Whether every text matches the pattern. */
function isAnyText(pattern: Constant | undefined): boolean {
  return typeof pattern === 'string' && /^%+$/.test(pattern);
}

function evaluateIs({ what, negated }: Expression & { kind: 'is' }, value: Constant | undefined): Truth {
  const truth = truthOf(value);
  switch (what) {
    case 'NULL':
    case 'UNKNOWN':
      return value === undefined ? undefined : negatedIf(negated, value === null);
    case 'TRUE':
      return truth === undefined ? undefined : negatedIf(negated, truth === true);
    case 'FALSE':
      return truth === undefined ? undefined : negatedIf(negated, truth === false);
    default:
      return undefined;
  }
}

function evaluateBinary(expression: Expression & { kind: 'binary' }, row: Row, depth: number): Constant | undefined {
  const { op, left, right } = expression;
  switch (op) {
    case 'AND': {
      let all: Truth = true;
      for (const term of chain(expression, op)) {
        all = and(all, truthOf(evaluate(term, row, depth)));
        if (all === false) break;
      }
      return all;
    }
    case 'OR': {
      let any: Truth = false;
      for (const term of chain(expression, op)) {
        any = or(any, truthOf(evaluate(term, row, depth)));
        if (any === true) break;
      }
      return any;
    }
    case 'XOR': {
      const [a, b] = [truthOf(evaluate(left, row, depth)), truthOf(evaluate(right, row, depth))];
      if (a === null || b === null) return null;
      return a === undefined || b === undefined ? undefined : a !== b;
    }
  }
  if (!isComparison(op)) return calculate(op, evaluate(left, row, depth), evaluate(right, row, depth), row.lexical);
  const areRows = isRow(left) && isRow(right) && left.args.length === right.args.length;
  if (areRows && (op === '=' || op === '<>'))
    return negatedIf(op === '<>', areRowsEqual(left.args, right.args, row, depth));
  return compareForms(op, left, right, evaluate(left, row, depth), row, depth);
}

function calculate(op: string, a: Constant | undefined, b: Constant | undefined, { values }: Lexical) {
  const joins = op === '+' && values.concatenation === '+' && typeof a === 'string' && typeof b === 'string';
  return arithmetic(joins ? '||' : op, a, b, values.unsignedBits);
}

function areRowsEqual(left: readonly Expression[], right: readonly Expression[], row: Row, depth: number): Truth {
  return left
    .map((arg, at) => compareForms('=', arg, right[at] as Expression, evaluate(arg, row, depth), row, depth))
    .reduce(and, true);
}

function isRow(expression: Expression): expression is Expression & { kind: 'call' } {
  return expression.kind === 'call' && expression.name === 'row';
}

/** Two results of these are never the same. */
function isRandom(expression: Expression): boolean {
  return expression.kind === 'call' && RANDOM.test(expression.name);
}

/** Compares two expressions, whose values may be unknown and still be equal: `f(x) = f(x)`. */
function compareForms(
  op: string,
  left: Expression,
  right: Expression,
  value: Constant | undefined,
  row: Row,
  depth: number,
): Truth {
  const { looseCollations } = row.lexical.values;
  const other = evaluate(right, row, depth);
  if (looseCollations && isLiteral(left) && isLiteral(right) && mayCollate(value, other)) return undefined;
  if (isRandom(left) && isRandom(right)) return op === '<>' || op === '<!=>' ? true : undefined;
  const result = compare(op, value, other);
  if (result !== undefined || value === null || other === null || !isSameForm(left, right)) return result;
  return op === '=' || op === '<=' || op === '>=' || op === '<=>';
}
