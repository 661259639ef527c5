import type { WorkspaceFiles } from '../../ci/index.ts';
import type { Change, Dialect, FileTree, SimulationPolicy } from '../../model/index.ts';
import type { ServiceAccess, TrustedRules } from './check-request.ts';

/** Two rulesets on disk, for a simulation without git. */
export interface GivenRules {
  /** Undefined is the empty ruleset. */
  readonly base: TrustedRules | undefined;
  readonly head: TrustedRules;
}

/** The limits of a run. Those that are missing come from the configuration in force, then from the defaults. */
export type SimulationLimits = Partial<
  Pick<
    SimulationPolicy,
    'maxBrokenFlows' | 'maxUnknown' | 'maxUnread' | 'maxAge' | 'failOnNewlyAllowed' | 'failOn' | 'minCalls' | 'minDays'
  >
>;

/** What `simulate` is to do. */
export interface SimulateRequest {
  /** The change whose rules are compared; undefined where the event is about none, or the rules are given. */
  readonly change: Change | undefined;
  readonly head: FileTree;
  readonly given?: GivenRules | undefined;
  readonly event: string;
  readonly now: Date;
  /** What lies on disk beside the commits: a history that an earlier step put there. */
  readonly files: WorkspaceFiles;
  /** The module that threads start with, where there are large logs to read. */
  readonly workerUrl?: URL | undefined;
  readonly rules?: string;
  readonly trustedRules?: TrustedRules | undefined;
  readonly config?: string;
  /** Snapshots or logs: paths, folders and globs, from the top of the checkout or absolute. */
  readonly history?: readonly string[];
  /** Dialect of logs that do not tell it. */
  readonly dialect?: Dialect;
  readonly limits: SimulationLimits;
  readonly service: ServiceAccess;
  readonly hostNotices?: readonly string[];
  /** One short line on what is being done, for a person who waits. */
  readonly onProgress?: (text: string) => void;
}
