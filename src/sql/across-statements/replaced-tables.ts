import type { Operation, Statement } from '../../model/index.ts';
import { fullName } from '../objects/home-schema.ts';
import { changeFacts, type FollowedStatement } from './followed-statement.ts';
import type { ScriptReading } from './script-reading.ts';

/** With fewer tables, a script that drops and creates them may be one that empties them. */
const MIN_TABLES = 2;

/**
 * Marks a DROP TABLE IF EXISTS directly before the CREATE of the same table (`replacesNothing`), if no SQL file of the
 * base names the table. Nor may the file itself before: it could give the name to a table with rows. In a script for a
 * new database, each DROP TABLE IF EXISTS before the CREATE is marked: whoever ran it elsewhere would lose all tables.
 */
export function markReplacedTables(
  statements: readonly FollowedStatement[],
  { missing, context }: ScriptReading,
): void {
  if (context?.forNewDatabase) {
    for (const [statement, index] of createdAgain(statements)) changeFacts(statement, index, { replacesNothing: true });
    return;
  }
  if (missing.size === 0) return;
  for (const [statement, drop] of replacedTables(statements))
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
      else if (isPlainDrop(operation) && unreadable.length === 0 && created.has(name)) yield [statement, index];
    }
  }
}

/** Each DROP TABLE IF EXISTS of one table that is directly followed by the CREATE of that table. */
export function* replacedTables<S extends Pick<FollowedStatement, 'operations' | 'section' | 'unreadable' | 'home'>>(
  statements: readonly S[],
): Generator<readonly [S, Operation]> {
  for (const [index, statement] of statements.entries()) {
    const drop = droppedTable(statement);
    const next = drop && nextStatement(statements, index);
    if (drop && next?.section === statement.section && creates(next, fullName(drop.target, statement.home)))
      yield [statement, drop];
  }
}

/** The operation of a plain DROP TABLE IF EXISTS of one table. */
function droppedTable({ operations, unreadable }: Pick<Statement, 'operations' | 'unreadable'>): Operation | undefined {
  const [drop, ...others] = operations;
  return drop && isPlainDrop(drop) && others.length === 0 && unreadable.length === 0 ? drop : undefined;
}

/** With CASCADE, too: it drops nothing either if there is no table. */
function isPlainDrop({ kind, place, ifExists, createdHere, temporary }: Operation): boolean {
  return kind === 'drop_table' && place === 'statement' && ifExists === true && !createdHere && !temporary;
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

function creates(
  { operations, home }: Pick<FollowedStatement, 'operations' | 'home'>,
  name: string | undefined,
): boolean {
  return operations.some((operation) => createsTable(operation) && fullName(operation.target, home) === name);
}

function createsTable({ kind, place, temporary }: Operation): boolean {
  return kind === 'create_table' && place === 'statement' && !temporary;
}
