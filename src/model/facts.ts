import type { Dialect } from './dialect.ts';

/** Version of the fact tables below. Adding a fact or changing the meaning of one requires a new version. */
export const FACTS_VERSION = 1;

/** How a write is filtered; `operation.filter` is empty for operations that take no filter. */
export const FILTERS = ['none', 'always_true', 'conditional'] as const;
export type Filter = (typeof FILTERS)[number];

/** Where in a statement an operation was found. */
export const PLACES = {
  statement: 'the statement itself',
  cte: 'a WITH clause',
  subquery: 'a query inside the statement, as in INSERT … SELECT, COPY, CREATE TABLE AS, a view or a cursor',
  do_block: 'a DO block',
  routine_body: 'the body of a function, procedure, trigger, event or rule',
  dynamic: 'SQL that is built and run with EXECUTE, sp_executesql or PREPARE … FROM',
  explain_analyze: 'EXPLAIN ANALYZE, which executes the statement that it explains',
  prepared: 'PREPARE',
  executable_comment: 'a `/*! … */` comment, which MySQL or MariaDB executes',
} as const;
export type Place = keyof typeof PLACES;

/**
 * The object of an operation, with its name folded as the dialect folds names. Empty strings if the SQL names none;
 * `undefined` if the name contains a placeholder and is therefore not known.
 */
export interface Target {
  readonly name: string | undefined;
  readonly schema: string | undefined;
  /** Whether the name is quoted. */
  readonly quoted: boolean;
  /** For display: `schema.name`, with placeholders as written. */
  readonly text: string;
}

export type FactType = 'string' | 'bool' | 'int' | 'list<string>' | 'map<string, string>' | 'target';

interface FactValues {
  string: string;
  bool: boolean;
  /** A number here, a BigInt in a rule. */
  int: number;
  'list<string>': readonly string[];
  'map<string, string>': Readonly<Record<string, string>>;
  target: Target;
}

export interface FactEntry {
  readonly type: FactType;
  readonly summary: string;
  /** Dialects in which the fact is always known. In others it is known if a grammar read the statement. */
  readonly alwaysKnownIn: 'all' | readonly Dialect[];
}

function fact<const T extends FactType>(type: T, summary: string, alwaysKnownIn: FactEntry['alwaysKnownIn'] = 'all') {
  return { type, summary, alwaysKnownIn };
}

/** Facts of one operation (`operation.*` in a rule). */
export const OPERATION_FACTS = {
  kind: fact('string', 'kind of the operation (docs/facts.md lists the kinds)'),
  target: fact('target', 'table or other object of the operation: `.name`, `.schema`, `.quoted`'),
  columns: fact('list<string>', 'columns that the operation assigns, inserts into, adds, drops or changes'),
  filter: fact('string', '`none`, `always_true` or `conditional`; empty if the operation takes no filter'),
  filterColumns: fact('list<string>', 'names used in the filter, without qualifiers'),
  cascade: fact('bool', 'the operation has CASCADE'),
  ifExists: fact('bool', 'the operation has IF EXISTS'),
  ifNotExists: fact('bool', 'the operation has IF NOT EXISTS'),
  orReplace: fact('bool', 'the operation has OR REPLACE or OR ALTER'),
  concurrently: fact('bool', 'the operation has CONCURRENTLY or ONLINE'),
  temporary: fact('bool', 'the object is temporary'),
  createdHere: fact(
    'bool',
    'the object was created earlier in the same file, unconditionally, and not dropped or renamed since',
  ),
  place: fact('string', 'where in the statement the operation was found (docs/facts.md lists the places)'),
  dataTypes: fact('list<string>', 'column types, lower case, without length: `varchar`, `timestamp`'),
  notNull: fact('bool', 'the added column is NOT NULL'),
  hasDefault: fact('bool', 'the added column has a default, is generated, or is an identity column'),
  hasPrimaryKey: fact('bool', 'the created table has a primary key'),
  constraintType: fact('string', '`primary_key`, `unique`, `foreign_key`, `check`, `exclusion`, `not_null`, or empty'),
  notValid: fact('bool', 'the constraint is added as NOT VALID'),
  unique: fact('bool', 'the index is unique'),
  constraint: fact('string', 'name of the constraint that is added, dropped or validated; empty if none is written'),
  table: fact('string', 'table of the index, trigger, policy or rewrite rule, as `schema.name` or `name`'),
  language: fact('string', 'language of the routine or DO block, lower case'),
  privileges: fact(
    'list<string>',
    'privileges or roles that are granted or revoked, or attributes given to a role, lower case; `all` for ALL',
  ),
  grantees: fact('list<string>', 'roles or users that get or lose the privileges, folded; `public` for PUBLIC'),
  grantOption: fact('bool', 'the operation has WITH GRANT OPTION or WITH ADMIN OPTION'),
  endpoint: fact(
    'string',
    'source or destination of copied rows: `client`, `file` or `program` (both on the server); otherwise empty',
  ),
  readable: fact('bool', 'false for dynamic SQL whose text could not be read completely'),
} as const satisfies Record<string, FactEntry>;

