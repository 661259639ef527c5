import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NODE, SERVER } from '../e2e/packaged.ts';
import { freePort, freePortPair } from './free-port.ts';
import { startPostgresql } from './postgresql-server.ts';
import { endProcess, tryStart, until } from './program.ts';

const server = await tryStart('workers of the PostgreSQL proxy', startPostgresql);
const RULES = 'version: 1\nextends: [querygate:recommended@1]\n';
const folder = mkdtempSync(join(tmpdir(), 'querygate-workers-'));
const rules = join(folder, 'rules.yml');
const clients: pg.Client[] = [];
let proxy: ChildProcess | undefined;
let port = 0;
let probes = 0;

beforeAll(async () => {
  if (!server) return;
  await server.asOwner('postgres', ['CREATE ROLE app SUPERUSER LOGIN', 'CREATE TABLE canary (id int)']);
  writeFileSync(rules, RULES);
  [port, probes] = [await freePort(), await freePortPair()];
  const args = ['--upstream', `${server.folder}:${server.port}`, '--listen', `127.0.0.1:${port}`, '--mode', 'enforce'];
  const own = ['--rules', rules, '--data', join(folder, 'data'), '--events', join(folder, 'events.jsonl')];
  proxy = spawn(
    NODE,
    [join(SERVER, 'index.js'), 'proxy', '--workers', '2', ...args, ...own, '--probes', `127.0.0.1:${probes}`],
    { env: { PATH: process.env['PATH'] }, stdio: 'ignore' },
  );
  for (const worker of [0, 1])
    await until(`worker ${worker}`, async () => (await probe(worker, 'readyz')) !== undefined);
});

afterAll(async () => {
  await endProcess(proxy, 'SIGKILL');
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The answer of a worker; undefined if there is none, or an error. */
async function probe(worker: number, path: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${probes + worker}/${path}`);
    const text = await answer.text();
    return answer.ok ? text : undefined;
  } catch {
    return undefined;
  }
}

async function sessionsOf(worker: number): Promise<number> {
  const text = (await probe(worker, 'metrics')) ?? '';
  return Number(/^querygate_proxy_connections (\d+)$/m.exec(text)?.[1] ?? 0);
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'app', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  clients.push(client);
  return client;
}

const outcome = (client: pg.Client, text: string) =>
  client.query(text).then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? 'lost',
  );

describe.skipIf(!server)('several workers of the proxy', () => {
  it('share the port', async () => {
    for (let count = 0; count < 8; count++) await connect();
    expect(await sessionsOf(0)).toBeGreaterThan(0);
    expect((await sessionsOf(0)) + (await sessionsOf(1))).toBe(8);
    expect(await Promise.all(clients.map((client) => outcome(client, 'DELETE FROM canary')))).toEqual(
      Array.from({ length: 8 }, () => '42501'),
    );
  });

  it('all read new rules on SIGHUP', async () => {
    writeFileSync(rules, `${RULES}rules: [{ id: no-unfiltered-delete, verdict: warn }]\n`);
    proxy?.kill('SIGHUP');
    await until('the new rules', async () => {
      const all = await Promise.all(clients.map((client) => outcome(client, 'DELETE FROM canary')));
      return all.every((one) => one === 'ok');
    });
  });

  it('continue when one is killed, and start it again', async () => {
    const pid = proxy?.pid ?? 0;
    const workers = () => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
    const [killed = 0] = workers();
    process.kill(killed, 'SIGKILL');
    await until('another worker', () => workers().length === 2 && !workers().includes(killed));
    for (const worker of [0, 1])
      await until(`worker ${worker}`, async () => (await probe(worker, 'readyz')) !== undefined);
    const all = await Promise.all(clients.map((client) => outcome(client, 'SELECT 1')));
    expect(all.filter((one) => one === 'ok')).toHaveLength(4);
    for (let count = 0; count < 4; count++) expect(await outcome(await connect(), 'SELECT 1')).toBe('ok');
    expect((await sessionsOf(0)) + (await sessionsOf(1))).toBe(8);
  });

  it('all end on SIGTERM, after the transactions that are open', async () => {
    const client = await connect();
    await client.query('BEGIN; INSERT INTO canary VALUES (1)');
    proxy?.kill('SIGTERM');
    await until('the end of idle sessions', async () => (await sessionsOf(0)) + (await sessionsOf(1)) === 1);
    expect(await outcome(client, 'COMMIT')).toBe('ok');
    if (proxy?.exitCode === null) await once(proxy, 'exit');
    expect(proxy?.exitCode).toBe(0);
    const rows = await server?.asOwner('postgres', ['SELECT id FROM canary']);
    expect(rows?.[0]?.rows).toEqual([{ id: 1 }]);
  });
});
