import type { FileTree } from '../model/index.ts';
import { resolveCommit } from './git/history.ts';
import { shortId } from './git/names.ts';
import { openGit } from './git/run.ts';
import { gitTree } from './git/tree.ts';

/** The files of a commit that a revision names (a branch, a tag, `HEAD~1`); undefined if there is no such commit. */
export async function commitTree(root: string, revision: string): Promise<FileTree | undefined> {
  const git = openGit(root);
  const commit = await resolveCommit(git, revision);
  if (!commit.ok) return undefined;
  return gitTree(git, commit.value, `${revision} at ${shortId(commit.value)}`);
}
