import type { CallerFacts, HistoryRow, Operation, StatementFacts } from '../model/index.ts';

/** What rules see of a query that ran: a row of a history, or a declared flow. */
export interface Run {
  readonly operations: readonly Operation[];
  readonly facts: StatementFacts;
  readonly caller: CallerFacts;
}

/** Counted once a row: a window of months has as many days. */
const counted = new WeakMap<HistoryRow['days'], number>();

/** All executions of a row. */
export function callsOf({ days }: Pick<HistoryRow, 'days'>): number {
  const known = counted.get(days);
  if (known !== undefined) return known;
  let calls = 0;
  for (const day in days) calls += days[day] ?? 0;
  counted.set(days, calls);
  return calls;
}
