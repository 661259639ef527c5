import type { RulesetFiles } from '../../contract/index.ts';
import type { FileTree } from '../../model/index.ts';
import { loadRuleset } from '../../rules/index.ts';
import { rulesetFiles } from '../inputs/ruleset-files.ts';

/** The files of a ruleset, after it was loaded: what the service would refuse is refused here. Raises ConfigError. */
export async function readRulesetFiles(source: {
  readonly tree: FileTree;
  readonly entry: string;
}): Promise<RulesetFiles> {
  return rulesetFiles({ ruleset: await loadRuleset(source), source });
}
