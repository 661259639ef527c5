import { randomInt } from 'node:crypto';

const FIRST_SLOTS = 1 << 10;
const FIRST_WORDS = 1 << 14;

/**
 * Maps byte keys to values. Keys are compared byte by byte, so two keys never share a value by chance. The hash uses
 * two numbers that are random in each process; keys can still be crafted to collide, and 60,000 of them take a second
 * longer.
 */
class Generation<Value> {
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
      if (at === end) return this.#values[entry];
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
    this.wordsUsed += end;
    this.count++;
    if (this.count * 2 > this.#slots.length) this.#grow();
    else this.#link(this.count - 1);
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

/**
 * Caches values by byte keys, up to a limit. The least recently used ones are evicted, about half of them at a time.
 */
export class KeyTable<Value> {
  readonly #generationLimits: { readonly keys: number; readonly bytes: number };
  readonly #seed = randomInt(2 ** 32);
  readonly #factor = randomInt(2 ** 31) * 2 + 1;
  #young: Generation<Value>;
  #old: Generation<Value>;

  constructor(limits: { readonly keys: number; readonly bytes: number }) {
    this.#generationLimits = { keys: limits.keys / 2, bytes: limits.bytes / 2 };
    this.#young = new Generation(this.#seed, this.#factor);
    this.#old = this.#young;
  }

  /** The value of the key in the first `length` bytes of `words`, whose last word is padded with zeros. */
  get(words: Uint32Array, length: number): Value | undefined {
    const hash = this.#young.hash(words, length);
    const value = this.#young.get(words, length, hash);
    if (value !== undefined || this.#old === this.#young) return value;
    const older = this.#old.get(words, length, hash);
    if (older !== undefined) this.#add(words, length, hash, older);
    return older;
  }

  set(words: Uint32Array, length: number, value: Value): void {
    this.#add(words, length, this.#young.hash(words, length), value);
  }

  #add(words: Uint32Array, length: number, hash: number, value: Value): void {
    if (
      this.#young.count >= this.#generationLimits.keys ||
      this.#young.wordsUsed * 4 + length > this.#generationLimits.bytes
    ) {
      this.#old = this.#young;
      this.#young = new Generation(this.#seed, this.#factor);
    }
    this.#young.add(words, length, hash, value);
  }
}
