import type { FileTree } from './tree.ts';

export interface ChangedFile {
  readonly status: 'added' | 'modified' | 'renamed' | 'deleted';
  /** Path on the head side; for a deleted file, its old path. */
  readonly path: string;
  /** The old path of a renamed file. */
  readonly previousPath: string | undefined;
}

/** Something that could not be read. `unavailable` says why and what to do, in one line. */
export interface Unavailable {
  readonly unavailable: string;
}

export function isAvailable<T extends object>(value: T | Unavailable): value is T {
  return !('unavailable' in value);
}

/** What a pull request, merge request, push or local branch changes. */
export interface Change {
  /** `pull_request`, `merge_group`, `push`, `workflow_dispatch`, `merge_request_event`, `local`, … */
  readonly event: string;
  /** The tip of the base branch. The active rules, configuration and baseline are read from here. */
  readonly rulesBase: FileTree | Unavailable;
  /** The old side of each changed file: `files` is the difference between it and `head`. */
  readonly diffBase: FileTree | Unavailable;
  /** The new side: the merge commit if there is one. */
  readonly head: FileTree;
  /**
   * The commit at which `head` branched off the base branch. A file that one side has not changed since then gets the
   * other side's version when merged. Undefined, or missing, if `head` contains the whole base or replaces it (a push).
   */
  mergeBase?(): Promise<FileTree | Unavailable | undefined>;
  /** All changed files, not only SQL files. */
  readonly files: readonly ChangedFile[];
  /** Why `files` may be incomplete and what to do, one line; undefined if it is complete. */
  readonly untrusted: string | undefined;
  /** Whether the head comes from another repository (no secrets, read-only token). */
  readonly fork: boolean;
  /** Short names for display: `main at 1a2b3c4`. */
  readonly baseLabel: string;
  readonly headLabel: string;
}
