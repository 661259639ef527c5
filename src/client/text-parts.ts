import { createHash } from 'node:crypto';
import { LIMITS } from '../contract/index.ts';
import { ConfigError } from '../model/index.ts';

/** A part of a text: UTF-8, at most LIMITS.partBytes. */
export interface TextPart {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/**
 * A text in parts that end where characters do, so that each of them is text by itself.
 * Raises ConfigError for one that has more parts than the contract lets through.
 *
 * @param path of the file, for the error
 */
export function textParts(text: string, path: string): readonly TextPart[] {
  const bytes = Buffer.from(text, 'utf8');
  const parts: TextPart[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = characterEnd(bytes, start + LIMITS.partBytes);
    const part = bytes.subarray(start, end);
    parts.push({ hash: createHash('sha256').update(part).digest('hex'), bytes: part });
    start = end;
  }
  if (parts.length <= LIMITS.parts) return parts;
  throw new ConfigError(
    `the file has ${bytes.length} bytes as UTF-8, and the service takes ${LIMITS.parts} parts of ${LIMITS.partBytes}; split it`,
    { file: path },
  );
}

/** As many parts as a text of so many bytes of UTF-8 may have, since no part loses more than 3 bytes to a character. */
export function mostParts(bytes: number): number {
  return Math.ceil(bytes / (LIMITS.partBytes - 3));
}

/** The last end of a character that is not behind `at`. */
function characterEnd(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return bytes.length;
  let end = at;
  // The second to fourth bytes of a character are 10xxxxxx.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}
