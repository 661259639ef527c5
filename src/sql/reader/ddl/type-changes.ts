import type { ChangeEffect, ColumnAttribute, ColumnDefinition, TypeChange } from '../../../model/index.ts';
import type { ColumnChange } from '../../text/dialects/ddl.ts';
import { type ColumnType, parseType } from './column-types.ts';

/** How a column changes, as far as its old and its new definition say. */
export interface ColumnDifference {
  readonly change: TypeChange;
  readonly effects: readonly ChangeEffect[];
}

const REWRITE = 'rewrite the table';
const FAIL = 'fail on existing values';
const ROUND = 'round values';

const TEXT = /^(?:n?(?:var)?char|n?text|(?:tiny|medium|long)text|string|citext|clob)$/;
const BYTES = /^(?:(?:var)?binary|(?:tiny|medium|long)?blob|bytea|image|(?:var)?bit)$/;
const WHOLE = /^(?:tiny|small|medium|big)?int$/;
const REAL = /^(?:real|float|double)$/;
const TIMES = /^(?:timestamp(?:tz)?|datetime2?|datetimeoffset|smalldatetime|time(?:tz)?|interval)$/;
/** T-SQL's types of which each also holds what those before it do. */
const PRECISIONS = ['date', 'smalldatetime', 'datetime', 'datetime2', 'datetimeoffset'];
const SHORT = /^(?:date|year|time|smalldatetime)$/;

/** Bytes of MySQL's texts and blobs. */
const CAPACITY: Readonly<Record<string, number>> = { tiny: 255, '': 65_535, medium: 16_777_215, long: 4_294_967_295 };
const BITS: Readonly<Record<string, number>> = { tinyint: 8, smallint: 16, mediumint: 24, int: 32, bigint: 64 };
/** Bytes of a character in MySQL's character sets, without those of two bytes, which new tables hardly have. */
const CHARACTER_BYTES = [1, 3, 4];

/**
 * What a change of a column can do.
 *
 * @param old undefined if the old definition is not known
 * @param changed the new definition; in PostgreSQL, only its type
 */
export function columnDifference(
  old: Pick<ColumnDefinition, 'type' | 'attributes'> | undefined,
  changed: Pick<ColumnDefinition, 'type' | 'attributes'>,
  rules: ColumnChange,
): ColumnDifference {
  const to = parseType(changed.type);
  const from = old && parseType(old.type);
  const isComputed = [old, changed].some((each) => each?.attributes.includes('computed'));
  if (!old || !from || !to || isComputed)
    return {
      change: 'unknown',
      effects: unique([...effectsOf(to, rules), ...moveEffects(changed), ...mayLose(changed, rules)]),
    };
  const { change, effects } = typeDifference(from, to, rules);
  return { change, effects: unique([...effects, ...attributeEffects(old, changed, rules)]) };
}

function moveEffects({ attributes }: Pick<ColumnDefinition, 'attributes'>): readonly ChangeEffect[] {
  return attributes.includes('position') ? [REWRITE] : [];
}

function unique(effects: readonly ChangeEffect[]): readonly ChangeEffect[] {
  return [...new Set(effects)];
}

/** What the new type can do to values of any other type. */
function effectsOf(to: ColumnType | undefined, { overflow, textLength }: ColumnChange): readonly ChangeEffect[] {
  if (!to || to.array) return [FAIL, REWRITE];
  const { name, args } = to;
  if (TEXT.test(name)) {
    const isShort = /char$/.test(name) && (args.length > 0 || Number.isFinite(textLength)) && args[0] !== 'max';
    return isShort ? [overflow, REWRITE] : [REWRITE];
  }
  if (name === 'bigint') return [REWRITE];
  if (WHOLE.test(name) || name === 'numeric') return [ROUND, overflow, REWRITE];
  if (REAL.test(name)) return [ROUND, REWRITE];
  if (SHORT.test(name)) return ['truncate values', REWRITE];
  if (TIMES.test(name)) return [REWRITE];
  return unique([overflow, REWRITE]);
}

const LOST: Partial<Readonly<Record<ColumnAttribute, ChangeEffect>>> = {
  'not null': 'lose NOT NULL',
  default: 'lose DEFAULT',
  auto_increment: 'lose AUTO_INCREMENT',
  comment: 'lose COMMENT',
  'on update': 'lose ON UPDATE',
};

/** What is lost if the old definition, which is not known, has it. */
function mayLose({ attributes }: Pick<ColumnDefinition, 'attributes'>, { restated }: ColumnChange): ChangeEffect[] {
  if (attributes.includes('computed') || attributes.includes('primary key')) return [];
  const missing = restated.filter((each) => !attributes.includes(each));
  if (restated.length === 1) return missing.flatMap((each) => LOST[each] ?? []);
  const hasValue = attributes.includes('auto_increment') || attributes.includes('default');
  const isWhole = attributes.includes('not null') && hasValue && attributes.includes('comment');
  return isWhole || restated.length === 0 ? [] : ['lose attributes that it does not repeat'];
}

