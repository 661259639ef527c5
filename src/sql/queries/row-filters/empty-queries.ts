import { chain, type Expression } from '../../expressions/expression.ts';
import { truthOfCondition } from '../../expressions/truth.ts';
import { hasNoGroups } from '../groups.ts';
import type { Pins } from '../pins.ts';
import type { Block, Query, SqlText } from '../query.ts';

/** Where a query stands that may be empty. */
export interface EmptyContext {
  readonly text: SqlText;
  readonly pins: Pins;
  /** The block of the write. */
  readonly block: Block;
  readonly isTraffic: boolean;
}

/** Whether the query returns no rows, whatever the data. */
export function isEmptyQuery({ narrowed, blocks }: Query, context: EmptyContext): boolean {
  return !narrowed && blocks.length > 0 && blocks.every((block) => isEmptyBlock(block, context));
}

export function isEmptyBlock(block: Block, context: EmptyContext): boolean {
  const { isEmpty, sources, having, conditions } = block;
  const isByKey = isGroupedByKey(block, context);
  return (
    isEmpty ||
    (sources.length === 1 && sources.every((source) => source.query && isEmptyQuery(source.query, context))) ||
    having.some(([from, to]) => hasNoGroups(context.pins.parsed(from, to), context.text, isByKey)) ||
    conditions.some(({ expression, restricts }) => !restricts && isNever(expression, context))
  );
}

/** Whether each group is one row of a table, by the name of its key. */
function isGroupedByKey({ groups, sources }: Block, { pins, block, isTraffic }: EmptyContext): boolean {
  if (!groups || sources.length !== 1 || !sources[0]?.table || isTraffic) return false;
  const key = pins.parsed(...groups);
  const name = pins.columnOf(key, block)?.name ?? (key.kind === 'column' ? key.text : '');
  return /^(?:\w+\.)?(?:id|rowid)$/.test(name);
}

/** Whether a condition is false for every row. In traffic, literals beside columns are not considered. */
function isNever(condition: Expression, context: EmptyContext): boolean {
  return isNeverTrue(condition, context) || chain(condition, 'AND').some((term) => isNeverTrue(term, context));
}

function isNeverTrue(expression: Expression, { text, isTraffic }: EmptyContext): boolean {
  const truth = truthOfCondition(expression, text.lexical);
  if (truth === 'false' || truth === 'null') return true;
  const negated: Expression = { kind: 'unary', op: 'not', arg: expression };
  return !isTraffic && truthOfCondition(negated, text.lexical) === 'true';
}
