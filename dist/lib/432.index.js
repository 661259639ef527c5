export const id = 432;
export const ids = [432];
export const modules = {

/***/ 6152:
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

/***/ 5834:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  al: () => (/* reexport */ CALLER_FACTS),
  xL: () => (/* reexport */ ConfigError),
  O9: () => (/* reexport */ dialect/* DIALECTS */.O),
  dc: () => (/* reexport */ EXIT),
  B5: () => (/* reexport */ FACTS_VERSION),
  vp: () => (/* reexport */ FACT_TABLES),
  d$: () => (/* reexport */ verdict/* FAIL_ON */.d$),
  xR: () => (/* reexport */ FILE_FACTS),
  a: () => (/* reexport */ verdict/* FINDINGS_MODES */.a),
  Gd: () => (/* reexport */ InternalError),
  rr: () => (/* reexport */ LineIndex),
  gZ: () => (/* reexport */ MAX_FILE_BYTES),
  ko: () => (/* reexport */ MAX_LINK_BYTES),
  zN: () => (/* reexport */ verdict/* ON_UNKNOWN */.zN),
  Yo: () => (/* reexport */ OPERATION_FACTS),
  H0: () => (/* reexport */ operations/* OPERATION_GROUPS */.H0),
  YO: () => (/* reexport */ operations/* OPERATION_KINDS */.YO),
  ls: () => (/* reexport */ PLACES),
  Ax: () => (/* reexport */ PRODUCT),
  qz: () => (/* reexport */ STATEMENT_FACTS),
  _7: () => (/* reexport */ ServiceError),
  G_: () => (/* reexport */ TARGET_FIELDS),
  m3: () => (/* reexport */ verdict/* compareVerdicts */.m3),
  fs: () => (/* reexport */ docsUrl),
  e2: () => (/* reexport */ isAvailable),
  RM: () => (/* reexport */ dialect/* isDialect */.R),
  yG: () => (/* reexport */ operations/* isOperationKind */.yG),
  tG: () => (/* reexport */ operations/* kindsOf */.tG),
  IU: () => (/* reexport */ rawUrl),
  ZZ: () => (/* reexport */ schemaUrl),
  Rn: () => (/* reexport */ verdict/* stricter */.Rn)
});

// UNUSED EXPORTS: FILTERS, MIGRATION_TOOLS, RULE_VERDICTS

;// CONCATENATED MODULE: ./build/esm/model/change.js
function isAvailable(value) {
    return !('unavailable' in value);
}

// EXTERNAL MODULE: ./build/esm/model/dialect.js
var dialect = __webpack_require__(6152);
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
    constructor(message, exitCode = EXIT.service) {
        super(message);
        this.exitCode = exitCode;
    }
}
/** A defect of Querygate itself. */
class InternalError extends Error {
    name = 'InternalError';
    exitCode = EXIT.internal;
}

;// CONCATENATED MODULE: ./build/esm/model/facts.js
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

// EXTERNAL MODULE: ./build/esm/model/operations.js
var operations = __webpack_require__(6866);
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
var verdict = __webpack_require__(2443);
;// CONCATENATED MODULE: ./build/esm/model/index.js















/***/ }),

/***/ 6866:
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

/***/ 2443:
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


/***/ }),

/***/ 3432:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  hR: () => (/* reexport */ FORMATS),
  r: () => (/* reexport */ commentMarkdown),
  y8: () => (/* reexport */ cutExcerpt),
  s2: () => (/* reexport */ isFormat),
  RK: () => (/* reexport */ visible),
  gB: () => (/* reexport */ visibleLines)
});

;// CONCATENATED MODULE: ./build/esm/report/visible.js
/**
 * Characters that a terminal, a runner or a reader could be deceived with: controls (C0, C1, DEL), format characters
 * (bidi overrides, zero-width ones, tags), line and paragraph separators, lone surrogates, private use, and whatever else
 * Unicode draws as nothing.
 */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;
function shown(character) {
    const code = character.codePointAt(0) ?? 0;
    // The control pictures are one column wide, as an editor shows them.
    if (code < 0x20)
        return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f)
        return '\u2421';
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
/** Replaces what cannot be seen with something that can. Applied to one cell, it may not join cells into `##[`. */
function revealed(text) {
    return text.replace(DECEPTIVE, shown);
}
/**
 * The one door through which text of strangers (paths, SQL, messages, reasons) goes into an output that people read.
 * The result is one line in which every character can be seen, except for the zero-width space that breaks `##[`,
 * which GitHub's runner takes for a command anywhere in a line.
 */
function visible(text) {
    return disarmed(revealed(text));
}
/** Breaks the runner's old command mark. */
function disarmed(text) {
    return text.replaceAll('##[', '##\u200b[');
}
/**
 * Makes finished lines harmless: none begins (after white space of any kind) with `::`, which is a command to GitHub's
 * runner, or with `/`, which is a quick action to GitLab where a line lands in a note.
 */
function guarded(lines) {
    return lines.map((line) => disarmed(line).replace(/^(\s*)(?=::|\/)/u, '$1\u200b'));
}
/**
 * Writes a value as JSON (two spaces of indentation, one newline at the end) that loses nothing and is yet harmless when
 * printed: what cannot be seen, and the runner's command mark, stand there as escapes. The newlines of the layout are the
 * only controls in it.
 */
function harmlessJson(value) {
    return `${harmless(JSON.stringify(value, undefined, 2))}\n`;
}
/** A string literal of JSON, which is one of CEL too, in which every character can be seen. */
function harmlessLiteral(text) {
    return harmless(JSON.stringify(text));
}
function harmless(json) {
    const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return json
        .replaceAll('##[', '#\\u0023[')
        .replace(DECEPTIVE, (found) => (found === '\n' ? found : found.split('').map(escaped).join('')));
}
/** Cuts to at most `limit` UTF-16 units, never inside a character, with `mark` as its end where something is missing. */
function cut(text, limit, mark = '…') {
    if (text.length <= limit)
        return text;
    const end = Math.max(0, limit - mark.length);
    const last = text.charCodeAt(end - 1);
    return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end) + mark;
}
/** Lines of text of strangers, each as `visible` makes it, and none beginning with a command of a CI host. */
function visibleLines(text) {
    return guarded(text.split('\n').map(visible)).join('\n');
}

