import {
  type CallerFacts,
  counted,
  grouped,
  type HistoryRow,
  kindsOf,
  matchesWildcard,
  type OperationKind,
} from '../model/index.ts';

import { type AffectedFlow, decisiveRows } from './flows.ts';

/** Callers by name; `*` matches any text. A name that is not given matches every caller. */
export interface CallerPattern {
  readonly user?: string | undefined;
  readonly application?: string | undefined;
  readonly database?: string | undefined;
}

export interface ReplaySettings {
  /** Flows with fewer executions do not count. */
  readonly minCalls: number;
  /**
   * Flows seen on fewer days do not count; DDL, GRANT and utility statements always need 2 days. If the history itself
   * has fewer days, that many are enough.
   */
  readonly minDays: number;
  readonly ignoreCallers: readonly CallerPattern[];
}

const MIN_MAINTENANCE_DAYS = 2;

/**
 * Operations that people and migrations run once: those that define or maintain objects and privileges. Every log is
 * full of them. Statements that sessions send all day (`SET`, `BEGIN`, `SHOW`) are not included: they count from the
 * first call.
 */
const MAINTENANCE: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...kindsOf('ddl'),
  'do_block',
  'lock_table',
  'load_library',
  'maintain',
  'attach_database',
  'server_control',
]);

function isMaintenance({ rows }: AffectedFlow): boolean {
  return rows.every(({ operations }) => {
    const own = operations.filter(({ place }) => place === 'statement');
    return own.length > 0 && own.every(({ kind }) => MAINTENANCE.has(kind));
  });
}

/**
 * The number of days with any execution. It stops counting once there are enough to decide which flows count.
 * Executions without a date are ignored.
 */
export function daysOfHistory(rows: readonly HistoryRow[], { minDays }: ReplaySettings): number {
  const enough = Math.max(minDays, MIN_MAINTENANCE_DAYS);
  const days = new Set<string>();
  for (const row of rows) {
    for (const day in row.days) if (day !== '' && (row.days[day] ?? 0) > 0) days.add(day);
    if (days.size >= enough) break;
  }
  return days.size;
}

/**
 * Why a flow does not count, as text for people; undefined if it counts. Executions without a date, and flows seen on
 * every day of the history, count as seen on enough days: nothing shows that they do not recur. A flow is ignored only
 * if all its endangered runs, undecided ones included, are by ignored callers.
 *
 * @param historyDays see daysOfHistory
 */
export function leftOut(flow: AffectedFlow, settings: ReplaySettings, historyDays: number): string | undefined {
  if (decisiveRows(flow).every(({ row }) => isIgnored(row.caller, settings.ignoreCallers))) {
    return 'its caller is ignored';
  }
  if (flow.calls < settings.minCalls) return `ran ${times(flow.calls)}, fewer than ${grouped(settings.minCalls)}`;
  const { days } = flow;
  if (days.includes('') || days.length >= historyDays) return undefined;
  if (days.length < settings.minDays) {
    const fewer =
      historyDays < settings.minDays ? `the ${grouped(historyDays)} of the history` : grouped(settings.minDays);
    return `${seenOn(days.length)}, fewer than ${fewer}`;
  }
  if (days.length < MIN_MAINTENANCE_DAYS && isMaintenance(flow)) {
    return `DDL, GRANT or utility statement ${seenOn(days.length)} only`;
  }
  return undefined;
}

function times(calls: number): string {
  return calls === 1 ? 'once' : counted(calls, 'time');
}

function seenOn(days: number): string {
  return `seen on ${counted(days, 'day')}`;
}

const NAMES = ['user', 'application', 'database'] as const;

function isIgnored(caller: CallerFacts, patterns: readonly CallerPattern[]): boolean {
  return patterns.some((pattern) => {
    const named = NAMES.filter((name) => pattern[name] !== undefined);
    // A name that is not recorded could be any name, so it never matches.
    return named.length > 0 && named.every((name) => isNamed(caller[name], pattern[name] ?? ''));
  });
}

function isNamed(text: string | undefined, pattern: string): boolean {
  return text !== undefined && matchesWildcard(text, pattern);
}
