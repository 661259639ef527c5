import {
  type AcknowledgementReport,
  type BreakGroup,
  counted,
  type DeclaredFlowReport,
  type FlowReport,
  grouped,
  isBroken,
  isFailure,
  type Location,
  type RuleChange,
  type SimulationReport,
  type SimulationResult,
} from '../../model/index.ts';
import { pageLines } from '../text/dashboard-link.ts';
import { pageUrl } from '../text/docs-link.ts';
import type { RenderOptions } from '../text/options.ts';
import { visible } from '../text/visible.ts';
import {
  type Annotation,
  type AnnotationKind,
  commands,
  conclusionAnnotation,
  foldedCommands,
  MESSAGE_LIMIT,
  noticeAnnotation,
  plainLine,
  repeatLines,
} from '../text/workflow-commands.ts';
import { adviceFor, coverLines, groupingText, groupLines, groupsOfRule } from './break-groups.ts';
import { effectOf, type Failing, type FlowGroups, failingOf, flowGroups, tooRareBreaks } from './groups.ts';
import { hitsByRule, placeOfChange, type RuleHits, type RulePlace, rulePlaceAt } from './hits.ts';
import { notListedText } from './listed-flows.ts';
import { groupMessage, remedyOf, valuesLine } from './rule-groups.ts';
import {
  acknowledgementsOf,
  acknowledgementText,
  declaredBreaks,
  declaredText,
  FLOW_MEANING,
  historyLine,
  leftOutLines,
  looserChanges,
  notExercised,
  problemsOf,
  problemText,
  resultLine,
  TOO_RARE_ADVICE,
  testedText,
  UNKNOWN_ADVICE,
  unreadLines,
} from './sentences.ts';
import { callsText, cutText, examplesText, listed, percentOf, placeText, runByText, seenText } from './words.ts';

/** Length reserved for the note that `commands` appends to the last annotation of a kind. */
const RESERVED = 160;
const MAX_SHAPE = 320;
/** Rules that one notice names. */
const MAX_NAMES = 20;

function annotation(
  kind: AnnotationKind,
  title: string,
  message: readonly string[],
  { path, location }: { readonly path: string | undefined; readonly location: Location | undefined },
): Annotation {
  return { kind, title, message, path, location };
}

/** A flow in a message: its query, caller, calls and dates, and the exception that would keep it working. */
function flowLines({ flow, cause }: RuleHits['hits'][number]): readonly string[] {
  const values = valuesLine(cause);
  const examples = values === '' ? examplesText(flow) : '';
  return [
    `• ${cutText(flow.shape, MAX_SHAPE)}`,
    `  run by ${runByText(flow)}: ${callsText({ ...flow, affectedCalls: cause?.calls ?? flow.affectedCalls })} ${effectOf(flow)}; ${seenText(flow)}; flow ${cutText(flow.id, 40)}`,
    ...(values === '' ? [] : [`  ${flow.class === 'newly_allowed' ? 'was blocked' : 'blocked'} because of: ${values}`]),
    ...(examples === '' ? [] : [`  with: ${examples}`]),
    ...remedyLines(flow),
  ];
}

function remedyLines(flow: FlowReport): readonly string[] {
  if (!isBroken(flow)) return [];
  const { text, exception } = remedyOf(flow);
  if (exception === undefined) return [`  to do: ${text}`];
  const isCut = cutText(exception, 400) !== exception;
  return [`  exception that keeps it working: ${isCut ? 'see the job summary' : exception}`];
}

/** As many items as fit into a message, at least one; the rest is counted. `tail` always fits. */
function withItems<T>(
  head: readonly string[],
  items: readonly T[],
  linesOf: (item: T) => readonly string[],
  tail: readonly string[],
  what = 'flow',
): readonly string[] {
  const length = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + visible(line).length + 1, 0);
  const more = (count: number): readonly string[] =>
    count === 0
      ? []
      : [`… and ${counted(count, `more ${what}`)}: the job summary lists ${count === 1 ? 'it' : 'them'}`];
  let space = MESSAGE_LIMIT - RESERVED - length([...head, ...more(items.length), ...tail]);
  const shown: string[] = [];
  let count = 0;
  for (const item of items) {
    const lines = linesOf(item);
    space -= length(lines);
    if (space < 0 && count > 0) break;
    shown.push(...lines);
    count++;
  }
  return [...head, ...shown, ...more(items.length - count), ...tail];
}

/** A group of flows in a message: which they are, why they break, an example, and what covers it. */
function breakGroupLines(group: BreakGroup, result: SimulationResult): readonly string[] {
  return [...groupLines(group, result), ...coverLines(group, result)].map(
    (line, at) => `${at === 0 ? '•' : ' '} ${line}`,
  );
}

/** A line with the position of the rule, for annotations that are not attached to a line. */
function positionLines({ place, side, location }: RulePlace): readonly string[] {
  if (place === undefined || location !== undefined) return [];
  return [`The rule is in ${cutText(placeText(place), 200)}${side === 'base' ? ' on the base branch' : ''}.`];
}

