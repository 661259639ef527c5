/** Longer records of a log are not read, so that a log cannot decide how much memory its reader takes. */
export const MAX_RECORD = 64 * 1024 * 1024;

const LF = 0x0a;

export interface LineSink {
  /**
   * A line from `start` to `end`, without its LF; valid only during the call. `number` counts from 1. `complete` is
   * false for a last line without LF.
   */
  line(bytes: Buffer, start: number, end: number, number: number, complete: boolean): void;
  /** A line that exceeds the maximum record length. */
  overlong(number: number): void;
}

/** Splits chunks into lines, without copying a line that lies within one chunk. */
export class ByteLines {
  readonly #sink: LineSink;
  readonly #limit: number;
  #carry: Buffer = Buffer.alloc(0);
  #carried = 0;
  #skipping = false;
  #number = 0;

  constructor(sink: LineSink, limit = MAX_RECORD) {
    this.#sink = sink;
    this.#limit = limit;
  }

  write(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let at = 0;
    if (this.#carried > 0 || this.#skipping) {
      const lf = bytes.indexOf(LF);
      this.#keep(bytes, 0, lf < 0 ? bytes.length : lf);
      if (lf < 0) return;
      this.#flush(true);
      at = lf + 1;
    }
    const { length } = bytes;
    while (at < length) {
      const lf = bytes.indexOf(LF, at);
      if (lf < 0) break;
      if (lf - at > this.#limit) this.#sink.overlong(++this.#number);
      else this.#sink.line(bytes, at, lf, ++this.#number, true);
      at = lf + 1;
    }
    if (at < length) this.#keep(bytes, at, length);
  }

  end(): void {
    if (this.#carried > 0 || this.#skipping) this.#flush(false);
  }

  #keep(bytes: Buffer, start: number, end: number): void {
    if (this.#skipping) return;
    const carried = this.#carried + end - start;
    if (carried > this.#limit) {
      this.#skipping = true;
      return;
    }
    if (carried > this.#carry.length) {
      const grown = Buffer.allocUnsafe(Math.max(carried, 2 * this.#carry.length, 4096));
      this.#carry.copy(grown, 0, 0, this.#carried);
      this.#carry = grown;
    }
    bytes.copy(this.#carry, this.#carried, start, end);
    this.#carried = carried;
  }

  #flush(complete: boolean): void {
    const length = this.#carried;
    const skipped = this.#skipping;
    this.#carried = 0;
    this.#skipping = false;
    this.#number++;
    if (skipped) this.#sink.overlong(this.#number);
    else this.#sink.line(this.#carry, 0, length, this.#number, complete);
    // Free the memory of a huge line, instead of holding it for the rest of the log.
    if (this.#carry.length > 1024 * 1024) this.#carry = Buffer.alloc(0);
  }
}
