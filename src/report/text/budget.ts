/** How long a text is, in what the host's limit counts. */
export type Measure = (text: string) => number;

const encoder = new TextEncoder();

export const bytes: Measure = (text) => encoder.encode(text).length;
/** UTF-16 units: never fewer than the characters that a host could mean. */
export const characters: Measure = (text) => text.length;

export interface List {
  /** Before the items, where there are any, and after them. */
  readonly head: string;
  readonly tail: string;
  /** Said in place of the items that had no room. */
  readonly leftOut: (count: number) => string;
  readonly items: Iterable<string>;
  readonly count: number;
}

/** Room for text that must not grow over a limit. */
export class Budget {
  readonly #measure: Measure;
  #left: number;

  constructor(limit: number, measure: Measure) {
    this.#left = limit;
    this.#measure = measure;
  }

  /** Text that must be there whatever its length. */
  fixed(text: string): string {
    this.#left -= this.#measure(text);
    return text;
  }

  /** As many items as fit into `share` of what is left, in order; the rest is counted. Empty for an empty list. */
  list({ head, tail, leftOut, items, count }: List, share: number): string {
    if (count === 0) return '';
    // What must be said even if no item fits.
    this.fixed(head + tail + leftOut(count));
    let room = Math.floor(this.#left * share);
    let text = '';
    let shown = 0;
    for (const item of items) {
      const size = this.#measure(item);
      if (size > room) break;
      text += item;
      room -= size;
      shown++;
    }
    this.fixed(text);
    return head + text + tail + (shown < count ? leftOut(count - shown) : '');
  }
}
