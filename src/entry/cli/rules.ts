import { clientSource, workingTree } from '../../ci/index.ts';
import { listRules, loadEffective, showRule, testRules } from '../../commands/index.ts';
import { type CommandOutput, outputOf, wrappedOutput } from './command-output.ts';
import { rulesOption, workingFolders } from './working-folders.ts';

/** Options of `querygate rules` as commander gives them. */
export interface RulesOptions {
  readonly rules?: string;
}

async function effectiveRuleset(options: RulesOptions) {
  const folders = await workingFolders();
  const { rules, trustedRules } = await rulesOption(options.rules, folders);
  return trustedRules
    ? loadEffective({ tree: trustedRules.tree, rules: trustedRules.entry })
    : loadEffective({ tree: workingTree(folders.root), rules });
}

export async function rulesList(options: RulesOptions): Promise<CommandOutput> {
  return wrappedOutput(listRules(await effectiveRuleset(options)));
}

export async function rulesShow(id: string, options: RulesOptions): Promise<CommandOutput> {
  const source = await clientSource({ main: process.argv[1], cwd: process.cwd(), env: process.env, isAction: false });
  return wrappedOutput(showRule(await effectiveRuleset(options), id, source));
}

export async function rulesTest(options: RulesOptions): Promise<CommandOutput> {
  return outputOf(await testRules(await effectiveRuleset(options)));
}
