import { type Expression, partsOf } from '../../expressions/expression.ts';
import type { SqlText } from '../query.ts';
import { differenceOf, fieldOf, isInterval, isSlack, numberOf, yearIn } from './time-values.ts';

/** Column names for the time of creation, in lower case and without underscores. */
const MADE =
  /^(?:at|created(?:at|on|date|time|datetime|timestamp|ts)?|create(?:date|time|dt)|creation(?:date|time|timestamp)|inserted(?:at|on)?|insert(?:date|time|dt)|date(?:created|added|inserted)|time(?:created|added)|added(?:at|on)|gmtcreated?)$/;
const NOW =
  /^(?:now|sysdate|sysdatetime|sysdatetimeoffset|sysutcdatetime|getdate|getutcdate|current_timestamp|localtimestamp|utc_timestamp|transaction_timestamp|statement_timestamp|clock_timestamp|unix_timestamp)$/;
/** SQLite's functions that take the text `now`. */
const OF_TEXT = /^(?:datetime|date|julianday|unixepoch|strftime)$/;
const ADDS_DAYS = /^(?:dateadd|date_add|adddate|timestampadd)$/;
const PASSES_ON = /^(?:timezone|convert_tz|to_timestamp|from_unixtime|switchoffset|todatetimeoffset)$/;
const FIRST_VALUE = /^(?:coalesce|isnull|ifnull|nvl)$/;
const COMPLEMENT: Readonly<Record<string, string>> = { '<': '>=', '>': '<=', '<=': '>', '>=': '<' };
const SWAPPED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };
/**
 * The first year in which no row was made yet, and the last in which none was made. Fixed, since verdicts must not depend on
 * the clock: raise it before 2030.
 */
const FAR_YEAR = 2030;
const FIRST_YEAR = 2000;
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
  if (expression.kind === 'between') {
    const { arg, low, high } = expression;
    const excludes = expression.negated !== negated;
    const [first, last] = [comparison('>=', arg, low), comparison('<=', arg, high)].map((side) =>
      keepsEveryTime(side, text, own, excludes),
    );
    return excludes ? (first ?? last) : first && last;
  }
  return expression.kind === 'binary' ? keepsByComparison(expression, text, own, negated) : undefined;
}

function keepsByComparison(
  expression: Expression & { kind: 'binary' },
  text: SqlText,
  own: (part: Expression) => boolean,
  negated: boolean,
): string | undefined {
  const isMade = (part: Expression) => part.kind === 'column' && isSetOnce(part.text) && own(part);
  if (/^<(?:!=)?>$/.test(expression.op)) {
    const { left, right } = expression;
    return !negated && isMade(left) && isOutside(right, text) ? nameOf(left) : undefined;
  }
  if (COMPLEMENT[expression.op] === undefined) return undefined;
  const same = withoutConversion(expression) ?? ofTimeItself(expression);
  if (same) return keepsEveryTime(same, text, own, negated);
  const passed = keepsAllThatPassed(expression, text, own, negated);
  if (passed !== undefined) return passed;
  // Rounding down cannot move a time past now.
  if (isRoundedDown(expression.left) && !negated && /^<=?$/.test(expression.op)) {
    const [inner] = expression.left.args.filter(isMade);
    if (inner && isReached(expression.right, expression.op, true, text)) return nameOf(inner);
  }
  const isRight = expression.right.kind === 'column' && own(expression.right);
  const [column, bound] = isRight ? [expression.right, expression.left] : [expression.left, expression.right];
  const swapped = isRight ? SWAPPED[expression.op] : expression.op;
  const op = (negated ? COMPLEMENT[swapped ?? ''] : swapped) ?? '';
  const isUpper = op.startsWith('<');
  if (isFarAway(isUpper, column, bound, own, text)) return nameOf(column);
  if (!isMade(column)) return undefined;
  const holds = isUpper
    ? isReached(bound, op, column.kind === 'column' && column.converted, text)
    : isLongAgo(bound, text);
  return holds ? nameOf(column) : undefined;
}