function attributeEffects(
  old: Pick<ColumnDefinition, 'attributes'>,
  changed: Pick<ColumnDefinition, 'attributes'>,
  { restated }: ColumnChange,
): readonly ChangeEffect[] {
  const had = new Set(old.attributes);
  const has = new Set(changed.attributes);
  const isKey = had.has('primary key') || has.has('primary key');
  const effects: ChangeEffect[] = [];
  for (const attribute of restated) {
    const lost = LOST[attribute];
    if (attribute === 'not null' && isKey) continue;
    if (lost && had.has(attribute) && !has.has(attribute)) effects.push(lost);
  }
  if (restated.includes('not null') && has.has('not null') && !had.has('not null') && !isKey)
    effects.push(FAIL, REWRITE);
  if (has.has('position') || (has.has('auto_increment') && !had.has('auto_increment'))) effects.push(REWRITE);
  return effects;
}

function typeDifference(from: ColumnType, to: ColumnType, rules: ColumnChange): ColumnDifference {
  if (isSame(from, to)) {
    if (from.charset === to.charset) return { change: 'same', effects: [] };
    return { change: 'convert', effects: [rules.overflow, REWRITE] };
  }
  if (from.array || to.array) return CONVERTS;
  for (const family of FAMILIES) {
    const found = family(from, to, rules);
    if (!found) continue;
    if (from.charset === to.charset) return found;
    return { change: 'convert', effects: unique([...found.effects, REWRITE]) };
  }
  return TEXT.test(to.name) ? { change: 'convert', effects: effectsOf(to, rules) } : CONVERTS;
}

const CONVERTS: ColumnDifference = { change: 'convert', effects: [FAIL, REWRITE] };

function isSame(a: ColumnType, b: ColumnType): boolean {
  return a.name === b.name && a.unsigned === b.unsigned && a.array === b.array && a.args.join() === b.args.join();
}

/** Compares types of one family; undefined if one of them is not of it. */
type Family = (from: ColumnType, to: ColumnType, rules: ColumnChange) => ColumnDifference | undefined;

const FAMILIES: readonly Family[] = [texts, wholeNumbers, numbers, reals, times, lists];

function widen(inPlace: boolean): ColumnDifference {
  return { change: 'widen', effects: inPlace ? [] : [REWRITE] };
}

/** Characters, or bytes of a text of MySQL that has no length. */
function lengthOf({ name, args }: ColumnType, { textLength, inPlace }: ColumnChange): number {
  const [first] = args;
  if (first?.toLowerCase() === 'max') return Number.POSITIVE_INFINITY;
  if (first !== undefined) return Number(first);
  if (/^(?:char|nchar|bit|binary)$/.test(name)) return 1;
  const [, size] = /^(tiny|medium|long|)(?:text|blob)$/.exec(name) ?? [];
  if (inPlace === 'same length bytes' && size !== undefined) return CAPACITY[size] ?? textLength;
  const isUnbounded = /^(?:n?text|image)$/.test(name) && inPlace === 'same text type';
  return isUnbounded ? Number.POSITIVE_INFINITY : textLength;
}

function texts(from: ColumnType, to: ColumnType, rules: ColumnChange): ColumnDifference | undefined {
  const isText = TEXT.test(from.name) && TEXT.test(to.name);
  if (!isText && !(BYTES.test(from.name) && BYTES.test(to.name))) return undefined;
  const inBytes = rules.inPlace === 'same length bytes' && to.args.length === 0 && from.args.length > 0 && isText;
  const [before, after] = [lengthOf(from, rules) * (inBytes ? 4 : 1), lengthOf(to, rules)];
  const losesCharacters = /^n/.test(from.name) && !/^n/.test(to.name) && rules.inPlace === 'same text type';
  if (losesCharacters) return { change: 'narrow', effects: ['truncate values', REWRITE] };
  // A fixed number of bits is not padded.
  if (!(after >= before) || (to.name === 'bit' && after !== before))
    return { change: 'narrow', effects: unique([rules.overflow, REWRITE]) };
  return widen(widensInPlace(from, to, { before, after }, rules));
}

function widensInPlace(
  from: ColumnType,
  to: ColumnType,
  { before, after }: { readonly before: number; readonly after: number },
  { inPlace }: ColumnChange,
): boolean {
  switch (inPlace) {
    // https://www.postgresql.org/docs/current/sql-altertable.html: binary coercible, or unconstrained.
    case 'text and precision':
      return (
        [from, to].every(({ name }) => /^(?:varchar|text|citext|string)$/.test(name)) || isBoth(from, to, 'varbit')
      );
    // https://dev.mysql.com/doc/refman/8.4/en/innodb-online-ddl-operations.html, Extending VARCHAR column size.
    case 'same length bytes':
      return isBoth(from, to, 'varchar')
        ? CHARACTER_BYTES.every((bytes) => before * bytes > 255 === after * bytes > 255)
        : isBoth(from, to, 'varbinary') && before > 255 === after > 255;
    case 'same text type':
      return from.name === to.name && /var/.test(from.name) && Number.isFinite(after);
  }
}

function isBoth(from: ColumnType, to: ColumnType, name: string): boolean {
  return from.name === name && to.name === name;
}

