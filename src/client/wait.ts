import type { Clock } from './clock.ts';

const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 30_000;
const FIRST_POLL = 500;
const POLL_GROWTH = 1.6;
const LONGEST_POLL = 10_000;

/**
 * How long to wait before the next attempt, in milliseconds: full jitter (a random part of a bound that doubles), so that
 * many jobs that failed together do not come again together.
 *
 * @param failures how many attempts have failed, from 1
 */
export function backoff(failures: number, { random }: Pick<Clock, 'random'>): number {
  return random() * Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** Math.min(failures - 1, 20));
}

/** How long to wait before asking again how a simulation stands, in milliseconds: longer each time, a tenth up or down. */
export function pollPause(polls: number, { random }: Pick<Clock, 'random'>): number {
  return Math.min(LONGEST_POLL, FIRST_POLL * POLL_GROWTH ** Math.min(polls, 20)) * (0.9 + 0.2 * random());
}

/**
 * What `Retry-After` asks for, in milliseconds from now; undefined where it is missing or cannot be read. It is a number of
 * seconds or an HTTP date (RFC 9110, 10.2.3). A date is taken relative to the answer's own `Date`, so that a clock that is
 * wrong on either side does no harm.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, { now }: Pick<Clock, 'now'>): number | undefined {
  const asked = headers['retry-after']?.trim();
  if (asked === undefined) return undefined;
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1000;
  const until = httpDate(asked);
  if (until === undefined) return undefined;
  return Math.max(0, until - (httpDate(headers['date']) ?? now()));
}

/** All three forms that an HTTP date may have (RFC 9110, 5.6.7); the last one names no zone, and means GMT. */
function httpDate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const known =
    /^[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -](\d\d){1,2} \d\d:\d\d:\d\d GMT$/.test(text) ||
    /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text);
  const at = known ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** `3 s`, `10 min`, `1 h`: a duration in milliseconds for people, rounded up. */
export function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
