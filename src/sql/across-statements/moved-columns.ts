import type { Operation, OperationKind } from '../../model/index.ts';
import { fullName, fullTable } from '../objects/home-schema.ts';
import type { Part } from '../reader/ddl/index.ts';
import { unquote } from '../text/names.ts';
import { T } from '../text/tokens.ts';
import { changeFacts, type FollowedStatement, type Follower, followStatements } from './followed-statement.ts';
import type { ScriptReading } from './script-reading.ts';

/** What puts values elsewhere. */
const WRITES: ReadonlySet<OperationKind> = new Set<OperationKind>(['insert', 'replace', 'update']);

/**
 * Marks the DROP of columns whose values the file writes elsewhere before: to another table with INSERT … SELECT, or to
 * another column with UPDATE (`valuesMoved`). Which rows it leaves out, or what it changes, is not looked at.
 */
export function markMovedColumns(
  statements: readonly FollowedStatement[],
  { kinds, ranges, tokens, lexical }: ScriptReading,
): void {
  if (!kinds.has('drop_column') || ![...WRITES].some((kind) => kinds.has(kind))) return;
  const parts = new Map(
    statements.flatMap((statement, index): [FollowedStatement, Part][] => {
      const range = ranges[index];
      return range ? [[statement, { tokens, lexical, ...range }]] : [];
    }),
  );
  followStatements(statements, new MovedColumns(parts));
}

class MovedColumns implements Follower {
  readonly #parts: ReadonlyMap<FollowedStatement, Part>;
  /** By the full name of a table: the names in lower case whose values were written elsewhere; `*`: of all columns. */
  readonly #moved = new Map<string, Set<string>>();
  #marked: (readonly [FollowedStatement, number])[] = [];

  constructor(parts: ReadonlyMap<FollowedStatement, Part>) {
    this.#parts = parts;
  }

  startSection(): void {
    this.#marked = [];
    this.forget();
  }

  forget(): void {
    this.#moved.clear();
  }

  rollBack(): void {
    for (const [statement, index] of this.#marked) changeFacts(statement, index, { valuesMoved: false });
    this.startSection();
  }

  skip(): void {
    this.forget();
  }

  follow(statement: FollowedStatement): void {
    for (const [index, operation] of statement.operations.entries()) {
      if (operation.place !== 'statement') continue;
      if (WRITES.has(operation.kind) && !operation.temporary) this.#write(statement, operation);
      if (operation.kind === 'drop_column') this.#drop(statement, index, operation);
      if (operation.kind === 'rename_table' || operation.kind === 'rename_column') this.forget();
    }
  }

  #write(statement: FollowedStatement, { kind, target }: Operation): void {
    const { home, facts } = statement;
    const part = this.#parts.get(statement);
    if (!part || !facts.tablesRead) return;
    const names = valuesIn(part, kind);
    const own = kind === 'update' ? [fullName(target, home)] : [];
    for (const table of [...own, ...facts.tablesRead.map((read) => fullTable(read, home))])
      if (table !== undefined) this.#moved.set(table, new Set([...(this.#moved.get(table) ?? []), ...names]));
  }

  #drop(statement: FollowedStatement, index: number, { target, columns = [] }: Operation): void {
    const moved = this.#moved.get(fullName(target, statement.home) ?? '');
    if (!moved || columns.length === 0) return;
    if (!columns.every((column) => moved.has('*') || moved.has(column.toLowerCase()))) return;
    changeFacts(statement, index, { valuesMoved: true });
    this.#marked.push([statement, index]);
  }
}

/** The names among the values that the statement writes, without those of the columns that it writes to. */
function valuesIn({ tokens, from, to }: Part, kind: OperationKind): ReadonlySet<string> {
  const names = new Set<string>();
  const begins = kind === 'update' ? 'SET' : 'SELECT';
  let at = from;
  while (at < to && tokens.word(at) !== begins) at++;
  for (at++; at < to && tokens.word(at) !== 'WHERE'; at++) {
    const type = tokens.kind(at);
    if (tokens.word(at) === '*' && /^(?:SELECT|DISTINCT|ALL|,|\.)$/.test(tokens.word(at - 1))) names.add('*');
    if (type !== T.word && type !== T.quoted) continue;
    const isAssigned = kind === 'update' && tokens.word(at + 1) === '=';
    if (!isAssigned) names.add((type === T.quoted ? unquote(tokens.raw(at)) : tokens.raw(at)).toLowerCase());
  }
  return names;
}
