import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { API_SCOPES } from '../../src/contract/index.ts';
import { ConfigError } from '../../src/model/index.ts';
import { verifyAudit } from '../../src/server/audit/verify-audit.ts';
import type { Context } from '../../src/server/context/types.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/index.ts';
import { createKey } from '../../src/server/keys/create-key.ts';
import { openDatabase } from '../../src/server/store/open.ts';
import { createWorkspace } from '../../src/server/workspaces/create.ts';
import { BY, NO_RATES, type Reply, replyOf, WORKER_URL } from './http/test-app.ts';
import { loadAnything } from './made-engine.ts';
import { copyNewStore } from './new-store.ts';
import { quickFolder } from './quick-folder.ts';

// Start and stop of the whole service, in a folder of its own.

const MIGRATIONS = new URL('../../src/server/store/migrations/', import.meta.url);
const WORKSPACE = 'acme';
let folder: string;
let secret: string;
const running: RunningServer[] = [];

beforeAll(async () => {
  folder = quickFolder('start');
  await copyNewStore(folder);
  await withStore(async (ctx) => {
    await createWorkspace(ctx, { loadRuleset: loadAnything }, { id: WORKSPACE, name: 'Acme' }, BY.actor);
    ({ secret } = await createKey(ctx, WORKSPACE, { name: 'ci', scopes: [...API_SCOPES] }, BY));
  });
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The store while no server is using it. */
async function withStore<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  const db = await openDatabase({ folder });
  try {
    return await work({ db, now: () => new Date() });
  } finally {
    await db.close();
  }
}

async function start(more: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const to = new Writable({ write: (_, __, done) => done() });
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    store: { folder },
    workerUrl: WORKER_URL,
    threads: 2,
    ...more,
    http: { log: { level: 'info', to }, rates: NO_RATES, ...more.http },
  });
  running.push(server);
  return server;
}

/** Where a server writes its log, and what it wrote. */
function logInto(lines: string[]): Writable {
  return new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  });
}

/** Sends a request on a connection of its own. Raises connection errors. */
function ask(url: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      agent: false,
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
    });
    asked.on('error', reject).on('response', (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (piece: string) => {
          text += piece;
        })
        .on('error', reject)
        .on('end', () => resolve(replyOf(response.statusCode ?? 0, response.headers, text)));
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const file = (text: string) => ({ path: 'a.sql', dialect: 'postgresql', status: 'given', source: { text } });
const dryRun = (server: RunningServer, text: string) =>
  ask(`${server.url}/api/v1/ci/dry-run`, { workspace: WORKSPACE, files: [file(text)] });

function faultOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

describe('a server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    const metrics = { served: true, token: 'scrape-me', process: true };
    server = await start({ metricsAt: { host: '127.0.0.1', port: 0 }, http: { metrics } });
    running.length = 0;
  });
  afterAll(() => server.close());

  it('answers requests, and reports the number of workspaces', async () => {
    expect(server.workspaces).toBe(1);
    expect((await ask(`${server.url}/readyz`)).status).toBe(200);
    expect((await dryRun(server, 'DROP TABLE t')).body).toMatchObject({
      files: [{ findings: [{ rule: 'no-drop-table' }] }],
    });
  });

  it('locks its folder', async () => {
    await expect(start()).rejects.toThrow(ConfigError);
  });

  it('releases everything if it cannot listen', async () => {
    const other = quickFolder('start');
    await copyNewStore(other);
    const port = Number(new URL(server.url).port);
    await expect(start({ port, store: { folder: other } })).rejects.toThrow(
      `cannot listen on \`127.0.0.1\`, port ${port}: another program is listening there`,
    );
    await (await openDatabase({ folder: other })).close();
    rmSync(other, { recursive: true, force: true });
  });

  it('reports that the database cannot be reached', async () => {
    const url = 'postgres://me:hunter2@127.0.0.1:1/none';
    const error = await start({ store: { url } }).catch((raised: unknown) => raised);
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toMatch(/the store cannot be reached \(ECONNREFUSED\); check that the database is running/);
    expect(String(error)).not.toContain('hunter2');
  });

  it('serves metrics on a separate port if configured, and requires the token', async () => {
    expect((await ask(`${server.url}/metrics`)).status).toBe(404);
    expect((await ask(`${server.metricsUrl}/metrics`)).status).toBe(401);
    const told = await ask(`${server.metricsUrl}/metrics`, undefined, { authorization: 'Bearer scrape-me' });
    expect(told.text).toMatch(/^querygate_engine_tasks\{state="running"\} 0$/m);
    expect(told.text).toMatch(/^process_resident_memory_bytes /m);
    expect((await ask(`${server.metricsUrl}/readyz`)).status).toBe(404);
  });
});

