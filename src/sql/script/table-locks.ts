import { HARMLESS_LOCK_MODES, type ObjectClass, type Operation, type OperationKind } from '../../model/index.ts';
import { tableOf } from '../objects/object-classes.ts';

/**
 * Changes of a table that lock it at least in the mode SHARE, which blocks writes: chapter "Explicit Locking" of PostgreSQL's
 * manual and the page of each statement, tried on PostgreSQL 15. The modes of VALIDATE CONSTRAINT, COMMENT and GRANT are weaker.
 */
const LOCKS: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['add_column', 'drop_column', 'rename_column', 'alter_column_type', 'set_not_null', 'drop_not_null'] as const),
  ...(['set_default', 'drop_default', 'add_constraint', 'drop_constraint', 'rename_table', 'set_schema'] as const),
  ...(['attach_partition', 'detach_partition', 'drop_table', 'truncate', 'alter_table', 'change_owner'] as const),
  ...(['create_trigger', 'drop_trigger', 'enable_trigger', 'disable_trigger', 'create_rule', 'drop_rule'] as const),
  ...(['create_policy', 'alter_policy', 'drop_policy', 'enable_row_security', 'disable_row_security'] as const),
  ...(['create_index', 'lock_table'] as const),
]);
/** Changes of a view, which block its readers. */
const LOCKS_VIEW: ReadonlySet<OperationKind> = new Set(['drop_view', 'drop_materialized_view']);
const VIEWS: ReadonlySet<ObjectClass | undefined> = new Set(['view', 'materialized view']);
const LOCKING_MAINTENANCE: ReadonlySet<string | undefined> = new Set(['vacuum_full', 'cluster', 'reindex']);
const HARMLESS: ReadonlySet<string | undefined> = new Set(HARMLESS_LOCK_MODES);

/**
 * Whether PostgreSQL locks a table or view for the operation that the file did not create, so that writes or reads wait until
 * its transaction ends.
 */
export function locksTable(operation: Operation): boolean {
  const { kind, concurrently, tableCreatedHere, createdHere, temporary, objectClass } = operation;
  if (concurrently || temporary || tableCreatedHere) return false;
  switch (kind) {
    case 'create_table':
      return (operation.lockedTables ?? []).length > 0;
    case 'create_view':
      return operation.orReplace === true && !createdHere;
    case 'drop_index':
    case 'refresh_materialized_view':
      return !createdHere;
    case 'drop_schema':
      return operation.cascade === true && !createdHere;
    case 'rename_other':
    case 'alter_other':
      return VIEWS.has(objectClass) && !createdHere;
    case 'maintain':
      return LOCKING_MAINTENANCE.has(operation.maintenance);
    case 'lock_table':
      return operation.target.name !== '' && !HARMLESS.has(operation.lockOption);
  }
  if (LOCKS_VIEW.has(kind)) return !createdHere;
  return LOCKS.has(kind) && objectClass !== 'type' && tableOf(operation) !== undefined && !createdHere;
}
