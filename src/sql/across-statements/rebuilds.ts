import type { BaseTable, Operation, OperationKind, Target } from '../../model/index.ts';
import { cascadingKeys } from '../objects/foreign-keys.ts';
import { type Part, readCopy, readCreated, readRenames, type TableCopy, type WholeTable } from '../reader/ddl/index.ts';
import type { Lexical } from '../text/dialects.ts';
import { qualified } from '../text/names.ts';
import { T } from '../text/tokens.ts';
import { changeFacts, type FollowedStatement, followStatements } from './followed-statement.ts';
import type { ScriptReading } from './script-reading.ts';

/** What the file did to a table that has, or had, a name. */
interface Table {
  /** The name under which the table was there before the file ran; undefined if the file created it. */
  readonly original: string | undefined;
  name: string;
  /** A created table that is new, keeps what is inserted, and was not changed in a way that loses rows. */
  sound: boolean;
  /** The columns with which the file created it. */
  columns: readonly string[] | undefined;
  /** The columns may be others than in the base. */
  reshaped: boolean;
  /** The created table that holds all rows and columns of this one. */
  copy: Table | undefined;
  /** The table that this one is a copy of. */
  source: Table | undefined;
  /** Where this table was dropped after it was copied. */
  dropped: { readonly statement: FollowedStatement; readonly index: number } | undefined;
}

/** What may happen to a table between its copy and its drop: nothing that adds or changes rows. */
const KEEPS_COPY_TRUE: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['select', 'create_index', 'drop_index', 'drop_trigger', 'lock_table', 'comment', 'revoke'] as const),
]);
/** What may happen to the new table before it has the old one's name: nothing that removes or changes rows. */
const KEEPS_ROWS: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['select', 'insert', 'create_index', 'add_constraint', 'validate_constraint', 'add_column', 'comment'] as const),
  ...(['set_default', 'drop_default', 'set_not_null', 'drop_not_null', 'lock_table', 'grant', 'change_owner'] as const),
  ...(['enable_row_security', 'create_policy', 'create_trigger'] as const),
]);
/** What may happen to a table before it is copied: nothing that renames its columns. */
const KEEPS_SHAPE: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...KEEPS_ROWS,
  ...(['update', 'delete', 'drop_index', 'drop_trigger', 'drop_constraint', 'create_rule'] as const),
]);
/** Settings that do not change which rows a copy holds. */
const HARMLESS_SETTING =
  /^(?:foreign_keys|defer_foreign_keys|legacy_alter_table|foreign_key_check|integrity_check|foreign_key_checks|unique_checks|names|charset|character|character_set_\w+|collation_\w+|time_zone|\w*timeout|client_encoding|client_min_messages|constraints|transaction|autocommit|journal_mode|synchronous)$/;
const CREATES_RELATION: ReadonlySet<OperationKind> = new Set([
  ...(['create_table', 'create_view', 'create_materialized_view', 'create_other'] as const),
]);
const REBUILDS: readonly OperationKind[] = ['rename_table', 'drop_table', 'create_table'];

/** Whether a file may rebuild a table. Only then must the columns of the tables that it drops be known. */
export function mayRebuild(kinds: ReadonlySet<OperationKind>): boolean {
  return REBUILDS.every((kind) => kinds.has(kind));
}

/**
 * Marks each DROP TABLE whose rows and columns the file copied to a new table that has its name, or gets it afterwards
 * (`rebuilt`). From then on the new table is the old one, and no longer one that the file created.
 */
export function markRebuilds(statements: readonly FollowedStatement[], reading: ScriptReading): void {
  const { kinds, ranges, tokens, lexical } = reading;
  if (!mayRebuild(kinds)) return;
  const parts = new Map(
    statements.map((statement, index): [FollowedStatement, Part] => {
      const { from, to } = ranges[index] ?? { from: 0, to: 0 };
      return [statement, { tokens, lexical, from, to }];
    }),
  );
  followStatements(statements, new Rebuilds(parts, reading));
}

