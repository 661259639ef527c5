import type { Expression } from '../../expressions/expression.ts';
import { RANK_OF_ALL } from '../../expressions/functions.ts';
import type { GivenContext } from '../given-values.ts';
import type { Pins } from '../pins.ts';
import type { Block } from '../query.ts';
import { KEY } from './practical-filters.ts';
import type { WholeTable } from './whole-table.ts';

// Conditions that hold for every row but one, or but the new ones of a trigger.

export const KEEPS_ONE = 'this condition holds for every row but one, the first or last of the table';

/** Whether a part is the key of the target. */
function isKey(part: Expression, { pins, block, target }: GivenContext): boolean {
  const column = pins.columnOf(part, block);
  return column !== undefined && KEY.test(column.name) && (column.id === target.id || column.id === block.id);
}

/** `NEW.id` of a trigger. */
function isOfNewRow(part: Expression): boolean {
  return part.kind === 'column' && /^new\./.test(part.text);
}

/** A trigger's `id <> NEW.id` and `id NOT IN (SELECT id FROM inserted)`, where nothing else decides. */
export function keepsNewRows(expression: Expression, context: GivenContext, negated: boolean): boolean {
  if (expression.kind === 'binary') {
    const { op, left, right } = expression;
    if (op !== (negated ? '=' : '<>')) return false;
    return (isKey(left, context) && isOfNewRow(right)) || (isKey(right, context) && isOfNewRow(left));
  }
  if (expression.kind !== 'query_in' || negated === expression.negated || !isKey(expression.arg, context)) return false;
  const [block, ...others] = context.pins.queryAt(context.block, expression.from, expression.to)?.blocks ?? [];
  const [source, ...joined] = block?.sources ?? [];
  return others.length + joined.length === 0 && block?.conditions.length === 0 && source?.table?.name === 'inserted';
}

/** A trigger's `id >= NEW.cutoff`, where nothing else decides. */
export function startsAtNewRow(expression: Expression, context: GivenContext, negated: boolean): boolean {
  if (expression.kind !== 'binary' || !/^[<>]=?$/.test(expression.op)) return false;
  const { op, left, right } = expression;
  const [column, value] = op.startsWith('>') === negated ? [right, left] : [left, right];
  return isKey(column, context) && isOfNewRow(value);
}

/** `rn > 1`, where `rn` is the number of a row among all. */
export function skipsFirst(expression: Expression, { pins }: Pick<GivenContext, 'pins'>, block: Block): boolean {
  if (expression.kind !== 'binary' || expression.left.kind !== 'column') return false;
  const { op, left, right } = expression;
  const value = right.kind === 'constant' ? right.value : undefined;
  if (!((/^(?:>|<>)$/.test(op) && value === 1) || (op === '>=' && value === 2))) return false;
  const column = pins.resolve(left, block);
  const source = column && block.sources.find(({ id }) => id === column.id);
  const [inner, ...others] = source?.query?.blocks ?? [];
  if (!column || !inner || others.length > 0 || inner.conditions.length > 0 || source?.columns) return false;
  const item = pins.expressionOf(inner.items?.find(({ name }) => name === column.name));
  return item?.kind === 'call' && item.name === RANK_OF_ALL;
}

/** `FROM t a JOIN t b ON a.id < b.id`, without any other condition. */
export function keepsOneOfItself({
  pins,
  block,
  target,
  whole,
}: Pick<GivenContext, 'pins' | 'block' | 'target'> & { readonly whole: WholeTable }): boolean {
  const { sources, conditions } = block;
  if (sources.length !== 2 || !sources.every((source) => !source.query && !source.columns && whole.isTarget(source)))
    return false;
  const own = conditions.filter(({ restricts }) => restricts === undefined || restricts.has(target.id));
  return own.length > 0 && own.every(({ expression }) => ordersRows(expression, pins, block));
}

/** Whether it compares the same column of two sources by its order: `a.id < b.id`. */
export function ordersRows(expression: Expression, pins: Pins, block: Block): boolean {
  if (expression.kind !== 'binary' || !/^(?:[<>]|<>)$/.test(expression.op)) return false;
  const [one, other] = [expression.left, expression.right].map((side) => pins.columnOf(side, block));
  return one !== undefined && other !== undefined && one.id !== other.id && one.name === other.name;
}
