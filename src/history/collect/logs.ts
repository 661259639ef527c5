import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CallerMask,
  type Completeness,
  ConfigError,
  type Dialect,
  type HistorySource,
  type HistorySourceKind,
  InternalError,
  type NameMask,
  type ProposedMasks,
} from '../../model/index.ts';
import type { InputSource } from '../input/open.ts';
import { DEFAULT_MAX_VARIANTS, type FoldCount, foldFlows } from '../snapshot/fold.ts';
import { mergeRuns, type Run, readRun } from '../snapshot/runs.ts';
import { ChangingNames } from './changing-names.ts';
import { isSameTraffic, type Traffic, trafficOf } from './overlap-sketch.ts';
import { type CollectTools, collectPart, type PartRequest, type PartResult } from './part.ts';
import { placesOf, type SourceTally, sourceOf, type UnreadPlace } from './source-tally.ts';
import { collectInWorkers } from './workers.ts';

export interface Progress {
  /** Stored (compressed) bytes read so far. */
  readonly done: number;
  /** Undefined if unknown (standard input). */
  readonly total: number | undefined;
  readonly bytesPerSecond: number;
  readonly secondsLeft: number | undefined;
}

export interface CollectOptions {
  /** Whether inputs may seem to hold the same statements, which then count twice. */
  readonly allowOverlap?: boolean | undefined;
  /** Format of all inputs. Default: detected for each input. */
  readonly format?: HistorySourceKind | undefined;
  /** Dialect of inputs that do not show it. It is ignored for an input that can only be of another database. */
  readonly dialect?: Dialect | undefined;
  /** PostgreSQL's `log_line_prefix`. */
  readonly linePrefix?: string | undefined;
  /** What ran the statements of all inputs. Missing: production. */
  readonly origin?: 'tests' | undefined;
  /** What the user says about all inputs; what they do not show is assumed otherwise. */
  readonly completeness?: readonly Completeness[] | undefined;
  /** An earlier export of `pg_stat_statements`: only what ran since counts. There must be one input. */
  readonly since?: InputSource | undefined;
  /** Names of callers that change. */
  readonly callerMasks?: readonly CallerMask[] | undefined;
  /** Names in statements that match are masked in shapes. */
  readonly nameMasks?: readonly NameMask[] | undefined;
  /** Default: 1 below 64 MB of logs, otherwise one per core, up to 4. */
  readonly workers?: number | undefined;
  /** The module that a worker starts (src/entry/cli/history-worker.ts). Without it, all work is done in this thread. */
  readonly workerUrl?: URL | undefined;
  /** Megabytes for all tables of counts together; what exceeds it spills to the temporary folder. Default: 256. */
  readonly memory?: number | undefined;
  /** A flow with more rows is folded: facts that differ are not recorded. Default: 1000. */
  readonly maxVariants?: number | undefined;
  /** Default: the system's. */
  readonly temporaryFolder?: string | undefined;
  readonly now: Date;
  /** Monotonic clock in milliseconds, for the rate and the time left. */
  readonly clock?: (() => number) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** What was read, before it is written. */
export interface Collected {
  readonly sources: readonly HistorySource[];
  /** By source: the first lines that could not be read. */
  readonly places: readonly (readonly UnreadPlace[])[];
  /** Sorted and folded rows; can be iterated once. */
  readonly lines: Run;
  /** Complete once `lines` has been iterated. */
  readonly folded: FoldCount;
  readonly maxVariants: number;
  readonly workers: number;
  readonly proposals: ProposedMasks;
}

const DEFAULT_MEMORY = 256;
const THREADS_FROM = 64 * 1024 * 1024;
const MAX_WORKERS = 4;
const MAX_REQUESTED_WORKERS = 64;
const MB = 1024 * 1024;
/** Share of the allowed memory that a table may hold before it spills: sorting it takes the same amount again. */
const TABLE_SHARE = 0.4;

/**
 * Reads logs and exports, in several threads if that is faster, and passes the counts to `take`, within bounded memory.
 * Each record is counted, skipped or unread; none is dropped. Raises ConfigError.
 */
export async function collect<T>(
  inputs: readonly InputSource[],
  options: CollectOptions,
  tools: CollectTools,
  take: (collected: Collected) => Promise<T>,
): Promise<T> {
  if (inputs.length === 0) throw new ConfigError('no log given: name the files to read, or `-` for standard input');
  if (options.since !== undefined && inputs.length > 1)
    throw new ConfigError(
      '`--since` takes one export to collect: collect each server by itself, then merge the snapshots',
    );
  const sizes = inputs.map(sizeOf);
  const { workers, threads } = workersFor(inputs, sizes, options);
  const folder = temporaryFolder(options.temporaryFolder);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const onProgress = progress(sizes, workers, options);
    const parts = await collectParts(inputs, options, tools, { workers, threads, folder, onProgress });
    const sources = inputs.map((_, at) => sourceAt(parts, at, options));
    refuseTwice(sources);
    if (!options.allowOverlap) refuseOverlap(sources, parts);
    const folded: FoldCount = { flows: 0, rows: 0 };
    const maxVariants = options.maxVariants ?? DEFAULT_MAX_VARIANTS;
    const runs = parts.flatMap(({ files, rest }) => [...files.map(readRun), rest]);
    const names = new ChangingNames();
    for (const part of parts) names.addAll(part.names);
    return await take({
      sources,
      places: inputs.map((_, at) => placesOf(talliesAt(parts, at))),
      lines: foldFlows(mergeRuns(runs), maxVariants, folded),
      folded,
      maxVariants,
      workers,
      proposals: names.proposals(),
    });
  } finally {
    process.off('exit', remove);
    remove();
  }
}

