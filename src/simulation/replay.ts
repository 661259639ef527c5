import type { Operation, OperationKind } from '../model/index.ts';
import { formulaOfRule, type RulesetComparison } from '../rules/index.ts';
import { type Askable, type AskedGroup, askedGroups } from './asked-rules.ts';
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
import { Questions, YES } from './questions.ts';
import { type AskedPair, askedPairs, inTraffic, levelOf, type RulePair, rulePairs } from './rule-pairs.ts';
import type { Run } from './run.ts';
import { Steps } from './steps.ts';
import { FactNumbers } from './tuples.ts';

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

/** What a pair says of an operation: never that both sides say nothing. */
interface Said {
  readonly pair: AskedPair;
  readonly pairs: LevelPairs;
}

/**
 * Judges runs under two rulesets at once. The rules that differ are asked first; those that are the same on both sides
 * only where an answer of theirs could settle what the others leave different. An undecided rule that is the same on
 * both sides counts as saying nothing, since it answers alike on both.
 */
export class Replay {
  readonly questions: Questions;
  readonly #pairs: readonly AskedPair[];
  readonly #differing: ReadonlyMap<OperationKind, readonly AskedGroup<readonly Said[]>[]>;
  readonly #common: ReadonlyMap<OperationKind, readonly AskedGroup<Level>[]>;
  /** What the run at hand touches; reused, since most runs touch nothing. */
  readonly #said: Said[] = [];
  readonly #indexes: number[] = [];
  /** Runs that fare alike share their judgement: there are few. */
  readonly #judgements = new Map<string, Judgement>();

  constructor(comparison: Pick<RulesetComparison, 'differences' | 'same'>, steps: Steps = new Steps()) {
    const questions = new Questions(steps);
    this.questions = questions;
    const numbers = new FactNumbers();
    this.#pairs = rulePairs(comparison.differences).flatMap((pair, serial) => askedPairs(pair, serial, questions));
    const said = (members: readonly Askable<LevelPairs>[]): readonly Said[] =>
      (members as readonly AskedPair[]).flatMap((pair) => {
        const pairs = pair.ask();
        return pairs === SILENT ? [] : [{ pair, pairs }];
      });
    this.#differing = askedGroups(this.#pairs, said, questions, numbers);
    const common = comparison.same.flatMap((side): Askable<Level>[] => {
      const met = inTraffic(side);
      if (!met) return [];
      const formula = formulaOfRule(met);
      const holds = questions.compile(formula);
      const level = levelOf(met);
      return [{ kinds: met.rule.kinds, formulas: [formula], ask: () => (holds() === YES ? level : 0) }];
    });
    this.#common = askedGroups(common, strictest, questions, numbers);
  }

  /** What the change does to a run, and which rules make it so. */
  judge(run: Run): Judgement {
    const differing = this.#askDiffering(run);
    if (areAlike(differing)) return UNCHANGED;
    const common = this.#commonLevel(run);
    const pairs = together(differing, levelPair(common, common));
    const kind = classOf(pairs);
    if (kind === 'unchanged') return UNCHANGED;
    let key = `${pairs}`;
    for (let i = 0; i < this.#said.length; i++) {
      const { pair, pairs: own } = this.#said[i] as Said;
      key += ` ${pair.serial}:${this.#indexes[i]}:${own}`;
    }
    const known = this.#judgements.get(key);
    if (known) return known;
    const touches = this.#said.map(({ pair, pairs: own }, i) => ({
      pair: pair.pair,
      index: this.#indexes[i] as number,
      pairs: own,
    }));
    const judgement = { class: kind, certain: isSure(kind, pairs), touches: decisive(kind, touches) };
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
    let all: LevelPairs = SILENT;
    const { operations } = run;
    for (let index = 0; index < operations.length; index++) {
      const groups = this.#differing.get((operations[index] as Operation).kind);
      if (!groups) continue;
      this.questions.about(run, index);
      for (const group of groups) {
        for (const said of group.ask()) {
          this.#said.push(said);
          this.#indexes.push(index);
          all = together(all, said.pairs);
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
        const said = group.ask();
        if (said > level) level = said;
        if (level === BLOCK) return BLOCK;
      }
    }
    return level;
  }
}

function strictest(members: readonly Askable<Level>[]): Level {
  let level: Level = 0;
  for (const member of members) {
    const said = member.ask();
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
