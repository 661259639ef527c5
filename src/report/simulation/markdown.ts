import {
  counted,
  decisiveCauses,
  type FlowReport,
  type SimulationReport,
  type SimulationResult,
} from '../../model/index.ts';
import { Budget, characters } from '../text/budget.ts';
import { flowPage, pageMarkdown } from '../text/dashboard-link.ts';
import { pageUrl } from '../text/docs-link.ts';
import { fenced } from '../text/markdown.ts';
import { each, ICONS, item, repeatText, titled } from '../text/markdown-parts.ts';
import type { RenderOptions } from '../text/options.ts';
import { judgeText, limitOf, noticeList, opening, prose, span } from '../text/portable.ts';
import { capitalised, notAppliedLines } from '../text/words.ts';
import { adviceFor, groupItem, groupingText, groupsOfRule } from './break-groups.ts';
import { comparisonLines } from './comparison.ts';
import { classText, flowGroups } from './groups.ts';
import type { RuleHits } from './hits.ts';
import { notListedText } from './listed-flows.ts';
import {
  callsCell,
  groupCounts,
  groupMessage,
  type Hit,
  notShown,
  remedyOf,
  ruleGroups,
  valueTexts,
} from './rule-groups.ts';
import {
  acknowledgementsOf,
  acknowledgementText,
  changeLine,
  declaredBreaks,
  declaredText,
  FLOW_MEANING,
  furtherConclusion,
  furtherProblems,
  historyLine,
  leftOutLines,
  looserChanges,
  notTriedText,
  otherChangeLines,
  problemText,
  resultHeading,
  sourceLines,
  UNKNOWN_ADVICE,
  unreadLines,
} from './sentences.ts';
import { callsText, cutText, day, examplesText, percent, placeText, runByText, seenText } from './words.ts';

/** How many flows of a list have details; the others have one line each. */
const MAX_WITH_DETAILS = 10;
const MAX_CAUSES = 5;
const MAX_SHAPE = 300;

/** A flow under the rule that breaks it: the values that cause the block, and what to do. */
function brokenItem(hit: Hit, report: SimulationReport): string {
  const { flow, cause } = hit;
  const page = flowPage(flow.id, report);
  const values = valueTexts(cause, (raw) => span(raw)).join(', ');
  const { text, exception } = remedyOf(flow);
  const seen = flow.lastSeen === undefined ? '' : `, last on ${prose(day(flow.lastSeen), 40)}`;
  return item(span(cutText(flow.shape, MAX_SHAPE)), [
    `${prose(`${callsCell(hit)} calls by ${runByText(flow)}`)}${seen}`,
    ...(values === '' ? [] : [`blocked because of ${values}`]),
    `to do: ${prose(text)}${exception === undefined ? '' : `: ${span(cutText(exception, 1_000))}`}`,
    `flow id: ${span(cutText(flow.id, 40))}${page === undefined ? '' : `, [in the dashboard](${page})`}`,
  ]);
}

/** The broken flows by rule: of each rule the worst ones, the rest is counted. */
function brokenLists(budget: Budget, report: SimulationReport, result: SimulationResult, share: number): string {
  const { groups, more, open } = ruleGroups(result, flowGroups(result).broken);
  const texts: string[] = [];
  for (const [index, group] of groups.entries()) {
    const list = ruleList(group, open, report, result);
    if (list.head.length > budget.room(share)) break;
    texts.push(budget.list(list, share / groups.length / (1 - (share * index) / groups.length)));
  }
  const rest = groups.length - texts.length + more;
  return texts.join('') + (rest === 0 ? '' : budget.fixed(`${prose(notShown(rest, 'rule'))}\n\n`));
}

