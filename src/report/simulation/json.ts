import {
  type BreakGroup,
  type ErrorPlace,
  type FactValue,
  type FlowCause,
  type FlowCount,
  type FlowReport,
  type HistoryReport,
  type RuleChange,
  type SimulationReport,
  type SimulationResult,
  schemaId,
} from '../../model/index.ts';
import { toNotice, toRuleset, toScope } from '../text/json-parts.ts';
import { comparisonJson } from '../text/ruleset-comparison.ts';
import { visibleJson } from '../text/visible.ts';
import type { SimulationV1 } from './json-v1.ts';
import { listedFlows } from './listed-flows.ts';
import { problemsOf, resultLine } from './sentences.ts';

/** URL and `$id` of the published JSON Schema. */
export const SIMULATION_SCHEMA_ID = schemaId('simulation.v1');

type Result = NonNullable<SimulationV1['result']>;

function toPlace({ file, line, column }: ErrorPlace): Result['declared'][number]['place'] {
  return { file, line: line ?? null, column: column ?? null };
}

function optionalPlace(place: ErrorPlace | undefined): ReturnType<typeof toPlace> | null {
  return place === undefined ? null : toPlace(place);
}

function toCount({ flows, calls }: FlowCount): FlowCount {
  return { flows, calls };
}

function toValue({ fact, value, calls }: FactValue): FactValue {
  return { fact, value, calls };
}

function toCause(cause: FlowCause): Result['flows'][number]['causes'][number] {
  const { rule, place, message, undecided, calls, values, moreValues } = cause;
  return {
    rule,
    place: optionalPlace(place),
    message,
    undecided: undecided ?? null,
    calls,
    values: values.map(toValue),
    moreValues,
  };
}

function toFlow(flow: FlowReport): Result['flows'][number] {
  const { caller, acknowledged, proposal } = flow;
  return {
    id: flow.id,
    class: flow.class,
    counts: flow.leftOut === undefined && acknowledged === undefined,
    shape: flow.shape,
    dialect: flow.dialect,
    caller: {
      application: caller.application ?? null,
      user: caller.user ?? null,
      database: caller.database ?? null,
    },
    origins: [...(flow.origins ?? ['production' as const])],
    kinds: [...flow.kinds],
    calls: flow.calls,
    affectedCalls: flow.affectedCalls,
    share: flow.share,
    daysActive: flow.daysActive,
    firstSeen: flow.firstSeen ?? null,
    lastSeen: flow.lastSeen ?? null,
    causes: flow.causes.map(toCause),
    examples: [...flow.examples],
    moreExamples: flow.moreExamples,
    leftOut: flow.leftOut ?? null,
    acknowledged:
      acknowledged === undefined
        ? null
        : { reason: acknowledged.reason, owner: acknowledged.owner, until: acknowledged.until },
    proposal: proposal === undefined ? null : { rule: proposal.rule, when: proposal.when },
  };
}

function toGroup(group: BreakGroup): Result['groups'][number] {
  return {
    rule: group.rule,
    by: [...group.by],
    callers: [...group.callers],
    tables: [...group.tables],
    kinds: [...group.kinds],
    values: group.values.map(toValue),
    moreValues: group.moreValues,
    flows: [...group.flows],
    calls: group.calls,
    exception: group.exception ?? null,
    acknowledgement: group.acknowledgement ?? null,
    tried: group.tried,
  };
}

function toRuleChange(change: RuleChange): Result['ruleChanges'][number] {
  return {
    rule: change.rule,
    change: change.change,
    differences: [...change.differences],
    effect: change.effect,
    place: optionalPlace(change.place),
    basePlace: optionalPlace(change.basePlace),
    owner: change.owner ?? null,
    exercised: { rows: change.exercised.rows, calls: change.exercised.calls },
    newlyBlocked: toCount(change.newlyBlocked),
    newlyAllowed: toCount(change.newlyAllowed),
    unknown: toCount(change.unknown),
  };
}

