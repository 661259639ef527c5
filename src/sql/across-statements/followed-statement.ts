import { isBranch, type Operation, type SqlScript, type Statement } from '../../model/index.ts';
import { changesNamespace, setsVariable, switchesContext } from '../objects/table-names.ts';
import { type Facts, withFacts } from '../reader/operation.ts';

/** A statement whose operations can get facts that other statements of the file decide. */
export interface FollowedStatement extends Omit<Statement, 'operations'> {
  operations: Operation[];
  /** The number of batches (`GO`) before it. */
  readonly batch: number;
  /** The schema that a bare name stands for in it; empty if that is not known. */
  readonly home: string;
}

/** A file whose statements can be followed. */
export interface FollowedScript extends SqlScript {
  readonly statements: readonly FollowedStatement[];
}

/** Changes facts of the operation at an index of the statement. */
export function changeFacts(statement: FollowedStatement, index: number, facts: Facts): void {
  const operation = statement.operations[index];
  if (operation) statement.operations[index] = withFacts(operation, facts);
}

/** The kinds of operations in a file, by which most files need not be followed. */
export function kindsIn(
  statements: readonly { readonly operations: readonly Operation[] }[],
): ReadonlySet<Operation['kind']> {
  const kinds = new Set<Operation['kind']>();
  for (const { operations } of statements) for (const { kind } of operations) kinds.add(kind);
  return kinds;
}

/** Tracks what the statements of a section say about those before and after them. */
export interface Follower {
  follow(statement: FollowedStatement): void;
  /** Like `follow`, for a statement that may be skipped. */
  skip(statement: FollowedStatement): void;
  /** The next statements run separately from those before. */
  startSection(): void;
  /** From here on, names may stand for other objects. */
  forget(): void;
  /** Statements since the last BEGIN are undone. */
  rollBack(): void;
  /** Whether it reads what the calls of the statement do. */
  readsCalls?(statement: FollowedStatement): boolean;
}

/** Passes statements to a follower in order. After an IF, those up to the end of the batch or section may be skipped. */
export function followStatements(statements: readonly FollowedStatement[], follower: Follower): void {
  let section: Statement['section'] | undefined;
  let batch = 0;
  let conditional: 'batch' | 'section' | undefined;
  for (const statement of statements) {
    if (statement.section !== section) {
      follower.startSection();
      conditional = undefined;
    } else if (statement.batch !== batch && conditional === 'batch') conditional = undefined;
    ({ section, batch } = statement);
    let forgets = statement.unreadable.length > 0;
    let rollsBack = false;
    for (const operation of statement.operations) {
      if (operation.kind === 'call' && follower.readsCalls?.(statement)) continue;
      switch (effectOf(operation)) {
        case 'branch':
          conditional ??= 'batch';
          break;
        case 'client branch':
          conditional = 'section';
          break;
        case 'forget':
          forgets = true;
          break;
        case 'roll back':
          rollsBack = true;
      }
    }
    if (forgets) follower.forget();
    if (rollsBack) follower.rollBack();
    if (conditional === undefined) follower.follow(statement);
    else follower.skip(statement);
  }
}

type Effect = 'branch' | 'client branch' | 'forget' | 'roll back';

function effectOf(operation: Operation): Effect | undefined {
  const { kind, readable, target, place } = operation;
  if (place === 'routine_body') return undefined;
  switch (kind) {
    case 'control':
      return isBranch(operation) ? 'branch' : undefined;
    case 'meta_command':
      if (/^(?:el)?if$|^else$|^endif$/.test(target.name ?? '')) return 'client branch';
      return switchesContext(target.name ?? '') || setsVariable(target.name ?? '') ? 'forget' : undefined;
    case 'set':
      return changesNamespace(target.name) ? 'forget' : undefined;
    case 'execute_dynamic':
      return readable === true ? undefined : 'forget';
    case 'rollback':
      return 'roll back';
    // A procedure can rename and drop tables, as `sp_rename` does.
    case 'call':
    case 'use':
    case 'set_role':
      return 'forget';
    default:
      return undefined;
  }
}
