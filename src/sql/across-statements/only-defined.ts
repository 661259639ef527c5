import type { Operation, OperationKind } from '../../model/index.ts';
import { withFacts } from '../reader/operation.ts';
import type { FollowedStatement } from './followed-statement.ts';
import type { ScriptReading } from './script-reading.ts';

const ROUTINES: ReadonlySet<OperationKind> = new Set(['create_function', 'create_procedure', 'alter_other']);
/** What runs its body by itself, and cannot be called. */
const NOT_CALLED: ReadonlySet<OperationKind> = new Set(['create_trigger', 'create_rule', 'create_event']);

/** Marks the operations in bodies that the file only defines (`onlyDefined`). */
export function markOnlyDefined(statements: readonly FollowedStatement[], { kinds }: ScriptReading): void {
  if (![...ROUTINES, ...NOT_CALLED].some((kind) => kinds.has(kind))) return;
  let calls: ReadonlyMap<string, readonly FollowedStatement[]> | undefined;
  for (const statement of statements) {
    const [first, ...others] = statement.operations;
    if (first?.place !== 'statement' || others.length === 0 || !isDefinition(first)) continue;
    calls ??= callsIn(statements);
    const name = first.target.name?.toLowerCase();
    if (ROUTINES.has(first.kind) && (name === undefined || calls.get(name)?.some((by) => by !== statement))) continue;
    statement.operations = statement.operations.map((operation) =>
      operation.place === 'statement' ? operation : withFacts(operation, { onlyDefined: true }),
    );
  }
}

function isDefinition({ kind, objectClass }: Operation): boolean {
  if (kind === 'alter_other') return objectClass === 'function' || objectClass === 'procedure';
  return ROUTINES.has(kind) || NOT_CALLED.has(kind);
}

/** The statements that call each routine: names in lower case, without schema. */
function callsIn(statements: readonly FollowedStatement[]): ReadonlyMap<string, readonly FollowedStatement[]> {
  const calls = new Map<string, FollowedStatement[]>();
  for (const statement of statements) {
    const { facts, operations } = statement;
    // A trigger runs its function with later writes.
    if (operations.some(({ kind }) => kind === 'create_trigger')) continue;
    const called = operations.flatMap(({ kind, target }) => (kind === 'call' ? [target.name ?? ''] : []));
    for (const name of [...(facts.functions ?? []), ...called]) {
      const by = calls.get(name.toLowerCase()) ?? [];
      by.push(statement);
      calls.set(name.toLowerCase(), by);
    }
  }
  return calls;
}
