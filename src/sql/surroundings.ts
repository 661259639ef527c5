import type { Operation, Section } from '../model/index.ts';
import { type ObjectName, objectsOf } from './object-classes.ts';
import { withFacts } from './reader/scan.ts';

/** A set of objects that can also be asked for all those of one class and bare name. */
class Objects {
  readonly #keys = new Map<string, ObjectName>();
  readonly #named = new Map<string, Set<string>>();

  get size(): number {
    return this.#keys.size;
  }

  has(object: ObjectName): boolean {
    return object.key !== undefined && this.#keys.has(object.key);
  }

  all(): Iterable<ObjectName> {
    return this.#keys.values();
  }

  add(object: ObjectName): void {
    if (object.key === undefined) return;
    this.#keys.set(object.key, object);
    const name = `${object.class} ${object.name}`;
    const named = this.#named.get(name);
    if (named) named.add(object.key);
    else this.#named.set(name, new Set([object.key]));
  }

  /** Removes the object however it was qualified; says whether there was one. Without a name, all of its class. */
  remove(object: ObjectName): boolean {
    if (object.name === undefined) return this.removeWhere((known) => known.class === object.class);
    const name = `${object.class} ${object.name}`;
    const named = this.#named.get(name);
    if (!named) return false;
    for (const key of named) this.#keys.delete(key);
    return this.#named.delete(name);
  }

  removeWhere(test: (object: ObjectName) => boolean): boolean {
    const before = this.#keys.size;
    for (const [key, object] of this.#keys) {
      if (!test(object)) continue;
      this.#keys.delete(key);
      this.#named.get(`${object.class} ${object.name}`)?.delete(key);
    }
    return this.#keys.size < before;
  }

  clear(): void {
    this.#keys.clear();
    this.#named.clear();
  }
}

/** Settings that change which table a bare name stands for; of RESET and DISCARD also `all` and `temp`. */
const NAMESPACE_SETTINGS = new Set([
  'search_path',
  'schema',
  'all',
  'temp',
  'temporary',
  'session_authorization',
  'role',
]);
const LOCK_TIMEOUTS = new Set(['lock_timeout', 'lock_wait_timeout', 'innodb_lock_wait_timeout']);
/** Client commands that run other files or open another connection. */
const ELSEWHERE = /^(?:i|ir|include|include_relative|c|connect|r|\.|read|open|restore|source|gexec)$/;

/**
 * Follows a file statement by statement: what was created in it, whether a transaction is open, whether a
 * lock timeout is set. *Created here* holds only for an unconditional CREATE of the same name, in the same
 * section, not dropped, renamed or rolled back since; a temporary table shadows a real one until its drop.
 */
export class ScriptState {
  #section: Section = '';
  readonly #created = new Objects();
  readonly #temporary = new Objects();
  /** Created since BEGIN, which ROLLBACK takes back. */
  #sinceBegin: ObjectName[] = [];
  /** Temporary tables that the end of the transaction drops. */
  #untilCommit: ObjectName[] = [];
  #inTransaction = false;
  #lockTimeout = false;
  /** Statements may be skipped from here on: behind T-SQL's IF up to GO. */
  #branched = false;
  /** How many of psql's `\if` are open. */
  #ifs = 0;
  /** Whether what begins and ends a transaction may have gone unseen. */
  readonly #unseen: boolean;
  /** With `transactionsUnseen`: temporary tables that are there for the rest of a transaction, if one is open. */
  readonly #perhaps = new Objects();
  /** Of which it is not known whether they were created, since a statement failed; until they are created anew. */
  readonly #unsure = new Objects();

  /**
   * @param options.transactionsUnseen for a history, whose source may not have logged BEGIN: what a ROLLBACK would take
   *   back is taken back, and of a table that is temporary until the end of the transaction nothing is said
   */
  constructor({ transactionsUnseen = false }: { readonly transactionsUnseen?: boolean } = {}) {
    this.#unseen = transactionsUnseen;
  }

  /** How many objects are known to have been created; with none, every operation stays as it is. */
  get known(): number {
    return this.#created.size + this.#temporary.size + this.#perhaps.size + this.#unsure.size;
  }

  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  get lockTimeoutSet(): boolean {
    return this.#lockTimeout;
  }

