import { kindsOf, type Operation, type OperationKind, type ReadTable, type Target } from '../../../model/index.ts';
import { fullOrWritten } from '../../objects/home-schema.ts';
import { changeFacts, type FollowedStatement, type Follower, followStatements } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';

/** The columns that a file added to one table, and whether the file has written them since. */
type Columns = Map<string, { written: boolean; readonly doubt: Doubt | undefined; readonly ifNotExists: boolean }>;
/** Why it is not known which rows a condition on such a column means. */
type Doubt = 'uniform' | 'generated';

/** A column that an earlier file added to an older table, or may have if `ifNotExists`. */
export interface AddedColumn {
  readonly table: Pick<Target, 'name' | 'schema'>;
  readonly column: string;
  readonly ifNotExists: boolean;
}

/** Where an UPDATE runs with the file, and not later. */
const RUNS_NOW: ReadonlySet<string> = new Set(['statement', 'cte', 'do_block', 'explain_analyze']);
/** What is dropped with these, also by CASCADE, holds no values of its own. */
const HOLDS_NOTHING: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['drop_constraint', 'drop_index', 'drop_view', 'drop_function', 'drop_procedure', 'drop_trigger'] as const),
  ...(['drop_event', 'drop_rule', 'drop_policy', 'drop_role'] as const),
]);
/** After these, a column can hold the only copy of a value: `SET new = old`, then `DROP COLUMN old`. */
const LOSES_VALUES: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...[...kindsOf('drop')].filter((kind) => !HOLDS_NOTHING.has(kind)),
  ...(['delete', 'merge', 'merge_delete', 'truncate', 'truncate_partition', 'replace', 'alter_column_type'] as const),
]);
const CHANGES_TABLE: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['create_table', 'drop_table', 'rename_table', 'rename_other', 'set_schema', 'attach_partition'] as const),
  ...(['detach_partition', 'switch_partition', 'create_view'] as const),
]);

