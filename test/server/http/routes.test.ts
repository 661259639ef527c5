import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLS, type CallEntry, PROBLEMS } from '../../../src/contract/index.ts';
import { authorize } from '../../../src/server/http/authorize.ts';
import { identify } from '../../../src/server/http/principal.ts';
import { PUBLIC_URL, settingsFor } from '../sign-on/browser.ts';
import { startProvider, type TestProvider } from '../sign-on/provider.ts';
import { startTestApp, type TestApp } from './test-app.ts';

// Every route that the service registers is a call of the contract, and answers no caller whom `authorize` refuses.

const WORKSPACE = 'acme';
const CREATED = 'fastify.initialization';

let app: TestApp;
let provider: TestProvider;
/** The routes of the real service, as `METHOD /path`. */
const routes: string[] = [];
/** Keys with little, and a user without a workspace: each call refuses at least one of them. */
const callers: string[] = [];

beforeAll(async () => {
  provider = await startProvider(`${PUBLIC_URL}/auth/oidc/callback`);
  const listen = (message: unknown) =>
    (message as { readonly fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      routes.push(...[method].flat().map((each) => `${each} ${url}`));
    });
  subscribe(CREATED, listen);
  try {
    app = await startTestApp({ http: { publicUrl: PUBLIC_URL, signOn: settingsFor(provider) } });
  } finally {
    unsubscribe(CREATED, listen);
  }
  await app.workspace(WORKSPACE);
  callers.push((await app.key(WORKSPACE, ['telemetry:write'])).secret);
  callers.push((await app.key(WORKSPACE, ['rules:read'])).secret);
  callers.push((await app.person()).token);
}, 120_000);
afterAll(async () => {
  await app.close();
  await provider.close();
});

/** The routes of a call: Fastify adds HEAD to GET. */
function routesOf({ method, path }: CallEntry): readonly string[] {
  const url = path.replaceAll(/\{([a-z]+)\}/g, ':$1');
  return method === 'GET' ? [`GET ${url}`, `HEAD ${url}`] : [`${method} ${url}`];
}

const ENTRIES: readonly CallEntry[] = Object.values(CALLS);
const ROUTES = ENTRIES.flatMap((entry) => routesOf(entry).map((route) => [route, entry] as const));

it('registers the calls of the contract, and no other route but those of probes, document and sign-on', () => {
  const probes = ['/healthz', '/readyz', '/metrics'];
  const others = [...probes, '/api/v1/openapi.json', '/auth/oidc/start', '/auth/oidc/callback'];
  const expected = [...ROUTES.map(([route]) => route), ...others.flatMap((url) => [`GET ${url}`, `HEAD ${url}`])];
  expect([...routes].sort()).toEqual(expected.sort());
});

it.each(ROUTES.filter(([, { session }]) => session !== 'none'))(
  '%s refuses whom authorize refuses',
  async (route, entry) => {
    const [method = '', path = ''] = route.split(' ');
    const url = path.replace(':workspace', WORKSPACE).replaceAll(/:[a-z]+/g, 'x');
    const code = async (as: string | undefined) => {
      const reply = await app.ask({ method, url, as });
      return method === 'HEAD' ? reply.status : reply.code;
    };
    const shown = (problem: keyof typeof PROBLEMS) => (method === 'HEAD' ? PROBLEMS[problem].status : problem);
    expect(await code(undefined)).toBe(shown('key_missing'));
    let refused = 0;
    for (const secret of callers) {
      const bearer = secret.startsWith('qgs_')
        ? ({ kind: 'session', token: secret } as const)
        : ({ kind: 'key', secret } as const);
      const workspace = path.includes(':workspace') ? WORKSPACE : undefined;
      const refusal = authorize({ entry, workspace, now: app.store.clock.now }, await identify(app.ctx, bearer));
      if (!refusal) continue;
      refused += 1;
      expect(await code(secret)).toBe(shown(refusal.code));
    }
    expect(refused).toBeGreaterThan(0);
  },
);
