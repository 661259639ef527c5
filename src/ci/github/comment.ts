import { markerOf } from '../marker.ts';
import { type GithubApi, githubApi, ownLogin, repositoryOf, writeFailure } from './api.ts';

export interface CommentRequest {
  readonly env: NodeJS.ProcessEnv;
  readonly token: string | undefined;
  readonly pullNumber: number;
  /** Identifies the comment in later runs. */
  readonly marker: string;
  /** Markdown that begins with the marker; GitHub refuses more than 65,536 characters. */
  readonly body: string;
  /** Update an existing comment, but do not create one. */
  readonly onlyUpdate: boolean;
}

/**
 * The hidden first line of this job's comment. Each workflow, job and matrix entry has its own.
 *
 * @param what distinguishes the comments of two Actions in one job; `check` has none
 */
export function commentMarker(env: NodeJS.ProcessEnv, matrix: string | undefined, what?: string): string {
  return markerOf([env['GITHUB_WORKFLOW'] ?? '', env['GITHUB_JOB'] ?? '', matrix ?? '', ...(what ? [what] : [])]);
}

/**
 * Creates or updates one comment on the pull request. Never throws: returns undefined, or one line on why there is no
 * comment.
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
      // Not retried: the request may have succeeded although its answer was lost, and then there would be two comments.
      await api.rest.issues.createComment({ ...issue, body, request: { retries: 0 } });
    }
    return undefined;
  } catch (error) {
    return `no comment: ${writeFailure(error)}`;
  }
}

/** Checks the author too, since anyone can copy the marker. Reads all pages, since the comment may be an early one. */
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
