import { type Clause, formula } from './conditions.ts';
import type { Draft } from './draft.ts';
import { and, type Effect, EVERY, SAME, TIED } from './effects.ts';
import { readList, type Written } from './from-list.ts';
import { type OutputColumn, sourceOf, tableSource, visible } from './names.ts';
import { TABLES, TARGET, type Type } from './tables.ts';

/** A SELECT that depends on no row outside. */
export interface Query {
  readonly sql: string;
  readonly columns: readonly OutputColumn[];
  /** If its rows are rows of the target's table: for which of those. */
  readonly copy: Effect | undefined;
}

export interface QueryOptions {
  readonly depth: number;
  /** The type of its only column. */
  readonly only?: Type;
  /** Whether it gives the key of each row of the target's table. */
  readonly whole?: boolean;
  /** Whether a LIMIT may be its last clause. */
  readonly mayLimit?: boolean;
}

/** `SELECT … FROM …`, with or without joins, WHERE, ORDER BY and LIMIT. */
export function selectQuery(draft: Draft, { depth, only, whole = false, mayLimit = true }: QueryOptions): Query {
  const first = readable(draft, { taken: [], depth, own: true, whole });
  const main = first.source;
  const clause = { draft, scope: { sources: [main] }, subjects: new Set([main]) };
  const list = readList(clause, [first], !whole && draft.chance(0.15) ? 1 : 0, depth);
  const inner: Clause = { ...clause, scope: { sources: list.sources } };
  const filters = !whole && draft.chance(0.55) ? [filter(inner), ...(draft.chance(0.25) ? [filter(inner)] : [])] : [];
  const limit = !whole && mayLimit && draft.chance(0.2) ? ` LIMIT ${draft.pick([1, 2, 5])}` : '';
  const effects = [main.copy ?? EVERY, list.effect, ...filters.map(({ effect }) => effect)];
  const columns = outputs(draft, main.columns, whole ? 'key' : only);
  const items = columns.map(({ from, name }) => {
    const bare = list.sources.length === 1 && draft.chance(0.4);
    return `${bare ? '' : `${main.alias}.`}${from}${from === name ? '' : ` AS ${name}`}`;
  });
  const where = filters.length > 0 ? ` WHERE ${filters.map(({ sql }) => sql).join(' AND ')}` : '';
  const isOrdered = draft.chance(limit ? 0.5 : 0.1);
  const order = isOrdered ? ` ORDER BY ${main.alias}.${draft.pick(main.columns).name}` : '';
  return {
    sql: `${first.with ?? ''}SELECT ${items.join(', ')} FROM ${list.sql}${where}${order}${limit}`,
    columns: columns.map(({ from: _, ...column }) => column),
    copy: main.copy && and(...effects, limit ? TIED : EVERY),
  };
}

/** Often the test of one column, as people write it; IS NOT NULL among others. */
function filter(clause: Clause) {
  const { draft, scope, subjects } = clause;
  const columns = visible(scope).filter(({ nullable }) => nullable);
  if (columns.length === 0 || draft.chance(0.8)) return formula(clause);
  const column = draft.pick(columns);
  const effect = subjects.has(column.source) ? TIED : SAME;
  return { sql: `${column.source.alias}.${column.name} IS NOT NULL`, effect };
}

/** Columns of a query's main source; some under the name of another column. */
function outputs(draft: Draft, columns: readonly OutputColumn[], only: Type | 'key' | undefined) {
  const suits = ({ of, type }: OutputColumn) => only === undefined || type === only || (only === 'key' && of === 'id');
  const able = columns.filter(suits);
  // Keys are what queries are joined by.
  const keys = draft.chance(0.7) ? able.filter(({ name }) => name === 'id') : [];
  const chosen = [...new Set([...keys, ...draft.shuffled(able)])].slice(0, only ? 1 : draft.between(1, 3));
  const used = new Set(chosen.map(({ name }) => name));
  return chosen.map(({ name, ...column }) => {
    const other = draft.pick(['id', 'grp', 'ref', 'account_id', 'status', 'x', 'y']);
    const isRenamed = draft.chance(0.2) && !used.has(other) && typeOf(other) === column.type;
    used.add(isRenamed ? other : name);
    return { ...column, from: name, name: isRenamed ? other : name };
  });
}

