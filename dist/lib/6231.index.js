export const id = 6231;
export const ids = [6231];
export const modules = {

/***/ 96231:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  collectSnapshot: () => (/* binding */ collectSnapshot),
  createRowTextReader: () => (/* binding */ createRowTextReader),
  createTrafficReader: () => (/* binding */ createTrafficReader),
  describeHistory: () => (/* reexport */ describeHistory),
  describeOverlap: () => (/* reexport */ merge/* describeOverlap */.Bn),
  descriptionText: () => (/* reexport */ descriptionText),
  factsMissingIn: () => (/* reexport */ older_facts/* factsMissingIn */.l),
  headerText: () => (/* reexport */ headerText),
  loadRowTexts: () => (/* binding */ loadRowTexts),
  mergeHistories: () => (/* reexport */ merge/* mergeHistories */.dk),
  mergeSnapshot: () => (/* binding */ mergeSnapshot),
  readHistory: () => (/* binding */ readHistory),
  readStoredRows: () => (/* binding */ readStoredRows),
  rowLine: () => (/* reexport */ row_text/* rowLine */.xQ),
  runHistoryWorker: () => (/* binding */ runHistoryWorker),
  snapshotFrom: () => (/* reexport */ read_history/* snapshotFrom */.j),
  sourcesOf: () => (/* reexport */ older_facts/* sourcesOf */.u),
  startRowUpgrade: () => (/* reexport */ startRowUpgrade)
});

// EXTERNAL MODULE: ./build/esm/history/read-history.js + 1 modules
var read_history = __webpack_require__(32810);
// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
// EXTERNAL MODULE: ./build/esm/history/snapshot/days.js
var days = __webpack_require__(64429);
;// CONCATENATED MODULE: ./build/esm/history/snapshot/describe.js


/** Summarises a history: window, freshness, sources, totals, largest flows, missing facts. */
function describeHistory(header, rows, { top, today }) {
    const counted = rows.map((row) => ({ row, calls: (0,days/* addDays */.fi)(row.days) }));
    const flows = flowsOf(counted);
    const largest = [...flows.values()].sort((a, b) => b.calls - a.calls || (a.shape < b.shape ? -1 : 1)).slice(0, top);
    return {
        header,
        ageDays: header.to === undefined ? undefined : daysBetween(header.to.slice(0, 10), today),
        flows: flows.size,
        top: largest.map((flow) => summaryOf(flow, header.statements)),
        unreadable: unreadableOf(counted),
        unread: sumOf(header.sources.map(({ unread }) => unread)),
        passedOver: sumOf(header.sources.map(({ passedOver }) => passedOver)),
        notCarried: uncarriedOf(counted),
    };
}
function flowsOf(rows) {
    const flows = new Map();
    for (const { row, calls } of rows) {
        const { shape, dialect, caller, days } = row;
        const { application, user, database } = caller;
        const key = [dialect, shape, application || user || '', database ?? ''].join('\0');
        let flow = flows.get(key);
        if (!flow) {
            const byUser = application === undefined || application === '';
            flow = {
                shape,
                dialect,
                application,
                user: byUser ? user : undefined,
                database,
                calls: 0,
                rows: 0,
                days: new Set(),
            };
            flows.set(key, flow);
        }
        flow.rows++;
        flow.calls += calls;
        for (const day in days)
            if (day !== '')
                flow.days.add(day);
    }
    return flows;
}
function summaryOf({ days, ...flow }, statements) {
    const ordered = [...days].sort();
    return {
        ...flow,
        share: statements === 0 ? 0 : flow.calls / statements,
        days: days.size,
        firstSeen: ordered[0],
        lastSeen: ordered.at(-1),
    };
}
function daysBetween(from, to) {
    return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
function byCount(counts) {
    return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}
function sumOf(all) {
    const sums = new Map();
    for (const counts of all) {
        for (const [key, count] of Object.entries(counts))
            sums.set(key, (sums.get(key) ?? 0) + count);
    }
    return byCount(sums);
}
function unreadableOf(rows) {
    const reasons = new Map();
    for (const { row, calls } of rows) {
        const { unreadable, truncated } = row;
        const reason = unreadable ?? (truncated ? 'text cut off by the source' : undefined);
        if (reason !== undefined)
            reasons.set(reason, (reasons.get(reason) ?? 0) + calls);
    }
    return byCount(reasons);
}
const TABLES = { statement: model/* STATEMENT_FACTS */.qz, caller: model/* CALLER_FACTS */.al, operation: model/* OPERATION_FACTS */.Yo };
/** Finds the facts that an object does not record; many rows share one object. */
class Uncarried {
    #known = new Map();
    of(prefix, facts) {
        let names = this.#known.get(facts);
        if (!names) {
            names = Object.keys(TABLES[prefix])
                .filter((name) => facts[name] === undefined)
                .map((name) => `${prefix}.${name}`);
            this.#known.set(facts, names);
        }
        return names;
    }
}
function uncarriedOf(rows) {
    const counts = new Map();
    const uncarried = new Uncarried();
    for (const { row, calls } of rows) {
        const names = new Set([...uncarried.of('statement', row.facts), ...uncarried.of('caller', row.caller)]);
        for (const operation of row.operations) {
            for (const name of uncarried.of('operation', operation))
                names.add(name);
            if (operation.target.name === undefined)
                names.add('operation.target.name');
            if (operation.target.schema === undefined)
                names.add('operation.target.schema');
        }
        for (const fact of names) {
            const count = counts.get(fact) ?? { rows: 0, calls: 0 };
            counts.set(fact, { rows: count.rows + 1, calls: count.calls + calls });
        }
    }
    return [...counts]
        .map(([fact, count]) => ({ fact, ...count }))
        .sort((a, b) => b.rows - a.rows || (a.fact < b.fact ? -1 : 1));
}

// EXTERNAL MODULE: ./build/esm/history/snapshot/header.js
var header = __webpack_require__(81999);
// EXTERNAL MODULE: ./build/esm/history/snapshot/older-facts.js
var older_facts = __webpack_require__(70464);
;// CONCATENATED MODULE: ./build/esm/history/snapshot/describe-text.js



/** Formats the description as plain text. Not escaped for terminals: the caller escapes control characters. */
function descriptionText(description) {
    const { header, flows, top, ageDays } = description;
    const lines = [
        ...totalLines(header, ageDays, `, ${counted(flows, 'flow')}`),
        `collected ${header.collected} by querygate ${header.tool}; facts version ${header.factsVersion}`,
        ...olderLines(header),
        '',
        ...header.sources.flatMap(sourceLines),
        ...countLines('unread, by reason', description.unread),
        ...countLines('read but not fully understood, by reason', description.unreadable),
        ...countLines('skipped (not client queries), by reason', description.passedOver),
        ...uncarriedLines(description.notCarried, header.rows),
    ];
    if (top.length > 0) {
        const which = top.length === flows ? 'flows' : `the ${number(top.length)} largest of ${number(flows)} flows`;
        lines.push(`${which} (a query shape and its caller), by executions:`, ...top.flatMap(flowLines));
    }
    return describe_text_text(lines);
}
/** Formats a header as plain text. Not escaped for terminals: the caller escapes control characters. */
function headerText(header) {
    return describe_text_text([
        ...totalLines(header, undefined, ''),
        ...olderLines(header),
        '',
        ...header.sources.flatMap(sourceLines),
    ]);
}
/** Names come from clients, so none of them may begin a line of its own. */
function inOneLine(line) {
    return line.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
/** Joins lines, with exactly one newline at the end. */
function describe_text_text(lines) {
    return `${lines.map(inOneLine).join('\n').trimEnd()}\n`;
}
function totalLines(header, ageDays, flows) {
    const { rows, statements, unread, truncated, folded } = header;
    const lines = [
        `${counted(statements, 'execution')} in ${counted(rows, 'row')}${flows}`,
        windowOf(header, ageDays),
        `unread: ${number(unread)} (${percent(unread, statements + unread)} of all); cut off by the source: ${number(truncated)}`,
    ];
    if (folded.flows > 0) {
        lines.push(`folded: ${counted(folded.rows, 'row')} of ${counted(folded.flows, 'flow')} with more than ${counted(folded.maxVariants, 'row')} each; facts that differed are not recorded`);
    }
    return lines;
}
/** The facts themselves are listed under each source. */
function olderLines({ factsVersion }) {
    if (factsVersion >= model/* FACTS_VERSION */.B5)
        return [];
    const missing = (0,older_facts/* factsMissingIn */.l)(factsVersion);
    return [
        `facts version ${model/* FACTS_VERSION */.B5} added ${counted(missing.length, 'fact')} that these rows do not record; collect the history again to record them`,
    ];
}
function windowOf({ from, to }, ageDays) {
    if (from === undefined || to === undefined)
        return 'window: unknown (no source records times)';
    const age = ageDays === undefined
        ? ''
        : `; last execution ${ageDays <= 0 ? 'today' : counted(ageDays, 'day')}${ageDays > 0 ? ' ago' : ''}`;
    return `window: ${from} to ${to}${age}`;
}
function sourceLines({ kind, name, dialect, from, to, bytes, statements, unread, truncated, notCarried, notes, }) {
    return [
        `source ${name} (${kind}, ${dialect}): ${counted(statements, 'execution')}, ${number((0,header/* total */.X)(unread))} unread, ${number(truncated)} cut off, ${counted(bytes, 'byte')}`,
        ...(from === undefined || to === undefined ? ['  no times recorded'] : [`  ${from} to ${to}`]),
        ...(notCarried.length === 0 ? [] : [`  does not record ${notCarried.join(', ')}`]),
        ...notes.map((note) => `  ${note}`),
        '',
    ];
}
function countLines(title, counts) {
    const entries = Object.entries(counts);
    if (entries.length === 0)
        return [];
    return [`${title}:`, ...entries.map(([reason, count]) => `  ${number(count)}  ${reason}`), ''];
}
function uncarriedLines(facts, rows) {
    if (facts.length === 0)
        return [];
    return [
        'facts not recorded; a rule that needs one may be undecided for these rows:',
        ...facts.map(({ fact, rows: count, calls }) => `  ${fact}: ${number(count)} of ${number(rows)} rows, ${counted(calls, 'execution')}`),
        '',
    ];
}
const MAX_SHAPE = 400;
function flowLines({ shape, application, user, database, calls, share, rows, days, lastSeen }) {
    const by = application || user || 'unknown caller';
    const where = database ? ` on ${database}` : '';
    const when = days === 0 ? '' : `, ${counted(days, 'day')}, last ${lastSeen ?? ''}`;
    const text = shape.length > MAX_SHAPE ? `${shape.slice(0, MAX_SHAPE)} …` : shape;
    return [
        `  ${number(calls)} (${percent(share, 1)}) by ${by}${where}${when}, ${counted(rows, 'row')}`,
        `    ${text.replaceAll('\n', ' ')}`,
    ];
}
function number(value) {
    return value.toLocaleString('en-US');
}
function counted(count, noun) {
    return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}
/** Rounds to three significant digits. */
function percent(part, all) {
    return `${all === 0 ? 0 : Number(((100 * part) / all).toPrecision(3))} %`;
}

// EXTERNAL MODULE: ./build/esm/history/snapshot/merge.js
var merge = __webpack_require__(74820);
// EXTERNAL MODULE: ./build/esm/history/snapshot/row-text.js
var row_text = __webpack_require__(62730);
// EXTERNAL MODULE: ./build/esm/history/snapshot/row-reader.js + 1 modules
var row_reader = __webpack_require__(21747);
;// CONCATENATED MODULE: ./build/esm/history/snapshot/upgrade-rows.js


/**
 * Starts to upgrade rows of an older facts version: the facts that they lack are listed as not recorded. Rows share
 * work. Raises RowProblem for a text that is not a row.
 */
function startRowUpgrade(factsVersion) {
    const reader = new row_reader/* RowReader */.of(factsVersion);
    const writer = new row_text/* RowWriter */.C4();
    return (text) => {
        const row = reader.read((0,row_text/* rowLine */.xQ)(text, '{"":1}'));
        const body = (0,row_text/* bodyOf */.EN)(writer.tuple(row), (0,row_text/* callerText */.v5)(row.caller, row.callerPatterns));
        return (0,row_text/* rowText */.qg)(body);
    };
}

;// CONCATENATED MODULE: ./build/esm/history/index.js








// The log readers are loaded only if there are logs: a simulation on a snapshot does not need them.
async function tools() {
    return (await Promise.all(/* import() */[__webpack_require__.e(1390), __webpack_require__.e(5093)]).then(__webpack_require__.bind(__webpack_require__, 85093))).COLLECT_TOOLS;
}
/** See read-history.ts. */
function readHistory(inputs, options) {
    return (0,read_history/* readHistoryWith */.t)(inputs, options, tools);
}
/** See collect/history.ts. */
async function collectSnapshot(inputs, path, options) {
    return (await __webpack_require__.e(/* import() */ 1216).then(__webpack_require__.bind(__webpack_require__, 1216))).collectSnapshot(inputs, path, options, await tools());
}
/** See snapshot/write-merged.ts. */
async function mergeSnapshot(histories, path, options) {
    return (await __webpack_require__.e(/* import() */ 5660).then(__webpack_require__.bind(__webpack_require__, 5660))).mergeSnapshot(histories, path, options);
}
/** See traffic-rows.ts. */
async function createTrafficReader(dialect) {
    return (await Promise.all(/* import() */[__webpack_require__.e(1390), __webpack_require__.e(942)]).then(__webpack_require__.bind(__webpack_require__, 90942))).createTrafficReader(dialect);
}
/** See traffic-rows.ts. */
async function loadRowTexts() {
    return (await Promise.all(/* import() */[__webpack_require__.e(1390), __webpack_require__.e(942)]).then(__webpack_require__.bind(__webpack_require__, 90942))).rowTexts;
}
/** See stored-rows.ts. */
async function readStoredRows(source) {
    return (await Promise.all(/* import() */[__webpack_require__.e(1390), __webpack_require__.e(3508)]).then(__webpack_require__.bind(__webpack_require__, 63508))).readStoredRows(source);
}
/** See stored-rows.ts. */
async function createRowTextReader() {
    return new (await Promise.all(/* import() */[__webpack_require__.e(1390), __webpack_require__.e(3508)]).then(__webpack_require__.bind(__webpack_require__, 63508))).RowTextReader();
}
/** Entry point of a worker thread; see collect/workers.ts. */
async function runHistoryWorker() {
    const { runHistoryWorker: run } = await __webpack_require__.e(/* import() */ 6249).then(__webpack_require__.bind(__webpack_require__, 6249));
    await run(await tools());
}


/***/ }),

