import type { HistoryHeader } from './history.ts';
import type { HistoryReport } from './simulation.ts';

const DAY = 24 * 60 * 60 * 1000;

/** What a report says of a history. */
export function historyReport(
  { from: firstSeen, to: lastSeen, statements, rows, sources }: HistoryHeader,
  { from, side }: Pick<HistoryReport, 'from' | 'side'>,
  now: Date,
): HistoryReport {
  return { from, side, firstSeen, lastSeen, ageDays: ageInDays(lastSeen, now), statements, rows, sources };
}

/** Whole days, never less than 0; undefined where the history carries no time. */
export function ageInDays(instant: string | undefined, now: Date): number | undefined {
  return instant === undefined ? undefined : Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / DAY));
}
