import { randomBytes } from 'node:crypto';

/**
 * A word to send in the place of a refused query. No statement begins with it, so that the server answers with a syntax
 * error that quotes it. Never used twice: a pooler may remember texts.
 */
export function nonce(): string {
  return `querygate_${randomBytes(12).toString('hex')}`;
}
