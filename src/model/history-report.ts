import type { HistoryHeader } from './history.ts';
import type { HistoryReport } from './simulation.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Describes a history for a report. */
export function historyReport(
  { from: firstSeen, to: lastSeen, statements, rows, sources }: HistoryHeader,
  { from, side }: Pick<HistoryReport, 'from' | 'side'>,
  now: Date,
): HistoryReport {
  return { from, side, firstSeen, lastSeen, ageDays: ageInDays(lastSeen, now), statements, rows, sources };
}

/** Age in whole days, at least 0; undefined if the history has no timestamps. */
export function ageInDays(timestamp: string | undefined, now: Date): number | undefined {
  return timestamp === undefined ? undefined : Math.max(0, Math.floor((now.getTime() - Date.parse(timestamp)) / DAY));
}
