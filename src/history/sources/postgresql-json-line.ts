const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const SEMICOLON_COLON = 0x3a;
const CR = 0x0d;
const ZERO = 0x30;
const MINUS = 0x2d;

/** Fields of a log line that are of use, by their place in `starts` and `ends`. */
export const JSON_KEYS = [
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
] as const;
export type JsonKey = (typeof JSON_KEYS)[number];

const FIELDS = Object.fromEntries(JSON_KEYS.map((key, place) => [key, place])) as Record<JsonKey, number>;
export const FIELD: Readonly<Record<JsonKey, number>> = FIELDS;

const KEY_BYTES = JSON_KEYS.map((key) => Uint8Array.from(key, (letter) => letter.charCodeAt(0)));
/** Keys by length: at most two of one length. */
const BY_LENGTH: number[][] = [];
for (const [place, key] of JSON_KEYS.entries()) {
  while (BY_LENGTH.length <= key.length) BY_LENGTH.push([]);
  BY_LENGTH[key.length]?.push(place);
}

/** 1 for what ends the plain run of a string: a quote, a backslash, and control characters, which JSON forbids in strings. */
const STOPS = new Uint8Array(256);
STOPS.fill(1, 0, 0x20);
STOPS[QUOTE] = 1;
STOPS[BACKSLASH] = 1;

/** What a byte behind a backslash stands for; 0 for what is no escape of one letter. */
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
 * Cuts the fields out of one line of a JSON object as PostgreSQL writes it: flat, strings and whole numbers only, no white
 * space. It takes no line that JSON.parse would refuse or read otherwise; a line of any other form is not cut.
 */
export class JsonLine {
  /** Where each of JSON_KEYS lies in the line, between its quotes, still escaped; `starts` is -1 where it is not there. */
  readonly starts = new Int32Array(JSON_KEYS.length);
  readonly ends = new Int32Array(JSON_KEYS.length);
  /** 1 where the field holds a backslash. */
  readonly escaped = new Uint8Array(JSON_KEYS.length);

  /**
   * Whether the line could be cut. `stop` is asked once the session is known, by its place, and ends the reading of a line
   * that is another part's: then the answer is undefined.
   */
  cut(bytes: Buffer, start: number, end: number, stop: (start: number, end: number) => boolean): boolean | undefined {
    const { starts, ends, escaped } = this;
    starts.fill(-1);
    let last = end - 1;
    if (bytes[last] === CR) last--;
    if (bytes[start] !== OPEN || bytes[last] !== CLOSE || last - start < 2) return false;
    let at = start + 1;
    for (;;) {
      if (bytes[at] !== QUOTE) return false;
      const key = ++at;
      while (STOPS[bytes[at] as number] === 0) at++;
      if (bytes[at] !== QUOTE || at >= last || bytes[at + 1] !== SEMICOLON_COLON) return false;
      const field = fieldOf(bytes, key, at);
      at += 2;
      let value = at;
      let backslash = 0;
      if (bytes[at] === QUOTE) {
        value = ++at;
        for (;;) {
          while (STOPS[bytes[at] as number] === 0) at++;
          const byte = bytes[at];
          if (byte === QUOTE) break;
          if (byte !== BACKSLASH || at >= last) return false;
          backslash = 1;
          const escape = bytes[at + 1] as number;
          if (ESCAPES[escape] !== 0) at += 2;
          else if (escape === 0x75 && isHex(bytes, at + 2)) at += 6;
          else return false;
        }
        if (at >= last) return false;
        if (field >= 0) {
          starts[field] = value;
          ends[field] = at;
          escaped[field] = backslash;
          if (field === FIELDS.session_id && backslash === 0 && stop(value, at)) return undefined;
        }
        at++;
      } else {
        at = wholeNumber(bytes, at);
        if (at < 0) return false;
        // Only the process id is a number among the fields of use.
        if (field >= 0) {
          if (field !== FIELDS.pid) return false;
          starts[field] = value;
          ends[field] = at;
          escaped[field] = 0;
        }
      }
      if (at === last) return true;
      if (bytes[at] !== COMMA || at > last) return false;
      at++;
    }
  }
}

function fieldOf(bytes: Buffer, start: number, end: number): number {
  const places = BY_LENGTH[end - start];
  if (places === undefined) return -1;
  next: for (const place of places) {
    const key = KEY_BYTES[place] as Uint8Array;
    for (let at = 0; at < key.length; at++) if (bytes[start + at] !== key[at]) continue next;
    return place;
  }
  return -1;
}

/** The end of a number without fraction or exponent; -1 where there is none. */
function wholeNumber(bytes: Buffer, start: number): number {
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
 * Unescapes a string of JSON that `cut` accepted into `into`, which must have room for as many bytes, and gives its length.
 * A lone surrogate becomes U+FFFD, as in every other way to UTF-8.
 */
export function unescapeJson(bytes: Buffer, start: number, end: number, into: Uint8Array): number {
  let to = 0;
  let at = start;
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte !== BACKSLASH) {
      into[to++] = byte;
      at++;
      continue;
    }
    const escape = bytes[at + 1] as number;
    if (escape !== 0x75) {
      into[to++] = ESCAPES[escape] as number;
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
      } else code = 0xfffd;
    }
    to = putUtf8(code, into, to);
  }
  return to;
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
