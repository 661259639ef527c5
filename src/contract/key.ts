import { crc32 } from 'node:zlib';
import { EXIT, ServiceError } from '../model/index.ts';
import { BASE_62, randomText } from './random-text.ts';

/**
 * An API key is `qg_`, 40 random base-62 characters, and 6 characters of checksum: the CRC-32 of the 43 characters before
 * it, as a number in base 62 (`0-9A-Za-z`, most significant digit first, filled up with `0`). 62^6 is more than 2^32. The
 * checksum protects nothing; it lets secret scanners and the client tell a key from other text, and a mistyped one fails
 * before it is sent.
 */
export const KEY_PREFIX = 'qg_';
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const KEY_LENGTH = KEY_PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;

/** The checksum of the prefix and the random characters of a key: 6 base-62 characters. */
export function keyChecksum(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    checksum = (BASE_62[rest % 62] ?? '') + checksum;
    rest = Math.floor(rest / 62);
  }
  return checksum;
}

/** A new key: 40 characters of chance (238 bits), so that nobody guesses one, and its checksum. */
export function generateApiKey(): string {
  const text = KEY_PREFIX + randomText(RANDOM_LENGTH);
  return text + keyChecksum(text);
}

/** Whether a text has the form of an API key, checksum included. Whether the service knows it is another matter. */
export function isApiKey(text: string): boolean {
  return keyFault(text) === undefined;
}

/**
 * Whether a text holds what looks like an API key or the token of a session, which must never be logged or stored. The
 * checksum is not asked for: a key with a mistyped character gives away all the others.
 */
export function holdsSecret(text: string): boolean {
  return /qg_[0-9A-Za-z]{40}|qgs_[0-9A-Za-z]{40}/.test(text);
}

/**
 * The key without white space around it, as secrets often have it.
 * Raises ServiceError (exit 3) with a sentence that holds nothing of the text for whatever cannot be a key, so that it is
 * never sent.
 */
export function checkApiKey(text: string): string {
  const key = text.trim();
  const fault = keyFault(key);
  if (fault === undefined) return key;
  throw new ServiceError(
    `the API key cannot be one of Querygate: ${fault}; copy the whole key again into \`SERVICE_API_KEY\` (or \`api-key\`)`,
    EXIT.auth,
    { code: 'key_malformed' },
  );
}

function keyFault(text: string): string | undefined {
  if (text === '') return 'it is empty';
  if (!text.startsWith(KEY_PREFIX)) return `it does not begin with \`${KEY_PREFIX}\``;
  if (text.length !== KEY_LENGTH) return `it has ${text.length} characters, not ${KEY_LENGTH}`;
  if (!/^[0-9A-Za-z]+$/.test(text.slice(KEY_PREFIX.length))) return 'it has characters other than letters and digits';
  const checked = text.slice(0, -CHECKSUM_LENGTH);
  if (keyChecksum(checked) !== text.slice(-CHECKSUM_LENGTH)) return 'its checksum is wrong, so a character is mistyped';
  return undefined;
}
