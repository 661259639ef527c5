import type { Operation, OperationKind } from '../model/index.ts';
import { formulaOfRule, type RuleInForce, type RulesetComparison } from '../rules/index.ts';
import { ConditionEvaluator, TRUE } from './condition-evaluator.ts';
import { type Evaluable, type EvaluationGroup, groupByFacts } from './evaluation-groups.ts';
import {
  BLOCK,
  baseBlocksForCertain,
  classOf,
  combine,
  headBlocksForCertain,
  headMayBlock,
  isCertain,
  isUnchanged,
  type Level,
  type LevelPairs,
  levelPair,
  mayLoosen,
  mayTighten,
  NO_EFFECT,
  type RunClass,
} from './outcomes.ts';
import type { Run } from './recorded-run.ts';
import {
  appliesToTraffic,
  type EvaluablePair,
  evaluablePairs,
  levelOf,
  type RulePair,
  rulePairs,
} from './rule-pairs.ts';
import { StepBudget } from './step-budget.ts';
import { FactNumbers } from './tuple-cache.ts';

/** The effect of one differing rule on one operation of a run. */
export interface RuleEffect {
  readonly pair: RulePair;
  /** Index of the run's operation. */
  readonly index: number;
  readonly pairs: LevelPairs;
}

export interface Judgement {
  readonly class: RunClass;
  /** False if the class is only the worst case. */
  readonly certain: boolean;
  /** The effects that decide the class. */
  readonly effects: readonly RuleEffect[];
}

const UNCHANGED: Judgement = { class: 'unchanged', certain: true, effects: [] };

/** The effect of a pair of rules on an operation; never `NO_EFFECT`. */
interface PairEffect {
  readonly pair: EvaluablePair;
  readonly pairs: LevelPairs;
}

/**
 * Judges runs under two rulesets at once. Rules that differ are evaluated first. Rules that are the same on both sides
 * are evaluated only if they could outweigh the difference. A rule that is the same on both sides and undecided counts
 * as not matching, since its result is the same on both.
 */
export class Replay {
  readonly evaluator: ConditionEvaluator;
  /** Facts that older rows of the history lack; see older-facts.ts. */
  readonly lacking: ReadonlySet<string>;
  readonly #pairs: readonly EvaluablePair[];
  readonly #differing: ReadonlyMap<OperationKind, readonly EvaluationGroup<readonly PairEffect[]>[]>;
  readonly #common: CommonGroups;
  readonly #numbers: FactNumbers;
  /** Effects on the current run, with their operations; reused, since most runs have none. */
  readonly #effects: PairEffect[] = [];
  readonly #indexes: number[] = [];
  /** Runs with the same effects share one judgement; there are few. */
  readonly #judgements = new Map<string, Judgement>();

  /** @param like a replay whose other rules and budget are the same: what it has compiled and found of them is used */
  constructor(
    comparison: Pick<RulesetComparison, 'differences' | 'same'>,
    steps: StepBudget = new StepBudget(),
    lacking: ReadonlySet<string> = new Set(),
    like?: Replay,
  ) {
    this.lacking = lacking;
    const evaluator = like ? like.evaluator : new ConditionEvaluator(steps);
    this.evaluator = evaluator;
    const numbers = like ? like.#numbers : new FactNumbers();
    this.#numbers = numbers;
    this.#pairs = rulePairs(comparison.differences).flatMap((pair, serial) => evaluablePairs(pair, serial, evaluator));
    const effectsOf = (members: readonly Evaluable<LevelPairs>[]): readonly PairEffect[] =>
      (members as readonly EvaluablePair[]).flatMap((pair) => {
        const pairs = pair.evaluate();
        return pairs === NO_EFFECT ? [] : [{ pair, pairs }];
      });
    this.#differing = groupByFacts(this.#pairs, effectsOf, evaluator, numbers);
    this.#common = like ? like.#common : commonGroups(comparison.same, evaluator, numbers);
  }

