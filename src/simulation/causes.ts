import type { FlowCause } from '../model/index.ts';
import { atomsOf, type Formula, fillMessage } from '../rules/index.ts';
import { type ConditionEvaluator, UNDECIDED } from './condition-evaluator.ts';
import { type AffectedFlow, decisiveRows } from './flows.ts';
import { baseBlocksForCertain, headBlocksForCertain, isCertain } from './outcomes.ts';
import type { Judgement, Replay, RuleEffect } from './replay.ts';
import type { PairSide } from './rule-pairs.ts';
import type { Run } from './run.ts';

/** The side whose rule decides: the base's for what is let through, else the head's. */
export function decidingSide(kind: Judgement['class'], { pair }: RuleEffect): PairSide | undefined {
  const isLooser = kind === 'newly_allowed' || kind === 'unknown_loosening';
  return isLooser ? (pair.base ?? pair.head) : (pair.head ?? pair.base);
}

/** A rule that makes a class, told once whatever it says of the run's other operations. */
interface Reason {
  readonly key: string;
  readonly touch: RuleEffect;
  readonly side: PairSide;
  readonly decided: boolean;
}

/** Runs by the ten thousand share few judgements, each of which may be made by many rules. */
const reasonsByJudgement = new WeakMap<Judgement, readonly Reason[]>();

function reasonsOf(judgement: Judgement): readonly Reason[] {
  const known = reasonsByJudgement.get(judgement);
  if (known) return known;
  const reasons = new Map<string, Reason>();
  for (const touch of judgement.effects) {
    const side = decidingSide(judgement.class, touch);
    if (!side) continue;
    const decided = isDecided(judgement, touch);
    const key = `${decided ? 'decided' : 'undecided'} ${side.difference.rule}`;
    if (!reasons.has(key)) reasons.set(key, { key, touch, side, decided });
  }
  const found = [...reasons.values()];
  reasonsByJudgement.set(judgement, found);
  return found;
}

const rulesByJudgement = new WeakMap<Judgement, readonly string[]>();

/** The ids of the rules that make a class, each once. */
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
 * Why a flow is in its class: each rule once, and once more where it leaves other runs undecided. Where runs may stop,
 * those that cannot be decided are told of too: they are part of the danger.
 */
export function causesOf(flow: AffectedFlow, replay: Replay): FlowCause[] {
  return causesIn(decisiveRows(flow), replay);
}

interface JudgedRun {
  readonly row: Run;
  readonly calls: number;
  readonly judgement: Judgement;
}

/** Runs that fare alike, and the one of them that ran most: its words are those that are shown. */
interface Alike {
  calls: number;
  most: JudgedRun;
}

export function causesIn(runs: readonly JudgedRun[], replay: Replay): FlowCause[] {
  const alike = new Map<Judgement, Alike>();
  for (const run of runs) {
    const group = alike.get(run.judgement);
    if (!group) alike.set(run.judgement, { calls: run.calls, most: run });
    else {
      group.calls += run.calls;
      if (run.calls > group.most.calls) group.most = run;
    }
  }
  const causes = new Map<string, FlowCause & { calls: number }>();
  for (const [judgement, { calls, most }] of [...alike].sort((a, b) => b[1].most.calls - a[1].most.calls)) {
    for (const { key, touch, side, decided } of reasonsOf(judgement)) {
      const known = causes.get(key);
      if (known) known.calls += calls;
      else causes.set(key, causeOf(most.row, calls, touch, side, decided, replay));
    }
  }
  return [...causes.values()].sort(
    (a, b) => Number(a.undecided !== undefined) - Number(b.undecided !== undefined) || b.calls - a.calls,
  );
}

function causeOf(
  row: Run,
  calls: number,
  touch: RuleEffect,
  { side, inForce, difference }: PairSide,
  decided: boolean,
  replay: Replay,
): FlowCause & { calls: number } {
  replay.questions.about(row, touch.index);
  return {
    rule: difference.rule,
    place: side === 'base' ? difference.basePlace : difference.place,
    message: fillMessage(inForce.rule.message, replay.questions.known),
    undecided: decided ? undefined : whyUndecided(touch, replay.questions),
    calls,
  };
}

/** The first thing that the head, or else the base, could not decide of the operation at hand. */
function whyUndecided({ pair }: RuleEffect, questions: ConditionEvaluator): string {
  const { kind } = questions.known.operation;
  for (const side of [pair.head, pair.base]) {
    if (!side?.inForce.rule.kinds.has(kind)) continue;
    const { rule, exceptions } = side.inForce;
    const own = rule.condition && firstUndecided(rule.condition.formula(), questions);
    if (own !== undefined) return own;
    for (const { condition } of exceptions) {
      const why = firstUndecided(condition.formula(), questions);
      if (why !== undefined) return `an exception to the rule: ${why}`;
    }
  }
  return 'no cause is known';
}

function firstUndecided(formula: Formula, questions: ConditionEvaluator): string | undefined {
  if (questions.compile(formula)() !== UNDECIDED) return undefined;
  for (const atom of atomsOf(formula)) {
    const why = questions.why(atom);
    if (why !== undefined) return why;
  }
  return undefined;
}
