import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChangeResult, githubChange } from '../../src/ci/index.ts';
import { isAvailable } from '../../src/model/index.ts';
import {
  checkout,
  type Files,
  leftAt,
  newOrigin,
  type Origin,
  publishPull,
  pullEvent,
  type Repository,
} from './repository.ts';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

const OLD = 'CREATE TABLE a (id int);\n';

const BASE = { 'db/1.sql': OLD, 'README.md': 'x\n' };

function pull(files: Files, later?: Files) {
  return publishPull(origin, BASE, files, later);
}

function run(
  work: Repository,
  name: string,
  payload: unknown,
  sha: string,
  more: Record<string, string> = {},
): Promise<ChangeResult> {
  const path = join(origin.root, 'event.json');
  writeFileSync(path, JSON.stringify(payload));
  const env = { ...process.env, GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path, GITHUB_SHA: sha, ...more };
  return githubChange({ root: work.dir, env, token: undefined });
}

async function text(tree: unknown, path: string): Promise<string> {
  if (typeof tree !== 'object' || tree === null || !('read' in tree)) return `no tree: ${JSON.stringify(tree)}`;
  const entry = await (tree as { read(path: string): Promise<{ kind: string; bytes?: Uint8Array }> }).read(path);
  return entry.bytes ? Buffer.from(entry.bytes).toString('utf8') : entry.kind;
}

describe('a pull request', () => {
  it('is compared with the first parent of the merge commit in a checkout of depth 1', async () => {
    const commits = pull({ 'db/2.sql': 'DROP TABLE a;\n' }, { 'db/other.sql': 'SELECT 1;\n' });
    const work = checkout(origin, 'work', 'refs/pull/7/merge');
    const { change } = await run(work, 'pull_request', pullEvent(commits, 1), commits.merge);
    expect(change?.untrusted).toBeUndefined();
    expect(change?.files).toEqual([{ status: 'added', path: 'db/2.sql', previousPath: undefined }]);
    expect(await text(change?.head, 'db/2.sql')).toBe('DROP TABLE a;\n');
    expect(await text(change?.diffBase, 'db/2.sql')).toBe('missing');
    expect(await text(change?.diffBase, 'db/1.sql')).toBe(OLD);
    expect(await text(change?.rulesBase, 'db/other.sql')).toBe('SELECT 1;\n');
  });

  it('is compared with the merge base if its head is checked out, and the clone is deepened', async () => {
    const commits = pull({ 'db/1.sql': 'DROP TABLE a;\n' }, { 'db/other.sql': 'SELECT 1;\n' });
    const work = checkout(origin, 'work', 'refs/pull/7/head');
    const { change } = await run(work, 'pull_request', pullEvent(commits, 1), commits.merge);
    expect(change?.untrusted).toBeUndefined();
    expect(change?.files).toEqual([{ status: 'modified', path: 'db/1.sql', previousPath: undefined }]);
    expect(change && isAvailable(change.diffBase) && change.diffBase.commit).toBe(commits.start);
  });

  it('is judged by the rules at the current tip of the base branch', async () => {
    const commits = pull({ 'db/2.sql': 'DROP TABLE a;\n' });
    const work = checkout(origin, 'work', 'refs/pull/7/merge');
    const moved = origin.author.commit({ '.querygate/rules.yml': 'version: 1\n' }, 'tighten');
    origin.push(moved, 'refs/heads/main');
    const { change } = await run(work, 'pull_request', pullEvent(commits, 1), commits.merge);
    expect(change && isAvailable(change.rulesBase) && change.rulesBase.commit).toBe(moved);
    expect(change?.files.map((file) => file.path)).toEqual(['db/2.sql']);
    expect(await leftAt(change)).toBe(commits.tip);
  });

  it('contains all of the base if the merge with its tip is checked out', async () => {
    const commits = pull({ 'db/2.sql': 'SELECT 1;\n' }, { 'db/other.sql': 'SELECT 1;\n' });
    const work = checkout(origin, 'work', 'refs/pull/7/merge');
    const { change } = await run(work, 'pull_request', pullEvent(commits, 1), commits.merge);
    expect(await leftAt(change)).toBe('nowhere');
  });

  it('has a merge base if its head is checked out and the base has moved on', async () => {
    const commits = pull({ 'db/2.sql': 'SELECT 1;\n' }, { 'db/other.sql': 'SELECT 1;\n' });
    const work = checkout(origin, 'work', 'refs/pull/7/head');
    const { change } = await run(work, 'pull_request', pullEvent(commits, 1), commits.head);
    expect(await leftAt(change)).toBe(commits.start);
  });

  it('is untrusted, not empty, if nothing can be fetched', async () => {
    const commits = pull({ 'db/2.sql': 'DROP TABLE a;\n' });
    const work = checkout(origin, 'work', 'refs/pull/7/merge');
    work.git('remote', 'set-url', 'origin', `file://${origin.root}/gone.git`);
    const { change } = await run(work, 'pull_request', pullEvent(commits, 1), commits.merge);
    expect(change?.untrusted).toMatch(/could not be read .*there is no `github-token`/);
    expect(change?.rulesBase).toHaveProperty('unavailable');
  });
});

