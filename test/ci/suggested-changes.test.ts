import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { upsertReview } from '../../src/ci/github/review.ts';
import { upsertDiscussions } from '../../src/ci/gitlab/discussions.ts';
import { isAdded } from '../../src/ci/suggested-changes.ts';
import { type GithubServer, startGithubServer } from '../e2e/github-server.ts';
import { type GitlabServer, startGitlabServer } from '../e2e/gitlab-server.ts';

// Changes that a run suggests on the lines of a pull or merge request, with stand-ins for the hosts.

const MARKER = '<!-- querygate:0123456789abcdef -->';
const HEAD = 'c'.repeat(40);
/** A new file of four lines, and one whose second and third lines are new. */
const NEW = '@@ -0,0 +1,4 @@\n+one\n+two\n+three\n+four';
const EDITED = '@@ -1,2 +1,4 @@\n one\n+two\n+three\n four\n@@ -10 +12,2 @@\n ten\n+eleven';

const change = (path: string, first: number, lines: readonly string[], text = 'x') => ({
  path,
  first,
  lines,
  body: `${MARKER}\n\n${text}\n`,
});

describe('lines that a diff adds', () => {
  it.each([
    ['a whole new file', NEW, 1, ['one', 'two', 'three', 'four'], true],
    ['the last line', NEW, 4, ['four'], true],
    ['a line behind the file', NEW, 5, ['five'], false],
    ['another text', NEW, 1, ['One'], false],
    ['added lines between others', EDITED, 2, ['two', 'three'], true],
    ['an unchanged line', EDITED, 1, ['one', 'two'], false],
    ['a line of another hunk', EDITED, 13, ['eleven'], true],
    ['lines of two hunks', EDITED, 3, ['three', 'four', 'five'], false],
    ['a file without a diff', undefined, 1, ['one'], false],
    ['a line that looks like the head of a hunk', '@@ -0,0 +1,2 @@\n+@@ -1 +7 @@\n+two', 2, ['two'], true],
  ])('%s', (_, patch, first, lines, expected) => {
    expect(isAdded(patch, change('a.sql', first, lines))).toBe(expected);
  });
});

