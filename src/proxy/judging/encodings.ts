import { isAscii, isUtf8 } from 'node:buffer';

/** How the bytes of a client are read as text. In a supported one, each byte below 128 is that ASCII character. */
export interface TextEncoding {
  /** As the database names it; empty: not known. */
  readonly name: string;
  /** The label of the WHATWG encoding; undefined: texts in this encoding cannot be judged. */
  readonly label: string | undefined;
  /** The bytes may be in any encoding: what is not valid is read as Latin 1. */
  readonly isLoose?: boolean;
}

const UTF8 = 'utf-8';

const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

/** The bytes of the text in UTF-8. ASCII is returned as it is. */
export function inUtf8(bytes: Uint8Array, encoding: TextEncoding): Uint8Array {
  const isSame = encoding.label === UTF8 && !encoding.isLoose;
  if (isSame || !bytes.some((byte) => byte > 127)) return bytes;
  return Buffer.from(decode(bytes, encoding));
}

/** Whether the bytes can be decoded: not in an encoding that is not supported, or is not known and probably not UTF-8. */
export function isDecodable(bytes: Uint8Array, { label, name }: TextEncoding): boolean {
  return label !== undefined || isAscii(bytes) || (name === '' && isUtf8(bytes));
}

/** The text of the bytes. What is not valid, or not ASCII in an encoding that is not supported, becomes U+FFFD. */
export function decode(bytes: Uint8Array, { label = UTF8, isLoose }: TextEncoding): string {
  // The same in all of them, and faster than a TextDecoder.
  if (isAscii(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const known = decoders.get(label) ?? new TextDecoder(label, { ignoreBOM: true });
  decoders.set(label, known);
  const text = known.decode(bytes);
  if (isLoose && text.includes('\u{fffd}')) return Buffer.from(bytes).toString('latin1');
  return text;
}
