import { DIALECTS, type Dialect } from '../dialect.ts';
import { CHANGE_EFFECTS, TYPE_CHANGES } from './column-definition.ts';

/**
 * Version of the fact tables below. Adding a fact requires a new version: facts that were recorded under an older one
 * lack the new facts (`since`), which are then not known. So does a change of what a fact means
 * (src/history/snapshot/changed-facts.ts).
 */
export const FACTS_VERSION = 5;

/** How a write is filtered; `operation.filter` is empty for operations that take no filter. */
export const FILTERS = ['none', 'always_true', 'conditional'] as const;
export type Filter = (typeof FILTERS)[number];

/** Where in a statement an operation was found. */
export const PLACES = {
  statement: 'the statement itself',
  cte: 'a WITH clause',
  subquery:
    'a write inside the statement, as in COPY or a cursor. A SELECT there adds no operation, only facts of its statement',
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
  /** For display: which older object it is, or holds the rows of, as the file shows. Rules do not see it. */
  readonly note?: string;
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
  /** The first version of the tables with this fact. */
  readonly since: 1 | 2 | 3 | 5;
  /** The fact comes from the configuration: without one it is missing, which `has()` tells, and otherwise not known. */
  readonly configured: boolean;
}

function fact<const T extends FactType>(
  type: T,
  summary: string,
  {
    knownIn = 'all',
    since = 1,
    configured = false,
  }: { knownIn?: FactEntry['alwaysKnownIn']; since?: FactEntry['since']; configured?: boolean } = {},
) {
  return { type, summary, alwaysKnownIn: knownIn, since, configured };
}

const SINCE_2 = { since: 2 } as const;
const SINCE_3 = { since: 3 } as const;
const SINCE_5 = { since: 5 } as const;

/** How a column gets a value where a row has none; `operation.defaultKind`. */
export const DEFAULT_KINDS = ['constant', 'stable', 'volatile', 'identity', 'stored', 'virtual'] as const;
export type DefaultKind = (typeof DEFAULT_KINDS)[number];

/** What a `maintain` operation does, or `rewrite` for an ALTER TABLE that rewrites the table; `operation.maintenance`. */
export const MAINTENANCE = [
  ...['vacuum', 'vacuum_full', 'analyze', 'reindex', 'cluster', 'optimize', 'check', 'repair', 'checkpoint'],
  ...['statistics', 'rewrite', 'shrink', 'disabled'],
] as const;

/** What an ALTER TYPE does to the values of an enum; `operation.enumValue`. */
export const ENUM_VALUES = ['added', 'added to new type'] as const;

/** Classes of objects that an ALTER renames, moves or gives to another owner; `operation.objectType`. */
export const OBJECT_TYPES = [
  ...['aggregate', 'collation', 'constraint', 'conversion', 'database', 'domain', 'enum value', 'event'],
  ...['event trigger', 'extension', 'function', 'index', 'language', 'large object', 'materialized view'],
  ...['operator', 'policy', 'procedure', 'publication', 'role', 'routine', 'rule', 'schema', 'sequence', 'server'],
  ...['statistics', 'subscription', 'table', 'tablespace', 'text search', 'trigger', 'type', 'view'],
] as const;

/** Modes of PostgreSQL's LOCK TABLE that block neither reads nor writes; values of `operation.lockOption`. */
export const HARMLESS_LOCK_MODES = ['access share', 'row share', 'row exclusive', 'share update exclusive'] as const;

