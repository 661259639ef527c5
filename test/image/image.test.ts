import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, TOP } from '../docs/repository.ts';

// The Dockerfile, built and run with buildah. No registry is used: the base image is a minimal Debian by mmdebstrap, with the
// Node.js of npm's package `node`.

const MISSING = [
  ...['buildah', 'mmdebstrap']
    .filter((name) => spawnSync(name, ['--version']).error !== undefined)
    .map((name) => `${name} is missing`),
  ...(process.getuid?.() === 0 ? [] : ['it needs root']),
].join(', ');

const BASE = 'localhost/querygate-test-base';
const CLIENT = 'localhost/querygate-test-client';
const REBUILT = 'localhost/querygate-test-rebuilt';
/** Owns the mounted checkout: neither root nor the user of the image. */
const OWNER = 1234;

let folder: string;
/** The output of the client image's build. */
let built: string;

function run(program: string, args: readonly string[], options: Partial<SpawnSyncOptionsWithStringEncoding> = {}) {
  return spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, ...options });
}

/** Runs buildah with a storage of its own. Containers are folders entered by chroot, which works inside a container too. */
function buildah(...args: string[]) {
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
  return run('buildah', [...storage, ...args], { cwd: TOP, env });
}

function must({ status, stdout, stderr }: ReturnType<typeof run>): string {
  if (status !== 0) throw new Error(`${stdout}${stderr}`.slice(-4_000));
  return stdout.trim();
}

function buildImage(base: string, tag: string): string {
  return must(buildah('bud', '--build-arg', `BASE=${base}`, '--target', 'client', '--tag', tag, '.'));
}

function createBase(): void {
  const tar = join(folder, 'base.tar');
  // Without git, so that the build has to install it.
  must(run('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm', tar]));
  const container = must(buildah('from', 'scratch'));
  must(buildah('add', container, tar, '/'));
  must(buildah('copy', container, process.execPath, '/usr/local/bin/node'));
  must(buildah('commit', '--rm', container, BASE));
  rmSync(tar);
}

/** A checkout whose branch adds a blocked statement, owned by another user. */
function createCheckout(): string {
  const checkout = join(folder, 'checkout');
  mkdirSync(join(checkout, 'db'), { recursive: true });
  const git = (...args: string[]) =>
    must(run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: checkout }));
  git('init', '--quiet', '--initial-branch', 'main');
  writeFileSync(join(checkout, 'db/1.sql'), 'DROP TABLE old;\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  git('checkout', '--quiet', '-b', 'topic');
  writeFileSync(join(checkout, 'db/2.sql'), 'SELECT 1;\nDROP TABLE users;\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'second');
  for (const name of ['.', ...readdirSync(checkout, { recursive: true, encoding: 'utf8' })])
    if (!lstatSync(join(checkout, name)).isSymbolicLink()) chownSync(join(checkout, name), OWNER, OWNER);
  return checkout;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-image-'));
  // Other users enter the mounted folders below it.
  chmodSync(folder, 0o755);
  if (MISSING !== '') {
    process.stdout.write(`not run: the container image (${MISSING})\n`);
    return;
  }
  const started = Date.now();
  createBase();
  const based = Date.now();
  built = buildImage(BASE, CLIENT);
  process.stdout.write(`base image in ${based - started} ms, client image in ${Date.now() - based} ms\n`);
});
afterAll(() => {
  if (MISSING === '') buildah('rm', '--all');
  rmSync(folder, { recursive: true, force: true });
});

interface Entry {
  readonly volume: string;
  readonly user?: string;
}

/** Runs a command in a new container of the image. */
function start({ volume, user }: Entry, command: readonly string[]) {
  const container = must(buildah('from', CLIENT));
  try {
    return buildah('run', ...(user ? ['--user', user] : []), '--volume', volume, container, '--', ...command);
  } finally {
    buildah('rm', container);
  }
}

function configOf(image: string): { Entrypoint: string[]; User: string; WorkingDir: string } {
  return JSON.parse(must(buildah('inspect', '--type', 'image', image))).OCIv1.config;
}

describe.skipIf(MISSING !== '')('the image of the client', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const entry = (...args: string[]) => [...configOf(CLIENT).Entrypoint, ...args];
  const examples = () => ({ volume: `${join(TOP, 'examples')}:/repo/examples:ro` });

  it('runs as a user without rights, in its folder for mounted repositories', () => {
    expect(configOf(CLIENT)).toMatchObject({ User: '65532:65532', WorkingDir: '/repo' });
    expect(start(examples(), ['sh', '-c', 'id -u; pwd; touch /opt/querygate/x']).stdout).toBe('65532\n/repo\n');
  });

  it('checks mounted files, and exits with the code of the client', () => {
    const { status, stdout } = start(examples(), entry('check', 'examples/migrations', '--dialect', 'postgresql'));
    expect(stdout).toContain('5 blocked, 1 warned, 0 unknown in 4 files');
    expect(status).toBe(1);
  });

  it('has the command `querygate` for jobs that start a shell', () => {
    expect(start(examples(), ['sh', '-c', 'querygate --version']).stdout).toBe(`${version}\n`);
  });

  it('contains dist/, the licence and package.json, and nothing else of the repository', () => {
    const { stdout } = start(examples(), ['sh', '-c', 'cd /opt/querygate && find . -type f | sort']);
    const expected = readdirSync(join(TOP, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(TOP, 'dist', name)).isFile())
      .map((name) => `./dist/${name}`);
    expect(stdout.trim().split('\n').sort()).toEqual(['./LICENSE', './package.json', ...expected].sort());
  });

  it('compares a mounted checkout of another user with its base branch', () => {
    const volume = `${createCheckout()}:/repo`;
    const changed = start({ volume }, entry('check', '--changed', '--dialect', 'postgresql'));
    expect(changed.stdout).toContain('over 1 changed SQL file');
    expect(changed.stdout).toContain('db/2.sql:2:1  block  no-drop-table');
    expect(changed.status).toBe(1);
    // git itself refuses this checkout.
    expect(start({ volume }, ['git', 'status']).stderr).toContain('dubious ownership');
    const owner = { volume, user: `${OWNER}:${OWNER}` };
    start(owner, entry('check', '--since', 'main', '--dialect', 'postgresql', '--output', 'json=report.json'));
    expect(statSync(join(folder, 'checkout/report.json')).uid).toBe(OWNER);
  });

  it('installs git only on a base image that lacks it', () => {
    const APT = 'Reading package lists';
    expect(built).toContain(APT);
    expect(buildImage(CLIENT, REBUILT)).not.toContain(APT);
  });

  it('is not built without a base image', () => {
    const { status, stderr } = buildah('bud', '--target', 'client', '.');
    expect(status).not.toBe(0);
    expect(stderr).toContain('BASE');
  });
});
