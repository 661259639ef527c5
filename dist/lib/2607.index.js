export const id = 2607;
export const ids = [2607];
export const modules = {

/***/ 26152:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ DIALECTS),
/* harmony export */   R: () => (/* binding */ isDialect)
/* harmony export */ });
/** The SQL dialects that Querygate reads. */
const DIALECTS = ['postgresql', 'mysql', 'mariadb', 'sqlite', 'transactsql'];
function isDialect(value) {
    return DIALECTS.includes(value);
}


/***/ }),

/***/ 30445:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ar: () => (/* binding */ MAINTENANCE),
/* harmony export */   B5: () => (/* binding */ FACTS_VERSION),
/* harmony export */   G_: () => (/* binding */ TARGET_FIELDS),
/* harmony export */   PG: () => (/* binding */ HARMLESS_LOCK_MODES),
/* harmony export */   SC: () => (/* binding */ FILTERS),
/* harmony export */   XN: () => (/* binding */ UNKNOWN_SURROUNDINGS),
/* harmony export */   Yo: () => (/* binding */ OPERATION_FACTS),
/* harmony export */   al: () => (/* binding */ CALLER_FACTS),
/* harmony export */   d: () => (/* binding */ ROW_STATEMENT_FACTS),
/* harmony export */   ls: () => (/* binding */ PLACES),
/* harmony export */   qz: () => (/* binding */ STATEMENT_FACTS),
/* harmony export */   vp: () => (/* binding */ FACT_TABLES),
/* harmony export */   w_: () => (/* binding */ DEFAULT_KINDS),
/* harmony export */   xR: () => (/* binding */ FILE_FACTS)
/* harmony export */ });
/**
 * Version of the fact tables below. Adding a fact requires a new version: facts that were recorded under an older one
 * lack the new facts (`since`), which are then not known.
 */
