import { evaluateCondition } from '../../expressions/evaluate.ts';
import { type Expression, partsOf } from '../../expressions/expression.ts';
import { LENGTHS } from '../../expressions/functions.ts';
import { type Constant, not } from '../../expressions/values.ts';
import type { GivenContext } from '../given-values.ts';
import { keepsEveryTime, saysWhenMade } from './row-times.ts';

/** Names of the key of a table, and of what identifies a row where there is none. */
export const KEY = /^(?:id|_?rowid_?|oid|identitycol)$/i;
/** Names of numbers that are not below zero. */
export const MEASURE =
  /^(?:\w*_)?(?:amount|total|subtotal|price|cost|fee|quantity|qty|count|age|size|length|weight|height|width|duration|stock|attempts|retries|views|hits)(?:_cents)?$/i;
/** The highest key that is counted on: that of the type int. */
const HIGHEST = 2 ** 31 - 2;
const NUMBERS: readonly number[] = [1, 2, 10, 735_911, HIGHEST];
const TEXTS: readonly string[] = [
  '1',
  '1000',
  '01234567-89ab-4cde-8f01-23456789abcd',
  'fedcba98-7654-4321-bedc-ba9876543210',
  'a',
];
/** Texts that are not used as keys: empty, zero, or the nil UUID. */
const NO_KEY = /^[-+\s0]*$|^[-+]\d+$/;
const LARGEST = 10 ** 8;
const MEASURES: readonly number[] = [0, 0.5, 1, 2, 10, 735_911, LARGEST];
/** Numbers between which all data is. */
const ANY_NUMBERS: readonly number[] = [-(10 ** 9), -1, ...MEASURES, 2 ** 63];
const MAX_PARTS = 40;

/** Their last argument is the value. */
const CONVERSIONS = /^(?:try_convert|convert)$/;

/**
 * Why a condition holds for every row if a column is what its name says: the table's key (`id > 0`), or when the row was
 * made (`created_at < now()`). Undefined for a condition that may select some rows. Unlike a condition that is always
 * true, it is not proved: a table may have rows without a key, or keys below 1.
 */
export function holdsInPractice(expression: Expression, context: GivenContext, negated: boolean): string | undefined {
  const own = (part: Expression) => isOwnColumn(part, context);
  const made = keepsEveryTime(expression, context.text, own, negated);
  if (made !== undefined)
    return reason(made, saysWhenMade(made) ? 'says when a row was made' : 'is a time in the past');
  const bounded = negated ? undefined : isBelowInfinity(expression, own);
  if (bounded !== undefined) return `this condition is true for every row unless \`${bounded}\` is infinite itself`;
  const first = negated ? undefined : firstOfRows(expression);
  if (first) return holdsInPractice(first, context, negated);
  const holds = (samples: readonly Constant[]) =>
    samples.every((sample) => {
      const truth = evaluateCondition(expression, {
        valueOf: (part) => valueAt(part, sample),
        lexical: context.text.lexical,
      });
      return (negated ? not(truth) : truth) === true;
    });
  const key = readParts(expression, (part, name) => KEY.test(name) && own(part));
  if (key) {
    const samples = key.texts.length > 0 ? textsFor(key.texts) : [...NUMBERS, ...numbersNear(key.numbers, 1, HIGHEST)];
    return holds(samples) ? reason(key.column, 'is the key of the table') : undefined;
  }
  const number = readParts(expression, own);
  if (!number || number.texts.length > 0 || number.numbers.length === 0 || testsNull(expression)) return undefined;
  if (MEASURE.test(number.column) && holds([...MEASURES, ...numbersNear(number.numbers, 0, LARGEST)]))
    return reason(number.column, 'is a number from 0 on');
  const isFar = number.numbers.every((value) => Math.abs(value) > 10 ** 9);
  return isFar && holds(ANY_NUMBERS) ? reason(number.column, 'has no extreme values') : undefined;
}

function testsNull(expression: Expression): boolean {
  return expression.kind === 'is' || partsOf(expression).some(testsNull);
}

/** `(id, x) > (0, '')` holds where `id > 0` does. */
function firstOfRows(expression: Expression): Expression | undefined {
  if (expression.kind !== 'binary' || !/^[<>]=?$/.test(expression.op)) return undefined;
  const [left, right] = [expression.left, expression.right].map((side) =>
    side.kind === 'call' && side.name === 'row' ? side.args[0] : undefined,
  );
  return left && right ? { kind: 'binary', op: expression.op.charAt(0), left, right } : undefined;
}

