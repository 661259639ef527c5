export const id = 949;
export const ids = [949];
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
/* harmony export */   B5: () => (/* binding */ FACTS_VERSION),
/* harmony export */   G_: () => (/* binding */ TARGET_FIELDS),
/* harmony export */   Yo: () => (/* binding */ OPERATION_FACTS),
/* harmony export */   al: () => (/* binding */ CALLER_FACTS),
/* harmony export */   ls: () => (/* binding */ PLACES),
/* harmony export */   qz: () => (/* binding */ STATEMENT_FACTS),
/* harmony export */   vp: () => (/* binding */ FACT_TABLES),
/* harmony export */   xR: () => (/* binding */ FILE_FACTS)
/* harmony export */ });
/* unused harmony export FILTERS */
/** The version of the list below; it grows when a fact is added and breaks when one changes its meaning. */
const FACTS_VERSION = 1;
/** How strongly a write is filtered. Empty for an operation that takes no filter. */
const FILTERS = (/* unused pure expression or super */ null && (['none', 'always_true', 'conditional']));
/** Where in a statement an operation was found. */
const PLACES = {
    statement: 'the statement itself',
    cte: 'a WITH clause',
    subquery: 'a query inside the statement (INSERT … SELECT, COPY (…), CREATE TABLE AS, a view, a cursor)',
    do_block: 'a DO block',
    routine_body: 'the body of a function, procedure, trigger, event or rule',
    dynamic: 'text that is run as SQL (EXECUTE, sp_executesql, PREPARE … FROM)',
    explain_analyze: 'EXPLAIN ANALYZE, which runs what it explains',
    prepared: 'PREPARE',
    executable_comment: 'a comment that MySQL or MariaDB runs (`/*! … */`)',
};
function fact(type, summary, given = 'all') {
    return { type, summary, given };
}
/** Facts of one operation (`operation.*` in a rule). */
const OPERATION_FACTS = {
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
    privileges: fact('list<string>', 'privileges or roles granted or revoked, or attributes given to a role, lower case; `all` for ALL'),
    grantees: fact('list<string>', 'who receives or loses them, folded; `public` for PUBLIC'),
    grantOption: fact('bool', 'WITH GRANT OPTION or WITH ADMIN OPTION is written'),
    endpoint: fact('string', 'where copied rows come from or go to: `client`, `file` (of the server), `program` (on the server); else empty'),
    readable: fact('bool', 'false for dynamic SQL whose text could not be read whole'),
};
/** Facts of one statement (`statement.*` in a rule). Literal facts are the largest value in the statement. */
const STATEMENT_FACTS = {
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
};
/** Facts of who runs the statement (`caller.*`). Files have them only where a caller is given. */
const CALLER_FACTS = {
    user: fact('string', 'database user'),
    role: fact('string', 'role'),
    application: fact('string', 'application name'),
    database: fact('string', 'database'),
    tags: fact('map<string, string>', 'query tags: framework, controller, action, route, job'),
};
/** Facts of the file that holds the statement (`file.*`). */
const FILE_FACTS = {
    path: fact('string', "path from the repository's root, with `/`"),
    section: fact('string', '`up` or `down` where the file has migration sections, else empty'),
};
/** The four names that a rule may start from. */
const FACT_TABLES = {
    operation: OPERATION_FACTS,
    statement: STATEMENT_FACTS,
    caller: CALLER_FACTS,
    file: FILE_FACTS,
};
/** Fields of `operation.target`. */
const TARGET_FIELDS = {
    name: fact('string', 'name, folded as the dialect folds it'),
    schema: fact('string', 'schema or database before the dot; empty where none is written'),
    quoted: fact('bool', 'the name stands in quotes'),
};


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
/** Where a repository's snapshot lies when nothing else is said. */
const HISTORY_FILE = '.querygate/history.jsonl.gz';
/** Logs and exports that a history is read from. */
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
/** What the history of a workspace of the service is made of, beside snapshots that were imported. */
const SERVICE_SOURCES = {
    'service-http': 'queries that the service judged and let run',
    'service-events': 'events that clients told the service of',
};
const SOURCE_KINDS = Object.keys({ ...HISTORY_SOURCES, ...SERVICE_SOURCES });
/**
 * What a history may record of a caller with parts left out: in a name stands `*` for any text (and `…` at the end of
 * one that was cut off); of tags, some may be missing or altered. A rule is decided only where that makes no difference.
 */
