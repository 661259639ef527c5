import {
  type BreakGroup,
  counted,
  decisiveCauses,
  EXIT,
  type FlowReport,
  type SimulationReport,
  type SimulationResult,
  type Verdict,
} from '../../model/index.ts';
import {
  type Canvas,
  createCanvas,
  foldedList,
  LABEL,
  labelled,
  noticeLines,
  type Paint,
  paragraph,
  repeatLines,
  verdictPaint,
} from '../text/canvas.ts';
import { flowPage, pageLines } from '../text/dashboard-link.ts';
import { pageUrl } from '../text/docs-link.ts';
import type { RenderOptions } from '../text/options.ts';
import { breakLineCommands } from '../text/visible.ts';
import { notAppliedLines } from '../text/words.ts';
import {
  aboutText,
  adviceFor,
  groupExceptionYaml,
  groupingText,
  groupSizeText,
  groupsOfRule,
  MAX_EXAMPLE,
  notCoveredText,
  worstFlow,
} from './break-groups.ts';
import { comparisonLines } from './comparison.ts';
import { exceptionYaml } from './exceptions.ts';
import { classText, flowGroups, undecidedText } from './groups.ts';
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
  valuesLine,
} from './rule-groups.ts';
import {
  acknowledgementsOf,
  acknowledgementText,
  changeLine,
  declaredBreaks,
  declaredText,
  FLOW_MEANING,
  furtherProblems,
  historyLine,
  leftOutLines,
  looserChanges,
  notTriedText,
  otherChangeLines,
  problemText,
  resultLine,
  sourceLines,
  UNKNOWN_ADVICE,
  unreadLines,
} from './sentences.ts';
import { callsText, cutText, day, examplesText, placeText, runByText } from './words.ts';

/** Maximum number of lines in each list that is not of rules; the rest is counted. */
const MAX_IN_LIST = 20;
const MAX_SHAPE = 600;

/** A paragraph with a mark in front. */
function marked(canvas: Canvas, mark: string, text: string, paint: Paint, body: Paint = String): string[] {
  return paragraph(canvas, 2, text, body, `${paint(mark)} `);
}

function section(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [...lines, ''];
}

/** One flow under a rule: query, caller, calls, the values that cause the block, and what to do. */
function flowBlock(canvas: Canvas, hit: Hit, result: SimulationResult, report: SimulationReport): string[] {
  const { flow, cause } = hit;
  const isBroken = flow.class !== 'unknown';
  const values = valuesLine(cause);
  const examples = examplesText(flow);
  const seen = flow.lastSeen === undefined ? '' : `, last on ${cutText(day(flow.lastSeen), 40)}`;
  const yaml = exceptionYaml(flow, result);
  const remedy = yaml.length > 0 ? 'add this exception, which keeps the flow working:' : remedyOf(flow).text;
  return [
    ...paragraph(canvas, 4, cutText(flow.shape, MAX_SHAPE)),
    ...(isBroken && values !== '' ? labelled(canvas, 'because', values) : []),
    ...(isBroken ? [] : labelled(canvas, 'why', cutText(cause?.undecided ?? 'cause unknown', 500))),
    ...(isBroken || examples === '' ? [] : labelled(canvas, 'with', examples)),
    ...labelled(canvas, 'by', runByText(flow)),
    ...labelled(canvas, 'calls', `${callsCell(hit)}${seen}`),
    ...(isBroken ? labelled(canvas, 'to do', remedy) : []),
    ...(isBroken ? yaml.map((line) => ' '.repeat(4 + LABEL) + line) : []),
    ...labelled(canvas, 'flow', [cutText(flow.id, 40), flowPage(flow.id, report) ?? ''].join(' ').trim()),
    '',
  ];
}

/** A group of flows under a rule: which they are, an example, the values that cause the block, and what to do. */
function breakGroupBlock(canvas: Canvas, group: BreakGroup, result: SimulationResult): string[] {
  const values = valuesLine(group);
  const worst = worstFlow(group, result);
  const yaml = groupExceptionYaml(group, result);
  const { acknowledgement, exception } = group;
  const missing = notCoveredText(group, result);
  return [
    ...paragraph(canvas, 4, aboutText(group), canvas.colours.bold),
    ...labelled(canvas, 'calls', groupSizeText(group, result)),
    ...(values === '' ? [] : labelled(canvas, 'because', values)),
    ...(worst === undefined
      ? []
      : labelled(canvas, 'example', `${cutText(worst.shape, MAX_EXAMPLE)} (flow ${cutText(worst.id, 40)})`)),
    ...(yaml.length === 0 ? [] : labelled(canvas, 'to do', 'add this exception, which keeps the group working:')),
    ...yaml.map((line) => ' '.repeat(4 + LABEL) + line),
    ...(acknowledgement === undefined || acknowledgement === exception
      ? []
      : labelled(canvas, 'to do', `one acknowledgement covers it: ${cutText(acknowledgement, 400)}`)),
    ...(missing === '' ? [] : labelled(canvas, 'to do', `narrow the rule: ${missing}`)),
    '',
  ];
}

