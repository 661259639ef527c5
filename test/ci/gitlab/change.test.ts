import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detectHost } from '../../../src/ci/index.ts';
import { isAvailable } from '../../../src/model/index.ts';
import { checkout, leftAt, newOrigin, type Origin, publishPull } from '../repository.ts';
import { BASE, mergeRequest, paths, rulesCommit, run, ZERO } from './pipeline.ts';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

describe('a merge request', () => {
  it('is compared with its diff base in a shallow clone, under the rules of the tip', async () => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': 'DROP TABLE a;\n' }, { 'later.sql': '1' });
    const work = checkout(origin, 'work', 'refs/heads/feature');
    const variables = mergeRequest({ CI_MERGE_REQUEST_DIFF_BASE_SHA: commits.start });
    const { change, event } = await run(work, variables);
    expect(event).toBe('merge_request_event');
    expect(change).toMatchObject({ untrusted: undefined, fork: false });
    expect(change?.files.map((file) => file.path)).toEqual(['db/2.sql']);
    expect(change && isAvailable(change.rulesBase) && change.rulesBase.commit).toBe(commits.tip);
    expect(await leftAt(change)).toBe(commits.start);
  });

  it('is deepened to the merge base if GitLab does not name the diff base', async () => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': 'DROP TABLE a;\n' }, { 'later.sql': '1' });
    const { change } = await run(checkout(origin, 'work', 'refs/heads/feature'), mergeRequest({}));
    expect(change && isAvailable(change.diffBase) && change.diffBase.commit).toBe(commits.start);
  });

  it('with merged results is compared with the target branch as merged', async () => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': 'DROP TABLE a;\n' }, { 'later.sql': '1' });
    const work = checkout(origin, 'work', 'refs/pull/7/merge');
    const { change } = await run(
      work,
      mergeRequest({
        CI_MERGE_REQUEST_EVENT_TYPE: 'merged_result',
        CI_MERGE_REQUEST_DIFF_BASE_SHA: commits.start,
        CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: commits.head,
        CI_MERGE_REQUEST_TARGET_BRANCH_SHA: commits.tip,
      }),
    );
    expect(change?.files.map((file) => file.path)).toEqual(['db/2.sql']);
  });

  it("from a fork never uses the fork's own branch as the target", async () => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': 'DROP TABLE a;\n' });
    const work = checkout(origin, 'work', 'refs/heads/feature');
    const { change } = await run(
      work,
      mergeRequest({
        CI_MERGE_REQUEST_DIFF_BASE_SHA: commits.start,
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '2',
        CI_PROJECT_ID: '2',
        // No server listens there.
        CI_MERGE_REQUEST_PROJECT_URL: 'http://127.0.0.1:9/group/project',
      }),
    );
    expect(change?.fork).toBe(true);
    expect(change?.rulesBase).toHaveProperty('unavailable');
  });
});

describe('a branch pipeline', () => {
  it('on the default branch is compared with the state before', async () => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': 'DROP TABLE a;\n' });
    origin.push(commits.merge, 'refs/heads/main');
    const work = checkout(origin, 'work', 'refs/heads/main');
    const variables = { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main', CI_COMMIT_BEFORE_SHA: commits.tip };
    const { change } = await run(work, variables);
    expect(change?.files.map((file) => file.path)).toEqual(['db/2.sql']);
    expect(change && isAvailable(change.rulesBase) && change.rulesBase.commit).toBe(commits.tip);
  });

  it.each([
    ['schedule', undefined],
    ['web', ZERO],
  ])('on the default branch without a state before (%s) checks all files', async (source, before) => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': '1' });
    const work = checkout(origin, 'work', 'refs/heads/main');
    const variables = { CI_PIPELINE_SOURCE: source, CI_COMMIT_BRANCH: 'main' };
    const { change, head } = await run(work, { ...variables, CI_COMMIT_BEFORE_SHA: before ?? commits.start });
    expect(change).toBeUndefined();
    expect(await head.list('')).toEqual(['db/1.sql']);
  });

  it('on another branch is compared with the merge base of the default branch', async () => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': '1' }, { 'later.sql': '1' });
    const work = checkout(origin, 'work', 'refs/heads/feature');
    const variables = { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'feature', CI_COMMIT_BEFORE_SHA: ZERO };
    const { change } = await run(work, variables);
    expect(change?.files.map((file) => file.path)).toEqual(['db/2.sql']);
    expect(change && isAvailable(change.rulesBase) && change.rulesBase.commit).toBe(commits.tip);
  });
});

