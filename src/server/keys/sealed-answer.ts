import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text so that only the holder of the secret can read it: salt, IV, tag and text. `purpose` is bound to it.
 */
export function seal(text: string, secret: string, purpose: string): Uint8Array {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret, salt, purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([salt, iv, cipher.getAuthTag(), sealed]));
}

/** The text; undefined with another secret or purpose. */
export function unseal(sealed: Uint8Array, secret: string, purpose: string): string | undefined {
  const bytes = Buffer.from(sealed);
  const tagAt = SALT_BYTES + IV_BYTES;
  const iv = bytes.subarray(SALT_BYTES, tagAt);
  try {
    const cipher = createDecipheriv(CIPHER, keyOf(secret, bytes.subarray(0, SALT_BYTES), purpose), iv);
    cipher.setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES));
    return Buffer.concat([cipher.update(bytes.subarray(tagAt + TAG_BYTES)), cipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function keyOf(secret: string, salt: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, purpose, 32));
}
