// What operators of the proxy see: probes and metrics.
export { listenOperations, type OperationsOptions } from './listener.ts';
export { createProxyMetrics } from './metrics.ts';
export type { ProxyMetrics } from './proxy-metrics.ts';
export { UpstreamHealth } from './upstream-health.ts';
