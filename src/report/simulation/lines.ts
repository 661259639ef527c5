import {
  type AcknowledgementReport,
  type DeclaredFlowReport,
  docsUrl,
  type FlowReport,
  type HistoryReport,
  type RuleChange,
  type SimulationPolicy,
  type SimulationProblem,
  type SimulationReport,
  type SimulationResult,
} from '../../model/index.ts';
import { CLASS_WORDS, cutText, day, grouped, listed, percent, percentOf, placeText, quantity } from './words.ts';

// The sentences that all formats say; raw.

/** So many parts of a sentence are said; the rest is counted. */
const MOST = 8;

/** The second line of every format: the numbers that a reviewer needs. */
export function resultLine(report: SimulationReport): string {
  const { outcome, result } = report;
  if (outcome === 'no_effective_change')
    return 'no effective change: both rulesets judge alike, so nothing was replayed';
  if (outcome === 'not_simulated' || result === undefined)
    return 'not simulated: nothing is known of what this change would break';
  const { totals } = result;
  const { replayed, newlyBlocked, partlyBlocked, newlyAllowed, unknown, unknownLoosening, acknowledged } = totals;
  const blocked = declaredBreaks(result).filter(({ head }) => head === 'block');
  const count = (flows: number, what: string, noun = 'flow'): string[] =>
    flows === 0 ? [] : [`${quantity(flows, noun)} ${what}`];
  const parts = [
    brokenText(report, result),
    ...count(blocked.length, 'would break', 'declared flow'),
    ...count(declaredBreaks(result).length - blocked.length, 'could not be decided', 'declared flow'),
    ...count(unknown.flows, `(${quantity(unknown.calls, 'call')}) could not be decided`),
    ...count(acknowledged.flows, `(${quantity(acknowledged.calls, 'call')}) acknowledged`),
    ...count(newlyAllowed.flows, 'newly allowed'),
    ...count(unknownLoosening.flows, 'perhaps newly allowed'),
  ];
  if (newlyBlocked.flows + partlyBlocked.flows === 0 && replayed.flows === 0)
    return 'nothing was replayed: the history holds no flow';
  return parts.join('; ');
}

function brokenText(report: SimulationReport, { totals }: SimulationResult): string {
  const { replayed, newlyBlocked, partlyBlocked, unknown } = totals;
  const flows = newlyBlocked.flows + partlyBlocked.flows;
  const calls = newlyBlocked.calls + partlyBlocked.calls;
  if (flows === 0) {
    // No good news where something keeps it from being known.
    const isKnown = unknown.flows === 0 && report.verdict !== 'unknown' && problemsOf(report).length === 0;
    const would = isKnown ? 'would break' : 'is known to break';
    return `no flow of ${grouped(replayed.flows)} ${would}: ${quantity(replayed.calls, 'call')} replayed`;
  }
  const partly = partlyBlocked.flows === 0 ? '' : ` (${grouped(partlyBlocked.flows)} in part)`;
  return (
    `${quantity(flows, 'flow')} of ${grouped(replayed.flows)} would break${partly}: ` +
    `${grouped(calls)} of ${quantity(replayed.calls, 'call')} (${percentOf(calls, replayed.calls)})`
  );
}

/** What no side could judge; said whether there is any or not. */
export function unreadLine({ unread }: SimulationResult, { maxUnread }: SimulationPolicy): string {
  const reasons = Object.entries(unread.byReason)
    .filter(([, calls]) => calls > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, calls]) => `${cutText(reason, 120)} ${grouped(calls)}`);
  const why = reasons.length === 0 ? '' : `: ${listed(reasons, MOST, 'reason')}`;
  const { records } = unread;
  const part = records
    ? `; of the ${quantity(records.all, 'entry', 'entries')} of the logs ${grouped(records.unread)}, which is ${percent(unread.share)}`
    : `, ${percent(unread.share)} of all`;
  return `unread or cut off: ${quantity(unread.calls, 'call')}${part} (at most ${maxUnread} % may be)${why}`;
}

