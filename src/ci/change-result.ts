import type { Change, FileTree } from '../model/index.ts';

export interface PullRequest {
  readonly number: number;
  /** The commit of its branch. */
  readonly head: string;
}

/** The change of a CI event or of the local checkout. */
export interface ChangeResult {
  /** Undefined if the event has no change (a schedule, a manual run): then all of `paths` is checked. */
  readonly change: Change | undefined;
  /** What is judged: the head of the change, or the working directory. */
  readonly head: FileTree;
  /** The event of the host, or `local`. */
  readonly event: string;
  /** The pull request, if the event has one. */
  readonly pull?: PullRequest | undefined;
  /** Lines for the report: a dangerous event, a list of files that came from elsewhere. */
  readonly notices: readonly string[];
}
