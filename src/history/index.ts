import type { Dialect, HistoryHeader } from '../model/index.ts';
import type { CollectedSnapshot } from './collect/history.ts';
import type { CollectOptions } from './collect/logs.ts';
import type { CollectTools } from './collect/part.ts';
import type { RecordedTests } from './collect/recorded.ts';
import type { InputSource } from './input/open.ts';
import { type LoadedHistory, type ReadHistoryOptions, readHistoryWith } from './read-history.ts';
import type { MergeOptions } from './snapshot/merge.ts';
import type * as StoredRows from './stored-rows.ts';
import type * as TrafficRowTexts from './traffic-rows.ts';
import type { TrafficReader } from './traffic-rows.ts';

export type { CollectedSnapshot } from './collect/history.ts';
export type { CollectOptions, Progress } from './collect/logs.ts';
export type { RecordedTests } from './collect/recorded.ts';
export type { UnreadPlace } from './collect/source-tally.ts';
export type { InputSource } from './input/open.ts';
export {
  type LoadedHistory,
  type ReadHistoryOptions,
  searchSnapshot,
  searchSnapshots,
  snapshotFrom,
} from './read-history.ts';
export {
  type DescribeOptions,
  describeHistory,
  type FlowSummary,
  type HistoryDescription,
} from './snapshot/describe.ts';
export { descriptionText, headerText } from './snapshot/describe-text.ts';
export { describeOverlap, type MergeOptions, mergeHistories } from './snapshot/merge.ts';
export { factsMissingIn, sourcesOf } from './snapshot/older-facts.ts';
export { rowLine } from './snapshot/row-text.ts';
export { type RowUpgrade, startRowUpgrade } from './snapshot/upgrade-rows.ts';
export { EXPORTS, type ExportName, exportPipeline, exportText, type SourceExport } from './sources/exports.ts';
export type { DatedRow, ReadRow, RowTextReader } from './stored-rows.ts';
export type { RowText, TrafficReader, TrafficRows, TrafficText } from './traffic-rows.ts';

// The log readers are loaded only if there are logs: a simulation on a snapshot does not need them.

async function tools(): Promise<CollectTools> {
  return (await import('./collect/tools.ts')).COLLECT_TOOLS;
}

/** See read-history.ts. */
export function readHistory(inputs: readonly InputSource[], options: ReadHistoryOptions): Promise<LoadedHistory> {
  return readHistoryWith(inputs, options, tools);
}

/** See collect/history.ts. */
export async function collectSnapshot(
  inputs: readonly InputSource[],
  path: string,
  options: CollectOptions,
): Promise<CollectedSnapshot> {
  return (await import('./collect/history.ts')).collectSnapshot(inputs, path, options, await tools());
}

/** See collect/recorded.ts. */
export async function createRecordedTests(): Promise<RecordedTests> {
  return new (await import('./collect/recorded.ts')).RecordedTests();
}

/** See snapshot/write-merged.ts. */
export async function mergeSnapshots(
  inputs: readonly InputSource[],
  path: string,
  options: MergeOptions,
): Promise<HistoryHeader> {
  return (await import('./snapshot/write-merged.ts')).mergeSnapshots(inputs, path, options);
}

/** See traffic-rows.ts. */
export async function createTrafficReader(dialect: Dialect): Promise<TrafficReader> {
  return (await import('./traffic-rows.ts')).createTrafficReader(dialect);
}

/** See traffic-rows.ts. */
export async function loadRowTexts(): Promise<typeof TrafficRowTexts.rowTexts> {
  return (await import('./traffic-rows.ts')).rowTexts;
}

/** See stored-rows.ts. */
export async function readStoredRows(source: InputSource): ReturnType<typeof StoredRows.readStoredRows> {
  return (await import('./stored-rows.ts')).readStoredRows(source);
}

/** See stored-rows.ts. */
export async function createRowTextReader(): Promise<StoredRows.RowTextReader> {
  return new (await import('./stored-rows.ts')).RowTextReader();
}

/** Entry point of a worker thread; see collect/workers.ts. */
export async function runHistoryWorker(): Promise<void> {
  const { runHistoryWorker: run } = await import('./collect/workers.ts');
  await run(await tools());
}