/** The column that a condition compares with infinity. */
function isBelowInfinity(expression: Expression, own: (part: Expression) => boolean): string | undefined {
  if (expression.kind !== 'binary') return undefined;
  const { op, left, right } = expression;
  const bound = { '<': 'infinity', '<=': 'infinity', '>': '-infinity', '>=': '-infinity' }[op];
  if (bound === undefined || right.kind !== 'constant' || right.value !== bound) return undefined;
  return left.kind === 'column' && own(left) ? lastPart(left.text) : undefined;
}

function reason(column: string, meaning: string): string {
  return `this condition is true for every row if \`${column}\` ${meaning}; write which rows are meant`;
}

interface Parts {
  column: string | undefined;
  readonly numbers: number[];
  readonly texts: string[];
}

/** The key and the constants of a condition; undefined if it depends on anything else. */
function readParts(
  expression: Expression,
  own: (part: Expression, name: string) => boolean,
): (Parts & { readonly column: string }) | undefined {
  const found: Parts = { column: undefined, numbers: [], texts: [] };
  const open: Expression[] = [expression];
  for (let count = 0; open.length > 0; count++) {
    const next = open.pop() as Expression;
    if (count > MAX_PARTS || !addPart(next, found, open, own)) return undefined;
  }
  const { column, numbers, texts } = found;
  if (column === undefined) return undefined;
  // A number in quotes is compared as a number.
  const isNumeric = texts.length > 0 && texts.every((text) => /^-?\d+$/.test(text));
  if (isNumeric) return { column, numbers: [...numbers, ...texts.map(Number)], texts: [] };
  return { column, numbers, texts };
}

/** Adds an expression to the parts, or its operands to those that are open. False if it is anything else. */
function addPart(
  part: Expression,
  found: Parts,
  open: Expression[],
  own: (part: Expression, name: string) => boolean,
): boolean {
  switch (part.kind) {
    case 'column': {
      const name = lastPart(part.text);
      found.column ??= name;
      return own(part, name);
    }
    case 'constant':
      if (typeof part.value === 'number') found.numbers.push(part.value);
      else if (typeof part.value === 'string' && part.value !== 'integer') found.texts.push(part.value);
      return true;
    case 'opaque':
    case 'query':
    case 'query_in':
    case 'exists':
    case 'any':
      return false;
    case 'unary':
      if (part.op === '-' && part.arg.kind === 'constant') found.numbers.push(-Number(part.arg.value));
      else open.push(part.arg);
      return true;
    case 'call':
      for (const arg of CONVERSIONS.test(part.name) ? part.args.slice(-1) : part.args) open.push(arg);
      return true;
    default:
      for (const inner of partsOf(part)) open.push(inner);
      return true;
  }
}

/** The numbers around the constants of a condition that a column may have. */
function numbersNear(constants: readonly number[], lowest: number, highest: number): readonly Constant[] {
  const around = constants.flatMap((value) => [value - 1, value, value + 1].map(Math.trunc));
  return around.filter((value) => value >= lowest && value <= highest);
}

function textsFor(constants: readonly string[]): readonly Constant[] {
  return [...TEXTS, ...constants.filter((value) => !NO_KEY.test(value))];
}

function valueAt(part: Expression, sample: Constant): Constant | undefined {
  if (part.kind === 'column') return sample;
  if (part.kind !== 'call') return undefined;
  const [first, second] = part.args;
  if (LENGTHS.test(part.name) && first?.kind === 'column') return String(sample).length;
  if (part.name === 'typeof' && first?.kind === 'column') return typeof sample === 'number' ? 'integer' : 'text';
  if (part.name === 'field' && first?.kind === 'column')
    return part.args.slice(1).findIndex((arg) => arg.kind === 'constant' && arg.value === sample) + 1;
  if (part.name === 'json_valid' && first?.kind === 'column') return 1;
  if (part.name === 'find_in_set' && first?.kind === 'column' && second?.kind === 'column') return 1;
  return CONVERSIONS.test(part.name) && part.args.some((arg) => arg.kind === 'column') ? sample : undefined;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Whether it is a column of the target, or one without a qualifier that may be. */
function isOwnColumn(part: Expression, { pins, block, target }: GivenContext): boolean {
  if (part.kind !== 'column') return false;
  const id = pins.resolve(part, block)?.id;
  return id === target.id || id === block.id;
}
