import { counted, grouped, type SimulationReport, type SimulationResult } from '../../model/index.ts';
import { Budget, bytes, characters, type List, type Measure } from '../text/budget.ts';
import { pageMarkdown } from '../text/dashboard-link.ts';
import { pageUrl } from '../text/docs-link.ts';
import { each, ICONS, item, MIN_LIMIT, repeatText, titled } from '../text/markdown-parts.ts';
import type { RenderOptions } from '../text/options.ts';
import { COMMENT_LIMIT, judgeText, noticeList, SUMMARY_LIMIT, text } from '../text/summary-parts.ts';
import { capitalised, notAppliedLines } from '../text/words.ts';
import { adviceFor } from './break-groups.ts';
import { comparisonLines } from './comparison.ts';
import { flowGroups } from './groups.ts';
import { notListedText } from './listed-flows.ts';
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
  otherChanges,
  problemText,
  resultHeading,
  sourceLines,
  UNKNOWN_ADVICE,
  unreadLines,
} from './sentences.ts';
import { flowTable, folded, inFull, leftOut, unbroken } from './summary-flows.ts';
import { groupList } from './summary-groups.ts';
import { acknowledgementList, exceptionList } from './summary-proposals.ts';
import { percentOf, placeText } from './words.ts';

/** Calls that the change does not affect, in flows with other calls that it affects. */
function otherCalls({ replayed, ...classes }: SimulationResult['totals']): number {
  return Math.max(0, replayed.calls - Object.values(classes).reduce((sum, { calls }) => sum + calls, 0));
}

/** The table of flows and calls by class. */
function counts({ totals }: SimulationResult): string {
  const rows = [
    ['newly blocked: all its calls', totals.newlyBlocked],
    ['partly blocked: some of its calls', totals.partlyBlocked],
    ['unknown: might be blocked', totals.unknown],
    ['newly allowed: blocked today', totals.newlyAllowed],
    ['possibly newly allowed', totals.unknownLoosening],
    ['changed between allow and warn, at least possibly', totals.changed],
    ['acknowledged: an intended break', totals.acknowledged],
    ['not counted: too rare, or an ignored caller', totals.leftOut],
    ['unchanged', totals.unchanged],
    ['other calls of these flows', { flows: 0, calls: otherCalls(totals) }],
    ['**all replayed**', totals.replayed],
  ] as const;
  const always: readonly object[] = [
    totals.newlyBlocked,
    totals.partlyBlocked,
    totals.unknown,
    totals.unchanged,
    totals.replayed,
  ];
  const lines = rows
    .filter(([, count]) => count.flows + count.calls > 0 || always.includes(count))
    .map(
      ([name, { flows, calls }]) =>
        `| ${name} | ${grouped(flows)} | ${grouped(calls)} | ${unbroken(percentOf(calls, totals.replayed.calls))} |\n`,
    );
  return `| What the change does to a flow | Flows | Calls | Share of calls |\n|---|--:|--:|--:|\n${lines.join('')}\n`;
}

/** What to do, with a link to the documentation if its address is known. */
function adviceLine(advice: string, report: SimulationReport): string {
  const page = pageUrl('simulate', report);
  return `**To do:** ${text(advice)}${page === undefined ? '' : `; [documentation](${page})`}.\n\n`;
}

/** A line of a report as a sentence of prose. */
function sentence(line: string): string {
  return `${capitalised(line)}.`;
}

/** Raw lines as a list. */
function linesOf(lines: readonly string[], what: string, head: string): List {
  return {
    head,
    tail: '\n',
    leftOut: leftOut(what),
    items: each(lines, (line) => `- ${text(line, 2_000)}\n`),
    count: lines.length,
  };
}

const LOOSER_HEAD =
  '#### ⚠️ Looser rules\n\nA history of what ran cannot show what was blocked, so review these changes yourself.\n\n';

