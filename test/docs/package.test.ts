import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { read, TOP } from './repository.ts';
import { installOffline, newUser, npm, packTarball } from './tarball.ts';

const MIGRATIONS = 'src/server/store/migrations';

let folder: string;
let tarball: string;
let packed: readonly string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-package-'));
  ({ path: tarball, packed } = packTarball(folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('contains the bundles, the schemas and the licence, and nothing else', () => {
    const tops = [...new Set(packed.map((path) => path.split('/')[0]))].sort();
    expect(tops).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'schemas', 'server']);
    for (const path of ['dist/lib/LICENSES.txt', 'server/lib/LICENSES.txt', 'server/index.js', 'server/worker.js'])
      expect(packed).toContain(path);
    expect(packed.filter((path) => path.endsWith('.sql')).sort()).toEqual(
      readdirSync(join(TOP, MIGRATIONS), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.sql'))
        .map((name) => `server/lib/migrations/${name}`)
        .sort(),
    );
    expect(packed).toContain('server/public/index.html');
    const linked = /type DocsPage = (.*);/.exec(read('dashboard/src/ui/docs-link.tsx'))?.[1]?.match(/[a-z-]+/g) ?? [];
    expect(linked.length).toBeGreaterThan(2);
    for (const page of linked) expect(packed).toContain(`server/public/docs/${page}.md`);
  });

  it('has no dependencies', () => {
    const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(read('package.json'));
    expect({ dependencies, peerDependencies, optionalDependencies }).toEqual({});
  });

  describe('installed into an empty folder, offline', () => {
    const installed = () => {
      const home = join(folder, 'project');
      const client = join(home, 'node_modules/.bin/querygate');
      const run = (...args: string[]) => spawnSync(client, args, { cwd: home, encoding: 'utf8', env: newUser(folder) });
      return { home, client, run };
    };
    beforeAll(() => {
      const { home } = installed();
      installOffline(folder, home, tarball);
      cpSync(join(TOP, 'examples'), join(home, 'examples'), { recursive: true });
    });

    it('runs a check', () => {
      const { home, run } = installed();
      expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['querygate']);
      expect(run('--version').stdout.trim()).toBe((JSON.parse(read('package.json')) as { version: string }).version);
      const checked = run('check', 'examples/migrations', '--dialect', 'postgresql');
      expect(checked.stderr).toBe('');
      expect(checked.status).toBe(1);
      expect(checked.stdout).toContain('5 blocked');
    });

    it('starts the service, creates its tables, and stops on SIGTERM', async () => {
      const { home, client } = installed();
      const server = spawn(client, ['serve', '--port', '0'], { cwd: home, env: newUser(folder) });
      let stderr = '';
      server.stdout.resume();
      const ended = once(server, 'exit');
      onTestFinished(() => void server.kill('SIGKILL'));
      const url = await new Promise<string | undefined>((resolve) => {
        server.stderr.setEncoding('utf8').on('data', (text: string) => {
          stderr += text;
          const [, address] = /listening on (http:\S+),/.exec(stderr) ?? [];
          if (address !== undefined) resolve(address);
        });
        server.once('exit', () => resolve(undefined));
      });
      expect(url, stderr).toBeDefined();
      for (const path of ['/healthz', '/readyz']) expect((await fetch(`${url}${path}`)).status).toBe(200);
      server.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(readdirSync(home)).toContain('querygate-data');
    });
  });

  it('installs as a command for all projects, offline', () => {
    const prefix = join(folder, 'prefix');
    npm(folder, folder, 'install', '--global', '--offline', '--ignore-scripts', '--prefix', prefix, tarball);
    const client = join(prefix, 'bin/querygate');
    const { status, stdout } = spawnSync(client, ['check', '-', '--dialect', 'sqlite'], {
      ...{ cwd: folder, encoding: 'utf8', env: newUser(folder), input: 'DROP TABLE t;' },
    });
    expect(stdout).toContain('block  no-drop-table');
    expect(status).toBe(1);
  });
});
