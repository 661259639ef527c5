import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiScope, SCOPE_PRESETS } from '../../../src/contract/index.ts';
import { FACTS_VERSION } from '../../../src/model/index.ts';
import { createKey } from '../../../src/server/keys/create-key.ts';
import { BY, type Reply, startTestApp, type TestApp } from './test-app.ts';

// The document that the service was ordered with, sentence by sentence: each with the request that shows it.

let app: TestApp;
let workspace: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  workspace = await app.workspace();
});

const at = (path: string) => `/api/v1/workspaces/${workspace}/${path}`;

async function keyFor(scopes: readonly ApiScope[], databaseId?: string): Promise<string> {
  const { secret } = await createKey(
    app.ctx,
    workspace,
    { name: 'proxy', scopes: [...scopes], ...(databaseId !== undefined && { databaseId }) },
    BY,
  );
  return secret;
}

const presetKey = (preset: keyof typeof SCOPE_PRESETS, databaseId?: string) =>
  keyFor(SCOPE_PRESETS[preset].scopes, databaseId);

const owner = async () => (await app.person(workspace, 'owner')).token;

const setPolicy = async (queryText: string): Promise<Reply> =>
  app.ask({ method: 'PUT', url: at('data-policy'), as: await owner(), body: { queryText } });

const setModes = async (body: object): Promise<Reply> =>
  app.ask({ method: 'PUT', url: at('proxy-modes'), as: await owner(), body });

describe('the minimum scopes of each kind of client', () => {
  it.each([
    ['ci-pipeline', ['ci_dryrun:execute']],
    ['tcp-proxy', ['telemetry:write', 'rules:read']],
    ['http-service', ['proxy:evaluate']],
  ] as const)('the preset %s has them, and no other', (preset, scopes) => {
    expect(SCOPE_PRESETS[preset].scopes).toEqual(scopes);
  });

  it('no preset holds `rules:simulate`', () => {
    for (const { scopes } of Object.values(SCOPE_PRESETS)) expect(scopes).not.toContain('rules:simulate');
  });

  it('a CI pipeline checks files', async () => {
    const files = [{ path: 'a.sql', dialect: 'postgresql', status: 'given', source: { text: 'SELECT 1' } }];
    const as = await presetKey('ci-pipeline');
    expect((await app.ask({ method: 'POST', url: '/api/v1/ci/dry-run', as, body: { workspace, files } })).status).toBe(
      200,
    );
  });

  it('an HTTP service asks about queries', async () => {
    const body = { workspace, query: 'DROP TABLE t', dialect: 'postgresql' };
    const as = await presetKey('http-service');
    const reply = await app.ask({ method: 'POST', url: '/api/v1/proxy/query', as, body });
    expect(reply.body).toMatchObject({ verdict: 'block' });
  });
});

