import { type ColumnExpression, type Expression, partsOf } from '../../expressions/expression.ts';
import type { Column } from '../known-columns.ts';
import { nameKey, type Query, type Source } from '../query.ts';
import { sameRowId } from '../system-columns.ts';
import { coverAll } from './complements.ts';
import { comparesWithExtreme, takesEachInLoop } from './extremes.ts';
import type { FindContext } from './find-context.ts';
import { partsOfName } from './whole-table.ts';

// Terms of a condition that find each row of the target among all rows of its table.

/** Whether it compares a column of the target with the same column of a source that has every row of the table. */
export function isSelfJoin(expression: Expression, context: FindContext): boolean {
  if (expression.kind !== 'binary' || expression.op !== '=') return false;
  const { left, right } = expression;
  return isOwnInAll(left, right, context) || isOwnInAll(right, left, context);
}

/** Whether one side is a column of the target, and the other one takes its value in every row. */
function isOwnInAll(own: Expression, other: Expression, context: FindContext): boolean {
  const { pins, block, target, text, whole } = context;
  const column = pins.columnOf(own, block);
  if (!column || column.id !== target.id) return false;
  if (takesEachInLoop(other, column.name, context)) return true;
  switch (other.kind) {
    case 'opaque':
      return (
        other.given &&
        other.to === other.from + 1 &&
        whole.variableTakesAll([text.tokens.raw(other.from).toLowerCase()], other.from, column.name)
      );
    case 'query':
      return isFoundByQuery(column.name, other, context);
    case 'column':
      return isOwnInSource(column, other, context);
    default:
      return false;
  }
}

/** Whether a subquery without groups returns that column of the row of the target itself. */
function isFoundByQuery(
  name: string,
  { from, to }: Expression & { kind: 'query' },
  { pins, block, text, whole }: FindContext,
): boolean {
  const query = pins.queryAt(block, from, to);
  const [first] = query?.blocks ?? [];
  const item = pins.expressionOf(first?.items?.[0]);
  if (!query || item?.kind !== 'column' || nameKey(text, item.to - 1) !== name) return false;
  return !first?.groups && whole.findsItself(query);
}

function isOwnInSource(column: Column, other: ColumnExpression, { pins, block, text, whole }: FindContext): boolean {
  const found = pins.resolve(other, block);
  const source = found && block.sources.find(({ id }) => id === found.id);
  if (source && found.id !== column.id)
    return whole.isTarget(source)
      ? found.name === column.name
      : whole.columnReturnsAll(source, found.name, column.name);
  if (source && other.to !== other.from + 1) return false;
  // `unnest(ids) AS x`, compared with `x`.
  const list = block.sources.find(({ alias, array }) => array !== undefined && alias === nameKey(text, other.from));
  if (list && other.to === other.from + 1 && whole.columnReturnsAll(list, list.alias, column.name)) return true;
  return whole.variableTakesAll(partsOfName(text, other), other.from, column.name);
}

/** `id = ANY (ids)`, where the variable is an array of all keys. */
export function isInWholeArray(expression: Expression, { pins, block, target, text, whole }: FindContext): boolean {
  if (expression.kind !== 'any' || expression.operand.kind !== 'column') return false;
  const column = pins.columnOf(expression.arg, block);
  if (column?.id !== target.id || expression.operand.to !== expression.operand.from + 1) return false;
  return whole.valueTakesAll(nameKey(text, expression.operand.from), expression.operand.from, column.name);
}

export function isBetweenExtremes(
  { arg, low, high, negated }: Expression & { kind: 'between' },
  context: FindContext,
): boolean {
  if (negated) return false;
  const sides: Expression[] = [
    { kind: 'binary', op: '>=', left: arg, right: low },
    { kind: 'binary', op: '<=', left: arg, right: high },
  ];
  return sides.every((side) => comparesWithExtreme(side, context));
}

/** `id IN (SELECT id FROM` the target's table `)`, without a condition; also for several columns: `(a, b) IN (…)`. */
export function isWholeTable({ arg }: Expression & { kind: 'query_in' }, query: Query, context: FindContext): boolean {
  const { pins, block, target, whole } = context;
  const columns = arg.kind === 'call' && arg.name === 'row' ? arg.args : [arg];
  return columns.every((expression, index) => {
    const column = pins.columnOf(expression, block);
    if (column?.id !== target.id) return false;
    if (sameRowId(column.name, context.text.lexical).some((name) => whole.returnsAll(query, index, name))) return true;
    const isTarget = (source: Source) => whole.isTarget(source);
    return !context.surroundings.isTraffic && coverAll(derived(query), { index, name: column.name }, context, isTarget);
  });
}

/** The query of a derived table, if the given query returns all its rows; else the given query. */
function derived(query: Query): Query {
  const [block, ...others] = query.blocks;
  const [source, ...joined] = block?.sources ?? [];
  const passesOn =
    others.length + joined.length === 0 && block?.conditions.length === 0 && !block.groups && !block.limited;
  return passesOn && source?.query && !source.columns ? source.query : query;
}

/** Why it is not known whether a condition filters that uses a list of all rows: `id = ids[i]`. */
export function listDoubt(expression: Expression, { inBody, text, whole }: FindContext): string | undefined {
  if (!inBody) return undefined;
  const open: Expression[] = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'column' || (next.kind === 'opaque' && next.to < next.from + MAX_TOKENS)) {
      for (let at = next.from; at < next.to; at++) {
        if (whole.listsEachRow(nameKey(text, at), at))
          return `\`${nameKey(text, at)}\` is a list of all rows; write which of them are meant`;
      }
    }
    for (const part of partsOf(next)) open.push(part);
  }
  return undefined;
}

/** Tokens of a part that is not read in which variables are looked for. */
const MAX_TOKENS = 32;
