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
/** Tokens of CI jobs have the same format. */
const CI_TOKEN_PREFIX = 'qgt_';
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;

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
  return generate(KEY_PREFIX);
}

/** The token of a CI job: `qgt_`, as random as a key, with a checksum too. */
export function generateCiToken(): string {
  return generate(CI_TOKEN_PREFIX);
}

function generate(prefix: string): string {
  const text = prefix + randomText(RANDOM_LENGTH);
  return text + keyChecksum(text);
}

/** Whether a text is a well-formed API key with a correct checksum. The service may still not know it. */
export function isApiKey(text: string): boolean {
  return keyFault(text, KEY_PREFIX) === undefined;
}

/** The same for the token of a CI job. */
export function isCiToken(text: string): boolean {
  return keyFault(text, CI_TOKEN_PREFIX) === undefined;
}

/**
 * Whether a text contains something like an API key, a session token or the token of a CI job, which must never be logged or stored. The
 * checksum is not verified: a key with one mistyped character still reveals all the others.
 */
export function containsSecret(text: string): boolean {
  return /qg[st]?_[0-9A-Za-z]{40}/.test(text);
}

/**
 * Returns the key without surrounding white space, which secrets often have.
 * Raises ServiceError (exit 3) for a malformed key, so that it is never sent. The message contains no part of the text.
 */
export function checkApiKey(text: string): string {
  const key = text.trim();
  const fault = keyFault(key, KEY_PREFIX);
  if (fault === undefined) return key;
  throw new ServiceError(
    `the API key is malformed: ${fault}; copy the whole key again into \`SERVICE_API_KEY\` (or \`api-key\`)`,
    EXIT.auth,
    { code: 'key_malformed' },
  );
}

function keyFault(text: string, prefix: string): string | undefined {
  if (text === '') return 'it is empty';
  if (!text.startsWith(prefix)) return `it does not start with \`${prefix}\``;
  const length = prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH;
  if (text.length !== length) return `it has ${text.length} characters, not ${length}`;
  if (!/^[0-9A-Za-z]+$/.test(text.slice(prefix.length))) return 'it contains characters other than letters and digits';
  const payload = text.slice(0, -CHECKSUM_LENGTH);
  if (keyChecksum(payload) !== text.slice(-CHECKSUM_LENGTH)) return 'its checksum is wrong, probably because of a typo';
  return undefined;
}
