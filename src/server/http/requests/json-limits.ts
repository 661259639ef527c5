import { LIMITS } from '../../../contract/index.ts';
import { ProblemError } from '../../problems/error.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const OTHER = 0;
const STRING = 1;
const NEXT = 2;
const OPENS = 3;
const CLOSES = 4;

/** What each byte means outside of strings. */
const KINDS = new Uint8Array(256);
KINDS[QUOTE] = STRING;
KINDS[0x2c] = NEXT;
for (const byte of Buffer.from('[{')) KINDS[byte] = OPENS;
for (const byte of Buffer.from(']}')) KINDS[byte] = CLOSES;

/**
 * Refuses JSON that is nested too deeply or has too many values, by scanning its bytes: parsing some MB of `[` or of
 * tiny values blocks the main thread, and so all requests, for seconds. Malformed JSON is left to the parser.
 * Raises ProblemError `field_invalid` (no body of the contract nests so deep) or `body_too_large`.
 */
export function assertJsonLimits(bytes: Uint8Array): void {
  let depth = 0;
  let values = 1;
  const { length } = bytes;
  for (let at = 0; at < length; at++) {
    const kind = KINDS[bytes[at] ?? 0];
    if (kind === OTHER) continue;
    if (kind === STRING) at = endOfString(bytes, at + 1);
    else if (kind === CLOSES) depth--;
    else {
      values++;
      if (kind === OPENS && ++depth > LIMITS.bodyDepth)
        throw new ProblemError('field_invalid', `the body is nested deeper than ${LIMITS.bodyDepth} levels`);
      if (values > LIMITS.bodyValues)
        throw new ProblemError(
          'body_too_large',
          `the body holds more than ${LIMITS.bodyValues} values; send it in several calls`,
        );
    }
  }
}

/** Index of the closing quote; the length if there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return at;
}
