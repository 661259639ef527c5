import { createHash } from 'node:crypto';
import type { HistoryRow } from '../history.ts';

/** What distinguishes flows. */
export interface FlowIdentity extends Pick<HistoryRow, 'dialect' | 'shape'> {
  readonly caller: Pick<HistoryRow['caller'], 'application' | 'user' | 'database'>;
}

/** The name by which flows tell callers apart. */
export function flowCaller({ caller }: Pick<FlowIdentity, 'caller'>): string {
  return caller.application || caller.user || '';
}

/**
 * The id of a flow: the first 12 hex digits of SHA-256 over `v1`, dialect, shape, application (the user where the
 * application is empty or not recorded) and database, joined by NUL. It contains no literal and no date. So it stays
 * the same in every history, as long as query, caller and database stay the same.
 */
export function flowId(row: FlowIdentity): string {
  const identity = ['v1', row.dialect, row.shape, flowCaller(row), row.caller.database ?? ''].join('\0');
  return createHash('sha256').update(identity).digest('hex').slice(0, 12);
}
