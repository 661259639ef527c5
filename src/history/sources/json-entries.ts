import { MAX_RECORD } from '../input/byte-lines.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LF = 0x0a;

export interface EntrySink {
  /** The text of one JSON object; `line` is where it begins. */
  entry(text: string, line: number): void;
  /** Invalid JSON, up to the end of a line. */
  malformed(reason: string, line: number): void;
}

/** Keys of the lists of a top-level object that hold entries, as services export them. */
const LISTS = new Set(['events', 'logEvents', 'entries', 'records']);
const MAX_DEPTH = 200;

/**
 * Splits JSON into the objects that are log entries, with bounded memory: one per line, one after the other, in an
 * array, or in a list of an outer object (`{"events": […]}`), in any layout.
 */
export class JsonEntries {
  readonly #sink: EntrySink;
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  #at = 0;
  /** Start of the current entry; -1 between entries. */
  #start = -1;
  #startLine = 1;
  #line = 1;
  /** The open `{` and `[`, outermost first. */
  #open: number[] = [];
  /** How many were open at the start of the current entry. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  #string = -1;
  #key = '';
  #skipping = false;

  constructor(sink: EntrySink) {
    this.#sink = sink;
  }

  write(chunk: Uint8Array): void {
    const keepFrom = this.#start >= 0 ? this.#start : this.#string >= 0 ? this.#string : this.#at;
    const keptLength = this.#length - keepFrom;
    if (keptLength + chunk.length > this.#bytes.length || keepFrom > 0) {
      const into =
        keptLength + chunk.length > this.#bytes.length
          ? Buffer.allocUnsafe(2 * (keptLength + chunk.length))
          : this.#bytes;
      this.#bytes.copy(into, 0, keepFrom, this.#length);
      this.#bytes = into;
      this.#at -= keepFrom;
      if (this.#start >= 0) this.#start -= keepFrom;
      if (this.#string >= 0) this.#string -= keepFrom;
      this.#length = keptLength;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length += chunk.length;
    this.#scan();
    if (this.#start >= 0 && this.#length - this.#start > MAX_RECORD) this.#fail('entry longer than 64 MiB');
  }

  end(): void {
    if (this.#start >= 0) this.#sink.malformed('entry cut off at the end of the file', this.#startLine);
    else if (this.#open.length > 0 && !this.#skipping) {
      this.#sink.malformed('entry cut off at the end of the file', this.#line);
    }
  }

  /** Reports the entry as malformed, and continues at the next line. */
  #fail(reason: string): void {
    this.#sink.malformed(reason, this.#start >= 0 ? this.#startLine : this.#line);
    this.#start = -1;
    this.#string = -1;
    this.#inString = false;
    this.#escaped = false;
    this.#open = [];
    this.#skipping = this.#bytes[this.#at] !== LF;
  }

  #scan(): void {
    const bytes = this.#bytes;
    for (; this.#at < this.#length; this.#at++) {
      const byte = bytes[this.#at] as number;
      if (byte === LF) this.#line++;
      if (this.#skipping) {
        if (byte === LF) this.#skipping = false;
      } else if (this.#inString) this.#stringByte(byte);
      else this.#byte(byte);
    }
  }

  #stringByte(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inString = false;
      if (this.#string >= 0) this.#key = this.#bytes.toString('utf8', this.#string, this.#at);
      this.#string = -1;
    } else if (byte === LF) this.#fail('line is not valid JSON');
  }

  #byte(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#inString = true;
        // Keys of an outer object are read, because they name its lists.
        if (this.#start < 0 || this.#open.length === this.#depth) this.#string = this.#at + 1;
        return;
      case 0x7b: // {
      case 0x5b: // [
        return this.#opens(byte);
      case 0x7d: // }
      case 0x5d: // ]
        return this.#closes(byte);
    }
    if (this.#open.length === 0 && byte > 0x20 && byte !== 0x2c && byte !== 0x1e) this.#fail('line is not valid JSON');
  }

  #opens(byte: number): void {
    // With one entry per line, an entry that is cut off must not swallow the next ones.
    if (byte === 0x7b && this.#start >= 0 && this.#at > this.#start && this.#bytes[this.#at - 1] === LF) {
      this.#fail('line is not valid JSON');
      this.#skipping = false;
    }
    const { length } = this.#open;
    if (length >= MAX_DEPTH) return this.#fail('entry nested too deeply');
    if (byte === 0x7b && this.#start < 0) {
      this.#start = this.#at;
      this.#startLine = this.#line;
      this.#depth = length + 1;
    } else if (byte === 0x5b && this.#start >= 0 && length === 1 && this.#depth === 1 && LISTS.has(this.#key)) {
      // The current object only wraps its list.
      this.#start = -1;
    }
    this.#open.push(byte);
  }

  #closes(byte: number): void {
    if (this.#open.pop() !== byte - 2) return this.#fail('line is not valid JSON');
    if (this.#start >= 0 && this.#open.length === this.#depth - 1) {
      this.#sink.entry(this.#bytes.toString('utf8', this.#start, this.#at + 1), this.#startLine);
      this.#start = -1;
    }
  }
}
