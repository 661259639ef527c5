/** The bytes of incomplete messages that the sessions of a proxy hold together. */
export class HeldBytes {
  readonly #limit: number;
  #bytes = 0;

  /** @param limit bytes; from then on, no session waits for the rest of a long message */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.#bytes > this.#limit;
  }

  /** A session holds so many bytes more, or fewer if negative. */
  add(bytes: number): void {
    this.#bytes += bytes;
  }
}
