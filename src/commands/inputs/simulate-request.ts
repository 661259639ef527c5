import type { WorkspaceFiles } from '../../ci/index.ts';
import type { Change, ClientSource, Dialect, FileTree, SimulationPolicy, SourceRepository } from '../../model/index.ts';
import type { ServiceAccess, TrustedRules } from './check-request.ts';

/** Two rulesets on disk, for a simulation without git. */
export interface ExplicitRules {
  /** Undefined is the empty ruleset. */
  readonly base: TrustedRules | undefined;
  readonly head: TrustedRules;
}

/** The limits of a run. Missing ones come from the configuration in force, then from the defaults. */
export type SimulationLimits = { readonly [K in keyof SimulationPolicy]?: SimulationPolicy[K] | undefined };

/** The input of `simulate`. */
export interface SimulateRequest {
  /** The change whose rules are compared; undefined if the event has none, or if the rules are given. */
  readonly change: Change | undefined;
  readonly head: FileTree;
  readonly given?: ExplicitRules | undefined;
  readonly event: string;
  readonly now: Date;
  /** Files on disk that git does not track: a history that an earlier step put there. */
  readonly files: WorkspaceFiles;
  /** The module that worker threads run, to read large logs. */
  readonly workerUrl?: URL | undefined;
  readonly rules?: string | undefined;
  readonly trustedRules?: TrustedRules | undefined;
  readonly config?: string | undefined;
  /** Snapshots or logs: paths, folders and globs, from the top of the checkout or absolute. */
  readonly history?: readonly string[] | undefined;
  /** SQL dialect of logs that do not name it. */
  readonly dialect?: Dialect | undefined;
  readonly limits: SimulationLimits;
  readonly service: ServiceAccess;
  /** Where the running client came from; by default an installed package. */
  readonly source?: ClientSource | undefined;
  /** The judged repository at the judged commit, for links to its files. */
  readonly judged?: SourceRepository | undefined;
  readonly hostNotices?: readonly string[] | undefined;
  /** Called with one short line of progress. */
  readonly onProgress?: (text: string) => void;
}
