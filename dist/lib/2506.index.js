export const id = 2506;
export const ids = [2506];
export const modules = {

/***/ 82506:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  loadNodeSqlParser: () => (/* binding */ loadNodeSqlParser)
});

// EXTERNAL MODULE: ./build/esm/sql/text/dialects.js
var dialects = __webpack_require__(97652);
// EXTERNAL MODULE: ./build/esm/sql/grammars/without-stack.js
var without_stack = __webpack_require__(24459);
// EXTERNAL MODULE: ./build/esm/sql/reader/operation.js
var operation = __webpack_require__(51682);
// EXTERNAL MODULE: ./build/esm/sql/text/names.js
var text_names = __webpack_require__(75147);
// EXTERNAL MODULE: ./build/esm/sql/text/tokens.js
var text_tokens = __webpack_require__(63617);
// EXTERNAL MODULE: ./build/esm/sql/text/literals.js
var literals = __webpack_require__(76663);
;// CONCATENATED MODULE: ./build/esm/sql/grammars/node-sql-parser/plain-text.js


/** Replaces every number: node-sql-parser takes numbers such as `1e5` for names, but accepts this one everywhere. */
const NUMBER = '1';
/**
 * Replaces the text of every string: a letter that real SQL does not use (LATIN LETTER RETROFLEX CLICK).
 * node-sql-parser lists strings in a select list as columns, and this makes them recognisable.
 */
const NO_NAME = '\u01c3';
/**
 * The text that is passed to node-sql-parser: without comments, and with a placeholder value for each literal, each IN
 * list of literals, and each run of VALUES rows of the same form. The result therefore depends on no literal. Undefined
 * if the text exceeds the limits.
 */
function plainText(tokens, { from, to }, max) {
    const pieces = (0,literals/* piecesOf */.X)(tokens, from, to);
    if (pieces.length > max.pieces)
        return undefined;
    let text = '';
    let end = tokens.start(from);
    for (const { at, literal } of pieces) {
        if (text.length > max.length)
            return undefined;
        if (tokens.start(at) > end)
            text += ' ';
        text += !literal ? tokens.raw(at) : tokens.kind(at) === text_tokens.T.number ? NUMBER : `'${NO_NAME}'`;
        end = tokens.end(at);
    }
    return text.length > max.length ? undefined : text;
}

;// CONCATENATED MODULE: ./build/esm/sql/grammars/node-sql-parser/grammar.js




/**
 * Parsing time grows exponentially with nesting and with the square of the length. Only texts within these limits are
 * parsed (measured: under 0.1 s each), and only this many statements per file.
 */
const MAX_LENGTH = 8192;
const MAX_PIECES = 1500;
const MAX_DEPTH = 8;
const MAX_STATEMENTS = 1000;
const KINDS = {
    insert: 'insert',
    replace: 'replace',
    update: 'update',
    delete: 'delete',
    truncate: 'truncate',
};
const READERS = ['node-sql-parser'];
/**
 * node-sql-parser for MySQL, MariaDB and SQLite. It rejects SQL that servers accept and misreads some, so a rejection
 * means nothing. It is used only where it can add to the token reader: for queries and unrecognised statements.
 *
 * @param readPlain a fast reader that is tried first; its result replaces the grammar's
 */
