import type { ColumnDefinition, Operation, OperationKind, Target } from '../model/index.ts';
import {
  type Columns,
  changeColumns,
  type FollowedStatement,
  type Follower,
  followStatements,
  fullName,
  LEXICAL,
  lastPartOf,
  lex,
  nameOfColumn,
  type Part,
  readCreated,
  readRenames,
  renameColumn,
  wordsOf,
} from '../sql/index.ts';
import { type BaseFile, perFile, scriptOf } from './base-files.ts';

/** Operations that leave the names of all columns as they are. */
export const KEEPS_COLUMNS: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...([
    'select',
    'insert',
    'update',
    'delete',
    'merge',
    'merge_delete',
    'replace',
    'truncate',
    'copy_from',
    'copy_to',
  ] as const),
  ...(['create_index', 'drop_index', 'create_trigger', 'drop_trigger', 'enable_trigger', 'disable_trigger'] as const),
  ...(['create_policy', 'drop_policy', 'alter_policy', 'enable_row_security', 'disable_row_security'] as const),
  ...([
    'add_constraint',
    'add_cascade',
    'drop_constraint',
    'validate_constraint',
    'alter_column_type',
    'set_not_null',
  ] as const),
  ...([
    'drop_not_null',
    'set_default',
    'drop_default',
    'comment',
    'grant',
    'revoke',
    'change_owner',
    'lock_table',
  ] as const),
  ...(['maintain', 'begin', 'commit', 'savepoint', 'set'] as const),
]);
/** Operations that leave the definitions of all columns as they are. */
export const KEEPS_DEFINITIONS: ReadonlySet<OperationKind> = new Set(
  [...KEEPS_COLUMNS].filter(
    (kind) => !/^(?:alter_column_type|set_not_null|drop_not_null|set_default|drop_default)$/.test(kind),
  ),
);
/** Operations that can change a table which they do not name. */
export const MAY_CHANGE_ANY: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['rename_table', 'execute_dynamic', 'execute_prepared', 'call', 'meta_command', 'control'] as const),
]);

/**
 * Whether the file creates the table, or changes its name or its columns, by an operation that is not in `keeps`. Yes if
 * that is not certain.
 */
export function changesTable(target: Target, file: BaseFile, keeps = KEEPS_COLUMNS): boolean {
  const name = (target.name ?? '').toLowerCase();
  return scriptOf(file).statements.some(({ operations, unreadable, span }) => {
    if (unreadable.length === 0 && operations.every(({ kind }) => keeps.has(kind))) return false;
    const text = file.text.slice(span.start, span.end);
    if (!text.toLowerCase().includes(name) || !wordsOf(text).has(name)) return false;
    return unreadable.length > 0 || operations.some((operation) => changes(operation, name, keeps));
  });
}

/** Whether the file creates the table, which was not there before. */
export function createsTable(target: Target, file: BaseFile): boolean {
  return operationsOn(target, file).some(({ kind, ifNotExists }) => kind === 'create_table' && !ifNotExists);
}

/** The columns, in lower case, that the file drops or renames. */
export function goneFrom(target: Target, file: BaseFile): readonly string[] {
  const gone = operationsOn(target, file).filter(({ kind }) => kind === 'drop_column' || kind === 'rename_column');
  return gone.flatMap(({ columns = [] }) => columns.map((column) => column.toLowerCase()));
}

const NAMES_COLUMNS: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['create_table', 'add_column', 'insert', 'update', 'create_index', 'add_constraint'] as const),
]);

/** Whether the file shows that the table has a column that is not among these, in lower case. Yes if that is not certain. */
export function showsOtherColumn(target: Target, file: BaseFile, names: ReadonlySet<string>): boolean {
  return operationsOn(target, file).some(
    ({ kind, columns = [] }) =>
      (kind === 'create_table' && columns.length === 0) ||
      (NAMES_COLUMNS.has(kind) && columns.some((column) => !names.has(column.toLowerCase()))),
  );
}

/** Whether the file makes the table with another type of the column. */
export function showsOtherType(target: Target, file: BaseFile, { name, type }: ColumnDefinition): boolean {
  const made = operationsOn(target, file).filter(({ kind }) => kind === 'create_table');
  return made.some(({ definitions }) => definitions?.value.some((each) => each.name === name && each.type !== type));
}

/** The operations on tables of that name that the file runs itself. */
function operationsOn({ name = '' }: Target, file: BaseFile): readonly Operation[] {
  return operationsByTable(file).get(name.toLowerCase()) ?? [];
}

