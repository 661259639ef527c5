import { fullName } from '../../objects/home-schema.ts';
import type { FollowedStatement } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';

/**
 * Removes `add_cascade` from each new foreign key. It stays on a key that is changed: one for whose table the file also
 * drops a foreign key, or another constraint by name, which may be a foreign key too.
 */
export function markChangedKeys(statements: readonly FollowedStatement[], { kinds }: ScriptReading): void {
  if (!kinds.has('add_cascade')) return;
  const dropped = new Set<string>();
  for (const { operations, section, home } of statements)
    for (const { kind, target, constraintType } of operations)
      if (kind === 'drop_constraint' && (constraintType === '' || constraintType === 'foreign_key'))
        dropped.add(`${section} ${fullName(target, home)}`);
  for (const statement of statements)
    statement.operations = statement.operations.filter(
      ({ kind, target }) =>
        kind !== 'add_cascade' || dropped.has(`${statement.section} ${fullName(target, statement.home)}`),
    );
}
