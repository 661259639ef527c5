// What operators of the proxy see: probes and metrics.
export { listenOperations, type Operations, type OperationsOptions } from './listener.ts';
export { createProxyMetrics, type MetricSources, type ServedMetrics } from './metrics.ts';
export type { ProxyMetrics, Refusal } from './proxy-metrics.ts';
export { probeTcp, UpstreamHealth, type UpstreamHealthOptions } from './upstream-health.ts';
