export { parseRecording, type Recording } from './format.ts';
