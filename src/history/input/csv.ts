import { MAX_RECORD } from './byte-lines.ts';

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
/** More columns than any log or export has. */
const MAX_FIELDS = 512;

export interface CsvSink {
  /**
   * A record; its fields are valid only during the call. `line` is the line of its first byte, from 1. `complete` is
   * false for a last record without a line end.
   */
  record(fields: CsvFields, line: number, complete: boolean): void;
  /** Malformed input, up to the end of a line: `reason` is one of a few fixed texts. */
  malformed(reason: string, line: number): void;
}

/** The fields of one record. A quoted field lies between its quotes, with doubled quotes still doubled. */
export class CsvFields {
  bytes: Buffer = Buffer.alloc(0);
  /** Number of fields. */
  count = 0;
  readonly starts = new Int32Array(MAX_FIELDS);
  readonly ends = new Int32Array(MAX_FIELDS);
  /** 0: not quoted. 1: quoted. 2: quoted, with doubled quotes inside. */
  readonly quoted = new Uint8Array(MAX_FIELDS);

  length(field: number): number {
    return (this.ends[field] ?? 0) - (this.starts[field] ?? 0);
  }

  /** Text of a field (counted from 0), unescaped. */
  text(field: number): string {
    if (field < 0 || field >= this.count) return '';
    const text = this.bytes.toString('utf8', this.starts[field], this.ends[field]);
    return this.quoted[field] === 2 ? text.replaceAll('""', '"') : text;
  }
}

