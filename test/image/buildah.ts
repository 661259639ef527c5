import {
  type ChildProcess,
  type SpawnOptions,
  type SpawnSyncOptionsWithStringEncoding,
  spawn,
  spawnSync,
} from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { TOP } from '../docs/repository.ts';

// The Dockerfile, built and run with buildah. No registry is used: the base image is a minimal Debian by mmdebstrap, with the
// Node.js of npm's package `node`.

declare module 'vitest' {
  interface ProvidedContext {
    /** Storage of buildah with the base image; undefined if the tests cannot run here. */
    readonly imageFolder: string | undefined;
  }
}

export const MISSING = [
  ...['buildah', 'mmdebstrap']
    .filter((name) => spawnSync(name, ['--version']).error !== undefined)
    .map((name) => `${name} is missing`),
  ...(process.getuid?.() === 0 ? [] : ['it needs root']),
].join(', ');

/** Without git, so that the build of the client has to install it. */
export const BASE = 'localhost/querygate-test-base';

/** Creates the base image once for all tests of images. */
export default function setUp({ provide }: TestProject): (() => void) | undefined {
  if (MISSING !== '') {
    process.stdout.write(`not run: the container images (${MISSING})\n`);
    provide('imageFolder', undefined);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'querygate-image-'));
  // Other users enter the mounted folders below it.
  chmodSync(folder, 0o755);
  const started = Date.now();
  createBase(new Buildah(folder));
  process.stdout.write(`base image in ${Date.now() - started} ms\n`);
  provide('imageFolder', folder);
  return () => {
    new Buildah(folder).run('rm', '--all');
    rmSync(folder, { recursive: true, force: true });
  };
}

function createBase(buildah: Buildah): void {
  const tar = join(buildah.folder, 'base.tar');
  must(run('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm', tar]));
  const container = must(buildah.run('from', 'scratch'));
  must(buildah.run('add', container, tar, '/'));
  must(buildah.run('copy', container, process.execPath, '/usr/local/bin/node'));
  must(buildah.run('commit', '--rm', container, BASE));
  rmSync(tar);
}

export function run(
  program: string,
  args: readonly string[],
  options: Partial<SpawnSyncOptionsWithStringEncoding> = {},
) {
  return spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, ...options });
}

export function must({ status, stdout, stderr }: ReturnType<typeof run>): string {
  if (status !== 0) throw new Error(`${stdout}${stderr}`.slice(-4_000));
  return stdout.trim();
}

/** Runs buildah with a storage of its own. Containers are folders entered by chroot, which works inside a container too. */
export class Buildah {
  readonly folder: string;
  readonly #env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };

  constructor(folder: string) {
    this.folder = folder;
  }

  run(...args: readonly string[]) {
    return run('buildah', this.#args(args), { cwd: TOP, env: this.#env });
  }

  /** Starts it in a process group of its own, since the program in the container outlives a killed buildah. */
  start(...args: readonly string[]): ChildProcess {
    const options: SpawnOptions = { cwd: TOP, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'], detached: true };
    return spawn('buildah', this.#args(args), options);
  }

  /** Builds a target of the Dockerfile. Docker's format, since that of OCI has no health check. */
  build(target: string, tag: string, base = BASE): string {
    const args = ['--format', 'docker', '--build-arg', `BASE=${base}`, '--target', target, '--tag', tag];
    return must(this.run('bud', ...args, '.'));
  }

  #args(args: readonly string[]): readonly string[] {
    const storage = ['--root', join(this.folder, 'storage'), '--runroot', join(this.folder, 'run')];
    return [...storage, '--storage-driver', 'vfs', ...args];
  }
}
