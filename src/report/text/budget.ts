/** Length of a text in the unit of the host's limit. */
export type Measure = (text: string) => number;

const encoder = new TextEncoder();

export const bytes: Measure = (text) => encoder.encode(text).length;
/** UTF-16 units: at least as many as characters by any definition that a host may use. */
export const characters: Measure = (text) => text.length;

export interface List {
  /** Text before and after the items; not written if there are none. */
  readonly head: string;
  readonly tail: string;
  /** Written in place of the items that did not fit. */
  readonly leftOut: (count: number) => string;
  readonly items: Iterable<string>;
  readonly count: number;
}

/** Distributes a limited length among the parts of a text. */
export class Budget {
  readonly #measure: Measure;
  #left: number;

  constructor(limit: number, measure: Measure) {
    this.#left = limit;
    this.#measure = measure;
  }

  /** The length of a share of what remains. */
  room(share: number): number {
    return Math.max(0, Math.floor(this.#left * share));
  }

  /** Text that is always written, whatever its length. */
  fixed(text: string): string {
    this.#left -= this.#measure(text);
    return text;
  }

  /**
   * As many items, in order, as fit into `share` of the remaining length; the rest is counted. Empty for an empty list.
   */
  list({ head, tail, leftOut, items, count }: List, share: number): string {
    if (count === 0) return '';
    // Reserve what is written even if no item fits.
    this.fixed(head + tail + leftOut(count));
    let space = this.room(share);
    let text = '';
    let shown = 0;
    for (const item of items) {
      const size = this.#measure(item);
      if (size > space) break;
      text += item;
      space -= size;
      shown++;
    }
    this.fixed(text);
    return head + text + tail + (shown < count ? leftOut(count - shown) : '');
  }
}