function brokenAnnotation(group: RuleHits, result: SimulationResult, kind: AnnotationKind, help: string): Annotation {
  const { rule, place, hits, calls } = group;
  const all = result.totals.replayed.calls;
  const head = [
    groupMessage(group, `${grouped(calls)} of ${counted(all, 'call')} (${percentOf(calls, all)}) would be blocked`),
    ...positionLines(place),
  ];
  const groups = groupsOfRule(rule, result);
  const flows = hits.map(({ flow }) => flow);
  const tail = [`To do: ${adviceFor(flows, groups)}.${help}`];
  const title = `${cutText(rule, 80) || 'the change'} would break ${counted(hits.length, 'flow')}`;
  const message =
    groups.length === 0
      ? withItems(head, hits, flowLines, tail)
      : withItems(
          [...head, `${groupingText(groups)}:`],
          groups,
          (entry) => breakGroupLines(entry, result),
          tail,
          'group',
        );
  return annotation(kind, title, message, place);
}

function undecidedAnnotation(group: RuleHits, kind: AnnotationKind, help: string): Annotation {
  const { rule, place, hits } = group;
  const reasons = [...new Set(hits.map(({ cause }) => cause?.undecided ?? 'cause unknown'))];
  const why = listed(
    reasons.map((reason) => cutText(reason, 300)),
    3,
    'cause',
    '; ',
  );
  const head = [`${counted(group.calls, 'call')} might be blocked: ${why}`, ...positionLines(place)];
  const title = `${cutText(rule, 80) || 'the change'}: ${counted(hits.length, 'flow')} could not be decided`;
  return annotation(kind, title, withItems(head, hits, flowLines, [`To do: ${UNKNOWN_ADVICE}.${help}`]), place);
}

/** Flows that do not fail the run although the rule would block them: a reader decides whether they recur. */
function tooRareAnnotation(group: RuleHits): Annotation {
  const { rule, place, hits, calls } = group;
  const reasons = leftOutLines(hits.map(({ flow }) => flow));
  const head = [`${counted(calls, 'call')} would or might be blocked. ${reasons.join('; ')}`, ...positionLines(place)];
  const title = `${cutText(rule, 80) || 'the change'}: ${counted(hits.length, 'flow')} not counted`;
  return annotation('warning', title, withItems(head, hits, flowLines, [`To do: ${TOO_RARE_ADVICE}.`]), place);
}

/** What a rule newly allows, according to its text and to the history. */
function loosenedAnnotation(
  report: SimulationReport,
  rule: string,
  change: RuleChange | undefined,
  group: RuleHits | undefined,
  kind: AnnotationKind,
): Annotation {
  const position = change === undefined ? (group?.place ?? rulePlaceAt(undefined)) : placeOfChange(change);
  const head = [
    ...(change === undefined ? [] : [testedText(report, change)]),
    group === undefined
      ? 'The history cannot show what was blocked, so it cannot show what this would let through.'
      : `${counted(group.hits.length, 'flow')} that ${group.hits.length === 1 ? 'is' : 'are'} blocked today would run, or might run:`,
    ...(change === undefined ? positionLines(position) : []),
  ];
  const title = `looser: ${cutText(rule, 80) || 'the change'}`;
  const message = group === undefined ? head : withItems(head, group.hits, flowLines, []);
  return annotation(kind, title, message, position);
}

function loosenedAnnotations(
  report: SimulationReport,
  result: SimulationResult,
  groups: FlowGroups,
  kind: AnnotationKind,
): readonly Annotation[] {
  const hits = hitsByRule(result, groups.loosened);
  const changes = looserChanges(result);
  const changedRules = new Set(changes.map(({ rule }) => rule));
  const groupOf = (rule: string): RuleHits | undefined => {
    const own = hits.filter((group) => group.rule === rule);
    const [first] = own;
    return first && { ...first, hits: own.flatMap((group) => group.hits) };
  };
  return [
    ...changes.map((change) => loosenedAnnotation(report, change.rule, change, groupOf(change.rule), kind)),
    ...hits
      .filter(({ rule }) => !changedRules.has(rule))
      .map((group) => loosenedAnnotation(report, group.rule, undefined, group, kind)),
  ];
}

const PROBLEM_TITLES = {
  rules: 'the rules cannot be used',
  history: 'no usable history',
  base: 'the rules in force could not be read',
  service: 'the service gave no result',
  defect: 'a bug in Querygate',
} as const;

function problemAnnotations(report: SimulationReport): readonly Annotation[] {
  return problemsOf(report).map((problem) => {
    const kind = isFailure(problem.exitCode, report.policy) ? 'error' : 'warning';
    return annotation(kind, PROBLEM_TITLES[problem.kind], [problemText(problem)], rulePlaceAt(problem.place));
  });
}

