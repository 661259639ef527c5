import type { Operation, OperationKind, Statement } from '../../model/index.ts';
import { type ObjectName, objectsOf } from '../objects/object-classes.ts';
import { changeFacts, type FollowedStatement, followStatements } from './followed-statement.ts';
import { isNoLooser, type PolicyName } from './policies.ts';
import type { ScriptReading } from './script-reading.ts';

/** The classes whose DROP and CREATE change the object: it has no rows that the DROP could lose. */
const DROPS: ReadonlySet<OperationKind> = new Set([
  ...([
    'drop_policy',
    'drop_trigger',
    'drop_view',
    'drop_function',
    'drop_procedure',
    'drop_rule',
    'drop_event',
  ] as const),
]);
const CREATES: ReadonlySet<OperationKind> = new Set([
  ...([
    'create_policy',
    'create_trigger',
    'create_view',
    'create_function',
    'create_procedure',
    'create_rule',
    'create_event',
  ] as const),
]);

/**
 * Marks each DROP of an object that the file creates again afterwards (`recreated`). A policy must not give access to more
 * rows than before.
 */
export function markRecreated(
  statements: readonly FollowedStatement[],
  { kinds, ranges, tokens, dialect, lexical, context }: ScriptReading,
): void {
  const has = (wanted: ReadonlySet<OperationKind>) => [...kinds].some((kind) => wanted.has(kind));
  if (!has(DROPS) || !has(CREATES)) return;
  const index = new Map(statements.map((statement, at) => [statement, at]));
  const keepsAccess = (dropped: Operation, created: Operation, statement: FollowedStatement): boolean => {
    if (dropped.tableCreatedHere === true) return true;
    const { name } = created.target;
    const known = context?.policies?.find((policy) => policy.name === name && policy.table === created.table);
    const range = ranges[index.get(statement) ?? -1];
    if (!known || !range) return false;
    if (known.definitions.length === 0) return dropped.ifExists === true;
    return isNoLooser({ tokens, lexical, ...range }, known.definitions, dialect);
  };
  followStatements(statements, new Recreated(keepsAccess));
}

/** The policies that a file drops and creates, in any order. */
export function recreatedPolicies(statements: readonly Pick<Statement, 'operations'>[]): readonly PolicyName[] {
  const policies = new Map<string, PolicyName>();
  const created = new Set<string>();
  for (const { kind, target, table } of statements.flatMap(({ operations }) => operations)) {
    if (target.name === undefined || table === undefined) continue;
    const key = `${table} ${target.name}`;
    if (kind === 'drop_policy') policies.set(key, { name: target.name, table });
    if (kind === 'create_policy') created.add(key);
  }
  return [...policies].filter(([key]) => created.has(key)).map(([, policy]) => policy);
}

/** Whether a policy that is created gives access to no more rows than the dropped one. */
type KeepsAccess = (dropped: Operation, created: Operation, statement: FollowedStatement) => boolean;

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
  readonly #keepsAccess: KeepsAccess;

  constructor(keepsAccess: KeepsAccess) {
    this.#keepsAccess = keepsAccess;
  }

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
    this.#alterAll(statement);
    for (const operation of statement.operations) {
      const [object] = objectsOf(operation, statement.home);
      if (object && CREATES.has(operation.kind) && operation.place === 'statement')
        this.#create(object, operation, statement);
    }
  }

  /** A statement that may be skipped creates nothing for certain. */
  skip(statement: FollowedStatement): void {
    this.#dropAll(statement);
    this.#alterAll(statement);
  }

  /** A policy that is altered afterwards is not the one that was compared. */
  #alterAll({ operations }: FollowedStatement): void {
    for (const operation of operations) {
      if (operation.kind !== 'alter_policy') continue;
      const [object] = objectsOf(operation);
      const names = object?.name === undefined ? [...this.#marked.keys()] : [nameOf(object)];
      for (const name of names) this.#unmark(name);
    }
  }

  #dropAll(statement: FollowedStatement): void {
    for (const [index, operation] of statement.operations.entries()) {
      const [object] = objectsOf(operation, statement.home);
      if (!object || !DROPS.has(operation.kind)) continue;
      this.#unmark(nameOf(object));
      if (operation.place !== 'statement' || operation.cascade || object.key === undefined) continue;
      const dropped = this.#dropped.get(object.key) ?? [];
      dropped.push({ statement, index });
      this.#dropped.set(object.key, dropped);
    }
  }

  #create(object: ObjectName, created: Operation, by: FollowedStatement): void {
    const dropped = object.key === undefined ? undefined : this.#dropped.get(object.key);
    if (!dropped || object.key === undefined) return;
    const keeps = ({ statement, index }: Dropped) => {
      const drop = statement.operations[index];
      return drop !== undefined && this.#keepsAccess(drop, created, by);
    };
    if (object.class === 'policy' && !dropped.every(keeps)) return;
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
