import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localChange, repoRoot } from '../../src/ci/index.ts';
import { isAvailable } from '../../src/model/index.ts';
import { leftAt, newOrigin, type Origin } from './repository.ts';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

describe('a local change', () => {
  it('contains what was committed, staged, edited and created since the merge base, but no ignored files', async () => {
    const { author } = origin;
    const start = author.commit({ 'old.sql': '1', 'edit.sql': '1', 'gone.sql': '1', '.gitignore': 'out/\n' });
    author.git('checkout', '-q', '-b', 'feature');
    author.commit({ 'committed.sql': '2' });
    author.git('checkout', '-q', 'main');
    const tip = author.commit({ 'meanwhile.sql': '3' });
    author.git('checkout', '-q', 'feature');
    author.write({ 'staged.sql': '4' });
    author.git('add', 'staged.sql');
    author.write({ 'edit.sql': '5', 'gone.sql': null, 'new folder/new.sql': '6', 'out/ignored.sql': '7' });
    const { change } = await localChange({ root: author.dir });
    expect(change?.untrusted).toBeUndefined();
    expect(change?.files.map((file) => `${file.status} ${file.path}`)).toEqual([
      'added committed.sql',
      'modified edit.sql',
      'deleted gone.sql',
      'added new folder/new.sql',
      'added staged.sql',
    ]);
    expect(change && isAvailable(change.rulesBase) && change.rulesBase.commit).toBe(tip);
    expect(change && isAvailable(change.diffBase) && change.diffBase.commit).toBe(start);
    expect(change?.baseLabel).toBe(`main at ${tip.slice(0, 7)}`);
    expect(await leftAt(change)).toBe(start);
  });

  it('lists a file that was removed from the index but is still on disk as modified', async () => {
    const { author } = origin;
    author.commit({ 'a.sql': '1' });
    author.git('rm', '-q', '--cached', 'a.sql');
    author.write({ 'a.sql': 'DROP TABLE a;' });
    const { change } = await localChange({ root: author.dir });
    expect(change?.files).toEqual([{ status: 'modified', path: 'a.sql', previousPath: undefined }]);
  });

  it('starts at `since`', async () => {
    const { author } = origin;
    author.commit({ 'a.sql': '1' });
    author.git('tag', 'v1');
    author.commit({ 'b.sql': '1' });
    author.commit({ 'c.sql': '1' });
    const { change } = await localChange({ root: author.dir, since: 'v1' });
    expect(change?.files.map((file) => file.path)).toEqual(['b.sql', 'c.sql']);
    const { change: last } = await localChange({ root: author.dir, since: 'HEAD~1' });
    expect(last?.files.map((file) => file.path)).toEqual(['c.sql']);
    expect(await leftAt(last)).toBe('nowhere');
  });

  it("prefers the remote's default branch to a local one", async () => {
    const { author } = origin;
    const published = author.commit({ 'a.sql': '1' });
    origin.push(published, 'refs/heads/trunk');
    author.git('fetch', '-q', 'origin', '+refs/heads/trunk:refs/remotes/origin/trunk');
    author.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
    author.commit({ 'b.sql': '1' });
    const { change } = await localChange({ root: author.dir });
    expect(change?.files.map((file) => file.path)).toEqual(['b.sql']);
  });

  it.each([
    ['no-such-ref', /cannot find `no-such-ref` \(there is no such commit\); name a branch/],
    ['--output=x', /cannot find `--output=x`/],
    ['', /cannot find ``/],
  ])('refuses `since` %j', async (since, message) => {
    origin.author.commit({ 'a.sql': '1' });
    await expect(localChange({ root: origin.author.dir, since })).rejects.toThrow(message);
  });

  it('says what to do if there is nothing to compare with', async () => {
    origin.author.git('checkout', '-q', '-b', 'odd');
    await expect(localChange({ root: origin.author.dir })).rejects.toThrow(
      'this repository has no commit yet; run it inside a git repository with a commit',
    );
    origin.author.commit({ 'a.sql': '1' });
    await expect(localChange({ root: origin.author.dir })).rejects.toThrow(/--since <ref>/);
  });

  it('is untrusted if the histories have no common commit', async () => {
    const { author } = origin;
    author.commit({ 'a.sql': '1' });
    author.git('checkout', '-q', '--orphan', 'other');
    author.commit({ 'b.sql': '1' });
    const { change } = await localChange({ root: author.dir, since: 'main' });
    expect(change?.untrusted).toMatch(/no merge base/);
  });
});

describe('the top folder', () => {
  it('is found from a folder below it, and is undefined outside of a repository', async () => {
    mkdirSync(join(origin.author.dir, 'a/b'), { recursive: true });
    expect(await repoRoot(join(origin.author.dir, 'a/b'))).toBe(origin.author.dir);
    expect(await repoRoot(origin.root)).toBeUndefined();
  });
});
