export { rulesNotApplied, type Surroundings, whyNotHere } from './applies.ts';
export { fitsStars } from './cel/caller-names.ts';
export type { Decision } from './cel/engine.ts';
export { quoteCel } from './cel/spell.ts';
export { type KnownFacts, MAX_TEXT, RuleFacts } from './cel/views.ts';
export {
  compareRulesets,
  formulaOfRule,
  type RuleDifference,
  type RuleInForce,
  type RulesetComparison,
} from './compare.ts';
export { emptyRuleset } from './effective.ts';
export { type ExampleResult, type ReaderFactory, testRuleset } from './examples.ts';
export { compactShape, fingerprint, Occurrences } from './fingerprint.ts';
export { type Atom, atomsOf, evaluate, type FactPath, type Formula, NamePattern, NEVER } from './formula.ts';
export { type TruthPairs, truthPairs } from './joint.ts';
export { expiredExceptions, type Hit, holdsOn, type JudgeContext, judgeStatement } from './judge.ts';
export { type LoadRequest, loadPack, loadRuleset, RULE_FILE, RULE_FOLDER } from './load.ts';
export { fillMessage, toLine } from './message.ts';
export { DEFAULT_PACK, PACKS, type PackRule } from './packs/index.ts';
export type { Acknowledgement, Exception, Rule, Ruleset } from './ruleset.ts';
export { amongAcknowledgements } from './same-acknowledgement.ts';
export {
  addedSuppressions,
  applySuppressions,
  type Suppression,
  type SuppressionOutcome,
  type SuppressionProblem,
  type SuppressionSettings,
} from './suppressions.ts';
export { withException } from './with-exception.ts';
export { readYamlFile, type YamlFile } from './yaml-file.ts';
