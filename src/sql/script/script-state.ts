import {
  type BaseCheck,
  type BaseIndex,
  isBranch,
  type Operation,
  type OperationKind,
  type Section,
  type Target,
} from '../../model/index.ts';
import { fullName } from '../objects/home-schema.ts';
import { type ObjectName, objectsOf, tableNamed, tableOf } from '../objects/object-classes.ts';
import { changesNamespace, setsVariable, switchesContext, type TableNames } from '../objects/table-names.ts';
import { type Facts, withFacts } from '../reader/operation.ts';
import { Blocks } from './blocks.ts';
import { CreatedObjects } from './created-objects.ts';
import { KnownObjects } from './known-objects.ts';
import { NewEnumValues } from './new-enum-values.ts';
import { NotNullChecks } from './not-null-checks.ts';
import { OlderRows } from './older-rows.ts';
import { SessionTimeouts } from './session-timeouts.ts';
import { changesOlderTable, endsTransaction } from './table-changes.ts';
import { locksTable } from './table-locks.ts';

/** The cheapest way to see it: most operations have none. */
function hasFacts(facts: Facts): boolean {
  for (const _ in facts) return true;
  return false;
}

const NO_FUNCTIONS: ReadonlySet<string> = new Set();

/** MySQL's schema of accounts, privileges and routines. */
const SYSTEM_SCHEMA = 'mysql';

/** T-SQL's settings under which statements are compiled and not run. */
const ONLY_COMPILES: ReadonlySet<string | undefined> = new Set(['noexec', 'parseonly', 'fmtonly']);

/** The kinds of client commands, and those commands of psql and sqlcmd that give a variable another value. */
const CLIENT_COMMANDS: ReadonlySet<OperationKind> = new Set(['show', 'set', 'meta_command']);

/** A table whose schema is not written: in CREATE SCHEMA, another reading of it has the new schema. */
function isBareTable({ kind, target }: Operation): boolean {
  return kind === 'create_table' && target.schema === '';
}

/**
 * Tracks a file statement by statement: which objects it created, whether a transaction is open, whether a lock timeout
 * is set. An object counts as *created here* only after an unconditional CREATE of the same name in the same section,
 * if it was not dropped, renamed or rolled back since. A temporary table shadows a real one until it is dropped.
 */
export class ScriptState {
  #section: Section = '';
  readonly #objects: CreatedObjects;
  #inTransaction = false;
  /** Whether a savepoint was set: in SQLite, one outside of a transaction begins one. */
  #savepoint = false;
  /** Whether the open transaction changed a table that was not created here. */
  #changedTable = false;
  readonly #timeouts = new SessionTimeouts();
  readonly #notNullChecks = new NotNullChecks();
  readonly #newEnumValues: NewEnumValues;
  readonly #known: KnownObjects;
  /** Whether MySQL's foreign_key_checks or SQLite's foreign_keys is off: adding a foreign key then checks no rows. */
  #foreignKeysUnchecked = false;
  /** Whether DDL ends the transaction, as in MySQL. */
  readonly #ddlCommits: boolean;
  /** Statements may be skipped from here on: after an IF in T-SQL, up to the next GO. */
  #conditional = false;
  readonly #blocks: Blocks;
  /** Those of NOEXEC, PARSEONLY and FMTONLY that are on: what is created then does not exist. */
  readonly #onlyCompiles = new Set<string | undefined>();
  /** The number of open `\if` blocks in psql. */
  #openIfs = 0;
  /** Whether the statements that begin and end transactions may be missing. */
  readonly #transactionsUnseen: boolean;
  readonly #olderRows = new OlderRows();
  /** The database of the last USE; undefined if it may be any. */
  #database: string | undefined;
  /** Whether bare names mean something else once the open transaction ends: SET LOCAL. */
  #localNames = false;
  /** Whether a bare name means a real table, even if a temporary one has it. */
  #temporaryLast = false;

  #names: TableNames | undefined;
  readonly #createdBefore: readonly ObjectName[];
  readonly #checks: readonly BaseCheck[];
  /** The schema of bare names when the session begins. */
  readonly #firstHome: string;
  /** The schema of bare names; empty if it is not known. */
  #home: string;
  /** What it was before the open transaction changed it. */
  #homeBefore: string | undefined;

