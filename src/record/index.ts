// Recordings of what a command executed, and the migrations in them. The programs that make one are in runner/.

export {
  type NotedMigration,
  type RecordedMigration,
  readRecorded,
  recordedText,
  type SplitRecording,
  sourceComment,
  sourceLine,
} from './migrations/index.ts';
export { parseRecording, type Recording } from './recording/index.ts';
