import type { Operation, OperationKind } from '../model/index.ts';
import { formulaOfRule, type RulesetComparison } from '../rules/index.ts';
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
import {
  appliesToTraffic,
  type EvaluablePair,
  evaluablePairs,
  levelOf,
  type RulePair,
  rulePairs,
} from './rule-pairs.ts';
import type { Run } from './run.ts';
import { StepBudget } from './step-budget.ts';
import { FactNumbers } from './tuple-cache.ts';

/** What one differing rule says of one operation of a run. */
export interface RuleEffect {
  readonly pair: RulePair;
  /** Which of the run's operations. */
  readonly index: number;
  readonly pairs: LevelPairs;
}

export interface Judgement {
  readonly class: RunClass;
  /** False where the class is only what it is at worst. */
  readonly certain: boolean;
  /** The rules that make the class. */
  readonly effects: readonly RuleEffect[];
}

const UNCHANGED: Judgement = { class: 'unchanged', certain: true, effects: [] };

/** What a pair says of an operation: never that both sides say nothing. */
interface PairEffect {
  readonly pair: EvaluablePair;
  readonly pairs: LevelPairs;
}

/**
 * Judges runs under two rulesets at once. The rules that differ are asked first; those that are the same on both sides
 * only where an answer of theirs could settle what the others leave different. An undecided rule that is the same on
 * both sides counts as saying nothing, since it answers alike on both.
 */
export class Replay {
  readonly questions: ConditionEvaluator;
  readonly #pairs: readonly EvaluablePair[];
  readonly #differing: ReadonlyMap<OperationKind, readonly EvaluationGroup<readonly PairEffect[]>[]>;
  readonly #common: ReadonlyMap<OperationKind, readonly EvaluationGroup<Level>[]>;
  /** What the run at hand touches; reused, since most runs touch nothing. */
  readonly #said: PairEffect[] = [];
  readonly #indexes: number[] = [];
  /** Runs that fare alike share their judgement: there are few. */
  readonly #judgements = new Map<string, Judgement>();

  constructor(comparison: Pick<RulesetComparison, 'differences' | 'same'>, steps: StepBudget = new StepBudget()) {
    const questions = new ConditionEvaluator(steps);
    this.questions = questions;
    const numbers = new FactNumbers();
    this.#pairs = rulePairs(comparison.differences).flatMap((pair, serial) => evaluablePairs(pair, serial, questions));
    const said = (members: readonly Evaluable<LevelPairs>[]): readonly PairEffect[] =>
      (members as readonly EvaluablePair[]).flatMap((pair) => {
        const pairs = pair.evaluate();
        return pairs === NO_EFFECT ? [] : [{ pair, pairs }];
      });
    this.#differing = groupByFacts(this.#pairs, said, questions, numbers);
    const common = comparison.same.flatMap((side): Evaluable<Level>[] => {
      const met = appliesToTraffic(side);
      if (!met) return [];
      const formula = formulaOfRule(met);
      const holds = questions.compile(formula);
      const level = levelOf(met);
      return [{ kinds: met.rule.kinds, formulas: [formula], evaluate: () => (holds() === TRUE ? level : 0) }];
    });
    this.#common = groupByFacts(common, strictest, questions, numbers);
  }

  /** What the change does to a run, and which rules make it so. */
  judge(run: Run): Judgement {
    const differing = this.#askDiffering(run);
    if (isUnchanged(differing)) return UNCHANGED;
    const common = this.#commonLevel(run);
    const pairs = combine(differing, levelPair(common, common));
    const kind = classOf(pairs);
    if (kind === 'unchanged') return UNCHANGED;
    let key = `${pairs}`;
    for (let i = 0; i < this.#said.length; i++) {
      const { pair, pairs: own } = this.#said[i] as PairEffect;
      key += ` ${pair.serial}:${this.#indexes[i]}:${own}`;
    }
    const known = this.#judgements.get(key);
    if (known) return known;
    const effects = this.#said.map(({ pair, pairs: own }, i) => ({
      pair: pair.pair,
      index: this.#indexes[i] as number,
      pairs: own,
    }));
    const judgement = { class: kind, certain: isSure(kind, pairs), effects: decisive(kind, effects) };
    this.#judgements.set(key, judgement);
    return judgement;
  }

  /** Whether the base blocks a run for certain, so that it is no legitimate one. */
  baseBlocks(run: Run): boolean {
    return baseBlocksForCertain(this.#askDiffering(run)) || this.#commonLevel(run) === BLOCK;
  }

  /** Tells whether a rule that differs, as it is in the head, may hold of some operation of a run. */
  headMayHit(rule: string): (run: Run) => boolean {
    const named = this.#pairs.filter(({ pair }) => pair.head?.difference.rule === rule);
    return (run) =>
      run.operations.some(({ kind }, index) => {
        const asked = named.find(({ kinds }) => kinds.has(kind));
        if (!asked) return false;
        this.questions.about(run, index);
        return asked.headMayHold();
      });
  }

  #askDiffering(run: Run): LevelPairs {
    this.#said.length = 0;
    this.#indexes.length = 0;
    let all: LevelPairs = NO_EFFECT;
    const { operations } = run;
    for (let index = 0; index < operations.length; index++) {
      const groups = this.#differing.get((operations[index] as Operation).kind);
      if (!groups) continue;
      this.questions.about(run, index);
      for (const group of groups) {
        for (const said of group.evaluate()) {
          this.#said.push(said);
          this.#indexes.push(index);
          all = combine(all, said.pairs);
        }
      }
    }
    return all;
  }

  /** The strictest that the rules which are the same on both sides say for certain. */
  #commonLevel(run: Run): Level {
    let level: Level = 0;
    const { operations } = run;
    for (let index = 0; index < operations.length; index++) {
      const groups = this.#common.get((operations[index] as Operation).kind);
      if (!groups) continue;
      this.questions.about(run, index);
      for (const group of groups) {
        const said = group.evaluate();
        if (said > level) level = said;
        if (level === BLOCK) return BLOCK;
      }
    }
    return level;
  }
}

function strictest(members: readonly Evaluable<Level>[]): Level {
  let level: Level = 0;
  for (const member of members) {
    const said = member.evaluate();
    if (said > level) level = said;
    if (level === BLOCK) break;
  }
  return level;
}

function isSure(kind: RunClass, pairs: LevelPairs): boolean {
  if (kind === 'unknown' || kind === 'unknown_loosening') return false;
  // What the base says of a run that the head blocks may be undecided: it is legitimate all the same.
  return kind === 'newly_blocked' || kind === 'newly_allowed' || isCertain(pairs);
}

/** Of what the differing rules say, that which makes the class. */
function decisive(kind: RunClass, touches: readonly RuleEffect[]): RuleEffect[] {
  switch (kind) {
    case 'newly_blocked': {
      const sure = touches.filter(({ pairs }) => headBlocksForCertain(pairs));
      return sure.length > 0 ? sure : touches.filter(({ pairs }) => headMayBlock(pairs));
    }
    case 'unknown':
      return touches.filter(({ pairs }) => mayTighten(pairs));
    case 'newly_allowed':
    case 'unknown_loosening':
      return touches.filter(({ pairs }) => mayLoosen(pairs));
    default:
      return touches.filter(({ pairs }) => !isUnchanged(pairs));
  }
}