/** The parts of a report with a result, in order of importance: earlier parts get space first. */
function resultParts(
  budget: Budget,
  measure: Measure,
  report: SimulationReport,
  result: SimulationResult,
): readonly string[] {
  const { broken, unknown } = flowGroups(result);
  const numbers = report.outcome === 'simulated' ? numbersSection(budget, result) : '';
  const advice = broken.length === 0 ? '' : budget.fixed(adviceLine(adviceFor(broken, result.groups ?? []), report));
  const undecided = unknown.length === 0 ? '' : budget.fixed(adviceLine(UNKNOWN_ADVICE, report));
  const groups = (list: typeof broken, which: 'broken' | 'undecided', share: number): string =>
    budget.list(groupList(report, result, list, which, budget.room(share), measure), share);
  const brokenGroups = groups(broken, 'broken', 0.4);
  const declared = declaredSection(budget, result);
  const acknowledged = acknowledgedSection(budget, result);
  const looser = looserSection(budget, report, result);
  const unknownGroups = groups(unknown, 'undecided', 0.3);
  const others = otherSection(budget, report, result);
  const exceptions = budget.list(exceptionList(broken, result), 0.2);
  const proposed = budget.list(acknowledgementList(report.proposedAcknowledgements), 0.3);
  const full = budget.list(inFull([...broken, ...unknown]), 0.6);
  const rest = restSections(budget, result);
  const notTried = notTriedText(result);
  const untried = notTried === '' ? '' : budget.fixed(`${notTried}\n\n`);
  const toDo = [advice, exceptions, untried, proposed].join('');
  const first = [acknowledged, brokenGroups, toDo, declared, unknownGroups, undecided, looser];
  return [...first, full, others, numbers, ...rest];
}

/** Flows and calls by class, and what a flow is. */
function numbersSection(budget: Budget, result: SimulationResult): string {
  const unlisted = notListedText(result);
  const head = '#### All replayed flows\n\n';
  const notes = `${text(sentence(FLOW_MEANING))}\n\n${unlisted === '' ? '' : `${unlisted}\n\n`}`;
  return budget.fixed(`${head}${counts(result)}${notes}`);
}

const DECLARED_HEAD =
  '#### 🛑 Declared flows that would break, or could not be decided\n\nDeclared flows are queries that must always pass (`.querygate/flows.yml`).\n\n';

function declaredSection(budget: Budget, result: SimulationResult): string {
  const breaks = declaredBreaks(result);
  const lines = breaks.map((flow) => `${declaredText(flow)} (\`${placeText(flow.place)}\`)`);
  return budget.list(linesOf(lines, 'declared flow', DECLARED_HEAD), 0.2);
}

/** What a reviewer approves together with the diff. */
function acknowledgedSection(budget: Budget, result: SimulationResult): string {
  const { used, ineffective } = acknowledgementsOf(result);
  const { acknowledged } = flowGroups(result);
  const lines = (list: typeof used): readonly string[] =>
    list.map((entry) => `${acknowledgementText(entry)} (\`${placeText(entry.place)}\`)`);
  const head = '#### ⚠️ Acknowledged breaks: approving this change approves them\n\n';
  const title = `${counted(acknowledged.length, 'flow')} acknowledged`;
  return [
    budget.list(linesOf(lines(used), 'acknowledgement', head), 0.2),
    budget.list(linesOf(lines(ineffective), 'acknowledgement', '#### Acknowledgements without effect\n\n'), 0.1),
    budget.list(folded(acknowledged, title, 'acknowledged flow'), 0.2),
  ].join('');
}

function looserSection(budget: Budget, report: SimulationReport, result: SimulationResult): string {
  const changes = looserChanges(result);
  const { loosened } = flowGroups(result);
  return [
    budget.list(
      linesOf(
        changes.map((change) => changeLine(report, change)),
        'change',
        LOOSER_HEAD,
      ),
      0.25,
    ),
    budget.list(flowTable(loosened, 'newly allowed flow', changes.length === 0 ? LOOSER_HEAD : '', '\n'), 0.25),
  ].join('');
}

