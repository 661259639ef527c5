import { SeededChoices } from '../seeded-choices.ts';

/** A text that is being written, with canaries: statements whose effect shows that a server ran them. */
export class Draft extends SeededChoices {
  #canaries = 0;

  /** A statement without its separator, which adds its number to the table. */
  canary(): string {
    return `INSERT INTO canary VALUES (${++this.#canaries})`;
  }
}

/** A part of a text. It may hold canaries. */
export type Piece = (draft: Draft) => string;
