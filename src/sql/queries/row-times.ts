import { type Expression, partsOf } from '../expressions/expression.ts';
import type { SqlText } from './query.ts';

/** Column names for the time of creation, in lower case and without underscores. */
const MADE =
  /^(?:created(?:at|on|date|time|datetime|timestamp|ts)?|create(?:date|time|dt)|creation(?:date|time|timestamp)|inserted(?:at|on)?|insert(?:date|time|dt)|date(?:created|added|inserted)|time(?:created|added)|added(?:at|on)|gmtcreated?)$/;
const NOW =
  /^(?:now|sysdate|sysdatetime|sysdatetimeoffset|sysutcdatetime|getdate|getutcdate|current_timestamp|localtimestamp|utc_timestamp|transaction_timestamp|statement_timestamp|clock_timestamp|unix_timestamp)$/;
/** SQLite's functions that take the text `now`. */
const OF_TEXT = /^(?:datetime|date|julianday|unixepoch|strftime)$/;
const ADDS_DAYS = /^(?:dateadd|date_add|adddate|timestampadd)$/;
const PASSES_ON = /^(?:timezone|convert_tz|to_timestamp|from_unixtime|switchoffset|todatetimeoffset)$/;
const FIRST_VALUE = /^(?:coalesce|isnull|ifnull|nvl)$/;
const COMPLEMENT: Readonly<Record<string, string>> = { '<': '>=', '>': '<=', '<=': '>', '>=': '<' };
const SWAPPED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };
/** The first year in which no row was made yet, and the last in which none was made. */
const FAR_YEAR = 2100;
const EPOCH_YEAR = 1970;
const MAX_DEPTH = 8;

export function saysWhenMade(name: string): boolean {
  return MADE.test(name.toLowerCase().replaceAll('_', ''));
}

/**
 * The column for the time of creation, if the condition keeps every row that was created between 1970 and now.
 *
 * @param own whether a part is a column of the target
 */
export function keepsEveryTime(
  expression: Expression,
  text: SqlText,
  own: (part: Expression) => boolean,
  negated: boolean,
): string | undefined {
  const isMade = (part: Expression) => part.kind === 'column' && saysWhenMade(lastPart(part.text)) && own(part);
  const nameOf = (part: Expression) => (part.kind === 'column' ? lastPart(part.text) : undefined);
  if (expression.kind === 'between') {
    const { arg, low, high } = expression;
    const keeps = expression.negated === negated && isMade(arg) && isLongAgo(low) && isNowOrLater(high, text, 0);
    return keeps ? nameOf(arg) : undefined;
  }
  if (expression.kind !== 'binary' || COMPLEMENT[expression.op] === undefined) return undefined;
  const far = farFuture(expression, negated, own, text);
  if (far !== undefined) return far;
  const isRight = isMade(expression.right);
  const [column, bound] = isRight ? [expression.right, expression.left] : [expression.left, expression.right];
  if (!isMade(column)) return undefined;
  const swapped = isRight ? SWAPPED[expression.op] : expression.op;
  const op = negated ? COMPLEMENT[swapped ?? ''] : swapped;
  const keeps = op === '<' || op === '<=' ? isNowOrLater(bound, text, 0) : isLongAgo(bound);
  return keeps ? nameOf(column) : undefined;
}

/** The column of any time that a condition compares with one that is years ahead: no row is later. */
function farFuture(
  { op, left, right }: Expression & { kind: 'binary' },
  negated: boolean,
  own: (part: Expression) => boolean,
  text: SqlText,
): string | undefined {
  if (negated || !/^<=?$/.test(op) || left.kind !== 'column' || !own(left)) return undefined;
  const years = Math.max(0, ...[...spelled(right).matchAll(YEARS)].map(([, before, after]) => Number(before ?? after)));
  return years >= FAR_YEARS && isNowOrLater(right, text, 0) ? lastPart(left.text) : undefined;
}

