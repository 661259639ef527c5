import { ByteCache } from '../../input/byte-text.ts';
import { type MysqlTime, mysqlTime } from './time.ts';

/** Content of the `#` lines before an entry of a slow log. Names are copies, not ranges of a buffer. */
export class EntryHeader {
  /** The account that logged in; undefined if the log does not name it. */
  user: string | undefined;
  /** Digits of the connection id, in the first `threadEnd` bytes; `threadEnd` is 0 if the log has none. */
  readonly thread = Buffer.alloc(20);
  threadEnd = 0;
  /** Database of the connection, empty for none; undefined if the log does not write it. */
  schema: string | undefined;
  /** Whether the server reports an error number (MySQL's `log_slow_extra`). */
  failed = false;
  /** Whether the statement ran inside a stored routine (Percona's `log_slow_sp_statements`). */
  routine = false;
  /** The server logs one in this many (Percona's `log_slow_rate_limit`). */
  rate = 1;
  /** Whether it took less than a tenth of a second. */
  fast = false;
  /** Text of the last `# Time:` line, which old servers write only once a second. */
  readonly #time = Buffer.alloc(40);
  #timeEnd = 0;
  /** Whether the line that each entry has was seen. */
  complete = false;
  /** Whether a line that names the account was seen. */
  named = false;

  /** Resets it for the next entry; the time stays. */
  begin(before: EntryHeader): void {
    if (before.#timeEnd > 0) this.setTime(before.#time, 0, before.#timeEnd);
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
  time(): MysqlTime | undefined {
    return this.#timeEnd === 0 ? undefined : mysqlTime(this.#time.toString('latin1', 0, this.#timeEnd).trim());
  }

  setTime(bytes: Buffer, start: number, end: number): void {
    this.#timeEnd = copyShort(bytes, start, end, this.#time);
  }

  connection(bytes: Buffer, start: number, end: number): void {
    this.threadEnd = copyShort(bytes, start, end, this.thread);
  }
}

/** For a few bytes, a loop is faster than a native call. */
function copyShort(bytes: Buffer, start: number, end: number, into: Buffer): number {
  const length = Math.min(end - start, into.length);
  for (let at = 0; at < length; at++) into[at] = bytes[start + at] as number;
  return length;
}

const SPACE = 0x20;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const CLOSE = 0x5d;

/** Possible first lines of an entry, depending on what the server writes. */
const FIRST_LINES = ['# Time: ', '# User@Host: ', '# User: ', '# Thread_id: ', '# Schema: ', '# Query_time: '].map(
  (text) => Buffer.from(text),
);
const [TIME, USER_HOST, USER, THREAD, SCHEMA, QUERY_TIME] = FIRST_LINES as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];
const LOCK_TIME = Buffer.from(' Lock_time: ');
const RATE = Buffer.from('# Log_slow_rate_type: ');
const ROUTINE = Buffer.from('# Stored_routine: ');
/** `log_slow_extra` writes the thread and the error after the times. */
const ERRNO = Buffer.from(' Errno: ');
const USER_INSIDE = Buffer.from('# User@Host: ');

/** Whether the bytes from `start` to `end` begin with `text`. */
export function beginsWith(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  const { length } = text;
  if (end - start < length) return false;
  for (let at = 0; at < length; at++) if (bytes[start + at] !== text[at]) return false;
  return true;
}

/** Whether a line may be the first of an entry's header. */
export function beginsHeader(bytes: Uint8Array, start: number, end: number): boolean {
  for (const text of FIRST_LINES) if (beginsWith(bytes, start, end, text)) return true;
  return false;
}

/** Whether a line can only be the first of a header: in some versions, the others follow `# Query_time:`. */
export function beginsAnotherHeader(bytes: Uint8Array, start: number, end: number): boolean {
  return beginsWith(bytes, start, end, TIME) || beginsWith(bytes, start, end, USER_HOST);
}

/** Reads header lines; recurring names and ids are decoded once. */
export class HeaderLines {
  readonly #users = new ByteCache(userOf);
  readonly #names = new ByteCache((text) => text);

