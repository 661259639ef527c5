import type { CallerFacts, CallerPattern, HistoryRow, Operation, StatementFacts } from '../model/index.ts';

/** The facts of a query that rules can see: a row of a history, or a declared flow. */
export interface Run {
  readonly operations: readonly Operation[];
  readonly facts: StatementFacts;
  readonly caller: CallerFacts;
  readonly callerPatterns?: readonly CallerPattern[] | undefined;
}

/** A row with its total number of executions, summed up once: a row can have a count for each of many days. */
export interface CountedRow {
  readonly row: HistoryRow;
  readonly calls: number;
}

export function countRows(rows: readonly HistoryRow[]): CountedRow[] {
  // Rows of a snapshot share equal counts.
  const known = new Map<HistoryRow['days'], number>();
  return rows.map((row) => {
    let calls = known.get(row.days);
    if (calls === undefined) {
      calls = 0;
      for (const day in row.days) calls += row.days[day] ?? 0;
      known.set(row.days, calls);
    }
    return { row, calls };
  });
}
