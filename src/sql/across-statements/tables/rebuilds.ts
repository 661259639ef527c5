import type { BaseTable, Dialect, Operation, OperationKind, Statement, Target } from '../../../model/index.ts';
import { cascadingKeys } from '../../objects/foreign-keys.ts';
import { fullName, fullTable } from '../../objects/home-schema.ts';
import {
  nameOfColumn,
  type Part,
  readCreated,
  readRenames,
  type TableCopy,
  type WholeTable,
} from '../../reader/ddl/index.ts';
import type { Lexical } from '../../text/dialects.ts';
import { T } from '../../text/tokens.ts';
import { changeFacts, type FollowedStatement, followStatements } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';
import { type CopiedTable, changeTable, isMixed, KEEPS_SHAPE, NEW_TABLE } from './copied-tables.ts';
import { formDoubt, lostColumns, REBUILD_DOUBTS } from './rebuild-doubts.ts';
import { readCopyOrLiteral, readRenameCall, rebuildSteps, setsLockEscalation } from './rebuild-steps.ts';

/** Settings that do not change which rows a copy holds. */
const HARMLESS_SETTING =
  /^(?:identity_insert|nocount|xact_abort|ansi_\w+|quoted_identifier|arithabort|numeric_roundabort|concat_null_yields_null|noexec|foreign_keys|defer_foreign_keys|legacy_alter_table|foreign_key_check|integrity_check|foreign_key_checks|unique_checks|names|charset|character|character_set_\w+|collation_\w+|time_zone|\w*timeout|client_encoding|client_min_messages|constraints|transaction|autocommit|journal_mode|synchronous)$/;
/** Settings without which values are cut off or become NULL, or some statements do not run. */
const NEEDED_SETTING = /^(?:ansi_warnings|ansi_padding|arithabort|noexec)$/;
const CREATES_RELATION: ReadonlySet<OperationKind> = new Set([
  ...(['create_table', 'create_view', 'create_materialized_view', 'create_other'] as const),
]);
const REBUILDS: readonly OperationKind[] = ['drop_table', 'create_table'];

/**
 * Whether a file may rebuild a table, by renaming the copy or by copying the rows out and back. Only then must the columns
 * of the tables that it drops be known.
 */
export function mayRebuild(
  statements: readonly Pick<Statement, 'operations' | 'facts'>[],
  kinds: ReadonlySet<OperationKind>,
): boolean {
  return REBUILDS.every((kind) => kinds.has(kind)) && (kinds.has('rename_table') || statements.some(copiesRows));
}

/** Whether a file drops a table whose rows it may have copied to another one. */
export function mayMoveRows(
  statements: readonly Pick<Statement, 'operations' | 'facts'>[],
  kinds: ReadonlySet<OperationKind>,
): boolean {
  return kinds.has('drop_table') && statements.some(copiesRows);
}

function copiesRows({ operations: [first], facts }: Pick<Statement, 'operations' | 'facts'>): boolean {
  return first?.kind === 'insert' && facts.tablesRead?.length !== 0;
}

/**
 * Marks each DROP TABLE whose rows and columns the file copied to a new table that has its name, or gets it afterwards
 * (`rebuilt`). From then on the new table is the old one, and no longer one that the file created.
 */
export function markRebuilds(statements: readonly FollowedStatement[], reading: ScriptReading): void {
  const { kinds, ranges, tokens, lexical, dialect } = reading;
  if (!mayRebuild(statements, kinds)) return;
  const parts = new Map(
    statements.map((statement, index): [FollowedStatement, Part] => {
      const { from, to } = ranges[index] ?? { from: 0, to: 0 };
      return [statement, { tokens, lexical, from, to }];
    }),
  );
  const steps = lexical.ddl.renameProcedure ? rebuildSteps(statements, parts, dialect) : undefined;
  followStatements(steps?.statements ?? statements, new Rebuilds(parts, reading, steps?.stopping));
}

/** A table of the base, by the name as the file writes it. */
type BaseOf = (table: CopiedTable) => BaseTable | undefined;

function baseIn({ context }: ScriptReading): BaseOf {
  const tables = new Map(
    context?.tables.map(({ schema, ...table }) => [`${schema}.${table.name}`, { ...table, schema }] as const),
  );
  return ({ written }) => written && tables.get(`${written.schema}.${written.name}`);
}

