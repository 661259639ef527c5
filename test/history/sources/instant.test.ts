import { describe, expect, it } from 'vitest';
import { readInstant } from '../../../src/history/sources/instant.ts';

describe('a timestamp', () => {
  it.each([
    ['2026-11-20T16:22:57.299Z', '2026-11-20T16:22:57.299Z', true],
    ['2026-11-20T16:22:57Z', '2026-11-20T16:22:57.000Z', true],
    ['2026-11-20T16:22Z', '2026-11-20T16:22:00.000Z', true],
    ['2026-11-20 16:22:57.123456 UTC', '2026-11-20T16:22:57.123Z', true],
    ['2026-11-20 16:22:57.123456789', '2026-11-20T16:22:57.123Z', false],
    ['2026-11-20 16:22:57.1 +0530', '2026-11-20T10:52:57.100Z', true],
    ['2026-11-20T16:22:57,5-08', '2026-11-21T00:22:57.500Z', true],
    ['2026-11-20T16:22:57+02:00', '2026-11-20T14:22:57.000Z', true],
    ['2026-11-20', '2026-11-20T00:00:00.000Z', false],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', false],
    [' 1795191733 ', '2026-11-20T16:22:13.000Z', true],
    ['1795191733.25', '2026-11-20T16:22:13.250Z', true],
    [1795191733, '2026-11-20T16:22:13.000Z', true],
    [1795191733.25, '2026-11-20T16:22:13.250Z', true],
    [1795191733250, '2026-11-20T16:22:13.250Z', true],
    [0, '1970-01-01T00:00:00.000Z', true],
  ])('%j', (value, expected, zoned) => {
    const instant = readInstant(value);
    expect(new Date(instant.at).toISOString()).toBe(expected);
    expect(instant.zoned).toBe(zoned);
  });

  it.each([
    '',
    'yesterday',
    '2026-02-29',
    '2026-02-30T00:00:00Z',
    '2026-13-01',
    '2026-11-20T25:00:00Z',
    '2026-11-20T16:61:00Z',
    '2026-11-20T16:22:57.299ZZ',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    true,
    {},
    [],
  ])('%j is not valid', (value) => {
    expect(readInstant(value).at).toBeNaN();
  });
});
