import { isBranch, type Operation, type Section, type Target } from '../model/index.ts';
import { Blocks } from './blocks.ts';
import type { ForeignKey } from './foreign-keys.ts';
import { NotNullChecks } from './not-null-checks.ts';
import { asMaterializedView, type ObjectName, objectsOf, tableNamed, tableOf } from './object-classes.ts';
import { Objects } from './objects.ts';
import { OlderRows } from './older-rows.ts';
import { type Facts, withFacts } from './reader/operation.ts';
import { SessionTimeouts } from './session-timeouts.ts';
import { changesOlderTable, endsTransaction } from './table-changes.ts';
import { qualified } from './text/names.ts';

/** What is known of the names of tables before a statement, and in it. */
export interface TableNames {
  /** Whether no SQL file of the base names the table, nor this file so far. */
  isMissing(table: Target): boolean;
  /** Whether the file so far may contain the name. */
  isUsed(name: string): boolean;
  /** The renames of the statement. */
  renames(): readonly { readonly from: Target; readonly to: Target }[];
  /** The foreign keys that the statement adds. */
  foreignKeys(): readonly ForeignKey[];
  /** Whether the statement puts other schemas before that of temporary tables. */
  temporaryLast(): boolean;
}

/** Schemas to which a bare name usually belongs. */
const DEFAULT_SCHEMAS: readonly string[] = ['public', 'dbo'];

/** MySQL's schema of accounts, privileges and routines. */
const SYSTEM_SCHEMA = 'mysql';

/** Settings that change which table a bare name refers to, and the `all` and `temp` of RESET and DISCARD. */
const NAMESPACE_SETTINGS = new Set([
  'search_path',
  'schema',
  'all',
  'temp',
  'temporary',
  'session_authorization',
  // RESET SESSION AUTHORIZATION.
  'session',
  'role',
]);
/** Client commands that run another file or open another connection. */
const SWITCHES_CONTEXT = /^(?:i|ir|include|include_relative|c|connect|r|\.|read|open|restore|source|gexec)$/;

/** T-SQL's settings under which statements are compiled and not run. */
const ONLY_COMPILES: ReadonlySet<string | undefined> = new Set(['noexec', 'parseonly', 'fmtonly']);

export function changesNamespace(setting: string | undefined): boolean {
  return setting === undefined || NAMESPACE_SETTINGS.has(setting);
}

/** A table whose schema is not written: in CREATE SCHEMA, another reading of it has the new schema. */
function isBareTable({ kind, target }: Operation): boolean {
  return kind === 'create_table' && target.schema === '';
}

export function switchesContext(clientCommand: string): boolean {
  return SWITCHES_CONTEXT.test(clientCommand);
}

/**
 * Tracks a file statement by statement: which objects it created, whether a transaction is open, whether a lock timeout
 * is set. An object counts as *created here* only after an unconditional CREATE of the same name in the same section,
 * if it was not dropped, renamed or rolled back since. A temporary table shadows a real one until it is dropped.
 */
export class ScriptState {
  #section: Section = '';
  readonly #created = new Objects();
  readonly #temporary = new Objects();
  /** Those indexes in `#created` whose table was created here as well. */
  readonly #indexesOfNewTables = new Objects();
  /** Objects created since BEGIN, which a ROLLBACK removes. */
  #sinceBegin: ObjectName[] = [];
  /** Temporary tables that are dropped at the end of the transaction. */
  #droppedAtCommit: ObjectName[] = [];
  /** Whether a table that was created here may be a partition of another one. */
  #partitioned = false;
  #inTransaction = false;
  /** Whether a savepoint was set: in SQLite, one outside of a transaction begins one. */
  #savepoint = false;
  /** Whether the open transaction changed a table that was not created here. */
  #changedTable = false;
  readonly #timeouts = new SessionTimeouts();
  readonly #notNullChecks = new NotNullChecks();
  /** Whether MySQL's foreign_key_checks is off: adding a foreign key then checks no rows. */
  #foreignKeysUnchecked = false;
  /** Whether DDL ends the transaction, as in MySQL. */
  readonly #ddlCommits: boolean;
  /** Statements may be skipped from here on: after an IF in T-SQL, up to the next GO. */
  #conditional = false;
  /** Tables that the open blocks of a T-SQL batch created. */
  readonly #inBlocks = new Objects();
  readonly #blocks = new Blocks(this.#inBlocks);
  /**
   * Tables that are new if the base is as its SQL files say: their CREATE may have been skipped, they are written with
   * another schema, or they got their name by a rename. They are not locked by others, but may still be older.
   */
  readonly #presumablyNew = new Objects();
  /** Those of NOEXEC, PARSEONLY and FMTONLY that are on: what is created then does not exist. */
  readonly #onlyCompiles = new Set<string | undefined>();
  /** The number of open `\if` blocks in psql. */
  #openIfs = 0;
  /** Whether the statements that begin and end transactions may be missing. */
  readonly #transactionsUnseen: boolean;
  /** With `transactionsUnseen`: temporary tables that exist until the end of the transaction, if one is open. */
  readonly #maybeTemporary = new Objects();
  /** Objects that may not exist because a statement failed, until they are created again. */
  readonly #uncertain = new Objects();

