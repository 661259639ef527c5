import { crc32 } from 'node:zlib';
import { EXIT, ServiceError } from '../model/index.ts';
import { BASE_62, randomText } from './random-text.ts';

/**
 * An API key is `qg_`, 40 random base-62 characters and a checksum of 6 characters: the CRC-32 of the first 43
 * characters, as a number in base 62 (`0-9A-Za-z`, most significant digit first, padded with `0`; 62^6 is more than
 * 2^32). The checksum is not a security measure: it lets secret scanners and the client recognise a key, and catches
 * typos before a key is sent.
 */
export const KEY_PREFIX = 'qg_';
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const KEY_LENGTH = KEY_PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;

/** The checksum of the prefix and the random characters of a key: 6 base-62 characters. */
export function keyChecksum(text: string): string {
  let remaining = crc32(text);
  let checksum = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    checksum = (BASE_62[remaining % 62] ?? '') + checksum;
    remaining = Math.floor(remaining / 62);
  }
  return checksum;
}

/** Generates a key with 40 random characters (238 bits, so that it cannot be guessed) and its checksum. */
export function generateApiKey(): string {
  const text = KEY_PREFIX + randomText(RANDOM_LENGTH);
  return text + keyChecksum(text);
}

/** Whether a text is a well-formed API key with a correct checksum. The service may still not know it. */
export function isApiKey(text: string): boolean {
  return keyFault(text) === undefined;
}

/**
 * Whether a text contains something like an API key or a session token, which must never be logged or stored. The
 * checksum is not verified: a key with one mistyped character still reveals all the others.
 */
export function containsSecret(text: string): boolean {
  return /qg_[0-9A-Za-z]{40}|qgs_[0-9A-Za-z]{40}/.test(text);
}

/**
 * Returns the key without surrounding white space, which secrets often have.
 * Raises ServiceError (exit 3) for a malformed key, so that it is never sent. The message contains no part of the text.
 */
export function checkApiKey(text: string): string {
  const key = text.trim();
  const fault = keyFault(key);
  if (fault === undefined) return key;
  throw new ServiceError(
    `the API key is malformed: ${fault}; copy the whole key again into \`SERVICE_API_KEY\` (or \`api-key\`)`,
    EXIT.auth,
    { code: 'key_malformed' },
  );
}

function keyFault(text: string): string | undefined {
  if (text === '') return 'it is empty';
  if (!text.startsWith(KEY_PREFIX)) return `it does not start with \`${KEY_PREFIX}\``;
  if (text.length !== KEY_LENGTH) return `it has ${text.length} characters, not ${KEY_LENGTH}`;
  if (!/^[0-9A-Za-z]+$/.test(text.slice(KEY_PREFIX.length)))
    return 'it contains characters other than letters and digits';
  const payload = text.slice(0, -CHECKSUM_LENGTH);
  if (keyChecksum(payload) !== text.slice(-CHECKSUM_LENGTH)) return 'its checksum is wrong, probably because of a typo';
  return undefined;
}