/** A table of the base, by its qualified name. */
type BaseOf = (name: string) => BaseTable | undefined;

function baseIn({ context }: ScriptReading): BaseOf {
  const tables = new Map(
    context?.tables.map((table) => [qualified({ ...table, quoted: false, text: '' }), table] as const),
  );
  return (name) => tables.get(name);
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
  readonly #tables = new Map<string, Table | null>();
  /** By bare name in lower case: the names in `#tables`. */
  readonly #names = new Map<string, Set<string>>();
  /** Bare names, in lower case, of tables whose columns may have got other names. */
  readonly #reshaped = new Set<string>();
  /** Bare names, in lower case, of tables that get row security. */
  readonly #secured = new Set<string>();
  /** Names of tables that are the rebuilt ones. */
  readonly #rebuilt = new Set<string>();
  /** A setting may change which rows a copy holds. */
  #unsafe = false;
  /**
   * SQLite: with foreign keys on, DROP TABLE first deletes the rows of the table, and so the rows of other tables that
   * refer to them with ON DELETE CASCADE. Whether they are on by default depends on how the driver was compiled.
   */
  #foreignKeys: 'on' | 'off' | 'default' = 'default';

  constructor(parts: ReadonlyMap<FollowedStatement, Part>, reading: ScriptReading) {
    this.#parts = parts;
    this.#baseOf = baseIn(reading);
    this.#referred = referredTables(reading);
    this.#ddl = reading.lexical.ddl;
  }

  forget(): void {
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
    this.#correct(statement);
    const part = this.#parts.get(statement);
    if (part && statement.operations[0]?.kind === 'set') this.#set(statement, part);
    for (const operation of statement.operations) this.#touch(operation);
    this.forget();
  }

  follow(statement: FollowedStatement): void {
    this.#correct(statement);
    const part = this.#parts.get(statement);
    const [first, second] = statement.operations;
    if (!part || !first) return;
    if (first.kind === 'set') this.#set(statement, part);
    const isPlain = first.place === 'statement' && !hasExecutableComment(part);
    const onlyOne = second === undefined || second.place === 'subquery';
    if (isPlain && first.kind === 'create_table' && onlyOne) return this.#create(first, readCreated(part));
    if (isPlain && first.kind === 'rename_table') return this.#rename(statement, readRenames(part));
    const copy = isPlain && first.kind === 'insert' && onlyOne ? readCopy(part) : undefined;
    if (copy) {
      this.#touch(first);
      return this.#copy(copy.into, copy);
    }
    const changesRows = isUpsert(part);
    for (const [index, operation] of statement.operations.entries()) {
      if (changesRows && operation.kind === 'insert')
        for (const touched of this.#named(operation.target.name ?? '')) touched.sound = false;
      if (isPlain && operation.kind === 'drop_table' && operation.place === 'statement')
        this.#drop(statement, index, operation);
      else this.#touch(operation);
    }
  }

  #set({ operations, facts }: FollowedStatement, { tokens, from, to }: Part): void {
    for (const { kind, target } of operations)
      if (kind === 'set' && !HARMLESS_SETTING.test(target.name ?? '')) this.#unsafe = true;
    if (operations[0]?.target.name !== 'foreign_keys') return;
    const value = tokens.raw(tokens.word(to - 1) === ')' ? to - 2 : to - 1).replace(/^['"]|['"]$/g, '');
    if (to - from <= 2) return;
    if (!/^(?:0|off|no|false)$/i.test(value)) this.#foreignKeys = 'on';
    // The setting has no effect in a transaction.
    else if (facts.inTransaction === false) this.#foreignKeys = 'off';
  }

  #create(operation: Operation, created: ReturnType<typeof readCreated>): void {
    this.#touch(operation);
    const table = this.#known(operation.target);
    if (!created || !table || operation.temporary || operation.ifNotExists || operation.orReplace) return;
    table.sound = true;
    table.columns = operation.columns;
    if (created.copied) this.#copy(created.target, created.copied);
  }

  #copy(target: Target, { from, columns, order, list }: WholeTable & Partial<Pick<TableCopy, 'list'>>): void {
    const into = this.#known(target);
    const source = this.#at(from);
    if (!source || !into?.sound || into.source || into.original !== undefined || source.original === undefined) return;
    if (source.copy || this.#unsafe) return;
    const known = source.reshaped ? undefined : this.#baseOf(source.original)?.columns;
    if (isMixed(list ?? into.columns, order, known)) return;
    if (columns !== 'all') {
      if (!known?.every((column) => columns.has(column))) return;
    }
    source.copy = into;
    into.source = source;
  }

  #drop(statement: FollowedStatement, index: number, operation: Operation): void {
    const name = qualified(operation.target);
    const table = operation.temporary || operation.cascade ? undefined : this.#at(operation.target);
    const copy = table?.copy;
    this.#touch(operation, table);
    if (name === undefined || !table) return;
    this.#tables.set(name, null);
    table.sound = false;
    if (!copy?.sound || copy.source !== table || this.#unsafe || this.#mayCascade(table)) return;
    table.dropped = { statement, index };
    this.#finish(copy);
  }

  /** Whether the drop may delete or change rows of other tables, or of the copy: it may refer to the old table. */
  #mayCascade({ name, original }: Table): boolean {
    if (!this.#ddl.dropCascades || this.#foreignKeys === 'off') return false;
    if (this.#foreignKeys === 'on') return true;
    if (bareNames(name, original).some((each) => this.#referred.has(each))) return true;
    const base = this.#baseOf(original ?? '');
    return base?.exists !== false && base?.cascades !== false;
  }

  /**
   * Whether the table may have row security: its policies and FORCE are lost then, and with FORCE the copy holds only the
   * rows that the migration's role may read.
   */
  #mayBeSecured({ name, original }: Table): boolean {
    if (!this.#ddl.rowSecurity) return false;
    if (bareNames(name, original).some((each) => this.#secured.has(each))) return true;
    const base = this.#baseOf(original ?? '');
    return base?.exists !== false && base?.rowSecurity !== false;
  }

  #rename(statement: FollowedStatement, renames: ReturnType<typeof readRenames>): void {
    if (!renames) {
      for (const operation of statement.operations) this.#touch(operation);
      return this.forget();
    }
    for (const { from, to } of renames) {
      const before = qualified(from);
      const after = qualified(to);
      const table = this.#at(from);
      if (!table || before === undefined || after === undefined) return this.forget();
      this.#tables.set(before, null);
      table.name = after;
      this.#put(to, table);
      if (this.#rebuilt.delete(before)) this.#rebuilt.add(after);
      this.#finish(table);
    }
  }

  /** Marks the drop of the old table, once its copy has its name. */
  #finish(copy: Table): void {
    const source = copy.source;
    if (this.#unsafe || !source?.dropped || !copy.sound || copy.name !== source.original) return;
    if (this.#mayBeSecured(source)) return;
    changeFacts(source.dropped.statement, source.dropped.index, { rebuilt: true });
    this.#rebuilt.add(copy.name);
    // Its columns are those of the new definition, which the base does not have.
    this.#tables.set(copy.name, { ...NEW_TABLE, name: copy.name, original: copy.name, reshaped: true });
  }

  /** Applies an operation to all tables that it may mean, except one. */
  #touch(operation: Operation, except?: Table): void {
    const { kind, target, table, place } = operation;
    if (place === 'routine_body') return;
    if (target.name === undefined || table === undefined) {
      // It may rename columns of any table.
      if (!KEEPS_SHAPE.has(kind)) this.#unsafe = true;
      return this.forget();
    }
    if (!KEEPS_SHAPE.has(kind)) this.#reshaped.add(target.name.toLowerCase());
    if (kind === 'enable_row_security') this.#secured.add(target.name.toLowerCase());
    for (const touched of this.#named(target.name)) if (touched !== except) changeTable(touched, kind);
    // The name may stand for the new object from now on, and not for a table that was there before.
    const name = qualified(target);
    if (CREATES_RELATION.has(kind) && name !== undefined) this.#put(target, { ...NEW_TABLE, name });
    // A trigger or rule can drop the rows that are inserted.
    if ((kind === 'create_trigger' || kind === 'create_rule') && table !== '')
      for (const touched of this.#named(table.slice(table.lastIndexOf('.') + 1)))
        if (!touched.source) touched.sound = false;
  }

  #named(name: string): readonly Table[] {
    if (this.#unsafe) return [];
    return [...(this.#names.get(name.toLowerCase()) ?? [])].flatMap((each) => this.#tables.get(each) ?? []);
  }

  #known(target: Target): Table | undefined {
    const name = qualified(target);
    return (name !== undefined && this.#tables.get(name)) || undefined;
  }

  /** The table with the name. One that the file has not named was there before. */
  #at(target: Target): Table | undefined {
    const name = qualified(target);
    if (name === undefined) return undefined;
    const known = this.#tables.get(name);
    if (known !== undefined) return known ?? undefined;
    const reshaped = this.#reshaped.has((target.name ?? '').toLowerCase());
    const table = { ...NEW_TABLE, name, original: name, reshaped };
    this.#put(target, table);
    return table;
  }

  #put(target: Target, table: Table): void {
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
      const name = qualified(operation.target);
      if (name !== undefined && this.#rebuilt.has(name) && operation.createdHere)
        changeFacts(statement, index, { createdHere: false, tableCreatedHere: false });
    }
  }
}

const NEW_TABLE: Omit<Table, 'name'> = {
  original: undefined,
  sound: false,
  columns: undefined,
  reshaped: false,
  copy: undefined,
  source: undefined,
  dropped: undefined,
};

/**
 * Whether a copy writes a column to another one although a column of that name is copied too: then the values of two columns
 * are mixed up. One that is written to a new name is renamed.
 *
 * @param into the columns that are written, in order
 * @param order see WholeTable
 * @param all the columns of the copied table
 */
function isMixed(
  into: readonly string[] | undefined,
  order: readonly string[],
  all: readonly string[] | undefined,
): boolean {
  if (!into || (order.includes('*') && !all)) return false;
  const from = order.flatMap((column) => (column === '*' ? (all ?? []) : [column])).map((name) => name.toLowerCase());
  const copied = new Set(from);
  return from.some((column, index) => {
    const written = into[index]?.toLowerCase();
    return column !== '' && written !== undefined && written !== column && copied.has(written);
  });
}

function changeTable(table: Table, kind: OperationKind): void {
  if (!KEEPS_SHAPE.has(kind)) table.reshaped = true;
  if (!KEEPS_ROWS.has(kind)) table.sound = false;
  if (!KEEPS_COPY_TRUE.has(kind)) detach(table);
}

/** The copy of a table that was changed since does not hold all its rows. */
function detach(table: Table): void {
  if (table.copy) table.copy.source = undefined;
  table.copy = undefined;
}

/** Whether an INSERT may update existing rows: `ON CONFLICT DO UPDATE`, `ON DUPLICATE KEY UPDATE`. */
function isUpsert({ tokens, from, to }: Part): boolean {
  for (let at = from + 1; at < to; at++)
    if (tokens.word(at - 1) === 'ON' && /^(?:CONFLICT|DUPLICATE)$/.test(tokens.word(at))) return true;
  return false;
}

function hasExecutableComment({ tokens, from, to }: Part): boolean {
  for (let at = from; at < to; at++) if (tokens.kind(at) === T.execOpen) return true;
  return false;
}

function bareNames(...names: readonly (string | undefined)[]): readonly string[] {
  return names.map((each = '') => each.slice(each.lastIndexOf('.') + 1).toLowerCase());
}
