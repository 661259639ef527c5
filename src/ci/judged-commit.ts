import { ensureCommit } from './git/history.ts';
import { shortId } from './git/names.ts';
import type { Git } from './git/run.ts';

/** The remote of the checkout on every host. */
const REMOTE = 'origin';

export interface Judged {
  readonly commit: string;
  /** Why this is not the commit that shows the result of the run; undefined if it is. */
  readonly why: string | undefined;
}

/**
 * The commit to judge: the one that is checked out (`head`) if it is in `expected`, else `wanted`, which is fetched and
 * only read.
 */
export async function judgedCommit(
  git: Git,
  head: string,
  expected: readonly string[],
  wanted: string,
): Promise<Judged> {
  if (expected.includes(head)) return { commit: head, why: undefined };
  const commit = await ensureCommit(git, REMOTE, wanted);
  if (commit.ok) return { commit: commit.value, why: undefined };
  return {
    commit: head,
    why: `the checkout is at ${shortId(head)}, not at the commit of this run: ${commit.why}`,
  };
}
