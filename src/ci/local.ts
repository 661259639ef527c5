import { ConfigError } from '../model/index.ts';
import { noCheckout, treeOf } from './build-change.ts';
import type { ChangeResult } from './change-result.ts';
import { diffWorkingTree, pathsOfWorkingTree } from './git/diff.ts';
import { headCommit, mergeBase, resolveCommit } from './git/history.ts';
import { shortId } from './git/names.ts';
import { type Git, openGit } from './git/run.ts';
import { submodulesOfIndex } from './git/tree.ts';
import { workingTree } from './trees/working-tree.ts';

/** The default base: the remote's default branch, as last fetched, or a branch with a usual name. */
const DEFAULT_BASES = ['refs/remotes/origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'] as const;

export interface LocalOptions {
  /** Top folder of the work tree, absolute. */
  readonly root: string;
  /** Revision that the change started from; default: the default branch. */
  readonly since?: string | undefined;
}

/**
 * The changes since `since`: the commits since the merge base, and all staged, unstaged and untracked files.
 * The rules in force are read from the tip of `since` as last fetched; nothing is fetched.
 * Raises ConfigError if there is no checkout, or nothing to compare with.
 */
export async function localChange({ root, since }: LocalOptions): Promise<ChangeResult> {
  const git = openGit(root);
  const head = await headCommit(git);
  if (!head.ok) throw noCheckout(head.why, 'run it inside a git repository with a commit');
  const base = await findBase(git, since);
  const start = await mergeBase(git, undefined, base.commit, head.value);
  const changed = start.ok ? await diffWorkingTree(git, start.value) : [];
  const oldPaths = changed.filter((file) => file.status !== 'added').map((file) => file.previousPath ?? file.path);
  // Ignored files are not part of the change, and may be in a folder that this user cannot read.
  let known: Promise<readonly string[]> | undefined;
  const files = workingTree(root, undefined, () => {
    known ??= pathsOfWorkingTree(git);
    return known;
  });
  const tree = { ...files, submodules: () => submodulesOfIndex(git) };
  const change = {
    event: 'local',
    rulesBase: treeOf(git, { ok: true, value: base.commit }, 'base'),
    diffBase: treeOf(git, start, 'diff base', oldPaths),
    head: tree,
    mergeBase: async () => (start.ok && start.value === base.commit ? undefined : treeOf(git, start, 'merge base')),
    files: changed,
    untrusted: start.ok ? undefined : `${start.why}; in a shallow clone run \`git fetch --unshallow\``,
    fork: false,
    baseLabel: `${base.name} at ${shortId(base.commit)}`,
    headLabel: 'working tree',
  };
  return { change, head: tree, event: 'local', notices: [] };
}

async function findBase(git: Git, since: string | undefined): Promise<{ name: string; commit: string }> {
  if (since !== undefined) {
    const commit = await resolveCommit(git, since);
    if (commit.ok) return { name: since, commit: commit.value };
    throw new ConfigError(
      `cannot find \`${since}\` (${commit.why}); name a branch, tag or commit that is fetched here`,
    );
  }
  for (const name of DEFAULT_BASES) {
    const commit = await resolveCommit(git, name);
    if (commit.ok) return { name: name.replace('refs/remotes/', ''), commit: commit.value };
  }
  throw new ConfigError(
    'no base to compare with: there is no `origin/HEAD`, `main` or `master`; name it with `--since <ref>`, ' +
      'or run `git remote set-head origin --auto` once',
  );
}