const FACTS_VERSION = 2;
/** How a write is filtered; `operation.filter` is empty for operations that take no filter. */
const FILTERS = ['none', 'always_true', 'conditional'];
/** Where in a statement an operation was found. */
const PLACES = {
    statement: 'the statement itself',
    cte: 'a WITH clause',
    subquery: 'a write inside the statement, as in COPY or a cursor. A SELECT there adds no operation, only facts of its statement',
    do_block: 'a DO block',
    routine_body: 'the body of a function, procedure, trigger, event or rule',
    dynamic: 'SQL that is built and run with EXECUTE, sp_executesql or PREPARE … FROM',
    explain_analyze: 'EXPLAIN ANALYZE, which executes the statement that it explains',
    prepared: 'PREPARE',
    executable_comment: 'a `/*! … */` comment, which MySQL or MariaDB executes',
};
function fact(type, summary, { knownIn = 'all', since = 1, configured = false, } = {}) {
    return { type, summary, alwaysKnownIn: knownIn, since, configured };
}
const NEW = { since: 2 };
/** How a column gets a value where a row has none; `operation.defaultKind`. */
const DEFAULT_KINDS = ['constant', 'stable', 'volatile', 'identity', 'stored', 'virtual'];
/** What a `maintain` operation does, or `rewrite` for an ALTER TABLE that rewrites the table; `operation.maintenance`. */
const MAINTENANCE = [
    ...['vacuum', 'vacuum_full', 'analyze', 'reindex', 'cluster', 'optimize', 'check', 'repair', 'checkpoint'],
    ...['statistics', 'rewrite', 'shrink'],
];
/** Modes of PostgreSQL's LOCK TABLE that block neither reads nor writes; values of `operation.lockOption`. */
const HARMLESS_LOCK_MODES = ['access share', 'row share', 'row exclusive', 'share update exclusive'];
/** Facts of one operation (`operation.*` in a rule). */
const OPERATION_FACTS = {
    kind: fact('string', 'kind of the operation (docs/facts.md lists the kinds)'),
    target: fact('target', 'table or other object of the operation: `.name`, `.schema`, `.quoted`'),
    columns: fact('list<string>', 'columns that the operation assigns, inserts into, adds, drops or changes'),
    filter: fact('string', '`none`, `always_true` or `conditional`; empty if the operation takes no filter, or only resets the counters in `sqlite_sequence`'),
    filterColumns: fact('list<string>', 'columns used in the filter, without qualifiers'),
    pinnedColumns: fact('list<string>', 'columns of the target that the filter restricts to given values (`=` or `IN`) in every branch of OR', NEW),
    cascade: fact('bool', 'the operation has CASCADE'),
    ifExists: fact('bool', 'the operation has IF EXISTS'),
    ifNotExists: fact('bool', 'the operation has IF NOT EXISTS'),
    orReplace: fact('bool', 'the operation has OR REPLACE or OR ALTER'),
    concurrently: fact('bool', 'the operation has CONCURRENTLY or ONLINE = ON'),
    temporary: fact('bool', 'the object is temporary, also one that a body creates and drops itself'),
    createdHere: fact('bool', 'the object was created earlier in the same file, or by a migration of the change that runs before it if it is a table that no SQL file of the base branch names; unconditionally, and not dropped or renamed since'),
    tableCreatedHere: fact('bool', 'the table that the operation changes, or the table of the index, constraint, trigger or policy, was created earlier in the same file or by an earlier migration of the change (in T-SQL, if its CREATE is conditional, in the same block), or is temporary; also if its CREATE may have been skipped (IF NOT EXISTS, or an IF in T-SQL), or names no schema and the operation `public` or `dbo`, or the other way round, and no SQL file of the base branch names the table; of ATTACH PARTITION, the partition', NEW),
    columnsCreatedHere: fact('bool', 'all columns that the operation assigns were added to an older table earlier in the same file', NEW),
    rebuilt: fact('bool', 'the file copied all rows and columns of the dropped table to a new table, which gets its name afterwards; in PostgreSQL, only if the SQL of the base shows all columns of the table, and mentions neither row-level security nor policies; in SQLite, only if no foreign key then deletes rows', NEW),
    recreated: fact('bool', 'the file drops a policy, trigger, rule, view or routine and creates one of the same name, on the same table, afterwards; a policy only if the SQL of the base branch shows that it gives no more access than before; also what turns off a check or protection of a table that the file turns on again afterwards', NEW),
    replacesNothing: fact('bool', 'a DROP TABLE IF EXISTS without CASCADE directly before the CREATE of a table that no SQL file of the base branch creates', NEW),
    deferred: fact('bool', 'in the body of a routine that neither the change calls or attaches, nor the SQL of the base branch attaches', NEW),
    place: fact('string', 'where in the statement the operation was found (docs/facts.md lists the places)'),
    dataTypes: fact('list<string>', 'column types, lower case, without length: `varchar`, `timestamp`'),
    notNull: fact('bool', 'the added column is NOT NULL'),
    hasDefault: fact('bool', 'the added column, or that of the inline constraint, has a default, is generated, or is an identity column'),
    defaultKind: fact('string', 'default of the added or changed column: `constant`, `stable` (such as `now()`), `volatile` (also a serial type), `identity`, `stored` or `virtual` (generated); empty if there is none', NEW),
    hasPrimaryKey: fact('bool', 'the created table has a primary key'),
    constraintType: fact('string', '`primary_key`, `unique`, `foreign_key`, `check`, `exclusion`, `not_null`, or empty'),
    notValid: fact('bool', 'the constraint is added as NOT VALID, NOT ENFORCED or WITH NOCHECK, or a foreign key of MySQL with `foreign_key_checks` off: existing rows are not checked'),
    inline: fact('bool', 'the constraint is part of the definition of an added column', NEW),
    usingIndex: fact('bool', 'the constraint is added with USING INDEX', NEW),
    notNullChecked: fact('bool', 'a valid CHECK that the column is not null was added or validated earlier in the file; not known if the file does not define the validated constraint', NEW),
    unique: fact('bool', 'the index is unique'),
    indexType: fact('string', '`fulltext` or `spatial` for such an index of MySQL or SQL Server; `partitioned` for one of PostgreSQL that is created `ON ONLY` its table, without the partitions; otherwise empty', NEW),
    constraint: fact('string', 'name of the constraint that is added, dropped or validated; empty if none is written'),
    table: fact('string', 'table of the index, trigger, policy or rewrite rule, or the other table of a partition, as `schema.name` or `name`'),
    language: fact('string', 'language of the routine or DO block, lower case'),
    privileges: fact('list<string>', 'privileges or roles that are granted or revoked, or attributes given to a role, lower case; `all` for ALL'),
    grantees: fact('list<string>', 'roles or users that get or lose the privileges, folded; `public` for PUBLIC'),
    grantOption: fact('bool', 'the operation has WITH GRANT OPTION or WITH ADMIN OPTION'),
    maintenance: fact('string', '`vacuum`, `vacuum_full`, `analyze`, `reindex`, `cluster`, `optimize`, `check`, `repair`, `checkpoint` or `statistics`; `rewrite` for an `alter_table` that writes the whole table again (PostgreSQL: `SET LOGGED`, `SET TABLESPACE`, `SET ACCESS METHOD`; MySQL: `CONVERT TO CHARACTER SET`, `ENGINE`, `FORCE`, `ROW_FORMAT`, `PARTITION BY` and others); otherwise empty', NEW),
    algorithm: fact('string', "ALGORITHM of MySQL's ALTER TABLE or CREATE INDEX, lower case; otherwise empty", NEW),
    lockOption: fact('string', "LOCK of MySQL's ALTER TABLE or CREATE INDEX, or the mode of LOCK TABLE (`row exclusive`, `read`, `write`), lower case; otherwise empty", NEW),
    endpoint: fact('string', 'source or destination of copied rows: `client`, `file` or `program` (both on the server); otherwise empty'),
    readable: fact('bool', 'false for dynamic SQL whose text could not be read completely'),
};
/** Facts of one statement (`statement.*` in a rule). Each number is the largest of its kind in the statement. */
const STATEMENT_FACTS = {
    dialect: fact('string', 'dialect of the statement: `postgresql`, `mysql`, `mariadb`, `sqlite` or `transactsql`', NEW),
    tablesRead: fact('list<string>', 'tables that the statement reads, as `schema.name` or `name`, folded'),
    tablesWritten: fact('list<string>', 'tables that the statement writes, as `schema.name` or `name`, folded'),
    joinedTables: fact('int', 'number of tables and subqueries in the largest FROM clause'),
    functions: fact('list<string>', 'functions that the statement calls, lower case, without schema'),
    columnsRead: fact('list<string>', 'columns that the statement reads by name, without qualifiers', {
        knownIn: ['postgresql'],
    }),
    pinnedColumns: fact('list<string>', 'columns, as `table.column`, that the statement restricts to given values wherever it uses the table', NEW),
    selectStar: fact('bool', 'a select list contains `*` or `t.*`'),
    hasLimit: fact('bool', 'the statement has LIMIT, FETCH FIRST or TOP'),
    limit: fact('int', 'the largest LIMIT; 0 if there is none'),
    hasOffset: fact('bool', 'the statement has OFFSET'),
    offset: fact('int', 'the largest OFFSET; 0 if there is none'),
    longestInList: fact('int', 'number of items in the longest IN list'),
    valuesRows: fact('int', 'number of rows in the longest VALUES list'),
    leadingWildcard: fact('bool', 'a LIKE pattern starts with `%` or `_`'),
    inTransaction: fact('bool', 'an earlier BEGIN in the file is still open, or the migration tool runs the file in a transaction'),
    ddlInTransaction: fact('bool', 'an earlier statement of the same transaction changed a table that the file did not create', NEW),
    lockTimeoutSet: fact('bool', 'lock_timeout (or lock_wait_timeout) was set earlier in the file'),
    statementTimeoutSet: fact('bool', 'statement_timeout (or max_statement_time) was set earlier in the file', NEW),
    serverVersion: fact('int', 'version of the server from the configuration, as MySQL writes it in numbers: PostgreSQL 9.6 is 90600, 16 is 160000, MySQL 8.0.12 is 80012; missing if it is not configured, so test it with `has()` first', { ...NEW, configured: true }),
};
/** Facts of the caller (`caller.*`): who runs the statement. Files have them only if a caller is configured. */
const CALLER_FACTS = {
    user: fact('string', 'database user'),
    role: fact('string', 'role'),
    application: fact('string', 'application name'),
    database: fact('string', 'database'),
    tags: fact('map<string, string>', 'query tags: framework, controller, action, route, job'),
};
/** Facts of the file that holds the statement (`file.*`). */
const FILE_FACTS = {
    path: fact('string', 'path from the root of the repository, with `/`'),
    section: fact('string', '`up` or `down` if the file has migration sections, otherwise empty'),
};
/** The four variables of a condition. */
const FACT_TABLES = {
    operation: OPERATION_FACTS,
    statement: STATEMENT_FACTS,
    caller: CALLER_FACTS,
    file: FILE_FACTS,
};
/** Fields of `operation.target`. */
const TARGET_FIELDS = {
    name: fact('string', 'name, folded as the dialect folds it'),
    schema: fact('string', 'schema or database before the dot; empty if none is written'),
    quoted: fact('bool', 'the name is quoted'),
};
const { dialect: _dialect, ...rowFacts } = STATEMENT_FACTS;
/** The statement facts under `facts` in a row of a history. The dialect is a key of the row itself. */
const ROW_STATEMENT_FACTS = rowFacts;
/** The facts of a statement that depend on what ran before it and on the server, all of them not known. */
const UNKNOWN_SURROUNDINGS = {
    inTransaction: undefined,
    ddlInTransaction: undefined,
    lockTimeoutSet: undefined,
    statementTimeoutSet: undefined,
    serverVersion: undefined,
};


/***/ }),

/***/ 17576:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ CONTEXT_LIMITS)
/* harmony export */ });
/** Maximum number of names in one list of a context, of characters in a name, and of definitions of one policy. */
const CONTEXT_LIMITS = { names: 1000, characters: 256, definitions: 20, definitionCharacters: 4000 };


/***/ }),

