import { ConfigError, type History, type HistorySource } from '../model/index.ts';
import type { CollectOptions } from './collect/logs.ts';
import type { CollectTools } from './collect/part.ts';
import { type InputSource, openInput } from './input/open.ts';
import { isSnapshot } from './snapshot/header-reader.ts';
import { mergeHistories } from './snapshot/merge.ts';
import { readSnapshot } from './snapshot/read.ts';
import { RowReader } from './snapshot/row-reader.ts';

export interface ReadHistoryOptions extends CollectOptions {
  /** Count what two inputs both seem to hold. */
  readonly allowOverlap?: boolean | undefined;
}

/** A history, and what of it was read from logs and exports just now. */
export interface LoadedHistory extends History {
  readonly direct: readonly HistorySource[];
}

const TEXT = new TextDecoder();

/**
 * One history of snapshots, logs and exports, in memory. Each input is looked at for what it is: a snapshot begins with its
 * header. Raises ConfigError where one cannot be opened, is neither, or tells what another tells too.
 *
 * @param tools loads what reads logs; a run that has snapshots only does without
 */
export async function readHistoryWith(
  inputs: readonly InputSource[],
  options: ReadHistoryOptions,
  tools: () => Promise<CollectTools>,
): Promise<LoadedHistory> {
  if (inputs.length === 0) throw new ConfigError('no history is given: name a snapshot, or logs');
  const reader = new RowReader();
  const histories: History[] = [];
  const logs: InputSource[] = [];
  for (const source of inputs) {
    const snapshot = await trySnapshot(source, reader);
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
  const [only, ...others] = histories;
  return { ...(only && others.length === 0 ? only : mergeHistories(histories, options)), direct };
}

/** Undefined where the input is no snapshot. Standard input can be read only once, and is taken for a log. */
async function trySnapshot(source: InputSource, reader: RowReader): Promise<History | undefined> {
  if (source === '-') return undefined;
  const input = await openInput(source);
  try {
    if (!isSnapshot(TEXT.decode(input.head.subarray(0, 256)))) return undefined;
    return await readSnapshot(input, calledIn(source), reader);
  } finally {
    await input.close();
  }
}

/** A snapshot from a path, from standard input (`-`) or from bytes. Raises ConfigError where it is none. */
export async function snapshotFrom(source: InputSource, reader?: RowReader): Promise<History> {
  const input = await openInput(source);
  try {
    return await readSnapshot(input, calledIn(source), reader);
  } finally {
    await input.close();
  }
}

function calledIn(source: InputSource): string {
  if (source === '-') return 'standard input';
  return typeof source === 'string' ? source : source.name;
}
