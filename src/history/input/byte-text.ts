/** Longer ranges are not names: they are decoded but not cached. */
const WIDTH = 64;
const SLOTS = 2048;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes UTF-8; invalid bytes become U+FFFD. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/**
 * Turns short byte ranges that recur (user names, session ids) into values, and builds each value once while it is
 * cached. Holds at most 2,048 values; a new value evicts the one in its slot.
 */
export class ByteCache<T> {
  readonly #make: (text: string) => T;
  /** The bytes of all slots in one array, so that a look-up touches little memory. */
  readonly #keys = new Uint8Array(SLOTS * WIDTH);
  readonly #lengths = new Int8Array(SLOTS).fill(-1);
  readonly #values: T[] = [];
  #last = 0;

  constructor(make: (text: string) => T) {
    this.#make = make;
  }

  get(bytes: Uint8Array, start: number, end: number): T {
    const length = end - start;
    if (length > WIDTH) return this.#make(decode(bytes, start, end));
    if (this.#holds(this.#last, bytes, start, length)) return this.#values[this.#last] as T;
    const slot = slotOf(bytes, end, length);
    if (!this.#holds(slot, bytes, start, length)) {
      const value = this.#make(decode(bytes, start, end));
      while (this.#values.length <= slot) this.#values.push(value);
      this.#values[slot] = value;
      this.#lengths[slot] = length;
      for (let at = 0; at < length; at++) this.#keys[slot * WIDTH + at] = bytes[start + at] as number;
    }
    this.#last = slot;
    return this.#values[slot] as T;
  }

  #holds(slot: number, bytes: Uint8Array, start: number, length: number): boolean {
    if (this.#lengths[slot] !== length) return false;
    const keys = this.#keys;
    const from = slot * WIDTH;
    // Different names usually differ in their last letters.
    for (let at = length - 1; at >= 0; at--) if (keys[from + at] !== bytes[start + at]) return false;
    return true;
  }
}

/** Different names usually differ in their last eight bytes; otherwise they only evict each other. */
function slotOf(bytes: Uint8Array, end: number, length: number): number {
  let hash = length;
  if (length >= 8) {
    const high = word(bytes, end - 8);
    hash = Math.imul(high ^ (high >>> 15) ^ length, 0x2c1b3c6d) ^ word(bytes, end - 4);
  } else {
    for (let at = end - length; at < end; at++) hash = Math.imul(hash, 31) + (bytes[at] as number);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

function word(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}

/** Caches the text of short byte ranges. */
export class ByteText extends ByteCache<string> {
  constructor() {
    super((text) => text);
  }
}

/** Copies bytes, also from a Buffer, whose own `slice` returns a view of memory that readers reuse. */
export function copyBytes(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.prototype.slice.call(bytes, start, end);
}
