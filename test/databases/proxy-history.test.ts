import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory } from '../../src/history/index.ts';
import type { History, HistoryRow } from '../../src/model/index.ts';
import { NODE, SERVER } from '../e2e/packaged.ts';
import { counted, countsOf, differences } from './full-history.ts';
import { Journal } from './journal.ts';
import { type LogSettings, type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { endProcess, tryStart, until } from './program.ts';
import { prepareDatabases, runWorkload } from './workload-postgresql.ts';

// The same run gives one history, whether the log of PostgreSQL is collected or the events of the proxy.

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

const server = await tryStart('the history of the PostgreSQL proxy', startPostgresql);

describe.skipIf(!server)('the history of the events of the proxy', () => {
  const running = server as PostgresqlServer;
  const folder = mkdtempSync(join(tmpdir(), 'querygate-proxy-history-'));

  beforeAll(() => prepareDatabases(running), 120_000);
  afterAll(async () => {
    await running.stop();
    rmSync(folder, { recursive: true });
  });

  /** Runs the work through a proxy; returns the history of the server's log, and that of the events. */
  async function historiesOf(name: string, mode: string, work: (through: PostgresqlServer) => Promise<void>) {
    const events = join(folder, `${name}.jsonl`);
    const files = await running.logging(name, SETTINGS, async () => {
      const { port, end } = await startProxy(mode, events);
      await work(throughPort(port));
      await end();
    });
    const now = new Date();
    return {
      log: await readHistory([files.csv], { now }),
      proxy: await readHistory([events], { now, dialect: 'postgresql' }),
    };
  }

  async function startProxy(mode: string, events: string) {
    const rules = join(folder, 'rules.yml');
    writeFileSync(rules, 'version: 1\nextends: [querygate:recommended@1]\n');
    const args = ['--upstream', `${running.folder}:${running.port}`, '--listen', '127.0.0.1:0', '--mode', mode];
    const own = ['--rules', rules, '--data', join(folder, 'data'), '--events', events];
    const child = spawn(NODE, [join(SERVER, 'index.js'), 'proxy', ...args, ...own], {
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let printed = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const port = () => Number(/listening on 127\.0\.0\.1:(\d+)/.exec(printed)?.[1] ?? 0);
    await until('the proxy', () => port() > 0);
    return { port: port(), end: () => endProcess(child, 'SIGTERM') };
  }

  /** The server as clients see it that connect to a port. */
  function throughPort(port: number): PostgresqlServer {
    return Object.assign(Object.create(running) as PostgresqlServer, {
      client: (...all: Parameters<PostgresqlServer['client']>) => ({
        ...running.client(...all),
        host: '127.0.0.1',
        port,
      }),
      environment: (...all: Parameters<PostgresqlServer['environment']>) => ({
        ...running.environment(...all),
        ...{ PGHOST: '127.0.0.1', PGPORT: String(port), PGSSLMODE: 'disable', PGGSSENCMODE: 'disable' },
      }),
    });
  }

  it('has the flows, counts and facts of the log', async () => {
    const { log, proxy } = await historiesOf('workload', 'observe', (through) =>
      runWorkload(through, new Journal(), 5),
    );
    const [logged, seen] = [readable(log), readable(proxy)];
    expect([...logged.values()].reduce((sum, calls) => sum + calls, 0)).toBeGreaterThan(1500);
    expect(differences(logged, seen)).toEqual([]);
    // The log cannot be read there.
    const isForeign = ({ caller }: HistoryRow) => caller.database === ANOTHER_ENCODING;
    const unread = (history: History) => history.rows.filter((row) => isForeign(row) && row.unreadable !== undefined);
    expect([unread(log).length > 0, unread(proxy)]).toEqual([true, []]);
  });

  it('has no blocked query, of which the log has only an error', async () => {
    const { log, proxy } = await historiesOf('blocked', 'enforce', async (through) => {
      const client = new pg.Client(through.client('web', 'shop', 'shop'));
      await client.connect();
      const allowed = () => client.query('SELECT order_id FROM orders WHERE order_id = $1', [1]);
      await allowed();
      await expect(client.query('DELETE FROM orders')).rejects.toThrow('blocked by Querygate');
      await expect(client.query('DELETE FROM orders WHERE $1 = 1', [1])).rejects.toThrow('blocked by Querygate');
      await allowed();
      await client.end();
    });
    expect(differences(readable(log), readable(proxy))).toEqual([]);
    expect(proxy.rows.map(({ shape }) => shape)).toEqual(['select order_id from orders where order_id = $1']);
  });
});

function readable({ rows }: History) {
  return countsOf(counted(rows.filter(({ caller }) => caller.database !== ANOTHER_ENCODING)));
}