function sizeOf(input: InputSource): number | undefined {
  if (typeof input !== 'string') return input.bytes.length;
  if (input === '-') return undefined;
  const stats = statSync(input, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : undefined;
}

/**
 * Inputs that can be read only once, or that are in this thread's memory, are read in this thread. A large log is read
 * in a worker thread even with one worker, because only the memory of a worker thread can be limited.
 */
function workersFor(
  inputs: readonly InputSource[],
  sizes: readonly (number | undefined)[],
  { workers, workerUrl }: CollectOptions,
): { readonly workers: number; readonly threads: boolean } {
  if (workers !== undefined && (!Number.isInteger(workers) || workers < 1 || workers > MAX_REQUESTED_WORKERS))
    throw new ConfigError(`\`--workers ${workers}\` must be an integer from 1 to ${MAX_REQUESTED_WORKERS}`);
  const sameThread = { workers: 1, threads: false };
  if (workerUrl === undefined || sizes.includes(undefined)) return sameThread;
  if (inputs.some((input) => typeof input !== 'string')) return sameThread;
  const large = sizes.reduce((sum: number, size) => sum + (size ?? 0), 0) >= THREADS_FROM;
  if (workers !== undefined) return { workers, threads: large || workers > 1 };
  return large ? { workers: Math.min(availableParallelism(), MAX_WORKERS), threads: true } : sameThread;
}

function temporaryFolder(below = tmpdir()): string {
  try {
    return mkdtempSync(join(below, 'querygate-history-'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigError(
      `cannot create a temporary folder in \`${below}\` (${code}): set \`TMPDIR\` to another folder`,
    );
  }
}

interface Setting {
  readonly workers: number;
  readonly threads: boolean;
  readonly folder: string;
  readonly onProgress: (part: number, consumed: number) => void;
}

function collectParts(
  inputs: readonly InputSource[],
  options: CollectOptions,
  tools: CollectTools,
  { workers, threads, folder, onProgress }: Setting,
): Promise<readonly PartResult[]> {
  const memory = ((options.memory ?? DEFAULT_MEMORY) * MB * TABLE_SHARE) / workers;
  const readings = workers > 1 ? tools.shareReadings() : undefined;
  const requests = Array.from({ length: workers }, (_, index): PartRequest => {
    const partFolder = join(folder, randomUUID());
    mkdirSync(partFolder);
    const { format, dialect, linePrefix, since, callerMasks = [], nameMasks = [], origin, now } = options;
    return {
      inputs,
      part: { index, of: workers },
      format,
      dialect,
      linePrefix,
      since,
      callerMasks,
      nameMasks,
      origin,
      memory,
      folder: partFolder,
      restToFile: threads,
      readings,
      now: now.getTime(),
    };
  });
  const [first] = requests;
  if (threads && options.workerUrl) return collectInWorkers(requests, options.workerUrl, onProgress);
  if (!first) throw new InternalError('there is no work to do');
  return collectPart(first, tools, (consumed) => onProgress(0, consumed)).then((part) => [part]);
}

function talliesAt(parts: readonly PartResult[], at: number): readonly SourceTally[] {
  return parts.flatMap(({ tallies }) => tallies[at] ?? []);
}

function sourceAt(parts: readonly PartResult[], at: number, { completeness, origin }: CollectOptions): HistorySource {
  const [first, ...otherParts] = talliesAt(parts, at);
  if (!first || otherParts.length !== parts.length - 1) throw new InternalError('a worker lost an input');
  // Each part would read a growing file to a different end.
  if (otherParts.some(({ identity }) => identity !== first.identity))
    throw new ConfigError('the file changed while it was being read: copy it first, or pass `--workers 1`', {
      file: first.name,
    });
  const source = sourceOf([first, ...otherParts], completeness);
  return origin ? { ...source, origin } : source;
}

function refuseTwice(sources: readonly HistorySource[]): void {
  const seen = new Map<string, string>();
  for (const { identity, name, bytes } of sources) {
    const before = seen.get(identity);
    if (before !== undefined && bytes > 0)
      throw new ConfigError(`\`${before}\` and \`${name}\` are the same log and would count twice: give it once`);
    seen.set(identity, name);
  }
}

/** All parts read all bytes, so the overall progress is their mean. */
function progress(
  sizes: readonly (number | undefined)[],
  workers: number,
  { onProgress, clock = () => performance.now() }: CollectOptions,
): Setting['onProgress'] {
  if (!onProgress) return () => {};
  const total = sizes.includes(undefined) ? undefined : sizes.reduce((sum: number, size) => sum + (size ?? 0), 0);
  const parts = new Float64Array(workers);
  const start = clock();
  return (part, consumed) => {
    parts[part] = consumed;
    const done = parts.reduce((sum, bytes) => sum + bytes, 0) / workers;
    const seconds = (clock() - start) / 1000;
    const bytesPerSecond = seconds > 0 ? done / seconds : 0;
    const secondsLeft = total === undefined || bytesPerSecond === 0 ? undefined : (total - done) / bytesPerSecond;
    onProgress({ done, total, bytesPerSecond, secondsLeft });
  };
}

/**
 * Raises ConfigError if two inputs hold the same traffic: a server can write its log in several formats at once, and a
 * newer copy of a log repeats all of an older copy.
 */
function refuseOverlap(sources: readonly HistorySource[], parts: readonly PartResult[]): void {
  const seen: { readonly before: HistorySource; readonly traffic: Traffic }[] = [];
  for (const [at, source] of sources.entries()) {
    const own = trafficOf(talliesAt(parts, at).map(({ sample }) => sample));
    for (const { before, traffic } of seen) {
      if (!isSameTraffic(traffic, own)) continue;
      const larger = before.statements >= source.statements ? before : source;
      throw new ConfigError(
        `\`${before.name}\` (${before.kind}) and \`${source.name}\` (${source.kind}) hold the same statements of the same time, which would count twice: give only \`${larger.name}\`, or pass \`--allow-overlap\` if they are of different servers`,
      );
    }
    seen.push({ before: source, traffic: own });
  }
}
