import type { Operation, Target } from '../../model/index.ts';
import { asMaterializedView, type ObjectName, objectsOf, tableNamed, tableOf } from '../objects/object-classes.ts';
import { Objects } from '../objects/objects.ts';

/** Schemas to which a bare name usually belongs. */
const DEFAULT_SCHEMAS: readonly string[] = ['public', 'dbo'];

/** The objects that a file created so far. A temporary table shadows a real one until it is dropped. */
export class CreatedObjects {
  readonly #created = new Objects();
  readonly #temporary = new Objects();
  /** Those indexes in `#created` whose table was created here as well. */
  readonly #indexesOfNewTables = new Objects();
  /** Tables that the open blocks of a T-SQL batch created. */
  readonly inBlocks = new Objects();
  /**
   * Objects that are new if the base is as its SQL files say: their CREATE may have been skipped, they are written with
   * another schema, or they got their name by a rename. They are not locked by others, but may still be older.
   */
  readonly #presumablyNew = new Objects();
  /** With `transactionsUnseen`: temporary tables that exist until the end of the transaction, if one is open. */
  readonly #maybeTemporary = new Objects();
  /** Objects that may not exist because a statement failed, until they are created again. */
  readonly #uncertain = new Objects();
  /** Objects created since BEGIN, which a ROLLBACK removes. */
  #sinceBegin: ObjectName[] = [];
  /** Temporary tables created since BEGIN. */
  #temporarySinceBegin: ObjectName[] = [];
  /** Temporary tables that are dropped at the end of the transaction. */
  #droppedAtCommit: ObjectName[] = [];
  /** Whether a table that was created here may be a partition of another one. */
  #partitioned = false;
  readonly #transactionsUnseen: boolean;

  /** @param transactionsUnseen see ScriptState */
  constructor(transactionsUnseen: boolean) {
    this.#transactionsUnseen = transactionsUnseen;
  }

  get size(): number {
    const rest = this.inBlocks.size + this.#presumablyNew.size;
    return this.#created.size + this.#temporary.size + this.#maybeTemporary.size + this.#uncertain.size + rest;
  }

  isCreated(object: ObjectName): boolean {
    return this.#created.has(object);
  }

  isPresumed(table: ObjectName): boolean {
    return this.inBlocks.has(table) || this.#presumablyNew.has(table);
  }

  isTemporary(object: ObjectName): boolean {
    return this.#temporary.has(asWritten(object));
  }

  /** Whether it is not known if the object exists, or if it is temporary. */
  isUncertain(object: ObjectName): boolean {
    return this.#transactionsUnseen && (this.#maybeTemporary.has(asWritten(object)) || this.#uncertain.has(object));
  }

