import { DAY_MS } from '../day.ts';
import type { HistoryHeader } from '../history.ts';
import type { HistoryReport } from './simulation.ts';

/** Describes a history for a report. */
export function historyReport(
  { from: firstSeen, to: lastSeen, statements, rows, sources }: HistoryHeader,
  { from, side }: Pick<HistoryReport, 'from' | 'side'>,
  now: Date,
): HistoryReport {
  return { from, side, firstSeen, lastSeen, ageDays: ageInDays(lastSeen, now), statements, rows, sources };
}

/** Age in days, rounded up, at least 0; undefined if the history has no timestamps. 6.2 days exceed a limit of 6. */
export function ageInDays(timestamp: string | undefined, now: Date): number | undefined {
  return timestamp === undefined ? undefined : Math.max(0, Math.ceil((now.getTime() - Date.parse(timestamp)) / DAY_MS));
}
