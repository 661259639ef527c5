export type { Decision } from './cel/engine.ts';
export { type KnownFacts, MAX_TEXT, RuleFacts } from './cel/fact-views.ts';
export { quoteCel } from './cel/format.ts';
export { type Atom, atomsOf, evaluate, type FactPath, type Formula, NEVER, PartlyKnown } from './conditions/formula.ts';
export { type TruthPairs, truthPairs } from './conditions/truth-pairs.ts';
export {
  compareRulesets,
  formulaOfRule,
  type RuleDifference,
  type RuleInForce,
  type RulesetComparison,
} from './judge/compare.ts';
export { directivesOf } from './judge/directive.ts';
export { testRuleset } from './judge/examples.ts';
export { compactShape, fingerprint, Occurrences } from './judge/fingerprint.ts';
export {
  expiredExceptions,
  type Hit,
  holdsOn,
  type JudgeContext,
  judgeStatement,
} from './judge/statement.ts';
export {
  addedSuppressions,
  applySuppressions,
  type Suppression,
  type SuppressionOutcome,
  type SuppressionSettings,
} from './judge/suppressions.ts';
export { loadGivenFiles } from './load/given-files.ts';
export { Mistakes } from './load/mistakes.ts';
export { type LoadRequest, loadPacks, loadRuleset, RULE_FILE, RULE_FOLDER } from './load/ruleset.ts';
export { describeIssue } from './load/schema-issue.ts';
export { parseYaml, readYamlFile, validate, YAML_FILE_BYTES, type YamlContent } from './load/yaml-file.ts';
export { DEFAULT_PACKS, GUARD_PACKS, type GuardPack, isAboutLocks, PACKS, type PackRule } from './packs/index.ts';
export { type EvaluationScope, rulesNotApplied, whyNotApplicable } from './ruleset/applicability.ts';
export { emptyRuleset, rulesThatApply } from './ruleset/effective.ts';
export { FILLED, type FormPart, readForm, statementsIn, statementsOf } from './ruleset/fix-form.ts';
export { helpFor } from './ruleset/help.ts';
export { fillMessage, toLine } from './ruleset/message.ts';
export { includesAcknowledgement } from './ruleset/same-acknowledgement.ts';
export type { Acknowledgement, Exception, Rule, RuleHelp, Ruleset } from './ruleset/types.ts';
export { withException } from './ruleset/with-exception.ts';