const CALLER_PATTERNS = ['user', 'application', 'tags'];
/** Entries of all sources that count them, and how many of those could not be read; undefined where none counts them. */
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

/***/ 60949:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  al: () => (/* reexport */ facts/* CALLER_FACTS */.al),
  KG: () => (/* reexport */ model_history/* CALLER_PATTERNS */.KG),
  xL: () => (/* reexport */ ConfigError),
  O9: () => (/* reexport */ dialect/* DIALECTS */.O),
  dc: () => (/* reexport */ EXIT),
  B5: () => (/* reexport */ facts/* FACTS_VERSION */.B5),
  vp: () => (/* reexport */ facts/* FACT_TABLES */.vp),
  d$: () => (/* reexport */ verdict/* FAIL_ON */.d$),
  xR: () => (/* reexport */ facts/* FILE_FACTS */.xR),
  a: () => (/* reexport */ verdict/* FINDINGS_MODES */.a),
  MY: () => (/* reexport */ FLOW_CLASSES),
  CX: () => (/* reexport */ model_history/* HISTORY_FILE */.CX),
  gO: () => (/* reexport */ model_history/* HISTORY_SOURCES */.gO),
  g1: () => (/* reexport */ model_history/* HISTORY_VERSION */.g1),
  Gd: () => (/* reexport */ InternalError),
  rr: () => (/* reexport */ LineIndex),
  gZ: () => (/* reexport */ MAX_FILE_BYTES),
  ko: () => (/* reexport */ MAX_LINK_BYTES),
  bI: () => (/* reexport */ migration_tool/* MIGRATION_TOOLS */.b),
  zN: () => (/* reexport */ verdict/* ON_UNKNOWN */.zN),
  Yo: () => (/* reexport */ facts/* OPERATION_FACTS */.Yo),
  H0: () => (/* reexport */ operations/* OPERATION_GROUPS */.H0),
  YO: () => (/* reexport */ operations/* OPERATION_KINDS */.YO),
  ls: () => (/* reexport */ facts/* PLACES */.ls),
  Ax: () => (/* reexport */ PRODUCT),
  vN: () => (/* reexport */ RULE_CHANGES),
  s1: () => (/* reexport */ model_history/* SOURCE_KINDS */.s1),
  qz: () => (/* reexport */ facts/* STATEMENT_FACTS */.qz),
  _7: () => (/* reexport */ ServiceError),
  G_: () => (/* reexport */ facts/* TARGET_FIELDS */.G_),
  QR: () => (/* reexport */ ageInDays),
  m3: () => (/* reexport */ verdict/* compareVerdicts */.m3),
  y8: () => (/* reexport */ cutExcerpt),
  fs: () => (/* reexport */ docsUrl),
  Tb: () => (/* reexport */ historyReport),
  e2: () => (/* reexport */ isAvailable),
  RM: () => (/* reexport */ dialect/* isDialect */.R),
  yG: () => (/* reexport */ operations/* isOperationKind */.yG),
  tG: () => (/* reexport */ operations/* kindsOf */.tG),
  IU: () => (/* reexport */ rawUrl),
  M$: () => (/* reexport */ model_history/* recordsOf */.M$),
  ZZ: () => (/* reexport */ schemaUrl),
  Rn: () => (/* reexport */ verdict/* stricter */.Rn),
  h: () => (/* reexport */ suggestion)
});

// UNUSED EXPORTS: FILTERS, RULE_VERDICTS, SERVICE_SOURCES

