import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ProxySettings } from '../../../src/contract/index.ts';
import { ConfigError, FACTS_VERSION, PRODUCT } from '../../../src/model/index.ts';
import { ServiceEvents, type ServiceEventsOptions } from '../../../src/proxy/events/index.ts';
import type { ObservedQuery } from '../../../src/proxy/types.ts';
import { problem } from '../../client/server.ts';
import { quickClient, testFolder, testLog, until } from '../build.ts';
import { query } from '../query.ts';
import { eventService } from './service.ts';

type Changes = Parameters<typeof query>[0];

async function open(url: string, options: Partial<ServiceEventsOptions> = {}) {
  const { log, lines } = testLog();
  const policy = { queryText: 'none' as ProxySettings['queryText'] };
  const folder = options.folder ?? testFolder();
  const sink = await ServiceEvents.open({
    client: quickClient(url),
    folder,
    proxy: 'proxy-1',
    dialect: 'postgresql',
    queryText: () => policy.queryText,
    state: () => ({ ruleset: 7, mode: 'enforce' }),
    log,
    commitEvery: 1,
    sendEvery: 5,
    sumFor: 20,
    statusEvery: 1_000_000,
    random: () => 0,
    ...options,
  });
  onTestFinished(() => sink.close(0));
  return { sink, lines, folder, policy };
}