/** From when to when the history tells, how fresh it is, and where it comes from. */
export function historyLine(
  { from, side, firstSeen, lastSeen, ageDays, statements, rows }: HistoryReport,
  maxAge: number,
): string {
  const whose = { base: ' as the base has it', untracked: ', as it lies on disk', service: '' }[side];
  const window =
    firstSeen === undefined || lastSeen === undefined
      ? 'of a time that it does not tell'
      : `from ${day(firstSeen)} to ${day(lastSeen)}`;
  const age =
    ageDays === undefined
      ? 'how old it is cannot be told'
      : `its last statement is ${quantity(ageDays, 'day')} old (at most ${quantity(maxAge, 'day')})`;
  const where =
    from.length === 0
      ? ''
      : `; ${listed(
          from.map((path) => cutText(path, 200)),
          MOST,
          'file',
        )}${whose}`;
  return `history ${window}: ${quantity(statements, 'call')} in ${quantity(rows, 'row')}; ${age}${where}`;
}

/** What each input of the history must be known for: what it does not carry, what it lost, what it passed over. */
export function sourceLines({ sources }: HistoryReport): readonly string[] {
  return sources.map((source) => {
    const counts = (record: Readonly<Record<string, number>>): string => {
      const told = Object.entries(record).filter(([, count]) => count > 0);
      return listed(
        told.map(([what, count]) => `${cutText(what, 120)} ${grouped(count)}`),
        MOST,
        'kind',
      );
    };
    const [unread, passedOver] = [counts(source.unread), counts(source.passedOver)];
    const notCarried = source.notCarried.map((fact) => cutText(fact, 80));
    const facts = [
      `${quantity(source.statements, 'call')} read`,
      ...(unread === '' ? [] : [`unread: ${unread}`]),
      ...(source.truncated === 0 ? [] : [`cut off by the source: ${grouped(source.truncated)}`]),
      ...(passedOver === '' ? [] : [`passed over: ${passedOver}`]),
      ...(notCarried.length === 0 ? [] : [`does not carry ${listed(notCarried, MOST, 'fact')}`]),
      ...(source.notes.length === 0
        ? []
        : [
            listed(
              source.notes.map((note) => cutText(note, 300)),
              MOST,
              'note',
              '; ',
            ),
          ]),
    ];
    return `\`${cutText(source.name, 200)}\` (${source.kind}, ${source.dialect}): ${facts.join('; ')}`;
  });
}

/** Whether the history says anything about a changed rule. Never that the rule is safe. */
export function exercisedText({ exercised }: RuleChange): string {
  if (exercised.rows === 0) return 'not exercised: the history has no statement of its kinds';
  return `exercised by ${quantity(exercised.calls, 'call')}`;
}

/** What a changed rule does to the history, in numbers; empty where it does nothing. */
export function effectText({ newlyBlocked, newlyAllowed, unknown }: RuleChange): string {
  const count = (what: string, { flows, calls }: { readonly flows: number; readonly calls: number }): string[] =>
    flows === 0 ? [] : [`${what} ${quantity(flows, 'flow')} (${quantity(calls, 'call')})`];
  return [
    ...count('blocks', newlyBlocked),
    ...count('lets through', newlyAllowed),
    ...count('cannot be decided for', unknown),
  ].join(', ');
}

const EFFECT_WORDS = { stricter: 'stricter', looser: 'looser', either: 'may be stricter or looser' } as const;

/** `no-drop-table` at rules.yml:12:5, looser: verdict: block -> warn. */
export function changeText({ rule, change, effect, differences, place, basePlace }: RuleChange): string {
  const stands = place ?? basePlace;
  const at =
    stands === undefined
      ? ''
      : ` at \`${cutText(placeText(stands), 200)}\`${place === undefined ? ' of the base' : ''}`;
  const what = differences.length === 0 ? [change] : differences.map((text) => cutText(text, 300));
  return `\`${cutText(rule, 80)}\`${at}, ${EFFECT_WORDS[effect]}: ${listed(what, MOST, 'difference', '; ')}`;
}

/** Changes of rules that let more pass by their text, or do so in the history; those that do most come first. */
export function looserChanges({ ruleChanges, flows }: SimulationResult): readonly RuleChange[] {
  const letting = new Set(
    flows.filter((flow) => flow.class === 'newly_allowed').flatMap(({ causes }) => causes.map(({ rule }) => rule)),
  );
  const looser = ruleChanges.filter(
    ({ rule, effect, newlyAllowed }) => effect === 'looser' || newlyAllowed.flows > 0 || letting.has(rule),
  );
  return looser.sort((a, b) => b.newlyAllowed.calls - a.newlyAllowed.calls || b.exercised.calls - a.exercised.calls);
}

/** Changes of rules that are not among the looser ones. */
export function otherChanges(result: SimulationResult): readonly RuleChange[] {
  const looser = new Set(looserChanges(result));
  return result.ruleChanges.filter((change) => !looser.has(change));
}

