import type { OperationKind } from '../model/index.ts';
import { changeFacts, type FollowedStatement, followStatements } from './followed-statement.ts';
import { type ObjectName, objectsOf } from './object-classes.ts';

/** The classes whose DROP and CREATE change the object: it has no rows that the DROP could lose. */
const DROPS: ReadonlySet<OperationKind> = new Set([
  ...(['drop_policy', 'drop_trigger', 'drop_view', 'drop_function', 'drop_procedure', 'drop_rule'] as const),
]);
const CREATES: ReadonlySet<OperationKind> = new Set([
  ...([
    'create_policy',
    'create_trigger',
    'create_view',
    'create_function',
    'create_procedure',
    'create_rule',
  ] as const),
]);

/** Marks each DROP of an object that the file creates again afterwards (`recreated`). */
export function markRecreated(statements: readonly FollowedStatement[]): void {
  const has = (kinds: ReadonlySet<OperationKind>) =>
    statements.some(({ operations }) => operations.some(({ kind }) => kinds.has(kind)));
  if (has(DROPS) && has(CREATES)) followStatements(statements, new Recreated());
}

interface Dropped {
  readonly statement: FollowedStatement;
  /** Of the operation in the statement. */
  readonly index: number;
}

class Recreated {
  /** Objects that were dropped and not yet created again, by key. */
  readonly #dropped = new Map<string, Dropped[]>();
  /** The marked drops, by class and bare name: a later DROP takes the mark away. */
  readonly #marked = new Map<string, Dropped[]>();

  startSection(): void {
    this.forget();
  }

  forget(): void {
    this.#dropped.clear();
  }

  rollBack(): void {
    this.forget();
    for (const name of this.#marked.keys()) this.#unmark(name);
  }

  follow(statement: FollowedStatement): void {
    this.#dropAll(statement);
    for (const operation of statement.operations) {
      const [object] = objectsOf(operation);
      if (object && CREATES.has(operation.kind) && operation.place === 'statement') this.#create(object);
    }
  }

  /** A statement that may be skipped creates nothing for certain. */
  skip(statement: FollowedStatement): void {
    this.#dropAll(statement);
  }

  #dropAll(statement: FollowedStatement): void {
    for (const [index, operation] of statement.operations.entries()) {
      const [object] = objectsOf(operation);
      if (!object || !DROPS.has(operation.kind)) continue;
      this.#unmark(nameOf(object));
      if (operation.place !== 'statement' || operation.cascade || object.key === undefined) continue;
      const dropped = this.#dropped.get(object.key) ?? [];
      dropped.push({ statement, index });
      this.#dropped.set(object.key, dropped);
    }
  }

  #create(object: ObjectName): void {
    const dropped = object.key === undefined ? undefined : this.#dropped.get(object.key);
    if (!dropped || object.key === undefined) return;
    for (const { statement, index } of dropped) changeFacts(statement, index, { recreated: true });
    this.#marked.set(nameOf(object), dropped);
    this.#dropped.delete(object.key);
  }

  #unmark(name: string): void {
    for (const { statement, index } of this.#marked.get(name) ?? [])
      changeFacts(statement, index, { recreated: false });
    this.#marked.delete(name);
  }
}

function nameOf(object: ObjectName): string {
  return `${object.class} ${object.name}`;
}
