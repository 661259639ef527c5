import { expect, it } from 'vitest';
import { DAY, relative } from '../../dashboard/src/format/time.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const at = (ms: number) => new Date(NOW + ms).toISOString();

it.each([
  [90 * DAY - 1000, 'in 90 days'],
  [14 * DAY + 1000, 'in 14 days'],
  [1.2 * DAY, 'tomorrow'],
  [DAY - 1000, 'in 23 hours'],
  [0, 'just now'],
  [-1.9 * DAY, 'yesterday'],
  [-90 * DAY + 1000, '89 days ago'],
])('a time %d ms away is %j', (ms, text) => {
  expect(relative(at(ms), NOW)).toBe(text);
});
