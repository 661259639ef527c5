export const id = 5093;
export const ids = [5093];
export const modules = {

/***/ 85093:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  COLLECT_TOOLS: () => (/* binding */ COLLECT_TOOLS)
});

// EXTERNAL MODULE: ./build/esm/traffic/index.js + 20 modules
var traffic = __webpack_require__(61390);
// EXTERNAL MODULE: ./build/esm/history/input/open.js + 1 modules
var input_open = __webpack_require__(13566);
// EXTERNAL MODULE: ./build/esm/model/index.js + 17 modules
var model = __webpack_require__(72607);
;// CONCATENATED MODULE: ./build/esm/history/input/byte-lines.js
/** Longer records of a log are not read, so that a log cannot decide how much memory its reader takes. */
const MAX_RECORD = 64 * 1024 * 1024;
const LF = 0x0a;
/** Splits chunks into lines, without copying a line that lies within one chunk. */
class ByteLines {
    #sink;
    #limit;
    #carry = Buffer.alloc(0);
    #carried = 0;
    #skipping = false;
    #number = 0;
    constructor(sink, limit = MAX_RECORD) {
        this.#sink = sink;
        this.#limit = limit;
    }
    write(chunk) {
        const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
        let at = 0;
        if (this.#carried > 0 || this.#skipping) {
            const lf = bytes.indexOf(LF);
            this.#keep(bytes, 0, lf < 0 ? bytes.length : lf);
            if (lf < 0)
                return;
            this.#flush(true);
            at = lf + 1;
        }
        const { length } = bytes;
        while (at < length) {
            const lf = bytes.indexOf(LF, at);
            if (lf < 0)
                break;
            if (lf - at > this.#limit)
                this.#sink.overlong(++this.#number);
            else
                this.#sink.line(bytes, at, lf, ++this.#number, true);
            at = lf + 1;
        }
        if (at < length)
            this.#keep(bytes, at, length);
    }
    end() {
        if (this.#carried > 0 || this.#skipping)
            this.#flush(false);
    }
    #keep(bytes, start, end) {
        if (this.#skipping)
            return;
        const carried = this.#carried + end - start;
        if (carried > this.#limit) {
            this.#skipping = true;
            return;
        }
        if (carried > this.#carry.length) {
            const grown = Buffer.allocUnsafe(Math.max(carried, 2 * this.#carry.length, 4096));
            this.#carry.copy(grown, 0, 0, this.#carried);
            this.#carry = grown;
        }
        bytes.copy(this.#carry, this.#carried, start, end);
        this.#carried = carried;
    }
    #flush(complete) {
        const length = this.#carried;
        const skipped = this.#skipping;
        this.#carried = 0;
        this.#skipping = false;
        this.#number++;
        if (skipped)
            this.#sink.overlong(this.#number);
        else
            this.#sink.line(this.#carry, 0, length, this.#number, complete);
        // Free the memory of a huge line, instead of holding it for the rest of the log.
        if (this.#carry.length > 1024 * 1024)
            this.#carry = Buffer.alloc(0);
    }
}

// EXTERNAL MODULE: ./build/esm/history/input/byte-text.js
var byte_text = __webpack_require__(36070);
;// CONCATENATED MODULE: ./build/esm/history/sources/instant.js
const NONE = { at: Number.NaN, zoned: true };
/** Below this, a number is seconds (up to the year 5138); above, milliseconds (from March 1973). */
const SECONDS_BELOW = 1e11;
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/;
/**
 * Reads a timestamp as exports write it: ISO 8601 (`2026-11-20T16:22:57.299Z`, with a space, `+02`, `UTC`, or a day
 * alone), or seconds or milliseconds since 1970, as a number or a string.
 */
function readInstant(value) {
    if (typeof value === 'number')
        return sinceEpoch(value);
    if (typeof value !== 'string')
        return NONE;
    const text = value.trim();
    if (/^\d{1,13}(?:\.\d{1,9})?$/.test(text))
        return sinceEpoch(Number(text));
    const found = ISO.exec(text);
    if (!found)
        return NONE;
    const [, day = '', minute = '00:00', second = '00', fraction = '', zone = ''] = found;
    const milliseconds = `${fraction}000`.slice(0, 3);
    const at = Date.parse(`${day}T${minute}:${second}.${milliseconds}${offset(zone)}`);
    // Date.parse reads the 31st of February as the 3rd of March.
    const real = new Date(Date.parse(`${day}T00:00:00Z`));
    return !Number.isNaN(real.getTime()) && real.toISOString().startsWith(day) ? { at, zoned: zone !== '' } : NONE;
}
function offset(zone) {
    if (!/^[+-]/.test(zone))
        return 'Z';
    return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}
function sinceEpoch(value) {
    if (!Number.isFinite(value) || value < 0)
        return NONE;
    return { at: Math.floor(value < SECONDS_BELOW ? value * 1000 : value), zoned: true };
}

// EXTERNAL MODULE: ./build/esm/history/sources/postgresql/string-mode.js
var string_mode = __webpack_require__(9678);
// EXTERNAL MODULE: ./build/esm/history/sources/source.js
var source = __webpack_require__(48185);
;// CONCATENATED MODULE: ./build/esm/history/sources/jsonl.js





/**
 * Our own JSON Lines, one statement per line, for every source without a reader of its own. See
 * docs/history-sources.md.
 */
const jsonl = {
    kind: 'jsonl',
    dialects: ['postgresql', 'mysql', 'mariadb', 'sqlite', 'transactsql'],
    notCarried: [],
    sniff: (head) => {
        const { line, isCut } = firstLine(head);
        const value = parsed(line);
        if (value !== undefined)
            return typeof value['sql'] === 'string' ? 0.97 : 0;
        return isCut && /^\s*\{/.test(line) && /[{,]\s*"sql"\s*:\s*"/.test(line) ? 0.9 : 0;
    },
    reportsFailures: (head) => parsed(firstLine(head).line)?.['outcome'] !== undefined,
    open: (sink, options) => new JsonLinesReader(sink, options),
};
/** The first line with text, and whether the head may end within it. */
function firstLine(head) {
    const lines = Buffer.from(head)
        .toString('utf8')
        .replace(/^\ufeff/, '')
        .split('\n');
    const at = lines.findIndex((text) => text.trim() !== '');
    return { line: lines[at] ?? '', isCut: at === lines.length - 1 };
}
const KEYS = new Set([
    'sql',
    'calls',
    'user',
    'application',
    'database',
    'at',
    'session',
    'binds',
    'normalised',
    'truncated',
    'outcome',
    // The proxy writes these for people; they say nothing of the query itself.
    ...['id', 'sqlstate', 'durationMs', 'inTransaction', 'judged'],
]);
/** Outcomes of statements that did not take effect, and as what they are counted. */
const WITHOUT_EFFECT = new Map([
    ['failed', 'failed statement'],
    ['blocked', 'blocked statement'],
]);
/** Number of unknown keys that are named. */
const MAX_NAMED = 20;
function parsed(text) {
    try {
        const value = JSON.parse(text);
        return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
    }
    catch {
        return undefined;
    }
}
class JsonLinesReader {
    #sink;
    #options;
    #lines;
    #unknown = new Set();
    #more = false;
    #undated = 0;
    #unzoned = false;
    #unbound = 0;
    #ordinal = 0;
    #bytes = Buffer.allocUnsafe(64 * 1024);
    #modes;
    #statement;
    constructor(sink, options) {
        this.#sink = sink;
        this.#options = options;
        this.#modes = options.dialect === 'postgresql' ? new string_mode/* StringModes */.wB() : undefined;
        this.#lines = new ByteLines({
            line: (bytes, start, end, number) => this.#line(bytes, start, end, number),
            overlong: (number) => this.#unread('line longer than 64 MiB', number),
        });
        this.#statement = (0,source/* blankStatement */.I_)(this.#bytes);
    }
    write(chunk) {
        this.#lines.write(chunk);
    }
    end() {
        this.#lines.end();
    }
    #line(bytes, start, end, number) {
        const text = (0,byte_text/* decode */.D4)(bytes, start, end);
        const json = number === 1 ? text.replace(/^\ufeff/, '') : text;
        if (json.trim() === '')
            return;
        const line = parsed(json);
        if (!line) {
            this.#unread('line is not a JSON object', number);
            return;
        }
        const { sql } = line;
        if (typeof sql !== 'string') {
            this.#unread('line without `sql`', number);
            return;
        }
        const calls = countOf(line['calls']);
        if (calls === undefined) {
            this.#unread('line whose `calls` is not a positive integer', number);
            return;
        }
        const invalid = ['user', 'application', 'database'].find((key) => !isName(line[key]));
        if (invalid !== undefined) {
            this.#unread(`line whose \`${invalid}\` is not a string`, number);
            return;
        }
        for (const key in line)
            if (!KEYS.has(key))
                this.#ignore(key);
        const binds = this.#binds(line['binds']);
        const at = this.#at(line['at']);
        const session = sessionOf(line['session']);
        const { part } = this.#options;
        const turn = session === '' ? this.#ordinal++ % part.of : (0,source/* partOf */.BU)(session, part);
        if (turn !== part.index)
            return;
        const skipped = WITHOUT_EFFECT.get(line['outcome']);
        if (skipped !== undefined) {
            this.#sink.skipped(skipped);
            if (session !== '')
                this.#sink.failed?.(session);
            return;
        }
        const statement = this.#statement;
        this.#encode(sql);
        statement.at = at;
        statement.calls = calls;
        statement.user = nameOf(line['user']);
        statement.application = nameOf(line['application']);
        statement.database = nameOf(line['database']);
        statement.session = session;
        statement.binds = binds;
        statement.truncated = isSet(line['truncated']);
        statement.normalised = isSet(line['normalised']);
        statement.mode = this.#modes?.of(session);
        this.#sink.statement(statement);
        this.#modes?.ran(session, statement);
    }
    #encode(sql) {
        // UTF-8 takes at most three bytes per UTF-16 code unit.
        if (sql.length * 3 > this.#bytes.length)
            this.#bytes = Buffer.allocUnsafe(sql.length * 3);
        this.#statement.bytes = this.#bytes;
        this.#statement.end = this.#bytes.write(sql);
    }
    #at(value) {
        if (value === undefined || value === null)
            return Number.NaN;
        const { at, zoned } = readInstant(value);
        if (Number.isNaN(at))
            this.#undated++;
        else if (!zoned)
            this.#unzoned = true;
        return at;
    }
    #binds(value) {
        if (value === undefined || value === null)
            return undefined;
        if (!Array.isArray(value) || !value.every(isScalar)) {
            this.#unbound++;
            return undefined;
        }
        return value.map((bind) => (bind === null ? null : String(bind)));
    }
    #ignore(key) {
        if (this.#unknown.has(key))
            return;
        // A key can be anything, so only names are repeated.
        if (this.#unknown.size < MAX_NAMED && /^[A-Za-z][\w.-]{0,39}$/.test(key))
            this.#unknown.add(key);
        else
            this.#more = true;
    }
    #unread(reason, line) {
        const { of, index } = this.#options.part;
        if (this.#ordinal++ % of === index)
            this.#sink.unread(reason, line, 1);
    }
    notes() {
        const notes = [];
        const keys = [...this.#unknown].sort().map((key) => `\`${key}\``);
        if (keys.length > 0 || this.#more) {
            notes.push(`ignored keys: ${[...keys, ...(this.#more ? ['others'] : [])].join(', ')}`);
        }
        if (this.#undated > 0)
            notes.push(`lines counted without a day because \`at\` is not a valid timestamp: ${this.#undated}`);
        if (this.#unzoned)
            notes.push('times without a time zone are read as UTC');
        if (this.#unbound > 0)
            notes.push(`lines whose \`binds\` were ignored because they are not a list of values: ${this.#unbound}`);
        return notes;
    }
}
function isName(value) {
    return value === undefined || value === null || typeof value === 'string';
}
function nameOf(value) {
    return typeof value === 'string' ? value : undefined;
}
function sessionOf(value) {
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
/**
 * Databases write booleans in several ways. Anything that is not clearly false is true, which claims less about the
 * statement.
 */
function isSet(value) {
    return ![undefined, null, false, 0, '', '0', 'f', 'false', 'no', 'N', 'FALSE', 'False'].some((no) => no === value);
}
/** Exports write large numbers as strings. */
function countOf(value) {
    if (value === undefined || value === null)
        return 1;
    const count = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
    return typeof count === 'number' && Number.isSafeInteger(count) && count >= 1 ? count : undefined;
}
function isScalar(value) {
    return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

;// CONCATENATED MODULE: ./build/esm/history/input/csv.js

const csv_LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
/** More columns than any log or export has. */
const MAX_FIELDS = 512;
/** The fields of one record. A quoted field lies between its quotes, with doubled quotes still doubled. */
class CsvFields {
    bytes = Buffer.alloc(0);
    /** Number of fields. */
    count = 0;
    starts = new Int32Array(MAX_FIELDS);
    ends = new Int32Array(MAX_FIELDS);
    /** 0: not quoted. 1: quoted. 2: quoted, with doubled quotes inside. */
    quoted = new Uint8Array(MAX_FIELDS);
    length(field) {
        return (this.ends[field] ?? 0) - (this.starts[field] ?? 0);
    }
    /** Text of a field (counted from 0), unescaped. */
    text(field) {
        if (field < 0 || field >= this.count)
            return '';
        const text = this.bytes.toString('utf8', this.starts[field], this.ends[field]);
        return this.quoted[field] === 2 ? text.replaceAll('""', '"') : text;
    }
}
/** Copies a field and undoubles its quotes; returns the end in `into`, which must have room for the field. */
function unquote(bytes, start, end, into) {
    let to = 0;
    let at = start;
    while (at < end) {
        const quote = bytes.indexOf(QUOTE, at);
        const stop = quote < 0 || quote >= end ? end : quote + 1;
        to += bytes.copy(into, to, at, stop);
        at = stop + (stop === end ? 0 : 1);
    }
    return to;
}
/** The first quote from `start` on, or `length`. */
function closingQuote(bytes, start, length) {
    const near = Math.min(start + 24, length);
    let at = start;
    while (at < near && bytes[at] !== QUOTE)
        at++;
    if (at < near || at === length)
        return at;
    const quote = bytes.indexOf(QUOTE, at);
    return quote < 0 ? length : quote;
}
/** The first line end from `start` on, or the end of the bytes. */
function nextLineEnd(bytes, start) {
    const lf = bytes.indexOf(csv_LF, start);
    return lf < 0 ? bytes.length : lf;
}
/**
 * Reads CSV (RFC 4180: doubled quotes, records over several lines) chunk by chunk, with bounded memory. It is strict,
 * so that it recovers when the input begins in the middle of a file: a quote inside an unquoted field, or text after a
 * closing quote, is malformed, and reading continues at the next line.
 */
class CsvReader {
    #sink;
    #delimiter;
    #limit;
    #fields = new CsvFields();
    #bytes = Buffer.alloc(0);
    /** Bytes in use. */
    #length = 0;
    /** Where the current record begins, and how far it has been read. */
    #from = 0;
    #at = 0;
    #state = 'start';
    #line = 1;
    #recordLine = 1;
    constructor(sink, { delimiter = COMMA, limit = MAX_RECORD } = {}) {
        this.#sink = sink;
        this.#delimiter = delimiter;
        this.#limit = limit;
    }
    write(chunk) {
        if (this.#from > 0)
            this.#drop();
        const length = this.#length + chunk.length;
        if (length > this.#bytes.length) {
            const grown = Buffer.allocUnsafe(Math.max(length, Math.min(2 * this.#bytes.length, this.#limit), 64 * 1024));
            this.#bytes.copy(grown, 0, 0, this.#length);
            this.#bytes = grown;
        }
        this.#bytes.set(chunk, this.#length);
        this.#length = length;
        this.#fields.bytes = this.#bytes;
        this.#scan();
        if (this.#length - this.#from > this.#limit && this.#state !== 'skip')
            this.#overflow();
        if (this.#state === 'drain' || this.#state === 'drain-quote' || this.#state === 'skip')
            this.#from = this.#at;
    }
    end() {
        switch (this.#state) {
            case 'quoted':
                this.#sink.malformed('record cut off at the end of the file', this.#recordLine);
                return;
            case 'drain':
            case 'drain-quote':
            case 'skip':
                return;
            default:
                if (this.#at === this.#from)
                    return;
                this.#endField(this.#state === 'quote' ? this.#at - 1 : this.#at);
                this.#emit(false);
        }
    }
    /** Moves the unread bytes to the front. */
    #drop() {
        this.#bytes.copyWithin(0, this.#from, this.#length);
        const { starts, ends, count } = this.#fields;
        for (let field = 0; field <= count && field < MAX_FIELDS; field++) {
            starts[field] = (starts[field] ?? 0) - this.#from;
            ends[field] = (ends[field] ?? 0) - this.#from;
        }
        this.#at -= this.#from;
        this.#length -= this.#from;
        this.#from = 0;
        if (this.#bytes.length > 1024 * 1024 && this.#length < 64 * 1024) {
            this.#bytes = Buffer.from(this.#bytes.subarray(0, this.#length));
        }
    }
    #overflow() {
        this.#sink.malformed('record longer than 64 MiB', this.#recordLine);
        this.#state = this.#state === 'quoted' ? 'drain' : this.#state === 'quote' ? 'drain-quote' : 'skip';
        this.#fields.count = 0;
    }
    #endField(end) {
        const { ends, count } = this.#fields;
        ends[count] = end;
        if (count < MAX_FIELDS - 1)
            this.#fields.count = count + 1;
    }
    #startField(start) {
        this.#fields.starts[this.#fields.count] = start;
        this.#fields.quoted[this.#fields.count] = 0;
    }
    #emit(complete) {
        this.#sink.record(this.#fields, this.#recordLine, complete);
        this.#fields.count = 0;
    }
    #malformed(at) {
        this.#sink.malformed('malformed record', this.#recordLine);
        this.#fields.count = 0;
        this.#at = at;
        this.#state = 'skip';
    }
    #nextRecord(at) {
        this.#at = at;
        this.#from = at;
        this.#line++;
        this.#recordLine = this.#line;
        this.#state = 'start';
        this.#startField(at);
    }
    #scan() {
        const length = this.#length;
        // The rest of the buffer holds bytes of earlier chunks and must not be searched.
        const bytes = this.#bytes.subarray(0, length);
        const delimiter = this.#delimiter;
        const fields = this.#fields;
        const { starts, ends, quoted } = fields;
        while (this.#at < length) {
            let at = this.#at;
            switch (this.#state) {
                case 'start':
                case 'plain': {
                    // Most fields lie completely in the chunk: they are cut here in one pass, without updating the state.
                    let inside = this.#state === 'plain';
                    let count = fields.count;
                    let lf = -1;
                    for (;;) {
                        if (!inside) {
                            starts[count] = at;
                            if (at === length)
                                break;
                            if (bytes[at] === QUOTE) {
                                starts[count] = at + 1;
                                const close = closingQuote(bytes, at + 1, length);
                                // Only a quote followed by a delimiter certainly closes the field; all other cases are handled below.
                                if (close + 1 < length && bytes[close + 1] === delimiter) {
                                    if (lf <= at)
                                        lf = nextLineEnd(bytes, at);
                                    for (; lf < close; lf = nextLineEnd(bytes, lf + 1))
                                        this.#line++;
                                    quoted[count] = 1;
                                    ends[count] = close;
                                    if (count < MAX_FIELDS - 1)
                                        count++;
                                    at = close + 2;
                                    continue;
                                }
                                quoted[count] = 1;
                                this.#state = 'quoted';
                                at++;
                                break;
                            }
                            quoted[count] = 0;
                        }
                        inside = false;
                        let byte = bytes[at];
                        while (byte !== delimiter && byte !== csv_LF && byte !== QUOTE && ++at < length)
                            byte = bytes[at];
                        if (at >= length) {
                            this.#state = 'plain';
                            break;
                        }
                        if (byte !== delimiter) {
                            fields.count = count;
                            if (byte === csv_LF)
                                this.#endLine(at);
                            else
                                this.#malformed(at);
                            at = -1;
                            break;
                        }
                        ends[count] = at;
                        if (count < MAX_FIELDS - 1)
                            count++;
                        at++;
                        this.#state = 'start';
                    }
                    if (at >= 0) {
                        fields.count = count;
                        this.#at = at;
                    }
                    break;
                }
                case 'quoted': {
                    // Most quoted fields are short; a long one (the SQL) is searched with the native `indexOf`.
                    const near = Math.min(at + 24, length);
                    while (at < near && bytes[at] !== QUOTE) {
                        if (bytes[at] === csv_LF)
                            this.#line++;
                        at++;
                    }
                    if (at === near && at < length) {
                        const quote = bytes.indexOf(QUOTE, at);
                        const stop = quote < 0 ? length : quote;
                        for (let lf = bytes.indexOf(csv_LF, at); lf >= 0 && lf < stop; lf = bytes.indexOf(csv_LF, lf + 1))
                            this.#line++;
                        at = stop;
                    }
                    if (at < length) {
                        this.#state = 'quote';
                        at++;
                    }
                    this.#at = at;
                    break;
                }
                case 'quote': {
                    const byte = bytes[at];
                    if (byte === QUOTE) {
                        this.#fields.quoted[this.#fields.count] = 2;
                        this.#state = 'quoted';
                        this.#at = at + 1;
                    }
                    else if (byte === delimiter) {
                        this.#endField(at - 1);
                        this.#at = at + 1;
                        this.#startField(at + 1);
                        this.#state = 'start';
                    }
                    else if (byte === csv_LF) {
                        this.#endField(at - 1);
                        this.#emit(true);
                        this.#nextRecord(at + 1);
                    }
                    else if (byte === CR) {
                        if (at + 1 >= length)
                            return;
                        if (bytes[at + 1] !== csv_LF)
                            this.#malformed(at);
                        else {
                            this.#endField(at - 1);
                            this.#emit(true);
                            this.#nextRecord(at + 2);
                        }
                    }
                    else
                        this.#malformed(at);
                    break;
                }
                case 'skip': {
                    const lf = bytes.indexOf(csv_LF, at);
                    if (lf < 0)
                        this.#at = length;
                    else
                        this.#nextRecord(lf + 1);
                    break;
                }
                case 'drain': {
                    if (bytes[at] === QUOTE)
                        this.#state = 'drain-quote';
                    if (bytes[at] === csv_LF)
                        this.#line++;
                    this.#at = at + 1;
                    break;
                }
                case 'drain-quote': {
                    this.#state = bytes[at] === QUOTE ? 'drain' : 'skip';
                    if (this.#state === 'drain')
                        this.#at = at + 1;
                    break;
                }
            }
        }
    }
    /** A line ends in an unquoted field. */
    #endLine(at) {
        const start = this.#fields.starts[this.#fields.count];
        this.#endField(at > start && this.#bytes[at - 1] === CR ? at - 1 : at);
        const blank = this.#fields.count === 1 && this.#fields.length(0) === 0;
        if (blank)
            this.#fields.count = 0;
        else
            this.#emit(true);
        this.#nextRecord(at + 1);
    }
}

;// CONCATENATED MODULE: ./build/esm/history/sources/mysql/digest.js




/** `performance_schema.events_statements_summary_by_digest`, exported with a header line as CSV or by `mysql --batch`. */
const mysqlDigest = {
    kind: 'mysql-digest',
    dialects: ['mysql', 'mariadb'],
    notCarried: [
        'caller.user',
        'caller.application',
        'caller.tags',
        'statement.limit',
        'statement.offset',
        'statement.longestInList',
        'statement.valuesRows',
        'statement.leadingWildcard',
    ],
    sniff: (head) => {
        const [line = ''] = Buffer.from(head.subarray(0, 4096)).toString('latin1').split('\n', 1);
        return /\bdigest_text\b/i.test(line) && /\bcount_star\b/i.test(line) ? 0.98 : 0;
    },
    open: (sink, options) => new DigestReader(sink, options),
};
const BOM = 0xef;
const digest_LF = 0x0a;
const TAB = 0x09;
/**
 * Digests are cut if their tokens take more than `max_digest_length` bytes, 1,024 by default. MariaDB 10.11 does not
 * mark the cut (observed). A token takes 2 bytes, a name 4 more than its own length, and a name has at most 192.
 */
const DEFAULT_LENGTH = 1024;
const MAX_NAME = 4 + 192;
const TOKEN = /`(?:[^`]|``)*`|\(\?\)|\(\.\.\.\)|\/\* , \.\.\. \*\/|\?, \.\.\.|[^\s`(),]+|[(),]/g;
class DigestReader {
    #sink;
    #options;
    /** Chosen by the header line. */
    #rows;
    /** Column names in lower case; undefined until the header is read. */
    #columns;
    #usable = true;
    #start = Buffer.alloc(0);
    #ordinal = 0;
    #overflow = 0;
    #first = '';
    #last = '';
    #statement;
    constructor(sink, options) {
        this.#sink = sink;
        this.#options = options;
        this.#statement = { ...(0,source/* blankStatement */.I_)(Buffer.alloc(0)), normalised: true };
    }
    write(chunk) {
        if (this.#rows) {
            this.#rows.write(chunk);
            return;
        }
        this.#start = Buffer.concat([this.#start, chunk]);
        if (this.#start.includes(digest_LF) || this.#start.length > 1024 * 1024)
            this.#choose();
    }
    end() {
        if (!this.#rows)
            this.#choose();
        this.#rows?.end();
    }
    /** A header line with a tab comes from `mysql --batch`. */
    #choose() {
        const start = this.#start;
        const lf = start.indexOf(digest_LF);
        const tab = start.subarray(0, lf < 0 ? start.length : lf).includes(TAB);
        this.#rows = tab ? this.#batch() : this.#csv();
        this.#rows.write(start[0] === BOM ? start.subarray(3) : start);
        this.#start = Buffer.alloc(0);
    }
    #csv() {
        return new CsvReader({
            record: (fields, line) => this.#record((column) => csvValue(fields, column), fields.count, line),
            malformed: (reason, line) => this.#unread(reason, line, 1),
        });
    }
    #batch() {
        return new ByteLines({
            line: (bytes, start, end, number) => {
                if (start === end)
                    return;
                const values = (0,byte_text/* decode */.D4)(bytes, start, end).replace(/\r$/, '').split('\t');
                this.#record((column) => batchValue(values[column]), values.length, number);
            },
            overlong: (number) => this.#unread('row longer than 64 MiB', number, 1),
        });
    }
    #record(value, count, line) {
        if (!this.#columns) {
            this.#columns = Array.from({ length: count }, (_, column) => (value(column) ?? '').trim().toLowerCase());
            this.#usable = this.#columns.includes('digest_text') && this.#columns.includes('count_star');
            if (!this.#usable)
                this.#unread('header without the columns DIGEST_TEXT and COUNT_STAR', line, 1);
            return;
        }
        const named = (name) => {
            const column = this.#columns?.indexOf(name) ?? -1;
            return column < 0 ? undefined : value(column);
        };
        if (!this.#usable || count !== this.#columns.length) {
            this.#unread('row with a different number of columns than the header', line, 1);
            return;
        }
        const calls = Number(named('count_star') ?? Number.NaN);
        if (!Number.isSafeInteger(calls) || calls < 0) {
            this.#unread('row whose COUNT_STAR is not an integer', line, 1);
            return;
        }
        // A row left over from before a TRUNCATE of the table.
        if (calls === 0) {
            this.#count(() => this.#sink.skipped('digest that never ran'));
            return;
        }
        this.#window(named('first_seen') ?? '', named('last_seen') ?? '');
        const text = named('digest_text') ?? null;
        if (text === null) {
            this.#overflow += calls;
            this.#unread('statement without a text: the digest table was full (`performance_schema_digests_size`)', line, calls);
            return;
        }
        this.#give(text, named('schema_name'), calls);
    }
    #give(text, schema, calls) {
        const statement = this.#statement;
        const bytes = Buffer.from(readable(text.trimEnd()));
        statement.bytes = bytes;
        statement.end = bytes.length;
        statement.calls = calls;
        // NULL: no database was selected.
        statement.database = schema === null ? '' : schema;
        statement.truncated = isCut(text);
        this.#count(() => this.#sink.statement(statement));
    }
    #unread(reason, line, calls) {
        this.#count(() => this.#sink.unread(reason, line, calls));
    }
    /** Rows have no session, so they are distributed round-robin. */
    #count(give) {
        const { of, index } = this.#options.part;
        if (this.#ordinal++ % of === index)
            give();
    }
    #window(first, last) {
        if (isTime(first) && (this.#first === '' || first < this.#first))
            this.#first = first;
        if (isTime(last) && last > this.#last)
            this.#last = last;
    }
    notes() {
        const notes = ['no dates: calls are totals since the server started or the digest table was emptied'];
        if (this.#first !== '' && this.#last !== '') {
            notes.push(`first statement seen ${this.#first}, last ${this.#last} (in the server's time zone)`);
        }
        if (this.#overflow > 0) {
            notes.push(`${this.#overflow} executions have no statement text, because the digest table was full: raise \`performance_schema_digests_size\`, or empty the table and export it more often`);
        }
        return notes;
    }
}
function isTime(text) {
    return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/.test(text);
}
/** A CSV value; an unquoted NULL or `\N` is null. */
function csvValue(fields, column) {
    const text = fields.text(column);
    if (fields.quoted[column] !== 0)
        return text;
    return text === 'NULL' || text === '\\N' || text === '' ? null : text;
}
const ESCAPES = { n: '\n', t: '\t', '0': '\0', '\\': '\\' };
/** A value of `mysql --batch`, which writes `\n`, `\t`, `\0`, `\\` and `NULL`. */
function batchValue(text) {
    if (text === undefined || text === 'NULL')
        return null;
    return text.includes('\\') ? text.replace(/\\([nt0\\])/g, (_, letter) => ESCAPES[letter] ?? letter) : text;
}
function isCut(digest) {
    const text = digest.trimEnd();
    // `?, ...` is a list of values.
    if (text.endsWith('...') && !text.endsWith('?, ...'))
        return true;
    // A token has at least 2 characters, most including the space after it.
    if (text.length < DEFAULT_LENGTH / 2)
        return false;
    let length = 0;
    for (const [token] of text.matchAll(TOKEN)) {
        length += token.startsWith('`') ? 2 + Buffer.byteLength(token) : 2;
    }
    return length >= DEFAULT_LENGTH - MAX_NAME;
}
/**
 * MariaDB prints a word by its first spelling: USER appears as SYSTEM_USER. Words outside back-ticks appear in
 * capitals, including names (a table `user`, a column `id`). They become lower case, as names usually are.
 */
function readable(digest) {
    return digest.replace(/`(?:[^`]|``)*`|[A-Z_]{2,}/g, (part) => {
        if (part.startsWith('`'))
            return part;
        return part === 'SYSTEM_USER' ? 'user' : part.toLowerCase();
    });
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/time.js

/**
 * Minutes east of UTC of common time zone abbreviations (`log_timezone` writes them; a zone without one is written as
 * an offset). From the tz database, years 2012 to 2026.
 */
const ZONES = {
    UTC: 0,
    GMT: 0,
    WET: 0,
    WEST: 60,
    BST: 60,
    CET: 60,
    MET: 60,
    WAT: 60,
    CEST: 120,
    MEST: 120,
    EET: 120,
    CAT: 120,
    SAST: 120,
    EEST: 180,
    IDT: 180,
    EAT: 180,
    MSK: 180,
    PKT: 300,
    IST: 330,
    WIB: 420,
    WITA: 480,
    AWST: 480,
    HKT: 480,
    JST: 540,
    KST: 540,
    WIT: 540,
    ACST: 570,
    AEST: 600,
    ChST: 600,
    ACDT: 630,
    AEDT: 660,
    NZST: 720,
    NZDT: 780,
    NDT: -150,
    NST: -210,
    ADT: -180,
    AST: -240,
    EDT: -240,
    EST: -300,
    CDT: -300,
    CST: -360,
    MDT: -360,
    MST: -420,
    PDT: -420,
    PST: -480,
    AKDT: -480,
    HDT: -540,
    AKST: -540,
    HST: -600,
    SST: -660,
};
/** Ambiguous abbreviations, with the meaning that is assumed. */
const AMBIGUOUS = {
    CST: 'Central Standard Time of North America',
    CDT: 'Central Daylight Time of North America',
    PST: 'Pacific Standard Time of North America',
    IST: 'India Standard Time',
};
const MINUTE = 60_000;
const ZERO = 0x30;
/** Reads the times of PostgreSQL logs, `2026-11-20 16:22:57.299 CET`; milliseconds and zone are optional. */
class LogTimes {
    #date = new Uint8Array(10);
    #midnight = Number.NaN;
    #zone = new Uint8Array(0);
    #offset = 0;
    #notes = new Set();
    /** Milliseconds since 1970 UTC; NaN if it is not such a time. */
    parse(bytes, start, end) {
        if (end - start < 19)
            return Number.NaN;
        const date = this.#date;
        for (let at = 0; at < 10; at++) {
            if (date[at] !== bytes[start + at]) {
                this.#readDate(bytes, start);
                break;
            }
        }
        const minutes = two(bytes, start + 11) * 60 + two(bytes, start + 14);
        let at = start + 19;
        let time = this.#midnight + minutes * MINUTE + two(bytes, start + 17) * 1000;
        if (bytes[start + 13] !== 0x3a || bytes[start + 16] !== 0x3a)
            return Number.NaN;
        const separator = bytes[start + 10];
        if (separator !== 0x20 && separator !== 0x54)
            return Number.NaN;
        if (bytes[at] === 0x2e && at < end) {
            let unit = 100;
            for (at++; at < end; at++, unit /= 10) {
                const digit = bytes[at] - ZERO;
                if (digit < 0 || digit > 9)
                    break;
                if (unit >= 1)
                    time += digit * unit;
            }
        }
        while (at < end && bytes[at] === 0x20)
            at++;
        return time - this.#offsetOf(bytes, at, end);
    }
    /** Notes about assumed time zones. */
    notes() {
        return [...this.#notes];
    }
    #readDate(bytes, start) {
        const text = (0,byte_text/* decode */.D4)(bytes, start, start + 10);
        this.#date = (0,byte_text/* copyBytes */.nC)(bytes, start, start + 10);
        this.#midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
    }
    /** Milliseconds to subtract. */
    #offsetOf(bytes, start, end) {
        const zone = this.#zone;
        let same = zone.length === end - start;
        for (let at = 0; same && at < zone.length; at++)
            same = zone[at] === bytes[start + at];
        if (!same) {
            this.#zone = (0,byte_text/* copyBytes */.nC)(bytes, start, end);
            this.#offset = this.#zoneOffset((0,byte_text/* decode */.D4)(bytes, start, end)) * MINUTE;
        }
        return this.#offset;
    }
    #zoneOffset(zone) {
        if (zone === '' || zone === 'Z')
            return 0;
        const known = Object.hasOwn(ZONES, zone) ? ZONES[zone] : undefined;
        if (known !== undefined) {
            const meaning = AMBIGUOUS[zone];
            if (meaning !== undefined)
                this.#note(`times in ${zone} are read as ${meaning}`);
            return known;
        }
        const [, sign = '+', hours = '', minutes = '0'] = /^<?([+-])(\d\d):?(\d\d)?>?$/.exec(zone) ?? [];
        if (hours !== '')
            return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
        this.#note('times with an unknown time zone abbreviation are read as UTC');
        return 0;
    }
    #note(text) {
        this.#notes.add(text);
    }
}
function two(bytes, at) {
    const tens = bytes[at] - ZERO;
    const ones = bytes[at + 1] - ZERO;
    return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

;// CONCATENATED MODULE: ./build/esm/history/sources/mysql/banner.js
const COLON = 0x3a;
const T = 0x54;
/**
 * Whether a line is the first of the three that a server writes when it opens a log (at its start, and after FLUSH LOGS):
 * `/usr/sbin/mysqld, Version: 8.4.6 (MySQL Community Server - GPL). started with:`.
 */
function isBanner(bytes, start, end) {
    if (bytes[end - 1] !== COLON || end - start > 1000)
        return false;
    return /, Version: .*\. started with:$/.test(bytes.toString('latin1', start, end));
}
/** Whether it is the second: `Tcp port: 3306  Unix socket: /run/mysqld.sock`, `TCP Port: 3306, Named Pipe: MySQL`. */
function isBannerPort(bytes, start, end) {
    return bytes[start] === T && /^tcp port: \d/i.test(bytes.toString('latin1', start, Math.min(end, start + 16)));
}
/** Whether it is the third: `Time                 Id Command    Argument`, with tabs in MariaDB. */
function isBannerColumns(bytes, start, end) {
    if (bytes[start] !== T || end - start > 100)
        return false;
    return /^Time\s+Id\s+Command\s+Argument\s*$/.test(bytes.toString('latin1', start, end));
}

;// CONCATENATED MODULE: ./build/esm/history/sources/mysql/connections.js
/**
 * More connections than any server has at a time. The oldest are evicted, and then treated like connections that were
 * open before the log began.
 */
const MAX_CONNECTIONS = 1_000_000;
/** The connections of a general log, by id. */
class Connections {
    #known = new Map();
    #sessions = 0;
    of(thread) {
        return this.#known.get(thread) ?? this.#begin(thread, undefined, undefined);
    }
    /** `user@host on db using Socket`, `user@host as account on db`; a refused connection has a different text. */
    connect(thread, argument) {
        const found = /^(.*)@(\S*)(?: as (?:.*?))? on(?: (.*))?$/s.exec(argument);
        if (!found) {
            if (!/^Access denied/.test(argument))
                this.#begin(thread, undefined, undefined);
            return;
        }
        const database = (found[3] ?? '').replace(/(?:^| )using (?:Socket|TCP\/IP|SSL\/TLS|Named Pipe|Shared Memory)$/, '');
        this.#begin(thread, found[1] ?? '', database.trim());
    }
    /** The server resets the session, except for its account and database. */
    reset(thread) {
        const { user, database } = this.of(thread);
        this.#begin(thread, user, database);
    }
    use(thread, database) {
        this.of(thread).database = database;
    }
    quit(thread) {
        this.#known.delete(thread);
    }
    /** A server opened the log, perhaps a different one: connection ids start again. */
    forget() {
        this.#known.clear();
    }
    #begin(thread, user, database) {
        const connection = { user, database, session: `${thread}/${this.#sessions++}` };
        this.#known.set(thread, connection);
        if (this.#known.size > MAX_CONNECTIONS) {
            for (const oldest of this.#known.keys()) {
                this.#known.delete(oldest);
                break;
            }
        }
        return connection;
    }
}