/***/ 38334:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CX: () => (/* binding */ HISTORY_FILE),
/* harmony export */   KG: () => (/* binding */ CALLER_PATTERNS),
/* harmony export */   M$: () => (/* binding */ recordsOf),
/* harmony export */   g1: () => (/* binding */ HISTORY_VERSION),
/* harmony export */   gO: () => (/* binding */ HISTORY_SOURCES),
/* harmony export */   s1: () => (/* binding */ SOURCE_KINDS)
/* harmony export */ });
/* unused harmony export SERVICE_SOURCES */
/** Version of the snapshot format (docs/history-format.md). */
const HISTORY_VERSION = 1;
/** Default path of a repository's snapshot. */
const HISTORY_FILE = '.querygate/history.jsonl.gz';
/** Logs and exports from which a history can be read. */
const HISTORY_SOURCES = {
    'postgresql-jsonlog': 'PostgreSQL log, `log_destination = jsonlog`',
    'postgresql-csvlog': 'PostgreSQL log, `log_destination = csvlog`',
    'postgresql-stderr': 'PostgreSQL log as text, any `log_line_prefix`',
    'pg-stat-statements': '`pg_stat_statements`, exported as CSV',
    'mysql-slow': 'slow query log of MySQL or MariaDB',
    'mysql-general': 'general query log of MySQL or MariaDB',
    'mysql-digest': '`events_statements_summary_by_digest` of MySQL or MariaDB, exported as CSV',
    jsonl: 'JSON Lines with `sql`, `calls`, `user`, `application`, `database`, `at`',
};
/** Sources of a workspace's history in the service, in addition to imported snapshots. */
const SERVICE_SOURCES = {
    'service-http': 'queries that the service evaluated and allowed',
    'service-events': 'events that clients sent to the service',
};
const SOURCE_KINDS = Object.keys({ ...HISTORY_SOURCES, ...SERVICE_SOURCES });
/**
 * Caller facts that a history may record only in part. In names, `*` replaces any text (and `…` the end of a truncated
 * name); tags may be missing or altered. A rule is decided only if that makes no difference to it.
 */
const CALLER_PATTERNS = ['user', 'application', 'tags'];
/** Total and unread entries of the sources that count them; undefined if no source does. */
function recordsOf(sources) {
    let counted;
    for (const { records, unreadRecords = 0 } of sources) {
        if (records === undefined)
            continue;
        counted ??= { all: 0, unread: 0 };
        counted.all += records + unreadRecords;
        counted.unread += unreadRecords;
    }
    return counted;
}


/***/ }),

/***/ 72607:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  al: () => (/* reexport */ facts/* CALLER_FACTS */.al),
  KG: () => (/* reexport */ model_history/* CALLER_PATTERNS */.KG),
  Ph: () => (/* reexport */ file_context/* CONTEXT_LIMITS */.P),
  xL: () => (/* reexport */ ConfigError),
  w_: () => (/* reexport */ facts/* DEFAULT_KINDS */.w_),
  O9: () => (/* reexport */ dialect/* DIALECTS */.O),
  dc: () => (/* reexport */ EXIT),
  B5: () => (/* reexport */ facts/* FACTS_VERSION */.B5),
  vp: () => (/* reexport */ facts/* FACT_TABLES */.vp),
  d$: () => (/* reexport */ verdict/* FAIL_ON */.d$),
  xR: () => (/* reexport */ facts/* FILE_FACTS */.xR),
  SC: () => (/* reexport */ facts/* FILTERS */.SC),
  a: () => (/* reexport */ verdict/* FINDINGS_MODES */.a),
  MY: () => (/* reexport */ FLOW_CLASSES),
  PG: () => (/* reexport */ facts/* HARMLESS_LOCK_MODES */.PG),
  CX: () => (/* reexport */ model_history/* HISTORY_FILE */.CX),
  gO: () => (/* reexport */ model_history/* HISTORY_SOURCES */.gO),
  g1: () => (/* reexport */ model_history/* HISTORY_VERSION */.g1),
  Ln: () => (/* reexport */ INSTALLED),
  Gd: () => (/* reexport */ InternalError),
  rr: () => (/* reexport */ LineIndex),
  Ar: () => (/* reexport */ facts/* MAINTENANCE */.Ar),
  gZ: () => (/* reexport */ MAX_FILE_BYTES),
  ko: () => (/* reexport */ MAX_LINK_BYTES),
  bI: () => (/* reexport */ migration_tool/* MIGRATION_TOOLS */.b),
  zN: () => (/* reexport */ verdict/* ON_UNKNOWN */.zN),
  Yo: () => (/* reexport */ facts/* OPERATION_FACTS */.Yo),
  H0: () => (/* reexport */ operations/* OPERATION_GROUPS */.H0),
  YO: () => (/* reexport */ operations/* OPERATION_KINDS */.YO),
  ls: () => (/* reexport */ facts/* PLACES */.ls),
  Ax: () => (/* reexport */ PRODUCT),
  d: () => (/* reexport */ facts/* ROW_STATEMENT_FACTS */.d),
  vN: () => (/* reexport */ RULE_CHANGES),
  s1: () => (/* reexport */ model_history/* SOURCE_KINDS */.s1),
  T9: () => (/* reexport */ SQL_FILE_ENDINGS),
  qz: () => (/* reexport */ facts/* STATEMENT_FACTS */.qz),
  _7: () => (/* reexport */ ServiceError),
  G_: () => (/* reexport */ facts/* TARGET_FIELDS */.G_),
  XN: () => (/* reexport */ facts/* UNKNOWN_SURROUNDINGS */.XN),
  oA: () => (/* reexport */ verdict/* UNREAD_MIGRATIONS */.oA),
  fi: () => (/* reexport */ addDays),
  QR: () => (/* reexport */ ageInDays),
  gh: () => (/* reexport */ canCarry),
  xO: () => (/* reexport */ carriersOf),
  m3: () => (/* reexport */ verdict/* compareVerdicts */.m3),
  Gt: () => (/* reexport */ countFindings),
  hS: () => (/* reexport */ counted),
  y8: () => (/* reexport */ cutExcerpt),
  tu: () => (/* reexport */ docsPage),
  Lq: () => (/* reexport */ docsRootOf),
  WH: () => (/* reexport */ flowCaller),
  Ou: () => (/* reexport */ flowId),
  Tb: () => (/* reexport */ historyReport),
  e2: () => (/* reexport */ isAvailable),
  PX: () => (/* reexport */ isBranch),
  RM: () => (/* reexport */ dialect/* isDialect */.R),
  yG: () => (/* reexport */ operations/* isOperationKind */.yG),
  YS: () => (/* reexport */ isProject),
  i9: () => (/* reexport */ isRef),
  ir: () => (/* reexport */ isSqlFileName),
  tG: () => (/* reexport */ operations/* kindsOf */.tG),
  yv: () => (/* reexport */ originOf),
  xA: () => (/* reexport */ server_version/* parseServerVersion */.x),
  IU: () => (/* reexport */ rawUrl),
  M$: () => (/* reexport */ model_history/* recordsOf */.M$),
  uw: () => (/* reexport */ repositoryAt),
  Vl: () => (/* reexport */ schemaId),
  G1: () => (/* reexport */ sqlFileName),
  Rn: () => (/* reexport */ verdict/* stricter */.Rn),
  h: () => (/* reexport */ suggestion),
  qP: () => (/* reexport */ webUrl)
});

// UNUSED EXPORTS: RULE_VERDICTS, SERVER_VERSION_FORM, SERVICE_SOURCES

