import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  checkout,
  type Files,
  gitEnv,
  newOrigin,
  type PullCommits,
  publishPull,
  type Repository,
} from '../ci/repository.ts';
import { type GithubServer, startGithubServer } from './github-server.ts';
import { type GitlabServer, startGitlabServer } from './gitlab-server.ts';
import { CLIENT_BUILD, NODE } from './packaged.ts';
import { expectSound, type PullOptions, runPull } from './scenario.ts';
import { applied, patchesOf } from './suggestions.ts';

// The SQL to write instead, suggested on the lines of a pull or merge request by the packaged programs.

const BASE: Files = {
  '.querygate/config.yml': "version: 1\ndialect: postgresql\nfiles: [{ paths: ['db/**'], tool: goose }]\n",
  'db/1_tables.sql':
    '-- +goose Up\nCREATE TABLE orders (id int, note text);\nCREATE TABLE customers (id int PRIMARY KEY);\n',
};
const PATH = 'db/2_index.sql';
const INDEX =
  '-- +goose Up\n-- For the list of notes.\nCREATE INDEX orders_note\n\tON orders (note);\n\n-- +goose Down\nDROP INDEX orders_note;\n';
const FIXED =
  '-- +goose NO TRANSACTION\n-- +goose Up\n-- For the list of notes.\nCREATE INDEX CONCURRENTLY orders_note\n\tON orders (note);\n\n-- +goose Down\nDROP INDEX orders_note;\n';
/** Its fix adds a file. */
const KEY = '-- +goose Up\nALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES customers (id);\n';

describe('on a pull request', () => {
  let server: GithubServer;
  beforeEach(async () => {
    server = await startGithubServer();
  });
  afterEach(() => server.close());

  /** A run on a pull request with these files, as if they had been pushed to it. */
  async function push(changed: Files, more: Partial<PullOptions> = {}) {
    const origin = newOrigin();
    try {
      return await runPull(origin, {
        base: BASE,
        changed,
        server,
        inputs: { suggestions: 'true', ...more.inputs },
        ...more,
        prepare: (_: Repository, { start, head }: PullCommits) => {
          server.state.files = patchesOf(origin.author, start, head).map(({ path, patch }) => ({
            filename: path,
            status: 'added',
            patch,
          }));
        },
      });
    } finally {
      origin.dispose();
    }
  }
  const writes = () => server.calls.filter(({ method, path }) => method !== 'GET' && path !== '/graphql');

  it('is a review whose changes, applied, are the file that `--fix` writes', async () => {
    const result = await push({ [PATH]: INDEX });
    expectSound(result);
    expect(server.state.reviews).toHaveLength(1);
    expect(server.state.reviewComments.map(({ path }) => path)).toEqual([PATH]);
    const after = applied(INDEX, server.state.reviewComments);
    expect(after).toBe(FIXED);
    expect(result.summary).toMatch(/\nSuggested 1 change\.\n$/);
    const passed = await push({ [PATH]: after });
    expect(passed.outputs).toMatchObject({ verdict: 'allow', warned: '0' });
    expect(server.state.reviewComments).toEqual([]);
    expect(server.state.reviews).toHaveLength(1);
  });

  it('is not written again by the next push, which adds what it finds', async () => {
    await push({ [PATH]: INDEX });
    await push({ [PATH]: INDEX, 'README.md': 'x\n' });
    expect(writes().map(({ method }) => method)).toEqual(['POST']);
    await push({ [PATH]: INDEX, 'db/3_b.sql': INDEX.replaceAll('orders_note', 'b') });
    expect(server.state.reviewComments.map(({ path }) => path)).toEqual([PATH, 'db/3_b.sql']);
    expect(server.state.reviews.map(({ body }) => body !== '')).toEqual([true, false]);
  });

  it('leaves a fix that adds a file to the summary, and says why', async () => {
    const { summary } = await push({ [PATH]: KEY });
    expect(writes()).toEqual([]);
    expect(summary).toContain('+ALTER TABLE orders VALIDATE CONSTRAINT f;');
    expect(summary).toContain('1 fix not suggested: it adds a file. The report has the SQL of all fixes.');
  });

  it('never suggests an exemption', async () => {
    const { summary } = await push({
      [PATH]: '-- +goose Up\nDROP TABLE customers;\nCREATE INDEX i ON orders (note);\n',
    });
    expect(summary).toContain('querygate:allow');
    expect(JSON.stringify(server.state)).not.toContain('querygate:allow');
  });

  it.each([
    ['may not write, as that of a fork', { fork: true }, 403],
    ['has no access', {}, 404],
  ])('is one warning and a line of the summary if the token %s', async (_, more, status) => {
    server.state.writes = status;
    const result = await push({ [PATH]: INDEX }, more);
    expectSound(result);
    expect(result.code).toBe(0);
    const message = `no suggested changes: the API answered ${status}; the job needs \`permissions: pull-requests: write\``;
    expect(result.annotations.map(({ data }) => data).join('\n')).toContain(message);
    expect(result.summary).toContain(`N${message.slice(1)}`);
    expect(result.summary).toContain('+CREATE INDEX CONCURRENTLY orders_note\n');
  });

  it('is not written for the event `pull_request_target`, whose token can write', async () => {
    const result = await push({ [PATH]: INDEX }, { event: 'pull_request_target', ref: 'refs/heads/main', fork: true });
    expect(writes()).toEqual([]);
    expect(result.summary).toContain('No suggested changes: the event is `pull_request_target`');
  });

  it('is off by default', async () => {
    await push({ [PATH]: INDEX }, { inputs: {} });
    expect(server.calls).toEqual([]);
  });
});

