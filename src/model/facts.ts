import type { Dialect } from './dialect.ts';

/** The version of the list below; it grows when a fact is added and breaks when one changes its meaning. */
export const FACTS_VERSION = 1;

/** How strongly a write is filtered. Empty for an operation that takes no filter. */
export const FILTERS = ['none', 'always_true', 'conditional'] as const;
export type Filter = (typeof FILTERS)[number];

/** Where in a statement an operation was found. */
export const PLACES = {
  statement: 'the statement itself',
  cte: 'a WITH clause',
  subquery: 'a query inside the statement (INSERT … SELECT, COPY (…), CREATE TABLE AS, a view, a cursor)',
  do_block: 'a DO block',
  routine_body: 'the body of a function, procedure, trigger, event or rule',
  dynamic: 'text that is run as SQL (EXECUTE, sp_executesql, PREPARE … FROM)',
  explain_analyze: 'EXPLAIN ANALYZE, which runs what it explains',
  prepared: 'PREPARE',
  executable_comment: 'a comment that MySQL or MariaDB runs (`/*! … */`)',
} as const;
export type Place = keyof typeof PLACES;

/**
 * What an operation is about, folded as the dialect folds names. Empty strings where the SQL names none;
 * `undefined` where a placeholder stands in the name, so that it is not known.
 */
export interface Target {
  readonly name: string | undefined;
  readonly schema: string | undefined;
  /** Whether the name stands in quotes. */
  readonly quoted: boolean;
  /** For people: `schema.name`, placeholders as written. */
  readonly text: string;
}

export type FactType = 'string' | 'bool' | 'int' | 'list<string>' | 'map<string, string>' | 'target';

interface FactValues {
  string: string;
  bool: boolean;
  /** Integers are numbers here and BigInt in a rule. */
  int: number;
  'list<string>': readonly string[];
  'map<string, string>': Readonly<Record<string, string>>;
  target: Target;
}

export interface FactEntry {
  readonly type: FactType;
  readonly summary: string;
  /** Dialects in which the fact is always carried; elsewhere it is carried where a grammar read the statement. */
  readonly given: 'all' | readonly Dialect[];
}

function fact<const T extends FactType>(type: T, summary: string, given: FactEntry['given'] = 'all') {
  return { type, summary, given };
}

/** Facts of one operation (`operation.*` in a rule). */
export const OPERATION_FACTS = {
  kind: fact('string', 'kind of the operation (docs/facts.md lists them)'),
  target: fact('target', 'the table or other object: `.name`, `.schema`, `.quoted`'),
  columns: fact('list<string>', 'columns that the operation names: assigned, inserted into, added, dropped, changed'),
  filter: fact('string', '`none`, `always_true` or `conditional`; empty where the operation takes no filter'),
  filterColumns: fact('list<string>', 'names that stand in the filter, without qualifiers'),
  cascade: fact('bool', 'CASCADE is written'),
  ifExists: fact('bool', 'IF EXISTS is written'),
  ifNotExists: fact('bool', 'IF NOT EXISTS is written'),
  orReplace: fact('bool', 'OR REPLACE or OR ALTER is written'),
  concurrently: fact('bool', 'CONCURRENTLY or ONLINE is written'),
  temporary: fact('bool', 'the object is temporary'),
  createdHere: fact('bool', 'created earlier in the same file, unconditionally, and not dropped or renamed since'),
  place: fact('string', 'where in the statement it was found (docs/facts.md lists the places)'),
  dataTypes: fact('list<string>', 'types given to columns, lower case, without length: `varchar`, `timestamp`'),
  notNull: fact('bool', 'an added column is NOT NULL'),
  hasDefault: fact('bool', 'an added column has a default, is generated, or is an identity'),
  hasPrimaryKey: fact('bool', 'a created table has a primary key'),
  constraintType: fact('string', '`primary_key`, `unique`, `foreign_key`, `check`, `exclusion`, `not_null`, or empty'),
  notValid: fact('bool', 'the constraint is added NOT VALID'),
  unique: fact('bool', 'an index is unique'),
  constraint: fact('string', 'name of the constraint added, dropped or validated; empty where none is written'),
  table: fact('string', 'table that an index, trigger, policy or rewrite rule is on, as `schema.name` or `name`'),
  language: fact('string', 'language of a routine or DO block, lower case'),
  privileges: fact(
    'list<string>',
    'privileges or roles granted or revoked, or attributes given to a role, lower case; `all` for ALL',
  ),
  grantees: fact('list<string>', 'who receives or loses them, folded; `public` for PUBLIC'),
  grantOption: fact('bool', 'WITH GRANT OPTION or WITH ADMIN OPTION is written'),
  endpoint: fact(
    'string',
    'where copied rows come from or go to: `client`, `file` (of the server), `program` (on the server); else empty',
  ),
  readable: fact('bool', 'false for dynamic SQL whose text could not be read whole'),
} as const satisfies Record<string, FactEntry>;

