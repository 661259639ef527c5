import type { BaseTable, Operation, OperationKind } from '../../../model/index.ts';
import { fullOrWritten, fullTable } from '../../objects/home-schema.ts';
import type { Part } from '../../reader/ddl/index.ts';
import { unquote } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import { changeFacts, type FollowedStatement, type Follower, followStatements } from '../followed-statement.ts';
import type { ScriptReading } from '../script-reading.ts';

/** What puts values elsewhere; a CREATE TABLE with a query. */
const WRITES: ReadonlySet<OperationKind> = new Set<OperationKind>(['insert', 'replace', 'update', 'create_table']);

/** What loses columns: a DROP TABLE those that the copy of the table leaves out, an UPDATE of all rows those that it assigns. */
const LOSES_COLUMNS: ReadonlySet<OperationKind> = new Set<OperationKind>(['drop_column', 'drop_table', 'update']);

/**
 * Marks the DROP of columns whose values the file writes elsewhere before: to another table with a query, or to another
 * column with UPDATE (`valuesMoved`), or the UPDATE that then overwrites them. What it makes of the values, and which rows a join leaves out, is not looked at. A DROP
 * TABLE loses all columns; there no query that reads other tables too counts.
 */
export function markMovedColumns(
  statements: readonly FollowedStatement[],
  { kinds, ranges, tokens, lexical, context }: ScriptReading,
): void {
  if (![LOSES_COLUMNS, WRITES].every((needed) => [...needed].some((kind) => kinds.has(kind)))) return;
  const parts = new Map(
    statements.flatMap((statement, index): [FollowedStatement, Part][] => {
      const range = ranges[index];
      return range ? [[statement, { tokens, lexical, ...range }]] : [];
    }),
  );
  // A table that gets the name of another one is a rebuild, of which more must be known.
  const columnsOf: ColumnsOf = kinds.has('rename_table') ? () => [] : columnsIn(context?.tables ?? [], lexical);
  followStatements(statements, new MovedColumns(parts, columnsOf));
}

/** The columns of a dropped table, all rows of which these queries read; none if the DROP may lose more than them. */
type ColumnsOf = (table: Operation['target'], queries: readonly Move[]) => readonly string[];

/** `*` for columns that are not known, if a query copies all of them. */
function columnsIn(tables: readonly BaseTable[], { ddl }: ScriptReading['lexical']): ColumnsOf {
  return ({ name, schema }, queries) => {
    const base = tables.find((table) => table.name === name && table.schema === schema);
    // The DROP may delete rows of other tables, and row security may have hidden rows from the queries.
    if ((ddl.dropCascades && base?.cascades !== false) || base?.rowSecurity) return [];
    return (!base?.mayBeOlder && base?.columns) || (queries.some(({ columns }) => columns.has('*')) ? ['*'] : []);
  };
}

/** Values of a table that a statement writes elsewhere. */
interface Move {
  /** Full names. */
  readonly from: string;
  readonly to: string;
  /** In lower case; `*`: of all columns. */
  readonly columns: ReadonlySet<string>;
}

class MovedColumns implements Follower {
  readonly #parts: ReadonlyMap<FollowedStatement, Part>;
  readonly #columnsOf: ColumnsOf;
  #moves: Move[] = [];
  /** Of all rows that their tables have up to now. */
  #whole: Move[] = [];
  #marked: { readonly statement: FollowedStatement; readonly index: number; readonly moves: readonly Move[] }[] = [];

  constructor(parts: ReadonlyMap<FollowedStatement, Part>, columnsOf: ColumnsOf) {
    this.#parts = parts;
    this.#columnsOf = columnsOf;
  }

  startSection(): void {
    this.#marked = [];
    this.forget();
  }

  forget(): void {
    this.#moves = [];
    this.#whole = [];
  }

  rollBack(): void {
    for (const { statement, index } of this.#marked) changeFacts(statement, index, { valuesMoved: false });
    this.startSection();
  }

  skip(): void {
    this.forget();
  }

  follow(statement: FollowedStatement): void {
    for (const [index, operation] of statement.operations.entries()) {
      if (operation.place !== 'statement') continue;
      if (LOSES_COLUMNS.has(operation.kind)) this.#lose(statement, index, operation);
      if (WRITES.has(operation.kind)) this.#write(statement, operation);
      if (operation.kind === 'add_column') this.#changeRows(fullOrWritten(operation.target, statement.home));
      if (EMPTIES.has(operation.kind)) this.#empty(fullOrWritten(operation.target, statement.home));
      if (operation.kind === 'rename_table' || operation.kind === 'rename_column') this.forget();
    }
  }

  #write(statement: FollowedStatement, { kind, target, temporary, ifNotExists }: Operation): void {
    const { home, facts } = statement;
    const part = this.#parts.get(statement);
    const to = fullOrWritten(target, home);
    this.#changeRows(to);
    if (!part || !facts.tablesRead || to === undefined || temporary || ifNotExists) return;
    const columns = valuesIn(part, kind);
    const from = kind === 'update' ? [to] : [];
    const moves = [...from, ...facts.tablesRead.map((read) => fullTable(read, home))].flatMap((table) =>
      table !== undefined && columns.size > 0 ? [{ from: table, to, columns }] : [],
    );
    this.#moves.push(...moves);
    if (moves.length === 1 && kind !== 'update' && !aggregates(part)) this.#whole.push(...moves);
  }

