import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { read, systemNode, TOP } from './repository.ts';

const MIGRATIONS = 'src/server/store/migrations';

let folder: string;
let tarball: string;
let packed: readonly string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-package-'));
  const [result] = JSON.parse(npm(TOP, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder)) as {
    filename: string;
    files: { path: string }[];
  }[];
  tarball = join(folder, result?.filename ?? '');
  packed = result?.files.map(({ path }) => path) ?? [];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The environment of a new user: the system's Node.js first, and an empty npm cache. */
function environment(): NodeJS.ProcessEnv {
  return {
    PATH: `${dirname(systemNode())}:${process.env['PATH']}`,
    HOME: folder,
    npm_config_cache: join(folder, 'cache'),
  };
}

function npm(cwd: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', env: environment() });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
  return stdout;
}

describe('the package', () => {
  it('contains the bundles, the schemas and the licence, and nothing else', () => {
    const tops = [...new Set(packed.map((path) => path.split('/')[0]))].sort();
    expect(tops).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'schemas', 'server']);
    for (const path of ['dist/lib/LICENSES.txt', 'server/lib/LICENSES.txt', 'server/index.js', 'server/worker.js'])
      expect(packed).toContain(path);
    expect(packed.filter((path) => path.endsWith('.sql'))).toEqual(
      readdirSync(join(TOP, MIGRATIONS)).map((name) => `server/lib/migrations/${name}`),
    );
  });

  it('has no dependencies', () => {
    const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(read('package.json'));
    expect({ dependencies, peerDependencies, optionalDependencies }).toEqual({});
  });

  describe('installed into an empty folder, offline', () => {
    const installed = () => {
      const home = join(folder, 'project');
      const client = join(home, 'node_modules/.bin/querygate');
      const run = (...args: string[]) => spawnSync(client, args, { cwd: home, encoding: 'utf8', env: environment() });
      return { home, client, run };
    };
    beforeAll(() => {
      const { home } = installed();
      mkdirSync(home);
      // Without a package.json, npm looks for a project in the parent folders.
      writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
      npm(home, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball);
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
      const server = spawn(client, ['serve', '--port', '0'], { cwd: home, env: environment() });
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
});
