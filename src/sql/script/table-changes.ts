import { HARMLESS_LOCK_MODES, OPERATION_KINDS, type Operation, type OperationKind } from '../../model/index.ts';
import { tableOf } from '../objects/object-classes.ts';

/** DDL on a table that takes no lock which blocks reads or writes. */
const WEAK: ReadonlySet<OperationKind> = new Set([
  'validate_constraint',
  'comment',
  'grant',
  'revoke',
  'attach_partition',
]);
/** Operations other than DDL that lock a table until the transaction ends. */
const LOCKS: ReadonlySet<OperationKind> = new Set(['truncate', 'lock_table']);
const HARMLESS: ReadonlySet<string | undefined> = new Set(HARMLESS_LOCK_MODES);
/** DDL that MySQL runs without ending the transaction, besides that on temporary tables. */
const NO_COMMIT: ReadonlySet<OperationKind> = new Set(['set_role', 'create_other', 'alter_other', 'drop_other']);

function isDdl(kind: OperationKind): boolean {
  return (OPERATION_KINDS[kind].groups as readonly string[]).includes('ddl');
}

/** Whether the operation takes a lock on a table that the file did not create, and blocks others until the transaction ends. */
export function changesOlderTable(operation: Operation): boolean {
  const { kind, concurrently, tableCreatedHere } = operation;
  if (concurrently || tableCreatedHere || operation.temporary || WEAK.has(kind)) return false;
  if (!isDdl(kind) && !LOCKS.has(kind)) return false;
  if (kind === 'lock_table' && HARMLESS.has(operation.lockOption)) return false;
  // PostgreSQL's DROP INDEX does not name the table that it locks.
  return tableOf(operation) !== undefined || (kind === 'drop_index' && operation.createdHere !== true);
}

/** Whether MySQL commits the transaction before it runs the operation. */
export function endsTransaction(operation: Operation): boolean {
  return isDdl(operation.kind) && !operation.temporary && !NO_COMMIT.has(operation.kind);
}
