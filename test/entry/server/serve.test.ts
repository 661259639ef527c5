import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { packaged, SERVER } from '../../e2e/packaged.ts';
import { copyNewStore } from '../../server/new-store.ts';
import { quickFolder } from '../../server/quick-folder.ts';

// Runs `querygate serve` as a separate process, built from the current sources.

const PROGRAM = join(SERVER, 'index.js');
let folder: string;
const running: ChildProcess[] = [];

beforeAll(() => {
  folder = quickFolder('serve');
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The path of a new store that has its tables. */
async function storeIn(name: string): Promise<string> {
  const path = join(folder, name);
  await copyNewStore(path);
  return path;
}

interface Served {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<number | null>;
}

function serve(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  first: readonly string[] = [],
  program = PROGRAM,
): Served {
  const child = spawn(process.execPath, [...first, program, 'serve', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}

async function urlOf({ stderr }: Served): Promise<string> {
  await expect.poll(stderr).toMatch(/no user yet/);
  return /listening on (http:\S+?),/.exec(stderr())?.[1] ?? '';
}

/** A name, the arguments, the environment, and the message. */
type Start = [string, readonly string[], Readonly<Record<string, string>>, RegExp];

async function expectRefused(...[_, args, env, said]: Start): Promise<void> {
  const served = serve(['--port', '0', ...args], env);
  expect(await served.ended).toBe(2);
  expect(served.stderr()).toMatch(said);
  expect(served.stderr()).not.toContain('hunter2');
  expect(served.stdout()).toBe('');
}

async function listensForOthers(...[name, args, env, said]: Start): Promise<void> {
  const served = serve(['--port', '0', '--host', '0.0.0.0', '--data', await storeIn(name), ...args], env);
  await expect.poll(served.stderr).toMatch(said);
}

describe('querygate serve', () => {
  it('prints its URL and the next step, survives a closed log, and stops on a signal', async () => {
    // By the package's command, which passes on to the service.
    const env = { QUERYGATE_DATA: join(folder, 'data') };
    const served = serve(['--port', '0', '--metrics-port', '0'], env, [], packaged('cli.js'));
    const url = await urlOf(served);
    expect(served.stderr()).toMatch(
      /^querygate \d\S* listening on http:\/\/127\.0\.0\.1:\d+, data in `\S+data`\nmetrics: http:\/\/127\.0\.0\.1:\d+\/metrics\nno user yet; create the first workspace at http:\/\/127\.0\.0\.1:\d+\/setup#[0-9A-Za-z]{24} \(the link works once\)\n$/,
    );
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const lines = () => served.stdout().trim().split('\n');
    await expect.poll(() => lines().map((line) => (JSON.parse(line) as { msg: string }).msg)).toContain('request');
    // It continues after standard output and standard error are closed.
    served.child.stdout?.destroy();
    for (let at = 0; at < 5; at++) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await expect
      .poll(() => served.stderr().match(/standard output is closed \(EPIPE\); the service continues without its log/g))
      .toHaveLength(1);
    served.child.stderr?.destroy();
    served.child.kill('SIGTERM');
    expect(await new Promise((resolve) => served.child.once('exit', resolve))).toBe(0);
  });

  it('exits with an error if its store fails, and can be restarted', async () => {
    const disk = ['--import', join(import.meta.dirname, 'failing-disk.ts')];
    const served = serve(['--port', '0', '--data', await storeIn('failing')], {}, disk);
    await urlOf(served);
    writeFileSync(join(folder, 'fail'), '');
    const admin = [PROGRAM, 'admin', 'workspace', 'create', 'acme', '--data', join(folder, 'failing')];
    expect(spawnSync(process.execPath, admin, { cwd: folder, encoding: 'utf8' }).status).not.toBe(0);
    expect(await served.ended).toBe(4);
    expect(served.stderr()).toContain('querygate: the embedded store has failed; restart the server');
    rmSync(join(folder, 'fail'));
    const again = serve(['--port', '0', '--data', join(folder, 'failing')]);
    await expect.poll(again.stderr).toContain('listening on');
  });

  it.each<Start>([
    ['an invalid port', ['--port', '70000'], {}, /it must be a whole number from 0 to 65535/],
    ['an address reachable by others without a public URL', ['--host', '0.0.0.0'], {}, /give `--public-url https:/],
    [
      'an address reachable by others with a plain-HTTP public URL',
      ['--host', '0.0.0.0', '--public-url', 'http://gate.example'],
      {},
      /give `--public-url https:/,
    ],
    ['a plain-HTTP public URL', ['--public-url', 'http://gate.example'], {}, /give `--public-url https:/],
    ['two stores', ['--data', 'x', '--database-url', 'postgres://h/d'], {}, /name two stores/],
    [
      'a database that is not there',
      [],
      { QUERYGATE_DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/none' },
      /^querygate: the store cannot be reached \(ECONNREFUSED\)[^\n]*\n$/,
    ],
    [
      'a URL that is not one of a database',
      [],
      { QUERYGATE_DATABASE_URL: 'mysql://me:hunter2@h/d' },
      /begins with `mysql:`/,
    ],
  ])('exits with 2 for %s', expectRefused);

  it.each<Start>([
    ['a rate of an unknown group', ['--rate', 'dryrun=5'], {}, /it must be like `dryRun=600`/],
    ['a proxy that is not an address', ['--trust-proxy', 'my-proxy'], {}, /it must be addresses or ranges/],
    ['an unknown option', ['--verbose'], {}, /unknown option `--verbose`/],
    ['a public host that only begins like this one', ['--public-url', 'http://127.0.0.1.gate.example'], {}, /https:/],
    ['a public URL with a path', ['--public-url', 'https://gate.example/sql'], {}, /leave the path out/],
  ])('exits with 2 for %s', { tags: ['variant'] }, expectRefused);

  it.each<Start>([
    [
      'behind a proxy for TLS, and prints a link of its public URL',
      ['--public-url', 'https://gate.example'],
      {},
      /at https:\/\/gate\.example\/setup#/,
    ],
    ['without the dashboard, by the environment', [], { QUERYGATE_DASHBOARD: 'off' }, /no workspace yet; run /],
  ])('listens for others %s', listensForOthers);

  it.each<Start>([['without the dashboard', ['--no-dashboard'], {}, /no workspace yet; run `querygate admin init /]])(
    'listens for others %s',
    { tags: ['variant'] },
    listensForOthers,
  );

  it('exits with 2 if another program uses the port', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const served = serve(['--port', String(port), '--data', await storeIn('other')]);
    expect(await served.ended).toBe(2);
    expect(served.stderr()).toMatch(
      /^querygate: cannot listen on `127\.0\.0\.1`, port \d+: another program is listening there/,
    );
    other.close();
  });
});
