export const id = 6249;
export const ids = [6249];
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

/***/ 50056:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  g: () => (/* binding */ collectPart)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
// EXTERNAL MODULE: ./build/esm/history/snapshot/days.js
var snapshot_days = __webpack_require__(64429);
// EXTERNAL MODULE: ./build/esm/history/snapshot/header-reader.js
var header_reader = __webpack_require__(54143);
// EXTERNAL MODULE: ./build/esm/history/snapshot/reason-counts.js
var reason_counts = __webpack_require__(53295);
// EXTERNAL MODULE: ./build/esm/history/snapshot/runs.js
var runs = __webpack_require__(97640);
// EXTERNAL MODULE: ./build/esm/history/collect/caller-table.js + 1 modules
var caller_table = __webpack_require__(8135);
// EXTERNAL MODULE: ./build/esm/history/snapshot/row-text.js
var row_text = __webpack_require__(62730);
;// CONCATENATED MODULE: ./build/esm/history/collect/count-table.js




class TextCounts {
    table;
    last;
    others;
    constructor(table, first) {
        this.table = table;
        this.last = first;
        this.others = undefined;
    }
}
/**
 * Estimated size in bytes of a text class, one of its operations, one of its callers, and one day. Measured: 0.6 to 0.9
 * kB per class. Half of it belongs to the table alone as long as the fact reader caches the class too.
 */
const TEXT_BYTES = 900;
const OPERATION_BYTES = 300;
const COUNT_BYTES = 150;
const DAY_BYTES = 60;
/** Counts executions by text class, caller and day. */
class CountTable {
    /** Approximate bytes held. */
    bytes = 0;
    #texts = [];
    /** Operations of the texts in the table. Texts that differ only in their numbers share them, and the shape. */
    #operations = new WeakSet();
    /** @param day days since 1970, or UNDATED */
    add(text, caller, day, calls) {
        const { counts } = text;
        if (!(counts instanceof TextCounts) || counts.table !== this) {
            text.counts = new TextCounts(this, this.#count(caller, day, calls));
            this.#texts.push(text);
            this.bytes += TEXT_BYTES + this.#ownBytes(text);
            return;
        }
        let count = counts.last;
        if (count.caller !== caller) {
            count = this.#countOf(counts, caller, day);
            counts.last = count;
        }
        if (count.day === day)
            count.calls += calls;
        else
            this.#switchDay(count, day, calls);
    }
    /** Bytes of its statements that no earlier text shares. */
    #ownBytes({ tuples }) {
        let bytes = 0;
        for (const { shape, operations } of tuples) {
            const [first] = operations;
            if (first && this.#operations.has(first))
                continue;
            if (first)
                this.#operations.add(first);
            bytes += 2 * shape.length + OPERATION_BYTES * operations.length;
        }
        return bytes;
    }
    #count(caller, day, calls) {
        this.bytes += COUNT_BYTES;
        return { caller, day, calls, others: undefined };
    }
    #countOf(counts, caller, day) {
        counts.others ??= new Map([[counts.last.caller, counts.last]]);
        let count = counts.others.get(caller);
        if (!count) {
            count = this.#count(caller, day, 0);
            counts.others.set(caller, count);
        }
        return count;
    }
    /** Switches to another day. `day` and `calls` hold the latest day, because logs are in order of time. */
    #switchDay(count, day, calls) {
        count.others ??= new Map();
        if (count.calls > 0)
            count.others.set(count.day, count.calls);
        const earlier = count.others.get(day);
        if (earlier === undefined)
            this.bytes += DAY_BYTES;
        else
            count.others.delete(day);
        count.day = day;
        count.calls = (earlier ?? 0) + calls;
    }
    /** Returns all rows in run order and empties the table; equal rows may follow each other. */
    takeRun() {
        const writer = new row_text/* RowWriter */.C4();
        const rows = [];
        for (const text of this.#texts) {
            const { counts } = text;
            if (!(counts instanceof TextCounts))
                throw new model/* InternalError */.Gd('a text class lost its counts');
            const tuples = text.tuples.map((tuple) => writer.tuple(tuple));
            for (const count of counts.others?.values() ?? [counts.last]) {
                for (const tuple of tuples)
                    rows.push({ tuple, count });
            }
            text.counts = undefined;
        }
        this.#texts = [];
        this.#operations = new WeakSet();
        this.bytes = 0;
        rows.sort(compareRows);
        return runOf(rows);
    }
}
/** Compares piece by piece, without joining them: each piece is a JSON value, and none is a prefix of another. */
function compareRows(a, b) {
    return (compare(a.tuple.shape, b.tuple.shape) ||
        compare(a.tuple.dialect, b.tuple.dialect) ||
        compare(a.count.caller.flow, b.count.caller.flow) ||
        compare(a.tuple.rest, b.tuple.rest) ||
        compare(a.count.caller.json, b.count.caller.json));
}
function compare(a, b) {
    return a === b ? 0 : a < b ? -1 : 1;
}
function* runOf(rows) {
    for (const { tuple, count } of rows)
        yield (0,runs/* runLine */.u_)(tuple, count.caller, countedDays(count));
}
function countedDays({ day, calls, others }) {
    const days = [];
    if (calls > 0)
        days.push([(0,snapshot_days/* dayText */.Ew)(day), calls]);
    for (const [other, counted] of others ?? [])
        days.push([(0,snapshot_days/* dayText */.Ew)(other), counted]);
    return (0,snapshot_days/* daysText */.D5)(days);
}

