import { DAY_MS } from '../day.ts';
import { type HistoryHeader, type HistoryOrigin, historyOrigin } from '../history.ts';
import type { HistoryReport } from './simulation.ts';

/** The header of the history of one origin. */
export interface OriginHeader {
  readonly origin: HistoryOrigin;
  readonly header: HistoryHeader;
}

/**
 * Describes a history for a report.
 *
 * @param origins its parts, production first; default: it is of one origin
 */
export function historyReport(
  header: HistoryHeader,
  { from, side }: Pick<HistoryReport, 'from' | 'side'>,
  now: Date,
  origins: readonly OriginHeader[] = [{ origin: historyOrigin(header.sources), header }],
): HistoryReport {
  const { statements, rows, sources } = header;
  const { from: firstSeen, to: lastSeen } = origins[0]?.header ?? header;
  const hasTests = origins.some(({ origin }) => origin === 'tests');
  return {
    ...{ from, side, firstSeen, lastSeen, ageDays: ageInDays(lastSeen, now), statements, rows },
    ...(hasTests && {
      origins: origins.map(({ origin, header: part }) => ({
        ...{ origin, statements: part.statements, rows: part.rows, firstSeen: part.from, lastSeen: part.to },
      })),
    }),
    sources,
  };
}

/** Age in days, rounded up, at least 0; undefined if the history has no timestamps. 6.2 days exceed a limit of 6. */
export function ageInDays(timestamp: string | undefined, now: Date): number | undefined {
  return timestamp === undefined ? undefined : Math.max(0, Math.ceil((now.getTime() - Date.parse(timestamp)) / DAY_MS));
}
