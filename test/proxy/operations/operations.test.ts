import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../../../src/model/index.ts';
import {
  createProxyMetrics,
  listenOperations,
  type OperationsOptions,
  UpstreamHealth,
} from '../../../src/proxy/operations/index.ts';
import type { MetricSources } from '../../../src/proxy/operations/metrics.ts';
import type { EventSink, RuleSource } from '../../../src/proxy/types.ts';
import { until } from '../build.ts';

async function listen(options: Partial<OperationsOptions> = {}) {
  const operations = await listenOperations({
    host: '127.0.0.1',
    port: 0,
    notReady: () => [],
    metrics: async () => ({ text: 'up 1\n', type: 'text/plain; version=0.0.4' }),
    ...options,
  });
  onTestFinished(() => operations.close());
  return operations;
}

describe('the address for probes', () => {
  const away = () => ['no rules yet', 'the database server does not answer'];
  const broken = async () => {
    throw new Error('canary');
  };
  it.each<[string, string, RequestInit, Partial<OperationsOptions>, number, string | RegExp]>([
    ['a process that lives', '/healthz', {}, { notReady: away }, 200, '{"status":"ok"}'],
    ['a proxy that is ready', '/readyz', {}, {}, 200, '{"status":"ready"}'],
    ['a query in the URL', '/readyz?full=1', {}, {}, 200, '{"status":"ready"}'],
    [
      'a proxy that is not ready',
      '/readyz',
      {},
      { notReady: away },
      503,
      /"code":"unavailable","detail":"no rules yet; the database server does not answer"/,
    ],
    ['metrics', '/metrics', {}, {}, 200, 'up 1\n'],
    [
      'metrics with their token',
      '/metrics',
      { headers: { authorization: 'Bearer t' } },
      { metricsToken: 't' },
      200,
      'up 1\n',
    ],
    ['metrics without their token', '/metrics', {}, { metricsToken: 't' }, 401, /"code":"key_unknown"/],
    [
      'metrics with another token',
      '/metrics',
      { headers: { authorization: 'Bearer u' } },
      { metricsToken: 't' },
      401,
      /"code":"key_unknown"/,
    ],
    ['metrics that fail', '/metrics', {}, { metrics: broken }, 500, /^(?!.*canary).*"code":"internal"/],
    ['probes although metrics need a token', '/healthz', {}, { metricsToken: 't' }, 200, '{"status":"ok"}'],
    ['another path', '/admin', {}, {}, 404, /"code":"not_found"/],
    ['another method', '/healthz', { method: 'POST' }, {}, 405, /"code":"method_not_allowed"/],
    ['HEAD', '/readyz', { method: 'HEAD' }, {}, 200, ''],
  ])('answers %s', async (_, path, request, options, status, body) => {
    const { url } = await listen(options);
    const response = await fetch(`${url}${path}`, request);
    expect(response.status).toBe(status);
    const text = await response.text();
    if (typeof body === 'string') expect(text).toBe(body);
    else expect(text).toMatch(body);
    expect(response.headers.get('content-type')).toMatch(status < 400 ? /json|text\/plain/ : /problem\+json/);
  });

  it('must be free', async () => {
    const { url } = await listen();
    const port = Number(new URL(url).port);
    await expect(listen({ port })).rejects.toThrow(ConfigError);
    await expect(listen({ port })).rejects.toThrow(`cannot listen on \`127.0.0.1\`, port ${port} (EADDRINUSE)`);
  });

  it('closes although a client keeps its connection', async () => {
    const operations = await listen();
    const socket = connect(Number(new URL(operations.url).port), '127.0.0.1').on('error', () => {});
    // Half a request: Node.js waits for the rest for a minute.
    await new Promise<void>((resolve) => socket.write('GET /healthz HTTP/1.1\r\n', () => resolve()));
    const started = performance.now();
    await operations.close();
    expect(performance.now() - started).toBeLessThan(60_000);
    socket.destroy();
  });
});

