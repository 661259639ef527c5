import type { Operation, OperationKind } from '../../../model/index.ts';
import { fullName } from '../../objects/home-schema.ts';
import { changeFacts, type FollowedStatement } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';

/** Operations that turn a check or protection of a table on again. */
const TURNS_ON: Partial<Record<OperationKind, OperationKind>> = {
  enable_constraint: 'disable_constraint',
  enable_protection: 'disable_protection',
};

/**
 * Marks operations that turn off a check or protection of a table if the file turns it on again afterwards
 * (`recreated`).
 */
export function markTurnedOnAgain(statements: readonly FollowedStatement[], { kinds }: ScriptReading): void {
  if (!kinds.has('enable_constraint') && !kinds.has('enable_protection')) return;
  const off = new Map<string, { readonly statement: FollowedStatement; readonly index: number }[]>();
  for (const statement of statements)
    for (const [index, operation] of statement.operations.entries()) {
      const { kind, place } = operation;
      if (place === 'routine_body') continue;
      const turnsOn = TURNS_ON[kind];
      const key = keyOf(turnsOn ?? kind, operation, statement);
      if (key === undefined) continue;
      if (turnsOn) {
        for (const { statement: earlier, index: at } of off.get(key) ?? [])
          changeFacts(earlier, at, { recreated: true });
        off.delete(key);
      } else if (kind === 'disable_constraint' || kind === 'disable_protection')
        off.set(key, [...(off.get(key) ?? []), { statement, index }]);
    }
}

function keyOf(kind: OperationKind, { target, objectClass }: Operation, { section, home }: FollowedStatement) {
  const name = fullName(target, home);
  if (objectClass !== 'relation' || name === undefined || name === '') return undefined;
  return `${kind} ${section} ${name}`;
}
