/** Longer ranges are no names: they are decoded and not kept. */
const MAX_CACHED = 128;
const SLOTS = 4096;

interface Slot<T> {
  readonly bytes: Uint8Array;
  readonly value: T;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** UTF-8 to text; what is no UTF-8 becomes U+FFFD. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/**
 * Turns short byte ranges that come again and again (names of users, sessions) into values, each only once while it is in
 * use. Holds at most 4,096 of them: an older one that falls on the same place makes room.
 */
export class ByteCache<T> {
  readonly #make: (text: string) => T;
  readonly #slots: (Slot<T> | undefined)[] = Array.from({ length: SLOTS });
  #last: Slot<T> | undefined;

  constructor(make: (text: string) => T) {
    this.#make = make;
  }

  get(bytes: Uint8Array, start: number, end: number): T {
    const last = this.#last;
    if (last !== undefined && same(last.bytes, bytes, start, end)) return last.value;
    if (end - start > MAX_CACHED) return this.#make(decode(bytes, start, end));
    let hash = end - start;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    const place = (hash ^ (hash >>> 13)) & (SLOTS - 1);
    let slot = this.#slots[place];
    if (slot === undefined || !same(slot.bytes, bytes, start, end)) {
      slot = { bytes: copied(bytes, start, end), value: this.#make(decode(bytes, start, end)) };
      this.#slots[place] = slot;
    }
    this.#last = slot;
    return slot.value;
  }
}

/** A copy, also of a Buffer, whose own `slice` is a view of memory that readers use again. */
export function copied(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return Uint8Array.prototype.slice.call(bytes, start, end);
}

/** Texts of short byte ranges, decoded once. */
export class ByteText extends ByteCache<string> {
  constructor() {
    super((text) => text);
  }
}

function same(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let at = known.length - 1; at >= 0; at--) if (known[at] !== bytes[start + at]) return false;
  return true;
}
