import { type AcknowledgementReport, type FlowReport, formerFlowIds, type HistoryRow } from '../model/index.ts';
import { type Acknowledgement, holdsOn, includesAcknowledgement, type Ruleset } from '../rules/index.ts';
import { decidingSide, rulesOf } from './causes.ts';
import { TRUE } from './condition-evaluator.ts';
import type { AffectedFlow, AffectedRow } from './flows.ts';
import type { Judgement, Replay } from './replay.ts';

export interface Acknowledged {
  readonly reports: readonly AcknowledgementReport[];
  /** The flows whose break is fully acknowledged. */
  readonly covered: ReadonlyMap<AffectedFlow, NonNullable<FlowReport['acknowledged']>>;
}

/**
 * Applies the head's acknowledgements to the flows that would or might be blocked. An acknowledgement covers the effect
 * of one rule on a flow. It names the flow by id, or by a condition that is true for every operation of the flow that
 * the rule blocks or may block. An id that an earlier version gave covers the rows that had it: all rows of a flow need to be
 * covered. A flow is acknowledged if the effect of every rule that endangers it is covered. A
 * condition that matches more flows than `max-flows` covers none.
 *
 * An acknowledgement that the base branch already has covers none either. It was approved for another change, and a
 * reviewer of this one does not see it in the diff.
 */
export function acknowledge(
  flows: readonly AffectedFlow[],
  sides: { readonly base: Ruleset; readonly head: Ruleset; readonly today: string },
  replay: Replay,
): Acknowledged {
  const { base, head, today } = sides;
  const isMerged = includesAcknowledgement(base.acknowledgements);
  const byRule = new Map(head.acknowledgements.map(({ rule }) => [rule, new Set<AffectedFlow>()]));
  if (byRule.size === 0) return { reports: [], covered: new Map() };
  const byId = new Map<string, AffectedFlow>();
  const formerIds = new FormerIds();
  for (const flow of flows) {
    byId.set(flow.id, flow);
    for (const rule of rulesAtRisk(flow)) byRule.get(rule)?.add(flow);
  }
  const flowsCoveredBy = ({ rule, flow: id, condition }: Acknowledgement): readonly AffectedFlow[] => {
    const endangered = byRule.get(rule) ?? new Set();
    const evaluate = condition && replay.evaluator.compile(condition.formula());
    const hitBy = operationsHit(rule);
    if (evaluate) return [...endangered].filter((flow) => holdsOnAll(flow, hitBy, evaluate, replay));
    const named = byId.get(id ?? '');
    if (named) return endangered.has(named) ? [named] : [];
    return [...endangered].filter((flow) =>
      rowsAtRisk(flow, rule).some(({ row }) => formerIds.of(row).includes(id ?? '')),
    );
  };
  const stateOf = (acknowledgement: Acknowledgement, matchedFlows: number): AcknowledgementReport['state'] => {
    if (isMerged(acknowledgement)) return 'merged';
    if (!holdsOn(acknowledgement, today)) return 'expired';
    if (matchedFlows === 0) return 'unused';
    return matchedFlows > (acknowledgement.maxFlows ?? Number.POSITIVE_INFINITY) ? 'refused' : 'used';
  };
  /** By flow and rule. */
  const accepted = new Map<AffectedFlow, Map<string, Acknowledgement[]>>();
  const reports = head.acknowledgements.map((acknowledgement): AcknowledgementReport => {
    const { rule, flow: id, condition, reason, owner, until, place } = acknowledgement;
    const matched = flowsCoveredBy(acknowledgement);
    const state = stateOf(acknowledgement, matched.length);
    if (state === 'used') {
      for (const flow of matched) {
        const rules = accepted.get(flow) ?? new Map<string, Acknowledgement[]>();
        const own = rules.get(rule) ?? [];
        if (!own.some((other) => coversAll(other, flow))) own.push(acknowledgement);
        rules.set(rule, own);
        accepted.set(flow, rules);
      }
    }
    return { rule, about: id ?? condition?.text ?? '', reason, owner, until, place, state, flows: matched.length };
  });
  const covered = new Map<AffectedFlow, NonNullable<FlowReport['acknowledged']>>();
  for (const [flow, rules] of accepted) {
    const isCovered = (rule: string): boolean => {
      const own = rules.get(rule) ?? [];
      if (own.some((acknowledgement) => coversAll(acknowledgement, flow))) return true;
      const ids = own.map(({ flow: id }) => id ?? '');
      return (
        own.length > 0 && rowsAtRisk(flow, rule).every(({ row }) => formerIds.of(row).some((id) => ids.includes(id)))
      );
    };
    if ([...rulesAtRisk(flow)].every(isCovered)) covered.set(flow, describe([...rules.values()].flat()));
  }
  return { reports, covered };
}

/** Whether it covers the whole flow, and not only rows that had another id once. */
function coversAll({ flow: id, condition }: Acknowledgement, flow: AffectedFlow): boolean {
  return condition !== undefined || id === flow.id;
}

/** The rows of a flow that a rule blocks or may block. */
function rowsAtRisk({ endangered }: AffectedFlow, rule: string): readonly AffectedRow[] {
  return endangered.filter(({ judgement }) => rulesOf(judgement).includes(rule));
}

/** The ids that rows had in earlier versions. */
class FormerIds {
  readonly #known = new Map<HistoryRow, readonly string[]>();

  of(row: HistoryRow): readonly string[] {
    const ids = this.#known.get(row) ?? formerFlowIds(row);
    this.#known.set(row, ids);
    return ids;
  }
}

/** Every rule that blocks, or may block, runs of the flow that the base allows. */
export function rulesAtRisk(flow: AffectedFlow): Set<string> {
  const judgements = new Set(flow.endangered.map(({ judgement }) => judgement));
  return new Set([...judgements].flatMap(rulesOf));
}

type OperationsHit = (judgement: Judgement) => readonly number[];

/** Which operations of a run a rule endangers. Computed once for all runs with the same judgement. */
export function operationsHit(rule: string): OperationsHit {
  const known = new Map<Judgement, readonly number[]>();
  return (judgement) => {
    let indexes = known.get(judgement);
    if (!indexes) {
      const own = judgement.effects.filter((effect) => decidingSide(judgement.class, effect)?.difference.rule === rule);
      indexes = [...new Set(own.map(({ index }) => index))];
      known.set(judgement, indexes);
    }
    return indexes;
  };
}

/** Whether a condition is true for every operation of the flow that a rule endangers. */
export function holdsOnAll(flow: AffectedFlow, hitBy: OperationsHit, evaluate: () => number, replay: Replay): boolean {
  return flow.endangered.every(({ row, judgement }) =>
    hitBy(judgement).every((index) => {
      replay.evaluator.steps.take(1);
      replay.evaluator.setOperation(row, index);
      return evaluate() === TRUE;
    }),
  );
}

function describe(acknowledgements: readonly Acknowledgement[]): NonNullable<FlowReport['acknowledged']> {
  const join = (words: readonly string[]): string => [...new Set(words)].join('; ');
  const untils = acknowledgements.map(({ until }) => until).sort();
  return {
    reason: join(acknowledgements.map(({ reason }) => reason)),
    owner: join(acknowledgements.map(({ owner }) => owner)),
    until: untils[0] ?? '',
  };
}