const operationsByTable = perFile((file): ReadonlyMap<string, readonly Operation[]> => {
  const byTable = new Map<string, Operation[]>();
  for (const statement of scriptOf(file).statements) {
    if (isSparedDown(statement, file)) continue;
    for (const operation of statement.operations) {
      const { kind, place, temporary, table = '', target } = operation;
      const name = (kind === 'create_index' ? lastPartOf(table) : target.name)?.toLowerCase();
      if (place !== 'statement' || temporary || name === undefined) continue;
      const known = byTable.get(name);
      if (known) known.push(operation);
      else byTable.set(name, [operation]);
    }
  }
  return byTable;
});

function changes({ kind, target }: Operation, name: string, keeps: ReadonlySet<OperationKind>): boolean {
  if (keeps.has(kind)) return false;
  return MAY_CHANGE_ANY.has(kind) || target.name === undefined || target.name.toLowerCase() === name;
}

/** A table that files have made. */
interface MadeTable {
  readonly columns: readonly ColumnDefinition[];
  /** The file that makes it with these columns if no table has the name. */
  readonly madeIfMissing: BaseFile | undefined;
}

/** The table after the files ran in this order; undefined if its columns are not certain. */
export function tableAfter(target: Target, files: readonly BaseFile[]): MadeTable | undefined {
  const [only] = files;
  return (only && files.length === 1 ? tablesIn(only) : tablesAfter(files)).tableOf(target);
}

/** The columns of the table after the files ran in this order; undefined if they are not certain. */
export function columnsAfter(target: Target, files: readonly BaseFile[]): readonly ColumnDefinition[] | undefined {
  return tableAfter(target, files)?.columns;
}

const tablesIn = perFile((file) => tablesAfter([file]));

function tablesAfter(files: readonly BaseFile[]): TableColumns {
  const tables = new TableColumns();
  for (const file of files) {
    tables.file = file;
    followStatements(scriptOf(file).statements, tables);
  }
  return tables;
}

/** Columns of one table. With more, they are not known. */
const MAX_COLUMNS = 2000;

class TableColumns implements Follower {
  file: BaseFile | undefined;
  /** By full name; null: not known. */
  readonly #tables = new Map<string, Columns | null>();
  /** Those of CREATE TABLE IF NOT EXISTS. */
  readonly #ifMissing = new Map<Columns, BaseFile>();
  #certain = true;

  tableOf(target: Target): MadeTable | undefined {
    const home = this.file ? LEXICAL[this.file.dialect].ddl.homeSchema : '';
    const name = fullName(target, home);
    if (!this.#certain || name === undefined) return undefined;
    // The same name in two schemas: which one a bare name means is not known.
    const same = [...this.#tables.keys()].filter((key) => lastPartOf(key) === lastPartOf(name));
    const [only] = same;
    // Without a schema it is the only one, if the schema of bare names is not known: that of USE in another file.
    const isSame = only === name || (home === '' && target.schema === '');
    const columns = same.length === 1 && only !== undefined && isSame ? this.#tables.get(only) : undefined;
    return columns ? { columns: [...columns.values()], madeIfMissing: this.#ifMissing.get(columns) } : undefined;
  }

  startSection(): void {
    // Only the columns are remembered across statements.
  }

  forget(): void {
    this.#certain = false;
  }

  rollBack(): void {
    this.#certain = false;
  }

  skip(statement: FollowedStatement): void {
    if (!this.#isSpared(statement) && statement.operations.some(({ kind }) => !KEEPS_COLUMNS.has(kind))) this.forget();
  }

  follow(statement: FollowedStatement): void {
    if (this.#isSpared(statement)) return;
    if (statement.section === 'down') return this.forget();
    for (const operation of statement.operations) this.#apply(statement, operation);
  }

  #isSpared(statement: FollowedStatement): boolean {
    return this.file !== undefined && isSparedDown(statement, this.file);
  }

  #apply(statement: FollowedStatement, operation: Operation): void {
    const { kind, target, place, temporary } = operation;
    if (KEEPS_DEFINITIONS.has(kind) || place === 'routine_body') return;
    const name = fullName(target, statement.home);
    const table = name === undefined ? undefined : this.#tables.get(name);
    if (KEEPS_COLUMNS.has(kind)) {
      // Only the definition of the columns that it names may be another one.
      if (table && place === 'statement' && this.file) changeColumns(table, operation, LEXICAL[this.file.dialect]);
      else if (table) for (const column of operation.columns ?? []) forgetType(table, column);
      return;
    }
    // A type that a block makes if it is missing, as of an enum, changes no table.
    if (kind === 'create_type') return;
    if (name === undefined || place !== 'statement' || temporary) return this.forget();
    switch (kind) {
      case 'create_table':
        return this.#create(statement, operation, name);
      case 'drop_table':
        this.#tables.delete(name);
        return;
      case 'rename_table':
        return this.#rename(statement);
      case 'rename_column':
        return this.#renameColumn(statement, operation, table, name);
      case 'add_column':
        if (table) this.#addColumns(operation, table, name);
        return;
      case 'drop_column':
        if (table) this.#dropColumns(operation, table, name);
        return;
      default:
        if (this.#tables.has(name)) this.#tables.set(name, null);
    }
  }

  /** With IF NOT EXISTS, a table that the files before have made stays as it is. */
  #create(statement: FollowedStatement, operation: Operation, name: string): void {
    const isThere = this.#tables.has(name);
    if (isThere && operation.ifNotExists) return;
    const columns = isThere ? null : this.#created(statement, operation);
    this.#tables.set(name, columns);
    if (columns && operation.ifNotExists && this.file) this.#ifMissing.set(columns, this.file);
  }

  /** The columns of a CREATE TABLE that names all of them. */
  #created(statement: FollowedStatement, { columns, orReplace, definitions }: Operation): Columns | null {
    const part = this.#part(statement.span);
    const created = part && readCreated(part);
    if (!part || !created || created.copied || orReplace || !columns || columns.length === 0) return null;
    for (let at = 0; at < part.to; at++) if (/^(?:LIKE|INHERITS|OF)$/.test(part.tokens.word(at))) return null;
    const known = new Map((definitions?.value ?? []).map((definition) => [definition.name, definition]));
    return new Map(columns.map((name) => [name, known.get(name) ?? unknownColumn(name)]));
  }

  #addColumns({ columns = [], ifNotExists, definitions }: Operation, table: Columns, name: string): void {
    if (columns.length === 0 || table.size > MAX_COLUMNS) this.#tables.set(name, null);
    const [definition] = definitions?.value ?? [];
    for (const column of columns) {
      if (ifNotExists && table.has(column)) continue;
      table.set(column, definition?.name === column ? definition : unknownColumn(column));
    }
  }

  #dropColumns({ columns = [''], ifExists }: Operation, table: Columns, name: string): void {
    for (const column of columns) if (!table.delete(column) && !ifExists) this.#tables.set(name, null);
  }