// EXTERNAL MODULE: ./node_modules/get-east-asian-width/index.js + 3 modules
var get_east_asian_width = __webpack_require__(5322);
;// CONCATENATED MODULE: ./build/esm/report/width.js

const PLAIN = /^[\x20-\x7e]*$/;
const NOTHING = /^\p{M}+$/u;
const EMOJI = /\p{Emoji_Presentation}/u;
let segmenter;
/** What a reader takes for one character each. */
function graphemes(text) {
    if (PLAIN.test(text))
        return [...text];
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    return Array.from(segmenter.segment(text), (part) => part.segment);
}
function graphemeWidth(grapheme) {
    if (NOTHING.test(grapheme))
        return 0;
    if (EMOJI.test(grapheme))
        return 2;
    let width = 1;
    for (const character of grapheme)
        width = Math.max(width, (0,get_east_asian_width/* eastAsianWidth */.Q1)(character.codePointAt(0) ?? 0));
    return width;
}
/** Terminal columns that a line takes. The text holds no control characters (see `visible`). */
function textWidth(text) {
    if (PLAIN.test(text))
        return text.length;
    return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}
/** Breaks a line at spaces into lines of at most `width` columns; a longer word is broken where it must be. */
function wrapped(text, width) {
    const room = Math.max(20, width);
    const lines = [];
    let line = '';
    let taken = 0;
    for (const word of text.split(' ').filter((part) => part !== '')) {
        const size = textWidth(word);
        if (taken > 0 && taken + 1 + size <= room) {
            line += ` ${word}`;
            taken += 1 + size;
            continue;
        }
        if (taken > 0)
            lines.push(line);
        line = '';
        taken = 0;
        for (const grapheme of size <= room ? [word] : graphemes(word)) {
            const step = textWidth(grapheme);
            if (taken + step > room) {
                lines.push(line);
                line = '';
                taken = 0;
            }
            line += grapheme;
            taken += step;
        }
    }
    return [...lines, line];
}

;// CONCATENATED MODULE: ./build/esm/report/excerpt.js


const EXCERPT_LIMIT = 400;
const TAB_STOP = 4;
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
function cells(finding) {
    const { location, excerpt, excerptColumn } = finding;
    const from = location === undefined ? 0 : location.start.column - excerptColumn;
    const oneLine = location !== undefined && location.start.line === location.end.line;
    const to = oneLine ? Math.max(location.end.column - excerptColumn, from + 1) : Number.POSITIVE_INFINITY;
    const list = [];
    let offset = 0;
    let column = 0;
    for (const grapheme of graphemes(excerpt)) {
        const text = grapheme === '\t' ? ' '.repeat(TAB_STOP - (column % TAB_STOP)) : revealed(grapheme);
        const width = textWidth(text);
        const end = offset + grapheme.length;
        list.push({ text, width, marked: location !== undefined && end > from && offset < to });
        offset = end;
        column += width;
    }
    return list;
}
function widthOf(list) {
    return list.reduce((sum, cell) => sum + cell.width, 0);
}
/**
 * Lays out the excerpt of a finding in at most `width` columns: white space at its beginning goes, and a long line is cut
 * around the caret, with `ellipsis` where something is missing.
 */
function markExcerpt(finding, width, ellipsis) {
    const all = cells(finding);
    const firstMark = all.findIndex((cell) => cell.marked);
    const firstText = all.findIndex((cell) => cell.text.trim() !== '');
    const mark = firstMark < 0 ? Math.max(0, firstText) : firstMark;
    const begin = firstText < 0 ? mark : Math.min(firstText, mark);
    const cutBefore = finding.excerptColumn > 1;
    let from = begin;
    // A quarter of the room goes to what stands before the caret.
    const room = Math.max(20, width) - 2 * textWidth(ellipsis);
    if (widthOf(all.slice(begin)) > room) {
        let before = 0;
        from = mark;
        while (from > begin && before + (all[from - 1]?.width ?? 0) <= room / 4)
            before += all[--from]?.width ?? 0;
    }
    let to = from;
    for (let taken = 0; to < all.length; to++) {
        taken += all[to]?.width ?? 0;
        if (taken > room)
            break;
    }
    const head = from > begin || (cutBefore && from === 0) ? ellipsis : '';
    const tail = to < all.length ? ellipsis : '';
    const kept = all.slice(from, to);
    const text = kept
        .map((cell) => cell.text)
        .join('')
        .trimEnd();
    const indent = textWidth(head) + widthOf(all.slice(from, Math.max(from, mark)));
    const marked = widthOf(kept.filter((cell) => cell.marked));
    const rest = textWidth(head) + textWidth(text) - indent;
    return { code: disarmed(head + text + tail), indent, length: Math.max(1, Math.min(marked, rest)) };
}

// EXTERNAL MODULE: ./build/esm/model/index.js + 6 modules
var model = __webpack_require__(5834);
;// CONCATENATED MODULE: ./build/esm/report/words.js

