import { pick, seeded } from '../../traffic/exactness.ts';

/** A text that is being written, with canaries: statements whose effect shows that a server ran them. */
export class Draft {
  #canaries = 0;
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

  between(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  /** A statement without its separator, which adds its number to the table. */
  canary(): string {
    return `INSERT INTO canary VALUES (${++this.#canaries})`;
  }
}

/** A part of a text. It may hold canaries. */
export type Piece = (draft: Draft) => string;
