import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SCOPE_PRESETS } from '../../../src/contract/index.ts';
import { urlOf } from '../../../src/server/http/index.ts';
import { startTestApp, type TestApp } from './test-app.ts';

// The function in docs/service.md for applications that ask before each query, as it is printed there.

type MayRun = (query: string, options?: { failOpen?: boolean; timeoutMs?: number }) => Promise<boolean>;

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/service.md'), 'utf8');
const CODE = [...PAGE.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);

let app: TestApp;
let key: string;
let workspace: string;
let folder: string;
/** Servers that take the place of the service, by what they answer. */
const servers: Server[] = [];
let modules = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-recipe-'));
  app = await startTestApp();
  workspace = await app.workspace();
  key = (await app.key(workspace, SCOPE_PRESETS['http-service'].scopes)).secret;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const server of servers) server.close().closeAllConnections();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The function, with the environment of an application. */
async function functionFor(url: string, secret = key): Promise<MayRun> {
  vi.stubEnv('SERVICE_BASE_URL', url);
  vi.stubEnv('SERVICE_API_KEY', secret);
  vi.stubEnv('SERVICE_WORKSPACE_ID', workspace);
  const file = join(folder, `${modules++}.mjs`);
  writeFileSync(file, CODE.join('\n'));
  return ((await import(pathToFileURL(file).href)) as { readonly mayRun: MayRun }).mayRun;
}

async function fakeService(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer({}, answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return urlOf(server);
}

describe('the function for applications in docs/service.md', () => {
  it('is one block of code', () => {
    expect(CODE).toHaveLength(1);
  });

  it.each([
    ['SELECT id FROM orders WHERE customer_id = $1', true],
    ['DROP TABLE orders', false],
    ['FROBNICATE orders', false],
  ])('answers %s: %s', async (query, expected) => {
    const mayRun = await functionFor(app.url.href);
    expect(await mayRun(query, { timeoutMs: 30_000 })).toBe(expected);
  });

  it('throws if the key is wrong, also if it fails open', async () => {
    const mayRun = await functionFor(app.url.href, 'qg_wrong');
    await expect(mayRun('SELECT 1', { failOpen: true, timeoutMs: 30_000 })).rejects.toThrow(/Querygate refused/);
  });

  it.each([false, true])('answers `failOpen` (%s) within its timeout if the service hangs', async (failOpen) => {
    const mayRun = await functionFor(await fakeService(() => {}));
    const begin = performance.now();
    expect(await mayRun('SELECT 1', { failOpen, timeoutMs: 100 })).toBe(failOpen);
    expect(performance.now() - begin).toBeLessThan(60_000);
  });

  it.each([429, 500, 503])('answers `failOpen` if the service answers %d', async (status) => {
    const url = await fakeService((_, response) => response.writeHead(status).end('{"detail":"later"}'));
    const mayRun = await functionFor(url);
    expect(await mayRun('SELECT 1', { failOpen: true, timeoutMs: 30_000 })).toBe(true);
    expect(await mayRun('SELECT 1', { timeoutMs: 30_000 })).toBe(false);
  });

  it('keeps its connections open for the next queries', async () => {
    const url = await fakeService((_, response) => response.end('{"verdict":"allow"}'));
    let connections = 0;
    servers.at(-1)?.on('connection', () => connections++);
    const mayRun = await functionFor(url);
    for (let i = 0; i < 10; i++) expect(await mayRun('SELECT 1', { timeoutMs: 30_000 })).toBe(true);
    expect(connections).toBeLessThan(4);
  });
});
