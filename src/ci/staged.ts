import { type Change, ConfigError } from '../model/index.ts';
import { noCheckout } from './build-change.ts';
import type { ChangeResult } from './change-result.ts';
import { allAdded, diffCommits, pathsOfTree } from './git/diff.ts';
import { headCommit, NO_COMMIT_ON_BRANCH, NO_COMMIT_YET } from './git/history.ts';
import { isObjectId, shortId } from './git/names.ts';
import { type Git, gitReason, openGit } from './git/run.ts';
import { emptyTree, gitTree } from './git/tree.ts';

/**
 * The change that a commit would make now: what is staged, compared with HEAD. Files on disk are not read, so that a
 * file that is staged in part is judged as it is staged. The rules in force are those of HEAD.
 *
 * @param root top folder of the work tree, absolute
 */
export async function stagedChange(root: string): Promise<ChangeResult> {
  const git = openGit(root);
  const head = await headCommit(git);
  if (!head.ok && head.why !== NO_COMMIT_YET && head.why !== NO_COMMIT_ON_BRANCH)
    throw noCheckout(head.why, 'run it inside a git repository');
  const tree = await writeIndex(git);
  const all = gitTree(git, tree, LABEL);
  const files = head.ok ? await diffCommits(git, head.value, tree) : allAdded(await pathsOfTree(all));
  const oldPaths = files.filter((file) => file.status !== 'added').map((file) => file.previousPath ?? file.path);
  const newPaths = files.filter((file) => file.status !== 'deleted').map((file) => file.path);
  // A tree is not a commit: reports must not name its id as one.
  const staged = { ...gitTree(git, tree, LABEL, newPaths), commit: undefined };
  const base = head.ok ? `HEAD ${shortId(head.value)}` : 'nothing';
  const change: Change = {
    event: 'local',
    rulesBase: head.ok ? gitTree(git, head.value, base) : emptyTree(base),
    diffBase: head.ok ? gitTree(git, head.value, base, oldPaths) : emptyTree(base),
    head: staged,
    files,
    untrusted: undefined,
    fork: false,
    baseLabel: head.ok ? `HEAD at ${shortId(head.value)}` : base,
    headLabel: LABEL,
  };
  return { change, head: staged, event: 'local', notices: files.length === 0 ? [NOTHING] : [] };
}

const LABEL = 'staged files';
const NOTHING =
  'nothing is staged, so nothing was checked; run `querygate check` without `--staged` to check all files';

/** Writes the index as a tree object, as `git commit` does. Git does not write one during a conflict. */
async function writeIndex(git: Git): Promise<string> {
  const result = await git.run(['write-tree']);
  const tree = result.stdout.toString('latin1').trim();
  if (result.code === 0 && isObjectId(tree)) return tree;
  throw new ConfigError(`the staged files cannot be read (${gitReason(result)}); resolve all conflicts and stage them`);
}
