import { MAX_RECORD } from '../../input/byte-lines.ts';
import { ByteCache, decode } from '../../input/byte-text.ts';
import { isBanner, isBannerColumns, isBannerPort } from './banner.ts';
import { beginsAnotherHeader, beginsHeader, beginsWith, EntryHeader, HeaderLines } from './header.ts';
import { isSpace } from './text.ts';

/** One entry of a slow log. The object is reused for the next entry. */
export interface SlowLogEntry {
  header: EntryHeader;
  /** Line on which it begins, from 1. */
  line: number;
  /** Database of its `use` line; undefined if there is none. */
  used: string | undefined;
  /** Milliseconds since 1970 of its `SET timestamp` line; NaN if there is none. */
  timestamp: number;
  /**
   * Holds the statement from `start` to `end`, without the `;` that the server adds; empty for an entry that is not
   * wanted.
   */
  bytes: Buffer;
  start: number;
  end: number;
  wanted: boolean;
  /** `cut`: the log ends inside it. `overlong`: longer than 64 MiB. `none`: it has no statement. */
  state: 'whole' | 'cut' | 'overlong' | 'none';
}

export interface EntrySink {
  /** Whether the text of an entry is needed; called once per entry, before `entry`. */
  wanted(header: EntryHeader): boolean;
  entry(entry: SlowLogEntry): void;
  /** A server opened the log. */
  opened(): void;
  /** Input outside any entry begins on this line: text, or the `#` lines of an entry that the end cuts off. */
  stray(line: number, what: 'text' | 'header'): void;
}

const INITIAL_BUFFER = 256 * 1024;
/** A larger buffer is freed when its statement is done. */
const MAX_KEPT_BUFFER = 8 * 1024 * 1024;

const LF = 0x0a;
const SEMICOLON = 0x3b;
const HASH = 0x23;
const CR = 0x0d;
const COLON = 0x3a;

const USE = Buffer.from('use ');
const SET = Buffer.from('SET ');
const SET_TIMESTAMP = Buffer.from('SET timestamp=');
const ADMINISTRATOR = Buffer.from('# administrator command: ');

/**
 * Kind of the previous line: outside any entry, an entry's `#` lines, the lines that the server writes before the
 * statement, or the statement.
 */
type State = 'outside' | 'header' | 'prelude' | 'text';

/**
 * Splits a slow log into entries: `#` lines, `use db;`, `SET timestamp=…;`, and the statement with `;` and a line end.
 * Statements are not escaped, so a string may contain text that looks like another entry. A statement ends at a line
 * that ends with `;` and is followed by all `#` lines of an entry (up to `# Query_time:`), by a server start, or by the
 * end of the log. Text that imitates all of that splits the statement, and its first part is then unreadable. Strings
 * are not tracked instead, because a statement with an unclosed quote, which servers log too, would swallow the next
 * entries.
 */
export class SlowLogEntries {
  readonly #sink: EntrySink;
  readonly #headers = new HeaderLines();
  readonly #names = new ByteCache(unquoted);
  readonly #entry: SlowLogEntry;
  /** The current statement, if any, and the start of the next line. */
  #bytes = Buffer.allocUnsafe(INITIAL_BUFFER);
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
  #state: State = 'outside';
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

  constructor(sink: EntrySink) {
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
    if (line > 0) this.#sink.stray(line, 'header');
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
    // Free the memory of a huge statement, instead of holding it for the rest of the log.
    const bytes =
      this.#bytes.length > MAX_KEPT_BUFFER && rest < INITIAL_BUFFER ? Buffer.allocUnsafe(INITIAL_BUFFER) : this.#bytes;
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

  /** Drops a statement longer than 64 MiB. */
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
        this.#sink.opened();
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

  /** Reads a line that begins with `#`; true if it is not statement text. */
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
    // Header lines do not end like this. Such a line belongs to the statement, and the header may follow it.
    this.#ended = bytes[end - 1] === SEMICOLON;
    return false;
  }

  /** The complete header of another entry was seen. */
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

  /** The `#` lines of the entry have ended. */
  #headerEnds(): void {
    if (this.#state !== 'header') return;
    this.#state = 'prelude';
    this.#ended = true;
    this.#entry.wanted = this.#sink.wanted(this.#entry.header);
  }

  /**
   * Reads `use` and `SET timestamp`, as the server writes them before the statement; true if the line is one of them.
   */
  #prelude(start: number, end: number): boolean {
    const bytes = this.#bytes;
    const entry = this.#entry;
    if (bytes[end - 1] !== SEMICOLON) return false;
    if (beginsWith(bytes, start, end, SET)) {
      const timestamp = beginsWith(bytes, start, end, SET_TIMESTAMP)
        ? secondsIn(bytes, start + SET_TIMESTAMP.length, end)
        : secondsInSet(decode(bytes, start, Math.min(end, start + 200)));
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
    // Text of another part of the work is not stored.
    if (this.#entry.wanted) this.#textAt = start;
  }

  #outside(number: number): void {
    if (this.#stray) return;
    this.#stray = true;
    this.#sink.stray(number, 'text');
  }

  /** Emits the entry, whose statement ends at `end` at the latest. */
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
    this.#sink.entry(entry);
  }
}

/** Reads digits up to `;` or `.`. */
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
function secondsInSet(line: string): number {
  return Number(/^SET (?:(?:last_)?insert_id=\d+,)+timestamp=(\d{1,12})[\d.]*;/.exec(line)?.[1] ?? Number.NaN);
}

function unquoted(name: string): string {
  return /^`.*`$/s.test(name) ? name.slice(1, -1).replaceAll('``', '`') : name;
}
