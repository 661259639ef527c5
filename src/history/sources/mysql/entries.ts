import { MAX_RECORD } from '../../input/byte-lines.ts';
import { ByteCache, decode } from '../../input/byte-text.ts';
import { isBanner, isBannerColumns, isBannerPort } from './banner.ts';
import { beginsAnotherHeader, beginsHeader, beginsWith, EntryHeader, HeaderLines } from './header.ts';
import { isSpace } from './text.ts';

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

export interface EntrySink {
  /** Whether the text of an entry is asked for; called once for each entry, before `entry`. */
  wanted(header: EntryHeader): boolean;
  entry(entry: SlowLogEntry): void;
  /** A server opened the log. */
  opened(): void;
  /** On this line begins what belongs to no entry: text, or the `#` lines of an entry that is cut off by the end. */
  stray(line: number, what: 'text' | 'header'): void;
}

const FIRST = 256 * 1024;
/** A buffer above this is given back when its statement is done. */
const KEEP = 8 * 1024 * 1024;

const LF = 0x0a;
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
export class SlowLogEntries {
  readonly #taker: EntrySink;
  readonly #headers = new HeaderLines();
  readonly #names = new ByteCache(unquoted);
  readonly #entry: SlowLogEntry;
  /** The statement that is read, if there is one, and what has come of the next line. */
  #bytes = Buffer.allocUnsafe(FIRST);
  #length = 0;
  /** Where the next line begins. */
  #at = 0;
  /** Where the statement begins; -1 for none, and where it is not kept. */
  #textAt = -1;
  /** Whether there is a statement. */
  #hasText = false;
  #overlong = false;
  /** The line that comes is longer than a record may be. */
  #skipping = false;
  #line = 0;
  #state: State = 'outside';
  /** The header that may begin inside the statement, the number of its first line (0 for none), and where that begins. */
  #next = new EntryHeader();
  #nextLine = 0;
  #nextAt = 0;
  /** Where a line begins that may be a server's start; -1 for none. */
  #bannerAt = -1;
  /** Whether an entry may begin on the next line: the line before ends with `;`, or is of no entry. */
  #ended = true;
  #stray = false;
  /** Entries of this log name their accounts (unless the server runs with `--log-short-format`): what does not is no entry. */
  #named = false;