/** A rule, what it does in numbers, its message and its position. */
function ruleHead(canvas: Canvas, group: RuleHits, verdict: 'block' | 'unknown', result: SimulationResult): string[] {
  const { colours, marks } = canvas;
  const paint = verdictPaint(colours, verdict);
  const { place } = group.place;
  const name = cutText(group.rule, 80) || 'the change';
  const does = verdict === 'block' ? 'would break' : 'could not be decided for';
  const where = cutText(place === undefined ? 'no line in a file' : placeText(place), 300);
  return [
    ...marked(canvas, marks[verdict], `${name} ${does} ${groupCounts(group, result)}`, paint, colours.bold),
    ...paragraph(canvas, 2, verdict === 'block' ? groupMessage(group, where) : where, colours.dim),
    '',
  ];
}

/** Flows by rule: of each rule the worst ones in full, the rest is counted. */
function ruleLists(
  canvas: Canvas,
  flows: readonly FlowReport[],
  report: SimulationReport,
  result: SimulationResult,
  what: 'broken' | 'undecided',
  advice: string,
): string[] {
  if (flows.length === 0) return [];
  const { colours, marks } = canvas;
  const { groups, more, open } = ruleGroups(result, flows);
  const verdict = what === 'broken' ? 'block' : 'unknown';
  const notListed = (count: number, name: string): readonly string[] =>
    section(count === 0 ? [] : marked(canvas, marks.notice, notShown(count, name), colours.dim));
  const help = pageUrl('simulate', report);
  const blocks = groups.map((group) => {
    const breakGroups = what === 'broken' ? groupsOfRule(group.rule, result) : [];
    const head = ruleHead(canvas, group, verdict, result);
    if (breakGroups.length > 0)
      return [
        ...head,
        ...section(paragraph(canvas, 2, `${groupingText(breakGroups)}; \`--format json\` lists all flows`)),
        ...breakGroups.flatMap((entry) => breakGroupBlock(canvas, entry, result)),
      ];
    return [
      ...head,
      ...group.hits.slice(0, open).flatMap((hit) => flowBlock(canvas, hit, result, report)),
      ...notListed(Math.max(0, group.count - open), `${what} flow`),
    ];
  });
  return [
    ...foldedList(canvas, what, blocks, (count) =>
      counted(count, `more rule with ${what} flows`, `more rules with ${what} flows`),
    ),
    ...notListed(more, 'rule'),
    ...section(marked(canvas, marks.notice, `to do: ${advice}${help === undefined ? '' : `; ${help}`}`, colours.cyan)),
  ];
}

/** A flow in one line. */
function flowLine(flow: FlowReport): string {
  const rules = [...new Set(decisiveCauses(flow).map(({ rule }) => cutText(rule, 80)))].join(', ');
  const acknowledgement =
    flow.acknowledged === undefined
      ? ''
      : `; acknowledged until ${cutText(flow.acknowledged.until, 20)} by ${cutText(flow.acknowledged.owner, 100)}: ${cutText(flow.acknowledged.reason, 300)}`;
  const why = undecidedText(flow);
  return `${classText(flow)}${rules === '' ? '' : ` (${rules})`}: ${cutText(flow.shape, 160)}; ${callsText(flow)} by ${runByText(flow)}${why === '' ? '' : `; ${why}`}${acknowledgement}`;
}

function shortList(
  canvas: Canvas,
  lines: readonly string[],
  what: string,
  mark: string,
  paint: Paint,
  body: Paint = String,
): string[] {
  const more = lines.length - MAX_IN_LIST;
  const { colours, marks } = canvas;
  return [
    ...lines.slice(0, MAX_IN_LIST).flatMap((line) => marked(canvas, mark, line, paint, body)),
    ...(more > 0
      ? marked(
          canvas,
          marks.notice,
          `${counted(more, `more ${what}`)} not shown (--format json shows all)`,
          colours.dim,
        )
      : []),
  ];
}

