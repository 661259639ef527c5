export const id = 1390;
export const ids = [1390];
export const modules = {

/***/ 61390:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  XZ: () => (/* reexport */ SMALL_LIMITS),
  u2: () => (/* reexport */ createFactReader),
  kv: () => (/* reexport */ recordedTags)
});

// UNUSED EXPORTS: VerdictCache, isDecidedByClass

// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
;// CONCATENATED MODULE: ./build/esm/traffic/decided-by-class.js

/**
 * Kinds of operations that neither name passing things nor change the surroundings of a statement. Of all others, the
 * class may hide what a rule reads: the name of a savepoint, the value of `lock_timeout`.
 */
const PLAIN_KINDS = new Set([
    'select',
    'insert',
    'update',
    'delete',
    'merge',
    'merge_delete',
    'replace',
]);
/** What a class does not record, or what depends on the session. */
const NOT_COMPARED = new Set([
    'span',
    'readers',
    'objectClass',
    'createdHere',
    'temporary',
    'tableCreatedHere',
]);
/**
 * Whether rules see the same in every text of the class with the same values as in this one, which was read by its class
 * and in full. A class is the facts that are recorded; a rule also sees what is left out of them: the surroundings, which
 * an earlier statement of the text can change by a value, and targets that are no names, which can be values.
 */
function isDecidedByClass(statements, tuples) {
    const [statement, ...others] = statements;
    const [tuple] = tuples;
    if (!statement || !tuple || others.length > 0 || tuples.length > 1)
        return false;
    const { facts, operations } = statement;
    if (statement.unreadable.length > 0 || tuple.unreadable !== undefined)
        return false;
    if (facts.functions === undefined || facts.functions.includes('set_config'))
        return false;
    if (operations.length !== tuple.operations.length)
        return false;
    return (same(facts, tuple.facts, SURROUNDINGS) &&
        operations.every((operation, at) => {
            const { kind, target } = operation;
            if (!PLAIN_KINDS.has(kind) || (target.name === undefined && target.text === ''))
                return false;
            return same(operation, tuple.operations[at] ?? {}, NOT_COMPARED);
        }));
}
const SURROUNDINGS = new Set(Object.keys(model/* UNKNOWN_SURROUNDINGS */.XN));
function same(a, b, except) {
    const [own, other] = [a, b];
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => except.has(name) || JSON.stringify(own?.[name]) === JSON.stringify(other?.[name]));
}

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./build/esm/sql/index.js + 109 modules
var sql = __webpack_require__(59681);
;// CONCATENATED MODULE: ./build/esm/traffic/key-table.js

const FIRST_SLOTS = 1 << 10;
const FIRST_WORDS = 1 << 14;
/**
 * Maps byte keys to values. Keys are compared byte by byte, so two keys never share a value by chance. The hash uses
 * two numbers that are random in each process, so that a log cannot be crafted to make its keys collide.
 */