/** Whether each time that has passed is below the bound. Its day may also be today: `created_at::date <= CURRENT_DATE`. */
function isReached(bound: Expression, op: string, isRounded: boolean, text: SqlText): boolean {
  return isNowOrLater(bound, text, 0) || (isRounded && op === '<=' && isTodayOrLater(bound, text));
}

/** Whether no row was made at that time. */
function isOutside(time: Expression, text: SqlText): boolean {
  return isNowOrLater(time, text, 0) || isLongAgo(time, text);
}

function comparison(op: string, left: Expression, right: Expression): Expression {
  return { kind: 'binary', op, left, right };
}

function nameOf(part: Expression | undefined): string | undefined {
  return part?.kind === 'column' ? lastPart(part.text) : undefined;
}

/** Names of times that every row has, like that of its creation, and that have passed. */
const SET_ONCE =
  /^(?:(?:(?:last)?(?:updated|update|modified|changed)|registered|joined|signedup|occurred|happened|logged|recorded|placed|ordered|received)(?:at|on|date|time)|last(?:seen|active|activity|access)(?:at|on|date|time)?)$/;

function isSetOnce(name: string): boolean {
  return saysWhenMade(lastPart(name)) || SET_ONCE.test(bareName(name));
}

/** The comparison of a time itself: `a < now() - x` for `a + x < now()`, `a < '2099-01-01'` for `year(a) < 2099`. */
function ofTimeItself({ op, left, right }: Expression & { kind: 'binary' }): Expression | undefined {
  if (left.kind === 'binary' && /^[-+]$/.test(left.op) && left.left.kind === 'column' && isInterval(left.right))
    return comparison(op, left.left, comparison(left.op === '+' ? '-' : '+', right, left.right));
  // A day that is compared with a number, such as a date without quotes.
  if (left.kind === 'call' && OF_DAY.test(left.name) && left.args.length === 1 && numberOf(right) !== undefined)
    return comparison(op, left.args[0] as Expression, right);
  if (left.kind !== 'call' || right.kind !== 'constant') return undefined;
  const [unit, column] = fieldOf(left);
  const number = Number(right.value);
  if (!column || right.value === null || Number.isNaN(number)) return undefined;
  if (unit === 'epoch')
    return comparison(op, column, { kind: 'call', name: 'to_timestamp', args: [right], text: 'to_timestamp' });
  const year = op === '<=' || op === '>' ? number + 1 : number;
  if (unit !== 'year' || year < 0 || year > 9999) return undefined;
  const bound: Expression = { kind: 'constant', value: `${String(year).padStart(4, '0')}-01-01` };
  return comparison(op.startsWith('<') ? '<' : '>=', column, bound);
}

/** Functions that turn a time into a number or a day, and keep the order of times. SQLite's take modifiers, too. */
const CONVERTS = /^(?:date|datetime|julianday|unixepoch|unix_timestamp|timestamp|to_days|to_seconds)$/;
/** Those of them that give a day or time again. */
const OF_DAY = /^(?:date|datetime|timestamp)$/;
/** Functions that round a time down; one of their arguments is the time. */
const ROUNDS_DOWN = /^(?:date_trunc|datetrunc|date_bin)$/;

/** The same comparison without a conversion that both sides have: `julianday(a) <= julianday(b)`. */
function withoutConversion({ op, left, right }: Expression & { kind: 'binary' }): Expression | undefined {
  if (left.kind !== 'call' || right.kind !== 'call' || left.name !== right.name || !/=$/.test(op)) return undefined;
  const [[one, ...more], [other, ...others]] = [left.args, right.args].map((args) =>
    withoutFormat(left.name, args),
  ) as [readonly Expression[], readonly Expression[]];
  if (!one || !other || more.length + others.length > 0 || (left.name !== 'strftime' && !CONVERTS.test(left.name)))
    return undefined;
  return { kind: 'binary', op, left: one, right: other };
}

