import type { Operation } from '../../model/index.ts';
import type { Facts } from '../reader/operation.ts';
import { changeFacts, type FollowedStatement } from './followed-statement.ts';
import { hasUniqueName, isStricter, namesPart, type Replacement, replaces } from './index-names.ts';
import type { ScriptReading } from './script-reading.ts';

/** What a file adds to one table, or takes from it. */
interface TableChanges {
  readonly constraints: Operation[];
  /** Names of columns that are dropped or set NOT NULL: a CHECK on them is not needed any more. */
  readonly settled: string[];
  attached: boolean;
}

/** The type of a constraint, as its name says. */
const TYPES: readonly (readonly [type: string, name: RegExp])[] = [
  ['foreign_key', /(?:^|_)fk|foreign|fkey/i],
  ['primary_key', /(?:^|_)pk|pkey|primary/i],
  ['check', /check|(?:^|_)c(?:h?k|hk)(?:_|$)/i],
  ['exclusion', /excl/i],
];

/**
 * Marks each DROP of a constraint or index for which the file has another one (`recreated`), unique indexes (`unique`), and
 * indexes that are gone until theirs is built (`indexGap`).
 */
export function markReplaced(statements: readonly FollowedStatement[], { kinds, lexical }: ScriptReading): void {
  if (!lexical.sessions.refusesInTransaction) return;
  if (kinds.has('drop_constraint')) markConstraints(statements);
  if (kinds.has('drop_index')) markIndexes(statements);
}

function markConstraints(statements: readonly FollowedStatement[]): void {
  const changes = new FileChanges();
  for (const { operations } of statements) for (const operation of operations) changes.add(operation);
  for (const statement of statements)
    for (const [index, operation] of statement.operations.entries())
      if (operation.kind === 'drop_constraint' && changes.replaces(operation))
        changeFacts(statement, index, { recreated: true });
}

class FileChanges {
  /** By bare name. */
  readonly #tables = new Map<string | undefined, TableChanges>();
  readonly #dropped: string[] = [];

  add(operation: Operation): void {
    const { kind, target, table, columns = [], unique } = operation;
    if (kind === 'add_constraint') this.#at(target.name).constraints.push(operation);
    else if (kind === 'create_index' && unique) this.#at(lastPart(table)).constraints.push(operation);
    else if (kind === 'drop_column' || kind === 'set_not_null') this.#at(target.name).settled.push(...columns);
    else if (kind === 'attach_partition') this.#at(lastPart(table)).attached = true;
    else if (kind === 'drop_table' && target.name) this.#dropped.push(target.name);
  }

  replaces({ target, constraint = '' }: Operation): boolean {
    const changes = this.#tables.get(target.name);
    if (changes && hasReplacement(constraint, changes)) return true;
    return this.#dropped.some((table) => namesPart(constraint, table));
  }

  #at(name: string | undefined): TableChanges {
    const known = this.#tables.get(name) ?? { constraints: [], settled: [], attached: false };
    this.#tables.set(name, known);
    return known;
  }
}

function hasReplacement(name: string, { constraints, settled, attached }: TableChanges): boolean {
  const type = typeOf(name);
  const isCheck = type === 'check' || type === '';
  if ((attached && isCheck) || settled.some((column) => isCheck || namesPart(name, column))) return true;
  return constraints.some(({ kind, constraint, constraintType = '' }) => {
    if (constraint !== '' && constraint === name) return true;
    const added = kind === 'create_index' ? 'unique' : constraintType;
    return type === '' || type === added || (KEYS.has(type) && KEYS.has(added));
  });
}

const KEYS: ReadonlySet<string> = new Set(['primary_key', 'unique']);

function typeOf(name: string): string {
  return TYPES.find(([, pattern]) => pattern.test(name))?.[0] ?? (hasUniqueName(name) ? 'unique' : '');
}

function lastPart(table: string | undefined): string | undefined {
  return table?.slice(table.lastIndexOf('.') + 1);
}

type Created = Replacement & { readonly at: number };

function markIndexes(statements: readonly FollowedStatement[]): void {
  const created: Created[] = [];
  /** Tables and columns that the file drops: their indexes go with them. */
  const gone: string[] = [];
  for (const [at, { operations }] of statements.entries())
    for (const operation of operations) {
      const { kind, target, columns = [] } = operation;
      if (kind === 'drop_column') gone.push(...columns);
      else if (kind === 'drop_table' && target.name) gone.push(target.name);
      else if (kind === 'create_index' || isKey(operation)) created.push({ at, ...replacementOf(operation) });
    }
  for (const [at, statement] of statements.entries())
    for (const [index, operation] of statement.operations.entries())
      if (operation.kind === 'drop_index' && operation.target.name !== undefined)
        changeFacts(statement, index, factsOfDrop(operation, operation.target.name, at, created, gone));
}

function factsOfDrop(
  { ifExists, concurrently }: Operation,
  name: string,
  at: number,
  created: readonly Created[],
  gone: readonly string[],
): Facts {
  const unique = hasUniqueName(name);
  const by = created.filter((each) => replaces(name, each) && (each.unique || !unique));
  const isKept =
    gone.some((part) => namesPart(name, part)) || (unique && created.some((each) => isStricter(name, each)));
  // IF EXISTS before an index of the same name only makes the file repeatable.
  const repeats = ifExists && by.some((each) => each.name === name);
  // With CONCURRENTLY there is no transaction in which queries wait for both.
  const isOpen = concurrently === true || by.some((each) => each.concurrently);
  return {
    ...(unique && { unique }),
    ...((by.length > 0 || isKept) && { recreated: true }),
    ...(isOpen && by.length > 0 && !repeats && by.every((each) => each.at > at) && { indexGap: true }),
  };
}

function isKey({ kind, constraintType }: Operation): boolean {
  return kind === 'add_constraint' && KEYS.has(constraintType ?? '');
}

function replacementOf(operation: Operation): Replacement {
  const { target, columns = [], unique = false, concurrently = false } = operation;
  const [name, table] = isKey(operation)
    ? [operation.constraint, target.name]
    : [target.name, lastPart(operation.table)];
  return { name, table: table ?? '', unique, columns, concurrently };
}
