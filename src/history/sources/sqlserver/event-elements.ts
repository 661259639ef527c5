import { MAX_RECORD } from '../../input/byte-lines.ts';

const OPEN = Buffer.from('<event ');
const CLOSE = Buffer.from('</event>');
const LF = 0x0a;

export interface ElementSink {
  element(xml: string, line: number): void;
  unread(reason: string, line: number): void;
}

/** Cuts `<event …>…</event>` elements out of a stream; what is between them is ignored. */
export class EventElements {
  readonly #sink: ElementSink;
  #buffer: Buffer = Buffer.allocUnsafe(256 * 1024);
  #length = 0;
  /** Where the closing tag is searched from. */
  #searched = 0;
  #line = 1;

  constructor(sink: ElementSink) {
    this.#sink = sink;
  }

  write(chunk: Uint8Array): void {
    this.#append(chunk);
    const bytes = this.#buffer.subarray(0, this.#length);
    let done = 0;
    for (;;) {
      const open = bytes.indexOf(OPEN, done);
      if (open < 0) return this.#keepFrom(Math.max(done, this.#length - OPEN.length), done);
      const close = bytes.indexOf(CLOSE, Math.max(open, this.#searched));
      if (close < 0) {
        this.#searched = this.#length - CLOSE.length - open;
        this.#keepFrom(open, done);
        if (this.#length > MAX_RECORD) this.#giveUp();
        return;
      }
      const end = close + CLOSE.length;
      this.#sink.element(bytes.toString('utf8', open, end), this.#line + lines(bytes, done, open));
      this.#line += lines(bytes, done, end);
      this.#searched = 0;
      done = end;
    }
  }

  end(): void {
    if (this.#buffer.subarray(0, this.#length).indexOf(OPEN) === 0)
      this.#sink.unread('event cut off at the end of the file', this.#line);
  }

  #append(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(2 * length);
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
  }

  /** Drops everything before `start`; its lines up to `counted` are counted already. */
  #keepFrom(start: number, counted: number): void {
    this.#line += lines(this.#buffer, counted, start);
    this.#buffer.copyWithin(0, start, this.#length);
    this.#length -= start;
  }

  #giveUp(): void {
    this.#sink.unread('event longer than 64 MiB', this.#line);
    this.#keepFrom(this.#length, 0);
    this.#searched = 0;
  }
}

function lines(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(LF, start); at >= 0 && at < end; at = bytes.indexOf(LF, at + 1)) count++;
  return count;
}
