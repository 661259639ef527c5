import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GitlabServer, startGitlabServer } from '../../e2e/gitlab-server.ts';
import { checkout, leftAt, newOrigin, type Origin, publishPull, repository } from '../repository.ts';
import { BASE, mergeRequest, paths, rulesCommit, run } from './pipeline.ts';

let origin: Origin;
beforeEach(() => {
  origin = newOrigin();
});
afterEach(() => origin.dispose());

describe('a checkout of another commit (GIT_STRATEGY none, GIT_CHECKOUT false)', () => {
  it('is not judged: the commit of the pipeline is fetched', async () => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': 'DROP TABLE a;\n' });
    const stale = checkout(origin, 'work', 'refs/heads/main');
    const result = await run(
      stale,
      mergeRequest({ CI_COMMIT_SHA: commits.head, CI_MERGE_REQUEST_DIFF_BASE_SHA: commits.start }),
    );
    expect(paths(result)).toEqual(['db/2.sql']);
    expect(result.head).toMatchObject({ commit: commits.head });
  });

  it('is unknown if the commit of the pipeline cannot be fetched', async () => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': 'DROP TABLE a;\n' });
    const stale = checkout(origin, 'work', 'refs/heads/main');
    const variables = mergeRequest({ CI_COMMIT_SHA: 'e'.repeat(40), CI_MERGE_REQUEST_DIFF_BASE_SHA: commits.start });
    const { change } = await run(stale, variables);
    expect(change?.untrusted).toMatch(/the checkout is at \w{7}, not at the commit of this run: commit eeeeeee/);
  });

  it('is not judged on the default branch, where all files are checked', async () => {
    const commits = publishPull(origin, BASE, { 'db/2.sql': 'DROP TABLE a;\n' });
    const stale = checkout(origin, 'work', 'refs/heads/main');
    origin.push(commits.merge, 'refs/heads/main');
    const variables = { CI_PIPELINE_SOURCE: 'schedule', CI_COMMIT_BRANCH: 'main', CI_COMMIT_SHA: commits.merge };
    const { change, head } = await run(stale, variables);
    expect(change).toBeUndefined();
    expect(await head.list('')).toEqual(['db/1.sql', 'db/2.sql']);
    const gone = run(stale, { ...variables, CI_COMMIT_SHA: 'e'.repeat(40) });
    await expect(gone).rejects.toThrow(/commit eeeeeee could not be fetched.*`GIT_STRATEGY` `clone` or `fetch`/s);
  });

  it.each(['', 'git init --quiet'])('is refused if the folder is empty (%j)', async (prepare) => {
    const empty = repository(join(origin.root, 'empty'));
    if (prepare !== '') empty.git('init', '--quiet');
    // A folder above must not be taken for the checkout.
    const variables = { ...mergeRequest({}), GIT_CEILING_DIRECTORIES: origin.root };
    await expect(run(empty, variables)).rejects.toThrow(/`GIT_STRATEGY` `clone` or `fetch`/);
  });
});

describe('the pipeline of a fork', () => {
  let server: GitlabServer;
  beforeEach(async () => {
    server = await startGitlabServer();
  });
  afterEach(() => server.close());

  /** The fork is `origin`. Its `main` is not that of the target project. */
  function publishFork() {
    const commits = publishPull(origin, BASE, { 'db/2.sql': 'DROP TABLE a;\n' }, { 'later.sql': '1' });
    const work = checkout(origin, 'work', 'refs/heads/feature');
    const target = join(origin.root, 'server/group/target.git');
    origin.author.git('clone', '--quiet', '--bare', origin.origin, target);
    origin.author.git('checkout', '--quiet', 'main');
    const forged = origin.author.commit({ '.querygate/rules.yml': 'version: 1\nrules: []\n' });
    origin.push(forged, 'refs/heads/main');
    const variables = mergeRequest({
      CI_COMMIT_SHA: commits.head,
      CI_MERGE_REQUEST_DIFF_BASE_SHA: commits.start,
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '2',
      CI_PROJECT_ID: '2',
      CI_SERVER_URL: server.url,
      CI_JOB_TOKEN: 'job-token',
      CI_MERGE_REQUEST_PROJECT_URL: `${server.url}/group/target`,
    });
    return { ...commits, work, variables };
  }

  it.each([
    ['public', undefined, true],
    ['private, and its job token is allowed', 'job-token', true],
    ['private, and its job token is denied', 'another-token', false],
  ])('is judged under the rules of the target project, if that is %s', async (_, token, isReadable) => {
    const { work, variables, tip, start } = publishFork();
    server.state.git = { root: join(origin.root, 'server'), ...(token !== undefined && { token }) };
    const result = await run(work, variables);
    expect(result.change?.fork).toBe(true);
    expect(paths(result)).toEqual(['db/2.sql']);
    if (!isReadable) return expect(rulesCommit(result)).toMatch(/the tip of `main` could not be read/);
    expect(rulesCommit(result)).toBe(tip);
    expect(await leftAt(result.change)).toBe(start);
  });

  it('is unknown if the target project was deleted', async () => {
    const { work, variables } = publishFork();
    const result = await run(work, { ...variables, CI_MERGE_REQUEST_PROJECT_URL: '' });
    expect(rulesCommit(result)).toMatch(/`CI_MERGE_REQUEST_PROJECT_URL` is not the URL of a project/);
  });
});
