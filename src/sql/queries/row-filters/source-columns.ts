import { type Definition, Definitions } from '../definitions.ts';
import { NewTables } from '../new-tables.ts';
import { keyOf, type Query, type Source, type SqlText } from '../query.ts';

/** Reads the query of a definition. */
interface DefinitionReader {
  readonly text: SqlText;
  inDefinition(definition: Definition, test: (query: Query) => boolean): boolean;
}

/** Keys of the columns that a source of rows has; undefined if the file does not tell all of them. */
export function columnsOf({ table, columns, query }: Source, reader: DefinitionReader): readonly string[] | undefined {
  if (columns) return columns;
  if (query) return resultColumns(query);
  if (table?.name === undefined) return undefined;
  const key = keyOf(table.name, reader.text.lexical);
  return NewTables.of(reader.text).columnsOf(key) ?? columnsOfDefinition(key, reader);
}

/** The queries that fill a new table. */
export function copiesOf(table: string, text: SqlText): readonly Definition[] {
  return NewTables.of(text).isChanged(table) ? [] : Definitions.of(text).copiesOf(table);
}

function resultColumns({ columns, blocks: [first] }: Query): readonly string[] | undefined {
  if (columns || !first?.items) return columns;
  const names = first.items.flatMap(({ star, name }) => (star === undefined ? (name ?? []) : []));
  return names.length === first.items.length ? names : undefined;
}

/** The columns of a view, or of a table that a query creates. */
function columnsOfDefinition(key: string, reader: DefinitionReader): readonly string[] | undefined {
  const view = Definitions.of(reader.text).find(key, ['view'], Number.MAX_SAFE_INTEGER);
  const copies = copiesOf(key, reader.text).filter(({ isNew }) => isNew);
  const [made, ...others] = view ? [...copies, view] : copies;
  let columns: readonly string[] | undefined;
  if (made && others.length === 0)
    reader.inDefinition(made, (query) => {
      columns = resultColumns(query);
      return true;
    });
  return columns;
}
