import type { RulesetFiles } from '../../../contract/index.ts';
import { loadGivenFiles, rulesThatApply } from '../../../rules/index.ts';
import type { LoadedRuleset } from '../engine.ts';
import { sentByClient } from './refusal.ts';

/** Loads a ruleset and returns its properties. Raises EngineRefusal. */
export async function describeRuleset({ files }: { readonly files: RulesetFiles }): Promise<LoadedRuleset> {
  const ruleset = await sentByClient('rules_invalid', () => loadGivenFiles(files));
  return { hash: ruleset.hash, sources: [...ruleset.sources], rules: rulesThatApply(ruleset) };
}
