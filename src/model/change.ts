import type { FileTree } from './tree.ts';

export interface ChangedFile {
  readonly status: 'added' | 'modified' | 'renamed' | 'deleted';
  /** Path on the head side; of a deleted file, its old path. */
  readonly path: string;
  /** The old path of a renamed file. */
  readonly previousPath: string | undefined;
}

/** Something that could not be read, with one line on why and what to do. */
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
  /** The tip of the base branch: rules, configuration and baseline in force are read from here. */
  readonly rulesBase: FileTree | Unavailable;
  /** The old side of each changed file: `files` is the difference from it to `head`. */
  readonly diffBase: FileTree | Unavailable;
  /** The new side: the merge commit where there is one. */
  readonly head: FileTree;
  /**
   * Where `head` left the tip of the base branch: what one of them has as it was there is the other's once merged.
   * Undefined, or missing, where `head` holds all of the base, or takes its place (a push).
   */
  mergeBase?(): Promise<FileTree | Unavailable | undefined>;
  /** Every changed file, whatever its name. */
  readonly files: readonly ChangedFile[];
  /** Why `files` cannot be trusted to be complete; undefined where it can. One line, with what to do. */
  readonly untrusted: string | undefined;
  /** Whether the head comes from another repository (no secrets, read-only token). */
  readonly fork: boolean;
  /** Short names for people: `main at 1a2b3c4`. */
  readonly baseLabel: string;
  readonly headLabel: string;
}
