export { sourceComment, sourceLine } from './source-line.ts';
export {
  type NotedMigration,
  type RecordedMigration,
  readRecorded,
  type SplitRecording,
} from './split.ts';
export { recordedText } from './text.ts';
