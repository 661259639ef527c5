import { WORD } from './byte-classes.ts';

export function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/** Bytes inside one part of a name; all others separate parts. */
export function isPart(byte: number): boolean {
  return WORD[byte] === 1 && byte !== 95;
}

export function isHex(byte: number): boolean {
  return isDigit(byte) || ((byte | 32) >= 97 && (byte | 32) <= 102);
}

/** `\w`, `$` and `.`. */
export function isVariable(byte: number): boolean {
  return (WORD[byte] === 1 && byte < 128) || byte === 46;
}

/** Whether the digits fit into an `int` of PostgreSQL. */
export function isInt(bytes: Uint8Array, start: number, end: number): boolean {
  const digits = end - start;
  if (digits !== 10) return digits < 10;
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + (bytes[at] as number) - 48;
  return value <= 0x7fffffff;
}

/** The characters of PostgreSQL operators. */
export function isOperator(byte: number): boolean {
  switch (byte) {
    case 33:
    case 35:
    case 37:
    case 38:
    case 42:
    case 43:
    case 45:
    case 47:
    case 60:
    case 61:
    case 62:
    case 63:
    case 64:
    case 94:
    case 96:
    case 124:
    case 126:
      return true;
    default:
      return false;
  }
}