describe('a proxy that has a base URL, a workspace and a key of its preset, and nothing else', () => {
  it('reads the rules, which texts may be stored, and the mode of its database', async () => {
    const as = await presetKey('tcp-proxy', 'orders');
    await setModes({ default: 'warn', databases: { orders: 'enforce', billing: 'observe' } });
    const { body } = await app.ask({ url: at('ruleset'), as });
    expect(body).toMatchObject({
      version: 1,
      ruleset: { files: [] },
      proxy: {
        queryText: 'shape',
        databaseId: 'orders',
        mode: 'enforce',
        modes: { default: 'warn', databases: { orders: 'enforce', billing: 'observe' } },
      },
    });
  });

  it.each([
    ['billing', 'observe'],
    ['other', 'warn'],
    ['toString', 'warn'],
    [undefined, 'warn'],
  ])('with the database %s gets the mode %s', async (databaseId, mode) => {
    await setModes({ default: 'warn', databases: { orders: 'enforce', billing: 'observe' } });
    const as = await presetKey('tcp-proxy', databaseId);
    expect((await app.ask({ url: at('ruleset'), as })).body).toMatchObject({ proxy: { mode } });
  });

  it('observes until an owner or admin says otherwise', async () => {
    const as = await presetKey('tcp-proxy', 'orders');
    expect((await app.ask({ url: at('ruleset'), as })).body).toMatchObject({
      proxy: { mode: 'observe', modes: { default: 'observe', databases: {} } },
    });
  });

  it.each<[string, () => Promise<Reply>]>([
    ['another ruleset is activated', async () => activate()],
    ['the data policy stores other texts', () => setPolicy('none')],
    ['its mode changes', () => setModes({ default: 'observe', databases: { orders: 'enforce' } })],
    ['the default mode changes', () => setModes({ default: 'enforce', databases: {} })],
    ['the mode of another database changes', () => setModes({ default: 'observe', databases: { billing: 'warn' } })],
  ])('gets a new answer when %s', async (_, change) => {
    const as = await presetKey('tcp-proxy', 'orders');
    const first = await app.ask({ url: at('ruleset'), as });
    const headers = { 'if-none-match': first.headers['etag'] ?? '' };
    expect((await app.ask({ url: at('ruleset'), as, headers })).status).toBe(304);
    expect((await change()).status).toBe(200);
    const next = await app.ask({ url: at('ruleset'), as, headers });
    expect(next.status).toBe(200);
    expect(next.headers['etag']).not.toBe(first.headers['etag']);
    expect(next.body).not.toEqual(first.body);
  });

  it.each<[string, string, object | undefined]>([
    ['POST', '/api/v1/proxy/query', { query: 'SELECT 1', dialect: 'postgresql' }],
    ['POST', '/api/v1/ci/dry-run', { files: [] }],
    ['GET', 'data-policy', undefined],
    ['GET', 'queries', undefined],
    ['GET', 'audit-events', undefined],
    ['GET', 'proxy-modes', undefined],
    ['PUT', 'proxy-modes', { default: 'observe', databases: {} }],
    ['GET', 'keys', undefined],
  ])('is refused everything else: %s %s', async (method, path, body) => {
    const as = await presetKey('tcp-proxy', 'orders');
    const url = path.startsWith('/') ? path : at(path);
    const reply = await app.ask({ method, url, as, ...(body && { body: { workspace, ...body } }) });
    expect(reply.status).toBe(403);
  });

  async function activate(): Promise<Reply> {
    const as = await owner();
    const { headers } = await app.ask({ url: at('ruleset'), as });
    return app.ask({
      method: 'PUT',
      url: at('ruleset'),
      as,
      headers: { 'if-match': headers['etag'] ?? '' },
      body: { restore: 1 },
    });
  }
});

describe('the modes of proxies', () => {
  it.each(['owner', 'admin'] as const)('are set by a signed-in %s, and the trail keeps who did it', async (role) => {
    const { token, email } = await app.person(workspace, role);
    const body = { default: 'warn', databases: { b: 'enforce', a: 'observe' } };
    const reply = await app.ask({ method: 'PUT', url: at('proxy-modes'), as: token, body });
    expect([reply.status, reply.body]).toEqual([200, body]);
    expect((await app.ask({ url: at('proxy-modes'), as: token })).body).toEqual(body);
    const trail = await app.ask({ url: at('audit-events?type=proxy_modes.changed'), as: token });
    expect(trail.body).toMatchObject({
      items: [
        {
          actor: { kind: 'user', name: email },
          details: { before: { default: 'observe', databases: {} }, after: body },
        },
      ],
    });
  });

  it('that are set again without a change leave no entry', async () => {
    await setModes({ default: 'observe', databases: {} });
    const trail = await app.ask({ url: at('audit-events?type=proxy_modes.changed'), as: await owner() });
    expect(trail.body).toMatchObject({ items: [] });
  });

  it.each([
    { default: 'off', databases: {} },
    { databases: {} },
    { default: 'warn' },
    { default: 'warn', databases: { orders: 'off' } },
    { default: 'warn', databases: { 'a b': 'warn' } },
    { default: 'warn', databases: Object.fromEntries(Array.from({ length: 501 }, (_, id) => [`db-${id}`, 'warn'])) },
    { default: 'warn', databases: {}, more: 1 },
  ])('are refused if they are invalid: %#', async (body) => {
    expect((await setModes(body)).code).toBe('field_invalid');
  });
});

