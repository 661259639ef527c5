import { expect, test } from 'vitest';
import { loadPacks, loadRuleset, PACKS } from '../../src/rules/index.ts';
import { expectGolden } from '../golden.ts';
import { treeOf } from './build.ts';

/** A pack as a rule file: JSON is YAML. */
function asRuleFile(pack: string): string {
  const rules = PACKS.get(pack)?.map(({ locks: _locks, safeSql: _safeSql, ...rule }) => ({
    ...rule,
    when: rule.when?.cel,
  }));
  return JSON.stringify({ version: 1, rules });
}

test.each([...PACKS.keys()])('%s is valid as a rule file, with the same hash', async (name) => {
  const ruleset = await loadRuleset({ tree: treeOf({ 'rules.yml': asRuleFile(name) }), entry: 'rules.yml' });
  const pack = await loadPacks(name);
  expect(ruleset?.hash).toBe(pack.hash);
  expect(ruleset?.rules.map((rule) => rule.id)).toEqual(pack.rules.map((rule) => rule.id));
  // Pack conditions are never compiled, which relies on this.
  for (const rule of ruleset?.rules ?? []) {
    const own = pack.rules.find(({ id }) => id === rule.id)?.condition;
    expect(own?.reads, rule.id).toEqual(rule.condition?.reads);
    expect(['no', undefined], rule.id).toContain(rule.condition?.reads.caller);
    expect(['no', 'guarded', undefined], rule.id).toContain(rule.condition?.reads.file);
    expect(rule.condition?.text ?? '', rule.id).not.toContain('matches');
  }
});

test.each([...PACKS].flatMap(([name, rules]) => rules.map((rule) => [name, rule.id, rule] as const)))(
  '%s: the texts of %s are complete',
  (_, id, rule) => {
    expect(id).toMatch(/^(no|require)-[a-z-]+$/);
    expect(rule.description.length).toBeGreaterThan(60);
    expect(rule.help.length).toBeGreaterThan(30);
    expect(rule.message).not.toMatch(/[\n.]$/);
    const blocks = rule.examples.flatMap((set) => set.block ?? []);
    expect(blocks.length).toBeGreaterThan(0);
  },
);

test('rejects an unknown pack by name', async () => {
  await expect(loadPacks('querygate:recomended@1')).rejects.toThrow(
    `there is no pack \`querygate:recomended@1\` (did you mean \`querygate:recommended@1\`?); use ${[...PACKS.keys()].join(', ')}`,
  );
});

test('verdicts never change within a version of a pack', () => {
  for (const [name, rules] of PACKS) {
    const lines = rules.map(({ id, verdict, suppressible }) => {
      return `${id} ${verdict}${suppressible === false ? ', not suppressible' : ''}`;
    });
    expectGolden(`rules/golden/${name.replace(/[^a-z0-9]+/g, '-')}`, `${lines.join('\n')}\n`);
  }
});

test('no two rules of the packs share an id, so that each has a page of its own', () => {
  const ids = [...PACKS.values()].flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
