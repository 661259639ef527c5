import type { FlowReport, RuleChange, SimulationReport, SimulationResult } from '../../model/index.ts';
import { Budget, bytes, characters, type List, type Measure } from '../budget.ts';
import { fenced } from '../markdown.ts';
import type { RenderOptions } from '../options.ts';
import {
  COMMENT_LIMIT,
  code,
  each,
  ICONS,
  judgeLine,
  noticeList,
  plainList,
  repeatBlock,
  SMALLEST_LIMIT,
  SUMMARY_LIMIT,
  text,
} from '../summary-parts.ts';
import { visibleLines } from '../visible.ts';
import { exceptionYaml } from './exceptions.ts';
import { flowGroups, isUndecided } from './groups.ts';
import { decisiveCauses } from './hits.ts';
import {
  acknowledgementText,
  brokenAdvice,
  changeText,
  declaredText,
  effectText,
  exercisedText,
  historyLine,
  leftOutLines,
  looserChanges,
  problemsOf,
  problemText,
  resultLine,
  sortedAcknowledgements,
  sortedDeclared,
  sourceLines,
  UNKNOWN_ADVICE,
  unreadLine,
} from './lines.ts';
import {
  CLASS_WORDS,
  callerText,
  callsText,
  day,
  examplesText,
  grouped,
  percent,
  percentOf,
  piece,
  placeText,
  quantity,
  seenText,
} from './words.ts';

/** So many broken flows are shown unfolded. */
const UNFOLDED = 3;
const SHAPE = 300;
const SHAPE_IN_FULL = 2_000;

function leftOut(what: string): List['leftOut'] {
  return (count) =>
    `${quantity(count, `more ${what}`)} left out for want of room; the JSON report has all of them.\n\n`;
}

function iconOf(flow: FlowReport): string {
  if (flow.class === 'unknown' || isUndecided(flow)) return ICONS.unknown;
  if (flow.class === 'newly_allowed' || flow.class === 'changed') return ICONS.warn;
  return ICONS.block;
}

function classWord(flow: FlowReport): string {
  const perhaps = flow.class === 'newly_allowed' && isUndecided(flow) ? 'perhaps ' : '';
  return perhaps + CLASS_WORDS[flow.class];
}

/** The rules that decide a flow's class, each with its line. */
function rulesCell(flow: FlowReport): string {
  const named = decisiveCauses(flow).map(({ rule, place }) => {
    const where = place === undefined ? '' : ` at ${code(piece(placeText(place), 200))}`;
    return `${code(piece(rule, 80))}${where}`;
  });
  const unique = [...new Set(named)];
  const more = unique.length - 3;
  return unique.slice(0, 3).join('; ') + (more > 0 ? `; and ${quantity(more, 'more rule')}` : '');
}

const FLOWS_HEAD = '| Flow | Caller | Calls | Share | Last seen | Rule |\n|---|---|--:|--:|---|---|\n';

