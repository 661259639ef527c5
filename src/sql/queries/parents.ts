import type { Expression } from '../expressions/expression.ts';
import type { GivenContext } from './given-values.ts';
import type { Pins } from './pins.ts';
import { type Block, nameKey, type Query, type Source } from './query.ts';
import { isAboutOthers } from './ties.ts';

// Conditions that hold for each row with a parent, since they name all rows of the parents' table.

/**
 * `order_id IN (SELECT id FROM orders)`: the list has all rows of the table to which the column refers. So it has if
 * another table is joined to it without a condition.
 */
export function listsParents(arg: Expression, { blocks }: Query, context: GivenContext): boolean {
  const { pins, text } = context;
  const [block, ...others] = blocks;
  if (!block || others.length > 0 || arg.kind !== 'column' || block.links.length > 0) return false;
  if (block.having.length > 0 || block.limited || block.groups || block.items?.length !== 1) return false;
  const item = pins.expressionOf(block.items[0]);
  const source = block.sources.length === 1 ? block.sources[0] : sourceOf(item, block, pins);
  if (
    source?.table?.name === undefined ||
    block.conditions.some(({ expression }) => !isAboutOthers(expression, source, block, context))
  )
    return false;
  return refersTo(arg.text, source.table.name, item?.kind === 'column' ? nameKey(text, item.to - 1) : '');
}

function sourceOf(item: Expression | undefined, block: Block, pins: Pins): Source | undefined {
  const id = item && pins.columnOf(item, block)?.id;
  return block.sources.find((source) => source.id === id);
}

/** `orders o JOIN users u ON u.id = o.user_id`, for rows of `orders`. */
export function joinsParent(
  { left, right }: Expression & { kind: 'binary' },
  { pins, block, target }: GivenContext,
): boolean {
  return [
    [left, right],
    [right, left],
  ].some(([own, other]) => {
    if (own?.kind !== 'column' || other?.kind !== 'column' || pins.resolve(own, block)?.id !== target.id) return false;
    const found = pins.resolve(other, block);
    const source = found && block.sources.find(({ id }) => id === found.id);
    if (!source?.table?.name || source.id === target.id) return false;
    return refersTo(own.text, source.table.name, found?.name ?? '');
  });
}

/** Whether a column refers to the key of a table, by their names: `order_id` to `orders.id`. */
function refersTo(column: string, table: string, key: string): boolean {
  const plain = (name: string) =>
    name
      .slice(name.lastIndexOf('.') + 1)
      .replaceAll('_', '')
      .toLowerCase();
  const name = plain(column);
  const stem = name.endsWith('id') ? name.slice(0, -2) : '';
  const names = [stem, `${stem}s`, `${stem}es`, `${stem.slice(0, -1)}ies`];
  return stem.length > 1 && names.includes(plain(table)) && (plain(key) === 'id' || plain(key) === name);
}
