import {
  counted,
  decisiveCauses,
  type FlowCause,
  type FlowReport,
  grouped,
  type SimulationResult,
} from '../../model/index.ts';
import { hitsByRule, type RuleHits } from './hits.ts';
import { cutText, percentOf } from './words.ts';

// Flows by the rule that breaks them. A page stays readable with thousands of flows: of each rule it shows the worst.

/** Maximum number of rules that a page shows. */
const MAX_RULES = 20;
/** Maximum number of flows of one rule. */
const MAX_FLOWS = 50;

/** States how many items a page does not show, and where a reader finds them. */
export function notShown(count: number, what: string, how = ''): string {
  const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${counted(count, `more ${what}`)} ${are} not shown${how}: \`querygate simulate --format json\` lists ${them}`;
}

export type Hit = RuleHits['hits'][number];

export interface RuleGroups {
  /** The rules that affect most calls first. */
  readonly groups: readonly RuleHits[];
  /** How many more rules there are. */
  readonly more: number;
  /** How many flows of a rule are shown at once, and how many more in a folded list. */
  readonly open: number;
  readonly folded: number;
}

export function ruleGroups(result: SimulationResult, flows: readonly FlowReport[]): RuleGroups {
  const all = [...hitsByRule(result, flows, MAX_FLOWS)].sort((a, b) => b.calls - a.calls);
  const groups = all.slice(0, MAX_RULES);
  const [open, folded] = groups.length <= 3 ? [10, MAX_FLOWS - 10] : groups.length <= 8 ? [5, 20] : [3, 10];
  return { groups, more: all.length - groups.length, open, folded };
}

/** `2 flows, 1,516 calls (0.09 %)` */
export function groupCounts(group: RuleHits, { totals }: SimulationResult): string {
  const share = percentOf(group.calls, totals.replayed.calls);
  return `${counted(group.count, 'flow')}, ${counted(group.calls, 'call')} (${share})`;
}

/**
 * The message of a rule for its worst flow. It is marked as an example if that of another flow differs, since it can name
 * another table.
 *
 * @param lead text in front, joined with a colon or semicolon
 */
export function groupMessage({ hits }: RuleHits, lead = ''): string {
  const messageOf = (hit: Hit | undefined) => hit?.cause?.undecided ?? hit?.cause?.message ?? '';
  const first = messageOf(hits[0]);
  if (first === '') return lead;
  const isExample = hits.some((hit) => messageOf(hit) !== first);
  const join = lead === '' ? '' : isExample ? '; ' : ': ';
  return `${lead}${join}${isExample ? 'for example: ' : ''}${cutText(first, 400)}`;
}

/** `limit 5000`: the value of a fact as a reader writes it, without the table that has the fact. */
function valueText({ fact, value }: FlowCause['values'][number]): string {
  return cutText(`${fact.replace(/^(?:statement|operation|caller)\./, '')} ${value}`, 140);
}

/**
 * The values that make a rule block calls, each with its number of calls if they are not all calls.
 *
 * @param code marks a value as code
 */
export function valueTexts(
  cause: Pick<FlowCause, 'values' | 'moreValues' | 'calls'> | undefined,
  code: (raw: string) => string,
): readonly string[] {
  if (cause === undefined) return [];
  const { values, moreValues, calls } = cause;
  return [
    ...values.map((value) => {
      const count = value.calls === calls || value.calls === 0 ? '' : ` (${counted(value.calls, 'call')})`;
      return `${code(valueText(value))}${count}`;
    }),
    ...(moreValues > 0 ? [`and ${counted(moreValues, 'other value')}`] : []),
  ];
}

/** `limit 5000 (300 calls), limit 2000 (12 calls)`; empty if the rule is undecided. */
export function valuesLine(cause: Parameters<typeof valueTexts>[0]): string {
  return valueTexts(cause, String).join(', ');
}

/** `all 1,204` or `312 of 4,210`: the calls of a flow that a rule affects. */
export function callsCell({ flow, cause }: Hit): string {
  const affected = cause?.calls ?? flow.affectedCalls;
  if (affected !== flow.calls) return `${grouped(affected)} of ${grouped(flow.calls)}`;
  return flow.calls === 1 ? '1' : `all ${grouped(flow.calls)}`;
}

/** The one thing to do about a broken flow. An exception, whose condition follows, is the narrowest change. */
export function remedyOf(flow: FlowReport): { readonly text: string; readonly exception: string | undefined } {
  if (flow.proposal !== undefined) return { text: 'add this exception', exception: flow.proposal.when };
  const rules = new Set(decisiveCauses(flow).map(({ rule }) => rule));
  if (rules.size > 1) return { text: `narrow the ${grouped(rules.size)} rules that block it`, exception: undefined };
  return { text: 'narrow the rule', exception: undefined };
}

/** The remedy in one line. */
export function remedyText(flow: FlowReport): string {
  const { text, exception } = remedyOf(flow);
  return exception === undefined ? text : `${text}: ${cutText(exception, 400)}`;
}
