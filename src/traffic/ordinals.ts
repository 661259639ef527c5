const MAX_NUMBER = 65_535;

/** Gives each number of a text its place in the order of first occurrence: the first number is 1. */
export class Ordinals {
  /** `#base` plus the place of each number that occurred; less for numbers of earlier texts. */
  readonly #places = new Int32Array(MAX_NUMBER + 1);
  #base = 0;
  #count = 0;

  /** Starts another text. */
  begin(): void {
    this.#base += this.#count;
    this.#count = 0;
    if (this.#base < 0x7fffffff - 2 * MAX_NUMBER) return;
    this.#places.fill(0);
    this.#base = 0;
  }

  /** @param number at most 65,535 */
  of(number: number): number {
    const place = (this.#places[number] as number) - this.#base;
    if (place > 0) return place;
    this.#places[number] = this.#base + ++this.#count;
    return this.#count;
  }
}
