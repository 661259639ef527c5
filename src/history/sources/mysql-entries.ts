import { ByteLines, type LineTaker } from '../byte-lines.ts';
import { ByteCache, decode } from '../byte-text.ts';
import { isBanner, isBannerColumns, isBannerPort } from './mysql-banner.ts';
import { beginsAnotherHeader, beginsHeader, beginsWith, EntryHeader, HeaderLines } from './mysql-header.ts';
import { isSpace, MysqlText } from './mysql-text.ts';

/** One entry of a slow log. The object is used again for the next one. */
export interface SlowLogEntry {
  header: EntryHeader;
  /** On which it begins, from 1. */
  line: number;
  /** By its `use` line; undefined where it has none. */
  used: string | undefined;
  /** Milliseconds since 1970 by its `SET timestamp` line; NaN where it has none. */
  timestamp: number;
  /** Holds the statement from `start` to `end`, without the `;` that the server adds; of an entry that is not wanted, nothing. */
  bytes: Buffer;
  start: number;
  end: number;
  wanted: boolean;
  /** `cut`: the log ends inside it. `overlong`: longer than 64 MiB. `none`: there is no statement. */
  state: 'whole' | 'cut' | 'overlong' | 'none';
}

export interface EntryTaker {
  /** Whether the text of an entry is asked for; called once for each entry, before `entry`. */
  wanted(header: EntryHeader): boolean;
  entry(entry: SlowLogEntry): void;
  /** A server opened the log. */
  opened(): void;
  /** Text that belongs to no entry begins on this line. */
  stray(line: number): void;
}

const SEMICOLON = 0x3b;
const HASH = 0x23;
const CR = 0x0d;
const COLON = 0x3a;

const USE = Buffer.from('use ');
const SET = Buffer.from('SET ');
const SET_TIMESTAMP = Buffer.from('SET timestamp=');
const ADMINISTRATOR = Buffer.from('# administrator command: ');

/** What the line before was: of no entry, of an entry's `#` lines, of what the server writes before the statement, of the statement. */
type State = 'outside' | 'header' | 'prelude' | 'text';

/**
 * Cuts a slow log into entries: `#` lines, `use db;`, `SET timestamp=…;`, and the statement with `;` and a line end. Nothing
 * in a statement is escaped, and so a string in it may hold what looks like another entry. A statement ends at a line that
 * ends with `;` and is followed by all `#` lines of an entry (up to `# Query_time:`), by a server's start, or by the end of
 * the log: what imitates all that splits the statement, whose first part then is unreadable. Strings are not followed
 * instead, because a statement with an open quote, which servers log too, would swallow the entries behind it.
 */
export class SlowLogEntries implements LineTaker {
  readonly #taker: EntryTaker;
  readonly #lines = new ByteLines(this);
  readonly #headers = new HeaderLines();
  readonly #names = new ByteCache(unquoted);
  readonly #text = new MysqlText();
  readonly #entry: SlowLogEntry;
  #state: State = 'outside';
  /** The header that may begin inside the text, the line on which, and the length of the text before; line 0 for none. */
  #next = new EntryHeader();
  #nextLine = 0;
  #nextAt = 0;
  /** The length of the text before a line that may be a server's start; -1 for none. */
  #bannerAt = -1;
  /** Whether an entry may begin on the next line: the line before ends with `;`, or is of no entry. */
  #ended = true;
  #stray = false;

