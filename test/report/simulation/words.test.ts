import { expect, it } from 'vitest';
import type { FlowReport } from '../../../src/model/index.ts';
import { callerText, callsText, cutText, percent, percentOf, seenText } from '../../../src/report/simulation/words.ts';
import { flow } from './build.ts';

it.each([
  [0, '0 %'],
  [Number.NaN, '0 %'],
  [0.0000001, '< 0.01 %'],
  [0.0007123, '0.07 %'],
  [0.0999, '9.99 %'],
  [0.12345, '12.3 %'],
  [0.99951, '> 99.9 %'],
  [1, '100 %'],
])('formats %d as %s', (share, expected) => {
  expect(percent(share)).toBe(expected);
});

it('takes a part of nothing as 0 %', () => {
  expect([percentOf(0, 0), percentOf(1204, 1_690_299)]).toEqual(['0 %', '0.07 %']);
});

it.each<[Partial<FlowReport['caller']>, string]>([
  [{ application: 'web', user: 'app', database: 'shop' }, '`web` (user `app`, database `shop`)'],
  [{ application: 'web' }, '`web`'],
  [{ application: '', user: 'app' }, 'user `app`'],
  [{ user: 'app', database: 'shop' }, 'user `app`, database `shop`'],
  [{}, 'a caller that the history does not record'],
  [{ application: '', user: '', database: '' }, 'a caller that the history does not record'],
])('names the caller %j', (caller, expected) => {
  expect(callerText({ application: undefined, user: undefined, database: undefined, ...caller })).toBe(expected);
});

it.each([
  [1, 1, 'its only call'],
  [1204, 1204, 'all 1,204 calls'],
  [4210, 312, '312 of 4,210 calls'],
])('states how many of %i calls are affected: %i', (calls, affectedCalls, expected) => {
  expect(callsText(flow('partly_blocked', { calls, affectedCalls }))).toBe(expected);
});

it.each<[Partial<FlowReport>, string]>([
  [{}, 'seen on 30 days from 2026-10-20 to 2026-11-19'],
  [
    { firstSeen: '2026-11-19T01:00:00.000Z', lastSeen: '2026-11-19T02:00:00.000Z', daysActive: 1 },
    'seen on 2026-11-19 only',
  ],
  [{ firstSeen: undefined, lastSeen: undefined, daysActive: 0 }, 'the history has no dates for it'],
])('states when a flow was seen', (changes, expected) => {
  expect(seenText(flow('newly_blocked', changes))).toBe(expected);
});

it('cuts the text as it is shown, not the raw text', () => {
  expect(cutText(' a\n\tb  c ', 20)).toBe('a b c');
  expect(cutText(`${' '.repeat(900)}a`, 20)).toBe('…');
  expect(cutText('\u202e'.repeat(50), 17)).toBe('<U+202E><U+202E>…');
});
