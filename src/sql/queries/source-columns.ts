import { NewTables } from './new-tables.ts';
import { keyOf, type Query, type Source, type SqlText } from './query.ts';

/** Keys of the columns that a source of rows has; undefined if they are not known. */
export function columnsOf({ table, columns, query }: Source, text: SqlText): readonly string[] | undefined {
  if (columns) return columns;
  if (query) return resultColumns(query);
  if (table?.name === undefined) return undefined;
  return NewTables.of(text).columnsOf(keyOf(table.name, text.lexical)) ?? text.columnsOf?.(table);
}

function resultColumns({ columns, blocks: [first] }: Query): readonly string[] | undefined {
  if (columns || !first?.items) return columns;
  const names = first.items.flatMap(({ star, name }) => (star === undefined ? (name ?? []) : []));
  return names.length === first.items.length ? names : undefined;
}
