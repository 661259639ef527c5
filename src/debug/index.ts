export { debug, startDebug, stopDebug, timed } from './log.ts';
export { MASK, masker, maskJson } from './mask.ts';
export { debugRequested, secretsOf } from './settings.ts';