  /**
   * @param options.createdBefore tables that were created shortly before the file runs, such as by the file before it
   * @param options.enumValues values that the transaction has added to enums before the file runs
   * @param options.transactionsUnseen for a history, whose source may not have logged BEGIN: every ROLLBACK removes
   *   what it could remove, and a table that is temporary until the end of the transaction has unknown facts
   * @param options.home the schema of bare names when the session begins; empty if it is not known
   * @param options.ddlCommits for MySQL and MariaDB, whose DDL ends a transaction
   * @param options.stableFunctions built-in functions that are not volatile, in upper case
   * @param options.partitioned tables that the base partitions
   * @param options.indexes that the base creates, of those that the file drops
   * @param options.checks constraints that the base adds
   */
  constructor({
    transactionsUnseen = false,
    ddlCommits = false,
    createdBefore = [],
    enumValues = [],
    stableFunctions = NO_FUNCTIONS,
    partitioned = [],
    indexes = [],
    checks = [],
    home = '',
  }: {
    readonly transactionsUnseen?: boolean;
    readonly ddlCommits?: boolean;
    readonly stableFunctions?: ReadonlySet<string>;
    readonly partitioned?: readonly Pick<Target, 'name' | 'schema'>[];
    readonly indexes?: readonly BaseIndex[];
    readonly checks?: readonly BaseCheck[];
    readonly createdBefore?: readonly Pick<Target, 'name' | 'schema'>[];
    readonly enumValues?: readonly string[];
    readonly home?: string;
  } = {}) {
    this.#objects = new CreatedObjects(transactionsUnseen);
    this.#blocks = new Blocks(this.#objects.inBlocks);
    this.#firstHome = home;
    this.#home = home;
    this.#createdBefore = createdBefore.map((table) => tableNamed(table, home));
    this.#checks = checks;
    this.#newEnumValues = new NewEnumValues(enumValues);
    this.#addOlder();
    this.#transactionsUnseen = transactionsUnseen;
    this.#ddlCommits = ddlCommits;
    this.#known = new KnownObjects(stableFunctions, partitioned, indexes, home);
  }

  /** The number of tracked objects. While it is 0, `follow` returns every operation unchanged. */
  get known(): number {
    return this.#objects.size;
  }

  /** The schema that bare names stand for in the next statement; empty if it is not known. */
  get home(): string {
    return this.#home;
  }

  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  get ddlInTransaction(): boolean {
    return this.#inTransaction && this.#changedTable;
  }

  usesNewEnumValue(names: TableNames): boolean {
    return this.#inTransaction && this.#newEnumValues.isUsedBy(names);
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
    if (section !== 'down') this.#addOlder();
    return true;
  }

