import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ciRun } from '../../src/ci/index.ts';

let folder: string;
let payload: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-run-'));
  payload = join(folder, 'event.json');
  writeFileSync(payload, JSON.stringify({ repository: { default_branch: 'main' } }));
});
afterAll(() => rmSync(folder, { recursive: true }));

const SHA = '9fceb02d0ae598e95dc970b74767f19372d61af8';
const github = (event: string, ref: string, path = payload) => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_EVENT_NAME: event,
  GITHUB_EVENT_PATH: path,
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_REF: ref,
  GITHUB_SHA: SHA,
});

it.each([
  ['push', 'refs/heads/main', true],
  ['schedule', 'refs/heads/main', true],
  ['workflow_dispatch', 'refs/heads/main', true],
  ['push', 'refs/heads/feature', false],
  ['push', 'refs/heads/main/x', false],
  ['push', 'refs/tags/main', false],
  ['workflow_dispatch', 'refs/heads/feature', false],
  ['pull_request', 'refs/pull/7/merge', false],
  // GITHUB_REF is the default branch, but what is checked may be the pull request.
  ['pull_request_target', 'refs/heads/main', false],
  ['workflow_run', 'refs/heads/main', false],
  ['issue_comment', 'refs/heads/main', false],
  ['merge_group', 'refs/heads/gh-readonly-queue/main/pr-7', false],
])('a GitHub run by %s of %s: default branch %s', async (event, ref, defaultBranch) => {
  expect(await ciRun(github(event, ref))).toEqual({ repository: 'acme/shop', ref, commit: SHA, defaultBranch });
});

it('a GitHub run whose event cannot be read is not of the default branch', async () => {
  for (const text of ['no JSON', 'null', '[]', '{}', '{"repository":{"default_branch":7}}', '{"repository":null}']) {
    const path = join(folder, 'bad.json');
    writeFileSync(path, text);
    expect(await ciRun(github('push', 'refs/heads/main', path)), text).toMatchObject({ defaultBranch: false });
  }
  expect(await ciRun(github('push', 'refs/heads/main', join(folder, 'missing.json')))).toMatchObject({
    defaultBranch: false,
  });
});

it.each([
  [{ CI_COMMIT_BRANCH: 'main' }, 'refs/heads/main', true],
  [{ CI_COMMIT_BRANCH: 'feature' }, 'refs/heads/feature', false],
  [{ CI_COMMIT_TAG: 'main' }, 'refs/tags/main', false],
  // A pipeline of a merge request has no CI_COMMIT_BRANCH, even if its source branch has that name.
  [
    { CI_MERGE_REQUEST_REF_PATH: 'refs/merge-requests/7/head', CI_COMMIT_REF_NAME: 'main' },
    'refs/merge-requests/7/head',
    false,
  ],
])('a GitLab job with %j is of %s: default branch %s', async (env, ref, defaultBranch) => {
  const job = { GITLAB_CI: 'true', CI_PROJECT_PATH: 'acme/shop', CI_COMMIT_SHA: SHA, CI_DEFAULT_BRANCH: 'main' };
  expect(await ciRun({ ...job, ...env })).toEqual({ repository: 'acme/shop', ref, commit: SHA, defaultBranch });
  expect(await ciRun({ ...job, ...env, CI_DEFAULT_BRANCH: '' })).toMatchObject({ defaultBranch: false });
});

it('outside of CI there is no run', async () => {
  expect(await ciRun({})).toBeUndefined();
});
