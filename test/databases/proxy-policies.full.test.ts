import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, bundleIn, type Store } from '../../bench/load/bundle.ts';
import { makeWorkspace } from '../../bench/load/first-steps.ts';
import { freePort, ServiceProcess } from '../../bench/load/service-process.ts';
import { LIMITS } from '../../src/contract/index.ts';
import { shownKey } from '../e2e/service-program.ts';
import { startPostgresql } from './postgresql-server.ts';
import { runProgram, tryStart, until } from './program.ts';

// What mode `enforce` does where the rules give no answer: each policy of docs/proxy.md, with the programs as processes.

const RULES = 'version: 1\nextends: [querygate:recommended@1]\n';
const WORKSPACE = 'policies';
const bundle = bundleIn(undefined);
const server = await tryStart('policies of the proxy', startPostgresql);
const folder = mkdtempSync(join(tmpdir(), 'querygate-policies-'));
const rules = join(folder, 'rules.yml');
const children: ChildProcess[] = [];

beforeAll(async () => {
  writeFileSync(rules, RULES);
  await server?.asOwner('postgres', ['CREATE ROLE app SUPERUSER LOGIN', 'CREATE TABLE t (id int)']);
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  readonly log: () => string;
  metrics(): Promise<string>;
}

let proxies = 0;

/** Starts `querygate proxy` in mode `enforce`. */
async function startProxy(options: readonly string[], env: NodeJS.ProcessEnv = {}, shell = ''): Promise<Started> {
  const [port, probes] = [await freePort(), await freePort()];
  const data = join(folder, `proxy-${++proxies}`);
  const addresses = ['--listen', `127.0.0.1:${port}`, '--probes', `127.0.0.1:${probes}`, '--data', data];
  const args = [bundle.program, 'proxy', '--mode', 'enforce', '--upstream', `${server?.folder}:${server?.port}`];
  const { PATH } = process.env;
  const program = shell === '' ? [bundle.node] : ['sh', '-c', `${shell}; exec "$@"`, 'sh', bundle.node];
  const [first = '', ...rest] = [...program, ...args, ...addresses, ...options];
  const child = spawn(first, rest, { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (log += String(chunk)));
  const metrics = () => fetch(`http://127.0.0.1:${probes}/metrics`).then((answer) => answer.text());
  await until('the proxy', async () => {
    if (child.exitCode !== null) throw new Error(`the proxy has ended: ${log}`);
    return metrics().then(
      () => true,
      () => false,
    );
  });
  return { child, port, log: () => log, metrics };
}

/** What a client gets for the text in a session of its own: `ran`, or the SQLSTATE and the message; and its warnings. */
async function ask(port: number, ...texts: readonly string[]): Promise<{ answer: string; warnings: number }> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'app', database: 'postgres' });
  let warnings = 0;
  client.on('error', () => undefined);
  client.on('notice', () => warnings++);
  try {
    await client.connect();
    for (const text of texts) await client.query(text);
    return { answer: 'ran', warnings };
  } catch (error) {
    const { code = 'none', message } = error as pg.DatabaseError;
    return { answer: `${code} ${message}`, warnings };
  } finally {
    await client.end().catch(() => undefined);
  }
}

const BLOCKED = expect.stringMatching(/^42501 blocked by Querygate: /);

describe.skipIf(!server)('a query that cannot be decided', () => {
  // The rules cannot read what is in this encoding.
  const undecided = ["SET client_encoding = 'SJIS'", 'SELECT 1'];

  it.each([
    [[], { answer: expect.stringMatching(/^42501 .*SJIS is not supported/), warnings: 0 }],
    [['--on-unknown', 'block'], { answer: BLOCKED, warnings: 0 }],
    [['--on-unknown', 'warn'], { answer: 'ran', warnings: 1 }],
    [['--on-unknown', 'pass'], { answer: 'ran', warnings: 0 }],
  ])('with %j', async (options, expected) => {
    const { port } = await startProxy(['--rules', rules, ...options]);
    expect(await ask(port, ...undecided)).toEqual(expected);
    // The others are as strict as ever.
    expect((await ask(port, 'DELETE FROM t')).answer).toEqual(BLOCKED);
    expect((await ask(port, 'SELECT 1')).answer).toBe('ran');
  });
});

