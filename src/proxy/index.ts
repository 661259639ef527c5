// The TCP proxy: judges queries on their way to a database. This is the only module that names the protocols.

export { runLongTextThread } from './judging/index.ts';
export { jsonLog, type LogLevel } from './log.ts';
export { type ModeFor, parseMode } from './modes.ts';
export { mysql } from './mysql/index.ts';
export { type PostgresqlOptions, parseSecrets, postgresql } from './postgresql/index.ts';
export type { Action, Protocol } from './sessions/index.ts';
export type { UpstreamTls } from './sockets/index.ts';
export { type ProxyOptions, type RunningProxy, startProxy } from './start.ts';
