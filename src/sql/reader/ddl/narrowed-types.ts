import type { Scan } from '../scan.ts';

/** Columns with a time of day, by their names as written: `paid_at`, `PaidAt`. */
const INSTANT = /(?:_at|_ts|timestamp|date_?time)$|[a-z]At$/;
/** Columns with amounts that have decimal places. */
const AMOUNT =
  /(?:^|_|(?<=[a-z])(?=[A-Z]))(?:amount|price|total|subtotal|balance|cost|fee|tax|salary|discount|revenue)$/i;
const DAYS = /^(?:date|time|year|smalldatetime)$/;
const EXACT = /^(?:decimal|numeric|dec|fixed)$/;

/**
 * MySQL and T-SQL: why a change of a column's type may lose a part of the values, though no error is raised. What type the
 * column had is not known, so that its name says what its values are.
 *
 * @param at the token of the column's name, after which the type follows
 * @param type the new type in lower case
 */
export function narrowingDoubt({ tokens, out }: Scan, at: number, type: string): string | undefined {
  // Facts of traffic do not depend on literals, such as those of a type.
  if (out.isTraffic) return undefined;
  const column = tokens.raw(at).replace(/^["`[]|["`\]]$/g, '');
  if (INSTANT.test(column) && DAYS.test(type))
    return `the change cuts off a part of each time unless \`${column}\` has the type ${type} already`;
  if (!AMOUNT.test(column)) return undefined;
  const isWhole = EXACT.test(type) && !hasScale(tokens, at + 2);
  if (!isWhole && type !== 'bit' && type !== 'real') return undefined;
  return `the change rounds each value unless \`${column}\` has the type ${type} without decimal places already`;
}

/** Whether `(10, 2)` follows, and not `(10)` or `(10, 0)`. */
function hasScale(tokens: Scan['tokens'], open: number): boolean {
  return tokens.word(open) === '(' && tokens.word(open + 2) === ',' && Number(tokens.raw(open + 3)) !== 0;
}
