import type { Operation, OperationKind, Target } from '../model/index.ts';
import {
  type AddedColumn,
  AddedColumns,
  type FollowedStatement,
  type Follower,
  followStatements,
  fullName,
  newEnumValues,
  runsWithOthers,
  wordsOf,
} from '../sql/index.ts';
import { type BaseFile, scriptOf } from './base-files.ts';
import { isSparedDown, KEEPS_COLUMNS } from './table-columns.ts';

/** Operations that do not replace a new table, and do not give it rows of an older one. */
const KEEPS_TABLE: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...KEEPS_COLUMNS,
  ...(['add_column', 'drop_column', 'rename_column', 'create_type', 'alter_type'] as const),
]);

/** Those that may put another column, or table, in the place of a new column. */
const KEEPS_NEW_COLUMN: ReadonlySet<OperationKind> = new Set(
  [...KEEPS_TABLE].filter((kind) => kind !== 'add_column' && kind !== 'rename_column'),
);

/** What exists before a file, because files before it created it. */
export interface MadeBefore {
  readonly tables: readonly Target[];
  readonly columns: readonly AddedColumn[];
  /** Values that the files add to enums in the transaction in which the file runs. */
  readonly enumValues: readonly string[];
}

/**
 * The tables and columns that exist before each of the files, by its path, because one of those before it created them.
 *
 * @param files the new migrations of a change, in the order in which they run
 */
export function createdBefore(files: readonly BaseFile[]): ReadonlyMap<string, MadeBefore> {
  const tables = new CreatedTables();
  const columns = new AddedColumns({ severalFiles: true });
  const before = new Map<string, MadeBefore>();
  const isOneTransaction = files.every(({ text, path, tool }) => runsWithOthers(text, path, tool));
  const enumValues: string[] = [];
  for (const file of files) {
    before.set(file.path, { tables: tables.all(), columns: columns.all(), enumValues: [...enumValues] });
    if (isOneTransaction) enumValues.push(...enumValuesOf(file));
    tables.startFile(file);
    columns.startFile(file.text);
    const { statements, unreadable } = scriptOf(file);
    if (unreadable.length > 0) tables.forget();
    followStatements(statements, tables);
    const run = statements.filter((statement) => !isSparedDown(statement, file));
    const isKnown = unreadable.length === 0 && !run.some((statement) => changesNames(statement, file));
    if (!isKnown || run.some(({ section }) => section === 'down')) columns.forget();
    else followStatements(run, columns);
  }
  return before;
}

function enumValuesOf(file: BaseFile): readonly string[] {
  return scriptOf(file).statements.flatMap(({ operations, span }) =>
    operations.some(({ enumValue }) => enumValue === 'added')
      ? newEnumValues(file.text.slice(span.start, span.end))
      : [],
  );
}

function changesNames(statement: FollowedStatement, { text }: BaseFile): boolean {
  return changesBareNames(statement, text.slice(statement.span.start, statement.span.end));
}

/** The words of the statements that may put another column in the place of one that a file added. */
export function wordsOfChangedColumns(file: BaseFile): ReadonlySet<string> {
  return wordsOfRenamed(file, KEEPS_NEW_COLUMN);
}

/** Operations that do not show that a table is older, and give it no rows of an older one. */
const KEEPS_MISSING: ReadonlySet<OperationKind> = new Set<OperationKind>([
  'create_table',
  'drop_table',
  'select',
  'insert',
]);

/**
 * The words of the statements that change a table which the file has not created. They show that the table is older, or give
 * its name to an older one.
 */
export function wordsOfOlder(file: BaseFile): ReadonlySet<string> {
  const isNew = ({ createdHere, tableCreatedHere }: Operation) => createdHere === true || tableCreatedHere === true;
  return wordsOfOthers(file, (each) => KEEPS_MISSING.has(each.kind) || (KEEPS_TABLE.has(each.kind) && isNew(each)));
}

/** The words of the statements that may give a name to another table than before, other than by creating a new one. */
export function wordsOfRenamed(file: BaseFile, keeps = KEEPS_TABLE): ReadonlySet<string> {
  return wordsOfOthers(file, ({ kind }) => keeps.has(kind) || kind === 'create_table');
}

