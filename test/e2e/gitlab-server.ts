import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GitFolder, readBody, serveGit } from './git-http.ts';

export const TOKEN = 'glpat-AbCdEfGhIjKlMnOpQrSt';

export interface StoredNote {
  readonly id: number;
  body: string;
  readonly author: { readonly id: number };
  /** Written by GitLab, such as `changed this line in version 2 of the diff`. */
  readonly system?: boolean;
}

export interface StoredDiscussion {
  readonly id: string;
  readonly notes: (StoredNote & { position?: Position })[];
}

/** Where a discussion is in the diff. */
export interface Position {
  readonly base_sha: string;
  readonly start_sha: string;
  /** Of an earlier version of the diff, if a push has changed the line. */
  head_sha: string;
  readonly old_path: string;
  readonly new_path: string;
  new_line: number;
}

export interface GitlabState {
  readonly notes: StoredNote[];
  readonly discussions: StoredDiscussion[];
  refs: { base_sha: string; start_sha: string; head_sha: string };
  /** The files of the merge request's diff. */
  diffs: { old_path: string; new_path: string; diff: string }[];
  /** The id of the token's user. */
  user: number;
  /** Answers the next `times` API calls of `method` (default: all) with `status`. */
  failure?: { readonly status: number; times: number; readonly method?: string };
  /** Answers API calls with a redirect to this address. */
  redirect?: string;
  /** Milliseconds before each API answer. */
  delay: number;
  /** Leaves the number of the next page out of lists, as a broken proxy might. */
  withoutPages: boolean;
  /** The commands that ran because a note contained them. */
  readonly quickActions: string[];
  /** Folder whose repositories are served under `/` by git's smart protocol. */
  git?: GitFolder;
}

export interface GitlabCall {
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
}

/** A server that replaces GitLab: its API under `/api/v4`, with merge request 7 of project 1, and its repositories. */
export interface GitlabServer {
  readonly url: string;
  readonly state: GitlabState;
  readonly calls: GitlabCall[];
  /** The variables of the jobs of its merge-request pipelines, as far as the API needs them. */
  readonly variables: Readonly<Record<string, string>>;
  /** Runs before the response to a call that writes. */
  beforeWrite: () => void;
  close(): Promise<void>;
}

const MERGE_REQUEST = '/projects/1/merge_requests/7';
const NOTES = `${MERGE_REQUEST}/notes`;

/** The commands in a note, as GitLab finds them: `/name` at the start of a line, outside fenced code. */
export function quickActionsOf(body: string): readonly string[] {
  const prose = body.replaceAll('\r', '').replace(/^```.*?\n```$/gms, '');
  return prose.match(/^\/[a-z_]+(?= |$).*$/gim) ?? [];
}

