export { fitsStars } from './cel/caller-names.ts';
export type { Decision } from './cel/engine.ts';
export { quoteCel } from './cel/format.ts';
export { type KnownFacts, MAX_TEXT, RuleFacts } from './cel/views.ts';
export { type Atom, atomsOf, evaluate, type FactPath, type Formula, NamePattern, NEVER } from './conditions/formula.ts';
export { type TruthPairs, truthPairs } from './conditions/truth-pairs.ts';
export {
  compareRulesets,
  formulaOfRule,
  type RuleDifference,
  type RuleInForce,
  type RulesetComparison,
} from './judge/compare.ts';
export { type ExampleResult, type ReaderFactory, testRuleset } from './judge/examples.ts';
export { compactShape, fingerprint, Occurrences } from './judge/fingerprint.ts';
export { expiredExceptions, type Hit, holdsOn, type JudgeContext, judgeStatement } from './judge/statement.ts';
export {
  addedSuppressions,
  applySuppressions,
  type Suppression,
  type SuppressionOutcome,
  type SuppressionProblem,
  type SuppressionSettings,
} from './judge/suppressions.ts';
export { type LoadRequest, loadPack, loadRuleset, RULE_FILE, RULE_FOLDER } from './load/ruleset.ts';
export { readYamlFile, type YamlFile } from './load/yaml-file.ts';
export { DEFAULT_PACK, PACKS, type PackRule } from './packs/index.ts';
export { type EvaluationScope, rulesNotApplied, whyNotHere } from './ruleset/applies.ts';
export { emptyRuleset } from './ruleset/effective.ts';
export { fillMessage, toLine } from './ruleset/message.ts';
export { includesAcknowledgement } from './ruleset/same-acknowledgement.ts';
export type { Acknowledgement, Exception, Rule, Ruleset } from './ruleset/types.ts';
export { withException } from './ruleset/with-exception.ts';
