import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { read, TOP } from './repository.ts';
import { installOffline, newUser, packTarball } from './tarball.ts';

// examples/lint-staged in a git repository: lint-staged runs as the pre-commit hook, on the Node.js of npm's scripts, since it
// needs a newer one than Querygate.

const EXAMPLE = 'examples/lint-staged';

let folder: string;
let project: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-staged-'));
  project = join(folder, 'project');
  installOffline(folder, project, packTarball(folder).path);
  for (const name of ['package.json', 'check-staged.js']) cpSync(join(TOP, EXAMPLE, name), join(project, name));
  writeFileSync(join(project, '.gitignore'), 'node_modules\n');
  git('init', '--quiet');
  const hook = join(project, '.git/hooks/pre-commit');
  mkdirSync(dirname(hook), { recursive: true });
  const lintStaged = join(TOP, 'node_modules/lint-staged/bin/lint-staged.js');
  writeFileSync(hook, `#!/bin/sh\nexec '${process.execPath}' '${lintStaged}'\n`);
  chmodSync(hook, 0o755);
  git('add', '--all');
  expect(commit().status).toBe(0);
  git('tag', 'start');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  git('reset', '--quiet', '--hard', 'start');
  git('clean', '--quiet', '-fd');
});

function git(...args: string[]) {
  const env = {
    ...newUser(folder),
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    ...{ GIT_AUTHOR_NAME: 'Test', GIT_AUTHOR_EMAIL: 'test@example.com' },
    ...{ GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@example.com' },
  };
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: project, encoding: 'utf8', env });
  return { status, output: `${stdout}${stderr}` };
}

const commit = () => git('commit', '--quiet', '--message', 'test');

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

function stage(path: string, text: string): void {
  write(path, text);
  git('add', '--', path);
}

describe('a commit with the lint-staged example', () => {
  it('fails with the place, the rule and the advice of a blocked statement', () => {
    stage('db/1.sql', 'CREATE TABLE t (id int);\n');
    stage('db/2 old.sql', 'SELECT 1;\n\n  DROP TABLE users;\n');
    const { status, output } = commit();
    expect(status).toBe(1);
    expect(output).toContain('db/2 old.sql:3:3: block no-drop-table: dropping table users loses all its rows\n');
    expect(output).toContain('\n  Stop using the table first');
    expect(output).not.toContain('db/1.sql:');
  });

  it('passes with safe statements, and with files that are not SQL', () => {
    stage('db/3.sql', 'CREATE TABLE t (id int);\n');
    stage('notes.txt', 'DROP TABLE users;\n');
    expect(commit()).toMatchObject({ status: 0 });
    expect(git('show', '--name-only', '--format=').output).toBe('db/3.sql\nnotes.txt\n');
  });

  it('judges what is staged, not what was edited since', () => {
    stage('db/4.sql', 'DROP TABLE users;\n');
    write('db/4.sql', 'SELECT 1;\n');
    expect(commit().status).toBe(1);
    stage('db/4.sql', 'SELECT 1;\n');
    write('db/4.sql', 'DROP TABLE users;\n');
    expect(commit()).toMatchObject({ status: 0 });
    expect(readFileSync(join(project, 'db/4.sql'), 'utf8')).toBe('DROP TABLE users;\n');
  });

  it('fails with SQL that cannot be read', () => {
    stage('db/5.sql', 'DROPP TABEL users;\n');
    const { status, output } = commit();
    expect(status).toBe(1);
    expect(output).toContain('db/5.sql:1:1: unknown unreadable: could not be read');
  });

  it('uses the rules of the repository', () => {
    stage(
      '.querygate/rules.yml',
      'version: 1\nextends: [querygate:recommended@1]\nrules:\n  - {id: no-drop-table, verdict: warn}\n',
    );
    stage('db/6.sql', 'DROP TABLE users;\n');
    expect(commit()).toMatchObject({ status: 0 });
    stage('.querygate/rules.yml', 'version: 1\nrulez: []\n');
    stage('db/7.sql', 'SELECT 1;\n');
    const { status, output } = commit();
    expect(status).toBe(1);
    expect(output).toContain('unknown key `rulez`');
  });

  it('prints no control characters of a file name', () => {
    stage('db/\u001b[2J.sql', 'DROP TABLE users;\n');
    const { status, output } = commit();
    expect(status).toBe(1);
    expect(output).toContain('db/?[2J.sql:1:1: block no-drop-table');
  });
});

describe('the page of the lint-staged example', () => {
  it('names the tarball of this version', () => {
    const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
    for (const page of [`${EXAMPLE}/README.md`, 'docs/library.md', 'docs/client.md'])
      expect(read(page)).toContain(`./${name}-${version}.tgz`);
  });
});
