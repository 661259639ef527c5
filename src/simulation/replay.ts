import type { Operation, OperationKind } from '../model/index.ts';
import { formulaOfRule, type RulesetComparison } from '../rules/index.ts';
import {
  areAlike,
  BLOCK,
  baseBlocksForCertain,
  classOf,
  headBlocksForCertain,
  headMayBlock,
  isCertain,
  type Level,
  type LevelPairs,
  levelPair,
  mayLoosen,
  mayTighten,
  type RunClass,
  SILENT,
  together,
} from './outcomes.ts';
import { type Answer, Questions, YES } from './questions.ts';
import { type AskedPair, askedPairs, inTraffic, levelOf, type RulePair, rulePairs } from './rule-pairs.ts';
import type { Run } from './run.ts';

/** What one differing rule says of one operation of a run. */
export interface Touch {
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
  readonly touches: readonly Touch[];
}

const UNCHANGED: Judgement = { class: 'unchanged', certain: true, touches: [] };

interface AskedRule {
  readonly level: Level;
  readonly ask: () => Answer;
}

/**
 * Judges runs under two rulesets at once. The rules that differ are asked first; those that are the same on both sides
 * only where an answer of theirs could settle what the others leave different. An undecided rule that is the same on
 * both sides counts as saying nothing, since it answers alike on both.
 */
export class Replay {
  readonly questions: Questions = new Questions();
  readonly #differing: ReadonlyMap<OperationKind, readonly AskedPair[]>;
  readonly #common = new Map<OperationKind, AskedRule[]>();
  /** Reused, since most runs are touched by nothing. */
  readonly #touches: Touch[] = [];

  constructor(comparison: Pick<RulesetComparison, 'differences' | 'same'>) {
    this.#differing = askedPairs(rulePairs(comparison.differences), this.questions);
    for (const side of comparison.same) {
      const met = inTraffic(side);
      if (!met) continue;
      const asked = { level: levelOf(met), ask: this.questions.compile(formulaOfRule(met)) };
      for (const kind of met.rule.kinds) {
        const list = this.#common.get(kind);
        if (list) list.push(asked);
        else this.#common.set(kind, [asked]);
      }
    }
  }

  /** What the change does to a run, and which rules make it so. */
  judge(run: Run): Judgement {
    const differing = this.#askDiffering(run);
    if (areAlike(differing)) return UNCHANGED;
    const common = this.#commonLevel(run);
    const pairs = together(differing, levelPair(common, common));
    const kind = classOf(pairs);
    if (kind === 'unchanged') return UNCHANGED;
    const touches = decisive(kind, this.#touches);
    return { class: kind, certain: isSure(kind, pairs), touches };
  }

  /** Whether the base blocks a run for certain, so that it is no legitimate one. */
  baseBlocks(run: Run): boolean {
    return baseBlocksForCertain(this.#askDiffering(run)) || this.#commonLevel(run) === BLOCK;
  }

  /** Whether a rule that differs, as it is in the head, may hold of some operation of the run. */
  headMayHit(run: Run, rule: string): boolean {
    return run.operations.some(({ kind }, index) => {
      const asked = this.#differing.get(kind)?.find(({ pair }) => pair.head?.difference.rule === rule);
      if (!asked) return false;
      this.questions.about(run, index);
      return asked.headMayHold();
    });
  }

  #askDiffering(run: Run): LevelPairs {
    this.#touches.length = 0;
    let all: LevelPairs = SILENT;
    const { operations } = run;
    for (let index = 0; index < operations.length; index++) {
      const asked = this.#differing.get((operations[index] as Operation).kind);
      if (!asked) continue;
      this.questions.about(run, index);
      for (const one of asked) {
        const pairs = one.ask();
        if (pairs === SILENT) continue;
        this.#touches.push({ pair: one.pair, index, pairs });
        all = together(all, pairs);
      }
    }
    return all;
  }

  /** The strictest that the rules which are the same on both sides say for certain. */
  #commonLevel(run: Run): Level {
    let level: Level = 0;
    const { operations } = run;
    for (let index = 0; index < operations.length; index++) {
      const asked = this.#common.get((operations[index] as Operation).kind);
      if (!asked) continue;
      this.questions.about(run, index);
      for (const rule of asked) {
        if (rule.level <= level || rule.ask() !== YES) continue;
        level = rule.level;
        if (level === BLOCK) return BLOCK;
      }
    }
    return level;
  }
}

function isSure(kind: RunClass, pairs: LevelPairs): boolean {
  if (kind === 'unknown' || kind === 'unknown_loosening') return false;
  // What the base says of a run that the head blocks may be undecided: it is legitimate all the same.
  return kind === 'newly_blocked' || kind === 'newly_allowed' || isCertain(pairs);
}

/** Of what the differing rules say, that which makes the class. */
function decisive(kind: RunClass, touches: readonly Touch[]): Touch[] {
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
      return touches.filter(({ pairs }) => !areAlike(pairs));
  }
}
