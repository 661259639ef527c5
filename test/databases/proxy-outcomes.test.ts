import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueryOutcome } from '../../src/contract/index.ts';
import { postgresql, type RunningProxy, startProxy } from '../../src/proxy/index.ts';
import { listFlows } from '../../src/server/queries/list-flows.ts';
import { startTestApp, type TestApp } from '../server/http/test-app.ts';
import { type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { tryStart, until } from './program.ts';

// The same statement through proxies in three modes: the verdict is the same, what happened is not.

const server = await tryStart('outcomes of queries through the proxy', startPostgresql);

describe.skipIf(!server)('a table that is emptied through a proxy', () => {
  const running = server as PostgresqlServer;
  const folder = mkdtempSync(join(tmpdir(), 'querygate-proxy-outcomes-'));
  const proxies: RunningProxy[] = [];
  let app: TestApp;
  let workspace: string;

  beforeAll(async () => {
    // A proxy does not use rules that were activated after its clock.
    app = await startTestApp({ ctx: (real) => ({ ...real, now: () => new Date() }) });
    workspace = await app.workspace();
  });
  afterAll(async () => {
    for (const proxy of proxies) await proxy.close(0);
    await app?.close();
    await running.stop();
    rmSync(folder, { recursive: true });
  });

  async function start(mode: 'observe' | 'warn' | 'enforce'): Promise<number> {
    const { secret } = await app.key(workspace, ['telemetry:write', 'rules:read']);
    const proxy = await startProxy({
      protocol: postgresql({ authentication: 'passthrough', isTlsDirect: false }),
      host: '127.0.0.1',
      port: 0,
      upstream: { host: running.folder, port: running.port, tls: undefined, timeout: 5_000 },
      certificate: undefined,
      rules: { service: { baseUrl: app.url.origin, workspace, apiKey: secret, env: {}, deadline: 30_000 } },
      events: undefined,
      folder: join(folder, mode),
      id: mode,
      operations: undefined,
      modes: [{ user: undefined, database: undefined, mode }],
      policies: { unknown: 'block', maxRulesAge: undefined, blockWithoutEvents: false },
      maxSessions: 10,
      workerUrl: new URL('../../src/entry/server/proxy-worker.ts', import.meta.url),
      log: () => {},
    });
    proxies.push(proxy);
    return proxy.port;
  }

  it.each<['observe' | 'warn' | 'enforce', number | string, QueryOutcome]>([
    ['observe', 3, 'ran'],
    ['warn', 3, 'ran'],
    ['enforce', '42501', 'refused'],
  ])('in the mode %s', async (mode, result, outcome) => {
    const database = new pg.Client(running.client('owner', 'postgres', 'setup'));
    await database.connect();
    await database.query(`create table ${mode}_orders as select generate_series(1, 3) as id`);
    await database.end();
    const client = new pg.Client({
      ...running.client('owner', 'postgres', mode),
      ...{ host: '127.0.0.1', port: await start(mode) },
    });
    await client.connect();
    const ended = await client.query(`delete from ${mode}_orders`).then(
      ({ rowCount }) => rowCount,
      ({ code }: { code: string }) => code,
    );
    await client.end();
    expect(ended).toBe(result);
    const flows = async () => {
      const query = { verdict: 'block', application: mode };
      return (await listFlows(app.ctx, workspace, query, { withTexts: false })).items;
    };
    await until('the event is recorded', async () => (await flows()).length > 0);
    expect(await flows()).toMatchObject([
      {
        verdict: 'block',
        outcomes: { block: { ran: 0, failed: 0, refused: 0, advised: 0, [outcome]: 1 } },
      },
    ]);
  });
});
