import type { Operation, OperationKind, Statement } from '../../../model/index.ts';
import { fullName } from '../../objects/home-schema.ts';
import { changeFacts, type FollowedStatement } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';

/** With fewer tables, a script that drops and creates them may be one that empties them. */
const MIN_TABLES = 2;

/** The DROPs that lose data with the object or, with CASCADE, with what depends on it, and the CREATE of its class. */
const CREATE_AFTER: Partial<Record<OperationKind, OperationKind>> = {
  drop_table: 'create_table',
  drop_type: 'create_type',
  drop_sequence: 'create_sequence',
  drop_materialized_view: 'create_materialized_view',
};

/**
 * Marks a DROP IF EXISTS directly before the CREATE of the same object (`replacesNothing`), if no SQL file of the
 * base names it. Nor may the file itself before: it could give the name to a table with rows. In a script for a
 * new database, each DROP TABLE IF EXISTS before the CREATE is marked: whoever ran it elsewhere would lose all tables.
 */
export function markReplacedObjects(
  statements: readonly FollowedStatement[],
  { missing, context }: ScriptReading,
): void {
  if (context?.forNewDatabase) {
    for (const [statement, index] of createdAgain(statements)) changeFacts(statement, index, { replacesNothing: true });
    return;
  }
  if (missing.size === 0) return;
  for (const [statement, drop] of replacedObjects(statements))
    if (missing.has(drop.target, statement.span.start)) changeFacts(statement, 0, { replacesNothing: true });
}

/** Whether a script first drops most of the tables that it creates, if they exist. */
export function isForNewDatabase(statements: readonly FollowedStatement[]): boolean {
  const again = new Set<string | undefined>();
  for (const [{ operations, home }, index] of createdAgain(statements)) {
    const drop = operations[index];
    if (drop) again.add(fullName(drop.target, home));
  }
  const created = statements.flatMap(({ operations, home }) =>
    operations.filter(createsTable).map(({ target }) => fullName(target, home)),
  );
  return again.size >= MIN_TABLES && again.size * 2 > new Set(created).size;
}

/** Each plain DROP TABLE IF EXISTS of a table that the script creates afterwards, by the index of its operation. */
function* createdAgain(statements: readonly FollowedStatement[]): Generator<readonly [FollowedStatement, number]> {
  const created = new Set<string | undefined>();
  for (const statement of statements.toReversed()) {
    const { operations, home, unreadable } = statement;
    for (const [index, operation] of operations.entries()) {
      const name = fullName(operation.target, home);
      if (name === undefined) continue;
      if (createsTable(operation)) created.add(name);
      else if (operation.kind === 'drop_table' && isPlain(operation) && unreadable.length === 0 && created.has(name))
        yield [statement, index];
    }
  }
}

/** Each DROP IF EXISTS of one object that is directly followed by its CREATE. */
export function* replacedObjects<S extends Pick<FollowedStatement, 'operations' | 'section' | 'unreadable' | 'home'>>(
  statements: readonly S[],
): Generator<readonly [S, Operation]> {
  for (const [index, statement] of statements.entries()) {
    const drop = droppedObject(statement);
    const next = drop && nextStatement(statements, index);
    if (drop && next?.section === statement.section && createsAgain(next, drop, statement.home))
      yield [statement, drop];
  }
}

/** The operation of a plain DROP IF EXISTS of one object. */
function droppedObject({
  operations,
  unreadable,
}: Pick<Statement, 'operations' | 'unreadable'>): Operation | undefined {
  const [drop, ...others] = operations;
  // A column of type serial has a sequence that no SQL names.
  if (drop?.kind === 'drop_sequence' && /_seq$/i.test(drop.target.name ?? '')) return undefined;
  return drop && CREATE_AFTER[drop.kind] && isPlain(drop) && others.length === 0 && unreadable.length === 0
    ? drop
    : undefined;
}

/** Also with CASCADE: it drops nothing if there is no such object. */
function isPlain({ place, ifExists, createdHere, temporary }: Operation): boolean {
  return place === 'statement' && ifExists === true && !createdHere && !temporary;
}

/** The next statement that does more than set something: dumps have such settings before each CREATE TABLE. */
function nextStatement<S extends Pick<Statement, 'operations' | 'unreadable'>>(
  statements: readonly S[],
  index: number,
): S | undefined {
  for (let at = index + 1; at < statements.length; at++) {
    const next = statements[at];
    if (!next || next.unreadable.length > 0) return undefined;
    if (!next.operations.every(({ kind }) => kind === 'set')) return next;
  }
  return undefined;
}

function createsAgain(
  { operations, home }: Pick<FollowedStatement, 'operations' | 'home'>,
  drop: Operation,
  droppedIn: FollowedStatement['home'],
): boolean {
  const name = fullName(drop.target, droppedIn);
  return operations.some(
    ({ kind, place, target }) =>
      kind === CREATE_AFTER[drop.kind] && place === 'statement' && fullName(target, home) === name,
  );
}

function createsTable({ kind, place, temporary }: Operation): boolean {
  return kind === 'create_table' && place === 'statement' && !temporary;
}
