import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { ConfigError, type FileTree } from '../model/index.ts';
import { headCommit } from './git/history.ts';
import { shortId } from './git/names.ts';
import { openGit } from './git/run.ts';
import { gitTree, isInCommit } from './git/tree.ts';
import { repoRoot } from './repo-root.ts';
import { workingTree } from './trees/working-tree.ts';

/** A ruleset that the workflow, and not the pull request, brought here. */
export interface RulesCheckout {
  readonly tree: FileTree;
  /** Path in that tree; '' is all of it. */
  readonly entry: string;
}

/**
 * Tells a ruleset of another checkout from one of the repository that is judged: it lies outside of `root`, or in a
 * repository of its own below it of which the judged commit knows nothing. A submodule is not one: which commit of which
 * repository it is stands in the pull request. Where the checkout is a commit, its files are read from that commit.
 *
 * @param root top folder of the repository that is judged, absolute
 * @param path the `rules` setting: a path relative to `root` or absolute, or the name of a pack
 * @returns undefined where `path` belongs to the repository itself, or is a pack
 */
export async function rulesCheckout(root: string, path: string): Promise<RulesCheckout | undefined> {
  if (path.startsWith('querygate:')) return undefined;
  const top = await realpath(root);
  const given = resolve(top, isAbsolute(path) ? relative(root, path) : path);
  const inside = isBelow(top, given);
  const at = await realpath(given).catch(() => undefined);
  if (at === undefined) {
    if (inside) return undefined;
    throw new ConfigError(`there is no ruleset at \`${path}\`: check it out before, or correct \`rules\``);
  }
  // Links in the checkout are the pull request's: they make nothing of it trusted.
  if (inside && at !== given) return undefined;
  const folder = (await stat(at)).isDirectory() ? at : dirname(at);
  const owner = await repoRoot(folder);
  if (inside) {
    if (owner === undefined || owner === top || !isBelow(top, owner)) return undefined;
    if (await isTracked(top, treePath(top, owner))) return undefined;
  }
  // The folder is the tree, so that `extends` can name neighbours.
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
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}

/** Whether the judged commit knows of `path`. */
async function isTracked(root: string, path: string): Promise<boolean> {
  const git = openGit(root);
  const head = await headCommit(git);
  return !head.ok || isInCommit(git, head.value, path);
}
