export const id = 3508;
export const ids = [3508];
export const modules = {

/***/ 8135:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  g: () => (/* binding */ CallerTable),
  $: () => (/* binding */ callerOf)
});

// EXTERNAL MODULE: ./build/esm/history/snapshot/row-text.js
var row_text = __webpack_require__(62730);
;// CONCATENATED MODULE: ./build/esm/history/collect/caller-names.js
// User and application names contain parts that change from one process to the next. With these parts, every worker
// would be a caller of its own, and no flow would recur. The changing parts are replaced by `*`; the rest of a name
// stays, because rules may name it.
/** Patterns to replace, in this order. Each one is written so that names chosen by a person stay unchanged. */
const NAME_PATTERNS = [
    { what: 'password in a connection string', pattern: /(:\/\/[^\s:/@]*):[^\s/@]*@/g, by: '$1:*@' },
    {
        what: 'password as a setting',
        pattern: /\b(passw(?:or)?d|pwd)(\s*[=:]\s*)(?:'[^']*'?|"[^"]*"?|[^\s;&,'"]+)/gi,
        by: '$1$2*',
    },
    { what: 'UUID', pattern: /(?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])/gi, by: '*' },
    // `v-<method>-<role>-<20 random characters>-<seconds since 1970>`
    { what: 'user created by Vault', pattern: /^(v-.+)-[A-Za-z0-9]{20}-\d{10}$/, by: '$1-*-*' },
    // Kubernetes writes ReplicaSet hashes with the characters `456789bcdf`, and generates pod suffixes without vowels and
    // 0, 1, 3.
    { what: 'pod of a Deployment', pattern: /-[456789bcdf]{8,10}-[a-z0-9]{5}(?![a-z0-9])/g, by: '-*-*' },
    {
        what: 'pod of a CronJob',
        pattern: /-\d{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}(?![a-z0-9])/g,
        by: '-*-*',
    },
    {
        what: 'pod of a Job or DaemonSet',
        pattern: /-(?=[a-z]*\d)[bcdfghjklmnpqrstvwxz2456789]{5}$/,
        by: '-*',
    },
    { what: 'busy counter', pattern: /\[\d+ of \d+ busy\]/g, by: '[* of * busy]' },
    {
        what: 'worker of a cluster',
        pattern: /\b(worker|thread|process|child|slot)([ -])\d+(?: *: *\d+)?(?=\s|:|$)/gi,
        by: '$1$2*',
    },
    { what: 'process id', pattern: /\b(pid)(\s*[=:#]?\s*)\d+/gi, by: '$1$2*' },
    { what: 'process id after a name', pattern: /((?:\s[-#]|:)\s+)\d+$/, by: '$1*' },
    { what: 'address', pattern: /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\d.])/g, by: '*' },
    { what: 'hash', pattern: /(?<![0-9a-z])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8,64}(?![0-9a-z])/gi, by: '*' },
    { what: 'long number', pattern: /(?<![\da-z.])\d{5,}(?![\da-z.])/gi, by: '*' },
];
const MAX_NAME = 256;
const MAX_READ = 4 * MAX_NAME;
const MAX_CACHED = 10_000;
const cache = new Map();
/**
 * Replaces the changing parts of a user or application name by `*`, and cuts it to 256 characters (ending in `…`). If
 * the result differs from the name, it is a pattern that matches the name.
 */
function normaliseName(name) {
    const known = cache.get(name);
    if (known !== undefined)
        return known;
    let normal = name.length > MAX_READ ? name.slice(0, MAX_READ) : name;
    for (const { pattern, by } of NAME_PATTERNS)
        normal = normal.replace(pattern, by);
    if (normal.length > MAX_NAME || name.length > MAX_READ) {
        normal = `${normal.slice(0, MAX_NAME - 1).replace(/[\ud800-\udbff]$/, '')}…`;
    }
    if (cache.size >= MAX_CACHED)
        cache.clear();
    cache.set(name, normal);
    return normal;
}

;// CONCATENATED MODULE: ./build/esm/history/collect/caller-table.js


/** Above this, the table starts over: equal callers are then two objects until they are written. */
const MAX_CALLERS = 50_000;
const MAX_DATABASE = 256;
/** Gives each distinct caller one object. */
class CallerTable {
    /** Approximate bytes held. */
    bytes = 0;
    #size = 0;
    #known = new Map();
    #user;
    #application;
    #database;
    #tags;
    #last;
    /**
     * @param tags the same object for the same tags; undefined if they are not recorded
     * @param inPart whether some of the tags are left out or masked: always the same for one object
     */
    of(statement, tags, inPart) {
        const { user, application, database } = statement;
        if (this.#last !== undefined &&
            user === this.#user &&
            application === this.#application &&
            database === this.#database &&
            tags === this.#tags) {
            return this.#last;
        }
        this.#user = user;
        this.#application = application;
        this.#database = database;
        this.#tags = tags;
        this.#last = this.#find(user, application, database, tags, inPart);
        return this.#last;
    }
    /** Removes all callers. */
    clear() {
        this.#known.clear();
        this.#last = undefined;
        this.#size = 0;
        this.bytes = 0;
    }
    #find(user, application, database, tags, inPart) {
        if (this.#size >= MAX_CALLERS)
            this.clear();
        const byTags = inner(inner(inner(this.#known, application), user), database);
        let caller = byTags.get(tags);
        if (!caller) {
            caller = this.#make(user, application, database, tags, inPart);
            byTags.set(tags, caller);
            this.#size++;
            this.bytes += 1000 + 4 * caller.json.length;
        }
        return caller;
    }
    #make(user, application, database, tags, inPart) {
        const { facts, patterns } = callerOf({ user, role: undefined, application, database }, tags, inPart);
        return { facts, patterns, ...(0,row_text/* callerText */.v5)(facts, patterns) };
    }
}
/**
 * The caller of a statement as a history records it: names without the parts that change from process to process.
 *
 * @param inPart whether some of the tags are left out or masked
 */
function callerOf({ user, role, application, database }, tags, inPart) {
    const facts = {
        user: user === undefined ? undefined : normaliseName(user),
        // Roles have no patterns, so a role whose name changes is not recorded.
        role: role === undefined || normaliseName(role) !== role ? undefined : role,
        application: application === undefined ? undefined : normaliseName(application),
        // Database names are shorter than this; a cut-off name would be a different one.
        database: database === undefined || database.length > MAX_DATABASE ? undefined : database,
        tags,
    };
    const patterns = [];
    if (facts.user !== user)
        patterns.push('user');
    if (facts.application !== application)
        patterns.push('application');
    if (tags !== undefined && inPart)
        patterns.push('tags');
    return { facts, patterns };
}
function inner(map, key) {
    let found = map.get(key);
    if (!found) {
        found = new Map();
        map.set(key, found);
    }
    return found;
}


/***/ }),

/***/ 63508:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   RowTextReader: () => (/* binding */ RowTextReader),
/* harmony export */   readStoredRows: () => (/* binding */ readStoredRows)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72607);
/* harmony import */ var _traffic_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(61390);
/* harmony import */ var _collect_caller_table_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8135);
/* harmony import */ var _read_history_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(32810);
/* harmony import */ var _snapshot_row_reader_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(21747);
/* harmony import */ var _snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(62730);






/**
 * Reads a snapshot into rows that can be added to other rows: equal facts have equal text, whichever tool wrote them.
 * Raises ConfigError if it is not a snapshot.
 */
async function readStoredRows(source) {
    const { header, rows } = await (0,_read_history_js__WEBPACK_IMPORTED_MODULE_3__/* .snapshotFrom */ .j)(source);
    return { header, rows: rowTexts(rows) };
}
function* rowTexts(rows) {
    const writer = new _snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_5__/* .RowWriter */ .C4();
    const callers = new Map();
    for (const row of rows) {
        const text = (0,_snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_5__/* .rowText */ .qg)((0,_snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_5__/* .bodyOf */ .EN)(writer.tuple(row), callerTextOf(row, callers)));
        const { unreadable, truncated, days } = row;
        yield { row: { text, flow: (0,_model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .flowId */ .Ou)(row), unreadable: unreadable !== undefined, truncated }, days };
    }
}
/** Rows share caller objects, so each one is formatted once. */
function callerTextOf({ caller, callerPatterns }, known) {
    const patterns = callerPatterns?.join() ?? '';
    const texts = known.get(caller) ?? new Map();
    known.set(caller, texts);
    const text = texts.get(patterns) ?? (0,_snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_5__/* .callerText */ .v5)(caller, callerPatterns);
    texts.set(patterns, text);
    return text;
}
/** Reads rows that clients send, each as one JSON object in the current version of the facts. */
class RowTextReader {
    #reader = new _snapshot_row_reader_js__WEBPACK_IMPORTED_MODULE_4__/* .RowReader */ .of();
    /** Never raises, whatever the value. The names of the caller are masked like those of a log. */
    read(value) {
        if (typeof value !== 'object' || value === null || Array.isArray(value) || 'days' in value)
            return { problem: 'must be a row of a snapshot without its `days`' };
        try {
            const row = this.#reader.read(JSON.stringify({ ...value, days: { '2000-01-01': 1 } }));
            const { tags, inPart } = row.caller.tags ? (0,_traffic_index_js__WEBPACK_IMPORTED_MODULE_1__/* .recordedTags */ .kv)(row.caller.tags) : { tags: undefined, inPart: false };
            const { facts: caller, patterns } = (0,_collect_caller_table_js__WEBPACK_IMPORTED_MODULE_2__/* .callerOf */ .$)(row.caller, tags, inPart);
            const masked = _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CALLER_PATTERNS */ .KG.filter((name) => patterns.includes(name) || row.callerPatterns?.includes(name));
            const { facts, operations, shape, dialect, unreadable, truncated } = row;
            const tuple = { facts, operations, shape, dialect, unreadable, truncated };
            const text = (0,_snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_5__/* .rowText */ .qg)((0,_snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_5__/* .bodyOf */ .EN)(new _snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_5__/* .RowWriter */ .C4().tuple(tuple), (0,_snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_5__/* .callerText */ .v5)(caller, masked)));
            return {
                row: { ...row, caller, ...(masked.length > 0 && { callerPatterns: masked }) },
                text: { text, flow: (0,_model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .flowId */ .Ou)({ dialect, shape, caller }), unreadable: unreadable !== undefined, truncated },
            };
        }
        catch (error) {
            if (error instanceof _snapshot_row_reader_js__WEBPACK_IMPORTED_MODULE_4__/* .RowProblem */ .uF)
                return { problem: error.message };
            throw error;
        }
    }
}


/***/ })

};
