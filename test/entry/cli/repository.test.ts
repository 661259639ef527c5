import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Repository, repository } from '../../ci/repository.ts';
import { expectSession, type Folder, newFolder, querygate } from './client.ts';

// Work in a repository: set it up, accept old findings, check changes.

const DROP = 'DROP TABLE users;\n';
const CONFIG = 'version: 1\ndialect: postgresql\n';

let folder: Folder;
let work: Repository;

beforeEach(() => {
  folder = newFolder();
  work = repository(folder.path('repo'));
  work.git('init', '--quiet', '--initial-branch=main');
});
afterEach(() => folder.remove());

const run = (...args: string[]) => querygate(args, { cwd: work.dir });
const found = (stdout: string) =>
  (JSON.parse(stdout) as { findings: { path: string; status: string }[] }).findings.map(
    ({ path, status }) => `${status} ${path}`,
  );

describe('init', () => {
  it('shows what it would write, and writes nothing without a confirmation', async () => {
    work.write({ 'db/1.sql': 'CREATE TABLE t (id BIGSERIAL);\n' });
    const { code } = await expectSession('init', ['init'], { cwd: work.dir });
    expect(code).toBe(0);
    expect(work.git('status', '--porcelain')).toBe('?? db/');
  });

  it('writes what it showed, and the result works', async () => {
    work.write({ 'db/1.sql': 'CREATE TABLE t (id BIGSERIAL);\n', CODEOWNERS: '* @everybody\n' });
    const { code, stdout } = await run('init', '--yes');
    expect(code).toBe(0);
    const written = [...stdout.matchAll(/^wrote (.*)$/gm)].map(([, path]) => path);
    expect(written).toEqual([
      '.querygate/config.yml',
      '.querygate/rules.yml',
      '.github/workflows/querygate.yml',
      'CODEOWNERS',
    ]);
    for (const path of written) expect(stdout).toContain(folder.read(`repo/${path}`).trimEnd().slice(-60));
    expect(folder.read('repo/CODEOWNERS')).toMatch(/^\* @everybody\n\n# .*\n# .*\n# \/\.querygate\/ </);
    const check = await run('check');
    expect([check.code, check.stderr]).toEqual([0, '']);
    expect(check.stdout).toMatch(/^judged by \.querygate\/rules\.yml/);
    expect((await run('rules', 'test')).code).toBe(0);
  });

  it('ignores the submodules of the checkout that have no SQL', async () => {
    work.write({ '.gitmodules': '[submodule "docs/theme"]\n\tpath = docs/theme\n\turl = ../theme\n' });
    work.write({ 'db/1.sql': 'CREATE TABLE t (id BIGSERIAL);\n' });
    work.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},docs/theme`);
    await run('init', '--yes');
    expect(folder.read('repo/.querygate/config.yml')).toContain('  - "docs/theme/**"   # a submodule');
  });

  it('writes the owners and the source that it is given', async () => {
    const commit = '0123456789abcdef0123456789abcdef01234567';
    const { code } = await run('init', '--yes', '--owners', '@acme/dba', '--source', `acme/querygate@${commit}`);
    expect(code).toBe(0);
    expect(folder.read('repo/.github/CODEOWNERS')).toContain('\n/.querygate/ @acme/dba\n');
    expect(folder.read('repo/.github/workflows/querygate.yml')).toContain(`uses: acme/querygate@${commit}\n`);
  });

  it.each([
    ['--owners', 'dba'],
    ['--source', 'acme/querygate'],
  ])('refuses an invalid %s, and writes nothing', async (option, value) => {
    const { code, stderr } = await run('init', '--yes', option, value);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`\`${option} ${value}\` is invalid; use `)]);
    expect(work.git('status', '--porcelain')).toBe('');
  });

  it('overwrites nothing, and does nothing the second time', async () => {
    work.write({ '.querygate/config.yml': CONFIG });
    await run('init', '--yes', '--host', 'gitlab');
    expect(folder.read('repo/.querygate/config.yml')).toBe(CONFIG);
    const before = work.git('status', '--porcelain', '--untracked-files=all');
    const again = await run('init', '--yes', '--host', 'gitlab');
    expect(again.stdout).not.toContain('wrote');
    expect(again.code).toBe(0);
    expect(work.git('status', '--porcelain', '--untracked-files=all')).toBe(before);
  });

  it('writes no rule file if there is a rules folder, which it would replace', async () => {
    work.write({ '.querygate/rules/team.yml': 'version: 1\n' });
    const { stdout } = await run('init', '--yes');
    expect(stdout).toContain('.querygate/rules/ already exists and is not changed');
    expect(() => folder.read('repo/.querygate/rules.yml')).toThrow();
  });

  it('does not write through a link', async () => {
    work.write({ '.querygate/config.yml': { link: '../../stolen.yml' }, '.github': { link: '../elsewhere' } });
    const { code, stdout } = await run('init', '--yes');
    expect(code).toBe(0);
    expect(stdout).toContain('.querygate/config.yml already exists and is not changed');
    expect(stdout).toContain('.github/workflows/querygate.yml already exists and is not changed');
    expect(() => folder.read('stolen.yml')).toThrow();
  });
});