/** Facts of one statement (`statement.*` in a rule). Each number is the largest of its kind in the statement. */
export const STATEMENT_FACTS = {
  tablesRead: fact('list<string>', 'tables that the statement reads, as `schema.name` or `name`, folded'),
  tablesWritten: fact('list<string>', 'tables that the statement writes, as `schema.name` or `name`, folded'),
  joinedTables: fact('int', 'number of tables and subqueries in the largest FROM clause'),
  functions: fact('list<string>', 'functions that the statement calls, lower case, without schema'),
  columnsRead: fact('list<string>', 'columns that the statement reads by name, without qualifiers', ['postgresql']),
  selectStar: fact('bool', 'a select list contains `*` or `t.*`'),
  hasLimit: fact('bool', 'the statement has LIMIT, FETCH FIRST or TOP'),
  limit: fact('int', 'the largest LIMIT; 0 if there is none'),
  hasOffset: fact('bool', 'the statement has OFFSET'),
  offset: fact('int', 'the largest OFFSET; 0 if there is none'),
  longestInList: fact('int', 'number of items in the longest IN list'),
  valuesRows: fact('int', 'number of rows in the longest VALUES list'),
  leadingWildcard: fact('bool', 'a LIKE pattern starts with `%` or `_`'),
  inTransaction: fact('bool', 'an earlier BEGIN or START TRANSACTION in the file is still open'),
  lockTimeoutSet: fact('bool', 'lock_timeout (or lock_wait_timeout) was set earlier in the file'),
} as const satisfies Record<string, FactEntry>;

/** Facts of the caller (`caller.*`): who runs the statement. Files have them only if a caller is configured. */
export const CALLER_FACTS = {
  user: fact('string', 'database user'),
  role: fact('string', 'role'),
  application: fact('string', 'application name'),
  database: fact('string', 'database'),
  tags: fact('map<string, string>', 'query tags: framework, controller, action, route, job'),
} as const satisfies Record<string, FactEntry>;

/** Facts of the file that holds the statement (`file.*`). */
export const FILE_FACTS = {
  path: fact('string', 'path from the root of the repository, with `/`'),
  section: fact('string', '`up` or `down` if the file has migration sections, otherwise empty'),
} as const satisfies Record<string, FactEntry>;

/** The four variables of a condition. */
export const FACT_TABLES = {
  operation: OPERATION_FACTS,
  statement: STATEMENT_FACTS,
  caller: CALLER_FACTS,
  file: FILE_FACTS,
} as const;

/** Fields of `operation.target`. */
export const TARGET_FIELDS = {
  name: fact('string', 'name, folded as the dialect folds it'),
  schema: fact('string', 'schema or database before the dot; empty if none is written'),
  quoted: fact('bool', 'the name is quoted'),
} as const satisfies Record<string, FactEntry>;

/** The values of a table of facts. `undefined` means not known: a rule that needs the fact is undecided. */
export type FactsOf<Table extends Record<string, FactEntry>> = {
  readonly [Name in keyof Table]: FactValues[Table[Name]['type']] | undefined;
};

export type StatementFacts = FactsOf<typeof STATEMENT_FACTS>;
export type CallerFacts = FactsOf<typeof CALLER_FACTS>;
export type FileFacts = FactsOf<typeof FILE_FACTS>;
