export const id = 942;
export const ids = [942];
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

/***/ 36070:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D4: () => (/* binding */ decode),
/* harmony export */   __: () => (/* binding */ ByteText),
/* harmony export */   nC: () => (/* binding */ copyBytes),
/* harmony export */   v2: () => (/* binding */ ByteCache)
/* harmony export */ });
/** Longer ranges are not names: they are decoded but not cached. */
const WIDTH = 64;
const SLOTS = 2048;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** Decodes UTF-8; invalid bytes become U+FFFD. */
function decode(bytes, start, end) {
    return decoder.decode(bytes.subarray(start, end));
}
/**
 * Turns short byte ranges that recur (user names, session ids) into values, and builds each value once while it is
 * cached. Holds at most 2,048 values; a new value evicts the one in its slot.
 */
class ByteCache {
    #make;
    /** The bytes of all slots in one array, so that a look-up touches little memory. */
    #keys = new Uint8Array(SLOTS * WIDTH);
    #lengths = new Int8Array(SLOTS).fill(-1);
    #values = [];
    #last = 0;
    constructor(make) {
        this.#make = make;
    }
    get(bytes, start, end) {
        const length = end - start;
        if (length > WIDTH)
            return this.#make(decode(bytes, start, end));
        if (this.#holds(this.#last, bytes, start, length))
            return this.#values[this.#last];
        const slot = slotOf(bytes, end, length);
        if (!this.#holds(slot, bytes, start, length)) {
            const value = this.#make(decode(bytes, start, end));
            while (this.#values.length <= slot)
                this.#values.push(value);
            this.#values[slot] = value;
            this.#lengths[slot] = length;
            for (let at = 0; at < length; at++)
                this.#keys[slot * WIDTH + at] = bytes[start + at];
        }
        this.#last = slot;
        return this.#values[slot];
    }
    #holds(slot, bytes, start, length) {
        if (this.#lengths[slot] !== length)
            return false;
        const keys = this.#keys;
        const from = slot * WIDTH;
        // Different names usually differ in their last letters.
        for (let at = length - 1; at >= 0; at--)
            if (keys[from + at] !== bytes[start + at])
                return false;
        return true;
    }
}
/** Different names usually differ in their last eight bytes; otherwise they only evict each other. */
function slotOf(bytes, end, length) {
    let hash = length;
    if (length >= 8) {
        const high = word(bytes, end - 8);
        hash = Math.imul(high ^ (high >>> 15) ^ length, 0x2c1b3c6d) ^ word(bytes, end - 4);
    }
    else {
        for (let at = end - length; at < end; at++)
            hash = Math.imul(hash, 31) + bytes[at];
    }
    hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39);
    return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}
function word(bytes, at) {
    return (bytes[at] |
        (bytes[at + 1] << 8) |
        (bytes[at + 2] << 16) |
        (bytes[at + 3] << 24));
}
/** Caches the text of short byte ranges. */
class ByteText extends ByteCache {
    constructor() {
        super((text) => text);
    }
}
/** Copies bytes, also from a Buffer, whose own `slice` returns a view of memory that readers reuse. */
function copyBytes(bytes, start, end) {
    return Uint8Array.prototype.slice.call(bytes, start, end);
}


/***/ }),

/***/ 9678:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ty: () => (/* binding */ BACKSLASHES),
/* harmony export */   th: () => (/* binding */ modeAfterText),
/* harmony export */   wB: () => (/* binding */ StringModes)
/* harmony export */ });
/* harmony import */ var _input_byte_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(36070);

/** Lexical mode of a session with `standard_conforming_strings = off`. */
const BACKSLASHES = { backslash: 'always' };
/** Bytes of a text in which the setting is looked for: it is called for each statement of a log. */
const BEGINNING = 200;
/**
 * The string mode of a session after a statement, as far as it is set in statements of its own. Undefined: the
 * dialect's.
 */
function modeAfterText(bytes, start, end, mode) {
    const first = bytes[start] | 0x20;
    if (first === 0x73) {
        if (((bytes[start + 1] ?? 0) | 0x20) !== 0x65 || ((bytes[start + 2] ?? 0) | 0x20) !== 0x74)
            return mode;
    }
    else if (mode === undefined || (first !== 0x72 && first !== 0x64))
        return mode;
    const text = (0,_input_byte_text_js__WEBPACK_IMPORTED_MODULE_0__/* .decode */ .D4)(bytes, start, Math.min(end, start + BEGINNING));
    const value = /^set\s+(?:session\s+|local\s+)?"?standard_conforming_strings"?\s*(?:=|\sto\s)\s*'?(\w+)/i.exec(text)?.[1];
    if (value !== undefined)
        return /^(?:off?|f|fa|fal|fals|false|no?|0)$/i.test(value) ? BACKSLASHES : undefined;
    return /^(?:reset\s+(?:all|"?standard_conforming_strings)|discard\s+all)\b/i.test(text) ? undefined : mode;
}
/** The string modes of named sessions, as far as they are set in statements of their own. */
class StringModes {
    /** Sessions with another mode than the dialect's. */
    #modes = new Map();
    of(session) {
        return this.#modes.get(session);
    }
    /** The session ran the statement. The empty name stands for a session that is not known. */
    ran(session, { bytes, start, end, mode }) {
        if (session === '')
            return;
        const after = modeAfterText(bytes, start, end, mode);
        if (after)
            this.#modes.set(session, after);
        else
            this.#modes.delete(session);
    }
    clear() {
        this.#modes.clear();
    }
}


/***/ }),

