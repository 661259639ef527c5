import type { OperationKind } from '../../model/index.ts';
import { qualified } from '../text/names.ts';
import type { FollowedStatement } from './followed-statement.ts';

/**
 * Keeps `add_cascade` only where the file also drops a foreign key of the table: a key that is changed, not a new one.
 * Other constraints that are dropped by name may be foreign keys too.
 */
export function keepChangedKeys(statements: readonly FollowedStatement[], kinds: ReadonlySet<OperationKind>): void {
  if (!kinds.has('add_cascade')) return;
  const dropped = new Set<string>();
  for (const { operations, section } of statements)
    for (const { kind, target, constraintType } of operations)
      if (kind === 'drop_constraint' && (constraintType === '' || constraintType === 'foreign_key'))
        dropped.add(`${section} ${qualified(target)}`);
  for (const statement of statements)
    statement.operations = statement.operations.filter(
      ({ kind, target }) => kind !== 'add_cascade' || dropped.has(`${statement.section} ${qualified(target)}`),
    );
}