function resultAnnotations(report: SimulationReport, result: SimulationResult): readonly Annotation[] {
  const groups = flowGroups(result);
  const failing = failingOf(report, result);
  const kind = (group: keyof Failing): AnnotationKind => (failing[group] ? 'error' : 'warning');
  const { used, ineffective } = acknowledgementsOf(result);
  const acknowledgementAnnotation = (title: string) => (entry: AcknowledgementReport) => {
    const { state, flows } = entry;
    // A merged entry matters only if a reader may believe that it covers a break of this change.
    const warns = state === 'expired' || state === 'refused' || (state === 'merged' && flows > 0);
    return annotation(
      warns ? 'warning' : 'notice',
      `${title}: ${cutText(entry.rule, 80)}`,
      [acknowledgementText(entry)],
      rulePlaceAt(entry.place),
    );
  };
  const page = pageUrl('simulate', report);
  const help = page === undefined ? '' : ` ${page}`;
  return [
    ...hitsByRule(result, groups.broken).map((group) => brokenAnnotation(group, result, kind('broken'), help)),
    ...declaredBreaks(result).map((flow) => declaredAnnotation(flow, kind('declared'))),
    ...hitsByRule(result, groups.unknown).map((group) => undecidedAnnotation(group, kind('unknown'), help)),
    ...hitsByRule(result, tooRareBreaks(groups)).map(tooRareAnnotation),
    ...loosenedAnnotations(report, result, groups, kind('loosened')),
    ...used.map(acknowledgementAnnotation('acknowledged break')),
    ...ineffective.map(acknowledgementAnnotation('acknowledgement that covers nothing')),
    ...notExercisedAnnotations(notExercised(report, result)),
  ];
}

function declaredAnnotation(flow: DeclaredFlowReport, kind: AnnotationKind): Annotation {
  const what = flow.head === 'block' ? 'would break' : 'could not be decided';
  return annotation(
    kind,
    `declared flow ${what}: ${cutText(flow.name, 120)}`,
    [declaredText(flow)],
    rulePlaceAt(flow.place),
  );
}

/** One notice, on the line of the first rule: a pack that a ruleset begins to extend may have a hundred of them. */
function notExercisedAnnotations(changes: readonly RuleChange[]): readonly Annotation[] {
  const placed = changes.find((change) => placeOfChange(change).location !== undefined) ?? changes[0];
  if (placed === undefined) return [];
  const position = placeOfChange(placed);
  const names = changes.map(({ rule }) => cutText(rule, 80));
  const isOne = names.length === 1;
  const title = `not exercised: ${isOne ? names[0] : counted(names.length, 'rule')}`;
  const message = `no statement of the kinds that ${isOne ? 'this rule checks' : 'these rules check'} was replayed, so the simulation cannot show what ${isOne ? 'this rule change does' : 'the changes do'}`;
  const lines = [
    `not exercised: ${message}`,
    ...(isOne ? positionLines(position) : [listed(names, MAX_NAMES, 'rule')]),
  ];
  return [annotation('notice', title, lines, position)];
}

function annotations(report: SimulationReport): readonly Annotation[] {
  const own = [
    ...problemAnnotations(report),
    ...(report.result === undefined ? [] : resultAnnotations(report, report.result)),
    ...report.notices.map(noticeAnnotation),
  ];
  const failed = report.exitCode !== 0 && !own.some(({ kind }) => kind === 'error');
  return failed ? [conclusionAnnotation(report.conclusion), ...own] : own;
}

/**
 * GitHub's workflow commands. Each rule that breaks flows gets one annotation on its own line, with its worst flows.
 * Then come undecided flows, looser rules, acknowledgements and rules that are not exercised. All stay within GitHub's
 * limits per step; what does not fit is counted. Who judged and the result are the first lines, where rules and history
 * come from the last ones, as plain text for the log.
 */
export function renderSimulationGithub(report: SimulationReport, { commandsOnly = false }: RenderOptions = {}): string {
  const all = annotations(report);
  const annotated = [...commands('error', all), ...commands('warning', all), ...commands('notice', all)];
  if (commandsOnly) return foldedCommands(annotated);
  const notListed = [report.result === undefined ? '' : notListedText(report.result)].filter((text) => text !== '');
  const lines = [
    ...plainLine(report.headline),
    ...plainLine(resultLine(report)),
    ...annotated,
    ...(report.outcome === 'simulated' ? plainLine(FLOW_MEANING) : []),
    ...plainLine(report.provenance),
    ...unreadLines(report).flatMap(plainLine),
    ...(report.history === undefined ? [] : plainLine(historyLine(report.history, report.policy.maxAge))),
    ...notListed.flatMap(plainLine),
    ...plainLine(report.conclusion),
    ...pageLines(report).flatMap(plainLine),
    ...repeatLines(report.repeat),
  ];
  return `${lines.join('\n')}\n`;
}
