import { expect, it } from 'vitest';
import { duration } from '../../dashboard/src/format/number.ts';

it.each([
  [0, '0 ms'],
  [0.012_345, '0.0123 ms'],
  [12.345, '12.3 ms'],
  [2310.4, '2,310 ms'],
  [9999, '9,999 ms'],
  [10_000, '10 s'],
  [14_249, '14.2 s'],
  [1_234_567, '1,235 s'],
])('shows a duration of %d milliseconds as %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});
