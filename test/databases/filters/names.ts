import type { Draft } from './draft.ts';
import { type Effect, EVERY } from './effects.ts';
import { type ColumnDefinition, TABLES, TARGET, type Type } from './tables.ts';

/** A table, derived table or CTE in a FROM list, or the target, under the name that the other clauses use. */
export interface Source {
  readonly alias: string;
  readonly columns: readonly Column[];
  /** If its rows are rows of the target's table: for which of those. */
  readonly copy: Effect | undefined;
}

export interface Column extends ColumnDefinition {
  readonly source: Source;
  /** The column of the target's table whose values it has, each in the row of its source. */
  readonly of: string | undefined;
}

/** The sources that a clause sees. Names are looked up from the inside to the outside. */
export interface Scope {
  readonly sources: readonly Source[];
  readonly outer?: Scope | undefined;
}

export interface Operand {
  readonly sql: string;
  /** What the text means. */
  readonly column: Column;
}

export type OutputColumn = Omit<Column, 'source'>;

export function sourceOf(alias: string, columns: readonly OutputColumn[], copy: Effect | undefined): Source {
  const source: Source = { alias, columns: [], copy };
  return Object.assign(source, { columns: columns.map((column) => ({ ...column, source })) });
}

export function tableSource(table: string, alias: string): Source {
  const isTarget = table === TARGET;
  const columns = (TABLES[table] ?? []).map((column) => ({ ...column, of: isTarget ? column.name : undefined }));
  return sourceOf(alias, columns, isTarget ? EVERY : undefined);
}

/** The same source as the inner side of an outer join, without rows for some rows of the other side. */
export function optional({ alias, columns, copy }: Source): Source {
  return sourceOf(
    alias,
    columns.map((column) => ({ ...column, nullable: true })),
    copy,
  );
}

/** What a column's name means; undefined if nothing, or several things. */
function resolve(scope: Scope, alias: string | undefined, name: string): Column | undefined {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const sources = at.sources.filter((source) => alias === undefined || source.alias === alias);
    const found = sources.flatMap(({ columns }) => columns.filter((column) => column.name === name));
    // PostgreSQL looks no further once it knows the table.
    if (found.length > 1 || (alias !== undefined && sources.length > 0))
      return found.length === 1 ? found[0] : undefined;
    if (found.length === 1) return found[0];
  }
  return undefined;
}

/**
 * Writes a column, with its table's name or without. The text may mean a column of the same name that is nearer. Undefined
 * if it means nothing.
 */
export function writeColumn(draft: Draft, scope: Scope, { source, name }: Column): Operand | undefined {
  const bare = draft.chance(0.2) ? resolve(scope, undefined, name) : undefined;
  if (bare) {
    draft.needsTables ||= scope.sources.length > 1 || !scope.sources.includes(bare.source);
    return { sql: name, column: bare };
  }
  const column = resolve(scope, source.alias, name);
  return column && { sql: `${source.alias}.${name}`, column };
}

/** The columns that a clause may name, of a type if one is given. */
export function visible(scope: Scope, type?: Type): readonly Column[] {
  const own = scope.sources.flatMap(({ columns }) => columns);
  const all = scope.outer ? [...own, ...visible(scope.outer)] : own;
  return type ? all.filter((column) => column.type === type) : all;
}