/** Bare names, in lower case, of tables to which a foreign key of the file refers with an action ON DELETE. */
function referredTables({ tokens, lexical }: ScriptReading): ReadonlySet<string> {
  return new Set(lexical.ddl.dropCascades ? cascadingKeys(tokens, lexical).map(({ to }) => to) : []);
}

/** Tables of one bare name in a file. With more, no rebuild is recognised. */
const MAX_SAME_NAME = 100;

class Rebuilds {
  readonly #parts: ReadonlyMap<FollowedStatement, Part>;
  readonly #baseOf: BaseOf;
  readonly #referred: ReadonlySet<string>;
  readonly #ddl: Lexical['ddl'];
  /** By qualified name; null: the table was dropped, or has another name now. */
  readonly #tables = new Map<string, CopiedTable | null>();
  /** By bare name in lower case: the names in `#tables`. */
  readonly #names = new Map<string, Set<string>>();
  /** Bare names, in lower case, of tables whose columns may have got other names. */
  readonly #reshaped = new Set<string>();
  /** By bare name in lower case: columns that the file added to a table. The base does not have them. */
  readonly #added = new Map<string, Set<string>>();
  /** Bare names, in lower case, of tables that get row security. */
  readonly #secured = new Set<string>();
  /** By qualified name of a table: why a statement that reads it is not a copy of it. */
  readonly #missed = new Map<string, string>();
  /** Names of tables that are the rebuilt ones. */
  readonly #rebuilt = new Set<string>();
  /** A setting may change which rows a copy holds. */
  #unsafe = false;
  /** The schema of bare names in the statement. */
  #home = '';
  /**
   * SQLite: with foreign keys on, DROP TABLE first deletes the rows of the table, and so the rows of other tables that
   * refer to them with ON DELETE CASCADE. Whether they are on by default depends on how the driver was compiled.
   */
  #foreignKeys: 'on' | 'off' | 'default' = 'default';

  /** The statements whose error ends the batch; undefined if all are. */
  readonly #stopping: ReadonlySet<FollowedStatement> | undefined;
  readonly #dialect: Dialect;
  /** Names of the constraints of tables that the file created, where a procedure renames them. */
  readonly #constraints = new Set<string>();

  constructor(
    parts: ReadonlyMap<FollowedStatement, Part>,
    reading: ScriptReading,
    stopping: ReadonlySet<FollowedStatement> | undefined,
  ) {
    this.#parts = parts;
    this.#stopping = stopping;
    this.#dialect = reading.dialect;
    this.#baseOf = baseIn(reading);
    this.#referred = referredTables(reading);
    this.#ddl = reading.lexical.ddl;
  }

  forget(): void {
    this.#added.clear();
    this.#missed.clear();
    this.#tables.clear();
    this.#names.clear();
  }

  rollBack(): void {
    this.forget();
  }

  startSection(): void {
    this.forget();
    this.#reshaped.clear();
    this.#secured.clear();
    this.#unsafe = false;
    this.#foreignKeys = 'default';
    this.#rebuilt.clear();
  }

  skip(statement: FollowedStatement): void {
    this.#home = statement.home;
    this.#correct(statement);
    const part = this.#parts.get(statement);
    if (part && statement.operations[0]?.kind === 'set') this.#set(statement, part);
    for (const operation of statement.operations) this.#touch(operation);
    this.forget();
  }

