import type { FlowReport, SimulationResult } from '../../model/index.ts';
import { type Exception, holdsOn, type Ruleset } from '../../rules/index.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Exceptions that end within so many days end before most reviewers think of them again. */
const SOON_DAYS = 30;
/** So many last days are simulated for; each takes as long as the simulation itself. */
const MAX_SIMULATED = 3;

/** `YYYY-MM-DD`, so many days later. */
function later(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Exceptions that the change adds or shortens and that end soon, by their last day, the first one first. */
export function endingSoon(base: Ruleset, head: Ruleset, today: string): ReadonlyMap<string, readonly Exception[]> {
  const keyOf = ({ rule, condition }: Exception): string => `${rule}\0${condition.text}`;
  const known = new Map<string, string>();
  for (const exception of base.exceptions) {
    const key = keyOf(exception);
    if (exception.until > (known.get(key) ?? '')) known.set(key, exception.until);
  }
  const soon = later(today, SOON_DAYS);
  const ending = head.exceptions.filter(
    (exception) =>
      holdsOn(exception, today) && exception.until <= soon && isNews(known.get(keyOf(exception)), exception),
  );
  const byDay = new Map<string, Exception[]>();
  for (const exception of ending.sort((a, b) => (a.until < b.until ? -1 : 1))) {
    const list = byDay.get(exception.until);
    if (list) list.push(exception);
    else byDay.set(exception.until, [exception]);
  }
  return byDay;
}

function isNews(before: string | undefined, { until }: Exception): boolean {
  return before === undefined || until < before;
}

/**
 * Says which exceptions of the change end soon, and what they save that breaks then: the history is simulated once more
 * for the day after.
 *
 * @param now what the simulation of today found; without it, as where a service made it, no numbers are said
 * @param simulateOn simulates as on another day
 */
export async function endingWarnings(
  { base, head, today }: { readonly base: Ruleset; readonly head: Ruleset; readonly today: string },
  now?: SimulationResult,
  simulateOn?: (day: string) => Promise<SimulationResult>,
): Promise<readonly string[]> {
  const warnings: string[] = [];
  let before = now;
  for (const [until, exceptions] of endingSoon(base, head, today)) {
    let what = 'what it saves breaks then';
    if (before && simulateOn && warnings.length < MAX_SIMULATED) {
      const after = await simulateOn(later(until, 1));
      what = difference(before, after);
      before = after;
    }
    const rules = [...new Set(exceptions.map(({ rule }) => `\`${rule}\``))].join(', ');
    const many = exceptions.length === 1 ? 'an exception' : `${exceptions.length} exceptions`;
    warnings.push(`the change sets ${many} to ${rules} to end on ${until}: ${what}`);
  }
  return warnings;
}

function difference(before: SimulationResult, after: SimulationResult): string {
  const known = new Map(before.flows.map((flow) => [flow.id, lost(flow)]));
  const more = after.flows.flatMap((flow) => {
    const calls = lost(flow) - (known.get(flow.id) ?? 0);
    return calls > 0 ? [{ calls, isUndecided: flow.class === 'unknown' }] : [];
  });
  if (more.length === 0) return 'the history has no flow that breaks for that';
  const calls = more.reduce((sum, flow) => sum + flow.calls, 0);
  const open = more.filter(({ isUndecided }) => isUndecided).length;
  const undecided = open > 0 ? `, ${open.toLocaleString('en')} of them perhaps` : '';
  return `from then on ${counted(more.length, 'flow')} (${counted(calls, 'call')})${undecided} would break that pass now`;
}

/** Calls of a flow that stop, or may stop, whoever has acknowledged it. */
function lost({ class: kind, leftOut, affectedCalls }: FlowReport): number {
  const counts = kind === 'newly_blocked' || kind === 'partly_blocked' || kind === 'unknown';
  return counts && leftOut === undefined ? affectedCalls : 0;
}

function counted(n: number, noun: string): string {
  return `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
}
