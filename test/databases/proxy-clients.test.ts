import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FRONTEND, message } from '../../src/proxy/postgresql/messages.ts';
import type { ProxyMode } from '../../src/proxy/types.ts';
import * as m from '../proxy/postgresql/wire.ts';
import { Recorder } from '../proxy/recorder.ts';
import { startTestProxy } from '../proxy/start-proxy.ts';
import { startPostgresql } from './postgresql-server.ts';
import { runProgram, tryStart } from './program.ts';

// The programs and drivers that people use, through the proxy. In mode `observe` a recorder on each side shows that the
// proxy changes no byte.

const server = await tryStart('clients of the PostgreSQL proxy', startPostgresql);
const recorders: Recorder[] = [];
const proxies = new Map<
  ProxyMode,
  { readonly port: number; readonly proxy: Awaited<ReturnType<typeof startTestProxy>> }
>();

beforeAll(async () => {
  if (!server) return;
  await server.asOwner('postgres', [
    'CREATE ROLE app SUPERUSER LOGIN',
    'CREATE TABLE canary (id int PRIMARY KEY, note text)',
  ]);
  await runProgram(server.programs.pgbench, ['-i', '-q', '-s', '1'], {
    env: server.environment('app', 'postgres', 'setup'),
  });
  for (const mode of ['observe', 'warn', 'enforce'] as const) {
    const near = await Recorder.start({ path: `${server.folder}/.s.PGSQL.${server.port}` });
    const proxy = await startTestProxy({ host: '127.0.0.1', port: near.port }, { mode });
    const far = await Recorder.start({ port: proxy.port });
    recorders.push(near, far);
    proxies.set(mode, { port: far.port, proxy });
  }
});

afterAll(async () => {
  for (const recorder of recorders) recorder.close();
  for (const { proxy } of proxies.values()) await proxy.close();
  await server?.stop();
});

interface Address {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}
const environment = ({ host, port, user, database }: Address): NodeJS.ProcessEnv => ({
  ...{ PATH: process.env['PATH'], PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database },
  // The proxy itself answers requests for encryption.
  ...{ PGSSLMODE: 'disable', PGGSSENCMODE: 'disable' },
});

/** Work that the rules allow. */
const CLIENTS: readonly (readonly [string, (address: Address) => Promise<unknown>])[] = [
  [
    'psql',
    async (address) => {
      const input = `\\set ON_ERROR_STOP on
BEGIN;
CREATE TEMP TABLE work (id int, note text);
COPY work FROM STDIN;
1\tone
2\ttwo
\\.
SELECT count(*) FROM work \\gset
\\copy work to stdout
SELECT 'naïve' || :count;
DELETE FROM work;
DROP TABLE work;
COMMIT;
\\d canary
`;
      const { psql } = server?.programs ?? { psql: '' };
      return await runProgram(psql, ['-X', '-q', '-A', '-t'], { env: environment(address), input });
    },
  ],
  ...(['simple', 'extended', 'prepared'] as const).map(
    (protocol) =>
      [
        `pgbench -M ${protocol}`,
        async (address: Address) => {
          const { pgbench } = server?.programs ?? { pgbench: '' };
          const args = ['-M', protocol, '-n', '-c', '2', '-t', '20', '--random-seed', '7'];
          const { stdout } = await runProgram(pgbench, args, { env: environment(address) });
          return /number of transactions actually processed: .*/.exec(stdout)?.[0];
        },
      ] as const,
  ),
  [
    'pg',
    async (address) => {
      const client = new pg.Client({ ...address });
      await client.connect();
      await client.query('CREATE TEMP TABLE work (id int, note text)');
      const named = { name: 'by-id', text: 'SELECT $1::int + 1 AS next' };
      const results = [
        await client.query({ ...named, values: [1] }),
        await client.query({ ...named, values: [2] }),
        await client.query('INSERT INTO work SELECT $1, $2 RETURNING *', [3, 'three']),
        await client.query('SELECT 1; SELECT 2 AS b'),
      ];
      const error = await client.query('SELECT 1/0').catch((failed: pg.DatabaseError) => failed.code);
      await client.query('DROP TABLE work');
      await client.end();
      return [results.flat().map(({ rows }) => rows), error];
    },
  ],
  [
    'postgres.js',
    async (address) => {
      const sql = postgres({ ...address, max: 1, onnotice: () => {} });
      const many = Array.from({ length: 40 }, (_, id) => ({ id, note: `note ${id}` }));
      const results = [
        await Promise.all([sql`SELECT 1 AS a`, sql`SELECT ${2}::int AS b`, sql`SELECT ${'x'}::text AS c`]),
        await sql.begin(async (transaction) => {
          await transaction`CREATE TEMP TABLE work (id int, note text) ON COMMIT DROP`;
          await transaction`INSERT INTO work ${transaction(many)}`;
          return await transaction`SELECT count(*) FROM work WHERE id > ${9}`;
        }),
        await sql`SELECT generate_series(1, 25)`.cursor(10),
        await sql`SELECT 1/0`.catch((error: postgres.PostgresError) => error.code),
        await sql`SELECT 5 AS e`.simple(),
      ];
      await sql.end();
      return JSON.stringify(results);
    },
  ],
];