/** The arguments of SQLite's strftime after a format that keeps the order of times, or those of another function. */
function withoutFormat(name: string, args: readonly Expression[]): readonly Expression[] {
  const [format, ...others] = args;
  if (name !== 'strftime') return args;
  const isOrdered = format?.kind === 'constant' && /^(?:%s|%Y(?:-?%m(?:-?%d)?)?)$/.test(String(format.value));
  return isOrdered ? others : [];
}

/** Whether it rounds a time down, or turns it into a number or a day. */
function isRoundedDown(part: Expression): part is Expression & { kind: 'call' } {
  if (part.kind !== 'call') return false;
  return ROUNDS_DOWN.test(part.name) || (CONVERTS.test(part.name) && part.args.length === 1);
}

/** Names of times that have passed where there is one. */
const PASSED =
  /^(?:deleted|removed|updated|modified|changed|closed|completed|finished|started|cancelled|canceled|archived|sent|paid|seen|used|published|registered|joined|signedup|confirmed|verified|lastseen|lastlogin|lastused)(?:at|on|date|time)?$/;

/**
 * The column, if the condition holds for each time between 1970 and now: it says how long ago it was
 * (`datediff(now(), created_at) >= 0`), since when (`unix_timestamp(created_at) > 0`), or has now in place of NULL
 * (`coalesce(deleted_at, now()) <= now()`).
 */
function keepsAllThatPassed(
  { op, left, right }: Expression & { kind: 'binary' },
  text: SqlText,
  own: (part: Expression) => boolean,
  negated: boolean,
): string | undefined {
  if (negated) return undefined;
  const isTime = (part: Expression | undefined) => part?.kind === 'column' && own(part);
  const isPast = (part: Expression | undefined) =>
    part?.kind === 'column' && own(part) && (saysWhenMade(lastPart(part.text)) || PASSED.test(bareName(part.text)));
  if (left.kind === 'call' && FIRST_VALUE.test(left.name) && /^<=?$/.test(op) && isNowOrLater(right, text, 0)) {
    const [first, last] = [left.args[0], left.args.at(-1)];
    return op === '<=' && left.args.length > 1 && isPast(first) && last && isNowOrLater(last, text, 0)
      ? nameOf(first)
      : undefined;
  }
  const bound = numberOf(right) ?? signOf(right);
  if (bound === undefined) return undefined;
  if (left.kind === 'call' && SINCE.test(left.name) && /^>=?$/.test(op) && bound <= 0) {
    const [column] = left.args.filter(isTime);
    return nameOf(column);
  }
  const [later, earlier] = differenceOf(left);
  const isExact = left.kind === 'binary' || (left.kind === 'call' && left.name === 'age');
  const inDays = !(isExact && later && isNowOrLater(withoutNumber(later), text, 0));
  if (later && earlier && isTodayOrLater(later, text) && isMadeOrDate(earlier, own) && holdsForAges(op, bound, inDays))
    return nameOf(columnOf(earlier));
  if (
    later &&
    earlier &&
    isTodayOrLater(earlier, text) &&
    isMadeOrDate(later, own) &&
    holdsForAges(SWAPPED[op] ?? op, -bound, inDays)
  )
    return nameOf(columnOf(later));
  return undefined;
}

/** 1 for an interval that is longer than none, -1 for a negative one; undefined for anything else. */
function signOf(value: Expression): 1 | -1 | undefined {
  if (!isInterval(value) || !/[1-9]/.test(spelled(value))) return undefined;
  return isForward(value) ? 1 : -1;
}

/** The time in `julianday('now')`, or the expression itself. */
function withoutNumber(part: Expression): Expression {
  const isAlone =
    part.kind === 'call' && /^(?:julianday|unixepoch|unix_timestamp)$/.test(part.name) && part.args.length === 1;
  return (isAlone ? part.args[0] : undefined) ?? part;
}

