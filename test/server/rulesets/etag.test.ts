import { describe, expect, test } from 'vitest';
import { etagOf, ifMatchHolds, ifNoneMatchNames } from '../../../src/server/rulesets/etag.ts';

const TAG = etagOf({ version: 7, hash: '0123456789abcdef'.repeat(4) });

const SETTINGS = {
  queryText: 'shape',
  modes: { default: 'observe', databases: {} },
  databaseId: undefined,
  mode: 'observe',
} as const;
const RULESET = { version: 7, hash: '0123456789abcdef'.repeat(4) };

test('names version and hash', () => {
  expect(TAG).toBe('"7-0123456789abcdef"');
});

test('with the settings of proxies, differs if any of them differs', () => {
  const tags = [
    SETTINGS,
    { ...SETTINGS, queryText: 'none' as const },
    { ...SETTINGS, modes: { ...SETTINGS.modes, default: 'warn' as const } },
    { ...SETTINGS, modes: { ...SETTINGS.modes, databases: { orders: 'observe' as const } } },
    { ...SETTINGS, databaseId: 'orders' },
    { ...SETTINGS, mode: 'enforce' as const },
  ].map((settings) => etagOf(RULESET, settings));
  expect(new Set(tags).size).toBe(6);
  for (const tag of tags) {
    expect(tag).toMatch(/^"7-0123456789abcdef-[0-9a-f]{8}"$/);
    // A ruleset is activated over the rules that were read, whatever proxies do.
    expect(ifMatchHolds(tag, TAG)).toBe(true);
    expect(ifNoneMatchNames(tag, TAG)).toBe(false);
  }
});

describe('preconditions', () => {
  const cases: readonly (readonly [header: string, match: boolean, noneMatch: boolean])[] = [
    [TAG, true, true],
    ['*', false, true],
    [` ${TAG} `, true, true],
    [`"1-aa", ${TAG}`, true, true],
    [`${TAG},"1-aa"`, true, true],
    [`W/${TAG}`, true, true],
    [`"1-aa", W/${TAG}`, true, true],
    [`${TAG.slice(0, -1)}-gzip"`, true, true],
    [`W/${TAG.slice(0, -1)}-br"`, true, true],
    [`${TAG.slice(0, -1)}/zstd"`, true, true],
    ['W/"7-0123456789abcdef-01234567-gzip"', true, false],
    // Tags of other rulesets, and marks that no proxy makes.
    ['W/"1-aa"', false, false],
    ['W/"8-0123456789abcdef"', false, false],
    ['W/"7-0123456789abcdee"', false, false],
    ['"8-0123456789abcdef-gzip"', false, false],
    ['W/*', false, false],
    [`w/${TAG}`, false, false],
    [`W/W/${TAG}`, false, false],
    [`${TAG.slice(0, -1)}-gzip-gzip"`, false, false],
    [`${TAG.slice(0, -1)}gzip"`, false, false],
    [`${TAG.slice(0, -1)}-evil"`, false, false],
    ['"1-aa"', false, false],
    ['7-0123456789abcdef', false, false],
    ['"7-0123456789abcde"', false, false],
    ['"7-0123456789abcdef-01234567"', true, false],
    ['"7-0123456789abcdef-0123456"', false, false],
    ['"7-0123456789abcdee-01234567"', false, false],
    [`"a${TAG.slice(1)}`, false, false],
    ['', false, false],
    [',,', false, false],
  ];
  test.each(cases)('%s', (header, match, noneMatch) => {
    expect(ifMatchHolds(header, TAG)).toBe(match);
    expect(ifNoneMatchNames(header, TAG)).toBe(noneMatch);
  });
});