function nodeSqlParserGrammar(parse, lexical, readPlain) {
    let remaining = MAX_STATEMENTS;
    return {
        name: 'node-sql-parser',
        restart: () => {
            remaining = MAX_STATEMENTS;
        },
        read: (input) => {
            const plain = readPlain(input);
            if (plain)
                return plainReading(plain, lexical);
            if (remaining <= 0 || !shouldParse(input))
                return undefined;
            const sql = plainText(input.tokens, input.range, { length: MAX_LENGTH, pieces: MAX_PIECES });
            if (sql === undefined)
                return undefined;
            remaining--;
            return readStatement(parse, sql, input.span, lexical);
        },
    };
}
function plainReading({ tables, columns }, lexical) {
    const folded = (names) => [...new Set(names.map((name) => (0,text_names/* foldName */.zN)(name, false, lexical)))];
    return {
        understood: true,
        operations: [],
        facts: { tablesRead: folded(tables), columnsRead: folded(columns).sort() },
    };
}
function shouldParse({ tokens, range, understood }) {
    let depth = 0;
    let queries = 0;
    for (let at = range.from; at < range.to; at++) {
        const kind = tokens.kind(at);
        if (kind === text_tokens.T.execOpen || kind === text_tokens.T.directive || kind === text_tokens.T.placeholder || kind === text_tokens.T.unreadable)
            return false;
        const word = tokens.word(at);
        if (word === '(' && ++depth > MAX_DEPTH)
            return false;
        if (word === ')')
            depth--;
        else if (word === 'SELECT')
            queries++;
    }
    // Its support for routines is poor, and the token reader has read the body.
    return depth === 0 && (queries > 0 || !understood) && !/^(?:CREATE|ALTER)$/.test(tokens.word(range.from));
}
function readStatement(parse, sql, span, lexical) {
    let parsed;
    try {
        parsed = parse(sql);
    }
    catch {
        return { understood: false, operations: [], facts: {} };
    }
    const functions = new Set();
    collectFunctions(parsed.ast, functions);
    const operations = parsed.tableList.flatMap((entry) => operationOf(entry, span, lexical));
    return {
        understood: operations.length > 0 || isQuery(parsed.ast),
        operations,
        facts: {
            tablesRead: tablesOf(parsed.tableList, lexical),
            functions: [...functions],
            columnsRead: columnsOf(parsed.columnList, lexical),
        },
    };
}
function isQuery(ast) {
    const first = Array.isArray(ast) ? ast[0] : ast;
    return typeof first === 'object' && first !== null && 'type' in first && first.type === 'select';
}
/** The operation of an entry `verb::schema::table`; `null` is a missing part. */
function operationOf(entry, span, lexical) {
    const [verb = '', schema = '', ...rest] = entry.split('::');
    const kind = KINDS[verb.toLowerCase()];
    const name = (0,text_names/* foldName */.zN)(rest.join('::'), false, lexical);
    if (!kind || name === '' || name === 'null')
        return [];
    const known = schema === 'null' ? '' : (0,text_names/* foldName */.zN)(schema, false, lexical);
    const target = { name, schema: known, quoted: false, text: known === '' ? name : `${known}.${name}` };
    const filtered = kind === 'update' || kind === 'delete';
    // The token reader evaluates filters. For a write that it missed, the filter is unknown.
    return [(0,operation/* makeOperation */.Qp)(kind, 'statement', span, { target, readers: READERS, ...(filtered && { filter: undefined }) })];
}
function tablesOf(tableList, lexical) {
    const tables = new Set();
    for (const entry of tableList) {
        const [verb, schema = 'null', ...rest] = entry.split('::');
        const name = (0,text_names/* foldName */.zN)(rest.join('::'), false, lexical);
        if (verb !== 'select' || name === '' || name === 'null')
            continue;
        tables.add(schema === 'null' ? name : `${(0,text_names/* foldName */.zN)(schema, false, lexical)}.${name}`);
    }
    return [...tables];
}
function columnsOf(columnList, lexical) {
    const columns = columnList
        // The entry of a star starts with a varying number of parts.
        .filter((entry) => !entry.endsWith('::(.*)'))
        .map((entry) => entry.split('::'))
        .filter(([verb, , name]) => verb === 'select' && name !== undefined && name !== '*' && name !== NO_NAME)
        .map(([, , name]) => (0,text_names/* foldName */.zN)(name ?? '', false, lexical));
    // Sorted, because the parser's order depends on the order in which it tries its rules.
    return [...new Set(columns)].sort();
}
/** Collects the names in function nodes. Recursion is safe: the nesting of the statement is limited. */
function collectFunctions(value, into) {
    if (Array.isArray(value)) {
        for (const item of value)
            collectFunctions(item, into);
        return;
    }
    if (typeof value !== 'object' || value === null)
        return;
    if ('type' in value && (value.type === 'function' || value.type === 'aggr_func') && 'name' in value) {
        const name = functionName(value.name);
        // It parses `NOT (…)` as a function call.
        if (name !== '' && name.toLowerCase() !== 'not')
            into.add(name.toLowerCase());
    }
    for (const child of Object.values(value))
        collectFunctions(child, into);
}
function functionName(name) {
    if (typeof name === 'string')
        return name;
    if (typeof name !== 'object' || name === null || !('name' in name) || !Array.isArray(name.name))
        return '';
    const last = name.name.at(-1);
    return typeof last === 'object' && last !== null && 'value' in last && typeof last.value === 'string'
        ? last.value
        : '';
}

