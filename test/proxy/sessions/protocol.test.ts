import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { workingTree } from '../../../src/ci/index.ts';
import { startProxy } from '../../../src/proxy/index.ts';
import { testFolder, testLog, until } from '../build.ts';
import { startTestProxy, type TestProxy } from '../start-proxy.ts';
import { LineClient, LineServer } from './line-peers.ts';
import { lineProtocol } from './line-protocol.ts';

// What the proxy shares works with any protocol: here with one of a few lines, which has nothing in common with the real
// ones.

type Options = Omit<NonNullable<Parameters<typeof startTestProxy>[1]>, 'protocol'>;

async function startServer(): Promise<LineServer> {
  const server = await LineServer.start();
  onTestFinished(() => server.close());
  return server;
}

async function start(options: Options = {}): Promise<{ readonly server: LineServer; readonly proxy: TestProxy }> {
  const server = await startServer();
  const proxy = await startTestProxy({ host: '127.0.0.1', port: server.port }, { protocol: lineProtocol, ...options });
  onTestFinished(() => proxy.close());
  return { server, proxy };
}

function connectTo(port: number): LineClient {
  const client = new LineClient(port);
  onTestFinished(() => client.close());
  return client;
}

/** A client that has logged in. */
async function login(port: number): Promise<LineClient> {
  const client = connectTo(port);
  await client.received(1);
  expect(client.lines.splice(0)).toEqual(['hello']);
  client.send('app shop');
  return client;
}

const UNFILTERED = 'DELETE FROM orders';
const BLOCKED = 'error blocked by Querygate: this deletes every row of orders';
const UNREADABLE = 'error blocked by Querygate: could not be read: unrecognised syntax';
/** It does not claim what is not known. */
const UNDECIDED = expect.stringMatching(
  /^error blocked by Querygate: could not be decided \(.*\); possibly this deletes every row of orders$/,
);
const SYNTAX = 'error syntax error at nonsense';
const STOPPING = 'error the proxy is shutting down';

describe('a query in a protocol of a few lines', () => {
  it.each([
    ['enforce', 'SELECT 1', 'ok', 'allow', 'ok'],
    ['enforce', UNFILTERED, BLOCKED, 'block', 'blocked'],
    ['enforce', 'nonsense', UNREADABLE, 'unknown', 'blocked'],
    ['enforce', 'DELETE FROM orders WHERE $1', UNDECIDED, 'unknown', 'blocked'],
    ['warn', UNFILTERED, 'ok', 'block', 'ok'],
    ['observe', UNFILTERED, 'ok', 'block', 'ok'],
    ['observe', 'nonsense', SYNTAX, 'unknown', 'failed'],
  ] as const)('in mode %s: %s is answered by "%s", and recorded', async (mode, text, answer, verdict, outcome) => {
    const { server, proxy } = await start({ mode });
    const client = await login(proxy.port);
    client.send(text);
    expect(await client.received(1)).toEqual([answer]);
    const [greeted, sent] = server.lines;
    expect(greeted).toBe('app shop');
    if (outcome === 'blocked') expect(sent).toMatch(/^querygate_\w+$/);
    else expect(sent).toBe(text);
    const [query, ...more] = proxy.events.queries;
    expect(more).toEqual([]);
    expect(query?.text()).toBe(text);
    expect(query).toMatchObject({
      ...{ statement: 1, outcome, judged: { verdict, mode } },
      caller: { user: 'app', database: 'shop' },
    });
  });

  it('is blocked while the policies close the proxy, whatever its verdict', async () => {
    const { proxy } = await start({ closed: () => 'the rules are too old' });
    const client = await login(proxy.port);
    client.send('SELECT 1');
    expect(await client.received(1)).toEqual(['error blocked by Querygate: the rules are too old']);
  });

  it('waits for the answer to one that changes how it is judged', async () => {
    const { server, proxy } = await start();
    server.isAnswering = false;
    const client = await login(proxy.port);
    client.send('SELECT 1', 'CREATE TABLE t (a int)', 'SELECT 2');
    await until(() => server.lines.length === 3);
    server.answer();
    await until(() => server.lines.length === 4);
    server.answer();
    expect(await client.received(3)).toEqual(['ok', 'ok', 'ok']);
    expect(server.lines.slice(1)).toEqual(['SELECT 1', 'CREATE TABLE t (a int)', 'SELECT 2']);
  });

  it('is judged in another thread if it is long', async () => {
    const { proxy } = await start();
    const client = await login(proxy.port);
    client.send(`${UNFILTERED} /* ${'x'.repeat(9000)} */`, 'SELECT 1');
    expect(await client.received(2)).toEqual([expect.stringContaining('this deletes every row of orders'), 'ok']);
  });

  it('is recorded as failed if the session ends before its answer', async () => {
    const { server, proxy } = await start();
    server.isAnswering = false;
    const client = await login(proxy.port);
    client.send('SELECT 1', UNFILTERED);
    await until(() => server.lines.length === 3);
    client.close();
    await until(() => proxy.events.queries.length === 2);
    expect(proxy.events.queries.map(({ outcome }) => outcome)).toEqual(['failed', 'blocked']);
  });
});