;// CONCATENATED MODULE: ./build/esm/model/change.js
function isAvailable(value) {
    return !('unavailable' in value);
}

;// CONCATENATED MODULE: ./build/esm/model/product.js
// Generated from package.json by `npm run generate`.
const PRODUCT = {
    name: 'querygate',
    version: '0.1.0',
    homepage: undefined,
};

;// CONCATENATED MODULE: ./build/esm/model/client-source.js

/** The source of a client that was installed as a package, whose address only package.json can tell. */
const INSTALLED = {
    repository: repositoryAt(PRODUCT.homepage, `v${PRODUCT.version}`),
    install: [],
    command: PRODUCT.name,
};
/**
 * The repository at a web or git address; undefined for hosts other than GitHub and GitLab, whose file addresses are
 * unknown. Credentials in the address are dropped.
 */
function repositoryAt(address, ref) {
    const web = /^(?:ssh:\/\/)?git@([\w.-]+)(?::\d+)?[:/]+(.+)$/.exec(address ?? '');
    const url = web ? `https://${web[1]}/${web[2]}` : (address ?? '').replace(/^git\+/, '');
    if (!URL.canParse(url))
        return undefined;
    const { host, pathname } = new URL(url);
    const server = originOf(url);
    const project = pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
    if (!server || !isProject(project) || !isRef(ref))
        return undefined;
    const kind = ['github', 'gitlab'].find((name) => host.includes(name));
    return kind && { host: kind, server, project, ref };
}
/**
 * The origin of a web address; undefined for other addresses. A host that a shell could read as more than a word has
 * none, since the origin goes into commands that readers paste.
 */
function originOf(url) {
    if (!URL.canParse(url))
        return undefined;
    const { protocol, hostname, origin } = new URL(url);
    return /^https?:$/.test(protocol) && /^[\w.-]+$/.test(hostname) ? origin : undefined;
}
/** Whether the text can be a project's path: it goes into addresses and shell commands. */
function isProject(text) {
    return /^[\w.-]+(?:\/[\w.-]+)+$/.test(text) && !/(?:^|\/)\.{0,2}(?:\/|$)/.test(text);
}
/** Whether the text can be a ref that is safe in addresses and shell commands. */
function isRef(text) {
    return /^[\w][\w./+-]*$/.test(text) && !text.includes('..');
}
/** Web address of a repository. */
function webUrl({ server, project }) {
    return `${server}/${project}`;
}
/** Address of the folder docs/, with `/` at its end; undefined if it is unknown. */
function docsRootOf({ repository } = INSTALLED) {
    return repository && fileUrl(repository, 'blob', 'docs/');
}
/** A page of docs/ for a message, such as `config`: its address, or its path if the address is unknown. */
function docsPage(page, source) {
    const root = docsRootOf(source);
    return root === undefined ? `docs/${page}.md of Querygate` : `${root}${page}.md`;
}
/** Address of a file's raw content. */
function rawUrl(repository, path) {
    return fileUrl(repository, 'raw', path);
}
function fileUrl(repository, view, path) {
    const separator = repository.host === 'gitlab' ? '/-' : '';
    return `${webUrl(repository)}${separator}/${view}/${repository.ref}/${path}`;
}
/** The `$id` of a JSON Schema, such as `config.v1`. It is a name, not an address. */
function schemaId(name) {
    return `urn:querygate:schema:${name}`;
}

;// CONCATENATED MODULE: ./build/esm/model/counted.js
/** `1 rule`, `2 rules`, `1,204 calls`. */
function counted(n, noun, many = `${noun}s`) {
    return `${n.toLocaleString('en')} ${n === 1 ? noun : many}`;
}