/** Columns of equal names have equal types. */
function typeOf(name: string): Type {
  const columns = Object.values(TABLES).flat();
  return columns.find((column) => column.name === name)?.type ?? (name === 'x' ? 'number' : 'text');
}

interface Readable extends Written {
  /** A WITH of the query that reads it. */
  readonly with?: string;
}

interface ReadOptions {
  /** Aliases that are in use in the same FROM. */
  readonly taken: readonly string[];
  readonly depth: number;
  /** Whether it is the first source of a query, which may have a WITH of its own. */
  readonly own?: boolean;
  /** See QueryOptions. */
  readonly whole?: boolean;
}

/** A table, derived table or CTE with the name by which a FROM list calls it. */
export function readable(draft: Draft, options: ReadOptions): Readable {
  const form = draft.prefers ?? draft.pick(['table', 'table', 'table', 'derived', 'cte'] as const);
  draft.prefers = undefined;
  if (form === 'table' || options.depth > 1) return table(draft, options);
  const isDerived = form === 'derived' || !(draft.dialect.withWrite || options.own);
  // Where no WITH may stand before the statement, it stands in the derived table.
  if (isDerived && form === 'cte') draft.prefers = 'cte';
  const query = selectQuery(draft, { depth: options.depth + 1, whole: options.whole ?? false });
  const [name] = isDerived ? [] : draft.shuffled(cteNames(draft));
  if (name) return cte(draft, name, query, options);
  const alias = freeAlias(draft, options.taken);
  const sql = `(${query.sql}) ${draft.pick(['AS ', ''])}${alias}`;
  return { sql, source: sourceOf(alias, query.columns, query.copy) };
}

function table(draft: Draft, { taken, whole = false }: ReadOptions): Written {
  const name = whole ? TARGET : draft.pick([TARGET, TARGET, TARGET, 'orders', 'orders', 'logs', ...draft.ctes.keys()]);
  draft.read.add(name);
  return aliased(draft, name, taken, draft.ctes.get(name));
}

/** Among others, of tables that the statement does not name yet. */
function cteNames({ dialect, ctes, read }: Draft): readonly string[] {
  const hiding = dialect.withWrite ? ['orders', 'logs'].filter((name) => !read.has(name)) : [];
  return ['d', 'picked', 't', ...hiding].filter((name) => !ctes.has(name));
}

function cte(draft: Draft, name: string, query: Query, { taken }: ReadOptions): Readable {
  const written = aliased(draft, name, taken, query);
  if (!draft.dialect.withWrite) return { ...written, with: `WITH ${name} AS (${query.sql}) ` };
  draft.ctes.set(name, query);
  return written;
}

/** On purpose few, so that queries reuse each other's; `accounts` and `orders` are tables, too. */
const ALIASES = ['a', 't', 'd', 'o', 'accounts', 'orders'];

/** An alias that no other source of the same FROM has: often the one by which the statement calls its target. */
function freeAlias(draft: Draft, taken: readonly string[]): string {
  const isFree = (alias: string) => !taken.includes(alias);
  return draft.chance(0.5) && isFree(draft.target) ? draft.target : draft.pick(ALIASES.filter(isFree));
}

function aliased(draft: Draft, name: string, taken: readonly string[], query: Query | undefined): Written {
  const alias = taken.includes(name) || draft.chance(0.65) ? freeAlias(draft, taken) : name;
  const sql = alias === name ? name : `${name} ${draft.pick(['AS ', ''])}${alias}`;
  return { sql, source: query ? sourceOf(alias, query.columns, query.copy) : tableSource(name, alias) };
}
