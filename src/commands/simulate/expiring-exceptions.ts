import {
  addDays,
  compareText,
  counted,
  type FlowReport,
  grouped,
  isBroken,
  type SimulationResult,
} from '../../model/index.ts';
import { type Exception, holdsOn, type Ruleset } from '../../rules/index.ts';

/** Exceptions that end within this many days are reported: most reviewers would not think of them in time. */
const SOON_DAYS = 30;
/** Maximum number of end dates to simulate; each takes as long as the simulation itself. */
const MAX_SIMULATED = 3;

/** Exceptions that the change adds or shortens and that end soon, by their last day, earliest first. */
export function endingSoon(base: Ruleset, head: Ruleset, today: string): ReadonlyMap<string, readonly Exception[]> {
  const keyOf = ({ rule, condition }: Exception): string => `${rule}\0${condition.text}`;
  const known = new Map<string, string>();
  for (const exception of base.exceptions) {
    const key = keyOf(exception);
    if (exception.until > (known.get(key) ?? '')) known.set(key, exception.until);
  }
  const soon = addDays(today, SOON_DAYS);
  const ending = head.exceptions.filter(
    (exception) =>
      holdsOn(exception, today) && exception.until <= soon && isNewEnd(known.get(keyOf(exception)), exception),
  );
  const byDay = new Map<string, Exception[]>();
  for (const exception of ending.sort((a, b) => compareText(a.until, b.until))) {
    const list = byDay.get(exception.until);
    if (list) list.push(exception);
    else byDay.set(exception.until, [exception]);
  }
  return byDay;
}

function isNewEnd(before: string | undefined, { until }: Exception): boolean {
  return before === undefined || until < before;
}

/**
 * Warns about exceptions of the change that end soon, and about the flows that break then. To find these, the history
 * is simulated again for the day after.
 *
 * @param now the simulation of today; undefined if a service made it, and then the warnings have no numbers
 * @param simulateOn simulates as if on another day
 */
export async function endingWarnings(
  { base, head, today }: { readonly base: Ruleset; readonly head: Ruleset; readonly today: string },
  now?: SimulationResult,
  simulateOn?: (day: string) => Promise<SimulationResult>,
): Promise<readonly string[]> {
  const warnings: string[] = [];
  let before = now;
  for (const [until, exceptions] of endingSoon(base, head, today)) {
    let what = 'the flows that it allows break then';
    if (before && simulateOn && warnings.length < MAX_SIMULATED) {
      const after = await simulateOn(addDays(until, 1));
      what = difference(before, after);
      before = after;
    }
    const rules = [...new Set(exceptions.map(({ rule }) => `\`${rule}\``))].join(', ');
    const many = exceptions.length === 1 ? 'an exception' : `${exceptions.length} exceptions`;
    const end = exceptions.length === 1 ? 'ends' : 'end';
    warnings.push(`the change adds or shortens ${many} to ${rules} that ${end} on ${until}: ${what}`);
  }
  return warnings;
}

function difference(before: SimulationResult, after: SimulationResult): string {
  const known = new Map(before.flows.map((flow) => [flow.id, lost(flow)]));
  const more = after.flows.flatMap((flow) => {
    const calls = lost(flow) - (known.get(flow.id) ?? 0);
    return calls > 0 ? [{ calls, isUndecided: flow.class === 'unknown' }] : [];
  });
  if (more.length === 0) return 'no flow of the history breaks because of it';
  const calls = more.reduce((sum, flow) => sum + flow.calls, 0);
  const open = more.filter(({ isUndecided }) => isUndecided).length;
  const undecided = open > 0 ? ` (${grouped(open)} of them undecided)` : '';
  return `from then on, ${counted(more.length, 'flow')} (${counted(calls, 'call')}) that pass now would break${undecided}`;
}

/** Calls of a flow that break or may break, acknowledged or not. */
function lost(flow: FlowReport): number {
  const isLost = isBroken(flow) || flow.class === 'unknown';
  return isLost && flow.leftOut === undefined ? flow.affectedCalls : 0;
}
