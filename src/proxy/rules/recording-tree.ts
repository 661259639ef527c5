import { createHash } from 'node:crypto';
import type { FileTree, TreeEntry } from '../../model/index.ts';

/** A tree that notes what was read from it, so that a later look can tell whether any of it has changed. */
export class RecordingTree implements FileTree {
  readonly label: string;
  readonly commit: string | undefined;
  readonly links?: NonNullable<FileTree['links']>;
  readonly #tree: FileTree;
  /** Digest of the content by path. */
  readonly #files = new Map<string, string>();
  /** Digest of the paths by folder. */
  readonly #folders = new Map<string, string>();

  constructor(tree: FileTree) {
    this.#tree = tree;
    this.label = tree.label;
    this.commit = tree.commit;
    if (tree.links) this.links = tree.links;
  }

  async read(path: string): Promise<TreeEntry> {
    const entry = await this.#tree.read(path);
    this.#files.set(path, digestOf(entry));
    return entry;
  }

  async list(folder: string): Promise<readonly string[]> {
    const paths = await this.#tree.list(folder);
    this.#folders.set(folder, digest(paths.join('\0')));
    return paths;
  }

  /** Whether everything that was read is the same in another tree. */
  async isSameIn(other: FileTree): Promise<boolean> {
    for (const [path, known] of this.#files) if (digestOf(await other.read(path)) !== known) return false;
    for (const [folder, known] of this.#folders)
      if (digest((await other.list(folder)).join('\0')) !== known) return false;
    return true;
  }
}

function digestOf(entry: TreeEntry): string {
  return entry.kind === 'file' ? digest(entry.bytes) : entry.kind;
}

function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
