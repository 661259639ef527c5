/** A copy of bytes that were read, to compare those of the next row with. */
export class LastBytes {
  length = 0;
  #bytes = Buffer.alloc(4096);

  set(bytes: Buffer, start: number, end: number): void {
    this.length = end - start;
    if (this.length > this.#bytes.length) this.#bytes = Buffer.alloc(2 * this.length);
    bytes.copy(this.#bytes, 0, start, end);
  }

  /** Whether there are equal bytes at an index: all of these, or those between two indexes. Needs some bytes. */
  isAt(bytes: Buffer, at: number, end: number, from = 0, to = this.length): boolean {
    const after = at + to - from;
    return to > from && after <= end && bytes.compare(this.#bytes, from, to, at, after) === 0;
  }
}
