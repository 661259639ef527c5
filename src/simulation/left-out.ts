import { type CallerFacts, type HistoryRow, kindsOf, type OperationKind } from '../model/index.ts';
import { fitsStars } from '../rules/index.ts';
import { grouped, quantity } from './counts.ts';
import { type AffectedFlow, decisiveRows } from './flows.ts';

/** Callers by name; `*` stands for any text. What is left out does not matter. */
export interface CallerPattern {
  readonly user?: string | undefined;
  readonly application?: string | undefined;
  readonly database?: string | undefined;
}

export interface ReplaySettings {
  /** A flow with fewer executions does not count. */
  readonly minCalls: number;
  /**
   * A flow seen on fewer days does not count; DDL, GRANT and utility statements need 2 days in any case. Where the
   * history has fewer days itself, those that it has are enough.
   */
  readonly minDays: number;
  readonly ignoreCallers: readonly CallerPattern[];
}

const MIN_DAYS_OF_UPKEEP = 2;

/**
 * What people and migrations do once, and every log is full of: all that defines objects and privileges, and what looks
 * after them. What sessions send all day (`SET`, `BEGIN`, `SHOW`) is none of it: it counts from its first call.
 */
const UPKEEP: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...kindsOf('ddl'),
  'do_block',
  'lock_table',
  'load_library',
  'maintain',
  'attach_database',
  'server_control',
]);

function isUpkeep({ rows }: AffectedFlow): boolean {
  return rows.every(({ operations }) => {
    const own = operations.filter(({ place }) => place === 'statement');
    return own.length > 0 && own.every(({ kind }) => UPKEEP.has(kind));
  });
}

/**
 * On how many days the history ran anything, as far as it matters for leaving flows out. Executions without a date are
 * on none.
 */
export function daysOfHistory(rows: readonly HistoryRow[], { minDays }: ReplaySettings): number {
  const enough = Math.max(minDays, MIN_DAYS_OF_UPKEEP);
  const days = new Set<string>();
  for (const row of rows) {
    for (const day in row.days) if (day !== '' && (row.days[day] ?? 0) > 0) days.add(day);
    if (days.size >= enough) break;
  }
  return days.size;
}

/**
 * Why a flow does not count, for people; undefined where it does. Executions without a date count as seen on days enough,
 * and so does a flow of every day of the history: nothing tells that it does not recur. Callers are looked at where runs
 * are in danger, be it undecided: one of them that is not ignored keeps the flow.
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
  if (days.length < MIN_DAYS_OF_UPKEEP && isUpkeep(flow)) {
    return `DDL, GRANT or utility statement ${seenOn(days.length)} only`;
  }
  return undefined;
}

function times(calls: number): string {
  return calls === 1 ? 'once' : quantity(calls, 'time');
}

function seenOn(days: number): string {
  return `seen on ${quantity(days, 'day')}`;
}

const NAMES = ['user', 'application', 'database'] as const;

function isIgnored(caller: CallerFacts, patterns: readonly CallerPattern[]): boolean {
  return patterns.some((pattern) => {
    const named = NAMES.filter((name) => pattern[name] !== undefined);
    // A name that is not carried could be any: it counts.
    return named.length > 0 && named.every((name) => isNamed(caller[name], pattern[name] ?? ''));
  });
}

function isNamed(text: string | undefined, pattern: string): boolean {
  return text !== undefined && fitsStars(text, pattern);
}
