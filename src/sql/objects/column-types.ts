import type { UnsizedTypes } from '../text/dialects/ddl.ts';

/**
 * What a change of a column's type does to its values: `wider` keeps all of them, `narrower` can cut them off or reject
 * them, `other` converts them.
 */
export type TypeChange = 'same' | 'wider' | 'narrower' | 'other';

/** Names of one type, in the dialects that have them. */
const ALIASES: Readonly<Record<string, string>> = {
  int: 'integer',
  int4: 'integer',
  serial: 'integer',
  serial4: 'integer',
  int8: 'bigint',
  bigserial: 'bigint',
  serial8: 'bigint',
  int2: 'smallint',
  smallserial: 'smallint',
  serial2: 'smallint',
  bool: 'boolean',
  numeric: 'decimal',
  dec: 'decimal',
  fixed: 'decimal',
  number: 'decimal',
  float4: 'real',
  float8: 'double',
  'double precision': 'double',
  'character varying': 'varchar',
  'char varying': 'varchar',
  character: 'char',
  bpchar: 'char',
  'national character varying': 'nvarchar',
  'national char varying': 'nvarchar',
  'national varchar': 'nvarchar',
  'national character': 'nchar',
  'national char': 'nchar',
  sysname: 'nvarchar(128)',
  timestamptz: 'timestamp with time zone',
  'timestamp without time zone': 'timestamp',
  timetz: 'time with time zone',
  'time without time zone': 'time',
  'bit varying': 'varbit',
  'binary varying': 'varbinary',
  rowversion: 'timestamp',
};

interface ReadType {
  readonly name: string;
  readonly sizes: readonly string[];
  readonly unsigned: boolean;
}

/** `nvarchar(50)`, `int(11) unsigned`, `timestamp(3) with time zone`; undefined for lists and arrays. */
function readType(text: string): ReadType | undefined {
  const [, first, list, rest = ''] = /^([^()[\]]+)(?:\(([^()]*)\)([^()[\]]*))?$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  const sizes = list === undefined ? [] : list.split(',').map((size) => size.trim());
  const words = `${first} ${rest}`.trim().split(/\s+/);
  const unsigned = words.includes('unsigned');
  const name = words.filter((word) => !/^(?:un)?signed$|^zerofill$/.test(word)).join(' ');
  const alias = ALIASES[name];
  const sized = alias && /^(\w+)\((\d+)\)$/.exec(alias);
  if (sized) return { name: sized[1] ?? '', sizes: [sized[2] ?? ''], unsigned };
  return { name: alias ?? name, sizes, unsigned };
}

/** Bits of whole numbers. */
const INTEGERS: Readonly<Record<string, number>> = { tinyint: 8, smallint: 16, mediumint: 24, integer: 32, bigint: 64 };
/** Types of texts of any length, and their characters. */
const LONG_TEXTS: Readonly<Record<string, number>> = {
  tinytext: 255,
  mediumtext: 16_777_215,
  longtext: Number.POSITIVE_INFINITY,
  ntext: Number.POSITIVE_INFINITY,
  string: Number.POSITIVE_INFINITY,
};
const LONG_BYTES: Readonly<Record<string, number>> = {
  tinyblob: 255,
  blob: 65_535,
  mediumblob: 16_777_215,
  longblob: Number.POSITIVE_INFINITY,
  image: Number.POSITIVE_INFINITY,
  bytea: Number.POSITIVE_INFINITY,
};
/** Types of times of which each also holds what those before it do. Those with a zone hold more than a point in time. */
const DATES = ['date', 'smalldatetime', 'datetime', 'datetime2', 'datetimeoffset'];
const FLOATS = ['real', 'float', 'double'];
const MONEY = ['smallmoney', 'money'];

/** What changing a column from one type to another does. The texts are in lower case, as the schema files write them. */
export function compareTypes(before: string, after: string, unsized: UnsizedTypes): TypeChange {
  if (before === after) return 'same';
  const [lists, list] = [enumOf(before), enumOf(after)];
  if (lists && list) return lists.kind !== list.kind ? 'other' : inOrder(lists.values, list.values);
  const [from, to] = [readType(before), readType(after)];
  if (!from || !to) return 'other';
  return (
    compareIntegers(from, to) ??
    compareDecimals(from, to, unsized) ??
    compareLengths(from, to, unsized) ??
    compareRanks(from, to, unsized) ??
    compareNamed(from, to)
  );
}

function compareNamed(from: ReadType, to: ReadType): TypeChange {
  if (from.name !== to.name || from.unsigned !== to.unsigned) return 'other';
  const same = from.sizes.join() === to.sizes.join();
  return same ? 'same' : 'other';
}

function enumOf(type: string): { readonly kind: string; readonly values: readonly string[] } | undefined {
  const [, kind, list] = /^(enum|set)\s*\((.*)\)$/s.exec(type) ?? [];
  return kind === undefined || list === undefined
    ? undefined
    : { kind, values: list.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g) ?? [] };
}

