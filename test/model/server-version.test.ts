import { expect, test } from 'vitest';
import { parseServerVersion } from '../../src/model/index.ts';

test.each([
  ['16', 160_000],
  ['14.5', 140_500],
  ['9.6', 90_600],
  ['9.6.24', 90_624],
  ['8.0.12', 80_012],
  ['5.7', 50_700],
  ['10.11', 101_100],
  ['10.6.4', 100_604],
  ['3.35.0', 33_500],
  ['2008', 100_000],
  ['2019', 150_000],
  ['2022', 160_000],
  ['15.0', 150_000],
])('server version %s is %s', (text, version) => {
  expect(parseServerVersion(text)).toBe(version);
});

test.each([
  '',
  '0',
  'v16',
  '16.',
  '.6',
  '8.0.12.1',
  '2018',
  '160000',
  '16-beta',
  '8.0.123',
  ' 16',
  'constructor',
  '16\n',
])('`%s` is not a server version', (text) => {
  expect(parseServerVersion(text)).toBeUndefined();
});
