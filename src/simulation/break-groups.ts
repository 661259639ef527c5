import {
  type BreakGroup,
  compareText,
  type FlowCause,
  flowCaller,
  GROUPINGS,
  type Grouping,
  type HistoryRow,
  type OperationKind,
} from '../model/index.ts';
import { rulesAtRisk } from './acknowledgements.ts';
import { causesIn } from './causes.ts';
import { ConditionTrials, NOT_TRIED, type TrialInput } from './condition-trials.ts';
import { groupConditions, type Hit, hitsOf } from './exception-conditions.ts';
import { type AffectedFlow, decisiveRows } from './flows.ts';

/** A rule that breaks more flows than this is broad: a reader sees groups of flows. */
const BROAD = 10;
/** Maximum number of groups of a rule. */
const MAX_GROUPS = 12;
/** Groups have at least so many flows on average; smaller ones would not make the list shorter. */
const MIN_FLOWS = 3;
/** Maximum of `max-flows` in a rule file. */
const MAX_ACKNOWLEDGED = 10_000;

/** A flow, with the texts by which it is grouped. */
type Member = Readonly<Record<Grouping, readonly string[]>> & { readonly flow: AffectedFlow };

/**
 * Groups the flows that a broad rule breaks, and searches for each group one condition that is true for its flows and for
 * no other flow. Rules that break few flows have no groups.
 *
 * @param broken flows that count as broken, with the causes that decide that; worst first
 * @param endangered all flows that count and would or might be blocked
 */
export async function breakGroups(
  broken: ReadonlyMap<AffectedFlow, readonly FlowCause[]>,
  endangered: readonly AffectedFlow[],
  input: TrialInput,
): Promise<readonly BreakGroup[]> {
  const byRule = new Map<string, Member[]>();
  for (const [flow, causes] of broken) {
    for (const cause of causes) {
      const members = byRule.get(cause.rule) ?? [];
      byRule.set(cause.rule, members);
      if (members.at(-1)?.flow !== flow) members.push(memberOf(flow, cause));
    }
  }
  const broad = [...byRule].filter(([, members]) => members.length > BROAD);
  if (broad.length === 0) return [];
  const trials = new ConditionTrials(input);
  const groups: BreakGroup[] = [];
  for (const [rule, members] of broad) {
    const atRisk = endangered.filter((flow) => rulesAtRisk(flow).has(rule));
    const { by, parts } = split(members);
    const ofRule: BreakGroup[] = [];
    for (const part of parts) ofRule.push(await groupOf(rule, by, part, atRisk, trials, input));
    groups.push(...ofRule.sort((a, b) => b.calls - a.calls));
  }
  return groups;
}

function memberOf(flow: AffectedFlow, { rule, values }: FlowCause): Member {
  const hits = hitsOf(flow, rule);
  return {
    flow,
    caller: [flowCaller(flow.rows[0] as HistoryRow)],
    table: inOrder(hits.flatMap(tablesOf)),
    kind: inOrder(hits.map(({ operation }) => operation.kind)),
    value: values.map(({ fact, value }) => `${fact} ${value}`),
  };
}

function inOrder(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort(compareText);
}

/** The object of the operation; the tables of a statement whose operation has none, such as a SELECT. */
function tablesOf({ row: { facts }, operation: { target } }: Hit): readonly string[] {
  if (!target.name) return [...(facts.tablesRead ?? []), ...(facts.tablesWritten ?? [])];
  return [target.schema ? `${target.schema}.${target.name}` : target.name];
}

/** Splits flows by caller, then table, kind and value, as far as that leaves few groups. */
function split(members: readonly Member[]): { readonly by: Grouping[]; readonly parts: readonly Member[][] } {
  const most = Math.min(MAX_GROUPS, Math.floor(members.length / MIN_FLOWS));
  const by: Grouping[] = [];
  let parts: readonly Member[][] = [[...members]];
  for (const grouping of GROUPINGS) {
    const finer = groupedBy([...by, grouping], members);
    if (finer.length === parts.length || finer.length > most) continue;
    by.push(grouping);
    parts = finer;
  }
  return { by, parts };
}

/** In the order of the texts, so that groups with as many calls have a fixed order. */
function groupedBy(by: readonly Grouping[], members: readonly Member[]): readonly Member[][] {
  const parts = new Map<string, Member[]>();
  for (const member of members) {
    const key = JSON.stringify(by.map((grouping) => member[grouping]));
    const part = parts.get(key);
    if (part) part.push(member);
    else parts.set(key, [member]);
  }
  return [...parts].sort(([a], [b]) => compareText(a, b)).map(([, part]) => part);
}

async function groupOf(
  rule: string,
  by: readonly Grouping[],
  members: readonly Member[],
  atRisk: readonly AffectedFlow[],
  trials: ConditionTrials,
  { replay }: TrialInput,
): Promise<BreakGroup> {
  const flows = members.map(({ flow }) => flow);
  const conditions = groupConditions(flows, rule, by);
  const exception = await trials.exceptionFor(flows, rule, conditions);
  const acknowledgement =
    flows.length > MAX_ACKNOWLEDGED ? undefined : await trials.acknowledgementFor(flows, rule, atRisk, conditions);
  const known = (found: typeof exception) => (found === NOT_TRIED ? undefined : found);
  const cause = causesIn(flows.flatMap(decisiveRows), replay).find((entry) => entry.rule === rule);
  return {
    rule,
    by,
    callers: mostFrequent(members, 'caller'),
    tables: mostFrequent(members, 'table'),
    kinds: mostFrequent(members, 'kind') as readonly OperationKind[],
    values: cause?.values ?? [],
    moreValues: cause?.moreValues ?? 0,
    flows: flows.map(({ id }) => id),
    calls: cause?.calls ?? 0,
    exception: known(exception),
    acknowledgement: known(acknowledgement),
    tried: exception !== NOT_TRIED && acknowledgement !== NOT_TRIED,
  };
}

/** All texts of the flows; those of most flows first. */
function mostFrequent(members: readonly Member[], grouping: Grouping): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of members.flatMap((member) => member[grouping])) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0])).map(([text]) => text);
}
