import type { OperationKind } from '../model/index.ts';
import {
  type Atom,
  atomsOf,
  type Formula,
  formulaOfRule,
  NEVER,
  type RuleDifference,
  type RuleInForce,
  truthPairs,
  whyNotApplicable,
} from '../rules/index.ts';
import { type ConditionEvaluator, FALSE, TRUE, type Truth, UNDECIDED } from './condition-evaluator.ts';
import type { Evaluable } from './evaluation-groups.ts';
import { BLOCK, type Level, type LevelPairs, levelPair, levelsOfTruths, NO_EFFECT } from './outcomes.ts';

/** A production query always has a caller, and never a file. */
const TRAFFIC = { file: undefined, caller: { user: '', role: '', application: '', database: '', tags: {} } };

/** One side of a differing rule. */
export interface PairSide {
  readonly side: 'base' | 'head';
  readonly inForce: RuleInForce;
  readonly difference: RuleDifference;
  readonly level: Level;
  readonly formula: Formula;
}

/** A rule as it is in the base and as it would be in the head; either may be missing. */
export interface RulePair {
  readonly base: PairSide | undefined;
  readonly head: PairSide | undefined;
}

/** The rule with the exceptions that apply to production queries; undefined if the rule does not apply to them. */
export function appliesToTraffic(side: RuleInForce | undefined): RuleInForce | undefined {
  if (!side || (side.rule.condition && whyNotApplicable(side.rule.condition.reads, TRAFFIC) !== undefined))
    return undefined;
  const exceptions = side.exceptions.filter(
    ({ condition }) => whyNotApplicable(condition.reads, TRAFFIC) === undefined,
  );
  return { rule: side.rule, exceptions };
}

export function levelOf({ rule }: RuleInForce): Level {
  return rule.verdict === 'block' ? BLOCK : rule.verdict === 'warn' ? 1 : 0;
}

function sideOf(side: PairSide['side'], difference: RuleDifference): PairSide | undefined {
  const inForce = appliesToTraffic(difference[side]);
  return inForce && { side, inForce, difference, level: levelOf(inForce), formula: formulaOfRule(inForce) };
}

/**
 * Pairs the differing rules. A removed rule and an added one with the same kinds and condition are treated as one
 * renamed rule. As two rules, an undecided result of both would look like a difference.
 */
export function rulePairs(differences: readonly RuleDifference[]): RulePair[] {
  const renamed = new Map<RuleDifference, RuleDifference>();
  const added = differences.filter(({ base }) => !base);
  for (const removed of differences) {
    if (removed.head || !removed.base) continue;
    const successor = added.find((candidate) => !renamed.has(candidate) && isRenamed(removed.base, candidate.head));
    if (successor) renamed.set(successor, removed);
  }
  const predecessors = new Set(renamed.values());
  return differences.flatMap((difference) => {
    if (predecessors.has(difference)) return [];
    const before = renamed.get(difference) ?? difference;
    const pair = { base: sideOf('base', before), head: sideOf('head', difference) };
    return pair.base || pair.head ? [pair] : [];
  });
}

function isRenamed(removed: RuleInForce | undefined, added: RuleInForce | undefined): boolean {
  if (!removed || !added) return false;
  const [a, b] = [removed.rule, added.rule];
  return (
    a.condition?.text === b.condition?.text &&
    a.kinds.size === b.kinds.size &&
    [...a.kinds].every((kind) => b.kinds.has(kind))
  );
}

/** A pair that can be evaluated for operations of some kinds. */
export interface EvaluablePair extends Evaluable<LevelPairs> {
  readonly pair: RulePair;
  /** Unique within one replay. */
  readonly serial: number;
  readonly kinds: ReadonlySet<OperationKind>;
  /** Whether the head's rule matches the current operation, or is undecided. */
  headMayHold(): boolean;
}

/**
 * Prepares a pair for evaluation: separately for the kinds that both sides check, and for those that only one checks.
 */
export function evaluablePairs(pair: RulePair, serial: number, evaluator: ConditionEvaluator): EvaluablePair[] {
  const variants = new Map<
    string,
    { base: PairSide | undefined; head: PairSide | undefined; kinds: OperationKind[] }
  >();
  for (const kind of new Set([...(pair.base?.inForce.rule.kinds ?? []), ...(pair.head?.inForce.rule.kinds ?? [])])) {
    const base = pair.base?.inForce.rule.kinds.has(kind) ? pair.base : undefined;
    const head = pair.head?.inForce.rule.kinds.has(kind) ? pair.head : undefined;
    const which = `${base ? 'base' : ''} ${head ? 'head' : ''}`;
    const variant = variants.get(which) ?? { base, head, kinds: [] };
    variant.kinds.push(kind);
    variants.set(which, variant);
  }
  return [...variants.values()].map(({ base, head, kinds }, variant) => ({
    ...evaluationOf(base, head, evaluator),
    pair,
    serial: serial * 3 + variant,
    kinds: new Set(kinds),
  }));
}

function evaluationOf(
  base: PairSide | undefined,
  head: PairSide | undefined,
  evaluator: ConditionEvaluator,
): Pick<EvaluablePair, 'formulas' | 'headMayHold' | 'evaluate'> {
  const [first, second] = [base?.formula ?? NEVER, head?.formula ?? NEVER];
  const [evaluateBase, evaluateHead] = [evaluator.compile(first), evaluator.compile(second)];
  const [baseLevel, headLevel] = [base?.level ?? 0, head?.level ?? 0];
  const slots = new Map<Atom, number>();
  for (const formula of [first, second]) for (const atom of atomsOf(formula)) slots.set(atom, evaluator.slotOf(atom));
  const known = new Map<string, LevelPairs>();
  const decisionOf = (atom: Atom): boolean | undefined => {
    evaluator.steps.take(1);
    const truth: Truth = evaluator.truthOf(slots.get(atom) ?? -1);
    return truth === UNDECIDED ? undefined : truth === TRUE;
  };
  return {
    formulas: [first, second],
    headMayHold: () => evaluateHead() !== FALSE,
    evaluate() {
      const before = evaluateBase();
      const after = evaluateHead();
      if (before === FALSE && after === FALSE) return NO_EFFECT;
      if (before !== UNDECIDED && after !== UNDECIDED) {
        return levelPair(before === TRUE ? baseLevel : 0, after === TRUE ? headLevel : 0);
      }
      // The result depends only on the truths of the atoms, and few combinations occur.
      let truths = '';
      for (const slot of slots.values()) truths += evaluator.truthOf(slot);
      const found = known.get(truths);
      if (found !== undefined) return found;
      const pairs = levelsOfTruths(truthPairs(first, second, decisionOf), baseLevel, headLevel);
      known.set(truths, pairs);
      return pairs;
    },
  };
}
