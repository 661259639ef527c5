import type { Lexical } from '../text/dialects.ts';
import { type Constant, truthOf } from './values.ts';

/** Values that a function can return. */
export interface Range {
  readonly min: number;
  readonly max: number;
  /** Whether `max` itself is never returned. */
  readonly below?: boolean;
  readonly integers: boolean;
}

/** `row_number() OVER (ORDER BY …)` without PARTITION: 1 for one row of the table only. */
export const RANK_OF_ALL = 'row_number of all';

const COUNT: Range = { min: 0, max: Number.POSITIVE_INFINITY, integers: true };
const POSITION: Range = { min: 1, max: Number.POSITIVE_INFINITY, integers: true };
const POSITIVE: Range = { min: 0, max: Number.POSITIVE_INFINITY, integers: false };
const FRACTION: Range = { min: 0, max: 1, below: true, integers: false };

function whole(min: number, max: number): Range {
  return { min, max, integers: true };
}

const FIELDS: Readonly<Record<string, Range>> = {
  month: whole(1, 12),
  quarter: whole(1, 4),
  week: whole(0, 53),
  day: whole(1, 31),
  dow: whole(0, 6),
  isodow: whole(1, 7),
  doy: whole(1, 366),
  hour: whole(0, 23),
  minute: whole(0, 59),
  weekday: whole(1, 7),
  dayofyear: whole(1, 366),
};

/**
 * Functions that return only some numbers, whatever their arguments are: the PostgreSQL, MySQL, SQLite and SQL Server
 * manuals' chapters on string, mathematical, date and window functions.
 */
const RANGES: Readonly<Record<string, Range>> = {
  ...FIELDS,
  ...Object.fromEntries(
    `length char_length character_length octet_length bit_length len datalength lengthb cardinality
     json_array_length jsonb_array_length json_length array_position bit_count num_nulls num_nonnulls ascii unicode ord
     position strpos instr charindex patindex locate field find_in_set crc32 unix_timestamp
     pg_column_size count unsigned`
      .split(/\s+/)
      .map((name) => [name, COUNT]),
  ),
  ...Object.fromEntries(['row_number', RANK_OF_ALL, 'rank', 'dense_rank', 'ntile'].map((name) => [name, POSITION])),
  // MySQL's and SQL Server's function: PostgreSQL's field can be negative.
  year: whole(1, 9999),
  dayofmonth: whole(1, 31),
  dayofweek: whole(1, 7),
  second: whole(0, 59),
  // The method of T-SQL's type xml.
  exist: whole(0, 1),
  sqrt: POSITIVE,
  exp: POSITIVE,
  cume_dist: { ...FRACTION, below: false },
  percent_rank: { ...FRACTION, below: false },
  similarity: { ...FRACTION, below: false },
};

/** Functions that count the characters or bytes of a text. */
export const LENGTHS = /^(?:length|char_length|character_length|octet_length|len|datalength)$/;

const RANDOM_NAMES = 'random|rand|uuid|newid|nextval|gen_random_uuid|uuid_generate_v4|newsequentialid';

/** Functions whose result is another one for each row. */
export const RANDOM = new RegExp(`^(?:${RANDOM_NAMES})$`);

/** Functions whose result differs from call to call. That of clock_timestamp is later than the start for every row. */
export const VOLATILE = new RegExp(`^(?:${RANDOM_NAMES}|clock_timestamp)$`);

/** Functions that return no empty text. */
const NEVER_EMPTY = new Set(
  `quote quote_literal quote_nullable quote_ident quotename md5 sha sha1 sha2 to_json to_jsonb row_to_json json_quote
   json_array json_object typeof pg_typeof uuid newid gen_random_uuid uuid_generate_v4`.split(/\s+/),
);

/** Functions that return no NULL, whatever their arguments are. */
const NEVER_NULL = new Set(
  `typeof pg_typeof row_to_json to_jsonb to_json json_build_object jsonb_build_object num_nulls num_nonnulls row_number
   rank dense_rank count random rand uuid newid gen_random_uuid now current_timestamp current_date getdate quote quote_nullable quote_literal exists json_object json_array checksum binary_checksum`.split(
    /\s+/,
  ),
);

/**
 * The numbers that a call can return; undefined if it can return others, or texts.
 *
 * @param field the first argument: the field of `extract` and `date_part`
 * @param args how many arguments it has
 */
export function rangeOf(
  name: string,
  field: Constant | undefined,
  args: number,
  { functions }: Lexical,
): Range | undefined {
  if (name === 'num_nulls' || name === 'num_nonnulls') return whole(0, args);
  if (name === 'random' || name === 'rand') return functions.ownMeanings.has(name) ? undefined : FRACTION;
  const isField = /^(?:extract|date_part|datepart)$/.test(name);
  if (isField) return typeof field === 'string' ? own(FIELDS, field.toLowerCase()) : undefined;
  return own(RANGES, name);
}

