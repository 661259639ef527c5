import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GitFolder, readBody, serveGit } from './git-http.ts';

export interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string };
}

/** A comment on lines of the diff, in a review. */
export interface ReviewComment {
  readonly id: number;
  readonly pull_request_review_id: number;
  readonly path: string;
  /** Null once a push has changed the lines. */
  line: number | null;
  start_line: number | null;
  readonly in_reply_to_id?: number;
  body: string;
  readonly user: { readonly login: string };
}

export interface Review {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string };
}

export interface ServerState {
  /** Answers 403 to every API call, as GitHub does for a read-only token. */
  forbidden: boolean;
  /** Answers this to calls that write, if it is set. */
  writes?: number;
  /** Rows of `pulls/{n}/files`; the API returns the first 3,000. */
  files: { filename: string; status: string; previous_filename?: string; patch?: string }[];
  reviews: Review[];
  reviewComments: ReviewComment[];
  changedFiles: number;
  headSha: string;
  /** Reports a newer head commit, as if the author had pushed in the meantime. */
  newerHead?: boolean;
  comments: Comment[];
  /** The user of the token. */
  login: string;
  /** Folder whose repositories are served under `/` by git's smart protocol. With `token`, requests need that token. */
  git?: GitFolder;
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
    reviews: [],
    reviewComments: [],
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
    if (!target.pathname.startsWith('/api/')) return serveGit(state.git, request, response, target);
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
    if (state.writes && method !== 'GET' && path !== '/graphql') return json(response, state.writes, { message: 'no' });
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
    if (handleReviews(method, path, target, body, response)) return;
    return json(response, 404, { message: 'Not Found' });
  }

  /** Reviews and their comments; false for another call. */
  function handleReviews(method: string, path: string, target: URL, body: string, response: ServerResponse): boolean {
    const user = { login: state.login };
    const pull = '/repos/o/r/pulls/7';
    if (path === `${pull}/comments` && method === 'GET') page(response, target, state.reviewComments);
    else if (path === `${pull}/reviews` && method === 'GET') page(response, target, state.reviews);
    else if (path === `${pull}/reviews` && method === 'POST') {
      const sent = JSON.parse(body) as SentReview;
      const patches = new Map(state.files.map(({ filename, patch }) => [filename, patch]));
      // All or nothing: one comment outside of the diff refuses the review.
      const isValid =
        sent.event === 'COMMENT' &&
        sent.commit_id === state.headSha &&
        sent.comments.every(
          ({ path, line, start_line = line, side, start_side = side }) =>
            side === 'RIGHT' &&
            start_side === side &&
            start_line <= line &&
            isInHunk(patches.get(path), start_line, line),
        );
      if (!isValid) json(response, 422, { message: 'Unprocessable Entity' });
      else {
        const review = { id: state.reviews.length + 1, body: sent.body, user };
        state.reviews.push(review);
        for (const { path, line, start_line = null, body } of sent.comments) {
          const id = Math.max(0, ...state.reviewComments.map((one) => one.id)) + 1;
          state.reviewComments.push({ id, pull_request_review_id: review.id, path, line, start_line, body, user });
        }
        json(response, 200, review);
      }
    } else if (method === 'PUT') {
      const review = state.reviews.find(({ id }) => path === `${pull}/reviews/${id}`);
      if (!review) return false;
      review.body = bodyOf(body);
      json(response, 200, review);
    } else {
      const at = state.reviewComments.findIndex(({ id }) => path === `/repos/o/r/pulls/comments/${id}`);
      const comment = state.reviewComments[at];
      if (!comment) return false;
      if (method === 'DELETE') {
        state.reviewComments.splice(at, 1);
        response.writeHead(204).end();
      } else {
        comment.body = bodyOf(body);
        json(response, 200, comment);
      }
    }
    return true;
  }
  return result;
}

interface SentReview {
  readonly commit_id: string;
  readonly event: string;
  readonly body: string;
  readonly comments: readonly {
    readonly path: string;
    readonly line: number;
    readonly start_line?: number;
    readonly side: string;
    readonly start_side?: string;
    readonly body: string;
  }[];
}

/** Whether one hunk of the diff shows both lines of the new version. */
function isInHunk(patch: string | undefined, first: number, last: number): boolean {
  const hunks = [...(patch ?? '').matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)];
  return hunks.some(([, start, count = '1']) => first >= Number(start) && last < Number(start) + Number(count));
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
