/** `main` of `refs/heads/main`, `#482` of GitHub's `refs/pull/482/merge`, `!12` of GitLab's merge requests. */
export function refName(ref: string): string {
  const [, pull] = /^refs\/pull\/(\d+)\//.exec(ref) ?? [];
  if (pull !== undefined) return `#${pull}`;
  const [, request] = /^refs\/merge-requests\/(\d+)\//.exec(ref) ?? [];
  if (request !== undefined) return `!${request}`;
  return ref.replace(/^refs\/(?:heads|tags)\//, '');
}

/** The first digits of a commit, as git shows them. */
export function shortCommit(commit: string): string {
  return /^[0-9a-f]{12,}$/.test(commit) ? commit.slice(0, 7) : commit;
}