function wholeNumbers(from: ColumnType, to: ColumnType, rules: ColumnChange): ColumnDifference | undefined {
  const isWhole = ({ name }: ColumnType) => WHOLE.test(name) || isFlag(name, rules);
  if (!isWhole(from) || !isWhole(to)) return undefined;
  const [before, after] = [rangeOf(from, rules), rangeOf(to, rules)];
  const fits = after.min <= before.min && after.max >= before.max;
  return fits ? widen(false) : { change: 'narrow', effects: unique([rules.overflow, REWRITE]) };
}

/** T-SQL's BIT is a number. */
function isFlag(name: string, { inPlace }: Pick<ColumnChange, 'inPlace'>): boolean {
  return name === 'bit' && inPlace === 'same text type';
}

function rangeOf(
  { name, unsigned }: ColumnType,
  { inPlace }: Pick<ColumnChange, 'inPlace'>,
): { min: number; max: number } {
  const bits = BITS[name] ?? (isFlag(name, { inPlace }) ? 1 : 64);
  const isUnsigned = unsigned || (/^(?:tinyint|bit)$/.test(name) && inPlace === 'same text type');
  return isUnsigned ? { min: 0, max: 2 ** bits } : { min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) };
}

/** Digits before and after the decimal point. */
function digitsOf({ name, args }: ColumnType, { numericDigits }: ColumnChange): { whole: number; scale: number } {
  if (name !== 'numeric') return { whole: Math.ceil((BITS[name] ?? 64) * Math.log10(2)), scale: 0 };
  const [precision, scale = 0] = args.map(Number);
  if (precision !== undefined) return { whole: precision - scale, scale };
  return { whole: numericDigits, scale: Number.isFinite(numericDigits) ? 0 : Number.POSITIVE_INFINITY };
}

function numbers(from: ColumnType, to: ColumnType, rules: ColumnChange): ColumnDifference | undefined {
  const isNumber = ({ name }: ColumnType) => name === 'numeric' || WHOLE.test(name);
  if (!isNumber(from) || !isNumber(to)) return undefined;
  const [before, after] = [digitsOf(from, rules), digitsOf(to, rules)];
  const effects: ChangeEffect[] = [];
  if (after.scale < before.scale) effects.push(ROUND);
  if (after.whole < before.whole || (to.unsigned && !from.unsigned)) effects.push(rules.overflow);
  if (effects.length > 0)
    return { change: from.name === to.name ? 'narrow' : 'convert', effects: [...effects, REWRITE] };
  // PostgreSQL: the stored form has the scale, but not the precision.
  const isKept = rules.inPlace === 'text and precision' && from.name === to.name;
  return widen(isKept && (after.scale === before.scale || !Number.isFinite(after.whole)));
}

function reals(from: ColumnType, to: ColumnType): ColumnDifference | undefined {
  const isNumber = ({ name }: ColumnType) => name === 'numeric' || WHOLE.test(name) || REAL.test(name);
  if (!isNumber(from) || !isNumber(to)) return undefined;
  if (from.name === 'real' && to.name === 'double') return widen(false);
  if (/^(?:tiny|small|medium)?int$/.test(from.name) && to.name === 'double') return widen(false);
  const isReal = REAL.test(from.name) && REAL.test(to.name);
  return {
    change: isReal ? 'narrow' : 'convert',
    effects: REAL.test(to.name) ? [ROUND, REWRITE] : [ROUND, FAIL, REWRITE],
  };
}

function times(from: ColumnType, to: ColumnType, rules: ColumnChange): ColumnDifference | undefined {
  const isTime = ({ name }: ColumnType) => TIMES.test(name) || SHORT.test(name);
  if (!isTime(from) || !isTime(to)) return undefined;
  if (from.name === to.name) {
    const [before, after] = [from, to].map(({ args }) => Number(args[0] ?? rules.timeDigits)) as [number, number];
    return after >= before
      ? widen(rules.inPlace === 'text and precision')
      : { change: 'narrow', effects: [ROUND, REWRITE] };
  }
  const [before, after] = [from, to].map(({ name }) => PRECISIONS.indexOf(name)) as [number, number];
  if (before >= 0 && after > before) return widen(false);
  if (SHORT.test(to.name)) return { change: 'narrow', effects: ['truncate values', REWRITE] };
  if (from.name === 'date') return widen(false);
  return { change: 'convert', effects: [REWRITE] };
}

/** MySQL's ENUM and SET: values can be added behind the others. */
function lists(from: ColumnType, to: ColumnType, rules: ColumnChange): ColumnDifference | undefined {
  if (from.name !== to.name || !/^(?:enum|set)$/.test(from.name)) return undefined;
  const isKept = from.args.every((value, at) => to.args[at] === value);
  const unit = from.name === 'enum' ? 255 : 8;
  const hasAll = from.args.every((value) => to.args.includes(value));
  if (!hasAll) return { change: 'narrow', effects: [rules.overflow, REWRITE] };
  return widen(isKept && Math.ceil(from.args.length / unit) === Math.ceil(to.args.length / unit));
}
