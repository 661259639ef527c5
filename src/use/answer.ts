import {
  COMMON_NAME,
  completenessText,
  counted,
  type Dialect,
  grouped,
  type HistoryHeader,
  historyGaps,
  historyOrigin,
  type UseFacts,
} from '../model/index.ts';
import type { CountedUse } from './count.ts';
import { notKnown, type UseAnswer, type UseQuestion } from './question.ts';

/** What must hold before an object counts as unused. */
export interface UnusedSettings {
  /** `unused-days` of the configuration; undefined: nothing ever counts as unused. */
  readonly unusedDays: number | undefined;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** What else is known about the object and the history. */
export interface UseSurroundings {
  readonly header: HistoryHeader;
  /** Calls of statements whose tables are not known. */
  readonly hidden: number;
  /** Why statements inside of the database may use it; undefined if none does. */
  readonly insideDatabase: string | undefined;
  readonly question: UseQuestion;
  /** The only database whose statements count; undefined if all do. */
  readonly database?: string | undefined;
}

/** Days that a history may end before today. */
const MAX_AGE = 30;
const MAX_SHAPE = 160;
const MAX_CALLERS = 3;

/** What the text of an answer says of those who use the object. */
export interface ShownUse {
  /** `numbers`: neither callers nor queries. */
  readonly shown: 'callers' | 'numbers';
  /** Where callers and queries are shown instead. */
  readonly page?: string | undefined;
}

export function answerOf(use: CountedUse, about: UseSurroundings, settings: UnusedSettings & ShownUse): UseAnswer {
  const { calls, writes, flows, unclear, lastDay, insertsWithoutColumn, insertsWithoutList } = use;
  const isCovered = about.header.sources.some(({ dialect }) => isSameServer(dialect, about.question.dialect));
  if (!isCovered)
    return notKnown('the history has no statements of this dialect, so whether it is still used is not known');
  const isOpen = calls === 0 && unclear > 0;
  const doubt = unprovenBecause(use, about, settings);
  const facts: UseFacts = {
    known: true,
    calls: isOpen ? undefined : calls,
    writes: isOpen ? undefined : writes,
    flows: isOpen ? undefined : flows,
    callers: isOpen ? undefined : use.callers.map(([name]) => name).sort(),
    lastDay: isOpen ? undefined : lastDay,
    ...{ insertsWithoutColumn, insertsWithoutList },
    unused: doubt === undefined,
  };
  return { facts, text: textOf(use, about, doubt, settings) };
}

function textOf(
  use: CountedUse,
  { header, question }: UseSurroundings,
  doubt: string | undefined,
  shown: ShownUse,
): string {
  const object = nameOf(question);
  const { calls, unclear, insertsWithoutColumn, insertsWithoutList, lastDay } = use;
  const inTests = historyOrigin(header.sources) === 'tests' ? ' in tests' : '';
  const inserts = insertsWithoutColumn + insertsWithoutList;
  const last = lastDay === '' ? '' : `, last on ${lastDay}`;
  const by = shown.shown === 'callers' ? byCallers(use) : '';
  const such = shown.shown === 'callers' ? example(use) : elsewhere(shown);
  if (calls > 0) return `${object} is still used${inTests}: ${callsText(calls)}${by}${last}${such}`;
  if (inserts > 0) return `${callsText(inserts)} of INSERT${inTests} without a value for ${object}${by}${last}${such}`;
  if (unclear > 0 && question.fromPublic)
    return `${callsText(unclear)}${inTests} may use ${object}, unless PUBLIC has the privilege too${such}`;
  if (unclear > 0) return `${callsText(unclear)}${inTests} may use ${object}${such}`;
  const window = header.from && header.to ? ` from ${day(header.from)} to ${day(header.to)}` : '';
  return `the history${inTests}${window} shows no use of ${object}${doubt ? `, which does not count, as ${doubt}` : ''}`;
}

function nameOf({ schema, name, column }: UseQuestion): string {
  if (name === '*') return 'every database';
  return [schema, name, column].filter(Boolean).join('.');
}

const callsText = (calls: number) => `${grouped(calls)} ${calls === 1 ? 'call' : 'calls'}`;
const day = (instant: string) => instant.slice(0, 10);

function elsewhere({ page }: ShownUse): string {
  return `; by whom: ${page ?? 'see Schema use in the dashboard'}`;
}

function byCallers({ callers }: CountedUse): string {
  const names = callers.slice(0, MAX_CALLERS).map(([name]) => `\`${name}\``);
  const more = callers.length - names.length;
  const all = more > 0 ? [...names, counted(more, 'other')] : names;
  const last = all.pop();
  if (last === undefined) return '';
  return ` by ${all.length === 0 ? last : `${all.join(', ')} and ${last}`}`;
}

function example({ queries, unclearQueries }: CountedUse): string {
  const [shape] = queries[0] ?? unclearQueries[0] ?? [];
  if (shape === undefined) return '';
  // Backticks would end the code that the shape is shown as.
  const plain = shape.replaceAll('`', '');
  return `, such as \`${plain.length > MAX_SHAPE ? `${plain.slice(0, MAX_SHAPE)}…` : plain}\``;
}

/** Why the object is not proven to be unused; undefined if it is, empty if nobody wants to know. */
function unprovenBecause(
  { calls, unclear, named }: CountedUse,
  about: UseSurroundings,
  { unusedDays, today }: UnusedSettings,
): string | undefined {
  const { header, hidden, insideDatabase, database, question } = about;
  if (unusedDays === undefined || calls > 0 || unclear > 0) return '';
  if (historyOrigin(header.sources) === 'tests') return 'tests do not show what production uses';
  if (question.kind !== 'table' && question.kind !== 'routine')
    return `it does not show every use of a ${question.kind}`;
  if (insideDatabase !== undefined) return insideDatabase;
  if (database !== undefined) return 'it does not say how long it covers a single database';
  const { days, to } = coverage(about);
  if (days < unusedDays)
    return `it covers ${counted(Math.floor(days), 'day')} of the ${unusedDays} that \`unused-days\` asks for`;
  const age = daysBetween(to, `${today}T00:00:00.000Z`);
  if (!(age <= MAX_AGE)) return `it ended ${counted(Math.floor(age), 'day')} ago`;
  const gaps = historyGaps(header.sources);
  if (gaps.length > 0) return `it ${completenessText(gaps)}`;
  if (header.unread > 0 || header.truncated > 0)
    return `${counted(header.unread + header.truncated, 'statement')} could not be read`;
  if (hidden > 0) return `${callsText(hidden)} of statements that build SQL, or could not be read, may use it`;
  if (named === undefined) return 'the change takes away too many objects to search all statements for their names';
  if (named > 0) return `${callsText(named)} of statements have its name`;
  return undefined;
}

const DAY = 24 * 60 * 60 * 1000;

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}

/** The days before the end of the sources of the dialect which they cover without a gap of more than a day, and that end. */
function coverage({ header, question }: UseSurroundings): { readonly days: number; readonly to: string } {
  const windows = header.sources.flatMap(({ kind, dialect, from, to }) =>
    // An application that asks a service before it runs a query shows nothing of the others.
    from === undefined || to === undefined || kind === 'service-http' || !isSameServer(dialect, question.dialect)
      ? []
      : [{ from, to }],
  );
  windows.sort((a, b) => (a.to < b.to ? 1 : -1));
  const to = windows[0]?.to;
  if (to === undefined) return { days: 0, to: '' };
  let start = to;
  for (const window of windows) {
    if (daysBetween(window.to, start) > 1) break;
    if (window.from < start) start = window.from;
  }
  return { days: daysBetween(start, to), to };
}

/** MySQL and MariaDB are often recorded as each other. */
function isSameServer(a: Dialect, b: Dialect): boolean {
  return COMMON_NAME[a] === COMMON_NAME[b];
}
