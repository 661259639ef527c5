import { type Constant, truthOf } from './values.ts';

const RANDOM_NAMES = 'random|rand|uuid|newid|nextval|gen_random_uuid|uuid_generate_v4|newsequentialid';

/** Functions whose result is another one for each row. */
export const RANDOM = new RegExp(`^(?:${RANDOM_NAMES})$`);

/** Functions whose result differs from call to call. That of clock_timestamp is later than the start for every row. */
export const VOLATILE = new RegExp(`^(?:${RANDOM_NAMES}|clock_timestamp)$`);

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
  concat: (values) => (values.includes(undefined) ? undefined : values.map((value) => value ?? '').join('')),
};

/** Functions that are evaluated for literals only: which values they give for the texts of a table is not known. */
const FOLDED: Readonly<Record<string, Evaluate>> = {
  lower: text((value) => value.toLowerCase()),
  upper: text((value) => value.toUpperCase()),
  trim: text((value) => value.trim()),
  ltrim: text((value) => value.trimStart()),
  rtrim: text((value) => value.trimEnd()),
  length: text((value) => value.length),
  char_length: text((value) => value.length),
  character_length: text((value) => value.length),
};

export function evaluatorOf(name: string, hasOnlyLiterals: boolean): Evaluate | undefined {
  return entryOf(EVALUATED, name) ?? (hasOnlyLiterals ? entryOf(FOLDED, name) : undefined);
}

function entryOf<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Functions whose values are calculated here: comparing one with a literal can be true for every row. */
export const KNOWN_FUNCTIONS: readonly string[] = Object.keys(EVALUATED);
