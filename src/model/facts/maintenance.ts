import { kindsOf, type OperationKind } from './operations.ts';
import type { Operation } from './statement.ts';

/**
 * Operations that people and migrations run once: those that define or maintain objects and privileges. Every log is
 * full of them. Statements that sessions send all day (`SET`, `BEGIN`, `SHOW`) are not included: they count from the
 * first call.
 */
const MAINTENANCE: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...kindsOf('ddl'),
  'do_block',
  'lock_table',
  'load_library',
  'maintain',
  'attach_database',
  'server_control',
]);

/** Whether a statement does nothing of its own but define or maintain objects. */
export function isMaintenanceStatement(operations: readonly Operation[]): boolean {
  const own = operations.filter(({ place }) => place === 'statement');
  return own.length > 0 && own.every(({ kind }) => MAINTENANCE.has(kind));
}