describe('texts of queries', () => {
  const ask = async (as: string) =>
    app.ask({
      method: 'POST',
      url: '/api/v1/proxy/query',
      as,
      body: { workspace, query: SECRET, dialect: 'postgresql' },
    });
  const SECRET = "SELECT id FROM users WHERE name = 'geheim'";

  it.each(['owner', 'admin', 'member'] as const)('go to a signed-in %s, as the data policy allows', async (role) => {
    await setPolicy('full');
    await ask(await presetKey('http-service'));
    const { token } = await app.person(workspace, role);
    expect((await app.ask({ url: at('queries'), as: token })).body).toMatchObject({ items: [{ text: SECRET }] });
  });

  it('go to no key, whatever its scopes', async () => {
    await setPolicy('full');
    await ask(await presetKey('http-service'));
    const as = await keyFor(['audit:read', 'telemetry:write', 'rules:read', 'proxy:evaluate', 'rules:simulate']);
    for (const list of ['queries', 'audit-events', 'ruleset', 'data-policy']) {
      const reply = await app.ask({ url: at(list), as });
      expect([list, reply.status]).toEqual([list, 200]);
      expect(reply.text).not.toContain('geheim');
      expect(reply.text).not.toMatch(/select id/i);
    }
  });
});

describe('every recorded query has its verdict, whatever way it came', () => {
  const tell = async (events: readonly object[], databaseId = 'orders'): Promise<Reply> =>
    app.ask({
      method: 'POST',
      url: '/api/v1/ingest/events',
      as: await presetKey('tcp-proxy', databaseId),
      body: { workspace, events },
    });
  const WHEN = { type: 'query', at: '2026-11-20T11:00:00Z', dialect: 'postgresql' };
  const DROP = {
    shape: 'drop table t',
    dialect: 'postgresql',
    facts: { notCarried: ['serverVersion'] },
    operations: [{ kind: 'drop_table', target: { name: 't' } }],
    caller: { user: 'app', application: 'web', database: 'shop', notCarried: ['role'] },
  };
  const facts = { ...WHEN, factsVersion: FACTS_VERSION, rows: [DROP], proxy: 'proxy-1' };
  const judged = { verdict: 'block', rules: ['no-drop-table'], ruleset: 1, mode: 'observe' };
  const recorded = async () => {
    const as = (await app.person(workspace, 'member')).token;
    const queries = await app.ask({ url: at('queries'), as });
    const trail = await app.ask({ url: at('audit-events'), as });
    return {
      queries: (queries.body as { items: object[] }).items,
      trail: (trail.body as { items: { type: string }[] }).items.filter(({ type }) => type.startsWith('query.')),
    };
  };

  it.each<[string, object, object]>([
    [
      'judged by a proxy',
      { ...facts, id: 'e', judged },
      {
        channel: 'proxy',
        verdict: 'block',
        rules: ['no-drop-table'],
        ruleset: 1,
        mode: 'observe',
        judgedAtIngest: false,
      },
    ],
    [
      'of a proxy, without a verdict',
      { ...facts, id: 'e' },
      { channel: 'proxy', verdict: 'block', rules: ['no-drop-table'], ruleset: 1, judgedAtIngest: true },
    ],
    [
      'a text',
      { ...WHEN, id: 'e', query: 'DROP TABLE t' },
      { channel: 'events', verdict: 'block', rules: ['no-drop-table'], ruleset: 1, judgedAtIngest: true },
    ],
    [
      'a text that cannot be read',
      { ...WHEN, id: 'e', query: 'SELEC 1' },
      { channel: 'events', verdict: 'unknown', rules: ['unreadable'], judgedAtIngest: true },
    ],
    [
      'that failed',
      { ...facts, id: 'e', judged, outcome: 'failed', sqlstate: '42P01' },
      { channel: 'proxy', verdict: 'block', outcome: 'failed', sqlstate: '42P01' },
    ],
    [
      'a sum of allowed ones',
      {
        ...{ ...facts, id: 'e', calls: 12, lastAt: '2026-11-20T11:00:04Z', durationMs: 2.5, session: 's-1' },
        judged: { ...judged, verdict: 'allow', rules: [] },
      },
      { verdict: 'allow', calls: 12, lastAt: '2026-11-20T11:00:04.000Z', durationMs: 2.5, session: 's-1' },
    ],
  ])('%s', async (_, event, expected) => {
    expect((await tell([event])).body).toEqual({ accepted: 1, duplicates: 0, refused: [] });
    const { queries, trail } = await recorded();
    expect(queries).toMatchObject([{ databaseId: 'orders', ...expected }]);
    const { durationMs: _duration, session: _session, ...audited } = expected as Record<string, unknown>;
    expect(trail[0]).toMatchObject({ type: 'query.ingested', databaseId: 'orders', details: audited });
    expect(JSON.stringify(trail)).not.toMatch(/drop table t/i);
  });

  it('asked over HTTP', async () => {
    const as = await presetKey('http-service', 'orders');
    const body = { workspace, query: 'DROP TABLE t', dialect: 'postgresql' };
    await app.ask({ method: 'POST', url: '/api/v1/proxy/query', as, body });
    const { queries, trail } = await recorded();
    const expected = { verdict: 'block', rules: ['no-drop-table'], ruleset: 1 };
    expect(queries).toMatchObject([{ channel: 'http', databaseId: 'orders', judgedAtIngest: false, ...expected }]);
    expect(trail[0]).toMatchObject({ type: 'query.evaluated', databaseId: 'orders', details: expected });
  });

  it.each([1, FACTS_VERSION + 1])('facts of version %i are refused individually', async (factsVersion) => {
    const reply = await tell([
      { ...facts, id: 'old', factsVersion },
      { ...facts, id: 'new' },
    ]);
    expect(reply.body).toMatchObject({
      accepted: 1,
      refused: [{ index: 0, id: 'old', code: 'facts_version_unsupported' }],
    });
  });

  it('rows that are not valid facts are refused individually, and again after they were cached', async () => {
    const bad = { ...facts, rows: [{ ...DROP, facts: { sql: 'x' } }] };
    for (const round of ['a', 'b']) {
      const reply = await tell([
        { ...bad, id: `bad-${round}` },
        { ...facts, id: `good-${round}`, judged },
      ]);
      expect(reply.body).toMatchObject({ accepted: 1, refused: [{ index: 0, code: 'event_invalid' }] });
    }
  });

  it('a proxy reports itself, and members see it', async () => {
    const status = {
      ...{ id: 's-1', type: 'proxy_status', at: '2026-11-20T11:00:00Z', proxy: 'proxy-1', version: '0.1.0' },
      ...{ ruleset: 1, mode: 'observe', lagMs: 20, buffered: 3 },
    };
    expect((await tell([status])).body).toEqual({ accepted: 1, duplicates: 0, refused: [] });
    const { token } = await app.person(workspace, 'member');
    expect((await app.ask({ url: at('proxies'), as: token })).body).toMatchObject({
      items: [{ id: 'proxy-1', databaseId: 'orders', ruleset: 1, mode: 'observe', lagMs: 20, buffered: 3 }],
    });
  });

  it('a simulation treats facts that a proxy reports like a text', async () => {
    await tell([{ ...facts, id: 'facts', judged: { ...judged, verdict: 'allow', rules: [] } }]);
    const { rows } = await app.store.db.query<{ row: string; calls: number }>(
      `SELECT r.row, d.calls FROM history_rows r JOIN history_days d USING (workspace_id, row_hash)
       WHERE workspace_id = $1`,
      [workspace],
    );
    expect(rows.map(({ row, calls }) => [JSON.parse(row).shape, calls])).toEqual([['drop table t', 1]]);
  });
});
