import type { Operation } from '../../../model/index.ts';
import { fullName } from '../../objects/home-schema.ts';
import { nameOfColumn, type Part } from '../../reader/ddl/index.ts';
import { changeFacts, type FollowedStatement, type Follower, followStatements } from '../followed-statement.ts';
import { readColumnRenames } from '../objects/older-names.ts';
import type { ScriptReading } from '../script-reading.ts';

/**
 * Marks the DROP of a column whose values an UPDATE of all rows has put into a column that the file adds, if that column
 * has the name of the dropped one in the end (`valuesCopied`): SQLite and older servers cannot change a column in another
 * way.
 */
export function markCopiedColumns(
  statements: readonly FollowedStatement[],
  { kinds, ranges, tokens, lexical }: ScriptReading,
): void {
  // A changeset of Liquibase may be skipped, by its context, its database or its preconditions.
  if (tokens.comments.some(({ text }) => /^(?:liquibase formatted|changeset\s)/i.test(text))) return;
  if (!['drop_column', 'update', 'rename_column'].every((kind) => kinds.has(kind as Operation['kind']))) return;
  const parts = new Map(
    statements.flatMap((statement, index): [FollowedStatement, Part][] => {
      const range = ranges[index];
      return range ? [[statement, { tokens, lexical, ...range }]] : [];
    }),
  );
  followStatements(statements, new CopiedColumns(parts));
}

interface Drop {
  readonly statement: FollowedStatement;
  /** Of the operation in the statement. */
  readonly index: number;
}

/** What the file has done to the columns of one table, whose names are in lower case. */
interface Columns {
  /** The name before the file, by the present one. */
  readonly originals: Map<string, string>;
  /** The column that holds the values, by the column that they are from. */
  readonly copies: Map<string, string>;
  /** By the column that holds the values: the DROP, and the name that the column must get. */
  readonly dropped: Map<string, { readonly drop: Drop; readonly original: string }>;
}

class CopiedColumns implements Follower {
  readonly #parts: ReadonlyMap<FollowedStatement, Part>;
  readonly #tables = new Map<string, Columns>();
  #marked: Drop[] = [];

  constructor(parts: ReadonlyMap<FollowedStatement, Part>) {
    this.#parts = parts;
  }

  startSection(): void {
    this.#marked = [];
    this.forget();
  }

  forget(): void {
    this.#tables.clear();
  }

  rollBack(): void {
    for (const { statement, index } of this.#marked) changeFacts(statement, index, { valuesCopied: false });
    this.startSection();
  }

  skip(): void {
    this.forget();
  }

  follow(statement: FollowedStatement): void {
    const part = this.#parts.get(statement);
    for (const [index, operation] of statement.operations.entries()) {
      const name = fullName(operation.target, statement.home);
      if (name === undefined) continue;
      const columns = this.#tables.get(name) ?? { originals: new Map(), copies: new Map(), dropped: new Map() };
      this.#tables.set(name, columns);
      switch (operation.kind) {
        case 'update':
          if (part) copy(columns, operation, part);
          break;
        case 'rename_column':
          if (part) this.#rename(columns, operation, part);
          break;
        case 'drop_column':
          this.#drop(columns, operation, { statement, index });
          break;
        case 'drop_table':
        case 'rename_table':
          this.#tables.delete(name);
      }
    }
  }

  #rename({ originals, copies, dropped }: Columns, { columns = [] }: Operation, part: Part): void {
    for (const { from, to } of readColumnRenames(part)) {
      const [old, renamed] = [from.toLowerCase(), to.toLowerCase()];
      if (!columns.some((column) => column.toLowerCase() === old)) continue;
      originals.set(renamed, originals.get(old) ?? old);
      originals.delete(old);
      for (const [source, copied] of [...copies]) {
        copies.delete(source);
        copies.set(source === old ? renamed : source, copied === old ? renamed : copied);
      }
      const waiting = dropped.get(old);
      dropped.delete(old);
      if (waiting?.original === renamed) this.#mark(waiting.drop);
      else if (waiting) dropped.set(renamed, waiting);
    }
  }