function flowRow(flow: FlowReport): string {
  const { affectedCalls, calls, share, lastSeen } = flow;
  const counts = affectedCalls === calls ? grouped(calls) : `${grouped(affectedCalls)} of ${grouped(calls)}`;
  const seen = lastSeen === undefined ? 'not recorded' : text(day(lastSeen), 40);
  const what = `${iconOf(flow)}&nbsp;${classWord(flow)}`;
  const cells = [
    `${what}<br>${code(piece(flow.shape, SHAPE))}`,
    text(callerText(flow.caller)),
    counts,
    percent(share),
    seen,
    rulesCell(flow),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

function flowTable(flows: readonly FlowReport[], what: string, head: string, tail: string): List {
  return {
    head: head + FLOWS_HEAD,
    tail,
    leftOut: leftOut(what),
    items: each(flows, flowRow),
    count: flows.length,
  };
}

/** Behind a line that unfolds it. The blank lines let Markdown begin again inside the HTML. */
function folded(flows: readonly FlowReport[], title: string, what: string): List {
  return flowTable(flows, what, `<details><summary>${title}</summary>\n\n`, '\n</details>\n\n');
}

/** One flow with all that is known of it. */
function details(flow: FlowReport, open: boolean): string {
  const which = examplesText(flow);
  const lines = [
    `- ${text(`${callsText(flow)} (${percent(flow.share)} of all) by ${callerText(flow.caller)}; ${seenText(flow)}`)}\n`,
    ...(which === '' ? [] : [`- which: ${text(which)}\n`]),
    ...flow.causes.slice(0, 10).map(({ rule, place, message, undecided, calls }) => {
      const where = place === undefined ? '' : ` at ${code(piece(placeText(place), 200))}`;
      const why = text(piece(undecided ?? message, 500));
      return `- ${code(piece(rule, 80))}${where}, ${quantity(calls, 'call')}${undecided === undefined ? '' : ', undecided'}: ${why}\n`;
    }),
    ...(flow.causes.length > 10
      ? [`- and ${quantity(flow.causes.length - 10, 'more cause')}, in the JSON report\n`]
      : []),
    ...(flow.proposal === undefined
      ? []
      : [`- this exception would save it, and changes nothing else: ${code(piece(flow.proposal.when, 1_000))}\n`]),
    `- id of the flow: ${code(piece(flow.id, 40))}\n`,
  ];
  const shape = fenced([piece(flow.shape, SHAPE_IN_FULL)], 'sql');
  const title = `${iconOf(flow)} ${classWord(flow)}: ${code(piece(flow.shape, 100))}`;
  return `<details${open ? ' open' : ''}><summary>${title}</summary>\n\n${shape}\n\n${lines.join('')}\n</details>\n\n`;
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
    ['**replayed**', totals.replayed],
  ] as const;
  const always = ['newly blocked', 'partly blocked', 'unknown', 'unchanged', '**replayed**'];
  const lines = rows
    .filter(([name, { flows }]) => flows > 0 || always.includes(name))
    .map(
      ([name, { flows, calls }]) =>
        `| ${name} | ${grouped(flows)} | ${grouped(calls)} | ${percentOf(calls, totals.replayed.calls)} |\n`,
    );
  return `| | Flows | Calls | Share of calls |\n|---|--:|--:|--:|\n${lines.join('')}\n`;
}

function changeRow(change: RuleChange): string {
  const { rule, place, basePlace, owner } = change;
  const where = place ?? basePlace;
  const at =
    where === undefined ? '' : ` at ${code(piece(placeText(where), 200))}${place === undefined ? ' of the base' : ''}`;
  const icon = change.effect === 'stricter' ? '' : '⚠️ ';
  const does = [exercisedText(change), effectText(change)].filter((part) => part !== '').join('; ');
  const ask = owner === undefined || owner === '' ? '' : `; owner ${text(piece(owner, 100))}`;
  return `- ${icon}${text(changeText(change))}; ${does}${at === '' && ask === '' ? '' : ` (${code(piece(rule, 80))}${at}${ask})`}\n`;
}

/** Exceptions to paste. No line of an entry begins with back-ticks, so that none can end the block. */
function exceptionList(flows: readonly FlowReport[], result: SimulationResult): List {
  const saved = flows.filter(({ proposal }) => proposal !== undefined);
  const what = `<details><summary>${quantity(saved.length, 'exception')} that would save ${saved.length === 1 ? 'the flow' : 'a flow each'}, ready for the rule file</summary>`;
  return {
    head: `${what}\n\nEach was simulated: it saves its flow, and changes nothing else.\n\n\`\`\`yaml\nexceptions:\n`,
    tail: '```\n\n</details>\n\n',
    leftOut: leftOut('exception'),
    items: each(
      saved,
      (flow) =>
        `${visibleLines(
          exceptionYaml(flow, result)
            .map((line) => `  ${line}`)
            .join('\n'),
        )}\n`,
    ),
    count: saved.length,
  };
}

/** Ready YAML that is of no use in part: all of it, or a word on where it is. */
function acknowledgementList(yaml: string | undefined): List {
  const block = yaml === undefined ? '' : `${fenced(yaml.trimEnd().split('\n'), 'yaml')}\n`;
  return {
    head: '<details><summary>Acknowledgements for all that breaks, if it is meant to</summary>\n\n',
    tail: '\n</details>\n\n',
    leftOut: () =>
      'They are left out for want of room; `querygate simulate --propose-acknowledgements` and the JSON report have them.\n\n',
    items: yaml === undefined ? [] : [block],
    count: yaml === undefined ? 0 : 1,
  };
}

function linesOf(texts: readonly string[], what: string, head: string, icon = ''): List {
  return {
    ...plainList(
      texts.map((line) => `- ${icon}${text(line, 1_500)}\n`),
      what,
      head,
    ),
    leftOut: leftOut(what),
  };
}

/** What there is to say where something was replayed, in the order of its importance: what comes first gets room first. */
function resultParts(budget: Budget, report: SimulationReport, result: SimulationResult): readonly string[] {
  const groups = flowGroups(result);
  const { broken, unknown, loosened, changed, acknowledged, leftOut: rare } = groups;
  const saved = broken.some(({ proposal }) => proposal !== undefined);
  const advice = broken.length === 0 ? '' : budget.fixed(`**To do:** ${text(brokenAdvice(saved))}.\n\n`);
  const undecided = unknown.length === 0 ? '' : budget.fixed(`**To do:** ${text(UNKNOWN_ADVICE)}.\n\n`);
  const unread = budget.fixed(`${text(unreadLine(result, report.policy), 1_500)}\n\n`);
  const numbers = budget.fixed(counts(result));
  const brokenTable = budget.list(
    flowTable(broken, 'broken flow', `#### 🛑 ${quantity(broken.length, 'flow')} would break\n\n`, '\n'),
    0.4,
  );
  const declared = sortedDeclared(result);
  const declaredBroken = declared.filter(({ breaks }) => breaks);
  const declaredList = budget.list(
    linesOf(
      declaredBroken.map((flow) => `${declaredText(flow)} (${placeText(flow.place)})`),
      'declared flow',
      `#### 🛑 ${quantity(declaredBroken.length, 'declared flow')} would break\n\n`,
    ),
    0.2,
  );
  const acks = sortedAcknowledgements(result);
  const ackList = budget.list(
    linesOf(
      acks.map((entry) => `${acknowledgementText(entry)} (${placeText(entry.place)})`),
      'acknowledgement',
      '#### ⚠️ Acknowledged breaks: approve them with the diff\n\n',
    ),
    0.25,
  );
  const looser = looserChanges(result);
  const looserHead =
    '#### ⚠️ What becomes looser\n\nA history of what ran cannot show what was blocked: read these changes themselves.\n\n';
  const looserList = budget.list(
    { ...plainList(looser.map(changeRow), 'change', looserHead), leftOut: leftOut('change') },
    0.25,
  );
  const allowed = budget.list(
    flowTable(loosened, 'newly allowed flow', looser.length === 0 ? looserHead : '', '\n'),
    0.25,
  );
  const unknownTable = budget.list(
    flowTable(unknown, 'undecided flow', `#### ❔ ${quantity(unknown.length, 'flow')} could not be decided\n\n`, '\n'),
    0.3,
  );
  const changes = budget.list(
    {
      ...plainList(
        result.ruleChanges.filter((change) => !looser.includes(change)).map(changeRow),
        'change',
        '#### Other changes of the rules\n\n',
      ),
      leftOut: leftOut('change'),
    },
    0.25,
  );
  const full = budget.list(
    {
      head: '',
      tail: '',
      leftOut: (count) =>
        `${quantity(count, 'flow')} of the tables ${count === 1 ? 'is' : 'are'} not shown in full.\n\n`,
      items: each([...broken, ...unknown], (flow, index) => details(flow, index < UNFOLDED)),
      count: broken.length + unknown.length,
    },
    0.5,
  );
  const exceptions = budget.list(exceptionList(broken, result), 0.3);
  const proposed = budget.list(acknowledgementList(report.proposedAcknowledgements), 0.5);
  const declaredRest = budget.list(
    linesOf(
      declared.filter(({ breaks }) => !breaks).map(declaredText),
      'declared flow',
      '#### Declared flows that do not break\n\n',
    ),
    0.2,
  );
  const ackFlows = budget.list(
    folded(acknowledged, `${quantity(acknowledged.length, 'flow')} acknowledged`, 'acknowledged flow'),
    0.4,
  );
  const changedFlows = budget.list(
    folded(changed, `${quantity(changed.length, 'flow')} changed between allow and warn`, 'changed flow'),
    0.4,
  );
  const rareReasons = leftOutLines(rare);
  const rareLines = budget.list(linesOf(rareReasons, 'reason', '#### Left out\n\n'), 0.2);
  const rareFlows = budget.list(folded(rare, `${quantity(rare.length, 'flow')} not counted`, 'flow'), 0.5);
  return [
    numbers,
    brokenTable,
    advice,
    exceptions,
    proposed,
    declaredList,
    unknownTable,
    undecided,
    full,
    ackList,
    ackFlows,
    looserList,
    allowed,
    changes,
    changedFlows,
    declaredRest,
    rareLines,
    rareFlows,
    unread,
  ];
}

/** The Markdown of a report within `limit` as `measure` counts. */
function render(report: SimulationReport, limit: number, measure: Measure): string {
  const budget = new Budget(Math.max(SMALLEST_LIMIT, limit), measure);
  const head = budget.fixed(
    `<b>${text(report.headline)}</b>\n\n### ${ICONS[report.verdict]} ${text(resultLine(report))}\n\n${text(report.conclusion)}\n\n`,
  );
  const repeat = budget.fixed(repeatBlock(report.repeat));
  const problems = budget.list(linesOf(problemsOf(report).map(problemText), 'problem', '', '🛑 '), 0.25);
  const { history, policy, result } = report;
  const judges = [report.base, report.head].flatMap((judge) => (judge === undefined ? [] : [judgeLine(judge)]));
  const judgeList = budget.list(plainList(judges, 'line', '#### Who judged\n\n'), 0.1);
  const window =
    history === undefined
      ? ''
      : budget.fixed(`#### History\n\n${text(historyLine(history, policy.maxAge), 1_500)}\n\n`);
  const parts = result === undefined ? [] : resultParts(budget, report, result);
  const notices = budget.list(noticeList(report.notices), 0.5);
  const sources = budget.list(linesOf(history === undefined ? [] : sourceLines(history), 'source', ''), 1);
  return [head, problems, ...parts, notices, window, sources, judgeList, repeat].join('');
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
