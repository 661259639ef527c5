import {
  type AcknowledgementReport,
  completenessText,
  counted,
  type DeclaredFlowReport,
  EXIT,
  type FlowReport,
  grouped,
  type HistoryReport,
  historyGaps,
  type RuleChange,
  type SimulationPolicy,
  type SimulationProblem,
  type SimulationReport,
  type SimulationResult,
} from '../../model/index.ts';
import { capitalised } from '../text/words.ts';
import { CLASS_WORDS, cutText, day, listed, originText, percent, percentOf, placeText } from './words.ts';

// Sentences that all formats share. Raw text.

/** Maximum number of items listed in a sentence; the rest is counted. */
const MAX_ITEMS = 8;

/** Explains the unit of the result line to a reader who meets it for the first time. */
export const FLOW_MEANING =
  'a query flow is a recurring query: the same SQL apart from its values, run by the same application or user on the same database';

/** The result line of every format: the numbers that a reviewer needs. */
export function resultLine(report: SimulationReport): string {
  const { outcome, result } = report;
  if (outcome === 'no_effective_change')
    return 'no effective change: both rulesets give the same verdicts, so nothing was replayed';
  const declared = result === undefined ? [] : declaredCounts(result);
  if (outcome === 'not_simulated' || result === undefined) return [unsimulated(result), ...declared].join('; ');
  const { totals } = result;
  const { replayed, newlyBlocked, partlyBlocked, newlyAllowed, unknown, unknownLoosening, acknowledged } = totals;
  const parts = [
    brokenText(report, result),
    ...declared,
    ...count(unknown.flows, `(${counted(unknown.calls, 'call')}) could not be decided`),
    ...count(acknowledged.flows, `(${counted(acknowledged.calls, 'call')}) acknowledged`),
    ...count(newlyAllowed.flows, 'newly allowed'),
    ...count(unknownLoosening.flows, 'possibly newly allowed'),
  ];
  if (newlyBlocked.flows + partlyBlocked.flows === 0 && replayed.flows === 0)
    return 'nothing was replayed: the history contains no query';
  return parts.join('; ');
}

/** What is known of a change without a history. */
function unsimulated(result: SimulationResult | undefined): string {
  const changes = result?.ruleChanges ?? [];
  return changes.length > 0 && changes.every(({ effect }) => effect === 'looser')
    ? 'the rules only become looser, which breaks nothing'
    : 'it is not known what this change would break';
}

/** The result as the heading of a page: with the outcome in front, if the conclusion says no more than that. */
export function resultHeading(report: SimulationReport): string {
  const line = resultLine(report);
  if (furtherConclusion(report) !== '') return capitalised(line);
  return `${report.exitCode === EXIT.ok ? 'Passed' : 'Failed'}: ${line}`;
}

/** The conclusion, if it says more than the result line and the lists below it; else empty. */
export function furtherConclusion({ outcome, exitCode, verdict, conclusion, problems }: SimulationReport): string {
  const isPlain =
    exitCode === EXIT.ok
      ? verdict === 'allow' || verdict === 'warn'
      : (exitCode === EXIT.blocked && verdict === 'block') || (exitCode === EXIT.unknown && verdict === 'unknown');
  return isPlain && outcome !== 'not_simulated' && problems.length === 0 ? '' : conclusion;
}

function count(flows: number, what: string, noun = 'flow'): string[] {
  return flows === 0 ? [] : [`${counted(flows, noun)} ${what}`];
}

function declaredCounts(result: SimulationResult): readonly string[] {
  const breaks = declaredBreaks(result);
  const blocked = breaks.filter(({ head }) => head === 'block');
  return [
    ...count(blocked.length, 'would break', 'declared flow'),
    ...count(breaks.length - blocked.length, 'could not be decided', 'declared flow'),
  ];
}

function brokenText(report: SimulationReport, { totals }: SimulationResult): string {
  const { replayed, newlyBlocked, partlyBlocked, unknown } = totals;
  const flows = newlyBlocked.flows + partlyBlocked.flows;
  const calls = newlyBlocked.calls + partlyBlocked.calls;
  if (flows === 0) {
    // Do not report success if something could not be decided or read.
    const isKnown = unknown.flows === 0 && report.verdict !== 'unknown' && problemsOf(report).length === 0;
    const subject =
      replayed.flows === 1 ? 'the only query flow' : `none of the ${counted(replayed.flows, 'query flow')}`;
    const breaks =
      replayed.flows === 1
        ? `${isKnown ? 'would not' : 'is not known to'} break`
        : `${isKnown ? 'would' : 'is known to'} break`;
    return `${subject} ${breaks}: ${counted(replayed.calls, 'recorded call')} replayed`;
  }
  const partly = partlyBlocked.flows === 0 ? '' : ` (${grouped(partlyBlocked.flows)} in part)`;
  return (
    `${grouped(flows)} of ${counted(replayed.flows, 'query flow')} would break${partly}: ` +
    `${grouped(calls)} of ${counted(replayed.calls, 'recorded call')} (${percentOf(calls, replayed.calls)})`
  );
}

