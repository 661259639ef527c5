import { type Expression, hasPart } from '../../expressions/expression.ts';
import type { GivenContext } from '../given-values.ts';
import { type Block, keyOf, type Query } from '../query.ts';
import { KEY } from './practical-filters.ts';

const MAX_DEPTH = 8;
const TOO_DEEP = 'the subquery is nested too deep to tell whether it has every row';
const TOGETHER = 'the parts of this subquery may be every row of the table together';

/**
 * Why it is not known whether a subquery that reads the table of the write gives some of its rows only: its parts may be all of
 * them together (`WHERE paid = 1 UNION … WHERE paid = 0`), or what it calculates the key of each.
 */
export function ownRowsDoubt({ blocks, narrowed }: Query, context: GivenContext, depth = 0): string | undefined {
  const [only, ...others] = blocks;
  if (others.length > 0) {
    if (!blocks.some((block) => readsOwn(block, context, depth))) return undefined;
    if (narrowed) return others.some(({ sources }) => sources.length === 0) ? TOGETHER : undefined;
    return blocks.every((block) => readsOwn(block, context, depth) && asksForFlag(block)) ? TOGETHER : undefined;
  }
  if (depth > MAX_DEPTH) return TOO_DEEP;
  if (!only || only.conditions.length > 0 || only.limited || only.groups) return undefined;
  const [source, ...joined] = only.sources;
  if (!source || joined.length > 0) return undefined;
  if (source.query) return ownRowsDoubt(source.query, context, depth + 1);
  const item = only.items?.length === 1 ? context.pins.expressionOf(only.items[0]) : undefined;
  return item?.kind === 'call' && readsOwn(only, context, depth)
    ? 'this subquery has no condition, and may calculate the key of every row'
    : undefined;
}

/** Whether its conditions are about columns that say yes or no: `paid = 0`. */
function asksForFlag({ conditions }: Block): boolean {
  return conditions.length === 1 && conditions.every(({ expression }) => isAboutFlags(expression));
}

function isAboutFlags(condition: Expression): boolean {
  return !hasPart(
    condition,
    (part) =>
      /^(?:call|opaque|query|exists)/.test(part.kind) || (part.kind === 'constant' && !FLAG.test(String(part.value))),
  );
}

const FLAG = /^(?:0|1|true|false|null|[YNTF])$/i;

/** Whether a part of a query reads the table of the write. */
function readsOwn({ sources }: Block, context: GivenContext, depth: number): boolean {
  const { target, text } = context;
  const own = target.table?.name;
  if (own === undefined) return false;
  if (depth > MAX_DEPTH) return true;
  return sources.some(({ table, query }) =>
    query
      ? query.blocks.some((block) => readsOwn(block, context, depth + 1))
      : table?.name !== undefined && keyOf(table.name, text.lexical) === keyOf(own, text.lexical),
  );
}

/** Why a comparison with the row's own values, which a subquery looks up by a column of the row, may hold for each row. */
export function selfLookupDoubt(expression: Expression, context: GivenContext): string | undefined {
  const { pins, block } = context;
  const [value, query] = lookupIn(expression);
  if (!value || (query?.kind !== 'query' && query?.kind !== 'query_in')) return undefined;
  const [only, ...others] = pins.queryAt(block, query.from, query.to)?.blocks ?? [];
  const [source, ...joined] = only?.sources ?? [];
  if (!only || others.length + joined.length > 0) return undefined;
  // `(a, b) = (SELECT a, b)`.
  const isWithoutTable = expression.kind === 'binary' && !source && only.conditions.length === 0;
  if (!isWithoutTable && !readsOwn(only, context, 0)) return undefined;
  const columns = value.kind === 'call' && value.name === 'row' ? value.args : [value];
  const isSame = columns.every((column, at) => {
    const item = only.items?.[at];
    const found = item && pins.expressionOf(item);
    const name = pins.columnOf(column, block)?.name;
    return name !== undefined && found !== undefined && pins.columnOf(found, only)?.name === name;
  });
  return isSame &&
    (isWithoutTable || only.conditions.some(({ expression: condition }) => linksItself(condition, only, context)))
    ? 'this subquery finds the row itself, whose values are the same'
    : undefined;
}

/** The value that is compared with a query for equality, and the query. */
function lookupIn(expression: Expression): readonly [value?: Expression, query?: Expression] {
  if (expression.kind === 'query_in') return expression.negated ? [] : [expression.arg, expression];
  if (expression.kind !== 'binary' || expression.op !== '=') return [];
  const { left, right } = expression;
  return left.kind === 'query' ? [right, left] : [left, right];
}

/** `s.id = sessions.id`, for `sessions s` in a write of `sessions`. Other columns find several rows. */
function linksItself(condition: Expression, inner: Block, { pins, target }: GivenContext): boolean {
  if (condition.kind !== 'binary' || condition.op !== '=') return false;
  const [one, other] = [condition.left, condition.right].map((side) => pins.columnOf(side, inner));
  if (!one || !other || one.name !== other.name || !KEY.test(one.name)) return false;
  return one.id !== other.id && (one.id === target.id || other.id === target.id);
}
