import { expect, it } from 'vitest';
import { ageInDays } from '../../src/model/index.ts';
import { configFileSchema } from '../../src/model/schemas/index.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');

it.each([
  ['6.2 days as 7', '2026-11-14T07:12:00.000Z', 7],
  ['exactly 6 days as 6', '2026-11-14T12:00:00.000Z', 6],
  ['a millisecond more than 6 days as 7', '2026-11-14T11:59:59.999Z', 7],
  ['a second as 1', '2026-11-20T11:59:59.000Z', 1],
  ['the same instant as 0', '2026-11-20T12:00:00.000Z', 0],
  ['the future as 0', '2026-11-21T12:00:00.000Z', 0],
  ['no timestamp as unknown', undefined, undefined],
] as const)('gives the age of %s', (_, timestamp, age) => {
  expect(ageInDays(timestamp, NOW)).toBe(age);
});

it.each([
  [0, true],
  [1, true],
  [-1, false],
  [6.5, false],
])('the configuration accepts the max-age %s: %s', (days, valid) => {
  expect(configFileSchema.safeParse({ version: 1, simulate: { 'max-age': days } }).success).toBe(valid);
});
