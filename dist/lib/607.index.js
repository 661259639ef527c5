export const id = 607;
export const ids = [607];
export const modules = {

/***/ 3607:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  loadNodeSqlParser: () => (/* binding */ loadNodeSqlParser)
});

// EXTERNAL MODULE: ./build/esm/sql/dialects.js
var dialects = __webpack_require__(9356);
// EXTERNAL MODULE: ./build/esm/sql/names.js
var names = __webpack_require__(7683);
// EXTERNAL MODULE: ./build/esm/sql/reader/scan.js
var scan = __webpack_require__(2394);
// EXTERNAL MODULE: ./build/esm/sql/tokens.js
var sql_tokens = __webpack_require__(8841);
;// CONCATENATED MODULE: ./build/esm/sql/node-sql-parser/grammar.js



/**
 * Its grammars take time that grows with the power of nesting, and with the square of length: only statements within
 * these bounds are given to it (measured: under 0.1 s each), and only so many of a file.
 */
const MAX_LENGTH = 8192;
const MAX_TOKENS = 1500;
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
 * node-sql-parser for MySQL, MariaDB and SQLite. It rejects much that servers accept and misreads some, so that its
 * refusal says nothing; it is asked only where it can add to what the tokens say: queries, and unknown forms.
 */
function nodeSqlParserGrammar(parse, lexical) {
    let left = MAX_STATEMENTS;
    return {
        name: 'node-sql-parser',
        restart: () => {
            left = MAX_STATEMENTS;
        },
        read: (input) => {
            if (left <= 0 || !isWorthIt(input))
                return undefined;
            left--;
            return readStatement(parse, input, lexical);
        },
    };
}
function isWorthIt({ tokens, range, span, understood }) {
    if (span.end - span.start > MAX_LENGTH || range.to - range.from > MAX_TOKENS)
        return false;
    let depth = 0;
    let queries = 0;
    for (let at = range.from; at < range.to; at++) {
        const kind = tokens.kind(at);
        if (kind === sql_tokens.T.execOpen || kind === sql_tokens.T.directive || kind === sql_tokens.T.placeholder || kind === sql_tokens.T.unreadable)
            return false;
        const word = tokens.word(at);
        if (word === '(' && ++depth > MAX_DEPTH)
            return false;
        if (word === ')')
            depth--;
        else if (word === 'SELECT')
            queries++;
    }
    // Its grammar of routines is thin, and the tokens have read the body.
    return depth === 0 && (queries > 0 || !understood) && !/^(?:CREATE|ALTER)$/.test(tokens.word(range.from));
}
function readStatement(parse, { tokens, span }, lexical) {
    let parsed;
    try {
        parsed = parse(tokens.text.slice(span.start, span.end));
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
/** `delete::schema::table`; `null` stands for a part that is not written. */
function operationOf(entry, span, lexical) {
    const [verb = '', schema = '', ...rest] = entry.split('::');
    const kind = KINDS[verb.toLowerCase()];
    const name = (0,names/* foldName */.zN)(rest.join('::'), false, lexical);
    if (!kind || name === '' || name === 'null')
        return [];
    const known = schema === 'null' ? '' : (0,names/* foldName */.zN)(schema, false, lexical);
    const target = { name, schema: known, quoted: false, text: known === '' ? name : `${known}.${name}` };
    const filtered = kind === 'update' || kind === 'delete';
    // The tokens judge filters; of a write that they missed nothing is certain.
    return [(0,scan/* makeOperation */.Qp)(kind, 'statement', span, { target, readers: READERS, ...(filtered && { filter: undefined }) })];
}
function tablesOf(tableList, lexical) {
    const tables = new Set();
    for (const entry of tableList) {
        const [verb, schema = 'null', ...rest] = entry.split('::');
        const name = (0,names/* foldName */.zN)(rest.join('::'), false, lexical);
        if (verb !== 'select' || name === '' || name === 'null')
            continue;
        tables.add(schema === 'null' ? name : `${(0,names/* foldName */.zN)(schema, false, lexical)}.${name}`);
    }
    return [...tables];
}
function columnsOf(columnList, lexical) {
    const columns = columnList
        .map((entry) => entry.split('::'))
        .filter(([verb, , name]) => verb === 'select' && name !== undefined && name !== '(.*)' && name !== '*')
        .map(([, , name]) => (0,names/* foldName */.zN)(name ?? '', false, lexical));
    return [...new Set(columns)];
}
/** The names in function nodes. The tree is as shallow as the statement, whose nesting is bounded. */
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
        if (name !== '')
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

;// CONCATENATED MODULE: ./build/esm/sql/node-sql-parser/load.js


/** One dialect's build: the others stay unloaded. */
const BUILDS = {
    mysql: () => Promise.all(/* import() */[__webpack_require__.e(269), __webpack_require__.e(442)]).then(__webpack_require__.t.bind(__webpack_require__, 6442, 19)),
    mariadb: () => Promise.all(/* import() */[__webpack_require__.e(269), __webpack_require__.e(932)]).then(__webpack_require__.t.bind(__webpack_require__, 8551, 19)),
    sqlite: () => Promise.all(/* import() */[__webpack_require__.e(269), __webpack_require__.e(570)]).then(__webpack_require__.t.bind(__webpack_require__, 1570, 19)),
};
/** The names by which the builds know themselves. */
const NAMES = { mysql: 'MySQL', mariadb: 'MariaDB', sqlite: 'Sqlite' };
/** Loads node-sql-parser's build of a dialect. */
async function loadNodeSqlParser(dialect) {
    const build = await BUILDS[dialect]();
    // A UMD file: which of the two holds its exports depends on who loads it.
    const { Parser } = 'default' in build ? build.default : build;
    const parser = new Parser();
    return nodeSqlParserGrammar((sql) => parser.parse(sql, { database: NAMES[dialect] }), dialects/* LEXICAL */.x[dialect]);
}


/***/ })

};