/***/ 13566:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  l: () => (/* binding */ openInput)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(38522);
;// CONCATENATED MODULE: ./build/esm/history/input/gunzip.js

/** Deflate expands one byte to at most 1,032, so the size of a write bounds the size of the output (66 MB). */
const WRITE = 64 * 1024;
/**
 * Decompresses a gzip file, including one of several members. If it is cut off or damaged, the chunks end with what
 * could be read, the same in each run, and `damaged` is called with the reason.
 */
async function* gunzipped(stored, damaged) {
    // Not piped: a failing stream drops its buffer, and how much it drops varies from run to run.
    const gunzip = (0,external_node_zlib_.createGunzip)({ chunkSize: WRITE * 4 });
    const out = [];
    let failure;
    // For damaged data, the callback of `write` is never called.
    let wake = () => { };
    gunzip.on('data', (chunk) => out.push(chunk));
    gunzip.on('error', (error) => {
        failure ??= error;
        wake();
    });
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    try {
        for await (const chunk of stored) {
            for (let at = 0; at < chunk.length && !failure; at += WRITE) {
                await new Promise((resolve) => {
                    wake = resolve;
                    gunzip.write(chunk.subarray(at, at + WRITE), () => resolve());
                });
                if (gunzip.readableLength > 0)
                    await settled();
                yield* out.splice(0);
            }
            if (failure)
                break;
        }
        if (!failure) {
            await new Promise((resolve) => {
                wake = resolve;
                gunzip.once('end', resolve);
                gunzip.end();
            });
        }
        yield* out.splice(0);
        if (failure)
            damaged(failure.code === 'Z_BUF_ERROR' ? 'is cut off (gzip)' : 'is damaged (gzip)');
    }
    finally {
        gunzip.destroy();
    }
}

;// CONCATENATED MODULE: ./build/esm/history/input/open.js




/** Bytes of an input that are read ahead to detect its format: 256 KiB. */
const HEAD = 256 * 1024;
const FILE_CHUNK = 1024 * 1024;
/** Opens an input. Its compression is detected from its first bytes, never from its name. Raises ConfigError. */
async function openInput(source) {
    const progress = { consumed: 0, damage: undefined };
    const { name, size, stored } = await openStored(source);
    const raw = counted(stored, progress);
    const start = await readAhead(raw, 18);
    const compression = compressionOf(start, name);
    const chunks = await decompressed(compression, joined(start, raw), name, progress);
    const ahead = await readAhead(chunks, HEAD);
    return {
        name,
        size,
        compression,
        head: ahead.subarray(0, HEAD),
        chunks: () => joined(ahead, chunks),
        consumed: () => progress.consumed,
        damage: () => progress.damage,
        close: async () => {
            await chunks.return();
            await raw.return();
        },
    };
}
async function openStored(source) {
    if (typeof source !== 'string') {
        return { name: (0,external_node_path_.basename)(source.name), size: source.bytes.length, stored: slices(source.bytes) };
    }
    if (source === '-')
        return { name: 'standard input', size: undefined, stored: process.stdin };
    const name = (0,external_node_path_.basename)(source);
    try {
        const file = await (0,promises_.open)(source);
        const stat = await file.stat();
        if (stat.isDirectory()) {
            await file.close();
            throw new model/* ConfigError */.xL(`\`${source}\` is a folder; name the log files in it`);
        }
        return {
            name,
            size: stat.isFile() ? stat.size : undefined,
            stored: file.createReadStream({ highWaterMark: FILE_CHUNK }),
        };
    }
    catch (error) {
        throw unreadable(error, source);
    }
}
const REASONS = {
    ENOENT: 'no such file; correct the path',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EISDIR: 'it is a folder, not a file; name the files in it',
    ELOOP: 'circular symbolic links',
};
function unreadable(error, path) {
    if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
        throw error;
    return new model/* ConfigError */.xL(`cannot read \`${path}\`: ${REASONS[error.code] ?? error.code}`);
}
/** Splits bytes into pieces, so that the output of decompressing one piece is bounded. */
async function* slices(bytes) {
    for (let at = 0; at < bytes.length; at += FILE_CHUNK)
        yield bytes.subarray(at, at + FILE_CHUNK);
}
async function* counted(chunks, progress) {
    for await (const chunk of chunks) {
        progress.consumed += chunk.length;
        yield chunk;
    }
}
/** Reads at least `length` bytes, or all there are, and consumes the chunks that hold them. */
async function readAhead(chunks, length) {
    const parts = [];
    let have = 0;
    while (have < length) {
        const { value, done } = await chunks.next();
        if (done)
            break;
        parts.push(Uint8Array.from(value));
        have += value.length;
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, have);
}
async function* joined(first, rest) {
    if (first.length > 0)
        yield first;
    yield* rest;
}
/** First bytes of unsupported files, and what these files are. */
const REFUSED = [
    [[0x50, 0x4b, 0x03, 0x04], 'a zip archive'],
    [[0x42, 0x5a, 0x68], 'compressed with bzip2'],
    [[0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], 'compressed with xz'],
    [[0x04, 0x22, 0x4d, 0x18], 'compressed with lz4'],
    [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip archive'],
    [[0xff, 0xfe], 'UTF-16 text'],
    [[0xfe, 0xff], 'UTF-16 text'],
];
function compressionOf(start, name) {
    const begins = (...magic) => magic.every((byte, at) => start[at] === byte);
    if (begins(0x1f, 0x8b))
        return 'gzip';
    if (begins(0x28, 0xb5, 0x2f, 0xfd))
        return 'zstd';
    // A skippable frame, with which pzstd and seekable archives begin.
    if ((start[0] ?? 0) >> 4 === 5 && start[1] === 0x2a && start[2] === 0x4d && start[3] === 0x18)
        return 'zstd';
    for (const [magic, what] of REFUSED) {
        if (begins(...magic)) {
            const how = what === 'UTF-16 text' ? 'convert it to UTF-8' : 'unpack it, or compress it with gzip or zstd';
            throw new model/* ConfigError */.xL(`\`${name}\` is ${what}, which is not supported: ${how}`);
        }
    }
    return 'none';
}
async function decompressed(compression, stored, name, progress) {
    const damaged = (what) => {
        progress.damage = `\`${name}\` ${what}: the rest of the file is missing from the history and cannot be counted`;
    };
    switch (compression) {
        case 'none':
            return stored;
        case 'gzip':
            return gunzipped(stored, damaged);
        case 'zstd':
            return (await Promise.all(/* import() */[__webpack_require__.e(392), __webpack_require__.e(2533)]).then(__webpack_require__.bind(__webpack_require__, 22533))).unzstd(stored, damaged);
    }
}


/***/ }),

