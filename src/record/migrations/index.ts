export {
  type NotedMigration,
  type ReadRecording,
  type RecordedMigration,
  readRecorded,
  type SplitRecording,
} from './split.ts';
export { recordedText } from './text.ts';
