// All times are UTC: the people who read one audit trail work in several time zones.

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
const SECONDS = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
});
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `28 Nov 2026` */
export function date(at: string): string {
  return DATE.format(Date.parse(at));
}

/** `10:34` */
export function time(at: string): string {
  return TIME.format(Date.parse(at));
}

/** `28 Nov 2026, 10:34` */
export function dateTime(at: string): string {
  return `${date(at)}, ${time(at)}`;
}

/** `28 Nov 2026, 10:34:07` */
export function dateTimeSeconds(at: string): string {
  return `${date(at)}, ${SECONDS.format(Date.parse(at))}`;
}

/** `in 9 days`, `2 minutes ago`, `yesterday` */
export function relative(at: string, now = Date.now()): string {
  const ms = Date.parse(at) - now;
  const size = Math.abs(ms);
  if (size < MINUTE) return ms <= 0 ? 'just now' : 'in less than a minute';
  if (size < HOUR) return RELATIVE.format(Math.trunc(ms / MINUTE), 'minute');
  if (size < DAY) return RELATIVE.format(Math.trunc(ms / HOUR), 'hour');
  // A key of 90 days expires "in 90 days" also a second after it was made.
  return RELATIVE.format(ms > 0 ? Math.round(ms / DAY) : Math.trunc(ms / DAY), 'day');
}

/** Whole days since a time. */
export function daysSince(at: string, now = Date.now()): number {
  return Math.floor((now - Date.parse(at)) / DAY);
}

/** Whole days until a time; negative if it has passed. */
export function daysUntil(at: string, now = Date.now()): number {
  return Math.floor((Date.parse(at) - now) / DAY);
}

/** `5 to 18 Nov 2026` */
export function dates(first: string, last: string): string {
  const [from, to] = [date(first), date(last)];
  if (from === to) return from;
  const [day, month, year] = from.split(' ');
  const [, toMonth, toYear] = to.split(' ');
  if (year !== toYear) return `${from} to ${to}`;
  return month === toMonth ? `${day} to ${to}` : `${day} ${month} to ${to}`;
}

/** Days (UTC) from the first to the last, both counted. */
export function daysFrom(first: string, last: string): number {
  const day = (at: string) => Math.floor(Date.parse(at) / DAY);
  return day(last) - day(first) + 1;
}
