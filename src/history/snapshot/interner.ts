/** Number of texts seen once that are remembered; each keeps the piece of the file alive from which it was sliced. */
const MAX_RECENT = 1024;
const MAX_KNOWN = 200_000;

/** Maps equal texts to one object. A text that occurs once costs no copy. */
export class Interner<T> {
  readonly #known = new Map<string, T>();
  readonly #recent = new Map<string, T>();

  get(text: string): T | undefined {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const recent = this.#recent.get(text);
    if (recent !== undefined) {
      this.#recent.delete(text);
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      // The text is a slice that keeps everything read alive, so a copy is stored.
      this.#known.set(Buffer.from(text).toString(), recent);
    }
    return recent;
  }

  set(text: string, value: T): void {
    if (this.#recent.size >= MAX_RECENT) this.#recent.clear();
    this.#recent.set(text, value);
  }
}