// EXTERNAL MODULE: ./build/esm/history/collect/source-tally.js
var source_tally = __webpack_require__(91338);
;// CONCATENATED MODULE: ./build/esm/history/collect/part.js









/** This many run files are merged into one, so that few are open at a time. */
const MAX_FILES = 32;
const DAY_MS = 86_400_000;
/**
 * Reads its share of all inputs. Raises ConfigError.
 *
 * @param onProgress receives the stored bytes read so far, of all inputs
 */
async function collectPart(request, tools, onProgress = () => { }) {
    const spill = new Spill(request.folder);
    const counter = new Counter(request, spill);
    const readers = new Map();
    const tallies = [];
    const empty = [];
    let bytesBefore = 0;
    for (const source of request.inputs) {
        const input = await tools.openInput(source);
        try {
            refuseSnapshot(input);
            if (input.head.length === 0 && request.inputs.length > 1 && request.format === undefined) {
                empty.push({ at: tallies.length + empty.length, name: input.name });
                continue;
            }
            const format = tools.findFormat(input.head, input.name, request.format);
            const dialect = dialectOf(format, request.dialect, input.name);
            const facts = readers.get(dialect) ?? (await tools.createFactReader(dialect));
            readers.set(dialect, facts);
            facts.startInput?.(!(format.reportsFailures?.(input.head) ?? format.kind.startsWith('postgresql-')));
            const sink = counter.begin(facts);
            const { part, linePrefix } = request;
            const reader = format.open(sink, { dialect, part, ...(linePrefix !== undefined && { linePrefix }) });
            const identity = new source_tally/* Identity */.lz();
            for await (const chunk of input.chunks()) {
                identity.add(chunk);
                reader.write(chunk);
                onProgress(bytesBefore + input.consumed());
            }
            reader.end();
            bytesBefore += input.consumed();
            const damage = input.damage();
            tallies.push({
                ...sink.tally(),
                kind: format.kind,
                name: input.name,
                dialect,
                identity: identity.digest(),
                bytes: identity.bytes,
                notCarried: [...format.notCarried, ...(reader.notCarried?.() ?? [])],
                notes: [...reader.notes(), ...sink.notes(), ...(damage === undefined ? [] : [damage])],
            });
        }
        finally {
            await input.close();
        }
    }
    const [firstTally] = tallies;
    // If all files are empty, their format cannot be detected.
    if (!firstTally)
        for (const { name } of empty)
            tools.findFormat(new Uint8Array(0), name, undefined);
    else
        for (const { at, name } of empty)
            tallies.splice(at, 0, emptyTally(name, firstTally));
    const rest = counter.rest();
    if (!request.restToFile)
        return { tallies, files: spill.files, rest };
    spill.write(rest);
    return { tallies, files: spill.files, rest: [] };
}
/** An empty input is assumed to have the format of another input. */
function emptyTally(name, { kind, dialect }) {
    return {
        ...{ kind, dialect, name, identity: new source_tally/* Identity */.lz().digest(), bytes: 0, first: Infinity, last: -Infinity },
        ...{ statements: 0, records: 0, unreadRecords: 0, truncated: 0, oddTimes: 0 },
        ...{ unread: new Map(), passedOver: new Map(), notCarried: [], notes: ['the file is empty'], places: [] },
    };
}
const TEXT = new TextDecoder();
function refuseSnapshot({ head, name }) {
    if ((0,header_reader/* isSnapshot */.L)(TEXT.decode(head.subarray(0, 256))))
        throw new model/* ConfigError */.xL('this is already a snapshot: combine snapshots with `querygate history merge`', {
            file: name,
        });
}
/**
 * The requested dialect applies to inputs that can have it: with logs of two databases, each is read in its own
 * dialect.
 */
