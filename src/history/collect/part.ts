import { join } from 'node:path';
import { ConfigError, type Dialect, type HistorySourceKind } from '../../model/index.ts';
import type { FactReader, LoggedStatement } from '../../traffic/index.ts';
import type { HistoryInput, InputSource } from '../input/open.ts';
import { dayOf, UNDATED } from '../snapshot/days.ts';
import { isSnapshot } from '../snapshot/header-reader.ts';
import { ReasonCounts } from '../snapshot/reason-counts.ts';
import { mergeRuns, type Run, readRun, writeRun } from '../snapshot/runs.ts';
import type { Part, SourceFormat, StatementSink } from '../sources/source.ts';
import { type Caller, CallerTable } from './caller-table.ts';
import { CountTable } from './count-table.ts';
import { Identity, MAX_PLACES, type SourceTally, type UnreadPlace } from './source-tally.ts';

/** What a part of the work needs of the rest of the folder. */
export interface CollectTools {
  openInput(source: InputSource): Promise<HistoryInput>;
  /** Raises ConfigError where the format is neither told nor can be found. */
  findFormat(head: Uint8Array, name: string, told?: HistorySourceKind): SourceFormat;
  createFactReader(dialect: Dialect): Promise<FactReader>;
}

/** One part of the work; can be sent to another thread. */
export interface PartRequest {
  readonly inputs: readonly InputSource[];
  readonly part: Part;
  readonly format: HistorySourceKind | undefined;
  readonly dialect: Dialect | undefined;
  readonly linePrefix: string | undefined;
  /** Bytes that its table may hold. */
  readonly memory: number;
  /** Its own, empty; runs are written there. */
  readonly folder: string;
  /** Whether what is left in memory at the end goes to a file too, for another thread to read. */
  readonly restToFile: boolean;
  /** Milliseconds since 1970: what ran later than a day from here has a wrong time. */
  readonly now: number;
}

export interface PartResult {
  /** One for each input. */
  readonly tallies: readonly SourceTally[];
  /** Files of runs. */
  readonly files: readonly string[];
  /** What was never written to a file. */
  readonly rest: Run;
}

/** So many files of runs are made one, so that few are open at a time. */
const MAX_FILES = 32;
const DAY_MS = 86_400_000;

/**
 * Reads its share of all inputs. Raises ConfigError.
 *
 * @param onProgress takes the bytes read so far, of all inputs, as they are stored
 */
export async function collectPart(
  request: PartRequest,
  tools: CollectTools,
  onProgress: (consumed: number) => void = () => {},
): Promise<PartResult> {
  const spill = new Spill(request.folder);
  const counter = new Counter(request, spill);
  const readers = new Map<Dialect, FactReader>();
  const tallies: SourceTally[] = [];
  const empty: EmptyInput[] = [];
  let before = 0;
  for (const source of request.inputs) {
    const input = await tools.openInput(source);
    try {
      refuseSnapshot(input);
      if (input.head.length === 0 && request.inputs.length > 1 && request.format === undefined) {
        empty.push({ at: tallies.length + empty.length, name: input.name });
        continue;
      }
      const format = tools.findFormat(input.head, input.name, request.format);
      const dialect = dialectOf(format, request.dialect, input.name);
      const facts = readers.get(dialect) ?? (await tools.createFactReader(dialect));
      readers.set(dialect, facts);
      facts.startInput?.(!format.kind.startsWith('postgresql-'));
      const sink = counter.begin(facts);
      const { part, linePrefix } = request;
      const reader = format.open(sink, { dialect, part, ...(linePrefix !== undefined && { linePrefix }) });
      const identity = new Identity();
      for await (const chunk of input.chunks()) {
        identity.add(chunk);
        reader.write(chunk);
        onProgress(before + input.consumed());
      }
      reader.end();
      before += input.consumed();
      const damage = input.damage();
      tallies.push({
        ...sink.tally(),
        kind: format.kind,
        name: input.name,
        dialect,
        identity: identity.digest(),
        bytes: identity.bytes,
        notCarried: [...format.notCarried, ...(reader.notCarried?.() ?? [])],
        notes: [...reader.notes(), ...sink.notes(), ...(damage === undefined ? [] : [damage])],
      });
    } finally {
      await input.close();
    }
  }
  const [like] = tallies;
  // Nothing tells what an empty file is, if all are.
  if (!like) for (const { name } of empty) tools.findFormat(new Uint8Array(0), name, undefined);
  else for (const { at, name } of empty) tallies.splice(at, 0, emptyTally(name, like));
  const rest = counter.rest();
  if (!request.restToFile) return { tallies, files: spill.files, rest };
  spill.write(rest);
  return { tallies, files: spill.files, rest: [] };
}

/** A log that was rotated before anything was written to it, say. */
interface EmptyInput {
  readonly at: number;
  readonly name: string;
}

/** It is taken for what another input is. */
function emptyTally(name: string, { kind, dialect }: SourceTally): SourceTally {
  return {
    ...{ kind, dialect, name, identity: new Identity().digest(), bytes: 0, first: Infinity, last: -Infinity },
    ...{ statements: 0, records: 0, unreadRecords: 0, truncated: 0, oddTimes: 0 },
    ...{ unread: new Map(), passedOver: new Map(), notCarried: [], notes: ['the file is empty'], places: [] },
  };
}

