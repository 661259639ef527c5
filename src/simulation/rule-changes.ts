import type { FlowCount, OperationKind, RuleChange } from '../model/index.ts';
import type { RuleDifference } from '../rules/index.ts';
import { rulesOf } from './causes.ts';
import type { AffectedFlow } from './flows.ts';
import type { CountedRow } from './recorded-run.ts';
import type { Judgement } from './replay.ts';
import { appliesToTraffic } from './rule-pairs.ts';

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
 * The effect of each differing rule on the history. `flows` must include acknowledged flows, which the rule still
 * breaks, but not flows that do not count.
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
  const add = (judgement: Judgement, flowCount: number, calls: number): void => {
    const effect = EFFECTS[judgement.class];
    if (!effect) return;
    for (const rule of rulesOf(judgement)) {
      const key = `${effect} ${rule}`;
      const count = counts.get(key) ?? { flows: 0, calls: 0 };
      counts.set(key, count);
      count.calls += calls;
      if (!seen.has(key)) count.flows += flowCount;
      seen.add(key);
    }
  };
  // In most flows all runs have the same judgement; such flows are counted together by judgement.
  const uniform = new Map<Judgement, { flows: number; calls: number }>();
  for (const { touched } of flows) {
    const callsByJudgement = new Map<Judgement, number>();
    for (const { calls, judgement } of touched)
      callsByJudgement.set(judgement, (callsByJudgement.get(judgement) ?? 0) + calls);
    seen.clear();
    for (const [judgement, calls] of callsByJudgement) {
      if (callsByJudgement.size > 1) {
        add(judgement, 1, calls);
        continue;
      }
      const sum = uniform.get(judgement) ?? { flows: 0, calls: 0 };
      uniform.set(judgement, sum);
      sum.flows++;
      sum.calls += calls;
    }
  }
  for (const [judgement, sum] of uniform) {
    seen.clear();
    add(judgement, sum.flows, sum.calls);
  }
  return counts;
}

interface KindCount {
  readonly kinds: readonly OperationKind[];
  rows: number;
  calls: number;
}

/** Rows and executions by their combination of operation kinds. There are few, whatever the number of rows. */
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
  // A rule that does not apply to production queries is not exercised by any of them.
  const sides = [appliesToTraffic(base), appliesToTraffic(head)].flatMap((side) => (side ? [side.rule.kinds] : []));
  const matching = counts.filter(({ kinds }) => kinds.some((kind) => sides.some((side) => side.has(kind))));
  return {
    rows: matching.reduce((sum, { rows }) => sum + rows, 0),
    calls: matching.reduce((sum, { calls }) => sum + calls, 0),
  };
}
