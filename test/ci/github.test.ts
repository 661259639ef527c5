import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChangeResult, githubChange } from '../../src/ci/index.ts';
import { isAvailable } from '../../src/model/index.ts';
import { checkout, type Files, newOrigin, type Origin, publishPull, pullEvent, type Repository } from './repository.ts';

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

function run(work: Repository, name: string, payload: unknown, sha: string): Promise<ChangeResult> {
  const path = join(origin.root, 'event.json');
  writeFileSync(path, JSON.stringify(payload));
  const env = { ...process.env, GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path, GITHUB_SHA: sha };
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

  it('is compared with the merge base where its head is checked out, and the clone is deepened for it', async () => {
    const commits = pull({ 'db/1.sql': 'DROP TABLE a;\n' }, { 'db/other.sql': 'SELECT 1;\n' });
    const work = checkout(origin, 'work', 'refs/pull/7/head');
    const { change } = await run(work, 'pull_request', pullEvent(commits, 1), commits.merge);
    expect(change?.untrusted).toBeUndefined();
    expect(change?.files).toEqual([{ status: 'modified', path: 'db/1.sql', previousPath: undefined }]);
    expect(change && isAvailable(change.diffBase) && change.diffBase.commit).toBe(commits.start);
  });

  it('is judged by the rules at the tip that the base branch has now', async () => {
    const commits = pull({ 'db/2.sql': 'DROP TABLE a;\n' });
    const work = checkout(origin, 'work', 'refs/pull/7/merge');
    const moved = origin.author.commit({ '.querygate/rules.yml': 'version: 1\n' }, 'tighten');
    origin.push(moved, 'refs/heads/main');
    const { change } = await run(work, 'pull_request', pullEvent(commits, 1), commits.merge);
    expect(change && isAvailable(change.rulesBase) && change.rulesBase.commit).toBe(moved);
    expect(change?.files.map((file) => file.path)).toEqual(['db/2.sql']);
  });

  it('is untrusted, not empty, where nothing can be fetched', async () => {
    const commits = pull({ 'db/2.sql': 'DROP TABLE a;\n' });
    const work = checkout(origin, 'work', 'refs/pull/7/merge');
    work.git('remote', 'set-url', 'origin', `file://${origin.root}/gone.git`);
    const { change } = await run(work, 'pull_request', pullEvent(commits, 1), commits.merge);
    expect(change?.untrusted).toMatch(/could not be read .*there is no `github-token`/);
    expect(change?.rulesBase).toHaveProperty('unavailable');
  });
});
