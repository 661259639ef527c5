import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workingTree } from '../../src/ci/index.ts';
import { readHistory } from '../../src/history/index.ts';
import type { History, HistoryRow } from '../../src/model/index.ts';
import { type ProxyOptions, postgresql, type RunningProxy, startProxy } from '../../src/proxy/index.ts';
import { historySnapshot } from '../../src/server/history/snapshot.ts';
import { plainRow } from '../history/build.ts';
import { startTestApp, type TestApp } from '../server/http/test-app.ts';
import { counted, countsOf, differences } from './full-history.ts';
import { Journal } from './journal.ts';
import { type LogSettings, PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';
import { prepareDatabases, runWorkload } from './workload-postgresql.ts';

// One run of many clients through two proxies in a row, one with a file of events and one with a service: the histories of
// both equal that of the server's log.

/** Statements with their bind values, once they are done: a log of statements before they run also has the failed ones. */
const SETTINGS: LogSettings = {
  log_statement: 'none',
  log_min_duration_statement: 0,
  log_duration: 'off',
  log_connections: 'off',
  log_line_prefix: '%m [%p] %q%u@%d ',
  log_timezone: 'UTC',
};

/** Its log is in another encoding, in which letters of other alphabets cannot be read. */
const ANOTHER_ENCODING = 'latin';

/** The same server for clients, behind a proxy. */
class Behind extends PostgresqlServer {
  readonly #proxyPort: number;

  constructor(server: PostgresqlServer, proxyPort: number) {
    super(server.folder, server.port, server.programs, () => server.stop());
    this.#proxyPort = proxyPort;
  }

  override client(user: string, database: string, application: string): pg.ClientConfig {
    return { ...super.client(user, database, application), host: '127.0.0.1', port: this.#proxyPort };
  }

  override environment(user: string, database: string, application: string): NodeJS.ProcessEnv {
    const behind = { PGHOST: '127.0.0.1', PGPORT: String(this.#proxyPort) };
    return { ...super.environment(user, database, application), ...behind };
  }
}

/** Statements that change the application name: the service gets the one before, and the log shows the one after. */
const RENAMING = new Set(['reset all', 'set application_name = ?']);

function withoutName(row: HistoryRow): HistoryRow {
  if (!RENAMING.has(row.shape)) return row;
  return { ...row, caller: { ...row.caller, application: undefined }, callerPatterns: [] };
}

const server = await tryStart('the history of queries through the proxy', startPostgresql);

describe.skipIf(!server)('the history of what the proxy reports', () => {
  const running = server as PostgresqlServer;
  const folder = mkdtempSync(join(tmpdir(), 'querygate-proxy-history-'));
  const proxies: RunningProxy[] = [];
  const histories = new Map<string, readonly HistoryRow[]>();
  let app: TestApp | undefined;

  async function start(
    name: string,
    changes: Pick<ProxyOptions, 'upstream' | 'rules' | 'events'> & Partial<ProxyOptions>,
  ): Promise<number> {
    const proxy = await startProxy({
      protocol: postgresql({ authentication: 'passthrough', isTlsDirect: false }),
      host: '127.0.0.1',
      port: 0,
      certificate: undefined,
      folder: join(folder, name),
      id: name,
      operations: undefined,
      modes: [{ user: undefined, database: undefined, mode: 'observe' }],
      policies: { unknown: 'block', maxRulesAge: undefined, blockWithoutEvents: false },
      maxSessions: 100,
      workerUrl: new URL('../../src/entry/server/proxy-worker.ts', import.meta.url),
      log: () => {},
      ...changes,
    });
    proxies.push(proxy);
    return proxy.port;
  }

  const rowsOf = ({ rows }: History) => rows.filter(({ caller }) => caller.database !== ANOTHER_ENCODING);

  beforeAll(async () => {
    app = await startTestApp({ ctx: (real) => ({ ...real, now: () => new Date() }) });
    const workspace = await app.workspace();
    const { secret } = await app.key(workspace);
    await prepareDatabases(running);
    writeFileSync(join(folder, 'rules.yml'), 'version: 1\nextends: [querygate:recommended@1]\n');
    const service = { baseUrl: app.url.origin, workspace, apiKey: secret, env: {}, deadline: 30_000 };
    const inner = await start('to-service', {
      upstream: { host: running.folder, port: running.port, tls: undefined, timeout: 5_000 },
      rules: { service },
      events: undefined,
    });
    const events = join(folder, 'events.jsonl');
    const outer = await start('to-file', {
      upstream: { host: '127.0.0.1', port: inner, tls: undefined, timeout: 5_000 },
      rules: { place: async () => ({ tree: workingTree(folder), entry: 'rules.yml' }) },
      events: { path: events },
    });
    const files = await running.logging('proxy', SETTINGS, () =>
      runWorkload(new Behind(running, outer), new Journal(), 3),
    );
    for (const proxy of proxies.splice(0).reverse()) await proxy.close(5_000);
    const snapshot = join(folder, 'service.jsonl.gz');
    writeFileSync(snapshot, (await historySnapshot(app.ctx, workspace)).bytes);
    const now = new Date();
    histories.set('csv log', rowsOf(await readHistory([files.csv], { now })));
    histories.set('JSON log', rowsOf(await readHistory([files.json], { now })));
    histories.set('file', rowsOf(await readHistory([events], { now, dialect: 'postgresql' })));
    histories.set('service', rowsOf(await readHistory([snapshot], { now })));
  });
  afterAll(async () => {
    for (const proxy of proxies.reverse()) await proxy.close(0);
    await app?.close();
    await running.stop();
    rmSync(folder, { recursive: true });
  });

  const countsIn = (name: string, change = (row: HistoryRow) => row) =>
    countsOf([...counted(histories.get(name) ?? [])].map(([row, calls]) => [change(row), calls]));
  /** Logs show neither the role, nor whether the session was in a transaction and had a `lock_timeout`. */
  const asLogged = (row: HistoryRow): HistoryRow => ({
    ...withoutName(row),
    caller: { ...withoutName(row).caller, role: undefined },
    facts: { ...plainRow(row).facts, inTransaction: undefined, ddlInTransaction: undefined, lockTimeoutSet: undefined },
  });

  it.each([
    ['file', 'csv log'],
    ['file', 'JSON log'],
    ['service', 'csv log'],
    ['service', 'JSON log'],
  ])('as a %s equals that of the %s: the same flows, with the same counts, facts and callers', (name, log) => {
    const logged = countsIn(log, withoutName);
    expect([...logged.values()].reduce((sum, calls) => sum + calls, 0)).toBeGreaterThan(1500);
    expect(differences(logged, countsIn(name, asLogged))).toEqual([]);
  });

  it('has no blocked query, because the log has only an error for it', async () => {
    const events = join(folder, 'blocked.jsonl');
    const port = await start('blocking', {
      upstream: { host: running.folder, port: running.port, tls: undefined, timeout: 5_000 },
      rules: { place: async () => ({ tree: workingTree(folder), entry: 'rules.yml' }) },
      modes: [{ user: undefined, database: undefined, mode: 'enforce' }],
      events: { path: events },
    });
    const { csv } = await running.logging('blocked', SETTINGS, async () => {
      const client = new pg.Client(new Behind(running, port).client('web', 'shop', 'shop'));
      await client.connect();
      const allowed = () => client.query('SELECT order_id FROM orders WHERE order_id = $1', [1]);
      await allowed();
      await expect(client.query('DELETE FROM orders')).rejects.toThrow('blocked by Querygate');
      await expect(client.query('DELETE FROM orders WHERE $1 = 1', [1])).rejects.toThrow('blocked by Querygate');
      await allowed();
      await client.end();
    });
    await proxies.pop()?.close(5_000);
    const read = async (path: string) => {
      const { rows } = await readHistory([path], { now: new Date(), dialect: 'postgresql' });
      return rows.map(({ shape, days }) => [shape, Object.values(days ?? {})]);
    };
    expect(await read(events)).toEqual([['select order_id from orders where order_id = ?', [2]]]);
    expect(await read(csv)).toEqual(await read(events));
  });

  it('also has what the log lacks: whether the session was in a transaction', () => {
    const known = (histories.get('service') ?? []).map(({ facts }) => facts.inTransaction);
    // Not known for a text of several statements.
    expect([...new Set(known)]).toEqual(expect.arrayContaining([false, true]));
  });
});