  follow(statement: FollowedStatement): void {
    this.#home = statement.home;
    this.#correct(statement);
    const part = this.#parts.get(statement);
    const [first, second] = statement.operations;
    if (!part || !first) return;
    if (first.kind === 'set') this.#set(statement, part);
    const isPlain = first.place === 'statement' && !hasExecutableComment(part);
    const onlyOne = second === undefined || second.place === 'subquery';
    if (isPlain && first.kind === 'create_table' && onlyOne) return this.#create(first, part);
    if (isPlain && first.kind === 'rename_table') return this.#rename(statement, readRenames(part));
    if (this.readsCalls(statement)) return this.#rename(statement, readRenameCall(part, this.#dialect));
    if ((this.#stopping && setsLockEscalation(part)) || (isPlain && this.#insert(statement, part))) return;
    this.#miss(first, statement, part);
    if (isUpsert(part)) this.#overwrite(statement);
    for (const [index, operation] of statement.operations.entries()) {
      if (isPlain && operation.kind === 'drop_table' && operation.place === 'statement')
        this.#drop(statement, index, operation);
      else this.#touch(operation);
    }
  }

  /** Follows a statement that copies a table; false if it does not. */
  #insert(statement: FollowedStatement, part: Part): boolean {
    const inserted = this.#onlyInsert(statement);
    const copy = inserted && readCopyOrLiteral(part, this.#dialect);
    if (!copy) return false;
    this.#touch(inserted);
    this.#copy(copy.into, copy, this.#stopping?.has(statement) === false ? statement.batch : undefined);
    return true;
  }

  /** The INSERT that is all of the statement, or of the literal that it executes. */
  #onlyInsert({ operations: [first, second, third] }: FollowedStatement): Operation | undefined {
    if (first?.kind === 'insert') return second === undefined || second.place === 'subquery' ? first : undefined;
    const executes = this.#stopping && first?.kind === 'execute_dynamic' && first.readable;
    return executes && second?.kind === 'insert' && third === undefined ? second : undefined;
  }

  readsCalls(statement: FollowedStatement): boolean {
    const part = this.#stopping && this.#parts.get(statement);
    return part !== undefined && readRenameCall(part, this.#dialect) !== undefined;
  }

  #overwrite({ operations }: FollowedStatement): void {
    for (const { kind, target } of operations)
      if (kind === 'insert') for (const touched of this.#named(target.name ?? '')) touched.sound = false;
  }

  #set({ operations, facts }: FollowedStatement, { tokens, from, to }: Part): void {
    for (const { kind, target, objectClass } of operations) {
      const name = target.name ?? '';
      const isOff = objectClass === 'off' && NEEDED_SETTING.test(name);
      if (kind === 'set' && (isOff || !HARMLESS_SETTING.test(name))) this.#unsafe = true;
    }
    if (operations[0]?.target.name !== 'foreign_keys') return;
    const value = tokens.raw(tokens.word(to - 1) === ')' ? to - 2 : to - 1).replace(/^['"]|['"]$/g, '');
    if (to - from <= 2) return;
    if (!/^(?:0|off|no|false)$/i.test(value)) this.#foreignKeys = 'on';
    // The setting has no effect in a transaction.
    else if (facts.inTransaction === false) this.#foreignKeys = 'off';
  }

  #create(operation: Operation, part: Part): void {
    const created = readCreated(part);
    const name = fullName(operation.target, this.#home);
    // Nothing has the name any more: IF NOT EXISTS changes nothing.
    const isFree = name !== undefined && this.#tables.get(name) === null;
    this.#touch(operation);
    if (this.#stopping) for (const name of constraintsIn(part)) this.#constraints.add(name);
    const table = this.#known(operation.target);
    if (!created || !table || operation.orReplace) return;
    const isNew = isFree || this.#baseOf({ ...table, written: operation.target })?.exists === false;
    if (operation.ifNotExists && !isNew) return;
    table.sound = true;
    table.temporary = operation.temporary === true;
    table.columns = operation.columns;
    if (created.copied) this.#copy(created.target, created.copied);
  }

  #copy(
    target: Target,
    { from, columns, order, list }: WholeTable & Partial<Pick<TableCopy, 'list'>>,
    continues?: number,
  ): void {
    const into = this.#known(target);
    const source = this.#at(from);
    if (!source || !into || into.source || into.original !== undefined) return;
    if (source.source) return this.#copyBack(source, into, { columns, order, list });
    if (source.copy || source.original === undefined) return;
    const base = this.#baseOf(source);
    const known = source.reshaped ? undefined : base?.columns;
    const leftOut = columns === 'all' ? [] : known?.filter((column) => !columns.has(column));
    if (!into.sound) source.doubt = REBUILD_DOUBTS.into;
    else if (this.#unsafe) source.doubt = REBUILD_DOUBTS.setting;
    else if (isMixed(list ?? into.columns, order, known)) source.doubt = REBUILD_DOUBTS.mixed;
    else if (!leftOut && source.reshaped) source.doubt = REBUILD_DOUBTS.reshaped;
    else if (!leftOut && base?.namedElsewhere) source.doubt = REBUILD_DOUBTS.elsewhere;
    else {
      if (leftOut) source.leftOut = leftOut;
      else source.unproven = REBUILD_DOUBTS.columns;
      if (base?.mayBeOlder && columns !== 'all') source.unproven ??= REBUILD_DOUBTS.older;
      source.copy = into;
      into.source = source;
      into.continues = continues;
    }
  }

  /** Follows the second copy of `copy users to tmp; drop users; create users; copy tmp to users`. */
  #copyBack(
    copy: CopiedTable,
    into: CopiedTable,
    { columns, order, list }: Pick<WholeTable & Partial<TableCopy>, 'columns' | 'order' | 'list'>,
  ): void {
    const old = copy.source;
    if (!old?.dropped || into.name !== old.original || !copy.sound || !into.sound || into.temporary) return;
    const held = copy.columns;
    if (this.#stopping || !held || held.length === 0 || !keepsNames(list ?? into.columns, order, held)) return;
    const isUndone = old.dropped.statement.facts.inTransaction === true;
    if (copy.temporary && !isUndone) return;
    old.leftOut = [...old.leftOut, ...(columns === 'all' ? [] : held.filter((column) => !columns.has(column)))];
    if (!isUndone) old.unproven ??= REBUILD_DOUBTS.back;
    if (old.unproven) changeFacts(old.dropped.statement, old.dropped.index, { rebuildDoubt: old.unproven });
    into.source = old;
    this.#finish(into);
  }

  /** Notes why a statement that is not read as a copy of an old table is none. */
  #miss({ kind, target }: Operation, { facts }: FollowedStatement, part: Part): void {
    const into = kind === 'insert' || kind === 'replace' ? this.#known(target) : undefined;
    if (!into || into.original !== undefined || !facts.tablesRead || facts.tablesRead.length === 0) return;
    const doubt = formDoubt(part);
    for (const name of facts.tablesRead) this.#missed.set(fullTable(name, this.#home) ?? name, doubt);
  }

  #drop(statement: FollowedStatement, index: number, operation: Operation): void {
    const name = fullName(operation.target, this.#home);
    const table = operation.temporary || operation.cascade ? undefined : this.#at(operation.target);
    const copy = table?.copy;
    this.#touch(operation, table);
    if (name === undefined || !table) return;
    this.#tables.set(name, null);
    table.sound = false;
    const missed = table.doubt ?? this.#missed.get(table.original ?? '') ?? this.#missed.get(name);
    const doubt = copy ? this.#dropDoubt(table, copy) : missed;
    const losesColumns = table.leftOut.length > 0;
    const rebuildDoubt = losesColumns ? lostColumns(table.leftOut) : doubt;
    if (rebuildDoubt !== undefined) changeFacts(statement, index, { rebuildDoubt });
    if (!copy || doubt !== undefined || (losesColumns && table.unproven)) return;
    if (table.unproven) changeFacts(statement, index, { rebuildDoubt: table.unproven });
    table.dropped = { statement, index };
    this.#finish(copy);
  }

  #dropDoubt(table: CopiedTable, copy: CopiedTable): string | undefined {
    if (!copy.sound || copy.source !== table) return REBUILD_DOUBTS.changed;
    return this.#unsafe ? REBUILD_DOUBTS.setting : this.#cascadeDoubt(table);
  }

  /** Whether the drop may delete or change rows of other tables, or of the copy: it may refer to the old table. */
  #cascadeDoubt(table: CopiedTable): string | undefined {
    const { name, original } = table;
    if (!this.#ddl.dropCascades || this.#foreignKeys === 'off') return undefined;
    if (this.#foreignKeys === 'on') return REBUILD_DOUBTS.cascades;
    if (bareNames(name, original).some((each) => this.#referred.has(each))) return REBUILD_DOUBTS.cascades;
    const base = this.#baseOf(table);
    if (base?.exists === false || base?.cascades === false) return undefined;
    if (base?.cascades) return REBUILD_DOUBTS.cascades;
    if (base?.namedElsewhere) return REBUILD_DOUBTS.keys;
    table.unproven ??= REBUILD_DOUBTS.keys;
    return undefined;
  }

  /**
   * Whether the table may have row security: its policies and FORCE are lost then, and with FORCE the copy holds only the
   * rows that the migration's role may read.
   */
  #securityDoubt(table: CopiedTable): string | undefined {
    const { name, original } = table;
    if (!this.#ddl.rowSecurity) return undefined;
    if (bareNames(name, original).some((each) => this.#secured.has(each))) return REBUILD_DOUBTS.secured;
    const base = this.#baseOf(table);
    if (base?.exists === false || base?.rowSecurity === false) return undefined;
    return base?.rowSecurity ? REBUILD_DOUBTS.secured : REBUILD_DOUBTS.policies;
  }

  #rename(statement: FollowedStatement, renames: ReturnType<typeof readRenames>): void {
    if (!renames) {
      for (const operation of statement.operations) this.#touch(operation);
      return this.forget();
    }
    this.#added.clear();
    for (const { from, to } of renames) {
      const before = fullName(from, this.#home);
      const after = fullName(to, this.#home);
      const table = this.#at(from);
      if (!table || before === undefined || after === undefined) return this.forget();
      this.#tables.set(before, null);
      table.name = after;
      this.#put(to, table);
      if (this.#rebuilt.delete(before)) this.#rebuilt.add(after);
      // No code uses the old name yet. The operation does not say so of a constraint, or in a block.
      if (this.#finish(table) || this.#constraints.delete(from.name ?? '')) this.#markNewName(statement);
    }
  }

  #markNewName(statement: FollowedStatement): void {
    if (!this.#stopping) return;
    for (const [index, { kind }] of statement.operations.entries())
      if (kind === 'rename_table') changeFacts(statement, index, { createdHere: true });
  }

  /**
   * Marks the drop of the old table, once its copy has its name: that of the base, or one that the file gave it; false if
   * the copy is not one of it.
   */
  #finish(copy: CopiedTable): boolean {
    const source = copy.source;
    if (!source?.dropped || copy.temporary) return false;
    if (copy.name !== source.original && copy.name !== source.name) return false;
    const { statement, index } = source.dropped;
    const continues = copy.continues === statement.batch ? REBUILD_DOUBTS.continues : undefined;
    const changed = copy.sound ? continues : REBUILD_DOUBTS.changed;
    const secured = this.#securityDoubt(source);
    // Its rows are copied all the same.
    if (secured === REBUILD_DOUBTS.policies) source.unproven ??= secured;
    const lost = secured === REBUILD_DOUBTS.secured ? secured : undefined;
    const rebuildDoubt = this.#unsafe ? REBUILD_DOUBTS.setting : (changed ?? lost);
    if (source.leftOut.length > 0) {
      if (rebuildDoubt === undefined) changeFacts(statement, index, { columns: source.leftOut });
      return false;
    }
    if (rebuildDoubt !== undefined) {
      changeFacts(statement, index, { rebuildDoubt });
      return false;
    }
    changeFacts(
      statement,
      index,
      source.unproven ? { rowsCopied: true, rebuildDoubt: source.unproven } : { rebuilt: true },
    );
    this.#rebuilt.add(copy.name);
    // Its columns are those of the new definition, which the base does not have.
    this.#tables.set(copy.name, { ...NEW_TABLE, name: copy.name, original: copy.name, reshaped: true });
    return true;
  }

  /** Applies an operation to all tables that it may mean, except one. */
  #touch(operation: Operation, except?: CopiedTable): void {
    const { target, table, place } = operation;
    const kind = this.#dropsAdded(operation) ? 'add_column' : operation.kind;
    if (place === 'routine_body') return;
    if (target.name === undefined || table === undefined) {
      // It may rename columns of any table.
      if (!KEEPS_SHAPE.has(kind)) this.#unsafe = true;
      return this.forget();
    }
    if (!KEEPS_SHAPE.has(kind)) this.#reshaped.add(target.name.toLowerCase());
    const secured = kind === 'create_policy' ? table.slice(table.lastIndexOf('.') + 1) : target.name;
    if (kind === 'enable_row_security' || kind === 'create_policy') this.#secured.add(secured.toLowerCase());
    for (const touched of this.#named(target.name)) if (touched !== except) changeTable(touched, kind);
    // The name may stand for the new object from now on, and not for a table that was there before.
    const name = fullName(target, this.#home);
    if (CREATES_RELATION.has(kind) && name !== undefined) this.#put(target, { ...NEW_TABLE, name });
    // A trigger or rule can drop the rows that are inserted.
    if ((kind === 'create_trigger' || kind === 'create_rule') && table !== '')
      for (const touched of this.#named(table.slice(table.lastIndexOf('.') + 1)))
        if (!touched.source) touched.sound = false;
  }

  /** Whether the operation only takes back columns that the file added to the table; notes which it adds. */
  #dropsAdded({ kind, target, columns = [], ifNotExists, place }: Operation): boolean {
    const table = (target.name ?? '').toLowerCase();
    const added = this.#added.get(table) ?? new Set();
    const names = columns.map((column) => column.toLowerCase());
    if (kind === 'add_column' && place === 'statement' && !ifNotExists)
      this.#added.set(table, new Set([...added, ...names]));
    else if (kind === 'drop_column' && names.length > 0 && names.every((name) => added.delete(name))) return true;
    // The column, or the table, may be another one now.
    else if (!KEEPS_SHAPE.has(kind)) this.#added.delete(table);
    return false;
  }

  #named(name: string): readonly CopiedTable[] {
    if (this.#unsafe) return [];
    return [...(this.#names.get(name.toLowerCase()) ?? [])].flatMap((each) => this.#tables.get(each) ?? []);
  }

  #known(target: Target): CopiedTable | undefined {
    const name = fullName(target, this.#home);
    return (name !== undefined && this.#tables.get(name)) || undefined;
  }

  /** The table with the name. One that the file has not named was there before. */
  #at(target: Target): CopiedTable | undefined {
    const name = fullName(target, this.#home);
    if (name === undefined) return undefined;
    const known = this.#tables.get(name);
    if (known !== undefined) return known ?? undefined;
    const reshaped = this.#reshaped.has((target.name ?? '').toLowerCase());
    const table = { ...NEW_TABLE, name, original: name, written: target, reshaped };
    this.#put(target, table);
    return table;
  }

  #put(target: Target, table: CopiedTable): void {
    this.#tables.set(table.name, table);
    const bare = (target.name ?? '').toLowerCase();
    const names = this.#names.get(bare) ?? new Set();
    this.#names.set(bare, names.add(table.name));
    if (names.size > MAX_SAME_NAME) this.#unsafe = true;
  }

  /** Takes `createdHere` from the operations on a rebuilt table: it holds the rows of the old one. */
  #correct(statement: FollowedStatement): void {
    if (this.#rebuilt.size === 0) return;
    for (const [index, operation] of statement.operations.entries()) {
      const name = fullName(operation.target, this.#home);
      if (name !== undefined && this.#rebuilt.has(name) && operation.createdHere)
        changeFacts(statement, index, { createdHere: false, tableCreatedHere: false });
    }
  }
}

/** Whether each column is written to the one of the same name. @param all the columns for which `*` stands */
function keepsNames(into: readonly string[] | undefined, order: readonly string[], all: readonly string[]): boolean {
  const from = order.flatMap((column) => (column === '*' ? all : [column]));
  return from.every((column, at) => column === '' || column.toLowerCase() === into?.[at]?.toLowerCase());
}

/** Whether an INSERT may update existing rows: `ON CONFLICT DO UPDATE`, `ON DUPLICATE KEY UPDATE`. */
function isUpsert({ tokens, from, to }: Part): boolean {
  for (let at = from + 1; at < to; at++)
    if (tokens.word(at - 1) === 'ON' && /^(?:CONFLICT|DUPLICATE)$/.test(tokens.word(at))) return true;
  return false;
}

function constraintsIn(part: Part): readonly string[] {
  const names: string[] = [];
  for (let at = part.from; at < part.to; at++)
    if (part.tokens.word(at) === 'CONSTRAINT') names.push(nameOfColumn(part, at + 1) ?? '');
  return names;
}

function hasExecutableComment({ tokens, from, to }: Part): boolean {
  for (let at = from; at < to; at++) if (tokens.kind(at) === T.execOpen) return true;
  return false;
}

function bareNames(...names: readonly (string | undefined)[]): readonly string[] {
  return names.map((each = '') => each.slice(each.lastIndexOf('.') + 1).toLowerCase());
}