/***/ 32810:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  t: () => (/* binding */ readHistoryWith),
  j: () => (/* binding */ snapshotFrom)
});

// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
// EXTERNAL MODULE: ./build/esm/history/input/open.js + 1 modules
var input_open = __webpack_require__(13566);
// EXTERNAL MODULE: ./build/esm/history/snapshot/header-reader.js
var header_reader = __webpack_require__(54143);
// EXTERNAL MODULE: ./build/esm/history/snapshot/merge.js
var merge = __webpack_require__(74820);
// EXTERNAL MODULE: ./build/esm/history/snapshot/limits.js
var limits = __webpack_require__(59158);
// EXTERNAL MODULE: ./build/esm/history/snapshot/row-reader.js + 1 modules
var row_reader = __webpack_require__(21747);
;// CONCATENATED MODULE: ./build/esm/history/snapshot/read.js




/**
 * Reads a snapshot. Raises ConfigError with the line if it is not a snapshot, was cut off or edited, or is too large.
 *
 * @param file name of the snapshot in messages
 * @param readers share objects between rows; the same ones for several snapshots save memory
 */
async function readSnapshot(input, file, readers = new row_reader/* RowReaders */.zP()) {
    const lines = new SnapshotLines(file, readers);
    for await (const chunk of input.chunks())
        lines.write(chunk);
    const damage = input.damage();
    if (damage !== undefined)
        throw new model/* ConfigError */.xL('the snapshot is cut off or damaged: collect it again', { file, line: lines.count });
    return lines.end();
}
class SnapshotLines {
    count = 0;
    #file;
    #readers;
    #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    #rows = [];
    #header;
    #reader;
    #before = 0;
    #bytes = 0;
    #rest = '';
    constructor(file, readers) {
        this.#file = file;
        this.#readers = readers;
    }
    write(chunk) {
        this.#bytes += chunk.length;
        if (this.#bytes > limits/* MAX_UNPACKED */.FK)
            this.#fail(`the snapshot holds more than ${limits/* MAX_UNPACKED */.FK} bytes`);
        this.#take(this.#decode(chunk));
    }
    end() {
        this.#take(`${this.#decode()}\n`);
        const [header, reader] = [this.#header, this.#reader];
        if (!header || !reader)
            return this.#fail('the file is empty: create a snapshot with `querygate history collect`');
        const statements = reader.statements - this.#before;
        if (this.#rows.length !== header.rows || statements !== header.statements) {
            this.#fail(`the snapshot holds ${(0,model/* counted */.hS)(this.#rows.length, 'row')} with ${(0,model/* counted */.hS)(statements, 'execution')}, but its header says ${header.rows} with ${header.statements}: it was cut off or edited; collect it again`);
        }
        return { header, rows: this.#rows };
    }
    #decode(chunk) {
        try {
            return this.#decoder.decode(chunk, { stream: chunk !== undefined });
        }
        catch {
            return this.#fail('the snapshot is not valid UTF-8: it was damaged; collect it again');
        }
    }
    #take(text) {
        let start = 0;
        for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            const line = this.#rest === '' ? text.slice(start, end) : this.#rest + text.slice(start, end);
            this.#rest = '';
            start = end + 1;
            this.#line(line);
        }
        this.#rest += text.slice(start);
        this.#checkLength(this.#rest);
    }
    #checkLength(line) {
        if (line.length > limits/* MAX_LINE */.MV)
            this.#fail(`a line has more than ${limits/* MAX_LINE */.MV} characters`);
    }
    #line(line) {
        if (line === '')
            return;
        this.count++;
        this.#checkLength(line);
        try {
            if (!this.#header || !this.#reader) {
                this.#header = (0,header_reader/* readHeader */.a)(line);
                this.#reader = this.#readers.of(this.#header.factsVersion);
                this.#before = this.#reader.statements;
                if (this.#header.rows > limits/* MAX_ROWS */.pX)
                    this.#fail(`the snapshot has more than ${limits/* MAX_ROWS */.pX} rows`);
                return;
            }
            this.#rows.push(this.#reader.read(line));
        }
        catch (error) {
            if (!(error instanceof row_reader/* RowProblem */.uF))
                throw error;
            this.#fail(error.message);
        }
        if (this.#rows.length > this.#header.rows)
            this.#fail(`the snapshot has more rows than its header says (${this.#header.rows}): it was edited; collect it again`);
    }
    #fail(message) {
        throw new model/* ConfigError */.xL(message, { file: this.#file, line: Math.max(1, this.count) });
    }
}

;// CONCATENATED MODULE: ./build/esm/history/read-history.js






const TEXT = new TextDecoder();
/**
 * Combines snapshots, logs and exports into one history, in memory. Each input is recognised by its content: a snapshot
 * begins with its header. Raises ConfigError if an input cannot be opened, is neither a snapshot nor a log, or overlaps
 * with another one.
 *
 * @param tools loads the log readers; not called if all inputs are snapshots
 */
async function readHistoryWith(inputs, options, tools) {
    if (inputs.length === 0)
        throw new model/* ConfigError */.xL('no history given: name a snapshot or logs');
    const readers = new row_reader/* RowReaders */.zP();
    const histories = [];
    const logs = [];
    for (const source of inputs) {
        const snapshot = await trySnapshot(source, readers);
        if (snapshot)
            histories.push(snapshot);
        else
            logs.push(source);
    }
    let direct = [];
    if (logs.length > 0) {
        const { collectHistory } = await __webpack_require__.e(/* import() */ 1216).then(__webpack_require__.bind(__webpack_require__, 1216));
        const collected = await collectHistory(logs, options, await tools());
        direct = collected.header.sources;
        histories.push(collected);
    }
    const [only, ...others] = histories;
    return { ...(only && others.length === 0 ? only : (0,merge/* mergeHistories */.dk)(histories, options)), direct };
}
/** Undefined if the input is not a snapshot. Standard input can be read only once, so it is treated as a log. */
async function trySnapshot(source, readers) {
    if (source === '-')
        return undefined;
    const input = await (0,input_open/* openInput */.l)(source);
    try {
        if (!(0,header_reader/* isSnapshot */.L)(TEXT.decode(input.head.subarray(0, 256))))
            return undefined;
        return await readSnapshot(input, inputName(source), readers);
    }
    finally {
        await input.close();
    }
}
/**
 * Reads a snapshot from a path, from standard input (`-`) or from bytes. Raises ConfigError if it is not a snapshot.
 */
async function snapshotFrom(source, readers) {
    const input = await (0,input_open/* openInput */.l)(source);
    try {
        return await readSnapshot(input, inputName(source), readers);
    }
    finally {
        await input.close();
    }
}
function inputName(source) {
    if (source === '-')
        return 'standard input';
    return typeof source === 'string' ? source : source.name;
}


/***/ }),

/***/ 64429:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D5: () => (/* binding */ daysText),
/* harmony export */   Ew: () => (/* binding */ dayText),
/* harmony export */   N7: () => (/* binding */ sumDays),
/* harmony export */   Qg: () => (/* binding */ readDays),
/* harmony export */   fi: () => (/* binding */ addDays),
/* harmony export */   hF: () => (/* binding */ daysOf),
/* harmony export */   kb: () => (/* binding */ dayOf),
/* harmony export */   oc: () => (/* binding */ UNDATED)
/* harmony export */ });
const DAY_MS = 86_400_000;
/** Stands for days since 1970 if the time is unknown. */
const UNDATED = -1;
const texts = new Map([[UNDATED, '']]);
const known = new Map([['', '']]);
/** Returns the UTC day of a time (milliseconds since 1970) as days since 1970; UNDATED for NaN. */
function dayOf(at) {
    return at >= 0 ? Math.floor(at / DAY_MS) : UNDATED;
}
/** `YYYY-MM-DD`. */
function dayText(day) {
    let text = texts.get(day);
    if (text === undefined) {
        text = new Date(day * DAY_MS).toISOString().slice(0, 10);
        texts.set(day, text);
    }
    return text;
}
/** Returns the interned text of the day; undefined if it is not a valid day. */
function knownDay(text) {
    const day = known.get(text);
    if (day !== undefined)
        return day;
    if (!/^\d{4}-\d\d-\d\d$/.test(text))
        return undefined;
    const time = Date.parse(`${text}T00:00:00Z`);
    if (Number.isNaN(time))
        return undefined;
    // Not the text itself: it may be a slice that keeps a larger string alive.
    const own = new Date(time).toISOString().slice(0, 10);
    if (own !== text)
        return undefined;
    known.set(own, own);
    return own;
}
const byHash = new Map();
/** The same for part of a text, without slicing it if the day was seen before. */
function dayAt(text, from, to) {
    let hash = 0;
    for (let at = from; at < to; at++)
        hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    const seen = byHash.get(hash);
    if (seen !== undefined && seen.length === to - from && text.startsWith(seen, from))
        return seen;
    const day = knownDay(text.slice(from, to));
    if (day !== undefined)
        byHash.set(hash, day);
    return day;
}
const OPEN = 0x7b;
const CLOSE = 0x7d;
const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const ZERO = 0x30;
/**
 * Reads executions per day from JSON: at least one day, each valid, each with a positive integer. Returns undefined for
 * anything else, including the same content in another notation than ours.
 *
 * Parsed by hand: JSON.parse is ten times slower on objects with varying keys, and nearly every row has different days.
 */