/** `1 file`, `2 files`. */
function plural(count, one, many = `${one}s`) {
    return `${count} ${count === 1 ? one : many}`;
}
/** Whether a finding is one that the verdict was made from. */
function countsIn(report) {
    return ({ status }) => status === 'new' || (status === 'existing' && report.policy.findings === 'all');
}
/** Whether a finding that counts fails the check. */
function failsIn({ policy }) {
    return ({ verdict }) => {
        if (policy.failOn === 'never')
            return false;
        if (verdict === 'unknown')
            return policy.onUnknown === 'fail';
        return verdict === 'block' || policy.failOn === 'warn';
    };
}
/** `path:line:column`, or the path of a whole-file finding; raw. */
function placeOf({ path, location }) {
    return location === undefined ? path : `${path}:${location.start.line}:${location.start.column}`;
}
/** The message with what a reader must know beside it: where in the statement, which section, whose rules; raw. */
function explained(finding) {
    const extras = [];
    const place = finding.operation?.place ?? 'statement';
    if (place !== 'statement')
        extras.push(`in ${model/* PLACES */.ls[place]}`);
    if (finding.section === 'down')
        extras.push('in a down section');
    if (finding.side === 'base')
        extras.push("only by the base branch's rules: it passes once this change of the rules is merged");
    if (finding.side === 'head')
        extras.push('only by the rules that this change brings');
    return extras.length === 0 ? finding.message : `${finding.message} (${extras.join('; ')})`;
}
const NOT_COUNTED = {
    existing: (n) => `${plural(n, 'finding')} ${n === 1 ? 'was' : 'were'} there before this change`,
    suppressed: (n) => `${plural(n, 'finding')} suppressed by comments`,
    excepted: (n) => `${plural(n, 'finding')} excepted by the ruleset`,
    baselined: (n) => `${plural(n, 'finding')} accepted by the baseline`,
    spared: (n) => `${plural(n, 'finding')} in down sections, which the migration tool does not run on deployment`,
};
/** Findings that do not count, by why, in a fixed order; reasons without any are left out. */
function notCounted(report) {
    const counts = countsIn(report);
    const statuses = Object.keys(NOT_COUNTED);
    return statuses.flatMap((status) => {
        const findings = report.findings.filter((finding) => finding.status === status && !counts(finding));
        return findings.length === 0 ? [] : [{ status, text: NOT_COUNTED[status](findings.length), findings }];
    });
}
/** `2 blocked, 1 warned, 0 unknown in 3 files, 12 statements`. */
function totalLine({ totals }) {
    const verdicts = `${totals.blocked} blocked, ${totals.warned} warned, ${totals.unknown} unknown`;
    return `${verdicts} in ${plural(totals.files, 'file')}, ${plural(totals.statements, 'statement')}`;
}
/** What one suppression does, without its place; raw. */
function suppressionText({ rules, state, holds, until, reason }) {
    const effect = {
        used: `holds back ${plural(holds, 'finding')}`,
        unused: 'holds back nothing',
        expired: 'has expired and holds back nothing',
        refused: 'is refused and holds back nothing',
    }[state];
    return `allows ${rules.join(', ')}${until === undefined ? '' : ` until ${until}`} and ${effect}: ${reason}`;
}
/** Rules that do not apply to these files, grouped by why; raw. */
function notAppliedLines({ judges }) {
    const rulesByReason = new Map();
    for (const { rule, reason } of judges.flatMap((judge) => judge.notApplied)) {
        const rules = rulesByReason.get(reason) ?? new Set();
        rulesByReason.set(reason, rules.add(rule));
    }
    return [...rulesByReason].map(([reason, rules]) => `${plural(rules.size, 'rule')} not applied (${[...rules].join(', ')}): ${reason}`);
}

;// CONCATENATED MODULE: ./build/esm/report/code-quality.js


const DESCRIPTION_LIMIT = 1000;
// `blocker` says what a block does; what could not be decided stands between it and a warning.
const SEVERITIES = { block: 'blocker', unknown: 'major', warn: 'minor' };
function description(finding) {
    // A description may come to stand in a note, where a line that begins with `/` is a quick action.
    return cut(visible(`${finding.rule}: ${explained(finding)}`), DESCRIPTION_LIMIT).replace(/^[\s/]+/u, '');
}
/** A path as the host compares it: relative, without `./`. */
function relative(path) {
    return path.replace(/^(?:\.?\/)+/, '');
}
/** Fingerprints must differ, or the later entry overwrites the earlier; the first of equal ones keeps its own. */
function uniqueFingerprints(findings) {
    const seen = new Map();
    return findings.map(({ fingerprint }) => {
        let unique = fingerprint;
        let next = seen.get(fingerprint) ?? 1;
        while (seen.has(unique))
            unique = `${fingerprint}/${++next}`;
        seen.set(unique, 1);
        seen.set(fingerprint, next);
        return unique;
    });
}
/**
 * GitLab's Code Quality report. The widget of a merge request shows what this report has and the target branch's has not,
 * by fingerprint; therefore existing findings are in it too, or each would look mended. Exempt ones are in neither.
 */
function renderCodeQuality(report) {
    const counts = countsIn(report);
    const findings = report.findings.filter((finding) => counts(finding) || finding.status === 'existing');
    const fingerprints = uniqueFingerprints(findings);
    const issues = findings.map((finding, index) => {
        const { location, verdict, path, rule, fingerprint } = finding;
        const lines = location === undefined ? { begin: 1 } : { begin: location.start.line, end: location.end.line };
        return {
            description: description(finding),
            check_name: rule,
            fingerprint: fingerprints[index] ?? fingerprint,
            severity: SEVERITIES[verdict],
            location: { path: relative(path), lines },
        };
    });
    return harmlessJson(issues);
}

;// CONCATENATED MODULE: ./build/esm/report/help.js
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;
/** Paragraphs, list items and fenced code of a rule's help, raw. Other Markdown stays as it was typed. */
function helpBlocks(help) {
    const blocks = [];
    let open;
    let fence;
    const close = () => {
        if (open)
            blocks.push({ kind: open.kind, text: open.words.join(' ') });
        open = undefined;
    };
    for (const line of help.split(/\r\n|\r|\n/)) {
        const mark = FENCE.exec(line)?.[1];
        if (fence) {
            if (mark?.startsWith(fence.mark) && line.trim() === mark) {
                blocks.push({ kind: 'code', lines: fence.lines });
                fence = undefined;
            }
            else
                fence.lines.push(line);
        }
        else if (mark !== undefined) {
            close();
            fence = { mark, lines: [] };
        }
        else if (line.trim() === '')
            close();
        else if (ITEM.test(line)) {
            close();
            open = { kind: 'item', words: [line.replace(ITEM, '').trim()] };
        }
        else {
            open ??= { kind: 'text', words: [] };
            open.words.push(line.trim());
        }
    }
    close();
    if (fence)
        blocks.push({ kind: 'code', lines: fence.lines });
    return blocks;
}
/** The first sentence of a rule's help, with the list that it announces, raw; empty where there is none. */
function firstSentence(help) {
    const blocks = helpBlocks(help);
    const start = blocks.findIndex((block) => block.kind !== 'code');
    const first = blocks[start];
    if (first === undefined || first.kind === 'code')
        return '';
    if (first.text.endsWith(':')) {
        const end = blocks.findIndex((block, index) => index > start && block.kind !== 'item');
        const items = blocks
            .slice(start + 1, end < 0 ? undefined : end)
            .flatMap((b) => (b.kind === 'item' ? [b.text] : []));
        return [first.text, items.join('; ')].join(' ').trim();
    }
    // A stop before a small letter ends no sentence: `e.g. this`.
    const end = /[.!?](?=\s+(?![\p{Ll}\s]))/u.exec(first.text);
    return end === null ? first.text : first.text.slice(0, end.index + 1);
}