/** Facts of one statement (`statement.*` in a rule). Literal facts are the largest value in the statement. */
export const STATEMENT_FACTS = {
  tablesRead: fact('list<string>', 'tables read, as `schema.name` or `name`, folded'),
  tablesWritten: fact('list<string>', 'tables written, as `schema.name` or `name`, folded'),
  joinedTables: fact('int', 'tables and subqueries joined in the widest FROM'),
  functions: fact('list<string>', 'functions called, lower case, without schema'),
  columnsRead: fact('list<string>', 'columns read by name, without qualifiers', ['postgresql']),
  selectStar: fact('bool', '`*` or `t.*` in a select list'),
  hasLimit: fact('bool', 'LIMIT, FETCH FIRST or TOP is written'),
  limit: fact('int', 'the largest LIMIT; 0 where none is written'),
  hasOffset: fact('bool', 'OFFSET is written'),
  offset: fact('int', 'the largest OFFSET; 0 where none is written'),
  longestInList: fact('int', 'items of the longest IN list'),
  valuesRows: fact('int', 'rows of the longest VALUES list'),
  leadingWildcard: fact('bool', 'a LIKE pattern begins with `%` or `_`'),
  inTransaction: fact('bool', 'BEGIN or START TRANSACTION came before in the file and has not ended'),
  lockTimeoutSet: fact('bool', 'lock_timeout (or lock_wait_timeout) was set before in the file'),
} as const satisfies Record<string, FactEntry>;

/** Facts of who runs the statement (`caller.*`). Files have them only where a caller is given. */
export const CALLER_FACTS = {
  user: fact('string', 'database user'),
  role: fact('string', 'role'),
  application: fact('string', 'application name'),
  database: fact('string', 'database'),
  tags: fact('map<string, string>', 'query tags: framework, controller, action, route, job'),
} as const satisfies Record<string, FactEntry>;

/** Facts of the file that holds the statement (`file.*`). */
export const FILE_FACTS = {
  path: fact('string', "path from the repository's root, with `/`"),
  section: fact('string', '`up` or `down` where the file has migration sections, else empty'),
} as const satisfies Record<string, FactEntry>;

/** The four names that a rule may start from. */
export const FACT_TABLES = {
  operation: OPERATION_FACTS,
  statement: STATEMENT_FACTS,
  caller: CALLER_FACTS,
  file: FILE_FACTS,
} as const;

/** Fields of `operation.target`. */
export const TARGET_FIELDS = {
  name: fact('string', 'name, folded as the dialect folds it'),
  schema: fact('string', 'schema or database before the dot; empty where none is written'),
  quoted: fact('bool', 'the name stands in quotes'),
} as const satisfies Record<string, FactEntry>;

/** The values of a table of facts. `undefined` is a fact that is not carried: a rule that needs it is undecided. */
export type FactsOf<Table extends Record<string, FactEntry>> = {
  readonly [Name in keyof Table]: FactValues[Table[Name]['type']] | undefined;
};

export type StatementFacts = FactsOf<typeof STATEMENT_FACTS>;
export type CallerFacts = FactsOf<typeof CALLER_FACTS>;
export type FileFacts = FactsOf<typeof FILE_FACTS>;
