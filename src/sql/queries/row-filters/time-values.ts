import type { Expression } from '../../expressions/expression.ts';

// What literals and calls say about times: the year of a date, the seconds of an interval, the field of `extract`.

/** Seconds: conditions that only spare rows which were made within this time keep all that matter. */
const SLACK = 60;

/** Seconds of an interval or a modifier of SQLite's, without their sign; undefined for one of hours or more. */
function secondsOf(value: Expression): number | undefined {
  if (value.kind !== 'opaque' && value.kind !== 'constant') return undefined;
  const text = value.kind === 'opaque' ? value.text : String(value.value);
  if (/^(?:INTERVAL ?)?'?-?(?:0|00:00:00)'?(?: \w+)?$/i.test(text) && text !== '0') return 0;
  const [, clock, amount, unit = ''] = SECONDS.exec(text) ?? [];
  if (clock !== undefined) return Number(clock);
  return amount === undefined ? undefined : Number(amount) * (/^m(?:in|$)/i.test(unit) ? 60 : /^s/i.test(unit) ? 1 : 0);
}

const SECONDS =
  /^(?:INTERVAL ?)?'?-?(?:00:00:(\d\d)|(\d{1,6})(?: ?'? ?)(m(?:in(?:ute)?)?|s(?:ec(?:ond)?)?|ms|milli\w+|micro\w+?)s?)'?$/i;

export function isSlack(value: Expression): boolean {
  return (secondsOf(value) ?? Number.POSITIVE_INFINITY) <= SLACK;
}

/** Functions that make a time of a text, by its first argument, or of the number of its year. */
const OF_PARTS = /^(?:make_date|make_timestamp|make_timestamptz|datefromparts)$/;
const OF_FORMAT = /^(?:to_date|to_timestamp|str_to_date|date|datetime|timestamp)$/;
const SECONDS_OF_YEAR = 31_556_952;

/** The year of a date, or of a function that makes one of literals; NaN for anything else. */
export function yearIn(value: Expression): number {
  if (value.kind === 'constant') {
    const [, year] = /^\s*(\d{4})(?:-\d\d?-\d\d?|\d{4}(?!\d))/.exec(String(value.value)) ?? [];
    return Number(year ?? Number.NaN);
  }
  const [first] = value.kind === 'call' ? value.args : [];
  if (value.kind !== 'call' || first?.kind !== 'constant') return Number.NaN;
  if (OF_PARTS.test(value.name)) return Number(first.value);
  if (/^(?:to_timestamp|from_unixtime)$/.test(value.name) && typeof first.value === 'number')
    return 1970 + first.value / SECONDS_OF_YEAR;
  return OF_FORMAT.test(value.name) && typeof first.value === 'string' ? yearIn(first) : Number.NaN;
}

/** The other operators read the other way round. */
const SWAPPED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

/** Whether seconds are below milliseconds: `extract(epoch FROM x) < extract(epoch FROM now()) * 1000`. */
export function isBelowMilliseconds({ op, left, right }: Expression & { kind: 'binary' }): boolean {
  if (SWAPPED[op]?.startsWith('<'))
    return isBelowMilliseconds({ kind: 'binary', op: SWAPPED[op] ?? op, left: right, right: left });
  if (!/^<=?$/.test(op) || left.kind !== 'call' || fieldOf(left)[0] !== 'epoch') return false;
  return right.kind === 'binary' && right.op === '*' && [right.left, right.right].some(isThousand);
}

function isThousand(part: Expression): boolean {
  return part.kind === 'constant' && typeof part.value === 'number' && part.value >= 1000;
}

export function isInterval(part: Expression): boolean {
  return part.kind === 'opaque' ? /^INTERVAL\b/i.test(part.text) : secondsOf(part) !== undefined;
}

/** The unit and the column of `extract(year FROM x)`, `date_part('year', x)`, `year(x)` and `to_char(x, 'YYYY')`. */
export function fieldOf({ name, args }: Expression & { kind: 'call' }): readonly [unit?: string, column?: Expression] {
  const [first, second, third] = args;
  const textOf = (part: Expression | undefined) => (part?.kind === 'constant' ? String(part.value).toLowerCase() : '');
  if (name === 'extract' && third) return [textOf(first), third];
  if (name === 'date_part' && second) return [textOf(first), second];
  if (name === 'year' && first && !second) return ['year', first];
  if (/^(?:unix_timestamp|unixepoch)$/.test(name) && first && !second) return ['epoch', first];
  if (name === 'strftime' && second && !third && textOf(first) === '%s') return ['epoch', second];
  if (name === 'to_char' && first && textOf(second) === 'yyyy') return ['year', first];
  return name === 'strftime' && second && !third && textOf(first) === '%y' ? ['year', second] : [];
}

/** What is subtracted from what: `a - b`, `age(a, b)`, `datediff(a, b)`, and in the other order with a unit before. */
export function differenceOf(part: Expression): readonly [later?: Expression, earlier?: Expression] {
  if (part.kind === 'binary' && part.op === '-') return [part.left, part.right];
  if (part.kind !== 'call') return [];
  const [first, second, third] = part.args;
  if (part.name === 'age' && first && !second) return [{ kind: 'call', name: 'now', args: [], text: 'now()' }, first];
  if (/^(?:datediff|age|timediff)$/.test(part.name) && first && second && !third) return [first, second];
  if (/^(?:datediff|datediff_big|timestampdiff)$/.test(part.name) && third && second) return [third, second];
  return [];
}

/** The number of a literal or of a sum of them; 0 for an interval of seconds. Undefined for anything else. */
export function numberOf(part: Expression): number | undefined {
  if (part.kind === 'unary' && part.op === '-') {
    const value = numberOf(part.arg);
    return value === undefined ? undefined : -value;
  }
  if (part.kind === 'binary' && /^[-+]$/.test(part.op)) {
    const [left, right] = [numberOf(part.left), numberOf(part.right)];
    return left === undefined || right === undefined ? undefined : part.op === '-' ? left - right : left + right;
  }
  if (part.kind === 'opaque' && isSlack(part)) return 0;
  return part.kind === 'constant' && typeof part.value === 'number' ? part.value : undefined;
}