;// CONCATENATED MODULE: ./build/esm/report/next-step.js

/** What a migration tool fills in before the SQL runs stands in the target as it was written. */
const PLACEHOLDER = /[$%{}:?]/;
const PLAIN_SCALAR = /^[A-Za-z][A-Za-z0-9_./-]*$/;
/** A string as YAML writes it in a flow mapping; the double-quoted form takes every escape of JSON. */
function scalar(text) {
    return PLAIN_SCALAR.test(text) ? text : harmlessLiteral(text);
}
/** The narrowest condition that can be said of the finding in CEL: its target, or else its file. */
function condition({ operation, path }) {
    const parts = operation === undefined || operation.target === '' ? [] : operation.target.split('.');
    const [first, second] = parts;
    if (first === undefined || parts.length > 2 || PLACEHOLDER.test(operation?.target ?? ''))
        return `file.path == ${harmlessLiteral(path)}`;
    if (second === undefined)
        return `operation.target.name == ${harmlessLiteral(first)}`;
    const schema = `operation.target.schema == ${harmlessLiteral(first)}`;
    return `${schema} && operation.target.name == ${harmlessLiteral(second)}`;
}
/** The file that an exception goes into: the last one that the ruleset is made of. */
function rulesFile({ judges }) {
    const files = judges.flatMap(({ sources }) => sources).filter((source) => !source.startsWith('querygate:'));
    return files.at(-1) ?? '.querygate/rules.yml';
}
/**
 * What to write to exempt a finding; undefined where nothing can: no rule hit an operation, but
 * something could not be read.
 * `--` begins a comment in every dialect, so the comment is the same in all of them.
 */
function exemptionFor(finding, report) {
    if (finding.operation === undefined)
        return undefined;
    if (finding.suppressible)
        return { by: 'comment', line: `-- querygate:allow ${visible(finding.rule)}: <reason>` };
    const owner = finding.owner ?? '';
    const when = `'${condition(finding).replaceAll("'", "''")}'`;
    return {
        by: 'exception',
        ask: `${owner === '' ? 'the owners of the rules' : owner} for an exception in ${rulesFile(report)}`,
        yaml: [
            `- { rule: ${scalar(finding.rule)},`,
            `    when: ${when},`,
            `    reason: <reason>, owner: ${owner === '' ? '<owner>' : scalar(owner)}, until: <YYYY-MM-DD> }`,
        ],
    };
}

;// CONCATENATED MODULE: ./build/esm/report/github.js