class Generation {
    count = 0;
    /** Four bytes each. */
    wordsUsed = 0;
    #seed;
    #factor;
    #slots = new Int32Array(FIRST_SLOTS).fill(-1);
    #arena = new Uint32Array(FIRST_WORDS);
    #hashes = [];
    #starts = [];
    #lengths = [];
    #values = [];
    constructor(seed, factor) {
        this.#seed = seed;
        this.#factor = factor;
    }
    hash(words, length) {
        const end = (length + 3) >> 2;
        let hash = this.#seed ^ length;
        for (let at = 0; at < end; at++) {
            hash = Math.imul(hash ^ words[at], this.#factor);
            hash ^= hash >>> 15;
        }
        return hash;
    }
    get(words, length, hash) {
        const slots = this.#slots;
        const mask = slots.length - 1;
        const end = (length + 3) >> 2;
        for (let slot = hash & mask;; slot = (slot + 1) & mask) {
            const entry = slots[slot];
            if (entry < 0)
                return undefined;
            if (this.#hashes[entry] !== hash || this.#lengths[entry] !== length)
                continue;
            const start = this.#starts[entry];
            let at = 0;
            while (at < end && this.#arena[start + at] === words[at])
                at++;
            if (at === end)
                return this.#values[entry];
        }
    }
    add(words, length, hash, value) {
        const end = (length + 3) >> 2;
        if (this.wordsUsed + end > this.#arena.length) {
            const arena = new Uint32Array(Math.max(this.#arena.length * 2, this.wordsUsed + end));
            arena.set(this.#arena);
            this.#arena = arena;
        }
        this.#arena.set(words.subarray(0, end), this.wordsUsed);
        this.#hashes.push(hash);
        this.#starts.push(this.wordsUsed);
        this.#lengths.push(length);
        this.#values.push(value);
        this.wordsUsed += end;
        this.count++;
        if (this.count * 2 > this.#slots.length)
            this.#grow();
        else
            this.#link(this.count - 1);
    }
    #grow() {
        this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
        for (let entry = 0; entry < this.count; entry++)
            this.#link(entry);
    }
    #link(entry) {
        const slots = this.#slots;
        const mask = slots.length - 1;
        let slot = this.#hashes[entry] & mask;
        while (slots[slot] >= 0)
            slot = (slot + 1) & mask;
        slots[slot] = entry;
    }
}
/**
 * Caches values by byte keys, up to a limit. The least recently used ones are evicted, about half of them at a time.
 */
class KeyTable {
    #generationLimits;
    #seed = (0,external_node_crypto_.randomInt)(2 ** 32);
    #factor = (0,external_node_crypto_.randomInt)(2 ** 31) * 2 + 1;
    #young;
    #old;
    constructor(limits) {
        this.#generationLimits = { keys: limits.keys / 2, bytes: limits.bytes / 2 };
        this.#young = new Generation(this.#seed, this.#factor);
        this.#old = this.#young;
    }
    /** The value of the key in the first `length` bytes of `words`, whose last word is padded with zeros. */
    get(words, length) {
        const hash = this.#young.hash(words, length);
        const value = this.#young.get(words, length, hash);
        if (value !== undefined || this.#old === this.#young)
            return value;
        const older = this.#old.get(words, length, hash);
        if (older !== undefined)
            this.#add(words, length, hash, older);
        return older;
    }
    set(words, length, value) {
        this.#add(words, length, this.#young.hash(words, length), value);
    }
    #add(words, length, hash, value) {
        if (this.#young.count >= this.#generationLimits.keys ||
            this.#young.wordsUsed * 4 + length > this.#generationLimits.bytes) {
            this.#old = this.#young;
            this.#young = new Generation(this.#seed, this.#factor);
        }
        this.#young.add(words, length, hash, value);
    }
}

;// CONCATENATED MODULE: ./build/esm/traffic/byte-classes.js
/** What a byte can begin, outside quotes and comments. */
const B = {
    /** One byte of an operator. */
    op: 0,
    space: 1,
    /** A letter, `_`, or any byte of a non-ASCII character. */
    letter: 2,
    digit: 3,
    quote: 4,
    doubleQuote: 5,
    backtick: 6,
    dash: 7,
    slash: 8,
    hash: 9,
    dollar: 10,
    open: 11,
    close: 12,
    comma: 13,
    semicolon: 14,
    question: 15,
    at: 16,
    dot: 17,
    /** Control characters, which servers treat differently. */
    control: 18,
};
const CLASS = new Uint8Array(256);
/** 1 for the bytes that continue a word. */
const WORD = new Uint8Array(256);
/** The bytes that continue a word, unchanged (SAME) and with ASCII letters in lower case (LOWER); 0 for all others. */
const SAME = new Uint8Array(256);
const LOWER = new Uint8Array(256);
/** 1 for bytes that need special handling in a quoted name: quotes and control characters. */
const QUOTED_STOP = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
    const letter = (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 95 || byte >= 128;
    const digit = byte >= 48 && byte <= 57;
    CLASS[byte] = letter ? B.letter : digit ? B.digit : byte < 32 ? B.control : B.op;
    WORD[byte] = letter || digit || byte === 36 ? 1 : 0;
    if (WORD[byte] === 1) {
        SAME[byte] = byte;
        LOWER[byte] = byte >= 65 && byte <= 90 ? byte | 32 : byte;
    }
    QUOTED_STOP[byte] = byte < 32 || byte === 34 || byte === 96 ? 1 : 0;
}
for (const [character, kind] of [
    [' ', B.space],
    ['\t', B.space],
    ['\n', B.space],
    ['\r', B.space],
    ["'", B.quote],
    ['"', B.doubleQuote],
    ['`', B.backtick],
    ['-', B.dash],
    ['/', B.slash],
    ['#', B.hash],
    ['$', B.dollar],
    ['(', B.open],
    [')', B.close],
    [',', B.comma],
    [';', B.semicolon],
    ['?', B.question],
    ['@', B.at],
    ['.', B.dot],
])
    CLASS[character.charCodeAt(0)] = kind;

;// CONCATENATED MODULE: ./build/esm/traffic/byte-tests.js

function isDigit(byte) {
    return byte >= 48 && byte <= 57;
}
/** Bytes inside one part of a name; all others separate parts. */
function isPart(byte) {
    return WORD[byte] === 1 && byte !== 95;
}
function isHex(byte) {
    return isDigit(byte) || ((byte | 32) >= 97 && (byte | 32) <= 102);
}
/** `\w`, `$` and `.`. */
function isVariable(byte) {
    return (WORD[byte] === 1 && byte < 128) || byte === 46;
}
/** Whether the digits fit into an `int` of PostgreSQL. */
function isInt(bytes, start, end) {
    const digits = end - start;
    if (digits !== 10)
        return digits < 10;
    let value = 0;
    for (let at = start; at < end; at++)
        value = value * 10 + bytes[at] - 48;
    return value <= 0x7fffffff;
}
/** The characters of PostgreSQL operators. */
function isOperator(byte) {
    switch (byte) {
        case 33:
        case 35:
        case 37:
        case 38:
        case 42:
        case 43:
        case 45:
        case 47:
        case 60:
        case 61:
        case 62:
        case 63:
        case 64:
        case 94:
        case 96:
        case 124:
        case 126:
            return true;
        default:
            return false;
    }
}

;// CONCATENATED MODULE: ./build/esm/traffic/keywords.js

/** Words that affect the literals near them; the lexer treats any other word as a name. */
const NAMES = [
    '',
    'select',
    'insert',
    'update',
    'delete',
    'merge',
    'with',
    'values',
    'replace',
    'table',
    'in',
    'limit',
    'offset',
    'fetch',
    'top',
    'like',
    'ilike',
    'all',
    'null',
    'true',
    'false',
    'unknown',
    'distinct',
    'row',
    'where',
    'set',
    'from',
    'on',
    'join',
    'and',
    'or',
    'xor',
    'not',
    'between',
    'is',
    'returning',
    'order',
    'group',
    'having',
    'option',
    'output',
    'window',
    'for',
    'union',
    'except',
    'intersect',
    'when',
    'then',
    'interval',
    'case',
    'cast',
    'exists',
    'set_config',
    'uescape',
    'float',
    'straight_join',
    'end',
    'into',
    // These are also common column names:
    'first',
    'next',
    'date',
    'time',
    'timestamp',
    'commit',
    'rollback',
    'savepoint',
    'show',
    'reset',
    'discard',
    'deallocate',
    'begin',
    'start',
    'release',
    'overwrite',
    'ignore',
    'low_priority',
    'high_priority',
    'delayed',
    'quick',
    'call',
    'execute',
    'immediate',
    'notify',
    'move',
    'close',
    'declare',
    'prepare',
    'statement',
    'session_replication_role',
    'operator',
    'int',
    'integer',
    'bigint',
    'int4',
    'int8',
];
/** A function's name may be a keyword: MySQL's `if`. */
const FUNCTIONS = sql/* KNOWN_FUNCTIONS */.YY.filter((name) => !NAMES.includes(name));
const SPELLED = [...NAMES, ...FUNCTIONS];
/** Numbers of the keywords; 0 is any other word. */
const K = Object.fromEntries(NAMES.map((name, number) => [name, number]));
/** From this number on, a keyword may also be a column name. */
const FIRST_SOFT = K.first;
/** From this number on, a keyword is the name of a function whose result is known in part. */
const FIRST_FUNCTION = NAMES.length;
const MAX_LENGTH = 24;
const BUCKETS = 512;
/** First keyword of each bucket, and the next one in the same bucket; 0 ends a chain. */
const heads = new Uint8Array(BUCKETS);
const nexts = new Uint8Array(SPELLED.length);
const spellings = SPELLED.map((name) => Buffer.from(name).map((byte) => byte | 32));
/** By first byte, the lengths of the keywords that begin with it, one bit each. */
const lengths = new Uint32Array(256);
function bucketOf(length, first, last) {
    return (length * 37 + (first | 32) * 11 + (last | 32) * 3) & (BUCKETS - 1);
}
for (let number = 1; number < SPELLED.length; number++) {
    const spelling = spellings[number];
    const bucket = bucketOf(spelling.length, spelling[0], spelling.at(-1));
    nexts[number] = heads[bucket];
    heads[bucket] = number;
    const lower = spelling[0];
    for (const first of [lower, lower & ~32])
        lengths[first] = lengths[first] | (1 << spelling.length);
}
/** The keyword at `start` to `end`, in any letter case; 0 if it is not one. */
function keywordAt(bytes, start, end) {
    const length = end - start;
    if (length > MAX_LENGTH || ((lengths[bytes[start]] >> length) & 1) === 0)
        return 0;
    let number = heads[bucketOf(length, bytes[start], bytes[end - 1])];
    next: for (; number !== 0; number = nexts[number]) {
        const spelling = spellings[number];
        if (spelling.length !== length)
            continue;
        // `| 32` ignores one bit, which distinguishes only the case of letters, and `_` from DEL.
        for (let at = 0; at < length; at++)
            if ((bytes[start + at] | 32) !== spelling[at])
                continue next;
        return number;
    }
    return 0;
}

;// CONCATENATED MODULE: ./build/esm/traffic/slots.js

/** Numbers of one statement, in this order; see `Slots.values`. */
const SLOT = { hasLimit: 0, limit: 1, offset: 2, longestInList: 3, valuesRows: 4, leadingWildcard: 5 };
const SLOTS = 6;
/** Stands for a value that is given at run time. */
const NOT_KNOWN = -1;
/** Stands for a value that the key of the text determines, so the full reading gives it. */
const FIXED = -3;
/** A NULL value: a LIMIT of NULL is no limit. */
const NULL_BOUND = -2;
const MAX_DEPTH = 250;
/** Texts with more statements are identified by all their bytes. */
const MAX_STATEMENTS = 64;
/** Role of the next token. */
const P = {
    nothing: 0,
    limit: 1,
    limitBehind: 2,
    limitSecond: 3,
    limitSecondBehind: 4,
    fetch: 5,
    fetchValue: 6,
    top: 7,
    topValue: 8,
    offset: 9,
    limitEnd: 10,
    offsetEnd: 11,
    like: 12,
    cast: 13,
};
const INTEGER_TYPES = new Set([K.int, K.integer, K.bigint, K.int4, K.int8]);
const TOP_AFTER = new Set([K.select, K.distinct, K.delete, K.update, K.insert, K.all]);
/**
 * Finds the literal facts of a text token by token, by the same rules as src/sql/reader/statement-facts.ts: LIMIT,
 * OFFSET, FETCH and TOP with their number, the items of IN lists, VALUES rows, and the start of LIKE patterns. A full
 * reading of the first text of each class shows whether the two agree.
 */
class Slots {
    /** SLOTS numbers for each finished statement, `length` in all. */
    values = new Float64Array(MAX_STATEMENTS * SLOTS);
    length = 0;
    /** Whether the next token matters, whatever it is. */
    active = false;
    /** Whether VALUES precedes, and rows may follow. */
    inRows = false;
    /** Whether there is something on which the two readings could differ. */
    unsure = false;
    depth = 0;
    #binds;
    #pending = P.nothing;
    #value = 0;
    #first = 0;
    /** Role of the value that is being cast. */
    #cast = P.nothing;
    #listOpen = false;
    #items = new Int32Array(MAX_DEPTH + 2);
    #rows = new Int32Array(MAX_DEPTH + 2);
    #hasLimit = 0;
    #limit = 0;
    #offset = 0;
    #longest = 0;
    #valuesRows = 0;
    #wildcard = 0;
    /** Whether a `(` as the next token opens a VALUES row, and nothing else. */
    get expectsRow() {
        return this.inRows && this.#pending === P.nothing;
    }
    begin(binds) {
        this.#binds = binds;
        this.length = 0;
        this.unsure = false;
        this.#clear();
    }
    #clear() {
        this.active = false;
        this.inRows = false;
        this.depth = 0;
        this.#pending = P.nothing;
        this.#listOpen = false;
        this.#items[0] = -1;
        this.#rows[0] = -1;
        this.#hasLimit = 0;
        this.#limit = 0;
        this.#offset = 0;
        this.#longest = 0;
        this.#valuesRows = 0;
        this.#wildcard = 0;
    }
    /** Ends the statement, at the end of the text or at a `;`. */
    endStatement(last) {
        this.#closeList(false);
        // After an incomplete LIMIT, the reader looks into the next statement.
        if (!last && this.#pending !== P.nothing && !isEnd(this.#pending))
            this.unsure = true;
        this.#advance(true, 0);
        if (this.#pending !== P.nothing)
            this.#advance(true, 0);
        if (this.depth !== 0)
            this.unsure = true;
        this.#write();
        this.#clear();
    }
    #write() {
        const { values, length } = this;
        if (length + SLOTS > values.length) {
            this.unsure = true;
            return;
        }
        values[length + SLOT.hasLimit] = this.#hasLimit;
        values[length + SLOT.limit] = this.#limit;
        values[length + SLOT.offset] = this.#offset;
        values[length + SLOT.longestInList] = this.#longest;
        values[length + SLOT.valuesRows] = this.#valuesRows;
        values[length + SLOT.leadingWildcard] = this.#wildcard;
        this.length += SLOTS;
    }
    /** Whether names, commas, operators and parameters that follow change nothing. */
    get quiet() {
        return !this.active && this.#items[this.depth] <= 0;
    }
    word(keyword, before) {
        if (this.active) {
            this.#closeList(keyword === K.select || keyword === K.with || keyword === K.values);
            if (this.inRows && keyword !== K.row)
                this.#endRows();
            if (keyword === K.operator && isEnd(this.#pending))
                this.unsure = true;
            if (this.#pending !== P.nothing)
                this.#pendingWord(keyword);
        }
        switch (keyword) {
            case K.limit:
                this.#start(P.limit);
                break;
            case K.fetch:
                this.#start(P.fetch);
                break;
            case K.offset:
                this.#start(P.offset);
                break;
            case K.top:
                if (TOP_AFTER.has(before))
                    this.#start(P.top);
                break;
            case K.like:
            case K.ilike:
                this.#start(P.like);
                break;
            case K.values:
                this.#rows[this.depth] = 0;
                this.inRows = true;
                break;
        }
        this.#settle();
    }
    /** Handles a quoted name or a dollar string without a prefix: it has no value here. */
    other() {
        if (!this.active)
            return;
        this.#closeList(false);
        this.#endRows();
        this.#advance(true, 0);
        this.#settle();
    }
    /** @param read returns the number; called only if it is needed */
    number(read) {
        if (!this.active)
            return;
        this.#closeList(false);
        this.#endRows();
        if (this.#pending !== P.nothing)
            this.#take(read);
        this.#settle();
    }
    /** @param wildcard whether it begins with `%` or `_`; undefined if its first character does not show it */
    string(wildcard) {
        if (!this.active)
            return;
        if (this.#pending === P.like) {
            // If the literal is empty or not plain, another literal may come first, or none.
            if (wildcard === undefined)
                this.unsure = true;
            else if (wildcard)
                this.#wildcard = 1;
            this.#pending = P.nothing;
        }
        this.other();
    }
    /** @param index of its bind value; -1 if it cannot have one */
    param(index) {
        if (!this.active)
            return;
        this.#closeList(false);
        this.#endRows();
        const bound = index >= 0 && this.#binds && index < this.#binds.length ? this.#binds[index] : undefined;
        if (this.#pending === P.like) {
            this.#pending = P.nothing;
            if (bound === undefined || bound === '') {
                if (this.#wildcard !== 1)
                    this.#wildcard = NOT_KNOWN;
            }
            else if (bound !== null && /^[%_]/.test(bound))
                this.#wildcard = 1;
        }
        else if (this.#pending !== P.nothing)
            this.#take(() => boundNumber(bound));
        this.#settle();
    }
    /** @param before the keyword before it */
    open(before) {
        if (this.active) {
            this.#closeList(false);
            if (this.inRows)
                this.#countRow();
            if (this.#pending === P.top)
                this.#pending = P.topValue;
            else
                this.#advance(false, 0);
        }
        if (this.depth >= MAX_DEPTH) {
            this.unsure = true;
            return;
        }
        this.depth++;
        const list = before === K.in;
        this.#items[this.depth] = list ? 1 : -1;
        this.#rows[this.depth] = -1;
        this.#listOpen = list;
        this.inRows = false;
        this.#settle();
    }
    close() {
        if (this.active) {
            this.#closeList(true);
            this.#advance(false, 1);
        }
        if (this.depth === 0)
            this.unsure = true;
        else
            this.depth--;
        this.inRows = this.#rows[this.depth] >= 0;
        this.#settle();
    }
    comma() {
        if (this.active) {
            this.#closeList(false);
            if (this.#pending === P.limitBehind) {
                this.#first = this.#value;
                this.#pending = P.limitSecond;
            }
            else
                this.#advance(false, 1);
            this.#settle();
        }
        const items = this.#items[this.depth];
        if (items > 0) {
            this.#items[this.depth] = items + 1;
            if (items + 1 > this.#longest)
                this.#longest = items + 1;
        }
    }
    /** @param cast whether it is `::` */
    op(cast) {
        if (!this.active)
            return;
        this.#closeList(false);
        if (cast && isEnd(this.#pending)) {
            this.#cast = this.#pending;
            this.#pending = P.cast;
        }
        else
            this.#advance(false, 0);
        this.#settle();
    }
    /** Handles a list of literals after IN that was read in one step. */
    list(items) {
        if (items > this.#longest)
            this.#longest = items;
    }
    /** Handles a VALUES row of literals that was read in one step. */
    row() {
        this.#countRow();
    }
    #countRow() {
        const rows = this.#rows[this.depth] + 1;
        this.#rows[this.depth] = rows;
        if (rows > this.#valuesRows)
            this.#valuesRows = rows;
    }
    #endRows() {
        if (!this.inRows)
            return;
        this.#rows[this.depth] = -1;
        this.inRows = false;
    }
    #closeList(isQuery) {
        if (!this.#listOpen)
            return;
        this.#listOpen = false;
        if (isQuery)
            this.#items[this.depth] = -1;
        else if (this.#longest < 1)
            this.#longest = 1;
    }
    #start(pending) {
        if (this.#pending !== P.nothing)
            this.unsure = true;
        this.#pending = pending;
    }
    #settle() {
        this.active = this.#pending !== P.nothing || this.inRows || this.#listOpen;
    }
    #pendingWord(keyword) {
        switch (this.#pending) {
            case P.limit:
                if (keyword === K.all || keyword === K.null)
                    this.#pending = P.nothing;
                else
                    this.#advance(true, 0);
                return;
            case P.fetch:
                this.#pending = keyword === K.first || keyword === K.next ? P.fetchValue : P.nothing;
                return;
            case P.fetchValue:
                this.#setLimit(1);
                this.#pending = P.nothing;
                return;
            case P.cast:
                // A cast to another type may change its value.
                if (INTEGER_TYPES.has(keyword))
                    this.#pending = this.#cast;
                else
                    this.unsure = true;
                return;
            default:
                this.#advance(true, 0);
        }
    }
    /** Handles a number or bind value. */
    #take(read) {
        switch (this.#pending) {
            case P.limit:
                this.#value = read();
                this.#pending = P.limitBehind;
                return;
            case P.limitSecond:
                this.#value = read();
                this.#pending = P.limitSecondBehind;
                return;
            case P.top:
                this.#setLimit(Math.max(read(), NOT_KNOWN));
                this.#pending = P.nothing;
                return;
            case P.fetchValue:
            case P.topValue:
                this.#value = Math.max(read(), NOT_KNOWN);
                this.#pending = P.limitEnd;
                return;
            case P.offset:
                this.#value = Math.max(read(), NOT_KNOWN);
                this.#pending = P.offsetEnd;
                return;
            default:
                this.#advance(true, 0);
        }
    }
    /**
     * Handles a token that is not a value.
     *
     * @param ends whether a value before it has ended, because the token is not an operator
     * @param harmless 1 for an operator that does not change the number
     */
    #advance(ends, harmless) {
        const complete = ends || harmless === 1;
        const pending = this.#pending;
        this.#pending = P.nothing;
        switch (pending) {
            case P.limit:
                // The next token matters too: `LIMIT x, 5`.
                this.#value = NOT_KNOWN;
                this.#pending = P.limitBehind;
                return;
            case P.limitBehind:
                if (this.#value === NULL_BOUND && complete)
                    return;
                this.#setLimit(complete ? this.#value : NOT_KNOWN);
                return;
            case P.limitSecond:
                this.#setOffset(this.#first);
                this.#setLimit(NOT_KNOWN);
                return;
            case P.limitSecondBehind:
                this.#setOffset(this.#first);
                if (this.#value === NULL_BOUND && complete)
                    return;
                this.#setLimit(complete ? this.#value : NOT_KNOWN);
                return;
            case P.fetchValue:
            case P.top:
            case P.topValue:
                this.#setLimit(NOT_KNOWN);
                return;
            case P.cast:
            case P.like:
                // A function, parentheses, ANY, a column: the full reading handles them.
                this.unsure = true;
                return;
            case P.offset:
                this.#setOffset(NOT_KNOWN);
                return;
            case P.limitEnd:
                this.#setLimit(complete ? this.#value : NOT_KNOWN);
                return;
            case P.offsetEnd:
                this.#setOffset(complete ? this.#value : NOT_KNOWN);
                return;
        }
    }
    #setLimit(value) {
        this.#hasLimit = 1;
        this.#limit = largest(this.#limit, value);
    }
    #setOffset(value) {
        this.#offset = largest(this.#offset, value);
    }
}
function isEnd(pending) {
    return (pending === P.limitBehind || pending === P.limitSecondBehind || pending === P.limitEnd || pending === P.offsetEnd);
}
function largest(a, b) {
    return a < 0 || b < 0 ? NOT_KNOWN : Math.max(a, b);
}
/** The integer of a bind value; NOT_KNOWN if it is not one, NULL_BOUND if it is NULL. */
function boundNumber(bound) {
    if (bound === null)
        return NULL_BOUND;
    if (bound === undefined || !/^\s*\d+(?:\.\d*)?\s*$/.test(bound))
        return NOT_KNOWN;
    return Math.min(Math.trunc(Number(bound)), Number.MAX_SAFE_INTEGER);
}

;// CONCATENATED MODULE: ./build/esm/traffic/condition.js


/**
 * Decides, token by token, which literals of a write can change how it is filtered (src/sql/expressions/tautology.ts).
 * A literal is replaced by its class, because its value does not matter, if one of these holds. All other literals stay
 * as they are.
 *
 * 1. It is outside any condition: outside UPDATE, DELETE and MERGE; between SET and WHERE; after RETURNING, ORDER BY
 *    and LIMIT; before ON and after THEN of a MERGE; after the FROM of a query in parentheses, which is opaque.
 * 2. It is the value of `INTERVAL '…'`, of which no two are compared.
 * 3. It is an operand of a leaf: `column op literal`, `column [NOT] IN (literals)`, `column [NOT] LIKE 'literal'` (not
 *    a pattern of `%` alone), `column [NOT] BETWEEN literal AND literal`, with a comparison operator, and a column that
 *    is a name, `f(name)`, or either with a cast. A column has no value before the statement runs, so no literal makes
 *    the leaf true or false, but that of `NOT BETWEEN`, and one that is compared with a function whose range is known.
 *    Leaves are compared with each other: under an OR, or a NOT of several. So they count only under AND, NOT and
 *    parentheses around conditions (strictness 1). If there is an OR of equalities and patterns alone, their literals
 *    are numbered by which of them are equal (2). Otherwise, and if a leaf or such a parenthesis is an operand of
 *    anything larger, all literals of the conditions stay (3).
 */
class Conditions {
    /** Whether the statement is a write. */
    judged = false;
    strictness = 1;
    /** Number of literals that are operands of leaves. */
    leafLiterals = 0;
    /** Number of other literals in conditions. */
    otherLiterals = 0;
    sawOr = false;
    /** Whether a leaf is anything but an equality or a pattern that must match. */
    #ordered = false;
    /** Whether a NOT stands before a condition. */
    #negated = false;
    /** Whether a leaf is a pattern or BETWEEN. */
    #patterns = false;
    /** Whether a leaf is, or may be, an operand of something. */
    operandOfMore = false;
    #modes = new Uint8Array(MAX_DEPTH + 2);
    /** The mode at the start of the parenthesis. */
    #initialModes = new Uint8Array(MAX_DEPTH + 2);
    #kinds = new Uint8Array(MAX_DEPTH + 2);
    /** The verb of the write that begins at this level. */
    #verbs = new Uint8Array(MAX_DEPTH + 2);
    #postgres;
    #depth = 0;
    #leaf = L.other;
    /** Number of BETWEENs before their second literal: which AND belongs to them is not known. */
    #openBetweens = 0;
    constructor(postgres) {
        this.#postgres = postgres;
    }
    begin(strictness) {
        this.strictness = strictness;
        this.leafLiterals = 0;
        this.otherLiterals = 0;
        this.sawOr = false;
        this.operandOfMore = false;
        this.#ordered = false;
        this.#negated = false;
        this.#patterns = false;
        this.#openBetweens = 0;
        this.beginStatement();
    }
    beginStatement() {
        this.judged = false;
        this.#depth = 0;
        this.#modes[0] = M.free;
        this.#initialModes[0] = M.free;
        this.#verbs[0] = 0;
        this.#leaf = L.other;
    }
    endStatement() {
        this.#leaf = L.other;
    }
    /** Strictness that a second reading needs; undefined if this one is sufficient. */
    get stricter() {
        if (this.leafLiterals === 0)
            return undefined;
        const compared = (this.sawOr && this.#ordered) || (this.#negated && this.#patterns);
        if (this.strictness < 3 && (this.operandOfMore || compared || this.#openBetweens > 0))
            return 3;
        if (this.strictness === 1)
            return this.sawOr ? 2 : undefined;
        return this.strictness === 2 && this.otherLiterals > 0 ? 3 : undefined;
    }
    /** Handles an UPDATE, DELETE or MERGE that begins here, at parenthesis `depth`. */
    beginWrite(verb, depth) {
        if (!this.judged) {
            this.judged = true;
            this.#depth = depth;
            for (let at = 0; at <= depth; at++) {
                this.#modes[at] = M.free;
                this.#initialModes[at] = M.free;
                this.#verbs[at] = 0;
                this.#kinds[at] = N.plain;
            }
        }
        const free = this.#initialModes[this.#depth] === M.free;
        this.#verbs[this.#depth] = verb;
        // In PostgreSQL only the WHERE filters; elsewhere an ON may too.
        this.#modes[this.#depth] = free && (verb === K.merge || this.#postgres) ? M.free : M.argument;
        this.#leaf = L.other;
    }
    /** Whether the value of a literal does not matter here. */
    get free() {
        return !this.judged || this.#modes[this.#depth] === M.free;
    }
    /** Whether the literals of an IN list can be dropped; call it before the `(` after IN. */
    get takesList() {
        return this.strictness === 1 && this.#modes[this.#depth] === M.condition && this.#leaf === L.in;
    }
    list(items) {
        this.leafLiterals += items;
        this.#leaf = L.done;
    }
    /**
     * Handles a literal where its value may matter; returns how to keep it.
     *
     * @param interval whether INTERVAL precedes it
     * @param typed whether that or, for a string, another type word does
     * @param anything whether it is a string of `%` alone, or empty
     */
    literal(interval, typed, string, anything) {
        const mode = this.#modes[this.#depth];
        if (typed) {
            this.#leaf = L.other;
            return interval ? 'class' : 'verbatim';
        }
        const next = mode === M.condition ? this.#afterLiteral(string, anything) : -1;
        if (next >= 0) {
            this.#leaf = next;
            this.leafLiterals++;
            return this.strictness === 1 ? 'class' : this.strictness === 2 ? 'equality' : 'verbatim';
        }
        if (mode === M.condition)
            this.#needEnd();
        this.#leaf = L.other;
        this.otherLiterals++;
        return 'verbatim';
    }
    #afterLiteral(string, anything) {
        switch (this.#leaf) {
            case L.op:
                return L.done;
            case L.order:
                // Every text sorts after the empty one.
                return string && anything ? -1 : L.done;
            case L.betweenAnd:
                this.#openBetweens--;
                return L.done;
            case L.like:
                return string && !anything ? L.done : -1;
            case L.between:
                return L.betweenLow;
            default:
                return -1;
        }
    }
    param() {
        this.#needEnd();
        this.#leaf = L.other;
    }
    /** Handles a quoted name. */
    quoted() {
        this.word(0, 0);
    }
    /** @param before the token before it: a keyword, or OPEN for a `(` */
    word(keyword, before) {
        const depth = this.#depth;
        if (this.#verbs[depth] !== 0 && keyword !== 0)
            this.#ownWord(keyword, depth);
        const mode = this.#modes[depth];
        if (mode === M.condition && keyword === K.select && before === OPEN) {
            this.#modes[depth] = M.query;
            this.#kinds[depth] = N.plain;
            this.#leaf = L.other;
        }
        else if (mode === M.condition)
            this.#conditionWord(keyword);
        else if (mode !== M.free)
            this.#argumentWord(keyword, before, depth);
    }
    /** Handles words that begin and end the conditions of a write, on its own level. */
    #ownWord(keyword, depth) {
        const mode = this.#modes[depth];
        const free = this.#initialModes[depth] === M.free;
        const verb = this.#verbs[depth];
        if (!free)
            return;
        switch (keyword) {
            case K.set:
                if (verb === K.update)
                    this.#modes[depth] = M.free;
                return;
            case K.where:
                this.#modes[depth] = M.condition;
                return;
            case K.from:
            case K.join:
            case K.straight_join:
                if (!this.#postgres && mode === M.free && verb !== K.merge)
                    this.#modes[depth] = M.argument;
                return;
            case K.on:
                if (verb === K.merge)
                    this.#modes[depth] = M.condition;
                else if (!this.#postgres && mode === M.free)
                    this.#modes[depth] = M.argument;
                return;
            case K.when:
                if (verb === K.merge)
                    this.#modes[depth] = M.condition;
                return;
            case K.then:
                if (verb !== K.merge)
                    return;
                this.#modes[depth] = M.free;
                this.#leaf = L.other;
                return;
            case K.returning:
            case K.order:
            case K.limit:
                if (verb === K.merge || mode !== M.condition)
                    return;
                this.#modes[depth] = M.free;
                this.#leaf = L.other;
        }
    }
    #conditionWord(keyword) {
        const leaf = this.#leaf;
        switch (keyword) {
            case K.where:
            case K.on:
                this.#needEnd();
                this.#leaf = L.start;
                return;
            case K.and:
                this.#leaf = leaf === L.betweenLow ? L.betweenAnd : L.start;
                return;
            case K.or:
                this.sawOr = true;
                this.#leaf = L.start;
                return;
            case K.xor:
                this.operandOfMore = true;
                this.#leaf = L.other;
                return;
            case K.not:
                if (leaf === L.column || leaf === L.operand)
                    this.#leaf = L.not;
                else if (leaf === L.start)
                    this.#negated = true;
                else {
                    this.#needEnd();
                    this.#leaf = L.other;
                }
                return;
            case K.in:
                return this.#afterOperand(L.in);
            case K.like:
            case K.ilike:
                this.#patterns = true;
                return this.#afterOperand(L.like);
            case K.between:
                this.#ordered = true;
                this.#patterns = true;
                if (leaf === L.not)
                    this.operandOfMore = true;
                this.#openBetweens++;
                return this.#afterOperand(L.between);
        }
        if (ENDS.has(keyword)) {
            this.#leaf = L.other;
            return;
        }
        if (keyword === 0 || keyword >= FIRST_SOFT)
            this.#name();
        else {
            this.#needEnd();
            this.#leaf = L.other;
        }
    }
    #name() {
        switch (this.#leaf) {
            case L.start:
            case L.dot:
                this.#leaf = L.column;
                return;
            case L.columnCast:
                this.#leaf = L.operand;
                return;
            case L.literalCast:
                this.#leaf = L.literalType;
                return;
            default:
                this.#needEnd();
                this.#leaf = L.other;
        }
    }
    #afterOperand(next) {
        const leaf = this.#leaf;
        if (leaf === L.not)
            this.#ordered = true;
        if (leaf === L.column || leaf === L.operand || leaf === L.not)
            this.#leaf = next;
        else {
            this.#needEnd();
            this.#leaf = L.other;
        }
    }
    #argumentWord(keyword, before, depth) {
        if (keyword === K.select && before === OPEN) {
            this.#modes[depth] = M.query;
            this.#leaf = L.other;
        }
        else if (keyword === K.from && this.#modes[depth] === M.query)
            this.#modes[depth] = M.free;
        else {
            const named = keyword === 0 || keyword >= FIRST_SOFT;
            this.#leaf = named && (this.#leaf === L.callOpen || this.#leaf === L.callDot) ? L.callName : L.other;
        }
    }
    /** Whatever follows a leaf, a typed literal or a parenthesis of conditions must end it. */
    #needEnd() {
        const leaf = this.#leaf;
        if (leaf === L.done || leaf === L.group)
            this.operandOfMore = true;
        else if (leaf === L.literalCast || leaf === L.literalType || leaf === L.literalArray)
            this.operandOfMore = true;
    }
    /** @param before the keyword before it, OPEN, or 0 */
    open(before) {
        const leaf = this.#leaf;
        const mode = this.#modes[this.#depth];
        let next = mode === M.free ? M.free : M.argument;
        let kind = N.plain;
        let inner = L.other;
        if (mode === M.condition) {
            if (leaf === L.start) {
                // NOT (a AND b) is an OR.
                if (before === K.not) {
                    this.sawOr = true;
                    this.#ordered = true;
                }
                next = M.condition;
                kind = N.group;
                inner = L.start;
            }
            else if (leaf === L.column && isOwnFunction(before)) {
                kind = N.call;
                inner = L.callOpen;
            }
            else
                this.#needEnd();
        }
        this.#depth++;
        this.#modes[this.#depth] = next;
        this.#initialModes[this.#depth] = next;
        this.#kinds[this.#depth] = kind;
        this.#verbs[this.#depth] = 0;
        this.#leaf = inner;
    }
    close() {
        const kind = this.#kinds[this.#depth];
        const leaf = this.#leaf;
        if (this.#depth > 0)
            this.#depth--;
        if (this.#modes[this.#depth] !== M.condition)
            this.#leaf = L.other;
        else if (kind === N.group)
            this.#leaf = L.group;
        else
            this.#leaf = kind === N.call && leaf === L.callName ? L.operand : L.other;
    }
    dot() {
        if (this.#leaf === L.column)
            this.#leaf = L.dot;
        else if (this.#leaf === L.callName)
            this.#leaf = L.callDot;
        else
            this.otherOp();
    }
    /** Handles one of `= < > <= >= <> !=`, with no other operator touching it. */
    comparison(equality) {
        if (!equality)
            this.#ordered = true;
        if (this.#leaf === L.column || this.#leaf === L.operand)
            this.#leaf = equality ? L.op : L.order;
        else
            this.otherOp();
    }
    cast() {
        if (this.#leaf === L.column || this.#leaf === L.operand)
            this.#leaf = L.columnCast;
        else if (this.#leaf === L.done)
            this.#leaf = L.literalCast;
        else
            this.otherOp();
    }
    openBracket() {
        if (this.#leaf === L.literalType)
            this.#leaf = L.literalArray;
        else
            this.otherOp();
    }
    closeBracket() {
        if (this.#leaf === L.literalArray)
            this.#leaf = L.literalType;
        else
            this.otherOp();
    }
    /** Handles `||`, which is OR in MySQL. */
    pipes() {
        if (this.#modes[this.#depth] === M.condition && !this.#postgres)
            this.operandOfMore = true;
        this.otherOp();
    }
    otherOp() {
        this.#needEnd();
        this.#leaf = L.other;
    }
}
/** Whether nothing is known of what the function returns. */
function isOwnFunction(keyword) {
    return keyword === 0 || (keyword >= FIRST_SOFT && keyword < FIRST_FUNCTION);
}
/** Used instead of a keyword if a `(` precedes. */
const OPEN = 255;
/** Meaning of a literal at a level of parentheses. */
const M = {
    free: 0,
    condition: 1,
    /** Part of a condition, but not a condition itself: all literals stay. */
    argument: 2,
    /** Between SELECT and FROM of a query in a condition. */
    query: 3,
};
/** Kind of a parenthesis. */
const N = { plain: 0, group: 1, call: 2 };
/** How much of a leaf has been read. */
const L = {
    other: 0,
    start: 1,
    column: 2,
    dot: 3,
    op: 4,
    done: 5,
    between: 6,
    betweenLow: 7,
    betweenAnd: 8,
    not: 9,
    like: 10,
    callOpen: 11,
    callName: 12,
    callDot: 13,
    /** `f(name)`, `name::type`. */
    operand: 14,
    group: 15,
    columnCast: 16,
    literalCast: 17,
    literalType: 18,
    literalArray: 19,
    in: 20,
    /** A comparison other than `=`. */
    order: 21,
};
/** Words after which a condition ends, or another one begins. */
const ENDS = new Set([
    K.returning,
    K.order,
    K.limit,
    K.group,
    K.having,
    K.option,
    K.output,
    K.window,
    K.offset,
    K.fetch,
    K.for,
    K.union,
    K.except,
    K.intersect,
    K.when,
    K.then,
]);

;// CONCATENATED MODULE: ./build/esm/traffic/key-marks.js
/** Bytes of the key that stand for literals; they never occur for another reason. */
const MARK = {
    string: 1,
    doubleQuoted: 2,
    int: 3,
    big: 4,
    decimal: 5,
    exponent: 6,
    hint: 7,
    equality: 8,
    list: 11,
    row: 12,
    verbatim: 14,
    escape: 15,
    national: 16,
    hexString: 17,
    bitString: 18,
    introduced: 19,
    hexNumber: 20,
    more: 21,
};

;// CONCATENATED MODULE: ./build/esm/traffic/statement-words.js

/** Statements whose literals are replaced; in all others they stay in the key. */
const REPLACED = new Set([
    K.select,
    K.insert,
    K.update,
    K.delete,
    K.merge,
    K.with,
    K.values,
    K.replace,
    K.table,
    K.call,
    K.execute,
    K.notify,
    K.fetch,
    K.set,
]);
/** Possible statements after WITH. */
const MAIN = new Set([K.select, K.insert, K.update, K.delete, K.merge, K.values, K.table, K.replace]);
/** Other statements after whose `;` another one certainly begins. */
const SIMPLE = new Set([
    K.set,
    K.commit,
    K.rollback,
    K.savepoint,
    K.release,
    K.start,
    K.begin,
    K.end,
    K.show,
    K.reset,
    K.discard,
    K.deallocate,
]);
/** Statements whose names (all, or only the first) may be temporary ones made by drivers: `SAVEPOINT sp_17`. */
const NAMES_PASS = new Set([K.savepoint, K.release, K.rollback, K.fetch, K.move, K.close, K.deallocate]);
const FIRST_NAME_PASSES = new Set([K.declare, K.prepare, K.execute]);
/** After these words, VALUES is read as a table name, and what follows as its columns. */
const BEFORE_TABLE = new Set([
    K.insert,
    K.replace,
    K.into,
    K.overwrite,
    K.table,
    K.ignore,
    K.low_priority,
    K.high_priority,
    K.delayed,
    K.quick,
]);
const WRITES = new Set([K.update, K.delete, K.merge]);
/** 1 for keywords that affect the slots or the conditions of a query. */
const ACTING = new Uint8Array(256);
for (const keyword of [
    ...WRITES,
    K.limit,
    K.fetch,
    K.offset,
    K.top,
    K.like,
    K.ilike,
    K.values,
    K.set_config,
    K.uescape,
])
    ACTING[keyword] = 1;
/** Also includes those that begin and end the conditions of a write. */
const ACTING_IN_WRITE = ACTING.slice();
for (const keyword of [K.set, K.where, K.from, K.join, K.straight_join, K.on, K.when, K.then, K.returning, K.order])
    ACTING_IN_WRITE[keyword] = 1;
/** Statements that may follow a `(` at the very beginning. */
function isQuery(keyword) {
    return keyword === K.select || keyword === K.with || keyword === K.values || keyword === K.table;
}

;// CONCATENATED MODULE: ./build/esm/traffic/key-lexer.js








/** Used instead of a keyword if a string precedes. */
const STRING = 254;
const ALL_NAMES = 1 << 30;
const ONE_NAME = 1;
/** Longer texts are identified by all their bytes. */
const key_lexer_MAX_LENGTH = 1 << 20;
const MAX_TAG_COMMENTS = 4;
/** Maximum number of literals of one statement that are numbered. */
const MAX_NUMBERED = 64;
/**
 * Reads a text once, byte by byte, without building strings, and determines its class. Texts of one class have the same
 * facts and the same shape, except for the numbers in `slots`.
 *
 * The key contains every token unchanged, one space for white space or comments, and hints. Literals of a query, a
 * write, SET, CALL, EXECUTE, NOTIFY or FETCH are replaced by their class wherever it is proven (condition.ts) that the
 * facts depend on nothing else. The grammars do not read literals: node-sql-parser receives none, and libpg-query reads
 * strings by their quotes and numbers by whether they are `int`. Where its grammar does look into a literal, the
 * literal stays in the key (`float(5)`, numeric escapes) or makes the text `exact` (`U&'…'`, dollar quotes). Adjacent
 * strings are one or two depending on the line break between them. Anything that servers disagree on, or that this
 * lexer does not support, makes the text `exact`: it has no key and is identified by all its bytes.
 */
class KeyLexer {
    /** The key, in the first `length` bytes. */
    key = new Uint8Array(1 << 14);
    /** The same memory, four bytes at a time; the last four are padded with zeros. */
    words = new Uint32Array(this.key.buffer);
    length = 0;
    exact = false;
    slots = new Slots();
    /** Positions of comments that may contain tags: start and end alternate. */
    comments = [];
    /** Whether there are more comments. */
    moreComments = false;
    #dialect;
    #postgres;
    #conditions;
    #fold = SAME;
    #always = false;
    #eStrings = false;
    #doubleStrings = false;
    #bytes = new Uint8Array(0);
    #flags = 0;
    #at = 0;
    #end = 0;
    #gap = false;
    #high = 0;
    #previous = 0;
    #beforePrevious = 0;
    #first = true;
    #verbatim = false;
    /** Whether a statement that may have a body came before: what follows may be part of it. */
    #verbatimFromNow = false;
    #simple = false;
    #with = false;
    /** Whether this is a SET: its values do not matter, except for one setting. */
    #sets = false;
    /** Number of following names that may be temporary. */
    #passing = 0;
    /** How much of `set_config('name'` has been read. */
    #configures = 0;
    #tokens = 0;
    #params = 0;
    /** Whether `#stringEnd` passed a backslash. */
    #backslash = false;
    /** Key offsets of the previous VALUES row, by depth, and of the open row. */
    #rowStarts = new Int32Array(256);
    #rowEnds = new Int32Array(256);
    #openRows = new Int32Array(256);
    #numbered = [];
    constructor(dialect) {
        this.#dialect = dialect;
        this.#postgres = dialect === 'postgresql';
        this.#conditions = new Conditions(this.#postgres);
        this.setMode(undefined);
    }
    /** Sets how strings are read from the next text on. */
    setMode(mode) {
        const lexical = { ...sql/* LEXICAL */.xT[this.#dialect], ...mode };
        this.#fold = this.#postgres ? LOWER : SAME;
        this.#always = lexical.backslash === 'always';
        this.#eStrings = this.#postgres;
        this.#doubleStrings = lexical.doubleQuote === 'string';
    }
    /**
     * Reads the text from `start` to `end`.
     *
     * @param binds values of its parameters, only for the slots
     * @param flags a byte that is part of the key
     */
    read(bytes, start, end, binds, flags) {
        this.#bytes = bytes;
        this.#flags = flags;
        this.#end = end;
        this.comments.length = 0;
        this.moreComments = false;
        this.exact = false;
        if (end - start > key_lexer_MAX_LENGTH)
            this.exact = true;
        else {
            this.#pass(start, binds, 1);
            for (let stricter = this.#conditions.stricter; stricter !== undefined && !this.exact;) {
                this.#pass(start, binds, stricter);
                stricter = this.#conditions.stricter;
            }
        }
    }
    /** The literals in conditions, and what surrounds them. */
    get conditions() {
        return this.#conditions;
    }
    /** Whether the text has non-ASCII bytes; for an `exact` text, up to the point where that was found. */
    get beyondAscii() {
        return this.#high >= 0x80;
    }
    #pass(start, binds, strictness) {
        const room = (this.#end - start) * 8 + 64;
        if (this.key.length < room) {
            this.key = new Uint8Array(1 << Math.ceil(Math.log2(room)));
            this.words = new Uint32Array(this.key.buffer);
        }
        this.key[0] = this.#flags;
        this.length = 1;
        this.#at = start;
        this.#gap = false;
        this.#high = 0;
        this.#params = 0;
        this.#verbatimFromNow = false;
        this.comments.length = 0;
        this.moreComments = false;
        this.#numbered.length = 0;
        this.slots.begin(binds);
        this.#conditions.begin(strictness);
        this.#beginStatement();
        this.#run();
        if (this.#tokens > 0)
            this.#endStatement(true);
        if (this.slots.unsure)
            this.exact = true;
        for (let at = this.length; (at & 3) !== 0; at++)
            this.key[at] = 0;
    }
    #beginStatement() {
        this.#first = true;
        this.#verbatim = false;
        this.#simple = false;
        this.#with = false;
        this.#sets = false;
        this.#passing = 0;
        this.#configures = 0;
        this.#tokens = 0;
        this.#previous = 0;
        this.#beforePrevious = 0;
        this.#rowStarts[0] = -1;
    }
    #endStatement(last) {
        const { slots } = this;
        slots.endStatement(last);
        if (this.#verbatim)
            slots.values.fill(FIXED, Math.max(0, slots.length - SLOTS), slots.length);
        this.#conditions.endStatement();
        if (!last)
            this.#conditions.beginStatement();
    }
    // Tokens
    #run() {
        const bytes = this.#bytes;
        const end = this.#end;
        while (this.#at < end && !this.exact) {
            const plain = !this.#first && !this.#with && !this.#sets && this.#passing === 0;
            if (plain && this.#conditions.free && this.slots.quiet) {
                this.#skipInert(this.#conditions.judged ? ACTING_IN_WRITE : ACTING);
                if (this.#at >= end)
                    return;
            }
            const at = this.#at;
            const byte = bytes[at];
            switch (CLASS[byte]) {
                case B.space:
                    this.#gap = true;
                    this.#at++;
                    break;
                case B.letter:
                    this.#word(at);
                    break;
                case B.digit:
                    this.#number(at);
                    break;
                case B.quote:
                    this.#string(at, at, MARK.string, this.#always);
                    break;
                case B.doubleQuote:
                    if (this.#doubleStrings)
                        this.#string(at, at, MARK.doubleQuoted, this.#always);
                    else
                        this.#quoted(at, 34);
                    break;
                case B.backtick:
                    if (this.#postgres)
                        this.#op(at);
                    else
                        this.#quoted(at, 96);
                    break;
                case B.open:
                    this.#open();
                    break;
                case B.close:
                    this.#close();
                    break;
                case B.comma:
                    this.#put(44);
                    this.slots.comma();
                    if (this.#conditions.judged)
                        this.#conditions.otherOp();
                    this.#after(0);
                    break;
                case B.dot:
                    this.#dot(at);
                    break;
                case B.dash:
                    if (bytes[at + 1] === 45 && at + 1 < end)
                        this.#dashes(at);
                    else
                        this.#op(at);
                    break;
                case B.slash:
                    if (bytes[at + 1] === 42 && at + 1 < end)
                        this.#blockComment(at);
                    else
                        this.#op(at);
                    break;
                case B.hash:
                    if (this.#postgres)
                        this.#op(at);
                    else
                        this.#lineComment(at + 1);
                    break;
                case B.dollar:
                    this.#dollar(at);
                    break;
                case B.question:
                    if (this.#postgres)
                        this.#op(at);
                    else {
                        this.#put(63);
                        this.#param(this.#params++);
                    }
                    break;
                case B.at:
                    this.#atSign(at);
                    break;
                case B.semicolon:
                    this.#semicolon();
                    break;
                case B.op:
                    this.#op(at);
                    break;
                default:
                    this.exact = true;
            }
        }
    }
    /** Skips tokens that matter neither to the slots nor to conditions (most of a text). Stops before any other. */
    #skipInert(acting) {
        const bytes = this.#bytes;
        const end = this.#end;
        const { key } = this;
        const fold = this.#fold;
        const nameQuote = this.#postgres ? B.doubleQuote : B.backtick;
        let at = this.#at;
        let { length } = this;
        let gap = this.#gap;
        let before = this.#previous;
        let beforeThat = this.#beforePrevious;
        tokens: for (; at < end;) {
            const byte = bytes[at];
            const kind = CLASS[byte];
            if (kind === B.space) {
                gap = true;
                at++;
                continue;
            }
            let write = length;
            if (gap && length > 1)
                key[write++] = 32;
            let next = at + 1;
            let keyword = 0;
            if (kind === B.letter) {
                let high = byte;
                key[write++] = fold[byte];
                for (; next < end; next++) {
                    const more = bytes[next];
                    const folded = fold[more];
                    if (folded === 0)
                        break;
                    high |= more;
                    key[write++] = folded;
                }
                if (high >= 0x80)
                    break;
                if (next < end) {
                    const nextByte = bytes[next];
                    // A string may begin with the word; `${` ends it.
                    if (nextByte === 39 || nextByte === 38 || nextByte === 123)
                        break;
                }
                keyword = keywordAt(bytes, at, next);
                if (keyword !== 0 && acting[keyword] === 1)
                    break;
            }
            else if (kind === nameQuote) {
                key[write++] = byte;
                let high = 0;
                for (;; next++) {
                    if (next >= end)
                        break tokens;
                    const more = bytes[next];
                    high |= more;
                    key[write++] = more;
                    if (QUOTED_STOP[more] === 0)
                        continue;
                    if (more < 32)
                        break tokens;
                    if (more !== byte)
                        continue;
                    if (next + 1 >= end || bytes[next + 1] !== byte)
                        break;
                    key[write++] = more;
                    next++;
                }
                next++;
                this.#high |= high;
            }
            else if (kind === B.op || kind === B.comma)
                key[write++] = byte;
            else if (kind === B.dot || kind === B.dash || kind === B.slash) {
                const nextByte = next < end ? bytes[next] : 0;
                if (kind === B.dot ? isDigit(nextByte) : nextByte === 45 || nextByte === 42)
                    break;
                key[write++] = byte;
            }
            else if (kind === B.question) {
                key[write++] = byte;
                if (!this.#postgres)
                    this.#params++;
            }
            else if (kind === B.dollar) {
                key[write++] = byte;
                while (next < end && isDigit(bytes[next]))
                    key[write++] = bytes[next++];
                if (next === at + 1 || (next < end && WORD[bytes[next]] === 1))
                    break;
            }
            else
                break;
            at = next;
            length = write;
            gap = false;
            beforeThat = before;
            before = keyword;
        }
        this.#at = at;
        this.length = length;
        this.#gap = gap;
        this.#previous = before;
        this.#beforePrevious = beforeThat;
    }
    /** Writes a one-byte token and advances. */
    #put(byte) {
        if (this.#gap)
            this.#space();
        this.key[this.length++] = byte;
        this.#at++;
    }
    #space() {
        this.#gap = false;
        if (this.length > 1)
            this.key[this.length++] = 32;
    }
    #copy(start, end) {
        if (this.#gap)
            this.#space();
        const { key } = this;
        const bytes = this.#bytes;
        let length = this.length;
        for (let at = start; at < end; at++)
            key[length++] = bytes[at];
        this.length = length;
    }
    /** Writes bytes after a mark and their number, so that they cannot be confused with anything else. */
    #marked(mark, start, end) {
        if (this.#gap)
            this.#space();
        const size = end - start;
        const { key } = this;
        key[this.length++] = mark;
        key[this.length++] = size & 255;
        key[this.length++] = (size >> 8) & 255;
        key[this.length++] = size >> 16;
        this.#copy(start, end);
    }
    #after(before) {
        this.#beforePrevious = this.#previous;
        this.#previous = before;
        this.#tokens++;
        if (this.#passing === ONE_NAME && this.#tokens > 1)
            this.#passing = 0;
        if (this.#first && before !== OPEN)
            this.#begins(before);
    }
    /** The first token that is not `(` determines the kind of statement. */
    #begins(keyword) {
        this.#first = false;
        const replaced = this.#tokens === 1 ? REPLACED.has(keyword) : isQuery(keyword);
        this.#verbatim = !replaced || this.#verbatimFromNow;
        this.#simple = replaced || (SIMPLE.has(keyword) && (this.#postgres || keyword !== K.begin));
        this.#with = keyword === K.with;
        this.#sets = keyword === K.set;
        this.#passing = NAMES_PASS.has(keyword) ? ALL_NAMES : FIRST_NAME_PASSES.has(keyword) ? ONE_NAME : 0;
        if (this.#tokens === 1 && WRITES.has(keyword) && !this.#verbatim)
            this.#conditions.beginWrite(keyword, 0);
    }
    #word(start) {
        const bytes = this.#bytes;
        const end = this.#end;
        const { key } = this;
        const fold = this.#fold;
        if (this.#gap)
            this.#space();
        let { length } = this;
        let high = 0;
        let at = start;
        for (; at < end; at++) {
            const byte = bytes[at];
            const folded = fold[byte];
            if (folded === 0)
                break;
            high |= byte;
            key[length++] = folded;
        }
        if (at < end) {
            const next = bytes[at];
            if (next === 39 && this.#prefixed(start, at))
                return;
            if (next === 38 && at === start + 1 && (bytes[start] | 32) === 117 && this.#postgres) {
                const quote = bytes[at + 1];
                if (quote === 39 || quote === 34)
                    this.exact = true;
            }
            if (next === 123 && bytes[at - 1] === 36)
                this.exact = true;
        }
        if (this.#passing > 0)
            this.#passName(start, at);
        else
            this.length = length;
        this.#at = at;
        if (high >= 0x80)
            this.#beyondAscii(start, at, high);
        const keyword = keywordAt(bytes, start, at);
        if (keyword === 0) {
            if (this.slots.active)
                this.slots.word(0, 0);
            if (this.#conditions.judged)
                this.#conditions.word(0, 0);
            this.#after(0);
            return;
        }
        this.#keyword(keyword);
    }
    /**
     * Writes a name with `*` for each part that contains a digit (`passingName` of src/sql does the same in the shape).
     */
    #passName(start, end) {
        const bytes = this.#bytes;
        this.#passing--;
        for (let from = start; from < end;) {
            let to = from;
            let digits = false;
            for (; to < end && isPart(bytes[to]); to++)
                digits ||= isDigit(bytes[to]);
            if (digits)
                this.key[this.length++] = 42;
            else
                for (let at = from; at < to; at++)
                    this.key[this.length++] = this.#fold[bytes[at]];
            if (to < end)
                this.key[this.length++] = bytes[to++];
            from = to;
        }
    }
    #keyword(keyword) {
        const before = this.#previous;
        if (keyword === K.uescape)
            this.exact = true;
        // Executed text, a statement inside a statement, and the one setting whose value matters.
        if (keyword === K.immediate && before === K.execute)
            this.exact = true;
        if (this.#sets && (keyword === K.statement || keyword === K.session_replication_role))
            this.exact = true;
        if (keyword === K.set_config && this.#postgres)
            this.#configures = 1;
        this.slots.word(keyword, before);
        if (this.#conditions.judged)
            this.#conditions.word(keyword, before);
        if (this.#with && this.slots.depth === 0 && MAIN.has(keyword)) {
            this.#with = false;
            if (WRITES.has(keyword) && !this.#verbatim)
                this.#conditions.beginWrite(keyword, 0);
        }
        else if (before === OPEN && !this.#first && !this.#verbatim && WRITES.has(keyword))
            this.#conditions.beginWrite(keyword, this.slots.depth);
        this.#after(keyword);
    }
    /** Whether there are characters that the word reader treats as upper-case ASCII letters or ignores. */
    #beyondAscii(start, end, high) {
        this.#high |= high;
        const bytes = this.#bytes;
        for (let at = start; at + 1 < end; at++) {
            const byte = bytes[at];
            const next = bytes[at + 1];
            // ß, ı, ſ, the ligatures from U+FB00 on, and the mark U+FEFF.
            if (byte === 0xc3 ? next === 0x9f : byte === 0xc4 ? next === 0xb1 : byte === 0xc5 && next === 0xbf)
                this.exact = true;
            else if (byte === 0xef && (next === 0xac || next === 0xbb))
                this.exact = true;
        }
    }
    // Literals
    /** Whether the word up to `quote` begins a string: `E'…'`, `N'…'`, `X'…'`, `B'…'`, MySQL's `_utf8'…'`. */
    #prefixed(start, quote) {
        const bytes = this.#bytes;
        const first = bytes[start];
        if (quote === start + 1) {
            const letter = first | 32;
            if (letter === 101 && this.#eStrings)
                this.#string(start, quote, MARK.escape, true);
            else if (letter === 110)
                this.#string(start, quote, MARK.national, this.#always);
            else if (letter === 120)
                this.#string(start, quote, MARK.hexString, this.#always);
            else if (letter === 98)
                this.#string(start, quote, MARK.bitString, this.#always);
            else if (first === 95 && !this.#postgres)
                this.#string(start, quote, MARK.introduced, true);
            else
                return false;
            return true;
        }
        if (first !== 95 || this.#postgres)
            return false;
        for (let at = start; at < quote; at++)
            if (bytes[at] >= 0x80)
                this.exact = true;
        this.#string(start, quote, MARK.introduced, true);
        return true;
    }
    /** Position after the string whose quote is at `open`, or -1. */
    #stringEnd(open, escapes) {
        const bytes = this.#bytes;
        const end = this.#end;
        const quote = bytes[open];
        let high = 0;
        this.#backslash = false;
        for (let at = open + 1; at < end; at++) {
            const byte = bytes[at];
            high |= byte;
            if (byte === quote) {
                if (at + 1 < end && bytes[at + 1] === quote) {
                    at++;
                    continue;
                }
                this.#high |= high;
                return at + 1;
            }
            if (byte === 92) {
                this.#backslash = true;
                if (escapes)
                    at++;
            }
            else if (byte === 0)
                return -1;
        }
        return -1;
    }
    #string(start, open, mark, escapes) {
        const end = this.#stringEnd(open, escapes);
        if (end < 0 ||
            this.#previous === STRING ||
            this.#isOddString(mark, open, end) ||
            this.#isOddCode(mark, open, end)) {
            this.exact = true;
            return;
        }
        const first = this.#bytes[open + 1];
        const coded = mark === MARK.hexString || mark === MARK.bitString;
        const unclear = coded || end === open + 2 || (mark === MARK.escape && first === 92);
        this.slots.string(unclear ? undefined : first === 37 || first === 95);
        const typed = this.#previous === K.interval || this.#previous === K.date || this.#isTime();
        if (this.#configures === 2)
            this.#setting(start, open, end, mark);
        else
            this.#literal(start, end, mark, typed, open);
        // The name of the character set stays.
        if (mark === MARK.introduced)
            this.#marked(MARK.introduced, start, open);
        this.#at = end;
        this.#after(STRING);
    }
    /** Handles the name in `set_config('name', …)`, which is a fact; the value matters for one setting only. */
    #setting(start, open, end, mark) {
        this.#configures = 0;
        const bytes = this.#bytes;
        for (let at = open + 1; at < end - 1; at++)
            if (WORD[bytes[at]] === 0 && bytes[at] !== 46)
                this.exact = true;
        if (mark !== MARK.string || keywordAt(bytes, open + 1, end - 1) === K.session_replication_role)
            this.exact = true;
        this.#verbatimLiteral(start, end, true);
    }
    #isTime() {
        return this.#previous === K.time || this.#previous === K.timestamp;
    }
    /**
     * PostgreSQL's grammar reads numeric escapes, and always reads plain strings with `standard_conforming_strings` on.
     */
    #isOddString(mark, open, end) {
        if (!this.#postgres || !this.#backslash)
            return false;
        if (mark !== MARK.escape)
            return this.#always;
        const bytes = this.#bytes;
        for (let at = open + 1; at < end - 1; at++) {
            if (bytes[at] !== 92)
                continue;
            const escaped = bytes[++at];
            if ((escaped | 32) === 120 || (escaped | 32) === 117 || (escaped >= 48 && escaped <= 55))
                return true;
        }
        return false;
    }
    /** A server rejects a bit or hexadecimal string with other digits. */
    #isOddCode(mark, open, end) {
        if (mark !== MARK.hexString && mark !== MARK.bitString)
            return false;
        for (let at = open + 1; at < end - 1; at++) {
            const byte = this.#bytes[at];
            if (mark === MARK.bitString ? byte !== 48 && byte !== 49 : !isHex(byte))
                return true;
        }
        return false;
    }
    /** Whether the text is empty, or holds only the wildcard of LIKE. */
    #isAllPercent(open, end) {
        for (let at = open + 1; at < end - 1; at++)
            if (this.#bytes[at] !== 37)
                return false;
        return true;
    }
    /** Writes a literal, as far as it matters. `open` is the position of its quote; -1 for a number. */
    #literal(start, end, mark, typed, open) {
        // No statement begins with a literal.
        if (this.#first)
            this.exact = true;
        if (this.#verbatim)
            return this.#marked(MARK.verbatim, start, end);
        const conditions = this.#conditions;
        if (conditions.free) {
            if (this.#gap)
                this.#space();
            this.key[this.length++] = mark;
            return;
        }
        const string = open >= 0;
        const kept = conditions.literal(typed && this.#previous === K.interval, typed, string, string && this.#isAllPercent(open, end));
        if (kept === 'verbatim')
            return this.#marked(MARK.verbatim, start, end);
        if (this.#gap)
            this.#space();
        this.key[this.length++] = mark;
        if (kept === 'equality')
            this.#equality(start, end, mark);
    }
    /** Writes the number of the literal that it equals; only if equality follows from its bytes. */
    #equality(start, end, mark) {
        const plain = mark === MARK.int || (mark === MARK.string && !this.#backslash && !this.#hasBrace(start, end));
        const numbered = this.#numbered;
        if (!plain || numbered.length >= MAX_NUMBERED * 2) {
            this.#conditions.operandOfMore = true;
            return;
        }
        const bytes = this.#bytes;
        let number = 0;
        next: for (; number < numbered.length; number += 2) {
            const other = numbered[number];
            if (numbered[number + 1] - other !== end - start)
                continue;
            for (let at = 0; at < end - start; at++)
                if (bytes[other + at] !== bytes[start + at])
                    continue next;
            break;
        }
        if (number === numbered.length)
            numbered.push(start, end);
        const { key } = this;
        key[this.length++] = MARK.equality;
        key[this.length++] = 64 + (number >> 1);
    }
    /** The condition reader does not treat possible templates as constants. */
    #hasBrace(start, end) {
        for (let at = start; at < end; at++)
            if (this.#bytes[at] === 123)
                return true;
        return false;
    }
    #number(start) {
        const mark = this.#numberMark(start);
        if (mark < 0) {
            this.exact = true;
            return;
        }
        const end = this.#at;
        if (this.slots.active)
            this.slots.number(() => this.#numberFrom(start, end));
        const typed = this.#previous === K.interval;
        // PostgreSQL's grammar reads the precision of a float.
        const looked = this.#postgres && this.#previous === OPEN && this.#beforePrevious === K.float;
        // The class of a number that begins with 0 may not follow from its length.
        if (looked || (this.#bytes[start] === 48 && end - start > 1 && mark !== MARK.decimal && mark !== MARK.hexNumber))
            this.#verbatimNumber(start, end);
        else
            this.#literal(start, end, mark, typed, -1);
        this.#at = end;
        this.#after(0);
    }
    #verbatimNumber(start, end) {
        this.#verbatimLiteral(start, end, false);
    }
    #verbatimLiteral(start, end, string) {
        const conditions = this.#conditions;
        if (this.#first)
            this.exact = true;
        if (!this.#verbatim && !conditions.free) {
            conditions.literal(false, false, string, false);
            // It stays in any case; if literals are numbered, an equal one would have a number.
            if (conditions.strictness === 2)
                conditions.operandOfMore = true;
        }
        this.#marked(MARK.verbatim, start, end);
    }
    /** Returns the class of the number at `at`, and advances `#at` past it; -1 if it is not plain. */
    #numberMark(start) {
        const bytes = this.#bytes;
        const end = this.#end;
        let at = start + 1;
        if (bytes[start] === 48 && at < end && (bytes[at] | 32) === 120)
            return this.#hexMark(start);
        while (at < end && isDigit(bytes[at]))
            at++;
        let mark = isInt(bytes, start, at) ? MARK.int : MARK.big;
        if (at < end && bytes[at] === 46) {
            const fraction = ++at;
            while (at < end && isDigit(bytes[at]))
                at++;
            if (at === fraction)
                return -1;
            mark = MARK.decimal;
        }
        if (at < end && (bytes[at] | 32) === 101) {
            at++;
            if (at < end && (bytes[at] === 43 || bytes[at] === 45))
                at++;
            const exponent = at;
            while (at < end && isDigit(bytes[at]))
                at++;
            if (at === exponent)
                return -1;
            mark = MARK.exponent;
        }
        this.#at = at;
        return this.#endsNumber(at) ? mark : -1;
    }
    #hexMark(start) {
        const bytes = this.#bytes;
        let at = start + 2;
        while (at < this.#end && isHex(bytes[at]))
            at++;
        this.#at = at;
        // To PostgreSQL it is an int or another number, depending on its size.
        return at > start + 2 && !this.#postgres && this.#endsNumber(at) ? MARK.hexNumber : -1;
    }
    #endsNumber(at) {
        return at >= this.#end || (WORD[this.#bytes[at]] === 0 && this.#bytes[at] !== 46);
    }
    #numberFrom(start, end) {
        let text = '';
        for (let at = start; at < end; at++)
            text += String.fromCharCode(this.#bytes[at]);
        const value = Math.trunc(Number(text));
        return Number.isFinite(value) ? Math.min(value, Number.MAX_SAFE_INTEGER) : -1;
    }
    #dot(at) {
        if (at + 1 < this.#end && isDigit(this.#bytes[at + 1])) {
            let end = at + 1;
            while (end < this.#end && isDigit(this.#bytes[end]))
                end++;
            if (!this.#endsNumber(end)) {
                this.exact = true;
                return;
            }
            this.slots.number(() => this.#numberFrom(at, end));
            this.#verbatimNumber(at, end);
            this.#at = end;
            this.#after(0);
            return;
        }
        this.#put(46);
        this.slots.op(false);
        if (this.#conditions.judged)
            this.#conditions.dot();
        this.#after(0);
    }
    // Names, parameters, operators
    #quoted(start, quote) {
        const bytes = this.#bytes;
        const end = this.#end;
        let high = 0;
        for (let at = start + 1; at < end; at++) {
            const byte = bytes[at];
            high |= byte;
            if (byte < 32)
                break;
            if (byte !== quote)
                continue;
            if (at + 1 < end && bytes[at + 1] === quote) {
                at++;
                continue;
            }
            this.#high |= high;
            // A quoted name may be the one setting whose value matters.
            if (this.#sets)
                this.exact = true;
            if (this.#passing > 0)
                this.#passQuoted(start, at + 1);
            else
                this.#copy(start, at + 1);
            this.#at = at + 1;
            this.slots.other();
            if (this.#conditions.judged)
                this.#conditions.quoted();
            return this.#after(0);
        }
        this.exact = true;
    }
    #passQuoted(start, end) {
        if (this.#gap)
            this.#space();
        this.key[this.length++] = this.#bytes[start];
        this.#passName(start + 1, end - 1);
        this.key[this.length++] = this.#bytes[start];
    }
    #param(index) {
        this.slots.param(index);
        if (this.#conditions.judged)
            this.#conditions.param();
        this.#after(0);
    }
    #dollar(start) {
        const bytes = this.#bytes;
        const end = this.#end;
        let at = start + 1;
        if (at < end && isDigit(bytes[at])) {
            let number = 0;
            for (; at < end && isDigit(bytes[at]); at++)
                number = number * 10 + bytes[at] - 48;
            if (at < end && WORD[bytes[at]] === 1) {
                this.exact = true;
                return;
            }
            this.#copy(start, at);
            this.#at = at;
            return this.#param(this.#postgres ? number - 1 : -1);
        }
        if (!this.#postgres)
            return this.#op(start);
        while (at < end && WORD[bytes[at]] === 1 && bytes[at] !== 36)
            at++;
        // Dollar-quoted text is rare in queries. It ends where the same tag occurs again.
        if (at < end && bytes[at] === 36)
            this.exact = true;
        else
            this.#op(start);
    }
    #atSign(start) {
        const bytes = this.#bytes;
        const end = this.#end;
        let at = start + 1;
        if (at < end && bytes[at] === 64)
            at++;
        const name = at;
        while (at < end && isVariable(bytes[at]))
            at++;
        if (at > name) {
            this.#copy(start, at);
            this.#at = at;
            return this.#param(-1);
        }
        const next = bytes[name];
        if (name < end && (next === 39 || next === 34 || next === 96))
            this.exact = true;
        else
            this.#op(start);
    }
    #op(at) {
        const bytes = this.#bytes;
        const byte = bytes[at];
        this.#put(byte);
        const next = at + 1 < this.#end ? bytes[at + 1] : 0;
        const isColon = byte === 58 && next === 58;
        const comparison = byte === 61 || byte === 60 || byte === 62 || byte === 33;
        if (isColon || (comparison && (next === 61 || next === 62))) {
            this.key[this.length++] = next;
            this.#at++;
        }
        this.slots.op(isColon);
        if (this.#conditions.judged)
            this.#judgeOp(byte, this.#at - at === 2 ? next : 0, isColon);
        this.#after(0);
    }
    #judgeOp(byte, second, isColon) {
        const conditions = this.#conditions;
        const nextByte = this.#at < this.#end ? this.#bytes[this.#at] : 0;
        if (isColon)
            return nextByte === 58 ? conditions.otherOp() : conditions.cast();
        if (byte === 91)
            return conditions.openBracket();
        if (byte === 93)
            return conditions.closeBracket();
        if (byte === 124 && nextByte === 124)
            return conditions.pipes();
        const compares = second === 0
            ? byte === 61 || byte === 60 || byte === 62
            : second === 61
                ? byte === 60 || byte === 62 || byte === 33
                : byte === 60 && second === 62;
        // To PostgreSQL, `=-5` is a different operator than `= -5`.
        if (compares && !isOperator(nextByte))
            conditions.comparison(byte === 61 && second === 0);
        else
            conditions.otherOp();
    }
    #semicolon() {
        // Servers end a statement here, whatever is open; the readers differ.
        if (this.slots.depth > 0) {
            this.exact = true;
            return;
        }
        this.#put(59);
        if (this.#tokens === 0)
            return;
        if (!this.#simple)
            this.#verbatimFromNow = true;
        this.#endStatement(false);
        this.#beginStatement();
    }
    // Parentheses
    #open() {
        const { slots } = this;
        const free = this.#conditions.free && !this.#verbatim;
        const row = slots.expectsRow && free && this.#isRow();
        if (row && this.#row())
            return;
        const list = this.#previous === K.in && !this.#verbatim && !slots.active;
        if (list && (free || this.#conditions.takesList) && this.#list(free))
            return;
        const before = this.#previous;
        if (this.#configures > 0)
            this.#configures = before === K.set_config ? 2 : 0;
        this.#put(40);
        slots.open(before);
        if (slots.unsure) {
            this.exact = true;
            return;
        }
        if (this.#conditions.judged)
            this.#conditions.open(before);
        this.#openRows[slots.depth] = row ? this.length - 1 : -1;
        this.#rowStarts[slots.depth] = -1;
        this.#after(OPEN);
    }
    #close() {
        const { slots } = this;
        const opened = this.#openRows[slots.depth];
        this.#put(41);
        slots.close();
        if (this.#conditions.judged)
            this.#conditions.close();
        if (slots.unsure)
            this.exact = true;
        else if (opened >= 0 && slots.depth >= 0 && slots.inRows)
            this.#endRow(opened);
        this.#openRows[slots.depth + 1] = -1;
        this.#after(0);
    }
    /** Whether the next `(` opens a row right after VALUES, or after another row and a comma. */
    #isRow() {
        const { depth } = this.slots;
        if (this.#previous === K.values) {
            this.#rowStarts[depth] = -1;
            return !BEFORE_TABLE.has(this.#beforePrevious);
        }
        return this.#rowStarts[depth] >= 0 && this.#isComma(this.#rowEnds[depth], this.length);
    }
    /** Ends a row; a row like the previous one is removed from the key. */
    #endRow(start) {
        const { key, length } = this;
        const { depth } = this.slots;
        const before = this.#rowStarts[depth];
        const beforeEnd = this.#rowEnds[depth];
        if (before >= 0 && beforeEnd - before === length - start) {
            let same = true;
            for (let at = 0; same && at < length - start; at++)
                same = key[before + at] === key[start + at];
            if (same) {
                // In a MERGE, one row is valid and two are not.
                key[beforeEnd] = MARK.more;
                this.length = beforeEnd + 1;
                return;
            }
        }
        this.#rowStarts[depth] = start;
        this.#rowEnds[depth] = length;
    }
    /** Whether only a comma follows a row up to `to`. */
    #isComma(from, to) {
        let commas = 0;
        for (let at = this.key[from] === MARK.more ? from + 1 : from; at < to; at++) {
            if (this.key[at] === 44)
                commas++;
            else if (this.key[at] !== 32)
                return false;
        }
        return commas === 1;
    }
    /** Reads `(literal, …)` after IN in one step; false if it is anything else. */
    #list(free) {
        const start = this.#at;
        let items = 0;
        let at = start + 1;
        do {
            if (items > 0)
                at++;
            at = this.#valueEnd(this.#skipSpace(at), false);
            if (at < 0) {
                this.#at = start;
                return false;
            }
            items++;
        } while (this.#bytes[at] === 44 && at < this.#end);
        if (at >= this.#end || this.#bytes[at] !== 41) {
            this.#at = start;
            return false;
        }
        this.#at = start;
        this.#put(40);
        this.key[this.length++] = MARK.list;
        this.key[this.length++] = 41;
        this.#at = at + 1;
        this.slots.list(items);
        if (!free)
            this.#conditions.list(items);
        this.#after(0);
        return true;
    }
    /** Reads a VALUES row of plain values in one step; false if it is anything else. */
    #row() {
        const start = this.#at;
        let items = 0;
        let at = start + 1;
        do {
            if (items > 0)
                at++;
            at = this.#valueEnd(this.#skipSpace(at), true);
            if (at < 0) {
                this.#at = start;
                return false;
            }
            items++;
        } while (this.#bytes[at] === 44 && at < this.#end);
        if (at >= this.#end || this.#bytes[at] !== 41) {
            this.#at = start;
            return false;
        }
        this.#at = start;
        this.#put(40);
        const { key } = this;
        const opened = this.length - 1;
        key[this.length++] = MARK.row;
        key[this.length++] = items & 255;
        key[this.length++] = (items >> 8) & 255;
        key[this.length++] = items >> 16;
        key[this.length++] = 41;
        this.#at = at + 1;
        this.slots.row();
        this.#endRow(opened);
        this.#after(0);
        return true;
    }
    #skipSpace(from) {
        let at = from;
        while (at < this.#end && CLASS[this.#bytes[at]] === B.space)
            at++;
        return at;
    }
    /** Position after the plain literal at `at` and the white space that follows; -1 if there is none. */
    #valueEnd(at, words) {
        if (at >= this.#end)
            return -1;
        const byte = this.#bytes[at];
        const kind = CLASS[byte];
        if (kind === B.quote || (kind === B.doubleQuote && this.#doubleStrings)) {
            const end = this.#stringEnd(at, this.#always);
            if (end < 0 || (this.#postgres && this.#always && this.#backslash))
                return -1;
            return this.#skipSpace(end);
        }
        if (kind === B.digit)
            return this.#numberMark(at) < 0 ? -1 : this.#skipSpace(this.#at);
        if (!words)
            return -1;
        if (kind === B.dash) {
            const digit = at + 1 < this.#end && isDigit(this.#bytes[at + 1]);
            return digit && this.#numberMark(at + 1) >= 0 ? this.#skipSpace(this.#at) : -1;
        }
        if (kind !== B.letter)
            return -1;
        let end = at;
        while (end < this.#end && WORD[this.#bytes[end]] === 1)
            end++;
        const keyword = keywordAt(this.#bytes, at, end);
        return keyword === K.null || keyword === K.true || keyword === K.false ? this.#skipSpace(end) : -1;
    }
    // Comments
    #dashes(at) {
        const after = at + 2 < this.#end ? this.#bytes[at + 2] : 0;
        if (this.#postgres || after <= 32)
            this.#lineComment(at + 2);
        // Some readers treat it as a comment anyway, up to a line break that the key does not contain.
        else
            this.exact = true;
    }
    #lineComment(from) {
        const bytes = this.#bytes;
        let at = from;
        for (; at < this.#end; at++) {
            const byte = bytes[at];
            if (byte === 10)
                break;
            if (byte === 13 && (at + 1 >= this.#end || bytes[at + 1] !== 10)) {
                if (this.#postgres)
                    break;
                this.exact = true;
            }
            if (byte === 0)
                this.exact = true;
            this.#high |= byte;
        }
        this.#at = at;
        this.#gap = true;
    }
    #blockComment(start) {
        const bytes = this.#bytes;
        const end = this.#end;
        const first = start + 2 < end ? bytes[start + 2] : 0;
        if (!this.#postgres && (first === 33 || (first === 77 && bytes[start + 3] === 33))) {
            this.exact = true;
            return;
        }
        let depth = 1;
        let at = start + 2;
        for (; at < end && depth > 0; at++) {
            const byte = bytes[at];
            this.#high |= byte;
            if (byte === 0)
                this.exact = true;
            if (at + 1 >= end)
                continue;
            if (byte === 42 && bytes[at + 1] === 47) {
                depth--;
                at++;
            }
            else if (byte === 47 && bytes[at + 1] === 42 && this.#postgres) {
                depth++;
                at++;
            }
        }
        if (depth > 0)
            this.exact = true;
        else if (first === 43)
            this.#marked(MARK.hint, start, at);
        else if (this.comments.length < MAX_TAG_COMMENTS * 2)
            this.comments.push(start, at);
        else
            this.moreComments = true;
        this.#at = at;
        this.#gap = true;
    }
}

;// CONCATENATED MODULE: ./build/esm/traffic/lexed-dialects.js

/** A lexer, for dialects that it is proven for; texts of the others are identified by all their bytes. */
function lexed_dialects_lexerFor(dialect) {
    return dialect === 'postgresql' || dialect === 'mysql' || dialect === 'mariadb' ? new KeyLexer(dialect) : undefined;
}

;// CONCATENATED MODULE: ./build/esm/traffic/lexical-flags.js
/** The lexical mode as bits 3 to 6 of the first byte of a key. */
function lexical_flags_flagsOf(mode) {
    const backslash = { never: 1, 'e-strings': 2, always: 3 };
    const doubleQuote = { identifier: 1, string: 2 };
    const first = mode?.backslash === undefined ? 0 : backslash[mode.backslash];
    const second = mode?.doubleQuote === undefined ? 0 : doubleQuote[mode.doubleQuote];
    return (first << 3) | (second << 5);
}

;// CONCATENATED MODULE: ./build/esm/traffic/parameter-filters.js

const PARAMETERS = {
    postgresql: /\$\d+/g,
    mysql: /\?/g,
    mariadb: /\?/g,
};
const NEGATED_GROUP = /\bnot\s*\(/i;
/**
 * If a source replaced literals by parameters, a condition that was always true (`x = 5 OR 1 = 1`) looks like a filter
 * (`x = $1 OR $2 = $3`). So `conditional` stays only if no literals could change it: each literal is an operand of a
 * leaf (condition.ts), and the condition filters even if all of them are equal, or one leaf is in a chain of AND.
 * Otherwise the filter is not recorded.
 */
function withCertainFilters(sql, dialect, text, statements) {
    const writes = statements.flatMap(({ operations }) => operations.filter(({ filter }) => filter === 'conditional'));
    if (writes.length === 0)
        return statements;
    // Parameters inside quotes are irrelevant: they are not literals of a condition.
    const filled = text.replace(PARAMETERS[dialect], '1');
    const lexer = new KeyLexer(dialect);
    const bytes = new TextEncoder().encode(filled);
    lexer.read(bytes, 0, bytes.length, undefined, 0);
    const { leafLiterals, otherLiterals, operandOfMore, sawOr } = lexer.conditions;
    if (!lexer.exact && !operandOfMore) {
        if (otherLiterals === 0 && (leafLiterals === 0 || staysConditional(sql, filled, statements)))
            return statements;
        if (writes.length === 1 && leafLiterals > 0 && !sawOr && !NEGATED_GROUP.test(text))
            return statements;
    }
    return statements.map((statement) => ({
        ...statement,
        operations: statement.operations.map((operation) => operation.filter === 'conditional' ? { ...operation, filter: undefined } : operation),
    }));
}
function staysConditional(sql, filled, statements) {
    const read = sql.readTraffic(filled).statements.flatMap(({ operations }) => operations.map(({ filter }) => filter));
    const filters = statements.flatMap(({ operations }) => operations.map(({ filter }) => filter));
    return read.length === filters.length && read.every((filter, at) => filter === filters[at]);
}

;// CONCATENATED MODULE: ./build/esm/traffic/reading.js


/**
 * Reasons why a statement could not be read, without any of its text: the start of the reader's reason, and the stored
 * reason.
 */
const REASONS = [
    ['unrecognised syntax in a statement that begins with', 'unrecognised syntax'],
    ["PostgreSQL's grammar rejects the body", "PostgreSQL's grammar rejects the body"],
    ["PostgreSQL's grammar rejects it", "PostgreSQL's grammar rejects it"],
    ["PostgreSQL's grammar did not check it", 'a part of it is too long or cannot be read'],
    ['the nested statement that begins with', 'a statement inside it could not be read'],
    ['a statement begins with a placeholder', 'the statement is built at run time'],
    ['a NUL character', 'a NUL character'],
    ['a comment is not closed', 'a comment is not closed'],
    ['an executable comment is not closed', 'an executable comment is not closed'],
    ['a string is not closed', 'a string is not closed'],
    ['a quoted name is not closed', 'a quoted name is not closed'],
    ['a dollar-quoted string is not closed', 'a dollar-quoted string is not closed'],
    ['a lone carriage return in a line comment', 'a lone carriage return in a line comment'],
    ['where this string ends depends on', 'where a string ends depends on a setting that is not known'],
    ['blocks and SQL strings are nested', 'blocks nested too deeply'],
    ['statements are nested', 'statements nested too deeply'],
    ['the statement is longer than', 'the statement is longer than the limit'],
];
/**
 * A server ran the text, so if it cannot be tokenised, it was split wrongly before, and its words and names may be part
 * of a string. Nothing of it is recorded.
 */
const MISLEXED = new Set([
    'a comment is not closed',
    'an executable comment is not closed',
    'a string is not closed',
    'a quoted name is not closed',
    'a dollar-quoted string is not closed',
    'where a string ends depends on a setting that is not known',
]);
const UNKNOWN_STATEMENT = REASONS[0]?.[1] ?? '';
const OTHER_REASON = 'a part of it could not be read';
const CUT_OFF = 'text cut off by the source';
const NOT_UTF8 = 'the text is not valid UTF-8';
/** Shape of a text that may not be SQL at all, such as a password typed at the wrong prompt. */
const UNKNOWN_SHAPE = '(unrecognised statement)';
/** Reads a text in full. */
function readInFull(sql, text, options) {
    const script = sql.readTraffic(text, options.mode);
    const shapes = script.writtenShapes();
    const around = aroundReason(script, options);
    const last = script.statements.length - 1;
    const statements = script.statements.map((statement, index) => baseOf(statement, calledByName(statement, shapes[index] ?? UNKNOWN_SHAPE, sql.dialect), around, options.truncated && index === last));
    return statements.length === 0 && around !== undefined ? [nothingRead(around, options.truncated)] : statements;
}
/** T-SQL runs a procedure by its name alone, and reads bare words after it as strings. */
function calledByName({ operations: [first] }, shape, dialect) {
    if (dialect !== 'transactsql' || first?.kind !== 'call' || /^exec(?:ute)?\b/i.test(shape))
        return shape;
    return `${first.target.text} ?`;
}
function aroundReason(script, { validUtf8 }) {
    if (!validUtf8)
        return NOT_UTF8;
    const [first] = script.unreadable;
    return first ? reasonOf(first.reason) : undefined;
}
function reasonOf(reason) {
    return REASONS.find(([start]) => reason.startsWith(start))?.[1] ?? OTHER_REASON;
}
function baseOf(statement, shape, around, truncated) {
    const [problem] = statement.unreadable;
    const reason = problem ? reasonOf(problem.reason) : undefined;
    const facts = { ...statement.facts, ...model/* UNKNOWN_SURROUNDINGS */.XN };
    const operations = statement.operations.map(withoutText);
    if (!truncated && MISLEXED.has(reason ?? around ?? ''))
        return nothingRead(reason ?? around ?? '', truncated);
    const base = {
        shape: isUnknown(operations, reason) ? UNKNOWN_SHAPE : shape,
        operations,
        facts,
        unreadable: reason ?? around,
        truncated,
    };
    return truncated ? cutOff(base) : base;
}
/**
 * Whether the text may not be a statement at all: its words could be anything, so nothing derived from them is
 * recorded.
 */
function isUnknown(operations, reason) {
    return reason === UNKNOWN_STATEMENT || (reason !== undefined && operations.length === 0);
}
const NOWHERE = { start: 0, end: 0 };
const TOKENS = ['tokens'];
const PLAIN = /^[\w$.@#\-\u0080-\uffff]*$/;
/** Operations whose target may be a temporary name made by a driver. */
const PASSING = new Set([
    'savepoint',
    'rollback',
    'cursor',
    'prepare',
    'execute_prepared',
]);
/** The operation without its position, its readers, and any target text that is a value. */
function withoutText(operation) {
    let { target } = operation;
    if (target.name === undefined && !PLAIN.test(target.text))
        target = { ...target, text: '' };
    if (PASSING.has(operation.kind) && target.name !== undefined)
        target = { ...target, name: (0,sql/* passingName */.z)(target.name), text: (0,sql/* passingName */.z)(target.text) };
    // `ATTACH 'file'`: the name is a path.
    if (operation.kind === 'attach_database' && !PLAIN.test(target.text))
        target = { name: undefined, schema: undefined, quoted: target.quoted, text: '' };
    // A CHECK may be older than the history.
    const checked = operation.kind === 'set_not_null' && { notNullChecked: undefined };
    return { ...operation, target, span: NOWHERE, readers: TOKENS, ...checked };
}
function nothingRead(reason, truncated) {
    return { shape: UNKNOWN_SHAPE, operations: [], facts: NO_FACTS, unreadable: reason, truncated };
}
const NO_FACTS = {
    dialect: undefined,
    tablesRead: undefined,
    tablesWritten: undefined,
    joinedTables: undefined,
    functions: undefined,
    columnsRead: undefined,
    selectStar: undefined,
    hasLimit: undefined,
    limit: undefined,
    hasOffset: undefined,
    offset: undefined,
    longestInList: undefined,
    valuesRows: undefined,
    leadingWildcard: undefined,
    pinnedColumns: undefined,
    ...model/* UNKNOWN_SURROUNDINGS */.XN,
};
/** Facts of a statement whose end is missing: what is present is certain, everything else is unknown. */
function cutOff({ shape, operations, facts }) {
    const written = (value) => (value === true ? true : undefined);
    return {
        shape,
        operations: operations.map((operation) => ({
            ...operation,
            columns: undefined,
            filter: operation.filter === '' ? '' : undefined,
            filterColumns: undefined,
            pinnedColumns: undefined,
            cascade: written(operation.cascade),
            notNull: written(operation.notNull),
            hasDefault: written(operation.hasDefault),
            hasPrimaryKey: written(operation.hasPrimaryKey),
            defaultKind: undefined,
            notValid: written(operation.notValid),
            usingIndex: written(operation.usingIndex),
            notNullChecked: undefined,
            concurrently: written(operation.concurrently),
            maintenance: operation.maintenance === 'vacuum' ? undefined : operation.maintenance,
            algorithm: operation.algorithm || undefined,
            // The mode of LOCK TABLE comes last.
            lockOption: operation.kind === 'lock_table' ? undefined : operation.lockOption || undefined,
            grantOption: written(operation.grantOption),
            privileges: undefined,
            grantees: undefined,
            dataTypes: undefined,
            readable: operation.readable === false ? false : undefined,
        })),
        facts: {
            ...NO_FACTS,
            dialect: facts.dialect,
            selectStar: written(facts.selectStar),
            hasLimit: written(facts.hasLimit),
            hasOffset: written(facts.hasOffset),
            leadingWildcard: written(facts.leadingWildcard),
        },
        unreadable: CUT_OFF,
        truncated: true,
    };
}
/**
 * The operation where it is not known what the session created before: facts that depend on it become unknown. Those
 * that are true hold in any session.
 */
function inUnknownSession(operation) {
    const { createdHere, temporary, tableCreatedHere } = operation;
    const object = !operation.kind.startsWith('create_') && (0,sql/* objectsOf */.iZ)(operation).length > 0;
    const objectUnknown = object && !createdHere && !temporary;
    const tableUnknown = tableCreatedHere !== true && ((0,sql/* tableOf */.c_)(operation) !== undefined || operation.kind === 'drop_index');
    if (!objectUnknown && !tableUnknown)
        return operation;
    return {
        ...operation,
        ...(objectUnknown && { createdHere: undefined, temporary: undefined }),
        ...(tableUnknown && { tableCreatedHere: undefined }),
    };
}

;// CONCATENATED MODULE: ./build/esm/traffic/sessions.js

/** Number of sessions with created objects that are tracked; each takes one or two kilobytes. */
const MAX_SESSIONS = 20_000;
/** Number of created objects over all tracked sessions. */
const MAX_OBJECTS = 200_000;
const FILTER_BITS = 1 << 22;
/** Tracks what the sessions of an input created. A session that created nothing costs nothing. */
class Sessions {
    #limits;
    /** The source does not report failures: any CREATE may have failed. */
    #failuresUnseen;
    /** In order of last use. */
    #open = new Map();
    #objects = 0;
    #forgotten;
    constructor(limits = { sessions: MAX_SESSIONS, objects: MAX_OBJECTS }, failuresUnseen = false) {
        this.#limits = limits;
        this.#failuresUnseen = failuresUnseen;
    }
    /** Starts another input: all sessions end. */
    clear(failuresUnseen = this.#failuresUnseen) {
        this.#failuresUnseen = failuresUnseen;
        this.#open.clear();
        this.#objects = 0;
        this.#forgotten = undefined;
    }
    /**
     * The facts of the text when the session runs it. An empty name stands for a session that the source does not name.
     */
    follow(text, name) {
        if (name === '')
            return text.withoutSession;
        if (!text.creates && this.#open.size === 0 && this.#forgotten === undefined)
            return text;
        if (!text.concernsSession)
            return text;
        let session = this.#open.get(name);
        if (session) {
            this.#open.delete(name);
            this.#objects -= session.known;
        }
        else if (this.#forgotten?.has(name))
            return text.withoutSession;
        else if (!text.creates)
            return text;
        else
            session = new sql/* ScriptState */.hH({ transactionsUnseen: true });
        const seen = text.after(session);
        if (this.#failuresUnseen)
            session.fail();
        if (text.obscure) {
            this.#filter.add(name);
            return text.withoutSession;
        }
        if (session.known > 0) {
            this.#open.set(name, session);
            this.#objects += session.known;
        }
        while (this.#open.size > this.#limits.sessions || this.#objects > this.#limits.objects)
            this.#forgetFirst();
        return seen;
    }
    /** The facts of the text if the session ran it now: what `follow` would return. The session stays as it is. */
    preview(text, name) {
        if (name === '')
            return text.withoutSession;
        if (!text.concernsSession)
            return text;
        const session = this.#open.get(name);
        if (text.obscure || (!session && this.#forgotten?.has(name)))
            return text.withoutSession;
        if (session)
            return text.preview(session);
        return text.creates ? text.preview(new sql/* ScriptState */.hH({ transactionsUnseen: true })) : text;
    }
    /** A statement of the session failed: the objects that it created may not exist, or be gone. */
    failed(name) {
        this.#open.get(name)?.fail();
    }
    ended(name) {
        const session = this.#open.get(name);
        if (!session)
            return;
        this.#open.delete(name);
        this.#objects -= session.known;
    }
    #forgetFirst() {
        for (const [name, session] of this.#open) {
            this.#open.delete(name);
            this.#objects -= session.known;
            this.#filter.add(name);
            return;
        }
    }
    get #filter() {
        this.#forgotten ??= new SessionFilter();
        return this.#forgotten;
    }
}
/**
 * A Bloom filter of session names, three bits each: an added name is always found. A few others are found too, and less
 * is then known about them than could be.
 */
class SessionFilter {
    #bits = new Uint8Array(FILTER_BITS / 8);
    add(name) {
        for (const bit of bitsOf(name))
            this.#bits[bit >> 3] = this.#bits[bit >> 3] | (1 << (bit & 7));
    }
    has(name) {
        return bitsOf(name).every((bit) => (this.#bits[bit >> 3] & (1 << (bit & 7))) !== 0);
    }
}
function bitsOf(name) {
    return [0x811c9dc5, 0x01000193, 0x9e3779b1].map((seed) => {
        let hash = seed;
        for (let at = 0; at < name.length; at++)
            hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
        hash ^= hash >>> 15;
        return (Math.imul(hash, 0x2c1b3c6d) >>> 9) % FILTER_BITS;
    });
}

;// CONCATENATED MODULE: ./build/esm/traffic/tags.js
/**
 * The tags that a history records; all others (`traceparent`, `db_driver`, …) change from call to call or do not
 * identify the caller.
 */
const RECORDED = new Set(['application', 'framework', 'controller', 'action', 'route', 'job']);
const NONE = { tags: Object.freeze({}), inPart: false };
const MAX_COMMENT = 4096;
const MAX_VALUE = 120;
const MAX_KNOWN = 10_000;
const MAX_COMMENTS = 2_000;
/** A tag of sqlcommenter that is unique per call. */
const TRACE = 'traceparent=';
/** A value that is a name or a route; any other value is dropped. */
const tags_PLAIN = /^[\w./:\-#<>{}*?@()[\]|+^$\\]+$/;
/** Parts of a value that identify one object or person, or may be secret: they become `*`. */
const IDS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\beyJ[\w-]+(?:\.[\w-]*)*|(?<!\w)(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])\w{20,}(?!\w)|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<![A-Za-z0-9])(?:0x)?(?=[0-9a-f]*\d)[0-9a-f]{8,}(?![A-Za-z0-9])|(?<![A-Za-z0-9])\d+(?![A-Za-z0-9])|\d{5,}/gi;
/**
 * Reads the tags of comments as sqlcommenter (`key='value',key='value'`, URL-encoded) and Rails (`key:value,key:value`)
 * write them. In a value, e-mail addresses, numbers that stand alone or are long, UUIDs, tokens and long hexadecimal
 * words become `*`; a value that still is not a name or route is dropped.
 */
class tags_Tags {
    #read = NONE;
    #known = new Map();
    /** Tags by comment, without the parts that differ in each. */
    #comments = new Map();
    /** Tags of the last text; the same object for the same tags. */
    get current() {
        return this.#read.tags;
    }
    /** Whether some of its tags are left out or masked: always the same for one object of tags. */
    get inPart() {
        return this.#read.inPart;
    }
    /**
     * @param comments start and end of each, with their marks, alternating
     * @param more whether the text has more comments
     */
    read(bytes, comments, more) {
        this.#read = NONE;
        if (comments.length === 0 && !more)
            return;
        let all = '';
        let unread = more;
        for (let at = 0; at < comments.length; at += 2) {
            const start = (comments[at] ?? 0) + 2;
            const end = (comments[at + 1] ?? 0) - 2;
            if (end - start > 3 && end - start <= MAX_COMMENT)
                all += `${latin1(bytes, start, end)},`;
            else if (end - start > 3)
                unread = true;
        }
        const trace = all.indexOf(TRACE);
        if (trace >= 0)
            all = all.slice(0, trace) + all.slice(Math.max(trace, all.indexOf(',', trace)));
        if (unread)
            all += UNREAD;
        this.#read = this.#comments.get(all) ?? this.#readAll(all, unread);
    }
    #readAll(comments, unread) {
        const found = [];
        const complete = collect(comments, found);
        const tags = this.#intern(found, unread || !complete);
        if (this.#comments.size >= MAX_COMMENTS)
            this.#comments.clear();
        this.#comments.set(comments, tags);
        return tags;
    }
    /**
     * Reads a text that was not lexed to its end: the comments at its beginning and end, and whether there may be more.
     */
    readEnds(bytes, start, end) {
        let first = start;
        let last = end;
        while (first < last && isEdge(bytes[first]))
            first++;
        while (last > first && isEdge(bytes[last - 1]))
            last--;
        const comments = [];
        if (bytes[first] === SLASH && bytes[first + 1] === STAR) {
            for (let at = first + 2; at + 1 < last && at < first + MAX_COMMENT; at++) {
                if (bytes[at] !== STAR || bytes[at + 1] !== SLASH)
                    continue;
                comments.push(first, at + 2);
                break;
            }
        }
        if (bytes[last - 1] === SLASH && bytes[last - 2] === STAR) {
            for (let at = last - 4; at >= Math.max(first, last - MAX_COMMENT); at--) {
                if (bytes[at] !== SLASH || bytes[at + 1] !== STAR)
                    continue;
                comments.push(at, last);
                break;
            }
        }
        this.read(bytes, comments, countOpened(bytes, start, end) > comments.length / 2);
    }
    #intern(found, inPart) {
        if (found.length === 0 && !inPart)
            return NONE;
        const tags = Object.fromEntries(found);
        const sorted = Object.keys(tags).sort();
        const key = `${inPart ? '*' : ''}\n${sorted.map((name) => `${name}=${tags[name]}`).join('\n')}`;
        let known = this.#known.get(key);
        if (!known) {
            known = { tags: Object.freeze(Object.fromEntries(sorted.map((name) => [name, tags[name] ?? '']))), inPart };
            if (this.#known.size >= MAX_KNOWN)
                this.#known.clear();
            this.#known.set(key, known);
        }
        return known;
    }
}
/**
 * Filters tags that a client gives by name in the same way as those of a comment; also returns whether some were left
 * out or masked.
 */
function recordedTags(given) {
    const found = [];
    let inPart = false;
    for (const name of Object.keys(given).sort()) {
        if (!RECORDED.has(name))
            continue;
        const written = given[name] ?? '';
        const value = plainValue(written);
        if (value !== undefined)
            found.push([name, value]);
        if (value !== written)
            inPart = true;
    }
    return { tags: Object.fromEntries(found), inPart };
}
/** Never part of a comment, so a cached comment is not confused with a text that has more comments. */
const UNREAD = '/*';
const SLASH = 47;
const STAR = 42;
/** White space or `;`. */
function isEdge(byte) {
    return byte <= 32 || byte === 59;
}
function latin1(bytes, start, end) {
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}
/** Number of comments that may begin in it. */
function countOpened(bytes, start, end) {
    let count = 0;
    for (let at = start; at + 1 < end; at++)
        if (bytes[at] === SLASH && bytes[at + 1] === STAR)
            count++;
    return count;
}
/** Finds the recorded tags; false if a value is dropped or masked. */
function collect(comment, found) {
    let complete = true;
    for (const part of comment.split(',')) {
        const sign = part.search(/[=:]/);
        if (sign < 0)
            continue;
        const name = part.slice(0, sign).trim();
        if (!RECORDED.has(name))
            continue;
        const written = writtenValue(part.slice(sign + 1).trim(), part[sign] === '=');
        const value = written === undefined ? undefined : plainValue(written);
        if (value !== undefined)
            found.push([name, value]);
        if (value !== written || value === undefined)
            complete = false;
    }
    return complete;
}
/** Undefined if it cannot be decoded. */
function writtenValue(raw, quoted) {
    if (!quoted)
        return raw;
    if (raw.length < 2 || !raw.startsWith("'") || !raw.endsWith("'"))
        return undefined;
    try {
        return decodeURIComponent(raw.slice(1, -1).replaceAll("\\'", "'"));
    }
    catch {
        return undefined;
    }
}
/** Undefined if it is dropped. */
function plainValue(text) {
    if (text === '' || text.length > MAX_VALUE || !tags_PLAIN.test(text))
        return undefined;
    return text.replace(IDS, '*');
}

;// CONCATENATED MODULE: ./build/esm/traffic/text-class.js

/** Number of variants of a class that are cached (pages of a table, lengths of lists). */
const MAX_VARIANTS = 1000;
/** Texts with one key: their facts are the same except for the literal facts, which come from `values` of each text. */
class TextClass {
    #statements;
    #texts;
    /** Whether the source shortened lists, so that their lengths are not known. */
    #squashed;
    #last = new Float64Array(0);
    #lastText;
    /** By a hash of the values. */
    #variants = new Map();
    #base;
    constructor(statements, texts, squashed) {
        this.#statements = statements;
        this.#texts = texts;
        this.#squashed = squashed;
    }
    /** @param all SLOTS numbers for each statement, in its first `length` places */
    of(all, length) {
        if (this.#lastText && text_class_same(all, this.#last, length))
            return this.#lastText;
        const hash = hashOf(all, length);
        let variant = this.#variants.get(hash);
        if (!variant || !text_class_same(all, variant.values, length)) {
            const values = all.slice(0, length);
            variant = { values, text: this.#textOf(values) };
            if (this.#variants.size >= MAX_VARIANTS)
                this.#variants.clear();
            this.#variants.set(hash, variant);
        }
        this.#last = variant.values;
        this.#lastText = variant.text;
        return variant.text;
    }
    #textOf(values) {
        this.#base ??= this.#texts.base(this.#statements.map((statement, index) => withoutLiteralFacts(statement, values, index * SLOTS)));
        return this.#texts.variant(this.#base, `${this.#squashed ? 's' : ''}${values.join()}`, () => this.#statements.map((statement, index) => this.#filled(statement, values, index * SLOTS)));
    }
    #filled(statement, values, at) {
        const hasLimit = values[at + SLOT.hasLimit] ?? FIXED;
        let facts = statement.facts;
        if (hasLimit !== FIXED)
            facts = { ...facts, ...literalFacts(values, at) };
        if (this.#squashed) {
            facts = {
                ...facts,
                longestInList: facts.longestInList === 0 ? 0 : undefined,
                valuesRows: facts.valuesRows === 0 ? 0 : undefined,
            };
        }
        return { ...statement, facts };
    }
}
/** The common facts of a class: if a statement's numbers are fixed for one text, they are fixed for all. */
function withoutLiteralFacts(statement, values, at) {
    if ((values[at + SLOT.hasLimit] ?? FIXED) === FIXED)
        return statement;
    return { ...statement, facts: { ...statement.facts, ...NO_LITERAL_FACTS } };
}
function text_class_same(a, b, length) {
    for (let at = 0; at < length; at++)
        if (a[at] !== b[at])
            return false;
    return true;
}
function hashOf(values, length) {
    let hash = 0;
    for (let at = 0; at < length; at++)
        hash = (Math.imul(hash, 0x01000193) ^ (values[at] % 0x7fffffff)) | 0;
    return hash;
}
const NO_LITERAL_FACTS = {
    hasLimit: undefined,
    limit: undefined,
    offset: undefined,
    longestInList: undefined,
    valuesRows: undefined,
    leadingWildcard: undefined,
};
function literalFacts(values, at) {
    const number = (slot) => {
        const value = values[at + slot] ?? NOT_KNOWN;
        return value === NOT_KNOWN ? undefined : value;
    };
    const wildcard = number(SLOT.leadingWildcard);
    return {
        hasLimit: number(SLOT.hasLimit) === 1,
        limit: number(SLOT.limit),
        offset: number(SLOT.offset),
        longestInList: number(SLOT.longestInList),
        valuesRows: number(SLOT.valuesRows),
        leadingWildcard: wildcard === undefined ? undefined : wildcard === 1,
    };
}
/** Whether the lexer found the same as the full reading; otherwise the lexer does not support this form of text. */
function agree(statements, values, length) {
    if (statements.length * SLOTS !== length)
        return false;
    return statements.every(({ facts }, index) => {
        if (values[index * SLOTS] === FIXED)
            return true;
        const found = literalFacts(values, index * SLOTS);
        return Object.keys(found).every((name) => found[name] === facts[name]);
    });
}

;// CONCATENATED MODULE: ./build/esm/traffic/text-facts.js



/** Operations that change the known state of a session, besides creating and dropping. */
const FOLLOWED = new Set([
    'begin',
    'commit',
    'rollback',
    'set',
    'use',
    'set_role',
    'execute_dynamic',
    'control',
]);
/** The facts of a class of texts, and how a session changes them. */
class KnownText {
    tuples;
    /** Whether running it creates something in the session. */
    creates;
    /** Whether the objects that a session created affect its facts, or it affects them. */
    concernsSession;
    /** Whether part of it is not understood: the objects that a session created may be gone afterwards. */
    obscure;
    #statements;
    #texts;
    #withoutSession;
    /** Variants by how a session marks the operations. */
    #marked = new Map();
    constructor(statements, dialect, texts) {
        this.#statements = statements;
        this.#texts = texts;
        this.tuples = statements.map((statement) => tupleOf(statement, dialect));
        const operations = statements.flatMap((statement) => statement.operations);
        this.creates = operations.some(isCreated);
        this.obscure = statements.some((statement) => statement.unreadable !== undefined && statement.operations.length === 0);
        this.concernsSession =
            this.obscure ||
                operations.some((operation) => FOLLOWED.has(operation.kind) || namesObject(operation)) ||
                statements.some(({ facts }) => facts.functions?.includes('set_config') !== false);
    }
    /** The facts if the source does not name the session: earlier objects are not known. */
    get withoutSession() {
        const alone = new sql/* ScriptState */.hH({ transactionsUnseen: true });
        this.#withoutSession ??= this.#with(this.#followed(alone).map((operations) => operations.map(inUnknownSession)));
        return this.#withoutSession;
    }
    /** The facts when the session runs it; updates the session. */
    after(session) {
        return this.#with(this.#followed(session));
    }
    /** The facts if the session ran it now; the session stays as it is. */
    preview(session) {
        return this.#with(session.preview(this.#statements.map(seenBySession)));
    }
    #followed(session) {
        return this.#statements.map((statement) => {
            const { operations, functions } = seenBySession(statement);
            return session.follow(operations, functions);
        });
    }
    #with(marked) {
        let marks = '';
        for (const { createdHere, temporary, tableCreatedHere } of marked.flat())
            marks += `${mark(createdHere)}${mark(temporary)}${mark(tableCreatedHere)}`;
        const known = this.#marked.get(marks);
        if (known)
            return known;
        const text = this.#texts.of(this.#statements.map((statement, at) => ({ ...statement, operations: marked[at] ?? statement.operations })));
        this.#marked.set(marks, text);
        return text;
    }
}
function seenBySession({ operations, facts }) {
    return { operations, functions: facts.functions ?? ['set_config'] };
}
function mark(fact) {
    return fact === undefined ? '?' : fact ? '1' : '0';
}
function namesObject(operation) {
    return (0,sql/* objectsOf */.iZ)(operation).length > 0 || (0,sql/* tableOf */.c_)(operation) !== undefined;
}
function isCreated(operation) {
    if (!operation.kind.startsWith('create_') || operation.place !== 'statement')
        return false;
    return !operation.ifNotExists && !operation.orReplace && (0,sql/* objectsOf */.iZ)(operation).length > 0;
}
function tupleOf({ shape, operations, facts, unreadable, truncated }, dialect) {
    return {
        shape,
        dialect,
        operations: operations.map((operation) => operation.objectClass === undefined ? operation : { ...operation, objectClass: undefined }),
        facts,
        unreadable,
        truncated,
    };
}
/** Number of cached texts; an evicted one is built again as a different object. */
const MAX_TEXTS = 15_000;
/** Returns the same object for the same content, so that classes with equal content are counted as one. */
class TextTable {
    #dialect;
    #young = new Map();
    #old = new Map();
    #bases = new Map();
    #basesMade = 0;
    constructor(dialect) {
        this.#dialect = dialect;
    }
    of(statements) {
        return this.#keyed(digest(statements), () => statements);
    }
    /**
     * Identifies the common content of classes: the same number for the same content while it is cached, and never for
     * different content.
     */
    base(statements) {
        const key = digest(statements);
        let base = this.#bases.get(key);
        if (base === undefined) {
            base = ++this.#basesMade;
            if (this.#bases.size >= MAX_TEXTS)
                this.#bases.clear();
            this.#bases.set(key, base);
        }
        return base;
    }
    /**
     * Returns the result of `make`, which depends only on the base and the variant. Content is compared once per class,
     * not for each variant.
     */
    variant(base, variant, make) {
        return this.#keyed(`${base}:${variant}`, make);
    }
    #keyed(key, make) {
        let text = this.#young.get(key);
        if (text)
            return text;
        text = this.#old.get(key) ?? new KnownText(make(), this.#dialect, this);
        if (this.#young.size >= MAX_TEXTS) {
            this.#old = this.#young;
            this.#young = new Map();
        }
        this.#young.set(key, text);
        return text;
    }
}
function digest(statements) {
    return (0,external_node_crypto_.createHash)('sha256').update(JSON.stringify(statements)).digest('base64');
}

;// CONCATENATED MODULE: ./build/esm/traffic/fact-reader.js












/** Cache limits: classes by key, and by full text. At least half of the entries stay cached at any time. */
const LIMITS = { classes: { keys: 32_000, bytes: 32 << 20 }, exact: { keys: 16_000, bytes: 16 << 20 } };
/** For a long-lived thread that reads every dialect. */
const SMALL_LIMITS = { classes: { keys: 8000, bytes: 8 << 20 }, exact: { keys: 4000, bytes: 4 << 20 } };
/** A longer text without a key is identified by its hash. */
const MAX_EXACT = 4096;
/**
 * Marks a class whose texts are identified by all their bytes, because the lexer and the full reading disagree on its
 * numbers.
 */
const KNOWN_BY_TEXT = Symbol('known by text');
/** Loads what the dialect needs, and returns a reader that is fast enough for logs. */
async function createFactReader(dialect, limits = LIMITS) {
    return new ShapeFactReader(await (0,sql/* createSqlReader */.Ck)(dialect), limits);
}
class ShapeFactReader {
    readings = 0;
    texts = 0;
    byClass = false;
    #sql;
    #lexer;
    #known;
    #classes;
    #exact;
    #sessions;
    #tags = new tags_Tags();
    #exactKey = new Uint8Array(MAX_EXACT + 8);
    #exactWords = new Uint32Array(this.#exactKey.buffer);
    #flags = 0;
    #backslash;
    #doubleQuote;
    constructor(sql, limits) {
        this.#sql = sql;
        this.#classes = new KeyTable(limits.classes);
        this.#exact = new KeyTable(limits.exact);
        this.#lexer = lexed_dialects_lexerFor(sql.dialect);
        this.#sessions = new Sessions(undefined, sql.dialect !== 'postgresql');
        this.#known = new TextTable(sql.dialect);
    }
    startInput(failuresUnseen = this.#sql.dialect !== 'postgresql') {
        this.#sessions.clear(failuresUnseen);
    }
    tags() {
        return this.#tags.current;
    }
    failed(session) {
        this.#sessions.failed(session);
    }
    ended(session) {
        this.#sessions.ended(session);
    }
    tagsInPart() {
        return this.#tags.inPart;
    }
    read(statement) {
        this.texts++;
        this.#setMode(statement.mode);
        return this.#sessions.follow(this.#textOf(statement), statement.session);
    }
    preview(statement) {
        this.texts++;
        this.#setMode(statement.mode);
        return this.#sessions.preview(this.#textOf(statement), statement.session);
    }
    #setMode(mode) {
        if (mode?.backslash === this.#backslash && mode?.doubleQuote === this.#doubleQuote)
            return;
        this.#backslash = mode?.backslash;
        this.#doubleQuote = mode?.doubleQuote;
        this.#flags = lexical_flags_flagsOf(mode);
        this.#lexer?.setMode(mode);
    }
    #textOf(statement) {
        const lexer = this.#lexer;
        const { bytes, start, end, binds, normalised } = statement;
        if (!lexer) {
            this.#tags.readEnds(bytes, start, end);
            return this.#exactText(statement);
        }
        lexer.read(bytes, start, end, binds, this.#flags | (normalised ? NORMALISED : 0));
        if (lexer.exact)
            this.#tags.readEnds(bytes, start, end);
        else
            this.#tags.read(bytes, lexer.comments, lexer.moreComments);
        if (lexer.exact || statement.truncated)
            return this.#exactText(statement);
        if (lexer.beyondAscii && !(0,external_node_buffer_.isUtf8)(bytes.subarray(start, end)))
            return this.#exactText(statement);
        let found = this.#classes.get(lexer.words, lexer.length);
        if (found === undefined) {
            found = this.#newClass(lexer, statement);
            this.#classes.set(lexer.words, lexer.length, found);
        }
        if (found === KNOWN_BY_TEXT)
            return this.#exactText(statement);
        this.byClass = true;
        return found.of(lexer.slots.values, lexer.slots.length);
    }
    #newClass(lexer, statement) {
        const { bytes, start, end, binds, normalised } = statement;
        const flags = this.#flags | (normalised ? NORMALISED : 0);
        const { statements, squashed } = this.#readInFull(statement);
        // The full reading does not see bind values.
        if (binds)
            lexer.read(bytes, start, end, undefined, flags);
        const agrees = agree(statements, lexer.slots.values, lexer.slots.length);
        if (binds)
            lexer.read(bytes, start, end, binds, flags);
        return agrees && !statements.some(dependsOnText) ? new TextClass(statements, this.#known, squashed) : KNOWN_BY_TEXT;
    }
    /** Reads a text that is identified by all its bytes and its mode. */
    #exactText(statement) {
        this.byClass = false;
        const { bytes, start, end, normalised, truncated } = statement;
        const key = this.#exactKey;
        key[0] = this.#flags | (normalised ? NORMALISED : 0) | (truncated ? TRUNCATED : 0);
        let length = 1;
        if (end - start <= MAX_EXACT) {
            key.set(bytes.subarray(start, end), 1);
            length += end - start;
        }
        else {
            key[0] |= HASHED;
            key.set((0,external_node_crypto_.createHash)('sha256').update(bytes.subarray(start, end)).digest(), 1);
            length += 32;
        }
        for (let at = length; (at & 3) !== 0; at++)
            key[at] = 0;
        let text = this.#exact.get(this.#exactWords, length);
        if (text)
            return text;
        const { statements, squashed } = this.#readInFull(statement);
        text = new TextClass(statements, this.#known, squashed).of(NO_VALUES, 0);
        this.#exact.set(this.#exactWords, length, text);
        return text;
    }
    #readInFull({ bytes, start, end, mode, normalised, truncated }) {
        this.readings++;
        const part = bytes.subarray(start, end);
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(part);
        const statements = readInFull(this.#sql, text, { mode, truncated, validUtf8: (0,external_node_buffer_.isUtf8)(part) });
        const { dialect } = this.#sql;
        if (!normalised || dialect === 'sqlite' || dialect === 'transactsql')
            return { statements, squashed: false };
        return { statements: withCertainFilters(this.#sql, dialect, text, statements), squashed: text.includes('...') };
    }
}
/** Settings whose value decides which operations a SET has. */
const SWITCHES = /sql_log_bin|check_constraint_checks|sql_mode/i;
/**
 * Whether a text decides what its class leaves out: the object, as in `setval('users_id_seq', 1)`, or what a SET turns
 * off.
 */
function dependsOnText({ operations }) {
    return operations.some(({ kind, target }) => kind === 'reset_sequence' || (kind === 'set' && SWITCHES.test(target.text)));
}
const NO_VALUES = new Float64Array(0);
const NORMALISED = 1;
const TRUNCATED = 2;
const HASHED = 4;

;// CONCATENATED MODULE: ./build/esm/traffic/verdict-cache.js



const verdict_cache_LIMITS = { entries: 20_000, bytes: 32 << 20, text: 8192 };
/** Larger entries are not kept. */
const MAX_ENTRY = (/* unused pure expression or super */ null && (128 << 10));
/** Of an entry, besides its texts. */
const ENTRY_BYTES = 500;
/**
 * Outcomes of texts without findings, by everything that they depend on. Texts that differ only in literals that no fact
 * depends on share an entry: the key is the class of the text, the values that were looked at, the caller with its tags,
 * and the judge. A text that has no class, or of which rules see more than its class, is known by all its characters.
 * Evicts the least recently used.
 */
class VerdictCache {
    #limits;
    #entries = new Map();
    #lexers = new Map();
    #tags = new Tags();
    #bytes = 0;
    constructor(limits = {}) {
        this.#limits = { ...verdict_cache_LIMITS, ...limits };
    }
    get size() {
        return { entries: this.#entries.size, bytes: this.#bytes };
    }
    /** The outcome of the text; a function that remembers it if it is not known; undefined if it is not to be remembered. */
    find(asked) {
        if (asked.query.length > this.#limits.text)
            return undefined;
        const surroundings = surroundingsOf(asked);
        const classKey = this.#classKey(asked, surroundings);
        const textKey = textKeyOf(asked, surroundings);
        const known = (classKey === undefined ? undefined : this.#take(classKey)) ?? this.#take(textKey);
        if (known)
            return known;
        return (allowed) => {
            if (!allowed.byClass)
                this.#keep(textKey, allowed);
            else if (classKey !== undefined)
                this.#keep(classKey, allowed);
        };
    }
    /** Undefined if the text has none. */
    #classKey({ query, dialect, mode, caller }, surroundings) {
        if (!this.#lexers.has(dialect))
            this.#lexers.set(dialect, lexerFor(dialect));
        const lexer = this.#lexers.get(dialect);
        if (!lexer)
            return undefined;
        const bytes = Buffer.from(query);
        lexer.setMode(mode);
        lexer.read(bytes, 0, bytes.length, undefined, flagsOf(mode));
        // An unpaired surrogate is another character in bytes.
        if (lexer.exact || (lexer.beyondAscii && /\p{Surrogate}/u.test(query)))
            return undefined;
        let tags = '';
        if (caller.tags === undefined) {
            this.#tags.read(bytes, lexer.comments, lexer.moreComments);
            tags = `${this.#tags.inPart}${JSON.stringify(this.#tags.current)}`;
        }
        const { key, length, slots } = lexer;
        const values = slots.values.subarray(0, slots.length).join();
        const words = Buffer.from(key.buffer, key.byteOffset, length).toString('latin1');
        return `class ${length} ${words} ${values} ${tags} ${surroundings}`;
    }
    #take(key) {
        const known = this.#entries.get(key);
        if (!known)
            return undefined;
        this.#entries.delete(key);
        this.#entries.set(key, known);
        return known;
    }
    #keep(key, { outcome, characters }) {
        const bytes = 2 * (key.length + characters) + ENTRY_BYTES;
        if (bytes > Math.min(MAX_ENTRY, this.#limits.bytes) || this.#entries.has(key))
            return;
        this.#entries.set(key, { outcome, bytes });
        this.#bytes += bytes;
        for (const [oldest, entry] of this.#entries) {
            if (this.#entries.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes)
                return;
            this.#entries.delete(oldest);
            this.#bytes -= entry.bytes;
        }
    }
}
function surroundingsOf({ dialect, caller, judge }) {
    const { user, role, application, database, tags } = caller;
    const sorted = tags && Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1));
    return JSON.stringify([dialect, judge, user, role, application, database, sorted]);
}
function textKeyOf({ query, mode }, surroundings) {
    return `text ${flagsOf(mode)} ${query.length} ${query} ${surroundings}`;
}

;// CONCATENATED MODULE: ./build/esm/traffic/index.js
// Reads the facts of production queries fast enough for live traffic. Heavy: load it dynamically, if there are queries
// to read.






/***/ })

};