;// CONCATENATED MODULE: ./build/esm/model/day.js
const DAY = 24 * 60 * 60 * 1000;
/** Adds days to a `YYYY-MM-DD` date. */
function addDays(day, days) {
    return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

// EXTERNAL MODULE: ./build/esm/model/dialect.js
var dialect = __webpack_require__(26152);
;// CONCATENATED MODULE: ./build/esm/model/errors.js
/** A process exit code (docs/exit-codes.md). When several apply, the smallest wins. */
const EXIT = {
    ok: 0,
    blocked: 1,
    config: 2,
    auth: 3,
    service: 4,
    unknown: 5,
    internal: 70,
};
/**
 * An error that the user can fix: usage, configuration, an unreadable file, an invalid rule.
 * The message is one lower-case line, with user input in back-ticks, and says what to do.
 */
class ConfigError extends Error {
    name = 'ConfigError';
    exitCode = EXIT.config;
    place;
    /** Further mistakes of the same files, in order; a reader that shows only one shows this error. */
    others;
    constructor(message, place, others = []) {
        super(message);
        this.place = place;
        this.others = others;
    }
    /** This mistake and the others of the same files. */
    get all() {
        return [this, ...this.others];
    }
    /** `file:line:column: message`, with as much of the position as is known. */
    toLine() {
        if (!this.place)
            return this.message;
        const { file, line, column } = this.place;
        const where = [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
        return `${where}: ${this.message}`;
    }
}
/** The service could not be reached or returned an error. */
class ServiceError extends Error {
    name = 'ServiceError';
    exitCode;
    details;
    constructor(message, exitCode = EXIT.service, details = {}) {
        super(message);
        this.exitCode = exitCode;
        this.details = details;
    }
}
/** A bug in Querygate itself. */
class InternalError extends Error {
    name = 'InternalError';
    exitCode = EXIT.internal;
}

;// CONCATENATED MODULE: ./build/esm/model/excerpt.js
const MAX_EXCERPT = 400;
/**
 * Returns the excerpt of a finding: at most 400 UTF-16 units of its line, around `column`.
 *
 * @param line the complete line, without its line end
 * @param column UTF-16 column of the finding in the line, from 1
 * @returns the raw text, and the column (from 1) of its first character
 */
function cutExcerpt(line, column) {
    const last = Math.max(0, line.length - MAX_EXCERPT);
    const start = Math.min(last, Math.max(0, column - 1 - MAX_EXCERPT / 4));
    return { excerpt: line.slice(start, start + MAX_EXCERPT), excerptColumn: start + 1 };
}

// EXTERNAL MODULE: ./build/esm/model/operations.js
var operations = __webpack_require__(86866);
;// CONCATENATED MODULE: ./build/esm/model/fact-carriers.js

const CREATE = Object.keys(operations/* OPERATION_KINDS */.YO).filter((kind) => kind.startsWith('create_'));
/** What an ALTER TABLE does, with the options that it has as a whole. */
const ALTER_TABLE = [
    ...['alter_table', 'add_column', 'drop_column', 'rename_column', 'alter_column_type', 'set_not_null'],
    ...['drop_not_null', 'set_default', 'drop_default', 'add_constraint', 'drop_constraint'],
    ...['validate_constraint', 'create_index', 'drop_index', 'rename_table', 'rename_other', 'set_schema'],
    ...['attach_partition', 'detach_partition', 'drop_partition', 'truncate_partition', 'switch_partition'],
    ...['enable_trigger', 'disable_trigger', 'enable_row_security', 'disable_row_security', 'change_owner'],
    ...['truncate', 'maintain'],
];
const FILTERED = ['update', 'delete', 'merge', 'merge_delete'];
const PRIVILEGES = ['grant', 'revoke', 'grant_role', 'revoke_role'];
/**
 * The kinds and groups of operations on which each fact can differ from its default. It must list every kind for which a
 * reader sets the fact, as a condition that reads the fact on other kinds only is refused.
 */
const FACT_CARRIERS = {
    kind: 'all',
    target: 'all',
    place: 'all',
    temporary: 'all',
    createdHere: 'all',
    tableCreatedHere: 'all',
    deferred: 'all',
    readable: 'all',
    columns: [
        ...['insert', 'update', 'replace', 'copy_from', 'copy_to', 'create_table', 'create_type'],
        ...['create_view', 'create_materialized_view', 'create_other'],
        ...ALTER_TABLE,
    ],
    filter: [...FILTERED, 'truncate', 'truncate_partition'],
    filterColumns: FILTERED,
    pinnedColumns: FILTERED,
    cascade: ['drop', 'truncate', 'truncate_partition', 'grant', 'revoke'],
    ifExists: [
        ...['drop', 'alter_type', 'alter_sequence', 'alter_database', 'alter_role', 'alter_other'],
        ...['rename_other', 'change_owner', 'set_schema', 'add_constraint'],
    ],
    ifNotExists: ['add_column', 'add_constraint', ...CREATE],
    orReplace: CREATE,
    concurrently: ['create_index', 'drop', 'maintain', 'refresh_materialized_view', 'add_cascade', ...ALTER_TABLE],
    columnsCreatedHere: ['update'],
    rebuilt: ['drop_table'],
    recreated: [
        ...['drop_policy', 'drop_trigger', 'drop_view', 'drop_function', 'drop_procedure', 'drop_rule'],
        ...['disable_constraint', 'disable_protection'],
    ],
    replacesNothing: ['drop_table'],
    dataTypes: ['add_column', 'alter_column_type', 'create_table', 'create_other'],
    notNull: ['add_column', 'alter_column_type', 'set_not_null'],
    hasDefault: ['add_column', 'alter_column_type', 'set_default', 'add_constraint'],
    defaultKind: ['add_column', 'alter_column_type', 'set_default'],
    hasPrimaryKey: ['create_table', 'add_column', 'alter_column_type', 'add_constraint'],
    constraintType: ['add_constraint', 'drop_constraint'],
    notValid: ['add_constraint'],
    inline: ['add_constraint'],
    usingIndex: ['add_constraint'],
    notNullChecked: ['set_not_null'],
    unique: ['create_index', 'add_constraint', 'create_other'],
    indexType: ['create_index'],
    constraint: ['add_constraint', 'drop_constraint', 'validate_constraint'],
    table: [
        ...['create_index', 'create_trigger', 'create_event', 'create_rule', 'create_policy', 'create_table'],
        'discard_writes',
        ...['drop', 'alter_policy', 'attach_partition', 'detach_partition', 'alter_table', 'maintain'],
    ],
    language: ['create_function', 'create_procedure', 'do_block', 'load_library'],
    privileges: [...PRIVILEGES, 'alter_default_privileges', 'create_role', 'alter_role'],
    grantees: [...PRIVILEGES, 'alter_default_privileges'],
    grantOption: PRIVILEGES,
    maintenance: ['maintain', 'alter_table'],
    algorithm: [...ALTER_TABLE, 'add_cascade'],
    lockOption: [...ALTER_TABLE, 'add_cascade', 'lock_table'],
    endpoint: ['copy_from', 'copy_to'],
};
/** The kinds and groups that can carry a fact of operations, without repetition; `all` if every kind can. */
function carriersOf(fact) {
    const carriers = FACT_CARRIERS[fact];
    if (carriers === 'all')
        return 'all';
    const grouped = new Set(carriers.flatMap((name) => ((0,operations/* isOperationKind */.yG)(name) ? [] : (0,operations/* kindsOf */.tG)(name))));
    return [...new Set(carriers)].filter((name) => !grouped.has(name));
}
/** Whether an operation of this kind can carry the fact: on others it always has its default. */
function canCarry(kind, fact) {
    const carriers = FACT_CARRIERS[fact];
    if (carriers === 'all')
        return true;
    const groups = operations/* OPERATION_KINDS */.YO[kind].groups;
    return carriers.some((name) => name === kind || groups.includes(name));
}

// EXTERNAL MODULE: ./build/esm/model/facts.js
var facts = __webpack_require__(30445);
// EXTERNAL MODULE: ./build/esm/model/file-context.js
var file_context = __webpack_require__(17576);
;// CONCATENATED MODULE: ./build/esm/model/finding.js
/** The number of findings, with those that a listed one stands for. */
function countFindings(findings) {
    return findings.reduce((sum, { count = 1 }) => sum + count, 0);
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/esm/model/flow-id.js

/** The name by which flows tell callers apart. */
function flowCaller({ caller }) {
    return caller.application || caller.user || '';
}
/**
 * The id of a flow: the first 12 hex digits of SHA-256 over `v1`, dialect, shape, application (the user where the
 * application is empty or not recorded) and database, joined by NUL. It contains no literal and no date. So it stays
 * the same in every history, as long as query, caller and database stay the same.
 */
function flowId(row) {
    const identity = ['v1', row.dialect, row.shape, flowCaller(row), row.caller.database ?? ''].join('\0');
    return (0,external_node_crypto_.createHash)('sha256').update(identity).digest('hex').slice(0, 12);
}

// EXTERNAL MODULE: ./build/esm/model/history.js
var model_history = __webpack_require__(38334);
;// CONCATENATED MODULE: ./build/esm/model/history-report.js
const history_report_DAY = 24 * 60 * 60 * 1000;
/** Describes a history for a report. */
function historyReport({ from: firstSeen, to: lastSeen, statements, rows, sources }, { from, side }, now) {
    return { from, side, firstSeen, lastSeen, ageDays: ageInDays(lastSeen, now), statements, rows, sources };
}
/** Age in whole days, at least 0; undefined if the history has no timestamps. */
function ageInDays(timestamp, now) {
    return timestamp === undefined ? undefined : Math.max(0, Math.floor((now.getTime() - Date.parse(timestamp)) / history_report_DAY));
}

// EXTERNAL MODULE: ./build/esm/model/migration-tool.js
var migration_tool = __webpack_require__(74045);
;// CONCATENATED MODULE: ./build/esm/model/nearest-name.js
/** Edit distance in which swapping two neighbours counts as one edit. Stops above `limit`. */
function distance(a, b, limit) {
    if (Math.abs(a.length - b.length) > limit)
        return limit + 1;
    let before = [];
    let last = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (let i = 1; i <= a.length; i++) {
        const row = [i];
        let least = i;
        for (let j = 1; j <= b.length; j++) {
            const same = a[i - 1] === b[j - 1];
            let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
            if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
                best = Math.min(best, (before[j - 2] ?? 0) + 1);
            row.push(best);
            if (best < least)
                least = best;
        }
        // A swap looks two rows back, so that it can still be one edit less.
        if (least > limit + 1)
            return limit + 1;
        before = last;
        last = row;
    }
    return last[b.length] ?? limit + 1;
}
/** Returns ` (did you mean \`x\`?)` for the nearest known word, or an empty text if none is near. */
function suggestion(word, known) {
    const wanted = word.slice(0, 80).toLowerCase();
    const limit = Math.max(1, Math.floor(wanted.length / 3));
    let nearest;
    let best = limit + 1;
    for (const candidate of known) {
        const edits = distance(wanted, candidate.toLowerCase(), best - 1);
        if (edits < best) {
            best = edits;
            nearest = candidate;
        }
    }
    return nearest === undefined ? '' : ` (did you mean \`${nearest}\`?)`;
}

// EXTERNAL MODULE: ./build/esm/model/server-version.js
var server_version = __webpack_require__(842);
;// CONCATENATED MODULE: ./build/esm/model/simulation.js
/**
 * The effect of a ruleset change on a flow. `newly_blocked`: all of its legitimate runs are blocked; `partly_blocked`:
 * some of them; `unknown`: a changed rule cannot be decided and might block; `changed`: from allow to warn or back.
 * A flow has the worst class of its runs, in this order.
 */
const FLOW_CLASSES = [
    'newly_blocked',
    'partly_blocked',
    'unknown',
    'newly_allowed',
    'changed',
    'unchanged',
];
/** How the text of a rule changed, independent of the history. */
const RULE_CHANGES = ['added', 'removed', 'edited'];

;// CONCATENATED MODULE: ./build/esm/model/span.js
/**
 * Converts offsets to lines and columns. A line ends at LF, CRLF or a lone CR,
 * as in editors and on both CI hosts.
 */
class LineIndex {
    #starts = [0];
    constructor(text) {
        for (let i = 0; i < text.length; i++) {
            const code = text.charCodeAt(i);
            if (code === 10)
                this.#starts.push(i + 1);
            else if (code === 13) {
                if (text.charCodeAt(i + 1) === 10)
                    i++;
                this.#starts.push(i + 1);
            }
        }
    }
    position(offset) {
        const starts = this.#starts;
        let low = 0;
        let high = starts.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (starts[middle] <= offset)
                low = middle;
            else
                high = middle - 1;
        }
        return { offset, line: low + 1, column: offset - starts[low] + 1 };
    }
    location(span) {
        return { start: this.position(span.start), end: this.position(span.end) };
    }
}

;// CONCATENATED MODULE: ./build/esm/model/sql-files.js
/** What the last part of a SQL file's name says about its dialect; undefined if it says nothing. */
const ENDINGS = {
    sql: undefined,
    ddl: undefined,
    psql: 'postgresql',
    pgsql: 'postgresql',
    mysql: 'mysql',
    sqlite: 'sqlite',
    tsql: 'transactsql',
};
/** Names of dialects next to an ending: `schema.sql.postgres`, `schema.postgres.sql`. */
const DIALECT_WORDS = {
    postgres: 'postgresql',
    postgresql: 'postgresql',
    pg: 'postgresql',
    psql: 'postgresql',
    pgsql: 'postgresql',
    mysql: 'mysql',
    mariadb: 'mariadb',
    sqlite: 'sqlite',
    sqlite3: 'sqlite',
    mssql: 'transactsql',
    sqlserver: 'transactsql',
    tsql: 'transactsql',
    transactsql: 'transactsql',
};
/** Endings after the ending of a SQL file: `schema.sql.erb`. */
const TEMPLATE_ENDINGS = {
    erb: 'percent',
    j2: 'braces',
    jinja: 'braces',
    jinja2: 'braces',
    tmpl: 'braces',
    gotmpl: 'braces',
    mustache: 'braces',
    hbs: 'braces',
    template: 'any',
};
const SQL_FILE_ENDINGS = Object.keys(ENDINGS);
/** Reads the name of a file, in any case; undefined if it is not the name of a SQL file. */
function sqlFileName(path) {
    const parts = path
        .slice(path.lastIndexOf('/') + 1)
        .toLowerCase()
        .split('.')
        .slice(1);
    const template = own(TEMPLATE_ENDINGS, parts.at(-1));
    if (template)
        parts.pop();
    const after = own(DIALECT_WORDS, parts.at(-1));
    if (after && isEnding(parts.at(-2)))
        return { dialect: after, template };
    const ending = parts.pop();
    if (!isEnding(ending))
        return undefined;
    return { dialect: own(ENDINGS, ending) ?? own(DIALECT_WORDS, parts.at(-1)), template };
}
/** Whether Querygate reads a file with this name as SQL. */
function isSqlFileName(path) {
    return sqlFileName(path) !== undefined;
}
function isEnding(part) {
    return part !== undefined && Object.hasOwn(ENDINGS, part);
}
function own(table, key) {
    return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

;// CONCATENATED MODULE: ./build/esm/model/statement.js
const BRANCHES = new Set(['branch', 'jump', 'block', 'end of block']);
/** Whether the operation is control flow that decides whether later statements run. */
function isBranch({ kind, objectClass }) {
    return kind === 'control' && BRANCHES.has(objectClass);
}

;// CONCATENATED MODULE: ./build/esm/model/tree.js
/** Maximum size of a file that is read, so that a pull request cannot fill the runner's memory. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** Maximum length of a link target; no operating system follows a longer one. */
const MAX_LINK_BYTES = 4096;

// EXTERNAL MODULE: ./build/esm/model/verdict.js
var verdict = __webpack_require__(32443);
;// CONCATENATED MODULE: ./build/esm/model/index.js






























/***/ }),

/***/ 74045:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ MIGRATION_TOOLS)
/* harmony export */ });
/** Migration tools whose down sections are recognised (see sql/text/sections.ts). */
const MIGRATION_TOOLS = [
    'goose',
    'dbmate',
    'sql-migrate',
    'liquibase',
    'golang-migrate',
    'sqlx',
    'diesel',
    'rambler',
    'flyway',
    'sqitch',
    // A runner of the team's own, or a tool that is not in the list, whose files come in pairs: `x.up.sql`, `x.down.sql`.
    'up-down-files',
];


