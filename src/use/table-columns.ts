import { flowCaller, type HistoryRow } from '../model/index.ts';
import { lastPartOf } from '../sql/index.ts';
import { ANYWHERE, laterDay } from './count.ts';
import type { UseQuestion } from './question.ts';
import { useIn } from './row-use.ts';

/** How a history uses a column. */
export interface ColumnUse {
  readonly name: string;
  readonly calls: number;
  readonly writes: number;
  readonly callers: number;
  /** `YYYY-MM-DD`; empty if the history has no days. */
  readonly lastDay: string;
}

interface Tally {
  calls: number;
  writes: number;
  lastDay: string;
  readonly callers: Set<string>;
}

/** No column has this name: what uses it uses all. */
const ALL = '\u0000';
/** Columns that are counted. Tables with more are rare, and hostile SQL can name any number. */
const MAX_COLUMNS = 2_000;

/** Counts how a history uses the columns of a table that its statements name. */
export class TableColumns {
  readonly #table: UseQuestion;
  readonly #columns = new Map<string, Tally>();
  readonly #all = newTally();

  constructor(table: UseQuestion) {
    this.#table = table;
  }

  add(row: HistoryRow): void {
    if (useIn(row, this.#table, ANYWHERE).uses !== 'yes') return;
    const uses = (column: string) => useIn(row, { ...this.#table, column }, ANYWHERE);
    const all = uses(ALL);
    if (all.uses === 'yes') return count(this.#all, row, all.writes);
    for (const column of this.#namedIn(row)) {
      const { uses: isUsed, writes } = uses(column);
      if (isUsed !== 'yes') continue;
      const tally = this.#columns.get(column) ?? newTally();
      if (this.#columns.size < MAX_COLUMNS) this.#columns.set(column, tally);
      count(tally, row, writes);
    }
  }

  /** The names in the statement that may be columns of the table. */
  #namedIn({ facts, operations }: HistoryRow): ReadonlySet<string> {
    const name = this.#table.name.toLowerCase();
    const onTable = operations.filter(({ target }) => target.name?.toLowerCase() === name);
    return new Set([
      ...(facts.columnsRead ?? []),
      ...onTable.flatMap(({ columns, filterColumns }) => [...(columns ?? []), ...(filterColumns ?? [])]),
      ...(facts.pinnedColumns ?? []).map((column) => lastPartOf(column)),
    ]);
  }

  /** Calls that use all columns, such as `SELECT *`: they count for each. */
  get ofAll(): number {
    return this.#all.calls;
  }

  /** Most calls first. */
  columns(): readonly ColumnUse[] {
    const all = this.#all;
    return [...this.#columns]
      .map(([name, { calls, writes, lastDay, callers }]) => ({
        ...{ name, calls: calls + all.calls, writes: writes + all.writes },
        callers: new Set([...callers, ...all.callers]).size,
        lastDay: laterDay(lastDay, all.lastDay),
      }))
      .sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
  }
}

function newTally(): Tally {
  return { calls: 0, writes: 0, lastDay: '', callers: new Set() };
}

function count(tally: Tally, row: HistoryRow, writes: boolean): void {
  for (const [day, calls] of Object.entries(row.days)) {
    tally.calls += calls;
    if (writes) tally.writes += calls;
    tally.lastDay = laterDay(tally.lastDay, day);
  }
  tally.callers.add(flowCaller(row));
}
