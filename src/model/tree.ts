/** What a path of a tree is. A link is never followed: it could lead out of the repository. */
export type TreeEntry =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'link' }
  | { readonly kind: 'missing' }
  /** Larger than MAX_FILE_BYTES: not read, so whoever needed it cannot decide. */
  | { readonly kind: 'oversized'; readonly size: number };

/** No tree hands out a larger file: a pull request must not fill the runner's memory. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** A link of a tree, and where it leads. */
export interface TreeLink {
  readonly path: string;
  /** As written in the link; undefined where that is too long or no UTF-8. */
  readonly target: string | undefined;
  /** What stands at the end of it on this machine; undefined where the tree is not on disk. */
  readonly leadsTo: 'file' | 'folder' | 'missing' | undefined;
}

/** A longer target leads nowhere: no system follows it. */
export const MAX_LINK_BYTES = 4096;

/** The files of one commit, or of the working directory. Paths are relative to the repository's root, with `/`. */
export interface FileTree {
  /** How reports call it: `base 1a2b3c4`, `working tree`. */
  readonly label: string;
  /** Full commit id, where the tree is a commit. */
  readonly commit: string | undefined;
  /** Reads one file. Throws only when the tree itself cannot be read. */
  read(path: string): Promise<TreeEntry>;
  /** Paths of all files below `folder` ('' is the root), sorted; links are left out. */
  list(folder: string): Promise<readonly string[]>;
  /** Paths of the links below `folder`, sorted; a tree that can hold none leaves this out. */
  links?(folder: string): Promise<readonly string[]>;
  /** All links, sorted, with where they lead; a tree that has `links` has this too. */
  readLinks?(): Promise<readonly TreeLink[]>;
}
