import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { ConfigError, type FileTree } from '../model/index.ts';
import { headCommit } from './git/history.ts';
import { shortId } from './git/names.ts';
import { openGit } from './git/run.ts';
import { gitTree, isInCommit } from './git/tree.ts';
import { repoRoot } from './repo-root.ts';
import { workingTree } from './trees/working-tree.ts';

/** A ruleset that the workflow checked out, so that the pull request cannot edit it. */
export interface RulesCheckout {
  readonly tree: FileTree;
  /** Path in that tree; '' is the whole tree. */
  readonly entry: string;
}

/**
 * Returns the ruleset at `path` if it is in another checkout than the judged repository: outside of `root`, or in a
 * repository below it that the judged commit does not track. A submodule does not count, since the pull request chooses
 * its commit. If the checkout has a commit, its files are read from that commit.
 *
 * @param root top folder of the repository that is judged, absolute
 * @param path the `rules` setting: a path relative to `root` or absolute, or the name of a pack
 * @returns undefined if `path` belongs to the repository itself, or is a pack
 */
export async function rulesCheckout(root: string, path: string): Promise<RulesCheckout | undefined> {
  if (path.startsWith('querygate:')) return undefined;
  const top = await realpath(root);
  const given = resolve(top, isAbsolute(path) ? relative(root, path) : path);
  const inside = isBelow(top, given);
  const at = await realpath(given).catch(() => undefined);
  if (at === undefined) {
    if (inside) return undefined;
    throw new ConfigError(`there is no ruleset at \`${path}\`; check it out first, or correct \`rules\``);
  }
  // The pull request controls the links in the checkout, so a path through one is not trusted.
  if (inside && at !== given) return undefined;
  const folder = (await stat(at)).isDirectory() ? at : dirname(at);
  const owner = await repoRoot(folder);
  if (inside) {
    if (owner === undefined || owner === top || !isBelow(top, owner)) return undefined;
    if (await isTracked(top, treePath(top, owner))) return undefined;
  }
  // The tree is the folder, so that `extends` can name files beside the entry.
  if (owner === undefined) return { tree: workingTree(folder, folder), entry: treePath(folder, at) };
  const git = openGit(owner);
  const commit = await headCommit(git);
  if (!commit.ok) throw new ConfigError(`the checkout that holds \`${path}\` has no commit (${commit.why})`);
  const name = inside ? treePath(top, owner) : owner;
  return { tree: gitTree(git, commit.value, `${name} at ${shortId(commit.value)}`), entry: treePath(owner, at) };
}

function treePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

function isBelow(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return !isAbsolute(relativePath) && relativePath !== '..' && !relativePath.startsWith(`..${sep}`);
}

/** Whether the judged commit tracks `path`. */
async function isTracked(root: string, path: string): Promise<boolean> {
  const git = openGit(root);
  const head = await headCommit(git);
  return !head.ok || isInCommit(git, head.value, path);
}
