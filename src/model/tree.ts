/** The entry at a path of a tree. Symbolic links are never followed, since they could lead out of the repository. */
export type TreeEntry =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'link' }
  | { readonly kind: 'missing' }
  /** Larger than MAX_FILE_BYTES and not read; anything that depends on it is undecided. */
  | { readonly kind: 'oversized'; readonly size: number };

/** Maximum size of a file that is read, so that a pull request cannot fill the runner's memory. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** A symbolic link in a tree, and its target. */
export interface TreeLink {
  readonly path: string;
  /** The target as written in the link; undefined if it is too long or not UTF-8. */
  readonly target: string | undefined;
  /** What the target is on this machine; undefined if the tree is not on disk. */
  readonly leadsTo: 'file' | 'folder' | 'missing' | undefined;
}

/** Maximum length of a link target; no operating system follows a longer one. */
export const MAX_LINK_BYTES = 4096;

/** The files of one commit, or of the working directory. Paths are relative to the repository's root, with `/`. */
export interface FileTree {
  /** Name in reports: `base 1a2b3c4`, `working tree`. */
  readonly label: string;
  /** Full commit id, if the tree is a commit. */
  readonly commit: string | undefined;
  /** Reads one file. Raises only when the tree itself cannot be read. */
  read(path: string): Promise<TreeEntry>;
  /** Announces files that will be read next, in this order, so that a tree can read them in batches. */
  expect?(paths: readonly string[]): void;
  /** Paths of all files below `folder` ('' is the root), sorted, without links. */
  list(folder: string): Promise<readonly string[]>;
  /** Paths of the links below `folder`, sorted. Missing for a tree that cannot contain links. */
  links?(folder: string): Promise<readonly string[]>;
  /** All links with their targets, sorted. Present if `links` is. */
  readLinks?(): Promise<readonly TreeLink[]>;
  /** Paths of the submodules, sorted. Missing for a tree that does not know them. */
  submodules?(): Promise<readonly string[]>;
}