/** Changed rules, other than looser ones, of which the history tells nothing. */
export function notExercised(result: SimulationResult): readonly RuleChange[] {
  return otherChanges(result).filter(({ exercised }) => exercised.rows === 0);
}

export function acknowledgementText(entry: AcknowledgementReport): string {
  const { rule, about, reason, owner, until, state, flows } = entry;
  const broken = flows === 0 ? '' : ` (else it would cover ${quantity(flows, 'flow')})`;
  const covers = {
    used: `covers ${quantity(flows, 'flow')}`,
    unused: 'covers no flow: take it out',
    expired: 'has run out and covers nothing',
    refused: `is refused: it would cover ${quantity(flows, 'flow')}, more than its \`max-flows\``,
    merged: `stood in the base before this change and covers no break of it${broken}: take it out`,
  }[state];
  return (
    `\`${cutText(rule, 80)}\` may break \`${cutText(about, 300)}\` until ${cutText(until, 20)} and ${covers}; ` +
    `${cutText(owner, 100)}: ${cutText(reason, 300)}`
  );
}

/** Acknowledgements that hold, and those that hold nothing. */
export function acknowledgementsOf({ acknowledgements }: SimulationResult): {
  readonly used: readonly AcknowledgementReport[];
  readonly idle: readonly AcknowledgementReport[];
} {
  return {
    used: acknowledgements.filter(({ state }) => state === 'used'),
    idle: acknowledgements.filter(({ state }) => state !== 'used'),
  };
}

export function declaredText({ name, owner, base, head, breaks, causes }: DeclaredFlowReport): string {
  const verdicts = base === head ? base : `${base} -> ${head}`;
  const verdict = breaks ? `${head === 'block' ? 'would break' : 'could not be decided'} (${verdicts})` : verdicts;
  const why = causes.map(
    ({ rule, message, undecided }) => `\`${cutText(rule, 80)}\`: ${cutText(undecided ?? message, 300)}`,
  );
  return `\`${cutText(name, 120)}\` of ${cutText(owner, 100)}: ${verdict}${why.length === 0 ? '' : `; ${listed(why, MOST, 'cause', '; ')}`}`;
}

/** Declared flows that fail the run. */
export function declaredBreaks({ declared }: SimulationResult): readonly DeclaredFlowReport[] {
  return declared.filter(({ breaks }) => breaks);
}

/** Why flows were left out, and how many for each reason. */
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
    return `${quantity(list.length, 'flow')} not counted (${counts}): ${cutText(reason, 200)}`;
  });
}

const NOT_EQUAL_ITSELF: SimulationProblem = {
  kind: 'defect',
  message:
    'the ruleset in force, simulated against itself, gave a difference: do not trust this report, and report the defect',
  place: undefined,
  exitCode: 70,
};

/** What kept the simulation from being made or trusted; a self-test that failed is among it, whoever wrote the report. */
export function problemsOf({ problems, result }: SimulationReport): readonly SimulationProblem[] {
  const told = problems.some(({ kind }) => kind === 'defect');
  return result?.selfTest === false && !told ? [...problems, NOT_EQUAL_ITSELF] : problems;
}

export function problemText({ message, place }: SimulationProblem): string {
  return place === undefined ? message : `${placeText(place)}: ${message}`;
}

/** Problems that the conclusion does not tell word for word already. */
export function furtherProblems(report: SimulationReport): readonly SimulationProblem[] {
  return problemsOf(report).filter(({ message, place }) => place !== undefined || !report.conclusion.includes(message));
}

/** Where a reader learns what to do. */
export const HELP_URL = docsUrl('simulate');

/** What to do about flows that break. */
export function brokenAdvice(saved: boolean): string {
  const exception = saved ? 'add an exception that saves the flow, ' : '';
  return `narrow the rule, ${exception}or acknowledge the break (\`acknowledge:\` in the rule file, with the id of the flow)`;
}

/** That some exceptions were not looked for; empty where all were. */
export function notTriedText({ proposalsNotTried = 0 }: SimulationResult): string {
  if (proposalsNotTried === 0) return '';
  return `for ${quantity(proposalsNotTried, 'broken flow')} no exception was looked for, since that would have taken too long`;
}

/** What to do about flows that cannot be decided. */
export const UNKNOWN_ADVICE = 'write the rule by facts that the history carries, or collect one that carries them';
