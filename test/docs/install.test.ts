import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packaged } from '../e2e/packaged.ts';
import { fences, read, TOP } from './repository.ts';
import { newUser } from './tarball.ts';

// The ways to install the client that docs/client.md describes. package.test.ts tests the tarball, test/image the image.

const SECTION =
  read('docs/client.md')
    .split(/^(?=## )/m)
    .find((text) => text.startsWith('## Install\n')) ?? '';
const [clone = '', tarball = '', build = '', start = ''] = fences(SECTION, 'sh');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-install-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sh(script: string, cwd = folder) {
  const identity = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Test'],
    [`GIT_${who}_EMAIL`, 'test@example.com'],
  ]);
  const env = { ...newUser(folder), ...Object.fromEntries(identity) };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { cwd, encoding: 'utf8', env });
  return { status, stdout: stdout.trim(), stderr };
}

describe('the installation from a clone', () => {
  it('gives the command at the chosen commit, with nothing installed', () => {
    const origin = join(folder, 'origin');
    mkdirSync(origin);
    cpSync(dirname(packaged('cli.js')), join(origin, 'dist'), { recursive: true });
    for (const name of ['package.json', 'examples']) cpSync(join(TOP, name), join(origin, name), { recursive: true });
    const { stdout: commit } = sh('git init -q && git add . && git commit -qm first && git rev-parse HEAD', origin);
    sh('git rm -rq dist && git commit -qm later', origin);
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    const commands = clone.replace('<address>', `'${origin}'`).replace('<commit>', commit);
    expect(commands).not.toContain('<');
    const check = 'cd ~/querygate\nquerygate check examples/migrations --dialect postgresql\n';
    const { status, stdout } = sh(`set -e\n${commands}${check}`);
    expect(stdout).toContain('5 blocked, 1 warned, 0 unknown in 4 files');
    expect(status).toBe(1);
  });
});

describe('the commands of the installation', () => {
  it('name the tarball and the target that exist', () => {
    const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
    expect(tarball).toBe(`npm ci && npm pack\nnpm install --global ./${name}-${version}.tgz\n`);
    const dockerfile = read('Dockerfile');
    const target = /--target (\w+)/.exec(build)?.[1];
    expect(dockerfile).toMatch(new RegExp(`^FROM \\$\\{BASE\\} AS ${target}$`, 'm'));
    expect(build).toMatch(/--build-arg BASE=\S+ /);
    expect(start).toContain(`:${/^WORKDIR (\S+)$/m.exec(dockerfile)?.[1]}"`);
  });

  it('pull no image that the reader did not choose', () => {
    const dockerfile = read('Dockerfile');
    const stages = [...dockerfile.matchAll(/^FROM (\S+) AS (\S+)$/gm)];
    const own = stages.map(([, , stage]) => stage);
    expect(stages.map(([, base]) => base).filter((base) => !own.includes(base))).toEqual([`\${BASE}`, `\${BASE}`]);
    expect([...dockerfile.matchAll(/^ARG (.*)$/gm)].map(([, argument]) => argument)).toEqual(['BASE']);
  });
});