/***/ }),

/***/ 86866:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H0: () => (/* binding */ OPERATION_GROUPS),
/* harmony export */   YO: () => (/* binding */ OPERATION_KINDS),
/* harmony export */   tG: () => (/* binding */ kindsOf),
/* harmony export */   yG: () => (/* binding */ isOperationKind)
/* harmony export */ });
/** The groups that `operations` of a rule may name besides single kinds. */
const OPERATION_GROUPS = ['drop', 'ddl', 'write', 'read', 'any'];
function kind(summary, ...groups) {
    return { groups, summary };
}
/**
 * Every kind of operation that a rule may name. docs/facts.md is generated from this table.
 * Never rename or remove a kind: rules in other repositories use it.
 */
const OPERATION_KINDS = {
    // Reading and writing rows
    select: kind('SELECT, VALUES or TABLE', 'read'),
    insert: kind('INSERT', 'write'),
    update: kind('UPDATE', 'write'),
    delete: kind('DELETE', 'write'),
    merge: kind('MERGE; all branches count as one operation', 'write'),
    merge_delete: kind('MERGE with a DELETE branch (in addition to `merge`)', 'write'),
    replace: kind('REPLACE, INSERT OR REPLACE (deletes conflicting rows)', 'write'),
    truncate: kind('TRUNCATE', 'write'),
    copy_from: kind('COPY … FROM, LOAD DATA, BULK INSERT', 'write'),
    copy_to: kind('COPY … TO, SELECT … INTO OUTFILE or DUMPFILE', 'read'),
    // Creating
    create_table: kind('CREATE TABLE, CREATE TABLE AS, SELECT … INTO', 'ddl'),
    create_index: kind('CREATE INDEX', 'ddl'),
    create_view: kind('CREATE VIEW', 'ddl'),
    create_materialized_view: kind('CREATE MATERIALIZED VIEW', 'ddl'),
    create_schema: kind('CREATE SCHEMA', 'ddl'),
    create_database: kind('CREATE DATABASE', 'ddl'),
    create_sequence: kind('CREATE SEQUENCE', 'ddl'),
    create_type: kind('CREATE TYPE, CREATE DOMAIN', 'ddl'),
    create_extension: kind('CREATE EXTENSION, INSTALL PLUGIN', 'ddl'),
    create_function: kind('CREATE FUNCTION, CREATE AGGREGATE', 'ddl'),
    create_procedure: kind('CREATE PROCEDURE', 'ddl'),
    create_trigger: kind('CREATE TRIGGER, CREATE EVENT TRIGGER', 'ddl'),
    create_event: kind('CREATE EVENT (scheduled)', 'ddl'),
    create_rule: kind('CREATE RULE (query rewriting)', 'ddl'),
    create_policy: kind('CREATE POLICY, CREATE SECURITY POLICY', 'ddl'),
    create_role: kind('CREATE ROLE, USER, GROUP, LOGIN', 'ddl'),
    create_language: kind('CREATE LANGUAGE', 'ddl'),
    create_other: kind('CREATE of any other object', 'ddl'),
    // Altering
    add_column: kind('ALTER TABLE … ADD column', 'ddl'),
    drop_column: kind('ALTER TABLE … DROP column', 'drop', 'ddl'),
    rename_column: kind('renaming a column', 'ddl'),
    alter_column_type: kind('changing the type of a column (also MODIFY and CHANGE)', 'ddl'),
    set_not_null: kind('ALTER COLUMN … SET NOT NULL', 'ddl'),
    drop_not_null: kind('ALTER COLUMN … DROP NOT NULL', 'ddl'),
    set_default: kind('ALTER COLUMN … SET DEFAULT', 'ddl'),
    drop_default: kind('ALTER COLUMN … DROP DEFAULT', 'ddl'),
    add_constraint: kind('adding a constraint (primary key, unique, foreign key, check, exclusion)', 'ddl'),
    add_cascade: kind('replacing a foreign key by one with ON DELETE CASCADE', 'ddl'),
    drop_constraint: kind('dropping a constraint', 'drop', 'ddl'),
    validate_constraint: kind('VALIDATE CONSTRAINT', 'ddl'),
    rename_table: kind('renaming a table', 'ddl'),
    rename_other: kind('renaming any other object', 'ddl'),
    set_schema: kind('moving an object to another schema', 'ddl'),
    attach_partition: kind('ATTACH PARTITION, ADD PARTITION', 'ddl'),
    detach_partition: kind('DETACH PARTITION', 'ddl'),
    drop_partition: kind('DROP PARTITION', 'drop', 'ddl'),
    truncate_partition: kind('TRUNCATE PARTITION', 'write', 'ddl'),
    switch_partition: kind('SWITCH PARTITION, EXCHANGE PARTITION', 'ddl'),
    enable_trigger: kind('ENABLE TRIGGER or RULE', 'ddl'),
    disable_trigger: kind('DISABLE TRIGGER or RULE, `session_replication_role = replica`', 'ddl'),
    alter_table: kind('any other action of ALTER TABLE', 'ddl'),
    alter_type: kind('ALTER TYPE, ALTER DOMAIN', 'ddl'),
    alter_sequence: kind('ALTER SEQUENCE', 'ddl'),
    alter_database: kind('ALTER DATABASE', 'ddl'),
    alter_system: kind('ALTER SYSTEM, SET GLOBAL, SET PERSIST, sp_configure', 'ddl'),
    alter_other: kind('ALTER of any other object', 'ddl'),
    // Dropping
    drop_table: kind('DROP TABLE, DROP FOREIGN TABLE', 'drop', 'ddl'),
    drop_index: kind('DROP INDEX', 'drop', 'ddl'),
    drop_view: kind('DROP VIEW', 'drop', 'ddl'),
    drop_materialized_view: kind('DROP MATERIALIZED VIEW', 'drop', 'ddl'),
    drop_schema: kind('DROP SCHEMA', 'drop', 'ddl'),
    drop_database: kind('DROP DATABASE', 'drop', 'ddl'),
    drop_sequence: kind('DROP SEQUENCE', 'drop', 'ddl'),
    drop_type: kind('DROP TYPE, DROP DOMAIN', 'drop', 'ddl'),
    drop_extension: kind('DROP EXTENSION, UNINSTALL PLUGIN', 'drop', 'ddl'),
    drop_function: kind('DROP FUNCTION, DROP AGGREGATE', 'drop', 'ddl'),
    drop_procedure: kind('DROP PROCEDURE', 'drop', 'ddl'),
    drop_trigger: kind('DROP TRIGGER', 'drop', 'ddl'),
    drop_event: kind('DROP EVENT', 'drop', 'ddl'),
    drop_rule: kind('DROP RULE', 'drop', 'ddl'),
    drop_policy: kind('DROP POLICY, DROP SECURITY POLICY', 'drop', 'ddl'),
    drop_role: kind('DROP ROLE, USER, GROUP, LOGIN', 'drop', 'ddl'),
    drop_tablespace: kind('DROP TABLESPACE', 'drop', 'ddl'),
    drop_owned: kind('DROP OWNED', 'drop', 'ddl'),
    drop_other: kind('DROP of any other object', 'drop', 'ddl'),
    // Privileges and row security
    grant: kind('GRANT of privileges', 'ddl'),
    revoke: kind('REVOKE of privileges', 'ddl'),
    grant_role: kind('GRANT of a role, adding a role member', 'ddl'),
    revoke_role: kind('REVOKE of a role', 'ddl'),
    alter_role: kind('ALTER ROLE, USER, GROUP, LOGIN; SET PASSWORD', 'ddl'),
    alter_default_privileges: kind('ALTER DEFAULT PRIVILEGES', 'ddl'),
    alter_policy: kind('ALTER POLICY, ALTER SECURITY POLICY', 'ddl'),
    enable_row_security: kind('ENABLE or FORCE ROW LEVEL SECURITY', 'ddl'),
    disable_row_security: kind('DISABLE or NO FORCE ROW LEVEL SECURITY', 'ddl'),
    change_owner: kind('OWNER TO, REASSIGN OWNED, ALTER AUTHORIZATION', 'ddl'),
    set_role: kind('SET ROLE, SET SESSION AUTHORIZATION, EXECUTE AS'),
    // Running code
    call: kind('CALL or EXEC of a stored procedure'),
    do_block: kind('DO block, anonymous block'),
    execute_dynamic: kind('SQL built at run time (EXECUTE, sp_executesql, EXEC(…), PREPARE … FROM)'),
    execute_prepared: kind('EXECUTE of a prepared statement'),
    execute_program: kind('running a program on the server (COPY … PROGRAM, xp_cmdshell)'),
    load_library: kind('loading a library into the server (LOAD, CREATE FUNCTION … SONAME, CREATE ASSEMBLY)'),
    execute_text: kind('a function that runs its text argument as SQL (query_to_xml, ts_stat, crosstab)'),
    schedule_job: kind('creating, changing or starting a job that runs later (cron.schedule, sp_add_job)'),
    drop_job: kind('removing or stopping a scheduled job (cron.unschedule, sp_delete_job)'),
    access_file: kind('a function that reads or writes files of the server (pg_read_file, LOAD_FILE, OPENROWSET)'),
    remote_sql: kind('SQL or data sent to another server (dblink, OPENQUERY, CREATE SUBSCRIPTION)'),
    meta_command: kind("a command of the client program (psql's `\\i`, `\\!`, sqlcmd's `:r`, sqlite's `.read`)"),
    // Administration
    discard_data: kind('data lost by administration (drop_chunks, lo_unlink, REPAIR_ALLOW_DATA_LOSS, ALTER IGNORE TABLE)'),
    discard_writes: kind('later writes are ignored without an error (DO INSTEAD NOTHING, RAISE(IGNORE))'),
    disable_constraint: kind('NOCHECK CONSTRAINT, `ignore_check_constraints`, `check_constraint_checks = 0`', 'ddl'),
    enable_constraint: kind('WITH CHECK CHECK CONSTRAINT', 'ddl'),
    enable_protection: kind('turning such a protection on again (SYSTEM_VERSIONING = ON)'),
    disable_protection: kind('turning off an audit, history, log, backup chain or other protection (SYSTEM_VERSIONING = OFF)'),
    reduce_durability: kind('a crash can lose rows afterwards (SET UNLOGGED, `synchronous = OFF`, DELAYED_DURABILITY)'),
    change_replication: kind('publications, subscriptions, replication slots, REPLICA IDENTITY NOTHING'),
    remote_server: kind('defining another server or how to log in to it (CREATE SERVER, USER MAPPING, sp_addlinkedserver)'),
    reset_sequence: kind('setting a sequence or counter to a given value (setval, RESTART, DBCC CHECKIDENT … RESEED)'),
    clear_history: kind('deleting logs, statistics, cached plans or the history of jobs and backups'),
    end_session: kind('ending other sessions or their queries by a function (pg_terminate_backend)'),
    // Sessions, transactions, maintenance
    begin: kind('BEGIN, START TRANSACTION'),
    commit: kind('COMMIT'),
    rollback: kind('ROLLBACK'),
    savepoint: kind('SAVEPOINT, RELEASE'),
    set: kind('SET, RESET, PRAGMA'),
    use: kind('USE'),
    show: kind('SHOW, DESCRIBE, HELP', 'read'),
    explain: kind('EXPLAIN', 'read'),
    prepare: kind('PREPARE, DEALLOCATE'),
    cursor: kind('DECLARE, OPEN, FETCH, MOVE or CLOSE of a cursor, HANDLER', 'read'),
    lock_table: kind('LOCK TABLES, UNLOCK TABLES'),
    maintain: kind('VACUUM, ANALYZE, REINDEX, CLUSTER, OPTIMIZE, CHECK, REPAIR, UPDATE STATISTICS, CHECKPOINT'),
    refresh_materialized_view: kind('REFRESH MATERIALIZED VIEW', 'write'),
    comment: kind('COMMENT ON, SECURITY LABEL', 'ddl'),
    notify: kind('NOTIFY, LISTEN, UNLISTEN'),
    attach_database: kind('ATTACH or DETACH of a database file'),
    server_control: kind('KILL, SHUTDOWN, FLUSH, PURGE, RESET MASTER, BACKUP, RESTORE'),
    control: kind('control flow and variables in a script (IF, WHILE, DECLARE, PRINT, WAITFOR, RETURN)'),
};
function isOperationKind(value) {
    return Object.hasOwn(OPERATION_KINDS, value);
}
/** Returns the kinds of a group; `any` contains all of them. */
function kindsOf(group) {
    const all = Object.keys(OPERATION_KINDS);
    if (group === 'any')
        return all;
    return all.filter((name) => OPERATION_KINDS[name].groups.includes(group));
}


