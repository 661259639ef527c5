import { type Dialect, NO_USE, type Operation, type OperationKind, type UseFacts } from '../model/index.ts';

/** An object of a database. */
export interface ObjectName {
  /** Empty if none is written. */
  readonly schema: string;
  readonly name: string;
}

/** What a history is asked about an object. */
export interface UseQuestion extends ObjectName {
  readonly dialect: Dialect;
  readonly kind: 'table' | 'routine';
  /** Only uses of this column count. */
  readonly column?: string | undefined;
  /** The column does not exist yet, so that nothing uses it. */
  readonly isNew?: true | undefined;
  /** Only uses by these users count. */
  readonly roles?: readonly string[] | undefined;
  /** Only uses with these privileges count. */
  readonly privileges?: readonly string[] | undefined;
}

/** What rules and messages learn about the use of an object. */
export interface UseAnswer {
  readonly facts: UseFacts;
  /** A part of a sentence for the message of a finding, such as "still used: 414 calls by `web`". */
  readonly text: string;
}

export const NO_HISTORY: UseAnswer = { facts: NO_USE, text: 'no history shows whether it is still used' };

/** The kinds of operations that take a table, a view or one of their columns away, or give them another name. */
const OF_TABLES: ReadonlySet<OperationKind> = new Set<OperationKind>([
  'drop_table',
  'drop_view',
  'drop_materialized_view',
  'rename_table',
]);
const OF_COLUMNS: ReadonlySet<OperationKind> = new Set<OperationKind>([
  'drop_column',
  'rename_column',
  'set_not_null',
  'add_column',
]);
const OF_ROUTINES: ReadonlySet<OperationKind> = new Set<OperationKind>(['drop_function', 'drop_procedure']);
/** Classes of objects of `rename_other` and `set_schema`. */
const TABLE_LIKE: ReadonlySet<string | undefined> = new Set(['table', 'view', 'materialized view']);
const ROUTINES: ReadonlySet<string | undefined> = new Set(['function', 'procedure', 'routine']);

/** What an operation makes one want to know; undefined if it takes nothing away, or if the name is not known. */
export function questionOf(operation: Operation, dialect: Dialect): UseQuestion | undefined {
  const { kind, target, columns, objectType, createdHere, temporary, deferred } = operation;
  if (!target.name || target.schema === undefined || createdHere || temporary || deferred) return undefined;
  const about = { dialect, schema: target.schema, name: target.name };
  if (OF_TABLES.has(kind)) return { ...about, kind: 'table' };
  if (OF_ROUTINES.has(kind)) return { ...about, kind: 'routine' };
  if (OF_COLUMNS.has(kind)) {
    const [column] = columns ?? [];
    if (column === undefined || operation.tableCreatedHere) return undefined;
    return { ...about, kind: 'table', column, ...(kind === 'add_column' && { isNew: true }) };
  }
  if (kind === 'rename_other' || kind === 'set_schema') {
    if (TABLE_LIKE.has(objectType)) return { ...about, kind: 'table' };
    return ROUTINES.has(objectType) ? { ...about, kind: 'routine' } : undefined;
  }
  // What PUBLIC loses, a user may have by a grant of its own.
  const roles = operation.grantees?.filter((role) => role !== 'public') ?? [];
  if (kind !== 'revoke' || roles.length === 0 || !operation.privileges?.length) return undefined;
  return { ...about, kind: 'table', roles, privileges: operation.privileges };
}

/** The text by which questions are told apart. */
export function questionKey(question: UseQuestion): string {
  const { dialect, kind, schema, name, column = '', isNew = false, roles = [], privileges = [] } = question;
  return JSON.stringify([dialect, kind, schema, name, column, isNew, roles, privileges]);
}
