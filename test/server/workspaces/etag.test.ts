import { describe, expect, test } from 'vitest';
import { etagOf, ifMatchHolds, ifNoneMatchNames } from '../../../src/server/workspaces/etag.ts';

const TAG = etagOf({ version: 7, hash: '0123456789abcdef'.repeat(4) });

test('names version and hash', () => {
  expect(TAG).toBe('"7-0123456789abcdef"');
});

describe('preconditions', () => {
  const cases: readonly (readonly [header: string, match: boolean, noneMatch: boolean])[] = [
    [TAG, true, true],
    ['*', false, true],
    [` ${TAG} `, true, true],
    [`"1-aa", ${TAG}`, true, true],
    [`${TAG},"1-aa"`, true, true],
    [`W/${TAG}`, false, true],
    ['"1-aa"', false, false],
    ['7-0123456789abcdef', false, false],
    ['"7-0123456789abcde"', false, false],
    [`"a${TAG.slice(1)}`, false, false],
    ['', false, false],
    [',,', false, false],
  ];
  test.each(cases)('%s', (header, match, noneMatch) => {
    expect(ifMatchHolds(header, TAG)).toBe(match);
    expect(ifNoneMatchNames(header, TAG)).toBe(noneMatch);
  });
});
