import { decode, type TextEncoding } from '../judging/index.ts';
import type { ContentReader } from './messages.ts';
import { keyOfName } from './names.ts';

/** Object ids of types (`pg_type.dat`) whose binary form is read here. */
const BINARY = new Map<number, (value: Buffer, encoding: TextEncoding) => string | undefined>([
  [16, (value) => (value.length === 1 ? (value[0] ? 't' : 'f') : undefined)],
  [20, (value) => (value.length === 8 ? value.readBigInt64BE().toString() : undefined)],
  [21, (value) => (value.length === 2 ? value.readInt16BE().toString() : undefined)],
  [23, (value) => (value.length === 4 ? value.readInt32BE().toString() : undefined)],
  [26, (value) => (value.length === 4 ? value.readUInt32BE().toString() : undefined)],
  [25, (value, encoding) => decode(value, encoding)],
  [1043, (value, encoding) => decode(value, encoding)],
]);

/** The two names of a Bind, as keys: see `keyOfName`. */
export interface BindNames {
  readonly portal: string | undefined;
  readonly statement: string | undefined;
}

/** Reads the names of a Bind; undefined if they are not in the bytes. */
export function readBindNames(content: ContentReader): BindNames | undefined {
  const { buffer } = content;
  if (!content.findString()) return undefined;
  const portal = keyOfName(buffer, content.from, content.to);
  if (!content.findString()) return undefined;
  return { portal, statement: keyOfName(buffer, content.from, content.to) };
}

/** Values of `$1`, `$2`, … as text, null for NULL. */
type Values = readonly (string | null)[];

/**
 * Reads the values of a Bind, after its names. `undefined` if it is malformed; `unknown` if there are none, or if some are
 * in a form that is not read here: binary values of a type that the client did not declare, or of another type.
 */
export function readBindValues(
  content: ContentReader,
  types: readonly number[],
  encoding: TextEncoding,
): Values | 'unknown' | undefined {
  const formats = numbers(content, content.int16());
  const count = content.int16();
  if (!formats || count === undefined) return undefined;
  const values: (string | null)[] = [];
  let isKnown = count > 0;
  for (let at = 0; at < count; at++) {
    const length = content.int32();
    if (length === undefined || length < -1) return undefined;
    if (length === -1) values.push(null);
    else if (!content.findBytes(length)) return undefined;
    else {
      const format = formats.length === 1 ? formats[0] : formats[at];
      const value = textOf(content, format ?? 0, types[at] ?? 0, encoding);
      if (value === undefined) isKnown = false;
      else values.push(value);
    }
  }
  return isKnown ? values : 'unknown';
}

function numbers(content: ContentReader, count: number | undefined): readonly number[] | undefined {
  if (count === undefined) return undefined;
  if (count === 0) return NONE;
  const read: number[] = [];
  for (let at = 0; at < count; at++) {
    const number = content.int16();
    if (number === undefined) return undefined;
    read.push(number);
  }
  return read;
}

/** The text of the value that was found. */
function textOf({ buffer, from, to }: ContentReader, format: number, type: number, encoding: TextEncoding) {
  if (format !== 0) return BINARY.get(type)?.(buffer.subarray(from, to), encoding);
  return to - from <= SHORT && isAscii(buffer, from, to)
    ? buffer.toString('latin1', from, to)
    : decode(buffer.subarray(from, to), encoding);
}

function isAscii(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] as number) > 127) return false;
  return true;
}

const SHORT = 64;
const NONE: readonly number[] = [];

/** The types of parameters that a Parse declares, by object id; 0 if it leaves one to the server. */
export function readDeclaredTypes(content: ContentReader): readonly number[] | undefined {
  const count = content.int16();
  if (count === 0) return NONE;
  if (count === undefined) return undefined;
  const types: number[] = [];
  for (let at = 0; at < count; at++) {
    const type = content.int32();
    if (type === undefined) return undefined;
    types.push(type >>> 0);
  }
  return types;
}
