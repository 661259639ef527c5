import { clientSource, workingTree } from '../../ci/index.ts';
import { listRules, loadEffective, showRule, testRules } from '../../commands/index.ts';
import { wrapLines } from '../../report/index.ts';
import { type CommandOutput, outputOf } from './command-output.ts';
import { terminalWidth } from './terminal-width.ts';
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
  return outputOf(wrapLines(listRules(await effectiveRuleset(options)), terminalWidth()));
}

export async function rulesShow(id: string, options: RulesOptions): Promise<CommandOutput> {
  const source = await clientSource({ main: process.argv[1], cwd: process.cwd(), env: process.env, isAction: false });
  return outputOf(wrapLines(showRule(await effectiveRuleset(options), id, source), terminalWidth()));
}

export async function rulesTest(options: RulesOptions): Promise<CommandOutput> {
  return outputOf(await testRules(await effectiveRuleset(options)));
}
