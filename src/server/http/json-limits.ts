import { LIMITS } from '../../contract/index.ts';
import { ProblemError } from '../problems/error.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Refuses JSON that is nested too deeply or has too many values, by scanning its bytes: parsing some MB of `[` or of
 * tiny values blocks the main thread, and so all requests, for seconds. Malformed JSON is left to the parser.
 * Raises ProblemError `field_invalid` (no body of the contract nests so deep) or `body_too_large`.
 */
export function assertJsonLimits(bytes: Uint8Array): void {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) values++;
    // `[` and `{`, `]` and `}`: they differ in this one bit.
    else if (byte !== undefined && (byte | 0x20) === 0x7b) {
      depth++;
      values++;
      if (depth > LIMITS.bodyDepth)
        throw new ProblemError('field_invalid', `the body is nested deeper than ${LIMITS.bodyDepth} levels`);
    } else if (byte !== undefined && (byte | 0x20) === 0x7d) depth--;
    if (values > LIMITS.bodyValues)
      throw new ProblemError(
        'body_too_large',
        `the body holds more than ${LIMITS.bodyValues} values; send it in several calls`,
      );
  }
}
