import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { gitEnv } from '../ci/repository.ts';

export interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string };
}

export interface ServerState {
  /** Answers 403 to every API call, as GitHub does for a read-only token. */
  forbidden: boolean;
  /** Rows of `pulls/{n}/files`; the API returns the first 3,000. */
  files: { filename: string; status: string; previous_filename?: string }[];
  changedFiles: number;
  headSha: string;
  /** Reports a newer head commit, as if the author had pushed in the meantime. */
  newerHead?: boolean;
  comments: Comment[];
  /** The user of the token. */
  login: string;
  /** Folder whose repositories are served under `/` by git's smart protocol. With `token`, requests need that token. */
  git?: { readonly root: string; readonly token?: string; readonly failDeepening?: boolean };
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** A server that replaces api.github.com (under `/api`) and github.com (the rest). */
export interface GithubServer {
  readonly url: string;
  readonly state: ServerState;
  readonly calls: Call[];
  /** Runs before the response to a call that writes. */
  beforeWrite: () => void;
  close(): Promise<void>;
}

export async function startGithubServer(): Promise<GithubServer> {
  const state: ServerState = {
    forbidden: false,
    files: [],
    changedFiles: 0,
    headSha: '',
    comments: [],
    login: 'github-actions[bot]',
  };
  const calls: Call[] = [];
  const server: Server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const result: GithubServer = {
    url,
    state,
    calls,
    beforeWrite: () => {},
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = new URL(request.url ?? '/', url);
    if (!target.pathname.startsWith('/api/')) return serveGit(state, request, response, target);
    const body = (await readBody(request)).toString('utf8');
    const path = target.pathname.slice('/api'.length);
    const method = request.method ?? 'GET';
    calls.push({ method, path: path + target.search, authorization: request.headers.authorization, body });
    if (state.forbidden) return json(response, 403, { message: 'Resource not accessible by integration' });
    if (method !== 'GET' && path !== '/graphql') {
      // Lets the output of the step arrive first.
      await new Promise((done) => setTimeout(done, 100));
      result.beforeWrite();
    }
    if (path === '/graphql') return json(response, 200, { data: { viewer: { login: state.login } } });
    if (/^\/repos\/o\/r\/pulls\/7\/files$/.test(path)) return page(response, target, state.files.slice(0, 3000));
    if (/^\/repos\/o\/r\/pulls\/7$/.test(path)) {
      const sha = state.newerHead ? 'f'.repeat(40) : state.headSha;
      return json(response, 200, { number: 7, changed_files: state.changedFiles, head: { sha } });
    }
    if (path === '/repos/o/r/issues/7/comments' && method === 'GET') return page(response, target, state.comments);
    if (path === '/repos/o/r/issues/7/comments' && method === 'POST') {
      const comment = { id: state.comments.length + 1, body: bodyOf(body), user: { login: state.login } };
      state.comments.push(comment);
      return json(response, 201, comment);
    }
    const id = /^\/repos\/o\/r\/issues\/comments\/(\d+)$/.exec(path)?.[1];
    const comment = state.comments.find((one) => one.id === Number(id));
    if (method === 'PATCH' && comment) {
      comment.body = bodyOf(body);
      return json(response, 200, comment);
    }
    return json(response, 404, { message: 'Not Found' });
  }
  return result;
}

function bodyOf(text: string): string {
  const { body } = JSON.parse(text) as { body: string };
  return body;
}

function json(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(value));
}

/** One page of a list, with the `Link` header for the next page. */
function page(response: ServerResponse, target: URL, rows: readonly unknown[]): void {
  const size = Math.min(100, Number(target.searchParams.get('per_page') ?? 30));
  const number = Number(target.searchParams.get('page') ?? 1);
  const next = new URL(target);
  next.searchParams.set('page', String(number + 1));
  const link: Record<string, string> = number * size < rows.length ? { link: `<${next.href}>; rel="next"` } : {};
  json(response, 200, rows.slice((number - 1) * size, number * size), link);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Runs git's own server program, if the token is right. Two Authorization headers are rejected, as GitHub does. */
async function serveGit(
  state: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
): Promise<void> {
  const body = await readBody(request);
  if (!state.git) return void response.writeHead(404).end();
  const given = request.headersDistinct['authorization'] ?? [];
  if (given.length > 1) return void response.writeHead(400).end('Duplicate header: "Authorization"');
  const wanted = state.git.token && `basic ${Buffer.from(`x-access-token:${state.git.token}`).toString('base64')}`;
  if (wanted && given[0]?.toLowerCase() !== wanted.toLowerCase()) {
    return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  }
  const zipped = request.headers['content-encoding'] === 'gzip';
  const plain = (zipped ? gunzipSync(body) : body).toString('latin1');
  if (state.git.failDeepening && plain.includes('deepen-relative')) return void response.writeHead(500).end();
  const child = spawn('git', ['http-backend'], {
    cwd: dirname(state.git.root),
    env: {
      ...gitEnv(),
      GIT_PROJECT_ROOT: state.git.root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: target.pathname,
      QUERY_STRING: target.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: String(body.length),
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  // The program may exit without reading all of its input.
  child.stdin.on('error', () => {});
  child.stdin.end(body);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const output = Buffer.concat(chunks);
  const end = output.indexOf('\r\n\r\n');
  const headers = output
    .toString('latin1', 0, end)
    .split('\r\n')
    .map((line) => line.split(': ') as [string, string]);
  const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200);
  response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
  response.end(output.subarray(end + 4));
}
