import { randomInt } from 'node:crypto';

interface Limits {
  readonly keys: number;
  readonly bytes: number;
}

const FIRST_SLOTS = 1 << 10;
const FIRST_WORDS = 1 << 14;

/**
 * Maps byte keys to values. Keys are compared byte by byte, so two keys never share a value by chance. The hash uses
 * two numbers that are random in each process; keys can still be crafted to collide, and 60,000 of them take a second
 * longer.
 */
class Entries<Value> {
  count = 0;
  /** Four bytes each. */
  wordsUsed = 0;
  readonly #seed: number;
  readonly #factor: number;
  #slots = new Int32Array(FIRST_SLOTS).fill(-1);
  #arena = new Uint32Array(FIRST_WORDS);
  readonly #hashes: number[] = [];
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  readonly #values: Value[] = [];
  readonly #isUsed: boolean[] = [];

  constructor(seed: number, factor: number) {
    this.#seed = seed;
    this.#factor = factor;
  }

  hash(words: Uint32Array, length: number): number {
    const end = (length + 3) >> 2;
    let hash = this.#seed ^ length;
    for (let at = 0; at < end; at++) {
      hash = Math.imul(hash ^ (words[at] as number), this.#factor);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  get(words: Uint32Array, length: number, hash: number): Value | undefined {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const end = (length + 3) >> 2;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] as number;
      if (entry < 0) return undefined;
      if (this.#hashes[entry] !== hash || this.#lengths[entry] !== length) continue;
      const start = this.#starts[entry] as number;
      let at = 0;
      while (at < end && this.#arena[start + at] === words[at]) at++;
      if (at < end) continue;
      this.#isUsed[entry] = true;
      return this.#values[entry];
    }
  }

  add(words: Uint32Array, length: number, hash: number, value: Value): void {
    const end = (length + 3) >> 2;
    if (this.wordsUsed + end > this.#arena.length) {
      const arena = new Uint32Array(Math.max(this.#arena.length * 2, this.wordsUsed + end));
      arena.set(this.#arena);
      this.#arena = arena;
    }
    this.#arena.set(words.subarray(0, end), this.wordsUsed);
    this.#hashes.push(hash);
    this.#starts.push(this.wordsUsed);
    this.#lengths.push(length);
    this.#values.push(value);
    this.#isUsed.push(false);
    this.wordsUsed += end;
    this.count++;
    if (this.count * 2 > this.#slots.length) this.#grow();
    else this.#link(this.count - 1);
  }

  /** As many entries as fit: those that were used since they came here, then others, the latest first. */
  kept(limits: Limits): Entries<Value> {
    const kept = new Entries<Value>(this.#seed, this.#factor);
    for (const isUsed of [true, false]) {
      for (let entry = this.count - 1; entry >= 0; entry--) {
        const length = this.#lengths[entry] as number;
        if (this.#isUsed[entry] !== isUsed || !kept.hasRoom(length, limits)) continue;
        const words = this.#arena.subarray(this.#starts[entry]);
        kept.add(words, length, this.#hashes[entry] as number, this.#values[entry] as Value);
      }
    }
    return kept;
  }

  hasRoom(length: number, { keys, bytes }: Limits): boolean {
    return this.count < keys && this.wordsUsed * 4 + length <= bytes;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let entry = 0; entry < this.count; entry++) this.#link(entry);
  }

  #link(entry: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (this.#hashes[entry] as number) & mask;
    while ((slots[slot] as number) >= 0) slot = (slot + 1) & mask;
    slots[slot] = entry;
  }
}

/** Caches values by byte keys, up to a limit. When it is reached, half of the entries are evicted, unused ones first. */
export class KeyTable<Value> {
  readonly #limits: Limits;
  #entries: Entries<Value> = new Entries(randomInt(2 ** 32), randomInt(2 ** 31) * 2 + 1);

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** The value of the key in the first `length` bytes of `words`, whose last word is padded with zeros. */
  get(words: Uint32Array, length: number): Value | undefined {
    return this.#entries.get(words, length, this.#entries.hash(words, length));
  }

  set(words: Uint32Array, length: number, value: Value): void {
    const { keys, bytes } = this.#limits;
    if (!this.#entries.hasRoom(length, this.#limits))
      this.#entries = this.#entries.kept({ keys: keys / 2, bytes: bytes / 2 });
    this.#entries.add(words, length, this.#entries.hash(words, length), value);
  }
}
