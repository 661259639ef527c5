import { type Change, ConfigError, type FileTree, type Unavailable } from '../model/index.ts';
import type { ChangeResult } from './change-result.ts';
import { diffCommits } from './git/diff.ts';
import { mergeBase, type Outcome, parentsOf } from './git/history.ts';
import { shortId } from './git/names.ts';
import type { Git } from './git/run.ts';
import { gitTree } from './git/tree.ts';

/** The checkout's remote, in every host's clone. */
const REMOTE = 'origin';

export interface Commits {
  readonly event: string;
  readonly head: string;
  readonly headName: string;
  /** What `head` is compared with. */
  readonly diffBase: Outcome<string>;
  /** Where the rules in force are read. */
  readonly rulesBase: Outcome<string>;
  readonly baseName: string;
  readonly fork: boolean;
  /**
   * Where `head` left `rulesBase`: at `diffBase`, or nowhere, since it takes its place as a push does. Undefined: where
   * their histories part.
   */
  readonly left?: 'at the diff base' | 'nowhere' | undefined;
  readonly notices?: readonly string[] | undefined;
}

/** The change between two commits that are both present. Without a diff base the list of files is untrusted. */
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

/** The tree of the last common commit; undefined where `head` has all of `base`. */
async function commonTree(
  git: Git,
  base: string,
  { head, left, diffBase }: Commits,
): Promise<FileTree | Unavailable | undefined> {
  if (left === 'nowhere' || base === head) return undefined;
  // The merge that a host makes of the two names the base as its parent, however shallow the clone is.
  if ((await parentsOf(git, head)).includes(base)) return undefined;
  const common = left === 'at the diff base' ? diffBase : await mergeBase(git, REMOTE, base, head);
  return common.ok && common.value === base ? undefined : treeOf(git, common, 'merge base');
}

/** The tree of a commit that was looked for; what could not be found stays unavailable, with its reason. */
export function treeOf(
  git: Git,
  commit: Outcome<string>,
  name: string,
  expected: readonly string[] = [],
): FileTree | Unavailable {
  if (!commit.ok) return { unavailable: commit.why };
  return gitTree(git, commit.value, `${name} ${shortId(commit.value)}`, expected);
}

/** Refuses a folder that is no checkout: nothing could be compared there. */
export function noCheckout(why: string, advice: string): ConfigError {
  if (/dubious ownership|unsafe repository/.test(why)) {
    // Before 2.38, git heeds this setting from its own files only.
    return new ConfigError(
      'git refuses the checkout, which another user owns: install git 2.38 or newer in the container, ' +
        'or run `git config --global --add safe.directory "$PWD"` before',
    );
  }
  return new ConfigError(`no commit is checked out here (${why}): ${advice}`);
}
