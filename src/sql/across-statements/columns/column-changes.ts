import type { ColumnAttribute, ColumnDefinition, Operation } from '../../../model/index.ts';
import type { Lexical } from '../../text/dialects.ts';

/** The columns of a table by their names. */
export type Columns = Map<string, ColumnDefinition>;

const ADDED: Readonly<Record<string, ColumnAttribute>> = { set_not_null: 'not null', set_default: 'default' };
const REMOVED: Readonly<Record<string, ColumnAttribute>> = { drop_not_null: 'not null', drop_default: 'default' };

/** Applies an operation that changes the definitions of columns. */
export function changeColumns(columns: Columns, operation: Operation, lexical: Lexical): void {
  const { kind, columns: names = [] } = operation;
  const [name = ''] = names;
  if (kind === 'alter_column_type') return changeType(columns, name, operation.definitions?.value[0], lexical);
  const [added, removed] = [ADDED[kind], REMOVED[kind]];
  for (const each of added || removed ? names : []) {
    const column = columns.get(each);
    if (!column) continue;
    const attributes = column.attributes.filter((attribute) => attribute !== added && attribute !== removed);
    columns.set(each, { ...column, attributes: added ? [...attributes, added] : attributes });
  }
}

function changeType(columns: Columns, name: string, changed: ColumnDefinition | undefined, lexical: Lexical): void {
  const old = columns.get(name);
  if (!old) return;
  const { restated } = lexical.ddl.columnChange;
  const kept = old.attributes.filter((attribute) => !restated.includes(attribute));
  const attributes = [...new Set([...kept, ...(changed?.attributes ?? [])])];
  columns.set(name, { name, type: changed?.type ?? '', attributes });
  // MySQL: `CHANGE old new type`.
  if (changed && changed.name !== '') renameColumn(columns, name, changed.name);
}

/** Gives a column another name, in its place among the others. */
export function renameColumn(columns: Columns, before: string, after: string): void {
  if (before === after) return;
  const all = [...columns];
  columns.clear();
  for (const [name, column] of all)
    columns.set(name === before ? after : name, name === before ? { ...column, name: after } : column);
}
