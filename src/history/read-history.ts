import {
  beginHeavyWork,
  ConfigError,
  type History,
  type HistoryHeader,
  type HistoryOrigin,
  type HistorySource,
  historyOrigin,
  type OriginHeader,
} from '../model/index.ts';
import type { CollectOptions } from './collect/logs.ts';
import type { CollectTools } from './collect/part.ts';
import { type InputSource, inputName, openInput } from './input/open.ts';
import { isSnapshot } from './snapshot/header-reader.ts';
import { mergeHistories, refuseOverlap } from './snapshot/merge.ts';
import { byOrigin, headersByOrigin, withOrigins } from './snapshot/origins.ts';
import { readSnapshot, type SnapshotSink, streamSnapshot } from './snapshot/read.ts';
import { RowReaders } from './snapshot/row-reader.ts';

export interface ReadHistoryOptions extends CollectOptions {
  /** Accept inputs that seem to contain the same executions. */
  readonly allowOverlap?: boolean | undefined;
}

/** A history, and those of its sources that were read directly from logs and exports. */
export interface LoadedHistory extends History {
  /** What each origin gives, production first. */
  readonly origins: readonly OriginHeader[];
  readonly direct: readonly HistorySource[];
}

const TEXT = new TextDecoder();

/**
 * Combines snapshots, logs and exports into one history, in memory. Each input is recognised by its content: a snapshot
 * begins with its header. Raises ConfigError if an input cannot be opened, is neither a snapshot nor a log, or overlaps
 * with another one.
 *
 * @param tools loads the log readers; not called if all inputs are snapshots
 */
export async function readHistoryWith(
  inputs: readonly InputSource[],
  options: ReadHistoryOptions,
  tools: () => Promise<CollectTools>,
): Promise<LoadedHistory> {
  if (inputs.length === 0) throw new ConfigError('no history given: name a snapshot or logs');
  const readers = new RowReaders();
  const histories: History[] = [];
  const logs: InputSource[] = [];
  for (const source of inputs) {
    const snapshot = await trySnapshot(source, readers);
    if (snapshot) histories.push(snapshot);
    else logs.push(source);
  }
  let direct: readonly HistorySource[] = [];
  if (logs.length > 0) {
    const { collectHistory } = await import('./collect/history.ts');
    const collected = await collectHistory(logs, options, await tools());
    direct = collected.header.sources;
    histories.push(collected);
  }
  const parts = byOrigin(histories, (several) => mergeHistories(several, options));
  const origins = parts.map(({ origin, history }) => ({ origin, header: history.header }));
  return { ...withOrigins(parts), origins, direct };
}

/** Undefined if the input is not a snapshot. Standard input can be read only once, so it is treated as a log. */
async function trySnapshot(source: InputSource, readers: RowReaders): Promise<History | undefined> {
  if (source === '-') return undefined;
  const input = await openInput(source);
  try {
    if (!isSnapshot(TEXT.decode(input.head.subarray(0, 256)))) return undefined;
    await beginHeavyWork('snapshot');
    return await readSnapshot(input, inputName(source), readers);
  } finally {
    await input.close();
  }
}

/** Passes the rows of a snapshot to the sink, those alone that it wants. Raises ConfigError if it is not a snapshot. */
export async function searchSnapshot(source: InputSource, sink: SnapshotSink): Promise<HistoryHeader> {
  const input = await openInput(source);
  try {
    return await streamSnapshot(input, inputName(source), sink);
  } finally {
    await input.close();
  }
}

/**
 * Passes the rows of snapshots to the sink of their origin. Returns the header of each origin's snapshots together. Raises
 * ConfigError for one that is not a snapshot, and for two of one origin that cover the same time.
 */
export async function searchSnapshots(
  sources: readonly InputSource[],
  sinkOf: (origin: HistoryOrigin) => SnapshotSink,
): Promise<readonly OriginHeader[]> {
  const headers: HistoryHeader[] = [];
  for (const source of sources) {
    let sink: SnapshotSink | undefined;
    const header = await searchSnapshot(source, {
      header: ({ sources }) => {
        sink = sinkOf(historyOrigin(sources));
      },
      row: (row) => sink?.row(row),
      wants: (line) => sink?.wants?.(line) ?? true,
    });
    headers.push(header);
  }
  return headersByOrigin(headers, refuseOverlap);
}

/**
 * Reads a snapshot from a path, from standard input (`-`) or from bytes. Raises ConfigError if it is not a snapshot.
 */
export async function snapshotFrom(source: InputSource, readers?: RowReaders): Promise<History> {
  const input = await openInput(source);
  try {
    return await readSnapshot(input, inputName(source), readers);
  } finally {
    await input.close();
  }
}
