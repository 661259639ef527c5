import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiScope } from '../../../src/contract/index.ts';
import { generateApiKey } from '../../../src/contract/index.ts';
import { createApp } from '../../../src/server/http/index.ts';
import { RATE_GROUPS } from '../../../src/server/index.ts';
import { NO_RATES, type Reply, startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let workspace: string;

beforeAll(async () => {
  app = await startTestApp({
    http: {
      trustProxy: true,
      rates: { ...NO_RATES, read: 5, query: 7, dryRun: 3, refused: 4, open: 3, signIn: 6, exchange: 2, manage: 5 },
    },
  });
  workspace = await app.workspace();
});
afterAll(() => app.close());

async function times(count: number, ask: () => Promise<Pick<Reply, 'status'>>): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at++) statuses.push((await ask()).status);
  return statuses;
}

const keyWith = async (...scopes: ApiScope[]) => (await app.key(workspace, scopes)).secret;
const ruleset = (as: string | undefined, from = '192.0.2.1') =>
  app.ask({ url: `/api/v1/workspaces/${workspace}/ruleset`, as, headers: { 'x-forwarded-for': from } });
const query = (as: string) =>
  app.ask({
    method: 'POST',
    url: '/api/v1/proxy/query',
    as,
    body: { workspace, query: 'SELECT 1', dialect: 'postgresql' },
  });

describe('a key', () => {
  it('is refused above its rate, with Retry-After', async () => {
    const secret = await keyWith('rules:read');
    expect(await times(5, () => ruleset(secret))).toEqual([200, 200, 200, 200, 200]);
    const reply = await ruleset(secret);
    expect([reply.status, reply.code]).toEqual([429, 'rate_limited']);
    const seconds = Number(reply.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  it('has a rate per kind of call, independent of other keys', async () => {
    const secret = await keyWith('rules:read', 'proxy:evaluate');
    await times(6, () => ruleset(secret));
    expect(await times(8, () => query(secret))).toEqual([200, 200, 200, 200, 200, 200, 200, 429]);
    expect((await ruleset(await keyWith('rules:read'))).status).toBe(200);
  });

  it('is counted even without the scope', async () => {
    const secret = await keyWith('proxy:evaluate');
    expect(await times(6, () => ruleset(secret))).toEqual([403, 403, 403, 403, 403, 429]);
  });
});

describe('an address', () => {
  it('that sends invalid keys is refused, and its valid keys are not', async () => {
    const from = '198.51.100.7';
    const secret = await keyWith('rules:read');
    expect((await ruleset(secret, from)).status).toBe(200);
    expect(await times(6, () => ruleset(generateApiKey(), from))).toEqual([401, 401, 401, 401, 429, 429]);
    expect((await ruleset('nonsense', from)).status).toBe(429);
    expect((await ruleset(undefined, from)).status).toBe(429);
    expect((await ruleset(secret, from)).status).toBe(200);
    // A key that was never seen is refused too, since the lookup is what a flood would cost.
    expect((await ruleset(await keyWith('rules:read'), from)).status).toBe(429);
    expect((await ruleset(generateApiKey(), '198.51.100.8')).status).toBe(401);
  });

  it('is that of the client behind a trusted proxy', async () => {
    const { ctx, engine, recorder } = app;
    const options = { rates: { ...NO_RATES, refused: 2 }, log: { level: 'silent' } } as const;
    const { fastify } = await createApp({ ctx, engine, recorder, wake: () => undefined, options });
    const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
    const ask = (from: string) => fetch(`${url}/api/v1/sessions/current`, { headers: { 'x-forwarded-for': from } });
    // No proxy is trusted by default: the header changes nothing.
    expect(await times(3, () => ask(`203.0.113.${Math.floor(Math.random() * 250)}`))).toEqual([401, 401, 429]);
    await fastify.close();
  });

  it('is the last one in the header, which the proxy wrote', async () => {
    const ask = (forged: number) =>
      app.ask({
        url: '/api/v1/sessions/current',
        headers: { 'x-forwarded-for': `203.0.113.${forged}, 198.51.100.40` },
      });
    let at = 0;
    expect(await times(5, () => ask(at++))).toEqual([401, 401, 401, 401, 429]);
    expect(JSON.parse(app.log.at(-1) ?? '')).toMatchObject({ address: '198.51.100.40' });
  });

  it('has a limit of sign-in attempts', async () => {
    const body = { email: 'nobody@acme.example', password: 'x' };
    const signIn = (at: number) =>
      app.ask({
        method: 'POST',
        url: '/api/v1/sessions',
        body: { ...body, email: `n${at}@acme.example` },
        headers: { 'x-forwarded-for': '198.51.100.20', 'content-type': 'application/json' },
      });
    let at = 0;
    const exchange = () =>
      app.ask({
        method: 'POST',
        url: '/api/v1/auth/token',
        headers: { 'x-forwarded-for': '192.0.2.9', 'content-type': 'application/x-www-form-urlencoded' },
        body: '',
      });
    expect(await times(3, exchange)).toEqual([400, 400, 429]);
    expect(await times(7, () => signIn(at++))).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });
});

describe('a read that needs no sign-in', () => {
  it.each(['/api/v1/setup', '/api/v1/sign-in-methods'])('%s is refused above the rate of its address', async (url) => {
    const from = `198.51.100.${url.length}`;
    const ask = () => app.ask({ url, headers: { 'x-forwarded-for': from } });
    expect(await times(5, ask)).toEqual([200, 200, 200, 429, 429]);
    expect((await app.ask({ url, headers: { 'x-forwarded-for': '198.51.100.99' } })).status).toBe(200);
  });
});

describe('`X-Forwarded-For` of a sender that is not trusted', () => {
  const warnings = ({ log }: TestApp) => log.filter((line) => line.includes('`X-Forwarded-For`'));
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };

  it.each([
    ['no proxy is trusted', { trustProxy: false }],
    ['other proxies are trusted', { trustProxy: ['10.0.0.0/8'] }],
  ])('is logged once, with the option to set, if %s', async (_, http) => {
    const other = await startTestApp({ http });
    await other.ask({ url: '/healthz' });
    expect(warnings(other)).toEqual([]);
    for (let at = 0; at < 3; at++) await other.ask({ url: '/healthz', headers: forwarded });
    expect(warnings(other).map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', address: '127.0.0.1', msg: expect.stringContaining('`--trust-proxy`') },
    ]);
    expect(warnings(other).join('')).not.toContain('203.0.113.9');
    await other.close();
  });

  it('is not reported of a trusted one', async () => {
    const other = await startTestApp({ http: { trustProxy: ['127.0.0.1'] } });
    await other.ask({ url: '/healthz', headers: forwarded });
    expect(warnings(other)).toEqual([]);
    await other.close();
  });
});

it('every group has a rate', () => {
  expect(Object.keys(RATE_GROUPS).sort()).toEqual(Object.keys(NO_RATES).sort());
});
