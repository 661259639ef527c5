import {
  decisiveCauses,
  type FlowCause,
  type FlowCount,
  type FlowReport,
  flowShape,
  HISTORY_ORIGINS,
  type HistoryOrigin,
  isBroken,
  type SimulationResult,
} from '../model/index.ts';
import type { Ruleset } from '../rules/index.ts';
import { acknowledge } from './acknowledgements.ts';
import { breakGroups } from './break-groups.ts';
import { causesOf } from './causes.ts';
import { type DeclaredFlow, judgeDeclared } from './declared.ts';
import { examplesOf } from './examples.ts';
import { compareAtExtends } from './extends-lines.ts';
import { type AffectedFlow, callerOf, replayHistory } from './flows.ts';
import { daysOfHistory, leftOut, Recurrences, type ReplaySettings } from './not-counted.ts';
import { factsOlderRowsLack } from './older-facts.ts';
import { type Proposal, proposeExceptions } from './propose-exceptions.ts';
import { countRows } from './recorded-run.ts';
import { Replay } from './replay.ts';
import { ruleChanges } from './rule-changes.ts';
import { differsFromItself } from './self-test.ts';
import { StepBudget } from './step-budget.ts';
import { COUNTED_IN_LOG, countedInLog, flowsInLog, IN_LOG } from './totals-in-log.ts';
import { type ReplayedSnapshot, unreadOf } from './unread.ts';

export interface SimulationInput {
  readonly history: ReplayedSnapshot;
  /** The ruleset in force; `emptyRuleset()` if there is none. */
  readonly base: Ruleset;
  /** The ruleset that would be in force. */
  readonly head: Ruleset;
  /** `YYYY-MM-DD`, UTC: exceptions and acknowledgements apply up to and including their last day. */
  readonly today: string;
  readonly settings: ReplaySettings;
  readonly declared: readonly DeclaredFlow[];
  /** Called at intervals with the number of rows judged; some work remains after the last call. */
  readonly onProgress?: ((rows: number) => void) | undefined;
}

/**
 * Replays a history under two rulesets and reports what the change does to each flow. Every row is judged, without
 * sampling, and undecided flows are part of the result. Raises ConfigError only for rules that would take minutes.
 */
export async function simulate(input: SimulationInput): Promise<SimulationResult> {
  const { history, base, head, today, settings, declared } = input;
  const { rows } = history;
  const comparison = compareAtExtends(base, head, today);
  const steps = new StepBudget();
  const replay = new Replay(comparison, steps, factsOlderRowsLack(history.header));
  const counted = countRows(rows);
  const replayed = replayHistory(counted, replay, input.onProgress);

  const reasons = new Map<AffectedFlow, string>();
  const historyDays = daysOfHistory(rows, settings);
  const recurrences = new Recurrences(replayed.touched);
  for (const flow of replayed.touched) {
    const reason = leftOut(flow, settings, historyDays, recurrences.of(flow));
    if (reason !== undefined) reasons.set(flow, reason);
  }
  const inLog = flowsInLog(replayed.touched, rows, (flow) => !reasons.has(flow));
  for (const flow of inLog) reasons.set(flow, reasons.get(flow) ?? IN_LOG);
  for (const flow of countedInLog(replayed.touched, (each) => !reasons.has(each)))
    reasons.set(flow, reasons.get(flow) ?? COUNTED_IN_LOG);
  const counting = replayed.touched.filter((flow) => !reasons.has(flow));
  const endangered = counting.filter((flow) => flow.endangered.length > 0);
  const { reports, covered } = acknowledge(endangered, { base, head, today }, replay);
  const causes = new Map(replayed.touched.map((flow) => [flow, causesOf(flow, replay)]));
  const broken = counting.filter((flow) => isBroken(flow) && !covered.has(flow));
  const trials = { rows, base, head, comparison, today, replay };
  const groups = await breakGroups(
    new Map(broken.map((flow) => [flow, decisiveCauses({ class: flow.class, causes: causes.get(flow) ?? [] })])),
    endangered,
    trials,
  );
  const saved = new Set(groups.flatMap((group) => (group.exception === undefined ? [] : group.flows)));
  const proposals = await proposeExceptions(broken, saved, trials);
  const hasTests = rows.some(({ origin }) => origin === 'tests');
  const flows = replayed.touched.map((flow) =>
    flowReport(flow, causes.get(flow) ?? [], replayed.calls, {
      ...(hasTests && { origins: originsOf(flow) }),
      leftOut: reasons.get(flow),
      acknowledged: covered.get(flow),
      proposal: proposals.found.get(flow),
    }),
  );
  return {
    ruleChanges: ruleChanges(comparison.differences, counted, counting),
    flows,
    ...(groups.length > 0 && { groups }),
    declared: judgeDeclared(declared, { base, head, today }, replay),
    acknowledgements: reports,
    totals: totalsOf(flows, { flows: replayed.flows, calls: replayed.calls }),
    unread: unreadOf(history.header, counted),
    proposalsNotTried: proposals.notTried,
    selfTest: !differsFromItself(base, comparison.differences, rows, today, steps),
  };
}

