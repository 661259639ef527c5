import type { BaseIndex, Operation, OperationKind } from '../../../model/index.ts';
import { fullName, fullTable } from '../../objects/home-schema.ts';
import { changeFacts, type FollowedStatement, type Follower, followStatements } from '../followed-statement.ts';
import { namesTable } from '../keys/index-names.ts';
import type { ScriptReading } from '../script-reading.ts';

/** Objects of a table that are dropped with it. */
const OF_TABLE: ReadonlySet<OperationKind> = new Set(['drop_policy', 'drop_trigger', 'drop_index']);

/** What takes PostgreSQL's strongest lock on its table. */
const STRONGEST_LOCK: ReadonlySet<OperationKind> = new Set([
  ...(['drop_table', 'truncate', 'add_column', 'drop_column', 'rename_column', 'alter_column_type'] as const),
  ...(['set_not_null', 'drop_not_null', 'set_default', 'drop_default', 'drop_constraint', 'rename_table'] as const),
  ...(['add_constraint', 'set_schema'] as const),
]);

/**
 * Marks what the file drops by itself before it drops the table (`tableDroppedHere`), and each DROP INDEX in a transaction
 * that locks the table as strongly for something else (`lockRepeated`). DROP INDEX does not name the table; its name
 * usually begins with the one of the table.
 */
export function markDroppedWithTable(
  statements: readonly FollowedStatement[],
  { kinds, lexical, context }: ScriptReading,
): void {
  if (!lexical.sessions.refusesInTransaction || ![...OF_TABLE].some((kind) => kinds.has(kind))) return;
  const isOn = indexesIn(context?.indexes ?? []);
  if (kinds.has('drop_table')) followStatements(statements, new DroppedWithTable(replacingIn(statements), isOn));
  if (!kinds.has('drop_index')) return;
  for (const transaction of transactionsOf(statements)) markRepeatedLocks(transaction, isOn);
}

interface Dropped {
  readonly statement: FollowedStatement;
  readonly index: number;
  /** Whether it belongs to the table. */
  isOf(table: Operation['target'], home: string): boolean;
}

class DroppedWithTable implements Follower {
  #dropped: Dropped[] = [];
  readonly #mayReplace: MayReplace;
  readonly #isOn: IsOn;

  constructor(mayReplace: MayReplace, isOn: IsOn) {
    this.#mayReplace = mayReplace;
    this.#isOn = isOn;
  }

  startSection(): void {
    this.forget();
  }

  forget(): void {
    this.#dropped = [];
  }

  rollBack(): void {
    this.forget();
  }

  skip(): void {}

  follow(statement: FollowedStatement): void {
    for (const [index, operation] of statement.operations.entries()) {
      const { kind, place, target } = operation;
      if (place !== 'statement') continue;
      if (OF_TABLE.has(kind) && (kind === 'drop_index' || !this.#mayReplace(operation.table)))
        this.#dropped.push({ statement, index, isOf: belongsTo(operation, statement.home, this.#isOn) });
      if (kind !== 'drop_table') continue;
      for (const dropped of this.#dropped)
        if (dropped.isOf(target, statement.home))
          changeFacts(dropped.statement, dropped.index, { tableDroppedHere: true });
    }
  }
}

/** Whether a table of the file may take the place of the named one: it needs the same policies and triggers. */
type MayReplace = (table: string | undefined) => boolean;

function replacingIn(statements: readonly FollowedStatement[]): MayReplace {
  const made = new Set<string | undefined>();
  for (const { operations } of statements)
    for (const { kind, target } of operations) {
      if (kind === 'rename_table' || kind === 'set_schema') return () => true;
      if (kind === 'create_table') made.add(target.name);
    }
  return (table = '') => made.has(undefined) || made.has(table.slice(table.lastIndexOf('.') + 1));
}

/** Whether an index is on a table, both without schema: as the base creates it, else if its name begins with that of the table. */
type IsOn = (index: string | undefined, table: string | undefined) => boolean;

function indexesIn(known: readonly BaseIndex[]): IsOn {
  return (index, table) => {
    const own = known.filter(({ name }) => name === index);
    return own.length > 0 ? own.every((each) => each.table === table) : namesTable(index, table);
  };
}

function belongsTo({ kind, target, table }: Operation, home: string, isOn: IsOn): Dropped['isOf'] {
  if (kind === 'drop_index') return ({ name }) => isOn(target.name, name);
  const own = fullTable(table, home);
  return (dropped, atDrop) => own !== undefined && own !== '' && own === fullName(dropped, atDrop);
}

/** Statements that certainly run in one transaction, if there are several. */
function* transactionsOf(statements: readonly FollowedStatement[]): Generator<readonly FollowedStatement[]> {
  let open: FollowedStatement[] = [];
  for (const statement of statements) {
    const { facts, operations, unreadable, section } = statement;
    const ends = unreadable.length > 0 || operations.some(({ kind }) => ENDS.has(kind));
    if (ends || facts.inTransaction !== true || section !== open[0]?.section) {
      if (open.length > 1) yield open;
      open = [];
    }
    if (facts.inTransaction === true && !ends) open.push(statement);
  }
  if (open.length > 1) yield open;
}

const ENDS: ReadonlySet<OperationKind> = new Set(['commit', 'rollback', 'meta_command']);

function markRepeatedLocks(statements: readonly FollowedStatement[], isOn: IsOn): void {
  const locked = new Set<string>();
  for (const { operations } of statements)
    for (const { kind, place, target, constraintType } of operations)
      if (STRONGEST_LOCK.has(kind) && place === 'statement' && constraintType !== 'foreign_key' && target.name)
        locked.add(target.name);
  for (const statement of statements)
    for (const [index, { kind, target }] of statement.operations.entries())
      if (kind === 'drop_index' && [...locked].some((table) => isOn(target.name, table)))
        changeFacts(statement, index, { lockRepeated: true });
}