/** What could not be read of the history, in one line even if it is nothing; no line if nothing was replayed. */
export function unreadLines({ outcome, result, policy }: SimulationReport): readonly string[] {
  return outcome === 'simulated' && result ? [unreadLine(result, policy)] : [];
}

function unreadLine({ unread }: SimulationResult, { maxUnread }: SimulationPolicy): string {
  const reasons = Object.entries(unread.byReason)
    .filter(([, calls]) => calls > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, calls]) => `${cutText(reason, 120)} (${grouped(calls)})`);
  const why = reasons.length === 0 ? '' : `: ${listed(reasons, MAX_ITEMS, 'reason')}`;
  const { records } = unread;
  const share = records
    ? `${grouped(records.unread)} of ${counted(records.all, 'log entry', 'log entries')}, ${percent(unread.share)}`
    : `${percent(unread.share)} of all`;
  return `not readable or cut off: ${counted(unread.calls, 'call')}, ${share} (limit ${maxUnread} %)${why}`;
}

/** What each origin gives, if tests are in the history: `in production from … to …: 3 calls in 2 rows`. */
function originTexts({ origins = [] }: HistoryReport): readonly string[] {
  return origins.map(
    ({ origin, firstSeen, lastSeen, statements, rows }) =>
      `${originText([origin])} ${windowText(firstSeen, lastSeen)}: ${counted(statements, 'call')} in ${counted(rows, 'row')}`,
  );
}

function windowText(firstSeen: string | undefined, lastSeen: string | undefined): string {
  return firstSeen === undefined || lastSeen === undefined
    ? 'without timestamps'
    : `from ${day(firstSeen)} to ${day(lastSeen)}`;
}

/** The window of the history, its age, and where it comes from. */
export function historyLine(history: HistoryReport, maxAge: number): string {
  const { from, side, firstSeen, lastSeen, ageDays, statements, rows } = history;
  const whose = { base: ' from the base branch', untracked: ', read from disk', service: '' }[side];
  const origins = originTexts(history);
  const what =
    origins.length > 0
      ? origins.join(', ')
      : `${windowText(firstSeen, lastSeen)}: ${counted(statements, 'call')} in ${counted(rows, 'row')}`;
  const age =
    ageDays === undefined
      ? 'age not known'
      : `last statement at most ${counted(ageDays, 'day')} ago (limit ${counted(maxAge, 'day')})`;
  const where =
    from.length === 0
      ? ''
      : `; ${listed(
          from.map((path) => cutText(path, 200)),
          MAX_ITEMS,
          'file',
        )}${whose}`;
  return `history ${what}, ${completenessText(historyGaps(history.sources))}; ${age}${where}`;
}

/**
 * For each source of the history: what was read, not readable, cut off, skipped, and which facts it does not record.
 */
export function sourceLines({ sources }: HistoryReport): readonly string[] {
  return sources.map((source) => {
    const counts = (record: Readonly<Record<string, number>>): string => {
      const present = Object.entries(record).filter(([, count]) => count > 0);
      return listed(
        present.map(([what, count]) => `${cutText(what, 120)} (${grouped(count)})`),
        MAX_ITEMS,
        'kind',
      );
    };
    const [unread, passedOver] = [counts(source.unread), counts(source.passedOver)];
    const notCarried = source.notCarried.map((fact) => cutText(fact, 80));
    const facts = [
      ...(source.gaps === undefined || source.gaps.length === 0 ? [] : [completenessText(source.gaps)]),
      `${counted(source.statements, 'call')} read`,
      ...(unread === '' ? [] : [`not readable: ${unread}`]),
      ...(source.truncated === 0 ? [] : [`cut off by the source: ${grouped(source.truncated)}`]),
      ...(passedOver === '' ? [] : [`skipped: ${passedOver}`]),
      ...(notCarried.length === 0 ? [] : [`does not record ${listed(notCarried, MAX_ITEMS, 'fact')}`]),
      ...(source.notes.length === 0
        ? []
        : [
            listed(
              source.notes.map((note) => cutText(note, 300)),
              MAX_ITEMS,
              'note',
              '; ',
            ),
          ]),
    ];
    const origin = source.origin === undefined ? '' : `${originText([source.origin])}, `;
    return `\`${cutText(source.name, 200)}\` (${origin}${source.kind}, ${source.dialect}): ${facts.join('; ')}`;
  });
}

