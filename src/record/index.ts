// Recordings of what a command executed, and the migrations in them. The programs that make one are in runner/.

export { type RecordedMigration, recordedText, type SplitRecording, splitMigrations } from './migrations/index.ts';
export { parseRecording, type Recording } from './recording/index.ts';
