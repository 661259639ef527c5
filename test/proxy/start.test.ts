import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { workingTree } from '../../src/ci/index.ts';
import { ConfigError } from '../../src/model/index.ts';
import { type ProxyOptions, postgresql, startProxy } from '../../src/proxy/index.ts';
import { parseSecret, ScramClient } from '../../src/proxy/postgresql/authentication/scram.ts';
import { BACKEND, FRONTEND, message } from '../../src/proxy/postgresql/messages.ts';
import { KEY } from '../client/build.ts';
import { problem, serve } from '../client/server.ts';
import { testFolder, testLog, until } from './build.ts';
import { startMessage } from './postgresql/wire.ts';

// The parts of the proxy together, without a database: test/databases has the sessions.

async function database() {
  const server = createServer((socket) => socket.on('error', () => {}).resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { server, port: (server.address() as AddressInfo).port };
}

async function start(changes: Partial<ProxyOptions> = {}) {
  const { log, lines } = testLog();
  const rules = testFolder();
  writeFileSync(join(rules, 'rules.yml'), 'version: 1\nextends: [querygate:recommended@1]\n');
  const folder = changes.folder ?? join(testFolder(), 'data');
  const options: ProxyOptions = {
    protocol: postgresql({ authentication: 'passthrough', isTlsDirect: false }),
    host: '127.0.0.1',
    port: 0,
    upstream: { host: '127.0.0.1', port: 9, tls: undefined, timeout: 1_000 },
    certificate: undefined,
    rules: { place: async () => ({ tree: workingTree(rules), entry: 'rules.yml' }) },
    events: undefined,
    folder,
    id: undefined,
    operations: { host: '127.0.0.1', port: 0, metricsToken: undefined },
    modes: [],
    policies: { unknown: 'block', maxRulesAge: undefined, blockWithoutEvents: false },
    maxSessions: 10,
    workerUrl: new URL('../../src/entry/server/proxy-worker.ts', import.meta.url),
    log,
    ...changes,
  };
  const proxy = await startProxy(options);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await proxy.close(0);
    isOpen = false;
  };
  onTestFinished(close);
  const get = async (path: string) => {
    const response = await fetch(`${proxy.operationsUrl}${path}`);
    return { status: response.status, text: await response.text() };
  };
  return { proxy, lines, folder, get, close };
}

describe('the proxy', () => {
  it('is ready once it has rules and the database answers', async () => {
    const { port } = await database();
    const { get } = await start({ upstream: { host: '127.0.0.1', port, tls: undefined, timeout: 1_000 } });
    await until(async () => (await get('/readyz')).status === 200);
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/metrics')).text).toContain('querygate_proxy_rules_age_seconds 0');
  });

  it('says why it is not ready', async () => {
    const server = await serve([problem(401, 'key_revoked')]);
    onTestFinished(() => server.close());
    const service = { baseUrl: server.url, apiKey: KEY, workspace: 'acme', env: {}, deadline: 300 };
    const { get, lines } = await start({ rules: { service } });
    const { status, text } = await get('/readyz');
    expect([status, JSON.parse(text).detail]).toEqual([
      503,
      'the proxy has no rules yet; the database does not answer',
    ]);
    expect(lines.some((line) => line.startsWith('error the API key was revoked'))).toBe(true);
  });

  it('keeps an id of its own in its folder', async () => {
    const first = await start();
    const id = readFileSync(join(first.folder, 'proxy-id'), 'utf8');
    await first.close();
    await start({ folder: first.folder });
    expect(readFileSync(join(first.folder, 'proxy-id'), 'utf8')).toBe(id);
  });

  it('does not share its folder', async () => {
    const { folder } = await start();
    await expect(start({ folder })).rejects.toThrow('another proxy uses the folder');
  });

  it.each<[string, Partial<ProxyOptions>]>([
    [
      'rules that do not exist',
      { rules: { place: async () => ({ tree: workingTree(testFolder()), entry: 'a.yml' }) } },
    ],
    ['an address for probes that is not ours', { operations: { host: '192.0.2.1', port: 1, metricsToken: undefined } }],
    ['an invalid id', { id: 'a b' }],
  ])('does not start with %s, and leaves its folder usable', async (_, changes) => {
    const folder = join(testFolder(), 'data');
    await expect(start({ ...changes, folder })).rejects.toThrow(ConfigError);
    await start({ folder });
  });

  it('gives a role without a secret the same salt after a restart, as if it had one', async () => {
    const secret = parseSecret(`SCRAM-SHA-256$4096:${'A'.repeat(22)}==$${'B'.repeat(43)}=:${'C'.repeat(43)}=`);
    if (!secret) throw new Error('no secret');
    const { server, port } = await database();
    // The database asks every client for SCRAM.
    server.on('connection', (socket) => socket.write(message(BACKEND.authentication, SASL, 'SCRAM-SHA-256\0\0')));
    const upstream = { host: '127.0.0.1', port, tls: undefined, timeout: 1_000 };
    const saltAfterStart = async (user: string, known = new Map([['app', secret]])) => {
      const { proxy, close } = await start({
        upstream,
        protocol: postgresql({ authentication: { known }, isTlsDirect: false }),
      });
      const socket = connect({ host: '127.0.0.1', port: proxy.port });
      socket.write(startMessage({ user }));
      await once(socket, 'data');
      const first = new ScramClient({ flag: 'n', data: Buffer.alloc(0) }).first();
      const length = Buffer.alloc(4);
      length.writeInt32BE(first.length);
      socket.write(message(FRONTEND.password, 'SCRAM-SHA-256\0', length, first));
      const challenge = String((await once(socket, 'data'))[0]);
      socket.destroy();
      await close();
      return /,s=([^,]+),i=4096/.exec(challenge)?.[1];
    };
    const salt = await saltAfterStart('nobody');
    expect(Buffer.from(salt ?? '', 'base64')).toHaveLength(16);
    expect(await saltAfterStart('nobody')).toBe(salt);
    expect(await saltAfterStart('nobody2')).not.toBe(salt);
    // It cannot be calculated without the secrets.
    const other = new Map([['app', { ...secret, storedKey: Buffer.alloc(32) }]]);
    expect(await saltAfterStart('nobody', other)).not.toBe(salt);
  });
});

const SASL = Buffer.from([0, 0, 0, 10]);
