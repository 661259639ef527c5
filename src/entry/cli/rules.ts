import { resolve } from 'node:path';
import { clientSource, rulesCheckout, workingTree } from '../../ci/index.ts';
import { listRules, loadEffective, showRule, testRules } from '../../commands/index.ts';
import { visibleLines } from '../../report/index.ts';
import { place } from './check.ts';
import { workingFolders } from './working-folders.ts';

async function effectiveRuleset(options: { rules?: string }) {
  const { cwd, root } = await workingFolders();
  const trusted =
    options.rules === undefined || options.rules.startsWith('querygate:')
      ? undefined
      : await rulesCheckout(root, resolve(cwd, options.rules));
  if (trusted) return loadEffective({ tree: trusted.tree, rules: trusted.entry });
  return loadEffective({
    tree: workingTree(root),
    rules: options.rules === undefined ? undefined : place(options.rules, cwd, root),
  });
}

export async function rulesList(options: { rules?: string }): Promise<string> {
  return visibleLines(listRules(await effectiveRuleset(options)));
}

export async function rulesShow(id: string, options: { rules?: string }): Promise<string> {
  const source = await clientSource({ main: process.argv[1], cwd: process.cwd(), env: process.env, isAction: false });
  return visibleLines(showRule(await effectiveRuleset(options), id, source));
}

export async function rulesTest(options: { rules?: string }): Promise<{ text: string; failed: number }> {
  const { text, failed } = await testRules(await effectiveRuleset(options));
  return { text: visibleLines(text), failed };
}
