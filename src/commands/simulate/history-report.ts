import {
  ageInDays,
  completenessText,
  counted,
  DAY_MS,
  EXIT,
  grouped,
  type HistoryGap,
  type HistoryReport,
  type HistorySource,
  historyGaps,
  type SimulationProblem,
  type SimulationResult,
} from '../../model/index.ts';
import type { SimulationSettings } from './settings.ts';

/** Why a history may not be what production runs; each problem has a message of its own. */
export function historyProblems(
  history: HistoryReport,
  collected: string | undefined,
  now: Date,
  { policy }: SimulationSettings,
): readonly SimulationProblem[] {
  const { lastSeen, ageDays, statements, rows, origins = [] } = history;
  const names = history.from.map((name) => `\`${name}\``).join(', ');
  if (rows === 0 || statements === 0)
    return [
      problem(
        `the history ${names} is empty, so nothing can be replayed; collect it again from logs that contain queries`,
      ),
    ];
  if (lastSeen !== undefined && Date.parse(lastSeen) - now.getTime() > DAY_MS)
    return [
      problem(
        `the last statement of the history is in the future (${lastSeen}); check the clock of its source, and collect it again`,
      ),
    ];
  // If the sources have no timestamps, the day of the collection is the best estimate.
  const age = ageDays ?? ageInDays(collected, now);
  if (age === undefined || age > policy.maxAge) {
    const verb = ageDays === undefined ? 'was collected' : 'ends';
    const when = age === undefined ? 'at an unknown time' : `${counted(age, 'day')} ago`;
    const what = origins.length > 1 ? 'production in the history' : 'the history';
    return [problem(`${what} ${verb} ${when}, but \`max-age\` is ${counted(policy.maxAge, 'day')}; collect it again`)];
  }
  return [];
}

/**
 * Warns about sources that are too old, or of unknown age, in a history that is recent as a whole: their queries may
 * not run any more, and newer ones may be missing. `historyProblems` reports a history that is too old as a whole.
 *
 * @param collected when the oldest snapshot was written; undefined if unknown
 * @param direct the sources that this run read from logs and exports
 */
export function ageWarnings(
  { sources, ageDays }: HistoryReport,
  collected: string | undefined,
  direct: readonly HistorySource[],
  now: Date,
  { policy }: SimulationSettings,
): readonly string[] {
  const read = new Set(direct.map(({ identity }) => identity));
  const limit = `but \`max-age\` is ${counted(policy.maxAge, 'day')}`;
  const isHistoryOld = ageDays !== undefined && ageDays > policy.maxAge;
  return sources.flatMap(({ name, identity, to }) => {
    const what = `the source \`${name}\` of the history`;
    if (to === undefined && read.has(identity))
      return [`${what} has no timestamps, so its age is unknown; export it again for each run`];
    if (to === undefined && ageDays === undefined) return [];
    const age = ageInDays(to ?? collected, now);
    if (age === undefined || age <= policy.maxAge || isHistoryOld) return [];
    return [
      `${what} ${to === undefined ? 'was collected' : 'ends'} ${counted(age, 'day')} ago, ${limit}; collect it again`,
    ];
  });
}

/** A problem if more of the history is unread than `max-unread` allows. */
export function unreadProblems(
  { unread }: SimulationResult,
  { policy }: SimulationSettings,
): readonly SimulationProblem[] {
  const percent = unread.share * 100;
  if (percent <= policy.maxUnread) return [];
  const { records } = unread;
  const what = records
    ? `${counted(records.unread, 'log entry', 'log entries')} of ${grouped(records.all)} (${percent.toFixed(2)} %; one entry can stand for many calls)`
    : `${counted(unread.calls, 'call')} of the history (${percent.toFixed(2)} %)`;
  return [
    problem(
      `${what} could not be read or were cut off, but \`max-unread\` is ${policy.maxUnread} %; \`querygate history show\` says why`,
    ),
  ];
}

/** Tests can show a break. That nothing breaks in them says nothing about production. */
export const TESTS_ALONE =
  'production was not seen: all of the history comes from tests, which show a break, but not that there is none';

/** A problem if nothing breaks in a history of tests alone, unless the base accepts that. */
export function testsAloneProblems(
  { origins }: HistoryReport,
  { totals }: SimulationResult,
  { testsAlone }: SimulationSettings,
): readonly SimulationProblem[] {
  const isBroken = totals.newlyBlocked.flows + totals.partlyBlocked.flows > 0;
  if (!isOfTestsAlone(origins) || isBroken || testsAlone === 'accept') return [];
  return [
    problem(
      `${TESTS_ALONE}; add a history of production, or accept this on the base branch, in .querygate/config.yml: \`simulate: { tests-alone: accept }\``,
    ),
  ];
}

/** Problems and warnings. */
interface Incompleteness {
  readonly problems: readonly SimulationProblem[];
  readonly warnings: readonly string[];
}

/**
 * From an incomplete history, a break is one, but that nothing breaks says nothing about what is missing: a problem,
 * unless the base accepts it by name.
 */
export function incompleteness(
  { sources }: HistoryReport,
  { totals, ruleChanges }: SimulationResult,
  { acceptedGaps, policy }: SimulationSettings,
): Incompleteness {
  const isFailing = totals.newlyBlocked.flows + totals.partlyBlocked.flows > policy.maxBrokenFlows;
  // Rules that are only looser block nothing new, whatever runs.
  const isLooser = ruleChanges.every(({ effect }) => effect === 'looser');
  if (isFailing || isLooser) return { problems: [], warnings: [] };
  const gaps = historyGaps(sources).map((gap) => ({
    gap,
    what: `the history ${completenessText([gap])} (${namesOf(sources, gap)}), so it cannot show that nothing breaks`,
  }));
  return {
    problems: gaps
      .filter(({ gap }) => !acceptedGaps.includes(gap))
      .map(({ gap, what }) =>
        problem(
          `${what}; collect every call, or accept this on the base branch, in .querygate/config.yml: \`simulate: { accept-incomplete: [${gap}] }\``,
        ),
      ),
    warnings: gaps.filter(({ gap }) => acceptedGaps.includes(gap)).map(({ what }) => what),
  };
}

const MAX_NAMED = 3;

function namesOf(sources: readonly HistorySource[], gap: HistoryGap): string {
  const names = sources.filter(({ gaps }) => gaps?.includes(gap)).map(({ name }) => `\`${name}\``);
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${counted(more, 'more source')}` : ''}`;
}

export function isOfTestsAlone(origins: HistoryReport['origins']): boolean {
  return origins?.every(({ origin }) => origin === 'tests') ?? false;
}

function problem(message: string): SimulationProblem {
  return { kind: 'history', message, place: undefined, exitCode: EXIT.unknown };
}
