export type { RecordRequest, RecordResult } from './behind-recorder.ts';
export { record } from './record.ts';
export { recordTests } from './record-tests.ts';
