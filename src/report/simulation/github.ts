import type {
  AcknowledgementReport,
  DeclaredFlowReport,
  Location,
  RuleChange,
  SimulationReport,
  SimulationResult,
} from '../../model/index.ts';
import { visible } from '../text/visible.ts';
import {
  type Annotation,
  type AnnotationKind,
  commands,
  MESSAGE_LIMIT,
  ofConclusion,
  ofNotice,
  plainLine,
} from '../text/workflow-commands.ts';
import { doesText, type FlowGroups, flowGroups } from './groups.ts';
import { callsOf, hitsByRule, placeOfChange, type RuleHits, type RulePlace, rulePlaceAt } from './hits.ts';
import {
  acknowledgementsOf,
  acknowledgementText,
  brokenAdvice,
  changeText,
  declaredBreaks,
  declaredText,
  exercisedText,
  HELP_URL,
  historyLine,
  looserChanges,
  notExercised,
  problemsOf,
  problemText,
  resultLine,
  UNKNOWN_ADVICE,
  unreadLine,
} from './lines.ts';
import { notListedText } from './listed-flows.ts';
import {
  callerText,
  callsText,
  cutText,
  examplesText,
  grouped,
  listed,
  percentOf,
  placeText,
  quantity,
  seenText,
} from './words.ts';

/** Room for what `commands` puts behind the last annotation of a kind. */
const RESERVE = 160;
const SHAPE = 320;

function annotation(
  kind: AnnotationKind,
  title: string,
  message: readonly string[],
  { path, location }: { readonly path: string | undefined; readonly location: Location | undefined },
): Annotation {
  return { kind, title, message, path, location };
}

/** A flow in a message: what, who, how often, since when, and what would save it. */
function flowLines({ flow, cause }: RuleHits['hits'][number]): readonly string[] {
  const shown = examplesText(flow);
  return [
    `• ${cutText(flow.shape, SHAPE)}`,
    `  run by ${callerText(flow.caller)}: ${callsText({ ...flow, affectedCalls: cause?.calls ?? flow.affectedCalls })} ${doesText(flow)}; ${seenText(flow)}; flow ${cutText(flow.id, 40)}`,
    ...(shown === '' ? [] : [`  with: ${shown}`]),
    ...(flow.proposal === undefined ? [] : [savedBy(flow.proposal.when)]),
  ];
}

function savedBy(when: string): string {
  const shown = cutText(when, 400);
  if (shown !== when) return '  an exception would save it: the job summary has it';
  return `  an exception would save it: ${when}`;
}

/** As many flows as a message has room for, at least one; the rest is counted. `tail` always has room. */
function withFlows(head: readonly string[], group: RuleHits, tail: readonly string[]): readonly string[] {
  const length = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + visible(line).length + 1, 0);
  const more = (count: number): readonly string[] =>
    count === 0 ? [] : [`… and ${quantity(count, 'more flow')}: the job summary lists ${count === 1 ? 'it' : 'them'}`];
  let room = MESSAGE_LIMIT - RESERVE - length([...head, ...more(group.hits.length), ...tail]);
  const shown: string[] = [];
  let count = 0;
  for (const hit of group.hits) {
    const lines = flowLines(hit);
    room -= length(lines);
    if (room < 0 && count > 0) break;
    shown.push(...lines);
    count++;
  }
  return [...head, ...shown, ...more(group.hits.length - count), ...tail];
}

/** A line that says where the rule stands, where the annotation itself cannot. */
function standLines({ place, side, location }: RulePlace): readonly string[] {
  if (place === undefined || location !== undefined) return [];
  return [`The rule stands in ${cutText(placeText(place), 200)}${side === 'base' ? ' of the base' : ''}.`];
}

