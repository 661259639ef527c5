/** Bytes that are passed on, in as few pieces as possible: neighbours in one buffer are one piece, and are not copied. */
export class Pieces {
  readonly #earlier: Buffer[] = [];
  #buffer: Buffer = NO_BYTES;
  #start = 0;
  #end = 0;

  /** Adds the bytes of the buffer from `start` to `end`. */
  add(buffer: Buffer, start = 0, end = buffer.length): void {
    if (start === end) return;
    if (buffer === this.#buffer && start === this.#end) {
      this.#end = end;
      return;
    }
    if (this.#end > this.#start) this.#earlier.push(this.#piece());
    this.#buffer = buffer;
    this.#start = start;
    this.#end = end;
  }

  /** Takes all of it; undefined if there is nothing. */
  take(): Buffer | undefined {
    if (this.#end === this.#start) return undefined;
    let all = this.#piece();
    if (this.#earlier.length > 0) {
      all = Buffer.concat([...this.#earlier, all]);
      this.#earlier.length = 0;
    }
    this.#buffer = NO_BYTES;
    this.#start = 0;
    this.#end = 0;
    return all;
  }

  #piece(): Buffer {
    const buffer = this.#buffer;
    return this.#start === 0 && this.#end === buffer.length ? buffer : buffer.subarray(this.#start, this.#end);
  }
}

const NO_BYTES = Buffer.alloc(0);