describe.skipIf(!server)('a file of events on a full disk', () => {
  /** 40 queries of a megabyte: more than may wait in memory. */
  const fill = async (port: number) => {
    for (let at = 0; at < 40; at++) await ask(port, `SELECT 1 /* ${'x'.repeat(1 << 20)} */`);
  };
  const dropped = /^querygate_proxy_events_total\{result="dropped"\} [1-9]/m;

  it.each([
    ['drops events, and continues', [], 'ran', true],
    ['blocks everything with --block-without-events', ['--block-without-events'], 'blocked', false],
  ])('%s', async (_, options, expected, isDropping) => {
    const path = join(folder, `events-${options.length}.jsonl`);
    symlinkSync('/dev/full', path);
    const proxy = await startProxy(['--rules', rules, '--events', path, ...options]);
    await fill(proxy.port);
    const { answer } = await ask(proxy.port, 'SELECT 2');
    expect(answer).toMatch(expected === 'ran' ? /^ran$/ : /^42501 blocked by Querygate: there is no room for events/);
    expect((await ask(proxy.port, 'DELETE FROM t')).answer).toEqual(BLOCKED);
    expect(proxy.log()).toMatch(/events cannot be written to `[^`]*` \(ENOSPC\)/);
    expect(dropped.test(await proxy.metrics()) || !isDropping).toBe(true);
    // There is room again.
    unlinkSync(path);
    proxy.child.kill('SIGHUP');
    await until('events', async () => /^querygate_proxy_events_buffered 0$/m.test(await proxy.metrics()));
    expect((await ask(proxy.port, 'SELECT 3')).answer).toBe('ran');
    await until('the last event', async () => readFileSync(path, 'utf8').includes('"sql":"SELECT 3"'));
  });
});

describe.skipIf(!server)('a session that cannot be followed', () => {
  /** Bytes that no client of PostgreSQL sends. */
  const odd = (client: pg.Client) =>
    (client as unknown as { connection: { stream: { write(bytes: Buffer): void } } }).connection.stream.write(
      Buffer.from([0x79, 0, 0, 0, 4]),
    );

  it('ends in mode enforce, and others continue', async () => {
    const proxy = await startProxy(['--rules', rules]);
    const client = new pg.Client({ host: '127.0.0.1', port: proxy.port, user: 'app', database: 'postgres' });
    const failure = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    odd(client);
    expect(String(await failure)).toMatch(/Querygate cannot follow the protocol: a message of the unknown type 0x79/);
    expect(await proxy.metrics()).toMatch(/^querygate_proxy_problems_total 1$/m);
    expect((await ask(proxy.port, 'SELECT 1')).answer).toBe('ran');
  });

  it('is relayed in mode observe: the answer is the own one of PostgreSQL', async () => {
    const proxy = await startProxy(['--rules', rules, '--mode', 'observe']);
    const client = new pg.Client({ host: '127.0.0.1', port: proxy.port, user: 'app', database: 'postgres' });
    const failure = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    odd(client);
    expect(String(await failure)).toMatch(/invalid frontend message type 121/);
  });
});

describe.skipIf(!server)('a service that dies and returns', () => {
  const store: Store = { kind: 'embedded', folder: join(folder, 'store') };
  let service: ServiceProcess;
  let access: NodeJS.ProcessEnv;

  beforeAll(async () => {
    service = new ServiceProcess('service', bundle, { store, port: await freePort() });
    await service.start();
    await makeWorkspace(bundle, store, WORKSPACE);
    const on = ['--workspace', WORKSPACE];
    await admin(bundle, store, ['ruleset', 'activate', rules, ...on, '--reason', 'the first']);
    await admin(bundle, store, ['policy', 'set', ...on, '--query-text', 'full']);
    const key = shownKey(
      await admin(bundle, store, ['keys', 'create', ...on, '--name', 'proxy', '--preset', 'tcp-proxy']),
    );
    access = { SERVICE_BASE_URL: service.url, SERVICE_WORKSPACE_ID: WORKSPACE, SERVICE_API_KEY: key };
  });

  afterAll(async () => {
    await service.end('SIGKILL');
    service.forget();
  });

  it('has its rules in force as long as --max-rules-age says, and again once it is back', async () => {
    const [forEver, aged] = await Promise.all([startProxy([], access), startProxy(['--max-rules-age', '0.4'], access)]);
    const all = async (text: string) =>
      [await ask(forEver.port, text), await ask(aged.port, text)].map((a) => a.answer);
    expect(await all('SELECT 1')).toEqual(['ran', 'ran']);
    await service.end('SIGKILL');
    // The last known rules are in force.
    expect(await all('SELECT 1')).toEqual(['ran', 'ran']);
    expect(await all('DELETE FROM t')).toEqual([BLOCKED, BLOCKED]);
    await until('the rules to age', async () => (await ask(aged.port, 'SELECT 1')).answer !== 'ran', 90);
    expect(await all('SELECT 1')).toEqual(['ran', expect.stringMatching(/^42501 .*the rules are too old/)]);
    expect(await all('DELETE FROM t')).toEqual([BLOCKED, BLOCKED]);
    const { child } = forEver;
    child.kill('SIGKILL');
    // A proxy without rules takes no clients; one that has them on disk does.
    const empty = await startProxy([], access);
    expect((await ask(empty.port, 'SELECT 1')).answer).toMatch(/^57P03 the proxy has no rules yet/);
    await service.start();
    await until('the rules', async () => (await ask(empty.port, 'SELECT 1')).answer === 'ran', 90);
    await until('the rules to be confirmed', async () => (await ask(aged.port, 'SELECT 1')).answer === 'ran', 90);
    expect((await ask(empty.port, 'DELETE FROM t')).answer).toEqual(BLOCKED);
    // What happened while it was away is there now, and was counted once.
    await until('the events', async () => /^querygate_proxy_events_buffered 0$/m.test(await aged.metrics()), 90);
    expect(await aged.metrics()).toMatch(/^querygate_proxy_events_total\{result="accepted"\} [1-9]/m);
  });

  it('blocks everything on a full disk with --block-without-events, and continues when there is room', async () => {
    // No file may have more than 1 kB: each write of events fails.
    const proxy = await startProxy(['--block-without-events'], access, "trap '' XFSZ; ulimit -S -f 1");
    expect((await ask(proxy.port, 'SELECT 1')).answer).toBe('ran');
    const text = `SELECT 1 /* ${'x'.repeat(LIMITS.queryCharacters - 100)} */`;
    const most = (40 << 20) / text.length;
    let answer = 'ran';
    for (let at = 0; at < most && answer === 'ran'; at++) answer = (await ask(proxy.port, text)).answer;
    expect(answer).toMatch(/^42501 blocked by Querygate: there is no room for events/);
    expect(proxy.log()).toMatch(/events cannot be written to `[^`]*` \(EFBIG\)/);
    expect((await ask(proxy.port, 'DELETE FROM t')).answer).toEqual(BLOCKED);
    await runProgram('prlimit', ['--fsize=unlimited', '--pid', String(proxy.child.pid)]);
    await until('room', async () => (await ask(proxy.port, 'SELECT 1')).answer === 'ran', 90);
    await until('the events', async () => /^querygate_proxy_events_buffered 0$/m.test(await proxy.metrics()), 90);
  });
});
