import type { PullRequest } from '../change-result.ts';
import {
  compareComments,
  type EarlierComment,
  isAdded,
  lastLine,
  type SuggestedChange,
  type SuggestedOutcome,
  withdrawn,
} from '../suggested-changes.ts';
import { type GithubApi, githubApi, ownLogin, repositoryOf, writeFailure } from './api.ts';

export interface ReviewRequest {
  readonly env: NodeJS.ProcessEnv;
  readonly token: string | undefined;
  readonly pull: PullRequest;
  /** Identifies the review and its comments in later runs. */
  readonly marker: string;
  readonly changes: readonly SuggestedChange[];
  /** Text of the review: Markdown that begins with the marker. */
  readonly body: string;
}

type PullPath = { owner: string; repo: string; pull_number: number };

interface ReviewComment extends EarlierComment {
  readonly id: number;
  readonly isAnswered: boolean;
}

/**
 * Suggests changes in one review of the pull request, and keeps it up to date: comments that no longer apply are deleted,
 * or withdrawn if others have answered. GitHub adds no comment to a review, so later ones are in reviews without a text of
 * their own. Never throws.
 */
export async function upsertReview(request: ReviewRequest): Promise<SuggestedOutcome> {
  const where = repositoryOf(request.env);
  const api = await githubApi(request);
  if (!api || !where) return none('there is no `github-token`');
  try {
    return await upsert(api, { ...where, pull_number: request.pull.number }, request);
  } catch (error) {
    return none(writeFailure(error));
  }
}

async function upsert(
  api: GithubApi,
  pull: PullPath,
  { pull: { head }, marker, changes, body }: ReviewRequest,
): Promise<SuggestedOutcome> {
  const author = await ownLogin(api);
  const earlier = await ownComments(api, pull, marker, author);
  const review = await findReview(api, pull, marker, author);
  if (changes.length === 0 && earlier.length === 0) return { suggested: 0, outside: 0 };
  const patches = await patchesOf(api, pull, changes);
  // Read last: a push in between would have made them the comments and the diff of another commit.
  const now = await api.rest.pulls.get(pull);
  if (now.data.head.sha !== head) return none('the pull request has a newer commit, whose run suggests changes');
  const inside = changes.filter((change) => isAdded(patches.get(change.path), change));
  const { missing, outdated } = compareComments(inside, earlier);
  const { owner, repo } = pull;
  for (const { id: comment_id, isAnswered } of outdated) {
    const comment = { owner, repo, comment_id };
    if (isAnswered) await api.rest.pulls.updateReviewComment({ ...comment, body: withdrawn(marker) });
    else await api.rest.pulls.deleteReviewComment(comment);
  }
  if (missing.length > 0) {
    await api.rest.pulls.createReview({
      ...pull,
      commit_id: head,
      event: 'COMMENT',
      body: review ? '' : body,
      comments: missing.map(toComment),
      // The request may have succeeded although its answer was lost.
      request: { retries: 0 },
    });
  }
  if (review && review.body !== body) await api.rest.pulls.updateReview({ ...pull, review_id: review.id, body });
  return { suggested: inside.length, outside: changes.length - inside.length };
}

function none(why: string): SuggestedOutcome {
  return { suggested: 0, outside: 0, problem: `no suggested changes: ${why}` };
}

function toComment(change: SuggestedChange) {
  const { path, first, lines, body } = change;
  const line = { path, body, side: 'RIGHT', line: lastLine(change) };
  return lines.length === 1 ? line : { ...line, start_side: 'RIGHT', start_line: first };
}

/** Checks the author too, since anyone can copy the marker. */
async function ownComments(
  api: GithubApi,
  pull: PullPath,
  marker: string,
  author: string,
): Promise<readonly ReviewComment[]> {
  const all = await api.paginate(api.rest.pulls.listReviewComments, { ...pull, per_page: 100 });
  const answered = new Set(all.map(({ in_reply_to_id }) => in_reply_to_id));
  return all
    .filter(({ body, user }) => body.startsWith(marker) && user?.login === author)
    .filter(({ id, body }) => !(answered.has(id) && body.trimEnd() === withdrawn(marker).trimEnd()))
    .map(({ id, path, line, body }) => ({
      id,
      path,
      last: line ?? undefined,
      body,
      isAnswered: answered.has(id),
    }));
}

async function findReview(api: GithubApi, pull: PullPath, marker: string, author: string) {
  for await (const page of api.paginate.iterator(api.rest.pulls.listReviews, { ...pull, per_page: 100 })) {
    const found = page.data.find(({ body, user }) => body.startsWith(marker) && user?.login === author);
    if (found) return { id: found.id, body: found.body };
  }
  return undefined;
}

/** The diffs of the files of the changes, as the pull request shows them. GitHub leaves out those of large files. */
async function patchesOf(
  api: GithubApi,
  pull: PullPath,
  changes: readonly SuggestedChange[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (changes.length === 0) return new Map();
  const rows = await api.paginate(api.rest.pulls.listFiles, { ...pull, per_page: 100 });
  return new Map(rows.map(({ filename, patch }) => [filename, patch]));
}