describe('on a merge request', () => {
  let server: GitlabServer;
  beforeEach(async () => {
    server = await startGitlabServer();
  });
  afterEach(() => server.close());

  /** A job on a merge request with these files, as if they had been pushed to it. */
  async function push(changed: Files, variables: Readonly<Record<string, string>> = {}) {
    const origin = newOrigin();
    try {
      const commits = publishPull(origin, BASE, changed);
      const work = checkout(origin, 'work', 'refs/heads/feature');
      server.state.refs = { base_sha: commits.start, start_sha: commits.start, head_sha: commits.head };
      server.state.diffs = patchesOf(origin.author, commits.start, commits.head).map(({ path, patch }) => ({
        old_path: path,
        new_path: path,
        diff: `${patch}\n`,
      }));
      for (const { notes } of server.state.discussions) {
        // GitLab moves what the push has not changed to the new diff.
        for (const { position } of notes) if (position) position.head_sha = commits.head;
      }
      const env = {
        ...gitEnv(),
        ...server.variables,
        CI_PIPELINE_SOURCE: 'merge_request_event',
        CI_MERGE_REQUEST_EVENT_TYPE: 'detached',
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '1',
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
        CI_MERGE_REQUEST_DIFF_BASE_SHA: commits.start,
        CI_COMMIT_SHA: commits.head,
        CI_DEFAULT_BRANCH: 'main',
        ...variables,
      };
      const args = [join(CLIENT_BUILD, 'cli.js'), 'check', '--changed', '--suggest'];
      const child = spawn(NODE, args, { cwd: work.dir, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let [stdout, stderr] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, stdout, stderr };
    } finally {
      origin.dispose();
    }
  }
  const comments = () =>
    server.state.discussions.flatMap(({ notes: [note] }) =>
      note ? [{ line: note.position?.new_line ?? null, body: note.body }] : [],
    );

  it('is a discussion whose change, applied, is the file that `--fix` writes', async () => {
    const { code, stderr } = await push({ [PATH]: INDEX });
    expect([code, stderr]).toEqual([0, 'querygate: suggested 1 change\n']);
    const after = applied(
      INDEX,
      comments().map(({ line, body }) => ({ line, body: `${body}\n` })),
    );
    expect(after).toBe(FIXED);
    await push({ [PATH]: INDEX, 'README.md': 'x\n' });
    expect(comments()).toHaveLength(1);
    await push({ [PATH]: after });
    expect(comments()).toEqual([]);
    expect(server.state.quickActions).toEqual([]);
  });

  it('leaves a fix that adds a file to the note', async () => {
    const { stderr } = await push({ [PATH]: KEY });
    expect(stderr).toBe(
      'querygate: 1 fix not suggested: it adds a file\nquerygate: the report has the SQL of all fixes\n',
    );
    expect(server.state.notes[0]?.body).toContain('+ALTER TABLE orders VALIDATE CONSTRAINT f;');
  });

  it.each([
    [
      'in a branch pipeline',
      { CI_MERGE_REQUEST_IID: '', CI_COMMIT_BRANCH: 'feature' },
      /this is not the pipeline of a merge request/,
    ],
    ['without a token', { QUERYGATE_GITLAB_TOKEN: '' }, /`QUERYGATE_GITLAB_TOKEN` is empty/],
  ])('is one line in the log %s', async (_, variables, message) => {
    const { code, stderr } = await push({ [PATH]: INDEX }, variables);
    expect([code, server.state.discussions]).toEqual([0, []]);
    expect(stderr).toMatch(message);
  });
});