  /** Adds what is known from before the file. */
  #addOlder(): void {
    this.#notNullChecks.addOlder(this.#checks, this.#firstHome);
    for (const table of this.#createdBefore) this.#objects.add(table, false);
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
    const marked = operations.map((operation) => this.#mark(operation, functions));
    if (functions.includes('set_config')) {
      this.#forgetUnqualified();
      this.#setHome('', false);
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
    if (only && statements.length === 1)
      return [only.operations.map((operation) => this.#mark(operation, only.functions))];
    const copy = this.#copy();
    return statements.map(({ operations, functions }) => copy.follow(operations, functions));
  }

  #copy(): ScriptState {
    const copy = new ScriptState({ transactionsUnseen: this.#transactionsUnseen, ddlCommits: this.#ddlCommits });
    this.#objects.copyTo(copy.#objects);
    copy.#inTransaction = this.#inTransaction;
    copy.#savepoint = this.#savepoint;
    copy.#changedTable = this.#changedTable;
    copy.#localNames = this.#localNames;
    copy.#temporaryLast = this.#temporaryLast;
    copy.#database = this.#database;
    copy.#home = this.#home;
    return copy;
  }

  /**
   * Records that a statement failed or may have failed: an earlier CREATE may not have run, or may be rolled back with
   * its transaction. Only for a history (`transactionsUnseen`).
   */
  fail(): void {
    this.#objects.fail();
  }

  #mark(read: Operation, functions: readonly string[]): Operation {
    const operation = this.#inSystemSchema(read);
    const marked = this.#markObject(operation);
    const { tableCreatedHere } = operation;
    const created = this.#objects.isTableCreated(marked, this.#home);
    const facts: Facts = this.#transactionsUnseen
      ? {}
      : this.#known.mark(marked, functions, this.#names, this.#home, (table) => !this.#isOwn(table));
    if (created !== tableCreatedHere && tableCreatedHere !== true) facts.tableCreatedHere = created;
    if (this.#foreignKeysUnchecked && operation.kind === 'add_constraint' && operation.constraintType === 'foreign_key')
      facts.notValid = true;
    if (this.#newEnumValues.isInNewType(operation)) facts.enumValue = 'added to new type';
    if (operation.kind === 'set_not_null' && !this.#transactionsUnseen) {
      const notNullChecked = this.#notNullChecks.proves(operation, this.#home);
      if (notNullChecked !== operation.notNullChecked) facts.notNullChecked = notNullChecked;
    }
    const known = hasFacts(facts) ? withFacts(marked, facts) : marked;
    const locks = !this.#transactionsUnseen && locksTable(known) && !this.#dropsNothing(known);
    return locks ? withFacts(known, { locksTable: true }) : known;
  }

  /** Whether the table was created here, or is temporary. */
  #isOwn(target: Target): boolean {
    const table = tableNamed(target, this.#home);
    return this.#objects.isCreated(table) || this.#objects.isTemporary(table) || this.#objects.isPresumed(table);
  }

  /** The operation with its schema, if USE says that it is the one of the server itself. */
  #inSystemSchema(operation: Operation): Operation {
    const { target } = operation;
    if (!this.#ddlCommits || this.#database !== SYSTEM_SCHEMA || target.schema !== '') return operation;
    const table = tableOf(operation, this.#home);
    if (!table || this.#objects.isCreated(table) || this.#objects.isTemporary(table)) return operation;
    return withFacts(operation, { target: { ...target, schema: SYSTEM_SCHEMA } });
  }

  #markObject(operation: Operation): Operation {
    if (operation.kind.startsWith('create_')) return operation;
    if (this.#olderRows.drops(operation)) return withFacts(operation, { cascade: true });
    const objects = objectsOf(operation, this.#home);
    if (objects.some((object) => this.#objects.isUncertain(object)))
      return withFacts(operation, { temporary: undefined, createdHere: undefined });
    // A routine may outlive the table, or run under a search path of its own.
    if (operation.place !== 'routine_body' && objects.some((object) => this.#objects.isTemporary(object)))
      return operation.temporary ? operation : withFacts(operation, { temporary: true });
    return objects.some((object) => this.#objects.isCreated(object)) && !this.#olderRows.isReachedBy(operation)
      ? withFacts(operation, { createdHere: true })
      : operation;
  }

  #apply(operation: Operation): void {
    const { kind } = operation;
    if (CLIENT_COMMANDS.has(kind) && setsVariable(operation.target.name ?? '')) this.#objects.forgetTemplates();
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
        this.#setHome('', false);
        return this.#forgetUnqualified();
      case 'execute_dynamic':
        if (operation.readable !== true) this.#forgetAll();
        this.#known.apply(operation, false, this.#names, this.#home);
        return;
    }
    const objects = objectsOf(operation, this.#home);
    if (objects.length > 0) {
      if (kind.startsWith('create_')) this.#applyCreate(operation, objects);
      else this.#applyChange(operation, objects);
    }
    if (!this.#transactionsUnseen) {
      this.#notNullChecks.apply(operation, this.#home, this.#isCertain(operation));
      this.#known.apply(operation, this.#isCertain(operation), this.#names, this.#home);
    }
    this.#applyToTransaction(operation);
  }

  /** Whether the operation runs whenever the file does. */
  #isCertain({ place }: Operation): boolean {
    return place === 'statement' && !this.#conditional && this.#openIfs === 0;
  }

  #applyToTransaction(operation: Operation): void {
    if (!this.#inTransaction || operation.place === 'routine_body' || operation.place === 'prepared') return;
    if (changesOlderTable(operation) && !this.#dropsNothing(operation)) this.#changedTable = true;
    this.#newEnumValues.apply(operation, this.#names);
    if (this.#ddlCommits && endsTransaction(operation)) {
      this.#inTransaction = false;
      this.#timeouts.commit();
    }
  }

  /** A BEGIN in an open transaction, such as that of a migration tool, changes nothing. */
  #begin(): void {
    if (!this.#inTransaction) {
      this.#objects.begin();
      this.#changedTable = false;
      this.#timeouts.begin();
    }
    this.#inTransaction = true;
  }

  #use(operation: Operation): void {
    const { text } = operation.target;
    if (text !== '' && text === this.#database) return;
    this.#database = this.#isCertain(operation) ? text : undefined;
    if (this.#ddlCommits) this.#home = this.#isCertain(operation) ? (this.#names?.homeSet() ?? '') : '';
    this.#forgetUnqualified();
    // In MySQL, a schema is a database.
    if (!this.#ddlCommits) this.#objects.leaveDatabase();
  }

  #commit(): void {
    if (this.#localNames) this.#home = this.#homeBefore ?? this.#home;
    this.#homeBefore = undefined;
    this.#endLocalNames();
    this.#timeouts.commit();
    this.#inTransaction = false;
    this.#newEnumValues.clear();
    this.#savepoint = false;
    this.#changedTable = false;
    this.#objects.commit();
  }

  #applyCreate(operation: Operation, objects: readonly ObjectName[]): void {
    if (this.#onlyCompiles.size > 0) return;
    const { kind, place, ifNotExists, orReplace, table } = operation;
    const runs = place === 'statement' && this.#openIfs === 0;
    // A table that is not temporary does not keep a temporary one from being created.
    if (runs && (!ifNotExists || operation.temporary) && !orReplace && !this.#conditional)
      for (const object of objects) this.#create(operation, object);
    else if (runs && kind === 'create_table') for (const object of objects) this.#blocks.create(operation, object);
    if (kind === 'create_table' && table !== '') this.#objects.addPartition();
    if (kind !== 'create_table' && !ifNotExists && !orReplace) return;
    if (this.#isMissing(operation)) for (const object of objects) this.#objects.presume(object);
  }

  #applyChange(operation: Operation, objects: readonly ObjectName[]): void {
    const { kind } = operation;
    // Of a value or constraint: the object keeps its name.
    if (kind === 'rename_other' && /^(?:enum value|constraint)$/.test(operation.objectType ?? '')) return;
    // Any table may receive its rows.
    if (kind === 'alter_table' && operation.table === undefined) return this.#forgetAll();
    this.#objects.forgetReceivers(operation, objects);
    const renames = kind === 'rename_table' || kind === 'rename_other' || kind === 'set_schema';
    const drops = objects.some((object) => kind === `drop_${object.class.replaceAll(' ', '_')}`);
    if (!drops && !renames) return;
    // PostgreSQL's ALTER INDEX, ALTER VIEW and ALTER SEQUENCE rename tables too.
    if (kind === 'rename_other') this.#objects.forgetTable(operation.target);
    const renamed = kind === 'rename_table' ? this.#renamedTo(operation) : undefined;
    for (const object of objects) this.#objects.remove(object);
    if (renamed && operation.createdHere) this.#objects.add(tableNamed(renamed, this.#home), this.#isUndoable);
    else if (renamed) this.#objects.presume(tableNamed(renamed, this.#home));
  }

  /** Whether the object that the operation creates did not exist, as far as SQL files show. */
  #isMissing({ kind, place, temporary, orReplace, target }: Operation): boolean {
    if (place !== 'statement' || temporary || this.#openIfs > 0 || (orReplace && kind === 'create_table')) return false;
    return this.#names?.isMissing(target) === true;
  }

  /** Whether it is DROP TABLE IF EXISTS, and no SQL file has that table: it usually clears the way for a temporary one. */
  #dropsNothing({ kind, ifExists, target }: Operation): boolean {
    return kind === 'drop_table' && ifExists === true && this.#names?.isMissing(target) === true;
  }

  /**
   * The name that the operation gives to a table of the file, if the file did not use that name before: it may be one
   * that others use for a table with the same rows.
   */
  #renamedTo(operation: Operation): Target | undefined {
    if (!operation.tableCreatedHere || operation.temporary || !this.#isCertain(operation)) return undefined;
    const old = fullName(operation.target, this.#home);
    if (old === undefined) return undefined;
    const to = this.#names?.renames().find(({ from }) => fullName(from, this.#home) === old)?.to;
    return to?.name === undefined || to.schema === undefined || this.#names?.isUsed(to.name) ? undefined : to;
  }

  #create(operation: Operation, object: ObjectName): void {
    this.#objects.settle(object);
    if (!operation.temporary) {
      this.#objects.add(object, this.#isUndoable);
      if (operation.kind === 'create_index') this.#objects.addIndex(object, operation.tableCreatedHere === true);
    } else if (this.#temporaryLast && operation.target.schema === '') return;
    else if (operation.objectClass !== 'transaction table') this.#objects.addTemporary(object, this.#isUndoable);
    else if (this.#transactionsUnseen) this.#objects.addMaybeTemporary(object);
    // Outside a transaction it is dropped at once.
    else if (this.#inTransaction) this.#objects.addUntilCommit(object);
  }

  /** Whether a ROLLBACK may remove what is created now. */
  get #isUndoable(): boolean {
    return this.#inTransaction || this.#transactionsUnseen || this.#savepoint;
  }

  /** A rollback to a savepoint leaves the transaction open, but may remove anything created since BEGIN. */
  #rollBack(toSavepoint: boolean): void {
    // Whether the setting was made before the savepoint is not followed.
    if (this.#homeBefore !== undefined) this.#home = toSavepoint ? '' : this.#homeBefore;
    if (!toSavepoint) this.#homeBefore = undefined;
    this.#endLocalNames();
    this.#objects.rollBack();
    this.#notNullChecks.clear();
    this.#known.rollBack();
    if (toSavepoint) return;
    this.#timeouts.rollBack();
    this.#inTransaction = false;
    this.#newEnumValues.clear();
    this.#changedTable = false;
  }

  /** The transaction ends, or a part of it is undone; the effect of SET LOCAL on names ends with it. */
  #endLocalNames(): void {
    if (this.#localNames) this.#forgetUnqualified();
    this.#localNames = false;
  }

  #applySetting(operation: Operation): void {
    const { name } = operation.target;
    this.#timeouts.apply(operation, this.#inTransaction);
    // SQLite's pragma has no effect in a transaction.
    if (name === undefined || name === 'foreign_key_checks' || (name === 'foreign_keys' && !this.#inTransaction))
      this.#foreignKeysUnchecked =
        operation.objectClass === 'off' && this.#isCertain(operation) && !this.#transactionsUnseen;
    if (ONLY_COMPILES.has(name)) {
      if (operation.objectClass === 'off') this.#onlyCompiles.delete(name);
      else this.#onlyCompiles.add(name);
    }
    if (!changesNamespace(name)) return;
    this.#forgetUnqualified();
    const isLocal = operation.objectClass === 'transaction setting';
    // A routine has the search path of its own definition while it runs.
    if (operation.place !== 'routine_body')
      this.#setHome(this.#isCertain(operation) ? (this.#names?.homeSet() ?? '') : '', isLocal);
    this.#localNames ||= isLocal;
    this.#temporaryLast = this.#names?.temporaryLast() === true;
  }

  #setHome(home: string, isLocal: boolean): void {
    if (this.#inTransaction) this.#homeBefore ??= this.#home;
    this.#home = isLocal && !this.#inTransaction ? '' : home;
  }

  #applyClientCommand(name: string): void {
    if (name === 'if') this.#openIfs++;
    else if (name === 'endif') this.#openIfs = Math.max(0, this.#openIfs - 1);
    else if (switchesContext(name)) this.#reset();
  }

  #forgetUnqualified(): void {
    this.#notNullChecks.clear();
    this.#known.forget();
    this.#objects.forgetUnqualified();
  }

  #forgetAll(): void {
    this.#notNullChecks.clear();
    this.#known.forget();
    this.#objects.forgetAll();
  }

  #reset(): void {
    this.#forgetAll();
    this.#olderRows.clear();
    this.#database = undefined;
    this.#home = this.#firstHome;
    this.#homeBefore = undefined;
    this.#localNames = false;
    this.#temporaryLast = false;
    this.#foreignKeysUnchecked = false;
    this.#objects.startSession();
    this.#inTransaction = false;
    this.#newEnumValues.clear();
    this.#savepoint = false;
    this.#changedTable = false;
    this.#timeouts.reset();
  }
}
