import picocolors from 'picocolors';
import { clientSource, workingTree } from '../../ci/index.ts';
import { compareRules, exitCodeOfLooser, listRules, loadEffective, showRule, testRules } from '../../commands/index.ts';
import { EXIT } from '../../model/index.ts';
import { COMPARISON_FORMATS } from '../../report/index.ts';
import { type CommandOutput, outputOf, wrappedOutput } from './command-output.ts';
import { namedRules } from './rules-at.ts';
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
  return wrappedOutput(listRules(await effectiveRuleset(options)));
}

export async function rulesShow(id: string, options: RulesOptions): Promise<CommandOutput> {
  const source = await clientSource({ main: process.argv[1], cwd: process.cwd(), env: process.env, isAction: false });
  return wrappedOutput(showRule(await effectiveRuleset(options), id, source));
}

/** Options of `querygate rules compare` as commander gives them. */
export interface CompareOptions {
  readonly format: keyof typeof COMPARISON_FORMATS;
  readonly failOn: 'looser' | 'never';
}

export async function rulesCompare(base: string, head: string, options: CompareOptions): Promise<CommandOutput> {
  const folders = await workingFolders();
  const report = await compareRules({
    base: await namedRules(base, folders),
    head: await namedRules(head, folders),
    now: new Date(),
  });
  const { render } = COMPARISON_FORMATS[options.format];
  return {
    text: render(report, { colour: picocolors.isColorSupported, width: terminalWidth() }),
    exitCode: options.failOn === 'looser' ? exitCodeOfLooser(report) : EXIT.ok,
  };
}

export async function rulesTest(options: RulesOptions): Promise<CommandOutput> {
  return outputOf(await testRules(await effectiveRuleset(options)));
}