function readDays(text) {
    const days = Object.create(null);
    const end = text.length - 1;
    if (text.charCodeAt(0) !== OPEN || text.charCodeAt(end) !== CLOSE)
        return undefined;
    for (let at = 1; at < end;) {
        if (text.charCodeAt(at) !== QUOTE)
            return undefined;
        const close = text.charCodeAt(at + 1) === QUOTE ? at + 1 : at + 11;
        if (text.charCodeAt(close) !== QUOTE || text.charCodeAt(close + 1) !== COLON)
            return undefined;
        const day = dayAt(text, at + 1, close);
        if (day === undefined)
            return undefined;
        if (days[day] !== undefined)
            return undefined;
        let count = 0;
        at = close + 2;
        for (let digit = text.charCodeAt(at) - ZERO; digit >= 0 && digit <= 9; digit = text.charCodeAt(++at) - ZERO)
            count = count * 10 + digit;
        if (count < 1 || count > Number.MAX_SAFE_INTEGER || text.charCodeAt(close + 2) === ZERO)
            return undefined;
        days[day] = count;
        if (at === end)
            return days;
        if (text.charCodeAt(at++) !== COMMA)
            return undefined;
    }
    return undefined;
}
/** The same for a parsed JSON value. */
function daysOf(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        return undefined;
    const days = Object.create(null);
    let any = false;
    for (const [text, count] of Object.entries(value)) {
        const day = knownDay(text);
        if (day === undefined || !Number.isSafeInteger(count) || count < 1)
            return undefined;
        days[day] = count;
        any = true;
    }
    return any ? days : undefined;
}
/** Returns the sum of the executions. */
function addDays(days) {
    let sum = 0;
    for (const day in days)
        sum += days[day];
    return sum;
}
/** Formats sorted days as JSON. */
function daysText(counts) {
    const ordered = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${ordered.map(([day, count]) => `"${day}":${count}`).join(',')}}`;
}
/** Adds up counts per day, given as JSON. */
function sumDays(texts) {
    const sums = new Map();
    for (const text of texts) {
        for (const [day, count] of Object.entries(JSON.parse(text)))
            sums.set(day, (sums.get(day) ?? 0) + count);
    }
    return daysText(sums);
}


/***/ }),

/***/ 36917:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K3: () => (/* binding */ DEFAULT_MAX_VARIANTS),
/* harmony export */   pT: () => (/* binding */ foldFlows)
/* harmony export */ });
/* unused harmony export TOO_MANY */
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72607);
/* harmony import */ var _days_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(64429);
/* harmony import */ var _row_reader_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(21747);
/* harmony import */ var _row_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(62730);




const DEFAULT_MAX_VARIANTS = 1000;
/** Reason given in a row that stands for too many different statements of a flow. */
const TOO_MANY = 'too many variants of one flow (`--max-variants`)';
/**
 * Folds the rows of each flow with more than `maxVariants` rows into one row, in which facts that differ are not
 * recorded. Rows stay apart if they differ in anything that cannot be marked as not recorded (operation kinds,
 * reasons). If even that leaves too many rows, the flow becomes one row with nothing known.
 *
 * @param count receives the totals; complete once all rows have been iterated
 */
function* foldFlows(lines, maxVariants, count) {
    let group = [];
    let folding;
    function* flush() {
        if (folding) {
            count.flows++;
            count.rows += folding.rows;
            yield* folding.lines();
        }
        else
            yield* group;
        group = [];
        folding = undefined;
    }
    let flow = '';
    for (const line of lines) {
        if (line.flow !== flow)
            yield* flush();
        flow = line.flow;
        if (folding)
            folding.add(line);
        else if (group.push(line) > maxVariants) {
            folding = new FlowFold(maxVariants);
            for (const entry of group)
                folding.add(entry);
            group = [];
        }
    }
    yield* flush();
}
class FlowFold {
    rows = 0;
    #maxVariants;
    #reader = new _row_reader_js__WEBPACK_IMPORTED_MODULE_2__/* .RowReader */ .of();
    #folded = new Map();
    #flow = '';
    #overflown = false;
    constructor(maxVariants) {
        this.#maxVariants = maxVariants;
    }
    add({ flow, body, days }) {
        this.rows++;
        this.#flow = flow;
        const row = this.#reader.read((0,_row_text_js__WEBPACK_IMPORTED_MODULE_3__/* .lineOf */ .cA)(body, days));
        const counts = Object.entries(JSON.parse(days));
        this.#put(this.#overflown ? nothingKnown(row) : row, counts);
        if (this.#folded.size <= this.#maxVariants)
            return;
        this.#overflown = true;
        const all = [...this.#folded.values()];
        this.#folded.clear();
        for (const entry of all)
            this.#put(nothingKnown(entry.row), entry.days);
    }
    #put(row, days) {
        const key = skeleton(row);
        const existing = this.#folded.get(key);
        if (!existing) {
            this.#folded.set(key, { row, days: new Map(days) });
            return;
        }
        existing.row = merged(existing.row, row);
        for (const [day, calls] of days)
            existing.days.set(day, (existing.days.get(day) ?? 0) + calls);
    }
    lines() {
        const writer = new _row_text_js__WEBPACK_IMPORTED_MODULE_3__/* .RowWriter */ .C4();
        const lines = [...this.#folded.values()].map(({ row, days }) => ({
            flow: this.#flow,
            body: (0,_row_text_js__WEBPACK_IMPORTED_MODULE_3__/* .bodyOf */ .EN)(writer.tuple(row), (0,_row_text_js__WEBPACK_IMPORTED_MODULE_3__/* .callerText */ .v5)(row.caller, row.callerPatterns)),
            days: (0,_days_js__WEBPACK_IMPORTED_MODULE_1__/* .daysText */ .D5)(days),
        }));
        return lines.sort((a, b) => (a.body < b.body ? -1 : 1));
    }
}
/** The parts in which folded rows must be equal, because a row cannot mark them as not recorded. */
function skeleton({ operations, unreadable, truncated }) {
    return JSON.stringify([
        operations.map(({ kind, place, target }) => [kind, place, target.quoted]),
        unreadable ?? null,
        truncated,
    ]);
}
function nothingKnown(row) {
    return { ...row, operations: [], facts: common(_model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .STATEMENT_FACTS */ .qz, {}, row.facts), unreadable: TOO_MANY };
}
function merged(a, b) {
    return {
        ...a,
        caller: common(_model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CALLER_FACTS */ .al, a.caller, b.caller),
        callerPatterns: patternsOf(a, b),
        facts: common(_model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .STATEMENT_FACTS */ .qz, a.facts, b.facts),
        operations: a.operations === b.operations
            ? a.operations
            : a.operations.map((operation, at) => commonOperation(operation, b.operations[at] ?? operation)),
    };
}
/** The patterns of either row. */
function patternsOf(a, b) {
    if (!a.callerPatterns || !b.callerPatterns)
        return a.callerPatterns ?? b.callerPatterns;
    return _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CALLER_PATTERNS */ .KG.filter((name) => a.callerPatterns?.includes(name) || b.callerPatterns?.includes(name));
}
/** The facts that are equal in both; the others are not recorded. */
function common(table, a, b) {
    if (a === b)
        return b;
    const facts = {};
    for (const name of Object.keys(table)) {
        const [x, y] = [a[name], b[name]];
        facts[name] = same(x, y) ? x : undefined;
    }
    return facts;
}
function same(a, b) {
    return a === b || JSON.stringify(a) === JSON.stringify(b);
}
function commonOperation(a, b) {
    if (a === b)
        return a;
    const facts = common(_model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .OPERATION_FACTS */ .Yo, a, b);
    return { ...facts, target: commonTarget(a.target, b.target), span: a.span, readers: a.readers };
}
function commonTarget(a, b) {
    if (same(a, b))
        return a;
    return {
        name: a.name === b.name ? a.name : undefined,
        schema: a.schema === b.schema ? a.schema : undefined,
        quoted: a.quoted,
        text: a.text === b.text ? a.text : '…',
    };
}


/***/ }),

/***/ 54143:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ isSnapshot),
/* harmony export */   a: () => (/* binding */ readHeader)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72607);
/* harmony import */ var _older_facts_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(70464);
/* harmony import */ var _reason_counts_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(53295);
/* harmony import */ var _row_reader_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(21747);




/** The oldest version of the fact tables whose rows can be read. */
const FIRST_FACTS_VERSION = 1;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isText = (value) => typeof value === 'string';
const isTexts = (value) => Array.isArray(value) && value.every(isText);
const isInstant = (value) => isText(value) && INSTANT.test(value) && !Number.isNaN(Date.parse(value));
const isCounts = (value) => isObject(value) && Object.entries(value).every(([key, count]) => _reason_counts_js__WEBPACK_IMPORTED_MODULE_3__/* .REASON */ .r.test(key) && isCount(count));
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
const FOLDED = { maxVariants: isCount, flows: isCount, rows: isCount };
const SOURCE = {
    kind: (value) => _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .SOURCE_KINDS */ .s1.includes(value),
    name: isText,
    dialect: (value) => _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .DIALECTS */ .O9.includes(value),
    identity: (value) => isText(value) && /^[0-9a-f]{64}$/.test(value),
    from: isInstant,
    to: isInstant,
    bytes: isCount,
    statements: isCount,
    records: isCount,
    unreadRecords: isCount,
    unread: isCounts,
    truncated: isCount,
    passedOver: isCounts,
    notCarried: isTexts,
    notes: isTexts,
};
const HEADER = {
    querygateHistory: isCount,
    factsVersion: isCount,
    tool: isText,
    collected: isInstant,
    from: isInstant,
    to: isInstant,
    sources: (value) => Array.isArray(value),
    rows: isCount,
    statements: isCount,
    unread: isCount,
    truncated: isCount,
    folded: isObject,
};
const OPTIONAL = ['from', 'to', 'records', 'unreadRecords'];
/** Raises RowProblem unless the object has exactly these keys, with valid values. */
function checkKeys(what, value, checks) {
    if (!isObject(value))
        throw new _row_reader_js__WEBPACK_IMPORTED_MODULE_2__/* .RowProblem */ .uF(`${what} must be an object`);
    for (const key of Object.keys(value)) {
        if (!Object.hasOwn(checks, key))
            throw new _row_reader_js__WEBPACK_IMPORTED_MODULE_2__/* .RowProblem */ .uF(`${what} has an unknown key \`${key}\``);
    }
    for (const [key, check] of Object.entries(checks)) {
        if (!Object.hasOwn(value, key)) {
            if (!OPTIONAL.includes(key))
                throw new _row_reader_js__WEBPACK_IMPORTED_MODULE_2__/* .RowProblem */ .uF(`${what} has no \`${key}\``);
        }
        else if (!check(value[key]))
            throw new _row_reader_js__WEBPACK_IMPORTED_MODULE_2__/* .RowProblem */ .uF(`${what} has an invalid \`${key}\``);
    }
    return value;
}
/** Whether a text begins like the first line of a snapshot. */
function isSnapshot(head) {
    return /^\s*\{\s*"querygateHistory"/.test(head);
}
/**
 * Reads the header of a snapshot from its first line. If its facts have an older version, its sources list the facts
 * that are missing. Raises RowProblem.
 */
function readHeader(line) {
    let value;
    try {
        value = JSON.parse(line);
    }
    catch {
        value = undefined;
    }
    if (!isObject(value) || !Object.hasOwn(value, 'querygateHistory'))
        throw new _row_reader_js__WEBPACK_IMPORTED_MODULE_2__/* .RowProblem */ .uF('the first line is not a snapshot header: create a snapshot with `querygate history collect`');
    checkVersion('this snapshot has version', value['querygateHistory'], _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .HISTORY_VERSION */ .g1, _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .HISTORY_VERSION */ .g1);
    const header = checkKeys('the header', value, HEADER);
    checkVersion("this snapshot's facts have version", value['factsVersion'], FIRST_FACTS_VERSION, _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .FACTS_VERSION */ .B5);
    checkKeys('`folded`', header['folded'], FOLDED);
    const sources = header['sources'].map((source) => checkKeys('a source', source, SOURCE));
    const read = {
        ...header,
        from: header['from'],
        to: header['to'],
        sources: sources.map((source) => ({
            ...source,
            from: source['from'],
            to: source['to'],
        })),
    };
    return { ...read, sources: (0,_older_facts_js__WEBPACK_IMPORTED_MODULE_1__/* .sourcesOf */ .u)(read) };
}
function checkVersion(what, found, first, last) {
    if (Number.isInteger(found) && found >= first && found <= last)
        return;
    const newer = typeof found === 'number' && found > last;
    const advice = newer ? 'update querygate' : 'collect it again';
    const known = first === last ? `version ${last}` : `versions ${first} to ${last}`;
    throw new _row_reader_js__WEBPACK_IMPORTED_MODULE_2__/* .RowProblem */ .uF(`${what} ${typeof found === 'number' ? found : 'unknown'}, but this querygate reads ${known}: ${advice}`);
}


/***/ }),

