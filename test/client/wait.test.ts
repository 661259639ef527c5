import { describe, expect, it } from 'vitest';
import { backoff, duration, pollPause, retryAfter } from '../../src/client/wait.ts';

const at = (chance: number) => ({ random: () => chance });
const clock = { now: () => Date.parse('2026-11-20T12:00:00Z') };

describe('the wait after a failed attempt', () => {
  it('is a random part of a maximum that doubles up to half a minute', () => {
    const bounds = [1, 2, 3, 4, 5, 6, 7, 8, 100, 5000].map((failures) => backoff(failures, at(1)));
    expect(bounds).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
    expect(backoff(3, at(0))).toBe(0);
    expect(backoff(3, at(0.25))).toBe(500);
  });
});

describe('the wait between two polls', () => {
  it('grows to ten seconds, with 10 % jitter', () => {
    const pauses = Array.from({ length: 10 }, (_, polls) => pollPause(polls, at(0.5)));
    expect(pauses[0]).toBe(500);
    expect(pauses.every((pause, index) => index === 0 || pause >= (pauses[index - 1] ?? 0))).toBe(true);
    expect(pauses.at(-1)).toBe(10_000);
    expect(pollPause(1000, at(0))).toBe(9000);
    expect(pollPause(1000, at(1))).toBeCloseTo(11_000);
  });
});

describe('Retry-After', () => {
  it.each([
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': ' 30 ' }, 30_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:07 GMT' }, 7000],
    [{ 'retry-after': 'Friday, 20-Nov-26 12:00:07 GMT' }, 7000],
    [{ 'retry-after': 'Fri Nov 20 12:00:07 2026' }, 7000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 0],
    // The clock of the service is a day ahead, and a day behind.
    [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:07 GMT', date: 'Sat, 21 Nov 2026 12:00:00 GMT' }, 7000],
    [{ 'retry-after': 'Thu, 19 Nov 2026 12:00:07 GMT', date: 'Thu, 19 Nov 2026 12:00:00 GMT' }, 7000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:07 GMT', date: 'yesterday' }, 7000],
    [{}, undefined],
    [{ 'retry-after': '' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': '1.5' }, undefined],
    [{ 'retry-after': '1e9' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '2026-11-20T12:00:07Z' }, undefined],
    [{ 'retry-after': 'Fri, 99 Nov 2026 12:00:07 GMT' }, undefined],
  ])('of %j is %s', (headers: Record<string, string>, expected) => {
    expect(retryAfter(headers, clock)).toBe(expected);
  });
});

describe('a formatted duration', () => {
  it.each([
    [1, '1 s'],
    [90_000, '90 s'],
    [600_000, '10 min'],
    [86_400_000, '24 h'],
  ])('%i ms is %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });
});
