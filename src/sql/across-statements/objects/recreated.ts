import type { Operation, OperationKind, Statement } from '../../../model/index.ts';
import { type ObjectName, objectsOf } from '../../objects/object-classes.ts';
import { readName } from '../../text/names.ts';
import { changeFacts, type FollowedStatement, followStatements } from '../followed-statement.ts';
import type { PolicyName } from '../policies/policies.ts';
import { PolicyAccess } from '../policies/policy-access.ts';
import type { ScriptReading } from '../script-reading.ts';

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
    'drop_type',
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
    'create_type',
  ] as const),
]);

/**
 * Marks each DROP of an object that the file creates again afterwards (`recreated`), each ALTER POLICY, and
 * each rename whose old name the file gives to another object. A policy must not give access to more rows than before.
 */
export function markRecreated(statements: readonly FollowedStatement[], reading: ScriptReading): void {
  const { kinds } = reading;
  const has = (wanted: ReadonlySet<OperationKind>) => [...kinds].some((kind) => wanted.has(kind));
  if (kinds.has('drop_policy')) markInCode(statements, reading);
  if (!kinds.has('alter_policy') && !kinds.has('rename_other') && !(has(DROPS) && has(CREATES))) return;
  followStatements(statements, new Recreated(new PolicyAccess(statements, reading), renamedTo(statements, reading)));
}

/** The policies that a file alters, or drops and creates, in any order. */
export function comparedPolicies(statements: readonly Pick<Statement, 'operations'>[]): readonly PolicyName[] {
  const policies = new Map<string, PolicyName>();
  const compared = new Set<string>();
  for (const { kind, target, table } of statements.flatMap(({ operations }) => operations)) {
    if (target.name === undefined || table === undefined) continue;
    const key = `${table} ${target.name}`;
    if (kind === 'drop_policy' || kind === 'alter_policy') policies.set(key, { name: target.name, table });
    if (kind === 'create_policy' || kind === 'alter_policy') compared.add(key);
  }
  const loops = statements.flatMap(({ operations }) => recreatedInLoop(operations).map(({ target }) => target.text));
  return [
    ...[...policies].filter(([key]) => compared.has(key)).map(([, policy]) => policy),
    ...[...new Set(loops)].map((name) => ({ name, table: ANY_TABLE })),
  ];
}

/** A loop drops and creates a policy on tables whose names the file does not show. */
const ANY_TABLE = '';

/** Each DROP POLICY IF EXISTS in SQL that a block puts together, if it also creates a policy of that name. */
function recreatedInLoop(operations: readonly Operation[]): readonly Operation[] {
  const dynamic = operations.filter(({ place }) => place === 'dynamic');
  const created = new Set(dynamic.filter(({ kind }) => kind === 'create_policy').map(({ target }) => target.text));
  // A name of which no part is known may be that of any policy.
  return dynamic.filter(
    ({ kind, ifExists, target: { text } }) =>
      kind === 'drop_policy' && ifExists && created.has(text) && /\w/.test(text.replaceAll('${value}', '')),
  );
}

/** Each DROP POLICY IF EXISTS in a DO block that creates a policy of that name on the table. */
function recreatedInBlock(operations: readonly Operation[]): readonly Operation[] {
  const inBlock = operations.filter(({ place }) => place === 'do_block');
  const isCreated = ({ target: { name }, table }: Operation) =>
    inBlock.some((each) => each.kind === 'create_policy' && each.target.name === name && each.table === table);
  return inBlock.filter(
    (drop) => drop.kind === 'drop_policy' && drop.ifExists && drop.target.name !== undefined && isCreated(drop),
  );
}

