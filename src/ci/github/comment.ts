import { createHash } from 'node:crypto';
import { apiFailure, type GithubApi, githubApi, repositoryOf } from './api.ts';

/** Who comments with the job's own token. */
const ACTIONS_BOT = 'github-actions[bot]';

export interface CommentRequest {
  readonly env: NodeJS.ProcessEnv;
  readonly token: string | undefined;
  readonly pullNumber: number;
  /** By which the comment is found again. */
  readonly marker: string;
  /** Markdown that begins with the marker; GitHub refuses more than 65,536 characters. */
  readonly body: string;
  /** Update a comment that is there, but post none. */
  readonly onlyUpdate: boolean;
}

/**
 * The hidden first line of this job's comment. The comments of the workflows, jobs and matrix entries of one pull request
 * are told apart by a hash, so that no name gets into the marker.
 *
 * @param what tells the comments of two Actions in one job apart; of `check` there is none
 */
export function commentMarker(env: NodeJS.ProcessEnv, matrix: string | undefined, what?: string): string {
  const parts = [env['GITHUB_WORKFLOW'] ?? '', env['GITHUB_JOB'] ?? '', matrix ?? '', ...(what ? [what] : [])];
  return `<!-- querygate:${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)} -->`;
}

/**
 * Keeps one comment on the pull request up to date. Never throws: gives undefined, or one line on why there is none.
 */
export async function upsertComment(request: CommentRequest): Promise<string | undefined> {
  const where = repositoryOf(request.env);
  const api = await githubApi(request);
  if (!api || !where) return 'no comment: there is no `github-token`';
  const { marker, body } = request;
  try {
    const author = await ownLogin(api);
    const issue = { ...where, issue_number: request.pullNumber };
    const mine = await findComment(api, issue, marker, author);
    if (mine) {
      if (mine.body !== body) await api.rest.issues.updateComment({ ...where, comment_id: mine.id, body });
    } else if (!request.onlyUpdate) {
      // Not tried again: an answer that was lost may have been a success, and then there would be two.
      await api.rest.issues.createComment({ ...issue, body, request: { retries: 0 } });
    }
    return undefined;
  } catch (error) {
    return (
      `no comment: ${apiFailure(error)}; the job needs \`permissions: pull-requests: write\`, ` +
      'which pull requests from forks and Dependabot never have'
    );
  }
}

/** GraphQL tells who a token speaks for, also the job's own, which REST does not. */
async function ownLogin(api: GithubApi): Promise<string> {
  try {
    const answer = await api.graphql<{ viewer?: { login?: unknown } }>('query { viewer { login } }');
    return typeof answer.viewer?.login === 'string' ? answer.viewer.login : ACTIONS_BOT;
  } catch {
    return ACTIONS_BOT;
  }
}

/** Anybody can copy the marker into a comment of theirs, hence the author. All pages are read: it may be an early one. */
async function findComment(
  api: GithubApi,
  issue: { owner: string; repo: string; issue_number: number },
  marker: string,
  author: string,
): Promise<{ id: number; body: string | undefined } | undefined> {
  for await (const page of api.paginate.iterator(api.rest.issues.listComments, { ...issue, per_page: 100 })) {
    const found = page.data.find((comment) => comment.body?.startsWith(marker) && comment.user?.login === author);
    if (found) return { id: found.id, body: found.body };
  }
  return undefined;
}
