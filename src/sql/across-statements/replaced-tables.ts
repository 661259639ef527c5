import type { Operation, Statement } from '../../model/index.ts';
import { fullName } from '../objects/home-schema.ts';
import { changeFacts, type FollowedStatement } from './followed-statement.ts';
import type { ScriptReading } from './script-reading.ts';

/**
 * Marks a DROP TABLE IF EXISTS directly before the CREATE of the same table (`replacesNothing`), if no SQL file of the
 * base names the table. Nor may the file itself before: it could give the name to a table with rows.
 */
export function markReplacedTables(statements: readonly FollowedStatement[], { missing }: ScriptReading): void {
  if (missing.size === 0) return;
  for (const [statement, drop] of replacedTables(statements))
    if (missing.has(drop.target, statement.span.start)) changeFacts(statement, 0, { replacesNothing: true });
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
  if (drop?.kind !== 'drop_table' || others.length > 0 || unreadable.length > 0) return undefined;
  // CASCADE drops nothing either if there is no table.
  const plain = drop.place === 'statement' && drop.ifExists && !drop.createdHere && !drop.temporary;
  return plain ? drop : undefined;
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
  return operations.some(
    ({ kind, target, place, temporary }) =>
      kind === 'create_table' && place === 'statement' && !temporary && fullName(target, home) === name,
  );
}
