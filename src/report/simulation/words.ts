import {
  counted,
  type ErrorPlace,
  type FlowCaller,
  type FlowClass,
  type FlowReport,
  grouped,
  type HistoryOrigin,
} from '../../model/index.ts';
import { cut, revealInvisible } from '../text/visible.ts';

/** A share in percent. Only 0 is shown as 0 %, and only 1 as 100 %. */
export function percent(share: number): string {
  const value = share * 100;
  if (!(value > 0)) return '0 %';
  if (value < 0.01) return '< 0.01 %';
  if (value >= 100) return '100 %';
  if (value > 99.9) return '> 99.9 %';
  return `${value.toFixed(value < 10 ? 2 : 1)} %`;
}

/** A number in percent of a total; 0 % if the total is 0. */
export function percentOf(part: number, total: number): string {
  return percent(total === 0 ? 0 : part / total);
}

/** The date of an ISO 8601 timestamp. */
export function day(timestamp: string): string {
  return timestamp.slice(0, 10);
}

/** Untrusted text on one line, cut to `limit` UTF-16 units as shown. */
export function cutText(raw: string, limit: number): string {
  // A shape can be a megabyte long, so drop what is far behind the cut first.
  const start = raw.length > 8 * limit ? `${raw.slice(0, 8 * limit)}…` : raw;
  return cut(revealInvisible(start.replace(/\s+/gu, ' ').trim()), limit);
}

/** `file:line:column`, as far as it is known. Raw text. */
export function placeText({ file, line, column }: ErrorPlace): string {
  return [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
}

export const CLASS_WORDS: Readonly<Record<FlowClass, string>> = {
  newly_blocked: 'newly blocked',
  partly_blocked: 'partly blocked',
  unknown: 'unknown',
  newly_allowed: 'newly allowed',
  changed: 'changed',
  unchanged: 'unchanged',
};

/** The caller of a flow, with names in back-ticks. Raw text. */
export function callerText({ application, user, database }: FlowCaller, limit = 80): string {
  const name = (what: string, value: string | undefined): string[] =>
    value === undefined || value === '' ? [] : [`${what}\`${cutText(value, limit)}\``];
  const others = [...name('user ', user), ...name('database ', database)].join(', ');
  const [first] = name('', application);
  if (first !== undefined) return others === '' ? first : `${first} (${others})`;
  return others === '' ? 'a caller that the history does not record' : others;
}

const ORIGIN_WORDS: Readonly<Record<HistoryOrigin, string>> = { production: 'in production', tests: 'in tests' };

/** Where something ran, if that is not production alone: `in tests`. */
export function originText(origins: readonly HistoryOrigin[] = []): string {
  return origins.length > 1 ? 'in production and in tests' : origins.map((origin) => ORIGIN_WORDS[origin]).join('');
}

/** The caller of a flow, and where it ran if tests are in the history. Raw text. */
export function runByText({ caller, origins }: FlowReport, limit = 80): string {
  return [callerText(caller, limit), originText(origins)].filter((part) => part !== '').join(', ');
}

/** How many of a flow's calls its class applies to. */
export function callsText({ calls, affectedCalls }: FlowReport): string {
  if (affectedCalls !== calls) return `${grouped(affectedCalls)} of ${counted(calls, 'call')}`;
  return calls === 1 ? 'its only call' : `all ${grouped(calls)} calls`;
}

/** When a flow ran. */
export function seenText({ daysActive, firstSeen, lastSeen }: FlowReport): string {
  if (firstSeen === undefined || lastSeen === undefined) return 'the history has no dates for it';
  const [first, last] = [day(firstSeen), day(lastSeen)];
  if (first === last) return `seen on ${first} only`;
  return `seen on ${counted(daysActive, 'day')} from ${first} to ${last}`;
}

/** The values that set the affected runs apart from the others; empty if there are none. Raw text. */
export function examplesText({ examples, moreExamples }: FlowReport, limit = 120): string {
  if (examples.length === 0) return '';
  const more = moreExamples > 0 ? `, and ${counted(moreExamples, 'other')}` : '';
  return examples.map((example) => cutText(example, limit)).join(', ') + more;
}

/** The first few items of a list, in a sentence; the rest is counted. Raw text. */
export function listed(items: readonly string[], max: number, what: string, separator = ', '): string {
  const more = items.length - max;
  const shown = items.slice(0, max).join(separator);
  return more > 0 ? `${shown}${separator}and ${counted(more, `more ${what}`)}` : shown;
}
