import { type Change, ConfigError, type FileTree, type Unavailable } from '../model/index.ts';
import type { ChangeResult } from './change-result.ts';
import { diffCommits } from './git/diff.ts';
import { mergeBase, NO_COMMIT_YET, type Outcome, parentsOf } from './git/history.ts';
import { shortId } from './git/names.ts';
import type { Git } from './git/run.ts';
import { gitTree } from './git/tree.ts';

/** The remote of the checkout on every host. */
const REMOTE = 'origin';

export interface Commits {
  readonly event: string;
  readonly head: string;
  readonly headName: string;
  /** What `head` is compared with. */
  readonly diffBase: Outcome<string>;
  /** The commit whose rules are in force. */
  readonly rulesBase: Outcome<string>;
  readonly baseName: string;
  readonly fork: boolean;
  /**
   * Where `head` branched off from `rulesBase`: at `diffBase`, or nowhere, because it replaces it, as a push does. If
   * undefined, at their merge base.
   */
  readonly branchedOff?: 'at the diff base' | 'nowhere' | undefined;
  readonly notices?: readonly string[] | undefined;
}

/** The change between two commits, both present. Without a diff base the list of files is untrusted. */
export async function changeOfCommits(git: Git, commits: Commits): Promise<ChangeResult & { change: Change }> {
  const { diffBase, rulesBase, head } = commits;
  const files = diffBase.ok ? await diffCommits(git, diffBase.value, head) : [];
  const oldPaths = files.filter((file) => file.status !== 'added').map((file) => file.previousPath ?? file.path);
  const newPaths = files.filter((file) => file.status !== 'deleted').map((file) => file.path);
  const tree = gitTree(git, head, `head ${shortId(head)}`, newPaths);
  const change: Change = {
    event: commits.event,
    rulesBase: treeOf(git, rulesBase, 'base'),
    diffBase: treeOf(git, diffBase, 'diff base', oldPaths),
    head: tree,
    mergeBase: async () => (rulesBase.ok ? commonTree(git, rulesBase.value, commits) : undefined),
    files,
    untrusted: diffBase.ok ? undefined : diffBase.why,
    fork: commits.fork,
    baseLabel: rulesBase.ok ? `${commits.baseName} at ${shortId(rulesBase.value)}` : commits.baseName,
    headLabel: `${commits.headName} at ${shortId(head)}`,
  };
  return { change, head: tree, event: commits.event, notices: commits.notices ?? [] };
}

/** The tree of the merge base; undefined if `head` contains all of `base`. */
async function commonTree(
  git: Git,
  base: string,
  { head, branchedOff, diffBase }: Commits,
): Promise<FileTree | Unavailable | undefined> {
  if (branchedOff === 'nowhere' || base === head) return undefined;
  // The host's merge commit has the base as its parent, even in a shallow clone.
  if ((await parentsOf(git, head)).includes(base)) return undefined;
  const common = branchedOff === 'at the diff base' ? diffBase : await mergeBase(git, REMOTE, base, head);
  return common.ok && common.value === base ? undefined : treeOf(git, common, 'merge base');
}

/** The tree of a commit, or the reason why the commit could not be found. */
export function treeOf(
  git: Git,
  commit: Outcome<string>,
  name: string,
  expected: readonly string[] = [],
): FileTree | Unavailable {
  if (!commit.ok) return { unavailable: commit.why };
  return gitTree(git, commit.value, `${name} ${shortId(commit.value)}`, expected);
}

/** The error for a folder that is not a usable checkout. */
export function noCheckout(why: string, advice: string): ConfigError {
  if (/dubious ownership|unsafe repository/.test(why)) {
    // Before 2.38, git reads this setting from its own files only.
    return new ConfigError(
      'git refuses the checkout because another user owns it; install git 2.38 or newer in the container, ' +
        'or run `git config --global --add safe.directory "$PWD"` first',
    );
  }
  if (why === NO_COMMIT_YET) return new ConfigError(`${why}; ${advice}`);
  return new ConfigError(`no commit is checked out here (${why}); ${advice}`);
}
