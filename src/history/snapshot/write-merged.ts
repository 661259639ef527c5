import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HistoryHeader, HistoryRow, HistorySource } from '../../model/index.ts';
import { type InputSource, inputName, openInput } from '../input/open.ts';
import { ExternalSort } from './external-sort.ts';
import { type MergeOptions, refuseOverlapWith, runLines, startMerge } from './merge.ts';
import { streamSnapshot } from './read.ts';
import { writeSnapshot } from './write.ts';

/** Rows between two releases of the objects that rows share. */
const SHARED_ROWS = 10_000;

/**
 * Merges snapshots into one at `path`, in memory that depends neither on their number nor on their size: their rows are
 * sorted on disk, in a temporary folder with the rows of all of them. Raises ConfigError.
 */
export async function mergeSnapshots(
  inputs: readonly InputSource[],
  path: string,
  options: MergeOptions,
): Promise<HistoryHeader> {
  const folder = await mkdtemp(join(tmpdir(), 'querygate-merge-'));
  try {
    const sort = new ExternalSort(folder);
    const headers: HistoryHeader[] = [];
    const seen: HistorySource[] = [];
    for (const source of inputs) {
      const header = await readInto(sort, source, ({ sources }) => {
        if (!options.allowOverlap) refuseOverlapWith(sources, seen);
        seen.push(...sources);
      });
      headers.push(header);
    }
    const merging = startMerge(headers, sort.runs(), options);
    return await writeSnapshot(path, merging.lines, (written) => merging.header(written));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds the rows of one snapshot. */
async function readInto(
  sort: ExternalSort,
  source: InputSource,
  onHeader: (header: HistoryHeader) => void,
): Promise<HistoryHeader> {
  let [lineOfRow, rows] = [runLines(), 0];
  const row = (read: HistoryRow): void => {
    if (++rows % SHARED_ROWS === 0) lineOfRow = runLines();
    sort.add(lineOfRow(read));
  };
  const input = await openInput(source);
  try {
    return await streamSnapshot(input, inputName(source), { header: onHeader, row });
  } finally {
    await input.close();
  }
}