/** Values of an ENUM that are gone cannot be kept; those in another place are converted. */
function inOrder(before: readonly string[], after: readonly string[]): TypeChange {
  if (!before.every((value) => after.includes(value))) return 'narrower';
  return before.length === after.length && before.every((value, at) => value === after[at]) ? 'same' : 'wider';
}

function bitsOf({ name, sizes }: ReadType): number | undefined {
  if (name === 'bit' && sizes.length === 0) return 1;
  if (name === 'boolean') return 1;
  return INTEGERS[name];
}

/** Digits of the largest whole number of so many bits. */
const digitsOf = (bits: number): number => Math.ceil(bits * Math.log10(2));

function compareIntegers(from: ReadType, to: ReadType): TypeChange | undefined {
  const [old, bits] = [bitsOf(from), bitsOf(to)];
  if (old === undefined || bits === undefined) return undefined;
  if (old === 1 || bits === 1) {
    if (old === bits) return from.name === to.name ? 'same' : 'other';
    return old === 1 ? 'wider' : 'narrower';
  }
  if (from.unsigned === to.unsigned) return old === bits ? 'same' : old < bits ? 'wider' : 'narrower';
  // Without a sign, a type loses the negative numbers; with one, half of the others.
  return from.unsigned && bits > old ? 'wider' : 'narrower';
}

function digits({ name, sizes }: ReadType, unsized: UnsizedTypes): readonly [number, number] | undefined {
  if (name in INTEGERS) return [digitsOf(INTEGERS[name] as number), 0];
  if (name !== 'decimal') return undefined;
  const [all, after = '0'] = sizes;
  if (all === undefined) return unsized.decimal;
  return [Number(all) - Number(after), Number(after)];
}

function compareDecimals(from: ReadType, to: ReadType, unsized: UnsizedTypes): TypeChange | undefined {
  const [old, now] = [digits(from, unsized), digits(to, unsized)];
  if (!old || !now) return undefined;
  if (old[0] === now[0] && old[1] === now[1]) return 'same';
  return old[0] <= now[0] && old[1] <= now[1] && (!to.unsigned || from.unsigned) ? 'wider' : 'narrower';
}

interface Texts {
  readonly length: number;
  readonly bytes: boolean;
  /** Whether it holds characters of any language. */
  readonly wide: boolean;
  readonly padded: boolean;
}

function lengthOf({ name, sizes: [size] }: ReadType, unsized: UnsizedTypes): Texts | undefined {
  const length = size === 'max' ? Number.POSITIVE_INFINITY : size === undefined ? undefined : Number(size);
  if (name === 'text' || name === 'citext')
    return { length: length ?? unsized.text, bytes: false, wide: name === 'citext', padded: false };
  const long = LONG_TEXTS[name];
  if (long !== undefined) return { length: long, bytes: false, wide: name === 'ntext', padded: false };
  const bytes = LONG_BYTES[name];
  if (bytes !== undefined) return { length: bytes, bytes: true, wide: false, padded: false };
  const [, national, varying, kind] = /^(n?)(var)?(char|binary|bit)$/.exec(name) ?? [];
  if (kind === undefined || (kind === 'bit' && !varying)) return undefined;
  const fallback = varying ? unsized.varchar : 1;
  return { length: length ?? fallback, bytes: kind !== 'char', wide: national === 'n', padded: !varying };
}

function compareLengths(from: ReadType, to: ReadType, unsized: UnsizedTypes): TypeChange | undefined {
  const [old, now] = [lengthOf(from, unsized), lengthOf(to, unsized)];
  if (!old || !now) return undefined;
  if (old.bytes !== now.bytes) return 'other';
  if (now.length < old.length || (old.wide && !now.wide && from.name !== 'citext')) return 'narrower';
  const isSame = old.length === now.length && old.wide === now.wide && old.padded === now.padded;
  return isSame ? 'same' : 'wider';
}

function compareRanks(from: ReadType, to: ReadType, unsized: UnsizedTypes): TypeChange | undefined {
  for (const ranks of [DATES, FLOATS, MONEY]) {
    const [old, now] = [ranks.indexOf(from.name), ranks.indexOf(to.name)];
    if (old < 0 || now < 0 || (ranks === FLOATS && from.sizes.length + to.sizes.length > 0)) continue;
    if (old !== now) return old < now ? 'wider' : 'narrower';
    if (ranks !== DATES) return 'same';
    return compareSeconds(from, to, unsized);
  }
  return from.name === to.name && /^time(?:stamp)?\b/.test(from.name) ? compareSeconds(from, to, unsized) : undefined;
}

function compareSeconds(
  { sizes: [before] }: ReadType,
  { sizes: [after] }: ReadType,
  unsized: UnsizedTypes,
): TypeChange {
  const [old, now] = [before, after].map((size) => (size === undefined ? unsized.seconds : Number(size)));
  if (old === now) return 'same';
  return (old ?? 0) < (now ?? 0) ? 'wider' : 'narrower';
}