/** The words of the statements that have an operation which is not harmless. */
function wordsOfOthers(file: BaseFile, isHarmless: (operation: Operation) => boolean): ReadonlySet<string> {
  const words = new Set<string>();
  const { statements, unreadable } = scriptOf(file);
  if (unreadable.length > 0) return wordsOf(file.text);
  for (const statement of statements) {
    if (isSparedDown(statement, file)) continue;
    if (statement.operations.every(isHarmless) && statement.unreadable.length === 0) continue;
    for (const word of wordsOf(file.text.slice(statement.span.start, statement.span.end))) words.add(word);
  }
  return words;
}

/** What may give a table the rows of another one. */
const FILLS: ReadonlySet<OperationKind> = new Set(['create_table', 'insert', 'replace', 'merge', 'update']);

class CreatedTables implements Follower {
  #file: BaseFile | undefined;
  /** A bare name may stand for a table of another schema or database than in the next file. */
  #otherNames = false;
  /** By qualified name. */
  readonly #tables = new Map<string, Target>();
  /** Those of them that hold rows of other tables, by qualified name. */
  readonly #filled = new Set<string>();

  all(): readonly Target[] {
    return [...this.#tables.values()];
  }

  startFile(file: BaseFile): void {
    this.#file = file;
    this.#otherNames = false;
  }

  startSection(): void {
    // The sections of one file run one after the other, on the same tables.
  }

  forget(): void {
    this.#tables.clear();
    this.#otherNames = true;
  }

  rollBack(): void {
    this.#tables.clear();
  }

  skip(statement: FollowedStatement): void {
    this.#follow(statement, false);
  }

  follow(statement: FollowedStatement): void {
    this.#follow(statement, true);
  }

  #follow(statement: FollowedStatement, certain: boolean): void {
    if (!this.#file || isSparedDown(statement, this.#file)) return;
    if (statement.section === 'down') return this.#tables.clear();
    const { operations, span, unreadable, home } = statement;
    const text = this.#file.text.slice(span.start, span.end);
    if (!isCreate(operations[0])) this.#followRows(statement, text);
    if (changesBareNames(statement, text)) this.#forgetBare();
    const [only] = operations;
    if (only && operations.length === 1 && unreadable.length === 0 && isCreate(only)) {
      this.#create(only, home, certain);
      return this.#followRows(statement, text);
    }
    if (unreadable.length === 0 && operations.every(({ kind }) => KEEPS_TABLE.has(kind))) return;
    const words = wordsOf(text);
    for (const [key, { name = '' }] of this.#tables) if (words.has(name.toLowerCase())) this.#tables.delete(key);
  }

  /** Once another table is dropped, or a column of it, a new one with its rows may be the only place that has them. */
  #followRows({ operations, facts }: FollowedStatement, text: string): void {
    if (operations.some(({ kind }) => FILLS.has(kind)) && facts.tablesRead?.length !== 0) {
      const words = wordsOf(text);
      for (const [key, { name = '' }] of this.#tables) if (words.has(name.toLowerCase())) this.#filled.add(key);
    }
    if (operations.some(({ kind }) => kind === 'drop_table' || kind === 'drop_column'))
      for (const key of this.#filled) this.#tables.delete(key);
  }

  #forgetBare(): void {
    for (const [key, { schema }] of this.#tables) if (schema === '') this.#tables.delete(key);
    this.#otherNames = true;
  }

  #create({ target, ifNotExists, orReplace }: Operation, home: string, certain: boolean): void {
    const name = fullName(target, home);
    if (name === undefined) return this.#tables.clear();
    const isSame = target.schema !== '' || !this.#otherNames;
    if (certain && isSame && !ifNotExists && !orReplace) this.#tables.set(name, target);
  }
}

/** Whether bare names may stand for tables of another schema from now on, or in the session that runs the next file. */
function changesBareNames({ facts, operations }: FollowedStatement, text: string): boolean {
  if (facts.functions?.includes('set_config') || text.includes('"set_config"')) return true;
  return operations.some(({ kind }) => /^alter_(?:database|role)$/.test(kind)) && /search_path/i.test(text);
}

/** The CREATE of a permanent table that is not a partition of another one. */
function isCreate(operation: Operation | undefined): boolean {
  if (!operation) return false;
  const { kind, place, temporary, table } = operation;
  return kind === 'create_table' && place === 'statement' && !temporary && table === '';
}