  readonly #olderRows = new OlderRows();
  /** The database of the last USE; undefined if it may be any. */
  #database: string | undefined;
  /** Whether bare names mean something else once the open transaction ends: SET LOCAL. */
  #localNames = false;
  /** Whether a bare name means a real table, even if a temporary one has it. */
  #temporaryLast = false;

  #names: TableNames | undefined;
  readonly #createdBefore: readonly ObjectName[];

  /**
   * @param options.createdBefore tables that were created shortly before the file runs, such as by the file before it
   * @param options.transactionsUnseen for a history, whose source may not have logged BEGIN: every ROLLBACK removes
   *   what it could remove, and a table that is temporary until the end of the transaction has unknown facts
   * @param options.ddlCommits for MySQL and MariaDB, whose DDL ends a transaction
   */
  constructor({
    transactionsUnseen = false,
    ddlCommits = false,
    createdBefore = [],
  }: {
    readonly transactionsUnseen?: boolean;
    readonly ddlCommits?: boolean;
    readonly createdBefore?: readonly Pick<Target, 'name' | 'schema'>[];
  } = {}) {
    this.#createdBefore = createdBefore.map(tableNamed);
    this.#addCreatedBefore();
    this.#transactionsUnseen = transactionsUnseen;
    this.#ddlCommits = ddlCommits;
  }

  /** The number of tracked objects. While it is 0, `follow` returns every operation unchanged. */
  get known(): number {
    const rest = this.#inBlocks.size + this.#presumablyNew.size;
    return this.#created.size + this.#temporary.size + this.#maybeTemporary.size + this.#uncertain.size + rest;
  }

  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  get ddlInTransaction(): boolean {
    return this.#inTransaction && this.#changedTable;
  }

  get lockTimeoutSet(): boolean {
    return this.#timeouts.lock;
  }

  get statementTimeoutSet(): boolean {
    return this.#timeouts.statement;
  }

