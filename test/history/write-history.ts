import { runLines, startMerge } from '../../src/history/snapshot/merge.ts';
import { compareLines } from '../../src/history/snapshot/runs.ts';
import { writeSnapshot } from '../../src/history/snapshot/write.ts';
import type { History, HistoryHeader } from '../../src/model/index.ts';

/** Writes a history as a snapshot. */
export function writeHistory({ header, rows }: History, path: string): Promise<HistoryHeader> {
  const merging = startMerge([header], [rows.map(runLines()).sort(compareLines)], {});
  return writeSnapshot(path, merging.lines, (written) => merging.header(written));
}
