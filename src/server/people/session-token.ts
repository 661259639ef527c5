import { createHash } from 'node:crypto';
import { randomText } from '../context/ids.ts';

const PREFIX = 'qgs_';
const RANDOM_LENGTH = 43;

/** `qgs_` and 43 random characters: 256 bits. */
export function newToken(): string {
  return PREFIX + randomText(RANDOM_LENGTH);
}

/** Whether a text has the format of a session token. */
export function isToken(text: string): boolean {
  return /^qgs_[0-9A-Za-z]{43}$/.test(text);
}

/** SHA-256 of a token. The store does not hold the token itself. */
export function tokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