/** Whether a time is that of the statement, its day, or a later one. */
function isTodayOrLater(value: Expression, text: SqlText): boolean {
  if (value.kind === 'column') return /^(?:current_date|sysdate)$/.test(value.text) || isNowOrLater(value, text, 0);
  if (value.kind === 'call' && value.args.length === 0 && /^(?:curdate|current_date)$/.test(value.name)) return true;
  const isAlone = value.kind === 'call' && CONVERTS.test(value.name) && value.args.length === 1;
  return isNowOrLater((isAlone ? value.args[0] : undefined) ?? value, text, 0);
}

/** Whether the comparison holds for each age: a number above 0, or one of whole days from 0 on. */
function holdsForAges(op: string, bound: number, inDays: boolean): boolean {
  return (op === '>' && (inDays ? bound < 0 : bound <= 0)) || (op === '>=' && bound <= 0);
}

const SINCE = /^(?:unix_timestamp|unixepoch|julianday|to_days|to_seconds|year|yearweek)$/;

/** The time of the creation of a row, or its day or number. */
function isMadeOrDate(part: Expression, own: (part: Expression) => boolean): boolean {
  const column = columnOf(part);
  return column !== undefined && own(column) && isSetOnce(column.text);
}

function columnOf(part: Expression): (Expression & { kind: 'column' }) | undefined {
  const inner = part.kind === 'call' && CONVERTS.test(part.name) && part.args.length === 1 ? part.args[0] : part;
  return inner?.kind === 'column' ? inner : undefined;
}

function bareName(name: string): string {
  return lastPart(name).toLowerCase().replaceAll('_', '');
}

/** Whether the bound is before or after all times. */
function isFarAway(
  isUpper: boolean,
  column: Expression,
  bound: Expression,
  own: (part: Expression) => boolean,
  text: SqlText,
): boolean {
  return isUpper ? isFarFuture(column, bound, own, text) : isFarPast(column, bound, own);
}

/** Whether it is a time that is compared with one which is years ahead: no row is later. */
function isFarFuture(
  column: Expression,
  bound: Expression,
  own: (part: Expression) => boolean,
  text: SqlText,
): boolean {
  if (column.kind !== 'column' || !own(column)) return false;
  const name = bareName(column.text);
  const year = yearIn(bound);
  // `9999-12-31` stands for no end.
  if (year >= FAR_YEAR) return PASSED.test(name) || (year < NO_END && TIME.test(name) && !AHEAD.test(name));
  const years = Math.max(0, ...[...spelled(bound).matchAll(YEARS)].map(([, before, after]) => Number(before ?? after)));
  return years >= FAR_YEARS && isNowOrLater(bound, text, 0);
}

/** Whether a time is compared with one that only clocks without a setting show. `0000-00-00` stands for none. */
function isFarPast(column: Expression, bound: Expression, own: (part: Expression) => boolean): boolean {
  const year = yearIn(bound);
  return column.kind === 'column' && own(column) && TIME.test(bareName(column.text)) && year > 0 && year < 1971;
}

const NO_END = 2199;
const TIME = /(?:at|on|date|time|timestamp|datetime)$/;
/** Names of times that may be years ahead. */
const AHEAD =
  /expir|valid|until|end|due|deadline|next|plan|schedul|future|renew|birth|start|effective|target|maturity|to$/;

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
      return /^(?:infinity|now|tomorrow)$/.test(String(value.value)) || yearIn(value) >= FAR_YEAR;
    case 'binary':
      if (value.op === '-') return inner(value.left) && (isSlack(value.right) || signOf(value.right) === -1);
      return value.op === '+' && ((inner(value.left) && isForward(value.right)) || isEndOfDay(value, text));
    case 'call':
      return isLaterCall(value, inner);
    default:
      return false;
  }
}

