import { expect, test } from 'vitest';
import type { ActiveRuleset } from '../../../src/contract/index.ts';
import { RulesetCache } from '../../../src/server/rulesets/cache.ts';

function ruleset(workspace: string, version: number, characters: number): ActiveRuleset {
  return {
    workspace,
    version,
    activatedAt: '2026-11-20T12:00:00.000Z',
    activatedBy: { kind: 'service', id: undefined, name: 'querygate' },
    hash: '0'.repeat(64),
    sources: [],
    rules: 0,
    reason: '',
    restores: undefined,
    ruleset: { files: [{ path: 'r.yml', text: 'x'.repeat(characters) }] },
  };
}

test('keeps the most recently used rulesets, up to a number of characters', () => {
  const kept = new RulesetCache(10_000);
  const [a, b, c] = [ruleset('a', 1, 3000), ruleset('b', 1, 3000), ruleset('c', 1, 3000)] as const;
  kept.keep(a);
  kept.keep(b);
  expect(kept.find('a', 1)).toBe(a);
  kept.keep(c);
  expect(kept.find('b', 1)).toBeUndefined();
  expect(kept.find('a', 1)).toBe(a);
  expect(kept.find('c', 1)).toBe(c);
});

test('keeps one version per workspace, and counts only that one', () => {
  const kept = new RulesetCache(10_000);
  for (let version = 1; version <= 50; version++) kept.keep(ruleset('a', version, 3000));
  kept.keep(ruleset('b', 1, 3000));
  expect(kept.find('a', 49)).toBeUndefined();
  expect(kept.find('a', 50)?.version).toBe(50);
  expect(kept.find('b', 1)?.version).toBe(1);
});

test('keeps nothing that exceeds the limit', () => {
  const kept = new RulesetCache(10_000);
  kept.keep(ruleset('a', 1, 20_000));
  expect(kept.find('a', 1)).toBeUndefined();
  kept.keep(ruleset('b', 1, 8000));
  expect(kept.find('b', 1)?.version).toBe(1);
});
