/** Pseudo-random numbers, the same in every run: mulberry32. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 to below `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** `count` different items, in the order of the list. */
  sample<T>(list: readonly T[], count: number): T[] {
    let left = Math.min(count, list.length);
    return list.filter((_, at) => {
      if (this.next() * (list.length - at) >= left) return false;
      left--;
      return true;
    });
  }
}

/** Picks by weight. */
export class Weighted<T> {
  readonly #items: readonly T[];
  readonly #sums: Float64Array;

  constructor(items: readonly T[], weight: (item: T, at: number) => number) {
    this.#items = items;
    this.#sums = new Float64Array(items.length);
    let sum = 0;
    for (const [at, item] of items.entries()) {
      sum += weight(item, at);
      this.#sums[at] = sum;
    }
  }

  pick(random: Random): T {
    const sums = this.#sums;
    const wanted = random.next() * (sums.at(-1) ?? 0);
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    const item = this.#items[low];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }
}