/** Copies a field and undoubles its quotes; returns the end in `into`, which must have room for the field. */
export function unquote(bytes: Buffer, start: number, end: number, into: Buffer): number {
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
function closingQuote(bytes: Buffer, start: number, length: number): number {
  const near = Math.min(start + 24, length);
  let at = start;
  while (at < near && bytes[at] !== QUOTE) at++;
  if (at < near || at === length) return at;
  const quote = bytes.indexOf(QUOTE, at);
  return quote < 0 ? length : quote;
}

/** The end of an unquoted field, or the length. */
function plainEnd(bytes: Buffer, start: number, delimiter: number): number {
  const { length } = bytes;
  let at = start;
  while (at < length && bytes[at] !== delimiter && bytes[at] !== LF && bytes[at] !== QUOTE) at++;
  return at;
}

/** The first line end from `start` on, or the end of the bytes. */
function nextLineEnd(bytes: Buffer, start: number): number {
  const lf = bytes.indexOf(LF, start);
  return lf < 0 ? bytes.length : lf;
}

interface CsvOptions {
  readonly delimiter?: number;
  /** Maximum length of a record in bytes. */
  readonly limit?: number;
}

/**
 * Reads CSV (RFC 4180: doubled quotes, records over several lines) chunk by chunk, with bounded memory. It is strict,
 * so that it recovers when the input begins in the middle of a file: a quote inside an unquoted field, or text after a
 * closing quote, is malformed, and reading continues at the next line.
 */
export class CsvReader {
  readonly #sink: CsvSink;
  readonly #delimiter: number;
  readonly #limit: number;
  readonly #fields = new CsvFields();
  #bytes: Buffer = Buffer.alloc(0);
  /** Bytes in use. */
  #length = 0;
  /** Where the current record begins, and how far it has been read. */
  #from = 0;
  #at = 0;
  #state: 'start' | 'plain' | 'quoted' | 'quote' | 'skip' | 'drain' | 'drain-quote' = 'start';
  #line = 1;
  /** The line end in the chunk that was found last: most fields before it need no search. */
  #lineEnd = -1;
  #recordLine = 1;

  constructor(sink: CsvSink, { delimiter = COMMA, limit = MAX_RECORD }: CsvOptions = {}) {
    this.#sink = sink;
    this.#delimiter = delimiter;
    this.#limit = limit;
  }

  write(chunk: Uint8Array): void {
    if (this.#from > 0) this.#drop();
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
    if (this.#length - this.#from > this.#limit && this.#state !== 'skip') this.#overflow();
    if (this.#state === 'drain' || this.#state === 'drain-quote' || this.#state === 'skip') this.#from = this.#at;
  }

  end(): void {
    switch (this.#state) {
      case 'quoted':
        this.#sink.malformed('record cut off at the end of the file', this.#recordLine);
        return;
      case 'drain':
      case 'drain-quote':
      case 'skip':
        return;
      default:
        if (this.#at === this.#from) return;
        this.#endField(this.#state === 'quote' ? this.#at - 1 : this.#at);
        this.#emit(false);
    }
  }

  /** Moves the unread bytes to the front. */
  #drop(): void {
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

  #overflow(): void {
    this.#sink.malformed('record longer than 64 MiB', this.#recordLine);
    this.#state = this.#state === 'quoted' ? 'drain' : this.#state === 'quote' ? 'drain-quote' : 'skip';
    this.#fields.count = 0;
  }

  #endField(end: number): void {
    const { ends, count } = this.#fields;
    ends[count] = end;
    if (count < MAX_FIELDS - 1) this.#fields.count = count + 1;
  }

  #startField(start: number): void {
    this.#fields.starts[this.#fields.count] = start;
    this.#fields.quoted[this.#fields.count] = 0;
  }

  #emit(complete: boolean): void {
    this.#sink.record(this.#fields, this.#recordLine, complete);
    this.#fields.count = 0;
  }

  #malformed(at: number): void {
    this.#sink.malformed('malformed record', this.#recordLine);
    this.#fields.count = 0;
    this.#at = at;
    this.#state = 'skip';
  }

  #nextRecord(at: number): void {
    this.#at = at;
    this.#from = at;
    this.#line++;
    this.#recordLine = this.#line;
    this.#state = 'start';
    this.#startField(at);
  }

  #scan(): void {
    const length = this.#length;
    // The rest of the buffer holds bytes of earlier chunks and must not be searched.
    const bytes = this.#bytes.subarray(0, length);
    this.#lineEnd = -1;
    while (this.#at < length) {
      switch (this.#state) {
        case 'start':
        case 'plain':
          this.#readFields(bytes);
          break;
        case 'quoted':
          this.#readQuoted(bytes);
          break;
        case 'quote':
          if (!this.#readAfterQuote(bytes)) return;
          break;
        case 'skip': {
          const lf = bytes.indexOf(LF, this.#at);
          if (lf < 0) this.#at = length;
          else this.#nextRecord(lf + 1);
          break;
        }
        case 'drain':
          if (bytes[this.#at] === QUOTE) this.#state = 'drain-quote';
          if (bytes[this.#at++] === LF) this.#line++;
          break;
        case 'drain-quote':
          this.#state = bytes[this.#at] === QUOTE ? 'drain' : 'skip';
          if (this.#state === 'drain') this.#at++;
          break;
      }
    }
  }

  /** Most fields lie completely in the chunk: they are cut here in one pass, without updating the state. */
  #readFields(bytes: Buffer): void {
    const { length } = bytes;
    const delimiter = this.#delimiter;
    const fields = this.#fields;
    const { starts, ends, quoted } = fields;
    let at = this.#at;
    let inside = this.#state === 'plain';
    let count = fields.count;
    while (inside || at < length) {
      if (!inside) starts[count] = at;
      if (!inside && bytes[at] === QUOTE) {
        starts[count] = ++at;
        quoted[count] = 1;
        const close = closingQuote(bytes, at, length);
        // Only a quote followed by a delimiter certainly closes the field.
        if (close + 1 >= length || bytes[close + 1] !== delimiter) {
          fields.count = count;
          this.#at = at;
          this.#state = 'quoted';
          return;
        }
        this.#countLines(bytes, at, close);
        ends[count] = close;
        at = close + 2;
      } else {
        if (!inside) quoted[count] = 0;
        inside = false;
        at = plainEnd(bytes, at, delimiter);
        if (at === length || bytes[at] !== delimiter) {
          fields.count = count;
          return this.#endPlain(bytes, at);
        }
        ends[count] = at++;
      }
      if (count < MAX_FIELDS - 1) count++;
    }
    starts[count] = at;
    fields.count = count;
    this.#at = at;
    this.#state = 'start';
  }

  /** An unquoted field ends here, or the chunk does. */
  #endPlain(bytes: Buffer, at: number): void {
    if (at < bytes.length) {
      if (bytes[at] === LF) this.#endLine(at);
      else this.#malformed(at);
      return;
    }
    this.#at = at;
    this.#state = 'plain';
  }

  #readQuoted(bytes: Buffer): void {
    const { length } = bytes;
    const close = closingQuote(bytes, this.#at, length);
    this.#countLines(bytes, this.#at, close);
    this.#at = close;
    if (close === length) return;
    this.#state = 'quote';
    this.#at++;
  }

  #countLines(bytes: Buffer, from: number, to: number): void {
    let lf = this.#lineEnd;
    if (lf < from) lf = nextLineEnd(bytes, from);
    for (; lf < to; lf = nextLineEnd(bytes, lf + 1)) this.#line++;
    this.#lineEnd = lf;
  }

  /** Returns false if the next byte decides, which is not there yet. */
  #readAfterQuote(bytes: Buffer): boolean {
    const at = this.#at;
    const byte = bytes[at];
    if (byte === QUOTE) {
      this.#fields.quoted[this.#fields.count] = 2;
      this.#state = 'quoted';
      this.#at = at + 1;
      return true;
    }
    if (byte === this.#delimiter) {
      this.#endField(at - 1);
      this.#at = at + 1;
      this.#startField(at + 1);
      this.#state = 'start';
      return true;
    }
    if (byte === CR && at + 1 >= bytes.length) return false;
    const next = byte === CR ? at + 1 : at;
    if (bytes[next] !== LF) this.#malformed(at);
    else {
      this.#endField(at - 1);
      this.#emit(true);
      this.#nextRecord(next + 1);
    }
    return true;
  }

  /** A line ends in an unquoted field. */
  #endLine(at: number): void {
    const start = this.#fields.starts[this.#fields.count] as number;
    this.#endField(at > start && this.#bytes[at - 1] === CR ? at - 1 : at);
    const blank = this.#fields.count === 1 && this.#fields.length(0) === 0;
    if (blank) this.#fields.count = 0;
    else this.#emit(true);
    this.#nextRecord(at + 1);
  }
}
