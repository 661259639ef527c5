import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, systemNode, TOP } from './repository.ts';

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

/** The environment of a newcomer: their Node.js first, no cache to take packages from. */
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
  it('holds what runs, the schemas and the licence, and nothing else', () => {
    const tops = [...new Set(packed.map((path) => path.split('/')[0]))].sort();
    expect(tops).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'schemas']);
    expect(packed).toContain('dist/lib/LICENSES.txt');
  });

  it('needs no other package', () => {
    const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(read('package.json'));
    expect({ dependencies, peerDependencies, optionalDependencies }).toEqual({});
  });

  it('installs into an empty folder, offline, and runs there', () => {
    const home = join(folder, 'project');
    mkdirSync(home);
    // Without one, npm looks for a project in the folders above.
    writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
    npm(home, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball);
    expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['querygate']);
    cpSync(join(TOP, 'examples'), join(home, 'examples'), { recursive: true });
    const client = join(home, 'node_modules/.bin/querygate');
    const run = (...args: string[]) => spawnSync(client, args, { cwd: home, encoding: 'utf8', env: environment() });
    expect(run('--version').stdout.trim()).toBe((JSON.parse(read('package.json')) as { version: string }).version);
    const checked = run('check', 'examples/migrations', '--dialect', 'postgresql');
    expect(checked.stderr).toBe('');
    expect(checked.status).toBe(1);
    expect(checked.stdout).toContain('5 blocked');
  });
});