// EXTERNAL MODULE: ./build/esm/sql/grammars/plain-form.js
var plain_form = __webpack_require__(46525);
;// CONCATENATED MODULE: ./build/esm/sql/grammars/node-sql-parser/plain-select.js

/**
 * Words that MySQL 8.4 or MariaDB 11 reserve (chapter "Keywords and Reserved Words" of their manuals), and words that
 * node-sql-parser does not treat as plain names.
 */
const RESERVED = new Set(`ACCESSIBLE ADD ALL ALTER ANALYZE AND AS ASC ASENSITIVE BEFORE BETWEEN BIGINT BINARY BLOB BOOLEAN BOTH BY CALL CASCADE CASE
   CHANGE CHAR CHARACTER CHECK COLLATE COLUMN CONDITION CONSTRAINT CONTAINS CONTINUE CONVERT CREATE CROSS CUBE CUME_DIST
   CURRENT_DATE CURRENT_ROLE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER CURSOR DATABASE DATABASES DAY_HOUR DAY_MICROSECOND
   DAY_MINUTE DAY_SECOND DEC DECIMAL DECLARE DEFAULT DELAYED DELETE DELETE_DOMAIN_ID DENSE_RANK DESC DESCRIBE DETERMINISTIC
   DISTINCT DISTINCTROW DIV DO_DOMAIN_IDS DOUBLE DROP DUAL EACH ELSE ELSEIF EMPTY ENCLOSED END ESCAPED EXCEPT EXISTS EXIT
   EXPLAIN FALSE FETCH FIRST_VALUE FLOAT FLOAT4 FLOAT8 FOR FORCE FOREIGN FROM FULL FULLTEXT FUNCTION GENERAL GENERATED GET
   GLOBAL GRANT GROUP GROUPING GROUPS HAVING HIGH_PRIORITY HOUR_MICROSECOND HOUR_MINUTE HOUR_SECOND IF IGNORE
   IGNORE_DOMAIN_IDS IGNORE_SERVER_IDS IN INDEX INFILE INNER INOUT INSENSITIVE INSERT INT INT1 INT2 INT3 INT4 INT8 INTEGER
   INTERSECT INTERVAL INTO IO_AFTER_GTIDS IO_BEFORE_GTIDS IS ITERATE JOIN JSON JSON_TABLE KEY KEYS KILL LAG LAST_VALUE LATERAL
   LEAD LEADING LEAVE LEFT LIKE LIMIT LINEAR LINES LOAD LOCAL LOCALTIME LOCALTIMESTAMP LOCK LONG LONGBLOB LONGTEXT LOOP
   LOW_PRIORITY MANUAL MASTER_BIND MASTER_HEARTBEAT_PERIOD MASTER_SSL_VERIFY_SERVER_CERT MATCH MAXVALUE MEDIUMBLOB MEDIUMINT
   MEDIUMTEXT MIDDLEINT MINUS MINUTE_MICROSECOND MINUTE_SECOND MOD MODIFIES NATURAL NOT NO_WRITE_TO_BINLOG NTH_VALUE NTILE
   NULL NUMERIC OF OFFSET ON OPTIMIZE OPTIMIZER_COSTS OPTION OPTIONALLY OR ORDER OUT OUTER OUTFILE OVER PAGE_CHECKSUM PARALLEL
   PARSE_VCOL_EXPR PARTITION PERCENT_RANK PERSIST PERSIST_ONLY PRECISION PRIMARY PROCEDURE PURGE QUALIFY RANGE RANK READ READS
   READ_WRITE REAL RECURSIVE REF_SYSTEM_ID REFERENCES REGEXP RELEASE RENAME REPEAT REPLACE REQUIRE RESIGNAL RESTRICT RETURN
   RETURNING REVOKE RIGHT RLIKE ROW ROWNUM ROWS ROW_NUMBER SCHEMA SCHEMAS SECOND_MICROSECOND SELECT SENSITIVE SEPARATOR
   SESSION SESSION_USER SET SHOW SIGNAL SLOW SMALLINT SPATIAL SPECIFIC SQL SQLEXCEPTION SQLSTATE SQLWARNING SQL_BIG_RESULT
   SQL_CALC_FOUND_ROWS SQL_SMALL_RESULT SSL STARTING STATS_AUTO_RECALC STATS_PERSISTENT STATS_SAMPLE_PAGES STATUS STORED
   STRAIGHT_JOIN SYSTEM SYSTEM_USER TABLE TABLESAMPLE TERMINATED THEN TINYBLOB TINYINT TINYTEXT TO TRAILING TRIGGER TRUE
   TRUNCATE UNDO UNION UNIQUE UNLOCK UNSIGNED UPDATE USAGE USE USING UTC_DATE UTC_TIME UTC_TIMESTAMP VALUES VARBINARY VARCHAR
   VARCHARACTER VARYING VECTOR VIRTUAL WHEN WHERE WHILE WINDOW WITH WRITE XOR YEAR_MONTH ZEROFILL`.split(/\s+/));
