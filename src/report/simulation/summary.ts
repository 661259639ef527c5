import type { SimulationReport, SimulationResult } from '../../model/index.ts';
import { Budget, bytes, characters, type List, type Measure } from '../text/budget.ts';
import type { RenderOptions } from '../text/options.ts';
import {
  COMMENT_LIMIT,
  each,
  ICONS,
  judgeLine,
  noticeList,
  repeatBlock,
  SMALLEST_LIMIT,
  SUMMARY_LIMIT,
  text,
} from '../text/summary-parts.ts';
import { notAppliedLines } from '../text/words.ts';
import { flowGroups } from './groups.ts';
import {
  acknowledgementsOf,
  acknowledgementText,
  brokenAdvice,
  changeText,
  declaredBreaks,
  declaredText,
  effectText,
  exercisedText,
  furtherProblems,
  HELP_URL,
  historyLine,
  leftOutLines,
  looserChanges,
  notTriedText,
  otherChanges,
  problemText,
  resultLine,
  sourceLines,
  UNKNOWN_ADVICE,
  unreadLine,
} from './lines.ts';
import { notListedText } from './listed-flows.ts';
import { flowTable, folded, inFull, leftOut, unbroken } from './summary-flows.ts';
import { acknowledgementList, exceptionList } from './summary-proposals.ts';
import { cutText, grouped, percentOf, placeText, quantity } from './words.ts';

/** Calls that the change does not touch, of flows of which it touches others. */
function otherCalls({ replayed, ...classes }: SimulationResult['totals']): number {
  return Math.max(0, replayed.calls - Object.values(classes).reduce((sum, { calls }) => sum + calls, 0));
}

/** Counts of all classes, headline numbers first. */
function counts({ totals }: SimulationResult): string {
  const rows = [
    ['newly blocked', totals.newlyBlocked],
    ['partly blocked', totals.partlyBlocked],
    ['unknown', totals.unknown],
    ['newly allowed', totals.newlyAllowed],
    ['perhaps newly allowed', totals.unknownLoosening],
    ['changed between allow and warn', totals.changed],
    ['acknowledged', totals.acknowledged],
    ['left out', totals.leftOut],
    ['unchanged', totals.unchanged],
    ['other calls of these flows', { flows: 0, calls: otherCalls(totals) }],
    ['**replayed**', totals.replayed],
  ] as const;
  const always = ['newly blocked', 'partly blocked', 'unknown', 'unchanged', '**replayed**'];
  const lines = rows
    .filter(([name, { flows, calls }]) => flows + calls > 0 || always.includes(name))
    .map(
      ([name, { flows, calls }]) =>
        `| ${name} | ${grouped(flows)} | ${grouped(calls)} | ${unbroken(percentOf(calls, totals.replayed.calls))} |\n`,
    );
  return `| | Flows | Calls concerned | Share of calls |\n|---|--:|--:|--:|\n${lines.join('')}\n`;
}

