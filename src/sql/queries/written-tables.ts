import type { Column } from './known-columns.ts';
import { type Pins, starOf } from './pins.ts';
import type { Block, Source } from './query.ts';

/** A source, and the block that selects its rows. */
export interface Selected {
  readonly source: Source;
  readonly block: Block;
}

/**
 * The tables whose rows a write to a CTE or derived table changes, each with the queries around it: the table comes first.
 * Several tables if nothing tells whose columns an UPDATE assigns; none if that is not read, as in a UNION.
 *
 * @param assigned keys of the columns that it assigns; undefined if it deletes rows
 */
export function tablesBehind(
  source: Source,
  assigned: readonly string[] | undefined,
  pins: Pins,
  around: readonly Selected[] = [],
): readonly (readonly Selected[])[] {
  const { query } = source;
  if (!query) return source.table ? [around] : [];
  const [block, ...others] = query.blocks;
  if (!block || others.length > 0 || source.recursive) return [];
  const columns = assigned && columnsBehind(source, assigned, block, pins);
  const owners = block.sources.filter(({ id }) => columns?.some((column) => column.id === id));
  return (owners.length > 0 ? owners : block.sources).flatMap((inner) =>
    tablesBehind(
      inner,
      columns?.map(({ name }) => name),
      pins,
      [{ source: inner, block }, ...around],
    ),
  );
}

/** What columns of a query's result are in its block; undefined if one of them is not read. */
function columnsBehind(
  { columns, query }: Source,
  names: readonly string[],
  block: Block,
  pins: Pins,
): readonly Pick<Column, 'id' | 'name'>[] | undefined {
  const items = block.items ?? [];
  const given = columns ?? query?.columns ?? items.map(({ name }) => name);
  const found: Pick<Column, 'id' | 'name'>[] = [];
  for (const name of names) {
    const item = items[given.indexOf(name)];
    const starred = item ? undefined : starOf(block);
    const expression = item?.star === undefined ? pins.expressionOf(item) : undefined;
    const column = starred ? { id: starred.id, name } : expression && pins.columnOf(expression, block);
    if (!column) return undefined;
    found.push(column);
  }
  return found;
}