  /** Whether the table of the operation was created here or is temporary; undefined if that is not known. */
  isTableCreated(operation: Operation, home: string): boolean | undefined {
    if (operation.temporary && !operation.kind.startsWith('create_')) return true;
    if (this.size === 0) return false;
    if (operation.kind === 'change_owner') return objectsOf(operation, home).some((object) => this.#isNew(object));
    const table = tableOf(operation, home);
    if (!table) return operation.kind === 'drop_index' && this.#hasIndexOfNewTable(operation);
    if (this.isUncertain(table)) return undefined;
    if (operation.kind === 'create_index' && this.#created.has(asMaterializedView(table))) return true;
    return this.#isNew(table);
  }

  #isNew(object: ObjectName): boolean {
    return (
      this.isTemporary(object) || [this.#created, this.inBlocks, this.#presumablyNew].some((set) => set.has(object))
    );
  }

  /** Whether the dropped index was created here on a table that was created here. */
  #hasIndexOfNewTable(operation: Operation): boolean {
    return operation.createdHere === true && objectsOf(operation).every((index) => this.#indexesOfNewTables.has(index));
  }

  copyTo(copy: CreatedObjects): void {
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
    copy.#temporarySinceBegin = [...this.#temporarySinceBegin];
    copy.#droppedAtCommit = [...this.#droppedAtCommit];
    copy.#partitioned = this.#partitioned;
  }

  /** @param undoable whether a ROLLBACK may remove it */
  add(object: ObjectName, undoable: boolean): void {
    this.#created.add(object);
    if (undoable) this.#sinceBegin.push(object);
  }

  addIndex(index: ObjectName, ofNewTable: boolean): void {
    if (ofNewTable) this.#indexesOfNewTables.add(index);
    else this.#indexesOfNewTables.remove(index);
  }

  /** A new table may be a partition of another one. */
  addPartition(): void {
    this.#partitioned = true;
  }

  /** @param undoable whether a ROLLBACK may remove it */
  addTemporary(table: ObjectName, undoable: boolean): void {
    this.#temporary.add(asWritten(table));
    if (undoable) this.#temporarySinceBegin.push(table);
  }

  /** A temporary table that is dropped at the end of the transaction, if one is open. */
  addMaybeTemporary(table: ObjectName): void {
    this.#maybeTemporary.add(asWritten(table));
  }

  addUntilCommit(table: ObjectName): void {
    this.addTemporary(table, true);
    this.#droppedAtCommit.push(table);
  }

  /** The object exists from now on, whatever failed before. */
  settle({ key }: ObjectName): void {
    if (this.#uncertain.size > 0) this.#uncertain.removeWhere((known) => known.key === key);
  }

  presume(object: ObjectName): void {
    const { name, schema } = object;
    if (name === undefined) return;
    this.#presumablyNew.add(object);
    if (schema === undefined) return;
    const others = schema === '' ? DEFAULT_SCHEMAS : DEFAULT_SCHEMAS.includes(schema) ? [''] : [];
    for (const other of others) {
      const key = `${object.class} ${other === '' ? name : `${other}.${name}`}`;
      this.#presumablyNew.add(
        object.class === 'table' ? tableNamed({ name, schema: other }) : { ...object, schema: other, key },
      );
    }
  }

  /** Removes a dropped or renamed object, and what a dropped schema holds. */
  remove(object: ObjectName): void {
    // If the temporary table may not exist, it is unknown which of the two is dropped.
    const uncertain = this.#maybeTemporary.remove(object);
    // A DROP removes the temporary table first; a real table of the same name stays.
    if (!this.#temporary.remove(object) || uncertain || object.name === undefined) this.#created.remove(object);
    this.inBlocks.remove(object);
    this.#presumablyNew.remove(object);
    if (object.class !== 'schema') return;
    for (const set of [this.#created, this.#temporary, this.inBlocks, this.#presumablyNew])
      set.removeWhere(({ schema }) => object.name === undefined || schema === undefined || schema === object.name);
  }

  forgetTable(target: Target): void {
    const table = tableNamed(target);
    for (const set of [this.#created, this.#temporary, this.inBlocks, this.#presumablyNew]) set.remove(table);
  }

  /**
   * Forgets objects that may now hold data from before the file ran: the table that gets a partition, the parent of a
   * table that inherits, the target schema of a move, and the new type of a column with the extension that it may come
   * from.
   */
  forgetReceivers({ kind, table, createdHere, tableCreatedHere }: Operation, objects: readonly ObjectName[]): void {
    if (kind === 'attach_partition' && tableCreatedHere === true && table !== '') this.#partitioned = true;
    else if (kind === 'attach_partition' || kind === 'switch_partition') {
      this.inBlocks.clear();
      this.#presumablyNew.clear();
      for (const object of objects) this.#created.remove(object);
      // The receiver may itself be a partition of a table that was created here.
      if (this.#partitioned) this.#created.removeWhere((known) => known.class === 'table');
      this.#partitioned = false;
    } else if (kind === 'alter_table' && table !== '' && table !== undefined) {
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

  forgetUnqualified(): void {
    this.inBlocks.clear();
    this.#presumablyNew.clear();
    for (const set of [this.#created, this.#temporary, this.#maybeTemporary])
      set.removeWhere(({ schema }) => schema === '');
  }

  /** A client variable gets another value: placeholders stand for other names from here on. */
  forgetTemplates(): void {
    for (const set of [this.inBlocks, this.#created, this.#temporary, this.#maybeTemporary, this.#indexesOfNewTables])
      set.removeWhere(({ key }) => key === undefined);
  }

  forgetAll(): void {
    for (const set of [this.inBlocks, this.#presumablyNew, this.#created, this.#temporary, this.#maybeTemporary])
      set.clear();
  }

  /** The file switches to another database: forgets the objects of the current one. */
  leaveDatabase(): void {
    for (const set of [this.#created, this.#indexesOfNewTables]) set.removeWhere((known) => !known.inDatabase);
  }

  startSession(): void {
    this.begin();
    this.#droppedAtCommit = [];
  }

  begin(): void {
    this.#sinceBegin = [];
    this.#temporarySinceBegin = [];
  }

  commit(): void {
    this.begin();
    for (const object of this.#droppedAtCommit) this.#temporary.remove(object);
    this.#droppedAtCommit = [];
    this.#maybeTemporary.clear();
  }

  rollBack(): void {
    this.inBlocks.clear();
    this.#presumablyNew.clear();
    for (const object of this.#sinceBegin) this.#created.remove(object);
    for (const table of this.#temporarySinceBegin) this.#temporary.remove(table);
    this.begin();
    this.#maybeTemporary.clear();
    // An earlier BEGIN may not be in the source.
    if (!this.#transactionsUnseen) return;
    for (const table of this.#temporary.all()) this.#uncertain.add(table);
    this.#temporary.clear();
  }

  /** A statement failed, or may have: what was created may not exist. */
  fail(): void {
    for (const set of [this.#created, this.#temporary, this.#maybeTemporary]) {
      for (const object of set.all()) this.#uncertain.add(object);
      set.clear();
    }
    this.startSession();
  }
}

/** A temporary object has no schema. */
function asWritten(object: ObjectName): ObjectName {
  return object.key === object.written ? object : { ...object, key: object.written, schema: '' };
}
