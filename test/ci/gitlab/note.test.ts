import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gitEnvironment } from '../../../src/ci/git/run.ts';
import { noteMarker, upsertNote } from '../../../src/ci/gitlab/note.ts';
import { wantsNote } from '../../../src/ci/note-token.ts';
import { startProxy } from '../../client/proxy.ts';
import { type GitlabServer, startGitlabServer, TOKEN } from '../../e2e/gitlab-server.ts';

let server: GitlabServer;
beforeEach(async () => {
  server = await startGitlabServer();
});
afterEach(() => server.close());

const TIMING = { deadline: 10_000, pauses: [1, 1] };
const job = (name: string) => noteMarker({ CI_JOB_NAME: name }, 'check');
const marker = job('querygate:check');

function upsert(body: string, more: Partial<Parameters<typeof upsertNote>[0]> = {}) {
  const { variables } = server;
  return upsertNote({ env: variables, marker, body: `${marker}\n${body}`, onlyUpdate: false, timing: TIMING, ...more });
}

/** The second lines of all notes. */
const texts = () => server.state.notes.map(({ body }) => body.split('\n')[1]);

describe('the note on a merge request', () => {
  it('is created once and then updated, also after many other notes', async () => {
    const { notes } = server.state;
    for (let id = 1; id <= 150; id++) notes.push({ id, body: 'talk', author: { id: 3 } });
    expect(await upsert('one')).toBeUndefined();
    for (let id = 152; id <= 260; id++) notes.push({ id, body: 'talk', author: { id: 3 } });
    expect(await upsert('two')).toBeUndefined();
    expect(notes).toHaveLength(260);
    expect(notes[150]?.body).toBe(`${marker}\ntwo`);
  });

  it('is not written again if its text is the same', async () => {
    await upsert('one\n\n');
    await upsert('one\n\n');
    expect(server.calls.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual(['POST']);
  });

  it('is never the note of another user, job, matrix entry or command', async () => {
    const { notes, user } = server.state;
    notes.push({ id: 1, body: `${marker}\nforged`, author: { id: 3 } });
    notes.push({ id: 2, body: `${job('querygate:check: [a]')}\nquotes ${marker}`, author: { id: user } });
    notes.push({ id: 3, body: `${job('other')}\nother`, author: { id: user } });
    await upsert('mine');
    expect(texts()).toEqual(['forged', `quotes ${marker}`, 'other', 'mine']);
    expect(noteMarker({ CI_JOB_NAME: 'querygate:check' }, 'simulate')).not.toBe(marker);
  });

  it('is not created, only updated, if there is nothing to report', async () => {
    await upsert('clean', { onlyUpdate: true });
    expect(server.state.notes).toEqual([]);
    await upsert('blocked');
    await upsert('clean', { onlyUpdate: true });
    expect(texts()).toEqual(['clean']);
  });

  it.each([429, 500, 503])('is written although the server answers %i twice', async (status) => {
    server.state.failure = { status, times: 2 };
    expect(await upsert('one')).toBeUndefined();
    expect(texts()).toEqual(['one']);
  });

  it('is created with one request, even if its answer is lost', async () => {
    server.state.failure = { status: 502, times: 9, method: 'POST' };
    expect(await upsert('one')).toBe('no note on the merge request: the API answered 502');
    expect(server.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it.each([
    [401, 1, /the API answered 401; `QUERYGATE_GITLAB_TOKEN` is invalid, expired or revoked/],
    [403, 1, /the API answered 403; .* needs the scope `api` and a role that may comment/],
    [404, 1, /the API answered 404; .* has no access to the project of the merge request/],
    [500, 3, /the API answered 500$/],
  ])('that the server refuses with %i is one warning after %i requests', async (status, requests, message) => {
    server.state.failure = { status, times: 99 };
    const why = await upsert('one');
    expect(why).toMatch(message);
    expect(why).not.toMatch(/\n|glpat/);
    expect(server.calls).toHaveLength(requests);
  });

  it('is abandoned at the deadline', async () => {
    server.state.delay = 5_000;
    const why = await upsert('one', { timing: { deadline: 300, pauses: [] } });
    expect(why).toBe('no note on the merge request: the API did not finish within 0.3 s');
  });

  it('is not written if the server does not answer', async () => {
    await server.close();
    expect(await upsert('one')).toBe(
      'no note on the merge request: the API did not answer: the connection was refused',
    );
  });

  it('is not written if the list of notes may be incomplete, since there could be one already', async () => {
    server.state.withoutPages = true;
    expect(await upsert('one')).toMatch(/does not say whether there are more pages/);
    expect(server.state.notes).toEqual([]);
  });

  it.each(['/merge', 'a\n/close', 'a\n  /approve now'])('is not written with the command in %j', async (text) => {
    expect(await upsert(text)).toMatch(/would be a command of GitLab/);
    expect(server.calls).toEqual([]);
  });
});

describe('the token for notes', () => {
  it('never follows a redirect', async () => {
    const other = await startGitlabServer();
    server.state.redirect = `${other.url}/api/v4`;
    expect(await upsert('one')).toBe('no note on the merge request: the API answered 307');
    expect(other.calls).toEqual([]);
    await other.close();
  });

  it.each([
    ['another host', { CI_API_V4_URL: 'https://gitlab.example.net/api/v4' }],
    ['another port', { CI_API_V4_URL: 'http://127.0.0.1:9/api/v4' }],
    ['http, although the server uses https', { CI_SERVER_URL: 'https://127.0.0.1' }],
    ['no URL', { CI_API_V4_URL: 'gitlab' }],
    ['nothing', { CI_API_V4_URL: '' }],
    ['a file', { CI_API_V4_URL: 'file:///api', CI_SERVER_URL: 'file:///' }],
  ])('is not sent if the address of the API is %s', async (_, variables) => {
    const why = await upsert('one', { env: { ...server.variables, ...variables } });
    expect(why).toMatch(/`CI_API_V4_URL` is not an address on the server in `CI_SERVER_URL`/);
    expect(server.calls).toEqual([]);
  });

  it.each([
    ['token', 'QUERYGATE_GITLAB_TOKEN', 'a\r\nx: y', /`QUERYGATE_GITLAB_TOKEN` is not a token/],
    ['project', 'CI_MERGE_REQUEST_PROJECT_ID', '1/../2', /`CI_MERGE_REQUEST_PROJECT_ID` is not a number/],
    ['merge request', 'CI_MERGE_REQUEST_IID', '7?x', /`CI_MERGE_REQUEST_IID` is not a number/],
    ['proxy', 'HTTPS_PROXY', 'nonsense', /`HTTPS_PROXY` is not the URL of a proxy/],
  ])('is not sent with a malformed %s', async (_, name, value, message) => {
    const address = { CI_API_V4_URL: 'https://gitlab.example.com/api/v4', CI_SERVER_URL: 'https://gitlab.example.com' };
    const why = await upsert('one', { env: { ...server.variables, ...address, [name]: value } });
    expect(why).toMatch(message);
    expect(why).not.toContain('x: y');
  });

  it('goes through the proxy of the environment, in a tunnel', async () => {
    const proxy = await startProxy(9, 'HTTP/1.1 403 Forbidden\r\n\r\n');
    const address = { CI_API_V4_URL: 'https://gitlab.example.com/api/v4', CI_SERVER_URL: 'https://gitlab.example.com' };
    const why = await upsert('one', { env: { ...server.variables, ...address, HTTPS_PROXY: proxy.url } });
    expect(why).toMatch(/through the proxy in `HTTPS_PROXY`.*the proxy refuses to connect to it \(403\)/);
    expect(proxy.requests.map(({ target }) => target)).toEqual(['gitlab.example.com:443']);
    expect(proxy.seen()).not.toContain(TOKEN);
    await proxy.close();
  });

  it('is sent as the header that GitLab documents, to the API only', async () => {
    await upsert('one');
    expect(server.calls).toEqual([
      { method: 'GET', path: '/user', token: TOKEN },
      expect.objectContaining({ method: 'GET', token: TOKEN }),
      { method: 'POST', path: '/projects/1/merge_requests/7/notes', token: TOKEN },
    ]);
  });

  it('is not in the environment of git, nor are the keys of the service', () => {
    const secrets = { QUERYGATE_GITLAB_TOKEN: TOKEN, SERVICE_API_KEY: 'k', QUERYGATE_SIMULATE_API_KEY: 'k' };
    const environment = gitEnvironment('/r', undefined, { ...secrets, CI_JOB_TOKEN: 'needed by its helper' });
    expect(Object.keys(environment).filter((name) => name in secrets)).toEqual([]);
    expect(environment).toHaveProperty('CI_JOB_TOKEN');
  });

  it.each([
    [{}, true],
    [{ QUERYGATE_GITLAB_TOKEN: '' }, false],
    [{ CI_MERGE_REQUEST_IID: '' }, false],
    [{ GITLAB_CI: '' }, false],
  ])('turns the note on only in the pipeline of a merge request: %j', (change, wanted) => {
    expect(wantsNote({ ...server.variables, ...change })).toBe(wanted);
  });
});
