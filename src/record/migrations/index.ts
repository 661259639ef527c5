export { type MeasuredStatement, measuredIn, namesTable } from './measured.ts';
export { sourceLine } from './source-line.ts';
export {
  type NotedMigration,
  type RecordedMigration,
  readRecorded,
  type SplitRecording,
} from './split.ts';
export { statementKey } from './statement-text.ts';
export { recordedText } from './text.ts';
