/** Maps equal texts to one object. If it holds too much, it forgets everything and starts again. */
export class Interner<T> {
  readonly #known = new Map<string, T>();
  readonly #most: number;
  #held = 0;

  /** @param most maximum total length of the texts that are held, in characters */
  constructor(most = 32 * 1024 * 1024) {
    this.#most = most;
  }

  get(text: string): T | undefined {
    return this.#known.get(text);
  }

  set(text: string, value: T): void {
    this.#held += text.length;
    if (this.#held > this.#most) {
      this.#known.clear();
      this.#held = text.length;
    }
    this.#known.set(text, value);
  }
}