/** `current_date + 1`, `date_trunc('day', now()) + interval '1 day'`. */
function isEndOfDay({ left, right }: Expression & { kind: 'binary' }, text: SqlText): boolean {
  const inner = left.kind === 'call' && /^(?:date_trunc|date)$/.test(left.name) ? left.args.at(-1) : left;
  if (!inner || !isTodayOrLater(inner, text) || !isForward(right)) return false;
  return right.kind === 'constant'
    ? typeof right.value === 'number' && right.value >= 1
    : /\b(?:day|week|month|year)s?\b/i.test(spelled(right));
}

function isLaterCall(
  { name, args }: Expression & { kind: 'call' },
  inner: (part: Expression | undefined) => boolean,
): boolean {
  const [first, second, third] = args;
  // The argument of `now(6)` is its precision.
  if (NOW.test(name))
    return args.length === 0 || (args.length === 1 && first?.kind === 'constant' && typeof first.value === 'number');
  if (PASSES_ON.test(name) && inner(first)) return true;
  if (FIRST_VALUE.test(name)) return inner(args.at(-1)) && args.slice(0, -1).every((arg) => arg.kind !== 'query');
  if (OF_TEXT.test(name)) {
    const at = name === 'strftime' ? 1 : 0;
    const isNow = args[at]?.kind === 'constant' && (args[at] as { value: unknown }).value === 'now';
    const isLater = isNow && args.slice(at + 1).every((arg) => isForward(arg) || isSlack(arg));
    return isLater && (name !== 'date' || args.slice(1).some((arg) => /\d\s*(?:day|month|year)/i.test(spelled(arg))));
  }
  if (/^(?:date_sub|subdate)$/.test(name))
    return inner(first) && second !== undefined && (isSlack(second) || signOf(second) === -1);
  if (!ADDS_DAYS.test(name)) return yearIn({ kind: 'call', name, args, text: name }) >= FAR_YEAR;
  if (args.length === 2) return inner(first) && second !== undefined && isForward(second);
  return inner(third) && second !== undefined && isForward(second);
}

/** Whether it adds to a time: an interval or number without a sign, or a modifier of SQLite's such as `localtime`. */
function isForward(value: Expression): boolean {
  if (value.kind === 'unary') return (numberOf(value) ?? -1) >= 0;
  if (value.kind === 'constant')
    return typeof value.value === 'number' ? value.value >= 0 : !/-|\bago\b|start of/i.test(String(value.value));
  return value.kind === 'opaque' && value.given && /^INTERVAL\b/i.test(value.text) && !/-|\bago\b/i.test(value.text);
}

/** The days from 1900 to 2000, which T-SQL counts. */
const DAYS_TO_FIRST_YEAR = 36_524;
/** The seconds from 1970 to 2000. */
const SECONDS_TO_FIRST_YEAR = 946_684_800;

/** Whether a time is before all rows: `'1970-01-01'`, `'-infinity'`, `to_timestamp(0)`, `2024-01-01` without quotes. */
function isLongAgo(value: Expression, text: SqlText): boolean {
  if (value.kind === 'call') {
    const [only, ...others] = value.args;
    const isConversion = /^(?:to_timestamp|from_unixtime|date|datetime)$/.test(value.name);
    return (
      yearIn(value) <= FIRST_YEAR ||
      (isConversion && others.length === 0 && only !== undefined && isLongAgo(only, text))
    );
  }
  const number = value.kind === 'opaque' ? undefined : numberOf(value);
  // SQLite stores times as texts, which are above all numbers, or as seconds. MySQL takes 20240101 for a date.
  if (number !== undefined)
    return number <= (text.lexical.values.typeOrder ? SECONDS_TO_FIRST_YEAR : DAYS_TO_FIRST_YEAR);
  if (value.kind !== 'constant') return false;
  return /^(?:-infinity|epoch|)$/.test(String(value.value)) || yearIn(value) <= FIRST_YEAR;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
