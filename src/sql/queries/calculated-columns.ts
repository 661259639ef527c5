import { type Expression, withParts } from '../expressions/expression.ts';
import { truthOfCondition } from '../expressions/truth.ts';
import type { GivenContext } from './given-values.ts';
import { withCounts } from './groups.ts';
import type { Pins } from './pins.ts';
import type { Block, Source } from './query.ts';

/** Whether a condition on the columns of a CTE holds because of how they are calculated: `row_number() … AS r`, `r >= 1`. */
export function holdsInItsQuery(expression: Expression, context: GivenContext): boolean {
  const calculated = withCalculated(expression, context, context.block.sources);
  return calculated !== undefined && truthOfCondition(calculated, context.text.lexical) === 'true';
}

/**
 * The condition with the expressions of a CTE's or derived table's columns in their place; undefined if it uses none.
 *
 * @param sources those of which this is done besides the target
 */
export function withCalculated(
  expression: Expression,
  { pins, block, target }: Pick<GivenContext, 'pins' | 'block' | 'target'>,
  sources: readonly Source[],
): Expression | undefined {
  let replaced = false;
  const replace = (part: Expression): Expression | undefined => {
    const column = pins.columnOf(part, block);
    const source = column && [target, ...sources].find(({ id }) => id === column.id);
    const [inner, ...others] = source?.query?.blocks ?? [];
    if (!inner?.items || others.length > 0 || source?.columns || source?.query?.columns) return undefined;
    const item = inner.items.find(({ name }) => name === column?.name);
    const value = item && pins.expressionOf(item);
    replaced ||= value !== undefined;
    return value && withCounts(value);
  };
  const calculated = withParts(expression, replace);
  return replaced ? calculated : undefined;
}

/** `(SELECT count(*) FROM …) >= 0`. */
export function holdsForAnyCount(
  expression: Expression,
  { pins, block, text }: Pick<GivenContext, 'pins' | 'block' | 'text'>,
): boolean {
  if (expression.kind === 'is') {
    const { arg, what, negated } = expression;
    return what === 'NULL' && negated && countIn(arg, pins, block) !== undefined;
  }
  if (expression.kind !== 'binary') return false;
  const counted = (side: Expression): Expression => countIn(side, pins, block) ?? side;
  const [left, right] = [counted(expression.left), counted(expression.right)];
  if (left === expression.left && right === expression.right) return false;
  return truthOfCondition({ ...expression, left, right }, text.lexical) === 'true';
}

/** The count of all rows that a subquery gives, which is not NULL. */
function countIn(side: Expression, pins: Pins, block: Block): Expression | undefined {
  const query = side.kind === 'query' ? pins.queryAt(block, side.from, side.to) : undefined;
  const [only, ...others] = query?.blocks ?? [];
  if (only?.items?.length !== 1 || others.length > 0 || only.groups || only.having.length > 0 || only.limited)
    return undefined;
  const item = pins.expressionOf(only.items[0]);
  return item?.kind === 'call' && /^(?:count|count_big|total)$/.test(item.name) ? item : undefined;
}
