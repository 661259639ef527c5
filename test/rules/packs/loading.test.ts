import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

// Loading the YAML reader and the expression language takes longer than checking a small file.

const RULES = new URL('../../../src/rules/index.ts', import.meta.url).href;

/** The packages that a new process loads to run this code. `rules` is the public module of src/rules. */
function packagesLoadedBy(code: string): readonly string[] {
  const program = `
    import { isBuiltin, registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      resolve(specifier, context, next) {
        if (/^[a-z@](?!\\w+:)/.test(specifier) && !isBuiltin(specifier)) loaded.add(specifier);
        return next(specifier, context);
      },
    });
    const rules = await import('${RULES}');
    ${code}
    console.log(JSON.stringify([...loaded].sort()));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as readonly string[];
}

const DECIDE = `
  const facts = { operation: { target: {} }, statement: {}, use: {}, caller: undefined, file: undefined };
  for (const { condition } of ruleset.rules) {
    condition?.decide(new rules.RuleFacts(facts));
    condition?.formula();
  }
  if (ruleset.rules.length === 0 || ruleset.hash === '') throw new Error('there are no rules');`;

test('packs load no package, and neither do their conditions', () => {
  expect(packagesLoadedBy(`const ruleset = await rules.loadPacks();${DECIDE}`)).toEqual([]);
});

test('a rule file loads the YAML reader and the expression language', () => {
  const file = JSON.stringify({ version: 1, extends: ['querygate:recommended@1'] });
  const condition = JSON.stringify({ version: 1, rules: [{ id: 'no-drop-table', when: 'operation.cascade' }] });
  const load = (text: string) => `
    const bytes = new TextEncoder().encode(${JSON.stringify(text)});
    const tree = { label: '', read: async () => ({ kind: 'file', bytes }), list: async () => [] };
    const ruleset = await rules.loadRuleset({ tree, entry: 'rules.yml' }).catch(() => undefined);`;
  expect(packagesLoadedBy(`${load(file)}${DECIDE}`)).toEqual(['yaml', 'zod']);
  expect(packagesLoadedBy(load(condition))).toContain('@marcbachmann/cel-js');
});