  #rename(statement: FollowedStatement): void {
    const part = this.#part(statement.span);
    const renames = part && readRenames(part);
    if (!renames) return this.forget();
    for (const { from, to } of renames) {
      const [before, after] = [fullName(from, statement.home), fullName(to, statement.home)];
      if (before === undefined || after === undefined) return this.forget();
      const table = this.#tables.get(before);
      this.#tables.delete(before);
      this.#tables.set(after, table ?? null);
    }
  }

  #renameColumn(
    { operations }: FollowedStatement,
    operation: Operation,
    table: Columns | null | undefined,
    name: string,
  ): void {
    const part = this.#part(operation.span);
    if (!part || !table) return;
    const { tokens, to } = part;
    // MySQL's CHANGE renames the column with its new definition.
    const before = operations[operations.indexOf(operation) - 1];
    if (before?.kind === 'alter_column_type' && before.span.start === operation.span.start) return;
    const [old, renamed] = [nameOfColumn(part, to - 3), nameOfColumn(part, to - 1)];
    if (tokens.word(to - 2) !== 'TO' || old === undefined || renamed === undefined || !table.has(old))
      this.#tables.set(name, null);
    else renameColumn(table, old, renamed);
  }

  #part(span: FollowedStatement['span']): Part | undefined {
    if (!this.file) return undefined;
    const { text, dialect } = this.file;
    const tokens = lex(text.slice(span.start, span.end), dialect);
    return { tokens, lexical: LEXICAL[dialect], from: 0, to: tokens.length };
  }
}

function unknownColumn(name: string): ColumnDefinition {
  return { name, type: '', attributes: [] };
}

function forgetType(table: Columns, name: string): void {
  if (table.has(name)) table.set(name, unknownColumn(name));
}

/** Whether the statement stands in a down section that the tool of the file knows, and does not run. */
export function isSparedDown({ section, sectionTools }: FollowedStatement, { tool }: BaseFile): boolean {
  return section === 'down' && tool !== undefined && sectionTools.includes(tool);
}

/** Whether the file is the undo of a migration, which its tool runs only when it is told to: `down.sql`, `1_a.down.sql`. */
export function isUndoFile(file: BaseFile): boolean {
  if (file.tool === undefined) return false;
  const { statements } = scriptOf(file);
  return statements.length > 0 && statements.every((statement) => isSparedDown(statement, file));
}
