import {
  type BreakGroup,
  counted,
  type FlowReport,
  type Grouping,
  grouped,
  type SimulationReport,
  type SimulationResult,
} from '../../model/index.ts';
import { flowPage } from '../text/dashboard-link.ts';
import { item } from '../text/markdown-parts.ts';
import { exceptionLines } from './exceptions.ts';
import { valuesLine, valueTexts } from './rule-groups.ts';
import { brokenAdvice } from './sentences.ts';
import { cutText, listed, percentOf } from './words.ts';

// Groups of the flows that a broad rule breaks: what all formats say about them. Raw text.

/** Names of each list that a group shows; the rest is counted. */
const MAX_NAMES = 3;
/** Length of the query of the worst flow. */
export const MAX_EXAMPLE = 160;
const MAX_WHEN = 400;

const GROUPING_WORDS: Readonly<Record<Grouping, string>> = {
  caller: 'caller',
  table: 'table',
  kind: 'kind of query',
  value: 'deciding value',
};

/** The groups of a rule; none if it breaks few flows. */
export function groupsOfRule(rule: string, { groups = [] }: SimulationResult): readonly BreakGroup[] {
  return groups.filter((group) => group.rule === rule);
}

/** `5 groups by caller and kind of query`, `one group` */
export function groupingText(groups: readonly BreakGroup[]): string {
  const words = (groups[0]?.by ?? []).map((grouping) => GROUPING_WORDS[grouping]);
  const last = words.at(-1);
  const rest = words.slice(0, -1).join(', ');
  const by = last === undefined ? '' : ` by ${rest === '' ? last : `${rest} and ${last}`}`;
  return groups.length === 1 ? 'one group' : `${counted(groups.length, 'group')}${by}`;
}

/** The flows of a group: `web`: select of `orders`, `users`, `carts`, and 5 more tables. */
export function aboutText({ callers, kinds, tables }: BreakGroup): string {
  const quoted = (names: readonly string[]) => names.map((name) => `\`${cutText(name, 80)}\``);
  const known = callers.filter((name) => name !== '');
  const unknown = known.length < callers.length ? ['a caller that the history does not record'] : [];
  const who = listed([...unknown, ...quoted(known)], MAX_NAMES, 'caller');
  const what = listed(kinds, MAX_NAMES, 'kind');
  const of = tables.length === 0 ? '' : ` of ${listed(quoted(tables), MAX_NAMES, 'table')}`;
  return `${who}: ${what}${of}`;
}

/** `31 flows, 12,000 calls (3.1 %)` */
export function groupSizeText({ flows, calls }: BreakGroup, { totals }: SimulationResult): string {
  return `${counted(flows.length, 'flow')}, ${counted(calls, 'call')} (${percentOf(calls, totals.replayed.calls)})`;
}

/** The worst flow of a group, as an example. */
export function worstFlow({ flows: [worst] }: BreakGroup, { flows }: SimulationResult): FlowReport | undefined {
  return flows.find(({ id }) => id === worst);
}

/** One condition for all flows of a group, and what it is for. */
interface Cover {
  readonly what: string;
  readonly when: string;
}

function coversOf({ exception, acknowledgement }: BreakGroup): readonly Cover[] {
  if (exception !== undefined && exception === acknowledgement)
    return [{ what: 'one exception or acknowledgement covers it', when: exception }];
  return [
    ...(exception === undefined ? [] : [{ what: 'one exception keeps it working', when: exception }]),
    ...(acknowledgement === undefined ? [] : [{ what: 'one acknowledgement covers it', when: acknowledgement }]),
  ];
}

/** What was not found for a group, and which of its flows have exceptions of their own; empty if nothing is missing. */
export function notCoveredText(group: BreakGroup, { flows }: SimulationResult): string {
  const { exception, acknowledgement, tried } = group;
  if (tried && (exception ?? acknowledgement) !== undefined) return '';
  const why = tried
    ? 'no single condition covers it'
    : 'not all conditions were tried, because that would take too long';
  const ids = new Set(exception === undefined ? group.flows : []);
  const own = flows.filter(({ id, proposal }) => proposal?.rule === group.rule && ids.has(id)).length;
  return own === 0 ? why : `${why}; \`--format json\` has exceptions for ${grouped(own)} of its flows`;
}

/** What covers a group, with the condition, and what was not found, a line each. */
export function coverLines(group: BreakGroup, result: SimulationResult): readonly string[] {
  const lines = coversOf(group).map(({ what, when }) => `${what}: ${cutText(when, MAX_WHEN)}`);
  const missing = notCoveredText(group, result);
  return missing === '' ? lines : [...lines, missing];
}

/** Which flows a group has, the values that cause the block, and its worst flow, a line each. */
export function groupLines(group: BreakGroup, result: SimulationResult): readonly string[] {
  const values = valuesLine(group);
  const worst = worstFlow(group, result);
  return [
    `${aboutText(group)}: ${groupSizeText(group, result)}`,
    ...(values === '' ? [] : [`blocked because of: ${cutText(values, 300)}`]),
    ...(worst === undefined ? [] : [`for example flow ${cutText(worst.id, 40)}: ${cutText(worst.shape, MAX_EXAMPLE)}`]),
  ];
}

/** How a host shows code and text. */
interface Escapes {
  readonly code: (raw: string) => string;
  readonly prose: (raw: string) => string;
}

/** A group as an item of a list in Markdown: a list can be read at any width. */
export function groupItem(
  group: BreakGroup,
  report: SimulationReport,
  result: SimulationResult,
  { code, prose }: Escapes,
): string {
  const values = valueTexts(group, code).join(', ');
  const worst = worstFlow(group, result);
  const page = worst && flowPage(worst.id, report);
  const id = code(cutText(worst?.id ?? '', 40));
  const missing = notCoveredText(group, result);
  return item(`**${prose(`${aboutText(group)}: ${groupSizeText(group, result)}`)}**`, [
    ...(values === '' ? [] : [`blocked because of ${values}`]),
    ...(worst === undefined
      ? []
      : [
          `for example flow ${page === undefined ? id : `[${id}](${page})`}: ${code(cutText(worst.shape, MAX_EXAMPLE))}`,
        ]),
    ...coversOf(group).map(({ what, when }) => `${what}: ${code(cutText(when, MAX_WHEN))}`),
    ...(missing === '' ? [] : [missing]),
  ]);
}

/** The exception for a group, as an entry for `exceptions:` in a rule file; empty if there is none. */
export function groupExceptionYaml(group: BreakGroup, { ruleChanges }: SimulationResult): readonly string[] {
  const { rule, exception, flows } = group;
  if (exception === undefined) return [];
  const owner = ruleChanges.find((change) => change.rule === rule)?.owner;
  return exceptionLines({ rule, when: exception, flows, owner });
}

/** What to do about flows that break. */
export function adviceFor(flows: readonly FlowReport[], groups: readonly BreakGroup[]): string {
  const hasException =
    flows.some(({ proposal }) => proposal !== undefined) || groups.some(({ exception }) => exception !== undefined);
  return brokenAdvice(hasException, groups.length > 0);
}

/** Ids of the flows that the exceptions of groups keep working. */
export function savedByGroups({ groups = [] }: SimulationResult): ReadonlySet<string> {
  return new Set(groups.flatMap(({ exception, flows }) => (exception === undefined ? [] : flows)));
}
