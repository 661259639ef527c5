import type { RulesetFiles } from '../../contract/index.ts';
import type { FileTree } from '../../model/index.ts';
import { loadRuleset } from '../../rules/index.ts';
import { rulesetFiles } from '../inputs/ruleset-files.ts';

/**
 * Loads a ruleset and returns its files, so that errors show before anything is sent to a service. Raises ConfigError.
 */
export async function readRulesetFiles(source: {
  readonly tree: FileTree;
  readonly entry: string;
}): Promise<RulesetFiles> {
  return rulesetFiles({ ruleset: await loadRuleset(source), source });
}
