import { decode } from '../judging/index.ts';
import { ContentReader, HEADER } from './messages.ts';

/** Object ids of types (`pg_type.dat`) whose binary form is read here. */
const BINARY = new Map<number, (value: Buffer, encoding: string) => string | undefined>([
  [16, (value) => (value.length === 1 ? (value[0] ? 't' : 'f') : undefined)],
  [20, (value) => (value.length === 8 ? value.readBigInt64BE().toString() : undefined)],
  [21, (value) => (value.length === 2 ? value.readInt16BE().toString() : undefined)],
  [23, (value) => (value.length === 4 ? value.readInt32BE().toString() : undefined)],
  [26, (value) => (value.length === 4 ? value.readUInt32BE().toString() : undefined)],
  [25, (value, encoding) => decode(value, encoding)],
  [1043, (value, encoding) => decode(value, encoding)],
]);

/** The parts of a Bind that judging needs. */
export interface BoundValues {
  readonly portal: Buffer;
  readonly statement: Buffer;
  /**
   * Values of `$1`, `$2`, … as text, null for NULL. Undefined if there are none, or if some are in a form that is not
   * read here: binary values of a type that the client did not declare, or of another type.
   */
  readonly values: readonly (string | null)[] | undefined;
}

/** The two names of a Bind; undefined if they are not in the bytes. */
export function readBindNames(bytes: Buffer): Pick<BoundValues, 'portal' | 'statement'> | undefined {
  const content = new ContentReader(bytes, HEADER);
  const portal = content.string();
  const statement = content.string();
  return portal && statement ? { portal, statement } : undefined;
}

/** Reads a Bind. Undefined if it is malformed. */
export function readBind(bytes: Buffer, types: readonly number[], encoding: string): BoundValues | undefined {
  const content = new ContentReader(bytes, HEADER);
  const portal = content.string();
  const statement = content.string();
  const formats = numbers(content, content.int16());
  const count = content.int16();
  if (!portal || !statement || !formats || count === undefined) return undefined;
  const values: (string | null | undefined)[] = [];
  for (let at = 0; at < count; at++) {
    const length = content.int32();
    if (length === undefined || length < -1) return undefined;
    const value = length === -1 ? null : content.bytes(length);
    if (value === undefined) return undefined;
    const format = formats.length === 1 ? formats[0] : formats[at];
    values.push(value === null ? null : textOf(value, format ?? 0, types[at] ?? 0, encoding));
  }
  const known = values.every((value) => value !== undefined);
  return { portal, statement, values: known && count > 0 ? (values as (string | null)[]) : undefined };
}

function numbers(content: ContentReader, count: number | undefined): readonly number[] | undefined {
  if (count === undefined) return undefined;
  const read: number[] = [];
  for (let at = 0; at < count; at++) {
    const number = content.int16();
    if (number === undefined) return undefined;
    read.push(number);
  }
  return read;
}

function textOf(value: Buffer, format: number, type: number, encoding: string): string | undefined {
  return format === 0 ? decode(value, encoding) : BINARY.get(type)?.(value, encoding);
}

/** The types of parameters that a Parse declares, by object id; 0 if it leaves one to the server. */
export function readDeclaredTypes(content: ContentReader): readonly number[] | undefined {
  const count = content.int16();
  if (count === undefined) return undefined;
  const types: number[] = [];
  for (let at = 0; at < count; at++) {
    const type = content.int32();
    if (type === undefined) return undefined;
    types.push(type >>> 0);
  }
  return types;
}
