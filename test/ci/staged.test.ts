import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stagedChange } from '../../src/ci/index.ts';
import { isAvailable } from '../../src/model/index.ts';
import { newOrigin, type Origin, type Repository } from './repository.ts';

let origin: Origin;
let work: Repository;
beforeEach(() => {
  origin = newOrigin();
  work = origin.author;
});
afterEach(() => origin.dispose());

async function stagedTexts(): Promise<Record<string, string>> {
  const { change } = await stagedChange(work.dir);
  const texts: Record<string, string> = {};
  for (const { path, status } of change?.files ?? []) {
    const entry = await change?.head.read(path);
    texts[`${status} ${path}`] = entry?.kind === 'file' ? new TextDecoder().decode(entry.bytes) : (entry?.kind ?? '');
  }
  return texts;
}

describe('the staged change', () => {
  it('contains the staged text of each file, whatever is on disk', async () => {
    const head = work.commit({ 'partly.sql': '1', 'gone.sql': '1', 'kept.sql': '1', 'moved.sql': 'long enough\n' });
    work.write({ 'partly.sql': 'staged', 'new.sql': 'staged' });
    work.git('add', '--all');
    work.git('rm', '-q', 'gone.sql');
    work.git('mv', 'moved.sql', 'there.sql');
    work.write({ 'partly.sql': 'on disk', 'new.sql': null, 'kept.sql': 'on disk', 'untracked.sql': 'on disk' });
    expect(await stagedTexts()).toEqual({
      'modified partly.sql': 'staged',
      'added new.sql': 'staged',
      'deleted gone.sql': 'missing',
      'renamed there.sql': 'long enough\n',
    });
    const { change } = await stagedChange(work.dir);
    expect(change && isAvailable(change.rulesBase) && change.rulesBase.commit).toBe(head);
    expect([change?.baseLabel, change?.headLabel]).toEqual([`HEAD at ${head.slice(0, 7)}`, 'staged files']);
    expect(change?.head.commit).toBeUndefined();
    expect(await change?.head.list('')).toEqual(['kept.sql', 'new.sql', 'partly.sql', 'there.sql']);
  });

  it('leaves index and files as they are', async () => {
    work.commit({ 'a.sql': '1' });
    work.write({ 'a.sql': '2' });
    work.git('add', 'a.sql');
    work.write({ 'a.sql': '3' });
    const before = work.git('status', '--porcelain=v2');
    await stagedChange(work.dir);
    expect(work.git('status', '--porcelain=v2')).toBe(before);
  });

  it('is everything before the first commit', async () => {
    work.write({ 'a.sql': 'staged', 'b.sql': { link: 'a.sql' } });
    work.git('add', '--all');
    expect(await stagedTexts()).toEqual({ 'added a.sql': 'staged', 'added b.sql': 'link' });
    const { change } = await stagedChange(work.dir);
    expect(change?.baseLabel).toBe('nothing');
  });

  it('is everything on a branch without a commit', async () => {
    work.commit({ 'a.sql': '1' });
    work.git('checkout', '-q', '--orphan', 'other');
    expect(await stagedTexts()).toEqual({ 'added a.sql': '1' });
  });

  it('says if nothing is staged', async () => {
    work.commit({ 'a.sql': '1' });
    work.write({ 'a.sql': '2' });
    const { change, notices } = await stagedChange(work.dir);
    expect(change?.files).toEqual([]);
    expect(notices).toEqual([expect.stringMatching(/^nothing is staged, so nothing was checked; run /)]);
  });

  it('leaves out files that are only announced with `git add --intent-to-add`', async () => {
    work.commit({ 'a.sql': '1' });
    work.write({ 'b.sql': '2' });
    work.git('add', '--intent-to-add', 'b.sql');
    expect(await stagedTexts()).toEqual({});
  });

  it('cannot be read during a conflict', async () => {
    work.commit({ 'a.sql': '1' });
    work.git('checkout', '-q', '-b', 'feature');
    work.commit({ 'a.sql': '2' });
    work.git('checkout', '-q', 'main');
    work.commit({ 'a.sql': '3' });
    expect(() => work.git('merge', '-q', 'feature')).toThrow();
    await expect(stagedChange(work.dir)).rejects.toThrow(
      /^the staged files cannot be read \(.*\); resolve all conflicts and stage them$/,
    );
  });

  it('needs a repository', async () => {
    await expect(stagedChange(origin.root)).rejects.toThrow(/no commit is checked out here .*; run it inside a git/);
  });
});