describe('a push', () => {
  const push = (branch: string, before: string, commit: string) => ({
    CI_PIPELINE_SOURCE: 'push',
    CI_COMMIT_BRANCH: branch,
    CI_COMMIT_BEFORE_SHA: before,
    CI_COMMIT_SHA: commit,
  });

  it('that replaces commits of a branch is compared with the merge base of the default branch', async () => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': '1' });
    origin.author.git('checkout', '--quiet', '-B', 'feature', 'main');
    const replaced = origin.author.commit({ 'db/9.sql': '1' });
    origin.push(replaced, 'refs/heads/feature');
    const result = await run(checkout(origin, 'work', 'refs/heads/feature'), push('feature', commits.head, replaced));
    expect(paths(result)).toEqual(['db/9.sql']);
    expect(rulesCommit(result)).toBe(commits.tip);
  });

  it('that replaces commits of the default branch is compared with the replaced one', async () => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': '1' });
    origin.author.git('checkout', '--quiet', '--orphan', 'other');
    const replaced = origin.author.commit({ 'db/1.sql': null, 'db/9.sql': '1' });
    origin.push(replaced, 'refs/heads/main');
    const result = await run(checkout(origin, 'work', 'refs/heads/main'), push('main', commits.tip, replaced));
    expect(result.change?.files.map(({ path, status }) => `${status} ${path}`)).toEqual([
      'deleted db/1.sql',
      'added db/9.sql',
    ]);
    expect(rulesCommit(result)).toBe(commits.tip);
  });

  it('is unknown if the replaced commit is gone from the server', async () => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': '1' });
    const work = checkout(origin, 'work', 'refs/heads/main');
    const result = await run(work, push('main', 'e'.repeat(40), commits.tip));
    expect(result.change?.untrusted).toMatch(/commit eeeeeee could not be fetched/);
    expect(rulesCommit(result)).toMatch(/commit eeeeeee could not be fetched/);
  });
});

it.each([
  ['a tag', { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_TAG: 'v1', CI_COMMIT_REF_NAME: 'v1' }],
  ['a schedule of another branch', { CI_PIPELINE_SOURCE: 'schedule', CI_COMMIT_BRANCH: 'feature' }],
  ['a manual run of another branch', { CI_PIPELINE_SOURCE: 'web', CI_COMMIT_BRANCH: 'feature' }],
])('%s is compared with the merge base of the default branch', { tags: ['variant'] }, async (_, variables) => {
  const commits = publishPull(origin, BASE, { 'db/2.sql': '1' }, { 'later.sql': '1' });
  origin.push(commits.head, 'refs/tags/v1');
  const work = checkout(origin, 'work', 'refs/tags/v1');
  const result = await run(work, { CI_COMMIT_BEFORE_SHA: ZERO, CI_COMMIT_SHA: commits.head, ...variables });
  expect(result.event).toBe(variables.CI_PIPELINE_SOURCE);
  expect(paths(result)).toEqual(['db/2.sql']);
  expect(rulesCommit(result)).toBe(commits.tip);
});

describe('a change that cannot be read', () => {
  it('is unknown if the target branch was deleted', async () => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': '1' });
    const work = checkout(origin, 'work', 'refs/heads/feature');
    const result = await run(work, mergeRequest({ CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'release' }));
    expect(rulesCommit(result)).toBe(
      'the branch `release` does not exist on the server; if it was deleted, choose another target branch',
    );
    expect(result.change?.untrusted).toBe(rulesCommit(result));
    const based = mergeRequest({
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'release',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: commits.start,
    });
    expect(rulesCommit(await run(work, based))).toMatch(/`release` does not exist/);
  });

  it('is unknown if GitLab names no default branch', async () => {
    publishPull(origin, BASE, { 'db/2.sql': '1' });
    const work = checkout(origin, 'work', 'refs/heads/feature');
    const result = await run(work, { CI_COMMIT_BRANCH: 'feature', CI_DEFAULT_BRANCH: '' });
    expect(result.change?.untrusted).toMatch(/`` is not a valid branch name/);
  });
});

describe('the host', () => {
  it.each([
    [{ GITHUB_ACTIONS: 'true' }, 'github'],
    [{ GITLAB_CI: 'true' }, 'gitlab'],
    [{ CI: 'true' }, 'local'],
  ] as const)('%j is %s', (env, host) => expect(detectHost(env)).toBe(host));
});
