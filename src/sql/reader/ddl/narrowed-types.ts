import type { Scan } from '../scan.ts';
import { nameAt } from './columns.ts';

/** Columns with a time of day, by their names as written: `paid_at`, `PaidAt`. */
const INSTANT = /(?:_at|_ts|timestamp|date_?time)$|[a-z]At$/;
/** Columns with amounts that have decimal places. */
const AMOUNT =
  /(?:^|_|(?<=[a-z])(?=[A-Z]))(?:amount|price|total|subtotal|balance|cost|fee|tax|salary|discount|revenue)$/i;
const DAYS = /^(?:date|time|year|smalldatetime)$/;
const EXACT = /^(?:decimal|numeric|dec|fixed)$/;
const WHOLE = /^(?:bit|real)$/;
/** PostgreSQL, where the type stands alone, and is not there to repeat the rest of a column's definition. */
const WHOLE_ALONE = /^(?:int|integer|int2|int4|smallint)$/;

/**
 * Why a change of a column's type may lose a part of the values, though no error is raised. What type the column had is
 * not known, so that its name says what its values are.
 *
 * @param name the token of the column's name
 * @param at the token of the new type
 * @param type in lower case
 */
export function narrowingDoubt(
  { tokens, out, lexical }: Scan,
  name: number,
  at: number,
  type: string,
): string | undefined {
  // Facts of traffic do not depend on literals, such as those of a type.
  if (out.isTraffic) return undefined;
  const column = tokens.raw(name).replace(/^["`[]|["`\]]$/g, '');
  if (INSTANT.test(column) && DAYS.test(type))
    return `the change cuts off a part of each time unless \`${column}\` has the type ${type} already`;
  if (!AMOUNT.test(column)) return undefined;
  const whole = lexical.ddl.typeAlone ? WHOLE : WHOLE_ALONE;
  // Without parentheses, PostgreSQL's type keeps all places.
  const hasPlaces = lexical.ddl.typeAlone
    ? hasScale(tokens, at + 1)
    : tokens.word(at + 1) !== '(' || hasScale(tokens, at + 1);
  const isWhole = EXACT.test(type) && !hasPlaces;
  if (!isWhole && !whole.test(type)) return undefined;
  return `the change rounds each value unless \`${column}\` has no decimal places already`;
}

/** PostgreSQL: the same for `ALTER COLUMN c TYPE …` in `from` to `to`, if its values are converted as they are. */
export function conversionDoubt(scan: Scan, from: number, to: number): string | undefined {
  const { tokens } = scan;
  const name = tokens.word(from + 1) === 'COLUMN' ? from + 2 : from + 1;
  const at = scan.find('TYPE', name, to) + 1;
  if (tokens.word(from) !== 'ALTER' || at === 0) return undefined;
  const using = scan.find('USING', at, to);
  if (using >= 0 && !convertsOnly(scan, using + 1, to, nameAt(scan, name))) return undefined;
  return narrowingDoubt(scan, name, at, tokens.word(at).toLowerCase());
}

/** `c::date`, `CAST(c AS date)`. */
export function convertsOnly(scan: Scan, from: number, to: number, column: string | undefined): boolean {
  const { tokens } = scan;
  let first = from;
  while (/^(?:\(|CAST)$/.test(tokens.word(first))) first++;
  if (nameAt(scan, first) !== column) return false;
  for (let at = first; at < to; at++) if (/^(?:[-*/+|]|\|\||AT)$/.test(tokens.word(at))) return false;
  return true;
}

/** Whether `(10, 2)` follows, and not `(10)` or `(10, 0)`. */
function hasScale(tokens: Scan['tokens'], open: number): boolean {
  return tokens.word(open) === '(' && tokens.word(open + 2) === ',' && Number(tokens.raw(open + 3)) !== 0;
}
