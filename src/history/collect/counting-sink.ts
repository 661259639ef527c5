import type { FactReader, LoggedStatement, ReadText } from '../../traffic/index.ts';
import { dayNumber, UNDATED } from '../snapshot/days.ts';
import { ReasonCounts } from '../snapshot/reason-counts.ts';
import type { StartedStatement, StatementSink } from '../sources/source.ts';
import type { Caller, CallerTable } from './caller-table.ts';
import type { CountTable } from './count-table.ts';
import type { OverlapSketch } from './overlap-sketch.ts';
import { MAX_PLACES, type UnreadPlace } from './source-tally.ts';

/** Bytes of one statement: reading one in full takes about fifty times its length in memory. */
const MAX_STATEMENT = 4 * 1024 * 1024;

const NAMES_MASKED =
  'parts of user and application names that differ between processes are replaced by `*`: a rule that depends on them is undecided';
const TAGS_MASKED =
  'some comment tags are left out or masked: a rule that reads `caller.tags` of these callers is undecided';

type Executions = Pick<LoggedStatement, 'at' | 'calls' | 'truncated'>;

const ALREADY_REPORTED: StartedStatement = { ran: () => undefined, failed: () => undefined };

/** Counts what the reader of one input finds. */
export class CountingSink implements StatementSink {
  readonly #facts: FactReader;
  readonly #table: CountTable;
  readonly #callers: CallerTable;
  readonly #overlap: OverlapSketch;
  readonly #latest: number;
  readonly #spillIfFull: () => void;
  readonly #unread = new ReasonCounts();
  readonly #passedOver = new ReasonCounts();
  readonly #places: UnreadPlace[] = [];
  #first = Infinity;
  #last = -Infinity;
  #statements = 0;
  #records = 0;
  #unreadRecords = 0;
  #truncated = 0;
  #oddTimes = 0;
  readonly #maskNotes = new Set<string>();
  #lastNoted: Caller | undefined;

  constructor(
    facts: FactReader,
    table: CountTable,
    callers: CallerTable,
    overlap: OverlapSketch,
    latest: number,
    spillIfFull: () => void,
  ) {
    this.#facts = facts;
    this.#table = table;
    this.#callers = callers;
    this.#overlap = overlap;
    this.#latest = latest;
    this.#spillIfFull = spillIfFull;
  }

  statement(statement: LoggedStatement): void {
    const text = this.#read(statement);
    if (!text) return;
    const sampled = this.#overlap.sampled(statement);
    if (sampled) this.#overlap.add(sampled);
    this.#count(text, this.#callerOf(statement), statement);
  }

  started(statement: LoggedStatement): StartedStatement {
    const text = this.#read(statement);
    if (!text) return ALREADY_REPORTED;
    const { at, calls, truncated } = statement;
    const caller = this.#callerOf(statement);
    const sampled = this.#overlap.sampled(statement);
    return {
      ran: () => {
        if (sampled) this.#overlap.add(sampled);
        this.#count(text, caller, { at, calls, truncated });
      },
      failed: (what = 'line of a failed statement') => this.skipped(what),
    };
  }

  /** Undefined if it is not counted: it is then reported as something else. */
  #read(statement: LoggedStatement): ReadText | undefined {
    const { calls } = statement;
    if (!Number.isSafeInteger(calls) || calls < 1) {
      this.unread('execution count is not a positive integer', 0, 1);
      return undefined;
    }
    if (statement.end - statement.start > MAX_STATEMENT) {
      this.unread('statement longer than 4 MiB', 0, calls);
      return undefined;
    }
    const text = this.#facts.read(statement);
    if (text.tuples.length > 0) return text;
    this.#passedOver.add('text without a statement', calls);
    return undefined;
  }

  #callerOf(statement: LoggedStatement): Caller {
    return this.#callers.of(statement, this.#tags(statement), this.#facts.tagsInPart?.() === true);
  }

  /** Counts the executions of a text. */
  #count(text: ReadText, caller: Caller, executions: Executions): void {
    const { calls, truncated } = executions;
    this.#statements += calls * text.tuples.length;
    this.#records++;
    if (truncated) for (const tuple of text.tuples) if (tuple.truncated) this.#truncated += calls;
    if (caller.patterns.length > 0 && caller !== this.#lastNoted) this.#noteMasked(caller);
    this.#table.add(text, caller, this.#day(executions), calls);
    this.#spillIfFull();
  }

  /** A normalised or cut-off text may have lost its comment, and the tags in it. */
  #tags({ normalised, truncated }: LoggedStatement): Readonly<Record<string, string>> | undefined {
    return normalised || truncated ? undefined : this.#facts.tags();
  }

  #day({ at, calls }: Executions): number {
    if (at >= 0 && at <= this.#latest) {
      if (at < this.#first) this.#first = at;
      if (at > this.#last) this.#last = at;
      return dayNumber(at);
    }
    if (!Number.isNaN(at)) this.#oddTimes += calls;
    return UNDATED;
  }

  unread(reason: string, line: number, calls: number): void {
    this.#unread.add(reason, calls);
    this.#unreadRecords++;
    if (line > 0 && this.#places.length < MAX_PLACES) this.#places.push({ reason, line });
  }

  failed(session: string): void {
    this.#facts.failed?.(session);
  }

  skipped(what: string): void {
    this.#passedOver.add(what, 1);
  }

  #noteMasked(caller: Caller): void {
    this.#lastNoted = caller;
    for (const name of caller.patterns) this.#maskNotes.add(name === 'tags' ? TAGS_MASKED : NAMES_MASKED);
  }

  notes(): readonly string[] {
    return [NAMES_MASKED, TAGS_MASKED].filter((note) => this.#maskNotes.has(note));
  }

  tally() {
    return {
      first: this.#first,
      last: this.#last,
      statements: this.#statements,
      records: this.#records,
      unreadRecords: this.#unreadRecords,
      truncated: this.#truncated,
      oddTimes: this.#oddTimes,
      unread: this.#unread.counts,
      passedOver: this.#passedOver.counts,
      places: this.#places,
      sample: this.#overlap.sample(),
    };
  }
}
