import type { Clock } from './clock.ts';

const FIRST_BACKOFF = 500;
const MAX_BACKOFF = 30_000;
const FIRST_POLL = 500;
const POLL_GROWTH = 1.6;
const MAX_POLL = 10_000;

/**
 * How long to wait before the next attempt, in milliseconds: exponential backoff with full jitter, so that jobs that
 * failed at the same time do not retry at the same time.
 *
 * @param failures number of failed attempts, from 1
 */
export function backoff(failures: number, { random }: Pick<Clock, 'random'>): number {
  return random() * Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** Math.min(failures - 1, 20));
}

/** How long to wait before the next poll of a simulation, in milliseconds: longer each time, with 10 % jitter. */
export function pollPause(polls: number, { random }: Pick<Clock, 'random'>): number {
  return Math.min(MAX_POLL, FIRST_POLL * POLL_GROWTH ** Math.min(polls, 20)) * (0.9 + 0.2 * random());
}

/**
 * The wait that `Retry-After` requests, in milliseconds from now; undefined if it is missing or malformed. The header
 * is a number of seconds or an HTTP date (RFC 9110, 10.2.3). A date is relative to the `Date` of the same response, so
 * that a wrong clock on either side does not matter.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, { now }: Pick<Clock, 'now'>): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const until = httpDate(value);
  if (until === undefined) return undefined;
  return Math.max(0, until - (httpDate(headers['date']) ?? now()));
}

/** Parses the three forms of an HTTP date (RFC 9110, 5.6.7). The last form has no zone and means GMT. */
function httpDate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const isHttpDate =
    /^[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -](\d\d){1,2} \d\d:\d\d:\d\d GMT$/.test(text) ||
    /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text);
  const timestamp = isHttpDate ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
  return Number.isNaN(timestamp) ? undefined : timestamp;
}

/** Formats milliseconds for messages, rounded up: `3 s`, `10 min`, `1 h`. */
export function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
