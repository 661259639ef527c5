const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const COLON = 0x3a;
const CR = 0x0d;
const ZERO = 0x30;
const MINUS = 0x2d;

/** The log fields that are used, by their index in `starts` and `ends`. */
export const JSON_KEYS = [
  'timestamp',
  'user',
  'dbname',
  'pid',
  'session_id',
  'ps',
  'error_severity',
  'message',
  'detail',
  'context',
  'statement',
  'application_name',
] as const;
export type JsonKey = (typeof JSON_KEYS)[number];

const FIELDS = Object.fromEntries(JSON_KEYS.map((key, place) => [key, place])) as Record<JsonKey, number>;
export const FIELD: Readonly<Record<JsonKey, number>> = FIELDS;

/** What a byte after a backslash stands for; 0 if it is not a one-letter escape. */
const ESCAPES = new Uint8Array(256);
for (const [letter, value] of [
  ['"', 0x22],
  ['\\', 0x5c],
  ['/', 0x2f],
  ['b', 0x08],
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
] as const) {
  ESCAPES[letter.charCodeAt(0)] = value;
}

/**
 * Finds the fields of one line, a JSON object as PostgreSQL writes it: flat, only strings and integers, no white space.
 * It accepts no line that JSON.parse would reject or read differently; a line in any other form is not accepted.
 */
export class JsonLine {
  /** Position of each of JSON_KEYS in the line, between its quotes, still escaped; `starts` is -1 if it is missing. */
  readonly starts = new Int32Array(JSON_KEYS.length);
  readonly ends = new Int32Array(JSON_KEYS.length);
  /** 1 if the field contains a backslash. */
  readonly escaped = new Uint8Array(JSON_KEYS.length);
  #bytes: Buffer = Buffer.alloc(0);
  #view = new DataView(this.#bytes.buffer);
  readonly #keys = new KnownKeys();
  /** 1 if the last string contains a backslash. */
  #backslash = 0;

  /**
   * Whether the line was accepted. `stop` is called with the position of the session as soon as it is known; returning
   * true stops reading a line of another part, and the result is undefined.
   */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over bytes that keeps its state in locals
  cut(bytes: Buffer, start: number, end: number, stop: (start: number, end: number) => boolean): boolean | undefined {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    const view = this.#view;
    const keys = this.#keys;
    const { starts, ends, escaped } = this;
    for (let field = 0; field < starts.length; field++) starts[field] = -1;
    let last = end - 1;
    if (last > start && bytes[last] === CR) last--;
    if (last - start < 2 || bytes[start] !== OPEN || bytes[last] !== CLOSE) return false;
    let at = start + 1;
    let key = START;
    for (;;) {
      key = keys.at(bytes, view, at, last, key);
      if (key < 0) return false;
      at += keys.lengths[key] as number;
      const field = keys.fields[key] as number;
      const value = at;
      const isString = keys.strings[key] === 1;
      at = isString ? this.#stringEnd(at, last) : integerEnd(bytes, at);
      if (at < 0) return false;
      if (field >= 0) {
        // Of the used fields, only the process id is a number.
        if (!isString && field !== FIELDS.pid) return false;
        starts[field] = value;
        ends[field] = at;
        escaped[field] = isString ? this.#backslash : 0;
        if (field === FIELDS.session_id && this.#backslash === 0 && at > value && stop(value, at)) return undefined;
      }
      if (isString) at++;
      if (at === last) return true;
      if (at > last || bytes[at] !== COMMA) return false;
      at++;
    }
  }

  /** The position of the closing quote; -1 if this is not a valid string. */
  #stringEnd(start: number, last: number): number {
    const bytes = this.#bytes;
    const view = this.#view;
    this.#backslash = 0;
    let at = plainRun(bytes, view, start, last);
    while (bytes[at] === BACKSLASH && at < last) {
      this.#backslash = 1;
      const letter = bytes[at + 1] as number;
      if (ESCAPES[letter] !== 0) at += 2;
      else if (letter === 0x75 && isHex(bytes, at + 2)) at += 6;
      else return -1;
      at = plainRun(bytes, view, at, last);
    }
    return at < last && bytes[at] === QUOTE ? at : -1;
  }
}

/** Longer keys (bytes, with quotes and colon) are not PostgreSQL's. */
const MAX_KEY = 64;
const MAX_KEYS = 64;
const WORDS = MAX_KEY / 4;
/** Index that precedes the first key of a line. */
const START = MAX_KEYS;

/**
 * The keys of the lines, each with its quotes, its colon, and the opening quote of its value. PostgreSQL writes them in
 * one order, so the next key is nearly always the one that followed last time, and four bytes are compared at once.
 */
class KnownKeys {
  /** Number of bytes before the value. */
  readonly lengths = new Uint8Array(MAX_KEYS);
  /** Index in JSON_KEYS, or -1. */
  readonly fields = new Int8Array(MAX_KEYS);
  /** 1 if the value is a string. */
  readonly strings = new Uint8Array(MAX_KEYS);
  readonly #words = new Int32Array(MAX_KEYS * WORDS);
  /** By previous key: the key that followed last time, and an alternative (`detail` may be missing). */
  readonly #next = new Int8Array(MAX_KEYS + 1).fill(-1);
  readonly #alternative = new Int8Array(MAX_KEYS + 1).fill(-1);
  #count = 0;