  /** What the change does to a run, and which rules decide that. */
  judge(run: Run): Judgement {
    const differing = this.#evaluateDiffering(run);
    if (isUnchanged(differing)) return UNCHANGED;
    const common = this.#commonLevel(run);
    const pairs = combine(differing, levelPair(common, common));
    const kind = classOf(pairs);
    if (kind === 'unchanged') return UNCHANGED;
    let key = `${pairs}`;
    for (let i = 0; i < this.#effects.length; i++) {
      const { pair, pairs: own } = this.#effects[i] as PairEffect;
      key += ` ${pair.serial}:${this.#indexes[i]}:${own}`;
    }
    const known = this.#judgements.get(key);
    if (known) return known;
    const effects = this.#effects.map(({ pair, pairs: own }, i) => ({
      pair: pair.pair,
      index: this.#indexes[i] as number,
      pairs: own,
    }));
    const judgement = { class: kind, certain: isCertainClass(kind, pairs), effects: decisive(kind, effects) };
    this.#judgements.set(key, judgement);
    return judgement;
  }

  /** Whether the base certainly blocks a run, so that the run is not legitimate. */
  baseBlocks(run: Run): boolean {
    return baseBlocksForCertain(this.#evaluateDiffering(run)) || this.#commonLevel(run) === BLOCK;
  }

  /** A test of whether a differing rule, as in the head, may match some operation of a run. */
  headMayHit(rule: string): (run: Run) => boolean {
    const pairs = this.#pairs.filter(({ pair }) => pair.head?.difference.rule === rule);
    return (run) =>
      run.operations.some(({ kind }, index) => {
        const pair = pairs.find(({ kinds }) => kinds.has(kind));
        if (!pair) return false;
        this.evaluator.setOperation(run, index);
        return pair.headMayHold();
      });
  }

  #evaluateDiffering(run: Run): LevelPairs {
    this.#effects.length = 0;
    this.#indexes.length = 0;
    let all: LevelPairs = NO_EFFECT;
    const { operations } = run;
    for (let index = 0; index < operations.length; index++) {
      const groups = this.#differing.get((operations[index] as Operation).kind);
      if (!groups) continue;
      this.evaluator.setOperation(run, index);
      for (const group of groups) {
        for (const effect of group.evaluate()) {
          this.#effects.push(effect);
          this.#indexes.push(index);
          all = combine(all, effect.pairs);
        }
      }
    }
    return all;
  }

  /** The strictest certain level of the rules that are the same on both sides. */
  #commonLevel(run: Run): Level {
    let level: Level = 0;
    const { operations } = run;
    for (let index = 0; index < operations.length; index++) {
      const groups = this.#common.get((operations[index] as Operation).kind);
      if (!groups) continue;
      this.evaluator.setOperation(run, index);
      for (const group of groups) {
        const groupLevel = group.evaluate();
        if (groupLevel > level) level = groupLevel;
        if (level === BLOCK) return BLOCK;
      }
    }
    return level;
  }
}

type CommonGroups = ReadonlyMap<OperationKind, readonly EvaluationGroup<Level>[]>;

function commonGroups(same: readonly RuleInForce[], evaluator: ConditionEvaluator, numbers: FactNumbers): CommonGroups {
  const common = same.flatMap((side): Evaluable<Level>[] => {
    const rule = appliesToTraffic(side);
    if (!rule) return [];
    const formula = formulaOfRule(rule);
    const holds = evaluator.compile(formula);
    const level = levelOf(rule);
    return [{ kinds: rule.rule.kinds, formulas: [formula], evaluate: () => (holds() === TRUE ? level : 0) }];
  });
  return groupByFacts(common, strictest, evaluator, numbers);
}

function strictest(members: readonly Evaluable<Level>[]): Level {
  let level: Level = 0;
  for (const member of members) {
    const memberLevel = member.evaluate();
    if (memberLevel > level) level = memberLevel;
    if (level === BLOCK) break;
  }
  return level;
}

function isCertainClass(kind: RunClass, pairs: LevelPairs): boolean {
  if (kind === 'unknown' || kind === 'unknown_loosening') return false;
  // A run that the head blocks is legitimate even if the base is undecided about it.
  return kind === 'newly_blocked' || kind === 'newly_allowed' || isCertain(pairs);
}

/** The effects of differing rules that decide the class. */
function decisive(kind: RunClass, effects: readonly RuleEffect[]): RuleEffect[] {
  switch (kind) {
    case 'newly_blocked': {
      const certain = effects.filter(({ pairs }) => headBlocksForCertain(pairs));
      return certain.length > 0 ? certain : effects.filter(({ pairs }) => headMayBlock(pairs));
    }
    case 'unknown':
      return effects.filter(({ pairs }) => mayTighten(pairs));
    case 'newly_allowed':
    case 'unknown_loosening':
      return effects.filter(({ pairs }) => mayLoosen(pairs));
    default:
      return effects.filter(({ pairs }) => !isUnchanged(pairs));
  }
}
