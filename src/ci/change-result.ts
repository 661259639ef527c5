import type { Change, FileTree } from '../model/index.ts';

/** The change of a CI event or of the local checkout. */
export interface ChangeResult {
  /** Undefined if the event has no change (a schedule, a manual run): then all of `paths` is checked. */
  readonly change: Change | undefined;
  /** What is judged: the head of the change, or the working directory. */
  readonly head: FileTree;
  /** The event of the host, or `local`. */
  readonly event: string;
  /** Number of the pull request, if the event has one. */
  readonly pullNumber?: number | undefined;
  /** Lines for the report: a dangerous event, a list of files that came from elsewhere. */
  readonly notices: readonly string[];
}