describe('a session in a protocol of a few lines', () => {
  it.each<[string, Options, (proxy: TestProxy) => unknown, string]>([
    [
      'without rules',
      {},
      ({ rules }) => {
        rules.current = undefined;
      },
      'the proxy has no rules yet; try again in a moment',
    ],
    ['beyond the maximum', { maxSessions: 1 }, ({ port }) => login(port), 'the proxy has too many clients already'],
  ])('is refused %s', async (_, options, prepare, reason) => {
    const { proxy } = await start(options);
    await prepare(proxy);
    expect(await connectTo(proxy.port).received(2)).toEqual([`error ${reason}`, 'end']);
    expect(proxy.problems).toEqual([reason]);
    expect(proxy.refused).toEqual(['127.0.0.1']);
  });

  it('is refused if the database cannot be reached', async () => {
    const proxy = await startTestProxy({ host: '127.0.0.1', port: 9 }, { protocol: lineProtocol });
    onTestFinished(() => proxy.close());
    const refusal = expect.stringContaining('error the database at 127.0.0.1:9 cannot be reached');
    expect(await connectTo(proxy.port).received(2)).toEqual([refusal, 'end']);
  });

  it('is refused by the protocol for a reason of its own', async () => {
    const { proxy } = await start();
    const client = connectTo(proxy.port);
    client.send('app');
    expect(await client.received(3)).toEqual(['hello', 'error send your user and your database', 'end']);
  });

  it.each([
    ['client', 'an empty line'],
    ['server', 'an answer to nothing'],
  ])('that cannot be followed because of its %s ends in mode enforce', async (side, reason) => {
    const { server, proxy } = await start();
    const client = await login(proxy.port);
    if (side === 'client') client.send('', 'SELECT 1');
    else server.send('ok');
    expect(await client.received(2)).toEqual([`error Querygate cannot follow the protocol: ${reason}`, 'end']);
    expect(proxy.problems).toEqual([reason]);
    expect(server.lines).toEqual(['app shop']);
  });

  it.each([
    ['client', 'an empty line', ['error syntax error at ', 'ok']],
    ['server', 'an answer to nothing', ['ok', 'ok']],
  ])('that cannot be followed because of its %s is relayed in mode observe', async (side, reason, answers) => {
    const { server, proxy } = await start({ mode: 'observe' });
    const client = await login(proxy.port);
    if (side === 'client') client.send('', UNFILTERED);
    else {
      server.send('ok');
      await client.received(1);
      client.send(UNFILTERED);
    }
    expect(await client.received(2)).toEqual(answers);
    expect(proxy.problems).toEqual([reason]);
    expect(server.lines.at(-1)).toBe(UNFILTERED);
    expect(proxy.events.queries).toEqual([]);
  });
});

describe('the whole proxy with a protocol of a few lines', () => {
  it('probes the database, writes events and metrics, and ends sessions as they become idle', async () => {
    const server = await startServer();
    const folder = testFolder();
    const [rules, events] = [testFolder(), join(folder, 'events.jsonl')];
    writeFileSync(join(rules, 'rules.yml'), 'version: 1\nextends: [querygate:recommended@1]\n');
    const { log, lines } = testLog();
    const proxy = await startProxy({
      protocol: lineProtocol,
      ...{ host: '127.0.0.1', port: 0, certificate: undefined, folder: join(folder, 'data'), id: 'p', log },
      upstream: { host: '127.0.0.1', port: server.port, tls: undefined, timeout: 5000 },
      rules: { place: async () => ({ tree: workingTree(rules), entry: 'rules.yml' }) },
      events: { path: events },
      operations: { host: '127.0.0.1', port: 0, metricsToken: undefined },
      modes: [{ user: 'app', database: 'shop', mode: 'enforce' }],
      policies: { unknown: 'block', maxRulesAge: undefined, blockWithoutEvents: false },
      maxSessions: 10,
      workerUrl: new URL('../../../src/entry/server/proxy-worker.ts', import.meta.url),
    });
    const get = async (path: string) => (await fetch(`${proxy.operationsUrl}${path}`)).text();
    await until(async () => JSON.parse(await get('/readyz')).status === 'ready');
    const [idle, busy] = [await login(proxy.port), await login(proxy.port)];
    idle.send(UNFILTERED);
    expect(await idle.received(1)).toEqual([BLOCKED]);
    expect(await get('/metrics')).toMatch(
      /^querygate_proxy_queries_total\{verdict="block",mode="enforce",outcome="blocked"\} 1$/m,
    );
    server.isAnswering = false;
    busy.send('SELECT 1');
    await until(() => server.lines.includes('SELECT 1'));
    const closed = proxy.close(60_000);
    expect(await idle.received(3)).toEqual([BLOCKED, STOPPING, 'end']);
    server.answer();
    expect(await busy.received(3)).toEqual(['ok', STOPPING, 'end']);
    await closed;
    const written = readFileSync(events, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(written.map(({ sql, outcome }) => [sql, outcome])).toEqual([
      [UNFILTERED, 'blocked'],
      ['SELECT 1', 'ok'],
    ]);
    expect(lines).toEqual(['info modes: enforce for user `app` in database `shop` (`--mode`); observe otherwise']);
  });
});