;// CONCATENATED MODULE: ./build/esm/history/sources/mysql/general-line.js

/** The first line of a record of a general log: ranges of the line's buffer. */
class GeneralLine {
    /** Empty if the line has no time; the time of the previous record then applies. */
    timeStart = 0;
    timeEnd = 0;
    threadStart = 0;
    threadEnd = 0;
    command = '';
    /** Start of the argument. */
    argument = 0;
    /** Whether tabs separate the columns. */
    tabs = true;
}
const general_line_TAB = 0x09;
const SPACE = 0x20;
/** Maximum length in bytes of a record up to its argument. */
const MAX_LEAD = 120;
const TIME = String.raw `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)|\d{6} +\d?\d:\d\d:\d\d`;
/** Form of a line that was copied from a terminal. */
const WITH_SPACES = new RegExp(String.raw `^(?:(${TIME})\s+|\s+)(\d{1,20}) (Connect|Query|Quit|Init DB|Prepare|Execute|Close stmt|Reset stmt|Long Data|Fetch|Change user|Reset Connection|Statistics|Ping|Field List|Refresh|Processlist|Kill|Shutdown|Daemon|Sleep|Binlog Dump)(?:[ \t]+|$)`);
/**
 * Reads the first line of a record into `into`; false if the line is not one.
 *
 * @param tabs whether the log separates its columns with tabs; undefined if not known yet
 */
function readGeneralLine(bytes, start, end, tabs, into) {
    if (tabs !== false && withTabs(bytes, start, end, into))
        return true;
    const first = bytes[start];
    if (tabs === true || first === undefined || !(isDigit(first) || first === SPACE || first === general_line_TAB))
        return false;
    const found = WITH_SPACES.exec(bytes.toString('latin1', start, Math.min(end, start + MAX_LEAD)));
    if (!found)
        return false;
    const [all, time = '', thread = '', command = ''] = found;
    into.tabs = false;
    into.timeStart = start;
    into.timeEnd = start + time.length;
    into.threadStart = start + all.indexOf(thread, time.length);
    into.threadEnd = into.threadStart + thread.length;
    into.command = command;
    into.argument = start + all.length;
    return true;
}
const commands = new byte_text/* ByteText */.__();
/**
 * Form that servers write: MySQL since 5.7 has a time on each line; others write two tabs if the time is that of the
 * previous line.
 */
function withTabs(bytes, start, end, into) {
    let at = start;
    if (bytes[at] === general_line_TAB) {
        at++;
    }
    else {
        if (!isDigit(bytes[at]))
            return false;
        while (at < end && at - start < 40 && bytes[at] !== general_line_TAB)
            at++;
        if (at === end || !general_line_isTime(bytes, start, at))
            return false;
    }
    if (bytes[at] !== general_line_TAB)
        return false;
    into.timeStart = start;
    into.timeEnd = bytes[start] === general_line_TAB ? start : at;
    at++;
    while (at < end && bytes[at] === SPACE)
        at++;
    into.threadStart = at;
    while (at < end && isDigit(bytes[at]))
        at++;
    into.threadEnd = at;
    const digits = at - into.threadStart;
    if (digits === 0 || digits > 20 || bytes[at] !== SPACE)
        return false;
    at++;
    const from = at;
    // A capital letter, then letters, spaces and `_`.
    if (at === end || !(bytes[at] >= 0x41 && bytes[at] <= 0x5a))
        return false;
    while (at < end && isCommand(bytes[at]))
        at++;
    if (at - from < 2 || at - from > 41 || (at < end && bytes[at] !== general_line_TAB))
        return false;
    into.command = commands.get(bytes, from, at).trimEnd();
    into.argument = Math.min(end, at + 1);
    into.tabs = true;
    return true;
}
/** Whether it looks like a time: `2026-11-20T16:22:13.123456Z`, `261120 16:22:13`. */
function general_line_isTime(bytes, start, end) {
    const length = end - start;
    if (bytes[start + 10] === 0x54)
        return length >= 20 && bytes[start + 4] === 0x2d && bytes[start + 13] === 0x3a;
    return (length >= 14 && length <= 17 && bytes[start + 6] === SPACE && bytes[end - 3] === 0x3a && bytes[end - 6] === 0x3a);
}
function isDigit(byte) {
    return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
function isCommand(byte) {
    const letter = byte | 0x20;
    return (letter >= 0x61 && letter <= 0x7a) || byte === SPACE || byte === 0x5f;
}

;// CONCATENATED MODULE: ./build/esm/history/sources/mysql/sniff.js
const SLOW = /^# (?:User(?:@Host)?|Time|Thread_id|Schema|Query_time): [^\n]*\n(?:#[^\n]*\n){0,20}/gm;
const GENERAL = /^(?:(?:\d{4}-\d\d-\d\dT[\d:.]{8,15}(?:Z|[+-]\d\d:\d\d)|\d{6} {1,3}\d?\d:\d\d:\d\d)\s+|\t[ \t]*)\d+ (?:Connect|Query|Quit|Init DB|Prepare|Execute|Close stmt|Statistics|Ping|Field List)(?:[ \t]|$)/m;
/** Maximum remainder of an entry that began in the previous file. */
const MAX_REMAINDER = 65_536;
function slowAt(text) {
    for (const entry of text.matchAll(SLOW))
        if (/^# Query_time: \d/m.test(entry[0]))
            return entry.index;
    return -1;
}
/**
 * How likely it is (0 to 1) that a text is a slow or a general log. Each may contain pieces of the other in its
 * statements, so whichever comes first decides.
 */
function sniffMysql(head, kind) {
    const text = Buffer.from(head).toString('latin1');
    const slow = slowAt(text);
    const general = GENERAL.exec(text)?.index ?? -1;
    const [ownAt, otherAt] = kind === 'slow' ? [slow, general] : [general, slow];
    if (ownAt < 0)
        return 0;
    return ownAt > MAX_REMAINDER || (otherAt >= 0 && otherAt < ownAt) ? 0.6 : 0.95;
}

;// CONCATENATED MODULE: ./build/esm/history/sources/mysql/text.js

const INITIAL_BUFFER = 64 * 1024;
/** A larger buffer is freed when its text is done. */
const MAX_KEPT_BUFFER = 1024 * 1024;
/** Joins the lines of one statement. Bounded: above 64 MiB it is overlong, and holds nothing. */
class MysqlText {
    bytes = Buffer.allocUnsafe(INITIAL_BUFFER);
    length = 0;
    overlong = false;
    /** Adds a line and its LF. */
    add(line, start, end) {
        if (this.overlong)
            return;
        const length = this.length + end - start + 1;
        if (length > MAX_RECORD) {
            this.lose();
            return;
        }
        if (length > this.bytes.length) {
            const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.bytes.length));
            this.bytes.copy(grown, 0, 0, this.length);
            this.bytes = grown;
        }
        line.copy(this.bytes, this.length, start, end);
        this.bytes[length - 1] = 0x0a;
        this.length = length;
    }
    /** Drops its content: the text was too long. */
    lose() {
        this.overlong = true;
        this.length = 0;
    }
    clear() {
        this.length = 0;
        this.overlong = false;
        if (this.bytes.length > MAX_KEPT_BUFFER)
            this.bytes = Buffer.allocUnsafe(INITIAL_BUFFER);
    }
}
/** Whether a byte is white space. */
function isSpace(byte) {
    return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

;// CONCATENATED MODULE: ./build/esm/history/sources/mysql/time.js
/**
 * Reads `2026-11-20T16:22:13.123456Z` (also `+02:00`), or the local `261120 16:22:13` and `261120  6:22:13` of MariaDB
 * and old MySQL.
 */
function mysqlTime(text) {
    const iso = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,3})?\d*(Z|[+-]\d\d:\d\d)?$/.exec(text);
    if (iso)
        return { at: Date.parse(`${iso[1]}${iso[2] ?? ''}${iso[3] ?? 'Z'}`), zoned: iso[3] !== undefined };
    const old = /^(\d\d)(\d\d)(\d\d) {1,3}(\d?\d):(\d\d):(\d\d)(?:\.\d+)?$/.exec(text);
    if (!old)
        return { at: Number.NaN, zoned: true };
    const [, year, month, day, hour = '', minute, second] = old;
    return { at: Date.parse(`20${year}-${month}-${day}T${hour.padStart(2, '0')}:${minute}:${second}Z`), zoned: false };
}

