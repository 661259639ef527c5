/** A condition of a list, as given by the client. */
export interface Filter {
  /** SQL with the parameter as `$`: `verdict = $`; `$1` is the workspace. */
  readonly sql: string;
  readonly value: unknown;
  /** Table with the columns `workspace_id`, `at` and `sequence` in which the filter is evaluated, if it has its own. */
  readonly table?: string | undefined;
  /** No index serves it: it is evaluated row by row. */
  readonly unindexed?: true | undefined;
  /** The same on `traffic_entries AS t` and `traffic_kinds AS k`. */
  readonly narrow?: NarrowFilter | undefined;
}

/**
 * A condition on a kind selects kinds, whose entries an index has; one on an entry is evaluated row by row, unless it has an
 * index of its own.
 */
export type NarrowFilter = { readonly kind: string } | { readonly entry: string } | { readonly indexed: string };

/** How the filters of a list are evaluated; each but `unindexed` has an index that ends with (at, sequence). */
export type FilterTable<Query> = {
  readonly [Name in keyof Query]?: Pick<Filter, 'sql' | 'table' | 'unindexed' | 'narrow'>;
};

/** The given filters of a query, in the order of the table: those that usually match the fewest rows come first. */
export function filtersOf<Query extends object>(table: FilterTable<Query>, query: Query): readonly Filter[] {
  return (Object.keys(table) as (keyof Query)[]).flatMap((name) => {
    const filter = table[name];
    const value = query[name];
    return filter && value !== undefined ? { ...filter, value } : [];
  });
}

/** Length of the prefix of a name that the indexes hold, in characters. */
const INDEXED = 200;

/** SQL of a filter on a name of any length. */
export function nameFilter(column: string): string {
  return `left(${column}, ${INDEXED}) = left($, ${INDEXED}) AND ${column} = $`;
}

/** SQL of a search in one of several texts, in which upper and lower case are equal. */
export function containing(texts: string): string {
  return `position(lower($) in lower(concat_ws(E'\\n', ${texts}))) > 0`;
}
