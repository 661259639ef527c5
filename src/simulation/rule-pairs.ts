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
  whyNotHere,
} from '../rules/index.ts';
import { type ConditionEvaluator, FALSE, TRUE, type Truth, UNDECIDED } from './condition-evaluator.ts';
import type { Evaluable } from './evaluation-groups.ts';
import { BLOCK, type Level, type LevelPairs, levelPair, levelsOfTruths, NO_EFFECT } from './outcomes.ts';

/** What runs in production always has a caller, and never a file. */
const TRAFFIC = { file: undefined, caller: { user: '', role: '', application: '', database: '', tags: {} } };

/** One side of what differs. */
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

/** The rule as traffic meets it; undefined where no run in production can. */
export function appliesToTraffic(side: RuleInForce | undefined): RuleInForce | undefined {
  if (!side || (side.rule.condition && whyNotHere(side.rule.condition.reads, TRAFFIC) !== undefined)) return undefined;
  const exceptions = side.exceptions.filter(({ condition }) => whyNotHere(condition.reads, TRAFFIC) === undefined);
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
 * Pairs what differs. A rule that is gone and one that is new with the same kinds and condition are one rule under
 * another name: apart, what neither can decide would look like a difference.
 */
export function rulePairs(differences: readonly RuleDifference[]): RulePair[] {
  const renamed = new Map<RuleDifference, RuleDifference>();
  const added = differences.filter(({ base }) => !base);
  for (const gone of differences) {
    if (gone.head || !gone.base) continue;
    const heir = added.find((fresh) => !renamed.has(fresh) && isSameBut(gone.base, fresh.head));
    if (heir) renamed.set(heir, gone);
  }
  const moved = new Set(renamed.values());
  return differences.flatMap((difference) => {
    if (moved.has(difference)) return [];
    const before = renamed.get(difference) ?? difference;
    const pair = { base: sideOf('base', before), head: sideOf('head', difference) };
    return pair.base || pair.head ? [pair] : [];
  });
}

function isSameBut(gone: RuleInForce | undefined, fresh: RuleInForce | undefined): boolean {
  if (!gone || !fresh) return false;
  const [a, b] = [gone.rule, fresh.rule];
  return (
    a.condition?.text === b.condition?.text &&
    a.kinds.size === b.kinds.size &&
    [...a.kinds].every((kind) => b.kinds.has(kind))
  );
}

/** A pair made ready to be asked of operations of some kinds. */
export interface EvaluablePair extends Evaluable<LevelPairs> {
  readonly pair: RulePair;
  /** Tells it from all others of one replay. */
  readonly serial: number;
  readonly kinds: ReadonlySet<OperationKind>;
  /** Whether the head's rule is true of the operation at hand, or undecided. */
  headMayHold(): boolean;
}

/** A pair made ready: once for the kinds that both sides are about, and for those that only one is. */
export function evaluablePairs(pair: RulePair, serial: number, questions: ConditionEvaluator): EvaluablePair[] {
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
    ...asked(base, head, questions),
    pair,
    serial: serial * 3 + variant,
    kinds: new Set(kinds),
  }));
}

function asked(
  base: PairSide | undefined,
  head: PairSide | undefined,
  questions: ConditionEvaluator,
): Pick<EvaluablePair, 'formulas' | 'headMayHold' | 'evaluate'> {
  const [first, second] = [base?.formula ?? NEVER, head?.formula ?? NEVER];
  const [askBase, askHead] = [questions.compile(first), questions.compile(second)];
  const [baseLevel, headLevel] = [base?.level ?? 0, head?.level ?? 0];
  const slots = new Map<Atom, number>();
  for (const formula of [first, second]) for (const atom of atomsOf(formula)) slots.set(atom, questions.slotOf(atom));
  const known = new Map<string, LevelPairs>();
  const answerOf = (atom: Atom): boolean | undefined => {
    questions.steps.take(1);
    const answer: Truth = questions.ask(slots.get(atom) ?? -1);
    return answer === UNDECIDED ? undefined : answer === TRUE;
  };
  return {
    formulas: [first, second],
    headMayHold: () => askHead() !== FALSE,
    evaluate() {
      const before = askBase();
      const after = askHead();
      if (before === FALSE && after === FALSE) return NO_EFFECT;
      if (before !== UNDECIDED && after !== UNDECIDED) {
        return levelPair(before === TRUE ? baseLevel : 0, after === TRUE ? headLevel : 0);
      }
      // What comes out follows from the answers alone, and those are few.
      let answers = '';
      for (const slot of slots.values()) answers += questions.ask(slot);
      const found = known.get(answers);
      if (found !== undefined) return found;
      const pairs = levelsOfTruths(truthPairs(first, second, answerOf), baseLevel, headLevel);
      known.set(answers, pairs);
      return pairs;
    },
  };
}
