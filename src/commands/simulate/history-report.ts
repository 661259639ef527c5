import {
  ageInDays,
  EXIT,
  type HistoryReport,
  type HistorySource,
  type SimulationProblem,
  type SimulationResult,
} from '../../model/index.ts';
import type { SimulationSettings } from './settings.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Why a history cannot be trusted to be what production runs; each with a sentence of its own. */
export function historyProblems(
  history: HistoryReport,
  collected: string | undefined,
  now: Date,
  { policy }: SimulationSettings,
): readonly SimulationProblem[] {
  const { lastSeen, ageDays, statements, rows } = history;
  const names = history.from.map((name) => `\`${name}\``).join(', ');
  if (rows === 0 || statements === 0)
    return [
      problem(`the history ${names} is empty: nothing can be replayed; collect it anew from logs that hold queries`),
    ];
  if (lastSeen !== undefined && Date.parse(lastSeen) - now.getTime() > DAY)
    return [
      problem(
        `the last statement of the history lies in the future (${lastSeen}): see to the clock of its source, and collect it anew`,
      ),
    ];
  // Of a source without times the day of its collection is the best that is known.
  const age = ageDays ?? ageInDays(collected, now);
  if (age === undefined || age > policy.maxAge) {
    const old = ageDays === undefined ? 'was collected' : 'ends';
    return [
      problem(
        `the history ${old} ${age === undefined ? 'at a time that is not known' : `${counted(age, 'day')} ago`}, and may be ${counted(policy.maxAge, 'day')} old (\`max-age\`): collect it anew`,
      ),
    ];
  }
  return [];
}

/**
 * Sources that are older than they may be beside others that are not, and those of which nobody knows: what they tell may
 * run no longer, and what runs now may be missing. A history that is too old as a whole is a problem, told elsewhere.
 *
 * @param collected when the oldest snapshot was written; undefined where nobody knows
 * @param direct the sources that were read from logs and exports just now
 */
export function ageWarnings(
  { sources, ageDays }: HistoryReport,
  collected: string | undefined,
  direct: readonly HistorySource[],
  now: Date,
  { policy }: SimulationSettings,
): readonly string[] {
  const read = new Set(direct.map(({ identity }) => identity));
  const mayBe = `and may be ${counted(policy.maxAge, 'day')} old (\`max-age\`)`;
  const isWholeOld = ageDays !== undefined && ageDays > policy.maxAge;
  return sources.flatMap(({ name, identity, to }) => {
    const what = `the source \`${name}\` of the history`;
    if (to === undefined && read.has(identity))
      return [
        `${what} carries no time, so how old it is is not known: see to it that it is exported anew for each run`,
      ];
    if (to === undefined && ageDays === undefined) return [];
    const age = ageInDays(to ?? collected, now);
    if (age === undefined || age <= policy.maxAge || isWholeOld) return [];
    return [
      `${what} ${to === undefined ? 'was collected' : 'ends'} ${counted(age, 'day')} ago, ${mayBe}: collect it anew`,
    ];
  });
}

/** More than a trace of what ran could not be read. */
export function unreadProblems(
  { unread }: SimulationResult,
  { policy }: SimulationSettings,
): readonly SimulationProblem[] {
  const percent = unread.share * 100;
  if (percent <= policy.maxUnread) return [];
  const { records } = unread;
  const what = records
    ? `${counted(records.unread, 'entry', 'entries')} of the logs, of ${counted(records.all, 'entry', 'entries')} (${percent.toFixed(2)} %), whatever number of calls each stands for,`
    : `${counted(unread.calls, 'call')} of the history (${percent.toFixed(2)} %)`;
  return [
    problem(
      `${what} could not be read or were cut off, and may be ${policy.maxUnread} % (\`max-unread\`): see \`querygate history show\` for why`,
    ),
  ];
}

function problem(message: string): SimulationProblem {
  return { kind: 'history', message, place: undefined, exitCode: EXIT.unknown };
}

function counted(n: number, noun: string, many = `${noun}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? noun : many}`;
}
