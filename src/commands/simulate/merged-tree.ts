import { ConfigError, type FileTree, type TreeEntry } from '../../model/index.ts';

/** Both sides changed a file, each in its own way: what will be in it after the merge is not known. */
export class UnmergedError extends ConfigError {}

/**
 * What the tree of the base will be once `head` is merged into it, as git merges whole files: what `head` left as it
 * was in `common` is the base's, and what it changed is its own. Where both changed a file, reading it raises UnmergedError:
 * the branch has to take in the base first.
 */
export function mergedTree(base: FileTree, common: FileTree, head: FileTree): FileTree {
  async function read(path: string): Promise<TreeEntry> {
    const [ours, theirs] = [await base.read(path), await head.read(path)];
    if (isSame(ours, theirs)) return theirs;
    const before = await common.read(path);
    if (isSame(before, theirs)) return ours;
    if (isSame(before, ours)) return theirs;
    throw new UnmergedError(
      'both the change and, since it left it, the base branch have edited this file, so what will be in force is not known; merge the base branch into the change',
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
  // Of what is not read nothing can be compared but its size and that it is a link: it decides nothing either way.
  if (a.kind === 'oversized' && b.kind === 'oversized') return a.size === b.size;
  return a.kind === b.kind;
}
