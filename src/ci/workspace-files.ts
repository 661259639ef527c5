import { lstat, readlink, realpath } from 'node:fs/promises';
import { isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { headCommit } from './git/history.ts';
import { openGit } from './git/run.ts';
import { isInCommit } from './git/tree.ts';
import { repoRoot } from './repo-root.ts';
import { isTreePath } from './trees/path.ts';
import { workingTree } from './trees/working-tree.ts';

/** What is at a path on disk. */
export type DiskEntry =
  /** `at` is absolute and contains no link. */
  | { readonly kind: 'file'; readonly at: string }
  | { readonly kind: 'folder'; readonly at: string }
  | { readonly kind: 'missing' }
  /** Git tracks it, or a link or submodule on the way to it, so the author of the commit controls it. */
  | { readonly kind: 'tracked'; readonly path: string };

/** Untracked files that an earlier step of the pipeline put on disk, inside or outside of the checkout. */
export interface WorkspaceFiles {
  /** What is at `path`, which is absolute or relative to the top of the checkout. Tracked links are never followed. */
  find(path: string): Promise<DiskEntry>;
  /**
   * Sorted paths of the files below a folder, without following links below it. Absolute if `folder` is, else relative
   * to the top of the checkout.
   */
  list(folder: string): Promise<readonly string[]>;
}

/** Maximum number of links on the way to one file; more are taken for a cycle. */
const MAX_LINKS = 40;

/**
 * @param root top folder of the checkout, or any folder where there is none
 * @param own whether the user trusts all files, so that it does not matter what git tracks
 */
export function workspaceFiles(root: string, { own = false } = {}): WorkspaceFiles {
  let opened: Promise<{ readonly top: string; isTracked(path: string): Promise<boolean> }> | undefined;
  const workspace = () => {
    opened ??= open(root, own);
    return opened;
  };

  async function find(path: string): Promise<DiskEntry> {
    const { top, isTracked } = await workspace();
    // The prefix of the path may lead to the checkout through a link, as on macOS.
    const given = isAbsolute(path) ? relative(resolve(root), path) : path;
    const absolute = isInside(given) ? resolve(top, given) : resolve(root, path);
    const found = await follow(absolute, async (link) => {
      const inside = relative(top, link);
      return isInside(inside) && (await isTracked(toPath(inside)));
    });
    if (typeof found === 'string') return { kind: 'tracked', path: toPath(relative(top, found)) };
    if (!found) return { kind: 'missing' };
    const inside = relative(top, found.at);
    if (inside !== '' && isInside(inside) && found.kind === 'file' && (await isTracked(toPath(inside))))
      return { kind: 'tracked', path: toPath(inside) };
    return found;
  }

  async function list(folder: string): Promise<readonly string[]> {
    if (!isAbsolute(folder) && folder !== '' && !isTreePath(folder)) return list(resolve(root, folder));
    const found = await find(folder === '' ? '.' : folder);
    if (found.kind !== 'folder') return [];
    const paths = await workingTree(found.at).list('');
    return paths.map((path) => (folder === '' ? path : `${folder}/${path}`));
  }

  return { find, list };
}

/** Follows `path` link by link. Returns a link that `isRefused` rejects, or undefined if nothing is at the end. */
async function follow(
  path: string,
  isRefused: (link: string) => Promise<boolean>,
): Promise<Extract<DiskEntry, { readonly at: string }> | string | undefined> {
  let links = 0;
  let at = parse(path).root;
  let rest = partsOf(path);
  let kind: 'file' | 'folder' | undefined = 'folder';
  for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
    if (kind !== 'folder') return undefined;
    const next = join(at, part);
    const stats = await lstat(next).catch(() => undefined);
    if (stats?.isSymbolicLink()) {
      if (await isRefused(next)) return next;
      if (++links > MAX_LINKS) return undefined;
      const target = resolve(at, await readlink(next));
      rest = [...partsOf(target), ...rest];
      at = parse(target).root;
      kind = 'folder';
    } else {
      kind = stats?.isFile() ? 'file' : stats?.isDirectory() ? 'folder' : undefined;
      if (!kind) return undefined;
      at = next;
    }
  }
  // On a case-insensitive file system, git knows the name as it is spelled on disk.
  return kind && { kind, at: await realpath(at).catch(() => at) };
}

function partsOf(path: string): string[] {
  return path
    .slice(parse(path).root.length)
    .split(sep)
    .filter((part) => part !== '');
}

async function open(root: string, own: boolean) {
  const top = await realpath(root);
  const isCheckout = !own && (await repoRoot(top)) !== undefined;
  const git = openGit(top);
  const head = isCheckout ? await headCommit(git) : undefined;

  /** Whether the commit or the index has anything at `path`, or a link, file or submodule on the way to it. */
  async function isTracked(path: string): Promise<boolean> {
    if (!isCheckout) return false;
    const added = await git.must(['ls-files', '-z', '--cached', '--full-name', '--', path]);
    if (added.length > 0) return true;
    return head?.ok === true && isInCommit(git, head.value, path);
  }
  return { top, isTracked };
}

/** Whether a relative path is the folder itself, or below it. */
function isInside(path: string): boolean {
  return !isAbsolute(path) && path !== '..' && !path.startsWith(`..${sep}`);
}

function toPath(path: string): string {
  return path.split(sep).join('/');
}