/** Everything in the files of a folder. */
function onDisk(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

const JUDGED = { verdict: 'block', rules: ['no-drop'], ruleset: 7, mode: 'enforce' } as const;
const [ROW = ''] = query().rows;
/** Keys that an event can lack. */
const ABSENT = { judged: undefined, sqlstate: undefined, session: undefined };

describe('a reported query', () => {
  it.each<[string, Changes, object]>([
    [
      'that ran',
      {},
      {
        at: '2026-11-20T12:00:00.000Z',
        dialect: 'postgresql',
        judged: { verdict: 'allow', rules: [], ruleset: 7, mode: 'enforce' },
        outcome: 'ok',
        durationMs: 2,
        session: 'p1:s1',
        proxy: 'proxy-1',
        factsVersion: FACTS_VERSION,
        rows: [JSON.parse(ROW)],
      },
    ],
    [
      'that was blocked',
      { judged: JUDGED, outcome: 'blocked', sqlstate: '42501' },
      { judged: JUDGED, outcome: 'blocked', sqlstate: '42501' },
    ],
    ['that failed', { outcome: 'failed', sqlstate: '23505' }, { outcome: 'failed', sqlstate: '23505' }],
    ['with a malformed SQLSTATE', { outcome: 'failed', sqlstate: 'odd' }, { sqlstate: undefined }],
    ['that ran with a SQLSTATE', { sqlstate: '00000' }, { sqlstate: undefined }],
    ['with rules from a file', { judged: { ...JUDGED, ruleset: undefined } }, { judged: undefined }],
    ['without rules', { judged: undefined }, { judged: undefined }],
    [
      'with very many rules',
      { judged: { ...JUDGED, rules: Array.from({ length: 150 }, () => 'a') } },
      { judged: { rules: Array.from({ length: 100 }, () => 'a') } },
    ],
    ['with a duration below a microsecond', { durationMs: 0.00049 }, { durationMs: 0 }],
    ['with a clock that went back', { durationMs: -5 }, { durationMs: 0 }],
    ['with an odd session', { session: 'a b' }, { session: undefined }],
    ['without a statement', { rows: [] }, { rows: [] }],
  ])('%s has the fields of the contract', async (_, changes, expected) => {
    const service = await eventService();
    const { sink } = await open(service.url);
    const id = sink.record(query(changes));
    await until(() => service.events.size === 1);
    expect({ ...ABSENT, ...service.events.get(id) }).toMatchObject(expected);
  });

  it('of more statements than an event may have is reported in several', async () => {
    const service = await eventService();
    const { sink, policy } = await open(service.url);
    policy.queryText = 'full';
    const id = sink.record(query({ rows: Array.from({ length: 2500 }, () => ROW) }));
    await until(() => service.events.size === 3);
    const found = [...service.events.values()];
    expect(found.map(({ rows, query: text }) => [rows.length, text])).toEqual([
      [1000, 'SELECT 1 FROM t'],
      [1000, undefined],
      [500, undefined],
    ]);
    expect(found.map((event) => event.id)).toEqual([id, `${id}:1`, `${id}:2`]);
  });

  it('has an id that no other run of the proxy and no other proxy makes', async () => {
    const service = await eventService();
    const ids: string[] = [];
    for (const proxy of ['proxy-1', 'proxy-1', 'proxy-2']) {
      const { sink } = await open(service.url, { proxy });
      for (let at = 0; at < 100; at++) ids.push(sink.record(query()));
    }
    expect(new Set(ids).size).toBe(300);
    for (const id of ids) expect(id).toMatch(/^proxy-[12]:[\w-]{12}:[a-z0-9]+$/);
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(101)])('is not taken for the proxy id %j', async (proxy) => {
    await expect(open('http://127.0.0.1:9', { proxy })).rejects.toThrow(ConfigError);
  });
});

describe('texts', () => {
  const CANARY = 'canary_5e1d';
  const secret: Changes = { sql: `SELECT '${CANARY}'`, binds: [CANARY] };

  it.each([
    ['none', true],
    ['none', false],
    ['shape', true],
    ['shape', false],
  ] as const)(
    'under the policy `%s` reach neither the disk nor the service (summed: %s)',
    async (queryText, summed) => {
      const service = await eventService();
      const { sink, folder, policy } = await open(service.url, { summed });
      policy.queryText = queryText;
      const reads: string[] = [];
      const text = () => {
        reads.push('read');
        return CANARY;
      };
      service.answer(problem(503, 'unavailable'));
      sink.record(query({ ...secret, text }));
      sink.record(query({ ...secret, text, judged: JUDGED }));
      await sink.flushed();
      expect(onDisk(folder)).not.toContain(CANARY);
      service.answer(undefined);
      await until(() => service.events.size === 2);
      expect(service.bodies.join()).not.toContain(CANARY);
      expect(onDisk(folder)).not.toContain(CANARY);
      expect(reads).toEqual([]);
    },
  );

  it('under the policy `full` are sent', async () => {
    const service = await eventService();
    const { sink, policy } = await open(service.url);
    policy.queryText = 'full';
    const id = sink.record(query(secret));
    await until(() => service.events.size === 1);
    expect(service.events.get(id)?.query).toBe(`SELECT '${CANARY}'`);
  });

  it('that wait on disk are not sent if the policy is lowered meanwhile', async () => {
    const service = await eventService();
    service.answer(problem(503, 'unavailable'));
    const { sink, policy } = await open(service.url);
    policy.queryText = 'full';
    sink.record(query(secret));
    await sink.flushed();
    policy.queryText = 'shape';
    await until(() => service.bodies.length > 1);
    const before = service.bodies.length;
    service.answer(undefined);
    await until(() => service.events.size === 1);
    expect(service.bodies.slice(before).join()).not.toContain(CANARY);
  });

  it.each([
    ['of which nothing is known', () => undefined],
    ['that are longer than the service takes', () => 'x'.repeat(1024 * 1024 + 1)],
    ['that are empty', () => ''],
  ])('%s are left out', async (_, text) => {
    const service = await eventService();
    const { sink, policy } = await open(service.url);
    policy.queryText = 'full';
    const id = sink.record(query({ text }));
    await until(() => service.events.size === 1);
    expect(service.events.get(id)).not.toHaveProperty('query');
  });
});

describe('a service that is away', () => {
  it.each([
    ['does not answer', () => problem(503, 'unavailable'), 'warn'],
    ['has a revoked key', () => problem(401, 'key_revoked'), 'error'],
    ['does not know the workspace', () => problem(404, 'workspace_not_found'), 'warn'],
    ['is broken', () => problem(500, 'internal'), 'warn'],
  ])('and %s loses nothing, and is reported once', async (_, answer, level) => {
    const service = await eventService();
    service.answer(answer());
    const { sink, lines } = await open(service.url);
    const ids = [sink.record(query()), sink.record(query()), sink.record(query())];
    await until(() => lines.length > 0);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${level} events cannot be sent and wait on disk: `))]);
    const { buffered, lagMs } = sink.backlog(Date.parse('2026-11-20T12:00:09Z'));
    expect([buffered, lagMs]).toEqual([3, 9000]);
    service.answer(undefined);
    await until(() => service.events.size === 3);
    expect([...service.events.keys()]).toEqual(ids);
    await until(() => sink.backlog(0).buffered === 0);
    expect(lines.at(-1)).toBe('info the service takes events again');
    expect(sink.backlog(Date.now())).toEqual({ buffered: 0, lagMs: 0 });
  });

  it('is asked again after a restart of the proxy', async () => {
    const service = await eventService();
    service.answer(problem(503, 'unavailable'));
    const first = await open(service.url);
    const id = first.sink.record(query());
    // Closing waits for the disk as briefly as it is told.
    await until(() => onDisk(first.folder).includes(id));
    await first.sink.close(50);
    service.answer(undefined);
    const second = await open(service.url, { folder: first.folder });
    await until(() => service.events.size === 1);
    expect([...service.events.keys()]).toEqual([id]);
    await until(() => second.sink.backlog(0).buffered === 0);
  });

  it('that loses its answer counts no event twice', async () => {
    const service = await eventService();
    const { sink } = await open(service.url, { client: quickClient(service.url, 5_000) });
    let cuts = 0;
    service.answer((_, response) => {
      if (cuts++ === 0) service.answer(undefined);
      response.destroy();
    });
    for (let at = 0; at < 50; at++) sink.record(query());
    await until(() => sink.backlog(0).buffered === 0);
    expect(service.events.size).toBe(50);
  });
});

describe('refused events', () => {
  it('are logged, counted and dropped, and the others are sent', async () => {
    const service = await eventService();
    service.refuse(({ durationMs }) => durationMs === 1);
    const { sink, lines } = await open(service.url);
    for (let at = 0; at < 20; at++) sink.record(query({ durationMs: at % 2 }));
    await until(() => sink.backlog(0).buffered === 0);
    expect(service.events.size).toBe(10);
    expect(sink.counts).toMatchObject({ accepted: 10, refused: 10, dropped: 0 });
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe('error the service refused an event, which is dropped: wrong');
    expect(lines[5]).toBe('error the service refused 5 more events, which are dropped');
  });

  it.each([
    ['413 of a gateway with a smaller limit', problem(413, 'odd')],
    ['422 of the service', problem(422, 'field_invalid')],
  ])('in a request that is refused as a whole (%s) are found by bisection', async (_, refusal) => {
    const service = await eventService();
    service.answer(refusal, (body) => body.includes('"durationMs":9,'));
    const { sink, lines } = await open(service.url);
    for (let at = 0; at < 16; at++) sink.record(query({ durationMs: at === 5 || at === 11 ? 9 : 1 }));
    await until(() => sink.backlog(0).buffered === 0);
    expect(service.events.size).toBe(14);
    expect(sink.counts).toMatchObject({ accepted: 14, duplicates: 0, refused: 2 });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^error the service refused an event, which is dropped: /);
  });
});

describe('sums', () => {
  it('report equal allowed queries as one, and others one by one', async () => {
    const service = await eventService();
    const { sink } = await open(service.url, { summed: true });
    const at = Date.parse('2026-11-20T12:00:00Z');
    for (let call = 0; call < 10; call++) sink.record(query({ at: at + call, durationMs: call }));
    for (let call = 0; call < 3; call++) sink.record(query({ judged: JUDGED, outcome: 'blocked', sqlstate: '42501' }));
    expect(sink.backlog(at + 500)).toEqual({ buffered: 4, lagMs: 500 });
    await until(() => service.events.size === 4);
    const allowed = [...service.events.values()].find(({ calls }) => calls === 10);
    expect(allowed).toMatchObject({
      at: '2026-11-20T12:00:00.000Z',
      lastAt: '2026-11-20T12:00:00.009Z',
      durationMs: 4.5,
      session: 'p1:s1',
    });
  });

  it('that are open are written when the proxy stops', async () => {
    const service = await eventService();
    const { sink } = await open(service.url, { summed: true, sumFor: 1_000_000 });
    for (let call = 0; call < 10; call++) sink.record(query());
    await sink.close(5_000);
    expect([...service.events.values()].map(({ calls }) => calls)).toEqual([10]);
  });

  it('begin by themselves when more than half of the room is used, and end when there is room', async () => {
    const service = await eventService();
    service.answer(problem(503, 'unavailable'));
    const { sink, lines } = await open(service.url, { maxBytes: 40_000 });
    const ids = new Set<string>();
    for (let call = 0; call < 2_000; call++) ids.add(sink.record(query()));
    expect(ids.size).toBeLessThan(100);
    expect(sink.full).toBe(false);
    await until(() => lines.some((line) => line.includes('equal allowed queries are added up')));
    service.answer(undefined);
    await until(() => sink.backlog(0).buffered === 0);
    const calls = [...service.events.values()].reduce((sum, event) => sum + (event.calls ?? 1), 0);
    expect(calls).toBe(2_000);
    sink.record(query());
    expect(lines.at(-1)).toBe('info queries are reported one by one again');
  });
});

describe('a full store', () => {
  it('is full, counts and reports what it drops, and takes events again when there is room', async () => {
    const service = await eventService();
    service.answer(problem(503, 'unavailable'));
    const { sink, lines } = await open(service.url, { maxBytes: 20_000 });
    const blocked: Partial<ObservedQuery> = { judged: JUDGED, outcome: 'blocked' };
    for (let call = 0; call < 100; call++) sink.record(query(blocked));
    expect(sink.full).toBe(true);
    const { dropped } = sink.counts;
    expect(dropped).toBeGreaterThan(20);
    expect(lines).toContain('error there is no room for events: they are not reported');
    service.answer(undefined);
    await until(() => sink.backlog(0).buffered === 0);
    expect(service.events.size).toBe(100 - dropped);
    expect(sink.full).toBe(false);
    sink.record(query(blocked));
    await until(() => service.events.size === 101 - dropped);
    expect(lines).toContain('info there is room for events again');
  });
});

describe('the state of the proxy', () => {
  it('is reported at once and then regularly, with what waits', async () => {
    const service = await eventService();
    const { sink } = await open(service.url, { statusEvery: 20, sendEvery: 1_000_000 });
    sink.record(query());
    await until(() => service.statuses.length >= 3);
    expect(service.statuses.at(-1)).toMatchObject({
      proxy: 'proxy-1',
      version: PRODUCT.version,
      ruleset: 7,
      mode: 'enforce',
      buffered: 1,
    });
    expect(service.statuses.at(-1)?.lagMs).toBeGreaterThan(0);
    expect(new Set(service.statuses.map(({ id }) => id)).size).toBe(service.statuses.length);
  });

  it('has no ruleset as long as none is known', async () => {
    const service = await eventService();
    await open(service.url, { state: () => ({ ruleset: undefined, mode: 'observe' }) });
    await until(() => service.statuses.length === 1);
    expect(service.statuses[0]).not.toHaveProperty('ruleset');
  });

  it('does not pile up while the service is slow', async () => {
    const service = await eventService();
    service.answer(() => {});
    await open(service.url, { statusEvery: 5, client: quickClient(service.url, 60_000) });
    await sleep(100);
    expect(service.bodies).toHaveLength(1);
  });
});

describe('stopping', () => {
  it('sends what is stored', async () => {
    const service = await eventService();
    const { sink } = await open(service.url, { sendEvery: 1_000_000, client: quickClient(service.url, 60_000) });
    for (let call = 0; call < 5_000; call++) sink.record(query());
    await sink.close(50_000);
    expect(service.events.size).toBe(5_000);
  });

  it.each([
    ['refuses', problem(503, 'unavailable')],
    ['is silent', () => {}],
  ])('takes no longer than allowed if the service %s, and keeps the events on disk', async (_, answer) => {
    const service = await eventService();
    service.answer(answer);
    const folder = join(testFolder(), 'events');
    mkdirSync(folder);
    const { sink } = await open(service.url, { folder, client: quickClient(service.url, 600_000) });
    const id = sink.record(query());
    const started = performance.now();
    await sink.close(1_500);
    expect(performance.now() - started).toBeLessThan(60_000);
    expect(onDisk(folder)).toContain(id);
  });
});
