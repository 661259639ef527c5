import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemNode, TOP } from './repository.ts';

// The package as `npm pack` makes it, and as npm installs it for a new user.

/** The environment of a new user in `home`: the system's Node.js first, and an empty npm cache. */
export function newUser(home: string): NodeJS.ProcessEnv {
  return {
    PATH: `${dirname(systemNode())}:${process.env['PATH']}`,
    HOME: home,
    npm_config_cache: join(home, 'cache'),
  };
}

/** Runs npm as a new user in `home`, in the folder `cwd`, and returns its output. */
export function npm(home: string, cwd: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', env: newUser(home) });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
  return stdout;
}

interface Tarball {
  readonly path: string;
  /** The paths of the packed files. */
  readonly packed: readonly string[];
}

/** Packs this checkout with its dist/ and the built service into `folder`. */
export function packTarball(folder: string): Tarball {
  const [result] = JSON.parse(npm(folder, TOP, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder)) as {
    filename: string;
    files: { path: string }[];
  }[];
  if (!result) throw new Error('npm packed nothing');
  return { path: join(folder, result.filename), packed: result.files.map(({ path }) => path) };
}

/** Creates the folder of a project, and installs the tarball into it without a registry. */
export function installOffline(home: string, project: string, tarball: string): void {
  mkdirSync(project);
  // Without a package.json, npm looks for a project in the parent folders.
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  npm(home, project, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball);
}
