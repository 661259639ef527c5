import { decode, type TextEncoding } from '../judging/index.ts';
import { type Fields, malformed } from './packets.ts';

// Values in the binary form of the protocol.

const UNSIGNED = 0x80;
const NULL = 6;

type Read = (fields: Fields, isUnsigned: boolean, encoding: TextEncoding) => string | undefined;

const readText: Read = (fields, _, encoding) => decode(fields.sized(), encoding);
/** A form whose text is not needed. */
const readOther: Read = (fields) => {
  fields.sized();
  return undefined;
};

function readInteger(bytes: 1 | 2 | 4): Read {
  return (fields, isUnsigned) => {
    const value = fields.bytes(bytes);
    return String(isUnsigned ? value.readUIntLE(0, bytes) : value.readIntLE(0, bytes));
  };
}

/** By the number of the type. */
const READERS: ReadonlyMap<number, Read> = new Map<number, Read>([
  [1, readInteger(1)],
  [2, readInteger(2)],
  [3, readInteger(4)],
  [9, readInteger(4)],
  [13, readInteger(2)],
  [
    8,
    (fields, isUnsigned) => {
      const value = fields.bytes(8);
      return String(isUnsigned ? value.readBigUInt64LE() : value.readBigInt64LE());
    },
  ],
  [4, (fields) => String(fields.bytes(4).readFloatLE())],
  [5, (fields) => String(fields.bytes(8).readDoubleLE())],
  [NULL, () => undefined],
  [7, readDate],
  [10, readDate],
  [12, readDate],
  [11, readTime],
  ...[0, 15, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254].map((type) => [type, readText] as const),
  ...[16, 255].map((type) => [type, readOther] as const),
]);

/** The types of parameters, two bytes each. */
export function readTypes(fields: Fields, count: number): readonly number[] {
  return Array.from({ length: count }, () => fields.integer(2));
}

/** A value as text; undefined: not known. Raises ProtocolError for an unknown type. */
export function readValue(fields: Fields, type: number, encoding: TextEncoding): string | undefined {
  const read = READERS.get(type & 0xff) ?? malformed();
  return read(fields, ((type >> 8) & UNSIGNED) !== 0, encoding);
}

/** Values as text, null for NULL; undefined if they are not all known. */
type Values = readonly (string | null)[] | undefined;

/**
 * The values of COM_STMT_EXECUTE.
 *
 * @param nulls a bit for each parameter
 */
export function readValues(fields: Fields, types: readonly number[], nulls: Buffer, encoding: TextEncoding): Values {
  let isKnown = true;
  const values = types.map((type, at) => {
    if ((type & 0xff) === NULL || ((nulls[at >> 3] ?? 0) & (1 << (at & 7))) !== 0) return null;
    const value = readValue(fields, type, encoding);
    isKnown &&= value !== undefined;
    return value ?? null;
  });
  return isKnown ? values : undefined;
}

/**
 * Values as literals of SQL, as the server's general log has them.
 *
 * @param hasBackslashes false in a session with NO_BACKSLASH_ESCAPES
 */
export function literalsOf(
  types: readonly number[],
  values: readonly (string | null)[],
  hasBackslashes: boolean,
): readonly string[] {
  const escaped = (value: string) =>
    hasBackslashes
      ? value.replace(SPECIAL, (character) => ESCAPES[character] ?? `\\${character}`)
      : value.replaceAll("'", "''");
  return values.map((value, at) => {
    if (value === null) return 'NULL';
    const type = (types[at] ?? 0) & 0xff;
    if (NUMBERS.has(type)) return value;
    return `${TEMPORAL.get(type) ?? ''}'${escaped(value)}'`;
  });
}

const NUMBERS: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 8, 9, 13, 246]);
const TEMPORAL: ReadonlyMap<number, string> = new Map([
  [7, 'TIMESTAMP'],
  [10, 'DATE'],
  [11, 'TIME'],
  [12, 'TIMESTAMP'],
]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that the server escapes
const SPECIAL = /[\0\n\r\x1a\\'"]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\0': '\\0', '\n': '\\n', '\r': '\\r', '\x1a': '\\Z' };

function readDate(fields: Fields): string {
  const part = fields.nested();
  if (part.left === 0) return '0000-00-00';
  const date = `${digits(part.integer(2), 4)}-${digits(part.integer(1))}-${digits(part.integer(1))}`;
  return part.left === 0 ? date : `${date} ${clock(part)}`;
}

function readTime(fields: Fields): string {
  const part = fields.nested();
  if (part.left === 0) return '00:00:00';
  const sign = part.integer(1) === 0 ? '' : '-';
  const days = part.integer(4);
  const [hours = '0', ...rest] = clock(part).split(':');
  return [`${sign}${digits(days * 24 + Number(hours))}`, ...rest].join(':');
}

function clock(fields: Fields): string {
  const time = [fields.integer(1), fields.integer(1), fields.integer(1)].map((each) => digits(each)).join(':');
  return fields.left === 0 ? time : `${time}.${digits(fields.integer(4), 6)}`;
}

function digits(number: number, length = 2): string {
  return String(number).padStart(length, '0');
}
