import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as mariadb from 'mariadb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workingTree } from '../../src/ci/index.ts';
import { readHistory } from '../../src/history/index.ts';
import type { HistoryRow } from '../../src/model/index.ts';
import { mysql, type RunningProxy, startProxy } from '../../src/proxy/index.ts';
import { counted, differences } from './full-history.ts';
import { Journal } from './journal.ts';
import { MariadbServer, OWNER, startMariadb } from './mariadb-server.ts';
import { tryStart } from './program.ts';
import { prepareDatabases, runWorkload } from './workload-mariadb.ts';

// One run of many clients through the proxy, with a file of events: its history equals that of the server's logs.

/** The same server for clients, behind a proxy. The owner sets it up directly. */
class Behind extends MariadbServer {
  readonly #proxyPort: number;

  constructor(server: MariadbServer, proxyPort: number) {
    super(dirname(server.socket), server.programs, () => server.stop());
    this.#proxyPort = proxyPort;
  }

  override connect(user: string, database?: string): Promise<mariadb.Connection> {
    if (user === OWNER) return super.connect(user, database);
    return mariadb.createConnection({
      ...{ host: '127.0.0.1', port: this.#proxyPort, user, multipleStatements: true, connectTimeout: 60_000 },
      ...(database !== undefined && { database }),
    });
  }

  override client(user: string): readonly string[] {
    const address = ['--host=127.0.0.1', `--port=${this.#proxyPort}`];
    return ['--no-defaults', ...address, `--user=${user}`, '--default-character-set=utf8mb4'];
  }
}

const server = await tryStart('the history of queries through the MariaDB proxy', startMariadb);

describe.skipIf(!server)('the history of what the proxy to MariaDB reports', () => {
  const running = server as MariadbServer;
  const folder = mkdtempSync(join(tmpdir(), 'querygate-proxy-history-'));
  const histories = new Map<string, readonly HistoryRow[]>();
  let proxy: RunningProxy | undefined;

  beforeAll(async () => {
    await prepareDatabases(running);
    writeFileSync(join(folder, 'rules.yml'), 'version: 1\nextends: [querygate:recommended@1]\n');
    const events = join(folder, 'events.jsonl');
    proxy = await startProxy({
      protocol: mysql('mariadb'),
      host: '127.0.0.1',
      port: 0,
      upstream: { host: dirname(running.socket), port: 3306, tls: undefined, timeout: 5_000 },
      certificate: undefined,
      rules: { place: async () => ({ tree: workingTree(folder), entry: 'rules.yml' }) },
      events: { path: events },
      folder: join(folder, 'proxy'),
      id: 'history',
      operations: undefined,
      modes: [{ user: undefined, database: undefined, mode: 'observe' }],
      policies: { unknown: 'block', maxRulesAge: undefined, blockWithoutEvents: false },
      maxSessions: 100,
      workerUrl: new URL('../../src/entry/server/proxy-worker.ts', import.meta.url),
      log: () => {},
    });
    const { port } = proxy;
    const files = await running.logging('proxy', '', () => runWorkload(new Behind(running, port), new Journal(), 3));
    await proxy.close(5_000);
    proxy = undefined;
    // The general log also has what failed.
    const all = join(folder, 'all.jsonl');
    writeFileSync(all, readFileSync(events, 'utf8').replaceAll('"outcome":"failed"', '"outcome":"ok"'));
    for (const [name, path] of Object.entries({ general: files.general, all })) {
      const { rows } = await readHistory([path], { now: new Date(), dialect: 'mariadb' });
      histories.set(
        name,
        rows.filter(({ caller }) => caller.user !== OWNER && caller.user !== 'querygate_probe'),
      );
    }
  });
  afterAll(async () => {
    await proxy?.close(0);
    await running.stop();
    rmSync(folder, { recursive: true });
  });

  /**
   * Logs show neither the application nor the state of the session, and not which statements failed: so it is less certain for
   * them what a session has created, and the facts of its own tables differ.
   */
  const known = ({ shape, caller: { user, database }, facts }: HistoryRow) => {
    const { limit, offset, longestInList, valuesRows, leadingWildcard } = facts;
    return JSON.stringify({ shape, user, database, limit, offset, longestInList, valuesRows, leadingWildcard });
  };
  const countsIn = (name: string): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    // The log has no line for a text that could not be prepared, and one more for a text that EXECUTE runs.
    const rows = [...counted(histories.get(name) ?? [])].filter(
      ([{ shape }]) => !/^select (?:nothing|order_id from orders (?:where order_id = \? )?limit \?$)/.test(shape),
    );
    for (const [row, calls] of rows) counts.set(known(row), (counts.get(known(row)) ?? 0) + calls);
    return counts;
  };

  it('with its failed queries, equals that of the general log: the same shapes, callers, counts and values', () => {
    const logged = countsIn('general');
    expect([...logged.values()].reduce((sum, calls) => sum + calls, 0)).toBeGreaterThan(1000);
    expect(differences(logged, countsIn('all'))).toEqual([]);
  });
});
