import { clientSource, workingTree } from '../../ci/index.ts';
import { listRules, loadEffective, showRule, testRules } from '../../commands/index.ts';
import { visibleLines } from '../../report/index.ts';
import { rulesOption, workingFolders } from './working-folders.ts';

async function effectiveRuleset(options: { rules?: string }) {
  const folders = await workingFolders();
  const { rules, trustedRules } = await rulesOption(options.rules, folders);
  return trustedRules
    ? loadEffective({ tree: trustedRules.tree, rules: trustedRules.entry })
    : loadEffective({ tree: workingTree(folders.root), rules });
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
