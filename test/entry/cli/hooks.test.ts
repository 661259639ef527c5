import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Repository, repository } from '../../ci/repository.ts';
import { read, TOP } from '../../docs/repository.ts';
import { CLIENT_BUILD } from '../../e2e/packaged.ts';
import { type Folder, newFolder } from './client.ts';

// The hooks for the pre-commit framework. It runs `entry` of a `script` hook from its clone of this repository, in the
// user's repository, with the hook's environment of git.

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly pass_filenames: boolean;
  readonly always_run: boolean;
}
const HOOKS = parse(read('.pre-commit-hooks.yaml')) as readonly Hook[];
const entryOf = (id: string) => HOOKS.find((hook) => hook.id === id)?.entry ?? '';

const DROP = 'DROP TABLE users;\n';

let folder: Folder;
let work: Repository;
beforeEach(() => {
  folder = newFolder();
  work = repository(folder.path('repo'));
  work.git('init', '--quiet', '--initial-branch=main');
  work.commit({ '.querygate/config.yml': 'version: 1\ndialect: postgresql\n', 'db/1.sql': 'SELECT 1;\n' });
});
afterEach(() => folder.remove());

/** Installs the hook's entry, from the client built from these sources. */
function install(name: string, entry: string): void {
  const [program = '', ...args] = entry.split(' ');
  const client = program.replace(/^dist\//, `${CLIENT_BUILD}/`);
  work.write({ [`.git/hooks/${name}`]: `#!/bin/sh\nCI= exec node '${client}' ${args.join(' ')} >&2\n` });
  chmodSync(join(work.dir, `.git/hooks/${name}`), 0o755);
}

function commit(...args: string[]): string {
  try {
    work.git('commit', '--quiet', '--message', 'change', ...args);
    return 'committed';
  } catch (error) {
    return String((error as { stderr?: unknown }).stderr);
  }
}

describe('.pre-commit-hooks.yaml', () => {
  it('runs programs of dist/ that need no build', () => {
    expect(
      HOOKS.map(({ id, language, pass_filenames, always_run }) => [id, language, pass_filenames, always_run]),
    ).toEqual([
      ['querygate', 'script', false, true],
      ['querygate-changed', 'script', false, true],
    ]);
    for (const { entry } of HOOKS) {
      const program = entry.split(' ')[0] ?? '';
      expect(read(program)).toMatch(/^#!\/usr\/bin\/env node\n/);
      expect(statSync(join(TOP, program)).mode & 0o111).toBe(0o111);
    }
  });

  it.each([
    [
      'a file that is staged in part, with the block staged',
      DROP,
      'SELECT 2;\n',
      /db\/2\.sql:1:1 +block +no-drop-table/,
    ],
    ['a file that is staged in part, with the block on disk', 'SELECT 2;\n', DROP, /^committed$/],
    ['a file that is gone from disk', DROP, null, /no-drop-table/],
  ])('`querygate` judges what is staged: %s', (_, staged, onDisk, expected) => {
    install('pre-commit', entryOf('querygate'));
    work.write({ 'db/2.sql': staged });
    work.git('add', '--all');
    work.write({ 'db/2.sql': onDisk });
    expect(commit()).toMatch(expected);
  });

  it('`querygate` judges what `git commit <file>` commits, and nothing else', () => {
    install('pre-commit', entryOf('querygate'));
    work.commit({ 'db/2.sql': 'SELECT 2;\n' });
    work.write({ 'db/1.sql': DROP, 'db/2.sql': 'SELECT 22;\n' });
    expect(commit('db/1.sql')).toMatch(/db\/1\.sql:1:1 +block/);
    expect(commit('db/2.sql')).toBe('committed');
  });

  it('`querygate` lets a commit without changes pass', () => {
    install('pre-commit', entryOf('querygate'));
    expect(commit('--allow-empty')).toBe('committed');
  });

  it('`querygate` works in a linked work tree', () => {
    install('pre-commit', entryOf('querygate'));
    work.git('worktree', 'add', '--quiet', '-b', 'other', folder.path('other'));
    const main = work;
    work = repository(folder.path('other'));
    main.write({ 'db/9.sql': 'not of this work tree' });
    work.write({ 'db/2.sql': DROP });
    work.git('add', '--all');
    expect(commit()).toMatch(/db\/2\.sql:1:1 +block/);
  });

  it('`querygate-changed` judges all commits of a push', () => {
    work.git('init', '--quiet', '--bare', folder.path('origin.git'));
    work.git('remote', 'add', 'origin', folder.path('origin.git'));
    work.git('push', '--quiet', 'origin', 'main');
    install('pre-push', entryOf('querygate-changed'));
    work.git('checkout', '--quiet', '-b', 'feature');
    work.commit({ 'db/2.sql': DROP });
    work.commit({ 'db/3.sql': 'SELECT 3;\n' });
    expect(() => work.git('push', '--quiet', 'origin', 'feature')).toThrow(/db\/2\.sql:1:1 +block/);
    work.commit({ 'db/2.sql': 'SELECT 2;\n' });
    work.git('push', '--quiet', 'origin', 'feature');
  });
});