/***/ 81999:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   X: () => (/* binding */ total),
/* harmony export */   r: () => (/* binding */ headerOf)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72607);

/** Adds up counts of one source. */
function total(counts) {
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
/** Builds the header of a history from its sources and rows. */
function headerOf(sources, folded, { rows, statements }, now) {
    const defined = (texts) => texts.filter((text) => text !== undefined).sort();
    return {
        querygateHistory: _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .HISTORY_VERSION */ .g1,
        factsVersion: _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .FACTS_VERSION */ .B5,
        tool: _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .PRODUCT */ .Ax.version,
        collected: now.toISOString(),
        from: defined(sources.map(({ from }) => from))[0],
        to: defined(sources.map(({ to }) => to)).at(-1),
        sources,
        rows,
        statements,
        unread: sources.reduce((sum, { unread }) => sum + total(unread), 0),
        truncated: sources.reduce((sum, { truncated }) => sum + truncated, 0),
        folded,
    };
}


/***/ }),

/***/ 59158:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FK: () => (/* binding */ MAX_UNPACKED),
/* harmony export */   MV: () => (/* binding */ MAX_LINE),
/* harmony export */   pX: () => (/* binding */ MAX_ROWS)
/* harmony export */ });
// Snapshots come from repositories: reading one must be cheap, whatever it contains. Writing keeps the same limits.
/** Rows of one snapshot; a month of a busy production has about 60,000. */
const MAX_ROWS = 1_000_000;
/** UTF-16 code units of one line. A row that we write has at most about 4.3 million. */
const MAX_LINE = 16 * 1024 * 1024;
/** Bytes of all lines, uncompressed. */
const MAX_UNPACKED = 2 * 1024 * 1024 * 1024;


/***/ }),

/***/ 74820:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bn: () => (/* binding */ describeOverlap),
/* harmony export */   RO: () => (/* binding */ rowsOf),
/* harmony export */   dk: () => (/* binding */ mergeHistories),
/* harmony export */   xS: () => (/* binding */ startMerge)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72607);
/* harmony import */ var _days_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(64429);
/* harmony import */ var _fold_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(36917);
/* harmony import */ var _header_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(81999);
/* harmony import */ var _row_reader_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(21747);
/* harmony import */ var _row_text_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(62730);
/* harmony import */ var _runs_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(97640);







/**
 * Sums the rows of several histories. Rows of an older facts version become rows of the current one, with the missing
 * facts listed as not recorded. Raises ConfigError if they cover the same time of one source.
 */
function startMerge(histories, options) {
    if (histories.length === 0)
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL('no snapshot given: name the snapshots to merge');
    const sources = histories.flatMap(({ header }) => header.sources);
    if (!options.allowOverlap)
        refuseOverlap(histories.map(({ header }) => header.sources));
    const foldedBefore = histories.map(({ header }) => header.folded);
    const maxVariants = options.maxVariants ?? Math.max(...foldedBefore.map((folded) => folded.maxVariants));
    const count = { flows: 0, rows: 0 };
    return {
        sources,
        lines: (0,_fold_js__WEBPACK_IMPORTED_MODULE_2__/* .foldFlows */ .pT)((0,_runs_js__WEBPACK_IMPORTED_MODULE_6__/* .mergeRuns */ .rV)(histories.map(({ rows }) => sortedRun(rows))), maxVariants || _fold_js__WEBPACK_IMPORTED_MODULE_2__/* .DEFAULT_MAX_VARIANTS */ .K3, count),
        header: (written) => {
            const statements = histories.reduce((sum, { header }) => sum + header.statements, 0);
            if (statements !== written.statements)
                throw new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .InternalError */ .Gd(`${statements} executions went into a merge, but ${written.statements} came out`);
            const folded = {
                maxVariants,
                flows: foldedBefore.reduce((sum, { flows }) => sum + flows, count.flows),
                rows: foldedBefore.reduce((sum, { rows }) => sum + rows, count.rows),
            };
            return (0,_header_js__WEBPACK_IMPORTED_MODULE_3__/* .headerOf */ .r)(sources, folded, written, oldest(histories));
        },
    };
}
/** A merge is as old as its oldest input. */
function oldest(histories) {
    return new Date(Math.min(...histories.map(({ header }) => Date.parse(header.collected))));
}
/** Merges several histories in memory. Raises ConfigError if they cover the same time of one source. */
function mergeHistories(histories, options) {
    const merging = startMerge(histories, options);
    const { rows, statements } = rowsOf(merging.lines);
    return { header: merging.header({ rows: rows.length, statements }), rows };
}
/** Parses lines into rows. */
function rowsOf(lines) {
    const reader = new _row_reader_js__WEBPACK_IMPORTED_MODULE_4__/* .RowReader */ .of();
    const rows = [];
    for (const { body, days } of lines)
        rows.push(reader.read((0,_row_text_js__WEBPACK_IMPORTED_MODULE_5__/* .lineOf */ .cA)(body, days)));
    return { rows, statements: reader.statements };
}
function sortedRun(rows) {
    const writer = new _row_text_js__WEBPACK_IMPORTED_MODULE_5__/* .RowWriter */ .C4();
    const callers = new Map();
    const lines = rows.map((row) => {
        const patterns = row.callerPatterns?.join() ?? '';
        const texts = callers.get(row.caller) ?? new Map();
        callers.set(row.caller, texts);
        let caller = texts.get(patterns);
        if (!caller) {
            caller = (0,_row_text_js__WEBPACK_IMPORTED_MODULE_5__/* .callerText */ .v5)(row.caller, row.callerPatterns);
            texts.set(patterns, caller);
        }
        return (0,_runs_js__WEBPACK_IMPORTED_MODULE_6__/* .runLine */ .u_)(writer.tuple(row), caller, (0,_days_js__WEBPACK_IMPORTED_MODULE_1__/* .daysText */ .D5)(Object.entries(row.days)));
    });
    return lines.sort(_runs_js__WEBPACK_IMPORTED_MODULE_6__/* .compareLines */ .lZ);
}
function refuseOverlap(histories) {
    const seen = [];
    for (const sources of histories) {
        const twice = describeOverlap(sources, seen);
        if (twice !== undefined)
            throw new _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ConfigError */ .xL(`${twice}: executions in both would count twice; leave one out, or pass \`--allow-overlap\``);
        seen.push(...sources);
    }
}
/** Describes the first source that seems to be in both lists; undefined if there is none. */
function describeOverlap(sources, others) {
    for (const source of sources) {
        for (const known of others) {
            const same = overlap(source, known);
            if (same !== undefined)
                return `\`${source.name}\` ${same}`;
        }
    }
    return undefined;
}
/** Why two sources seem to contain the same executions. */
function overlap(a, b) {
    if (a.identity === b.identity)
        return a.bytes > 0 ? 'is in two of the snapshots' : undefined;
    if (a.kind !== b.kind || a.name !== b.name)
        return undefined;
    if (a.from === undefined || a.to === undefined || b.from === undefined || b.to === undefined) {
        // Totals without times have no window that could follow another; an empty source cannot overlap.
        return a.statements > 0 && b.statements > 0
            ? 'is in two of the snapshots, and has no times to tell them apart'
            : undefined;
    }
    if (a.from > b.to || b.from > a.to)
        return undefined;
    return `is in two of the snapshots, from ${a.from} to ${a.to} and from ${b.from} to ${b.to}`;
}


