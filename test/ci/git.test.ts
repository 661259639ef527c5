import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diffCommits, parseRawDiff } from '../../src/ci/git/diff.ts';
import { ensureCommit, fetchBranchTip, mergeBase, resolveCommit } from '../../src/ci/git/history.ts';
import { isBranchName, isObjectId } from '../../src/ci/git/names.ts';
import { gitEnvironment, gitReason, openGit } from '../../src/ci/git/run.ts';
import { checkout, commitMany, newOrigin, type Origin } from './repository.ts';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

describe('names for the command line', () => {
  it.each(['main', 'feature/x-1', 'ünïcode', 'release/1.x', 'a@b', 'dependabot/npm/x', "it's$(x)"])(
    'takes the branch %j',
    (name) => expect(isBranchName(name)).toBe(true),
  );
  it.each([
    ...[
      '--upload-pack=x',
      '-x',
      '',
      'a b',
      'a:b',
      'a..b',
      'a~1',
      'a^',
      '*',
      'a?',
      'a[b',
      'a\\b',
      '@',
      'a@{1}',
      'a.lock',
    ],
    ...['/a', 'a/', 'a//b', '.a', 'a/.b', 'a.', 'a\nb', 'a\0b', 'x.lock/y', undefined, 7],
  ])('refuses the branch %j', (name) => expect(isBranchName(name)).toBe(false));
  it.each([
    ['a'.repeat(40), true],
    ['A'.repeat(40), false],
    ['a'.repeat(39), false],
    ['HEAD', false],
    [undefined, false],
  ])('knows the id %j', (value, expected) => expect(isObjectId(value)).toBe(expected));
});

describe('the diff of two commits', () => {
  it('distinguishes added, modified, deleted, renamed and replaced files, with any name', async () => {
    const { author } = origin;
    const long = 'SELECT 1;\n'.repeat(50);
    const from = author.commit({ 'keep.sql': '1', 'edit.sql': '1', 'gone.sql': '2', 'old.sql': long, 'type.sql': 'x' });
    const to = author.commit({
      'edit.sql': '2',
      'gone.sql': null,
      'old.sql': null,
      'new\n name.sql': `${long}-- more\n`,
      'type.sql': { link: 'keep.sql' },
      '--output=x.sql': '3',
      ':(exclude)y.sql': '4',
    });
    expect(await diffCommits(openGit(author.dir), from, to)).toEqual([
      { status: 'added', path: '--output=x.sql', previousPath: undefined },
      { status: 'added', path: ':(exclude)y.sql', previousPath: undefined },
      { status: 'modified', path: 'edit.sql', previousPath: undefined },
      { status: 'deleted', path: 'gone.sql', previousPath: undefined },
      { status: 'renamed', path: 'new\n name.sql', previousPath: 'old.sql' },
      { status: 'modified', path: 'type.sql', previousPath: undefined },
    ]);
  });

  it('ignores the display settings of the repository', async () => {
    const { author } = origin;
    const from = author.commit({ 'db/a.sql': '1' });
    const to = author.commit({ 'db/a.sql': '2' });
    const expected = await diffCommits(openGit(author.dir), from, to);
    expect(expected).toHaveLength(1);
    for (const setting of [
      'diff.noprefix=true',
      'diff.relative=true',
      'color.ui=always',
      'diff.ignoreSubmodules=all',
    ]) {
      const [name = '', value = ''] = setting.split('=');
      author.git('config', name, value);
    }
    expect(await diffCommits(openGit(author.dir), from, to)).toEqual(expected);
  });

  it.each([':100644 100644 a b M', 'x\0y\0', ':100644 100644 a b R100\0one\0', ':100644 100644 a b M\0'])(
    'throws on output that it cannot read whole: %j',
    (text) => {
      const output = Buffer.from(text.startsWith(':') && !text.includes('\0') ? `${text}\0` : text);
      expect(() => parseRawDiff(output)).toThrow(/unexpected output/);
    },
  );
});

describe('a hostile checkout', () => {
  /** A program that leaves a trace if git starts it. */
  function trap(): { program: string; sprung: () => boolean } {
    const trace = join(origin.root, 'trace');
    const program = join(origin.root, 'trap.sh');
    writeFileSync(program, `#!/bin/sh\ntouch '${trace}'\n`);
    chmodSync(program, 0o755);
    return { program, sprung: () => existsSync(trace) };
  }

  it('cannot start a program through its settings', async () => {
    const { author } = origin;
    const { program, sprung } = trap();
    const from = author.commit({ 'a.sql': '1', '.gitattributes': '*.sql diff=evil\n' });
    const to = author.commit({ 'a.sql': '2' });
    origin.push(to, 'refs/heads/main');
    for (const key of ['core.fsmonitor', 'diff.external', 'diff.evil.command', 'diff.evil.textconv', 'core.pager']) {
      author.git('config', key, program);
    }
    writeFileSync(join(author.dir, '.git/hooks/reference-transaction'), `#!/bin/sh\n${program}\n`);
    chmodSync(join(author.dir, '.git/hooks/reference-transaction'), 0o755);
    const git = openGit(author.dir);
    expect(await diffCommits(git, from, to)).toHaveLength(1);
    origin.author.git('-c', 'core.hooksPath=/dev/null', 'push', '-q', 'origin', `${from}:refs/heads/other`);
    expect((await fetchBranchTip(git, 'origin', 'other')).ok).toBe(true);
    await git.must(['update-ref', 'refs/querygate/test', to]);
    expect(sprung()).toBe(false);
    // The trap works: without our settings, git starts the program.
    author.git('status');
    expect(sprung()).toBe(true);
  });

  it('cannot pass an option through a branch name or a revision', async () => {
    const { author } = origin;
    const { program, sprung } = trap();
    author.commit({ 'a.sql': '1' });
    const git = openGit(author.dir);
    const name = `--upload-pack=${program}`;
    expect((await fetchBranchTip(git, 'origin', name)).ok).toBe(false);
    expect((await ensureCommit(git, 'origin', name)).ok).toBe(false);
    expect((await resolveCommit(git, name)).ok).toBe(false);
    expect(sprung()).toBe(false);
  });
});