describe('a pull request from a fork', () => {
  it('is detected if the repositories differ, or if the head has no repository any more', async () => {
    const commits = pull({ 'db/2.sql': 'SELECT 1;\n' });
    const work = checkout(origin, 'work', 'refs/pull/7/merge');
    const own = await run(work, 'pull_request', pullEvent(commits, 1), commits.merge);
    expect(own.change?.fork).toBe(false);
    const forked = await run(work, 'pull_request', pullEvent(commits, 1, { fork: true }), commits.merge);
    expect(forked.change?.fork).toBe(true);
  });

  it('is read from its own commit on pull_request_target, with a warning, although the base is checked out', async () => {
    const commits = pull({ 'db/2.sql': 'DROP TABLE a;\n' }, { 'db/other.sql': 'SELECT 1;\n' });
    const work = checkout(origin, 'work', 'refs/heads/main');
    const { change, notices } = await run(
      work,
      'pull_request_target',
      pullEvent(commits, 1, { fork: true }),
      commits.tip,
    );
    expect(change?.untrusted).toBeUndefined();
    expect(change?.head.commit).toBe(commits.head);
    expect(change?.files).toEqual([{ status: 'added', path: 'db/2.sql', previousPath: undefined }]);
    expect(notices.join()).toMatch(/pull_request_target/);
  });

  it('does not trust a merge commit that its author created', async () => {
    // The author merges an older head with a commit that contains the change: its first parent would hide the change.
    const { author } = origin;
    const commits = pull({ 'db/2.sql': 'SELECT 1;\n' });
    author.git('checkout', '-q', '--detach', commits.start);
    author.commit({ 'db/evil.sql': 'DROP TABLE a;\n' });
    author.git('merge', '-q', '--no-ff', '-m', 'merge', commits.head);
    const crafted = author.git('rev-parse', 'HEAD');
    origin.push(crafted, 'refs/heads/feature');
    const work = checkout(origin, 'work', 'refs/heads/feature');
    const { change } = await run(work, 'pull_request', pullEvent({ ...commits, head: crafted }, 2), commits.merge);
    expect(change?.untrusted).toBeUndefined();
    expect(change?.files.map((file) => file.path)).toEqual(['db/2.sql', 'db/evil.sql']);
  });

  it('is judged at the commit of the event, not at the one that is checked out', async () => {
    const commits = pull({ 'db/2.sql': 'DROP TABLE a;\n' });
    const work = checkout(origin, 'work', 'refs/heads/main');
    const { change } = await run(work, 'pull_request', pullEvent(commits, 1), commits.merge);
    expect(change?.files.map((file) => file.path)).toEqual(['db/2.sql']);
    work.git('remote', 'set-url', 'origin', `file://${origin.root}/gone.git`);
    const unknown = { ...commits, head: 'f'.repeat(40) };
    const { change: lost } = await run(work, 'pull_request', pullEvent(unknown, 1), 'e'.repeat(40));
    expect(lost?.untrusted).toMatch(/not at the commit of this run/);
  });
});

