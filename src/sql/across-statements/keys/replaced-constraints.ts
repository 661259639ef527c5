import type { Operation } from '../../../model/index.ts';
import type { Facts } from '../../reader/operation.ts';
import { changeFacts, type FollowedStatement } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';
import { hasUniqueName, NamedParts, type Replacement, Replacements } from './index-names.ts';

/** What a file adds to one table, or takes from it. */
class TableChanges {
  readonly #names = new Set<string>();
  readonly #types = new Set<string>();
  /** Columns that are dropped or set NOT NULL: a CHECK on them is not needed any more. */
  readonly #settled = new NamedParts<true>();
  #isSettled = false;
  attached = false;

  add(type: string, name = ''): void {
    this.#types.add(type);
    if (name !== '') this.#names.add(name);
  }

  settle(columns: readonly string[]): void {
    for (const column of columns) this.#settled.add(column, true);
    this.#isSettled ||= columns.length > 0;
  }

  /** Whether one of the changes replaces the constraint that is dropped. */
  replaces(name: string): boolean {
    const type = typeOf(name);
    const isCheck = type === 'check' || type === '';
    if (isCheck && (this.attached || this.#isSettled)) return true;
    if (this.#settled.areIn(name) || this.#names.has(name)) return true;
    const types = [...this.#types];
    return type === '' ? types.length > 0 : this.#types.has(type) || (KEYS.has(type) && types.some((t) => KEYS.has(t)));
  }
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
  readonly #dropped = new NamedParts<true>();

  add(operation: Operation): void {
    const { kind, target, table, constraint, constraintType = '', columns = [], unique } = operation;
    if (kind === 'add_constraint') this.#at(target.name).add(constraintType, constraint);
    else if (kind === 'create_index' && unique) this.#at(lastPart(table)).add('unique');
    else if (kind === 'drop_column' || kind === 'set_not_null') this.#at(target.name).settle(columns);
    else if (kind === 'attach_partition') this.#at(lastPart(table)).attached = true;
    else if (kind === 'drop_table' && target.name) this.#dropped.add(target.name, true);
  }

  replaces({ target, constraint = '' }: Operation): boolean {
    return this.#tables.get(target.name)?.replaces(constraint) || this.#dropped.areIn(constraint);
  }

  #at(name: string | undefined): TableChanges {
    const known = this.#tables.get(name) ?? new TableChanges();
    this.#tables.set(name, known);
    return known;
  }
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
  const created = new Replacements<Created>();
  /** Tables and columns that the file drops: their indexes go with them. */
  const gone = new NamedParts<true>();
  for (const [at, { operations }] of statements.entries())
    for (const operation of operations) {
      const { kind, target, columns = [] } = operation;
      if (kind === 'drop_column') for (const column of columns) gone.add(column, true);
      else if (kind === 'drop_table' && target.name) gone.add(target.name, true);
      else if (kind === 'create_index' || isKey(operation)) created.add({ at, ...replacementOf(operation) });
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
  created: Replacements<Created>,
  gone: NamedParts<true>,
): Facts {
  const all = created.of(name);
  // IF EXISTS before an index of the same name only makes the file repeatable.
  const repeats = ifExists && all.some((each) => each.name === name);
  // Such an index shows whether its name means a unique one: `queries_key` may be on the column `key`.
  const unique = hasUniqueName(name) && !(repeats && all.some((each) => each.name === name && !each.unique));
  const by = all.filter((each) => each.unique || !unique);
  const isKept = gone.areIn(name) || (unique && created.hasStricter(name));
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
