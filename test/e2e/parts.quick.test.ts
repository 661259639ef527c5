import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch, NO_BROWSER, watchedPage } from '../browser/chromium.ts';
import { urlOf } from '../browser/shop.ts';
import { type Files, newOrigin, type Origin } from '../ci/repository.ts';
import { type PostgresqlServer, startPostgresql } from '../databases/postgresql-server.ts';
import { endProcess, tryStart, until } from '../databases/program.ts';
import { querygate } from '../entry/cli/client.ts';
import { DROP, runCheck } from './gitlab-client.ts';
import { MISSING } from './gitlab-job.ts';
import { NODE, packaged, SERVER, TOP } from './packaged.ts';
import { expectSound, places, runPull } from './scenario.ts';
import { type ServiceProgram, shownKey, startService } from './service-program.ts';

// One short run of each program as users start it, for `npm test`. The other files of this folder have their details.

const EXAMPLES = join(TOP, 'examples');
const EMAIL = 'you@example.com';
const PASSWORD = 'a password of some length';
const CHECK = ['check', 'migrations', '--dialect', 'postgresql'];

const client = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  querygate(args, { cwd: EXAMPLES, command: [NODE, packaged('cli.js')], env });

it('the client blocks the examples of the README', async () => {
  const { code, stdout, stderr } = await client(CHECK);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('5 blocked, 1 warned, 0 unknown in 4 files, 19 statements.');
});

describe('on a pull request', () => {
  let origin: Origin;
  beforeEach(() => {
    origin = newOrigin();
  });
  afterEach(() => origin.dispose());

  it('the Action `check` blocks a dropped table, with an annotation on its line', async () => {
    const result = await runPull(origin, { changed: DROP });
    expectSound(result);
    expect([result.code, places(result)]).toEqual([1, ['error db/2.sql:2']]);
  });

  it('the Action `simulate` blocks rules that would break queries of the history', async () => {
    const [base, changed] = [filesOf('simulate/base'), filesOf('simulate/head')];
    const result = await runPull(origin, { action: 'simulate', base, changed, inputs: { 'max-age': '3650' } });
    expectSound(result);
    expect(result.code, result.stdout).toBe(1);
    expect(result.outputs).toMatchObject({ outcome: 'simulated', 'broken-flows': '2' });
  });

  it.skipIf(MISSING !== '')(`${MISSING}the GitLab job blocks a dropped table`, async () => {
    const { output, report } = await runCheck(origin, DROP);
    expect(output).toMatch(/FAIL\s+querygate:check/);
    expect(report).toMatchObject({ verdict: 'block', exitCode: 1 });
  });
});

/** The files in a folder of the examples. */
function filesOf(name: string): Files {
  const folder = join(EXAMPLES, name);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path)]));
}

describe('the service', () => {
  let service: ServiceProgram;
  const keys = { ci: '', proxy: '' };
  const inService = (key: string) => ({
    SERVICE_BASE_URL: service.url,
    SERVICE_WORKSPACE_ID: 'acme',
    SERVICE_API_KEY: key,
  });

  beforeAll(async () => {
    service = await startService({ kind: 'embedded' });
    const init = ['init', '--workspace', 'acme', '--email', EMAIL, '--password-stdin'];
    keys.ci = shownKey(service.admin(init, `${PASSWORD}\n`));
    const create = ['keys', 'create', '--workspace', 'acme', '--name', 'proxy', '--preset', 'tcp-proxy'];
    keys.proxy = shownKey(service.admin([...create, '--database-id', 'shop']));
  });
  afterAll(() => service?.dispose());

  it('judges for the client', async () => {
    const { code, stdout, stderr } = await client(CHECK, inService(keys.ci));
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^judged by workspace `acme`, ruleset version 1/);
  });

  it.skipIf(NO_BROWSER !== '')(`${NO_BROWSER}shows its dashboard to a person who signs in`, async () => {
    const browser = await launch();
    try {
      const { page, expectClean } = await watchedPage(browser);
      await page.goto(`${urlOf(service)}/w/acme/keys`);
      await page.getByLabel('E-mail').fill(EMAIL);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'API keys' }).waitFor();
      await page.getByText('proxy', { exact: true }).first().waitFor();
      expectClean([401]);
    } finally {
      await browser.close();
    }
  });

  describe('with a proxy', async () => {
    const database = await tryStart('the proxy', startPostgresql);
    const folder = mkdtempSync(join(tmpdir(), 'querygate-parts-'));
    let proxy: ChildProcess | undefined;
    afterAll(async () => {
      await endProcess(proxy, 'SIGTERM');
      await database?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it.skipIf(!database)('refuses a dropped table on the wire, and lets other queries pass', async () => {
      const { folder: host, port } = database as PostgresqlServer;
      await database?.asOwner('postgres', ['CREATE ROLE app SUPERUSER LOGIN', 'CREATE TABLE users (id int)']);
      const listen = ['--listen', '127.0.0.1:0', '--probes', '127.0.0.1:0', '--mode', 'enforce'];
      const data = ['--data', join(folder, 'proxy'), '--id', 'proxy-1'];
      const program = [join(SERVER, 'index.js'), 'proxy', '--upstream', `${host}:${port}`, ...listen, ...data];
      const env = { PATH: process.env['PATH'], HOME: folder, ...inService(keys.proxy) };
      const started = spawn(NODE, program, { env, stdio: ['ignore', 'ignore', 'pipe'] });
      proxy = started;
      let printed = '';
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
      const address = () => /listening on 127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
      await until('the proxy', () => {
        if (started.exitCode !== null) throw new Error(`the proxy ended: ${printed}`);
        return address() !== undefined;
      });
      const session = new pg.Client({ host: '127.0.0.1', port: Number(address()), user: 'app', database: 'postgres' });
      await session.connect();
      try {
        await expect(session.query('DROP TABLE users')).rejects.toMatchObject({ code: '42501' });
        expect((await session.query('SELECT count(*)::int AS n FROM users')).rows).toEqual([{ n: 0 }]);
      } finally {
        await session.end();
      }
    });
  });
});