function dialectOf(format, requested, name) {
    if (requested !== undefined && format.dialects.includes(requested))
        return requested;
    if (format.kind === 'jsonl')
        throw new model/* ConfigError */.xL('JSON Lines do not name the dialect of their SQL: pass `--dialect`', {
            file: name,
        });
    return format.dialects[0];
}
/** Writes tables that are too large for memory to disk. */
class Spill {
    files = [];
    #folder;
    #made = 0;
    constructor(folder) {
        this.#folder = folder;
    }
    write(run) {
        if (this.files.length >= MAX_FILES)
            this.files = [this.#write((0,runs/* mergeRuns */.rV)(this.files.map(runs/* readRun */.cI)))];
        this.files = [...this.files, this.#write(run)];
    }
    #write(run) {
        const path = (0,external_node_path_.join)(this.#folder, `run-${this.#made++}`);
        try {
            (0,runs/* writeRun */.bp)(path, run);
        }
        catch (error) {
            const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
            if (code === undefined)
                throw error;
            throw new model/* ConfigError */.xL(`cannot write to the temporary folder (${code}): free some disk space, set \`TMPDIR\` to another folder, or raise \`--memory\``);
        }
        return path;
    }
}
/** Counts what the readers of all inputs find. */
class Counter {
    #table = new CountTable();
    #callers = new caller_table/* CallerTable */.g();
    #spill;
    #memory;
    #latest;
    constructor({ memory, now }, spill) {
        this.#memory = memory;
        this.#latest = now + DAY_MS;
        this.#spill = spill;
    }
    begin(facts) {
        return new CountingSink(facts, this.#table, this.#callers, this.#latest, () => this.#spillIfFull());
    }
    rest() {
        return this.#table.takeRun();
    }
    #spillIfFull() {
        if (this.#table.bytes + this.#callers.bytes <= this.#memory)
            return;
        this.#spill.write(this.#table.takeRun());
        this.#callers.clear();
    }
}
/** Bytes of one statement: reading one in full takes about fifty times its length in memory. */
const MAX_STATEMENT = 4 * 1024 * 1024;
const NAMES_MASKED = 'parts of user and application names that differ between processes are replaced by `*`: a rule that depends on them is undecided';
const TAGS_MASKED = 'some comment tags are left out or masked: a rule that reads `caller.tags` of these callers is undecided';
class CountingSink {
    #facts;
    #table;
    #callers;
    #latest;
    #spillIfFull;
    #unread = new reason_counts/* ReasonCounts */.L();
    #passedOver = new reason_counts/* ReasonCounts */.L();
    #places = [];
    #first = Infinity;
    #last = -Infinity;
    #statements = 0;
    #records = 0;
    #unreadRecords = 0;
    #truncated = 0;
    #oddTimes = 0;
    #maskNotes = new Set();
    #lastNoted;
    constructor(facts, table, callers, latest, spillIfFull) {
        this.#facts = facts;
        this.#table = table;
        this.#callers = callers;
        this.#latest = latest;
        this.#spillIfFull = spillIfFull;
    }
    statement(statement) {
        const { calls, truncated } = statement;
        if (!Number.isSafeInteger(calls) || calls < 1) {
            this.unread('execution count is not a positive integer', 0, 1);
            return;
        }
        if (statement.end - statement.start > MAX_STATEMENT) {
            this.unread('statement longer than 4 MiB', 0, calls);
            return;
        }
        const text = this.#facts.read(statement);
        const { length } = text.tuples;
        if (length === 0) {
            this.#passedOver.add('text without a statement', calls);
            return;
        }
        this.#statements += calls * length;
        this.#records++;
        if (truncated)
            for (const tuple of text.tuples)
                if (tuple.truncated)
                    this.#truncated += calls;
        const caller = this.#callers.of(statement, this.#tags(statement), this.#facts.tagsInPart?.() === true);
        if (caller.patterns.length > 0 && caller !== this.#lastNoted)
            this.#noteMasked(caller);
        this.#table.add(text, caller, this.#day(statement), calls);
        this.#spillIfFull();
    }
    /** A normalised or cut-off text may have lost its comment, and the tags in it. */
    #tags({ normalised, truncated }) {
        return normalised || truncated ? undefined : this.#facts.tags();
    }
    #day({ at, calls }) {
        if (at >= 0 && at <= this.#latest) {
            if (at < this.#first)
                this.#first = at;
            if (at > this.#last)
                this.#last = at;
            return (0,snapshot_days/* dayOf */.kb)(at);
        }
        if (!Number.isNaN(at))
            this.#oddTimes += calls;
        return snapshot_days/* UNDATED */.oc;
    }
    unread(reason, line, calls) {
        this.#unread.add(reason, calls);
        this.#unreadRecords++;
        if (line > 0 && this.#places.length < source_tally/* MAX_PLACES */.WD)
            this.#places.push({ reason, line });
    }
    failed(session) {
        this.#facts.failed?.(session);
    }
    skipped(what) {
        this.#passedOver.add(what, 1);
    }
    #noteMasked(caller) {
        this.#lastNoted = caller;
        for (const name of caller.patterns)
            this.#maskNotes.add(name === 'tags' ? TAGS_MASKED : NAMES_MASKED);
    }
    notes() {
        return [NAMES_MASKED, TAGS_MASKED].filter((note) => this.#maskNotes.has(note));
    }
    tally() {
        return {
            first: this.#first,
            last: this.#last,
            statements: this.#statements,
            records: this.#records,
            unreadRecords: this.#unreadRecords,
            truncated: this.#truncated,
            oddTimes: this.#oddTimes,
            unread: this.#unread.counts,
            passedOver: this.#passedOver.counts,
            places: this.#places,
        };
    }
}


/***/ }),

/***/ 91338:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   WD: () => (/* binding */ MAX_PLACES),
/* harmony export */   ek: () => (/* binding */ placesOf),
/* harmony export */   lz: () => (/* binding */ Identity),
/* harmony export */   vz: () => (/* binding */ sourceOf)
/* harmony export */ });
/* unused harmony export instant */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var _sources_slow_only_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(70588);


const MAX_PLACES = 5;
const IDENTITY_BYTES = 64 * 1024;
/** Recognises the same input given twice, whatever its compression. */
class Identity {
    bytes = 0;
    #hash = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256');
    add(chunk) {
        if (this.bytes < IDENTITY_BYTES)
            this.#hash.update(chunk.subarray(0, IDENTITY_BYTES - this.bytes));
        this.bytes += chunk.length;
    }
    /** Hex. Call it once. */
    digest() {
        return this.#hash.update(`\0${this.bytes}`).digest('hex');
    }
}
function sumOf(maps) {
    const sums = new Map();
    for (const map of maps)
        for (const [key, count] of map)
            sums.set(key, (sums.get(key) ?? 0) + count);
    return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}
/** Formats a time as ISO 8601 UTC; undefined if there is none. */
function instant(at) {
    return Number.isFinite(at) ? new Date(at).toISOString() : undefined;
}
/** Combines the tallies of all parts for one input. */
function sourceOf(parts) {
    const { kind, name, dialect, identity, bytes } = parts[0];
    const sum = (count) => parts.reduce((total, part) => total + count(part), 0);
    const union = (list) => [...new Set(parts.flatMap(list))].sort();
    const invalidTimes = sum(({ oddTimes }) => oddTimes);
    return {
        kind,
        name,
        dialect,
        identity,
        from: instant(Math.min(...parts.map(({ first }) => first))),
        to: instant(Math.max(...parts.map(({ last }) => last))),
        bytes,
        statements: sum(({ statements }) => statements),
        records: sum(({ records }) => records),
        unreadRecords: sum(({ unreadRecords }) => unreadRecords),
        unread: sumOf(parts.map(({ unread }) => unread)),
        truncated: sum(({ truncated }) => truncated),
        passedOver: sumOf(parts.map(({ passedOver }) => passedOver)),
        notCarried: union(({ notCarried }) => notCarried),
        notes: [
            ...union(({ notes }) => notes).filter((note) => note !== _sources_slow_only_js__WEBPACK_IMPORTED_MODULE_1__/* .SLOW_ONLY */ .T || isSlowOnly(parts)),
            ...(invalidTimes > 0
                ? [`executions counted without a day because their time is before 1970 or in the future: ${invalidTimes}`]
                : []),
        ],
    };
}
/** With fewer statements, the `SLOW_ONLY` note would be a guess. */
const MIN_STATEMENTS = 10;
function isSlowOnly(parts) {
    const read = parts.filter(({ statements }) => statements > 0);
    return (read.every(({ notes }) => notes.includes(_sources_slow_only_js__WEBPACK_IMPORTED_MODULE_1__/* .SLOW_ONLY */ .T)) &&
        read.reduce((sum, { statements }) => sum + statements, 0) >= MIN_STATEMENTS);
}
/** The first places of all parts. */
function placesOf(parts) {
    return parts
        .flatMap(({ places }) => places)
        .sort((a, b) => a.line - b.line)
        .slice(0, MAX_PLACES);
}


/***/ }),

