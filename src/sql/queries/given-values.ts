import { type ColumnExpression, type Expression, partsOf, withParts } from '../expressions/expression.ts';
import { isSameForm } from '../expressions/form.ts';
import { Definitions } from './definitions.ts';
import { SERIES } from './from-list.ts';
import { GivenConstants } from './given-constants.ts';
import type { Pins } from './pins.ts';
import { type Block, nameKey, type Query, type Source, type SqlText } from './query.ts';

/** A write, and the target whose rows its conditions may distinguish. */
export interface GivenContext {
  readonly text: SqlText;
  readonly pins: Pins;
  readonly block: Block;
  readonly target: Source;
  /** Whether a bare name may be a variable. */
  readonly inBody: boolean;
}

const COMPARISONS = new Set(['=', '<>', '<', '>', '<=', '>=', '<=>']);
/** SQLite's functions that return a text. */
const TEXTS =
  /^(?:strftime|date|time|datetime|substr|substring|trim|ltrim|rtrim|lower|upper|replace|printf|format|hex|quote|typeof)$/;
const FIRST_VALUE = /^(?:coalesce|isnull|ifnull|nvl)$/;
/** Functions whose result is the same in all rows of a column. */
const TYPE_OF = /^(?:pg_typeof|pg_collation_for)$/;

/** Whether it depends on values which rows match: on a parameter that may be NULL, or on the ends of a series. */
export function dependsOnGiven(expression: Expression, context: GivenContext): boolean {
  if (expression.kind === 'query_in' && !expression.negated) {
    const query = context.pins.queryAt(context.block, expression.from, expression.to);
    return query?.blocks.some((block) => isSeries(block, context)) === true;
  }
  if (expression.kind === 'between' && isOwn(expression.arg, context)) return isCounted(expression.low, context);
  if (expression.kind === 'binary' && COMPARISONS.has(expression.op)) {
    const { left, right } = expression;
    if (isOwn(remainderOf(left), context) && isCounted(right, context)) return true;
    if (isOwn(remainderOf(right), context) && isCounted(left, context)) return true;
  }
  const sides =
    expression.kind === 'binary' && (expression.op === '=' || expression.op === '<=>')
      ? [expression.left, expression.right]
      : expression.kind === 'like' && !expression.negated
        ? [expression.arg, expression.pattern]
        : expression.kind === 'any'
          ? [expression.arg, expression.operand]
          : [];
  const [left, right] = sides;
  if (!left || !right) return false;
  return [
    [left, right],
    [right, left],
  ].some(([own, other]) => {
    if (own?.kind !== 'column' || !other || context.pins.resolve(own, context.block)?.id !== context.target.id)
      return false;
    return isOptional(own, other, context) || isCounted(other, context);
  });
}

function isOwn(part: Expression, { pins, block, target }: GivenContext): boolean {
  return part.kind === 'column' && pins.resolve(part, block)?.id === target.id;
}

/** What is divided in `x % 10` and `mod(x, 10)`, or the expression itself. */
function remainderOf(part: Expression): Expression {
  if (part.kind === 'binary' && part.op === '%') return part.left;
  return part.kind === 'call' && part.name === 'mod' ? (part.args[0] ?? part) : part;
}

/** The condition with the constants that the text gives to its variables, once for each that a call passes. */
export function* withConstants(
  expression: Expression,
  { text, inBody }: Pick<GivenContext, 'text' | 'inBody'>,
): Iterable<Expression> {
  const constants = GivenConstants.of(text);
  let count = 1;
  for (let at = 0; at < count; at++) {
    let replaced = false;
    const result = withParts(expression, (part) => {
      if (part.kind !== 'column' && part.kind !== 'opaque') return undefined;
      if (part.to !== part.from + 1 || (part.kind === 'column' && !inBody)) return undefined;
      const values = constants.valuesOf(part.kind === 'column' ? nameKey(text, part.from) : parameterKey(part.text));
      count = Math.max(count, values.length);
      replaced ||= values.length > 0;
      return values[Math.min(at, values.length - 1)];
    });
    if (replaced) yield result;
  }
}

/** The key of a parameter. The text of `?` contains the number of its token, which the key leaves out. */
function parameterKey(text: string): string {
  return text.startsWith('? #') ? '?' : text.toLowerCase();
}

