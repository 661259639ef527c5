import { pick, seeded } from '../traffic/exactness.ts';

/** Random choices that a seed repeats. */
export class SeededChoices {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    return pick(this.#random, values);
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  shuffled<Value>(values: readonly Value[]): Value[] {
    return values
      .map((value) => ({ value, at: this.#random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }
}
