import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrigin, type Origin } from '../ci/repository.ts';
import { NODE, SERVER } from '../e2e/packaged.ts';
import { runPull } from '../e2e/scenario.ts';
import { type ServiceProgram, shownKey, startService } from '../e2e/service-program.ts';
import { freePort } from './free-port.ts';
import { type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { endProcess, until } from './program.ts';

// The whole of Querygate in one run, with the programs as users start them: traffic through the proxy becomes history, a
// pull request that tightens the rules is failed by it, and the activated rule blocks on the wire.

const BASE = 'version: 1\nextends: [querygate:recommended@1]\n';
const TIGHTER = `${BASE}rules:
  - id: no-large-page
    operations: [select]
    when: statement.limit > 5000
    verdict: block
    message: '{statement.limit} rows at once hold up everybody else'
`;
const PASSWORD = 'a password of some length';

let server: PostgresqlServer | string = 'not started';
let service: ServiceProgram;
const origins: Origin[] = [];
let proxy: ChildProcess | undefined;
let proxyPort = 0;
const folder = mkdtempSync(join(tmpdir(), 'querygate-loop-'));
const keys = { proxy: '', rules: '' };

beforeAll(async () => {
  server = await startPostgresql();
  if (typeof server === 'string') return;
  await server.asOwner('postgres', ['CREATE ROLE app LOGIN', 'CREATE DATABASE shop OWNER app']);
  const port = await freePort();
  const env = { QUERYGATE_PUBLIC_URL: `http://localhost:${port}` };
  service = await startService({ kind: 'embedded' }, () => ({ port, env }));
  service.admin(['init', '--workspace', 'acme', '--email', 'you@example.com', '--password-stdin'], `${PASSWORD}\n`);
  const create = (name: string, ...more: readonly string[]) =>
    shownKey(service.admin(['keys', 'create', '--workspace', 'acme', '--name', name, ...more]));
  keys.proxy = create('proxy', '--preset', 'tcp-proxy', '--database-id', 'shop');
  keys.rules = create('rules gate', '--scope', 'rules:simulate');
  activate(BASE, 'the rules of the default branch');
  proxyPort = await startProxy(server);
});

afterAll(async () => {
  if (proxy) await endProcess(proxy, 'SIGTERM');
  for (const origin of origins) origin.dispose();
  await service?.dispose();
  if (typeof server !== 'string') await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function environment(key: string) {
  return { SERVICE_BASE_URL: service.url, SERVICE_WORKSPACE_ID: 'acme', SERVICE_API_KEY: key };
}

async function startProxy({ folder: socket, port }: PostgresqlServer): Promise<number> {
  const args = ['proxy', '--upstream', `${socket}:${port}`, '--listen', '127.0.0.1:0', '--mode', 'enforce'];
  const child = spawn(
    NODE,
    [join(SERVER, 'index.js'), ...args, '--data', join(folder, 'proxy'), '--id', 'proxy-1', '--probes', '127.0.0.1:0'],
    {
      env: { PATH: process.env['PATH'], HOME: folder, ...environment(keys.proxy) },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  proxy = child;
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  let found = 0;
  await until('the proxy', async () => {
    if (child.exitCode !== null) throw new Error(`the proxy ended: ${printed}`);
    found = Number(/listening on 127\.0\.0\.1:(\d+)/.exec(printed)?.[1] ?? 0);
    return found > 0;
  });
  return found;
}

function activate(rules: string, reason: string): void {
  const path = join(folder, 'rules.yml');
  writeFileSync(path, rules);
  service.admin(['ruleset', 'activate', path, '--workspace', 'acme', '--reason', reason]);
}

/** Runs a query through the proxy. */
async function query(application: string, text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
  const settings = { host: '127.0.0.1', port: proxyPort, user: 'app', database: 'shop' };
  const client = new pg.Client({ ...settings, application_name: application });
  await client.connect();
  try {
    return await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}

interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** What a person sees in the dashboard, by the calls that it makes. */
async function shown(path: string): Promise<Listed['items']> {
  const signedIn = await fetch(`${service.url}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'you@example.com', password: PASSWORD }),
  });
  const { token } = (await signedIn.json()) as { readonly token: string };
  const answer = await fetch(`${service.url}/api/v1/workspaces/acme/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as Listed).items;
}

/** As its author completes it. */
function filledIn(yaml: string): string {
  const until = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return yaml.replace('<reason>', 'the monthly report').replace('<owner>', 'finance').replace('<YYYY-MM-DD>', until);
}

function simulate(rules: string) {
  const origin = newOrigin();
  origins.push(origin);
  return runPull(origin, {
    action: 'simulate',
    base: { '.querygate/config.yml': 'version: 1\ndialect: postgresql\n', '.querygate/rules.yml': BASE },
    changed: { '.querygate/rules.yml': rules },
    inputs: { 'base-url': service.url, workspace: 'acme', 'api-key': keys.rules },
  });
}

const PAGE = 'SELECT id, total FROM orders WHERE shop = $1 ORDER BY id LIMIT $2';

describe('from traffic to a rule that blocks it', () => {
  let exception = '';

  it('the proxy reports each query, which becomes history', async () => {
    if (typeof server === 'string') return;
    await query('setup', 'CREATE TABLE orders (id int, shop int, total int)');
    for (let at = 0; at < 3; at++) await query('report', PAGE, [at, 9000]);
    await query('web', PAGE, [1, 50]);
    await until('the events', async () => (await shown('queries?channel=proxy')).length === 5);
    const [latest] = await shown('queries?channel=proxy');
    expect(latest).toMatchObject({ verdict: 'allow', databaseId: 'shop', proxy: 'proxy-1', mode: 'enforce' });
  });

  it('a pull request that tightens the rules is failed, on the line of the rule', async () => {
    if (typeof server === 'string') return;
    const { code, annotations, summary } = await simulate(TIGHTER);
    expect(summary).toContain('report');
    expect(code).toBe(1);
    expect(annotations.map(({ name, properties }) => [name, properties['file'], properties['line']])).toContainEqual([
      'error',
      '.querygate/rules.yml',
      '4',
    ]);
    expect(summary).toMatch(/http:\/\/localhost:\d+\/\S*flow/);
    exception = filledIn(/```yaml\n(exceptions:[\s\S]*?)```/.exec(summary)?.[1] ?? '');
    expect(exception).toContain('no-large-page');
  });

  it('the exception that the report proposes makes it green', async () => {
    if (typeof server === 'string') return;
    const { code, summary } = await simulate(`${TIGHTER}${exception}`);
    expect(summary).toContain('none of the 3 query flows would break');
    expect(code).toBe(0);
  });

  it('the activated rule blocks on the wire, but for the exception', async () => {
    if (typeof server === 'string') return;
    activate(`${TIGHTER}${exception}`, 'merged');
    await until('the new rules', async () =>
      query('batch', PAGE, [1, 9000]).then(
        () => false,
        () => true,
      ),
    );
    await expect(query('batch', PAGE, [1, 9000])).rejects.toMatchObject({ code: '42501' });
    await expect(query('report', PAGE, [1, 9000])).resolves.toBeDefined();
    await until('the event', async () => (await shown('queries?verdict=block')).length > 0);
    const [blocked] = await shown('queries?verdict=block');
    expect(blocked).toMatchObject({ verdict: 'block', outcome: 'refused', rules: ['no-large-page'] });
  });
});