function ruleList(group: RuleHits, open: number, report: SimulationReport, result: SimulationResult) {
  const { place, rule, hits, count } = group;
  const name = rule === '' ? 'the change' : span(cutText(rule, 80));
  const where = place.place === undefined ? '' : ` (${span(cutText(placeText(place.place), 200))})`;
  const title = `${ICONS.block} ${name} would break ${prose(groupCounts(group, result))}\n\n${prose(groupMessage(group))}${where}`;
  const groups = groupsOfRule(rule, result);
  if (groups.length > 0)
    return titled(`${title}\n\n${prose(groupingText(groups))}:`, groups, 'group', (entry) =>
      groupItem(entry, report, result, { code: span, prose }),
    );
  return {
    ...titled(title, hits.slice(0, open), 'broken flow', (hit) => brokenItem(hit, report)),
    leftOut: (more: number) => `${prose(notShown(more, 'broken flow'))}\n\n`,
    count,
  };
}

function flowDetails(flow: FlowReport, report: SimulationReport): readonly string[] {
  const page = flowPage(flow.id, report);
  const causes = decisiveCauses(flow);
  const examples = examplesText(flow);
  return [
    prose(`${callsText(flow)} (${percent(flow.share)} of all) by ${runByText(flow)}; ${seenText(flow)}`),
    ...(examples === '' ? [] : [`with: ${prose(examples)}`]),
    ...causes.slice(0, MAX_CAUSES).map(({ rule, place, message, undecided }) => {
      const where = place === undefined ? '' : ` at ${span(cutText(placeText(place), 200))}`;
      const why = undecided === undefined ? message : `could not be decided: ${undecided}`;
      return `${span(cutText(rule, 80))}${where}: ${prose(cutText(why, 500))}`;
    }),
    ...(causes.length > MAX_CAUSES ? [`and ${counted(causes.length - MAX_CAUSES, 'more cause')}`] : []),
    `flow id: ${span(cutText(flow.id, 40))}${page === undefined ? '' : `, [in the dashboard](${page})`}`,
  ];
}

/** Flows, worst first; the first ones with details. */
function flowList(flows: readonly FlowReport[], title: string, what: string, icon: string, report: SimulationReport) {
  return titled(title, flows, what, (flow, index) => {
    const line = `${icon} ${classText(flow)}: ${span(cutText(flow.shape, MAX_SHAPE))}`;
    if (index < MAX_WITH_DETAILS) return item(line, flowDetails(flow, report));
    return item(`${line}, ${prose(`${callsText(flow)} by ${runByText(flow)}`)}`);
  });
}

function lineList(title: string, lines: readonly string[], what: string) {
  return titled(title, lines, what, (line) => item(prose(line, 2_000)));
}

function adviceText(advice: string, report: SimulationReport): string {
  const page = pageUrl('simulate', report);
  return `**To do:** ${prose(advice)}${page === undefined ? '' : `; [documentation](${page})`}.\n\n`;
}

/** The acknowledgements to paste: all of them, or none. */
function proposed(budget: Budget, yaml: string | undefined): string {
  return budget.list(
    {
      head: '#### Acknowledgements for all broken flows, if the break is intended\n\n',
      tail: '\n',
      leftOut: () => 'They are left out for lack of space; the JSON report has them.\n\n',
      items: each(yaml === undefined ? [] : [yaml], (text) => `${fenced(text.trimEnd().split('\n'), 'yaml')}\n`),
      count: yaml === undefined ? 0 : 1,
    },
    0.3,
  );
}

