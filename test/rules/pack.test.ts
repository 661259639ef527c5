import { expect, test } from 'vitest';
import { DEFAULT_PACK, loadPack, loadRuleset, PACKS } from '../../src/rules/index.ts';
import { expectGolden } from '../golden.ts';
import { treeOf } from './build.ts';

/** A pack as a rule file: JSON is YAML. */
function asRuleFile(pack: string): string {
  const rules = PACKS.get(pack)?.map((rule) => ({ ...rule, when: rule.when?.cel }));
  return JSON.stringify({ version: 1, rules });
}

test.each([...PACKS.keys()])('%s is valid as a rule file, with the same hash', async (name) => {
  const ruleset = await loadRuleset({ tree: treeOf({ 'rules.yml': asRuleFile(name) }), entry: 'rules.yml' });
  const pack = await loadPack(name);
  expect(ruleset?.hash).toBe(pack.hash);
  expect(ruleset?.rules.map((rule) => rule.id)).toEqual(pack.rules.map((rule) => rule.id));
  // Pack conditions are never compiled, which relies on this.
  for (const rule of ruleset?.rules ?? []) {
    expect(rule.condition?.reads ?? { caller: 'no', file: 'no' }, rule.id).toEqual({ caller: 'no', file: 'no' });
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
  await expect(loadPack('querygate:recomended@1')).rejects.toThrow(
    `there is no pack \`querygate:recomended@1\` (did you mean \`${DEFAULT_PACK}\`?); use ${DEFAULT_PACK}`,
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