/***/ }),

/***/ 70464:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   l: () => (/* binding */ factsMissingIn),
/* harmony export */   u: () => (/* binding */ sourcesOf)
/* harmony export */ });
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72607);

const TABLES = {
    statement: _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ROW_STATEMENT_FACTS */ .d,
    caller: _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .CALLER_FACTS */ .al,
    operation: _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .OPERATION_FACTS */ .Yo,
};
/**
 * The facts that rows of an older version of the fact tables do not record, such as `operation.rebuilt`. Without those
 * that no history records.
 */
function factsMissingIn(factsVersion) {
    return Object.entries(TABLES).flatMap(([table, entries]) => Object.entries(entries)
        .filter(([name, { since }]) => since > factsVersion && !(table === 'statement' && name in _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .UNKNOWN_SURROUNDINGS */ .XN))
        .map(([name]) => `${table}.${name}`));
}
/** The sources of a header, each with the facts that its version lacks listed as not recorded. */
function sourcesOf({ sources, factsVersion, }) {
    if (factsVersion >= _model_index_js__WEBPACK_IMPORTED_MODULE_0__/* .FACTS_VERSION */ .B5)
        return sources;
    const missing = factsMissingIn(factsVersion);
    return sources.map((source) => ({ ...source, notCarried: [...new Set([...source.notCarried, ...missing])] }));
}


/***/ }),

/***/ 53295:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ ReasonCounts),
/* harmony export */   r: () => (/* binding */ REASON)
/* harmony export */ });
/** Form of a reason or a kind of record: one short line, written by us. */
const REASON = /^[A-Za-z0-9][^\p{Cc}]{0,199}$/u;
/** Counts by reason. Reasons come from a small fixed set and contain nothing of the input. */
class ReasonCounts {
    counts = new Map();
    add(reason, count) {
        const key = REASON.test(reason) ? reason : 'another reason';
        this.counts.set(key, (this.counts.get(key) ?? 0) + count);
    }
}


/***/ }),

/***/ 21747:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  uF: () => (/* binding */ RowProblem),
  of: () => (/* binding */ RowReader),
  zP: () => (/* binding */ RowReaders)
});

// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
// EXTERNAL MODULE: ./build/esm/history/snapshot/days.js
var snapshot_days = __webpack_require__(64429);
;// CONCATENATED MODULE: ./build/esm/history/snapshot/interner.js
/** Number of texts seen once that are remembered; each keeps the piece of the file alive from which it was sliced. */
const MAX_RECENT = 1024;
const MAX_KNOWN = 200_000;
/** Maps equal texts to one object. A text that occurs once costs no copy. */
class Interner {
    #known = new Map();
    #recent = new Map();
    get(text) {
        const known = this.#known.get(text);
        if (known !== undefined)
            return known;
        const recent = this.#recent.get(text);
        if (recent !== undefined) {
            this.#recent.delete(text);
            if (this.#known.size >= MAX_KNOWN)
                this.#known.clear();
            // The text is a slice that keeps everything read alive, so a copy is stored.
            this.#known.set(Buffer.from(text).toString(), recent);
        }
        return recent;
    }
    set(text, value) {
        if (this.#recent.size >= MAX_RECENT)
            this.#recent.clear();
        this.#recent.set(text, value);
    }
}

// EXTERNAL MODULE: ./build/esm/history/snapshot/row-text.js
var row_text = __webpack_require__(62730);
;// CONCATENATED MODULE: ./build/esm/history/snapshot/row-reader.js




/** Raised for a line that is not a valid row. The message says briefly what is wrong. */
class RowProblem extends Error {
    name = 'RowProblem';
}
/** Maximum length of the `days` text of a row with one day. */
const SHORT_DAYS = 20;
const NOWHERE = { start: 0, end: 0 };
const NO_READERS = [];
const DIALECT_TEXTS = new Map();
const ROW_KEYS = [
    'shape',
    'dialect',
    'unreadable',
    'truncated',
    'facts',
    'operations',
    'caller',
    'callerPatterns',
    'days',
];
/**
 * Reads rows of a snapshot. Equal facts, operations and callers are one object each, which saves most of the memory and
 * most of the parsing: their text is sliced out of the line and looked up.
 */
class RowReader {
    /** Executions of all rows so far. */
    statements = 0;
    #facts = new Map();
    #operations = new Interner();
    #callers = new Interner();
    #patterns = new Interner();
    #days = new Interner();
    #tables;
    #shapeText = '';
    #shape = '';
    /**
     * @param factsVersion version of the facts of the rows; facts that were added after it are not known
     */
    constructor(factsVersion = model/* FACTS_VERSION */.B5) {
        this.#tables = tablesOf(factsVersion);
    }
    /** Raises RowProblem. */
    read(line) {
        return this.#readPieces(line) ?? this.#readAny(line);
    }
    /**
     * Reads a line in the form that we write, split at its keys. `,"facts":` cannot occur inside a JSON string, where a
     * quote is preceded by a backslash. If each piece between the keys is one JSON value, the line is an object with
     * exactly these keys.
     */
    #readPieces(line) {
        if (!line.startsWith('{"shape":"') || !line.endsWith('}}'))
            return undefined;
        const dialectAt = line.indexOf(',"dialect":', 9);
        const factsAt = line.indexOf(',"facts":', dialectAt + 11);
        const operationsAt = line.indexOf(',"operations":', factsAt + 9);
        const callerAt = line.indexOf(',"caller":', operationsAt + 14);
        const daysAt = line.lastIndexOf(',"days":');
        if (dialectAt < 0 || factsAt < 0 || operationsAt < 0 || callerAt < 0 || daysAt < callerAt)
            return undefined;
        const dialect = dialectOf(line.slice(dialectAt + 11, factsAt));
        if (dialect === undefined)
            return undefined;
        const shapeText = line.slice(9, dialectAt);
        if (shapeText !== this.#shapeText) {
            const shape = json(shapeText);
            if (typeof shape !== 'string')
                return undefined;
            this.#shape = shape;
            this.#shapeText = shapeText;
        }
        const days = this.#daysOf(line.slice(daysAt + 8, -1));
        if (!days)
            return undefined;
        const operations = sharedText(this.#operations, line.slice(operationsAt + 14, callerAt), this.#operationsOf);
        const facts = sharedText(this.#factsIn(dialect), line.slice(factsAt + 9, operationsAt), this.#statementIn(dialect));
        const patternsAt = line.indexOf(row_text/* PATTERNS_KEY */.g0, callerAt + 10);
        const callerEnd = patternsAt < 0 ? daysAt : patternsAt;
        const caller = sharedText(this.#callers, line.slice(callerAt + 10, callerEnd), this.#callerOf);
        if (!operations || !facts || !caller)
            return undefined;
        const row = {
            shape: this.#shape,
            dialect,
            caller,
            operations,
            facts,
            unreadable: undefined,
            truncated: false,
            days,
        };
        if (patternsAt < 0) {
            this.statements += (0,snapshot_days/* addDays */.fi)(days);
            return row;
        }
        const callerPatterns = sharedText(this.#patterns, line.slice(patternsAt + row_text/* PATTERNS_KEY */.g0.length, daysAt), patternsOf);
        if (!callerPatterns)
            return undefined;
        this.statements += (0,snapshot_days/* addDays */.fi)(days);
        return { ...row, callerPatterns };
    }
    #factsIn(dialect) {
        let facts = this.#facts.get(dialect);
        if (!facts) {
            facts = new Interner();
            this.#facts.set(dialect, facts);
        }
        return facts;
    }
    /** Most rows have few executions on one day, so short texts are interned. */
    #daysOf(text) {
        if (text.length > SHORT_DAYS)
            return (0,snapshot_days/* readDays */.Qg)(text);
        const known = this.#days.get(text);
        if (known)
            return known;
        const days = (0,snapshot_days/* readDays */.Qg)(text);
        if (days)
            this.#days.set(text, days);
        return days;
    }
    /** Reads any line, with its keys in any order; raises RowProblem if it is not a row. */
    #readAny(line) {
        const row = json(line);
        if (!isObject(row))
            throw new RowProblem('the line is not a JSON object');
        for (const key of Object.keys(row)) {
            if (!ROW_KEYS.includes(key))
                throw new RowProblem(`a row has an unknown key \`${key}\``);
        }
        const { shape, dialect, unreadable, truncated = false } = row;
        if (typeof shape !== 'string')
            throw new RowProblem('`shape` must be a string');
        if (typeof dialect !== 'string' || !(0,model/* isDialect */.RM)(dialect))
            throw new RowProblem('`dialect` is unknown');
        if (unreadable !== undefined && typeof unreadable !== 'string')
            throw new RowProblem('`unreadable` must be a string');
        if (typeof truncated !== 'boolean')
            throw new RowProblem('`truncated` must be true or false');
        // Validated before they are used as keys, so deeply nested values are rejected first.
        const operations = shared(this.#operations, row['operations'], this.#operationsOf);
        const facts = shared(this.#factsIn(dialect), row['facts'], this.#statementIn(dialect));
        const caller = shared(this.#callers, row['caller'], this.#callerOf);
        const callerPatterns = row['callerPatterns'] === undefined ? undefined : shared(this.#patterns, row['callerPatterns'], patternsOf);
        const days = (0,snapshot_days/* daysOf */.hF)(row['days']);
        if (!days)
            throw new RowProblem('`days` must map days (`2026-01-31`) to positive integers');
        this.statements += (0,snapshot_days/* addDays */.fi)(days);
        const read = { shape, dialect, caller, operations, facts, unreadable, truncated, days };
        return callerPatterns === undefined ? read : { ...read, callerPatterns };
    }
    #statementIn(dialect) {
        return (value) => {
            const facts = factsOf('facts', this.#tables.statement, value);
            return { ...facts, dialect };
        };
    }
    #callerOf = (value) => factsOf('caller', this.#tables.caller, value);
    #operationsOf = (value) => {
        if (!Array.isArray(value))
            throw new RowProblem('`operations` must be a list');
        return value.map((each) => operationOf(each, this.#tables.operation));
    };
}
/** One reader for each version of the facts: the same text means other facts in another version. */
class RowReaders {
    #readers = new Map();
    of(factsVersion) {
        const reader = this.#readers.get(factsVersion) ?? new RowReader(factsVersion);
        this.#readers.set(factsVersion, reader);
        return reader;
    }
}
/** Undefined if the text is not JSON or not valid; reading the full line then reports the problem. */
function sharedText(known, text, read) {
    const found = known.get(text);
    if (found !== undefined)
        return found;
    let made;
    try {
        made = read(json(text));
    }
    catch (error) {
        if (error instanceof RowProblem)
            return undefined;
        throw error;
    }
    known.set(text, made);
    return made;
}
/** Raises RowProblem. */
function shared(known, value, read) {
    const made = read(value);
    const text = JSON.stringify(value);
    const found = known.get(text);
    if (found !== undefined)
        return found;
    known.set(text, made);
    return made;
}
function patternsOf(value) {
    const names = model/* CALLER_PATTERNS */.KG;
    if (!Array.isArray(value) || !value.every((name) => names.includes(name)))
        throw new RowProblem(`\`callerPatterns\` must be a list of ${model/* CALLER_PATTERNS */.KG.join(', ')}`);
    return value;
}
/** Undefined if the text is not JSON; JSON itself has no undefined. */
function json(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function dialectOf(text) {
    const known = DIALECT_TEXTS.get(text);
    if (known !== undefined)
        return known;
    const dialect = json(text);
    if (typeof dialect !== 'string' || !(0,model/* isDialect */.RM)(dialect))
        return undefined;
    DIALECT_TEXTS.set(JSON.stringify(dialect), dialect);
    return dialect;
}
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
const DEFAULTS = {
    string: '',
    bool: false,
    int: 0,
    'list<string>': Object.freeze([]),
    'map<string, string>': Object.freeze({}),
    target: undefined,
};
/** A row of an older version has no fact that was added later, so the default of such a fact would be a guess. */
function tableOf(entries, factsVersion, defaults = {}) {
    const all = Object.entries(entries);
    const isKnown = ({ since }) => since <= factsVersion;
    return {
        types: new Map(all.filter(([, entry]) => isKnown(entry)).map(([name, { type }]) => [name, type])),
        defaults: Object.fromEntries(all.map(([name, entry]) => [name, isKnown(entry) ? (defaults[name] ?? DEFAULTS[entry.type]) : undefined])),
    };
}
const { kind: _kind, place: _place, target: _target, ...OTHER_FACTS } = model/* OPERATION_FACTS */.Yo;
const TARGET_TABLE = tableOf({ ...model/* TARGET_FIELDS */.G_, text: model/* TARGET_FIELDS */.G_.name }, model/* FACTS_VERSION */.B5);
function tablesOf(factsVersion) {
    return {
        statement: tableOf(model/* ROW_STATEMENT_FACTS */.d, factsVersion),
        caller: tableOf(model/* CALLER_FACTS */.al, factsVersion),
        operation: tableOf(OTHER_FACTS, factsVersion, row_text/* OPERATION_DEFAULTS */.Dp),
    };
}
/** Names of tags; all other keys are rejected. */
const TAG = /^[A-Za-z][\w.-]{0,63}$/;
function isFact(type, value) {
    switch (type) {
        case 'string':
            return typeof value === 'string';
        case 'bool':
            return typeof value === 'boolean';
        case 'int':
            return Number.isSafeInteger(value);
        case 'list<string>':
            return Array.isArray(value) && value.every((item) => typeof item === 'string');
        case 'map<string, string>':
            return isObject(value) && Object.entries(value).every(([key, item]) => TAG.test(key) && typeof item === 'string');
        case 'target':
            return false;
    }
}
/** Reads all facts of a table, in its order; raises RowProblem. */
function factsOf(what, { types, defaults }, value) {
    if (!isObject(value))
        throw new RowProblem(`\`${what}\` must be an object`);
    const facts = { ...defaults };
    for (const key in value) {
        if (key === 'notCarried')
            continue;
        const type = types.get(key);
        if (type === undefined)
            throw new RowProblem(`\`${what}\` has an unknown key \`${key}\``);
        if (!isFact(type, value[key]))
            throw new RowProblem(`\`${what}.${key}\` must be ${type === 'int' ? 'an integer' : `of type ${type}`}`);
        facts[key] = value[key];
    }
    const notCarried = Object.hasOwn(value, 'notCarried') ? value['notCarried'] : [];
    if (!isFact('list<string>', notCarried))
        throw new RowProblem(`\`${what}.notCarried\` must list names`);
    for (const name of notCarried) {
        if (!types.has(name))
            throw new RowProblem(`\`${what}.notCarried\` names an unknown fact`);
        if (Object.hasOwn(value, name))
            throw new RowProblem(`\`${what}.${name}\` is both given and listed in \`notCarried\``);
        facts[name] = undefined;
    }
    return facts;
}
function operationOf(value, table) {
    if (!isObject(value))
        throw new RowProblem('an operation must be an object');
    const { kind, place = 'statement', target = {}, ...others } = value;
    if (typeof kind !== 'string' || !(0,model/* isOperationKind */.yG)(kind))
        throw new RowProblem('`operation.kind` is unknown: a newer querygate may know it');
    if (typeof place !== 'string' || !Object.hasOwn(model/* PLACES */.ls, place))
        throw new RowProblem('`operation.place` is unknown');
    const facts = factsOf('operation', table, others);
    return { kind, target: targetOf(target), place, ...facts, span: NOWHERE, readers: NO_READERS };
}
function targetOf(value) {
    const { name, schema, quoted, text } = factsOf('operation.target', TARGET_TABLE, value);
    if (quoted === undefined || text === undefined)
        throw new RowProblem('`operation.target.notCarried` may list only `name` and `schema`');
    const written = Object.hasOwn(value, 'text');
    return { name, schema, quoted, text: written ? text : (0,row_text/* targetText */.Z3)(schema, name) };
}


/***/ }),

/***/ 62730:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C4: () => (/* binding */ RowWriter),
/* harmony export */   Dp: () => (/* binding */ OPERATION_DEFAULTS),
/* harmony export */   EN: () => (/* binding */ bodyOf),
/* harmony export */   Yt: () => (/* binding */ cutShape),
/* harmony export */   Z3: () => (/* binding */ targetText),
/* harmony export */   cA: () => (/* binding */ lineOf),
/* harmony export */   g0: () => (/* binding */ PATTERNS_KEY),
/* harmony export */   qg: () => (/* binding */ rowText),
/* harmony export */   v5: () => (/* binding */ callerText),
/* harmony export */   xQ: () => (/* binding */ rowLine)
/* harmony export */ });
/* unused harmony export TOO_LARGE */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(72607);


/**
 * The header has the version of the fact table and of this notation. Equal facts have equal text, so the text can be a
 * key.
 */
/**
 * Values that no rule can read are not recorded: a condition is undecided over a list of more than 1,000 items or
 * 64,000 characters, and over a text of more than 4,096, just as over a fact that is not recorded (src/rules/cel).
 */
const MAX_ITEMS = 1000;
const MAX_LIST_TEXT = 64_000;
const MAX_TEXT = 4096;
/** Above this, a statement does not fit into a row, and its row says so. */
const MAX_OPERATIONS = 1000;
const MAX_REST = 4 * 1024 * 1024;
const MAX_SHAPE = 32_768;
const MAX_REASON = 200;
const TOO_LARGE = 'statement too large for a history row';
/** Operation facts whose default differs from that of their type. */
const OPERATION_DEFAULTS = { readable: true };
function isDefault(type, value) {
    switch (type) {
        case 'bool':
            return value === false;
        case 'int':
            return value === 0;
        case 'string':
            return value === '';
        case 'list<string>':
            return value.length === 0;
        case 'map<string, string>':
        case 'target':
            return Object.keys(value).length === 0;
    }
}
/** Returns the value if a rule can read it, otherwise undefined. */
function readable(type, value) {
    switch (type) {
        case 'int':
            return Number.isSafeInteger(value) ? value : undefined;
        case 'string':
            return typeof value === 'string' && value.length <= MAX_TEXT ? value : undefined;
        case 'list<string>': {
            const list = value;
            if (list === undefined || list.length > MAX_ITEMS)
                return undefined;
            return list.reduce((sum, item) => sum + item.length, 0) > MAX_LIST_TEXT ? undefined : list;
        }
        default:
            return value;
    }
}
/** Formats the facts of a table without defaults; facts that are not recorded are listed by name. */
function factsObject(table, facts, skip = [], defaults = {}) {
    const written = {};
    const notCarried = [];
    for (const [name, { type }] of Object.entries(table)) {
        if (skip.includes(name))
            continue;
        const value = readable(type, facts[name]);
        if (value === undefined)
            notCarried.push(name);
        else if (name in defaults ? value !== defaults[name] : !isDefault(type, value))
            written[name] = type === 'map<string, string>' ? sorted(value) : value;
    }
    if (notCarried.length > 0)
        written['notCarried'] = notCarried;
    return written;
}
function sorted(map) {
    const byName = ([a], [b]) => (a < b ? -1 : 1);
    return Object.fromEntries(Object.entries(map).sort(byName));
}
/** Display text of a target, unless the snapshot has another one. */
function targetText(schema, name) {
    return schema ? `${schema}.${name ?? ''}` : (name ?? '');
}
function targetObject(target) {
    const written = {};
    const notCarried = [];
    for (const field of ['name', 'schema']) {
        const value = readable('string', target[field]);
        if (value === undefined)
            notCarried.push(field);
        else if (value !== '')
            written[field] = value;
    }
    if (target.quoted)
        written['quoted'] = true;
    if (target.text !== targetText(target.schema, target.name))
        written['text'] = target.text.slice(0, MAX_TEXT);
    if (notCarried.length > 0)
        written['notCarried'] = notCarried;
    return written;
}
function operationObject(operation) {
    const target = targetObject(operation.target);
    return {
        kind: operation.kind,
        ...(operation.place !== 'statement' && { place: operation.place }),
        ...(Object.keys(target).length > 0 && { target }),
        ...factsObject(_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .OPERATION_FACTS */ .Yo, operation, ['kind', 'place', 'target'], OPERATION_DEFAULTS),
    };
}
/** A shape as rows have it. */
function cutShape(shape) {
    if (shape.length <= MAX_SHAPE)
        return shape;
    const hash = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(shape).digest('hex').slice(0, 12);
    const last = shape.charCodeAt(MAX_SHAPE - 1);
    const end = last >= 0xd800 && last <= 0xdbff ? MAX_SHAPE - 1 : MAX_SHAPE;
    return `${shape.slice(0, end)} … [${shape.length} characters, sha256 ${hash}]`;
}
const NOTHING_KNOWN = JSON.stringify({ notCarried: Object.keys(_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .ROW_STATEMENT_FACTS */ .d) });
/** Formats facts as JSON, each object once, because rows share objects. */
class RowWriter {
    #facts = new Map();
    #operations = new Map();
    /** Never raises: a tuple that is too large becomes one with nothing known. */
    tuple({ shape, dialect, operations, facts, unreadable, truncated }) {
        const tooLarge = operations.length > MAX_OPERATIONS;
        const parts = tooLarge ? '' : `,"facts":${this.#factsText(facts)},"operations":${this.#operationsText(operations)}`;
        const reason = tooLarge || parts.length > MAX_REST ? TOO_LARGE : unreadable?.slice(0, MAX_REASON);
        return {
            shape: JSON.stringify(cutShape(shape)),
            dialect: JSON.stringify(dialect),
            rest: [
                reason === undefined ? '' : `,"unreadable":${JSON.stringify(reason)}`,
                truncated ? ',"truncated":true' : '',
                reason === TOO_LARGE ? `,"facts":${NOTHING_KNOWN},"operations":[]` : parts,
            ].join(''),
        };
    }
    #factsText(facts) {
        let text = this.#facts.get(facts);
        if (text === undefined) {
            text = JSON.stringify(factsObject(_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .ROW_STATEMENT_FACTS */ .d, facts));
            this.#facts.set(facts, text);
        }
        return text;
    }
    #operationsText(operations) {
        let text = this.#operations.get(operations);
        if (text === undefined) {
            text = JSON.stringify(operations.map(operationObject));
            this.#operations.set(operations, text);
        }
        return text;
    }
}
/** Key between a caller and its patterns. */
const PATTERNS_KEY = ',"callerPatterns":';
/** Formats the caller as JSON. */
function callerText(caller, patterns = []) {
    const flow = [caller.application || caller.user || '', caller.database ?? ''];
    const carried = _model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .CALLER_PATTERNS */ .KG.filter((name) => patterns.includes(name) && caller[name] !== undefined);
    const json = JSON.stringify(factsObject(_model_index_js__WEBPACK_IMPORTED_MODULE_1__/* .CALLER_FACTS */ .al, caller));
    return {
        flow: JSON.stringify(flow),
        json: carried.length === 0 ? json : `${json}${PATTERNS_KEY}${JSON.stringify(carried)}`,
    };
}
/** The line of a row without its `days`; used as its key. */
function bodyOf(tuple, caller) {
    return `{"shape":${tuple.shape},"dialect":${tuple.dialect}${tuple.rest},"caller":${caller.json}`;
}
/** The full line of a row. */
function lineOf(body, days) {
    return `${body},"days":${days}}`;
}
/** The row without its days, for stores that keep these elsewhere. */
function rowText(body) {
    return `${body}}`;
}
/** Restores the line of a row that was stored without its days. `days`: executions per UTC day, as JSON. */
function rowLine(text, days) {
    return lineOf(text.slice(0, -1), days);
}


/***/ }),