// What the runner keeps of a step: the first ten of each kind, 4,096 characters of each message. A title longer than 255
// characters makes the host refuse the annotation.
const PER_KIND = 10;
const MESSAGE_LIMIT = 4096;
const TITLE_LIMIT = 255;
const KINDS = (/* unused pure expression or super */ null && (['error', 'warning', 'notice']));
function escapeData(text) {
    return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
function escapeProperty(text) {
    return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
function properties({ path, location, title }) {
    const list = [];
    // What is about the whole change has the repository as its path, which is no file to annotate.
    const file = path === '.' ? undefined : path;
    if (file !== undefined)
        list.push(['file', visible(file)]);
    if (file !== undefined && location !== undefined) {
        const { start, end } = location;
        list.push(['line', start.line], ['endLine', end.line]);
        // The host drops columns of an annotation over several lines. Its last column is inclusive.
        if (start.line === end.line) {
            list.push(['col', start.column], ['endColumn', Math.max(start.column, end.column - 1)]);
        }
    }
    list.push(['title', cut(visible(title), TITLE_LIMIT)]);
    return list.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
}
/** One workflow command. `more` goes behind the message and is never cut. */
function command(annotation, more = '') {
    const message = annotation.message.map(visible).join('\n');
    const data = cut(message, MESSAGE_LIMIT - more.length, ' … (cut)') + more;
    return `::${annotation.kind} ${properties(annotation)}::${escapeData(data)}`;
}
function ofFinding(finding, report) {
    const help = firstSentence(finding.help);
    const exemption = exemptionFor(finding, report);
    const message = [explained(finding)];
    if (help !== '')
        message.push(`Fix: ${help}`);
    if (exemption?.by === 'comment')
        message.push(`Exempt: ${exemption.line}`);
    if (exemption?.by === 'exception')
        message.push(`Exempt: no comment can; ask ${exemption.ask}.`);
    if (finding.docs !== undefined)
        message.push(`Rule: ${finding.docs}`);
    const kind = failsIn(report)(finding) ? 'error' : 'warning';
    return {
        kind,
        title: `${finding.verdict}: ${finding.rule}`,
        message,
        path: finding.path,
        location: finding.location,
    };
}
function annotations(report) {
    const suppressions = report.suppressions
        .filter(({ added }) => added)
        .map((suppression) => {
        const message = [`This change adds a suppression: it ${suppressionText(suppression)}`];
        const { path, location, rules } = suppression;
        return { kind: 'notice', title: `new suppression: ${rules.join(', ')}`, message, path, location };
    });
    const notices = report.notices.map(({ level, message, path, location }) => {
        // The path is said too: a reader of the log does not see what a command is attached to.
        const where = path === undefined ? '' : `${placeOf({ path, location })}: `;
        return { kind: level, title: 'Querygate', message: [where + message], path, location };
    });
    const findings = report.findings.filter(countsIn(report)).map((finding) => ofFinding(finding, report));
    const failed = report.exitCode !== 0 && !findings.some(({ kind }) => kind === 'error');
    const why = {
        kind: 'error',
        title: 'Querygate',
        message: [report.conclusion],
        path: undefined,
        location: undefined,
    };
    // Notices are few and about the whole run: they go before the warnings that findings fill the room with.
    return [...suppressions, ...(failed ? [why] : []), ...notices, ...findings];
}
/** Commands of one kind, as many as the runner keeps; the last says how many are not among them. */
function commands(kind, all) {
    const ofKind = all.filter((annotation) => annotation.kind === kind);
    const left = ofKind.length - PER_KIND;
    const room = `${PER_KIND} for a step`;
    const more = `\n… and ${plural(left, `more ${kind}`)}: GitHub shows ${room}. The job summary lists all.`;
    return ofKind
        .slice(0, PER_KIND)
        .map((annotation, i) => command(annotation, left > 0 && i === PER_KIND - 1 ? more : ''));
}
/**
 * GitHub's workflow commands: notices of new suppressions, then errors (what fails the check), warnings and the other
 * notices, within the limits of a step. Findings that do not count are not annotated. The first line and the last ones are
 * plain text for the log.
 */
function renderGithub(report) {
    const all = annotations(report);
    const plain = (text) => guarded([visible(text)]);
    const lines = [
        ...plain(report.headline),
        ...commands('notice', all),
        ...commands('error', all),
        ...commands('warning', all),
        ...plain(`${totalLine(report)}.`),
        ...plain(report.conclusion),
        ...(report.repeat === undefined ? [] : plain(`To repeat this in a checkout: ${report.repeat}`)),
    ];
    return `${lines.join('\n')}\n`;
}

;// CONCATENATED MODULE: ./build/esm/report/json.js


/** Address and `$id` of the published JSON Schema. */
const REPORT_SCHEMA_URL = (0,model/* schemaUrl */.ZZ)('report.v1');
function json_location({ start, end }) {
    return {
        start: { line: start.line, column: start.column, offset: start.offset },
        end: { line: end.line, column: end.column, offset: end.offset },
    };
}
function optionalLocation(value) {
    return value === undefined ? null : json_location(value);
}
function finding(found) {
    return {
        rule: found.rule,
        verdict: found.verdict,
        status: found.status,
        side: found.side,
        path: found.path,
        location: optionalLocation(found.location),
        excerpt: found.excerpt,
        excerptColumn: found.excerptColumn,
        operation: found.operation === undefined
            ? null
            : { kind: found.operation.kind, target: found.operation.target, place: found.operation.place },
        section: found.section === '' ? null : found.section,
        message: found.message,
        help: found.help === '' ? null : found.help,
        docs: found.docs ?? null,
        owner: found.owner ?? null,
        suppressible: found.suppressible,
        exemption: found.exemption ?? null,
        fingerprint: found.fingerprint,
    };
}
/** The public form of a report. Each key is named here, so that a change of the inner type cannot leak out. */
function toReportV1(report) {
    const { totals } = report;
    return {
        $schema: REPORT_SCHEMA_URL,
        kind: report.kind,
        formatVersion: 1,
        tool: { name: report.tool.name, version: report.tool.version },
        headline: report.headline,
        verdict: report.verdict,
        exitCode: report.exitCode,
        conclusion: report.conclusion,
        rulesets: report.judges.map((judge) => ({
            side: judge.side,
            sources: [...judge.sources],
            commit: judge.commit ?? null,
            hash: judge.hash,
            rules: judge.rules,
            notApplied: judge.notApplied.map(({ rule, reason }) => ({ rule, reason })),
        })),
        scope: {
            kind: report.scope.kind,
            event: report.scope.event,
            base: report.scope.base ?? null,
            head: report.scope.head ?? null,
        },
        policy: {
            failOn: report.policy.failOn,
            onUnknown: report.policy.onUnknown,
            findings: report.policy.findings,
        },
        totals: {
            files: totals.files,
            statements: totals.statements,
            operations: totals.operations,
            blocked: totals.blocked,
            warned: totals.warned,
            unknown: totals.unknown,
            existing: totals.existing,
            suppressed: totals.suppressed,
            excepted: totals.excepted,
            baselined: totals.baselined,
            spared: totals.spared,
            newSuppressions: totals.newSuppressions,
        },
        findings: report.findings.map(finding),
        files: report.files.map((file) => ({
            path: file.path,
            previousPath: file.previousPath ?? null,
            dialect: file.dialect ?? null,
            status: file.status,
            statements: file.statements,
            verdict: file.verdict,
        })),
        suppressions: report.suppressions.map((suppression) => ({
            path: suppression.path,
            location: json_location(suppression.location),
            rules: [...suppression.rules],
            reason: suppression.reason,
            until: suppression.until ?? null,
            added: suppression.added,
            state: suppression.state,
            holds: suppression.holds,
        })),
        notices: report.notices.map((notice) => ({
            level: notice.level,
            message: notice.message,
            path: notice.path ?? null,
            location: optionalLocation(notice.location),
        })),
        repeat: report.repeat ?? null,
    };
}
/** For machines: schemas/report.v1.json describes it. Loses nothing, and is harmless when printed to a CI log. */
function renderJson(report) {
    return harmlessJson(toReportV1(report));
}

;// CONCATENATED MODULE: ./build/esm/report/budget.js
const encoder = new TextEncoder();
const bytes = (text) => encoder.encode(text).length;
/** UTF-16 units: never fewer than the characters that a host could mean. */
const characters = (text) => text.length;
/** Room for text that must not grow over a limit. */
class Budget {
    #measure;
    #left;
    constructor(limit, measure) {
        this.#left = limit;
        this.#measure = measure;
    }
    /** Text that must be there whatever its length. */
    fixed(text) {
        this.#left -= this.#measure(text);
        return text;
    }
    /** As many items as fit into `share` of what is left, in order; the rest is counted. Empty for an empty list. */
    list({ head, tail, leftOut, items, count }, share) {
        if (count === 0)
            return '';
        // What must be said even if no item fits.
        this.fixed(head + tail + leftOut(count));
        let room = Math.floor(this.#left * share);
        let text = '';
        let shown = 0;
        for (const item of items) {
            const size = this.#measure(item);
            if (size > room)
                break;
            text += item;
            room -= size;
            shown++;
        }
        this.fixed(text);
        return head + text + tail + (shown < count ? leftOut(count - shown) : '');
    }
}

;// CONCATENATED MODULE: ./build/esm/report/markdown.js

/** What begins something within a line in Markdown, in GitHub's kind of it, or in HTML. */
const ACTIVE = /[\\`*_[\]<>&#|~@$]/g;
/** What begins a list, a heading or, in a note of GitLab, a quick action, at the start of a line. */
const LEADING = /^\s*[-+=/:]|(?<=^\s*\d{1,9})[.)]/;
function entity(character) {
    return `&#${character.charCodeAt(0)};`;
}
/**
 * Text of strangers as Markdown that is shown as it is typed and does nothing: no mention, link, image, reference, emoji
 * or HTML. Entities keep Markdown from seeing it; GitHub looks for mentions, references and addresses once more in the
 * finished page, where a zero-width space breaks them.
 */
function inertText(text) {
    return visible(text)
        .replace(/@(?=\w)/g, '@\u200b')
        .replace(/#(?=\d)/g, '#\u200b')
        .replace(/\bGH-(?=\d)/gi, '$&\u200b')
        .replace(/:(?=\/\/|[\w+-]+:)/g, ':\u200b')
        .replace(/\bwww\./gi, 'www\u200b.')
        .replace(ACTIVE, entity)
        .replace(LEADING, (found) => found.slice(0, -1) + entity(found.slice(-1)));
}
/** Text of strangers as code within a line. GitHub looks for nothing in code, but Markdown makes links of addresses. */
function inertCode(text) {
    const code = visible(text)
        .replace(ACTIVE, entity)
        .replace(/:(?=\/\/)/g, entity)
        .replace(/(?<=\bwww)\./gi, entity);
    return `<code>${code}</code>`;
}
/** Text of strangers whose back-ticks mean code, as they do in every message of ours. */
function inertProse(text) {
    const parts = text.split(/((?<!`)`[^`]+`(?!`))/);
    return parts.map((part, index) => (index % 2 === 1 ? inertCode(part.slice(1, -1)) : inertText(part))).join('');
}
/** Lines of code of strangers as a block, in a fence that is longer than any in them. */
function fenced(lines, language = '') {
    const body = guarded(lines.map((line) => revealed(line.replaceAll('\t', '    '))));
    const runs = body.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length);
    const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run + 1)));
    return `${fence}${language}\n${body.join('\n')}\n${fence}`;
}
/** Renders as much of a text as fits into `limit` characters once rendered; what is cut ends in `…`. */
function fitted(text, limit, render) {
    let length = Math.min(text.length, limit);
    let rendered = render(cut(text, length));
    while (rendered.length > limit && length > 1) {
        length = Math.floor(length * Math.min(0.9, limit / rendered.length));
        rendered = render(cut(text, Math.max(1, length)));
    }
    return rendered;
}

;// CONCATENATED MODULE: ./build/esm/report/summary.js







/** A job summary may have 1 MiB; other tools of the same step may have written something before. */
const SUMMARY_LIMIT = 1024 * 1024 - 32 * 1024;
const COMMENT_LIMIT = 65_536;
/** What all parts need that are always there. */
const SMALLEST_LIMIT = 16_384;
/** The most that one untrusted text may take of a line, so that none of them crowds out the others. */
const PIECE = 1_000;
const EXCERPT_WIDTH = 110;
/** So many findings are shown unfolded. */
const UNFOLDED = 10;
const ICONS = { block: '🛑', warn: '⚠️', unknown: '❔', allow: '✅' };
const TITLES = { block: 'Blocked', warn: 'Warned', unknown: 'Could not be decided', allow: 'Passed' };
const code = (raw, limit = PIECE) => fitted(raw, limit, inertCode);
/** Prose of strangers; what it puts into back-ticks is code here too, and all other Markdown stays as it was typed. */
const summary_text = (raw, limit = PIECE) => fitted(raw, limit, inertProse);
function ruleName({ rule, docs }) {
    // Only pages of our own are linked; nothing in such an address can end the link.
    const ours = docs?.startsWith(`${model/* PRODUCT */.Ax.homepage}/`) && /^[\w./:#-]+$/.test(docs);
    return ours ? `[${code(rule)}](${docs})` : code(rule);
}
function row(finding) {
    const { verdict, exemption } = finding;
    const message = summary_text(explained(finding)) + (exemption === undefined ? '' : `; exempt: ${summary_text(exemption)}`);
    return `| ${ICONS[verdict]}&nbsp;${verdict} | ${code(placeOf(finding))} | ${ruleName(finding)} | ${message} |\n`;
}
function helpText(blocks) {
    return blocks
        .map((block) => {
        if (block.kind === 'code')
            return `${fenced(block.lines, 'sql')}\n`;
        return `${block.kind === 'item' ? '- ' : ''}${summary_text(block.text, 4 * PIECE)}\n`;
    })
        .join('\n');
}
function exemptionText(finding, report) {
    const exemption = exemptionFor(finding, report);
    if (exemption === undefined)
        return '';
    if (exemption.by === 'comment') {
        return `To exempt this statement, put this above it:\n\n${fenced([exemption.line], 'sql')}\n\n`;
    }
    const ask = `No comment can exempt it. Ask ${summary_text(exemption.ask)}`;
    const length = exemption.yaml.join('\n').length;
    return length > 2 * PIECE ? `${ask}.\n\n` : `${ask}:\n\n${fenced(exemption.yaml, 'yaml')}\n\n`;
}
/** One finding in full. The blank lines let Markdown begin again inside the HTML. */
function details(finding, report, unfolded) {
    const parts = [`${summary_text(explained(finding), 4 * PIECE)}\n\n`];
    if (finding.location !== undefined && finding.excerpt.trim() !== '') {
        const marked = markExcerpt(finding, EXCERPT_WIDTH, '…');
        parts.push(`${fenced([marked.code, ' '.repeat(marked.indent) + '^'.repeat(marked.length)], 'sql')}\n\n`);
    }
    if (finding.help.trim() !== '')
        parts.push(`**The safe way.** ${helpText(helpBlocks(finding.help))}\n`);
    parts.push(exemptionText(finding, report));
    const summary = `${ICONS[finding.verdict]} ${code(finding.rule)} at ${code(placeOf(finding))}`;
    return `<details${unfolded ? ' open' : ''}><summary>${summary}</summary>\n\n${parts.join('')}</details>\n\n`;
}
/** Renders one by one, so that what has no room is not rendered at all. */
function* each(list, render) {
    for (const [index, item] of list.entries())
        yield render(item, index);
}
const SEE_REPORT = 'the JSON report has all of them';
function suppressionList(list, head) {
    return {
        head,
        tail: '\n',
        leftOut: (count) => `${plural(count, 'more suppression')} left out for want of room; ${SEE_REPORT}.\n\n`,
        items: list.map((suppression) => `- ${code(placeOf(suppression))} ${summary_text(suppressionText(suppression))}\n`),
        count: list.length,
    };
}
const ROWS_HEAD = '| Verdict | Where | Rule | Finding |\n|---|---|---|---|\n';
function table(findings, head, tail) {
    return {
        head: `${head}${ROWS_HEAD}`,
        tail,
        leftOut: (count) => `${plural(count, 'more finding')} left out for want of room; ${SEE_REPORT}.\n\n`,
        items: each(findings, row),
        count: findings.length,
    };
}
function judgeLine({ side, sources, commit, hash, rules }) {
    const whose = { base: 'Base: ', head: 'Head: ', only: '' }[side];
    const where = commit === undefined ? '' : ` at ${code(commit.slice(0, 12))}`;
    return `- ${whose}${plural(rules, 'rule')} of ${code(sources.join(', '))}${where}, hash ${code(hash.slice(0, 12))}\n`;
}
function plainList(lines, what, head) {
    return {
        head,
        tail: '\n',
        leftOut: (count) => `${plural(count, `more ${what}`)} left out for want of room; ${SEE_REPORT}.\n\n`,
        items: lines,
        count: lines.length,
    };
}
/** The Markdown of a report within `limit` as `measure` counts. */
function render(report, limit, measure) {
    const budget = new Budget(Math.max(SMALLEST_LIMIT, limit), measure);
    const counted = report.findings.filter(countsIn(report));
    const added = report.suppressions.filter((suppression) => suppression.added);
    const idle = report.suppressions.filter(({ added, state }) => !added && state !== 'used');
    // In the order of importance: what comes first gets room first.
    const head = budget.fixed(`<b>${summary_text(report.headline)}</b>\n\n### ${ICONS[report.verdict]} ${TITLES[report.verdict]}: ${totalLine(report)}\n\n` +
        `${summary_text(report.conclusion)}\n\n`);
    const repeat = report.repeat === undefined
        ? ''
        : budget.fixed(`To repeat this in a checkout:\n\n${fitted(report.repeat, PIECE, (raw) => fenced([raw], 'sh'))}\n`);
    const addedHead = `#### ⚠️ This change adds ${plural(added.length, 'suppression')}\n\n`;
    const suppressions = budget.list(suppressionList(added, addedHead), 0.25);
    const notices = budget.list(plainList(report.notices.map(({ level, message, path, location }) => {
        const where = path === undefined ? '' : `${code(placeOf({ path, location }))}: `;
        return `- ${level === 'warning' ? '⚠️' : 'ℹ️'} ${where}${summary_text(message)}\n`;
    }), 'notice', '#### Notices\n\n'), 0.25);
    const judges = budget.list(plainList([...report.judges.map(judgeLine), ...notAppliedLines(report).map((line) => `- ${summary_text(line)}\n`)], 'line', '#### Who judged\n\n'), 0.1);
    const findings = budget.list(table(counted, '', '\n'), 0.5);
    const full = budget.list({
        head: '',
        tail: '',
        leftOut: (count) => `${plural(count, 'finding')} of the table ${count === 1 ? 'is' : 'are'} not shown in full.\n\n`,
        items: each(counted, (finding, index) => details(finding, report, index < UNFOLDED)),
        count: counted.length,
    }, 0.75);
    const rest = notCounted(report).map((group) => budget.list(table(group.findings, `<details><summary>${group.text}</summary>\n\n`, '\n</details>\n\n'), 0.5));
    const idleHead = '#### Suppressions that hold back nothing\n\n';
    const idleList = budget.list(suppressionList(idle, idleHead), 1);
    return [head, suppressions, findings, full, ...rest, notices, idleList, judges, repeat].join('');
}
/** GitHub's job summary, at most `options.limit` bytes (default 992 KiB, at least 16 KiB). */
function renderSummary(report, options = {}) {
    return render(report, options.limit ?? SUMMARY_LIMIT, bytes);
}
/**
 * The same as a comment on the pull request.
 *
 * @param marker the HTML comment by which the comment is found again; becomes its first line
 * @param limit the most characters that the host takes, at least 16,384
 */
function commentMarkdown(report, { marker, limit = COMMENT_LIMIT }) {
    const first = `${marker}\n\n`;
    return first + render(report, limit - first.length, characters);
}

// EXTERNAL MODULE: ./node_modules/picocolors/picocolors.js
var picocolors = __webpack_require__(7336);
;// CONCATENATED MODULE: ./build/esm/report/terminal.js







const UNICODE_MARKS = {
    block: '✖',
    warn: '▲',
    unknown: '?',
    allow: '✔',
    notice: '•',
    bar: '│',
    ellipsis: '…',
    caret: '^',
};
const ASCII_MARKS = {
    block: 'x',
    warn: '!',
    unknown: '?',
    allow: '+',
    notice: 'i',
    bar: '|',
    ellipsis: '...',
    caret: '^',
};
const LABEL = 8;
function verdictPaint(colours, verdict) {
    return { block: colours.red, warn: colours.yellow, unknown: colours.magenta, allow: colours.green }[verdict];
}
/** Text of strangers, wrapped and indented; `lead` stands before the first line, in the place of the indentation. */
function paragraph({ width }, indent, text, paint = String, lead = '') {
    return wrapped(visible(text), width - indent).map((line, index) => index === 0 && lead !== '' ? lead + paint(line) : ' '.repeat(indent) + paint(line));
}
function labelled(canvas, label, text) {
    return paragraph(canvas, 4 + LABEL, text, String, `    ${canvas.colours.dim(label.padEnd(LABEL))}`);
}
function codeLines(canvas, finding) {
    if (finding.location === undefined || finding.excerpt.trim() === '')
        return [];
    const { colours, marks, width } = canvas;
    const number = String(finding.location.start.line);
    const { code, indent, length } = markExcerpt(finding, width - 4 - number.length - 3, marks.ellipsis);
    const bar = colours.dim(marks.bar);
    const caret = verdictPaint(colours, finding.verdict)(marks.caret.repeat(length));
    return [
        '',
        `    ${colours.dim(number)} ${bar} ${code}`,
        `    ${' '.repeat(number.length)} ${bar} ${' '.repeat(indent)}${caret}`,
    ];
}
/** What to do about a finding: never wrapped where it is to be pasted. */
function stepLines(canvas, finding, report) {
    const help = firstSentence(finding.help);
    const exemption = exemptionFor(finding, report);
    const lines = help === '' ? [] : labelled(canvas, 'fix', help);
    if (exemption?.by === 'comment')
        lines.push(`    ${canvas.colours.dim('exempt'.padEnd(LABEL))}${exemption.line}`);
    if (exemption?.by === 'exception') {
        lines.push(...labelled(canvas, 'exempt', `no comment can; ask ${exemption.ask}:`));
        lines.push(...exemption.yaml.map((line) => ' '.repeat(4 + LABEL) + line));
    }
    if (finding.docs !== undefined)
        lines.push(`    ${canvas.colours.dim('rule'.padEnd(LABEL))}${visible(finding.docs)}`);
    return lines;
}
function findingLines(canvas, finding) {
    const { colours, marks } = canvas;
    const paint = verdictPaint(colours, finding.verdict);
    const place = colours.bold(visible(placeOf(finding)));
    return [
        `${paint(marks[finding.verdict])} ${place}  ${paint(finding.verdict)}  ${colours.bold(visible(finding.rule))}`,
        ...paragraph(canvas, 4, explained(finding)),
    ];
}
/** Findings that count, those of one file together; files in the order of their worst finding. */
function byFile(report) {
    const files = new Map();
    for (const finding of report.findings.filter(countsIn(report))) {
        const list = files.get(finding.path);
        if (list)
            list.push(finding);
        else
            files.set(finding.path, [finding]);
    }
    return [...files.values()].flat();
}
function allFindings(canvas, report) {
    const told = new Set();
    return byFile(report).flatMap((finding) => {
        const steps = stepLines(canvas, finding, report);
        // Forty hits of one rule need its advice once.
        const key = [finding.rule, ...steps].join('\n');
        const repeated = told.has(key);
        told.add(key);
        const code = codeLines(canvas, finding);
        const advice = repeated || steps.length === 0 ? [] : [...(code.length > 0 ? [''] : []), ...steps];
        return [...findingLines(canvas, finding), ...code, ...advice, ''];
    });
}
function suppressionLines(canvas, report) {
    const { colours, marks } = canvas;
    const lines = report.suppressions
        .filter(({ added, state }) => added || state !== 'used')
        .sort((a, b) => Number(b.added) - Number(a.added))
        .flatMap((suppression) => {
        const what = suppression.added ? 'new suppression' : 'suppression';
        const text = `${what} at ${placeOf(suppression)} ${suppressionText(suppression)}`;
        const paint = suppression.added ? colours.yellow : colours.dim;
        return paragraph(canvas, 2, text, paint, `${paint(suppression.added ? marks.warn : marks.notice)} `);
    });
    return lines.length === 0 ? [] : [...lines, ''];
}
function noticeLines(canvas, report) {
    const { colours, marks } = canvas;
    const lines = report.notices.flatMap(({ level, message, path, location }) => {
        const paint = level === 'warning' ? colours.yellow : colours.cyan;
        const mark = level === 'warning' ? marks.warn : marks.notice;
        const where = path === undefined ? '' : `${placeOf({ path, location })}: `;
        return paragraph(canvas, 2, where + message, String, `${paint(mark)} `);
    });
    return lines.length === 0 ? [] : [...lines, ''];
}
function quietLines(canvas, report) {
    const counts = notCounted(report).map(({ status, text }) => {
        const how = status === 'existing' ? '--findings all' : '--format json';
        return `${text} (${how} shows ${text.startsWith('1 ') ? 'it' : 'them'})`;
    });
    const lines = [...counts, ...notAppliedLines(report)].flatMap((text) => paragraph(canvas, 2, text, canvas.colours.dim, `${canvas.colours.dim(canvas.marks.notice)} `));
    return lines.length === 0 ? [] : [...lines, ''];
}
/** For people at a terminal, and for the log of a CI job. Ends with a newline. */
function renderTerminal(report, options = {}) {
    const colours = picocolors.createColors(options.colour ?? false);
    const marks = (options.unicode ?? true) ? UNICODE_MARKS : ASCII_MARKS;
    const canvas = { colours, marks, width: Math.max(40, options.width ?? 100) };
    const paint = verdictPaint(colours, report.verdict);
    const added = report.totals.newSuppressions;
    const total = totalLine(report) + (added === 0 ? '' : `; ${plural(added, 'new suppression')}`);
    const lines = [
        ...paragraph(canvas, 0, report.headline, colours.bold),
        '',
        ...suppressionLines(canvas, report),
        ...allFindings(canvas, report),
        ...quietLines(canvas, report),
        ...noticeLines(canvas, report),
        ...paragraph(canvas, 2, `${total}.`, colours.bold, `${paint(marks[report.verdict])} `),
        ...paragraph(canvas, 2, report.conclusion, paint),
    ];
    if (report.repeat !== undefined) {
        lines.push('', 'To repeat this in a checkout:', `  ${visible(report.repeat)}`);
    }
    return `${guarded(lines).join('\n')}\n`;
}

;// CONCATENATED MODULE: ./build/esm/report/formats.js





/** Every format, by the name that `--format` takes. */
const FORMATS = {
    terminal: { summary: 'for people', render: renderTerminal },
    json: { summary: 'for machines (schemas/report.v1.json)', render: renderJson },
    github: { summary: 'annotations of GitHub Actions, as workflow commands', render: renderGithub },
    summary: { summary: 'job summary of GitHub Actions, Markdown', render: renderSummary },
    'code-quality': { summary: 'Code Quality report of GitLab', render: renderCodeQuality },
};
function isFormat(value) {
    return Object.hasOwn(FORMATS, value);
}

;// CONCATENATED MODULE: ./build/esm/report/index.js






/***/ })

};
