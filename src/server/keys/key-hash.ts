import { createHash } from 'node:crypto';

/** SHA-256 of a key. The store does not hold the key itself. */
export function keyHash(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}
