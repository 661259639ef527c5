import { InternalError } from '../../model/index.ts';
import type { ReadText } from '../../traffic/index.ts';
import { daysText, dayText } from '../snapshot/days.ts';
import { RowWriter } from '../snapshot/row-text.ts';
import { compareLines, type RunLine } from '../snapshot/runs.ts';
import type { Caller } from './caller-table.ts';
import type { ChangingNames } from './changing-names.ts';
import { addNames, ShapeMasks } from './statement-names.ts';
import { onOlderTables } from './tables-of-tests.ts';

/** Executions of one text class by one caller. */
interface Count {
  readonly caller: Caller;
  day: number;
  calls: number;
  others: Map<number, number> | undefined;
}

class TextCounts {
  readonly table: CountTable;
  last: Count;
  others: Map<Caller, Count> | undefined;

  constructor(table: CountTable, first: Count) {
    this.table = table;
    this.last = first;
    this.others = undefined;
  }
}

/**
 * Estimated size in bytes of a text class, one of its operations, one of its callers, and one day. Measured: 0.6 to 0.9
 * kB per class. Half of it belongs to the table alone as long as the fact reader caches the class too.
 */
const TEXT_BYTES = 900;
const OPERATION_BYTES = 300;
const COUNT_BYTES = 150;
const DAY_BYTES = 60;

/** Counts executions by text class, caller and day. */
export class CountTable {
  /** Approximate bytes held. */
  bytes = 0;
  #texts: ReadText[] = [];
  /** Operations of the texts in the table. Texts that differ only in their numbers share them, and the shape. */
  #operations = new WeakSet<object>();
  readonly #masks: ShapeMasks;
  readonly #names: ChangingNames | undefined;
  readonly #origin: 'tests' | undefined;

  /**
   * @param masks for names in statements
   * @param names receives the names in statements
   * @param origin what ran the statements; undefined: production
   */
  constructor(masks = new ShapeMasks([]), names?: ChangingNames, origin?: 'tests') {
    this.#masks = masks;
    this.#names = names;
    this.#origin = origin;
  }

  /** @param day days since 1970, or UNDATED */
  add(text: ReadText, caller: Caller, day: number, calls: number): void {
    const { counts } = text;
    if (!(counts instanceof TextCounts) || counts.table !== this) {
      text.counts = new TextCounts(this, this.#count(caller, day, calls));
      this.#texts.push(text);
      this.bytes += TEXT_BYTES + this.#ownBytes(text);
      return;
    }
    let count = counts.last;
    if (count.caller !== caller) {
      count = this.#countOf(counts, caller, day);
      counts.last = count;
    }
    if (count.day === day) count.calls += calls;
    else this.#switchDay(count, day, calls);
  }

  /** Bytes of its statements that no earlier text shares. */
  #ownBytes({ tuples }: ReadText): number {
    let bytes = 0;
    for (const { shape, operations } of tuples) {
      const [first] = operations;
      if (first && this.#operations.has(first)) continue;
      if (first) this.#operations.add(first);
      bytes += 2 * shape.length + OPERATION_BYTES * operations.length;
    }
    return bytes;
  }

  #count(caller: Caller, day: number, calls: number): Count {
    this.bytes += COUNT_BYTES;
    return { caller, day, calls, others: undefined };
  }

  #countOf(counts: TextCounts, caller: Caller, day: number): Count {
    counts.others ??= new Map([[counts.last.caller, counts.last]]);
    let count = counts.others.get(caller);
    if (!count) {
      count = this.#count(caller, day, 0);
      counts.others.set(caller, count);
    }
    return count;
  }

  /** Switches to another day. `day` and `calls` hold the latest day, because logs are in order of time. */
  #switchDay(count: Count, day: number, calls: number): void {
    count.others ??= new Map();
    if (count.calls > 0) count.others.set(count.day, count.calls);
    const earlier = count.others.get(day);
    if (earlier === undefined) this.bytes += DAY_BYTES;
    else count.others.delete(day);
    count.day = day;
    count.calls = (earlier ?? 0) + calls;
  }

  /** Returns all rows in run order and empties the table; equal rows may follow each other. */
  takeRun(): Generator<RunLine> {
    const writer = new RowWriter();
    const rows: Row[] = [];
    for (const text of this.#texts) {
      const { counts } = text;
      if (!(counts instanceof TextCounts)) throw new InternalError('a text class lost its counts');
      const tuples = text.tuples.map((read) => {
        if (this.#names) addNames(read, this.#masks, this.#names);
        const tuple = this.#origin ? { ...read, operations: onOlderTables(read.operations) } : read;
        const shape = this.#masks.of(tuple.shape);
        return writer.tuple(shape === tuple.shape ? tuple : { ...tuple, shape });
      });
      for (const count of counts.others?.values() ?? [counts.last]) {
        for (const tuple of tuples) rows.push({ tuple, caller: count.caller, count });
      }
      text.counts = undefined;
    }
    this.#texts = [];
    this.#operations = new WeakSet();
    this.bytes = 0;
    rows.sort(compareLines);
    return runOf(rows);
  }
}

interface Row extends Omit<RunLine, 'days'> {
  readonly count: Count;
}

function* runOf(rows: readonly Row[]): Generator<RunLine> {
  for (const { tuple, caller, count } of rows) yield { tuple, caller, days: countedDays(count) };
}

function countedDays({ day, calls, others }: Count): string {
  const days: [string, number][] = [];
  if (calls > 0) days.push([dayText(day), calls]);
  for (const [other, counted] of others ?? []) days.push([dayText(other), counted]);
  return daysText(days);
}