const SPELLING = {
    reserved: RESERVED,
    quoted: /^`[A-Za-z_]\w{0,59}`$/,
    stringQuotes: `'"`,
    parameter: /^\?$/,
    // Any number: the result must not depend on the items of a list, because statements are grouped without them.
    number: /^(?:\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|0[xX][0-9a-fA-F]+)$/,
    arrays: false,
};
/**
 * Reads a MySQL or MariaDB query of a plain form, to which the grammar could add nothing. Undefined for every other
 * form. Most queries of applications are plain, and the grammar takes twenty times as long.
 */
function readPlainSelect(input) {
    const [operation, ...others] = input.operations;
    if (operation?.kind !== 'select' || others.length > 0)
        return undefined;
    const form = new plain_form/* PlainForm */.h(input, SPELLING);
    if (!form.select() || !form.done)
        return undefined;
    return { tables: form.tables.map((names) => names.map(nameOf).join('.')), columns: form.columns.map(nameOf) };
}
function nameOf({ name }) {
    return name;
}

;// CONCATENATED MODULE: ./build/esm/sql/grammars/node-sql-parser/load.js




/** One build per dialect, loaded on demand. */
const BUILDS = {
    mysql: () => Promise.all(/* import() */[__webpack_require__.e(3269), __webpack_require__.e(6442)]).then(__webpack_require__.t.bind(__webpack_require__, 56442, 19)),
    mariadb: () => Promise.all(/* import() */[__webpack_require__.e(3269), __webpack_require__.e(932)]).then(__webpack_require__.t.bind(__webpack_require__, 30932, 19)),
    sqlite: () => Promise.all(/* import() */[__webpack_require__.e(3269), __webpack_require__.e(1570)]).then(__webpack_require__.t.bind(__webpack_require__, 21570, 19)),
};
/** The dialect names that the builds expect. */
const NAMES = { mysql: 'MySQL', mariadb: 'MariaDB', sqlite: 'Sqlite' };
/** Loads node-sql-parser's build of a dialect. */
async function loadNodeSqlParser(dialect) {
    const build = await BUILDS[dialect]();
    // UMD modules: whether the exports are under `default` depends on the module loader.
    const { Parser } = 'default' in build ? build.default : build;
    const parser = new Parser();
    return nodeSqlParserGrammar((0,without_stack/* withoutStack */.x)((sql) => parser.parse(sql, { database: NAMES[dialect] })), dialects/* LEXICAL */.x[dialect], dialect === 'sqlite' ? () => undefined : readPlainSelect);
}


/***/ }),

/***/ 46525:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   h: () => (/* binding */ PlainForm)
/* harmony export */ });
/* harmony import */ var _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63617);

const BARE = /^[A-Za-z_]\w{0,59}$/;
const COMPARISONS = new Set(['=', '<>', '!=', '<', '>', '<=', '>=']);
const AGGREGATES = new Set(['COUNT', 'SUM', 'MIN', 'MAX', 'AVG']);
/** Maximum nesting; deeper statements are left to the grammar. */
const MAX_DEPTH = 20;
/** `schema.table.column` */
const MAX_PARTS = 3;
/**
 * Reads the parts of plain statements: names, literals, parameters, comparisons and so on. Each method returns whether
 * the part that it is named after is at the cursor, and moves past it. A statement with any other part is left to the
 * grammar.
 */
