import { timed } from '../../debug/index.ts';
import type { FileTree, TreeEntry } from '../../model/index.ts';

/** The tree, with each read and listing in the debug log. */
export function logged(tree: FileTree): FileTree {
  return {
    ...tree,
    read: (path) =>
      timed(
        'files',
        () => `read \`${path}\` of ${tree.label}`,
        () => tree.read(path),
        describe,
      ),
    list: (folder) =>
      timed(
        'files',
        () => `list ${folder === '' ? 'all files' : `\`${folder}\``} of ${tree.label}`,
        () => tree.list(folder),
        (paths) => `${paths.length} files`,
      ),
  };
}

function describe(entry: TreeEntry): string {
  switch (entry.kind) {
    case 'file':
      return `${entry.bytes.length} bytes`;
    case 'oversized':
      return `too large (${entry.size} bytes)`;
    case 'link':
      return 'a link, which is not followed';
    case 'missing':
      return 'no such file';
  }
}