describe('on GitHub', () => {
  let server: GithubServer;
  beforeEach(async () => {
    server = await startGithubServer();
    server.state.headSha = HEAD;
    server.state.files = [{ filename: 'db/2.sql', status: 'added', patch: NEW }];
  });
  afterEach(() => server.close());

  function upsert(
    changes: readonly ReturnType<typeof change>[],
    more: { readonly head?: string; readonly token?: string | undefined } = {},
  ) {
    const env = { GITHUB_API_URL: `${server.url}/api`, GITHUB_REPOSITORY: 'o/r' };
    const { head, token } = { head: HEAD, token: 't', ...more };
    return upsertReview({
      env,
      token,
      pull: { number: 7, head },
      marker: MARKER,
      changes,
      body: `${MARKER}\n\ntext\n`,
    });
  }
  const texts = () => server.state.reviewComments.map(({ body }) => body.split('\n')[2]);
  const writes = () =>
    server.calls.filter(({ method, path }) => method !== 'GET' && path !== '/graphql').map(({ method }) => method);
  const A = change('db/2.sql', 1, ['one'], 'a');
  const B = change('db/2.sql', 2, ['two', 'three'], 'b');

  it('is one review with a comment on the lines of each change', async () => {
    expect(await upsert([A, B])).toEqual({ suggested: 2, outside: 0 });
    expect(server.state.reviews.map(({ body }) => body)).toEqual([`${MARKER}\n\ntext\n`]);
    expect(server.state.reviewComments).toMatchObject([
      { path: 'db/2.sql', line: 1, start_line: null, body: A.body },
      { path: 'db/2.sql', line: 3, start_line: 2, body: B.body },
    ]);
    expect(JSON.parse(server.calls.at(-1)?.body ?? '')).toMatchObject({ event: 'COMMENT', commit_id: HEAD });
  });

  it('is not written again by the next run', async () => {
    await upsert([A, B]);
    expect(await upsert([A, B])).toEqual({ suggested: 2, outside: 0 });
    expect(writes()).toEqual(['POST']);
  });

  it('loses what no longer applies, and gets what is new, with one text', async () => {
    await upsert([A, B]);
    await upsert([B, change('db/2.sql', 4, ['four'], 'c')]);
    expect(texts()).toEqual(['b', 'c']);
    expect(server.state.reviews.map(({ body }) => body !== '')).toEqual([true, false]);
    await upsert([]);
    expect(texts()).toEqual([]);
    expect(writes()).toEqual(['POST', 'DELETE', 'POST', 'DELETE', 'DELETE']);
  });

  it('suggests again what a push has made outdated', async () => {
    await upsert([A]);
    const [comment] = server.state.reviewComments;
    if (comment) comment.line = null;
    await upsert([change('db/2.sql', 4, ['four'], 'a')]);
    expect(server.state.reviewComments.map(({ line }) => line)).toEqual([4]);
  });

  it('withdraws what others have answered, once', async () => {
    await upsert([A]);
    const answer = {
      id: 99,
      pull_request_review_id: 1,
      path: 'db/2.sql',
      line: 1,
      start_line: null,
      in_reply_to_id: 1,
    };
    server.state.reviewComments.push({ ...answer, body: 'why?', user: { login: 'someone' } });
    await upsert([]);
    await upsert([]);
    expect(server.state.reviewComments.map(({ body }) => body)).toEqual([
      `${MARKER}\n\nThis suggestion is outdated.\n`,
      'why?',
    ]);
    expect(writes()).toEqual(['POST', 'PATCH']);
  });

  it('leaves comments of others alone, also with its marker', async () => {
    const forged = {
      pull_request_review_id: 1,
      path: 'db/2.sql',
      line: 1,
      start_line: null,
      user: { login: 'someone' },
    };
    server.state.reviewComments.push({ ...forged, id: 1, body: A.body });
    server.state.reviews.push({ id: 1, body: `${MARKER}\n\nforged`, user: { login: 'someone' } });
    await upsert([A]);
    expect(server.state.reviewComments).toHaveLength(2);
    expect(server.state.reviews).toHaveLength(2);
    await upsert([]);
    expect(server.state.reviewComments.map(({ user }) => user.login)).toEqual(['someone']);
  });

  it('counts what the diff does not show', async () => {
    const outside = [change('db/2.sql', 9, ['nine']), change('db/large.sql', 1, ['one'])];
    expect(await upsert([A, ...outside])).toEqual({ suggested: 1, outside: 2 });
    expect(texts()).toEqual(['a']);
  });

  it('writes nothing if there is nothing to suggest', async () => {
    expect(await upsert([])).toEqual({ suggested: 0, outside: 0 });
    expect(writes()).toEqual([]);
  });

  it.each([
    [
      'the token may not write',
      403,
      /^no suggested changes: the API answered 403; .*`permissions: pull-requests: write`/,
    ],
    [
      'the token has no access',
      404,
      /^no suggested changes: the API answered 404; .*`permissions: pull-requests: write`/,
    ],
    ['GitHub refuses the lines', 422, /^no suggested changes: the API answered 422$/],
  ])('is one line if %s', async (_, status, message) => {
    server.state.writes = status;
    const { suggested, problem } = await upsert([A]);
    expect(suggested).toBe(0);
    expect(problem).toMatch(message);
  });

  it('is not written by the run of an older commit, or without a token', async () => {
    expect((await upsert([A], { head: 'd'.repeat(40) })).problem).toMatch(/has a newer commit/);
    expect((await upsert([A], { token: undefined })).problem).toMatch(/there is no `github-token`/);
    expect(writes()).toEqual([]);
  });
});