/***/ }),

/***/ 842:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   k: () => (/* binding */ SERVER_VERSION_FORM),
/* harmony export */   x: () => (/* binding */ parseServerVersion)
/* harmony export */ });
/** SQL Server is named by year. */
const YEARS = {
    '2008': 10,
    '2012': 11,
    '2014': 12,
    '2016': 13,
    '2017': 14,
    '2019': 15,
    '2022': 16,
    '2025': 17,
};
/** The form of `server-version`, for messages. */
const SERVER_VERSION_FORM = "must be the server's version in quotes: '16', '9.6', '8.0.12', '10.11', or a year of SQL Server such as '2022'";
/**
 * Parses a configured version into MySQL's form, two digits for each part: 160000 for 16, 90600 for 9.6, 80012 for
 * 8.0.12, 150000 for SQL Server 2019. Undefined if it is not a version.
 */
function parseServerVersion(text) {
    const year = Object.hasOwn(YEARS, text) ? YEARS[text] : undefined;
    if (year !== undefined)
        return year * 10_000;
    const found = /^(\d{1,2})(?:\.(\d{1,2}))?(?:\.(\d{1,2}))?$/.exec(text);
    if (!found)
        return undefined;
    const [major = 0, minor = 0, patch = 0] = found.slice(1).map((part) => Number(part ?? 0));
    return major === 0 ? undefined : major * 10_000 + minor * 100 + patch;
}