/***/ 6249:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ collectInWorkers),
/* harmony export */   runHistoryWorker: () => (/* binding */ runHistoryWorker)
/* harmony export */ });
/* harmony import */ var node_worker_threads__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(75919);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(72607);
/* harmony import */ var _part_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(50056);



const PROGRESS_MS = 100;
/**
 * Runs each part in a thread of its own. If one fails, all are stopped, because the rest would be an incomplete
 * history.
 *
 * @param url module that calls `runHistoryWorker`
 */
async function collectInWorkers(requests, url, onProgress) {
    const workers = [];
    try {
        return await Promise.all(requests.map((request) => {
            const worker = new node_worker_threads__WEBPACK_IMPORTED_MODULE_0__.Worker(url, { workerData: request, resourceLimits: limitsOf(request) });
            workers.push(worker);
            return resultOf(worker, (consumed) => onProgress(request.part.index, consumed));
        }));
    }
    finally {
        await Promise.all(workers.map((worker) => worker.terminate()));
    }
}
/**
 * Without limits, V8 lets garbage grow to hundreds of megabytes in each thread. Live memory is the table, which sorting
 * doubles, about 100 MB that the fact readers cache, and the longest statement while it is read.
 */
function limitsOf({ memory }) {
    return { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: Math.ceil(512 + (3 * memory) / (1024 * 1024)) };
}
function resultOf(worker, onProgress) {
    return new Promise((resolve, reject) => {
        worker.on('message', (message) => {
            switch (message.kind) {
                case 'progress':
                    return onProgress(message.consumed);
                case 'done':
                    return resolve({ tallies: message.tallies, files: message.files, rest: [] });
                case 'config':
                    return reject(new _model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .ConfigError */ .xL(message.message, message.place));
                case 'defect': {
                    const error = new Error(message.message);
                    if (message.stack !== undefined)
                        error.stack = message.stack;
                    return reject(error);
                }
            }
        });
        worker.on('error', (error) => reject(errorOf(error)));
        worker.on('messageerror', reject);
        worker.on('exit', (code) => reject(new Error(`a log worker exited before it finished (code ${code})`)));
    });
}
function errorOf(error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        return new _model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .ConfigError */ .xL('a worker ran out of memory: lower `--workers` or `--memory`');
    return error instanceof Error ? error : new Error(String(error));
}
/** Entry point of a worker thread. */
async function runHistoryWorker(tools) {
    const port = node_worker_threads__WEBPACK_IMPORTED_MODULE_0__.parentPort;
    if (!port)
        throw new Error('this module must be started as a worker');
    const request = node_worker_threads__WEBPACK_IMPORTED_MODULE_0__.workerData;
    const post = (message) => port.postMessage(message);
    let lastProgress = 0;
    try {
        const { tallies, files } = await (0,_part_js__WEBPACK_IMPORTED_MODULE_2__/* .collectPart */ .g)(request, tools, (consumed) => {
            const now = performance.now();
            if (now - lastProgress < PROGRESS_MS)
                return;
            lastProgress = now;
            post({ kind: 'progress', consumed });
        });
        post({ kind: 'done', tallies, files });
    }
    catch (error) {
        if (error instanceof _model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .ConfigError */ .xL)
            post({ kind: 'config', message: error.message, place: error.place });
        else if (error instanceof Error)
            post({ kind: 'defect', message: error.message, stack: error.stack });
        else
            post({ kind: 'defect', message: String(error), stack: undefined });
    }
}


/***/ }),

/***/ 70588:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ SLOW_ONLY)
/* harmony export */ });
/**
 * Note for a log without fast statements. Each part of the work reports it for what it read; it is kept only if all
 * parts do.
 */
const SLOW_ONLY = 'no statement took less than 5 ms: the log seems to hold slow statements only (`log_min_duration_statement`), so faster ones are missing';


/***/ })

};
