/** The text of a file, or why it could not be decoded. */
export type DecodedSql =
  | { readonly text: string; readonly note: string | undefined }
  | { readonly text: undefined; readonly reason: string };

/**
 * Decodes a SQL file: UTF-8 with or without a byte-order mark, or UTF-16 with one. Anything else is read as Latin-1,
 * with a note. Exception: a byte above 127 before a backslash or quote makes the file unreadable, because in a
 * multi-byte encoding the two may be one character, which would change the statement.
 */
export function decodeSql(bytes: Uint8Array): DecodedSql {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: undefined };
  } catch {
    return latin1(bytes);
  }
}

function decode(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): DecodedSql {
  if (bytes.length % 2 === 1)
    return {
      text: undefined,
      reason: `the file starts with a ${encoding.toUpperCase()} byte-order mark but has an odd number of bytes`,
    };
  const swapped = encoding === 'utf-16be' ? swap(bytes) : bytes;
  try {
    return { text: new TextDecoder('utf-16le', { fatal: true }).decode(swapped), note: undefined };
  } catch {
    return {
      text: undefined,
      reason: `the file starts with a ${encoding.toUpperCase()} byte-order mark but is not valid ${encoding.toUpperCase()}`,
    };
  }
}

function swap(bytes: Uint8Array): Uint8Array {
  const swapped = new Uint8Array(bytes.length);
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    swapped[at] = bytes[at + 1] ?? 0;
    swapped[at + 1] = bytes[at] ?? 0;
  }
  return swapped;
}

function latin1(bytes: Uint8Array): DecodedSql {
  let text = '';
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const next = bytes[at + 1];
    if (byte >= 0x80 && (next === 0x5c || next === 0x27 || next === 0x22 || next === 0x60)) {
      return {
        text: undefined,
        reason: 'the file is not UTF-8, and its quotes may mean something else in another encoding: save it as UTF-8',
      };
    }
    text += String.fromCharCode(byte);
  }
  return { text, note: 'the file is not UTF-8; it was read as Latin-1' };
}
