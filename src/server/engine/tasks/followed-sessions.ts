import type { TrafficReader } from '../../../history/index.ts';
import type { TextTask } from '../engine.ts';

/**
 * The sessions of one job. What a session created is known only if the job has all its queries from the first on: a
 * query that another request or another server got may have dropped it.
 */
export class FollowedSessions {
  /** Number of the last query of each session that was followed from its first on. */
  readonly #last = new Map<string, number>();

  /**
   * The session under which the reader reads the query; undefined if its earlier queries are not all known. A query
   * that did not run only shows that what the session created may be gone.
   */
  follow({ session, dialect, failed }: TextTask, reader: TrafficReader): string | undefined {
    if (session === undefined) return undefined;
    const name = `${dialect} ${session.name}`;
    const last = this.#last.get(name);
    // A second first query would continue what the reader knows of the first session.
    const continues = last === undefined ? session.statement === 1 : session.statement === last + 1;
    this.#last.set(name, continues ? session.statement : Number.NaN);
    if (!continues) return undefined;
    if (!failed) return name;
    reader.failed(name);
    return undefined;
  }
}