  constructor(taker: EntrySink) {
    this.#taker = taker;
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

  write(chunk: Uint8Array): void {
    this.#append(chunk);
    this.#scan();
    this.#limit();
  }

  end(): void {
    if (this.#skipping) this.#overlongLine();
    else if (this.#at < this.#length) {
      const start = this.#at;
      this.#at = this.#length;
      this.#read(start, this.#length);
    }
    const line = this.#nextLine;
    this.#finish(line > 0 ? this.#nextAt : this.#length);
    if (line > 0) this.#taker.stray(line, 'header');
  }

  #append(chunk: Uint8Array): void {
    const keep = this.#textAt >= 0 ? this.#textAt : this.#bannerAt >= 0 ? this.#bannerAt : this.#at;
    if (keep > 0 && this.#length + chunk.length > this.#bytes.length) this.#moveToFront(keep);
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
  }

  #moveToFront(keep: number): void {
    const rest = this.#length - keep;
    // One huge statement must not hold its memory for the rest of the log.
    const bytes = this.#bytes.length > KEEP && rest < FIRST ? Buffer.allocUnsafe(FIRST) : this.#bytes;
    this.#bytes.copy(bytes, 0, keep, this.#length);
    this.#bytes = bytes;
    this.#length = rest;
    this.#at -= keep;
    this.#nextAt -= keep;
    if (this.#textAt >= 0) this.#textAt -= keep;
    if (this.#bannerAt >= 0) this.#bannerAt -= keep;
  }

  #scan(): void {
    const bytes = this.#bytes.subarray(0, this.#length);
    for (;;) {
      const start = this.#at;
      const lf = bytes.indexOf(LF, start);
      if (lf < 0) return;
      this.#at = lf + 1;
      if (this.#skipping) {
        this.#skipping = false;
        this.#overlongLine();
      } else this.#read(start, lf);
    }
  }

  /** Drops what is longer than 64 MiB. */
  #limit(): void {
    if (this.#skipping) {
      this.#at = this.#length;
    } else if (this.#length - this.#at > MAX_RECORD) {
      this.#skipping = true;
      this.#at = this.#length;
      this.#loseText();
    } else if (this.#textAt >= 0 && this.#length - this.#textAt > MAX_RECORD) {
      this.#loseText();
    }
  }

  #loseText(): void {
    if (this.#textAt >= 0) this.#overlong = true;
    this.#textAt = -1;
  }

  #overlongLine(): void {
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

  #read(start: number, lineEnd: number): void {
    const bytes = this.#bytes;
    this.#line++;
    const end = lineEnd > start && bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
    if (this.#bannerAt >= 0) {
      const before = this.#bannerAt;
      this.#bannerAt = -1;
      if (isBannerPort(bytes, start, end)) {
        this.#finish(before);
        this.#stray = false;
        this.#named = false;
        this.#taker.opened();
        return;
      }
      if (this.#state === 'outside') this.#outside(this.#line - 1);
    }
    if (bytes[start] === HASH) {
      if (this.#hashLine(start, end)) return;
    } else if (bytes[end - 1] === COLON && isBanner(bytes, start, end)) {
      this.#headerEnds();
      this.#bannerAt = start;
    } else {
      this.#nextLine = 0;
      if (this.#state === 'outside') {
        this.#ended = true;
        if (end > start && !isBannerColumns(bytes, start, end)) this.#outside(this.#line);
        return;
      }
      this.#headerEnds();
      if (this.#state === 'prelude' && this.#prelude(start, end)) return;
    }
    if (this.#state !== 'outside') this.#textLine(start, end);
  }

  /** A line that begins with `#`: true where it is no text. */
  #hashLine(start: number, end: number): boolean {
    const bytes = this.#bytes;
    if (this.#state === 'header') {
      if (beginsAnotherHeader(bytes, start, end)) {
        this.#finish(start);
      } else {
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
    } else if (this.#nextLine === 0) {
      if (this.#state === 'outside') this.#outside(this.#line);
      return false;
    }
    this.#headers.read(bytes, start, end, this.#next);
    if (this.#next.complete && (this.#next.named || !this.#named)) {
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
    this.#named = entry.header.named;
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
  #prelude(start: number, end: number): boolean {
    const bytes = this.#bytes;
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

  #textLine(start: number, end: number): void {
    this.#state = 'text';
    this.#ended = this.#bytes[end - 1] === SEMICOLON;
    if (this.#hasText) return;
    this.#hasText = true;
    // What belongs to another part of the work is not kept.
    if (this.#entry.wanted) this.#textAt = start;
  }

  #outside(number: number): void {
    if (this.#stray) return;
    this.#stray = true;
    this.#taker.stray(number, 'text');
  }

  /** Gives out the entry, whose statement goes to `end` at most. */
  #finish(end: number): void {
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

  #give(limit: number): void {
    const entry = this.#entry;
    const bytes = this.#bytes;
    let start = this.#textAt;
    let end = start < 0 ? start : limit;
    while (end > start && isSpace(bytes[end - 1])) end--;
    const closed = end > start && bytes[end - 1] === SEMICOLON;
    if (closed) end--;
    while (end > start && isSpace(bytes[end - 1])) end--;
    while (start < end && isSpace(bytes[start])) start++;
    entry.bytes = bytes;
    entry.start = start;
    entry.end = end;
    if (this.#overlong) entry.state = 'overlong';
    else if (!this.#hasText || limit === this.#textAt) entry.state = 'none';
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
