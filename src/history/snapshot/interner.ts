/** Maps equal texts to one object. If it holds too much, it forgets everything and starts again. */
export class Interner<T> {
  readonly #known = new Map<string, T>();
  readonly #maxLength: number;
  #held = 0;

  /** @param maxLength of all texts together, in characters */
  constructor(maxLength = 32 * 1024 * 1024) {
    this.#maxLength = maxLength;
  }

  get(text: string): T | undefined {
    return this.#known.get(text);
  }

  set(text: string, value: T): void {
    this.#held += text.length;
    if (this.#held > this.#maxLength) {
      this.#known.clear();
      this.#held = text.length;
    }
    this.#known.set(text, value);
  }
}
