import { createHash } from 'node:crypto';

/** SHA-256 of a key; the store holds nothing else of it. */
export function keyHash(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}
