export { type RecordedMigration, type SplitRecording, splitMigrations } from './split.ts';
export { recordedText } from './text.ts';
