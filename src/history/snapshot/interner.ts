/** Maximum total length of the texts that are held, in characters. */
const MAX_HELD = 32 * 1024 * 1024;

/** Maps equal texts to one object. If it holds too much, it forgets everything and starts again. */
export class Interner<T> {
  readonly #known = new Map<string, T>();
  #held = 0;

  get(text: string): T | undefined {
    return this.#known.get(text);
  }

  set(text: string, value: T): void {
    this.#held += text.length;
    if (this.#held > MAX_HELD) {
      this.#known.clear();
      this.#held = text.length;
    }
    this.#known.set(text, value);
  }
}
