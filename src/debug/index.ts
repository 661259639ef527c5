export { debug, startDebug, stopDebug, timed } from './log.ts';
export { masker, maskJson, withoutCredentials } from './mask.ts';
export { debugRequested, secretsOf } from './settings.ts';
