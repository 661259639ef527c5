import { describe, expect, test } from 'vitest';
import { etagOf, ifMatchHolds, ifNoneMatchNames } from '../../../src/server/workspaces/etag.ts';

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
    [`W/${TAG}`, false, true],
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