const TEXT = new TextDecoder();

function refuseSnapshot({ head, name }: HistoryInput): void {
  if (isSnapshot(TEXT.decode(head.subarray(0, 256))))
    throw new ConfigError('this is a snapshot already: `querygate history merge` puts several together', {
      file: name,
    });
}

/** A dialect that is told holds for what can hold it: of logs of two databases, each is read as it is. */
function dialectOf(format: SourceFormat, told: Dialect | undefined, name: string): Dialect {
  if (told !== undefined && format.dialects.includes(told)) return told;
  if (format.kind === 'jsonl')
    throw new ConfigError('JSON Lines do not say in which dialect their SQL is: name it with `--dialect`', {
      file: name,
    });
  return format.dialects[0];
}

/** Takes tables that are too large for memory onto the disk. */
class Spill {
  files: readonly string[] = [];
  readonly #folder: string;
  #made = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  write(run: Run): void {
    if (this.files.length >= MAX_FILES) this.files = [this.#write(mergeRuns(this.files.map(readRun)))];
    this.files = [...this.files, this.#write(run)];
  }

  #write(run: Run): string {
    const path = join(this.#folder, `run-${this.#made++}`);
    try {
      writeRun(path, run);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
      if (code === undefined) throw error;
      throw new ConfigError(
        `cannot write to the temporary folder (${code}): give it room, name another with \`TMPDIR\`, or allow more \`--memory\``,
      );
    }
    return path;
  }
}

/** Counts what the readers of all inputs find. */
class Counter {
  readonly #table = new CountTable();
  readonly #callers = new CallerTable();
  readonly #spill: Spill;
  readonly #memory: number;
  readonly #latest: number;

  constructor({ memory, now }: PartRequest, spill: Spill) {
    this.#memory = memory;
    this.#latest = now + DAY_MS;
    this.#spill = spill;
  }

  begin(facts: FactReader): CountingSink {
    return new CountingSink(facts, this.#table, this.#callers, this.#latest, () => this.#relieve());
  }

  rest(): Run {
    return this.#table.takeRun();
  }

  #relieve(): void {
    if (this.#table.bytes + this.#callers.bytes <= this.#memory) return;
    this.#spill.write(this.#table.takeRun());
    this.#callers.clear();
  }
}

/** Bytes of one statement: reading one in full takes some fifty times its length of memory. */
const MAX_STATEMENT = 4 * 1024 * 1024;

const NAMES_CHANGED =
  'parts of user and application names that change from process to process stand as `*`: a rule that depends on them is undecided';
const TAGS_CHANGED =
  'some tags of comments are left out or altered: a rule that reads `caller.tags` there is undecided';

class CountingSink implements StatementSink {
  readonly #facts: FactReader;
  readonly #table: CountTable;
  readonly #callers: CallerTable;
  readonly #latest: number;
  readonly #relieve: () => void;
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
  readonly #changed = new Set<string>();
  #noted: Caller | undefined;

  constructor(facts: FactReader, table: CountTable, callers: CallerTable, latest: number, relieve: () => void) {
    this.#facts = facts;
    this.#table = table;
    this.#callers = callers;
    this.#latest = latest;
    this.#relieve = relieve;
  }

  statement(statement: LoggedStatement): void {
    const { calls, truncated } = statement;
    if (!Number.isSafeInteger(calls) || calls < 1) {
      this.unread('its count of executions is no whole number from 1', 0, 1);
      return;
    }
    if (statement.end - statement.start > MAX_STATEMENT) {
      this.unread('statement longer than 4 MiB', 0, calls);
      return;
    }
    const text = this.#facts.read(statement);
    const { length } = text.tuples;
    if (length === 0) {
      this.#passedOver.add('text without a statement', calls);
      return;
    }
    this.#statements += calls * length;
    this.#records++;
    if (truncated) for (const tuple of text.tuples) if (tuple.truncated) this.#truncated += calls;
    const caller = this.#callers.of(statement, this.#tags(statement), this.#facts.tagsInPart?.() === true);
    if (caller.patterns.length > 0 && caller !== this.#noted) this.#noteChanged(caller);
    this.#table.add(text, caller, this.#day(statement), calls);
    this.#relieve();
  }

  /** A text that was normalised or cut off may have lost the comment that held them. */
  #tags({ normalised, truncated }: LoggedStatement): Readonly<Record<string, string>> | undefined {
    return normalised || truncated ? undefined : this.#facts.tags();
  }

  #day({ at, calls }: LoggedStatement): number {
    if (at >= 0 && at <= this.#latest) {
      if (at < this.#first) this.#first = at;
      if (at > this.#last) this.#last = at;
      return dayOf(at);
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

  #noteChanged(caller: Caller): void {
    this.#noted = caller;
    for (const name of caller.patterns) this.#changed.add(name === 'tags' ? TAGS_CHANGED : NAMES_CHANGED);
  }

  notes(): readonly string[] {
    return [NAMES_CHANGED, TAGS_CHANGED].filter((note) => this.#changed.has(note));
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
    };
  }
}