/** Facts of one operation (`operation.*` in a rule). */
export const OPERATION_FACTS = {
  kind: fact('string', 'kind of the operation (docs/facts.md lists the kinds)'),
  target: fact('target', 'table or other object of the operation: `.name`, `.schema`, `.quoted`'),
  columns: fact(
    'list<string>',
    'columns that the operation assigns, inserts into, adds, drops or changes; of a MERGE, those that it updates; of a DROP TABLE, those that the copy leaves out to which the file rebuilds the table',
  ),
  filter: fact(
    'string',
    '`none`, `always_true` or `conditional`; not known if it is not certain that the condition tells one row from another (docs/facts.md, Filters). Empty for operations without a filter, and for one that only resets the counters in `sqlite_sequence`',
  ),
  filterColumns: fact('list<string>', 'columns used in the filter, without qualifiers'),
  pinnedColumns: fact(
    'list<string>',
    'columns of the target that the filter restricts to given values (`=` or `IN`) in every branch of OR',
    SINCE_2,
  ),
  cascade: fact('bool', 'the operation has CASCADE'),
  ifExists: fact('bool', 'the operation has IF EXISTS'),
  ifNotExists: fact('bool', 'the operation has IF NOT EXISTS'),
  orReplace: fact('bool', 'the operation has OR REPLACE or OR ALTER'),
  concurrently: fact('bool', 'the operation has CONCURRENTLY or ONLINE = ON'),
  temporary: fact('bool', 'the object is temporary, also one that a body creates and drops itself'),
  createdHere: fact(
    'bool',
    'the object was created earlier in the same file, or by a migration of the change that runs before it if it is a table that no SQL file of the base branch names; unconditionally, and not dropped or renamed since',
  ),
  tableCreatedHere: fact(
    'bool',
    'the table that the operation changes, or the table of the index, constraint, trigger or policy, was created earlier in the same file or by an earlier migration of the change (in T-SQL, if its CREATE is conditional, in the same block), or is temporary; also if its CREATE may have been skipped (IF NOT EXISTS, or an IF in T-SQL), or names no schema and the operation `public` or `dbo`, or the other way round, and no SQL file of the base branch names the table; of ATTACH PARTITION, the partition; of OWNER TO, whatever object it is',
    SINCE_2,
  ),
  columnsCreatedHere: fact(
    'bool',
    'all columns that the operation assigns or drops were added to an older table earlier in the same file, or by an earlier migration of the change',
    SINCE_2,
  ),
  keepsValues: fact(
    'bool',
    'every column that the UPDATE sets keeps its value unless that is NULL: `c = COALESCE(c, 0)`',
    SINCE_3,
  ),
  rebuilt: fact(
    'bool',
    'the file copied all rows and columns of the dropped table to a new table, which gets its name afterwards, or in a transaction to another table and back; in PostgreSQL, only if the SQL of the base shows all columns of the table, and mentions neither row-level security nor policies; in SQLite, only if no foreign key then deletes rows; in T-SQL, only if an error of the copy keeps its batch from dropping the table',
    SINCE_2,
  ),
  rowsCopied: fact(
    'bool',
    'as `rebuilt`, but the SQL of the base does not show which columns the dropped table has, so that the copy may leave some out, or in SQLite which tables refer to it; `rebuilt` is false then',
    SINCE_3,
  ),
  // False in every history, since no query of it belongs to a file; so rows of older versions have it too.
  valuesCopied: fact(
    'bool',
    'an UPDATE of all rows, or of those in which the column is not null, put the values of the dropped column into a column that the file adds, and that column has the name of the dropped one in the end',
  ),
  // As the one above.
  valuesMoved: fact(
    'bool',
    'an INSERT … SELECT, a CREATE TABLE with a query, or an UPDATE of another column, has the dropped columns among its values earlier in the file, and leaves out no rows but those in which the column has no value, and those without a match in a join; what it writes to is neither emptied nor dropped in the file; what it makes of the values is not looked at; for a dropped table, all its columns, by queries of that table alone; for an UPDATE of all rows, all columns that it assigns',
  ),
  recreated: fact(
    'bool',
    'the file drops a policy, trigger, rule, view, routine or type and creates one of the same name, on the same table, afterwards; a policy only if the SQL of the base branch shows that it gives no more access than before; also an ALTER POLICY for which it shows that, a constraint that the file adds itself, or replaces by one of its kind on the same table, an index for which the file creates another, and a created index that the file dropped before; also what turns off a check or protection of a table that the file turns on again afterwards, and a rename of what the file created, or whose old name the file gives to another object afterwards',
    SINCE_2,
  ),
  indexGap: fact(
    'bool',
    'the index that replaces the dropped one is created only afterwards in the file, and one of the two statements has CONCURRENTLY, so that no transaction holds both; the names show what replaces it',
    SINCE_3,
  ),
  tableDroppedHere: fact(
    'bool',
    'the file drops the table of the index, policy or trigger afterwards; of policies and triggers only if it renames no table and creates none of that name; the name of an index shows its table (PostgreSQL)',
    SINCE_3,
  ),
  lockRepeated: fact(
    'bool',
    'another statement of the same transaction takes the strongest lock on the table of the dropped index too, for example ALTER TABLE; the name of the index shows its table (PostgreSQL)',
    SINCE_3,
  ),
  replacesNothing: fact(
    'bool',
    'a DROP IF EXISTS directly before the CREATE of a table, type, sequence or materialized view that no SQL file of the base branch names, or of a table before the CREATE in a script for a new database, which drops most of its tables before it creates them, as the base branch has it, and which no migration tool runs',
    SINCE_2,
  ),
  // False in every history, so rows of older versions have it too.
  rolledBack: fact(
    'bool',
    'the operation stands between a BEGIN and a ROLLBACK of the file, which undoes it (PostgreSQL only; false if the migration tool runs the file in a transaction, or if a statement between them may end the transaction, such as a client command); of functions that lose data, always false',
  ),
  // False in every history, since no query of it belongs to a change; so rows of older versions have it too.
  deferred: fact(
    'bool',
    'in the body of a routine that neither the change calls or attaches, nor the SQL of the base branch attaches',
  ),
  onlyDefined: fact(
    'bool',
    'in the body of a routine, trigger, event or rule that the file defines and does not call; a trigger that may run it does not count',
    SINCE_3,
  ),
  place: fact('string', 'where in the statement the operation was found (docs/facts.md lists the places)'),
  locksTable: fact(
    'bool',
    'PostgreSQL locks a table or view for the operation that was not created earlier in the file, and others wait for it until the transaction ends: writes, or reads too',
    SINCE_3,
  ),
  lockedTables: fact(
    'list<string>',
    'other tables, not created earlier in the file, that the operation locks too: those that a new foreign key references, and the table that gets a new partition, as `schema.name` or `name`',
    SINCE_3,
  ),
  tableFilledHere: fact(
    'bool',
    'the table was created earlier in the file, and rows of a query or of COPY were added to it since',
    SINCE_3,
  ),
  tableEmptied: fact(
    'bool',
    'the file deleted all rows of the table (TRUNCATE, or DELETE without a filter) and added none since',
    SINCE_3,
  ),
  partitioned: fact(
    'bool',
    'the table, or the table of the index, is partitioned, as the file or the SQL of the base branch shows',
    SINCE_3,
  ),
  refusedInTransaction: fact(
    'bool',
    'PostgreSQL refuses the statement in a transaction: VACUUM, ALTER SYSTEM, CREATE or DROP DATABASE or TABLESPACE, REINDEX DATABASE, SYSTEM or SCHEMA, CLUSTER without a table, DISCARD ALL and others. For CONCURRENTLY, see `concurrently`',
    SINCE_3,
  ),
  dataTypes: fact('list<string>', 'column types, lower case, without length: `varchar`, `timestamp`'),
  oldType: fact(
    'string',
    'type of the changed column before, in one spelling (`varchar(255)`, `bigint unsigned`), as the SQL of the base branch and the file define it; empty if it is not known',
    SINCE_3,
  ),
  typeChange: fact(
    'string',
    `of the changed column: ${TYPE_CHANGES.map((change) => `\`${change}\``).join(', ')} (\`widen\`: every value fits as it is; \`narrow\`: of the same family, and some do not; \`convert\`: of another family; \`unknown\`: \`operation.oldType\` is not known); empty for other operations`,
    SINCE_3,
  ),
  changeEffects: fact(
    'list<string>',
    `what the change of the column can do: ${CHANGE_EFFECTS.map((effect) => `\`${effect}\``).join(', ')}; without the old definition, what the new one can do to a column of any type`,
    SINCE_3,
  ),
  notNull: fact('bool', 'the added column is NOT NULL'),
  hasDefault: fact(
    'bool',
    'the added column, or that of the inline constraint, has a default, is generated, or is an identity column',
  ),
  defaultKind: fact(
    'string',
    'default of the added or changed column: `constant`, `stable` (such as `now()`), `volatile` (also a serial type), `identity`, `stored` or `virtual` (generated); empty if there is none',
    SINCE_2,
  ),
  checkedDomain: fact(
    'bool',
    'the operation creates a domain that checks its values, or adds or validates a constraint of a domain, or adds a column whose type is a domain that checks its values, as the file or the SQL of the base branch shows',
    SINCE_3,
  ),
  hasPrimaryKey: fact('bool', 'the created table has a primary key'),
  constraintType: fact('string', '`primary_key`, `unique`, `foreign_key`, `check`, `exclusion`, `not_null`, or empty'),
  notValid: fact(
    'bool',
    'the constraint is added as NOT VALID, NOT ENFORCED or WITH NOCHECK, or a foreign key of MySQL with `foreign_key_checks` off: existing rows are not checked',
  ),
  inline: fact('bool', 'the constraint is part of the definition of an added column', SINCE_2),
  usingIndex: fact('bool', 'the constraint is added with USING INDEX', SINCE_2),
  notNullChecked: fact(
    'bool',
    'no row holds NULL in the column for certain: it is NOT NULL already, as earlier statements or the SQL of the base branch define it, or a valid CHECK says so that was added or validated before; not known if no SQL defines the validated constraint',
    SINCE_2,
  ),
  boundsChecked: fact(
    'bool',
    'a valid CHECK of the attached table, added or validated earlier in the file, contains the bounds of the partition and excludes NULL',
    SINCE_3,
  ),
  unique: fact('bool', 'the index is unique; of a dropped one, as its name (`t_a_key`) says'),
  indexType: fact(
    'string',
    '`fulltext` or `spatial` for such an index of MySQL or SQL Server; `partitioned` for one of PostgreSQL that is created `ON ONLY` its table, without the partitions; otherwise empty',
    SINCE_2,
  ),
  constraint: fact('string', 'name of the constraint that is added, dropped or validated; empty if none is written'),
  table: fact(
    'string',
    'table of the index, trigger, policy or rewrite rule, or the other table of a partition, as `schema.name` or `name`',
  ),
  objectType: fact(
    'string',
    `what \`rename_other\`, \`set_schema\` and \`change_owner\` rename, move or give away: ${OBJECT_TYPES.map((type) => `\`${type}\``).join(', ')}; empty if the statement does not say it`,
    SINCE_3,
  ),
  language: fact('string', 'language of the routine or DO block, lower case'),
  privileges: fact(
    'list<string>',
    'privileges or roles that are granted or revoked, or attributes given to a role, lower case; `all` for ALL',
  ),
  grantees: fact('list<string>', 'roles or users that get or lose the privileges, folded; `public` for PUBLIC'),
  enumValue: fact(
    'string',
    '`added` for ALTER TYPE … ADD VALUE, `added to new type` if the same transaction created the type; otherwise empty',
    SINCE_3,
  ),
  options: fact(
    'list<string>',
    'options that the created view or routine has when the file ends, also by a later ALTER: of a view those that are on (`security_invoker`, `security_barrier`, `check_option`); of a routine `security definer`, and the settings that its SET clauses give it (`search_path`)',
    SINCE_3,
  ),
  lostOptions: fact(
    'list<string>',
    'those of the options that the object has according to the SQL of the base branch, but not when the file ends, as this statement resets them; `security invoker` if a routine becomes SECURITY DEFINER; `all settings` for RESET ALL if the base is not known',
    SINCE_3,
  ),
  rowSecurity: fact('bool', 'row security of the created table is enabled later in the file', SINCE_3),
  unindexedKeys: fact(
    'list<string>',
    'the first columns of the foreign keys that the statement adds, if the table or the column is new in the file and no index or key in the file begins with the column; empty for MySQL and MariaDB, which create such an index themselves',
    SINCE_3,
  ),
  revokes: fact('bool', 'the ALTER DEFAULT PRIVILEGES takes privileges away: it has REVOKE', SINCE_3),
  grantOption: fact('bool', 'the operation has WITH GRANT OPTION or WITH ADMIN OPTION, or takes only that option away'),
  maintenance: fact(
    'string',
    '`vacuum`, `vacuum_full`, `analyze`, `reindex`, `cluster`, `optimize`, `check`, `repair`, `checkpoint` or `statistics`; `rewrite` for an `alter_table` that writes the whole table again (PostgreSQL: `SET LOGGED`, `SET TABLESPACE`, `SET ACCESS METHOD`; MySQL: `CONVERT TO CHARACTER SET`, `ENGINE`, `FORCE`, `ROW_FORMAT`, `PARTITION BY` and others) and for a function that moves the rows of a table (Citus, TimescaleDB); `disabled` for one that turns off autovacuum of the table; otherwise empty',
    SINCE_2,
  ),
  algorithm: fact('string', "ALGORITHM of MySQL's ALTER TABLE or CREATE INDEX, lower case; otherwise empty", SINCE_2),
  lockOption: fact(
    'string',
    "LOCK of MySQL's ALTER TABLE or CREATE INDEX, or the mode of LOCK TABLE (`row exclusive`, `read`, `write`), lower case; otherwise empty",
    SINCE_2,
  ),
  endpoint: fact(
    'string',
    'source or destination of copied rows: `client`, `file` or `program` (both on the server), or `storage` (such as S3); otherwise empty',
  ),
  readable: fact('bool', 'false for dynamic SQL whose text could not be read completely'),
} as const satisfies Record<string, FactEntry>;

/** Facts of one statement (`statement.*` in a rule). Each number but `limit` is the largest of its kind in the statement. */
export const STATEMENT_FACTS = {
  dialect: fact('string', `dialect of the statement: ${DIALECTS.map((name) => `\`${name}\``).join(', ')}`, SINCE_2),
  tablesRead: fact('list<string>', 'tables that the statement reads, as `schema.name` or `name`, folded'),
  tablesWritten: fact('list<string>', 'tables that the statement writes, as `schema.name` or `name`, folded'),
  joinedTables: fact('int', 'number of tables and subqueries in the largest FROM clause'),
  functions: fact('list<string>', 'functions that the statement calls, lower case, without schema'),
  readOnly: fact(
    'bool',
    'each operation reads, and each function, operator, type and system catalog that the statement uses is on the list of those that change nothing; no row is locked, no sequence moves, and no setting or variable is changed. False if it certainly does more; not known if it uses something that is not on the list, such as a function of your own (`effects` names it), and in dialects without a list. Whether a name stands for a view is not visible in the statement',
    SINCE_5,
  ),
  effects: fact(
    'list<string>',
    'what the statement may do beyond reading, if its operations only read: `lock`, `into`, `sequence`, `variable`, `setting`, `file`, `transaction`, or what is not on the list, as in `function app.slug`, `operator <=>`, `type status`, `relation pg_authid`',
    SINCE_5,
  ),
  columnsRead: fact('list<string>', 'columns that the statement reads by name, without qualifiers', {
    knownIn: ['postgresql'],
  }),
  unnamedColumns: fact(
    'bool',
    'the statement may read columns that `columnsRead` does not name: `*`, a whole row (`SELECT t FROM t`), NATURAL JOIN, `COPY t TO`, or new names for the columns of a table (`FROM t AS x (a, b)`)',
    { knownIn: ['postgresql'], ...SINCE_5 },
  ),
  pinnedColumns: fact(
    'list<string>',
    'columns, as `table.column`, that the statement restricts to given values wherever it uses the table',
    SINCE_2,
  ),
  selectStar: fact('bool', 'a select list contains `*` or `t.*`'),
  hasLimit: fact(
    'bool',
    'the statement itself has LIMIT, FETCH FIRST or TOP; one of a subquery, a CTE, a body or a single query of a UNION does not count',
  ),
  limit: fact('int', 'that LIMIT; 0 if there is none'),
  hasOffset: fact('bool', 'the statement has OFFSET'),
  offset: fact('int', 'the largest OFFSET; 0 if there is none'),
  longestInList: fact('int', 'number of items in the longest IN list'),
  valuesRows: fact('int', 'number of rows in the longest VALUES list'),
  leadingWildcard: fact('bool', 'a LIKE pattern starts with `%` or `_`'),
  inTransaction: fact(
    'bool',
    'an earlier BEGIN in the file is still open, or the migration tool runs the file in a transaction',
  ),
  ddlInTransaction: fact(
    'bool',
    'an earlier statement of the same transaction changed a table that the file did not create',
    SINCE_2,
  ),
  usesNewEnumValue: fact(
    'bool',
    'the statement contains, as a text, an enum value that an earlier ALTER TYPE … ADD VALUE of the same transaction added, unless the transaction also created the type and the server is PostgreSQL 17 or newer',
    SINCE_3,
  ),
  lockTimeoutSet: fact('bool', 'lock_timeout (or lock_wait_timeout) was set earlier in the file'),
  statementTimeoutSet: fact('bool', 'statement_timeout (or max_statement_time) was set earlier in the file', SINCE_2),
  serverVersion: fact(
    'int',
    'version of the server from the configuration, as MySQL writes it in numbers: PostgreSQL 9.6 is 90600, 16 is 160000, MySQL 8.0.12 is 80012; missing if it is not configured, so test it with `has()` first',
    { ...SINCE_2, configured: true },
  ),
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
  section: fact(
    'string',
    '`up` or `down` if the file has migration sections, `baseline` for baseline migrations of Flyway, otherwise empty',
  ),
} as const satisfies Record<string, FactEntry>;

/**
 * What a recorded history says about the object that an operation takes away, renames or changes (`use.*`). In recorded
 * traffic, which has already run, nothing is asked.
 */
export const USE_FACTS = {
  known: fact(
    'bool',
    'a history of the database is given and the name of the object is known; without it, all other facts of `use` but `unused` are not known',
  ),
  calls: fact(
    'int',
    'recorded statements that read or write the object; not known if none certainly does and some may',
  ),
  writes: fact('int', 'those of them that write it'),
  flows: fact('int', 'different queries among them'),
  callers: fact('list<string>', 'applications, or users, that ran them'),
  lastDay: fact(
    'string',
    'day of the last one, as `2026-11-30` (UTC); empty if there is none or the history has no days',
  ),
  insertsWithoutColumn: fact('int', 'recorded INSERTs into the table that name their columns, and not this one'),
  insertsWithoutList: fact('int', 'recorded INSERTs into the table that do not name their columns'),
  unused: fact(
    'bool',
    'the configuration sets `unused-days`, and a complete history of production shows for as many days that nothing uses the object',
  ),
} as const satisfies Record<string, FactEntry>;

/** The variables of a condition. */
export const FACT_TABLES = {
  operation: OPERATION_FACTS,
  statement: STATEMENT_FACTS,
  use: USE_FACTS,
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

const { dialect: _dialect, ...rowFacts } = STATEMENT_FACTS;
/** The statement facts under `facts` in a row of a history. The dialect is a key of the row itself. */
export const ROW_STATEMENT_FACTS = rowFacts;

/** The facts of a statement that depend on what ran before it and on the server, all of them not known. */
export const UNKNOWN_SURROUNDINGS = {
  inTransaction: undefined,
  ddlInTransaction: undefined,
  usesNewEnumValue: undefined,
  lockTimeoutSet: undefined,
  statementTimeoutSet: undefined,
  serverVersion: undefined,
} as const satisfies Partial<StatementFacts>;
export type SurroundingFact = keyof typeof UNKNOWN_SURROUNDINGS;
export type CallerFacts = FactsOf<typeof CALLER_FACTS>;
export type FileFacts = FactsOf<typeof FILE_FACTS>;
export type UseFacts = FactsOf<typeof USE_FACTS>;

/** Without a history, and for operations that nobody asks about. */
export const NO_USE: UseFacts = {
  known: false,
  calls: undefined,
  writes: undefined,
  flows: undefined,
  callers: undefined,
  lastDay: undefined,
  insertsWithoutColumn: undefined,
  insertsWithoutList: undefined,
  unused: false,
};