export async function startGitlabServer(): Promise<GitlabServer> {
  const state: GitlabState = {
    notes: [],
    discussions: [],
    refs: { base_sha: 'b', start_sha: 's', head_sha: 'h' },
    diffs: [],
    user: 50,
    delay: 0,
    withoutPages: false,
    quickActions: [],
  };
  const calls: GitlabCall[] = [];
  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const variables = {
    GITLAB_CI: 'true',
    CI_SERVER_URL: url,
    CI_API_V4_URL: `${url}/api/v4`,
    CI_JOB_NAME: 'querygate:check',
    CI_PROJECT_ID: '1',
    CI_MERGE_REQUEST_PROJECT_ID: '1',
    CI_MERGE_REQUEST_IID: '7',
    QUERYGATE_GITLAB_TOKEN: TOKEN,
  };
  const result: GitlabServer = {
    url,
    state,
    calls,
    variables,
    beforeWrite: () => {},
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = new URL(request.url ?? '/', url);
    if (!target.pathname.startsWith('/api/v4/')) {
      return serveGit(state.git && { ...state.git, user: 'gitlab-ci-token' }, request, response, target);
    }
    const text = (await readBody(request)).toString('utf8');
    const path = target.pathname.slice('/api/v4'.length);
    const method = request.method ?? 'GET';
    const token = request.headersDistinct['private-token']?.join();
    calls.push({ method, path: path + target.search, token });
    await new Promise((done) => setTimeout(done, state.delay));
    if (method !== 'GET') result.beforeWrite();
    if (state.redirect) return void response.writeHead(307, { location: state.redirect + path }).end();
    const { failure } = state;
    if (failure && failure.times > 0 && (failure.method ?? method) === method) {
      failure.times--;
      return json(response, failure.status, { message: `${failure.status} ${token}` });
    }
    if (token !== TOKEN) return json(response, 401, { message: '401 Unauthorized' });
    if (path === '/user') return json(response, 200, { id: state.user, username: 'project_1_bot' });
    if (path === NOTES && method === 'GET') return listNotes(response, target);
    const id = new RegExp(`^${NOTES}/(\\d+)$`).exec(path)?.[1];
    const note = state.notes.find((one) => one.id === Number(id));
    if (path === NOTES && method === 'POST') {
      const id = Math.max(0, ...state.notes.map((one) => one.id)) + 1;
      const created = { id, body: saved(text), author: { id: state.user } };
      state.notes.push(created);
      return json(response, 201, created);
    }
    if (note && method === 'PUT') {
      note.body = saved(text);
      return json(response, 200, note);
    }
    if (handleDiscussions(method, path, target, text, response)) return;
    return json(response, 404, { message: '404 Not Found' });
  }

  /** Discussions on the diff; false for another call. */
  function handleDiscussions(method: string, path: string, target: URL, text: string, response: ServerResponse) {
    const own = `${MERGE_REQUEST}/discussions`;
    if (path === MERGE_REQUEST) json(response, 200, { diff_refs: state.refs });
    else if (path === `${MERGE_REQUEST}/diffs`) listPage(response, target, state.diffs);
    else if (path === own && method === 'GET') listPage(response, target, state.discussions);
    else if (path === own) {
      const { position } = JSON.parse(text) as { position: Position };
      const { old_path, new_path, new_line, ...refs } = position;
      const file = state.diffs.find((each) => each.new_path === new_path && each.old_path === old_path);
      const isSame = (Object.keys(state.refs) as (keyof typeof state.refs)[]).every(
        (key) => state.refs[key] === refs[key],
      );
      if (!isSame || !file || !addedLines(file.diff).has(new_line)) {
        json(response, 400, { message: '400 Bad request - Note {:line_code=>["can\'t be blank"]}' });
        return true;
      }
      const id = state.discussions.length + 1;
      const note = { id: 1000 + id, body: saved(text), author: { id: state.user }, position };
      state.discussions.push({ id: `d${id}`, notes: [note] });
      json(response, 201, { id: `d${id}` });
    } else {
      const [, discussionId, noteId] = new RegExp(`^${own}/(d\\d+)/notes/(\\d+)$`).exec(path) ?? [];
      const discussion = state.discussions.find(({ id }) => id === discussionId);
      const at = discussion?.notes.findIndex(({ id }) => id === Number(noteId)) ?? -1;
      const note = discussion?.notes[at];
      if (!discussion || !note) return false;
      if (method === 'DELETE') {
        discussion.notes.splice(at, 1);
        if (discussion.notes.length === 0) state.discussions.splice(state.discussions.indexOf(discussion), 1);
        response.writeHead(204).end();
      } else {
        note.body = saved(text);
        json(response, 200, note);
      }
    }
    return true;
  }

  /** The body of a note as GitLab stores it, after its commands ran. */
  function saved(text: string): string {
    const { body } = JSON.parse(text) as { body: string };
    state.quickActions.push(...quickActionsOf(body));
    return body.trimEnd();
  }

  /** One page, newest first unless `sort=asc`. */
  function listNotes(response: ServerResponse, target: URL): void {
    listPage(response, target, target.searchParams.get('sort') === 'asc' ? state.notes : state.notes.toReversed());
  }

  function listPage(response: ServerResponse, target: URL, rows: readonly unknown[]): void {
    const size = Math.min(100, Number(target.searchParams.get('per_page') ?? 20));
    const page = Number(target.searchParams.get('page') ?? 1);
    const next = page * size < rows.length ? String(page + 1) : '';
    const headers = state.withoutPages ? {} : { 'x-next-page': next };
    json(response, 200, rows.slice((page - 1) * size, page * size), headers);
  }
  return result;
}

/** The numbers of the lines that a diff adds. */
function addedLines(diff: string): ReadonlySet<number> {
  const added = new Set<number>();
  let line = 0;
  for (const row of diff.split('\n')) {
    const start = /^@@ -\S+ \+(\d+)/.exec(row)?.[1];
    if (start !== undefined) line = Number(start);
    else if (row.startsWith('+')) added.add(line++);
    else if (row.startsWith(' ')) line++;
  }
  return added;
}

function json(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}