describe('a merge group', () => {
  it('is compared with its base, under the rules of the target branch', async () => {
    const commits = pull({ 'db/2.sql': 'DROP TABLE a;\n' });
    origin.push(commits.merge, 'refs/heads/gh-readonly-queue/main/pr-7');
    const work = checkout(origin, 'work', 'refs/heads/gh-readonly-queue/main/pr-7');
    const payload = { merge_group: { head_sha: commits.merge, base_sha: commits.tip, base_ref: 'refs/heads/main' } };
    const { change } = await run(work, 'merge_group', payload, commits.merge);
    expect(change).toMatchObject({
      untrusted: undefined,
      fork: false,
      baseLabel: `main at ${commits.tip.slice(0, 7)}`,
    });
    expect(change?.files.map((file) => file.path)).toEqual(['db/2.sql']);
  });
});

describe('a push', () => {
  const ZERO = '0'.repeat(40);
  function payload(ref: string, before: string, after: string, more: object = {}) {
    return {
      ref,
      before,
      after,
      deleted: false,
      repository: { id: 1, default_branch: 'main' },
      ...more,
    };
  }

  it('to the default branch is compared with the state before, under the rules of that state', async () => {
    const commits = pull({ 'db/2.sql': 'DROP TABLE a;\n', '.querygate/rules.yml': 'version: 1\n' });
    origin.push(commits.merge, 'refs/heads/main');
    const work = checkout(origin, 'work', 'refs/heads/main');
    const event = payload('refs/heads/main', commits.tip, commits.merge);
    const { change } = await run(work, 'push', event, commits.merge);
    expect(change?.untrusted).toBeUndefined();
    expect(change?.files.map((file) => file.path)).toEqual(['.querygate/rules.yml', 'db/2.sql']);
    expect(await text(change?.rulesBase, '.querygate/rules.yml')).toBe('missing');
    expect(await leftAt(change)).toBe('nowhere');
  });

  it('that overwrites the default branch has no merge base', async () => {
    const commits = pull({ 'db/2.sql': 'SELECT 1;\n' }, { 'db/other.sql': 'SELECT 1;\n' });
    origin.push(commits.head, 'refs/heads/main');
    const work = checkout(origin, 'work', 'refs/heads/main');
    const event = payload('refs/heads/main', commits.tip, commits.head);
    expect(await leftAt((await run(work, 'push', event, commits.head)).change)).toBe('nowhere');
  });

  it('of a new branch is compared with the merge base of the default branch', async () => {
    const commits = pull({ 'db/2.sql': 'DROP TABLE a;\n' }, { 'db/other.sql': 'SELECT 1;\n' });
    const work = checkout(origin, 'work', 'refs/heads/feature');
    const event = payload('refs/heads/feature', ZERO, commits.head, { created: true });
    const { change } = await run(work, 'push', event, commits.head);
    expect(change?.untrusted).toBeUndefined();
    expect(change?.files.map((file) => file.path)).toEqual(['db/2.sql']);
    expect(await text(change?.rulesBase, 'db/other.sql')).toBe('SELECT 1;\n');
    expect(await leftAt(change)).toBe(commits.start);
  });

  it('that overwrites a branch is compared with the merge base of the default branch', async () => {
    const commits = pull({ 'db/2.sql': 'DROP TABLE a;\n' });
    const work = checkout(origin, 'work', 'refs/heads/feature');
    const event = payload('refs/heads/feature', 'd'.repeat(40), commits.head);
    const { change } = await run(work, 'push', event, commits.head);
    expect(change?.untrusted).toBeUndefined();
    expect(change?.files.map((file) => file.path)).toEqual(['db/2.sql']);
  });

  it('is judged by the rules of the default branch, or on a protected branch by its own', async () => {
    const { author } = origin;
    const commits = pull({ 'db/2.sql': 'SELECT 1;\n' });
    author.git('checkout', '-q', 'feature');
    const loosened = author.commit({ '.querygate/rules.yml': 'version: 1\n' });
    const after = author.commit({ 'db/3.sql': 'DROP TABLE a;\n' });
    origin.push(after, 'refs/heads/feature');
    const work = checkout(origin, 'work', 'refs/heads/feature');
    const event = payload('refs/heads/feature', loosened, after);
    const { change } = await run(work, 'push', event, after);
    // All that the branch holds: an earlier push may have been red.
    expect(change?.files.map((file) => file.path)).toEqual(['.querygate/rules.yml', 'db/2.sql', 'db/3.sql']);
    expect(change && isAvailable(change.rulesBase) && change.rulesBase.commit).toBe(commits.tip);
    const guarded = await run(work, 'push', event, after, { GITHUB_REF_PROTECTED: 'true' });
    expect(guarded.change?.files.map((file) => file.path)).toEqual(['db/3.sql']);
    expect(guarded.change && isAvailable(guarded.change.rulesBase) && guarded.change.rulesBase.commit).toBe(loosened);
  });

  it('that starts a repository adds every file and link', async () => {
    const { author } = origin;
    const first = author.commit({ 'db/1.sql': OLD, 'a.txt': '', 'db/l': { link: '/srv' } });
    origin.push(first, 'refs/heads/main');
    const work = checkout(origin, 'work', 'refs/heads/main');
    const { change } = await run(work, 'push', payload('refs/heads/main', ZERO, first, { created: true }), first);
    expect(change?.untrusted).toBeUndefined();
    expect(change?.files.map((file) => `${file.status} ${file.path}`)).toEqual([
      'added a.txt',
      'added db/1.sql',
      'added db/l',
    ]);
  });

  it('that deletes a branch changes nothing', async () => {
    const commits = pull({ 'db/2.sql': 'DROP TABLE a;\n' });
    const work = checkout(origin, 'work', 'refs/heads/main');
    const event = payload('refs/heads/feature', commits.head, ZERO, { deleted: true });
    const { change } = await run(work, 'push', event, commits.tip);
    expect(change).toMatchObject({ files: [], untrusted: undefined });
  });

  it('whose base is lost is untrusted', async () => {
    const commits = pull({ 'db/2.sql': 'DROP TABLE a;\n' });
    const work = checkout(origin, 'work', 'refs/heads/main');
    const { change } = await run(work, 'push', payload('refs/heads/main', 'd'.repeat(40), commits.tip), commits.tip);
    expect(change?.untrusted).toMatch(/commit ddddddd could not be fetched/);
    expect(change?.rulesBase).toHaveProperty('unavailable');
  });
});

describe('other events', () => {
  it.each(['workflow_dispatch', 'schedule', 'release'])('%s checks all files', async (name) => {
    pull({ 'db/2.sql': 'SELECT 1;\n' });
    const work = checkout(origin, 'work', 'refs/heads/main');
    const { change, head, event, notices } = await run(work, name, {}, '');
    expect(notices).toHaveLength(name === 'release' ? 1 : 0);
    expect(change).toBeUndefined();
    expect(event).toBe(name);
    expect(await head.list('db')).toEqual(['db/1.sql']);
  });

  it('a malformed pull request event is an error', async () => {
    origin.author.commit(BASE);
    await expect(run(origin.author, 'pull_request', { pull_request: { number: 7 } }, '')).rejects.toThrow(
      /malformed `pull_request` event: `base`/,
    );
  });

  it('a folder without a checkout is an error with advice', async () => {
    const commits = pull({ 'db/2.sql': 'SELECT 1;\n' });
    const empty = { ...origin.author, dir: origin.root };
    await expect(run(empty, 'pull_request', pullEvent(commits, 1), commits.merge)).rejects.toThrow(/actions\/checkout/);
  });
});
