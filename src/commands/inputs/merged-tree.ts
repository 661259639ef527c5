import { ConfigError, type FileTree, type TreeEntry } from '../../model/index.ts';

/** Both sides edited a file in different ways, so its content after the merge is unknown. */
export class UnmergedError extends ConfigError {}

/**
 * The tree of the base after `head` is merged into it, file by file: a file that `head` did not change since `common`
 * is the base's, and a file that it changed is its own. Reading a file that both changed raises UnmergedError: then the
 * base has to be merged into the branch first.
 *
 * @param ofBoth `head`: such a file is the head's own instead
 */
export function mergedTree(
  base: FileTree,
  common: FileTree,
  head: FileTree,
  ofBoth: 'unknown' | 'head' = 'unknown',
): FileTree {
  async function read(path: string): Promise<TreeEntry> {
    const [ours, theirs] = [await base.read(path), await head.read(path)];
    if (isSame(ours, theirs)) return theirs;
    const before = await common.read(path);
    if (isSame(before, theirs)) return ours;
    if (isSame(before, ours) || ofBoth === 'head') return theirs;
    throw new UnmergedError(
      'this file was edited on both the base branch and in the change, so its content after the merge is unknown; merge the base branch into the change',
      { file: path },
    );
  }

  async function below(folder: string, kind: 'file' | 'link'): Promise<readonly string[]> {
    const paths = new Set<string>();
    for (const tree of [base, head]) {
      for (const path of await (kind === 'file' ? tree.list(folder) : (tree.links?.(folder) ?? []))) paths.add(path);
    }
    const found: string[] = [];
    for (const path of paths) if (await isKind(path, kind)) found.push(path);
    return found.sort();
  }

  async function isKind(path: string, kind: 'file' | 'link'): Promise<boolean> {
    const entry = await read(path);
    return kind === 'link' ? entry.kind === 'link' : entry.kind === 'file' || entry.kind === 'oversized';
  }

  return {
    label: `${head.label} merged into ${base.label}`,
    commit: head.commit,
    read,
    list: (folder) => below(folder, 'file'),
    links: (folder) => below(folder, 'link'),
  };
}

function isSame(a: TreeEntry, b: TreeEntry): boolean {
  if (a.kind === 'file' && b.kind === 'file') return Buffer.compare(a.bytes, b.bytes) === 0;
  // Oversized files and links are never read, so comparing the size or the kind is enough.
  if (a.kind === 'oversized' && b.kind === 'oversized') return a.size === b.size;
  return a.kind === b.kind;
}