  /** A section runs apart from the ones before it. */
  enter(section: Section): void {
    if (section === this.#section) return;
    this.#section = section;
    this.#startAgain();
    this.#branched = false;
    this.#ifs = 0;
  }

  /** A batch ended (`GO`): a condition holds no longer. */
  endBatch(): void {
    this.#branched = false;
  }

  /** The operations of the next statement with `createdHere` and `temporary` as they stand before it runs; then lets it run. */
  follow(operations: readonly Operation[], functions: readonly string[]): readonly Operation[] {
    const marked = operations.map((operation) => this.#mark(operation));
    if (functions.includes('set_config')) this.#forgetUnqualified();
    for (const operation of marked) this.#run(operation);
    return marked;
  }

  /**
   * A statement failed, or may have: a CREATE among those before may not have taken place, or be taken back with its
   * transaction. For a history alone (`transactionsUnseen`).
   */
  fail(): void {
    for (const set of [this.#created, this.#temporary, this.#perhaps]) {
      for (const object of set.all()) this.#unsure.add(object);
      set.clear();
    }
    this.#sinceBegin = [];
    this.#untilCommit = [];
  }

  #mark(operation: Operation): Operation {
    if (operation.kind.startsWith('create_')) return operation;
    const objects = objectsOf(operation);
    if (this.#unseen && objects.some((object) => this.#perhaps.has(object) || this.#unsure.has(object)))
      return withFacts(operation, { temporary: undefined, createdHere: undefined });
    if (objects.some((object) => this.#temporary.has(object)))
      return operation.temporary ? operation : withFacts(operation, { temporary: true });
    return objects.some((object) => this.#created.has(object))
      ? withFacts(operation, { createdHere: true })
      : operation;
  }

  #run(operation: Operation): void {
    const { kind } = operation;
    switch (kind) {
      case 'control':
        this.#branched ||= operation.objectClass === 'branch';
        return;
      case 'meta_command':
        return this.#clientCommand(operation.target.name ?? '');
      case 'begin':
        this.#inTransaction = true;
        this.#sinceBegin = [];
        return;
      case 'commit':
        this.#inTransaction = false;
        this.#sinceBegin = [];
        return this.#endTransaction();
      case 'rollback':
        return this.#rollBack(operation.target.text !== '');
      case 'set':
        return this.#setting(operation);
      case 'use':
      case 'set_role':
        return this.#forgetUnqualified();
      case 'execute_dynamic':
        if (operation.readable !== true) this.#forgetAll();
        return;
    }
    const objects = objectsOf(operation);
    if (objects.length > 0) this.#change(operation, objects);
  }

  #change(operation: Operation, objects: readonly ObjectName[]): void {
    const { kind } = operation;
    if (kind.startsWith('create_')) {
      const unconditional = !operation.ifNotExists && !operation.orReplace && !this.#branched && this.#ifs === 0;
      if (operation.place === 'statement' && unconditional)
        for (const object of objects) this.#create(operation, object);
      return;
    }
    this.#takeIn(operation, objects);
    const renames = kind === 'rename_table' || kind === 'rename_other' || kind === 'set_schema';
    const drops = objects.some((object) => kind === `drop_${object.class.replaceAll(' ', '_')}`);
    if (!drops && !renames) return;
    // A drop uses up the temporary table first, and the real one behind it stays.
    for (const object of objects) {
      // Which of the two is gone is not known where the temporary one is only perhaps there.
      const unsure = this.#perhaps.remove(object);
      if (!this.#temporary.remove(object) || unsure) this.#created.remove(object);
      if (object.class !== 'schema') continue;
      for (const set of [this.#created, this.#temporary])
        set.removeWhere((known) => object.name === undefined || known.schema === object.name);
    }
  }

  /**
   * What takes in something that was there before holds its rows: a partitioned table that a table is attached to, a
   * parent that one inherits from, a schema that an object is moved into. It is no longer only what the file created.
   */
  #takeIn({ kind, table, createdHere }: Operation, objects: readonly ObjectName[]): void {
    if (kind === 'attach_partition' || kind === 'switch_partition') {
      for (const object of objects) this.#created.remove(object);
    } else if (kind === 'alter_table' && table !== '') {
      if (table === undefined) return this.#forgetAll();
      const name = table.slice(table.indexOf('.') + 1);
      this.#created.removeWhere((known) => known.class === 'table' && known.name === name);
    } else if (kind === 'set_schema' && !createdHere) {
      this.#created.removeWhere((known) => known.class === 'schema');
    }
  }

  #create(operation: Operation, object: ObjectName): void {
    if (this.#unsure.size > 0) this.#unsure.removeWhere(({ key }) => key === object.key);
    if (!operation.temporary) {
      this.#created.add(object);
      if (this.#inTransaction || this.#unseen) this.#sinceBegin.push(object);
    } else if (operation.objectClass !== 'transaction table') this.#temporary.add(object);
    else if (this.#unseen) this.#perhaps.add(object);
    else if (this.#inTransaction) {
      // Outside of a transaction it is gone at once.
      this.#temporary.add(object);
      this.#untilCommit.push(object);
    }
  }

  /** A savepoint's rollback leaves the transaction open; what was created since BEGIN may be gone all the same. */
  #rollBack(toSavepoint: boolean): void {
    for (const object of this.#sinceBegin) this.#created.remove(object);
    this.#sinceBegin = [];
    this.#temporary.clear();
    this.#perhaps.clear();
    if (!toSavepoint) this.#inTransaction = false;
  }

  #endTransaction(): void {
    for (const object of this.#untilCommit) this.#temporary.remove(object);
    this.#untilCommit = [];
    this.#perhaps.clear();
  }

  #setting(operation: Operation): void {
    const { name } = operation.target;
    if (name !== undefined && LOCK_TIMEOUTS.has(name)) this.#lockTimeout = true;
    if (name === undefined || NAMESPACE_SETTINGS.has(name)) this.#forgetUnqualified();
  }

  #clientCommand(name: string): void {
    if (name === 'if') this.#ifs++;
    else if (name === 'endif') this.#ifs = Math.max(0, this.#ifs - 1);
    else if (ELSEWHERE.test(name)) this.#startAgain();
  }

  #forgetUnqualified(): void {
    this.#created.removeWhere(({ schema }) => schema === '');
    this.#temporary.removeWhere(({ schema }) => schema === '');
    this.#perhaps.removeWhere(({ schema }) => schema === '');
  }

  #forgetAll(): void {
    this.#created.clear();
    this.#temporary.clear();
    this.#perhaps.clear();
  }

  #startAgain(): void {
    this.#forgetAll();
    this.#sinceBegin = [];
    this.#untilCommit = [];
    this.#inTransaction = false;
    this.#lockTimeout = false;
  }
}