function toResult({ totals, unread, ...result }: SimulationResult): Result {
  const { listed, notListed } = listedFlows(result);
  return {
    totals: {
      replayed: toCount(totals.replayed),
      unchanged: toCount(totals.unchanged),
      newlyBlocked: toCount(totals.newlyBlocked),
      partlyBlocked: toCount(totals.partlyBlocked),
      newlyAllowed: toCount(totals.newlyAllowed),
      changed: toCount(totals.changed),
      unknown: toCount(totals.unknown),
      unknownLoosening: toCount(totals.unknownLoosening),
      acknowledged: toCount(totals.acknowledged),
      leftOut: toCount(totals.leftOut),
    },
    unread: {
      calls: unread.calls,
      share: unread.share,
      records: unread.records ? { all: unread.records.all, unread: unread.records.unread } : null,
      byReason: { ...unread.byReason },
    },
    ruleChanges: result.ruleChanges.map(toRuleChange),
    flows: listed.map(toFlow),
    flowsNotListed: { ...notListed },
    groups: (result.groups ?? []).map(toGroup),
    declared: result.declared.map((declared) => ({
      name: declared.name,
      owner: declared.owner,
      place: toPlace(declared.place),
      base: declared.base,
      head: declared.head,
      causes: declared.causes.map(toCause),
      breaks: declared.breaks,
    })),
    acknowledgements: result.acknowledgements.map((entry) => ({
      rule: entry.rule,
      about: entry.about,
      reason: entry.reason,
      owner: entry.owner,
      until: entry.until,
      place: toPlace(entry.place),
      state: entry.state,
      flows: entry.flows,
    })),
    comparison: result.comparison ? comparisonJson(result.comparison) : null,
    proposalsNotTried: result.proposalsNotTried ?? 0,
    selfTest: result.selfTest,
  };
}

function toHistory(history: HistoryReport): SimulationV1['history'] {
  return {
    from: [...history.from],
    side: history.side,
    firstSeen: history.firstSeen ?? null,
    lastSeen: history.lastSeen ?? null,
    ageDays: history.ageDays ?? null,
    statements: history.statements,
    rows: history.rows,
    origins: (history.origins ?? [{ origin: 'production' as const, ...history }]).map(
      ({ origin, statements, rows, firstSeen, lastSeen }) => ({
        ...{ origin, statements, rows, firstSeen: firstSeen ?? null, lastSeen: lastSeen ?? null },
      }),
    ),
    sources: history.sources.map((source) => ({
      kind: source.kind,
      origin: source.origin ?? 'production',
      gaps: [...(source.gaps ?? [])],
      name: source.name,
      dialect: source.dialect,
      identity: source.identity,
      from: source.from ?? null,
      to: source.to ?? null,
      bytes: source.bytes,
      statements: source.statements,
      records: source.records ?? null,
      unreadRecords: source.unreadRecords ?? null,
      unread: { ...source.unread },
      truncated: source.truncated,
      passedOver: { ...source.passedOver },
      notCarried: [...source.notCarried],
      notes: [...source.notes],
    })),
  };
}

/** The public form of a report. Each key is named here, so that a change of the internal type cannot leak out. */
export function toSimulationV1(report: SimulationReport): SimulationV1 {
  const { policy } = report;
  return {
    $schema: SIMULATION_SCHEMA_ID,
    kind: report.kind,
    formatVersion: 1,
    tool: { name: report.tool.name, version: report.tool.version },
    headline: report.headline,
    provenance: report.provenance,
    numbers: resultLine(report),
    outcome: report.outcome,
    verdict: report.verdict,
    exitCode: report.exitCode,
    conclusion: report.conclusion,
    base: report.base === undefined ? null : toRuleset(report.base),
    head: report.head === undefined ? null : toRuleset(report.head),
    scope: toScope(report.scope),
    policy: {
      maxBrokenFlows: policy.maxBrokenFlows,
      maxUnknown: policy.maxUnknown,
      maxUnread: policy.maxUnread,
      maxAge: policy.maxAge,
      failOnNewlyAllowed: policy.failOnNewlyAllowed,
      failOn: policy.failOn,
      minCalls: policy.minCalls,
      minDays: policy.minDays,
    },
    history: report.history === undefined ? null : toHistory(report.history),
    result: report.result === undefined ? null : toResult(report.result),
    problems: problemsOf(report).map(({ kind, message, place, exitCode }) => ({
      kind,
      message,
      place: optionalPlace(place),
      exitCode,
    })),
    notices: report.notices.map(toNotice),
    proposedAcknowledgements: report.proposedAcknowledgements ?? null,
    repeat: report.repeat ?? null,
  };
}

/**
 * For programs; schemas/simulation.v1.json describes it. It lists only as many flows as a program can hold in memory,
 * and counts the others. Safe to print to a CI log.
 */
export function renderSimulationJson(report: SimulationReport): string {
  return visibleJson(toSimulationV1(report));
}
