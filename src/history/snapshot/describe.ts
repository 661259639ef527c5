import {
  CALLER_FACTS,
  compareText,
  DAY_MS,
  type Dialect,
  flowShape,
  type HistoryHeader,
  type HistoryRow,
  OPERATION_FACTS,
  STATEMENT_FACTS,
} from '../../model/index.ts';
import { addDays } from './days.ts';

export interface DescribeOptions {
  /** Number of flows to list. */
  readonly top: number;
  /** UTC, `YYYY-MM-DD`. */
  readonly today: string;
}

/** A flow, that is, a recurring query: one shape run by one caller. */
export interface FlowSummary {
  readonly shape: string;
  readonly dialect: Dialect;
  readonly application: string | undefined;
  readonly user: string | undefined;
  readonly database: string | undefined;
  readonly calls: number;
  /** Share of all executions, 0 to 1. */
  readonly share: number;
  /** Number of rows (variants). */
  readonly rows: number;
  /** Number of days on which it ran; 0 if no times are recorded. */
  readonly days: number;
  readonly firstSeen: string | undefined;
  readonly lastSeen: string | undefined;
}

/** A fact that is not recorded, and how much of the history that affects. */
export interface UncarriedFact {
  readonly fact: string;
  readonly rows: number;
  readonly calls: number;
}

/** What a user should know about a history before trusting it. Serialisable. */
export interface HistoryDescription {
  readonly header: HistoryHeader;
  /** Days from the last statement to today; undefined if no source records times. */
  readonly ageDays: number | undefined;
  readonly flows: number;
  readonly top: readonly FlowSummary[];
  /** Executions of rows that were not fully understood, by reason. */
  readonly unreadable: Readonly<Record<string, number>>;
  /** Totals over all sources, by reason. */
  readonly unread: Readonly<Record<string, number>>;
  readonly passedOver: Readonly<Record<string, number>>;
  /**
   * Sorted by rows, descending; includes the facts that no history records (`inTransaction`, `lockTimeoutSet`, `role`, …).
   */
  readonly notCarried: readonly UncarriedFact[];
}

/** A row and the sum of its executions. */
interface Counted {
  readonly row: HistoryRow;
  readonly calls: number;
}

interface Flow extends Omit<FlowSummary, 'calls' | 'share' | 'rows' | 'days' | 'firstSeen' | 'lastSeen'> {
  calls: number;
  rows: number;
  readonly days: Set<string>;
}

/** Summarises a history: window, freshness, sources, totals, largest flows, missing facts. */
export function describeHistory(
  header: HistoryHeader,
  rows: readonly HistoryRow[],
  { top, today }: DescribeOptions,
): HistoryDescription {
  const counted = rows.map((row): Counted => ({ row, calls: addDays(row.days) }));
  const flows = flowsOf(counted);
  const largest = [...flows.values()].sort((a, b) => b.calls - a.calls || compareText(a.shape, b.shape)).slice(0, top);
  return {
    header,
    ageDays: header.to === undefined ? undefined : daysBetween(header.to.slice(0, 10), today),
    flows: flows.size,
    top: largest.map((flow) => summaryOf(flow, header.statements)),
    unreadable: unreadableOf(counted),
    unread: sumOf(header.sources.map(({ unread }) => unread)),
    passedOver: sumOf(header.sources.map(({ passedOver }) => passedOver)),
    notCarried: uncarriedOf(counted),
  };
}

function flowsOf(rows: readonly Counted[]): Map<string, Flow> {
  const flows = new Map<string, Flow>();
  for (const { row, calls } of rows) {
    const { dialect, caller, days } = row;
    const shape = flowShape(row.shape);
    const { application, user, database } = caller;
    const key = [dialect, shape, application || user || '', database ?? ''].join('\0');
    let flow = flows.get(key);
    if (!flow) {
      const byUser = application === undefined || application === '';
      flow = {
        shape,
        dialect,
        application,
        user: byUser ? user : undefined,
        database,
        calls: 0,
        rows: 0,
        days: new Set(),
      };
      flows.set(key, flow);
    }
    flow.rows++;
    flow.calls += calls;
    for (const day in days) if (day !== '') flow.days.add(day);
  }
  return flows;
}

function summaryOf({ days, ...flow }: Flow, statements: number): FlowSummary {
  const ordered = [...days].sort();
  return {
    ...flow,
    share: statements === 0 ? 0 : flow.calls / statements,
    days: days.size,
    firstSeen: ordered[0],
    lastSeen: ordered.at(-1),
  };
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

function byCount(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || compareText(a, b)));
}

function sumOf(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const counts of all) {
    for (const [key, count] of Object.entries(counts)) sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return byCount(sums);
}

function unreadableOf(rows: readonly Counted[]): Record<string, number> {
  const reasons = new Map<string, number>();
  for (const { row, calls } of rows) {
    const { unreadable, truncated } = row;
    const reason = unreadable ?? (truncated ? 'text cut off by the source' : undefined);
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + calls);
  }
  return byCount(reasons);
}

type Facts = Readonly<Record<string, unknown>>;

const TABLES = { statement: STATEMENT_FACTS, caller: CALLER_FACTS, operation: OPERATION_FACTS } as const;

/** Finds the facts that an object does not record; many rows share one object. */
class Uncarried {
  readonly #known = new Map<object, readonly string[]>();

  of(prefix: keyof typeof TABLES, facts: object): readonly string[] {
    let names = this.#known.get(facts);
    if (!names) {
      names = Object.keys(TABLES[prefix])
        .filter((name) => (facts as Facts)[name] === undefined)
        .map((name) => `${prefix}.${name}`);
      this.#known.set(facts, names);
    }
    return names;
  }
}

function uncarriedOf(rows: readonly Counted[]): readonly UncarriedFact[] {
  const counts = new Map<string, { rows: number; calls: number }>();
  const uncarried = new Uncarried();
  for (const { row, calls } of rows) {
    const names = new Set([...uncarried.of('statement', row.facts), ...uncarried.of('caller', row.caller)]);
    for (const operation of row.operations) {
      for (const name of uncarried.of('operation', operation)) names.add(name);
      if (operation.target.name === undefined) names.add('operation.target.name');
      if (operation.target.schema === undefined) names.add('operation.target.schema');
    }
    for (const fact of names) {
      const count = counts.get(fact) ?? { rows: 0, calls: 0 };
      counts.set(fact, { rows: count.rows + 1, calls: count.calls + calls });
    }
  }
  return [...counts]
    .map(([fact, count]) => ({ fact, ...count }))
    .sort((a, b) => b.rows - a.rows || compareText(a.fact, b.fact));
}
