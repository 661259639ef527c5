import { createHash } from 'node:crypto';
import {
  type CallerMask,
  type Dialect,
  type HistoryHeader,
  type HistoryRow,
  type HistorySource,
  type ProposedMasks,
  UNKNOWN_SURROUNDINGS,
} from '../../model/index.ts';
import { dayNumber, daysText, dayText } from '../snapshot/days.ts';
import { DEFAULT_MAX_VARIANTS, type FoldCount, foldFlows } from '../snapshot/fold.ts';
import { headerOf } from '../snapshot/header.ts';
import { RowReader } from '../snapshot/row-reader.ts';
import { callerText, RowWriter, rowLine } from '../snapshot/row-text.ts';
import { compareLines, mergeRuns, type RunLine } from '../snapshot/runs.ts';
import { writeSnapshot } from '../snapshot/write.ts';
import { callerOf } from './caller-table.ts';
import { ChangingNames } from './changing-names.ts';
import { Cleaners } from './cleaners.ts';
import { instant } from './source-tally.ts';
import { onOlderTables } from './tables-of-tests.ts';

/** A query that a session ran. */
export interface RecordedQuery {
  readonly session: string;
  /** Its rows without their days, as JSON: see `TrafficRows`. */
  readonly rows: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly hasFailed: boolean;
}

export interface RecordedSnapshotOptions {
  readonly dialect: Dialect;
  readonly callerMasks: readonly CallerMask[];
  readonly now: Date;
}

/** Parallel tests often have only two databases. */
const MIN_NAMES = 2;
const NAME = 'tests';
const FAILED = 'failed statement';
const CLEANED = 'statement of a cleaner, which empties tables between tests';

interface Executions {
  readonly row: HistoryRow;
  readonly days: Map<string, number>;
}

/** Counts what tests run, for a snapshot. */
export class RecordedTests {
  readonly #rows = new Map<string, Executions>();
  readonly #cleaners = new Cleaners();
  readonly #reader = new RowReader();
  #first = Infinity;
  #last = -Infinity;
  #queries = 0;
  #failed = 0;

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  add({ session, rows, at, hasFailed }: RecordedQuery): void {
    if (hasFailed) {
      this.#failed++;
      return;
    }
    this.#first = Math.min(this.#first, at);
    this.#last = Math.max(this.#last, at);
    this.#queries++;
    const day = dayText(dayNumber(at));
    for (const text of rows) {
      const known = this.#rows.get(text) ?? { row: this.#reader.read(rowLine(text, '{"":1}')), days: new Map() };
      this.#rows.set(text, known);
      known.days.set(day, (known.days.get(day) ?? 0) + 1);
      this.#cleaners.add(session, text, known.row);
    }
  }

  /** Raises ConfigError if it cannot be written. */
  async write(
    path: string,
    { dialect, callerMasks, now }: RecordedSnapshotOptions,
  ): Promise<{ readonly header: HistoryHeader; readonly proposals: ProposedMasks }> {
    const cleaned = this.#cleaners.texts();
    const names = new ChangingNames();
    const writer = new RowWriter();
    const lines: RunLine[] = [];
    let [statements, skipped] = [0, 0];
    for (const [text, { row, days }] of this.#rows) {
      const count = [...days.values()].reduce((sum, calls) => sum + calls, 0);
      if (cleaned.has(text)) {
        skipped += count;
        continue;
      }
      statements += count;
      const caller = callerIn(row, callerMasks, names);
      lines.push({ tuple: writer.tuple(asInProduction(row)), caller, days: daysText(days) });
    }
    const source: HistorySource = {
      ...{ kind: 'recorded', origin: 'tests', gaps: [], name: NAME, dialect, identity: this.#identity(now) },
      ...{ from: instant(this.#first), to: instant(this.#last), bytes: this.#bytes(), statements },
      ...{ records: this.#queries, unreadRecords: 0, unread: {}, truncated: 0 },
      passedOver: { ...(skipped > 0 && { [CLEANED]: skipped }), ...(this.#failed > 0 && { [FAILED]: this.#failed }) },
      ...{ notCarried: [], notes: [] },
    };
    const folded: FoldCount = { flows: 0, rows: 0 };
    const run = foldFlows(mergeRuns([lines.sort(compareLines)]), DEFAULT_MAX_VARIANTS, folded);
    const proposals = names.proposals(MIN_NAMES);
    const header = await writeSnapshot(path, run, (written) =>
      headerOf([source], { maxVariants: DEFAULT_MAX_VARIANTS, ...folded }, written, now),
    );
    return { header, proposals };
  }

  #bytes(): number {
    return [...this.#rows.keys()].reduce((sum, text) => sum + text.length, 0);
  }

  /** Of this run of the tests: another one is another source, even if it runs the same. */
  #identity(now: Date): string {
    const hash = createHash('sha256').update(now.toISOString());
    for (const text of this.#rows.keys()) hash.update(text);
    return hash.digest('hex');
  }
}

/** Tests run in transactions and with timeouts of their own, which say nothing about production. */
function asInProduction(row: HistoryRow): HistoryRow {
  // Rows share facts, whose names are getters.
  return { ...row, facts: Object.create(row.facts, NOT_KNOWN), operations: onOlderTables(row.operations) };
}

const NOT_KNOWN = Object.fromEntries(
  Object.entries(UNKNOWN_SURROUNDINGS).map(([name, value]) => [name, { value, enumerable: true }]),
);

function callerIn({ caller, callerPatterns = [] }: HistoryRow, masks: readonly CallerMask[], names: ChangingNames) {
  const { facts, patterns } = callerOf(caller, caller.tags, callerPatterns.includes('tags'), masks);
  const all = [...new Set([...callerPatterns, ...patterns])];
  for (const fact of ['user', 'application', 'database'] as const) {
    const name = facts[fact];
    if (name !== undefined && !all.includes(fact)) names.add(fact, name);
  }
  return callerText(facts, all);
}
