import { ByteCache } from '../../input/byte-text.ts';
import { type MysqlTime, mysqlTime } from './time.ts';

/** What the `#` lines before an entry of a slow log say. Names are ranges of no buffer: they are copied out. */
export class EntryHeader {
  /** The account that logged in; undefined where the log names none. */
  user: string | undefined;
  /** Digits of the connection's id, in the first `threadEnd` bytes; 0 where the log names none. */
  readonly thread = Buffer.alloc(20);
  threadEnd = 0;
  /** The connection's database, empty for none; undefined where the log does not write it. */
  schema: string | undefined;
  /** An error number, where the server says that the statement failed (MySQL's `log_slow_extra`). */
  failed = false;
  /** Whether the statement is one inside a stored routine (Percona's `log_slow_sp_statements`). */
  routine = false;
  /** One in so many is logged (Percona's `log_slow_rate_limit`). */
  rate = 1;
  /** Whether it took less than a tenth of a second. */
  fast = false;
  /** Text of the last `# Time:` line, which old servers write once a second. */
  readonly #time = Buffer.alloc(40);
  #timeEnd = 0;
  /** Whether the line was there that each entry has. */
  complete = false;
  /** Whether there was a line that names the account. */
  named = false;

  /** Makes it that of the next entry; the time goes on. */
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

  /** Undefined where there is no `# Time:` line. */
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

/** For a few bytes a loop is quicker than a call out of JavaScript. */
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

/** How an entry begins: with the first of these that the server writes. */
const FIRST = ['# Time: ', '# User@Host: ', '# User: ', '# Thread_id: ', '# Schema: ', '# Query_time: '].map((text) =>
  Buffer.from(text),
);
const [TIME, USER_HOST, USER, THREAD, SCHEMA, QUERY_TIME] = FIRST as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
const LOCK_TIME = Buffer.from(' Lock_time: ');
const RATE = Buffer.from('# Log_slow_rate_type: ');
const ROUTINE = Buffer.from('# Stored_routine: ');
/** `log_slow_extra` writes the thread and the error behind the times. */
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
  for (const text of FIRST) if (beginsWith(bytes, start, end, text)) return true;
  return false;
}

/** Whether a line can only be the first of a header: the others stand behind `# Query_time:` in some versions. */
export function beginsAnotherHeader(bytes: Uint8Array, start: number, end: number): boolean {
  return beginsWith(bytes, start, end, TIME) || beginsWith(bytes, start, end, USER_HOST);
}

/** Reads header lines; names and ids that come again are decoded once. */
export class HeaderLines {
  readonly #users = new ByteCache(userOf);
  readonly #names = new ByteCache((text) => text);

  /** Takes one line that begins with `#`. */
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
    // `] @ `: behind it stand host and address, which would make many names of one account.
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
    // `Schema: ` without its `# `; at the very end of a line the space may be gone.
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
    // Some servers were patched to write the next line behind it.
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

/** Whether ` QC_hit: `, ` Last_errno: ` and their like begin here: spaces, a capital letter, a colon. */
function isNextLabel(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && bytes[at] === SPACE) at++;
  if (at === end) return true;
  const byte = bytes[at];
  if (byte === undefined || byte < 0x41 || byte > 0x5a) return false;
  return /^(?:QC_[Hh]it|Last_errno|Killed): /.test(bytes.toString('latin1', at, Math.min(end, at + 16)));
}

/**
 * The account of `priv_user[user`: `user` is what the client logged in as, `priv_user` the account that it was
 * matched with, empty for an anonymous one. Either may hold brackets; mostly they are equal.
 */
function userOf(accounts: string): string | undefined {
  const half = (accounts.length - 1) / 2;
  if (accounts[half] === '[' && accounts.slice(0, half) === accounts.slice(half + 1)) return accounts.slice(0, half);
  const open = accounts.indexOf('[');
  return open < 0 ? undefined : accounts.slice(open + 1);
}