describe('baseline', () => {
  it('accepts old findings, and new ones fail', async () => {
    work.commit({ '.querygate/config.yml': CONFIG, 'db/1.sql': DROP });
    expect((await run('check')).code).toBe(1);
    const { code, stdout } = await run('baseline', 'create');
    expect([code, stdout]).toEqual([
      0,
      '1 finding accepted\n  no-drop-table  1\n.querygate/baseline.json accepts 1 finding; commit it\n',
    ]);
    expect((await run('check')).code).toBe(0);
    work.write({ 'db/2.sql': DROP });
    const after = await run('check', '--format', 'json');
    expect(after.code).toBe(1);
    expect(found(after.stdout)).toEqual(['new db/2.sql', 'baselined db/1.sql']);
  });

  it('is written at the top of the repository, or to `--file`', async () => {
    work.commit({ '.querygate/config.yml': CONFIG, 'db/1.sql': DROP });
    const cwd = folder.path('repo/db');
    expect((await querygate(['baseline', 'create'], { cwd })).code).toBe(0);
    expect(JSON.parse(folder.read('repo/.querygate/baseline.json'))).toMatchObject({ version: 1 });
    await querygate(['baseline', 'create', '--file', 'old.json'], { cwd });
    expect(folder.read('repo/db/old.json')).toBe(folder.read('repo/.querygate/baseline.json'));
  });

  it('reports what it cannot accept', async () => {
    work.commit({ '.querygate/config.yml': CONFIG, 'db/1.sql': { link: '2.sql' }, 'db/2.sql': 'SELECT 1;\n' });
    const { stdout } = await run('baseline', 'create');
    expect(stdout).toContain('1 could not be accepted: fix the files that cannot be read');
    expect((await run('check')).code).toBe(5);
  });
});

describe('check of a change', () => {
  beforeEach(() => {
    work.commit({ '.querygate/config.yml': CONFIG, 'db/1.sql': DROP, 'db/old.sql': DROP });
    work.git('checkout', '--quiet', '-b', 'feature');
  });

  it('judges what the branch and the work tree changed', async () => {
    work.commit({ 'db/2.sql': DROP });
    work.write({ 'db/3.sql': DROP, 'db/1.sql': `${DROP}SELECT 1;\n` });
    const { code, stdout } = await run('check', '--changed', '--format', 'json');
    expect(code).toBe(1);
    expect(found(stdout)).toEqual(['new db/2.sql', 'new db/3.sql', 'existing db/1.sql']);
    expect(JSON.parse(stdout)).toMatchObject({ scope: { kind: 'changed', base: expect.stringMatching(/^main at /) } });
  });

  it('can start at any commit', async () => {
    const before = work.commit({ 'db/2.sql': DROP });
    work.commit({ 'db/3.sql': DROP });
    expect(found((await run('check', '--since', before, '--format', 'json')).stdout)).toEqual(['new db/3.sql']);
    expect(found((await run('check', '--since', 'main', '--format', 'json')).stdout)).toEqual([
      'new db/2.sql',
      'new db/3.sql',
    ]);
  });

  it('uses the rules of the base', async () => {
    work.commit({
      '.querygate/config.yml': `${CONFIG}fail-on: never\nignore: ['**']\n`,
      '.querygate/rules.yml': 'version: 1\n',
      'db/2.sql': DROP,
    });
    const { code, stdout } = await run('check', '--changed');
    expect(code).toBe(1);
    expect(stdout).toContain('the stricter verdict decides');
  });

  it('can be limited to paths, from a subfolder', async () => {
    work.commit({ 'app/2.sql': DROP, 'db/3.sql': DROP });
    const { stdout } = await querygate(['check', '.', '--changed', '--format', 'json'], {
      cwd: folder.path('repo/app'),
    });
    expect(found(stdout)).toEqual(['new app/2.sql']);
  });

  it('without a change has nothing to check', async () => {
    const { code, stdout } = await run('check', '--changed');
    expect(code).toBe(0);
    expect(stdout).toContain('nothing to check');
  });

  it('reports a link, which is not followed', async () => {
    work.commit({ 'db/2.sql': { link: '../../secret' } });
    const { code, stdout } = await run('check', '--changed');
    expect(code).toBe(5);
    expect(stdout).toContain('the file is a symbolic link, and links are not followed');
  });

  it.each([
    [['--since', 'nowhere'], /cannot find `nowhere`/],
    [['--since', '--output=x'], /cannot find `--output=x` \(`--output=x` is not a valid revision\)/],
    [['--changed', '/elsewhere.sql'], /`\/elsewhere\.sql` is outside the repository/],
    [['--changed', '-'], /standard input cannot be combined with `--changed`/],
    [['--staged', '-'], /standard input cannot be combined with `--staged`/],
    [['--staged', '--changed'], /option `--staged` cannot be used with option `--changed`/],
    [['--staged', '--since', 'main'], /option `--staged` cannot be used with option `--since <ref>`/],
    [['--staged', '/elsewhere.sql'], /outside the repository.* remove the path, or `--staged`/],
    [['db', '--stdin-filename', 'a.sql'], /`--stdin-filename` names standard input, .*; add the path `-`/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await run('check', ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('check --staged', () => {
  beforeEach(() => {
    work.commit({ '.querygate/config.yml': CONFIG, 'db/1.sql': 'SELECT 1;\n' });
  });

  it('judges staged files, under the rules of HEAD and the staged ones', async () => {
    work.write({ 'db/2.sql': DROP, '.querygate/rules.yml': 'version: 1\n' });
    work.git('add', '--all');
    work.write({ 'db/2.sql': 'SELECT 2;\n', 'db/3.sql': DROP });
    const { code, stdout } = await run('check', '--staged');
    expect(code).toBe(1);
    expect(stdout).toMatch(/the stricter verdict decides.*over 1 changed SQL file/s);
    expect(stdout).toMatch(/staged files against HEAD\sat/);
    expect(stdout).toContain('db/2.sql:1:1  block');
  });

  it('refuses a CI job, where nothing is staged', async () => {
    const { code, stderr } = await querygate(['check', '--staged'], { cwd: work.dir, env: { CI: 'true' } });
    expect(code).toBe(2);
    expect(stderr).toMatch(/nothing is staged in this CI job, so `--staged` would check nothing/);
  });
});
