import { createHash } from 'node:crypto';
import { LIMITS } from '../contract/index.ts';
import { ConfigError } from '../model/index.ts';

/** A part of a text: UTF-8, at most LIMITS.partBytes bytes. */
export interface TextPart {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/**
 * Splits a text at character boundaries, so that each part is valid UTF-8.
 * Raises ConfigError if there are more parts than the contract allows.
 *
 * @param path of the file, for the error message
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
    `the file has ${bytes.length} bytes in UTF-8, but the service accepts at most ${LIMITS.parts} parts of ${LIMITS.partBytes} bytes; split it`,
    { file: path },
  );
}

/** Maximum number of parts of a text with this many bytes of UTF-8. A boundary shortens a part by at most 3 bytes. */
export function maxParts(bytes: number): number {
  return Math.ceil(bytes / (LIMITS.partBytes - 3));
}

/** The last character boundary that is not after `at`. */
function characterEnd(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return bytes.length;
  let end = at;
  // The second to fourth bytes of a character are 10xxxxxx.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}
