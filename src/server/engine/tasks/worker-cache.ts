import type { RulesetFiles } from '../../../contract/index.ts';
import { createTrafficReader, type TrafficReader } from '../../../history/index.ts';
import type { Dialect } from '../../../model/index.ts';
import type { Ruleset } from '../../../rules/index.ts';
import { createSqlReader, type SqlReader } from '../../../sql/index.ts';
import { CLIENT_KEY_PREFIX } from './client-key.ts';
import { RulesetCache } from './ruleset-cache.ts';

/** What a task works with, and how it reports progress. */
export interface TaskTools {
  /** The ruleset that the task names. Raises ConfigError. */
  ruleset(key: string): Promise<Ruleset>;
  reader(dialect: Dialect): Promise<SqlReader>;
  traffic(dialect: Dialect): Promise<TrafficReader>;
  /** Item `index` of the task starts, with its own time limit. Everything before the first item is start-up. */
  begin(index: number): void;
  /** Reports the outcome of an item immediately, so that it is not lost if a later item exceeds a limit. */
  part(index: number, value: unknown): void;
  /** The same for several items in a row: one message costs less than many. */
  parts(from: number, values: readonly unknown[]): void;
  progress(done: number, total: number): void;
}

/** What a thread caches between tasks. */
export class WorkerCache {
  readonly #active = new RulesetCache({ rulesets: 64, characters: 32 * 1024 * 1024 });
  /** Separate, so that rulesets of clients cannot evict the active ones, which every query needs. */
  readonly #sent = new RulesetCache({ rulesets: 8, characters: 16 * 1024 * 1024 });
  readonly #readers = new Map<Dialect, Promise<SqlReader>>();
  readonly #traffic = new Map<Dialect, Promise<TrafficReader>>();

  /** Tools for one task. `files` returns the files of a ruleset that is not cached. */
  tools(
    files: (key: string) => Promise<RulesetFiles>,
    reports: Pick<TaskTools, 'begin' | 'part' | 'parts' | 'progress'>,
  ): TaskTools {
    return {
      ruleset: (key) => (key.startsWith(CLIENT_KEY_PREFIX) ? this.#sent : this.#active).load(key, () => files(key)),
      reader: (dialect) => once(this.#readers, dialect, createSqlReader),
      traffic: (dialect) => once(this.#traffic, dialect, createTrafficReader),
      ...reports,
    };
  }
}

function once<T>(
  known: Map<Dialect, Promise<T>>,
  dialect: Dialect,
  make: (dialect: Dialect) => Promise<T>,
): Promise<T> {
  const made = known.get(dialect) ?? make(dialect);
  known.set(dialect, made);
  return made;
}