;// CONCATENATED MODULE: ./build/esm/history/sources/mysql/use-database.js

const NAME = '(`(?:[^`]|``)+`|(?<=\\s)[^\\s;`]+)';
const USE = new RegExp(`^use\\s*${NAME}[\\s;]*$`, 'i');
const DROP = new RegExp(`^drop\\s+(?:database|schema)\\s*(?:\\sif\\s+exists\\s*)?${NAME}[\\s;]*$`, 'i');
/** Longer texts are not parsed as either. */
const MAX_LENGTH = 1000;
const U = 0x75;
const D = 0x64;
const S = 0x73;
const E = 0x65;
/**
 * Database of a connection after a statement; undefined if the statement may change it to an unknown one. A failed USE
 * is read as a successful one, because logs do not tell them apart.
 */
function databaseAfter(bytes, start, end, database) {
    const first = (bytes[start] ?? 0) | 0x20;
    if ((first === U || first === D) && end - start < MAX_LENGTH) {
        const sql = bytes.toString('utf8', start, end);
        const used = USE.exec(sql)?.[1];
        if (used !== undefined)
            return unquoted(used);
        const dropped = DROP.exec(sql)?.[1];
        if (dropped !== undefined)
            return unquoted(dropped) === database ? '' : database;
    }
    return mayUse(bytes, start, end) ? undefined : database;
}
/**
 * Whether a text may contain a USE: at its beginning, after a `;`, a comment or a line end, or in an executable
 * comment. One inside a string counts too, which is safe.
 */
function mayUse(bytes, start, end) {
    for (let at = start; at + 3 < end; at++) {
        if ((bytes[at] | 0x20) !== U)
            continue;
        if ((bytes[at + 1] | 0x20) !== S || (bytes[at + 2] | 0x20) !== E)
            continue;
        if (isWord(bytes[at + 3]) || !mayBegin(bytes, start, at))
            continue;
        if (!/^\s+(?:index|key)\b/i.test(bytes.toString('latin1', at + 3, Math.min(end, at + 64))))
            return true;
    }
    return false;
}
function mayBegin(bytes, start, at) {
    let before = at - 1;
    let lineEnd = false;
    for (; before >= start && isSpace(bytes[before]); before--)
        if (bytes[before] === 0x0a)
            lineEnd = true;
    if (before < start || lineEnd)
        return true;
    const byte = bytes[before];
    // `;`, the end of a comment, `/*!`, `/*!40101`
    return byte === 0x3b || byte === 0x2f || byte === 0x21 || (byte >= 0x30 && byte <= 0x39 && before < at - 1);
}
function isWord(byte) {
    if (byte === undefined)
        return false;
    const letter = byte | 0x20;
    return ((letter >= 0x61 && letter <= 0x7a) ||
        (byte >= 0x30 && byte <= 0x39) ||
        byte === 0x5f ||
        byte === 0x24 ||
        byte > 0x7f);
}
function unquoted(name) {
    return name.startsWith('`') ? name.slice(1, -1).replaceAll('``', '`') : name;
}

;// CONCATENATED MODULE: ./build/esm/history/sources/mysql/general.js











/** General query log of MySQL 5.7 to 9, and MariaDB 10 and 11. */
const mysqlGeneral = {
    kind: 'mysql-general',
    dialects: ['mysql', 'mariadb'],
    notCarried: ['caller.application'],
    sniff: (head) => sniffMysql(head, 'general'),
    open: (sink, options) => new GeneralLogReader(sink, options),
};
const general_CR = 0x0d;
const general_COLON = 0x3a;
/** Commands whose argument is an executed statement. */
const RUNS = new Set(['Query', 'Execute', 'Bulk_execute']);
/** Commands of old clients that act like a statement but are logged without one. */
const WITHOUT_STATEMENT = new Set(['Create DB', 'Drop DB']);
const CONNECTION = new Set(['Connect', 'Quit', 'Change user', 'Reset Connection']);
/**
 * A record is a line `time, connection id, command, argument`; the following lines that are not such lines belong to
 * its argument. Arguments are not escaped: a line of an argument that looks like a record is read as one.
 */
class GeneralLogReader {
    #sink;
    #options;
    #lines = new ByteLines(this);
    #line = new GeneralLine();
    #text = new MysqlText();
    #connections = new Connections();
    #statement;
    /** Of the current record; undefined outside any record. */
    #command;
    #thread = '';
    #threads = new byte_text/* ByteText */.__();
    #recordLine = 0;
    #mine = true;
    #at = Number.NaN;
    #times = new LogTimes();
    #unzoned = false;
    /** Whether the log separates its columns with tabs, as servers do; undefined before its first record. */
    #tabs;
    /** Length of the text before a line that may be a server start; -1 for none. */
    #bannerAt = -1;
    #ordinal = 0;
    #stray = false;
    /** Whether the previous line has no line end: the log stops inside it. */
    #cut = false;
    constructor(sink, options) {
        this.#sink = sink;
        this.#options = options;
        this.#statement = (0,source/* blankStatement */.I_)(this.#text.bytes);
    }
    write(chunk) {
        this.#lines.write(chunk);
    }
    end() {
        this.#lines.end();
        this.#finish(this.#text.length);
    }
    overlong(number) {
        this.#bannerAt = -1;
        // Its beginning, which may have named another connection, is lost.
        if (this.#command !== undefined)
            this.#finish(this.#text.length);
        if (this.#inTurn())
            this.#sink.unread('line longer than 64 MiB', number, 1);
        this.#stray = true;
    }
    line(bytes, start, lineEnd, number, complete) {
        this.#read(bytes, start, lineEnd, number);
        this.#cut = !complete;
    }
    #read(bytes, start, lineEnd, number) {
        const end = lineEnd > start && bytes[lineEnd - 1] === general_CR ? lineEnd - 1 : lineEnd;
        if (this.#bannerAt >= 0) {
            const before = this.#bannerAt;
            this.#bannerAt = -1;
            if (isBannerPort(bytes, start, end)) {
                this.#finish(before);
                this.#opened();
                return;
            }
            this.#outside(number - 1);
        }
        if (readGeneralLine(bytes, start, end, this.#tabs, this.#line)) {
            this.#record(bytes, lineEnd, number);
            return;
        }
        if (bytes[end - 1] === general_COLON && isBanner(bytes, start, end))
            this.#bannerAt = this.#text.length;
        else if (this.#command === undefined && end > start && !isBannerColumns(bytes, start, end))
            this.#outside(number);
        if (this.#command !== undefined && this.#mine)
            this.#text.add(bytes, start, lineEnd);
    }
    #record(bytes, end, number) {
        this.#finish(this.#text.length);
        const { timeStart, timeEnd, threadStart, threadEnd, command, argument, tabs } = this.#line;
        this.#tabs ??= tabs;
        this.#stray = false;
        if (timeEnd > timeStart)
            this.#time(bytes, timeStart, timeEnd);
        this.#command = command;
        this.#recordLine = number;
        this.#thread = this.#threads.get(bytes, threadStart, threadEnd);
        this.#mine = (0,source/* partOf */.BU)(this.#thread, this.#options.part) === this.#options.part.index;
        if (this.#mine)
            this.#text.add(bytes, Math.min(argument, end), end);
    }
    /** MariaDB, and MySQL before 5.7, write the time only when it changes, once a second. */
    #time(bytes, start, end) {
        const known = this.#times.parse(bytes, start, end);
        if (!Number.isNaN(known) && isZoned(bytes, end)) {
            this.#at = known;
            return;
        }
        const { at, zoned } = mysqlTime(bytes.toString('latin1', start, end));
        this.#at = at;
        if (!zoned)
            this.#unzoned = true;
    }
    #opened() {
        this.#connections.forget();
        this.#stray = false;
        if (this.#inTurn())
            this.#sink.skipped('server start');
    }
    #inTurn() {
        return this.#ordinal++ % this.#options.part.of === this.#options.part.index;
    }
    #outside(number) {
        if (this.#stray || this.#command !== undefined)
            return;
        this.#stray = true;
        if (this.#inTurn())
            this.#sink.unread('text outside any record', number, 1);
    }
    /** Emits the record, whose argument is the first `length` bytes. */
    #finish(length) {
        const command = this.#command;
        if (command !== undefined && this.#mine)
            this.#give(command, length);
        this.#command = undefined;
        this.#text.clear();
    }
    #give(command, length) {
        const { bytes, overlong } = this.#text;
        let start = 0;
        let end = length;
        while (end > start && isSpace(bytes[end - 1]))
            end--;
        while (start < end && isSpace(bytes[start]))
            start++;
        if (overlong) {
            this.#sink.unread('statement longer than 64 MiB', this.#recordLine, 1);
            return;
        }
        if (RUNS.has(command)) {
            this.#run(command, start, end);
            return;
        }
        const thread = this.#thread;
        const connections = this.#connections;
        const argument = () => bytes.toString('utf8', start, Math.min(end, start + 1000));
        switch (command) {
            case 'Connect':
            case 'Change user':
                connections.connect(thread, argument());
                break;
            case 'Reset Connection':
                connections.reset(thread);
                break;
            case 'Init DB':
                connections.use(thread, argument());
                break;
            case 'Quit':
                connections.quit(thread);
                break;
        }
        if (WITHOUT_STATEMENT.has(command)) {
            this.#sink.unread('command logged without its statement', this.#recordLine, 1);
        }
        else if (command === 'Prepare')
            this.#sink.skipped('PREPARE (its executions are logged separately)');
        else
            this.#sink.skipped(CONNECTION.has(command) ? 'connection' : 'command without a statement');
    }
    #run(command, from, end) {
        const { bytes } = this.#text;
        let start = from;
        // MySQL 5.0 writes `[7] SELECT …`, with the number of the prepared statement.
        if (command === 'Execute' && bytes[start] === 0x5b) {
            const number = /^\[\d+\]\s*/.exec(bytes.toString('latin1', start, Math.min(end, start + 24)))?.[0] ?? '';
            start += number.length;
        }
        if (start === end) {
            if (command === 'Query')
                this.#sink.skipped('empty statement');
            else
                this.#sink.unread('command logged without its statement', this.#recordLine, 1);
            return;
        }
        const connection = this.#connections.of(this.#thread);
        const statement = this.#statement;
        statement.bytes = bytes;
        statement.start = start;
        statement.end = end;
        statement.at = this.#at;
        statement.user = connection.user;
        statement.database = connection.database;
        statement.session = connection.session;
        statement.truncated = this.#cut;
        this.#sink.statement(statement);
        connection.database = databaseAfter(bytes, start, end, connection.database);
    }
    notes() {
        return this.#unzoned ? ['times without a time zone are read as UTC'] : [];
    }
}
/** Whether a time in ISO 8601 ends with `Z` or an offset. */
function isZoned(bytes, end) {
    return bytes[end - 1] === 0x5a || (bytes[end - 3] === general_COLON && (bytes[end - 6] === 0x2b || bytes[end - 6] === 0x2d));
}

;// CONCATENATED MODULE: ./build/esm/history/sources/mysql/header.js


/** Content of the `#` lines before an entry of a slow log. Names are copies, not ranges of a buffer. */
class EntryHeader {
    /** The account that logged in; undefined if the log does not name it. */
    user;
    /** Digits of the connection id, in the first `threadEnd` bytes; `threadEnd` is 0 if the log has none. */
    thread = Buffer.alloc(20);
    threadEnd = 0;
    /** Database of the connection, empty for none; undefined if the log does not write it. */
    schema;
    /** Whether the server reports an error number (MySQL's `log_slow_extra`). */
    failed = false;
    /** Whether the statement ran inside a stored routine (Percona's `log_slow_sp_statements`). */
    routine = false;
    /** The server logs one in this many (Percona's `log_slow_rate_limit`). */
    rate = 1;
    /** Whether it took less than a tenth of a second. */
    fast = false;
    /** Text of the last `# Time:` line, which old servers write only once a second. */
    #time = Buffer.alloc(40);
    #timeEnd = 0;
    /** Whether the line that each entry has was seen. */
    complete = false;
    /** Whether a line that names the account was seen. */
    named = false;
    /** Resets it for the next entry; the time stays. */
    begin(before) {
        if (before.#timeEnd > 0)
            this.setTime(before.#time, 0, before.#timeEnd);
        this.user = undefined;
        this.threadEnd = 0;
        this.schema = undefined;
        this.failed = false;
        this.routine = false;
        this.rate = 1;
        this.fast = false;
        this.complete = false;
        this.named = false;
    }
    /** Undefined if there is no `# Time:` line. */
    time() {
        return this.#timeEnd === 0 ? undefined : mysqlTime(this.#time.toString('latin1', 0, this.#timeEnd).trim());
    }
    setTime(bytes, start, end) {
        this.#timeEnd = copyShort(bytes, start, end, this.#time);
    }
    connection(bytes, start, end) {
        this.threadEnd = copyShort(bytes, start, end, this.thread);
    }
}
/** For a few bytes, a loop is faster than a native call. */
function copyShort(bytes, start, end, into) {
    const length = Math.min(end - start, into.length);
    for (let at = 0; at < length; at++)
        into[at] = bytes[start + at];
    return length;
}
const header_SPACE = 0x20;
const DOT = 0x2e;
const header_ZERO = 0x30;
const NINE = 0x39;
const CLOSE = 0x5d;
/** Possible first lines of an entry, depending on what the server writes. */
const FIRST_LINES = ['# Time: ', '# User@Host: ', '# User: ', '# Thread_id: ', '# Schema: ', '# Query_time: '].map((text) => Buffer.from(text));
const [header_TIME, USER_HOST, USER, THREAD, SCHEMA, QUERY_TIME] = FIRST_LINES;
const LOCK_TIME = Buffer.from(' Lock_time: ');
const RATE = Buffer.from('# Log_slow_rate_type: ');
const ROUTINE = Buffer.from('# Stored_routine: ');
/** `log_slow_extra` writes the thread and the error after the times. */
const ERRNO = Buffer.from(' Errno: ');
const USER_INSIDE = Buffer.from('# User@Host: ');
/** Whether the bytes from `start` to `end` begin with `text`. */
function beginsWith(bytes, start, end, text) {
    const { length } = text;
    if (end - start < length)
        return false;
    for (let at = 0; at < length; at++)
        if (bytes[start + at] !== text[at])
            return false;
    return true;
}
/** Whether a line may be the first of an entry's header. */
function beginsHeader(bytes, start, end) {
    for (const text of FIRST_LINES)
        if (beginsWith(bytes, start, end, text))
            return true;
    return false;
}
/** Whether a line can only be the first of a header: in some versions, the others follow `# Query_time:`. */
function beginsAnotherHeader(bytes, start, end) {
    return beginsWith(bytes, start, end, header_TIME) || beginsWith(bytes, start, end, USER_HOST);
}
/** Reads header lines; recurring names and ids are decoded once. */
class HeaderLines {
    #users = new byte_text/* ByteCache */.v2(userOf);
    #names = new byte_text/* ByteCache */.v2((text) => text);
    /** Reads one line that begins with `#`. */
    read(bytes, start, end, header) {
        switch (bytes[start + 2]) {
            case 0x54: // T
                if (beginsWith(bytes, start, end, THREAD))
                    this.#thread(bytes, start + THREAD.length, end, header);
                else if (beginsWith(bytes, start, end, header_TIME))
                    this.#time(bytes, start + header_TIME.length, end, header);
                break;
            case 0x55: // U
                if (beginsWith(bytes, start, end, USER_HOST))
                    this.#user(bytes, start + USER_HOST.length, end, header);
                else if (beginsWith(bytes, start, end, USER))
                    this.#user(bytes, start + USER.length, end, header);
                break;
            case 0x51: // Q
                if (beginsWith(bytes, start, end, QUERY_TIME))
                    this.#durations(bytes, start + QUERY_TIME.length, end, header);
                break;
            case 0x53: // S
                if (beginsWith(bytes, start, end, SCHEMA))
                    this.#schema(bytes, start + SCHEMA.length, end, header);
                else if (beginsWith(bytes, start, end, ROUTINE))
                    header.routine = end > start + ROUTINE.length;
                break;
            case 0x4c: // L
                if (beginsWith(bytes, start, end, RATE)) {
                    const rate = /Log_slow_rate_limit: (\d{1,9})/.exec(bytes.toString('latin1', start, end))?.[1];
                    header.rate = Math.max(1, Number(rate ?? 1));
                }
                break;
        }
    }
    /** `user[user] @ host [ip]`, and in MySQL `  Id: 42`. */
    #user(bytes, start, end, header) {
        header.named = true;
        let at = end;
        while (at > start && header_isDigit(bytes[at - 1]))
            at--;
        if (at < end) {
            let before = at;
            while (before > start && bytes[before - 1] === header_SPACE)
                before--;
            // `Id:`
            if (bytes[before - 1] === 0x3a && bytes[before - 2] === 0x64 && bytes[before - 3] === 0x49) {
                header.connection(bytes, at, end);
                end = before - 3;
            }
        }
        // `] @ `: after it come host and address, which would split one account into many names.
        while (end > start && !(bytes[end] === 0x40 && bytes[end - 1] === header_SPACE && bytes[end - 2] === CLOSE))
            end--;
        if (end > start)
            header.user = this.#users.get(bytes, start, end - 2);
    }
    /** `8  Schema: shop  QC_hit: No`. */
    #thread(bytes, start, end, header) {
        let at = start;
        while (at < end && header_isDigit(bytes[at]))
            at++;
        header.connection(bytes, start, at);
        while (at < end && bytes[at] === header_SPACE)
            at++;
        const label = SCHEMA.length - 2;
        // `Schema: ` without its `# `; at the end of a line, the space may be missing.
        if (bytes[at] === 0x53 && bytes[at + label - 2] === 0x3a)
            this.#schema(bytes, at + label, end, header);
    }
    /** `shop  QC_hit: No`, `shop  Last_errno: 0  Killed: 0`, `shop`. */
    #schema(bytes, start, end, header) {
        let at = start;
        while (at < end && !(bytes[at] === header_SPACE && isNextLabel(bytes, at, end)))
            at++;
        while (at > start && bytes[at - 1] === header_SPACE)
            at--;
        header.schema = this.#names.get(bytes, start, Math.max(start, at));
    }
    /** `0.000160  Lock_time: …`; with `log_slow_extra` also `Thread_id: 8 Errno: 0`. */
    #durations(bytes, start, end, header) {
        let at = start;
        while (at < end && (header_isDigit(bytes[at]) || bytes[at] === DOT))
            at++;
        if (at === start)
            return;
        if (bytes[at] === header_SPACE && bytes[at + 1] === header_SPACE)
            at++;
        if (!beginsWith(bytes, at, end, LOCK_TIME))
            return;
        header.complete = true;
        header.fast = bytes[start] === header_ZERO && bytes[start + 1] !== undefined && bytes[start + 2] === header_ZERO;
        if (end - start < 100)
            return;
        const found = bytes.subarray(start, end).indexOf(ERRNO);
        if (found < 0)
            return;
        header.failed = bytes[start + found + ERRNO.length] !== header_ZERO;
    }
    #time(bytes, start, end, header) {
        // Some patched servers write the next line after it.
        if (end - start > 40) {
            const inside = bytes.subarray(start, end).indexOf(USER_INSIDE);
            if (inside >= 0) {
                this.#user(bytes, start + inside + USER_INSIDE.length, end, header);
                end = start + inside;
            }
        }
        header.setTime(bytes, start, end);
    }
}
function header_isDigit(byte) {
    return byte !== undefined && byte >= header_ZERO && byte <= NINE;
}
/** Whether a label like ` QC_hit: ` or ` Last_errno: ` begins here: spaces, a capital letter, a colon. */
function isNextLabel(bytes, start, end) {
    let at = start;
    while (at < end && bytes[at] === header_SPACE)
        at++;
    if (at === end)
        return true;
    const byte = bytes[at];
    if (byte === undefined || byte < 0x41 || byte > 0x5a)
        return false;
    return /^(?:QC_[Hh]it|Last_errno|Killed): /.test(bytes.toString('latin1', at, Math.min(end, at + 16)));
}
/**
 * The account of `priv_user[user`: `user` is the login name, `priv_user` the account that it matched, empty for an
 * anonymous one. Both may contain brackets; usually they are equal.
 */
function userOf(accounts) {
    const half = (accounts.length - 1) / 2;
    if (accounts[half] === '[' && accounts.slice(0, half) === accounts.slice(half + 1))
        return accounts.slice(0, half);
    const open = accounts.indexOf('[');
    return open < 0 ? undefined : accounts.slice(open + 1);
}

;// CONCATENATED MODULE: ./build/esm/history/sources/mysql/entries.js





const entries_INITIAL_BUFFER = 256 * 1024;
/** A larger buffer is freed when its statement is done. */
const entries_MAX_KEPT_BUFFER = 8 * 1024 * 1024;
const entries_LF = 0x0a;
const SEMICOLON = 0x3b;
const HASH = 0x23;
const entries_CR = 0x0d;
const entries_COLON = 0x3a;
const entries_USE = Buffer.from('use ');
const SET = Buffer.from('SET ');
const SET_TIMESTAMP = Buffer.from('SET timestamp=');
const ADMINISTRATOR = Buffer.from('# administrator command: ');
/**
 * Splits a slow log into entries: `#` lines, `use db;`, `SET timestamp=…;`, and the statement with `;` and a line end.
 * Statements are not escaped, so a string may contain text that looks like another entry. A statement ends at a line
 * that ends with `;` and is followed by all `#` lines of an entry (up to `# Query_time:`), by a server start, or by the
 * end of the log. Text that imitates all of that splits the statement, and its first part is then unreadable. Strings
 * are not tracked instead, because a statement with an unclosed quote, which servers log too, would swallow the next
 * entries.
 */
