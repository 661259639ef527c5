import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openApi } from '../../../src/contract/openapi/index.ts';
import { ReadOnlyStore, StoreError } from '../../../src/server/store/database.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let gone = false;
let readOnly = false;
let why: string | undefined;

beforeAll(async () => {
  app = await startTestApp({
    http: { metrics: { served: true, token: 'scrape-me', process: false } },
    notReady: () => why,
    ctx: (real) => ({
      ...real,
      db: {
        kind: real.db.kind,
        close: () => real.db.close(),
        transaction: (work, limit) => (gone ? lost() : real.db.transaction(work, limit)),
        query: (sql, parameters) => (gone ? lost() : real.db.query(sql, parameters)),
        exclusively: (lock, work) => real.db.exclusively(lock, work),
        ping: async (milliseconds) => {
          if (readOnly) throw new ReadOnlyStore('the database is a standby');
          return gone ? lost() : real.db.ping(milliseconds);
        },
      },
    }),
  });
});
afterAll(() => app.close());
afterEach(() => {
  gone = false;
  readOnly = false;
  why = undefined;
});

async function lost(): Promise<never> {
  throw new StoreError('the store cannot be reached (ECONNREFUSED)');
}

const metrics = (as: string | undefined = 'scrape-me') => app.ask({ url: '/metrics', as });

it('`/healthz` answers, whatever the store does', async () => {
  gone = true;
  expect(await app.ask({ url: '/healthz' })).toMatchObject({ status: 200, body: { status: 'ok' } });
});

describe('readiness', () => {
  it('depends on the store', async () => {
    expect(await app.ask({ url: '/readyz' })).toMatchObject({ status: 200, body: { status: 'ready' } });
    gone = true;
    expect(await app.ask({ url: '/readyz' })).toMatchObject({ status: 503, code: 'unavailable' });
    expect((await metrics()).text).toMatch(/^querygate_store_errors_total [1-9]/m);
    gone = false;
    expect((await app.ask({ url: '/readyz' })).status).toBe(200);
  });

  it('is false on a database that is read-only, with the reason', async () => {
    readOnly = true;
    expect(await app.ask({ url: '/readyz' })).toMatchObject({
      status: 503,
      code: 'unavailable',
      body: { detail: 'the database is a standby' },
    });
    readOnly = false;
    expect((await app.ask({ url: '/readyz' })).status).toBe(200);
  });

  it('depends on the engine', async () => {
    why = 'no thread of the engine is ready';
    const reply = await app.ask({ url: '/readyz' });
    expect(reply).toMatchObject({ status: 503, body: { detail: why } });
  });
});

it('answers 503 while the store is unavailable, and normally once it is back', async () => {
  const workspace = await app.workspace();
  const { secret } = await app.key(workspace);
  const ask = () => app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as: secret });
  const failed = async () => Number(/^querygate_store_errors_total (\d+)$/m.exec((await metrics()).text)?.[1]);
  const before = await failed();
  gone = true;
  expect(await ask()).toMatchObject({ status: 503, code: 'unavailable', headers: { 'retry-after': '2' } });
  expect((await ask()).status).toBe(503);
  // Each request, not only those of probes.
  expect(await failed()).toBe(before + 2);
  gone = false;
  expect((await ask()).status).toBe(200);
});

describe('the metrics', () => {
  it('require the token', async () => {
    expect((await app.ask({ url: '/metrics' })).code).toBe('key_missing');
    expect((await metrics('scrape-you')).code).toBe('key_unknown');
    expect((await metrics()).status).toBe(200);
  });

  it('count requests by route, without text chosen by a client', async () => {
    const workspace = await app.workspace();
    const { secret } = await app.key(workspace);
    for (const path of ['ruleset', 'data-policy', 'nonsense'])
      await app.ask({ url: `/api/v1/workspaces/${workspace}/${path}`, as: secret });
    await app.ask({ method: 'PATCH', url: '/nowhere-at-all' });
    const { text } = await metrics();
    expect(text).toMatch(
      /^querygate_requests_total\{route="\/api\/v1\/workspaces\/\{workspace\}\/ruleset",method="GET",status="200"\} [1-9]/m,
    );
    expect(text).toMatch(/^querygate_requests_total\{route="other",method="other",status="404"\} 1$/m);
    expect(text).toMatch(/^querygate_problems_total\{code="not_found",status="404"\} [1-9]/m);
    expect(text).toMatch(/^querygate_request_seconds_bucket\{le="0.01",route="\/healthz"\} /m);
    expect(text).not.toContain(workspace);
    expect(text).not.toContain('nowhere');
  });

  it('show the engine, simulations and waiting records', async () => {
    const workspace = await app.workspace();
    const { secret } = await app.key(workspace);
    const body = { workspace, head: { files: [] } };
    await app.ask({ method: 'POST', url: '/api/v1/ci/rules/simulate', as: secret, body });
    await app.ctx.db.query('UPDATE workspaces SET retention_misfit = 7 WHERE id = $1', [workspace]);
    const { text } = await metrics();
    expect(text).toMatch(/^querygate_retention_stopped 1$/m);
    expect(text).toMatch(/^querygate_simulations\{state="queued"\} 1$/m);
    expect(text).toMatch(/^querygate_engine_tasks\{state="waiting"\} 0$/m);
    expect(text).toMatch(/^querygate_records_waiting 0$/m);
    expect(Number(/^querygate_store_bytes ([\d.e+]+)$/m.exec(text)?.[1])).toBeGreaterThan(1e6);
  });

  it('omit values that cannot be read', async () => {
    gone = true;
    const reply = await metrics();
    expect(reply.status).toBe(200);
    expect(reply.text).not.toMatch(/^querygate_(?:simulations|store_bytes|retention_stopped)\b/m);
    expect(reply.text).toMatch(/^querygate_requests_open 1$/m);
  });
});

it('serves the contract as OpenAPI without authentication', async () => {
  const reply = await app.ask({ url: '/api/v1/openapi.json' });
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual(JSON.parse(JSON.stringify(openApi())));
});
