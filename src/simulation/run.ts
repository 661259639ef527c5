import type { CallerFacts, CallerPattern, HistoryRow, Operation, StatementFacts } from '../model/index.ts';

/** What rules see of a query that ran: a row of a history, or a declared flow. */
export interface Run {
  readonly operations: readonly Operation[];
  readonly facts: StatementFacts;
  readonly caller: CallerFacts;
  readonly callerPatterns?: readonly CallerPattern[] | undefined;
}

/** A row and all its executions: counted once, since a window of months has as many days. */
export interface CountedRow {
  readonly row: HistoryRow;
  readonly calls: number;
}

export function countRows(rows: readonly HistoryRow[]): CountedRow[] {
  return rows.map((row) => {
    let calls = 0;
    for (const day in row.days) calls += row.days[day] ?? 0;
    return { row, calls };
  });
}