function ofBroken(group: RuleHits, result: SimulationResult, kind: AnnotationKind): Annotation {
  const { rule, place, hits } = group;
  const calls = callsOf(group);
  const all = result.totals.replayed.calls;
  const message = cutText(hits[0]?.cause?.message ?? '', 400);
  const head = [
    `${grouped(calls)} of ${quantity(all, 'call')} (${percentOf(calls, all)}) would be blocked${message === '' ? '' : `: ${message}`}`,
    ...standLines(place),
  ];
  const saved = hits.some(({ flow }) => flow.proposal !== undefined);
  const tail = [`To do: ${brokenAdvice(saved)}. ${HELP_URL}`];
  const title = `${cutText(rule, 80) || 'the change'} would break ${quantity(hits.length, 'flow')}`;
  return annotation(kind, title, withFlows(head, group, tail), place);
}

function ofUnknown(group: RuleHits, kind: AnnotationKind): Annotation {
  const { rule, place, hits } = group;
  const reasons = [...new Set(hits.map(({ cause }) => cause?.undecided ?? 'no cause is given'))];
  const why = listed(
    reasons.map((reason) => cutText(reason, 300)),
    3,
    'cause',
    '; ',
  );
  const head = [`${quantity(callsOf(group), 'call')} might be blocked: ${why}`, ...standLines(place)];
  const title = `${cutText(rule, 80) || 'the change'}: ${quantity(hits.length, 'flow')} could not be decided`;
  return annotation(kind, title, withFlows(head, group, [`To do: ${UNKNOWN_ADVICE}. ${HELP_URL}`]), place);
}

/** What a rule lets through, by its text and by the history. */
function ofLoosened(
  rule: string,
  change: RuleChange | undefined,
  group: RuleHits | undefined,
  kind: AnnotationKind,
): Annotation {
  const stand = change === undefined ? (group?.place ?? rulePlaceAt(undefined)) : placeOfChange(change);
  const head = [
    ...(change === undefined ? [] : [`${changeText(change)}; ${exercisedText(change)}`]),
    group === undefined
      ? 'The history cannot show what was blocked, and so not what this lets through.'
      : `${quantity(group.hits.length, 'flow')} that ${group.hits.length === 1 ? 'is' : 'are'} blocked today would run or might:`,
    ...(change === undefined ? standLines(stand) : []),
  ];
  const title = `looser: ${cutText(rule, 80) || 'the change'}`;
  const message = group === undefined ? head : withFlows(head, group, []);
  return annotation(kind, title, message, stand);
}

function loosened(result: SimulationResult, groups: FlowGroups, kind: AnnotationKind): readonly Annotation[] {
  const hits = hitsByRule(result, groups.loosened);
  const changes = looserChanges(result);
  const told = new Set(changes.map(({ rule }) => rule));
  const groupOf = (rule: string): RuleHits | undefined => {
    const own = hits.filter((group) => group.rule === rule);
    const [first] = own;
    return first && { ...first, hits: own.flatMap((group) => group.hits) };
  };
  return [
    ...changes.map((change) => ofLoosened(change.rule, change, groupOf(change.rule), kind)),
    ...hits.filter(({ rule }) => !told.has(rule)).map((group) => ofLoosened(group.rule, undefined, group, kind)),
  ];
}

const PROBLEM_TITLES = {
  rules: 'the rules cannot be used',
  history: 'no history to rely on',
  base: 'what is in force could not be read',
  service: 'the service gave no result',
  defect: 'a defect of Querygate',
} as const;

function ofProblems(report: SimulationReport): readonly Annotation[] {
  return problemsOf(report).map((problem) => {
    const kind = failing(report, problem.exitCode) ? 'error' : 'warning';
    return annotation(kind, PROBLEM_TITLES[problem.kind], [problemText(problem)], rulePlaceAt(problem.place));
  });
}

/** `--fail-on never` turns 1, 4 and 5 into 0; the other codes stay. */
function failing({ policy }: SimulationReport, exitCode: number): boolean {
  return exitCode !== 0 && (policy.failOn !== 'never' || ![1, 4, 5].includes(exitCode));
}

