import { join } from 'node:path';
import {
  type CallerMask,
  ConfigError,
  DAY_MS,
  DIALECTS,
  type Dialect,
  type HistorySourceKind,
  type NameMask,
} from '../../model/index.ts';
import type { FactReader } from '../../traffic/index.ts';
import type { HistoryInput, InputSource } from '../input/open.ts';
import { isSnapshot } from '../snapshot/header-reader.ts';
import { mergeRuns, type Run, readRun, writeRun } from '../snapshot/runs.ts';
import { NO_GAPS } from '../sources/gaps.ts';
import { EarlierReader, type EarlierReading } from '../sources/postgresql/earlier-reading.ts';
import { OpenStatements, type Part, type SourceFormat } from '../sources/source.ts';
import { CallerTable } from './caller-table.ts';
import type { ChangingName } from './changing-names.ts';
import { CountTable } from './count-table.ts';
import { CountingSink } from './counting-sink.ts';
import { NO_SAMPLE, OverlapSketch, sampleSize } from './overlap-sketch.ts';
import { Identity, type SourceTally } from './source-tally.ts';
import { ShapeMasks } from './statement-names.ts';

/** Functions of the other folders that a part of the work needs. */
export interface CollectTools {
  openInput(source: InputSource): Promise<HistoryInput>;
  /** Raises ConfigError if the format is neither requested nor detected. */
  findFormat(head: Uint8Array, name: string, requested?: HistorySourceKind): SourceFormat;
  /** @param shared memory from `shareReadings` */
  createFactReader(dialect: Dialect, shared?: SharedArrayBuffer): Promise<FactReader>;
  /** Memory with which several threads read each class of texts once. */
  shareReadings(): SharedArrayBuffer;
}

/** One part of the work; can be sent to another thread. */
export interface PartRequest {
  readonly inputs: readonly InputSource[];
  readonly part: Part;
  readonly format: HistorySourceKind | undefined;
  readonly dialect: Dialect | undefined;
  readonly linePrefix: string | undefined;
  /** An earlier export of `pg_stat_statements`, to be subtracted. */
  readonly since: InputSource | undefined;
  readonly callerMasks: readonly CallerMask[];
  readonly nameMasks: readonly NameMask[];
  readonly origin: 'tests' | undefined;
  /** Bytes that its table may hold. */
  readonly memory: number;
  /** An empty folder of its own, where it writes runs. */
  readonly folder: string;
  /** Whether the rows left in memory at the end are written to a file too, for another thread to read. */
  readonly restToFile: boolean;
  /** If other threads read the other parts: memory for what they share. */
  readonly readings: SharedArrayBuffer | undefined;
  /** Milliseconds since 1970. A time more than a day after it is invalid. */
  readonly now: number;
}

export interface PartResult {
  /** One for each input. */
  readonly tallies: readonly SourceTally[];
  /** Files of runs. */
  readonly files: readonly string[];
  /** Rows that were not written to a file. */
  readonly rest: Run;
  readonly names: readonly ChangingName[];
}

/** This many run files are merged into one, so that few are open at a time. */
const MAX_FILES = 32;

/**
 * Reads its share of all inputs. Raises ConfigError.
 *
 * @param onProgress receives the stored bytes read so far, of all inputs
 */
export async function collectPart(
  request: PartRequest,
  tools: CollectTools,
  onProgress: (consumed: number) => void = () => {},
): Promise<PartResult> {
  const spill = new Spill(request.folder);
  const counter = new Counter(request, spill);
  const readers = new Map<Dialect, FactReader>();
  const earlier = request.since === undefined ? undefined : await readEarlier(request.since, tools);
  const openStatements = new OpenStatements();
  // A failure in one input may take back the last statement of another: they are added up at the end.
  const read: (() => SourceTally)[] = [];
  const empty: EmptyInput[] = [];
  let bytesBefore = 0;
  for (const source of request.inputs) {
    const input = await tools.openInput(source);
    try {
      refuseSnapshot(input);
      if (input.head.length === 0 && request.inputs.length > 1 && request.format === undefined) {
        empty.push({ at: read.length + empty.length, name: input.name });
        continue;
      }
      const format = tools.findFormat(input.head, input.name, request.format);
      if (earlier) assertStatStatements(format, input.name);
      const dialect = dialectOf(format, request.dialect, input.name);
      const facts = readers.get(dialect) ?? (await tools.createFactReader(dialect, request.readings));
      readers.set(dialect, facts);
      facts.startInput?.(!(format.reportsFailures ?? format.kind.startsWith('postgresql-')));
      const sink = counter.begin(facts, new OverlapSketch(format.kind, sampleSize(request.inputs.length)));
      const { part, linePrefix } = request;
      const reader = format.open(sink, { dialect, part, linePrefix, earlier, openStatements });
      const identity = new Identity();
      for await (const chunk of input.chunks()) {
        identity.add(chunk);
        reader.write(chunk);
        onProgress(bytesBefore + input.consumed());
      }
      reader.end();
      bytesBefore += input.consumed();
      const damage = input.damage();
      const own = {
        kind: format.kind,
        name: input.name,
        dialect,
        identity: identity.digest(),
        bytes: identity.bytes,
        notCarried: [...format.notCarried, ...(reader.notCarried?.() ?? [])],
        gaps: reader.gaps?.() ?? NO_GAPS,
        notes: [...reader.notes(), ...sink.notes(), ...(damage === undefined ? [] : [damage])],
      };
      read.push(() => ({ ...sink.tally(), ...own }));
    } finally {
      await input.close();
    }
  }
  openStatements.end();
  const tallies = read.map((tally) => tally());
  const [firstTally] = tallies;
  // If all files are empty, their format cannot be detected.
  if (!firstTally) for (const { name } of empty) tools.findFormat(new Uint8Array(0), name, undefined);
  else for (const { at, name } of empty) tallies.splice(at, 0, emptyTally(name, firstTally));
  const rest = counter.rest();
  const names = counter.names();
  if (!request.restToFile) return { tallies, files: spill.files, rest, names };
  spill.write(rest);
  return { tallies, files: spill.files, rest: [], names };
}