/** `+100 years`, `DATEADD(YEAR, 10, …)`, `INTERVAL 10 YEAR`. */
const YEARS = /(\d+)\s*years?\b|\byears?\s*,\s*(\d+)/gi;
const FAR_YEARS = 5;

/** The literals and names of an expression. */
function spelled(expression: Expression): string {
  if (expression.kind === 'constant') return String(expression.value);
  if (expression.kind === 'column' || expression.kind === 'opaque') return expression.text;
  return partsOf(expression).map(spelled).join(', ');
}

/** Whether a value is the time of the statement, or a later one. */
function isNowOrLater(value: Expression, text: SqlText, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  const inner = (part: Expression | undefined) => part !== undefined && isNowOrLater(part, text, depth + 1);
  switch (value.kind) {
    case 'column':
      return (
        value.to === value.from + 1 && /^(?:current_timestamp|localtimestamp|utc_timestamp|sysdate)$/.test(value.text)
      );
    case 'constant':
      return value.value === 'infinity' || value.value === 'now' || yearOf(value) >= FAR_YEAR;
    case 'binary':
      return value.op === '+' && inner(value.left) && isForward(value.right);
    case 'call':
      return isLaterCall(value, inner);
    default:
      return false;
  }
}

function isLaterCall(
  { name, args }: Expression & { kind: 'call' },
  inner: (part: Expression | undefined) => boolean,
): boolean {
  const [first, second, third] = args;
  // The argument of `now(6)` is its precision.
  if (NOW.test(name))
    return args.length === 0 || (args.length === 1 && first?.kind === 'constant' && typeof first.value === 'number');
  if (PASSES_ON.test(name)) return inner(first);
  if (FIRST_VALUE.test(name)) return inner(args.at(-1)) && args.slice(0, -1).every((arg) => arg.kind !== 'query');
  if (OF_TEXT.test(name)) {
    const at = name === 'strftime' ? 1 : 0;
    const isNow = args[at]?.kind === 'constant' && (args[at] as { value: unknown }).value === 'now';
    return isNow && name !== 'date' && args.slice(at + 1).every(isForward);
  }
  if (!ADDS_DAYS.test(name)) return false;
  if (args.length === 2) return inner(first) && second !== undefined && isForward(second);
  return inner(third) && second !== undefined && isForward(second);
}

/** Whether it adds to a time: an interval or number without a sign, or a modifier of SQLite's such as `localtime`. */
function isForward(value: Expression): boolean {
  if (value.kind === 'constant')
    return typeof value.value === 'number' ? value.value >= 0 : !/-|\bago\b|start of/i.test(String(value.value));
  return value.kind === 'opaque' && value.given && /^INTERVAL\b/i.test(value.text) && !/-|\bago\b/i.test(value.text);
}

/** Whether a time is before all rows: `'1970-01-01'`, `'-infinity'`, `to_timestamp(0)`. */
function isLongAgo(value: Expression): boolean {
  if (value.kind === 'call') {
    const [only] = value.args;
    return (
      value.args.length === 1 &&
      /^(?:to_timestamp|from_unixtime|date|datetime)$/.test(value.name) &&
      only !== undefined &&
      isLongAgo(only)
    );
  }
  if (value.kind === 'unary')
    return value.op === '-' && value.arg.kind === 'constant' && typeof value.arg.value === 'number';
  if (value.kind !== 'constant') return false;
  if (typeof value.value === 'number') return value.value <= 0;
  return value.value === '-infinity' || value.value === 'epoch' || value.value === '' || yearOf(value) <= EPOCH_YEAR;
}

/** The year of a date; NaN for anything else. */
function yearOf(value: Expression & { kind: 'constant' }): number {
  const [, year] = /^\s*(\d{4})-?\d\d-?\d\d/.exec(String(value.value)) ?? [];
  return Number(year ?? Number.NaN);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
