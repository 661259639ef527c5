export { type App, createApp } from './app.ts';
export { listenMetrics, urlOf } from './metrics-server.ts';
export { DEFAULT_HTTP, type HttpOptions } from './options.ts';
export { safeError } from './safe-error.ts';
