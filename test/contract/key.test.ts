import { describe, expect, it } from 'vitest';
import { checkApiKey, generateApiKey, isApiKey, keyChecksum } from '../../src/contract/index.ts';
import { EXIT, ServiceError } from '../../src/model/index.ts';
import { KEY, keyOf } from '../client/build.ts';

describe('the checksum of a key', () => {
  // The numbers are those of zlib's crc32 in another language: 0xa9d7ef08 and 0 in base 62.
  it.each([
    ['qg_0000000000000000000000000000000000000000', '36qDMW'],
    ['', '000000'],
  ])('of `%s` is %s', (text, checksum) => {
    expect(keyChecksum(text)).toBe(checksum);
  });

  it('notices each single character that is not what it was', () => {
    for (let at = 0; at < KEY.length; at++) {
      for (const other of ['x', 'Y', '7']) {
        if (KEY[at] === other) continue;
        expect(isApiKey(KEY.slice(0, at) + other + KEY.slice(at + 1)), `${at} ${other}`).toBe(false);
      }
    }
  });

  it('notices two neighbours that changed places', () => {
    for (let at = 3; at + 1 < KEY.length; at++) {
      const swapped = KEY.slice(0, at) + KEY[at + 1] + KEY[at] + KEY.slice(at + 2);
      expect(isApiKey(swapped), String(at)).toBe(swapped === KEY);
    }
  });
});

describe('a key', () => {
  it.each([KEY, keyOf(''), keyOf('z'.repeat(40))])('%s is one', (key) => {
    expect(isApiKey(key)).toBe(true);
    expect(checkApiKey(`  ${key}\n`)).toBe(key);
  });

  const ghp = `ghp_${'a'.repeat(36)}`;
  it.each([
    ['', 'it is empty'],
    [' \n', 'it is empty'],
    [ghp, 'it does not begin with `qg_`'],
    [`"${KEY}"`, 'it does not begin with `qg_`'],
    [KEY.slice(0, -1), 'it has 48 characters, not 49'],
    [`${KEY}0`, 'it has 50 characters, not 49'],
    [`${KEY.slice(0, 20)}\n${KEY.slice(21)}`, 'it has characters other than letters and digits'],
    [`${KEY.slice(0, 20)}é${KEY.slice(21)}`, 'it has characters other than letters and digits'],
    [KEY.replace('aZ3', 'aZ4'), 'its checksum is wrong, so a character is mistyped'],
  ])('%j is none', (text, why) => {
    const error = errorOf(() => checkApiKey(text));
    expect(error).toBeInstanceOf(ServiceError);
    const { message, exitCode, details } = error as ServiceError;
    expect(message).toContain(why);
    expect(exitCode).toBe(EXIT.auth);
    expect(details.code).toBe('key_malformed');
    if (text.trim() !== '') expect(message).not.toContain(text.slice(3, 12));
  });
});

describe('a new key', () => {
  const keys = Array.from({ length: 2000 }, generateApiKey);

  it('is a key, and each is another', () => {
    expect(keys.filter((key) => !isApiKey(key))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('takes each digit at each place about as often', () => {
    // 80,000 characters, 1290 of each digit on average with a standard deviation of 36: eight of them are no chance.
    const counts = new Map<string, number>();
    for (const key of keys) for (const digit of key.slice(3, 43)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    expect(counts.size).toBe(62);
    expect(Math.min(...counts.values())).toBeGreaterThan(1000);
    expect(Math.max(...counts.values())).toBeLessThan(1580);
    // At one place 62 digits are seen in 2000 keys but once in 10^12 runs.
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
