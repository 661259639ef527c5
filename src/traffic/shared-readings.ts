import { randomInt } from 'node:crypto';
import { DIALECTS, type Dialect } from '../model/index.ts';
import type { BaseStatement } from './reading.ts';

/** The result of reading the first text of a class in full. */
export interface ClassReading {
  /** Undefined if the texts of the class are identified by all their bytes. */
  readonly statements: readonly BaseStatement[] | undefined;
  /** Whether the source shortened lists. */
  readonly squashed: boolean;
}

/** Bytes. The system provides the memory as it is written: 17,000 classes take 30 MB. */
const SIZE = 128 << 20;
const SLOTS = 1 << 17;
const [USED, ENTRIES, SEED, FACTOR, FIRST_SLOT] = [0, 1, 2, 3, 4];
const FIRST_WORD = FIRST_SLOT + SLOTS;
/** Words before the key of an entry: its hash, its dialect, and the bytes of its key and of its reading. */
const ENTRY = 4;

/** Memory for the readings of several threads. */
export function shareReadings(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(SIZE);
  const words = new Int32Array(memory);
  words[USED] = FIRST_WORD;
  words[SEED] = randomInt(2 ** 32) | 0;
  words[FACTOR] = (randomInt(2 ** 31) * 2 + 1) | 0;
  return memory;
}

/**
 * Readings of classes that threads share, by the keys of the classes: reading a class takes most of a millisecond.
 * Keys are compared byte by byte. No thread waits for another: if two read the same class at once, one reading is kept.
 * If the memory is full, nothing is added.
 */
export class SharedReadings {
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #dialect: number;

  constructor(memory: SharedArrayBuffer, dialect: Dialect) {
    this.#words = new Int32Array(memory);
    this.#bytes = new Uint8Array(memory);
    this.#dialect = DIALECTS.indexOf(dialect);
  }

  /** By the key in the first `length` bytes of `key`, whose last word is padded with zeros. */
  get(key: Uint32Array, length: number): ClassReading | undefined {
    const entry = this.#find(key, length, this.#hash(key, length));
    if (entry < 0) return undefined;
    const start = 4 * (entry + ENTRY + wordsOf(length));
    const value = this.#bytes.slice(start, start + (this.#words[entry + 3] as number));
    return JSON.parse(Buffer.from(value.buffer).toString()) as ClassReading;
  }

  set(key: Uint32Array, length: number, reading: ClassReading): void {
    const words = this.#words;
    // What is lost is the difference between a fact that is undefined and one that is missing, which nothing looks at.
    const value = Buffer.from(JSON.stringify(reading));
    const keyWords = wordsOf(length);
    const size = ENTRY + keyWords + wordsOf(value.length);
    // What is taken is never given back, because another thread may have taken what follows.
    if (Atomics.load(words, USED) + size > words.length || Atomics.load(words, ENTRIES) > SLOTS / 2) return;
    const entry = Atomics.add(words, USED, size);
    if (entry + size > words.length) return;
    Atomics.add(words, ENTRIES, 1);
    const hash = this.#hash(key, length);
    words.set([hash, this.#dialect, length, value.length], entry);
    words.set(new Int32Array(key.buffer, key.byteOffset, keyWords), entry + ENTRY);
    this.#bytes.set(value, 4 * (entry + ENTRY + keyWords));
    // Others see the entry only from here on, and then they see all of it.
    for (;;) {
      const found = this.#find(key, length, hash);
      if (found >= 0 || Atomics.compareExchange(words, FIRST_SLOT + ~found, 0, entry) === 0) return;
    }
  }

  /** The entry of a key; otherwise the free slot where it belongs, as its complement, which is negative. */
  #find(key: Uint32Array, length: number, hash: number): number {
    for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const entry = Atomics.load(this.#words, FIRST_SLOT + slot);
      if (entry === 0) return ~slot;
      if (this.#isOf(entry, key, length, hash)) return entry;
    }
  }

  #isOf(entry: number, key: Uint32Array, length: number, hash: number): boolean {
    const words = this.#words;
    if (words[entry] !== hash || words[entry + 1] !== this.#dialect || words[entry + 2] !== length) return false;
    const start = entry + ENTRY;
    for (let at = 0; at < wordsOf(length); at++) if (words[start + at] !== ((key[at] as number) | 0)) return false;
    return true;
  }

  /** Two numbers are random in each run. Keys can still be crafted to collide: 60,000 of them take a second longer. */
  #hash(key: Uint32Array, length: number): number {
    const factor = this.#words[FACTOR] as number;
    let hash = (this.#words[SEED] as number) ^ length;
    for (let at = 0; at < wordsOf(length); at++) {
      hash = Math.imul(hash ^ (key[at] as number), factor);
      hash ^= hash >>> 15;
    }
    return hash | 0;
  }
}

function wordsOf(bytes: number): number {
  return (bytes + 3) >> 2;
}
