import type { FileTree } from '../model/index.ts';
import { openGit } from './git/run.ts';
import { submodulesOfIndex } from './git/tree.ts';
import { repoRoot } from './repo-root.ts';
import { workingTree } from './trees/working-tree.ts';

/**
 * The files of a checkout on disk, with its submodules. Git runs only if the checkout has submodules.
 *
 * @param root top folder of the checkout, or any folder where there is none; absolute
 */
export function checkoutTree(root: string): FileTree {
  const tree = workingTree(root);
  return {
    ...tree,
    submodules: async () => {
      const named = (await tree.read('.gitmodules')).kind !== 'missing';
      return named && (await repoRoot(root)) === root ? submodulesOfIndex(openGit(root)) : [];
    },
  };
}
