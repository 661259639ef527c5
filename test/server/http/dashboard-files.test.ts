import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-dashboard-'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Querygate</title>');
  writeFileSync(join(folder, 'docs/sign-on.md'), '# Single sign-on\n');
  app = await startTestApp({ http: { dashboard: folder } });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it('a page of the documentation is served as text, which browsers show', async () => {
  const reply = await fetch(new URL('/docs/sign-on.md', app.url));
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await reply.text()).toBe('# Single sign-on\n');
});

it('a page of the documentation that does not exist is not found', async () => {
  expect((await app.ask({ url: '/docs/nothing.md' })).status).toBe(404);
});