  /** The key at `at`, after the key `before`; -1 if there is none. */
  at(bytes: Buffer, view: DataView, at: number, last: number, before: number): number {
    const expected = this.#next[before] as number;
    if (expected >= 0 && this.#is(expected, view, at, last)) return expected;
    const alternative = this.#alternative[before] as number;
    if (alternative >= 0 && this.#is(alternative, view, at, last)) return alternative;
    return this.#find(bytes, view, at, last, before);
  }

  #is(key: number, view: DataView, at: number, last: number): boolean {
    const end = at + (this.lengths[key] as number) - 4;
    if (end + 4 > last) return false;
    const words = this.#words;
    let word = key * WORDS;
    for (let from = at; from < end; from += 4) if (view.getInt32(from, true) !== words[word++]) return false;
    return view.getInt32(end, true) === words[word];
  }

  #find(bytes: Buffer, view: DataView, at: number, last: number, before: number): number {
    if (bytes[at] !== QUOTE) return -1;
    const close = plainRun(bytes, view, at + 1, last);
    if (close + 2 >= last || bytes[close] !== QUOTE || bytes[close + 1] !== COLON) return -1;
    const string = bytes[close + 2] === QUOTE;
    const length = close + (string ? 3 : 2) - at;
    if (length > MAX_KEY || length < 4) return -1;
    let key = 0;
    while (key < this.#count && (this.lengths[key] !== length || !this.#is(key, view, at, last))) key++;
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
      let word = key * WORDS;
      for (let from = at; from < at + length - 4; from += 4) this.#words[word++] = view.getInt32(from, true);
      this.#words[word] = view.getInt32(at + length - 4, true);
    }
    this.#alternative[before] = this.#next[before] as number;
    this.#next[before] = key;
    return key;
  }
}

/**
 * The first position from `start` on with a quote, a backslash, or a control character, which JSON forbids in a string;
 * `last` if there is none. Reads four bytes at a time, which is twice as fast: in `(x - 0x01010101) & ~x`, the highest
 * bit is set in the lowest byte of `x` that is 0, and in no lower byte.
 */
function plainRun(bytes: Buffer, view: DataView, start: number, last: number): number {
  let at = start;
  while (at + 4 <= last) {
    const word = view.getInt32(at, true);
    const quote = word ^ 0x22222222;
    const backslash = word ^ 0x5c5c5c5c;
    const found =
      (((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash) | ((word - 0x20202020) & ~word)) &
      0x80808080;
    if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
    at += 4;
  }
  for (; at < last; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) break;
  }
  return at;
}

/** The end of an integer; -1 if there is none. */
function integerEnd(bytes: Buffer, start: number): number {
  let at = start;
  if (bytes[at] === MINUS) at++;
  const first = at;
  let digit = (bytes[at] as number) - ZERO;
  while (digit >= 0 && digit <= 9) digit = (bytes[++at] as number) - ZERO;
  if (at === first || (bytes[first] === ZERO && at > first + 1)) return -1;
  return at;
}

function isHex(bytes: Buffer, start: number): boolean {
  for (let at = start; at < start + 4; at++) if (hexDigit(bytes[at] as number) < 0) return false;
  return true;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function hexOf(bytes: Buffer, start: number): number {
  let value = 0;
  for (let at = start; at < start + 4; at++) value = value * 16 + hexDigit(bytes[at] as number);
  return value;
}

/**
 * Unescapes a JSON string that `cut` accepted into `into`, which must have room for as many bytes, and returns its
 * length. A lone surrogate becomes U+FFFD, as in every other conversion to UTF-8.
 */
export function unescapeJson(bytes: Buffer, start: number, end: number, into: Uint8Array): number {
  let to = 0;
  let at = start;
  while (at < end) {
    // Identifiers in double quotes have an escape every few bytes, where a call for each would cost more than a loop.
    const near = Math.min(end, at + 48);
    while (at < near && bytes[at] !== BACKSLASH) into[to++] = bytes[at++] as number;
    if (at === near && at < end) {
      const backslash = bytes.indexOf(BACKSLASH, at);
      const stop = backslash < 0 || backslash > end ? end : backslash;
      bytes.copy(into, to, at, stop);
      to += stop - at;
      at = stop;
    }
    if (at === end) break;
    const letter = bytes[at + 1] as number;
    if (letter !== 0x75) {
      into[to++] = ESCAPES[letter] as number;
      at += 2;
      continue;
    }
    const code = codePointAt(bytes, at, end);
    at += code < 0x10000 ? 6 : 12;
    to = putUtf8(code >= 0xd800 && code <= 0xdfff ? 0xfffd : code, into, to);
  }
  return to;
}

/** What `\uXXXX` at this position stands for, or two of them that are a surrogate pair. */
function codePointAt(bytes: Buffer, at: number, end: number): number {
  const high = hexOf(bytes, at + 2);
  if (high < 0xd800 || high > 0xdbff || at + 6 >= end) return high;
  if (bytes[at + 6] !== BACKSLASH || bytes[at + 7] !== 0x75) return high;
  const low = hexOf(bytes, at + 8);
  return low >= 0xdc00 && low <= 0xdfff ? 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00) : high;
}

function putUtf8(code: number, into: Uint8Array, at: number): number {
  let to = at;
  if (code < 0x80) into[to++] = code;
  else {
    if (code < 0x800) into[to++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x10000) into[to++] = 0xe0 | (code >> 12);
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
