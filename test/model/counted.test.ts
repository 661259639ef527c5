import { expect, it } from 'vitest';
import { counted, grouped } from '../../src/model/index.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1_690_299, '1,690,299'],
])('groups the digits of %i', (count, expected) => {
  expect(grouped(count)).toBe(expected);
});

it('counts one and many', () => {
  expect([0, 1, 2, 4928].map((count) => counted(count, 'flow'))).toEqual([
    '0 flows',
    '1 flow',
    '2 flows',
    '4,928 flows',
  ]);
});
