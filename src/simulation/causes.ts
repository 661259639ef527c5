import type { FlowCause } from '../model/index.ts';
import { atomsOf, type Formula, fillMessage } from '../rules/index.ts';
import { type ConditionEvaluator, UNDECIDED } from './condition-evaluator.ts';
import { DecidingValues } from './deciding-values.ts';
import { type AffectedFlow, decisiveRows } from './flows.ts';
import { explainUndecided } from './older-facts.ts';
import { baseBlocksForCertain, headBlocksForCertain, isCertain } from './outcomes.ts';
import type { Run } from './recorded-run.ts';
import type { Judgement, Replay, RuleEffect } from './replay.ts';
import type { PairSide } from './rule-pairs.ts';

/** The side whose rule decides: the base for a loosening, else the head. */
export function decidingSide(kind: Judgement['class'], { pair }: RuleEffect): PairSide | undefined {
  const isLooser = kind === 'newly_allowed' || kind === 'unknown_loosening';
  return isLooser ? (pair.base ?? pair.head) : (pair.head ?? pair.base);
}

/** A rule that decides a run's class. One entry per rule, even if the rule matches several operations of the run. */
interface Reason {
  readonly key: string;
  readonly effect: RuleEffect;
  readonly side: PairSide;
  readonly decided: boolean;
}

/** Cached per judgement: tens of thousands of runs share a few judgements, and many rules can contribute to each. */
const reasonsByJudgement = new WeakMap<Judgement, readonly Reason[]>();

function reasonsOf(judgement: Judgement): readonly Reason[] {
  const known = reasonsByJudgement.get(judgement);
  if (known) return known;
  const reasons = new Map<string, Reason>();
  for (const effect of judgement.effects) {
    const side = decidingSide(judgement.class, effect);
    if (!side) continue;
    const decided = isDecided(judgement, effect);
    const key = `${decided ? 'decided' : 'undecided'} ${side.difference.rule}`;
    if (!reasons.has(key)) reasons.set(key, { key, effect, side, decided });
  }
  const found = [...reasons.values()];
  reasonsByJudgement.set(judgement, found);
  return found;
}

const rulesByJudgement = new WeakMap<Judgement, readonly string[]>();

/** The ids of the rules that decide a class, each once. */
export function rulesOf(judgement: Judgement): readonly string[] {
  const known = rulesByJudgement.get(judgement);
  if (known) return known;
  const rules = [...new Set(reasonsOf(judgement).map(({ side }) => side.difference.rule))];
  rulesByJudgement.set(judgement, rules);
  return rules;
}

function isDecided({ class: kind, certain }: Judgement, { pairs }: RuleEffect): boolean {
  switch (kind) {
    case 'newly_blocked':
      return headBlocksForCertain(pairs);
    case 'newly_allowed':
      return certain && baseBlocksForCertain(pairs);
    case 'changed':
      return isCertain(pairs);
    default:
      return false;
  }
}

/**
 * Why a flow has its class: one cause per rule, and a second one if the rule leaves other runs undecided. If the flow
 * may be blocked, undecided runs are included, since they may be blocked too.
 */
export function causesOf(flow: AffectedFlow, replay: Replay): FlowCause[] {
  return causesIn(decisiveRows(flow), replay);
}

interface JudgedRun {
  readonly row: Run;
  readonly calls: number;
  readonly judgement: Judgement;
}

/** Runs with the same judgement. The message shown is that of the run with the most calls. */
interface RunGroup {
  calls: number;
  mostFrequent: JudgedRun;
}

export function causesIn(runs: readonly JudgedRun[], replay: Replay): FlowCause[] {
  const groups = new Map<Judgement, RunGroup>();
  for (const run of runs) {
    const group = groups.get(run.judgement);
    if (!group) groups.set(run.judgement, { calls: run.calls, mostFrequent: run });
    else {
      group.calls += run.calls;
      if (run.calls > group.mostFrequent.calls) group.mostFrequent = run;
    }
  }
  const values = decidingValues(runs, replay);
  const causes = new Map<string, FlowCause & { calls: number }>();
  for (const [judgement, { calls, mostFrequent }] of [...groups].sort(
    (a, b) => b[1].mostFrequent.calls - a[1].mostFrequent.calls,
  )) {
    for (const { key, effect, side, decided } of reasonsOf(judgement)) {
      const known = causes.get(key);
      if (known) known.calls += calls;
      else {
        const cause = causeOf(mostFrequent.row, calls, effect, side, decided, replay);
        causes.set(key, { ...cause, ...(values.get(key)?.result() ?? NO_VALUES) });
      }
    }
  }
  return [...causes.values()].sort(
    (a, b) => Number(a.undecided !== undefined) - Number(b.undecided !== undefined) || b.calls - a.calls,
  );
}

const NO_VALUES = { values: [], moreValues: 0 } as const;

/** The values that the deciding rules read, by the key of the reason. */
function decidingValues(runs: readonly JudgedRun[], replay: Replay): ReadonlyMap<string, DecidingValues> {
  const { evaluator } = replay;
  const found = new Map<string, DecidingValues>();
  for (const { row, calls, judgement } of runs) {
    if (judgement.class !== 'newly_blocked' && judgement.class !== 'newly_allowed') continue;
    for (const { key, effect, side, decided } of reasonsOf(judgement)) {
      if (!decided) continue;
      evaluator.setOperation(row, effect.index);
      const values = found.get(key) ?? new DecidingValues(evaluator);
      found.set(key, values);
      values.add(side.inForce.rule.condition?.formula(), calls);
    }
  }
  return found;
}

function causeOf(
  row: Run,
  calls: number,
  effect: RuleEffect,
  { side, inForce, difference }: PairSide,
  decided: boolean,
  replay: Replay,
): Omit<FlowCause, keyof typeof NO_VALUES> & { calls: number } {
  replay.evaluator.setOperation(row, effect.index);
  return {
    rule: difference.rule,
    place: side === 'base' ? difference.basePlace : difference.place,
    message: fillMessage(inForce.rule.message, replay.evaluator.facts),
    undecided: decided ? undefined : whyUndecided(effect, replay),
    calls,
  };
}

/** The first part of the head's rule, or else the base's, that could not be decided for the current operation. */
function whyUndecided({ pair }: RuleEffect, { evaluator, lacking }: Replay): string {
  const { kind } = evaluator.facts.operation;
  for (const side of [pair.head, pair.base]) {
    if (!side?.inForce.rule.kinds.has(kind)) continue;
    const { rule, exceptions } = side.inForce;
    const own = rule.condition && firstUndecided(rule.condition.formula(), evaluator);
    if (own !== undefined) return explainUndecided(own, lacking);
    for (const { condition } of exceptions) {
      const why = firstUndecided(condition.formula(), evaluator);
      if (why !== undefined) return `an exception to the rule: ${explainUndecided(why, lacking)}`;
    }
  }
  return 'cause unknown';
}

function firstUndecided(formula: Formula, evaluator: ConditionEvaluator): string | undefined {
  if (evaluator.compile(formula)() !== UNDECIDED) return undefined;
  for (const atom of atomsOf(formula)) {
    const why = evaluator.reasonUndecided(atom);
    if (why !== undefined) return why;
  }
  return undefined;
}
