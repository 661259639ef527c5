export { rulesNotApplied, type Surroundings } from './applies.ts';
export { type ExampleResult, type ReaderFactory, testRuleset } from './examples.ts';
export { compactShape, fingerprint, Occurrences } from './fingerprint.ts';
export { expiredExceptions, type Hit, type JudgeContext, judgeStatement } from './judge.ts';
export { type LoadRequest, loadPack, loadRuleset, RULE_FILE, RULE_FOLDER } from './load.ts';
export { DEFAULT_PACK, PACKS, type PackRule } from './packs/index.ts';
export type { Exception, Rule, Ruleset } from './ruleset.ts';
export {
  addedSuppressions,
  applySuppressions,
  type Suppression,
  type SuppressionOutcome,
  type SuppressionProblem,
  type SuppressionSettings,
} from './suppressions.ts';
export { readYamlFile, type YamlFile } from './yaml-file.ts';
