import type { Dialect } from '../../../model/index.ts';

/** The queries and writes that a dialect has. */
export interface Queries {
  /** `FROM [DELETE …]` runs a statement. */
  readonly bracketSources: boolean;
  /** JOIN without a condition is an error. */
  readonly joinNeedsCondition: boolean;
  /** `FROM t (NOLOCK)` has a hint, and not arguments. */
  readonly tableHints: boolean;
  /** In a SELECT list, `x = value` names a column, and `@x = value` assigns to a variable. */
  readonly selectEquals: boolean;
  /** What `SELECT … INTO` writes: a new table; that or, in a body, variables; variables or a file. */
  readonly selectInto: 'table' | 'table-or-variables' | 'variables-or-file';
  /**
   * `TABLE t` is a query for all rows: not, or wherever no other statement has the word, or only where a query can begin.
   */
  readonly tableQueries: 'none' | 'unless-other' | 'where-query';
  /** `x IN t` reads every row of a table. */
  readonly inTable: boolean;
  /** A CTE may read itself without RECURSIVE. */
  readonly impliedRecursion: boolean;
  /** `LIMIT n` at the end of a query limits its rows. */
  readonly limitClause: boolean;
  /** `LIMIT -1` passes all rows. */
  readonly negativeLimit: boolean;
  /**
   * Whether UPDATE and DELETE name their target among joined tables: never, since it stands before FROM and USING;
   * either way; or always, if they join.
   */
  readonly writeTarget: 'separate' | 'either' | 'joined';
  /** `WITH c AS (…) DELETE FROM c` deletes the rows that the CTE reads. */
  readonly writableCtes: boolean;
  /** Rows are values: `t IS NULL` is about all columns of `t`, and `SET a.b = 1` sets a field of the column `a`. */
  readonly rowValues: boolean;
  /** `INSERT INTO t EXEC p` runs a procedure. */
  readonly insertExec: boolean;
  /** TRUNCATE exists. */
  readonly truncate: boolean;
  /** What a path in COPY names: a file of the server, or an object of a store such as S3. */
  readonly copiesTo: 'file' | 'storage';
  /** The table that holds the counters of other tables; its rows are not data. Empty if there is none. */
  readonly counterTable: string;
  /** The schema of a table without one; empty if that depends on the session. */
  readonly defaultSchema: string;
  /** In lower case: all tables in it are temporary, and no other schema can have the name. Empty if there is none. */
  readonly temporarySchema: string;
  /** Tables of the system catalog are found without their schema. */
  readonly bareCatalogs: boolean;
  /** A name in four parts begins with another server. */
  readonly linkedServers: boolean;
  /** The grammar reads queries only, so that the columns of other statements are those that their tokens name. */
  readonly columnsByTokens: boolean;
  /** `FROM DUAL` reads no table. */
  readonly dual: boolean;
}

const postgresql: Queries = {
  bracketSources: false,
  joinNeedsCondition: true,
  tableHints: false,
  selectEquals: false,
  selectInto: 'table-or-variables',
  tableQueries: 'where-query',
  inTable: false,
  impliedRecursion: false,
  limitClause: true,
  negativeLimit: false,
  writeTarget: 'separate',
  writableCtes: false,
  rowValues: true,
  insertExec: false,
  truncate: true,
  copiesTo: 'file',
  counterTable: '',
  defaultSchema: 'public',
  temporarySchema: '',
  bareCatalogs: true,
  linkedServers: false,
  columnsByTokens: false,
  dual: false,
};

const mysql: Queries = {
  bracketSources: false,
  joinNeedsCondition: false,
  tableHints: false,
  selectEquals: false,
  selectInto: 'variables-or-file',
  tableQueries: 'unless-other',
  inTable: false,
  impliedRecursion: false,
  limitClause: true,
  negativeLimit: false,
  writeTarget: 'joined',
  writableCtes: false,
  rowValues: false,
  insertExec: false,
  truncate: true,
  copiesTo: 'file',
  counterTable: '',
  defaultSchema: '',
  temporarySchema: '',
  bareCatalogs: false,
  linkedServers: false,
  columnsByTokens: true,
  dual: true,
};

const sqlite: Queries = {
  bracketSources: false,
  joinNeedsCondition: false,
  tableHints: false,
  selectEquals: false,
  selectInto: 'table',
  tableQueries: 'none',
  inTable: true,
  impliedRecursion: true,
  limitClause: true,
  negativeLimit: true,
  writeTarget: 'separate',
  writableCtes: false,
  rowValues: false,
  insertExec: false,
  truncate: false,
  copiesTo: 'file',
  counterTable: 'sqlite_sequence',
  defaultSchema: 'main',
  temporarySchema: 'temp',
  bareCatalogs: false,
  linkedServers: false,
  columnsByTokens: true,
  dual: false,
};

const transactsql: Queries = {
  bracketSources: false,
  joinNeedsCondition: true,
  tableHints: true,
  selectEquals: true,
  selectInto: 'table',
  tableQueries: 'none',
  inTable: false,
  impliedRecursion: true,
  limitClause: false,
  negativeLimit: false,
  writeTarget: 'either',
  writableCtes: true,
  rowValues: false,
  insertExec: true,
  truncate: true,
  copiesTo: 'file',
  counterTable: '',
  defaultSchema: 'dbo',
  temporarySchema: '',
  bareCatalogs: false,
  linkedServers: true,
  columnsByTokens: false,
  dual: false,
};

export const QUERIES: Readonly<Record<Dialect, Queries>> = {
  postgresql,
  mysql,
  mariadb: mysql,
  sqlite,
  transactsql,
  cockroachdb: { ...postgresql, bracketSources: true },
  redshift: { ...postgresql, copiesTo: 'storage' },
};