/***/ 97640:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   bp: () => (/* binding */ writeRun),
/* harmony export */   cI: () => (/* binding */ readRun),
/* harmony export */   lZ: () => (/* binding */ compareLines),
/* harmony export */   rV: () => (/* binding */ mergeRuns),
/* harmony export */   u_: () => (/* binding */ runLine)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_string_decoder__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(46193);
/* harmony import */ var _days_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(64429);
/* harmony import */ var _row_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(62730);




/** Formats a row as a line of a run. */
function runLine(tuple, caller, days) {
    return { flow: `${tuple.shape}${tuple.dialect}${caller.flow}`, body: (0,_row_text_js__WEBPACK_IMPORTED_MODULE_3__/* .bodyOf */ .EN)(tuple, caller), days };
}
const BUFFER = 256 * 1024;
/** Compares by flow, then by body, in UTF-16 code units, so the order is the same on every machine. */
function compareLines(a, b) {
    if (a.flow !== b.flow)
        return a.flow < b.flow ? -1 : 1;
    if (a.body !== b.body)
        return a.body < b.body ? -1 : 1;
    return 0;
}
/** Writes a run to a new file. */
function writeRun(path, run) {
    const file = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(path, 'wx', 0o600);
    try {
        let text = [];
        let size = 0;
        const flush = () => {
            writeAll(file, Buffer.from(text.join('')));
            text = [];
            size = 0;
        };
        for (const { flow, body, days } of run) {
            const line = `${flow}\t${body}\t${days}\n`;
            text.push(line);
            size += line.length;
            if (size > BUFFER)
                flush();
        }
        flush();
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(file);
    }
}
function writeAll(file, bytes) {
    for (let at = 0; at < bytes.length;)
        at += (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeSync)(file, bytes, at);
}
/** Reads a run from a file written by `writeRun`. */
function* readRun(path) {
    const file = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(path, 'r');
    try {
        const buffer = Buffer.allocUnsafe(BUFFER);
        const decoder = new node_string_decoder__WEBPACK_IMPORTED_MODULE_1__.StringDecoder('utf8');
        let rest = '';
        for (let size = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readSync)(file, buffer); size > 0; size = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readSync)(file, buffer)) {
            const lines = (rest + decoder.write(buffer.subarray(0, size))).split('\n');
            rest = lines.pop() ?? '';
            for (const line of lines)
                yield parsed(line);
        }
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(file);
    }
}
function parsed(line) {
    const first = line.indexOf('\t');
    const last = line.lastIndexOf('\t');
    return { flow: line.slice(0, first), body: line.slice(first + 1, last), days: line.slice(last + 1) };
}
/** Merges sorted runs into one that has each tuple once, with the sum of its days. */
function* mergeRuns(runs) {
    const heap = [];
    for (const run of runs) {
        const rest = run[Symbol.iterator]();
        const first = rest.next();
        if (!first.done)
            heap.push({ line: first.value, rest });
    }
    for (let at = (heap.length >> 1) - 1; at >= 0; at--)
        sink(heap, at);
    try {
        for (let top = heap[0]; top !== undefined; top = heap[0]) {
            const { line } = top;
            advance(heap);
            const days = [line.days];
            for (let next = heap[0]; next !== undefined && compareLines(next.line, line) === 0; next = heap[0]) {
                days.push(next.line.days);
                advance(heap);
            }
            yield days.length === 1 ? line : { ...line, days: (0,_days_js__WEBPACK_IMPORTED_MODULE_2__/* .sumDays */ .N7)(days) };
        }
    }
    finally {
        for (const { rest } of heap)
            rest.return?.();
    }
}
/** Replaces the top of the heap by the next line of its run. */
function advance(heap) {
    const top = heap[0];
    if (top === undefined)
        return;
    const next = top.rest.next();
    if (!next.done)
        top.line = next.value;
    else {
        const last = heap.pop();
        if (last === undefined || last === top)
            return;
        heap[0] = last;
    }
    sink(heap, 0);
}
/** Restores the heap order below one index. */
function sink(heap, from) {
    for (let at = from;;) {
        let least = at;
        for (const child of [2 * at + 1, 2 * at + 2]) {
            const a = heap[child];
            const b = heap[least];
            if (a && b && compareLines(a.line, b.line) < 0)
                least = child;
        }
        const moved = heap[least];
        const current = heap[at];
        if (least === at || !moved || !current)
            return;
        heap[at] = moved;
        heap[least] = current;
        at = least;
    }
}


/***/ })

};