class SlowLogEntries {
    #sink;
    #headers = new HeaderLines();
    #names = new byte_text/* ByteCache */.v2(entries_unquoted);
    #entry;
    /** The current statement, if any, and the start of the next line. */
    #bytes = Buffer.allocUnsafe(entries_INITIAL_BUFFER);
    #length = 0;
    /** Start of the next line. */
    #at = 0;
    /** Start of the statement; -1 if there is none or it is not stored. */
    #textAt = -1;
    /** Whether there is a statement. */
    #hasText = false;
    #overlong = false;
    /** Whether the current line exceeds the maximum record length. */
    #skipping = false;
    #line = 0;
    #state = 'outside';
    /** A header that may begin inside the statement, the number of its first line (0 for none), and its start. */
    #next = new EntryHeader();
    #nextLine = 0;
    #nextAt = 0;
    /** Start of a line that may be a server start; -1 for none. */
    #bannerAt = -1;
    /** Whether an entry may begin on the next line: the previous line ends with `;` or is outside any entry. */
    #ended = true;
    #stray = false;
    /**
     * Whether entries of this log name their accounts. If so (always, except with `--log-short-format`), a header without
     * one is not an entry.
     */
    #named = false;
    constructor(sink) {
        this.#sink = sink;
        this.#entry = {
            header: new EntryHeader(),
            line: 0,
            used: undefined,
            timestamp: Number.NaN,
            bytes: this.#bytes,
            start: 0,
            end: 0,
            wanted: true,
            state: 'none',
        };
    }
    write(chunk) {
        this.#append(chunk);
        this.#scan();
        this.#limit();
    }
    end() {
        if (this.#skipping)
            this.#overlongLine();
        else if (this.#at < this.#length) {
            const start = this.#at;
            this.#at = this.#length;
            this.#read(start, this.#length);
        }
        const line = this.#nextLine;
        this.#finish(line > 0 ? this.#nextAt : this.#length);
        if (line > 0)
            this.#sink.stray(line, 'header');
    }
    #append(chunk) {
        const keep = this.#textAt >= 0 ? this.#textAt : this.#bannerAt >= 0 ? this.#bannerAt : this.#at;
        if (keep > 0 && this.#length + chunk.length > this.#bytes.length)
            this.#moveToFront(keep);
        const length = this.#length + chunk.length;
        if (length > this.#bytes.length) {
            const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length));
            this.#bytes.copy(grown, 0, 0, this.#length);
            this.#bytes = grown;
        }
        this.#bytes.set(chunk, this.#length);
        this.#length = length;
    }
    #moveToFront(keep) {
        const rest = this.#length - keep;
        // Free the memory of a huge statement, instead of holding it for the rest of the log.
        const bytes = this.#bytes.length > entries_MAX_KEPT_BUFFER && rest < entries_INITIAL_BUFFER ? Buffer.allocUnsafe(entries_INITIAL_BUFFER) : this.#bytes;
        this.#bytes.copy(bytes, 0, keep, this.#length);
        this.#bytes = bytes;
        this.#length = rest;
        this.#at -= keep;
        this.#nextAt -= keep;
        if (this.#textAt >= 0)
            this.#textAt -= keep;
        if (this.#bannerAt >= 0)
            this.#bannerAt -= keep;
    }
    #scan() {
        const bytes = this.#bytes.subarray(0, this.#length);
        for (;;) {
            const start = this.#at;
            const lf = bytes.indexOf(entries_LF, start);
            if (lf < 0)
                return;
            this.#at = lf + 1;
            if (this.#skipping) {
                this.#skipping = false;
                this.#overlongLine();
            }
            else
                this.#read(start, lf);
        }
    }
    /** Drops a statement longer than 64 MiB. */
    #limit() {
        if (this.#skipping) {
            this.#at = this.#length;
        }
        else if (this.#length - this.#at > MAX_RECORD) {
            this.#skipping = true;
            this.#at = this.#length;
            this.#loseText();
        }
        else if (this.#textAt >= 0 && this.#length - this.#textAt > MAX_RECORD) {
            this.#loseText();
        }
    }
    #loseText() {
        if (this.#textAt >= 0)
            this.#overlong = true;
        this.#textAt = -1;
    }
    #overlongLine() {
        this.#line++;
        this.#nextLine = 0;
        this.#bannerAt = -1;
        this.#ended = true;
        if (this.#state === 'outside') {
            this.#outside(this.#line);
            return;
        }
        this.#headerEnds();
        this.#state = 'text';
        this.#hasText = true;
        this.#overlong = true;
        this.#textAt = -1;
    }
    #read(start, lineEnd) {
        const bytes = this.#bytes;
        this.#line++;
        const end = lineEnd > start && bytes[lineEnd - 1] === entries_CR ? lineEnd - 1 : lineEnd;
        if (this.#bannerAt >= 0) {
            const before = this.#bannerAt;
            this.#bannerAt = -1;
            if (isBannerPort(bytes, start, end)) {
                this.#finish(before);
                this.#stray = false;
                this.#named = false;
                this.#sink.opened();
                return;
            }
            if (this.#state === 'outside')
                this.#outside(this.#line - 1);
        }
        if (bytes[start] === HASH) {
            if (this.#hashLine(start, end))
                return;
        }
        else if (bytes[end - 1] === entries_COLON && isBanner(bytes, start, end)) {
            this.#headerEnds();
            this.#bannerAt = start;
        }
        else {
            this.#nextLine = 0;
            if (this.#state === 'outside') {
                this.#ended = true;
                if (end > start && !isBannerColumns(bytes, start, end))
                    this.#outside(this.#line);
                return;
            }
            this.#headerEnds();
            if (this.#state === 'prelude' && this.#prelude(start, end))
                return;
        }
        if (this.#state !== 'outside')
            this.#textLine(start, end);
    }
    /** Reads a line that begins with `#`; true if it is not statement text. */
    #hashLine(start, end) {
        const bytes = this.#bytes;
        if (this.#state === 'header') {
            if (beginsAnotherHeader(bytes, start, end)) {
                this.#finish(start);
            }
            else {
                if (!beginsWith(bytes, start, end, ADMINISTRATOR)) {
                    this.#headers.read(bytes, start, end, this.#entry.header);
                    return true;
                }
                this.#headerEnds();
                return false;
            }
        }
        if (this.#ended && beginsHeader(bytes, start, end)) {
            this.#next.begin(this.#entry.header);
            this.#nextLine = this.#line;
            this.#nextAt = start;
        }
        else if (this.#nextLine === 0) {
            if (this.#state === 'outside')
                this.#outside(this.#line);
            return false;
        }
        this.#headers.read(bytes, start, end, this.#next);
        if (this.#next.complete && (this.#next.named || !this.#named)) {
            this.#nextEntry();
            return true;
        }
        // Header lines do not end like this. Such a line belongs to the statement, and the header may follow it.
        this.#ended = bytes[end - 1] === SEMICOLON;
        return false;
    }
    /** The complete header of another entry was seen. */
    #nextEntry() {
        const line = this.#nextLine;
        this.#finish(this.#nextAt);
        const entry = this.#entry;
        const { header } = entry;
        entry.header = this.#next;
        entry.line = line;
        this.#next = header;
        this.#named = entry.header.named;
        this.#state = 'header';
        this.#stray = false;
    }
    /** The `#` lines of the entry have ended. */
    #headerEnds() {
        if (this.#state !== 'header')
            return;
        this.#state = 'prelude';
        this.#ended = true;
        this.#entry.wanted = this.#sink.wanted(this.#entry.header);
    }
    /**
     * Reads `use` and `SET timestamp`, as the server writes them before the statement; true if the line is one of them.
     */
    #prelude(start, end) {
        const bytes = this.#bytes;
        const entry = this.#entry;
        if (bytes[end - 1] !== SEMICOLON)
            return false;
        if (beginsWith(bytes, start, end, SET)) {
            const timestamp = beginsWith(bytes, start, end, SET_TIMESTAMP)
                ? secondsIn(bytes, start + SET_TIMESTAMP.length, end)
                : secondsInSet((0,byte_text/* decode */.D4)(bytes, start, Math.min(end, start + 200)));
            if (Number.isNaN(timestamp))
                return false;
            entry.timestamp = timestamp * 1000;
            this.#state = 'text';
            return true;
        }
        if (entry.used !== undefined || !beginsWith(bytes, start, end, entries_USE))
            return false;
        entry.used = this.#names.get(bytes, start + entries_USE.length, end - 1);
        return true;
    }
    #textLine(start, end) {
        this.#state = 'text';
        this.#ended = this.#bytes[end - 1] === SEMICOLON;
        if (this.#hasText)
            return;
        this.#hasText = true;
        // Text of another part of the work is not stored.
        if (this.#entry.wanted)
            this.#textAt = start;
    }
    #outside(number) {
        if (this.#stray)
            return;
        this.#stray = true;
        this.#sink.stray(number, 'text');
    }
    /** Emits the entry, whose statement ends at `end` at the latest. */
    #finish(end) {
        if (this.#state !== 'outside') {
            this.#headerEnds();
            this.#give(end);
        }
        const entry = this.#entry;
        entry.used = undefined;
        entry.timestamp = Number.NaN;
        this.#state = 'outside';
        this.#textAt = -1;
        this.#hasText = false;
        this.#overlong = false;
        this.#nextLine = 0;
        this.#bannerAt = -1;
        this.#ended = true;
    }
    #give(limit) {
        const entry = this.#entry;
        const bytes = this.#bytes;
        let start = this.#textAt;
        let end = start < 0 ? start : limit;
        while (end > start && isSpace(bytes[end - 1]))
            end--;
        const closed = end > start && bytes[end - 1] === SEMICOLON;
        if (closed)
            end--;
        while (end > start && isSpace(bytes[end - 1]))
            end--;
        while (start < end && isSpace(bytes[start]))
            start++;
        entry.bytes = bytes;
        entry.start = start;
        entry.end = end;
        if (this.#overlong)
            entry.state = 'overlong';
        else if (!this.#hasText || limit === this.#textAt)
            entry.state = 'none';
        else
            entry.state = closed || !entry.wanted ? 'whole' : 'cut';
        this.#sink.entry(entry);
    }
}
/** Reads digits up to `;` or `.`. */
function secondsIn(bytes, start, end) {
    let seconds = 0;
    let at = start;
    for (; at < end; at++) {
        const digit = (bytes[at] ?? 0) - 0x30;
        if (digit < 0 || digit > 9)
            break;
        seconds = seconds * 10 + digit;
    }
    return at > start && at - start < 13 ? seconds : Number.NaN;
}
/** `SET last_insert_id=5,insert_id=6,timestamp=1795191733;`, as servers write it before some INSERTs. */
function secondsInSet(line) {
    return Number(/^SET (?:(?:last_)?insert_id=\d+,)+timestamp=(\d{1,12})[\d.]*;/.exec(line)?.[1] ?? Number.NaN);
}
function entries_unquoted(name) {
    return /^`.*`$/s.test(name) ? name.slice(1, -1).replaceAll('``', '`') : name;
}

;// CONCATENATED MODULE: ./build/esm/history/sources/mysql/slow.js





/** Slow query log of MySQL 5.7 to 9, MariaDB 10 and 11, and Percona Server. */
const mysqlSlow = {
    kind: 'mysql-slow',
    dialects: ['mysql', 'mariadb'],
    notCarried: ['caller.application'],
    sniff: (head) => sniffMysql(head, 'slow'),
    open: (sink, options) => new SlowLogReader(sink, options),
};
const slow_ADMINISTRATOR = Buffer.from('# administrator command: ');
const THROTTLE = Buffer.from('throttle: ');
const slow_HASH = 0x23;
/** Interprets the entries of a slow log. */
class SlowLogReader {
    #sink;
    #options;
    #entries = new SlowLogEntries(this);
    #statement;
    /** Entries without a connection, and lines outside any entry, are distributed round-robin. */
    #ordinal = 0;
    /**
     * Database of the previous entry. Without a `Schema:` field, servers write `use` only when the database changes,
     * across all connections, and start with none when they open the log. Undefined if the log begins in the middle.
     */
    #database;
    #sessions = new byte_text/* ByteCache */.v2((thread) => this.#sessionOf(thread));
    /** Number of server starts: connection ids start again. */
    #opened = 0;
    /** How often each connection was reset (by a pool, or by a change of user). */
    #resets = new Map();
    #seen = { entries: 0, fast: false, carriedOver: 0, unzoned: false, rate: 1 };
    constructor(sink, options) {
        this.#sink = sink;
        this.#options = options;
        this.#statement = (0,source/* blankStatement */.I_)(Buffer.alloc(0));
    }
    write(chunk) {
        this.#entries.write(chunk);
    }
    end() {
        this.#entries.end();
    }
    wanted({ threadEnd, thread }) {
        const { part } = this.#options;
        if (part.of === 1)
            return true;
        return (threadEnd === 0 ? this.#inTurn() : (0,source/* partOf */.BU)(thread.subarray(0, threadEnd), part)) === part.index;
    }
    #inTurn() {
        return this.#ordinal++ % this.#options.part.of;
    }
    stray(line, what) {
        if (this.#inTurn() !== this.#options.part.index)
            return;
        this.#sink.unread(what === 'text' ? 'text outside any entry' : 'entry without a statement', line, 1);
    }
    opened() {
        this.#database = '';
        this.#opened++;
        this.#forgetSessions();
        this.#resets.clear();
        if (this.#inTurn() === this.#options.part.index)
            this.#sink.skipped('server start');
    }
    entry(entry) {
        const { header, wanted } = entry;
        const seen = this.#seen;
        seen.entries++;
        if (header.fast)
            seen.fast = true;
        if (header.rate > seen.rate)
            seen.rate = header.rate;
        if (entry.used !== undefined)
            this.#database = entry.used;
        const database = header.schema ?? this.#database;
        if (header.schema === undefined && entry.used === undefined && database)
            seen.carriedOver++;
        const dated = !Number.isNaN(entry.timestamp);
        const time = dated ? undefined : header.time();
        if (time?.zoned === false)
            seen.unzoned = true;
        if (!wanted)
            return;
        if (this.#noStatement(entry))
            return;
        const statement = this.#statement;
        statement.bytes = entry.bytes;
        statement.start = entry.start;
        statement.end = entry.end;
        statement.at = time?.at ?? entry.timestamp;
        statement.user = header.user;
        statement.database = database;
        statement.session = header.threadEnd === 0 ? '' : this.#sessions.get(header.thread, 0, header.threadEnd);
        statement.truncated = entry.state === 'cut';
        this.#sink.statement(statement);
    }
    /** Reports an entry that is not a client statement; false for all others. */
    #noStatement(entry) {
        const { header, bytes, start, end } = entry;
        const sink = this.#sink;
        if (entry.state === 'overlong')
            sink.unread('statement longer than 64 MiB', entry.line, 1);
        else if (entry.state === 'none')
            sink.unread('entry without a statement', entry.line, 1);
        else if (start === end)
            sink.skipped('empty statement');
        else if (bytes[start] === slow_HASH && beginsWith(bytes, start, end, slow_ADMINISTRATOR))
            this.#administrator(entry);
        else if (beginsWith(bytes, start, end, THROTTLE))
            this.#throttle(entry);
        else if (header.failed)
            sink.skipped('failed statement');
        else if (header.routine)
            sink.skipped('statement inside a stored routine');
        else
            return false;
        return true;
    }
    /** A protocol command without SQL, such as `Quit`. */
    #administrator({ bytes, start, end, line, header }) {
        const name = bytes.toString('latin1', start + slow_ADMINISTRATOR.length, Math.min(end, start + 80));
        if (/^(?:Change user|Reset Connection)$/i.test(name)) {
            const thread = header.thread.toString('latin1', 0, header.threadEnd);
            this.#resets.set(thread, (this.#resets.get(thread) ?? 0) + 1);
            this.#forgetSessions();
        }
        // Servers before 5.7 write only these names; later ones write the executed statement.
        if (/^(?:Execute|Bulk_execute|Create DB|Drop DB)$/i.test(name)) {
            this.#sink.unread('command logged without its statement', line, 1);
        }
        else
            this.#sink.skipped('administrator command');
    }
    /** `throttle:         10 'index not used' warning(s) suppressed.` */
    #throttle({ bytes, start, end, line }) {
        const count = Number(/\d{1,15}/.exec(bytes.toString('latin1', start, Math.min(end, start + 200)))?.[0] ?? 1);
        this.#sink.unread('statement left out by the server (`log_throttle_queries_not_using_indexes`)', line, count || 1);
    }
    #sessionOf(thread) {
        const resets = this.#resets.get(thread) ?? 0;
        return `${this.#opened}/${thread}${resets === 0 ? '' : `/${resets}`}`;
    }
    #forgetSessions() {
        this.#sessions = new byte_text/* ByteCache */.v2((thread) => this.#sessionOf(thread));
    }
    notes() {
        const { entries, fast, carriedOver, unzoned, rate } = this.#seen;
        const notes = [];
        if (entries > 0 && !fast) {
            notes.push('no statement took less than 0.1 s: the log holds slow statements only; set `long_query_time = 0` to log all of them');
        }
        if (carriedOver > 0) {
            notes.push(`${carriedOver} entries take their database from the entry before: the server writes it only when it changes, so a connection without a database is not recognised`);
        }
        if (rate > 1)
            notes.push(`the server logged only one in ${rate} (\`log_slow_rate_limit\`): counts are too low, and rare flows are missing`);
        if (unzoned)
            notes.push('times without a time zone are read as UTC');
        return notes;
    }
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./build/esm/history/sources/slow-only.js
var slow_only = __webpack_require__(70588);
;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/audit.js
const NOT_GIVEN = new Set(['', '<none>', '<not logged>', '<previously logged>']);
/** Parses the text after `AUDIT: `; undefined if it is not an audit record. */
function auditRecord(line) {
    const [type, statement, substatement, , command, , , text, parameters = ''] = csvFields(line) ?? [];
    if ((type !== 'SESSION' && type !== 'OBJECT') || text === undefined)
        return undefined;
    if (statement === undefined || substatement === undefined || command === undefined)
        return undefined;
    return { statement, substatement, command, text, parameters };
}
/** The bind values, which are CSV inside one field. pgaudit writes NULL and the empty string alike. */
function auditBinds(parameters) {
    if (NOT_GIVEN.has(parameters))
        return undefined;
    return csvFields(parameters)?.map((value) => (value === '' ? null : value));
}
/** Fields of one CSV record, with doubled quotes, over several lines if quoted. */
function csvFields(text) {
    const fields = [];
    let at = 0;
    for (;;) {
        if (text[at] === '"') {
            let end = at + 1;
            for (;;) {
                end = text.indexOf('"', end);
                if (end < 0)
                    return undefined;
                if (text[end + 1] !== '"')
                    break;
                end += 2;
            }
            fields.push(text.slice(at + 1, end).replaceAll('""', '"'));
            at = end + 1;
            if (at < text.length && text[at] !== ',')
                return undefined;
        }
        else {
            const comma = text.indexOf(',', at);
            const end = comma < 0 ? text.length : comma;
            fields.push(text.slice(at, end));
            at = end;
        }
        if (at >= text.length)
            return fields;
        at++;
    }
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/binds.js

/** PostgreSQL's maximum number of parameters. */
const MAX_BINDS = 65_535;
/**
 * Parses the values of a detail like `parameters: $1 = 'it''s', $2 = NULL` (capitalised since PostgreSQL 16). A value
 * cut by `log_parameter_max_length` ends in `...` in the result too. `undefined` if the detail is not such a list.
 */
function bindsOf(bytes, start, end) {
    return bindsOfText((0,byte_text/* decode */.D4)(bytes, start, end));
}
function bindsOfText(detail) {
    const colon = detail.indexOf(': $1 = ');
    if (colon < 0 || colon > 30)
        return undefined;
    const binds = [];
    let at = colon + 2;
    while (binds.length < MAX_BINDS) {
        const lead = `$${binds.length + 1} = `;
        if (!detail.startsWith(lead, at))
            return undefined;
        at += lead.length;
        if (detail.startsWith('NULL', at)) {
            binds.push(null);
            at += 4;
        }
        else {
            const value = quotedAt(detail, at);
            if (value === undefined)
                return undefined;
            binds.push(value.text);
            at = value.end;
        }
        if (at === detail.length)
            return binds;
        if (!detail.startsWith(', ', at))
            return undefined;
        at += 2;
    }
    return undefined;
}
function quotedAt(text, start) {
    if (text[start] !== "'")
        return undefined;
    let doubled = false;
    for (let at = start + 1;; at += 2) {
        const quote = text.indexOf("'", at);
        if (quote < 0)
            return undefined;
        if (text[quote + 1] !== "'") {
            const value = text.slice(start + 1, quote);
            return { text: doubled ? value.replaceAll("''", "'") : value, end: quote + 1 };
        }
        doubled = true;
        at = quote;
    }
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/languages.js

/**
 * Words with which PostgreSQL's translations begin a line about a statement (`lc_messages`), for all languages that
 * PostgreSQL 15 ships, including English. Taken from its message catalogues.
 */
const WORDS = {
    statement: 'Anweisung|sentencia|instruction|istruzione|文|ოპერატორი|გამოსახულება|명령 구문|оператор|sats|语句|statement',
    duration: 'Dauer|duración|durée|durata|期間|ხანგრძლივობა|실행시간|수행시간|продолжительность|varaktighet|тривалість|执行时间',
    milliseconds: 'ms|мс|ミリ秒|მწმs?',
    execute: 'Ausführen|ejecutar|exécute|esecuzione di|実行|გაშვება|쿼리실행|выполнение|kör|виконувати|执行|execute',
    fetch: 'Ausführen Fetch von|ejecutar fetch desde|exécute fetch à partir de|esecuzione di fetch da|取り出し実行|자료뽑기|выборка из|kör hämtning från|виконати витягнення з|执行FETCH操作|execute fetch from',
};
/** Severities and labels of text logs, by meaning. */
const LABELS = {
    LOG: 'LOG|ჟურნალი|로그|СООБЩЕНИЕ|LOGG|ЗАПИСУВАННЯ|日志',
    WARNING: 'WARNING|WARNUNG|ATTENTION|ATTENZIONE|გაფრთხილება|경고|ПРЕДУПРЕЖДЕНИЕ|VARNING|ПОПЕРЕДЖЕННЯ|警告',
    FAILED: 'ERROR|FATAL|PANIC|FEHLER|ERREUR|ERRORE|FATALE|შეცდომა|ფატალური|오류|치명적오류|ОШИБКА|ВАЖНО|FEL|FATALT|ПОМИЛКА|ФАТАЛЬНО|错误|致命错误',
    DETAIL: 'DETAIL|DETALLE|DÉTAIL|DETTAGLI|詳細|დეტალები|상세정보|ПОДРОБНОСТИ|DETALJ|ВІДОМОСТІ|详细信息',
    STATEMENT: 'STATEMENT|ANWEISUNG|SENTENCIA|INSTRUCTION|ISTRUZIONE|文|ოპერატორი|명령 구문|ОПЕРАТОР|SATS|ІНСТРУКЦІЯ|语句',
    CONTEXT: 'CONTEXT|ZUSAMMENHANG|CONTEXTO|CONTEXTE|CONTESTO|文脈|კონტექსტი|내용|КОНТЕКСТ|KONTEXT|上下文',
};
const STATEMENT = new RegExp(`^(?:${WORDS.statement}) ?: `);
const DURATION = new RegExp(`^(?:${WORDS.duration}) ?:? (\\d+[.,]\\d+) (?:${WORDS.milliseconds})(?:$|,? +)`);
const EXECUTE = new RegExp(`^(?:${WORDS.execute}) ?(?=\\S)`);
const FETCH = new RegExp(`^(?:${WORDS.fetch}) ?(?=\\S)`);
const SEVERITIES = new Map(Object.entries(LABELS).flatMap(([label, words]) => words.split('|').map((word) => [word, label])));
const encoder = new TextEncoder();
/** Longer than any of these words plus a duration. */
const LEAD = 120;
/** Meaning of a severity or label word; the word itself if no language has it. */
function labelInEnglish(word) {
    return SEVERITIES.get(word) ?? word;
}
/** Converts the start of a message about a statement to English; undefined for any other message. */
function inEnglish(bytes, start, end) {
    const lead = (0,byte_text/* decode */.D4)(bytes, start, Math.min(end, start + LEAD));
    const found = englishLead(lead);
    if (found === undefined)
        return undefined;
    // The end of `lead` may contain half a letter, so only the replaced part is measured.
    const replacedBytes = encoder.encode(lead.slice(0, found.length)).length;
    const english = encoder.encode(found.text);
    const out = new Uint8Array(english.length + end - start - replacedBytes);
    out.set(english);
    out.set(bytes.subarray(start + replacedBytes, end), english.length);
    return out;
}
function englishLead(lead) {
    const duration = DURATION.exec(lead);
    if (duration !== null) {
        const milliseconds = `duration: ${duration[1]} ms`;
        const rest = lead.slice(duration[0].length);
        if (rest === '')
            return { length: duration[0].length, text: milliseconds };
        const step = stepLead(rest) ?? { length: 0, text: 'parse ' };
        return { length: duration[0].length + step.length, text: `${milliseconds}  ${step.text}` };
    }
    return stepLead(lead);
}
function stepLead(lead) {
    for (const [pattern, text] of STEPS) {
        const match = pattern.exec(lead);
        if (match !== null)
            return { length: match[0].length, text };
    }
    return undefined;
}
const STEPS = [
    [STATEMENT, 'statement: '],
    [FETCH, 'execute fetch from '],
    [EXECUTE, 'execute '],
];
/** Text that stands for a missing name in a text log. */
const UNKNOWN_NAMES = new Set([
    '[unknown]',
    '[unbekannt]',
    '[desconocido]',
    '[inconnu]',
    '[sconosciuto]',
    '[不明]',
    '[უცნობი]',
    '[알수없음]',
    '[н/д]',
    '[okänd]',
    '[未知]',
]);

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/sessions.js


/** Number of sessions that are remembered. An evicted session starts afresh. */
const MAX_SESSIONS = 32_768;
/** Number of open portals, and of prepared statements, remembered per session. */
const MAX_NAMES = 16;
/** State of a session. */
class Session {
    /** Unique in the input; empty if the source does not name sessions. */
    id;
    /** Whether it belongs to the part that is being read. */
    mine;
    /** Its lexical mode, if it differs from the dialect's. */
    mode;
    /** Fingerprints of the texts of its latest `statement` or `execute` line, and of its latest audit line. */
    logged = 0;
    audited = 0;
    /** Number of its latest statement in the audit log. */
    auditNumber = '';
    /** Whether its latest text came without a duration, which then follows. */
    awaitsDuration = false;
    #max;
    #portals;
    #prepared;
    /** @param max number of open portals, and of prepared statements, to remember */
    constructor(id, mine, max = MAX_NAMES) {
        this.id = id;
        this.mine = mine;
        this.#max = max;
    }
    /** Whether this portal was executed before; records the execution. */
    seenPortal(name) {
        this.#portals ??= new Set();
        return seen(this.#portals, name, this.#max);
    }
    /** Whether this PREPARE text was seen before; records it. */
    seenPrepare(digest) {
        this.#prepared ??= new Set();
        return seen(this.#prepared, digest, this.#max);
    }
}
function seen(known, item, max) {
    if (known.has(item))
        return true;
    if (known.size >= max) {
        const { value } = known.values().next();
        if (value !== undefined)
            known.delete(value);
    }
    known.add(item);
    return false;
}
/** The sessions of an input. */
class Sessions {
    #part;
    #known = new Map();
    #cache = new byte_text/* ByteCache */.v2((id) => this.named(id));
    constructor(part) {
        this.#part = part;
    }
    /** The session whose name is in these bytes. */
    at(bytes, start, end) {
        return this.#cache.get(bytes, start, end);
    }
    named(id) {
        const known = this.#known.get(id);
        if (known !== undefined)
            return known;
        if (this.#known.size >= MAX_SESSIONS) {
            for (const old of this.#known.keys()) {
                this.#known.delete(old);
                if (this.#known.size <= MAX_SESSIONS / 2)
                    break;
            }
        }
        const session = new Session(id, (0,source/* partOf */.BU)(id, this.#part) === this.#part.index);
        this.#known.set(id, session);
        return session;
    }
    /** For a record without a session: the part that its number belongs to. */
    nameless(record) {
        return new Session('', record % this.#part.of === this.#part.index);
    }
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/records.js








const ascii = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const records_STATEMENT = ascii('statement: ');
const records_DURATION = ascii('duration: ');
const records_EXECUTE = ascii('execute ');
const records_FETCH = ascii('execute fetch from ');
const PARSE = ascii('parse ');
const BIND = ascii('bind ');
const PLAN = ascii('plan:');
const AUDIT = ascii('AUDIT: ');
const records_CONNECTION = ascii('connection ');
const DISCONNECTION = ascii('disconnection: ');
const NONSTANDARD = ascii('nonstandard use of ');
const PREPARE = ascii('prepare: ');
const records_SPACE = 0x20;
const records_COLON = 0x3a;
const SLASH = 0x2f;
const records_SEMICOLON = 0x3b;
/** Clients choose portal names, which may have any length. */
const MAX_PORTAL = 200;
const NOTHING = new Uint8Array(0);
const NO_SESSION = new Session('', true);
/** Number of portals and prepared statements remembered for all unnamed sessions together. */
const MAX_UNNAMED = 4096;
const NO_SINK = { statement: () => undefined, unread: () => undefined, skipped: () => undefined };
/** Filled by the reader of a format; `take` consumes it. */
class LogRecord {
    bytes = NOTHING;
    /** The message, without severity. */
    start = 0;
    end = 0;
    /** The detail; `detailEnd` is 0 if there is none. */
    detail = NOTHING;
    detailStart = 0;
    detailEnd = 0;
    severity = 'other';
    at = Number.NaN;
    user = undefined;
    application = undefined;
    database = undefined;
    session = NO_SESSION;
    /**
     * Whether the record names the statement or function that caused it. When the server logs a statement, it hides
     * these, so such a message comes from a RAISE, whatever it looks like.
     */
    raised = false;
    /** Whether the record has the text of the statement that caused it. */
    hasStatement = false;
    /** Whether its text was cut off. */
    truncated = false;
}
/** A statement of the log; bind values are parsed only when needed. */
class Logged {
    bytes = NOTHING;
    start = 0;
    end = 0;
    at = Number.NaN;
    calls = 1;
    user = undefined;
    application = undefined;
    database = undefined;
    session = '';
    truncated = false;
    normalised = false;
    mode = undefined;
    #detail = NOTHING;
    #detailStart = 0;
    #detailEnd = 0;
    #binds;
    #bound = false;
    get binds() {
        if (!this.#bound)
            this.setBinds(bindsOf(this.#detail, this.#detailStart, this.#detailEnd));
        return this.#binds;
    }
    setBinds(binds) {
        this.#binds = binds;
        this.#bound = true;
    }
    bindLater({ detail, detailStart, detailEnd }) {
        this.#detail = detail;
        this.#detailStart = detailStart;
        this.#detailEnd = detailEnd;
        this.#bound = false;
    }
}
/**
 * Finds the executions among the records of a PostgreSQL log. With `log_statement`, the text is in a line of its own,
 * and its duration follows without text. With `log_min_duration_statement` alone, it comes with the duration. It never
 * comes twice (observed in PostgreSQL 15). In the extended protocol only the execution counts, not parse and bind. A
 * failed statement counts if `log_statement` has it, because that line precedes the execution; otherwise it does not.
 */
class LogRecords {
    record = new LogRecord();
    #sink;
    #logged = new Logged();
    #notes = new Set();
    /** Whether any text came with a duration, and whether any was fast or came without one. */
    #timed = false;
    #fast = false;
    /** Prepared statements and portals of all sessions, if the source names no sessions. */
    #unnamed = new Session('', true, MAX_UNNAMED);
    constructor(sink) {
        this.#sink = sink;
    }
    notes() {
        return this.#timed && !this.#fast ? [...this.#notes, slow_only/* SLOW_ONLY */.T] : [...this.#notes];
    }
    /** Processes the record. `line` is where it begins. */
    take(line) {
        const { record } = this;
        if (!record.session.mine) {
            if (record.session.id === '' && record.severity === 'log')
                this.#readForOthers(line);
            return;
        }
        switch (record.severity) {
            case 'log':
                return this.#message(line);
            case 'failed':
                if (record.session.id !== '')
                    this.#sink.failed?.(record.session.id);
                return this.#sink.skipped(record.hasStatement ? 'failed statement' : 'error');
            case 'warning':
                // Only sessions with standard_conforming_strings off get this warning.
                if (begins(record, record.start, NONSTANDARD))
                    record.session.mode = string_mode/* BACKSLASHES */.Ty;
                return this.#otherOrAudit(line);
            case 'other':
                return this.#otherOrAudit(line);
        }
    }
    /**
     * If sessions are not named, records are distributed by number. Each part must then read the records of the others
     * too, because a PREPARE in one part affects an EXECUTE in another.
     */
    #readForOthers(line) {
        const sink = this.#sink;
        this.#sink = NO_SINK;
        this.#message(line);
        this.#sink = sink;
    }
    /** Remembers the portals and prepared statements of the current session. */
    get #memory() {
        const { session } = this.record;
        return session.id === '' ? this.#unnamed : session;
    }
    /** pgaudit.log_level can be any level. */
    #otherOrAudit(line) {
        const { record } = this;
        if (!record.raised && begins(record, record.start, AUDIT))
            this.#audit(line);
        else
            this.#sink.skipped('server message');
    }
    #message(line) {
        const { record } = this;
        const { bytes, start } = record;
        if (record.raised)
            return this.#sink.skipped('server message');
        switch (bytes[start]) {
            case 0x73: // s
                if (begins(record, start, records_STATEMENT))
                    return this.#statement(start + records_STATEMENT.length, false);
                break;
            case 0x65: // e
                if (begins(record, start, records_EXECUTE))
                    return this.#execute(start, false, line);
                break;
            case 0x64: // d
                if (begins(record, start, records_DURATION))
                    return this.#duration(start + records_DURATION.length, line);
                if (begins(record, start, DISCONNECTION))
                    return this.#sink.skipped('connection');
                break;
            case 0x41: // A
                if (begins(record, start, AUDIT))
                    return this.#audit(line);
                break;
            case 0x63: // c
                if (begins(record, start, records_CONNECTION))
                    return this.#sink.skipped('connection');
                break;
        }
        this.#foreign(line);
    }
    /** Reads messages in the language of `lc_messages`. */
    #foreign(line) {
        const { record } = this;
        const english = inEnglish(record.bytes, record.start, record.end);
        if (english === undefined) {
            const head = (0,byte_text/* decode */.D4)(record.bytes, record.start, Math.min(record.end, record.start + 80));
            if (/^[^:]{2,40}: \d+[.,]\d{3} \S/.test(head))
                this.#sink.unread('duration line in an unknown language', line, 1);
            else
                this.#sink.skipped('server message');
            return;
        }
        record.bytes = english;
        record.start = 0;
        record.end = english.length;
        this.#message(line);
    }
    /** Reads from after `duration: `. */
    #duration(start, line) {
        const { record } = this;
        const { bytes, end } = record;
        // `4.999 ms`; some languages use a comma.
        const point = bytes[start + 1];
        if ((point === 0x2e || point === 0x2c) && bytes[start] < 0x35)
            this.#fast = true;
        let at = start;
        while (at < end && bytes[at] !== records_SPACE)
            at++;
        if (bytes[at + 1] !== 0x6d || bytes[at + 2] !== 0x73)
            return this.#sink.skipped('server message');
        at += 3;
        while (at < end && bytes[at] === records_SPACE)
            at++;
        if (at >= end)
            return this.#bareDuration();
        if (begins(record, at, records_STATEMENT))
            return this.#statement(at + records_STATEMENT.length, true);
        if (begins(record, at, records_EXECUTE))
            return this.#execute(at, true, line);
        if (begins(record, at, PARSE) || begins(record, at, BIND))
            return this.#sink.skipped('parse or bind step');
        if (begins(record, at, PLAN))
            return this.#sink.skipped('auto_explain plan');
        this.#sink.unread('duration line in an unknown format', line, 1);
    }
    #bareDuration() {
        const { session } = this.record;
        if (session.awaitsDuration || session.id === '')
            this.#sink.skipped('duration of a logged statement');
        else {
            this.#sink.skipped('duration without a statement');
            this.#notes.add('some durations have no statement: with `log_duration`, statements below `log_min_duration_statement` are logged without their text');
        }
        session.awaitsDuration = false;
    }
    #execute(start, duration, line) {
        const { record } = this;
        const { bytes, end, session } = record;
        const fetch = begins(record, start, records_FETCH);
        const name = start + (fetch ? records_FETCH.length : records_EXECUTE.length);
        let colon = name;
        let portal = false;
        while (colon + 1 < end && (bytes[colon] !== records_COLON || bytes[colon + 1] !== records_SPACE)) {
            if (bytes[colon] === SLASH)
                portal = true;
            colon++;
        }
        if (colon + 1 >= end)
            return this.#sink.unread('execute line without a statement', line, 1);
        // The first fetch from a portal is its execution. If it was fast, only a later one may be in the log.
        if (portal && colon - name <= MAX_PORTAL) {
            // Sessions use the same portal names. If sessions are not named, the text tells portals apart.
            const text = session.id === '' ? ` ${digest(bytes, colon, end)}` : '';
            if (this.#memory.seenPortal((0,byte_text/* decode */.D4)(bytes, name, colon) + text) && fetch) {
                session.awaitsDuration = !duration;
                return this.#sink.skipped('further fetch from a portal');
            }
        }
        this.#statement(colon + 2, duration);
    }
    #statement(start, duration) {
        const { record } = this;
        const { bytes, end, session } = record;
        session.awaitsDuration = !duration;
        if (duration)
            this.#timed = true;
        else
            this.#fast = true;
        if (start >= end)
            return this.#sink.skipped('empty statement');
        const textFingerprint = fingerprint(bytes, start, end);
        if (session.audited === textFingerprint) {
            // If pgaudit logs too, its line comes first in the extended protocol and when durations are logged.
            session.audited = 0;
            session.logged = textFingerprint;
            return this.#sink.skipped('line of an audited statement');
        }
        session.logged = textFingerprint;
        if (isPrepare(bytes, start))
            this.#memory.seenPrepare(digest(bytes, start, end));
        else if (record.detailEnd > 0 && startsWith(record.detail, record.detailStart, record.detailEnd, PREPARE)) {
            this.#prepared();
        }
        this.#emit(bytes, start, end);
        this.record.session.mode = (0,string_mode/* modeAfterText */.th)(bytes, start, end, this.record.session.mode);
    }
    /**
     * `EXECUTE name` comes with the PREPARE that the session ran before. If that PREPARE is not in the log (it was fast),
     * it is taken from here, once per session (or once per log, if sessions are not named).
     */
    #prepared() {
        const { detail, detailStart, detailEnd } = this.record;
        const start = detailStart + PREPARE.length;
        if (!this.#memory.seenPrepare(digest(detail, start, detailEnd)))
            this.#emit(detail, start, detailEnd, null);
    }
    /** `binds` if they are not in the detail; null if the statement has none of its own. */
    #emit(bytes, start, end, binds) {
        const { record } = this;
        const logged = this.#logged;
        logged.bytes = bytes;
        logged.start = start;
        logged.end = end;
        logged.at = record.at;
        logged.user = record.user;
        logged.application = record.application;
        logged.database = record.database;
        logged.session = record.session.id;
        logged.truncated = record.truncated;
        logged.mode = record.session.mode;
        if (binds !== undefined || record.detailEnd === 0)
            logged.setBinds(binds ?? undefined);
        else
            logged.bindLater(record);
        this.#sink.statement(logged);
    }
    #audit(line) {
        const { bytes, start, end } = this.record;
        this.takeAudit(auditRecord((0,byte_text/* decode */.D4)(bytes, start + AUDIT.length, end)), line);
    }
    /** Processes a pgaudit record; undefined if it could not be read. */
    takeAudit(audit, line) {
        const { session } = this.record;
        if (!session.mine)
            return;
        if (audit === undefined)
            return this.#sink.unread('audit line in an unknown format', line, 1);
        if (audit.substatement !== '1')
            return this.#sink.skipped('audit line of a nested statement');
        // With `pgaudit.log_relation`, each relation has a line; with `pgaudit.log_statement_once`, the text is logged
        // once.
        if (session.auditNumber === audit.statement || audit.text === '<previously logged>') {
            return this.#sink.skipped('further audit line of a statement');
        }
        session.auditNumber = session.id === '' ? '' : audit.statement;
        if (audit.text === '<not logged>')
            return this.#sink.unread('audit line without the statement', line, 1);
        const text = new TextEncoder().encode(audit.text);
        const textFingerprint = fingerprint(text, 0, text.length);
        const executes = audit.command !== 'PREPARE' && isPrepare(text, 0);
        if (session.logged === textFingerprint || (executes && session.logged !== 0)) {
            return this.#sink.skipped('audit line of a logged statement');
        }
        // A text of several statements is logged in full for each of them.
        if (session.audited === textFingerprint && text.subarray(0, -1).includes(records_SEMICOLON)) {
            return this.#sink.skipped('further audit line of a statement');
        }
        session.audited = textFingerprint;
        this.#fast = true;
        this.#emit(text, 0, text.length, auditBinds(audit.parameters) ?? null);
        this.record.session.mode = (0,string_mode/* modeAfterText */.th)(text, 0, text.length, this.record.session.mode);
    }
}
function begins(record, at, lead) {
    return startsWith(record.bytes, at, record.end, lead);
}
function startsWith(bytes, start, end, lead) {
    const { length } = lead;
    if (end - start < length)
        return false;
    for (let at = 0; at < length; at++)
        if (bytes[start + at] !== lead[at])
            return false;
    return true;
}
const PREPARE_WORD = ascii('prepare');
function isPrepare(bytes, start) {
    for (let at = 0; at < PREPARE_WORD.length; at++) {
        if (((bytes[start + at] ?? 0) | 0x20) !== PREPARE_WORD[at])
            return false;
    }
    return true;
}
/** Identifies a text. */
function digest(bytes, start, end) {
    return (0,external_node_crypto_.createHash)('sha256').update(bytes.subarray(start, end)).digest('base64');
}
/** Distinguishes consecutive texts of a session by length and sixteen bytes spread over the text. Never 0. */
function fingerprint(bytes, start, end) {
    const length = end - start;
    let hash = length;
    const step = length < 16 ? 1 : length / 16;
    for (let at = 0; at < 16 && at < length; at++) {
        hash = Math.imul(hash, 31) + bytes[start + Math.trunc(at * step)];
    }
    return (Math.imul(hash, 31) + (bytes[end - 1] ?? 0)) | 0 || 1;
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/severity.js


/** Meaning of a severity word, in any language of PostgreSQL. */
function severityOf(word) {
    switch (labelInEnglish(word)) {
        case 'LOG':
            return 'log';
        case 'WARNING':
            return 'warning';
        case 'FAILED':
            return 'failed';
        default:
            return 'other';
    }
}
class ByteSeverities extends byte_text/* ByteCache */.v2 {
    constructor() {
        super(severityOf);
    }
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/csvlog.js






/**
 * Columns of the log, as PostgreSQL's manual lists them under `log_destination`. Versions 8.4 to 18 differ only in how
 * many follow: 22 before 9.0, 23 to 12, 24 in 13, 26 since 14.
 */
const COLUMN = {
    time: 0,
    user: 1,
    database: 2,
    pid: 3,
    session: 5,
    severity: 11,
    message: 13,
    detail: 14,
    context: 18,
    query: 19,
    application: 22,
};
const MIN_COLUMNS = 22;
const MAX_COLUMNS = 40;
/**
 * PostgreSQL's log as CSV (`log_destination = csvlog`). It records literals, bind values, user, application (since
 * 9.0), database and session.
 */
const postgresqlCsvlog = {
    kind: 'postgresql-csvlog',
    dialects: ['postgresql'],
    notCarried: [],
    sniff,
    open: (sink, options) => new CsvlogReader(sink, options),
};
const RECORD = /^"?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [^,"]*"?,(?:"(?:[^"]|"")*")?,(?:"(?:[^"]|"")*")?,\d*,[^,]*,[^,]*,\d*,/;
function sniff(head) {
    const lines = (0,byte_text/* decode */.D4)(head, 0, Math.min(head.length, 64 * 1024))
        .split('\n')
        .slice(0, 200);
    const records = lines.filter((line) => RECORD.test(line)).length;
    if (records === 0)
        return 0;
    return RECORD.test(lines[0] ?? '') ? 1 : 0.7;
}
class CsvlogReader {
    #sink;
    #options;
    #csv = new CsvReader(this);
    #records;
    #sessions;
    #times = new LogTimes();
    #users = new byte_text/* ByteText */.__();
    #applications = new byte_text/* ByteText */.__();
    #databases = new byte_text/* ByteText */.__();
    #severities = new ByteSeverities();
    #message = Buffer.allocUnsafe(4096);
    #detail = Buffer.allocUnsafe(4096);
    #record = 0;
    constructor(sink, options) {
        this.#sink = sink;
        this.#options = options;
        this.#records = new LogRecords(sink);
        this.#sessions = new Sessions(options.part);
    }
    write(chunk) {
        this.#csv.write(chunk);
    }
    end() {
        this.#csv.end();
    }
    notes() {
        return [...this.#records.notes(), ...this.#times.notes()];
    }
    malformed(reason, line) {
        this.#unread(reason, line);
    }
    record(fields, line, complete) {
        const { count } = fields;
        if (count < MIN_COLUMNS || count > MAX_COLUMNS) {
            return this.#unread(complete ? 'record with an unexpected number of columns' : 'record cut off at the end of the file', line);
        }
        this.#record++;
        const { bytes, starts, ends, quoted } = fields;
        const sessionField = fields.length(COLUMN.session) > 0 ? COLUMN.session : COLUMN.pid;
        const { record } = this.#records;
        record.session =
            fields.length(sessionField) > 0
                ? this.#sessions.at(bytes, starts[sessionField], ends[sessionField])
                : this.#sessions.nameless(this.#record);
        if (!record.session.mine)
            return;
        record.at = this.#times.parse(bytes, starts[COLUMN.time], ends[COLUMN.time]);
        record.severity = this.#severities.get(bytes, starts[COLUMN.severity], ends[COLUMN.severity]);
        record.user = csvlog_name(fields, COLUMN.user, this.#users);
        record.database = csvlog_name(fields, COLUMN.database, this.#databases);
        record.application = count > COLUMN.application ? csvlog_name(fields, COLUMN.application, this.#applications) : undefined;
        record.hasStatement = fields.length(COLUMN.query) > 0;
        record.raised = record.hasStatement || fields.length(COLUMN.context) > 0;
        const start = starts[COLUMN.message];
        const end = ends[COLUMN.message];
        if (quoted[COLUMN.message] === 2) {
            if (this.#message.length < end - start)
                this.#message = Buffer.allocUnsafe(2 * (end - start));
            record.bytes = this.#message;
            record.start = 0;
            record.end = unquote(bytes, start, end, this.#message);
        }
        else {
            record.bytes = bytes;
            record.start = start;
            record.end = end;
        }
        record.detailEnd = 0;
        const detail = starts[COLUMN.detail];
        const detailEnd = ends[COLUMN.detail];
        if (quoted[COLUMN.detail] === 2) {
            if (this.#detail.length < detailEnd - detail)
                this.#detail = Buffer.allocUnsafe(2 * (detailEnd - detail));
            record.detail = this.#detail;
            record.detailStart = 0;
            record.detailEnd = unquote(bytes, detail, detailEnd, this.#detail);
        }
        else if (detailEnd > detail) {
            record.detail = bytes;
            record.detailStart = detail;
            record.detailEnd = detailEnd;
        }
        this.#records.take(line);
    }
    #unread(reason, line) {
        const { part } = this.#options;
        if (this.#record++ % part.of === part.index)
            this.#sink.unread(reason, line, 1);
    }
}
function csvlog_name(fields, column, names) {
    if (fields.quoted[column] === 2)
        return fields.text(column);
    return names.get(fields.bytes, fields.starts[column], fields.ends[column]);
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/json-line.js
const json_line_QUOTE = 0x22;
const BACKSLASH = 0x5c;
const json_line_COMMA = 0x2c;
const OPEN = 0x7b;
const json_line_CLOSE = 0x7d;
const json_line_COLON = 0x3a;
const json_line_CR = 0x0d;
const json_line_ZERO = 0x30;
const MINUS = 0x2d;
/** The log fields that are used, by their index in `starts` and `ends`. */
const JSON_KEYS = [
    'timestamp',
    'user',
    'dbname',
    'pid',
    'session_id',
    'error_severity',
    'message',
    'detail',
    'context',
    'statement',
    'application_name',
];
const FIELDS = Object.fromEntries(JSON_KEYS.map((key, place) => [key, place]));
const FIELD = FIELDS;
/** What a byte after a backslash stands for; 0 if it is not a one-letter escape. */
const json_line_ESCAPES = new Uint8Array(256);
for (const [letter, value] of [
    ['"', 0x22],
    ['\\', 0x5c],
    ['/', 0x2f],
    ['b', 0x08],
    ['f', 0x0c],
    ['n', 0x0a],
    ['r', 0x0d],
    ['t', 0x09],
]) {
    json_line_ESCAPES[letter.charCodeAt(0)] = value;
}
/**
 * Finds the fields of one line, a JSON object as PostgreSQL writes it: flat, only strings and integers, no white space.
 * It accepts no line that JSON.parse would reject or read differently; a line in any other form is not accepted.
 */
class JsonLine {
    /** Position of each of JSON_KEYS in the line, between its quotes, still escaped; `starts` is -1 if it is missing. */
    starts = new Int32Array(JSON_KEYS.length);
    ends = new Int32Array(JSON_KEYS.length);
    /** 1 if the field contains a backslash. */
    escaped = new Uint8Array(JSON_KEYS.length);
    #bytes = Buffer.alloc(0);
    #view = new DataView(this.#bytes.buffer);
    #keys = new KnownKeys();
    /**
     * Whether the line was accepted. `stop` is called with the position of the session as soon as it is known; returning
     * true stops reading a line of another part, and the result is undefined.
     */
    cut(bytes, start, end, stop) {
        if (bytes !== this.#bytes) {
            this.#bytes = bytes;
            this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        }
        const view = this.#view;
        const keys = this.#keys;
        const { starts, ends, escaped } = this;
        for (let field = 0; field < starts.length; field++)
            starts[field] = -1;
        let last = end - 1;
        if (last > start && bytes[last] === json_line_CR)
            last--;
        if (last - start < 2 || bytes[start] !== OPEN || bytes[last] !== json_line_CLOSE)
            return false;
        let at = start + 1;
        let key = START;
        for (;;) {
            key = keys.at(bytes, view, at, last, key);
            if (key < 0)
                return false;
            at += keys.lengths[key];
            const field = keys.fields[key];
            const value = at;
            if (keys.strings[key] === 1) {
                at = plainRun(bytes, view, at, last);
                let backslash = 0;
                while (bytes[at] === BACKSLASH && at < last) {
                    backslash = 1;
                    const letter = bytes[at + 1];
                    if (json_line_ESCAPES[letter] !== 0)
                        at += 2;
                    else if (letter === 0x75 && isHex(bytes, at + 2))
                        at += 6;
                    else
                        return false;
                    at = plainRun(bytes, view, at, last);
                }
                if (at >= last || bytes[at] !== json_line_QUOTE)
                    return false;
                if (field >= 0) {
                    starts[field] = value;
                    ends[field] = at;
                    escaped[field] = backslash;
                    if (field === FIELDS.session_id && backslash === 0 && at > value && stop(value, at))
                        return undefined;
                }
                at++;
            }
            else {
                at = integerEnd(bytes, at);
                if (at < 0)
                    return false;
                // Of the used fields, only the process id is a number.
                if (field >= 0) {
                    if (field !== FIELDS.pid)
                        return false;
                    starts[field] = value;
                    ends[field] = at;
                    escaped[field] = 0;
                }
            }
            if (at === last)
                return true;
            if (at > last || bytes[at] !== json_line_COMMA)
                return false;
            at++;
        }
    }
}
/** Longer keys (bytes, with quotes and colon) are not PostgreSQL's. */
const MAX_KEY = 64;
const MAX_KEYS = 64;
const json_line_WORDS = MAX_KEY / 4;
/** Index that precedes the first key of a line. */
const START = MAX_KEYS;
/**
 * The keys of the lines, each with its quotes, its colon, and the opening quote of its value. PostgreSQL writes them in
 * one order, so the next key is nearly always the one that followed last time, and four bytes are compared at once.
 */
class KnownKeys {
    /** Number of bytes before the value. */
    lengths = new Uint8Array(MAX_KEYS);
    /** Index in JSON_KEYS, or -1. */
    fields = new Int8Array(MAX_KEYS);
    /** 1 if the value is a string. */
    strings = new Uint8Array(MAX_KEYS);
    #words = new Int32Array(MAX_KEYS * json_line_WORDS);
    /** By previous key: the key that followed last time, and an alternative (`detail` may be missing). */
    #next = new Int8Array(MAX_KEYS + 1).fill(-1);
    #alternative = new Int8Array(MAX_KEYS + 1).fill(-1);
    #count = 0;
    /** The key at `at`, after the key `before`; -1 if there is none. */
    at(bytes, view, at, last, before) {
        const expected = this.#next[before];
        if (expected >= 0 && this.#is(expected, view, at, last))
            return expected;
        const alternative = this.#alternative[before];
        if (alternative >= 0 && this.#is(alternative, view, at, last))
            return alternative;
        return this.#find(bytes, view, at, last, before);
    }
    #is(key, view, at, last) {
        const end = at + this.lengths[key] - 4;
        if (end + 4 > last)
            return false;
        const words = this.#words;
        let word = key * json_line_WORDS;
        for (let from = at; from < end; from += 4)
            if (view.getInt32(from, true) !== words[word++])
                return false;
        return view.getInt32(end, true) === words[word];
    }
    #find(bytes, view, at, last, before) {
        if (bytes[at] !== json_line_QUOTE)
            return -1;
        const close = plainRun(bytes, view, at + 1, last);
        if (close + 2 >= last || bytes[close] !== json_line_QUOTE || bytes[close + 1] !== json_line_COLON)
            return -1;
        const string = bytes[close + 2] === json_line_QUOTE;
        const length = close + (string ? 3 : 2) - at;
        if (length > MAX_KEY || length < 4)
            return -1;
        let key = 0;
        while (key < this.#count && (this.lengths[key] !== length || !this.#is(key, view, at, last)))
            key++;
        if (key === this.#count) {
            if (this.#count === MAX_KEYS) {
                this.#count = 0;
                this.#next.fill(-1);
                this.#alternative.fill(-1);
                key = 0;
            }
            this.#count++;
            this.lengths[key] = length;
            this.strings[key] = string ? 1 : 0;
            this.fields[key] = JSON_KEYS.findIndex((name) => name === bytes.toString('utf8', at + 1, close));
            let word = key * json_line_WORDS;
            for (let from = at; from < at + length - 4; from += 4)
                this.#words[word++] = view.getInt32(from, true);
            this.#words[word] = view.getInt32(at + length - 4, true);
        }
        this.#alternative[before] = this.#next[before];
        this.#next[before] = key;
        return key;
    }
}
/**
 * The first position from `start` on with a quote, a backslash, or a control character, which JSON forbids in a string;
 * `last` if there is none. Reads four bytes at a time, which is twice as fast: in `(x - 0x01010101) & ~x`, the highest
 * bit is set in the lowest byte of `x` that is 0, and in no lower byte.
 */
function plainRun(bytes, view, start, last) {
    let at = start;
    while (at + 4 <= last) {
        const word = view.getInt32(at, true);
        const quote = word ^ 0x22222222;
        const backslash = word ^ 0x5c5c5c5c;
        const found = (((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash) | ((word - 0x20202020) & ~word)) &
            0x80808080;
        if (found !== 0)
            return at + ((31 - Math.clz32(found & -found)) >> 3);
        at += 4;
    }
    for (; at < last; at++) {
        const byte = bytes[at];
        if (byte === json_line_QUOTE || byte === BACKSLASH || byte < 0x20)
            break;
    }
    return at;
}
/** The end of an integer; -1 if there is none. */
function integerEnd(bytes, start) {
    let at = start;
    if (bytes[at] === MINUS)
        at++;
    const first = at;
    let digit = bytes[at] - json_line_ZERO;
    while (digit >= 0 && digit <= 9)
        digit = bytes[++at] - json_line_ZERO;
    if (at === first || (bytes[first] === json_line_ZERO && at > first + 1))
        return -1;
    return at;
}
function isHex(bytes, start) {
    for (let at = start; at < start + 4; at++)
        if (hexDigit(bytes[at]) < 0)
            return false;
    return true;
}
function hexDigit(byte) {
    if (byte >= 0x30 && byte <= 0x39)
        return byte - 0x30;
    const letter = byte | 0x20;
    return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
function hexOf(bytes, start) {
    let value = 0;
    for (let at = start; at < start + 4; at++)
        value = value * 16 + hexDigit(bytes[at]);
    return value;
}
/**
 * Unescapes a JSON string that `cut` accepted into `into`, which must have room for as many bytes, and returns its
 * length. A lone surrogate becomes U+FFFD, as in every other conversion to UTF-8.
 */
function unescapeJson(bytes, start, end, into) {
    let to = 0;
    let at = start;
    while (at < end) {
        const backslash = bytes.indexOf(BACKSLASH, at);
        const stop = backslash < 0 || backslash > end ? end : backslash;
        if (stop - at > 24) {
            bytes.copy(into, to, at, stop);
            to += stop - at;
            at = stop;
        }
        else
            while (at < stop)
                into[to++] = bytes[at++];
        if (at === end)
            break;
        const letter = bytes[at + 1];
        if (letter !== 0x75) {
            into[to++] = json_line_ESCAPES[letter];
            at += 2;
            continue;
        }
        let code = hexOf(bytes, at + 2);
        at += 6;
        if (code >= 0xd800 && code <= 0xdfff) {
            const low = bytes[at] === BACKSLASH && bytes[at + 1] === 0x75 && at < end ? hexOf(bytes, at + 2) : 0;
            if (code < 0xdc00 && low >= 0xdc00 && low <= 0xdfff) {
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                at += 6;
            }
            else
                code = 0xfffd;
        }
        to = putUtf8(code, into, to);
    }
    return to;
}
function putUtf8(code, into, at) {
    let to = at;
    if (code < 0x80)
        into[to++] = code;
    else {
        if (code < 0x800)
            into[to++] = 0xc0 | (code >> 6);
        else {
            if (code < 0x10000)
                into[to++] = 0xe0 | (code >> 12);
            else {
                into[to++] = 0xf0 | (code >> 18);
                into[to++] = 0x80 | ((code >> 12) & 0x3f);
            }
            into[to++] = 0x80 | ((code >> 6) & 0x3f);
        }
        into[to++] = 0x80 | (code & 0x3f);
    }
    return to;
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/json-record.js
/** Field names of a record: PostgreSQL's own, and CloudNativePG's. */
const JSONLOG = {
    session: 'session_id',
    pid: 'pid',
    timestamp: 'timestamp',
    user: 'user',
    database: 'dbname',
    statement: 'statement',
};
const CLOUD_NATIVE_PG = {
    session: 'session_id',
    pid: 'process_id',
    timestamp: 'log_time',
    user: 'user_name',
    database: 'database_name',
    statement: 'query',
};
/** Reads the record of a line: PostgreSQL's own fields, or those of CloudNativePG in `record`. */
function jsonRecord(text) {
    let value;
    try {
        value = JSON.parse(text);
    }
    catch {
        return { unread: 'line is not valid JSON' };
    }
    if (!isFields(value))
        return { unread: 'JSON line that is not a log record' };
    const inner = value['record'];
    if (isFields(inner))
        return recordOf(inner, CLOUD_NATIVE_PG);
    // The operator's own lines are mixed with those of the server.
    const operator = value['logger'] !== undefined || (value['level'] !== undefined && value['msg'] !== undefined);
    if (operator && value['error_severity'] === undefined) {
        return { passedOver: 'line of another program' };
    }
    return recordOf(value, JSONLOG);
}
function recordOf(fields, names) {
    const text = (key) => {
        const value = fields[key];
        return typeof value === 'string' ? value : undefined;
    };
    const pid = fields[names.pid];
    const session = text(names.session) || (typeof pid === 'number' ? String(pid) : text(names.pid));
    const audit = fields['audit'];
    const message = text('message') ?? (isFields(audit) ? '' : undefined);
    const severity = text('error_severity');
    if (message === undefined || severity === undefined)
        return { unread: 'JSON line that is not a log record' };
    const statement = text(names.statement);
    return {
        session: session === '' ? undefined : session,
        timestamp: text(names.timestamp) ?? '',
        severity,
        user: text(names.user) ?? '',
        database: text(names.database) ?? '',
        application: text('application_name') ?? '',
        message,
        detail: text('detail'),
        hasStatement: statement !== undefined,
        raised: statement !== undefined || text('context') !== undefined,
        audit: isFields(audit) ? auditOf(audit) : undefined,
    };
}
function auditOf(audit) {
    const text = (key) => {
        const value = audit[key];
        return typeof value === 'string' ? value : '';
    };
    return {
        statement: text('statement_id'),
        substatement: text('substatement_id'),
        command: text('command'),
        text: text('statement'),
        parameters: text('parameter'),
    };
}
function isFields(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/jsonlog.js








/**
 * PostgreSQL's log as JSON, one object per line (`log_destination = jsonlog`, version 15 and newer), and the same
 * records as CloudNativePG wraps them. It records literals, bind values, user, application, database and session.
 */
const postgresqlJsonlog = {
    kind: 'postgresql-jsonlog',
    dialects: ['postgresql'],
    notCarried: [],
    sniff: jsonlog_sniff,
    open: (sink, options) => new JsonlogReader(sink, options),
};
function jsonlog_sniff(head) {
    let lines = 0;
    let records = 0;
    for (const line of (0,byte_text/* decode */.D4)(head, 0, Math.min(head.length, 64 * 1024))
        .split('\n')
        .slice(0, 40)) {
        if (line.trim() === '')
            continue;
        lines++;
        const flat = /^\{"timestamp":"\d{4}-/.test(line) && /"error_severity":"/.test(line);
        const wrapped = /"logger":"(?:postgres|pgaudit)"/.test(line) && /"record":\{/.test(line);
        if (flat || wrapped || (/^\{/.test(line) && /"error_severity":"/.test(line)))
            records++;
    }
    if (records === 0)
        return 0;
    return records >= lines - 1 ? 1 : 0.6;
}
class JsonlogReader {
    #sink;
    #options;
    #lines = new ByteLines(this);
    #records;
    #sessions;
    #times = new LogTimes();
    #line = new JsonLine();
    #users = new byte_text/* ByteText */.__();
    #applications = new byte_text/* ByteText */.__();
    #databases = new byte_text/* ByteText */.__();
    #severities = new ByteSeverities();
    #bytes = Buffer.alloc(0);
    #session;
    #message = Buffer.allocUnsafe(4096);
    #detail = Buffer.allocUnsafe(4096);
    #stop = (start, end) => {
        this.#session ??= this.#sessions.at(this.#bytes, start, end);
        return !this.#session.mine;
    };
    constructor(sink, options) {
        this.#sink = sink;
        this.#options = options;
        this.#records = new LogRecords(sink);
        this.#sessions = new Sessions(options.part);
    }
    write(chunk) {
        this.#lines.write(chunk);
    }
    end() {
        this.#lines.end();
    }
    notes() {
        return [...this.#records.notes(), ...this.#times.notes()];
    }
    line(bytes, start, end, number, complete) {
        this.#bytes = bytes;
        this.#session = undefined;
        const cut = this.#line.cut(bytes, start, end, this.#stop);
        if (cut === undefined)
            return;
        const { starts } = this.#line;
        if (cut && starts[FIELD.message] >= 0 && starts[FIELD.error_severity] >= 0) {
            this.#take(bytes, number);
        }
        else
            this.#parse(bytes, start, end, number, complete);
    }
    overlong(number) {
        if (number % this.#options.part.of === this.#options.part.index) {
            this.#sink.unread('line longer than 64 MiB', number, 1);
        }
    }
    /** The record of a line that `JsonLine` accepted. */
    #take(bytes, number) {
        const { starts, ends, escaped } = this.#line;
        const { record } = this.#records;
        const session = this.#session ?? this.#sessionOf(FIELD.session_id) ?? this.#sessionOf(FIELD.pid);
        record.session = session ?? this.#sessions.nameless(number);
        if (!record.session.mine)
            return;
        record.at = this.#times.parse(bytes, starts[FIELD.timestamp], ends[FIELD.timestamp]);
        record.severity = this.#severities.get(bytes, starts[FIELD.error_severity], ends[FIELD.error_severity]);
        record.user = this.#name(FIELD.user, this.#users);
        record.database = this.#name(FIELD.dbname, this.#databases);
        record.application = this.#name(FIELD.application_name, this.#applications);
        record.hasStatement = starts[FIELD.statement] >= 0;
        record.raised = record.hasStatement || starts[FIELD.context] >= 0;
        const start = starts[FIELD.message];
        const end = ends[FIELD.message];
        if (escaped[FIELD.message] === 0) {
            record.bytes = bytes;
            record.start = start;
            record.end = end;
        }
        else {
            if (this.#message.length < end - start)
                this.#message = Buffer.allocUnsafe(2 * (end - start));
            record.bytes = this.#message;
            record.start = 0;
            record.end = unescapeJson(bytes, start, end, this.#message);
        }
        const detail = starts[FIELD.detail];
        record.detailEnd = 0;
        if (detail >= 0) {
            const detailEnd = ends[FIELD.detail];
            if (escaped[FIELD.detail] === 0) {
                record.detail = bytes;
                record.detailStart = detail;
                record.detailEnd = detailEnd;
            }
            else {
                if (this.#detail.length < detailEnd - detail)
                    this.#detail = Buffer.allocUnsafe(2 * (detailEnd - detail));
                record.detail = this.#detail;
                record.detailStart = 0;
                record.detailEnd = unescapeJson(bytes, detail, detailEnd, this.#detail);
            }
        }
        this.#records.take(number);
    }
    #sessionOf(field) {
        const { starts, ends, escaped } = this.#line;
        const start = starts[field];
        const end = ends[field];
        if (start < 0 || start === end)
            return undefined;
        if (escaped[field] === 0)
            return this.#sessions.at(this.#bytes, start, end);
        return this.#sessions.named(this.#unescaped(start, end));
    }
    /** A name; empty if the line has none, because PostgreSQL then omits the field. */
    #name(field, names) {
        const { starts, ends, escaped } = this.#line;
        const start = starts[field];
        const end = ends[field];
        if (start < 0)
            return '';
        return escaped[field] === 0 ? names.get(this.#bytes, start, end) : this.#unescaped(start, end);
    }
    #unescaped(start, end) {
        const into = Buffer.allocUnsafe(end - start);
        return (0,byte_text/* decode */.D4)(into, 0, unescapeJson(this.#bytes, start, end, into));
    }
    /** Reads a line in another form: correct, but slow. */
    #parse(bytes, start, end, number, complete) {
        const line = (0,byte_text/* decode */.D4)(bytes, start, end);
        const text = number === 1 ? line.replace(/^\uFEFF/, '') : line;
        if (text.trim() === '')
            return;
        const found = jsonRecord(text);
        const { part } = this.#options;
        if (found.session !== undefined)
            this.#session ??= this.#sessions.named(found.session);
        const session = this.#session ?? this.#sessions.nameless(number);
        if (this.#session === undefined && number % part.of !== part.index)
            return;
        if (!session.mine)
            return;
        if (found.unread !== undefined) {
            const reason = complete ? found.unread : 'line cut off at the end of the file';
            return this.#sink.unread(reason, number, 1);
        }
        if (found.passedOver !== undefined)
            return this.#sink.skipped(found.passedOver);
        const { record } = this.#records;
        record.session = session;
        const at = Buffer.from(found.timestamp);
        record.at = this.#times.parse(at, 0, at.length);
        const severity = Buffer.from(found.severity);
        record.severity = this.#severities.get(severity, 0, severity.length);
        record.user = found.user;
        record.database = found.database;
        record.application = found.application;
        record.hasStatement = found.hasStatement;
        record.raised = found.raised;
        record.bytes = Buffer.from(found.message);
        record.start = 0;
        record.end = record.bytes.length;
        record.detailEnd = 0;
        if (found.detail !== undefined) {
            record.detail = Buffer.from(found.detail);
            record.detailStart = 0;
            record.detailEnd = record.detail.length;
        }
        if (found.audit !== undefined)
            this.#records.takeAudit(found.audit, number);
        else
            this.#records.take(number);
    }
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/stat-statements.js



/** Text of other users' statements if the exporting user had too few rights. */
const HIDDEN = '<insufficient privilege>';
/** A number of calls; spreadsheets and loaders write large ones as `1e6` or `1.5E+06`. */
const COUNT = /^\d{1,17}(?:\.\d{1,17})?(?:[eE]\+?\d{1,2})?$/;
/** Column names in the view itself, in joins with pg_roles and pg_database, and in common exports. */
const COLUMNS = {
    query: ['query', 'query_text'],
    calls: ['calls'],
    user: ['usename', 'rolname', 'username', 'user', 'user_name', 'role'],
    database: ['datname', 'database', 'dbname', 'database_name', 'db'],
    toplevel: ['toplevel'],
    dealloc: ['dealloc'],
};
/**
 * `pg_stat_statements`, exported as CSV with a header (`psql --csv`, `\copy … csv header`), from any version; requires
 * `query` and `calls`. Literals are replaced (except in utility statements). Time, application and session are unknown;
 * user and database are known if the export joins their names. The view has at most `pg_stat_statements.max` entries
 * and drops the least used, so rare statements may be missing.
 */
const pgStatStatements = {
    kind: 'pg-stat-statements',
    dialects: ['postgresql'],
    notCarried: [
        'caller.application',
        'statement.limit',
        'statement.offset',
        'statement.longestInList',
        'statement.leadingWildcard',
    ],
    sniff: stat_statements_sniff,
    open: (sink, options) => new StatStatementsReader(sink, options),
};
function stat_statements_sniff(head) {
    const end = head.indexOf(0x0a);
    const columns = headerOf((0,byte_text/* decode */.D4)(head, 0, end < 0 ? head.length : Math.min(end, 16_384)).split(','));
    if (columns.get('query') === undefined || columns.get('calls') === undefined)
        return 0;
    return 0.95;
}
/** Indexes of the columns, by name. */
function headerOf(names) {
    const clean = names.map((name) => name
        .trim()
        .replace(/^\ufeff/, '')
        .replaceAll('"', '')
        .toLowerCase());
    const places = new Map();
    for (const column of Object.keys(COLUMNS)) {
        const known = COLUMNS[column];
        const place = clean.findIndex((name) => known.includes(name));
        if (place >= 0)
            places.set(column, place);
    }
    return places;
}
class StatStatementsReader {
    #sink;
    #options;
    #csv = new CsvReader(this);
    #columns;
    #width = 0;
    #row = 0;
    #dealloc = 0;
    constructor(sink, options) {
        this.#sink = sink;
        this.#options = options;
    }
    write(chunk) {
        this.#csv.write(chunk);
    }
    end() {
        this.#csv.end();
    }
    notes() {
        const notes = [
            'the view keeps the most frequent statements only (`pg_stat_statements.max`): rare ones may be missing; calls are totals since its last reset',
        ];
        if (this.#dealloc > 0) {
            notes.push(`entries were dropped from the view ${this.#dealloc} times (\`dealloc\`): the history is incomplete`);
        }
        return notes;
    }
    notCarried() {
        return ['user', 'database']
            .filter((column) => this.#columns?.get(column) === undefined)
            .map((column) => `caller.${column}`);
    }
    malformed(reason, line) {
        if (this.#mine())
            this.#sink.unread(reason, line, 1);
    }
    record(fields, line, complete) {
        if (this.#columns === undefined) {
            this.#columns = headerOf(Array.from({ length: fields.count }, (_, field) => fields.text(field)));
            this.#width = fields.count;
            return;
        }
        if (!this.#mine())
            return;
        if (fields.count !== this.#width) {
            const cut = 'record cut off at the end of the file';
            return this.#sink.unread(complete ? 'record with an unexpected number of columns' : cut, line, 1);
        }
        this.#entry(this.#columns, fields, line);
    }
    #entry(columns, fields, line) {
        const text = (column) => {
            const place = columns.get(column);
            return place === undefined ? undefined : fields.text(place);
        };
        const dealloc = Number(text('dealloc') ?? 0);
        if (dealloc > this.#dealloc)
            this.#dealloc = dealloc;
        const written = text('calls') ?? '';
        if (!COUNT.test(written))
            return this.#sink.unread('entry whose `calls` is not a number', line, 1);
        const calls = Number(written);
        if (!Number.isSafeInteger(calls))
            return this.#sink.unread('entry whose `calls` is not an integer', line, 1);
        const query = text('query') ?? '';
        if (calls === 0)
            return this.#sink.skipped('entry that never ran');
        // A statement run by a function was not sent by the client, and no log has it.
        if (/^f(?:alse)?$/i.test(text('toplevel') ?? ''))
            return this.#sink.skipped('statement run inside a function');
        if (query === HIDDEN)
            return this.#sink.unread('text hidden from the user who exported it', line, calls);
        if (query === '')
            return this.#sink.unread('entry without a text', line, calls);
        const bytes = Buffer.from(query);
        this.#sink.statement({
            ...(0,source/* blankStatement */.I_)(bytes),
            end: bytes.length,
            calls,
            user: text('user'),
            database: text('database'),
            normalised: true,
        });
    }
    #mine() {
        const { part } = this.#options;
        return this.#row++ % part.of === part.index;
    }
}

;// CONCATENATED MODULE: ./build/esm/history/sources/json-entries.js

const json_entries_QUOTE = 0x22;
const json_entries_BACKSLASH = 0x5c;
const json_entries_LF = 0x0a;
/** Keys of the lists of a top-level object that hold entries, as services export them. */
const LISTS = new Set(['events', 'logEvents', 'entries', 'records']);
const MAX_DEPTH = 200;
/**
 * Splits JSON into the objects that are log entries, with bounded memory: one per line, one after the other, in an
 * array, or in a list of an outer object (`{"events": […]}`), in any layout.
 */
class JsonEntries {
    #sink;
    #bytes = Buffer.alloc(0);
    #length = 0;
    #at = 0;
    /** Start of the current entry; -1 between entries. */
    #start = -1;
    #startLine = 1;
    #line = 1;
    /** The open `{` and `[`, outermost first. */
    #open = [];
    /** How many were open at the start of the current entry. */
    #depth = 0;
    #inString = false;
    #escaped = false;
    #string = -1;
    #key = '';
    #skipping = false;
    constructor(sink) {
        this.#sink = sink;
    }
    write(chunk) {
        const keepFrom = this.#start >= 0 ? this.#start : this.#string >= 0 ? this.#string : this.#at;
        const keptLength = this.#length - keepFrom;
        if (keptLength + chunk.length > this.#bytes.length || keepFrom > 0) {
            const into = keptLength + chunk.length > this.#bytes.length
                ? Buffer.allocUnsafe(2 * (keptLength + chunk.length))
                : this.#bytes;
            this.#bytes.copy(into, 0, keepFrom, this.#length);
            this.#bytes = into;
            this.#at -= keepFrom;
            if (this.#start >= 0)
                this.#start -= keepFrom;
            if (this.#string >= 0)
                this.#string -= keepFrom;
            this.#length = keptLength;
        }
        this.#bytes.set(chunk, this.#length);
        this.#length += chunk.length;
        this.#scan();
        if (this.#start >= 0 && this.#length - this.#start > MAX_RECORD)
            this.#fail('entry longer than 64 MiB');
    }
    end() {
        if (this.#start >= 0)
            this.#sink.malformed('entry cut off at the end of the file', this.#startLine);
        else if (this.#open.length > 0 && !this.#skipping) {
            this.#sink.malformed('entry cut off at the end of the file', this.#line);
        }
    }
    /** Reports the entry as malformed, and continues at the next line. */
    #fail(reason) {
        this.#sink.malformed(reason, this.#start >= 0 ? this.#startLine : this.#line);
        this.#start = -1;
        this.#string = -1;
        this.#inString = false;
        this.#escaped = false;
        this.#open = [];
        this.#skipping = this.#bytes[this.#at] !== json_entries_LF;
    }
    #scan() {
        const bytes = this.#bytes;
        for (; this.#at < this.#length; this.#at++) {
            const byte = bytes[this.#at];
            if (byte === json_entries_LF)
                this.#line++;
            if (this.#skipping) {
                if (byte === json_entries_LF)
                    this.#skipping = false;
            }
            else if (this.#inString)
                this.#stringByte(byte);
            else
                this.#byte(byte);
        }
    }
    #stringByte(byte) {
        if (this.#escaped)
            this.#escaped = false;
        else if (byte === json_entries_BACKSLASH)
            this.#escaped = true;
        else if (byte === json_entries_QUOTE) {
            this.#inString = false;
            if (this.#string >= 0)
                this.#key = this.#bytes.toString('utf8', this.#string, this.#at);
            this.#string = -1;
        }
        else if (byte === json_entries_LF)
            this.#fail('line is not valid JSON');
    }
    #byte(byte) {
        switch (byte) {
            case json_entries_QUOTE:
                this.#inString = true;
                // Keys of an outer object are read, because they name its lists.
                if (this.#start < 0 || this.#open.length === this.#depth)
                    this.#string = this.#at + 1;
                return;
            case 0x7b: // {
            case 0x5b: // [
                return this.#opens(byte);
            case 0x7d: // }
            case 0x5d: // ]
                return this.#closes(byte);
        }
        if (this.#open.length === 0 && byte > 0x20 && byte !== 0x2c && byte !== 0x1e)
            this.#fail('line is not valid JSON');
    }
    #opens(byte) {
        // With one entry per line, an entry that is cut off must not swallow the next ones.
        if (byte === 0x7b && this.#start >= 0 && this.#at > this.#start && this.#bytes[this.#at - 1] === json_entries_LF) {
            this.#fail('line is not valid JSON');
            this.#skipping = false;
        }
        const { length } = this.#open;
        if (length >= MAX_DEPTH)
            return this.#fail('entry nested too deeply');
        if (byte === 0x7b && this.#start < 0) {
            this.#start = this.#at;
            this.#startLine = this.#line;
            this.#depth = length + 1;
        }
        else if (byte === 0x5b && this.#start >= 0 && length === 1 && this.#depth === 1 && LISTS.has(this.#key)) {
            // The current object only wraps its list.
            this.#start = -1;
        }
        this.#open.push(byte);
    }
    #closes(byte) {
        if (this.#open.pop() !== byte - 2)
            return this.#fail('line is not valid JSON');
        if (this.#start >= 0 && this.#open.length === this.#depth - 1) {
            this.#sink.entry(this.#bytes.toString('utf8', this.#start, this.#at + 1), this.#startLine);
            this.#start = -1;
        }
    }
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/prefix.js


/** The server cuts names to 63 bytes; `[unknown]` stands for a name that is not known yet. */
const prefix_NAME = '.{0,64}?';
const ZONE = '(?:[A-Za-z]+|<?[+-]\\d\\d(?::?\\d\\d)?>?)';
const prefix_TIME = `\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)? ${ZONE}`;
const ADDRESS = '[^ ]{0,255}?';
/** Pattern of each escape of `log_line_prefix`, as the manual lists them for versions 9 to 18. */
const prefix_ESCAPES = {
    a: { pattern: prefix_NAME, field: 'application' },
    u: { pattern: prefix_NAME, field: 'user' },
    d: { pattern: prefix_NAME, field: 'database' },
    r: { pattern: ADDRESS },
    h: { pattern: ADDRESS },
    L: { pattern: ADDRESS },
    b: { pattern: prefix_NAME },
    p: { pattern: '\\d+', field: 'pid' },
    P: { pattern: '\\d*' },
    t: { pattern: prefix_TIME, field: 'time' },
    m: { pattern: prefix_TIME, field: 'time' },
    n: { pattern: '\\d+\\.\\d+', field: 'epoch' },
    i: { pattern: prefix_NAME },
    e: { pattern: '[0-9A-Z]{5}' },
    c: { pattern: '[0-9a-f]+\\.[0-9a-f]+', field: 'session' },
    l: { pattern: '\\d+' },
    s: { pattern: prefix_TIME },
    v: { pattern: '[-\\d/]{0,40}?' },
    x: { pattern: '\\d*' },
    Q: { pattern: '-?\\d*' },
};
/** Labels of lines that belong to the previous record. */
const PARTS = ['HINT', 'QUERY', 'LOCATION', 'BACKTRACE'];
const prefix_SEVERITIES = ['DEBUG[1-5]?', 'INFO', 'NOTICE'];
/** Converts text to one letter per byte, like the lines that are read. */
const latin1 = (text) => Buffer.from(text).toString('latin1');
const ANY_LABEL = [...Object.values(LABELS).map(latin1), ...PARTS, ...prefix_SEVERITIES].join('|');
/** Every SQLSTATE has a digit; `AUDIT: ` begins a message. */
const SQLSTATE = '(?:(?=[A-Z]*\\d)[0-9A-Z]{5}: )?';
const MARKER = `(${ANY_LABEL}) ?:(?:  | (?! ))${SQLSTATE}`;
const ANYWHERE = new RegExp(`(?:^|[^A-Za-z])(?:${ANY_LABEL}) ?:  `);
const BEFORE = new RegExp(`^(.*?)${MARKER}`);
/** Whether a line looks like the start of a server message, after any prefix. */
function isMarked(line) {
    return ANYWHERE.test(line);
}
/** Text before the label of a line; undefined if there is no label. */
function beforeLabel(line) {
    return BEFORE.exec(line)?.[1];
}
/** A compiled `log_line_prefix` that parses lines. */
class LinePrefix {
    text;
    #pattern;
    #groups = [];
    /** Fields of the last line that matched; labels unchanged, names with one letter per byte. */
    values = {
        time: undefined,
        epoch: undefined,
        user: undefined,
        database: undefined,
        application: undefined,
        session: undefined,
        pid: undefined,
    };
    label = '';
    /** Raises ConfigError for an escape that PostgreSQL does not have. */
    constructor(text) {
        this.text = text;
        const [always = '', ...rest] = text.split('%q');
        const optional = rest.join('');
        const pattern = `${this.#compile(always)}${optional === '' ? '' : `(?:${this.#compile(optional)})?`}`;
        this.#pattern = new RegExp(`^${pattern} ?${MARKER}`);
    }
    carries(field) {
        return this.#groups.includes(field);
    }
    /** Number of its fields. */
    get fields() {
        return new Set(this.#groups).size;
    }
    /**
     * Parses the prefix of a line (one letter per byte); returns the start of the message, or -1 if the line does not
     * match.
     */
    match(line) {
        const match = this.#pattern.exec(line);
        if (match === null)
            return -1;
        for (let group = 0; group < this.#groups.length; group++) {
            this.values[this.#groups[group]] = match[group + 1];
        }
        this.label = match[this.#groups.length + 1] ?? '';
        return match[0].length;
    }
    #compile(prefix) {
        let pattern = '';
        for (const [token, padding, letter] of prefix.matchAll(/%(-?\d+)?([A-Za-z%])|[\s\S]/g)) {
            if (letter === undefined) {
                pattern += latin1(token).replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
                continue;
            }
            if (letter === '%') {
                pattern += '%';
                continue;
            }
            const known = Object.hasOwn(prefix_ESCAPES, letter) ? prefix_ESCAPES[letter] : undefined;
            if (known === undefined) {
                throw new model/* ConfigError */.xL(`the line prefix \`${this.text}\` has \`%${letter}\`, which is not an escape of PostgreSQL's \`log_line_prefix\`: copy the prefix from \`SHOW log_line_prefix\``);
            }
            const { field } = known;
            // A field that occurs twice is read once.
            const named = field !== undefined && !this.#groups.includes(field);
            if (named)
                this.#groups.push(field);
            const value = named ? `(${known.pattern})` : known.pattern;
            pattern += padding === undefined ? value : ` *${value} *`;
        }
        return pattern;
    }
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/envelope.js



/**
 * `2026-11-20T16:22:57.123Z `, the start of each line in CloudWatch exports, container runtimes and
 * `kubectl logs --timestamps`.
 */
const STAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)) (?:std(?:out|err) ([FP]) )?/;
/**
 * `Nov 20 16:22:57 host postgres[4711]: [3-1] `, a server line in syslog, with the numbers of the message and of its
 * piece.
 */
const SYSLOG = /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d))) \S+ [^\s[]{1,64}\[(\d+)\]: \[(\d+)-(\d+)\] ?/;
/** Detects the envelope from the first bytes (64 KiB, or all). */
function envelopeOf(head) {
    const text = head
        .toString('latin1', 0, 4096)
        .replace(/^\xef\xbb\xbf/, '')
        .trimStart();
    if (/^(?:\[\s*)?\{\s*"/.test(text))
        return 'json';
    const lines = head.toString('latin1', 0, 65_536).split('\n').slice(0, 20);
    const syslog = lines.filter((line) => SYSLOG.test(line)).length;
    if (2 * syslog > lines.length)
        return 'syslog';
    const stamped = lines.filter((line) => STAMP.test(line)).length;
    return stamped > 0 && stamped >= lines.filter((line) => line !== '').length - 1 ? 'stamped' : 'none';
}
/** Unwraps the lines that a service or a container runtime wrapped. */
class Envelope {
    #sink;
    #entries;
    #lines;
    #syslog;
    /** Start of a line that a container runtime split. */
    #split = [];
    #held = 0;
    #last = Number.NaN;
    #backwards = 0;
    #forwards = 0;
    constructor(kind, sink) {
        this.#sink = sink;
        if (kind === 'json') {
            this.#entries = new JsonEntries({
                entry: (text, line) => this.#entry(text, line),
                malformed: (reason, line) => sink.unread(reason, line),
            });
        }
        else {
            const syslog = kind === 'syslog' ? new SyslogMessages(sink) : undefined;
            this.#syslog = syslog;
            this.#lines = new ByteLines({
                line: (bytes, start, end, number) => syslog === undefined ? this.#stamped(bytes, start, end, number) : syslog.line(bytes, start, end, number),
                overlong: (number) => sink.unread('line longer than 64 MiB', number),
            });
        }
    }
    write(chunk) {
        this.#entries?.write(chunk);
        this.#lines?.write(chunk);
    }
    end() {
        this.#entries?.end();
        this.#lines?.end();
        this.#syslog?.end();
        if (this.#split.length > 0)
            this.#give(Buffer.alloc(0), 0, Number.NaN);
    }
    notes() {
        if (this.#syslog?.yearless) {
            return ['syslog timestamps have no year: times are known only if `log_line_prefix` has `%m`'];
        }
        if (this.#backwards <= this.#forwards)
            return [];
        return ['entries are sorted newest first, which breaks statements of several lines: export them oldest first'];
    }
    #entry(text, number) {
        let entry;
        try {
            entry = JSON.parse(text);
        }
        catch {
            return this.#sink.unread('line is not valid JSON', number);
        }
        const found = innerText(entry);
        if (found === undefined)
            return this.#sink.passedOver('entry without a log line', number);
        const { message, at } = found;
        if (at < this.#last)
            this.#backwards++;
        if (at > this.#last)
            this.#forwards++;
        this.#last = at;
        if (found.split && !message.endsWith('\n')) {
            return this.#hold(Buffer.from(message), number);
        }
        const bytes = Buffer.from(message.replace(/\r?\n$/, ''));
        this.#give(bytes, number, at);
    }
    #stamped(bytes, start, end, number) {
        const match = STAMP.exec(bytes.toString('latin1', start, Math.min(end, start + 80)));
        const [lead = '', stamp = '', whole] = match ?? [];
        const rest = bytes.subarray(start + lead.length, end);
        if (whole === 'P') {
            return this.#hold(Buffer.from(rest), number);
        }
        const at = stamp === '' ? Number.NaN : Date.parse(stamp);
        if (this.#split.length === 0)
            this.#sink.line(bytes, start + lead.length, end, number, at);
        else
            this.#give(Buffer.from(rest), number, at);
    }
    /** Stores a piece of a line until its last one arrives. */
    #hold(piece, number) {
        this.#split.push(piece);
        this.#held += piece.length;
        if (this.#held <= MAX_RECORD)
            return;
        this.#sink.unread('line longer than 64 MiB', number);
        this.#split = [];
        this.#held = 0;
    }
    /** An entry may contain several lines. */
    #give(bytes, number, at) {
        const whole = this.#split.length === 0 ? bytes : Buffer.concat([...this.#split, bytes]);
        this.#split = [];
        this.#held = 0;
        let start = 0;
        for (;;) {
            const lf = whole.indexOf(0x0a, start);
            this.#sink.line(whole, start, lf < 0 ? whole.length : lf, number, at);
            if (lf < 0)
                return;
            start = lf + 1;
        }
    }
}
/** Maximum number of processes that can be in the middle of a message. */
const MAX_PROCESSES = 4096;
/**
 * Joins messages that the server sends to syslog in pieces: each line of a message is one, and each 900 bytes of a long
 * line. Pieces of other processes are interleaved. Tabs are written as `#011`.
 */
class SyslogMessages {
    #sink;
    #open = new Map();
    /** Whether times without a year were seen. */
    yearless = false;
    constructor(sink) {
        this.#sink = sink;
    }
    line(bytes, start, end, number) {
        const text = bytes.toString('latin1', start, end);
        const match = SYSLOG.exec(text);
        if (match === null)
            return this.#sink.passedOver('line of another program', number);
        const [lead, stamp, pid = '', message = ''] = match;
        if (stamp === undefined)
            this.yearless = true;
        const piece = text.slice(lead.length);
        const open = this.#open.get(pid);
        if (open?.message === message) {
            open.length += piece.length;
            if (open.length > MAX_RECORD) {
                this.#open.delete(pid);
                return this.#sink.unread('record longer than 64 MiB', open.number);
            }
            if (piece.startsWith('#011'))
                open.pieces.push('\n\t', piece.slice(4));
            else
                open.pieces.push(isMarked(piece.slice(0, 512)) ? `\n${piece}` : piece);
            return;
        }
        if (open !== undefined)
            this.#close(pid, open);
        else if (this.#open.size >= MAX_PROCESSES)
            for (const [old, oldest] of this.#open) {
                this.#close(old, oldest);
                break;
            }
        const at = stamp === undefined ? Number.NaN : Date.parse(stamp);
        this.#open.set(pid, { message, number, at, pieces: [piece], length: piece.length });
    }
    end() {
        for (const [pid, message] of this.#open)
            this.#close(pid, message);
    }
    #close(pid, { pieces, number, at }) {
        this.#open.delete(pid);
        for (const line of pieces.join('').replaceAll('#011', '\t').split('\n')) {
            const bytes = Buffer.from(line, 'latin1');
            this.#sink.line(bytes, 0, bytes.length, number, at, pid);
        }
    }
}
/** The line and the time of an entry: Cloud SQL's LogEntry, CloudWatch events, Azure records, Docker files. */
function innerText(entry) {
    if (!isObject(entry))
        return undefined;
    const properties = entry['properties'];
    const json = entry['jsonPayload'];
    const message = textOf(entry['textPayload']) ??
        (isObject(json) ? textOf(json['message']) : undefined) ??
        (isObject(properties) ? textOf(properties['message']) : undefined) ??
        textOf(entry['log']) ??
        textOf(entry['message']) ??
        textOf(entry['LogFileData']);
    if (message === undefined)
        return undefined;
    const split = typeof entry['log'] === 'string' && typeof entry['stream'] === 'string';
    return { message, at: timeOf(entry['timestamp'] ?? entry['time']), split };
}
function timeOf(value) {
    if (typeof value === 'number')
        return value;
    return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}
function textOf(value) {
    return typeof value === 'string' ? value : undefined;
}
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/prefix-guess.js

/** Common prefixes, including those that services set and users cannot change. */
const COMMON = [
    // PostgreSQL's default since version 10, and Debian's
    '%m [%p] ',
    '%m [%p] %q%u@%d ',
    '%t [%p-%l] %q%u@%d ',
    '%m [%p] %q%u@%d/%a ',
    '%m [%p] %q%u@%d/%a %c ',
    // pgBadger's manual
    '%t [%p]: user=%u,db=%d,app=%a,client=%h ',
    '%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ',
    '%t [%p]: [%l-1] user=%u,db=%d ',
    '%m [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ',
    '%m [%p] user=%u,db=%d ',
    // Amazon RDS and Aurora
    '%t:%r:%u@%d:[%p]:',
    '%m:%r:%u@%d:[%p]:%l:%e:%s:%v:%x:%c:%q%a:',
    // Google Cloud SQL
    '%m [%p]: [%l-1] db=%d,user=%u ',
    '[%p]: [%l-1] db=%d,user=%u ',
    // Azure
    '%t-%c-',
    '',
];
/** Number of lines that are examined. */
const MAX_SAMPLES = 400;
const MAX_DERIVED = 24;
/**
 * Returns the prefix that matches most server lines (one letter per byte); among equal ones, the one with the most
 * fields. Besides the common prefixes, it tries some derived from the text before the labels. Undefined if none matches
 * half of the lines.
 */
function guessPrefix(lines) {
    const samples = lines.filter((line) => beforeLabel(line) !== undefined).slice(0, MAX_SAMPLES);
    if (samples.length === 0)
        return undefined;
    const fits = [...new Set([...COMMON, ...derived(samples)])].map((text) => fitOf(new LinePrefix(text), samples));
    // Among prefixes with the same fields, the longer one is more exact: it leaves less to the names.
    const [best] = fits.toSorted((a, b) => b.matched - a.matched ||
        b.fieldCount - a.fieldCount ||
        a.prefix.fields - b.prefix.fields ||
        b.prefix.text.length - a.prefix.text.length);
    if (best === undefined || 2 * best.matched < samples.length)
        return undefined;
    const wider = fits.find(({ prefix, matched }) => matched === best.matched && prefix.fields > best.prefix.fields);
    return { prefix: best.prefix, wider: wider?.prefix };
}
function fitOf(prefix, samples) {
    const fields = new Set();
    let matched = 0;
    for (const line of samples) {
        if (prefix.match(line) < 0)
            continue;
        matched++;
        for (const [field, value] of Object.entries(prefix.values))
            if (value !== undefined)
                fields.add(field);
    }
    return { prefix, matched, fieldCount: fields.size };
}
function derived(samples) {
    const found = new Set();
    for (const line of samples) {
        const before = beforeLabel(line);
        if (before !== undefined && before.length <= 500)
            found.add(derive(before));
        if (found.size >= MAX_DERIVED)
            break;
    }
    return found;
}
/** Meaning of a value, by the word before its `=`. */
const NAMED = {
    u: 'u',
    usr: 'u',
    user: 'u',
    username: 'u',
    user_name: 'u',
    d: 'd',
    db: 'd',
    dbname: 'd',
    database: 'd',
    a: 'a',
    app: 'a',
    appli: 'a',
    appname: 'a',
    application: 'a',
    application_name: 'a',
    h: 'h',
    host: 'h',
    ip: 'h',
    client: 'h',
    remote: 'r',
    r: 'r',
    p: 'p',
    pid: 'p',
    s: 'c',
    sess: 'c',
    session: 'c',
    session_id: 'c',
    l: 'l',
    line: 'l',
    x: 'x',
    xid: 'x',
    txid: 'x',
    v: 'v',
    vxid: 'v',
    e: 'e',
    state: 'e',
    sqlstate: 'e',
    q: 'Q',
    queryid: 'Q',
    query_id: 'Q',
};
const prefix_guess_TOKEN = new RegExp([
    // time with and without milliseconds
    '(?<m>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d+ (?:[A-Za-z]+|[+-]\\d+))',
    '(?<t>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d (?:[A-Za-z]+|[+-]\\d+))',
    '(?<n>\\d{9,10}\\.\\d{3}\\b)',
    '(?<c>\\b[0-9a-f]{8}\\.[0-9a-f]+\\b)',
    '(?<named>\\b(?<word>[A-Za-z_]+)(?: = |=))(?<value>\\[\\w+\\]|[^ ,|;)\\]]*)',
    '(?<l>(?<=\\[)\\d+-\\d+(?=\\]))',
    '(?<p>(?<=\\[)\\d+(?=\\]))',
    '(?<ud>[A-Za-z_][^ @,:|]*@[A-Za-z_][^ ,:|]*|@(?=:|$))',
    '(?<r>\\[local\\]|\\d+\\.\\d+\\.\\d+\\.\\d+(?:\\(\\d+\\))?)',
    '(?<v>\\d+/\\d+)',
    '(?<x>\\d+)',
    '(?<other>[\\s\\S])',
].join('|'), 'g');
/** Derives a prefix from its output, as far as the form shows: `[4711]: user=app` gives `[%p]: user=%u`. */
function derive(before) {
    let prefix = '';
    let processes = 0;
    for (const { groups = {} } of before.matchAll(prefix_guess_TOKEN)) {
        const { word, named, value, p } = groups;
        if (groups['m'] !== undefined)
            prefix += '%m';
        else if (groups['t'] !== undefined)
            prefix += '%t';
        else if (groups['n'] !== undefined)
            prefix += '%n';
        else if (groups['c'] !== undefined)
            prefix += '%c';
        else if (word !== undefined) {
            const letter = Object.hasOwn(NAMED, word.toLowerCase()) ? NAMED[word.toLowerCase()] : undefined;
            prefix += `${named}${letter === undefined ? (value ?? '').replaceAll('%', '%%') : `%${letter}`}`;
        }
        else if (p !== undefined)
            prefix += processes++ === 0 ? '%p' : '%l';
        else if (groups['l'] !== undefined)
            prefix += processes++ > 0 || groups['l'].endsWith('-1') ? '%l-1' : '%p-%l';
        else if (groups['ud'] !== undefined)
            prefix += '%u@%d';
        else if (groups['r'] !== undefined)
            prefix += '%r';
        else if (groups['v'] !== undefined)
            prefix += '%v';
        else if (groups['x'] !== undefined)
            prefix += processes++ === 0 ? '%p' : '%x';
        else
            prefix += groups['other'] === '%' ? '%%' : (groups['other'] ?? '');
    }
    return prefix;
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/text-lines.js









const text_lines_TAB = 0x09;
/** Maximum length of a prefix; the label is searched only within it. */
const MAX_PREFIX = 512;
/** Bytes that are buffered until the prefix is known. */
const HEAD = 256 * 1024;
const text_lines_MAX_NAMES = 10_000;
/** A growing buffer. */
class Growing {
    bytes = Buffer.allocUnsafe(4096);
    length = 0;
    append(from, start, end) {
        const length = this.length + end - start;
        if (length > this.bytes.length) {
            const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.bytes.length));
            this.bytes.copy(grown, 0, 0, this.length);
            this.bytes = grown;
        }
        this.bytes.set(from.subarray(start, end), this.length);
        this.length = length;
    }
    clear() {
        this.length = 0;
        if (this.bytes.length > 1024 * 1024)
            this.bytes = Buffer.allocUnsafe(4096);
    }
}
const text_lines_LF = Uint8Array.of(0x0a);
/**
 * Joins the lines of a text log into records. A record begins with the prefix and a severity. Lines that begin with a
 * tab continue the text before them. Lines with the prefix and DETAIL, CONTEXT, STATEMENT, … belong to the record too.
 */
class TextLines {
    #sink;
    #options;
    #records;
    #sessions;
    #times = new LogTimes();
    #names = new Map();
    #message = new Growing();
    #detail = new Growing();
    #prefix;
    #wider;
    #known;
    #held = [];
    #heldBytes = 0;
    #open = false;
    #line = 0;
    /** Buffer that continuation lines (with a tab) are appended to. */
    #into;
    #record = 0;
    /** Whether sessions are identified by process id. */
    #byProcess = false;
    #time = Buffer.alloc(128);
    constructor(sink, options, prefix) {
        this.#sink = sink;
        this.#options = options;
        this.#records = new LogRecords(sink);
        this.#sessions = new Sessions(options.part);
        this.#prefix = prefix;
        this.#known = prefix !== undefined;
    }
    /** Processes a line; `at` and `pid` are its time and process, if known from outside the prefix. */
    take(bytes, start, end, number, at, complete, pid) {
        if (!this.#known) {
            this.#held.push({ bytes: Buffer.from(bytes.subarray(start, end)), number, at, pid });
            this.#heldBytes += end - start + 1;
            if (this.#heldBytes >= HEAD)
                this.#guess();
            return;
        }
        this.#take(bytes, start, end, number, at, complete, pid);
    }
    end(complete) {
        this.#guess();
        if (this.#open && !complete)
            this.#records.record.truncated = true;
        this.#close();
    }
    notes() {
        const notes = [...this.#records.notes(), ...this.#times.notes()];
        const prefix = this.#prefix;
        if (prefix !== undefined && this.#options.linePrefix === undefined) {
            notes.push(`\`log_line_prefix\` detected as \`${prefix.text}\``);
        }
        if (prefix === undefined)
            notes.push('no known `log_line_prefix` matches these lines: give it with `--log-line-prefix`');
        if (this.#byProcess) {
            notes.push('sessions are identified by process id, which the system reuses: add `%c` to `log_line_prefix`');
        }
        return notes;
    }
    notCarried() {
        const prefix = this.#prefix;
        const missing = [];
        for (const field of ['user', 'application', 'database']) {
            if (prefix === undefined || !prefix.carries(field))
                missing.push(`caller.${field}`);
        }
        return missing;
    }
    /** Detects the prefix from the buffered lines, and processes them. */
    #guess() {
        if (this.#known)
            return;
        this.#known = true;
        const lines = this.#held
            .filter(({ bytes }) => bytes.length > 0 && bytes[0] !== text_lines_TAB)
            .map(({ bytes }) => bytes.toString('latin1', 0, MAX_PREFIX));
        const guessed = guessPrefix(lines);
        this.#prefix = guessed?.prefix;
        this.#wider = guessed?.wider;
        const held = this.#held;
        this.#held = [];
        for (const { bytes, number, at, pid } of held)
            this.#take(bytes, 0, bytes.length, number, at, true, pid);
    }
    #take(bytes, start, end, number, at, complete, pid) {
        if (bytes[start] === text_lines_TAB && end > start) {
            if (this.#open)
                this.#append(bytes, start + 1, end);
            else
                this.#stray('continuation line without its first line');
            return;
        }
        const head = bytes.toString('latin1', start, Math.min(end, start + MAX_PREFIX));
        let prefix = this.#prefix;
        let message = prefix === undefined ? -1 : prefix.match(head);
        if (message < 0 && this.#wider !== undefined) {
            message = this.#wider.match(head);
            if (message >= 0) {
                prefix = this.#wider;
                this.#prefix = prefix;
                this.#wider = undefined;
            }
        }
        if (prefix === undefined || message < 0)
            return this.#unprefixed(bytes, start, end, head, number);
        const label = labelInEnglish(asText(prefix.label));
        switch (label) {
            case 'DETAIL':
                return this.#part(bytes, start + message, end, this.#detail);
            case 'CONTEXT':
                this.#records.record.raised = true;
                return this.#part(bytes, 0, 0, undefined);
            case 'STATEMENT':
                this.#records.record.raised = true;
                this.#records.record.hasStatement = true;
                return this.#part(bytes, 0, 0, undefined);
            case 'HINT':
            case 'QUERY':
            case 'LOCATION':
            case 'BACKTRACE':
                return this.#part(bytes, 0, 0, undefined);
        }
        this.#close();
        this.#begin(prefix, label, number, at, pid);
        this.#message.append(bytes, start + message, end);
        if (!complete)
            this.#records.record.truncated = true;
    }
    #begin(prefix, label, number, at, pid) {
        const { record } = this.#records;
        const { values } = prefix;
        this.#open = true;
        this.#line = number;
        this.#record++;
        this.#into = this.#message;
        record.severity = severityOf(label);
        record.user = this.#name(prefix, 'user');
        record.application = this.#name(prefix, 'application');
        record.database = this.#name(prefix, 'database');
        const session = values.session ?? values.pid ?? pid;
        if (values.session === undefined && session !== undefined)
            this.#byProcess = true;
        record.session = session === undefined ? this.#sessions.nameless(this.#record) : this.#sessions.named(session);
        record.raised = false;
        record.hasStatement = false;
        record.truncated = false;
        if (values.time !== undefined)
            record.at = this.#parseTime(values.time);
        else
            record.at = values.epoch === undefined ? at : Math.round(Number(values.epoch) * 1000);
    }
    #parseTime(time) {
        const length = this.#time.write(time, 'latin1');
        return this.#times.parse(this.#time, 0, length);
    }
    /** A name; empty if the server had none yet, undefined if the prefix does not have it. */
    #name(prefix, field) {
        if (!prefix.carries(field))
            return undefined;
        const raw = prefix.values[field] ?? '';
        let name = this.#names.get(raw);
        if (name === undefined) {
            name = asText(raw);
            if (UNKNOWN_NAMES.has(name))
                name = '';
            if (this.#names.size >= text_lines_MAX_NAMES)
                this.#names.clear();
            this.#names.set(raw, name);
        }
        return name;
    }
    /** Processes a line that is part of the open record. */
    #part(bytes, start, end, into) {
        if (!this.#open)
            return this.#stray('continuation line without its first line');
        this.#into = into;
        into?.append(bytes, start, end);
    }
    /** Processes a line that does not begin like a server line. */
    #unprefixed(bytes, start, end, head, number) {
        if (isMarked(head)) {
            this.#close();
            if (this.#record++ % this.#options.part.of === this.#options.part.index) {
                this.#sink.unread('line with a different `log_line_prefix`', number, 1);
            }
        }
        else if (this.#open)
            this.#append(bytes, start, end);
        else
            this.#stray('line of another program');
    }
    /** Continues the open record: some collectors remove the tab. */
    #append(bytes, start, end) {
        const into = this.#into;
        if (into === undefined)
            return;
        if (into.length + end - start > MAX_RECORD) {
            if (this.#records.record.session.mine)
                this.#sink.unread('record longer than 64 MiB', this.#line, 1);
            this.#drop();
            return;
        }
        into.append(text_lines_LF, 0, 1);
        into.append(bytes, start, end);
    }
    #stray(what) {
        if (this.#record++ % this.#options.part.of === this.#options.part.index)
            this.#sink.skipped(what);
    }
    #close() {
        if (!this.#open)
            return;
        const { record } = this.#records;
        record.bytes = this.#message.bytes;
        record.start = 0;
        record.end = this.#message.length;
        record.detail = this.#detail.bytes;
        record.detailStart = 0;
        record.detailEnd = this.#detail.length;
        this.#records.take(this.#line);
        this.#drop();
    }
    #drop() {
        this.#open = false;
        this.#into = undefined;
        this.#message.clear();
        this.#detail.clear();
    }
}
/** Decodes text that has one letter per byte. */
function asText(latin1) {
    // Most names are ASCII.
    if (/^[\x20-\x7e]*$/.test(latin1))
        return latin1;
    const bytes = Buffer.from(latin1, 'latin1');
    return (0,byte_text/* decode */.D4)(bytes, 0, bytes.length);
}

;// CONCATENATED MODULE: ./build/esm/history/sources/postgresql/stderr.js





const stderr_HEAD = 64 * 1024;
/**
 * PostgreSQL's log as text (`log_destination = stderr`), with any `log_line_prefix`, also if its lines are wrapped in
 * entries of syslog, Cloud SQL, CloudWatch, Azure, Docker or Kubernetes. It records literals and bind values; user,
 * application, database and session only as far as the prefix has them.
 */
const postgresqlStderr = {
    kind: 'postgresql-stderr',
    dialects: ['postgresql'],
    notCarried: [],
    sniff: stderr_sniff,
    open: (sink, options) => new StderrReader(sink, options),
};
function stderr_sniff(head) {
    const start = Buffer.from(head.subarray(0, stderr_HEAD));
    const kind = envelopeOf(start);
    const lines = [];
    const take = (bytes, from, to) => {
        if (to > from && bytes[from] !== 0x09)
            lines.push(bytes.toString('latin1', from, Math.min(to, from + 512)));
    };
    if (kind === 'none') {
        const cut = new ByteLines({ line: take, overlong: () => undefined });
        cut.write(start);
        cut.end();
    }
    else {
        const envelope = new Envelope(kind, { line: take, passedOver: () => undefined, unread: () => undefined });
        envelope.write(start);
        envelope.end();
    }
    if (lines.length === 0)
        return 0;
    const prefix = guessPrefix(lines)?.prefix;
    // If no prefix can be guessed, the log is still recognised as one of a server; the user must then give the prefix.
    if (prefix === undefined)
        return 2 * lines.filter(isMarked).length > lines.length ? 0.5 : 0;
    const matched = lines.filter((line) => prefix.match(line) >= 0).length;
    return matched === lines.length ? 0.9 : 0.4 + (0.5 * matched) / lines.length;
}
class StderrReader {
    #sink;
    #options;
    #lines;
    #text;
    #head = Buffer.alloc(0);
    #envelope;
    #complete = true;
    constructor(sink, options) {
        const { linePrefix } = options;
        this.#sink = sink;
        this.#options = options;
        this.#lines = new ByteLines(this);
        this.#text = new TextLines(sink, options, linePrefix === undefined ? undefined : new LinePrefix(linePrefix));
    }
    write(chunk) {
        if (this.#head === undefined)
            return this.#write(chunk);
        // The envelope is detected from the first bytes.
        this.#head = Buffer.concat([this.#head, chunk]);
        if (this.#head.length >= stderr_HEAD)
            this.#begin();
    }
    end() {
        this.#begin();
        this.#lines.end();
        this.#envelope?.end();
        this.#text.end(this.#complete);
    }
    notes() {
        return [...this.#text.notes(), ...(this.#envelope?.notes() ?? [])];
    }
    notCarried() {
        return this.#text.notCarried();
    }
    line(bytes, start, end, number, complete) {
        if (!complete)
            this.#complete = false;
        this.#text.take(bytes, start, bytes[end - 1] === 0x0d && end > start ? end - 1 : end, number, Number.NaN, complete);
    }
    overlong(number) {
        this.#unread('line longer than 64 MiB', number);
    }
    #begin() {
        const head = this.#head;
        if (head === undefined)
            return;
        this.#head = undefined;
        const kind = envelopeOf(head);
        if (kind !== 'none') {
            this.#envelope = new Envelope(kind, {
                line: (bytes, start, end, number, at, pid) => this.#text.take(bytes, start, end, number, at, true, pid),
                passedOver: (what, number) => {
                    if (number % this.#options.part.of === this.#options.part.index)
                        this.#sink.skipped(what);
                },
                unread: (reason, number) => this.#unread(reason, number),
            });
        }
        this.#write(head);
    }
    #write(chunk) {
        if (this.#envelope === undefined)
            this.#lines.write(chunk);
        else
            this.#envelope.write(chunk);
    }
    #unread(reason, number) {
        if (number % this.#options.part.of === this.#options.part.index)
            this.#sink.unread(reason, number, 1);
    }
}

;// CONCATENATED MODULE: ./build/esm/history/sources/formats.js









/** All supported sources. */
const FORMATS = {
    'postgresql-jsonlog': postgresqlJsonlog,
    'postgresql-csvlog': postgresqlCsvlog,
    'postgresql-stderr': postgresqlStderr,
    'pg-stat-statements': pgStatStatements,
    'mysql-slow': mysqlSlow,
    'mysql-general': mysqlGeneral,
    'mysql-digest': mysqlDigest,
    jsonl: jsonl,
};
/** Minimum score of a detected format. */
const MIN_SCORE = 0.5;
/** Minimum lead of the best score over the second best. */
const MIN_LEAD = 0.1;
/**
 * Returns the format of an input that begins with `head` (at most 256 KiB, decompressed): the requested one, otherwise
 * the one detected from the bytes. Its first dialect is the one that the input shows. Raises ConfigError if no format
 * is certain, or two are equally likely.
 */
function findFormat(head, name, requested) {
    return withDialect(requested === undefined ? sniffed(head, name) : FORMATS[requested], head);
}
function sniffed(head, name) {
    const found = Object.values(FORMATS)
        .map((format) => ({ format, score: format.sniff(head, name) }))
        .filter(({ score }) => score >= MIN_SCORE)
        .sort((a, b) => b.score - a.score);
    const [first, second] = found;
    if (first && (!second || second.score <= first.score - MIN_LEAD))
        return first.format;
    const kinds = found.filter(({ score }) => first && score > first.score - MIN_LEAD).map(({ format }) => format.kind);
    throw new model/* ConfigError */.xL(kinds.length > 1
        ? `this may be ${kinds.map((kind) => `\`${kind}\``).join(' or ')}: name the format with \`querygate history collect --format\``
        : `this looks like ${looksLike(head)}, not a log or export that can be read: ${advice(head)}`, { file: name });
}
function advice(head) {
    if (isSnapshot(head))
        return 'merge snapshots with `querygate history merge`, or pass them to `querygate simulate`';
    const list = Object.keys(model/* HISTORY_SOURCES */.gO).map((kind) => `\`${kind}\``).join(', ');
    return `name its format with \`querygate history collect --format\` (${list}), or leave the file out`;
}
function looksLike(head) {
    if (head.length === 0)
        return 'an empty file';
    if (isSnapshot(head))
        return 'a Querygate snapshot';
    if (head.subarray(0, 8192).includes(0))
        return 'binary data';
    const first = Buffer.from(head.subarray(0, 64)).toString('latin1').trimStart();
    if (first.startsWith('{'))
        return 'JSON';
    if (first.startsWith('['))
        return 'a JSON array';
    if (first.startsWith('<'))
        return 'XML or HTML';
    return 'text';
}
function isSnapshot(head) {
    return Buffer.from(head.subarray(0, 64)).toString('latin1').startsWith('{"querygateHistory":');
}
/** Text that only MariaDB writes: its name, a field of its slow log, the words of its digests. */
const MARIADB = /^\S*(?:mariadbd|mysqld), Version: [^\n]*MariaDB|^# Thread_id: \d+ +Schema: [^\n]* QC_hit: |\(unknown\)|\bSYSTEM_USER\b/m;
const MYSQL_KINDS = ['mysql-slow', 'mysql-general', 'mysql-digest'];
function withDialect(format, head) {
    if (!MYSQL_KINDS.includes(format.kind) || !MARIADB.test(Buffer.from(head).toString('latin1')))
        return format;
    return { ...format, dialects: ['mariadb', 'mysql'] };
}

;// CONCATENATED MODULE: ./build/esm/history/collect/tools.js



/** Everything that reading logs needs. Heavy: load it only if there are logs to read. */
const COLLECT_TOOLS = { openInput: input_open/* openInput */.l, findFormat: findFormat, createFactReader: traffic/* createFactReader */.u2 };


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


/***/ })

};