  /** Starts a part of the file that its migration tool runs in a transaction of its own, or outside of any. */
  startToolTransaction(open: boolean): void {
    if (this.#inTransaction) this.#commit();
    if (open) this.#begin();
  }

  /** Starts a section, which runs separately from those before it. Returns whether it is another one. */
  enter(section: Section): boolean {
    if (section === this.#section) return false;
    this.#section = section;
    this.#reset();
    this.#conditional = false;
    this.#blocks.endBatch();
    this.#openIfs = 0;
    // A down section runs later, when the tables may hold rows.
    if (section !== 'down') this.#addCreatedBefore();
    return true;
  }

  #addCreatedBefore(): void {
    for (const table of this.#createdBefore) this.#created.add(table);
  }

  /** Ends a batch (`GO`), and with it the scope of any IF. */
  endBatch(): void {
    this.#conditional = false;
    this.#blocks.endBatch();
  }

  /**
   * Returns the next statement's operations with `createdHere` and `temporary` as of before it runs; then applies its
   * effects.
   */
  follow(operations: readonly Operation[], functions: readonly string[], names?: TableNames): Operation[] {
    this.#names = names;
    const marked = operations.map((operation) => this.#mark(operation));
    if (functions.includes('set_config')) {
      this.#forgetUnqualified();
      const set = operations.filter(({ kind }) => kind === 'set');
      this.#localNames ||= set.length === 0 || set.some(({ objectClass }) => objectClass === 'transaction setting');
    }
    this.#blocks.startStatement();
    if (names) this.#olderRows.follow(names, marked);
    const inSchema = marked[0]?.kind === 'create_schema';
    for (const operation of marked) if (!inSchema || !isBareTable(operation)) this.#apply(operation);
    return marked;
  }

  /**
   * What `follow` would return for the statements of one text, if it ran now. This state stays as it is. The blocks of a
   * T-SQL batch are not considered.
   */
  preview(statements: readonly { readonly operations: readonly Operation[]; readonly functions: readonly string[] }[]) {
    const [only] = statements;
    if (only && statements.length === 1) return [only.operations.map((operation) => this.#mark(operation))];
    const copy = this.#copy();
    return statements.map(({ operations, functions }) => copy.follow(operations, functions));
  }

  #copy(): ScriptState {
    const copy = new ScriptState({ transactionsUnseen: this.#transactionsUnseen, ddlCommits: this.#ddlCommits });
    const sets = [
      [this.#created, copy.#created],
      [this.#temporary, copy.#temporary],
      [this.#indexesOfNewTables, copy.#indexesOfNewTables],
      [this.#presumablyNew, copy.#presumablyNew],
      [this.#maybeTemporary, copy.#maybeTemporary],
      [this.#uncertain, copy.#uncertain],
    ] as const;
    for (const [from, to] of sets) for (const object of from.all()) to.add(object);
    copy.#sinceBegin = [...this.#sinceBegin];
    copy.#droppedAtCommit = [...this.#droppedAtCommit];
    copy.#partitioned = this.#partitioned;
    copy.#inTransaction = this.#inTransaction;
    copy.#savepoint = this.#savepoint;
    copy.#changedTable = this.#changedTable;
    copy.#localNames = this.#localNames;
    copy.#temporaryLast = this.#temporaryLast;
    copy.#database = this.#database;
    return copy;
  }

  /**
   * Records that a statement failed or may have failed: an earlier CREATE may not have run, or may be rolled back with
   * its transaction. Only for a history (`transactionsUnseen`).
   */
  fail(): void {
    for (const set of [this.#created, this.#temporary, this.#maybeTemporary]) {
      for (const object of set.all()) this.#uncertain.add(object);
      set.clear();
    }
    this.#sinceBegin = [];
    this.#droppedAtCommit = [];
  }

  #mark(read: Operation): Operation {
    const operation = this.#inSystemSchema(read);
    const marked = this.#markObject(operation);
    const { tableCreatedHere } = operation;
    const created = this.#isTableCreated(marked);
    const facts: Facts = {};
    if (created !== tableCreatedHere && tableCreatedHere !== true) facts.tableCreatedHere = created;
    if (this.#foreignKeysUnchecked && operation.kind === 'add_constraint' && operation.constraintType === 'foreign_key')
      facts.notValid = true;
    if (operation.kind === 'set_not_null' && !this.#transactionsUnseen) {
      const notNullChecked = this.#notNullChecks.proves(operation);
      if (notNullChecked !== operation.notNullChecked) facts.notNullChecked = notNullChecked;
    }
    for (const _ in facts) return withFacts(marked, facts);
    return marked;
  }

  /** The operation with its schema, if USE says that it is the one of the server itself. */
  #inSystemSchema(operation: Operation): Operation {
    const { target } = operation;
    if (!this.#ddlCommits || this.#database !== SYSTEM_SCHEMA || target.schema !== '') return operation;
    const table = tableOf(operation);
    if (!table || this.#created.has(table) || this.#temporary.has(table)) return operation;
    return withFacts(operation, { target: { ...target, schema: SYSTEM_SCHEMA } });
  }

  /** Whether the table of the operation was created here or is temporary; undefined if that is not known. */
  #isTableCreated(operation: Operation): boolean | undefined {
    if (operation.temporary && !operation.kind.startsWith('create_')) return true;
    if (this.known === 0) return false;
    const table = tableOf(operation);
    if (!table) return operation.kind === 'drop_index' && this.#hasIndexOfNewTable(operation);
    if (this.#transactionsUnseen && (this.#maybeTemporary.has(table) || this.#uncertain.has(table))) return undefined;
    if (operation.kind === 'create_index' && this.#created.has(asMaterializedView(table))) return true;
    return [this.#created, this.#temporary, this.#inBlocks, this.#presumablyNew].some((set) => set.has(table));
  }

  /** Whether the dropped index was created here on a table that was created here. */
  #hasIndexOfNewTable(operation: Operation): boolean {
    return operation.createdHere === true && objectsOf(operation).every((index) => this.#indexesOfNewTables.has(index));
  }

  #markObject(operation: Operation): Operation {
    if (operation.kind.startsWith('create_')) return operation;
    if (this.#olderRows.drops(operation)) return withFacts(operation, { cascade: true });
    const objects = objectsOf(operation);
    if (
      this.#transactionsUnseen &&
      objects.some((object) => this.#maybeTemporary.has(object) || this.#uncertain.has(object))
    )
      return withFacts(operation, { temporary: undefined, createdHere: undefined });
    // A routine may outlive the table, or run under a search path of its own.
    if (operation.place !== 'routine_body' && objects.some((object) => this.#temporary.has(object)))
      return operation.temporary ? operation : withFacts(operation, { temporary: true });
    return objects.some((object) => this.#created.has(object)) && !this.#olderRows.isReachedBy(operation)
      ? withFacts(operation, { createdHere: true })
      : operation;
  }

  #apply(operation: Operation): void {
    const { kind } = operation;
    switch (kind) {
      case 'control':
        this.#conditional ||= isBranch(operation);
        return this.#blocks.follow(operation);
      case 'meta_command':
        return this.#applyClientCommand(operation.target.name ?? '');
      case 'begin':
        return this.#begin();
      case 'commit':
        return this.#commit();
      case 'savepoint':
        this.#savepoint = true;
        return;
      case 'rollback':
        return this.#rollBack(operation.target.text !== '');
      case 'set':
        return this.#applySetting(operation);
      case 'use':
        return this.#use(operation);
      case 'set_role':
        this.#localNames ||= this.#inTransaction;
        return this.#forgetUnqualified();
      case 'execute_dynamic':
        if (operation.readable !== true) this.#forgetAll();
        return;
    }
    const objects = objectsOf(operation);
    if (objects.length > 0) this.#applyChange(operation, objects);
    if (!this.#transactionsUnseen) this.#notNullChecks.apply(operation, this.#isCertain(operation));
    this.#applyToTransaction(operation);
  }

  /** Whether the operation runs whenever the file does. */
  #isCertain({ place }: Operation): boolean {
    return place === 'statement' && !this.#conditional && this.#openIfs === 0;
  }

  #applyToTransaction(operation: Operation): void {
    if (!this.#inTransaction || operation.place === 'routine_body' || operation.place === 'prepared') return;
    if (changesOlderTable(operation)) this.#changedTable = true;
    if (this.#ddlCommits && endsTransaction(operation)) {
      this.#inTransaction = false;
      this.#timeouts.commit();
    }
  }

  /** A BEGIN in an open transaction, such as that of a migration tool, changes nothing. */
  #begin(): void {
    if (!this.#inTransaction) {
      this.#sinceBegin = [];
      this.#changedTable = false;
      this.#timeouts.begin();
    }
    this.#inTransaction = true;
  }

  #use(operation: Operation): void {
    const { text } = operation.target;
    if (text !== '' && text === this.#database) return;
    this.#database = this.#isCertain(operation) ? text : undefined;
    this.#forgetUnqualified();
    // In MySQL, a schema is a database.
    if (this.#ddlCommits) return;
    for (const set of [this.#created, this.#indexesOfNewTables]) set.removeWhere((known) => !known.inDatabase);
  }

  #commit(): void {
    this.#endLocalNames();
    this.#timeouts.commit();
    this.#inTransaction = false;
    this.#savepoint = false;
    this.#changedTable = false;
    this.#sinceBegin = [];
    this.#endTransaction();
  }

  #applyChange(operation: Operation, objects: readonly ObjectName[]): void {
    const { kind } = operation;
    if (kind.startsWith('create_')) {
      if (this.#onlyCompiles.size > 0) return;
      const unconditional = !operation.ifNotExists && !operation.orReplace && !this.#conditional && this.#openIfs === 0;
      if (operation.place === 'statement' && unconditional)
        for (const object of objects) this.#create(operation, object);
      else if (kind === 'create_table' && operation.place === 'statement' && this.#openIfs === 0)
        for (const object of objects) this.#blocks.create(operation, object);
      if (kind === 'create_table' && operation.table !== '') this.#partitioned = true;
      if (kind === 'create_table' && this.#isMissing(operation)) for (const object of objects) this.#presume(object);
      return;
    }
    this.#forgetReceivers(operation, objects);
    const renames = kind === 'rename_table' || kind === 'rename_other' || kind === 'set_schema';
    const drops = objects.some((object) => kind === `drop_${object.class.replaceAll(' ', '_')}`);
    if (!drops && !renames) return;
    // PostgreSQL's ALTER INDEX, ALTER VIEW and ALTER SEQUENCE rename tables too.
    if (kind === 'rename_other') this.#forgetTable(operation.target);
    const renamed = kind === 'rename_table' ? this.#renamedTo(operation) : undefined;
    // A DROP removes the temporary table first; a real table of the same name stays.
    for (const object of objects) {
      // If the temporary table may not exist, it is unknown which of the two is dropped.
      const uncertain = this.#maybeTemporary.remove(object);
      if (!this.#temporary.remove(object) || uncertain) this.#created.remove(object);
      this.#inBlocks.remove(object);
      this.#presumablyNew.remove(object);
      if (object.class !== 'schema') continue;
      for (const set of [this.#created, this.#temporary, this.#inBlocks, this.#presumablyNew])
        set.removeWhere((known) => object.name === undefined || known.schema === object.name);
    }
    if (renamed && operation.createdHere) this.#add(tableNamed(renamed));
    else if (renamed) this.#presume(tableNamed(renamed));
  }

  #forgetTable(target: Target): void {
    const table = tableNamed(target);
    for (const set of [this.#created, this.#temporary, this.#inBlocks, this.#presumablyNew]) set.remove(table);
  }

  /** Whether the table that the operation creates did not exist, as far as SQL files show. */
  #isMissing({ place, temporary, orReplace, target }: Operation): boolean {
    if (place !== 'statement' || temporary || orReplace || this.#openIfs > 0) return false;
    return this.#names?.isMissing(target) === true;
  }

  /**
   * The name that the operation gives to a table of the file, if the file did not use that name before: it may be one
   * that others use for a table with the same rows.
   */
  #renamedTo(operation: Operation): Target | undefined {
    if (!operation.tableCreatedHere || operation.temporary || !this.#isCertain(operation)) return undefined;
    const old = qualified(operation.target);
    const to = this.#names?.renames().find(({ from }) => qualified(from) === old)?.to;
    return to?.name === undefined || this.#names?.isUsed(to.name) ? undefined : to;
  }

  #presume(table: ObjectName): void {
    const { name, schema = '' } = table;
    this.#presumablyNew.add(table);
    const others = schema === '' ? DEFAULT_SCHEMAS : DEFAULT_SCHEMAS.includes(schema) ? [''] : [];
    for (const other of others) this.#presumablyNew.add(tableNamed({ name, schema: other }));
  }

  /**
   * Forgets objects that receive data which existed before the file ran: a partitioned table that a table is attached
   * to, a parent of a table that inherits from it, a schema that an object is moved into, a type that a column gets, with
   * the extension that it may come from. They no longer hold only new rows.
   */
  #forgetReceivers({ kind, table, createdHere, tableCreatedHere }: Operation, objects: readonly ObjectName[]): void {
    if (kind === 'attach_partition' && tableCreatedHere === true && table !== '') this.#partitioned = true;
    else if (kind === 'attach_partition' || kind === 'switch_partition') {
      this.#inBlocks.clear();
      this.#presumablyNew.clear();
      for (const object of objects) this.#created.remove(object);
      // The receiver may itself be a partition of a table that was created here.
      if (this.#partitioned) this.#created.removeWhere((known) => known.class === 'table');
      this.#partitioned = false;
    } else if (kind === 'alter_table' && table !== '') {
      if (table === undefined) return this.#forgetAll();
      this.#presumablyNew.clear();
      const name = table.slice(table.lastIndexOf('.') + 1);
      const partitioned = this.#partitioned;
      this.#created.removeWhere((known) => known.class === 'table' && (partitioned || known.name === name));
    } else if (kind === 'set_schema' && !createdHere) {
      this.#created.removeWhere((known) => known.class === 'schema');
    } else if (kind === 'alter_column_type' && tableCreatedHere !== true) {
      this.#created.removeWhere((known) => known.class === 'type' || known.class === 'extension');
    }
  }

  #create(operation: Operation, object: ObjectName): void {
    if (this.#uncertain.size > 0) this.#uncertain.removeWhere(({ key }) => key === object.key);
    if (!operation.temporary) {
      this.#add(object);
      if (operation.kind === 'create_index') {
        if (operation.tableCreatedHere) this.#indexesOfNewTables.add(object);
        else this.#indexesOfNewTables.remove(object);
      }
    } else if (this.#temporaryLast && object.schema === '') return;
    else if (operation.objectClass !== 'transaction table') this.#temporary.add(object);
    else if (this.#transactionsUnseen) this.#maybeTemporary.add(object);
    else if (this.#inTransaction) {
      // Outside a transaction it is dropped at once.
      this.#temporary.add(object);
      this.#droppedAtCommit.push(object);
    }
  }

  #add(object: ObjectName): void {
    this.#created.add(object);
    if (this.#inTransaction || this.#transactionsUnseen || this.#savepoint) this.#sinceBegin.push(object);
  }

  /** A rollback to a savepoint leaves the transaction open, but may remove anything created since BEGIN. */
  #rollBack(toSavepoint: boolean): void {
    this.#endLocalNames();
    this.#inBlocks.clear();
    this.#presumablyNew.clear();
    for (const object of this.#sinceBegin) this.#created.remove(object);
    this.#sinceBegin = [];
    this.#temporary.clear();
    this.#maybeTemporary.clear();
    this.#notNullChecks.clear();
    if (toSavepoint) return;
    this.#timeouts.rollBack();
    this.#inTransaction = false;
    this.#changedTable = false;
  }

  /** The transaction ends, or a part of it is undone, with what SET LOCAL made of names. */
  #endLocalNames(): void {
    if (this.#localNames) this.#forgetUnqualified();
    this.#localNames = false;
  }

  #endTransaction(): void {
    for (const object of this.#droppedAtCommit) this.#temporary.remove(object);
    this.#droppedAtCommit = [];
    this.#maybeTemporary.clear();
  }

  #applySetting(operation: Operation): void {
    const { name } = operation.target;
    this.#timeouts.apply(operation, this.#inTransaction);
    if (name === undefined || name === 'foreign_key_checks')
      this.#foreignKeysUnchecked =
        operation.objectClass === 'off' && this.#isCertain(operation) && !this.#transactionsUnseen;
    if (ONLY_COMPILES.has(name)) {
      if (operation.objectClass === 'off') this.#onlyCompiles.delete(name);
      else this.#onlyCompiles.add(name);
    }
    if (!changesNamespace(name)) return;
    this.#forgetUnqualified();
    this.#localNames ||= operation.objectClass === 'transaction setting';
    this.#temporaryLast = this.#names?.temporaryLast() === true;
  }

  #applyClientCommand(name: string): void {
    if (name === 'if') this.#openIfs++;
    else if (name === 'endif') this.#openIfs = Math.max(0, this.#openIfs - 1);
    else if (switchesContext(name)) this.#reset();
  }

  #forgetUnqualified(): void {
    this.#notNullChecks.clear();
    this.#inBlocks.clear();
    this.#presumablyNew.clear();
    this.#created.removeWhere(({ schema }) => schema === '');
    this.#temporary.removeWhere(({ schema }) => schema === '');
    this.#maybeTemporary.removeWhere(({ schema }) => schema === '');
  }

  #forgetAll(): void {
    this.#notNullChecks.clear();
    this.#inBlocks.clear();
    this.#presumablyNew.clear();
    this.#created.clear();
    this.#temporary.clear();
    this.#maybeTemporary.clear();
  }

  #reset(): void {
    this.#forgetAll();
    this.#olderRows.clear();
    this.#database = undefined;
    this.#localNames = false;
    this.#temporaryLast = false;
    this.#foreignKeysUnchecked = false;
    this.#sinceBegin = [];
    this.#droppedAtCommit = [];
    this.#inTransaction = false;
    this.#savepoint = false;
    this.#changedTable = false;
    this.#timeouts.reset();
  }
}