  /** Reads one line that begins with `#`. */
  read(bytes: Buffer, start: number, end: number, header: EntryHeader): void {
    switch (bytes[start + 2]) {
      case 0x54: // T
        if (beginsWith(bytes, start, end, THREAD)) this.#thread(bytes, start + THREAD.length, end, header);
        else if (beginsWith(bytes, start, end, TIME)) this.#time(bytes, start + TIME.length, end, header);
        break;
      case 0x55: // U
        if (beginsWith(bytes, start, end, USER_HOST)) this.#user(bytes, start + USER_HOST.length, end, header);
        else if (beginsWith(bytes, start, end, USER)) this.#user(bytes, start + USER.length, end, header);
        break;
      case 0x51: // Q
        if (beginsWith(bytes, start, end, QUERY_TIME)) this.#durations(bytes, start + QUERY_TIME.length, end, header);
        break;
      case 0x53: // S
        if (beginsWith(bytes, start, end, SCHEMA)) this.#schema(bytes, start + SCHEMA.length, end, header);
        else if (beginsWith(bytes, start, end, ROUTINE)) header.routine = end > start + ROUTINE.length;
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
  #user(bytes: Buffer, start: number, end: number, header: EntryHeader): void {
    header.named = true;
    let at = end;
    while (at > start && isDigit(bytes[at - 1])) at--;
    if (at < end) {
      let before = at;
      while (before > start && bytes[before - 1] === SPACE) before--;
      // `Id:`
      if (bytes[before - 1] === 0x3a && bytes[before - 2] === 0x64 && bytes[before - 3] === 0x49) {
        header.connection(bytes, at, end);
        end = before - 3;
      }
    }
    // `] @ `: after it come host and address, which would split one account into many names.
    while (end > start && !(bytes[end] === 0x40 && bytes[end - 1] === SPACE && bytes[end - 2] === CLOSE)) end--;
    if (end > start) header.user = this.#users.get(bytes, start, end - 2);
  }

  /** `8  Schema: shop  QC_hit: No`. */
  #thread(bytes: Buffer, start: number, end: number, header: EntryHeader): void {
    let at = start;
    while (at < end && isDigit(bytes[at])) at++;
    header.connection(bytes, start, at);
    while (at < end && bytes[at] === SPACE) at++;
    const label = SCHEMA.length - 2;
    // `Schema: ` without its `# `; at the end of a line, the space may be missing.
    if (bytes[at] === 0x53 && bytes[at + label - 2] === 0x3a) this.#schema(bytes, at + label, end, header);
  }

  /** `shop  QC_hit: No`, `shop  Last_errno: 0  Killed: 0`, `shop`. */
  #schema(bytes: Buffer, start: number, end: number, header: EntryHeader): void {
    let at = start;
    while (at < end && !(bytes[at] === SPACE && isNextLabel(bytes, at, end))) at++;
    while (at > start && bytes[at - 1] === SPACE) at--;
    header.schema = this.#names.get(bytes, start, Math.max(start, at));
  }

  /** `0.000160  Lock_time: …`; with `log_slow_extra` also `Thread_id: 8 Errno: 0`. */
  #durations(bytes: Buffer, start: number, end: number, header: EntryHeader): void {
    let at = start;
    while (at < end && (isDigit(bytes[at]) || bytes[at] === DOT)) at++;
    if (at === start) return;
    if (bytes[at] === SPACE && bytes[at + 1] === SPACE) at++;
    if (!beginsWith(bytes, at, end, LOCK_TIME)) return;
    header.complete = true;
    header.fast = bytes[start] === ZERO && bytes[start + 1] !== undefined && bytes[start + 2] === ZERO;
    if (end - start < 100) return;
    const found = bytes.subarray(start, end).indexOf(ERRNO);
    if (found < 0) return;
    header.failed = bytes[start + found + ERRNO.length] !== ZERO;
  }

  #time(bytes: Buffer, start: number, end: number, header: EntryHeader): void {
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

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

/** Whether a label like ` QC_hit: ` or ` Last_errno: ` begins here: spaces, a capital letter, a colon. */
function isNextLabel(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && bytes[at] === SPACE) at++;
  if (at === end) return true;
  const byte = bytes[at];
  if (byte === undefined || byte < 0x41 || byte > 0x5a) return false;
  return /^(?:QC_[Hh]it|Last_errno|Killed): /.test(bytes.toString('latin1', at, Math.min(end, at + 16)));
}

/**
 * The account of `priv_user[user`: `user` is the login name, `priv_user` the account that it matched, empty for an
 * anonymous one. Both may contain brackets; usually they are equal.
 */
function userOf(accounts: string): string | undefined {
  const half = (accounts.length - 1) / 2;
  if (accounts[half] === '[' && accounts.slice(0, half) === accounts.slice(half + 1)) return accounts.slice(0, half);
  const open = accounts.indexOf('[');
  return open < 0 ? undefined : accounts.slice(open + 1);
}
