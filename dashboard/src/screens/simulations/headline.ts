import { counted, integer, percent } from '../../format/number.ts';
import type { Mark } from '../../ui/verdict.tsx';
import type { Result, Totals } from './words.ts';

/** The result in one line, with the verdict that it amounts to. */
export interface Headline {
  readonly mark: Mark;
  readonly text: string;
  /** Further numbers, one sentence each. */
  readonly about: string;
}

/** The headline of totals alone, as lists have them. */
export function headlineOf(totals: Totals): Pick<Headline, 'mark' | 'text'> {
  const { replayed, newlyBlocked, partlyBlocked, unknown, newlyAllowed } = totals;
  const broken = newlyBlocked.flows + partlyBlocked.flows;
  if (replayed.flows === 0) return { mark: 'unknown', text: 'The history has no query' };
  if (broken > 0)
    return { mark: 'block', text: `${integer(broken)} of ${counted(replayed.flows, 'flow')} would break` };
  if (unknown.flows > 0)
    return { mark: 'unknown', text: `${integer(unknown.flows)} of ${counted(replayed.flows, 'flow')} might break` };
  const text =
    replayed.flows === 1 ? 'The only flow would not break' : `None of ${integer(replayed.flows)} flows would break`;
  return { mark: newlyAllowed.flows > 0 ? 'warn' : 'allow', text };
}

export function resultHeadline(result: Result): Headline {
  const { totals, declared, selfTest } = result;
  const { replayed, newlyBlocked, partlyBlocked, newlyAllowed, unknown, unknownLoosening, acknowledged } = totals;
  const broken = newlyBlocked.flows + partlyBlocked.flows;
  const calls = newlyBlocked.calls + partlyBlocked.calls;
  const failing = declared.filter(({ breaks }) => breaks);
  const line = headlineOf(totals);
  const some = (flows: number, what: string) => (flows === 0 ? [] : [`${counted(flows, 'flow')} ${what}.`]);
  const about = [
    broken > 0
      ? `${integer(calls)} of ${counted(replayed.calls, 'call')} (${percent(calls, replayed.calls)}).`
      : `${counted(replayed.calls, 'recorded call')} replayed.`,
    ...(failing.length > 0 ? [`${counted(failing.length, 'declared flow')} would break or could not be decided.`] : []),
    ...(broken > 0 ? some(unknown.flows, 'could not be decided') : []),
    ...some(newlyAllowed.flows, 'would be newly allowed'),
    ...some(unknownLoosening.flows, 'would possibly be newly allowed'),
    ...some(acknowledged.flows, 'acknowledged'),
  ].join(' ');
  // Never green if something is not known.
  if (!selfTest) return { ...line, mark: 'unknown', about };
  if (failing.length === 0 || line.mark === 'block') return { ...line, about };
  const blocks = failing.some(({ head }) => head === 'block');
  return {
    mark: blocks ? 'block' : 'unknown',
    text: `${counted(failing.length, 'declared flow')} ${blocks ? 'would' : 'might'} break`,
    about,
  };
}
