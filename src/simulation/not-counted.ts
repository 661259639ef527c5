import {
  type CallerFacts,
  counted,
  flowCaller,
  grouped,
  type HistoryRow,
  IGNORED_CALLER,
  isMaintenanceStatement,
  matchesWildcard,
  TESTS_SETUP,
  withoutNumbers,
} from '../model/index.ts';

import { type AffectedFlow, daysOf, decisiveRows } from './flows.ts';

/** What recurs in production: flows that differ only in the dates and numbers in their names are one. */
export interface Recurrence {
  readonly calls: number;
  /** UTC dates on which it ran; the empty string stands for executions without a date. */
  readonly days: ReadonlySet<string>;
}

/**
 * How often flows recur in production: how often tests run them says nothing. A job that creates a table each day has a flow for
 * each table, and each of them runs once.
 */
export class Recurrences {
  readonly #groups = new Map<string, { calls: number; readonly days: Set<string> }>();

  constructor(flows: readonly AffectedFlow[]) {
    for (const flow of flows) {
      const key = keyOf(flow);
      const group = this.#groups.get(key) ?? { calls: 0, days: new Set<string>() };
      this.#groups.set(key, group);
      const rows = flow.rows.filter((row) => !isOfTests(row));
      for (const { days } of rows) for (const day in days) group.calls += days[day] ?? 0;
      for (const day of daysOf(rows)) group.days.add(day);
    }
  }

  of(flow: AffectedFlow): Recurrence {
    return this.#groups.get(keyOf(flow)) ?? { calls: 0, days: new Set() };
  }
}

function keyOf({ rows: [row] }: AffectedFlow): string {
  if (!row) return '';
  return [row.dialect, row.caller.database ?? '', flowCaller(row), withoutNumbers(row.shape)].join('\0');
}

/** Callers by name; `*` matches any text. A name that is not given matches every caller. */
export interface CallerPattern {
  readonly user?: string | undefined;
  readonly application?: string | undefined;
  readonly database?: string | undefined;
}

export interface ReplaySettings {
  /** Flows with fewer executions do not count. How often tests ran a flow says nothing: this and the next are for production. */
  readonly minCalls: number;
  /**
   * Flows seen on fewer days do not count; DDL, GRANT and utility statements always need 2 days. If the history itself
   * has fewer days, that many are enough.
   */
  readonly minDays: number;
  readonly ignoreCallers: readonly CallerPattern[];
}

const MIN_MAINTENANCE_DAYS = 2;

function isMaintenance({ rows }: AffectedFlow): boolean {
  return rows.every(({ operations }) => isMaintenanceStatement(operations));
}

function isOfTests({ origin }: HistoryRow): boolean {
  return origin === 'tests';
}

/**
 * The number of days with any execution in production. It stops counting once there are enough to decide which flows count.
 * Executions without a date are ignored.
 */
export function daysOfHistory(rows: readonly HistoryRow[], { minDays }: ReplaySettings): number {
  const enough = Math.max(minDays, MIN_MAINTENANCE_DAYS);
  const days = new Set<string>();
  for (const row of rows) {
    if (isOfTests(row)) continue;
    for (const day in row.days) if (day !== '' && (row.days[day] ?? 0) > 0) days.add(day);
    if (days.size >= enough) break;
  }
  return days.size;
}

/**
 * Why a flow does not count, as text for people; undefined if it counts. Executions without a date, and flows seen on
 * every day of the history, count as seen on enough days: nothing shows that they do not recur. Flows that differ only in the
 * dates and numbers in their names count together. A flow is ignored only if all its endangered runs, undecided ones
 * included, are by ignored callers. Tests set up their database each time, so their DDL does not count, however often it ran.
 *
 * @param historyDays see daysOfHistory
 */
export function leftOut(
  flow: AffectedFlow,
  settings: ReplaySettings,
  historyDays: number,
  { calls, days }: Recurrence,
): string | undefined {
  if (decisiveRows(flow).every(({ row }) => isIgnored(row.caller, settings.ignoreCallers))) {
    return IGNORED_CALLER;
  }
  if (decisiveRows(flow).some(({ row }) => isOfTests(row))) {
    const isOnce = !days.has('') && days.size < MIN_MAINTENANCE_DAYS;
    return isOnce && isMaintenance(flow) ? TESTS_SETUP : undefined;
  }
  if (calls < settings.minCalls) return `ran ${times(calls)}, fewer than ${grouped(settings.minCalls)}`;
  if (days.has('') || days.size >= historyDays) return undefined;
  if (days.size < settings.minDays) {
    const fewer =
      historyDays < settings.minDays ? `the ${grouped(historyDays)} of the history` : grouped(settings.minDays);
    return `${seenOn(days.size)}, fewer than ${fewer}`;
  }
  if (days.size < MIN_MAINTENANCE_DAYS && isMaintenance(flow)) {
    return `DDL, GRANT or utility statement ${seenOn(days.size)} only`;
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
