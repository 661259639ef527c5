import { createHash } from 'node:crypto';

/** Texts up to this length (bytes) are kept as they are; of longer ones a digest. */
const MAX_KEPT = 1024;

/** Remembers one text, to recognise it. */
export class TextMark {
  #length = -1;
  #kept: Buffer = Buffer.alloc(0);
  #digest = '';
  #isDigest = false;

  set(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.#length = length;
    this.#isDigest = length > MAX_KEPT;
    if (this.#isDigest) {
      this.#digest = digest(bytes, start, end);
      return;
    }
    if (this.#kept.length < length) this.#kept = Buffer.allocUnsafeSlow(Math.min(MAX_KEPT, 2 * length));
    for (let at = 0; at < length; at++) this.#kept[at] = bytes[start + at] as number;
  }

  is(bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if (this.#isDigest) return digest(bytes, start, end) === this.#digest;
    if (length !== this.#length) return false;
    return this.#kept.compare(bytes, start, end, 0, length) === 0;
  }

  /** A digest of the text. */
  digest(): string {
    return this.#isDigest ? this.#digest : digest(this.#kept, 0, this.#length);
  }

  /** Remembers the text that has this digest. */
  setDigest(text: string): void {
    this.#digest = text;
    this.#isDigest = true;
  }
}

/** Identifies a text. */
export function digest(bytes: Uint8Array, start: number, end: number): string {
  return createHash('sha256').update(bytes.subarray(start, end)).digest('base64');
}

/** Distinguishes consecutive texts of a session by length and sixteen bytes spread over the text. Never 0. */
export function fingerprint(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  let hash = length;
  const step = length < 16 ? 1 : length / 16;
  for (let at = 0; at < 16 && at < length; at++) {
    hash = Math.imul(hash, 31) + (bytes[start + Math.trunc(at * step)] as number);
  }
  return (Math.imul(hash, 31) + (bytes[end - 1] ?? 0)) | 0 || 1;
}
