import type { Change, FileTree } from '../model/index.ts';

/** What a CI host, or the local checkout, gives to check. */
export interface ChangeResult {
  /** Undefined where the event is about no change (a schedule, a manual run): then all of `paths` is checked. */
  readonly change: Change | undefined;
  /** What is judged: the head of the change, or the working directory. */
  readonly head: FileTree;
  /** The event of the host, or `local`. */
  readonly event: string;
  /** Number of the pull request, where the event is about one. */
  readonly pullNumber?: number | undefined;
  /** Lines that the reader must see: a dangerous event, a list that came from elsewhere. */
  readonly notices: readonly string[];
}