describe('a name that means several refs', () => {
  it.each<[string, string, string, boolean]>([
    ['a tag named like the branch', 'refs/tags/main', 'main', false],
    ['the same name with its folder', 'refs/tags/main', 'refs/heads/main', true],
    ['a tag named like a branch of the remote', 'refs/tags/origin/main', 'origin/main', false],
    ['a branch named like a branch of the remote', 'refs/heads/origin/main', 'origin/main', false],
    ['a tag with a longer name', 'refs/tags/main-1', 'main', true],
  ])('%s', async (_, other, name, ok) => {
    const { author } = origin;
    const start = author.commit({ 'a.sql': '1' });
    author.git('update-ref', 'refs/remotes/origin/main', start);
    author.git('checkout', '-q', '-b', 'feature');
    const git = openGit(author.dir);
    author.git('update-ref', other, start);
    expect(await resolveCommit(git, name)).toEqual({ ok: true, value: start });
    author.git('update-ref', other, author.commit({ 'a.sql': '2' }));
    const resolved = await resolveCommit(git, name);
    expect(resolved).toEqual(ok ? { ok, value: start } : { ok, why: expect.stringContaining('ambiguous') });
  });
});

describe('history', () => {
  it('is deepened in steps until the merge base is found', async () => {
    const { author } = origin;
    const start = author.commit({ 'a.sql': '1' }, 'start');
    author.git('checkout', '-q', '-b', 'feature');
    const changes = Array.from({ length: 70 }, (_, i) => ({ 'a.sql': `f${i}` }));
    const head = commitMany(author, 'feature', changes);
    author.git('checkout', '-q', 'main');
    const tip = author.commit({ 'b.sql': '2' });
    origin.push(tip, 'refs/heads/main');
    origin.push(head, 'refs/heads/feature');
    const work = checkout(origin, 'work', 'refs/heads/feature');
    const git = openGit(work.dir);
    expect(await fetchBranchTip(git, 'origin', 'main')).toEqual({ ok: true, value: tip });
    expect(await mergeBase(git, 'origin', tip, head)).toEqual({ ok: true, value: start });
  });

  it('reports that there is no merge base', async () => {
    const { author } = origin;
    const one = author.commit({ 'a.sql': '1' });
    author.git('checkout', '-q', '--orphan', 'other');
    const two = author.commit({ 'b.sql': '2' });
    const result = await mergeBase(openGit(author.dir), 'origin', one, two);
    expect(result).toMatchObject({ ok: false, why: expect.stringContaining('no common commit') });
  });

  it('does not make a complete clone shallow', async () => {
    const { author } = origin;
    const first = author.commit({ 'a.sql': '1' });
    origin.push(author.commit({ 'a.sql': '2' }), 'refs/heads/main');
    const work = checkout(origin, 'work', 'refs/heads/main', 0);
    const later = author.commit({ 'a.sql': '3' });
    origin.push(later, 'refs/heads/main');
    const git = openGit(work.dir);
    expect(await fetchBranchTip(git, 'origin', 'main')).toEqual({ ok: true, value: later });
    expect(work.git('rev-list', later).split('\n')).toContain(first);
    expect(existsSync(join(work.dir, '.git/shallow'))).toBe(false);
  });

  it('says what to do if a branch does not exist', async () => {
    origin.push(origin.author.commit({ 'a.sql': '1' }), 'refs/heads/main');
    const result = await fetchBranchTip(openGit(origin.author.dir), 'origin', 'gone');
    expect(result).toMatchObject({
      ok: false,
      why: expect.stringMatching(/does not exist on the server.*choose another target branch/),
    });
  });
});

describe('the environment of git', () => {
  it('keeps existing settings, and puts the token nowhere else', () => {
    const given = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'a.b', GIT_CONFIG_VALUE_0: 'c', PATH: '/bin' };
    const env = gitEnvironment('/r', { server: 'https://github.com/', header: 'AUTHORIZATION: basic eA==' }, given);
    const count = Number(env['GIT_CONFIG_COUNT']);
    const pairs = Array.from({ length: count }, (_, i) => [env[`GIT_CONFIG_KEY_${i}`], env[`GIT_CONFIG_VALUE_${i}`]]);
    expect(pairs[0]).toEqual(['a.b', 'c']);
    expect(pairs).toContainEqual(['safe.directory', '/r']);
    expect(pairs.slice(-2)).toEqual([
      ['http.https://github.com/.extraheader', ''],
      ['http.https://github.com/.extraheader', 'AUTHORIZATION: basic eA=='],
    ]);
    expect(env['GIT_TERMINAL_PROMPT']).toBe('0');
  });

  it('opens a checkout that another user owns', async () => {
    const commit = origin.author.commit({ 'a.sql': '1' });
    const owned = { ...process.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
    const result = await openGit(origin.author.dir, undefined, owned).run(['rev-parse', 'HEAD']);
    expect(result.stdout.toString().trim()).toBe(commit);
  });

  it('does not print the credentials of a URL', () => {
    const stderr = "fatal: unable to access 'https://job:secret@host/x.git/': failed\n";
    expect(gitReason({ code: 128, stdout: Buffer.alloc(0), stderr })).toBe(
      "unable to access 'https://host/x.git/': failed",
    );
  });
});