;// CONCATENATED MODULE: ./build/esm/model/change.js
function isAvailable(value) {
    return !('unavailable' in value);
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
 * Something that the user can mend: usage, configuration, an unreadable file, an invalid rule.
 * The message is one line, lower case, with the user's words in back-ticks, and says what to do.
 */
class ConfigError extends Error {
    name = 'ConfigError';
    exitCode = EXIT.config;
    place;
    constructor(message, place) {
        super(message);
        this.place = place;
    }
    /** `file:line:column: message`, with as much of the place as is known. */
    toLine() {
        if (!this.place)
            return this.message;
        const { file, line, column } = this.place;
        const where = [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
        return `${where}: ${this.message}`;
    }
}
/** The service could not be reached, or answered with an error. */
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
/** A defect of Querygate itself. */
class InternalError extends Error {
    name = 'InternalError';
    exitCode = EXIT.internal;
}

;// CONCATENATED MODULE: ./build/esm/model/excerpt.js
const EXCERPT_LIMIT = 400;
/**
 * The excerpt of a finding: the line that holds `column`, cut to 400 UTF-16 units around it.
 *
 * @param line the whole line, without its line end
 * @param column UTF-16 column of the finding in the line, from 1
 * @returns the text, raw, and the column (from 1) of its first character
 */
function cutExcerpt(line, column) {
    const last = Math.max(0, line.length - EXCERPT_LIMIT);
    const start = Math.min(last, Math.max(0, column - 1 - EXCERPT_LIMIT / 4));
    return { excerpt: line.slice(start, start + EXCERPT_LIMIT), excerptColumn: start + 1 };
}

// EXTERNAL MODULE: ./build/esm/model/facts.js
var facts = __webpack_require__(30445);
// EXTERNAL MODULE: ./build/esm/model/history.js
var model_history = __webpack_require__(38334);
;// CONCATENATED MODULE: ./build/esm/model/history-report.js
const DAY = 24 * 60 * 60 * 1000;
/** What a report says of a history. */
function historyReport({ from: firstSeen, to: lastSeen, statements, rows, sources }, { from, side }, now) {
    return { from, side, firstSeen, lastSeen, ageDays: ageInDays(lastSeen, now), statements, rows, sources };
}
/** Whole days, never less than 0; undefined where the history carries no time. */
function ageInDays(instant, now) {
    return instant === undefined ? undefined : Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / DAY));
}

// EXTERNAL MODULE: ./build/esm/model/migration-tool.js
var migration_tool = __webpack_require__(74045);
;// CONCATENATED MODULE: ./build/esm/model/nearest-name.js
/** Edit distance with neighbours swapped counted as one; gives up above `limit`. */
function distance(a, b, limit) {
    if (Math.abs(a.length - b.length) > limit)
        return limit + 1;
    let before = [];
    let last = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (let i = 1; i <= a.length; i++) {
        const row = [i];
        for (let j = 1; j <= b.length; j++) {
            const same = a[i - 1] === b[j - 1];
            let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
            if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
                best = Math.min(best, (before[j - 2] ?? 0) + 1);
            row.push(best);
        }
        before = last;
        last = row;
    }
    return last[b.length] ?? limit + 1;
}
/** `, did you mean \`x\`?` for the nearest known word, or nothing where none is near. */
function suggestion(word, known) {
    const wanted = word.slice(0, 80).toLowerCase();
    const limit = Math.max(1, Math.floor(wanted.length / 3));
    let nearest;
    let best = limit + 1;
    for (const candidate of known) {
        const far = distance(wanted, candidate.toLowerCase(), limit);
        if (far < best) {
            best = far;
            nearest = candidate;
        }
    }
    return nearest === undefined ? '' : ` (did you mean \`${nearest}\`?)`;
}

// EXTERNAL MODULE: ./build/esm/model/operations.js
var operations = __webpack_require__(86866);
;// CONCATENATED MODULE: ./build/esm/model/product.js
// Generated from package.json by `npm run generate`.
const PRODUCT = {
    name: 'querygate',
    version: '0.1.0',
    homepage: 'https://github.com/querygate/querygate',
};
/** Address of a page of docs/, e.g. `rules/no-drop-table`. */
function docsUrl(page) {
    return `${PRODUCT.homepage}/blob/v${PRODUCT.version}/docs/${page}.md`;
}
/** Address of a file as it is, without a page around it: at a tag, or of a branch. */
function rawUrl(ref, path) {
    return `${PRODUCT.homepage.replace('https://github.com/', 'https://raw.githubusercontent.com/')}/${ref}/${path}`;
}
/** Address and `$id` of a JSON Schema, e.g. `config.v1`. Each has a version of its own, so no release changes it. */
function schemaUrl(name) {
    return rawUrl('main', `schemas/${name}.json`);
}

;// CONCATENATED MODULE: ./build/esm/model/simulation.js
/**
 * What a change of the ruleset does to a flow. `newly_blocked`: all of its legitimate runs; `partly_blocked`: some of
 * them; `unknown`: something that differs cannot be decided, and might block; `changed`: between allow and warn.
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
/** How the text of a rule changed, whatever the history shows. */
const RULE_CHANGES = ['added', 'removed', 'edited'];