/** How many calls in the history a changed rule is tested against; empty if none was replayed. Never claims that the rule is safe. */
export function exercisedText({ outcome }: Pick<SimulationReport, 'outcome'>, { exercised }: RuleChange): string {
  if (outcome !== 'simulated') return '';
  if (exercised.rows === 0) return 'not exercised: no statement of the kinds that this rule checks was replayed';
  return `exercised by ${counted(exercised.calls, 'call')}`;
}

/** A change of a rule, and how many calls test it. */
export function testedText(report: SimulationReport, change: RuleChange): string {
  return [changeText(change), exercisedText(report, change)].filter((part) => part !== '').join('; ');
}

/** What a changed rule would do to the history, in numbers; empty if nothing. */
export function effectText({ newlyBlocked, newlyAllowed, unknown }: RuleChange): string {
  const count = (what: string, { flows, calls }: { readonly flows: number; readonly calls: number }): string[] =>
    flows === 0 ? [] : [`${what} ${counted(flows, 'flow')} (${counted(calls, 'call')})`];
  return [
    ...count('would block', newlyBlocked),
    ...count('would newly allow', newlyAllowed),
    ...count('could not be decided for', unknown),
  ].join(', ');
}

const EFFECT_WORDS = { stricter: 'stricter', looser: 'looser', either: 'may be stricter or looser' } as const;

/** `no-drop-table` at rules.yml:12:5, looser: verdict: block -> warn. */
export function changeText({ rule, change, effect, differences, place, basePlace }: RuleChange): string {
  const position = place ?? basePlace;
  const at =
    position === undefined
      ? ''
      : ` at \`${cutText(placeText(position), 200)}\`${place === undefined ? ' on the base branch' : ''}`;
  const what = differences.length === 0 ? [change] : differences.map((text) => cutText(text, 300));
  return `\`${cutText(rule, 80)}\`${at}, ${EFFECT_WORDS[effect]}: ${listed(what, MAX_ITEMS, 'difference', '; ')}`;
}

/** Rule changes that allow more, by their text or in the history; those that allow most come first. */
export function looserChanges({ ruleChanges, flows }: SimulationResult): readonly RuleChange[] {
  const allowing = new Set(
    flows.filter((flow) => flow.class === 'newly_allowed').flatMap(({ causes }) => causes.map(({ rule }) => rule)),
  );
  const looser = ruleChanges.filter(
    ({ rule, effect, newlyAllowed }) => effect === 'looser' || newlyAllowed.flows > 0 || allowing.has(rule),
  );
  return looser.sort((a, b) => b.newlyAllowed.calls - a.newlyAllowed.calls || b.exercised.calls - a.exercised.calls);
}

/** Rule changes other than the looser ones. */
export function otherChanges(result: SimulationResult): readonly RuleChange[] {
  const looser = new Set(looserChanges(result));
  return result.ruleChanges.filter((change) => !looser.has(change));
}

/** How many new rules that no call exercises are listed one by one. */
const MAX_NEW = 3;

/** The rule changes other than the looser ones, a line each; new rules that no call exercises share one, if they are many. */
export function otherChangeLines(report: SimulationReport, result: SimulationResult): readonly string[] {
  const fresh = notExercised(report, result).filter(({ change }) => change === 'added');
  const lines = (changes: readonly RuleChange[]) => changes.map((change) => changeLine(report, change));
  if (fresh.length <= MAX_NEW) return lines(otherChanges(result));
  const names = fresh.map(({ rule }) => `\`${cutText(rule, 80)}\``).join(', ');
  return [
    ...lines(otherChanges(result).filter((change) => !fresh.includes(change))),
    `${counted(fresh.length, 'new rule')} not exercised, since no statement of the kinds that they check was replayed: ${names}`,
  ];
}

/** A change of a rule: what tests it, what it does and whose it is. */
export function changeLine(report: SimulationReport, change: RuleChange): string {
  const owner = change.owner === undefined || change.owner === '' ? '' : `owner ${cutText(change.owner, 100)}`;
  return [testedText(report, change), effectText(change), owner].filter((part) => part !== '').join('; ');
}

/** Changed rules, other than looser ones, that no call in the history exercises; none if nothing was replayed. */
export function notExercised({ outcome }: SimulationReport, result: SimulationResult): readonly RuleChange[] {
  return outcome === 'simulated' ? otherChanges(result).filter(({ exercised }) => exercised.rows === 0) : [];
}

