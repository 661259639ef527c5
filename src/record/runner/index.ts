export { type RecordRequest, type RecordResult, record } from './record.ts';
