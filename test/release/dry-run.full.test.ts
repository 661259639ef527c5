import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLicenses } from '../../scripts/licenses.mjs';
import { packsToFreeze } from '../../scripts/packs/freeze.ts';
import { placeholders } from '../../scripts/release/placeholders.ts';
import { fences, read, repositoryFiles, systemNode, TOP } from '../docs/repository.ts';
import { installOffline, newUser } from '../docs/tarball.ts';

// `npm run release` in two clones of the current files: a dry run in both, and a real one, which publishes nothing either. The
// images are tested in test/image/release.test.ts.

const VERSION = '99.1.0';

let folder: string;
beforeAll(() => {
  // On the disk of node_modules, which is linked.
  mkdirSync(join(TOP, 'build'), { recursive: true });
  folder = mkdtempSync(join(TOP, 'build/release-test-'));
  const origin = join(folder, 'origin');
  for (const path of repositoryFiles()) {
    mkdirSync(join(origin, dirname(path)), { recursive: true });
    copyFileSync(join(TOP, path), join(origin, path));
  }
  beforeFirstRelease(origin);
  git(origin, 'init', '--quiet', '--initial-branch', 'main');
  git(origin, 'add', '--all', '--force');
  git(origin, 'commit', '--quiet', '--message', 'all');
  for (const name of ['first', 'second']) {
    git(folder, 'clone', '--quiet', origin, name);
    expect(spawnSync('cp', ['--archive', '--link', join(TOP, 'node_modules'), join(folder, name)]).status).toBe(0);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the first release and the owner change in a repository: these tests run on its commit too. */
function beforeFirstRelease(repository: string): void {
  const edit = (path: string, change: (text: string) => string) =>
    writeFileSync(join(repository, path), change(readFileSync(join(repository, path), 'utf8')));
  edit('CHANGELOG.md', (text) => text.replace('## [Unreleased]\n', '## [Unreleased]\n\n- New.\n'));
  edit('.github/CODEOWNERS', (text) => text.replace(/^\* .*$/m, '* @<owner>'));
  edit('scripts/release/base.Dockerfile', (text) => text.replace(/^FROM .*$/m, 'FROM node@sha256:<digest>'));
  edit('package.json', (text) => text.replace(/\s*"homepage": "[^"]*",/, ''));
  edit('scripts/packs/frozen.json', () => '{}\n');
}

function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout;
}

function release(clone: string, ...args: string[]) {
  const cwd = join(folder, clone);
  const env = { ...process.env, PATH: `${standIn()}:${process.env['PATH']}` };
  return spawnSync('npm', ['run', '--silent', 'release', '--', ...args], { cwd, encoding: 'utf8', env });
}

/** A file as it was released: it may be edited while the test runs. */
const given = (path: string) => readFileSync(join(folder, 'origin', path), 'utf8');
const out = (clone: string) => join(folder, clone, 'build/release');
const files = (clone: string) => readdirSync(out(clone)).sort();
const refs = (repository: string) => git(join(folder, repository), 'for-each-ref', '--format=%(objectname) %(refname)');

describe('a dry run of a release', () => {
  let before: readonly string[];
  let printed: string;
  beforeAll(() => {
    before = ['origin', 'first'].map(refs);
    for (const clone of ['first', 'second']) {
      const { status, stdout, stderr } = release(clone, VERSION, '--dry-run');
      expect(status, stderr).toBe(0);
      printed = stdout;
    }
  });

  it('writes the package, the bill of materials, the checksums and the notes', () => {
    expect(files('first')).toEqual([
      'SHA256SUMS',
      'notes.md',
      `querygate-${VERSION}.cdx.json`,
      `querygate-${VERSION}.tgz`,
    ]);
    const [, unreleased = ''] = given('CHANGELOG.md').split(/^## /m);
    const notes = readFileSync(join(out('first'), 'notes.md'), 'utf8');
    expect(notes.trim()).toBe(
      unreleased
        .slice(unreleased.indexOf('\n'))
        .replace(/^Will be .*\n/m, '')
        .trim(),
    );
  });

  it('gives the same bytes in another clone', () => {
    expect(files('second')).toEqual(files('first'));
    for (const name of files('first'))
      expect(readFileSync(join(out('second'), name)).equals(readFileSync(join(out('first'), name))), name).toBe(true);
  });

  it('publishes nothing, and changes no branch, tag or file', () => {
    expect(['origin', 'first'].map(refs)).toEqual(before);
    expect(git(join(folder, 'first'), 'status', '--porcelain')).toBe('');
  });

  it('says what a release still needs', () => {
    const needed = printed.split('\n').filter((line) => line.startsWith('a release needs: '));
    expect(needed).toEqual(placeholders(given).map((line) => `a release needs: ${line}`));
  });

  it('lists in the bill of materials what the licences of both bundles list', () => {
    const bom = JSON.parse(readFileSync(join(out('first'), `querygate-${VERSION}.cdx.json`), 'utf8'));
    const home = join(folder, 'unpacked');
    mkdirSync(home);
    spawnSync('tar', ['--extract', '--file', join(out('first'), `querygate-${VERSION}.tgz`)], { cwd: home });
    const parts = ['dist', 'server'].flatMap((bundle) =>
      readLicenses(readFileSync(join(home, 'package', bundle, 'lib/LICENSES.txt'), 'utf8')),
    );
    const refsOf = parts.map(({ name, version }) => (version === '' ? name : `${name}@${version}`));
    const listed = bom.components.map((each: { 'bom-ref': string }) => each['bom-ref']);
    expect(listed).toEqual([...new Set(refsOf)].sort());
    expect(bom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'querygate', version: VERSION } },
    });
  });

  it('is verified with the commands of the docs', () => {
    const [checksums = ''] = fences(read('docs/verify.md'), 'sh');
    expect(checksums).toContain('sha256sum');
    const verify = () => spawnSync('sh', ['-c', checksums], { cwd: out('second'), encoding: 'utf8' });
    expect(verify().stdout.trim().split('\n').sort()).toEqual([
      `querygate-${VERSION}.cdx.json: OK`,
      `querygate-${VERSION}.tgz: OK`,
    ]);
    rmSync(join(out('second'), `querygate-${VERSION}.cdx.json`));
    expect(verify().status).toBe(0);
    copyFileSync(join(out('second'), 'notes.md'), join(out('second'), `querygate-${VERSION}.tgz`));
    expect(verify().status).toBe(1);
  });

  it('gives a package that installs offline and knows its version', () => {
    const project = join(folder, 'project');
    installOffline(folder, project, join(out('first'), `querygate-${VERSION}.tgz`));
    const client = join(project, 'node_modules/.bin/querygate');
    const run = (...args: string[]) =>
      spawnSync(client, args, { cwd: project, encoding: 'utf8', env: newUser(folder), input: 'DROP TABLE t;' });
    expect(systemNode()).not.toContain('node_modules');
    expect(run('--version').stdout.trim()).toBe(VERSION);
    expect(run('check', '-', '--dialect', 'sqlite').status).toBe(1);
    expect(run('serve', '--help').status).toBe(0);
  });
});

describe('a release', () => {
  const clone = () => join(folder, 'second');

  it('is refused while values are missing, and then commits version, changelog and dist/ only', () => {
    const refused = release('second', VERSION);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('.github/CODEOWNERS:2: fill in <owner>');
    fillIn();
    const head = git(clone(), 'rev-parse', 'HEAD');
    const { status, stderr } = release('second', VERSION);
    expect(status, stderr).toBe(0);
    expect(git(clone(), 'log', '--format=%s', `${head.trim()}..`)).toBe(`Release ${VERSION}\n`);
    const changed = git(clone(), 'diff', '--name-only', head.trim()).trim().split('\n');
    const tops = [...new Set(changed.map((path) => path.split('/')[0]))];
    expect(tops).toEqual(['CHANGELOG.md', 'dist', 'docs', 'package-lock.json', 'package.json', 'scripts', 'src']);
    const frozen = JSON.parse(readFileSync(join(clone(), 'scripts/packs/frozen.json'), 'utf8'));
    expect(Object.keys(frozen)).toEqual([...packsToFreeze().keys()]);
    expect(readFileSync(join(clone(), 'src/model/product.ts'), 'utf8')).toContain(`version: '${VERSION}'`);
    expect(git(join(folder, 'origin'), 'log', '--format=%s', 'main')).toBe('all\n');
  });

  it('is built again from its commit, as the workflow does, with the same bytes', () => {
    const before = readFileSync(join(out('second'), 'SHA256SUMS'), 'utf8');
    expect(before).toContain(`querygate-server-${VERSION}.oci.tar`);
    const head = git(clone(), 'rev-parse', 'HEAD');
    git(clone(), 'tag', `v${VERSION}`);
    const { status, stderr } = release('second', VERSION);
    expect(status, stderr).toBe(0);
    expect(git(clone(), 'rev-parse', 'HEAD')).toBe(head);
    expect(readFileSync(join(out('second'), 'SHA256SUMS'), 'utf8')).toBe(before);
  });

  it('is refused with other files, or for a version that is not newer', () => {
    git(clone(), 'commit', '--quiet', '--allow-empty', '--message', 'later');
    expect(release('second', '99.0.9').stderr).toContain(`99.0.9 is not newer than the release v${VERSION}`);
    copyFileSync(join(TOP, 'LICENSE'), join(clone(), 'extra.txt'));
    expect(release('second', '99.2.0').stderr).toContain('commit or remove your changes');
  });

  /** Commits what the owner of a repository fills in. */
  function fillIn(): void {
    const edit = (path: string, from: string | RegExp, to: string) => {
      const file = join(clone(), path);
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
    };
    edit('.github/CODEOWNERS', '@<owner>', '@acme');
    edit('scripts/release/base.Dockerfile', /^FROM .*$/m, `FROM node@sha256:${'0a'.repeat(32)}`);
    edit('package.json', '{', '{ "homepage": "https://example.com/querygate",');
    git(clone(), 'config', 'user.name', 'Test');
    git(clone(), 'config', 'user.email', 'test@example.com');
    git(clone(), 'commit', '--quiet', '--all', '--message', 'fill in');
  }
});

/** A folder with a stand-in for buildah, which writes an empty layout: nothing is downloaded. */
function standIn(): string {
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  const script = [
    '#!/bin/sh',
    'for last; do :; done',
    'case "$last" in oci:*) ;; *) exit 0 ;; esac',
    'layout=${last#oci:}; layout=${layout%:*}',
    'mkdir -p "$layout/blobs"',
    `echo '{ "manifests": [{ "digest": "sha256:0a" }] }' > "$layout/index.json"`,
    'echo "{}" > "$layout/oci-layout"',
  ];
  writeFileSync(join(programs, 'buildah'), `${script.join('\n')}\n`, { mode: 0o755 });
  return programs;
}