describe('on GitLab', () => {
  let server: GitlabServer;
  beforeEach(async () => {
    server = await startGitlabServer();
    server.state.refs = { base_sha: 'a'.repeat(40), start_sha: 'b'.repeat(40), head_sha: HEAD };
    server.state.diffs = [{ old_path: 'db/2.sql', new_path: 'db/2.sql', diff: `${NEW}\n` }];
  });
  afterEach(() => server.close());

  const upsert = (
    changes: readonly ReturnType<typeof change>[],
    variables: NodeJS.ProcessEnv = { CI_COMMIT_SHA: HEAD },
  ) =>
    upsertDiscussions({
      env: { ...server.variables, ...variables },
      marker: MARKER,
      changes,
      timing: { deadline: 10_000, pauses: [] },
    });
  const first = () => server.state.discussions.map(({ notes }) => notes[0]);
  const texts = () => first().map((note) => note?.body.split('\n')[2]);
  const writes = () => server.calls.filter(({ method }) => method !== 'GET').map(({ method }) => method);
  const A = change('db/2.sql', 1, ['one'], 'a');
  const B = change('db/2.sql', 2, ['two', 'three'], 'b');

  it('is one discussion for each change, below its last line', async () => {
    expect(await upsert([A, B])).toEqual({ suggested: 2, outside: 0 });
    expect(first().map((note) => note?.position)).toMatchObject([
      { ...server.state.refs, old_path: 'db/2.sql', new_path: 'db/2.sql', new_line: 1 },
      { new_line: 3 },
    ]);
    await upsert([A, B]);
    expect(writes()).toEqual(['POST', 'POST']);
  });

  it('loses what no longer applies, and gets what is new', async () => {
    await upsert([A, B]);
    await upsert([B, change('db/2.sql', 4, ['four'], 'c')]);
    expect(texts()).toEqual(['b', 'c']);
    expect(writes()).toEqual(['POST', 'POST', 'DELETE', 'POST']);
  });

  it('suggests again what a push has made outdated, but not what it has moved', async () => {
    await upsert([A, B]);
    const [one, two] = first();
    if (one?.position) one.position.head_sha = 'e'.repeat(40);
    if (two?.position) two.position.new_line = 4;
    server.state.diffs = [
      { old_path: 'db/2.sql', new_path: 'db/2.sql', diff: '@@ -0,0 +1,4 @@\n+zero\n+one\n+two\n+three\n' },
    ];
    await upsert([change('db/2.sql', 2, ['one'], 'a'), change('db/2.sql', 3, ['two', 'three'], 'b')]);
    expect(first().map((note) => note?.position?.new_line)).toEqual([4, 2]);
    expect(writes()).toEqual(['POST', 'POST', 'DELETE', 'POST']);
  });

  it('withdraws what others have answered, once', async () => {
    await upsert([A]);
    server.state.discussions[0]?.notes.push({ id: 1, body: 'why?', author: { id: 3 } });
    await upsert([]);
    await upsert([]);
    expect(server.state.discussions[0]?.notes.map(({ body }) => body)).toEqual([
      `${MARKER}\n\nThis suggestion is outdated.`,
      'why?',
    ]);
    expect(writes()).toEqual(['POST', 'PUT']);
  });

  it('deletes a discussion in which only GitLab has written since', async () => {
    await upsert([A]);
    const note = { id: 1, body: 'changed this line in version 2 of the diff', author: { id: 3 }, system: true };
    server.state.discussions[0]?.notes.push(note);
    await upsert([]);
    expect(writes()).toEqual(['POST', 'DELETE']);
  });

  it('leaves discussions of others alone, also with its marker', async () => {
    server.state.discussions.push({ id: 'd9', notes: [{ id: 1, body: A.body, author: { id: 3 } }] });
    await upsert([]);
    expect(texts()).toEqual(['a']);
    expect(writes()).toEqual([]);
  });

  it('counts what the diff does not show', async () => {
    expect(await upsert([A, change('db/2.sql', 9, ['nine'])])).toEqual({ suggested: 1, outside: 1 });
  });

  it('runs for the commit of the branch in a pipeline for merged results', async () => {
    const variables = { CI_COMMIT_SHA: 'f'.repeat(40), CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: HEAD };
    expect(await upsert([A], variables)).toEqual({ suggested: 1, outside: 0 });
  });

  it.each([
    [403, /^no suggested changes: the API answered 403; .* needs the scope `api`/],
    [404, /^no suggested changes: the API answered 404; .* has no access to the project/],
    [500, /^no suggested changes: the API answered 500$/],
  ])('is one line if the API answers %i', async (status, message) => {
    server.state.failure = { status, times: 99, method: 'POST' };
    expect((await upsert([A])).problem).toMatch(message);
  });

  it('is not written by the pipeline of an older commit', async () => {
    expect((await upsert([A], { CI_COMMIT_SHA: 'd'.repeat(40) })).problem).toMatch(/has a newer commit/);
    expect(writes()).toEqual([]);
  });
});