/** Whether it distinguishes types, not rows: `pg_typeof(id) = 'integer'::regtype`, SQLite's `id < ''` and `id < x''`. */
export function holdsForAnyType(expression: Expression, { text }: GivenContext): boolean {
  if (expression.kind !== 'binary' || !COMPARISONS.has(expression.op)) return false;
  const { left, right, op } = expression;
  const others = left.kind === 'call' && TYPE_OF.test(left.name) ? right : right.kind === 'call' ? left : undefined;
  const call = others === right ? left : right;
  if (others && isGiven(others) && call.kind === 'call' && TYPE_OF.test(call.name)) return true;
  if (!text.lexical.values.typeOrder) return false;
  const isNumber = right.kind === 'constant' && typeof right.value === 'number';
  if (isNumber && /^>=?$/.test(op) && left.kind === 'call' && TEXTS.test(left.name)) return true;
  // A result of arithmetic is a number: it is not converted.
  const isCalculated = left.kind === 'binary' && /^[-+*/%]$/.test(left.op);
  if (isCalculated && /^<=?$/.test(op) && right.kind === 'call' && TEXTS.test(right.name)) return true;
  const [column, value] = op === '<' ? [left, right] : op === '>' ? [right, left] : [];
  return column?.kind === 'column' && value !== undefined && isEmptyText(value);
}

function isEmptyText(value: Expression): boolean {
  return (value.kind === 'constant' && value.value === '') || (value.kind === 'opaque' && /^x''$/i.test(value.text));
}

function isGiven(expression: Expression): boolean {
  return expression.kind === 'constant' || (expression.kind === 'opaque' && expression.given);
}

/** `coalesce(@x, id)`, compared with `id`: without a value of the parameter it holds for every row. */
function isOptional(own: ColumnExpression, other: Expression, context: GivenContext): boolean {
  if (other.kind !== 'call' || !FIRST_VALUE.test(other.name)) return false;
  const last = other.args.at(-1);
  if (other.args.length < 2 || !last || !isSameForm(own, last)) return false;
  return other.args.slice(0, -1).some((arg) => isGivenName(arg, context) || hasParameter(arg));
}

/** In a body, a bare name may be a parameter. */
function isGivenName(expression: Expression, { inBody }: GivenContext): boolean {
  return inBody && expression.kind === 'column' && expression.to === expression.from + 1;
}

/** A value of a series, or the variable of a loop over numbers. */
function isCounted(expression: Expression, context: GivenContext): boolean {
  const { text, block, pins, target } = context;
  // `@i + 999`, the end of a range.
  if (expression.kind === 'binary' && /^[-+]$/.test(expression.op) && expression.left.kind !== 'binary')
    return expression.right.kind === 'constant' && isCounted(expression.left, context);
  if (expression.kind === 'opaque') return GivenConstants.of(text).isEach(expression.text.toLowerCase());
  if (expression.kind !== 'column') return false;
  const bare = expression.to === expression.from + 1;
  const name = nameKey(text, expression.from);
  if (bare && (Definitions.of(text).isCounter(name) || GivenConstants.of(text).isEach(name))) return true;
  const id = pins.resolve(expression, block)?.id;
  const source = block.sources.find((one) => one.id === id || (bare && one.alias === name));
  return source !== undefined && source.id !== target.id && isSeriesSource(source);
}

/** Whether its rows are counted, from one number to another. */
export function isSeriesSource({ series, query }: Source): boolean {
  return series === true || (query !== undefined && countsUp(query));
}

/** Whether a query counts by itself, without a table. */
function countsUp({ blocks }: Query): boolean {
  const sources = blocks.flatMap((block) => block.sources);
  return blocks.length > 1 && sources.length > 0 && sources.every(({ recursive }) => recursive);
}

/** Whether a block returns a series. */
function isSeries(block: Block, { pins }: GivenContext): boolean {
  const [source, ...others] = block.sources;
  if (others.length > 0 || block.conditions.length > 0) return false;
  if (source) return isSeriesSource(source);
  const item = pins.expressionOf(block.items?.[0]);
  return item?.kind === 'call' && SERIES.test(item.name);
}

export function hasParameter(expression: Expression): boolean {
  if (expression.kind === 'opaque') return true;
  return partsOf(expression).some(hasParameter);
}