export function acknowledgementText(entry: AcknowledgementReport): string {
  const { rule, about, reason, owner, until, state, flows } = entry;
  const otherwise = flows === 0 ? '' : ` (it would otherwise cover ${counted(flows, 'flow')})`;
  const covers = {
    used: `covers ${counted(flows, 'flow')}`,
    unused: 'covers no flow, so remove it',
    expired: 'expired, so it covers nothing',
    refused: `refused, since it would cover ${counted(flows, 'flow')}, more than its \`max-flows\``,
    merged: `covers nothing here, since the base branch already has it${otherwise}; remove it`,
  }[state];
  return (
    `\`${cutText(rule, 80)}\` may break \`${cutText(about, 300)}\` until ${cutText(until, 20)}: ${covers}; ` +
    `owner ${cutText(owner, 100)}, reason: ${cutText(reason, 300)}`
  );
}

/** Acknowledgements that cover flows, and those without effect. */
export function acknowledgementsOf({ acknowledgements }: SimulationResult): {
  readonly used: readonly AcknowledgementReport[];
  readonly ineffective: readonly AcknowledgementReport[];
} {
  return {
    used: acknowledgements.filter(({ state }) => state === 'used'),
    ineffective: acknowledgements.filter(({ state }) => state !== 'used'),
  };
}

export function declaredText({ name, owner, base, head, breaks, causes }: DeclaredFlowReport): string {
  const verdicts = base === head ? base : `${base} -> ${head}`;
  const verdict = breaks ? `${head === 'block' ? 'would break' : 'could not be decided'} (${verdicts})` : verdicts;
  const why = causes.map(
    ({ rule, message, undecided }) => `\`${cutText(rule, 80)}\`: ${cutText(undecided ?? message, 300)}`,
  );
  return `\`${cutText(name, 120)}\` (owner ${cutText(owner, 100)}): ${verdict}${why.length === 0 ? '' : `; ${listed(why, MAX_ITEMS, 'cause', '; ')}`}`;
}

/** Declared flows that fail the run. */
export function declaredBreaks({ declared }: SimulationResult): readonly DeclaredFlowReport[] {
  return declared.filter(({ breaks }) => breaks);
}

/** Why flows do not count, with the number of flows for each reason. */
export function leftOutLines(flows: readonly FlowReport[]): readonly string[] {
  const byReason = new Map<string, FlowReport[]>();
  for (const flow of flows) {
    const list = byReason.get(flow.leftOut ?? '');
    if (list) list.push(flow);
    else byReason.set(flow.leftOut ?? '', [flow]);
  }
  return [...byReason].map(([reason, list]) => {
    const classes = new Map<string, number>();
    for (const flow of list) classes.set(CLASS_WORDS[flow.class], (classes.get(CLASS_WORDS[flow.class]) ?? 0) + 1);
    const counts = [...classes].map(([name, count]) => `${grouped(count)} ${name}`).join(', ');
    return `${counted(list.length, 'flow')} not counted (${counts}): ${cutText(reason, 200)}`;
  });
}

const SELF_TEST_FAILED: SimulationProblem = {
  kind: 'defect',
  message:
    'the self-test failed: simulating the ruleset in force against itself gave a difference; do not trust this report, and report the bug',
  place: undefined,
  exitCode: 70,
};

/** Why the simulation could not run or cannot be trusted. A failed self-test is always included. */
export function problemsOf({ problems, result }: SimulationReport): readonly SimulationProblem[] {
  const hasDefect = problems.some(({ kind }) => kind === 'defect');
  return result?.selfTest === false && !hasDefect ? [...problems, SELF_TEST_FAILED] : problems;
}

export function problemText({ message, place }: SimulationProblem): string {
  return place === undefined ? message : `${placeText(place)}: ${message}`;
}

/** Problems whose message is not already part of the conclusion. */
export function furtherProblems(report: SimulationReport): readonly SimulationProblem[] {
  return problemsOf(report).filter(({ message, place }) => place !== undefined || !report.conclusion.includes(message));
}

/** What to do about flows that break. */
export function brokenAdvice(hasException: boolean, isGrouped = false): string {
  const exception = hasException ? `add an exception that keeps ${isGrouped ? 'a group' : 'the flow'} working, ` : '';
  const which = isGrouped ? '`when` and `max-flows`' : 'the flow id';
  return `narrow the rule, ${exception}or acknowledge the break (\`acknowledge:\` in the rule file, with ${which})`;
}

/** States that no exception was searched for some flows; empty if it was for all. */
export function notTriedText({ proposalsNotTried = 0 }: SimulationResult): string {
  if (proposalsNotTried === 0) return '';
  return `no exception was searched for ${counted(proposalsNotTried, 'broken flow')}, because it would take too long`;
}

/** What to do about flows that do not count. */
export const TOO_RARE_ADVICE =
  'if they run again, narrow the rule or add an exception; if not, there is nothing to do (`simulate.min-calls` and `min-days` say what counts)';

/** What to do about flows that cannot be decided. */
export const UNKNOWN_ADVICE =
  'rewrite the rule with facts that the history records, or collect a history that records the missing facts';
