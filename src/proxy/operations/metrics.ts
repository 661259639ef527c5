import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import { PRODUCT } from '../../model/index.ts';
import type { EventSink, RuleSource } from '../types.ts';
import { FastHistogram } from './fast-histogram.ts';
import { type ProxyMetrics, QueryCounts } from './proxy-metrics.ts';

/** Seconds: from a verdict that is cached to a text that a thread reads. */
const BUCKETS = [
  0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1,
];
const MILLISECONDS = 1000;

/** What is read when the metrics are. Each may be undefined until the proxy has it. */
export interface MetricSources {
  readonly rules: () => RuleSource | undefined;
  readonly events: () => (EventSink & Partial<EventTotals>) | undefined;
  /** Look-ups in the cache of verdicts. */
  readonly cache: () => { readonly hits: number; readonly misses: number } | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Include metrics of the process: memory, event loop, garbage collection. */
  readonly process: boolean;
}

/** Numbers of events by outcome; a sink reports those that it knows. */
export interface EventTotals {
  readonly dropped: number;
  readonly counts: {
    readonly accepted: number;
    readonly duplicates: number;
    readonly refused: number;
    readonly dropped: number;
  };
}

/** The metrics of a proxy: what the code on the wire calls, and the text for Prometheus. */
export interface ServedMetrics {
  readonly metrics: ProxyMetrics;
  /** Text of the exposition format of Prometheus, and its media type. */
  read(): Promise<{ readonly text: string; readonly type: string }>;
}

/** No label contains text chosen by a client. */
export function createProxyMetrics(sources: MetricSources): ServedMetrics {
  const registry = new Registry();
  if (sources.process) collectDefaultMetrics({ register: registry });
  const counts: WireCounts = {
    queries: new QueryCounts(),
    bytes: { client: 0, server: 0 },
    connections: { open: 0, opened: 0, refused: 0 },
    problems: 0,
  };
  const latency = new FastHistogram(
    'querygate_proxy_added_seconds',
    'Time from the arrival of a query until it was judged.',
    BUCKETS,
  );
  // The registry only calls `get`.
  registry.registerMetric(latency as unknown as Metric);
  const make = makersIn(registry);
  make.gauge('querygate_proxy_info', 'Version of the proxy.', ['version'], (set) =>
    set({ version: PRODUCT.version }, 1),
  );
  addWire(make, counts, sources);
  addRules(make, sources);
  addEvents(make, sources);
  return {
    metrics: {
      connectionOpened: () => {
        counts.connections.open++;
        counts.connections.opened++;
      },
      connectionClosed: () => {
        counts.connections.open--;
      },
      connectionRefused: () => {
        counts.connections.refused++;
      },
      query: (verdict, mode, outcome) => counts.queries.add(verdict, mode, outcome),
      added: (milliseconds) => latency.observe(milliseconds / MILLISECONDS),
      problem: () => {
        counts.problems++;
      },
      bytes: (fromClient, fromServer) => {
        counts.bytes.client += fromClient;
        counts.bytes.server += fromServer;
      },
    },
    read: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  };
}

/** What the code on the wire counts. */
interface WireCounts {
  readonly queries: QueryCounts;
  readonly bytes: { client: number; server: number };
  readonly connections: { open: number; opened: number; refused: number };
  problems: number;
}

interface Makers {
  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[], read: Read<Label>): void;
  gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[], read: Read<Label>): void;
}

function makersIn(registry: Registry): Makers {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: readonly Label[], read: Read<Label>) => {
      const collect = collectInto(read, (metric, labels, value) => (metric as Counter<Label>).inc(labels, value));
      new Counter({ name, help, labelNames, registers, collect });
    },
    gauge: <Label extends string>(name: string, help: string, labelNames: readonly Label[], read: Read<Label>) => {
      const collect = collectInto(read, (metric, labels, value) => (metric as Gauge<Label>).set(labels, value));
      new Gauge({ name, help, labelNames, registers, collect });
    },
  };
}

