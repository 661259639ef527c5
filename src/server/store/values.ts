import { InternalError } from '../../model/index.ts';
import { MAX_DATE } from './parameters.ts';

// Object ids of PostgreSQL's types (`SELECT oid, typname FROM pg_type`): they are the same in all its versions.
const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const OID = 26;
const JSON_TYPE = 114;
const FLOAT4 = 700;
const FLOAT8 = 701;
const BYTEA_ARRAY = 1001;
const INT2_ARRAY = 1005;
const INT4_ARRAY = 1007;
const TEXT_ARRAY = 1009;
const INT8_ARRAY = 1016;
const DATE = 1082;
const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;
const JSONB = 3802;

type Parser = (text: string) => unknown;

const asText: Parser = (text) => text;

/** Parsers by type; other types stay text. */
export const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [BOOL, (text) => text === 't'],
  [BYTEA, bytes],
  [INT8, wholeNumber],
  [INT2, Number],
  [INT4, Number],
  [OID, Number],
  [JSON_TYPE, JSON.parse],
  [FLOAT4, Number],
  [FLOAT8, Number],
  [BYTEA_ARRAY, (text) => arrayItems(text).map((item) => (item === null ? null : bytes(item)))],
  [INT2_ARRAY, numbers],
  [INT4_ARRAY, numbers],
  [INT8_ARRAY, numbers],
  [TEXT_ARRAY, arrayItems],
  [DATE, asText],
  [TIMESTAMP, asText],
  [TIMESTAMPTZ, instant],
  [NUMERIC, asText],
  [JSONB, JSON.parse],
]);

/** The parser for the text format of a type. */
export function parserOf(oid: number): Parser {
  return PARSERS.get(oid) ?? asText;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new InternalError(`the store holds ${text}, which is not a safe integer`);
  return value;
}

function numbers(text: string): (number | null)[] {
  return arrayItems(text).map((item) => (item === null ? null : wholeNumber(item)));
}

function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}

const INSTANT = /^(\d+)(-\d\d-\d\d) (.*?)([+-]\d\d)( BC)?$/;

/**
 * Parses `2026-11-20 16:22:57.123+00`; both stores are set to write UTC in this form. An instant that a Date cannot hold
 * becomes the nearest that is not taken for infinite: a changed row must not make a list fail.
 */
function instant(text: string): Date {
  if (text === 'infinity') return new Date(MAX_DATE);
  if (text === '-infinity') return new Date(-MAX_DATE);
  const [, year, day, time, offset, before] = INSTANT.exec(text) ?? [];
  if (year === undefined) throw new InternalError(`the store holds ${text}, which is not a timestamp`);
  const number = before ? 1 - Number(year) : Number(year);
  const digits = String(Math.abs(number)).padStart(6, '0');
  const date = new Date(`${number < 0 ? '-' : '+'}${digits}${day}T${time}${offset}:00`);
  return Number.isNaN(date.getTime()) ? new Date(MAX_DATE - 1) : date;
}

const ITEM = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs;

/** The items of a one-dimensional array. */
function arrayItems(text: string): (string | null)[] {
  return [...text.slice(1, -1).matchAll(ITEM)].map(([, quoted, bare]) =>
    quoted !== undefined ? quoted.replaceAll(/\\(.)/gs, '$1') : bare === 'NULL' ? null : (bare ?? ''),
  );
}