function ofResult(report: SimulationReport, result: SimulationResult): readonly Annotation[] {
  const { policy } = report;
  const groups = flowGroups(result);
  const fails = (count: number, most: number): AnnotationKind =>
    count > most && policy.failOn !== 'never' ? 'error' : 'warning';
  const broken = fails(groups.broken.length, policy.maxBrokenFlows);
  const unknown = fails(groups.unknown.length, policy.maxUnknown);
  const looser = policy.failOnNewlyAllowed ? fails(1, 0) : 'warning';
  const { used, idle } = acknowledgementsOf(result);
  const ofAcknowledgement = (title: string) => (entry: AcknowledgementReport) => {
    const { state, flows } = entry;
    // One that was merged is in the way only where somebody may take it for cover.
    const warns = state === 'expired' || state === 'refused' || (state === 'merged' && flows > 0);
    const kind = warns ? 'warning' : 'notice';
    return annotation(
      kind,
      `${title}: ${cutText(entry.rule, 80)}`,
      [acknowledgementText(entry)],
      rulePlaceAt(entry.place),
    );
  };
  return [
    ...hitsByRule(result, groups.broken).map((group) => ofBroken(group, result, broken)),
    ...declaredBreaks(result).map((flow) => ofDeclared(flow, fails(1, 0))),
    ...hitsByRule(result, groups.unknown).map((group) => ofUnknown(group, unknown)),
    ...loosened(result, groups, looser),
    ...used.map(ofAcknowledgement('acknowledged break')),
    ...idle.map(ofAcknowledgement('acknowledgement that covers nothing')),
    ...notExercised(result).map(ofNotExercised),
  ];
}

function ofDeclared(flow: DeclaredFlowReport, kind: AnnotationKind): Annotation {
  const what = flow.head === 'block' ? 'would break' : 'could not be decided';
  return annotation(
    kind,
    `declared flow ${what}: ${cutText(flow.name, 120)}`,
    [declaredText(flow)],
    rulePlaceAt(flow.place),
  );
}

function ofNotExercised(change: RuleChange): Annotation {
  const stand = placeOfChange(change);
  const message = `${exercisedText(change)}, so it cannot show what this change of the rule does`;
  return annotation('notice', `not exercised: ${cutText(change.rule, 80)}`, [message, ...standLines(stand)], stand);
}

function annotations(report: SimulationReport): readonly Annotation[] {
  const own = [
    ...ofProblems(report),
    ...(report.result === undefined ? [] : ofResult(report, report.result)),
    ...report.notices.map(ofNotice),
  ];
  const failed = report.exitCode !== 0 && !own.some(({ kind }) => kind === 'error');
  return failed ? [ofConclusion(report.conclusion), ...own] : own;
}

/**
 * GitHub's workflow commands: what would break on the line of the rule that does it, one annotation a rule with its worst
 * flows, then what is undecided, looser, acknowledged, not exercised. Within the limits of a step; what has no room is
 * counted. The first two lines and the last ones are plain text for the log.
 */
export function renderSimulationGithub(report: SimulationReport): string {
  const all = annotations(report);
  const notListed = [report.result === undefined ? '' : notListedText(report.result)].filter((text) => text !== '');
  const lines = [
    ...plainLine(report.headline),
    ...plainLine(resultLine(report)),
    ...commands('error', all),
    ...commands('warning', all),
    ...commands('notice', all),
    ...(report.result === undefined ? [] : plainLine(unreadLine(report.result, report.policy))),
    ...(report.history === undefined ? [] : plainLine(historyLine(report.history, report.policy.maxAge))),
    ...notListed.flatMap(plainLine),
    ...plainLine(report.conclusion),
    ...(report.repeat === undefined ? [] : plainLine(`To repeat this in a checkout: ${report.repeat}`)),
  ];
  return `${lines.join('\n')}\n`;
}