describe('stopping a server', () => {
  it('waits for running requests, and loses nothing that was answered', async () => {
    const server = await start();
    const answered: string[] = [];
    const faults: string[] = [];
    let over = false;
    const load = Array.from({ length: 8 }, async () => {
      while (!over)
        try {
          const { status, body } = await dryRun(server, 'SELECT 1;\n'.repeat(200));
          if (status === 200) answered.push((body as { id: string }).id);
          else faults.push(String(status));
        } catch (error) {
          faults.push(faultOf(error));
          over = true;
        }
    });
    await expect.poll(() => answered.length).toBeGreaterThan(10);
    // Long enough to be running when the shutdown starts.
    const long = dryRun(server, 'SELECT a, b FROM t WHERE c = 1;\n'.repeat(20_000));
    await sleep(100);
    await server.close();
    expect((await long).status).toBe(200);
    answered.push(((await long).body as { id: string }).id);
    over = true;
    await Promise.all(load);
    // A late connection was never accepted.
    for (const fault of faults) expect(['ECONNREFUSED', 'ECONNRESET']).toContain(fault);
    const recorded = await withStore(async (ctx) => {
      expect(await verifyAudit(ctx, WORKSPACE)).toMatchObject({ broken: undefined });
      const { rows } = await ctx.db.query<{ entry: string }>("SELECT entry FROM audit_events WHERE type = 'dry_run'");
      return new Set(rows.map(({ entry }) => JSON.parse(entry).details.dryRun as string));
    });
    expect(answered.filter((id) => !recorded.has(id))).toEqual([]);
  });

  it('is visible to a load balancer before connections are refused', async () => {
    const server = await start({ drainMilliseconds: 600 });
    const closed = server.close();
    const ready = await ask(`${server.url}/readyz`);
    expect([ready.status, ready.code]).toEqual([503, 'unavailable']);
    const late = await dryRun(server, 'SELECT 1');
    expect([late.status, late.headers['connection']]).toEqual([200, 'close']);
    // Repeated calls are harmless.
    await Promise.all([closed, server.close()]);
    await server.close();
    await expect(ask(`${server.url}/healthz`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('requeues a simulation, which the next server finishes, and does not wait for idle connections', async () => {
    const first = await start();
    const body = { workspace: WORKSPACE, head: { files: [] } };
    const { id } = (await ask(`${first.url}/api/v1/ci/rules/simulate`, body)).body as { id: string };
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve) =>
      request(`${first.url}/healthz`, { agent }, (response) => response.resume().on('end', resolve)).end(),
    );
    const startedAt = performance.now();
    await first.close();
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    agent.destroy();
    const second = await start();
    const status = async () =>
      (await ask(`${second.url}/api/v1/ci/rules/simulations/${id}`)).body as { status: string };
    await expect.poll(status).toMatchObject({ status: 'done' });
  });
});

describe('a server of a former version', () => {
  let newer: string;
  let other: string;
  beforeAll(async () => {
    newer = mkdtempSync(join(tmpdir(), 'querygate-migrations-'));
    cpSync(MIGRATIONS, newer, { recursive: true });
    other = quickFolder('start');
    await copyNewStore(other);
  });
  afterAll(() => {
    for (const made of [newer, other]) rmSync(made, { recursive: true, force: true });
  });
  /** Lets a server start that has one migration more. */
  const upgrade = async (name: string, sql: string) => {
    writeFileSync(join(newer, `${name}.sql`), sql);
    const server = await start({ store: { folder: other }, migrationsUrl: pathToFileURL(`${newer}/`) });
    await server.close();
  };

  it('starts again on a store that a newer one has updated, as long as the change works with it', async () => {
    await upgrade('0910_a', '-- works-with: 0021_former_versions\nALTER TABLE workspaces ADD COLUMN added text;');
    const lines: string[] = [];
    const server = await start({ store: { folder: other }, http: { log: { level: 'warn', to: logInto(lines) } } });
    expect((await ask(`${server.url}/readyz`)).status).toBe(200);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { migrations: ['0910_a'], msg: 'a newer version has updated the store; replace this server with it soon' },
    ]);
    await server.close();
    await upgrade('0911_b', '-- works-with: none\nALTER TABLE workspaces DROP COLUMN added;');
    await expect(start({ store: { folder: other } })).rejects.toThrow('the store has the migration `0911_b`');
  });
});
