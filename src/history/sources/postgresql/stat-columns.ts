import type { ColumnNames } from '../columns.ts';

export type StatColumn =
  | 'query'
  | 'calls'
  | 'user'
  | 'database'
  | 'toplevel'
  | 'dealloc'
  | 'id'
  | 'reset'
  | 'since'
  | 'read';

/** Column names in the view itself, in joins with pg_roles and pg_database, and in common exports. */
export const COLUMNS: ColumnNames<StatColumn> = {
  query: ['query', 'query_text'],
  calls: ['calls'],
  user: ['rolname', 'usename', 'username', 'user', 'user_name', 'role'],
  database: ['datname', 'database', 'dbname', 'database_name', 'db'],
  toplevel: ['toplevel'],
  dealloc: ['dealloc'],
  id: ['queryid'],
  reset: ['stats_reset'],
  since: ['stats_since'],
  read: ['read_at'],
};

/** A number of calls; spreadsheets and loaders write large ones as `1e6` or `1.5E+06`. */
const COUNT = /^\d{1,17}(?:\.\d{1,17})?(?:[eE]\+?\d{1,2})?$/;

/** Undefined if it is not a number. */
export function callsOf(written: string): number | undefined {
  return COUNT.test(written) ? Number(written) : undefined;
}

/** Identifies an entry of the view in several exports of the same server. */
export function entryKey(text: (column: StatColumn) => string | undefined): string {
  return JSON.stringify([text('user'), text('database'), text('toplevel'), text('id') || text('query')]);
}
