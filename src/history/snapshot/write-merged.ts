import type { History, HistoryHeader } from '../../model/index.ts';
import { type MergeOptions, startMerge } from './merge.ts';
import { writeSnapshot } from './write.ts';

/** Writes several histories as one snapshot at `path`. Raises ConfigError. */
export function mergeSnapshot(
  histories: readonly History[],
  path: string,
  options: MergeOptions,
): Promise<HistoryHeader> {
  const merging = startMerge(histories, options);
  return writeSnapshot(path, merging.lines, (written) => merging.header(written));
}
