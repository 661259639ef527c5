import type { Pins } from '../pins.ts';
import type { Block, Query, Source } from '../query.ts';

// EXCEPT and INTERSECT of queries that select the same rows.

/** What is known of the rows of the target's table. */
interface AllRows {
  readonly pins: Pins;
  readonly target: Source;
  isTarget(source: Source): boolean;
  isEmptyPart(block: Block): boolean;
  blockReturnsAll(query: Query, block: Block, index: number, name: string): boolean;
}

/** Whether `SELECT t.a EXCEPT SELECT a FROM t` takes all rows away. */
export function takesAllAway(query: Query, whole: AllRows): boolean {
  const [first, second, ...others] = query.blocks;
  if (!first || !second || others.length > 0 || !/^(?:EXCEPT|MINUS)$/.test(query.operators[0] ?? '')) return false;
  return hasEachOf(query, first, second, whole);
}

/** Whether `SELECT t.a INTERSECT SELECT a FROM t` has a row, that of the target itself. */
export function keepsItself(query: Query, whole: AllRows): boolean {
  const [first, second, ...others] = query.blocks;
  if (!first || !second || others.length > 0 || query.operators[0] !== 'INTERSECT') return false;
  const isItself = ({ sources, conditions }: Block) => sources.length + conditions.length === 0;
  return (
    (isItself(first) && hasEachOf(query, first, second, whole)) ||
    (isItself(second) && hasEachOf(query, second, first, whole))
  );
}

/** Whether each row of `some`, of columns of the target's table, is among those of `all`. */
function hasEachOf(query: Query, some: Block, all: Block, whole: AllRows): boolean {
  const { items = [] } = some;
  if (items.length === 0 || whole.isEmptyPart(all)) return false;
  return items.every((item, index) => {
    const expression = whole.pins.expressionOf(item);
    const column = expression && whole.pins.columnOf(expression, some);
    const source = some.sources.find(({ id }) => id === column?.id);
    const isOwn = column?.id === whole.target.id || (source !== undefined && whole.isTarget(source));
    return column !== undefined && isOwn && whole.blockReturnsAll(query, all, index, column.name);
  });
}