;// CONCATENATED MODULE: ./build/esm/model/span.js
/**
 * Turns offsets into lines and columns. A line ends at LF, CRLF or a lone CR,
 * as editors and both CI hosts count lines.
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

;// CONCATENATED MODULE: ./build/esm/model/tree.js
/** No tree hands out a larger file: a pull request must not fill the runner's memory. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** A longer target leads nowhere: no system follows it. */
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
/** Migration tools whose down sections are recognised (sql/sections.ts says by what). */
const MIGRATION_TOOLS = [
    'goose',
    'dbmate',
    'sql-migrate',
    'liquibase',
    'golang-migrate',
    'sqlx',
    'diesel',
    'rambler',
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
/** The groups that a rule's `operations` may name beside single kinds. */
const OPERATION_GROUPS = ['drop', 'ddl', 'write', 'read', 'any'];
function kind(summary, ...groups) {
    return { groups, summary };
}
/**
 * Every kind of operation. This table is the one source of the docs page and of what a rule may name.
 * A kind is permanent: rules in other repositories name it.
 */
const OPERATION_KINDS = {
    // Reading and writing rows
    select: kind('SELECT, VALUES or TABLE', 'read'),
    insert: kind('INSERT', 'write'),
    update: kind('UPDATE', 'write'),
    delete: kind('DELETE', 'write'),
    merge: kind('MERGE; its branches are judged as one', 'write'),
    merge_delete: kind('MERGE with a DELETE branch (beside `merge`)', 'write'),
    replace: kind('REPLACE, INSERT OR REPLACE: deletes the rows that collide', 'write'),
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
    create_other: kind('CREATE of anything else', 'ddl'),
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
    drop_constraint: kind('dropping a constraint', 'drop', 'ddl'),
    validate_constraint: kind('VALIDATE CONSTRAINT', 'ddl'),
    rename_table: kind('renaming a table', 'ddl'),
    rename_other: kind('renaming anything else', 'ddl'),
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
    alter_other: kind('ALTER of anything else', 'ddl'),
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
    drop_other: kind('DROP of anything else', 'drop', 'ddl'),
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
    execute_dynamic: kind('SQL put together at run time (EXECUTE, sp_executesql, EXEC(…), PREPARE … FROM)'),
    execute_prepared: kind('EXECUTE of a prepared statement'),
    execute_program: kind('running a program on the server (COPY … PROGRAM, xp_cmdshell)'),
    load_library: kind('loading a library into the server (LOAD, CREATE FUNCTION … SONAME, CREATE ASSEMBLY)'),
    meta_command: kind("a command of the client program itself (psql's `\\i`, `\\!`, sqlcmd's `:r`, sqlite's `.read`)"),
    // Sessions, transactions, upkeep
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
    control: kind('control flow and variables of a script (IF, WHILE, DECLARE, PRINT, WAITFOR, RETURN)'),
};
function isOperationKind(value) {
    return Object.hasOwn(OPERATION_KINDS, value);
}
/** The kinds of a group; `any` is all of them. */
function kindsOf(group) {
    const all = Object.keys(OPERATION_KINDS);
    if (group === 'any')
        return all;
    return all.filter((name) => OPERATION_KINDS[name].groups.includes(group));
}


/***/ }),

/***/ 32443:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Rn: () => (/* binding */ stricter),
/* harmony export */   a: () => (/* binding */ FINDINGS_MODES),
/* harmony export */   d$: () => (/* binding */ FAIL_ON),
/* harmony export */   m3: () => (/* binding */ compareVerdicts),
/* harmony export */   y9: () => (/* binding */ RULE_VERDICTS),
/* harmony export */   zN: () => (/* binding */ ON_UNKNOWN)
/* harmony export */ });
/** What a rule may say of an operation that it matches. */
const RULE_VERDICTS = ['block', 'warn', 'off'];
const FAIL_ON = ['block', 'warn', 'never'];
const ON_UNKNOWN = ['fail', 'warn', 'pass'];
const FINDINGS_MODES = ['new', 'all'];
const ORDER = { allow: 0, warn: 1, unknown: 2, block: 3 };
/** The stricter of two verdicts: block > unknown > warn > allow. */
function stricter(a, b) {
    return ORDER[a] >= ORDER[b] ? a : b;
}
/** Sorts verdicts worst first; negative when `a` is the worse. */
function compareVerdicts(a, b) {
    return ORDER[b] - ORDER[a];
}


/***/ })

};