  #drop({ originals, copies, dropped }: Columns, { columns = [] }: Operation, drop: Drop): void {
    const [column, ...others] = columns.map((each) => each.toLowerCase());
    const copied = column === undefined || others.length > 0 ? undefined : copies.get(column);
    if (column === undefined || copied === undefined) return;
    const original = originals.get(column) ?? column;
    if (copied === original) this.#mark(drop);
    else dropped.set(copied, { drop, original });
  }

  #mark(drop: Drop): void {
    changeFacts(drop.statement, drop.index, { valuesCopied: true });
    this.#marked.push(drop);
  }
}

function copy({ copies }: Columns, operation: Operation, part: Part): void {
  const { columns = [], place, columnsCreatedHere } = operation;
  const written = new Set(columns.map((column) => column.toLowerCase()));
  // Another value is in place of the copy, unless it only fills what is null.
  for (const [source, copied] of copies)
    if (written.has(copied) && !isNullTest(operation, copied, part, 'IS NULL')) copies.delete(source);
  if (place !== 'statement' || columnsCreatedHere !== true) return;
  for (const { column, reads } of assignments(part))
    for (const source of reads) if (isForAllRows(operation, source, part)) copies.set(source, column);
}

/** Ends the list of assignments. */
const AFTER_SET = /^(?:WHERE|RETURNING|OUTPUT|ORDER|OPTION)$/;
/** Whether the UPDATE may write only some rows, or values of other tables. In parentheses, FROM is that of EXTRACT. */
function isOfOthers(word: string, depth: number): boolean {
  return /^(?:LIMIT|TOP|SELECT)$/.test(word) || (depth === 0 && /^(?:FROM|JOIN)$/.test(word));
}

/** `SET a = f(b), c = d` of an UPDATE of one table, without those that read other tables. */
function assignments(part: Part): readonly { readonly column: string; readonly reads: readonly string[] }[] {
  const { tokens, from, to } = part;
  const found: { column: string; reads: string[] }[] = [];
  let at = from;
  while (at < to && tokens.word(at) !== 'SET') at++;
  let depth = 0;
  let isValue = false;
  for (at++; at < to && !(depth === 0 && AFTER_SET.test(tokens.word(at))); at++) {
    const word = tokens.word(at);
    if (isOfOthers(word, depth)) return [];
    if (word === '(') depth++;
    if (word === ')') depth--;
    const name = isColumn(part, at) ? nameOfColumn(part, at)?.toLowerCase() : undefined;
    if (depth === 0 && word === ',') isValue = false;
    else if (isValue && name !== undefined) found.at(-1)?.reads.push(name);
    else if (depth === 0 && word === '=' && !isValue) {
      const column = nameOfColumn(part, at - 1)?.toLowerCase();
      if (column === undefined) return [];
      found.push({ column, reads: [] });
      isValue = true;
    }
  }
  return found;
}

/** Not a type, a function or the qualifier of a name. */
function isColumn({ tokens }: Part, at: number): boolean {
  return !/^(?:::|AS)$/.test(tokens.word(at - 1)) && !/^[.(]$/.test(tokens.word(at + 1));
}

/** Whether the UPDATE changes all rows, or all those in which the column has a value. */
function isForAllRows(operation: Operation, column: string, part: Part): boolean {
  const { filter } = operation;
  return filter === 'none' || filter === 'always_true' || isNullTest(operation, column, part, 'IS NOT NULL');
}

/** Whether the condition is `column IS NULL` or `column IS NOT NULL`, and nothing else. */
function isNullTest(
  { filter, filterColumns = [] }: Operation,
  column: string,
  { tokens, from, to }: Part,
  test: 'IS NULL' | 'IS NOT NULL',
): boolean {
  if (filter !== 'conditional' || filterColumns.join().toLowerCase() !== column) return false;
  let at = from;
  while (at < to && tokens.word(at) !== 'WHERE') at++;
  const words = Array.from({ length: to - at }, (_, offset) => tokens.word(at + offset)).join(' ');
  return new RegExp(`^WHERE (?:\\S+ \\. )?\\S+ ${test}$`).test(words);
}
