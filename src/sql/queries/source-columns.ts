import { NewTables } from './new-tables.ts';
import { keyOf, type Query, type Source, type SqlText } from './query.ts';

/** Keys of the columns that a source of rows has; undefined if they are not known. */
export function columnsOf({ table, columns, query }: Source, text: SqlText): readonly string[] | undefined {
  if (columns) return columns;
  if (query) return resultColumns(query);
  return table?.name === undefined ? undefined : NewTables.of(text).columnsOf(keyOf(table.name, text.lexical));
}

/** The same of a table that only the base defines: a name that is none of them may still be a variable or a hidden column. */
export function baseColumnsOf({ table, columns, query }: Source, text: SqlText): readonly string[] | undefined {
  return columns || query || !table ? undefined : text.columnsOf?.(table);
}

function resultColumns({ columns, blocks: [first] }: Query): readonly string[] | undefined {
  if (columns || !first?.items) return columns;
  const names = first.items.flatMap(({ star, name }) => (star === undefined ? (name ?? []) : []));
  return names.length === first.items.length ? names : undefined;
}