const MARKED: ReadonlySet<OperationKind> = new Set<OperationKind>(['update', 'drop_column', 'delete']);
const DOUBTS: Readonly<Record<Doubt, string>> = {
  uniform: 'this file adds the column, which has the same value in every row; write which rows are meant',
  generated: 'this file adds the column, whose expression decides which rows are meant; write that as the condition',
};
const GENERATED: ReadonlySet<string | undefined> = new Set(['stored', 'virtual']);
/** An expression that chooses between values, or is a constant, can be the same for all rows. */
const CHOOSES = /\b(?:OR|AND|NOT|IS|IN|CASE|IF|IIF|COALESCE)\b|[<>=]|^[\s(]*(?:\d+|'[^']*'|TRUE|FALSE)[\s)]*$/i;

/** The expression of a generated column, between the parentheses after AS. */
function expressionOf(column: string): string {
  const start = /\bAS\s*\(/i.exec(column);
  if (!start) return '';
  const from = start.index + start[0].length;
  let depth = 1;
  let end = from;
  for (; end < column.length && depth > 0; end++) {
    if (column[end] === '(') depth++;
    else if (column[end] === ')') depth--;
  }
  return column.slice(from, depth === 0 ? end - 1 : end);
}

/** Defaults that give every row the same value. */
const SAME_DEFAULTS: ReadonlySet<string | undefined> = new Set(['', 'constant', 'stable']);

/** Tables of one bare name that are followed: each operation on the name applies to all of them. */
const MAX_SAME_NAME = 100;

/**
 * Marks each UPDATE that assigns, and each DROP that drops, only columns which the file added to an older table
 * (`columnsCreatedHere`).
 */
export function markAddedColumns(
  statements: readonly FollowedStatement[],
  { kinds, tokens, context, lexical }: ScriptReading,
): void {
  const before = statements[0]?.section === 'down' ? [] : (context?.newColumns ?? []);
  if (!(kinds.has('add_column') || before.length > 0) || ![...MARKED].some((kind) => kinds.has(kind))) return;
  const columns = new AddedColumns();
  columns.startFile(tokens.text);
  columns.expect(before, lexical.ddl.homeSchema);
  followStatements(statements, columns);
}

/** Follows the columns that a file, or one file after the other, adds to older tables. */
export class AddedColumns implements Follower {
  /** Whether it follows several files. A name may stand for another table of a session that changed its settings. */
  readonly #severalFiles: boolean;
  #text = '';
  #sections = 0;
  #otherNames = false;
  /** By full name: columns that are new if the file adds them. */
  readonly #expected = new Map<string, ReadonlySet<string>>();
  /** By full name. */
  readonly #targets = new Map<string, AddedColumn['table']>();
  #home = '';
  /** By bare name in lower case, since one table can be written in several ways; then by full name. */
  readonly #tables = new Map<string, Map<string, Columns>>();
  /** Columns that were written, as a list to empty. */
  #written: { readonly columns: Columns; readonly name: string }[] = [];

  constructor({ severalFiles = false } = {}) {
    this.#severalFiles = severalFiles;
  }

  startFile(text: string): void {
    this.#text = text;
    this.#sections = 0;
    this.#otherNames = false;
  }

  /** The table gets these columns before the file or in it. Until it does, no statement can use them. */
  expect(tables: readonly ReadTable[], home: string): void {
    for (const { name, schema, columns } of tables) {
      const target = { name, schema, quoted: false, text: '' };
      const full = fullOrWritten(target, home) ?? name;
      this.#expected.set(full, new Set([...(this.#expected.get(full) ?? []), ...columns]));
      const added: Columns = this.#tables.get(bareName(target))?.get(full) ?? new Map();
      for (const column of columns) {
        added.set(column, { written: true, doubt: undefined, ifNotExists: false });
        // An earlier file may have written them.
        this.#written.push({ columns: added, name: column });
      }
      const bare = bareName(target);
      this.#tables.set(bare, (this.#tables.get(bare) ?? new Map<string, Columns>()).set(full, added));
    }
  }

  /** The columns that the files so far added. */
  all(): readonly AddedColumn[] {
    return [...this.#tables.values()].flatMap((tables) =>
      [...tables].flatMap(([full, columns]) => {
        const table = this.#targets.get(full);
        return table ? Array.from(columns, ([column, { ifNotExists }]) => ({ table, column, ifNotExists })) : [];
      }),
    );
  }

  startSection(): void {
    if (this.#sections++ === 0) return;
    this.forget();
    this.#expected.clear();
  }

  forget(): void {
    this.#otherNames = true;
    this.#tables.clear();
    this.#written = [];
  }

  rollBack(): void {
    this.forget();
  }

  follow(statement: FollowedStatement): void {
    this.#home = statement.home;
    this.#mark(statement);
    for (const operation of statement.operations) {
      this.#apply(operation);
      if (operation.kind === 'add_column' && operation.place === 'statement') this.#add(operation);
    }
  }

  /** A statement that may be skipped adds nothing for sure. */
  skip(statement: FollowedStatement): void {
    this.#home = statement.home;
    this.#mark(statement);
    for (const operation of statement.operations) this.#apply(operation);
  }

  #mark(statement: FollowedStatement): void {
    for (const [index, operation] of statement.operations.entries()) {
      const { kind, place, columns, target } = operation;
      if (!MARKED.has(kind) || !RUNS_NOW.has(place)) continue;
      const added = this.#columnsOf(target);
      const doubt = added && this.#doubtOf(operation, added);
      if (doubt) changeFacts(statement, index, { filter: undefined, filterDoubt: DOUBTS[doubt] });
      if (kind === 'delete' || !columns || columns.length === 0) continue;
      if (added && columns.every((column) => added.has(column)))
        changeFacts(statement, index, { columnsCreatedHere: true });
    }
  }

  /** Why it is not known which rows are meant, if the condition uses only columns of which that is so. */
  #doubtOf({ filter, filterColumns }: Operation, added: Columns): Doubt | undefined {
    if (filter !== 'conditional' || !filterColumns || filterColumns.length === 0) return undefined;
    const doubts = filterColumns.map((name) => {
      const column = added.get(name);
      return column?.written ? undefined : column?.doubt;
    });
    if (doubts.includes(undefined)) return undefined;
    return doubts.includes('generated') ? 'generated' : 'uniform';
  }

  #add({ target, columns, ifNotExists, createdHere, temporary, defaultKind, span }: Operation): void {
    const name = fullOrWritten(target, this.#home);
    if (name === undefined || !columns || createdHere || temporary) return;
    if (this.#severalFiles && this.#otherNames) return;
    const expected = this.#expected.get(name);
    const isNew = (column: string) => !ifNotExists || this.#severalFiles || expected?.has(column) === true;
    const bare = bareName(target);
    const tables = this.#tables.get(bare) ?? new Map<string, Columns>();
    if (tables.size >= MAX_SAME_NAME) tables.clear();
    const added: Columns = tables.get(name) ?? new Map();
    const chooses = GENERATED.has(defaultKind) && CHOOSES.test(expressionOf(this.#text.slice(span.start, span.end)));
    const doubt = chooses ? 'generated' : SAME_DEFAULTS.has(defaultKind) ? 'uniform' : undefined;
    for (const column of columns)
      if (isNew(column) && !(ifNotExists && added.has(column)))
        added.set(column, { written: false, doubt, ifNotExists: ifNotExists === true });
    this.#targets.set(name, { name: target.name, schema: target.schema === '' ? this.#home : target.schema });
    this.#tables.set(bare, tables.set(name, added));
  }

  #apply(operation: Operation): void {
    const { kind, target, columns, columnsCreatedHere, createdHere, temporary } = operation;
    if (this.#tables.size === 0) return;
    if (target.name === undefined && kind !== 'update' && kind !== 'insert') this.forget();
    const own = createdHere || temporary || (kind === 'drop_column' && columnsCreatedHere === true);
    if (!own && (LOSES_VALUES.has(kind) || (kind === 'update' && !columnsCreatedHere))) this.#loseWritten();
    const tables = this.#tables.get(bareName(target));
    if (!tables) return;
    if (CHANGES_TABLE.has(kind)) this.#tables.delete(bareName(target));
    else if (kind === 'drop_column' || kind === 'rename_column')
      for (const added of tables.values()) removeColumns(added, columns);
    else if (WRITES.has(kind)) for (const added of tables.values()) this.#write(added, kind === 'merge' ? [] : columns);
  }

  #write(added: Columns, columns: Operation['columns']): void {
    const names = columns && columns.length > 0 ? columns : [...added.keys()];
    for (const name of names) {
      const column = added.get(name);
      if (!column || column.written) continue;
      column.written = true;
      this.#written.push({ columns: added, name });
    }
  }

  #loseWritten(): void {
    for (const { columns, name } of this.#written) columns.delete(name);
    this.#written = [];
  }

  #columnsOf(target: Operation['target']): Columns | undefined {
    const name = fullOrWritten(target, this.#home);
    return name === undefined ? undefined : this.#tables.get(bareName(target))?.get(name);
  }
}

const WRITES: ReadonlySet<OperationKind> = new Set<OperationKind>([
  'update',
  'insert',
  'merge',
  'replace',
  'copy_from',
]);

function bareName({ name }: Operation['target']): string {
  return (name ?? '').toLowerCase();
}

/** A name that differs only in case may be the same column. */
function removeColumns(added: Columns, columns: Operation['columns']): void {
  if (!columns) return added.clear();
  const names = new Set(columns.map((column) => column.toLowerCase()));
  for (const column of added.keys()) if (names.has(column.toLowerCase())) added.delete(column);
}