function otherSection(budget: Budget, report: SimulationReport, result: SimulationResult): string {
  const others = otherChanges(result);
  const head = `#### ${others.length === result.ruleChanges.length ? 'Rule changes' : 'Other rule changes'}\n\n`;
  return [
    budget.list(linesOf(otherChangeLines(report, result), 'change', head), 0.25),
    budget.list(linesOf(comparisonLines(result), 'kind', '#### The edit by itself\n\n'), 0.2),
  ].join('');
}

function restSections(budget: Budget, result: SimulationResult): readonly string[] {
  const { changed, leftOut: notCounted } = flowGroups(result);
  const passing = result.declared.filter(({ breaks }) => !breaks);
  const changedTitle = `${counted(changed.length, 'flow')} changed between allow and warn, at least possibly`;
  return [
    budget.list(folded(changed, changedTitle, 'changed flow'), 0.4),
    budget.list(linesOf(passing.map(declaredText), 'declared flow', '#### Declared flows that do not break\n\n'), 0.3),
    budget.list(linesOf(leftOutLines(notCounted), 'reason', '#### Flows not counted\n\n'), 0.3),
    budget.list(folded(notCounted, `${counted(notCounted.length, 'flow')} not counted`, 'flow'), 0.5),
  ];
}

/** Window and age of the history, what could not be read, and notes on each source. */
function historyLines(report: SimulationReport): readonly string[] {
  const { history, policy } = report;
  return [
    ...(history === undefined ? [] : [historyLine(history, policy.maxAge)]),
    ...unreadLines(report),
    ...(history === undefined ? [] : sourceLines(history)),
  ];
}

function judgeLines({ base, head, outcome, result, provenance }: SimulationReport): List {
  const judges = [base, head].flatMap((judge) => (judge === undefined ? [] : [judge]));
  const lines = [
    text(provenance),
    ...judges.map((judge) => judgeText(judge)),
    ...notAppliedLines({ judges }).map((line) => text(line)),
    ...(outcome === 'simulated' && result?.selfTest
      ? ['Self-test passed: comparing the base ruleset with itself gave no difference']
      : []),
  ];
  return titled('Rulesets', lines, 'line', (line) => item(line));
}

/** The Markdown of a report, at most `limit` long as counted by `measure`. */
function render(report: SimulationReport, limit: number, measure: Measure): string {
  const budget = new Budget(Math.max(MIN_LIMIT, limit), measure);
  const why = furtherConclusion(report);
  const head = budget.fixed(
    `<b>${text(report.headline)}</b>\n\n### ${ICONS[report.verdict]} ${text(resultHeading(report))}\n\n${why === '' ? '' : `${text(why)}\n\n`}`,
  );
  const repeat = budget.fixed(pageMarkdown(report) + repeatText(report.repeat));
  const problems = budget.list(
    linesOf(
      furtherProblems(report).map((problem) => `🛑 ${problemText(problem)}`),
      'problem',
      '',
    ),
    0.25,
  );
  const judges = budget.list(judgeLines(report), 0.1);
  const history = budget.list(linesOf(historyLines(report), 'line', '#### History\n\n'), 0.1);
  const parts = report.result === undefined ? [] : resultParts(budget, measure, report, report.result);
  const notices = budget.list(noticeList(report.notices, report), 1);
  return [head, problems, ...parts, notices, history, judges, repeat].join('');
}

/** GitHub's job summary, at most `options.limit` bytes (default 992 KiB, at least 16 KiB). */
export function renderSimulationSummary(report: SimulationReport, options: RenderOptions = {}): string {
  return render(report, options.limit ?? SUMMARY_LIMIT, bytes);
}

/**
 * The same text as a comment on the pull request.
 *
 * @param marker HTML comment that identifies the comment later; becomes its first line. It must differ from the marker
 * of the check's comment.
 * @param limit maximum length in characters that the host accepts, at least 16,384
 */
export function simulationComment(
  report: SimulationReport,
  { marker, limit = COMMENT_LIMIT }: { readonly marker: string; readonly limit?: number },
): string {
  const first = `${marker}\n\n`;
  return first + render(report, limit - first.length, characters);
}