function flowReport(
  flow: AffectedFlow,
  causes: readonly FlowCause[],
  allCalls: number,
  outcome: Pick<FlowReport, 'origins'> & {
    readonly leftOut: string | undefined;
    readonly acknowledged: FlowReport['acknowledged'];
    readonly proposal: Proposal | undefined;
  },
): FlowReport {
  const { id, class: kind, rows, calls, affectedCalls } = flow;
  const days = flow.days.filter((day) => day !== '');
  const first = rows[0] as (typeof rows)[number];
  return {
    id,
    class: kind,
    shape: flowShape(first.shape),
    dialect: first.dialect,
    caller: callerOf(rows),
    kinds: [...new Set(rows.flatMap(({ operations }) => operations.map((operation) => operation.kind)))],
    calls,
    affectedCalls,
    share: allCalls === 0 ? 0 : affectedCalls / allCalls,
    daysActive: days.length,
    firstSeen: days[0],
    lastSeen: days.at(-1),
    causes,
    ...examplesOf(flow),
    ...outcome,
  };
}

function originsOf({ rows }: AffectedFlow): readonly HistoryOrigin[] {
  const found = new Set(rows.map(({ origin = 'production' }) => origin));
  return HISTORY_ORIGINS.filter((origin) => found.has(origin));
}

type Count = keyof SimulationResult['totals'];

/** The total in which a flow is counted; each flow is counted in exactly one. */
function totalOf(flow: FlowReport): Count {
  if (flow.leftOut !== undefined) return 'leftOut';
  if (flow.acknowledged !== undefined) return 'acknowledged';
  switch (flow.class) {
    case 'newly_blocked':
      return 'newlyBlocked';
    case 'partly_blocked':
      return 'partlyBlocked';
    case 'newly_allowed':
      return flow.causes.every(({ undecided }) => undecided !== undefined) ? 'unknownLoosening' : 'newlyAllowed';
    default:
      return flow.class;
  }
}

function totalsOf(flows: readonly FlowReport[], replayed: FlowCount): SimulationResult['totals'] {
  const zero = () => ({ flows: 0, calls: 0 });
  const totals = {
    unchanged: { ...replayed },
    newlyBlocked: zero(),
    partlyBlocked: zero(),
    newlyAllowed: zero(),
    changed: zero(),
    unknown: zero(),
    unknownLoosening: zero(),
    acknowledged: zero(),
    leftOut: zero(),
  };
  for (const flow of flows) {
    totals.unchanged.flows--;
    totals.unchanged.calls -= flow.calls;
    const count = totals[totalOf(flow) as keyof typeof totals];
    count.flows++;
    count.calls += flow.affectedCalls;
  }
  return { replayed, ...totals };
}
