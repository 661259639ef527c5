// Recordings of what a command executed, and the migrations in them. The programs that make one are in runner/.

export {
  type MeasuredStatement,
  measuredIn,
  type NotedMigration,
  namesTable,
  type RecordedMigration,
  readRecorded,
  recordedText,
  type SplitRecording,
  sourceLine,
  statementKey,
} from './migrations/index.ts';
export { parseRecording, type Recording } from './recording/index.ts';
