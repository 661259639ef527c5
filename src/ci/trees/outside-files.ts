import { lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { ConfigError, type FileTree, type TreeLink } from '../../model/index.ts';
import { workingTree } from './working-tree.ts';

/**
 * Adds files and folders outside of the tree's root, under their absolute paths.
 * Only for paths from a user's command line: paths from a pull request must never lead out of the checkout.
 *
 * @param outside absolute paths
 */
export async function withOutsideFiles(tree: FileTree, outside: readonly string[]): Promise<FileTree> {
  if (outside.length === 0) return tree;
  const listed: string[] = [];
  const linked: TreeLink[] = [];
  for (const path of outside) {
    const stats = await lstat(path).catch(() => undefined);
    if (!stats) throw new ConfigError(`there is no file or folder \`${path}\`; correct the path`);
    const below = workingTree(path);
    if (stats.isDirectory()) {
      for (const name of await below.list('')) listed.push(`${path}/${name}`);
      for (const link of (await below.readLinks?.()) ?? []) linked.push({ ...link, path: `${path}/${link.path}` });
    } else listed.push(path);
  }
  return {
    ...tree,
    read: (path) => (path.startsWith('/') ? workingTree(dirname(path)).read(basename(path)) : tree.read(path)),
    list: async (folder) => {
      if (folder === '') return [...(await tree.list('')), ...listed];
      return folder.startsWith('/') ? listed.filter(isBelow(folder)) : tree.list(folder);
    },
    links: async (folder) => {
      const own = (await tree.links?.(folder)) ?? [];
      const outer = linked.map(({ path }) => path);
      if (folder === '') return [...own, ...outer];
      return folder.startsWith('/') ? outer.filter(isBelow(folder)) : own;
    },
    readLinks: async () => [...((await tree.readLinks?.()) ?? []), ...linked],
  };
}

function isBelow(folder: string): (path: string) => boolean {
  return (path) => path === folder || path.startsWith(`${folder}/`);
}
