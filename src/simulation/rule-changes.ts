import type { FlowCount, OperationKind, RuleChange } from '../model/index.ts';
import type { RuleDifference } from '../rules/index.ts';
import { rulesOf } from './causes.ts';
import type { AffectedFlow } from './flows.ts';
import type { Judgement } from './replay.ts';
import { appliesToTraffic } from './rule-pairs.ts';
import type { CountedRow } from './run.ts';

type Effect = 'newlyBlocked' | 'newlyAllowed' | 'unknown';

const EFFECTS: Readonly<Record<Judgement['class'], Effect | undefined>> = {
  newly_blocked: 'newlyBlocked',
  newly_allowed: 'newlyAllowed',
  unknown: 'unknown',
  unknown_loosening: 'unknown',
  changed: undefined,
  unchanged: undefined,
};

const NONE: FlowCount = { flows: 0, calls: 0 };

/**
 * What each rule that differs does to the history. Flows that are left out are not to be given, those that are
 * acknowledged are: the rule breaks them all the same.
 */
export function ruleChanges(
  differences: readonly RuleDifference[],
  rows: readonly CountedRow[],
  flows: readonly AffectedFlow[],
): RuleChange[] {
  const counts = countsOf(flows);
  const kinds = callsByKinds(rows);
  return differences.map((difference) => {
    const { base, head, ...texts } = difference;
    const count = (effect: Effect): FlowCount => counts.get(`${effect} ${difference.rule}`) ?? NONE;
    return {
      ...texts,
      exercised: exercised(kinds, base, head),
      newlyBlocked: count('newlyBlocked'),
      newlyAllowed: count('newlyAllowed'),
      unknown: count('unknown'),
    };
  });
}

function countsOf(flows: readonly AffectedFlow[]): Map<string, FlowCount> {
  const counts = new Map<string, { flows: number; calls: number }>();
  const seen = new Set<string>();
  const add = (judgement: Judgement, flowsOfIt: number, calls: number): void => {
    const effect = EFFECTS[judgement.class];
    if (!effect) return;
    for (const rule of rulesOf(judgement)) {
      const key = `${effect} ${rule}`;
      const count = counts.get(key) ?? { flows: 0, calls: 0 };
      counts.set(key, count);
      count.calls += calls;
      if (!seen.has(key)) count.flows += flowsOfIt;
      seen.add(key);
    }
  };
  // Most flows fare alike in all their runs; those that fare like each other are counted together.
  const whole = new Map<Judgement, { flows: number; calls: number }>();
  for (const { touched } of flows) {
    const callsOfAlike = new Map<Judgement, number>();
    for (const { calls, judgement } of touched) callsOfAlike.set(judgement, (callsOfAlike.get(judgement) ?? 0) + calls);
    seen.clear();
    for (const [judgement, calls] of callsOfAlike) {
      if (callsOfAlike.size > 1) {
        add(judgement, 1, calls);
        continue;
      }
      const alike = whole.get(judgement) ?? { flows: 0, calls: 0 };
      whole.set(judgement, alike);
      alike.flows++;
      alike.calls += calls;
    }
  }
  for (const [judgement, alike] of whole) {
    seen.clear();
    add(judgement, alike.flows, alike.calls);
  }
  return counts;
}

interface KindCount {
  readonly kinds: readonly OperationKind[];
  rows: number;
  calls: number;
}

/** Rows and executions by the kinds of operations that they hold: few, whatever the number of rows. */
function callsByKinds(rows: readonly CountedRow[]): readonly KindCount[] {
  const counts = new Map<string, KindCount>();
  for (const { row, calls } of rows) {
    const kinds = [...new Set(row.operations.map(({ kind }) => kind))];
    const key = kinds.join();
    const count = counts.get(key) ?? { kinds, rows: 0, calls: 0 };
    counts.set(key, count);
    count.rows++;
    count.calls += calls;
  }
  return [...counts.values()];
}

function exercised(
  counts: readonly KindCount[],
  base: RuleDifference['base'],
  head: RuleDifference['head'],
): RuleChange['exercised'] {
  // A rule that no run in production can meet is exercised by none.
  const sides = [appliesToTraffic(base), appliesToTraffic(head)].flatMap((side) => (side ? [side.rule.kinds] : []));
  const met = counts.filter(({ kinds }) => kinds.some((kind) => sides.some((side) => side.has(kind))));
  return {
    rows: met.reduce((sum, { rows }) => sum + rows, 0),
    calls: met.reduce((sum, { calls }) => sum + calls, 0),
  };
}
