import {
  CALLER_FACTS,
  CALLER_PATTERNS,
  type HistoryRow,
  OPERATION_FACTS,
  type Operation,
  STATEMENT_FACTS,
  type Target,
} from '../../model/index.ts';
import { type Days, daysText } from './days.ts';
import { RowReader } from './row-reader.ts';
import { callerText, RowWriter } from './row-text.ts';
import { compareFlows, compareLines, type Run, type RunLine, textOf } from './runs.ts';

export const DEFAULT_MAX_VARIANTS = 1000;
/** Reason given in a row that stands for too many different statements of a flow. */
export const TOO_MANY = 'too many variants of one flow (`--max-variants`)';

/** What was folded. */
export interface FoldCount {
  flows: number;
  rows: number;
}

type Row = Omit<HistoryRow, 'days'>;

/**
 * Folds the rows of each flow with more than `maxVariants` rows into one row, in which facts that differ are not
 * recorded. Rows stay apart if they differ in anything that cannot be marked as not recorded (operation kinds,
 * reasons). If even that leaves too many rows, the flow becomes one row with nothing known.
 *
 * @param count receives the totals; complete once all rows have been iterated
 */
export function* foldFlows(lines: Run, maxVariants: number, count: FoldCount): Generator<RunLine> {
  let group: RunLine[] = [];
  let folding: FlowFold | undefined;
  function* flush(): Generator<RunLine> {
    if (folding) {
      count.flows++;
      count.rows += folding.rows;
      yield* folding.lines();
    } else yield* group;
    group = [];
    folding = undefined;
  }
  let last: RunLine | undefined;
  for (const line of lines) {
    if (last && compareFlows(line, last) !== 0) yield* flush();
    last = line;
    if (folding) folding.add(line);
    else if (group.push(line) > maxVariants) {
      folding = new FlowFold(maxVariants);
      for (const entry of group) folding.add(entry);
      group = [];
    }
  }
  yield* flush();
}

interface Folded {
  row: Row;
  readonly days: Map<string, number>;
}

class FlowFold {
  rows = 0;
  readonly #maxVariants: number;
  readonly #reader = new RowReader();
  readonly #folded = new Map<string, Folded>();
  #overflown = false;

  constructor(maxVariants: number) {
    this.#maxVariants = maxVariants;
  }

  add(line: RunLine): void {
    this.rows++;
    const row: Row = this.#reader.read(textOf(line));
    const counts = Object.entries(JSON.parse(line.days) as Days);
    this.#put(this.#overflown ? nothingKnown(row) : row, counts);
    if (this.#folded.size <= this.#maxVariants) return;
    this.#overflown = true;
    const all = [...this.#folded.values()];
    this.#folded.clear();
    for (const entry of all) this.#put(nothingKnown(entry.row), entry.days);
  }

  #put(row: Row, days: Iterable<readonly [string, number]>): void {
    const key = skeleton(row);
    const existing = this.#folded.get(key);
    if (!existing) {
      this.#folded.set(key, { row, days: new Map(days) });
      return;
    }
    existing.row = merged(existing.row, row);
    for (const [day, calls] of days) existing.days.set(day, (existing.days.get(day) ?? 0) + calls);
  }

  lines(): readonly RunLine[] {
    const writer = new RowWriter();
    const lines = [...this.#folded.values()].map(({ row, days }) => ({
      tuple: writer.tuple(row),
      caller: callerText(row.caller, row.callerPatterns),
      days: daysText(days),
    }));
    return lines.sort(compareLines);
  }
}

/** The parts in which folded rows must be equal, because a row cannot mark them as not recorded. */
function skeleton({ operations, unreadable, truncated, formerShape }: Row): string {
  return JSON.stringify([
    operations.map(({ kind, place, target }) => [kind, place, target.quoted]),
    unreadable ?? null,
    truncated,
    formerShape ?? null,
  ]);
}

function nothingKnown(row: Row): Row {
  return { ...row, operations: [], facts: common(STATEMENT_FACTS, {}, row.facts), unreadable: TOO_MANY };
}

function merged(a: Row, b: Row): Row {
  return {
    ...a,
    caller: common(CALLER_FACTS, a.caller, b.caller),
    callerPatterns: patternsOf(a, b),
    facts: common(STATEMENT_FACTS, a.facts, b.facts),
    operations:
      a.operations === b.operations
        ? a.operations
        : a.operations.map((operation, at) => commonOperation(operation, b.operations[at] ?? operation)),
  };
}

/** The patterns of either row. */
function patternsOf(a: Row, b: Row): Row['callerPatterns'] {
  if (!a.callerPatterns || !b.callerPatterns) return a.callerPatterns ?? b.callerPatterns;
  return CALLER_PATTERNS.filter((name) => a.callerPatterns?.includes(name) || b.callerPatterns?.includes(name));
}

/** The facts that are equal in both; the others are not recorded. */
function common<T extends object>(table: object, a: Partial<T>, b: T): T {
  if (a === b) return b;
  const facts: Record<string, unknown> = {};
  for (const name of Object.keys(table)) {
    const [x, y] = [a[name as keyof T], b[name as keyof T]];
    facts[name] = same(x, y) ? x : undefined;
  }
  return facts as T;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function commonOperation(a: Operation, b: Operation): Operation {
  if (a === b) return a;
  const facts = common<Operation>(OPERATION_FACTS, a, b);
  return { ...facts, target: commonTarget(a.target, b.target), span: a.span, readers: a.readers };
}

function commonTarget(a: Target, b: Target): Target {
  if (same(a, b)) return a;
  return {
    name: a.name === b.name ? a.name : undefined,
    schema: a.schema === b.schema ? a.schema : undefined,
    quoted: a.quoted,
    text: a.text === b.text ? a.text : '…',
  };
}
