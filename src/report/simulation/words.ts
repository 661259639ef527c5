import type { ErrorPlace, FlowCaller, FlowClass, FlowReport } from '../../model/index.ts';
import { cut, revealInvisible } from '../text/visible.ts';

/** `1,690,299`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 flow`, `4,928 flows`. */
export function quantity(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A part of a whole in percent. What is more than nothing is never shown as nothing, nor what is less than all as all. */
export function percent(share: number): string {
  const value = share * 100;
  if (!(value > 0)) return '0 %';
  if (value < 0.01) return '< 0.01 %';
  if (value >= 100) return '100 %';
  if (value > 99.9) return '> 99.9 %';
  return `${value.toFixed(value < 10 ? 2 : 1)} %`;
}

/** A part of calls in percent of all of them; of none it is 0 %. */
export function percentOf(part: number, whole: number): string {
  return percent(whole === 0 ? 0 : part / whole);
}

/** The day of an instant in ISO 8601. */
export function day(instant: string): string {
  return instant.slice(0, 10);
}

/** Text of strangers cut to so many UTF-16 units as it is shown, on one line. */
export function cutText(raw: string, limit: number): string {
  // What is far behind the cut need not be looked at: a shape can be a megabyte.
  const near = raw.length > 8 * limit ? `${raw.slice(0, 8 * limit)}…` : raw;
  return cut(revealInvisible(near.replace(/\s+/gu, ' ').trim()), limit);
}

/** `file:line:column`, with as much of it as is known; raw. */
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

/** Who runs a flow, names in back-ticks; raw. */
export function callerText({ application, user, database }: FlowCaller, limit = 80): string {
  const name = (what: string, value: string | undefined): string[] =>
    value === undefined || value === '' ? [] : [`${what}\`${cutText(value, limit)}\``];
  const others = [...name('user ', user), ...name('database ', database)].join(', ');
  const [first] = name('', application);
  if (first !== undefined) return others === '' ? first : `${first} (${others})`;
  return others === '' ? 'a caller that the history does not name' : others;
}

/** How many of its calls a flow's class is about. */
export function callsText({ calls, affectedCalls }: FlowReport): string {
  if (affectedCalls !== calls) return `${grouped(affectedCalls)} of ${quantity(calls, 'call')}`;
  return calls === 1 ? 'its only call' : `all ${grouped(calls)} calls`;
}

/** When a flow ran. */
export function seenText({ daysActive, firstSeen, lastSeen }: FlowReport): string {
  if (firstSeen === undefined || lastSeen === undefined) return 'the history does not say when';
  const [first, last] = [day(firstSeen), day(lastSeen)];
  if (first === last) return `seen on ${first} only`;
  return `seen on ${quantity(daysActive, 'day')} from ${first} to ${last}`;
}

/** What tells the runs that a class is about from the others; empty where nothing is said. Raw. */
export function examplesText({ examples, moreExamples }: FlowReport, limit = 120): string {
  if (examples.length === 0) return '';
  const more = moreExamples > 0 ? `, and ${quantity(moreExamples, 'other')}` : '';
  return examples.map((example) => cutText(example, limit)).join(', ') + more;
}

/** The first few of a list in a sentence; the rest is counted. Raw. */
export function listed(items: readonly string[], most: number, what: string, separator = ', '): string {
  const more = items.length - most;
  const shown = items.slice(0, most).join(separator);
  return more > 0 ? `${shown}${separator}and ${quantity(more, `more ${what}`)}` : shown;
}