async function readEarlier(source: InputSource, tools: CollectTools): Promise<EarlierReading> {
  const input = await tools.openInput(source);
  try {
    assertStatStatements(tools.findFormat(input.head, input.name), input.name);
    const reader = new EarlierReader();
    for await (const chunk of input.chunks()) reader.write(chunk);
    return reader.end();
  } finally {
    await input.close();
  }
}

function assertStatStatements({ kind }: SourceFormat, name: string): void {
  if (kind !== 'pg-stat-statements')
    throw new ConfigError(`\`--since\` is for two exports of \`pg_stat_statements\`: this is \`${kind}\``, {
      file: name,
    });
}

/** For example a log that was rotated before anything was written to it. */
interface EmptyInput {
  readonly at: number;
  readonly name: string;
}

/** An empty input is assumed to have the format of another input. */
function emptyTally(name: string, { kind, dialect }: SourceTally): SourceTally {
  return {
    ...{ kind, dialect, name, identity: new Identity().digest(), bytes: 0, first: Infinity, last: -Infinity },
    ...{ statements: 0, records: 0, unreadRecords: 0, truncated: 0, oddTimes: 0 },
    ...{ unread: new Map(), passedOver: new Map(), notCarried: [], notes: ['the file is empty'], places: [] },
    ...{ gaps: NO_GAPS, sample: NO_SAMPLE },
  };
}

const TEXT = new TextDecoder();

function refuseSnapshot({ head, name }: HistoryInput): void {
  if (isSnapshot(TEXT.decode(head.subarray(0, 256))))
    throw new ConfigError('this is already a snapshot: combine snapshots with `querygate history merge`', {
      file: name,
    });
}

/**
 * The requested dialect applies to inputs that can have it: with logs of two databases, each is read in its own
 * dialect.
 */
function dialectOf(format: SourceFormat, requested: Dialect | undefined, name: string): Dialect {
  if (requested !== undefined && format.dialects.includes(requested)) return requested;
  if (format.kind === 'jsonl' || format.dialects === DIALECTS) {
    const what = format.kind === 'jsonl' ? 'JSON Lines do not name' : `\`${format.kind}\` logs do not name`;
    throw new ConfigError(`${what} the dialect of their SQL: pass \`--dialect\``, { file: name });
  }
  return format.dialects[0];
}

/** Writes tables that are too large for memory to disk. */
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
        `cannot write to the temporary folder (${code}): free some disk space, set \`TMPDIR\` to another folder, or raise \`--memory\``,
      );
    }
    return path;
  }
}

/** Counts what the readers of all inputs find. */
class Counter {
  readonly #table: CountTable;
  readonly #callers: CallerTable;
  readonly #spill: Spill;
  readonly #memory: number;
  readonly #latest: number;

  constructor({ memory, now, callerMasks, nameMasks, origin }: PartRequest, spill: Spill) {
    this.#callers = new CallerTable(callerMasks);
    this.#table = new CountTable(new ShapeMasks(nameMasks), this.#callers.names, origin);
    this.#memory = memory;
    this.#latest = now + DAY_MS;
    this.#spill = spill;
  }

  begin(facts: FactReader, overlap: OverlapSketch): CountingSink {
    return new CountingSink(facts, this.#table, this.#callers, overlap, this.#latest, () => this.#spillIfFull());
  }

  names(): readonly ChangingName[] {
    return this.#callers.names.all();
  }

  rest(): Run {
    return this.#table.takeRun();
  }

  #spillIfFull(): void {
    if (this.#table.bytes + this.#callers.bytes <= this.#memory) return;
    this.#spill.write(this.#table.takeRun());
    this.#callers.clear();
  }
}
