import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ConfigError,
  type Dialect,
  type HistorySource,
  type HistorySourceKind,
  InternalError,
} from '../../model/index.ts';
import type { InputSource } from '../input/open.ts';
import { DEFAULT_MAX_VARIANTS, type FoldCount, foldFlows } from '../snapshot/fold.ts';
import { mergeRuns, type Run, readRun } from '../snapshot/runs.ts';
import { type CollectTools, collectPart, type PartRequest, type PartResult } from './part.ts';
import { placesOf, type SourceTally, sourceOf, type UnreadPlace } from './source-tally.ts';
import { collectInWorkers } from './workers.ts';

export interface Progress {
  /** Bytes read, as they are stored. */
  readonly done: number;
  /** Undefined where it cannot be known (standard input). */
  readonly total: number | undefined;
  readonly bytesPerSecond: number;
  readonly secondsLeft: number | undefined;
}

export interface CollectOptions {
  /** What the inputs are; undefined looks at each. */
  readonly format?: HistorySourceKind | undefined;
  /** Of logs that do not tell it; one that can only be of another database is read as what it is. */
  readonly dialect?: Dialect | undefined;
  /** PostgreSQL's `log_line_prefix`. */
  readonly linePrefix?: string | undefined;
  /** Undefined: one below 64 MB, else as many as there are cores, up to 4. */
  readonly workers?: number | undefined;
  /** The module that a worker starts with (src/entry/cli/history-worker.ts); without it all is done in this thread. */
  readonly workerUrl?: URL | undefined;
  /** Megabytes for all tables of counts together; what has no room goes to the temporary folder. Default: 256. */
  readonly memory?: number | undefined;
  /** Rows of one flow above which the facts that differ are given up. Default: 1000. */
  readonly maxVariants?: number | undefined;
  /** Default: the system's. */
  readonly temporaryFolder?: string | undefined;
  readonly now: Date;
  /** Milliseconds of a clock that only goes forward, for rate and time left. */
  readonly clock?: (() => number) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** What was read, before it is written down. */
export interface Collected {
  readonly sources: readonly HistorySource[];
  /** By source: the first lines that could not be read. */
  readonly places: readonly (readonly UnreadPlace[])[];
  /** Sorted rows, folded; to be gone through once. */
  readonly lines: Run;
  /** Complete once the lines have been gone through. */
  readonly folded: FoldCount;
  readonly maxVariants: number;
  readonly workers: number;
}

const DEFAULT_MEMORY = 256;
const THREADS_FROM = 64 * 1024 * 1024;
const MAX_WORKERS = 4;
const MAX_ASKED = 64;
const MB = 1024 * 1024;
/** Of the memory that is allowed, what a table may hold before it is written: sorting it takes as much again. */
const TABLE_SHARE = 0.4;

/**
 * Reads logs and exports, in several threads where that pays, and hands what was counted to `take`, within bounded memory.
 * Every record is counted, passed over or unread; none is dropped. Raises ConfigError.
 */
export async function collect<T>(
  inputs: readonly InputSource[],
  options: CollectOptions,
  tools: CollectTools,
  take: (collected: Collected) => Promise<T>,
): Promise<T> {
  if (inputs.length === 0) throw new ConfigError('no log is given: name the files to read, or `-` for standard input');
  const sizes = inputs.map(sizeOf);
  const { workers, threads } = workersFor(inputs, sizes, options);
  const folder = temporaryFolder(options.temporaryFolder);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const onProgress = progress(sizes, workers, options);
    const parts = await collectParts(inputs, options, tools, { workers, threads, folder, onProgress });
    const sources = inputs.map((_, at) => sourceAt(parts, at));
    refuseTwice(sources);
    const folded: FoldCount = { flows: 0, rows: 0 };
    const maxVariants = options.maxVariants ?? DEFAULT_MAX_VARIANTS;
    const runs = parts.flatMap(({ files, rest }) => [...files.map(readRun), rest]);
    return await take({
      sources,
      places: inputs.map((_, at) => placesOf(talliesAt(parts, at))),
      lines: foldFlows(mergeRuns(runs), maxVariants, folded),
      folded,
      maxVariants,
      workers,
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
 * What can be read only once, or lies in this thread's memory, is read here. A large log is read in threads even where
 * there is one: only a thread's memory can be held within limits.
 */
function workersFor(
  inputs: readonly InputSource[],
  sizes: readonly (number | undefined)[],
  { workers, workerUrl }: CollectOptions,
): { readonly workers: number; readonly threads: boolean } {
  if (workers !== undefined && (!Number.isInteger(workers) || workers < 1 || workers > MAX_ASKED))
    throw new ConfigError(`\`--workers ${workers}\` is no whole number from 1 to ${MAX_ASKED}`);
  const here = { workers: 1, threads: false };
  if (workerUrl === undefined || sizes.includes(undefined)) return here;
  if (inputs.some((input) => typeof input !== 'string')) return here;
  const large = sizes.reduce((sum: number, size) => sum + (size ?? 0), 0) >= THREADS_FROM;
  if (workers !== undefined) return { workers, threads: large || workers > 1 };
  return large ? { workers: Math.min(availableParallelism(), MAX_WORKERS), threads: true } : here;
}

function temporaryFolder(below = tmpdir()): string {
  try {
    return mkdtempSync(join(below, 'querygate-history-'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigError(`cannot make a folder below \`${below}\` (${code}): name another with \`TMPDIR\``);
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
  const requests = Array.from({ length: workers }, (_, index): PartRequest => {
    const own = join(folder, randomUUID());
    mkdirSync(own);
    const { format, dialect, linePrefix, now } = options;
    return {
      inputs,
      part: { index, of: workers },
      format,
      dialect,
      linePrefix,
      memory,
      folder: own,
      restToFile: threads,
      now: now.getTime(),
    };
  });
  const [first] = requests;
  if (threads && options.workerUrl) return collectInWorkers(requests, options.workerUrl, onProgress);
  if (!first) throw new InternalError('no part of the work');
  return collectPart(first, tools, (consumed) => onProgress(0, consumed)).then((part) => [part]);
}

function talliesAt(parts: readonly PartResult[], at: number): readonly SourceTally[] {
  return parts.flatMap(({ tallies }) => tallies[at] ?? []);
}

function sourceAt(parts: readonly PartResult[], at: number): HistorySource {
  const [first, ...others] = talliesAt(parts, at);
  if (!first || others.length !== parts.length - 1) throw new InternalError('a part of the work has lost an input');
  // A file that grows while it is read would be read to another end by each part.
  if (others.some(({ identity }) => identity !== first.identity))
    throw new ConfigError('the file changed while it was read: copy it first, or read it with `--workers 1`', {
      file: first.name,
    });
  return sourceOf([first, ...others]);
}

function refuseTwice(sources: readonly HistorySource[]): void {
  const seen = new Map<string, string>();
  for (const { identity, name, bytes } of sources) {
    const before = seen.get(identity);
    if (before !== undefined && bytes > 0)
      throw new ConfigError(`\`${before}\` and \`${name}\` are the same log: give it once, or all in it counts twice`);
    seen.set(identity, name);
  }
}

/** All parts read all bytes: how far the work is, is their mean. */
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