  constructor(taker: EntryTaker) {
    this.#taker = taker;
    this.#entry = {
      header: new EntryHeader(),
      line: 0,
      used: undefined,
      timestamp: Number.NaN,
      bytes: this.#text.bytes,
      start: 0,
      end: 0,
      wanted: true,
      state: 'none',
    };
  }

  write(chunk: Uint8Array): void {
    this.#lines.write(chunk);
  }

  end(): void {
    this.#lines.end();
    this.#finish(this.#text.length);
  }

  overlong(number: number): void {
    this.#nextLine = 0;
    this.#bannerAt = -1;
    this.#ended = true;
    if (this.#state === 'outside') {
      this.#outside(number);
      return;
    }
    this.#headerEnds();
    this.#state = 'text';
    this.#text.lose();
  }

  line(bytes: Buffer, start: number, lineEnd: number, number: number): void {
    const end = lineEnd > start && bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
    if (this.#bannerAt >= 0) {
      const before = this.#bannerAt;
      this.#bannerAt = -1;
      if (isBannerPort(bytes, start, end)) {
        this.#finish(before);
        this.#stray = false;
        this.#taker.opened();
        return;
      }
      if (this.#state === 'outside') this.#outside(number - 1);
    }
    if (bytes[end - 1] === COLON && isBanner(bytes, start, end)) {
      this.#headerEnds();
      this.#bannerAt = this.#text.length;
    } else if (bytes[start] === HASH) {
      if (this.#hashLine(bytes, start, end, number)) return;
    } else {
      this.#nextLine = 0;
      if (this.#state === 'outside') {
        this.#ended = true;
        if (end > start && !isBannerColumns(bytes, start, end)) this.#outside(number);
        return;
      }
      this.#headerEnds();
      if (this.#state === 'prelude' && this.#prelude(bytes, start, end)) return;
    }
    if (this.#state !== 'outside') this.#textLine(bytes, start, end);
  }

  /** A line that begins with `#`: true where it is no text. */
  #hashLine(bytes: Buffer, start: number, end: number, number: number): boolean {
    if (this.#state === 'header') {
      const { header } = this.#entry;
      if (beginsAnotherHeader(bytes, start, end)) {
        this.#finish(0);
      } else {
        if (!beginsWith(bytes, start, end, ADMINISTRATOR)) {
          this.#headers.read(bytes, start, end, header);
          return true;
        }
        this.#headerEnds();
        return false;
      }
    }
    if (this.#ended && beginsHeader(bytes, start, end)) {
      this.#next.begin(this.#entry.header);
      this.#nextLine = number;
      this.#nextAt = this.#text.length;
    } else if (this.#nextLine === 0) {
      if (this.#state === 'outside') this.#outside(number);
      return false;
    }
    this.#headers.read(bytes, start, end, this.#next);
    if (this.#next.complete) {
      this.#nextEntry();
      return true;
    }
    // No line of a header ends so; one that does is of the statement, and what follows may be the header.
    this.#ended = bytes[end - 1] === SEMICOLON;
    return false;
  }

  /** All of another entry's header has been seen. */
  #nextEntry(): void {
    const line = this.#nextLine;
    this.#finish(this.#nextAt);
    const entry = this.#entry;
    const { header } = entry;
    entry.header = this.#next;
    entry.line = line;
    this.#next = header;
    this.#state = 'header';
    this.#stray = false;
  }

  /** The `#` lines of the entry are over. */
  #headerEnds(): void {
    if (this.#state !== 'header') return;
    this.#state = 'prelude';
    this.#ended = true;
    this.#entry.wanted = this.#taker.wanted(this.#entry.header);
  }

  /** `use` and `SET timestamp`, as the server writes them before the statement: true where the line is one. */
  #prelude(bytes: Buffer, start: number, end: number): boolean {
    const entry = this.#entry;
    if (bytes[end - 1] !== SEMICOLON) return false;
    if (beginsWith(bytes, start, end, SET)) {
      const timestamp = beginsWith(bytes, start, end, SET_TIMESTAMP)
        ? secondsIn(bytes, start + SET_TIMESTAMP.length, end)
        : secondsBehind(decode(bytes, start, Math.min(end, start + 200)));
      if (Number.isNaN(timestamp)) return false;
      entry.timestamp = timestamp * 1000;
      this.#state = 'text';
      return true;
    }
    if (entry.used !== undefined || !beginsWith(bytes, start, end, USE)) return false;
    entry.used = this.#names.get(bytes, start + USE.length, end - 1);
    return true;
  }

  #textLine(bytes: Buffer, start: number, end: number): void {
    this.#state = 'text';
    this.#ended = bytes[end - 1] === SEMICOLON;
    if (!this.#entry.wanted) {
      // Only whether there is one: it belongs to another part of the work.
      this.#text.length = 1;
      return;
    }
    this.#text.add(bytes, start, end);
  }

  #outside(number: number): void {
    if (this.#stray) return;
    this.#stray = true;
    this.#taker.stray(number);
  }

  /** Gives out the entry, whose text is the first `length` bytes. */
  #finish(length: number): void {
    if (this.#state !== 'outside') {
      this.#headerEnds();
      this.#give(length);
    }
    const entry = this.#entry;
    entry.used = undefined;
    entry.timestamp = Number.NaN;
    this.#state = 'outside';
    this.#text.clear();
    this.#nextLine = 0;
    this.#bannerAt = -1;
    this.#ended = true;
  }

  #give(length: number): void {
    const entry = this.#entry;
    const { bytes, overlong } = this.#text;
    let start = 0;
    let end = entry.wanted ? length : 0;
    while (end > start && isSpace(bytes[end - 1])) end--;
    const closed = end > start && bytes[end - 1] === SEMICOLON;
    if (closed) end--;
    while (end > start && isSpace(bytes[end - 1])) end--;
    while (start < end && isSpace(bytes[start])) start++;
    entry.bytes = bytes;
    entry.start = start;
    entry.end = end;
    if (overlong) entry.state = 'overlong';
    else if (length === 0) entry.state = 'none';
    else entry.state = closed || !entry.wanted ? 'whole' : 'cut';
    this.#taker.entry(entry);
  }
}

/** Digits up to `;` or `.`. */
function secondsIn(bytes: Buffer, start: number, end: number): number {
  let seconds = 0;
  let at = start;
  for (; at < end; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    seconds = seconds * 10 + digit;
  }
  return at > start && at - start < 13 ? seconds : Number.NaN;
}

/** `SET last_insert_id=5,insert_id=6,timestamp=1795191733;`, as servers write it before some INSERTs. */
function secondsBehind(line: string): number {
  return Number(/^SET (?:(?:last_)?insert_id=\d+,)+timestamp=(\d{1,12})[\d.]*;/.exec(line)?.[1] ?? Number.NaN);
}

function unquoted(name: string): string {
  return /^`.*`$/s.test(name) ? name.slice(1, -1).replaceAll('``', '`') : name;
}