  /** The table has other rows or columns than those that were written elsewhere. */
  #changeRows(table: string | undefined): void {
    this.#whole = this.#whole.filter(({ from }) => from !== table);
  }

  #lose(statement: FollowedStatement, index: number, { kind, target, filter, columns: lost = [] }: Operation): void {
    if (kind === 'update' && filter !== 'none' && filter !== 'always_true') return;
    const table = fullOrWritten(target, statement.home);
    const isWhole = kind === 'drop_table' && lost.length === 0;
    const moves = (isWhole ? this.#whole : this.#moves).filter(({ from }) => from === table);
    const columns = isWhole ? this.#columnsOf(target, moves) : lost;
    const isMoved = (column: string) =>
      moves.some((move) => move.columns.has('*') || move.columns.has(column.toLowerCase()));
    if (columns.length === 0 || !columns.every(isMoved)) return;
    changeFacts(statement, index, { valuesMoved: true, ...(isWhole && { columns }) });
    this.#marked.push({ statement, index, moves });
  }

  /** What was written to the table is gone again. */
  #empty(table: string | undefined): void {
    this.#moves = this.#moves.filter(({ to }) => to !== table);
    this.#whole = this.#whole.filter(({ to }) => to !== table);
    for (const { statement, index, moves } of this.#marked)
      if (moves.some(({ to }) => to === table)) changeFacts(statement, index, { valuesMoved: false });
  }
}

/** What loses the rows of its table. */
const EMPTIES: ReadonlySet<OperationKind> = new Set<OperationKind>(['drop_table', 'truncate', 'delete']);

/**
 * The names among the values that the statement writes, without those of the columns that it writes to. If it leaves rows out,
 * only the column of which these rows have no value.
 */
function valuesIn({ tokens, from, to }: Part, kind: OperationKind): ReadonlySet<string> {
  const words = Array.from({ length: to - from }, (_, at) => tokens.word(from + at));
  const where = words.indexOf('WHERE');
  const filled = where === -1 ? undefined : filledColumns(nameTexts({ tokens, from: from + where + 1, to }));
  if (words.some((word) => LEAVES_OUT.test(word)) || filled === 'unknown') return new Set();
  const begins = words.indexOf(kind === 'update' ? 'SET' : 'SELECT');
  const names = new Set<string>();
  for (let at = begins + 1; begins >= 0 && at < (where === -1 ? words.length : where); at++) {
    const type = tokens.kind(from + at);
    if (words[at] === '*' && /^(?:SELECT|DISTINCT|ALL|,|\.)$/.test(words[at - 1] ?? '')) names.add('*');
    const isAssigned = kind === 'update' && words[at + 1] === '=';
    if ((type === T.word || type === T.quoted) && !isAssigned) names.add(nameText(tokens, from + at));
  }
  if (!filled) return names;
  return new Set([...filled].filter((column) => names.has(column) || names.has('*')));
}

/** Words with which a statement writes some of the rows, or one for several. */
const LEAVES_OUT = /^(?:GROUP|HAVING|LIMIT|FETCH|TOP|OFFSET|CONFLICT|DUPLICATE|IGNORE|WITH|UNION|EXCEPT|INTERSECT)$/;

/** Functions that make one value of several rows, as the dialects name them. */
const AGGREGATE =
  /^(?:COUNT|SUM|TOTAL|MIN|MAX|AVG|EVERY|BOOL_AND|BOOL_OR|GROUP_CONCAT|\w+_AGG|\w+_ARRAYAGG|\w+_OBJECTAGG|\w+_GROUP_ARRAY|\w+_GROUP_OBJECT)$/;

function aggregates({ tokens, from, to }: Part): boolean {
  for (let at = from; at < to; at++) if (tokens.word(at + 1) === '(' && AGGREGATE.test(tokens.word(at))) return true;
  return false;
}

/** A name as text, in lower case. */
function nameText(tokens: Part['tokens'], at: number): string {
  const raw = tokens.raw(at);
  return (tokens.kind(at) === T.quoted ? unquote(raw) : raw).toLowerCase();
}

function nameTexts({ tokens, from, to }: Pick<Part, 'tokens' | 'from' | 'to'>): readonly string[] {
  return Array.from({ length: to - from }, (_, at) => nameText(tokens, from + at));
}

/**
 * The column of which a condition leaves out the rows without a value: `a IS NOT NULL AND a <> ''`. Undefined if it leaves none
 * out, as it only joins tables; `unknown` if it may leave out others.
 */
function filledColumns(condition: readonly string[]): ReadonlySet<string> | undefined | 'unknown' {
  const columns = new Set<string>();
  const text = condition.filter((word) => !/^[();]$/.test(word)).join(' ');
  for (const part of text.split(' and ')) {
    if (/^(?:\S+ \. )+\S+ = (?:\S+ \. )+\S+$/.test(part)) continue;
    const [, column] = /^(?:\S+ \. )*(\S+) (?:is not null|(?:<>|!=) '')$/.exec(part) ?? [];
    if (column === undefined) return 'unknown';
    columns.add(column);
  }
  if (columns.size > 1) return 'unknown';
  return columns.size === 0 ? undefined : columns;
}
