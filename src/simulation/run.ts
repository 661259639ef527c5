import type { CallerFacts, HistoryRow, Operation, StatementFacts } from '../model/index.ts';

/** What rules see of a query that ran: a row of a history, or a declared flow. */
export interface Run {
  readonly operations: readonly Operation[];
  readonly facts: StatementFacts;
  readonly caller: CallerFacts;
}

/** All executions of a row. */
export function callsOf({ days }: Pick<HistoryRow, 'days'>): number {
  let calls = 0;
  for (const day in days) calls += days[day] ?? 0;
  return calls;
}