/***/ }),

/***/ 32443:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Rn: () => (/* binding */ stricter),
/* harmony export */   a: () => (/* binding */ FINDINGS_MODES),
/* harmony export */   d$: () => (/* binding */ FAIL_ON),
/* harmony export */   m3: () => (/* binding */ compareVerdicts),
/* harmony export */   oA: () => (/* binding */ UNREAD_MIGRATIONS),
/* harmony export */   y9: () => (/* binding */ RULE_VERDICTS),
/* harmony export */   zN: () => (/* binding */ ON_UNKNOWN)
/* harmony export */ });
/** The verdicts that a rule may have. */
const RULE_VERDICTS = ['block', 'warn', 'off'];
const FAIL_ON = ['block', 'warn', 'never'];
const ON_UNKNOWN = ['fail', 'warn', 'pass'];
const UNREAD_MIGRATIONS = ['fail', 'warn', 'ignore'];
const FINDINGS_MODES = ['new', 'all'];
const ORDER = { allow: 0, warn: 1, unknown: 2, block: 3 };
/** The stricter of two verdicts: block > unknown > warn > allow. */
function stricter(a, b) {
    return ORDER[a] >= ORDER[b] ? a : b;
}
/** Sorts verdicts worst first: negative if `a` is worse. */
function compareVerdicts(a, b) {
    return ORDER[b] - ORDER[a];
}


/***/ })

};
