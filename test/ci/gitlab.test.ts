import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detectHost, gitlabChange } from '../../src/ci/index.ts';
import { isAvailable } from '../../src/model/index.ts';
import { checkout, leftAt, newOrigin, type Origin, publishPull, type Repository } from './repository.ts';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

const ZERO = '0'.repeat(40);
const BASE = { 'db/1.sql': 'SELECT 1;\n' };

function run(work: Repository, variables: Record<string, string>) {
  const common = { GITLAB_CI: 'true', CI_DEFAULT_BRANCH: 'main', CI_PROJECT_ID: '1', CI_MERGE_REQUEST_PROJECT_ID: '1' };
  const fork = { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '1' };
  return gitlabChange({ root: work.dir, env: { ...process.env, ...common, ...fork, ...variables } });
}

function mergeRequest(variables: Record<string, string>) {
  return {
    CI_PIPELINE_SOURCE: 'merge_request_event',
    CI_MERGE_REQUEST_IID: '7',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CI_COMMIT_BEFORE_SHA: ZERO,
    ...variables,
  };
}

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

describe('the host', () => {
  it.each([
    [{ GITHUB_ACTIONS: 'true' }, 'github'],
    [{ GITLAB_CI: 'true' }, 'gitlab'],
    [{ CI: 'true' }, 'local'],
  ] as const)('%j is %s', (env, host) => expect(detectHost(env)).toBe(host));
});
