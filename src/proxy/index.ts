// The TCP proxy: judges queries on their way to a database.

export { runLongTextThread } from './judging/index.ts';
export { jsonLog, type LogLevel } from './log.ts';
export { type ModeFor, parseMode } from './modes.ts';
export { type Action, parseSecrets, type UpstreamTls } from './postgresql/index.ts';
export { type ProxyOptions, type RunningProxy, startProxy } from './start.ts';
