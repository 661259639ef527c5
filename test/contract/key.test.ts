import { describe, expect, it } from 'vitest';
import { checkApiKey, generateApiKey, isApiKey, keyChecksum } from '../../src/contract/index.ts';
import { EXIT, ServiceError } from '../../src/model/index.ts';
import { KEY, keyOf } from '../client/build.ts';

describe('the checksum of a key', () => {
  // Computed with zlib's crc32 in another language: 0xa9d7ef08 and 0 in base 62.
  it.each([
    ['qg_0000000000000000000000000000000000000000', '36qDMW'],
    ['', '000000'],
  ])('of `%s` is %s', (text, checksum) => {
    expect(keyChecksum(text)).toBe(checksum);
  });

  it('detects every wrong single character', () => {
    for (let at = 0; at < KEY.length; at++) {
      for (const other of ['x', 'Y', '7']) {
        if (KEY[at] === other) continue;
        expect(isApiKey(KEY.slice(0, at) + other + KEY.slice(at + 1)), `${at} ${other}`).toBe(false);
      }
    }
  });

  it('detects two swapped neighbours', () => {
    for (let at = 3; at + 1 < KEY.length; at++) {
      const swapped = KEY.slice(0, at) + KEY[at + 1] + KEY[at] + KEY.slice(at + 2);
      expect(isApiKey(swapped), String(at)).toBe(swapped === KEY);
    }
  });
});

describe('checkApiKey', () => {
  it.each([KEY, keyOf(''), keyOf('z'.repeat(40))])('accepts %s', (key) => {
    expect(isApiKey(key)).toBe(true);
    expect(checkApiKey(`  ${key}\n`)).toBe(key);
  });

  const ghp = `ghp_${'a'.repeat(36)}`;
  it.each([
    ['', 'it is empty'],
    [' \n', 'it is empty'],
    [ghp, 'it does not start with `qg_`'],
    [`"${KEY}"`, 'it does not start with `qg_`'],
    [KEY.slice(0, -1), 'it has 48 characters, not 49'],
    [`${KEY}0`, 'it has 50 characters, not 49'],
    [`${KEY.slice(0, 20)}\n${KEY.slice(21)}`, 'it contains characters other than letters and digits'],
    [`${KEY.slice(0, 20)}é${KEY.slice(21)}`, 'it contains characters other than letters and digits'],
    [KEY.replace('aZ3', 'aZ4'), 'its checksum is wrong, probably because of a typo'],
  ])('rejects %j', (text, reason) => {
    const error = errorOf(() => checkApiKey(text));
    expect(error).toBeInstanceOf(ServiceError);
    const { message, exitCode, details } = error as ServiceError;
    expect(message).toContain(reason);
    expect(exitCode).toBe(EXIT.auth);
    expect(details.code).toBe('key_malformed');
    if (text.trim() !== '') expect(message).not.toContain(text.slice(3, 12));
  });
});

describe('generateApiKey', () => {
  const keys = Array.from({ length: 2000 }, generateApiKey);

  it('returns valid and distinct keys', () => {
    expect(keys.filter((key) => !isApiKey(key))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('uses each digit about equally often', () => {
    // 80,000 characters: 1290 of each digit on average. The standard deviation is 36, so the bounds are 8 of them away.
    const counts = new Map<string, number>();
    for (const key of keys) for (const digit of key.slice(3, 43)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    expect(counts.size).toBe(62);
    expect(Math.min(...counts.values())).toBeGreaterThan(1000);
    expect(Math.max(...counts.values())).toBeLessThan(1580);
    // The probability that one of 62 digits is missing at one position of 2000 keys is about 10^-12.
    for (const at of [3, 42]) expect(new Set(keys.map((key) => key[at])).size).toBe(62);
  });
});

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