/** Sends a reader to the page that tells more. */
function adviceLine(advice: string): string {
  return `**To do:** ${text(advice)}; [more](${HELP_URL}).\n\n`;
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

type Change = SimulationResult['ruleChanges'][number];

function changeLine(change: Change): string {
  const owner = change.owner === undefined || change.owner === '' ? '' : `owner ${cutText(change.owner, 100)}`;
  return [changeText(change), exercisedText(change), effectText(change), owner]
    .filter((part) => part !== '')
    .join('; ');
}

const LOOSER_HEAD =
  '#### ⚠️ What becomes looser\n\nA history of what ran cannot show what was blocked: read these changes themselves.\n\n';

/** What there is to say where something was replayed. What comes first gets room first. */
function resultParts(budget: Budget, report: SimulationReport, result: SimulationResult): readonly string[] {
  const groups = flowGroups(result);
  const { broken, unknown } = groups;
  const unlisted = notListedText(result);
  const numbers = budget.fixed(counts(result) + (unlisted === '' ? '' : `${unlisted}\n\n`));
  const saved = broken.some(({ proposal }) => proposal !== undefined);
  const advice = broken.length === 0 ? '' : budget.fixed(adviceLine(brokenAdvice(saved)));
  const undecided = unknown.length === 0 ? '' : budget.fixed(adviceLine(UNKNOWN_ADVICE));
  const brokenHead = `#### 🛑 ${quantity(broken.length, 'flow')} would break\n\n`;
  const brokenTable = budget.list(flowTable(broken, 'broken flow', brokenHead, '\n'), 0.4);
  const declared = declaredSection(budget, result);
  const acknowledged = acknowledgedSection(budget, result);
  const looser = looserSection(budget, result);
  const unknownHead = `#### ❔ ${quantity(unknown.length, 'flow')} could not be decided\n\n`;
  const unknownTable = budget.list(flowTable(unknown, 'undecided flow', unknownHead, '\n'), 0.3);
  const others = otherSection(budget, result);
  const exceptions = budget.list(exceptionList(broken, result), 0.2);
  const proposed = budget.list(acknowledgementList(report.proposedAcknowledgements), 0.3);
  const full = budget.list(inFull([...broken, ...unknown]), 0.6);
  const rest = restSections(budget, result);
  const notTried = notTriedText(result);
  const untried = notTried === '' ? '' : budget.fixed(`${notTried}\n\n`);
  const toDo = [advice, exceptions, untried, proposed].join('');
  return [numbers, brokenTable, toDo, declared, unknownTable, undecided, full, acknowledged, looser, others, ...rest];
}

function declaredSection(budget: Budget, result: SimulationResult): string {
  const breaks = declaredBreaks(result);
  const lines = breaks.map((flow) => `${declaredText(flow)} (\`${placeText(flow.place)}\`)`);
  return budget.list(linesOf(lines, 'declared flow', '#### 🛑 Declared flows that fail\n\n'), 0.2);
}

/** What a reviewer agrees to by approving the diff. */
function acknowledgedSection(budget: Budget, result: SimulationResult): string {
  const { used, idle } = acknowledgementsOf(result);
  const { acknowledged } = flowGroups(result);
  const lines = (list: typeof used): readonly string[] =>
    list.map((entry) => `${acknowledgementText(entry)} (\`${placeText(entry.place)}\`)`);
  const head = '#### ⚠️ Acknowledged breaks: approve them with the diff\n\n';
  const title = `${quantity(acknowledged.length, 'flow')} acknowledged`;
  return [
    budget.list(linesOf(lines(used), 'acknowledgement', head), 0.2),
    budget.list(linesOf(lines(idle), 'acknowledgement', '#### Acknowledgements that cover nothing\n\n'), 0.1),
    budget.list(folded(acknowledged, title, 'acknowledged flow'), 0.2),
  ].join('');
}

function looserSection(budget: Budget, result: SimulationResult): string {
  const changes = looserChanges(result);
  const { loosened } = flowGroups(result);
  return [
    budget.list(linesOf(changes.map(changeLine), 'change', LOOSER_HEAD), 0.25),
    budget.list(flowTable(loosened, 'newly allowed flow', changes.length === 0 ? LOOSER_HEAD : '', '\n'), 0.25),
  ].join('');
}

function otherSection(budget: Budget, result: SimulationResult): string {
  const others = otherChanges(result);
  const head = `#### ${others.length === result.ruleChanges.length ? 'Changes' : 'Other changes'} of the rules\n\n`;
  return budget.list(linesOf(others.map(changeLine), 'change', head), 0.25);
}

function restSections(budget: Budget, result: SimulationResult): readonly string[] {
  const { changed, leftOut: rare } = flowGroups(result);
  const kept = result.declared.filter(({ breaks }) => !breaks);
  const changedTitle = `${quantity(changed.length, 'flow')} changed between allow and warn`;
  return [
    budget.list(folded(changed, changedTitle, 'changed flow'), 0.4),
    budget.list(linesOf(kept.map(declaredText), 'declared flow', '#### Declared flows that do not break\n\n'), 0.3),
    budget.list(linesOf(leftOutLines(rare), 'reason', '#### Left out\n\n'), 0.3),
    budget.list(folded(rare, `${quantity(rare.length, 'flow')} not counted`, 'flow'), 0.5),
  ];
}

/** Window, freshness, what could not be read, and what each source must be known for. */
function historyLines({ history, policy, result }: SimulationReport): readonly string[] {
  return [
    ...(history === undefined ? [] : [historyLine(history, policy.maxAge)]),
    ...(result === undefined ? [] : [unreadLine(result, policy)]),
    ...(history === undefined ? [] : sourceLines(history)),
  ];
}

function judgeLines({ base, head, result }: SimulationReport): List {
  const judges = [base, head].flatMap((judge) => (judge === undefined ? [] : [judge]));
  const notApplied = notAppliedLines({ judges }).map((line) => `- ${text(line)}\n`);
  const selfTest = result?.selfTest ? ['- Self-test: the base against itself gave no difference\n'] : [];
  const items = [...judges.map((judge) => judgeLine(judge)), ...notApplied, ...selfTest];
  return { head: '#### Who judged\n\n', tail: '\n', leftOut: leftOut('line'), items, count: items.length };
}

/** The Markdown of a report within `limit` as `measure` counts. */
function render(report: SimulationReport, limit: number, measure: Measure): string {
  const budget = new Budget(Math.max(SMALLEST_LIMIT, limit), measure);
  const head = budget.fixed(
    `<b>${text(report.headline)}</b>\n\n### ${ICONS[report.verdict]} ${text(resultLine(report))}\n\n${text(report.conclusion)}\n\n`,
  );
  const repeat = budget.fixed(repeatBlock(report.repeat));
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
  const parts = report.result === undefined ? [] : resultParts(budget, report, report.result);
  const notices = budget.list(noticeList(report.notices), 1);
  return [head, problems, ...parts, notices, history, judges, repeat].join('');
}

/** GitHub's job summary, at most `options.limit` bytes (default 992 KiB, at least 16 KiB). */
export function renderSimulationSummary(report: SimulationReport, options: RenderOptions = {}): string {
  return render(report, options.limit ?? SUMMARY_LIMIT, bytes);
}

/**
 * The same as a comment on the pull request.
 *
 * @param marker the HTML comment by which the comment is found again; becomes its first line. Not the one of check's.
 * @param limit the most characters that the host takes, at least 16,384
 */
export function simulationComment(
  report: SimulationReport,
  { marker, limit = COMMENT_LIMIT }: { readonly marker: string; readonly limit?: number },
): string {
  const first = `${marker}\n\n`;
  return first + render(report, limit - first.length, characters);
}