function addWire({ counter, gauge }: Makers, counts: WireCounts, sources: MetricSources): void {
  const labels = ['verdict', 'mode', 'outcome'] as const;
  counter('querygate_proxy_queries_total', 'Queries by verdict, mode and outcome.', labels, (add) => {
    for (const { labels, count } of counts.queries.all()) add(labels, count);
  });
  counter('querygate_proxy_verdict_cache_total', 'Look-ups in the cache of verdicts.', ['result'], (add) => {
    const { hits = 0, misses = 0 } = sources.cache() ?? {};
    add({ result: 'hit' }, hits);
    add({ result: 'miss' }, misses);
  });
  counter('querygate_proxy_problems_total', 'Sessions that could not be followed or judged.', [], (add) =>
    add({}, counts.problems),
  );
  gauge('querygate_proxy_connections', 'Open connections of clients.', [], (set) => set({}, counts.connections.open));
  counter('querygate_proxy_connections_total', 'Connections of clients that were accepted.', [], (add) =>
    add({}, counts.connections.opened),
  );
  counter('querygate_proxy_connections_refused_total', 'Connections of clients that were refused.', [], (add) =>
    add({}, counts.connections.refused),
  );
  counter('querygate_proxy_bytes_total', 'Bytes from clients and from servers.', ['from'], (add) => {
    add({ from: 'client' }, counts.bytes.client);
    add({ from: 'server' }, counts.bytes.server);
  });
}

function addRules({ gauge }: Makers, sources: MetricSources): void {
  const version = 'Version of the ruleset in force; missing if it comes from a file.';
  gauge('querygate_proxy_rules_version', version, [], (set) => {
    const version = sources.rules()?.current?.version;
    if (version !== undefined) set({}, version);
  });
  const age = 'Time since the service confirmed the ruleset; +Inf if it never did.';
  gauge('querygate_proxy_rules_age_seconds', age, [], (set) => {
    const rules = sources.rules();
    if (rules) set({}, rules.age(sources.now()) / MILLISECONDS);
  });
}

function addEvents({ counter, gauge }: Makers, sources: MetricSources): void {
  gauge('querygate_proxy_events_buffered', 'Events that were not sent yet.', [], (set) => {
    const events = sources.events();
    if (events) set({}, events.backlog(sources.now()).buffered);
  });
  const lag = 'Age of the oldest event that was not sent yet; 0 if there is none.';
  gauge('querygate_proxy_events_lag_seconds', lag, [], (set) => {
    const events = sources.events();
    if (events) set({}, events.backlog(sources.now()).lagMs / MILLISECONDS);
  });
  counter('querygate_proxy_events_total', 'Events by result.', ['result'], (add) => {
    const events = sources.events();
    const { accepted = 0, duplicates = 0, refused = 0, dropped = events?.dropped ?? 0 } = events?.counts ?? {};
    for (const [result, count] of Object.entries({ accepted, duplicates, refused, dropped })) add({ result }, count);
  });
}

/** Reads values and passes each on with its labels. */
type Read<Label extends string> = (set: (labels: Partial<Record<Label, string>>, value: number) => void) => void;

/** Fills a metric when it is read. What its source does not know, or fails to read, is left out. */
function collectInto<Label extends string>(
  read: Read<Label>,
  set: (metric: unknown, labels: Partial<Record<Label, string>>, value: number) => void,
) {
  return function collect(this: { reset(): void; remove(): void }): void {
    clear(this);
    try {
      read((labels, value) => set(this, labels, value));
    } catch {
      clear(this);
    }
  };
}

/** After `reset`, a metric without labels is 0, which would be a value like any other. */
function clear(metric: { reset(): void; remove(): void; readonly labelNames?: readonly string[] }): void {
  metric.reset();
  if (metric.labelNames?.length === 0) metric.remove();
}