/** The parts of a report with a result, in order of importance: earlier parts get space first. */
function resultParts(budget: Budget, report: SimulationReport, result: SimulationResult): readonly string[] {
  const groups = flowGroups(result);
  const { broken, unknown, loosened, acknowledged, changed, leftOut } = groups;
  const { used, ineffective } = acknowledgementsOf(result);
  const meaning = report.outcome === 'simulated' ? budget.fixed(`${prose(`${capitalised(FLOW_MEANING)}.`)}\n\n`) : '';
  const limits = [notListedText(result), notTriedText(result)].filter((text) => text !== '');
  const toDo = broken.length === 0 ? '' : budget.fixed(adviceText(adviceFor(broken, result.groups ?? []), report));
  const toDecide = unknown.length === 0 ? '' : budget.fixed(adviceText(UNKNOWN_ADVICE, report));
  const notes = budget.fixed(limits.map((text) => `${prose(text)}\n\n`).join(''));
  const flows = (list: readonly FlowReport[], title: string, what: string, icon: string, share: number): string =>
    budget.list(flowList(list, `${icon} ${counted(list.length, 'flow')} ${title}`, what, icon, report), share);
  const lines = (title: string, list: readonly string[], what: string, share: number): string =>
    budget.list(lineList(title, list, what), share);
  const withPlace = (text: string, place: Parameters<typeof placeText>[0]): string =>
    `${text} (\`${placeText(place)}\`)`;
  return [
    brokenLists(budget, report, result, 0.4),
    toDo,
    notes,
    lines(
      `${ICONS.block} Declared flows that would break, or could not be decided`,
      declaredBreaks(result).map((flow) => withPlace(declaredText(flow), flow.place)),
      'declared flow',
      0.2,
    ),
    flows(unknown, 'could not be decided', 'undecided flow', ICONS.unknown, 0.3),
    toDecide,
    lines(
      `${ICONS.warn} Acknowledged breaks: approving this change approves them`,
      used.map((entry) => withPlace(acknowledgementText(entry), entry.place)),
      'acknowledgement',
      0.2,
    ),
    lines(
      `${ICONS.warn} Looser rules: a history cannot show what was blocked, so review them yourself`,
      looserChanges(result).map((change) => changeLine(report, change)),
      'change',
      0.25,
    ),
    flows(loosened, 'newly allowed, at least possibly', 'newly allowed flow', ICONS.warn, 0.25),
    lines('Other rule changes', otherChangeLines(report, result), 'change', 0.25),
    lines('The edit by itself', comparisonLines(result), 'kind', 0.2),
    proposed(budget, report.proposedAcknowledgements),
    lines(
      'Acknowledgements without effect',
      ineffective.map((entry) => withPlace(acknowledgementText(entry), entry.place)),
      'acknowledgement',
      0.2,
    ),
    flows(acknowledged, 'acknowledged', 'acknowledged flow', ICONS.warn, 0.3),
    flows(changed, 'changed between allow and warn, at least possibly', 'changed flow', ICONS.warn, 0.3),
    lines('Flows not counted', leftOutLines(leftOut), 'reason', 0.5),
    meaning,
  ];
}

/** The Markdown of a simulation, as `renderMarkdown` writes that of a check. */
export function renderSimulationMarkdown(report: SimulationReport, options: RenderOptions = {}): string {
  const { base, head, history, policy, result } = report;
  const budget = new Budget(limitOf(options), characters);
  const title = `${ICONS[report.verdict]} ${prose(resultHeading(report))}`;
  const start = opening(budget, report.headline, title, furtherConclusion(report));
  const repeat = budget.fixed(pageMarkdown(report) + repeatText(report.repeat));
  const problems = budget.list(lineList('Problems', furtherProblems(report).map(problemText), 'problem'), 0.25);
  const notices = budget.list(noticeList(report.notices, report), 0.2);
  const judges = [base, head].flatMap((judge) => (judge === undefined ? [] : [judge]));
  const rulesets = budget.list(
    titled(
      'Rulesets',
      [
        prose(report.provenance),
        ...judges.map((judge) => judgeText(judge)),
        ...notAppliedLines({ judges }).map((line) => prose(line)),
      ],
      'line',
      (line) => item(line),
    ),
    0.1,
  );
  const historyLines = [
    ...(history === undefined ? [] : [historyLine(history, policy.maxAge)]),
    ...unreadLines(report),
    ...(history === undefined ? [] : sourceLines(history)),
  ];
  const about = budget.list(lineList('History', historyLines, 'line'), 0.15);
  const parts = result === undefined ? [] : resultParts(budget, report, result);
  return [start, problems, ...parts, notices, about, rulesets, repeat].join('');
}