export function isNeverEmpty(name: string): boolean {
  return NEVER_EMPTY.has(name);
}

export function isNeverNull(name: string): boolean {
  return NEVER_NULL.has(name);
}

function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

type Evaluate = (values: readonly (Constant | undefined)[]) => Constant | undefined;

const firstValue: Evaluate = (values) => {
  for (const value of values) if (value !== null) return value;
  return null;
};

/** The last argument that sorts before or after all others. PostgreSQL ignores NULL; elsewhere the result is NULL. */
const extreme =
  (sign: number): Evaluate =>
  (values) => {
    if (values.includes(undefined)) return undefined;
    const present = values.filter((value) => value !== null && value !== undefined);
    if (present.some((value) => typeof value !== typeof present[0])) return undefined;
    return present.reduce<Constant>((best, value) => {
      if (best === null) return value;
      return (value < best ? -1 : 1) === sign ? value : best;
    }, null);
  };

const choice: Evaluate = ([condition, then, otherwise]) => {
  const holds = truthOf(condition);
  if (holds === undefined) return undefined;
  return holds === true ? then : otherwise === undefined ? undefined : otherwise;
};

const number =
  (calculate: (value: number) => number): Evaluate =>
  ([value]) =>
    typeof value === 'number' ? calculate(value) : value === null ? null : undefined;

const text =
  (change: (value: string) => Constant): Evaluate =>
  ([value]) =>
    typeof value === 'string' ? change(value) : value === null ? null : undefined;

/** Any number to the power of 0 is 1. */
const power: Evaluate = ([base, exponent]) => {
  if (base === null || exponent === null) return null;
  if (exponent === 0) return 1;
  return typeof base === 'number' && typeof exponent === 'number' ? base ** exponent : undefined;
};

/** The first or last 0 characters of any text. */
const noCharacters: Evaluate = ([value, count]) => (value === null ? null : count === 0 ? '' : undefined);

/** A part of 0 characters of any text. */
const lengthless: Evaluate = ([value, , length]) => (value === null ? null : length === 0 ? '' : undefined);

/** Functions that are evaluated for any row. */
const EVALUATED: Readonly<Record<string, Evaluate>> = {
  coalesce: firstValue,
  ifnull: firstValue,
  nvl: firstValue,
  isnull: (values) =>
    values.length === 1 ? (values[0] === undefined ? undefined : values[0] === null) : firstValue(values),
  nullif: ([a, b]) => (a === undefined || b === undefined ? undefined : a === b ? null : a),
  if: choice,
  iif: choice,
  greatest: extreme(1),
  least: extreme(-1),
  abs: number(Math.abs),
  sign: number(Math.sign),
  left: noCharacters,
  right: noCharacters,
  repeat: noCharacters,
  starts_with: ([value, start]) => (value === null ? null : start === '' ? true : undefined),
  strpos: ([value, part]) => (value === null ? null : part === '' ? 1 : undefined),
  instr: ([value, part]) => (value === null ? null : part === '' ? 1 : undefined),
  locate: ([part, value]) => (value === null ? null : part === '' ? 1 : undefined),
  // Unlike others, it finds no empty text.
  charindex: ([part, value]) => (value === null ? null : part === '' ? 0 : undefined),
  substr: lengthless,
  substring: lengthless,
  mid: lengthless,
  patindex: ([pattern, value]) =>
    value === null ? null : typeof pattern === 'string' && /^%+$/.test(pattern) ? 1 : undefined,
  power,
  pow: power,
  concat: (values) => (values.includes(undefined) ? undefined : values.map((value) => value ?? '').join('')),
  // PostgreSQL's: without a value, nothing is left of the document.
  jsonb_set: (values) => (values.includes(null) ? null : undefined),
  jsonb_insert: (values) => (values.includes(null) ? null : undefined),
  strcmp: ([a, b]) => {
    if (a === null || b === null) return null;
    if (a === undefined || b === undefined) return undefined;
    const [x, y] = [`${a}`, `${b}`];
    return x === y ? 0 : x < y ? -1 : 1;
  },
};

/** Functions that are evaluated for literals only: which values they give for the texts of a table is not known. */
const FOLDED: Readonly<Record<string, Evaluate>> = {
  lower: text((value) => value.toLowerCase()),
  upper: text((value) => value.toUpperCase()),
  trim: text((value) => value.trim()),
  ltrim: text((value) => value.trimStart()),
  rtrim: text((value) => value.trimEnd()),
  length: text((value) => value.length),
};

export function evaluatorOf(name: string, hasOnlyLiterals: boolean): Evaluate | undefined {
  return own(EVALUATED, name) ?? (hasOnlyLiterals ? own(FOLDED, name) : undefined);
}

/** Functions whose values are limited or calculated here: comparing one with a literal can be true for every row. */
export const KNOWN_FUNCTIONS: readonly string[] = [...Object.keys(RANGES), ...Object.keys(EVALUATED), 'random', 'rand'];