class PlainForm {
    /** In the order of the text. */
    columns = [];
    tables = [];
    /** Whether `*` or `t.*` is selected. */
    star = false;
    #tokens;
    #to;
    #spelling;
    #at;
    #depth = 0;
    constructor({ tokens, range }, spelling) {
        this.#tokens = tokens;
        this.#at = range.from;
        this.#to = range.to;
        this.#spelling = spelling;
    }
    get done() {
        return this.#at === this.#to;
    }
    take(word) {
        if (!this.next(word))
            return false;
        this.#at++;
        return true;
    }
    next(word) {
        return this.#at < this.#to && this.#tokens.word(this.#at) === word;
    }
    #name() {
        if (this.#at >= this.#to)
            return undefined;
        const kind = this.#tokens.kind(this.#at);
        const raw = this.#tokens.raw(this.#at);
        let name;
        if (kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.word) {
            if (!BARE.test(raw) || this.#spelling.reserved.has(this.#tokens.word(this.#at)))
                return undefined;
            name = { name: raw, quoted: false };
        }
        else if (kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.quoted && this.#spelling.quoted.test(raw))
            name = { name: raw.slice(1, -1), quoted: true };
        else
            return undefined;
        this.#at++;
        return name;
    }
    /** A single name: of a column that is written, or an alias. */
    name() {
        return this.#name() !== undefined;
    }
    names() {
        do
            if (!this.name())
                return false;
        while (this.take(','));
        return true;
    }
    /** `t`, `s.t`. */
    table(isRead) {
        const first = this.#name();
        if (!first)
            return false;
        const second = this.take('.') ? this.#name() : first;
        if (!second)
            return false;
        if (isRead)
            this.tables.push(second === first ? [first] : [first, second]);
        return true;
    }
    /** A column that is read: `a`, `t.a`, `s.t.a`. */
    column() {
        let name = this.#name();
        for (let parts = 1; name && parts < MAX_PARTS && this.take('.'); parts++)
            name = this.#name();
        if (!name || this.next('.'))
            return false;
        this.columns.push(name);
        return true;
    }
    /** A literal or a parameter. */
    value() {
        if (this.#at >= this.#to)
            return false;
        const kind = this.#tokens.kind(this.#at);
        const word = this.#tokens.word(this.#at);
        if (word === 'NULL' || word === 'TRUE' || word === 'FALSE') {
            this.#at++;
            return true;
        }
        if (word === '-') {
            this.#at++;
            return this.#number();
        }
        if (kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.number)
            return this.#number();
        if (kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.param) {
            if (!this.#spelling.parameter.test(this.#tokens.raw(this.#at)) || !this.#standsAlone())
                return false;
        }
        else if (kind !== _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.string || !this.#spelling.stringQuotes.includes(this.#character(this.#at)))
            return false;
        this.#at++;
        return true;
    }
    #character(at) {
        return this.#tokens.text.charAt(this.#tokens.start(at));
    }
    /** A number that all servers read alike. */
    #number() {
        if (this.#tokens.kind(this.#at) !== _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.number)
            return false;
        if (!this.#spelling.number.test(this.#tokens.raw(this.#at)))
            return false;
        if (!this.#standsAlone())
            return false;
        this.#at++;
        return true;
    }
    /**
     * Whether no name or number directly follows the token: `12abc` is two tokens to our lexer, but a syntax error to a
     * server.
     */
    #standsAlone() {
        const next = this.#tokens.text.charCodeAt(this.#tokens.end(this.#at));
        return !((next >= 48 && next <= 57) || (next | 32) >= 97 || next === 95 || next === 46);
    }
    /** The number of values in `(1, 'x', $3)`; 0 if it is anything else. */
    values() {
        if (!this.take('(') || !this.value())
            return 0;
        let items = 1;
        for (; this.take(','); items++)
            if (!this.value())
                return 0;
        return this.take(')') ? items : 0;
    }
    /** `(1, 'x'), (2, DEFAULT)`: rows of the same length. */
    rows() {
        let width = -1;
        do {
            const items = this.#row();
            if (items === 0 || (width >= 0 && items !== width))
                return false;
            width = items;
        } while (this.take(','));
        return true;
    }
    #row() {
        if (!this.take('('))
            return 0;
        let items = 0;
        do {
            if (!this.take('DEFAULT') && !this.value())
                return 0;
            items++;
        } while (this.take(','));
        return this.take(')') ? items : 0;
    }
    /** A column or a value. */
    operand() {
        return this.value() || this.column();
    }
    /** Comparisons joined by AND and OR, optionally in parentheses. */
    condition() {
        if (++this.#depth > MAX_DEPTH)
            return false;
        do
            if (!this.#predicate())
                return false;
        while (this.take('AND') || this.take('OR'));
        this.#depth--;
        return true;
    }
    #predicate() {
        this.take('NOT');
        if (this.take('('))
            return this.condition() && this.take(')');
        if (!this.column())
            return false;
        if (this.#at < this.#to && COMPARISONS.has(this.#tokens.word(this.#at))) {
            this.#at++;
            return this.#spelling.arrays && this.take('ANY') ? this.values() === 1 : this.operand();
        }
        if (this.take('IS')) {
            this.take('NOT');
            return this.take('NULL');
        }
        const negated = this.take('NOT');
        if (this.take('IN'))
            return this.values() > 0;
        if (this.take('LIKE'))
            return this.value();
        if (this.take('BETWEEN'))
            return this.value() && this.take('AND') && this.value();
        // A boolean column is a condition by itself.
        return !negated;
    }
    /** A whole SELECT. */
    select() {
        if (!this.take('SELECT'))
            return false;
        this.take('DISTINCT');
        if (!this.selected())
            return false;
        if (!this.take('FROM') || !this.#sources())
            return false;
        if (this.take('WHERE') && !this.condition())
            return false;
        if (this.take('GROUP') && !(this.take('BY') && this.#columns()))
            return false;
        if (this.take('ORDER') && !(this.take('BY') && this.#sorted()))
            return false;
        return this.#limits();
    }
    /** Columns, stars, values and aggregates after SELECT or RETURNING. */
    selected() {
        do
            if (!this.#item())
                return false;
        while (this.take(','));
        return true;
    }
    #item() {
        if (this.take('*'))
            return this.#starred();
        if (this.value() || this.#aggregate())
            return this.#label();
        let name = this.#name();
        for (let parts = 1; name && parts < MAX_PARTS && this.take('.'); parts++) {
            if (this.take('*'))
                return this.#starred();
            name = this.#name();
        }
        if (!name || this.next('.'))
            return false;
        this.columns.push(name);
        return this.#label();
    }
    #starred() {
        this.star = true;
        return true;
    }
    #label() {
        return !this.take('AS') || this.name();
    }
    /** `COUNT(*)`, `SUM(a)`, `MAX(COALESCE(a, 0))`. */
    #aggregate() {
        const word = this.#tokens.word(this.#at);
        if (!AGGREGATES.has(word) || this.#tokens.word(this.#at + 1) !== '(')
            return false;
        if (this.#tokens.start(this.#at + 1) !== this.#tokens.end(this.#at))
            return false;
        this.#at += 2;
        if (word === 'COUNT' && this.take('*'))
            return this.take(')');
        if (!this.take('COALESCE'))
            return this.column() && this.take(')');
        return this.take('(') && this.column() && this.take(',') && this.value() && this.take(')') && this.take(')');
    }
    #sources() {
        if (!this.#source())
            return false;
        for (;;) {
            if (this.take('INNER')) {
                if (!this.take('JOIN'))
                    return false;
            }
            else if (this.take('LEFT')) {
                this.take('OUTER');
                if (!this.take('JOIN'))
                    return false;
            }
            else if (!this.take('JOIN'))
                return true;
            if (!this.#source() || !this.take('ON') || !this.condition())
                return false;
        }
    }
    #source() {
        if (!this.table(true))
            return false;
        if (this.take('AS'))
            return this.name();
        this.name();
        return true;
    }
    #columns() {
        do
            if (!this.column())
                return false;
        while (this.take(','));
        return true;
    }
    #sorted() {
        do {
            if (!this.column())
                return false;
            if (!this.take('ASC'))
                this.take('DESC');
        } while (this.take(','));
        return true;
    }
    #limits() {
        if (!this.take('LIMIT'))
            return true;
        return this.#count() && (!this.take('OFFSET') || this.#count());
    }
    #count() {
        const kind = this.#tokens.kind(this.#at);
        return (kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.number || kind === _text_tokens_js__WEBPACK_IMPORTED_MODULE_0__.T.param) && this.value();
    }
}


/***/ }),

/***/ 24459:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ withoutStack)
/* harmony export */ });
/**
 * Wraps a parser so that its errors have no stack: a file may have hundreds of thousands of statements that a grammar
 * rejects, and capturing the stack takes most of their time.
 */
function withoutStack(parse) {
    return (sql) => {
        const limit = Error.stackTraceLimit;
        Error.stackTraceLimit = 0;
        try {
            return parse(sql);
        }
        finally {
            Error.stackTraceLimit = limit;
        }
    };
}


/***/ })

};
