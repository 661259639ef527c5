import { chownSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { read, TOP } from '../docs/repository.ts';
import { Buildah, MISSING, must, run } from './buildah.ts';

const CLIENT = 'localhost/querygate-test-client';
const REBUILT = 'localhost/querygate-test-rebuilt';
/** Owns the mounted checkout: neither root nor the user of the image. */
const OWNER = 1234;

const folder = inject('imageFolder') ?? '';
const images = new Buildah(folder);
const buildah = (...args: readonly string[]) => images.run(...args);
/** The output of the client image's build. */
let built: string;

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
  if (MISSING === '') built = images.build('client', CLIENT);
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
    expect(images.build('client', REBUILT, CLIENT)).not.toContain(APT);
  });

  it('is not built without a base image', () => {
    const { status, stderr } = buildah('bud', '--target', 'client', '.');
    expect(status).not.toBe(0);
    expect(stderr).toContain('BASE');
  });
});