/***/ 48185:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BU: () => (/* binding */ partOf),
/* harmony export */   I_: () => (/* binding */ blankStatement)
/* harmony export */ });
/* unused harmony export WHOLE */
/** One execution of which nothing is known yet. Readers fill it in, and reuse it. */
function blankStatement(bytes) {
    return {
        bytes,
        start: 0,
        end: 0,
        at: Number.NaN,
        calls: 1,
        user: undefined,
        application: undefined,
        database: undefined,
        session: '',
        binds: undefined,
        truncated: false,
        normalised: false,
        mode: undefined,
    };
}
const WHOLE = { index: 0, of: 1 };
/** The part that a session belongs to; FNV-1a, so that all workers agree. */
function partOf(session, { of }) {
    if (of === 1)
        return 0;
    let hash = 0x811c9dc5;
    for (let at = 0; at < session.length; at++) {
        const code = typeof session === 'string' ? session.charCodeAt(at) : (session[at] ?? 0);
        hash = Math.imul(hash ^ code, 0x01000193) >>> 0;
    }
    return hash % of;
}


/***/ }),

/***/ 90942:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createTrafficReader: () => (/* binding */ createTrafficReader),
/* harmony export */   rowTexts: () => (/* binding */ rowTexts)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72607);
/* harmony import */ var _traffic_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(61390);
/* harmony import */ var _collect_caller_table_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8135);
/* harmony import */ var _snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(62730);
/* harmony import */ var _sources_postgresql_string_mode_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9678);
/* harmony import */ var _sources_source_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(48185);






/** Loads what the dialect needs. The reader caches about ten megabytes. */
async function createTrafficReader(dialect) {
    const facts = await (0,_traffic_index_js__WEBPACK_IMPORTED_MODULE_1__/* .createFactReader */ .u2)(dialect, _traffic_index_js__WEBPACK_IMPORTED_MODULE_1__/* .SMALL_LIMITS */ .XZ);
    const modes = dialect === 'postgresql' ? new _sources_postgresql_string_mode_js__WEBPACK_IMPORTED_MODULE_4__/* .StringModes */ .wB() : undefined;
    return {
        dialect,
        read: (text) => readTraffic(facts, text, modes),
        startSessions: () => {
            modes?.clear();
            // Clients report which statements failed.
            facts.startInput?.(false);
        },
        failed: (session) => facts.failed?.(session),
    };
}
function readTraffic(facts, text, modes) {
    const { query, caller, normalised, truncated, binds, session = '', inTransaction } = text;
    const bytes = Buffer.from(query);
    const statement = {
        ...(0,_sources_source_js__WEBPACK_IMPORTED_MODULE_5__/* .blankStatement */ .I_)(bytes),
        end: bytes.length,
        user: caller.user,
        application: caller.application,
        database: caller.database,
        truncated,
        normalised,
        binds,
        session,
        mode: modes?.of(session),
    };
    const tuples = inState(facts.read(statement).tuples, inTransaction);
    modes?.ran(session, statement);
    const { tags, inPart } = tagsOf(facts, caller.tags, normalised || truncated);
    return {
        rows: rowTexts(tuples, { ...caller, tags }, inPart),
        tuples,
        tags,
        tagsInPart: inPart,
        shape: tuples.map(({ shape }) => shape).join('; '),
        byClass: facts.byClass,
    };
}
/** Of several statements, an earlier one may have begun or ended a transaction. */
function inState(tuples, inTransaction) {
    const [only] = tuples;
    if (inTransaction === undefined || !only || tuples.length > 1)
        return tuples;
    // Outside of a transaction there is no earlier statement of it.
    const state = { inTransaction, ...(!inTransaction && { ddlInTransaction: false }) };
    return [{ ...only, facts: { ...only.facts, ...state } }];
}
/** A normalised or cut-off text may have lost its comment, and the tags in it. */
function tagsOf(facts, given, isPart) {
    if (given !== undefined)
        return (0,_traffic_index_js__WEBPACK_IMPORTED_MODULE_1__/* .recordedTags */ .kv)(given);
    return isPart ? { tags: undefined, inPart: false } : { tags: facts.tags(), inPart: facts.tagsInPart?.() === true };
}
/**
 * The rows of a text that was read.
 *
 * @param caller with the tags that apply
 * @param tagsInPart some of the tags were left out or masked
 */
function rowTexts(tuples, caller, tagsInPart) {
    const { facts, patterns } = (0,_collect_caller_table_js__WEBPACK_IMPORTED_MODULE_2__/* .callerOf */ .$)(caller, caller.tags, tagsInPart);
    return tuples.map((tuple) => rowOf(tuple, facts, patterns));
}
function rowOf(tuple, caller, patterns) {
    const body = (0,_snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_3__/* .bodyOf */ .EN)(new _snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_3__/* .RowWriter */ .C4().tuple(tuple), (0,_snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_3__/* .callerText */ .v5)(caller, patterns));
    return {
        text: (0,_snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_3__/* .rowText */ .qg)(body),
        flow: (0,_model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .flowId */ .Ou)({ dialect: tuple.dialect, shape: (0,_snapshot_row_text_js__WEBPACK_IMPORTED_MODULE_3__/* .cutShape */ .Yt)(tuple.shape), caller }),
        unreadable: tuple.unreadable !== undefined,
        truncated: tuple.truncated,
    };
}


/***/ })

};
