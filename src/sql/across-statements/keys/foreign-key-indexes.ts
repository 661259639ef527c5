import type { Operation } from '../../../model/index.ts';
import { changeFacts, type FollowedStatement } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';

/**
 * Marks each foreign key on a new column that no index of the file begins with (`unindexedKeys`). An older column may have
 * an index that the file does not show.
 */
export function markUnindexedKeys(statements: readonly FollowedStatement[], { kinds, lexical }: ScriptReading): void {
  if (lexical.ddl.indexesForeignKeys || !(kinds.has('create_table') || kinds.has('add_constraint'))) return;
  const indexed = new Set<string>();
  const added = new Set<string>();
  for (const { operations } of statements)
    for (const { kind, target, table, columns: [first = ''] = [], constraintType } of operations) {
      if (kind === 'create_index') indexed.add(nameOf(table, first));
      else if (constraintType === 'unique' || constraintType === 'primary_key') indexed.add(nameOf(target.name, first));
      else if (kind === 'add_column') added.add(nameOf(target.name, first));
    }
  for (const statement of statements)
    for (const [index, operation] of statement.operations.entries()) {
      const keys = keysOf(operation, added);
      const unindexedKeys = keys.filter((column) => !indexed.has(nameOf(operation.target.name, column)));
      if (unindexedKeys.join() !== (operation.unindexedKeys ?? []).join())
        changeFacts(statement, index, { unindexedKeys });
    }
}

/** The first columns of the foreign keys on new columns. */
function keysOf(operation: Operation, added: ReadonlySet<string>): readonly string[] {
  const { kind, target, columns: [first] = [], constraintType, tableCreatedHere, unindexedKeys = [] } = operation;
  if (kind === 'create_table') return unindexedKeys;
  if (constraintType !== 'foreign_key' || kind !== 'add_constraint' || first === undefined) return [];
  return tableCreatedHere || added.has(nameOf(target.name, first)) ? [first] : [];
}

/** Without the schema, which a file may leave out. */
function nameOf(table: string | undefined, column: string): string {
  return `${table?.slice(table.lastIndexOf('.') + 1)}.${column}`.toLowerCase();
}