describe('metrics', () => {
  const NOW = 1_000_000;
  const rules = { current: { version: 7 }, age: () => 4_000 } as unknown as RuleSource;
  const events = {
    backlog: () => ({ buffered: 12, lagMs: 2_500 }),
    counts: { accepted: 5, duplicates: 1, refused: 2, dropped: 3 },
  } as unknown as EventSink;

  function metrics(sources: Partial<MetricSources> = {}) {
    return createProxyMetrics({
      rules: () => rules,
      events: () => events,
      cache: () => ({ hits: 90, misses: 10 }),
      now: () => NOW,
      process: false,
      ...sources,
    });
  }

  it('count what happens on the wire, and read the rest when asked', async () => {
    const { metrics: count, read } = metrics();
    for (let at = 0; at < 3; at++) count.connectionOpened();
    count.connectionClosed();
    count.connectionRefused();
    for (let at = 0; at < 2; at++) count.query('allow', 'enforce', 'ok');
    count.query('block', 'enforce', 'blocked');
    count.query(undefined, undefined, 'failed');
    count.added(0.02);
    count.added(3);
    count.problem();
    count.bytes(100, 0);
    count.bytes(0, 2_000);
    const { text, type } = await read();
    expect(type).toContain('text/plain');
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const line of [
      'querygate_proxy_queries_total{verdict="allow",mode="enforce",outcome="ok"} 2',
      'querygate_proxy_queries_total{verdict="block",mode="enforce",outcome="blocked"} 1',
      'querygate_proxy_queries_total{verdict="none",mode="none",outcome="failed"} 1',
      'querygate_proxy_connections 2',
      'querygate_proxy_connections_total 3',
      'querygate_proxy_connections_refused_total 1',
      'querygate_proxy_added_seconds_bucket{le="0.000025"} 1',
      'querygate_proxy_added_seconds_bucket{le="0.005"} 2',
      'querygate_proxy_added_seconds_count 2',
      'querygate_proxy_problems_total 1',
      'querygate_proxy_bytes_total{from="client"} 100',
      'querygate_proxy_bytes_total{from="server"} 2000',
      'querygate_proxy_verdict_cache_total{result="hit"} 90',
      'querygate_proxy_verdict_cache_total{result="miss"} 10',
      'querygate_proxy_rules_version 7',
      'querygate_proxy_rules_age_seconds 4',
      'querygate_proxy_events_buffered 12',
      'querygate_proxy_events_lag_seconds 2.5',
      'querygate_proxy_events_total{result="accepted"} 5',
      'querygate_proxy_events_total{result="dropped"} 3',
    ])
      expect(lines).toContain(line);
    // Reading twice counts nothing twice.
    expect((await read()).text).toBe(text);
  });

  it('leave out what is not known yet, or fails', async () => {
    const fails = () => {
      throw new Error('defect');
    };
    const { read } = metrics({ rules: () => undefined, events: fails, cache: () => undefined });
    const { text } = await read();
    expect(text).not.toMatch(/^querygate_proxy_(rules_version|rules_age_seconds|events_buffered) /m);
    expect(text).toContain('querygate_proxy_connections 0');
  });

  it('have an endless age before the service answered', async () => {
    const endless = { current: undefined, age: () => Number.POSITIVE_INFINITY } as unknown as RuleSource;
    const { text } = await metrics({ rules: () => endless }).read();
    expect(text).toMatch(/^querygate_proxy_rules_age_seconds \+Inf$/m);
    expect(text).not.toMatch(/^querygate_proxy_rules_version /m);
  });

  it('can include those of the process', async () => {
    expect((await metrics({ process: true }).read()).text).toContain('process_resident_memory_bytes');
  });
});

describe('the database server', () => {
  function health(options: Partial<ConstructorParameters<typeof UpstreamHealth>[0]> = {}) {
    const made = new UpstreamHealth({ probe: () => Promise.reject(new Error('away')), interval: 5, ...options });
    onTestFinished(() => made.close());
    return made;
  }

  it('is not reached before a probe or a client reached it', async () => {
    let isAway = true;
    const probe = async () => {
      if (isAway) throw new Error('away');
    };
    const made = health({ probe });
    await sleep(30);
    expect(made.isReached).toBe(false);
    isAway = false;
    await until(() => made.isReached);
  });

  it('counts as reached for a while after a connection', () => {
    let now = 1_000;
    const made = health({ now: () => now, patience: 100 });
    made.reached();
    now += 100;
    expect(made.isReached).toBe(true);
    now += 1;
    expect(made.isReached).toBe(false);
  });

  it('is not probed while clients reach it', async () => {
    let probes = 0;
    const made = health({
      probe: async () => {
        probes++;
      },
      interval: 20,
      now: () => 5,
    });
    await sleep(100);
    expect([made.isReached, probes]).toEqual([true, 1]);
  });
});
