import type { AcknowledgementReport, FlowReport } from '../model/index.ts';
import { type Acknowledgement, holdsOn, includesAcknowledgement, type Ruleset } from '../rules/index.ts';
import { decidingSide, rulesOf } from './causes.ts';
import { TRUE } from './condition-evaluator.ts';
import type { AffectedFlow } from './flows.ts';
import type { Judgement, Replay } from './replay.ts';

export interface Acknowledged {
  readonly reports: readonly AcknowledgementReport[];
  /** By flow, for those that are covered whole. */
  readonly covered: ReadonlyMap<AffectedFlow, NonNullable<FlowReport['acknowledged']>>;
}

/**
 * Applies the head's acknowledgements to the flows that may stop. One covers what its rule does to a flow: named by the
 * flow's id, or by a condition that is true of every operation that the rule blocks, or may block, in it. A flow is
 * acknowledged where every rule that endangers it is. A condition that covers more flows than `max-flows` covers none.
 *
 * One that the base has too covers none either: it was approved for another change, and nobody who looks at this one
 * sees it.
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
  for (const flow of flows) {
    byId.set(flow.id, flow);
    for (const rule of rulesAtRisk(flow)) byRule.get(rule)?.add(flow);
  }
  const caughtBy = ({ rule, flow: id, condition }: Acknowledgement): readonly AffectedFlow[] => {
    const endangered = byRule.get(rule) ?? new Set();
    const ask = condition && replay.questions.compile(condition.formula());
    const hitBy = operationsHit(rule);
    if (ask) return [...endangered].filter((flow) => holdsOnAll(flow, hitBy, ask, replay));
    const named = byId.get(id ?? '');
    return named && endangered.has(named) ? [named] : [];
  };
  const stateOf = (acknowledgement: Acknowledgement, flowsCaught: number): AcknowledgementReport['state'] => {
    if (isMerged(acknowledgement)) return 'merged';
    if (!holdsOn(acknowledgement, today)) return 'expired';
    if (flowsCaught === 0) return 'unused';
    return flowsCaught > (acknowledgement.maxFlows ?? Number.POSITIVE_INFINITY) ? 'refused' : 'used';
  };
  const accepted = new Map<AffectedFlow, Map<string, Acknowledgement>>();
  const reports = head.acknowledgements.map((acknowledgement): AcknowledgementReport => {
    const { rule, flow: id, condition, reason, owner, until, place } = acknowledgement;
    const caught = caughtBy(acknowledgement);
    const state = stateOf(acknowledgement, caught.length);
    if (state === 'used') {
      for (const flow of caught) {
        const rules = accepted.get(flow) ?? new Map<string, Acknowledgement>();
        if (!rules.has(rule)) rules.set(rule, acknowledgement);
        accepted.set(flow, rules);
      }
    }
    return { rule, about: id ?? condition?.text ?? '', reason, owner, until, place, state, flows: caught.length };
  });
  const covered = new Map<AffectedFlow, NonNullable<FlowReport['acknowledged']>>();
  for (const [flow, rules] of accepted) {
    if ([...rulesAtRisk(flow)].every((rule) => rules.has(rule))) covered.set(flow, describe([...rules.values()]));
  }
  return { reports, covered };
}

/** Every rule that blocks, or may block, runs of the flow that the base lets pass. */
export function rulesAtRisk(flow: AffectedFlow): Set<string> {
  const judgements = new Set(flow.endangered.map(({ judgement }) => judgement));
  return new Set([...judgements].flatMap(rulesOf));
}

type OperationsHit = (judgement: Judgement) => readonly number[];

/** Which operations of a run a rule endangers: told once for all runs that fare alike. */
function operationsHit(rule: string): OperationsHit {
  const known = new Map<Judgement, readonly number[]>();
  return (judgement) => {
    let indexes = known.get(judgement);
    if (!indexes) {
      const own = judgement.effects.filter((touch) => decidingSide(judgement.class, touch)?.difference.rule === rule);
      indexes = [...new Set(own.map(({ index }) => index))];
      known.set(judgement, indexes);
    }
    return indexes;
  };
}

function holdsOnAll(flow: AffectedFlow, hitBy: OperationsHit, ask: () => number, replay: Replay): boolean {
  return flow.endangered.every(({ row, judgement }) =>
    hitBy(judgement).every((index) => {
      replay.questions.steps.take(1);
      replay.questions.about(row, index);
      return ask() === TRUE;
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