describe.skipIf(!server).each(['observe', 'warn', 'enforce'] as const)('in mode %s', (mode) => {
  it.each(CLIENTS)('%s works as without the proxy', async (_, work) => {
    const { port = 0, proxy } = proxies.get(mode) ?? {};
    const session = { user: 'app', database: 'postgres' };
    const direct = await work({ ...session, host: server?.folder ?? '', port: server?.port ?? 0 });
    expect(await work({ ...session, host: '127.0.0.1', port })).toEqual(direct);
    expect(proxy?.problems).toEqual([]);
  });

  it('a refused query is recorded with its rule, and the next one runs', async () => {
    const { port = 0, proxy } = proxies.get(mode) ?? {};
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'app', database: 'postgres' });
    const notices: string[] = [];
    client.on('notice', ({ message }) => notices.push(message ?? ''));
    await client.connect();
    const outcome = await client.query('DELETE FROM canary').then(
      () => 'ok',
      (error: pg.DatabaseError) => error.code,
    );
    expect((await client.query('SELECT 1 AS a')).rows).toEqual([{ a: 1 }]);
    await client.end();
    const recorded = proxy?.events.queries.findLast((query) => query.text() === 'DELETE FROM canary');
    const expected = {
      observe: ['ok', 'ok', undefined, 0],
      warn: ['ok', 'ok', undefined, 1],
      enforce: ['42501', 'blocked', '42501', 0],
    }[mode];
    expect([outcome, recorded?.outcome, recorded?.sqlstate, notices.length]).toEqual(expected);
    expect(recorded?.judged).toMatchObject({ verdict: 'block', rules: ['no-unfiltered-delete'], mode });
  });
});

describe.skipIf(!server)('a pack for named users', () => {
  it('judges their queries, and not the same ones of others', async () => {
    const rules = `version: 1
extends: [querygate:recommended@1, { pack: querygate:read-only@1, users: [agent] }]
`;
    await server?.asOwner('postgres', ['CREATE ROLE agent SUPERUSER LOGIN']);
    const proxy = await startTestProxy(
      { host: server?.folder ?? '', port: server?.port ?? 0 },
      { mode: 'enforce', rules },
    );
    const outcomes: string[] = [];
    for (const user of ['app', 'agent', 'app']) {
      const client = new pg.Client({ host: '127.0.0.1', port: proxy.port, user, database: 'postgres' });
      await client.connect();
      for (const sql of [
        'SELECT note FROM canary WHERE id = 1',
        'INSERT INTO canary VALUES (7) ON CONFLICT DO NOTHING',
      ])
        outcomes.push(
          await client.query(sql).then(
            ({ command }) => `${user}: ${command}`,
            ({ message }: pg.DatabaseError) => `${user}: ${message}`,
          ),
        );
      await client.end();
    }
    await proxy.close();
    expect(outcomes).toEqual([
      ...[
        'app: SELECT',
        'app: INSERT',
        'agent: SELECT',
        'agent: blocked by Querygate: insert is not a read, and only reads may run',
        'app: SELECT',
        'app: INSERT',
      ],
    ]);
  });
});

describe.skipIf(!server)('in mode observe', () => {
  it('not one byte is changed, whatever is sent', async () => {
    const { port = 0 } = proxies.get('observe') ?? {};
    const [near, far] = recorders;
    const wire = await m.Wire.connect({ host: '127.0.0.1', port }, { user: 'app', database: 'postgres' });
    // Refused by the rules, by the server, or not at all; with wrong names; malformed; and finally not part of the
    // protocol.
    await wire.ask([m.query('DELETE FROM canary; DROP TABLE canary_2'), m.query('SELEC')], 2);
    await wire.ask([m.parse('s', 'DELETE FROM canary'), m.bind('', 's'), m.execute(''), m.execute('none'), m.sync()]);
    await wire.ask([m.bind('', 'none', ['1']), m.sync(), m.callFunction(1), m.query('SELECT 1')], 3);
    await wire.ask([...m.run('COPY canary FROM STDIN'), m.copyData('bad\n'), m.sync(), m.sync()], 2);
    await wire.send(message(FRONTEND.bind, 'p\0s\0', Buffer.from([0, 9])), m.sync(), m.query('SELECT 2'));
    await wire.until('Z', 2);
    await wire.send(Buffer.from('z\0\0\0\x04'));
    await sleep(300);
    wire.close();
    await sleep(100);
    expect(far?.sessions.length).toBeGreaterThan(5);
    // Sessions that begin at the same time may reach the server in another order.
    expect(near?.digests('toServer')).toEqual(far?.digests('toServer'));
    expect(far?.digests('toClient')).toEqual(near?.digests('toClient'));
  });
});