/** Marks those of which no file of the base has the name. They drop nothing, whatever the tables are. */
function markInCode(statements: readonly FollowedStatement[], { context }: ScriptReading): void {
  const isNew = (name: string | undefined, table: string | undefined) =>
    context?.policies?.some(
      (policy) => policy.name === name && policy.table === table && policy.definitions.length === 0,
    );
  const mark = (statement: FollowedStatement, drop: Operation) =>
    changeFacts(statement, statement.operations.indexOf(drop), { recreated: true });
  for (const statement of statements) {
    for (const drop of recreatedInLoop(statement.operations))
      if (isNew(drop.target.text, ANY_TABLE)) mark(statement, drop);
    for (const drop of recreatedInBlock(statement.operations))
      if (isNew(drop.target.name, drop.table)) mark(statement, drop);
  }
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
  /** Renames of objects other than tables whose old name is free, by key. */
  readonly #renamed = new Map<string, Dropped>();
  /** The keys of objects that were created: only the file knows their names, also once older columns have such a type. */
  readonly #created = new Set<string | undefined>();
  readonly #access: PolicyAccess;
  readonly #newName: (statement: FollowedStatement) => string | undefined;

  constructor(access: PolicyAccess, newName: (statement: FollowedStatement) => string | undefined) {
    this.#access = access;
    this.#newName = newName;
  }

  startSection(): void {
    this.forget();
  }

  forget(): void {
    this.#dropped.clear();
    this.#renamed.clear();
    this.#created.clear();
    this.#access.forget();
  }

  rollBack(): void {
    this.forget();
    for (const name of this.#marked.keys()) this.#unmark(name);
  }

  follow(statement: FollowedStatement): void {
    this.#dropAll(statement);
    this.#alterAll(statement, true);
    for (const [index, operation] of statement.operations.entries()) {
      const [object] = objectsOf(operation, statement.home);
      if (operation.kind === 'rename_other' && operation.place === 'statement') this.#rename(object, statement, index);
      if (object && operation.kind.startsWith('create_') && operation.place === 'statement') {
        this.#reuse(object.key);
        if (!operation.ifNotExists && !operation.orReplace) this.#created.add(object.key);
      }
      if (object && CREATES.has(operation.kind) && operation.place === 'statement')
        this.#create(object, operation, statement);
    }
  }

  /** A statement that may be skipped creates nothing for certain. */
  skip(statement: FollowedStatement): void {
    this.#dropAll(statement);
    this.#alterAll(statement, false);
  }

  /** A policy that gives more access once it is altered is not the one that was compared. */
  #alterAll(statement: FollowedStatement, certain: boolean): void {
    for (const [index, operation] of statement.operations.entries()) {
      if (operation.kind !== 'alter_policy') continue;
      const keeps = this.#access.alter(operation, certain ? statement : undefined);
      if (keeps) changeFacts(statement, index, { recreated: true });
      if (keeps) continue;
      const [object] = objectsOf(operation, statement.home);
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
    const drops = dropped.flatMap(({ statement, index }) => statement.operations[index] ?? []);
    if (object.class === 'policy' && !this.#access.create(created, by, drops)) return;
    this.#replace(object.key, nameOf(object));
  }

  /** A dropped object has a successor of its name. */
  #replace(key: string, name: string): void {
    const dropped = this.#dropped.get(key);
    if (!dropped) return;
    for (const { statement, index } of dropped) changeFacts(statement, index, { recreated: true });
    this.#marked.set(name, dropped);
    this.#dropped.delete(key);
  }

  #rename(object: ObjectName | undefined, statement: FollowedStatement, index: number): void {
    const name = this.#newName(statement);
    if (object?.key === undefined || name === undefined) return;
    if (this.#created.delete(object.key)) changeFacts(statement, index, { recreated: true });
    const renamed = `${object.class} ${object.schema ? `${object.schema}.` : ''}${name}`;
    this.#reuse(renamed);
    // A policy of the same name may give access to other rows.
    if (object.class !== 'policy') this.#replace(renamed, nameOf({ ...object, name }));
    this.#renamed.set(object.key, { statement, index });
  }

  /** An object gets the name. */
  #reuse(key: string | undefined): void {
    const renamed = this.#renamed.get(key ?? '');
    if (renamed) changeFacts(renamed.statement, renamed.index, { recreated: true });
    this.#renamed.delete(key ?? '');
  }

  #unmark(name: string): void {
    for (const { statement, index } of this.#marked.get(name) ?? [])
      changeFacts(statement, index, { recreated: false });
    this.#marked.delete(name);
  }
}

/** The new name that a statement gives to the object that it renames. */
function renamedTo(
  statements: readonly FollowedStatement[],
  { tokens, lexical, ranges }: ScriptReading,
): (statement: FollowedStatement) => string | undefined {
  const index = new Map(statements.map((statement, at) => [statement, at]));
  return (statement) => {
    const range = ranges[index.get(statement) ?? -1];
    const to = range && range.to - 1;
    const isRename = to !== undefined && tokens.word(to - 2) === 'RENAME' && tokens.word(to - 1) === 'TO';
    return isRename ? readName(tokens, to, lexical).target.name : undefined;
  };
}

function nameOf(object: ObjectName): string {
  return `${object.class} ${object.name}`;
}
