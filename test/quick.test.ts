import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPart, SLOW_UNIT_TESTS } from './quick.ts';

describe('the tests that `npm test` leaves out', () => {
  it.each(SLOW_UNIT_TESTS)('exist: %s', (path) => {
    expect(existsSync(new URL(`../${path}`, import.meta.url))).toBe(true);
    // Only unit tests: other projects would run them twice.
    expect(path).not.toMatch(/^test\/(browser|databases|docs|e2e|entry|image|server)\/|\.(full|quick|slow)\.test\.ts$/);
  });

  it('are listed once, in alphabetical order', () => {
    expect(SLOW_UNIT_TESTS).toEqual([...new Set(SLOW_UNIT_TESTS)].sort());
  });
});

it.each([undefined, 'quick', 'rest'])('QUERYGATE_TESTS may be %s', (value) => {
  expect(readPart(value)).toBe(value);
});

it('QUERYGATE_TESTS may be nothing else', () => {
  expect(() => readPart('fast')).toThrow('QUERYGATE_TESTS is `fast`, not `quick` or `rest`');
});