function resultLines(canvas: Canvas, report: SimulationReport, result: SimulationResult): string[] {
  const { colours, marks } = canvas;
  const groups = flowGroups(result);
  const flowLines = (flows: readonly FlowReport[], what: string, mark: string, paint: Paint): readonly string[] =>
    section(shortList(canvas, flows.map(flowLine), what, mark, paint));
  const notTried = notTriedText(result);
  const notListed = notListedText(result);
  const breaking = declaredBreaks(result);
  const declared = [...breaking, ...result.declared.filter(({ breaks, base, head }) => !breaks && base !== head)];
  const { used, ineffective } = acknowledgementsOf(result);
  return [
    ...ruleLists(canvas, groups.broken, report, result, 'broken', adviceFor(groups.broken, result.groups ?? [])),
    ...section(notTried === '' ? [] : marked(canvas, marks.notice, notTried, colours.dim)),
    ...section(
      shortList(
        canvas,
        declared.map((flow) => `declared flow ${declaredText(flow)} (${placeText(flow.place)})`),
        'declared flow',
        marks.block,
        colours.red,
      ),
    ),
    ...ruleLists(canvas, groups.unknown, report, result, 'undecided', UNKNOWN_ADVICE),
    ...section(
      shortList(
        canvas,
        [...used, ...ineffective].map(
          (entry) => `acknowledgement at ${placeText(entry.place)}: ${acknowledgementText(entry)}`,
        ),
        'acknowledgement',
        marks.warn,
        colours.yellow,
      ),
    ),
    ...flowLines(groups.acknowledged, 'acknowledged flow', marks.notice, colours.dim),
    ...flowLines(groups.loosened, 'newly allowed flow', marks.warn, colours.yellow),
    ...flowLines(groups.changed, 'changed flow', marks.notice, colours.dim),
    ...section(shortList(canvas, leftOutLines(groups.leftOut), 'reason', marks.notice, colours.dim)),
    ...section([
      ...shortList(
        canvas,
        looserChanges(result).map((change) => changeLine(report, change)),
        'looser rule',
        marks.warn,
        colours.yellow,
      ),
      ...shortList(canvas, otherChangeLines(report, result), 'changed rule', marks.notice, String),
    ]),
    ...section(shortList(canvas, comparisonLines(result), 'kind', marks.notice, String)),
    ...section(notListed === '' ? [] : marked(canvas, marks.notice, notListed, colours.dim)),
    ...section(unreadLines(report).flatMap((line) => marked(canvas, marks.notice, line, colours.dim))),
  ];
}

/** The verdict whose mark and colour the conclusion has. */
function endingOf({ exitCode, verdict }: SimulationReport): Verdict {
  // A break within the limits passes: show it as a warning, neither as a failure nor as all clear.
  if (exitCode === EXIT.ok) return verdict === 'allow' ? 'allow' : 'warn';
  // A mistake in the change's own files is certain, although its effect is unknown.
  return exitCode === EXIT.config ? 'block' : verdict;
}

/** For people, in a terminal or in the log of a CI job. The result follows the headline. Ends with a newline. */
export function renderSimulationTerminal(report: SimulationReport, options: RenderOptions = {}): string {
  const canvas = createCanvas(options);
  const { colours, marks } = canvas;
  const paint = verdictPaint(colours, report.verdict);
  const ending = endingOf(report);
  const { base, head, history, result } = report;
  const notApplied = notAppliedLines({ judges: [base, head].flatMap((judge) => (judge === undefined ? [] : [judge])) });
  const lines = [
    ...paragraph(canvas, 0, report.headline, colours.bold),
    ...marked(canvas, marks[report.verdict], resultLine(report), paint, colours.bold),
    '',
    ...section(
      furtherProblems(report).flatMap((problem) => marked(canvas, marks.block, problemText(problem), colours.red)),
    ),
    ...(result === undefined ? [] : resultLines(canvas, report, result)),
    ...(history === undefined
      ? []
      : section([
          ...marked(canvas, marks.notice, historyLine(history, report.policy.maxAge), colours.dim),
          ...shortList(canvas, sourceLines(history), 'source', ' ', String, colours.dim),
        ])),
    ...section([
      ...marked(canvas, marks.notice, report.provenance, colours.dim),
      ...notApplied.flatMap((line) => marked(canvas, marks.notice, line, colours.dim)),
      ...(report.outcome === 'simulated' ? marked(canvas, marks.notice, FLOW_MEANING, colours.dim) : []),
    ]),
    ...noticeLines(canvas, report.notices),
    ...marked(canvas, marks[ending], report.conclusion, verdictPaint(colours, ending), verdictPaint(colours, ending)),
  ];
  lines.push(...pageLines(report), ...repeatLines(report.repeat));
  return `${breakLineCommands(lines).join('\n')}\n`;
}
