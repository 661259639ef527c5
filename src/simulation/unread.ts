import { type History, recordsOf, type SimulationResult } from '../model/index.ts';
import type { CountedRow } from './recorded-run.ts';

/** The part of a snapshot that `simulate` reads. */
export interface ReplayedSnapshot extends Pick<History, 'rows'> {
  readonly header: Pick<History['header'], 'sources' | 'unread' | 'truncated'>;
}

const CUT_OFF = 'cut off by the source';
const NO_REASON = 'unread, for a reason that the history does not give';

/**
 * Executions that neither side could judge completely. Rows record what could not be read of them. From the header only
 * the executions without a row are added.
 */
export function unreadOf(header: ReplayedSnapshot['header'], rows: readonly CountedRow[]): SimulationResult['unread'] {
  const byReason = new Map<string, number>();
  const add = (reason: string, calls: number): void => {
    if (calls > 0) byReason.set(reason, (byReason.get(reason) ?? 0) + calls);
  };
  let inRows = 0;
  let truncated = 0;
  for (const { row, calls } of rows) {
    inRows += calls;
    if (row.truncated) truncated += calls;
    else if (row.unreadable !== undefined) add(row.unreadable, calls);
  }
  add(CUT_OFF, Math.max(truncated, header.truncated));
  let named = 0;
  for (const { unread } of header.sources) {
    for (const [reason, calls] of Object.entries(unread)) {
      add(reason, calls);
      named += calls;
    }
  }
  add(NO_REASON, header.unread - named);
  const calls = [...byReason.values()].reduce((sum, count) => sum + count, 0);
  const all = inRows + Math.max(named, header.unread) + Math.max(0, header.truncated - truncated);
  const share = all === 0 ? 0 : calls / all;
  const records = recordsOf(header.sources);
  const recordShare = records && records.all > 0 ? records.unread / records.all : 0;
  return {
    calls,
    share: Math.max(share, recordShare),
    byReason: Object.fromEntries(byReason),
    ...(records && recordShare > share && { records }),
  };
}
