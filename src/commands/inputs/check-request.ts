import type { CiRun, WorkspaceFiles } from '../../ci/index.ts';
import type {
  Change,
  ClientSource,
  Dialect,
  FailOn,
  FileTree,
  FindingsMode,
  IdentitySource,
  OnUnknown,
  SourceRepository,
} from '../../model/index.ts';
import type { BaselineEntry, CallerSettings } from '../../model/schemas/index.ts';

/** The settings that select a service: see resolve-mode.ts. */
export interface ServiceSettings {
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly workspace?: string | undefined;
  /** The identity of the CI job, used without an API key. */
  readonly identity?: IdentitySource | undefined;
}

/** The service settings, and what is known about a missing key. */
export interface ServiceAccess extends ServiceSettings {
  /** How long to wait for the service, in seconds. */
  readonly timeout?: number | undefined;
  /** The environment that names the proxies. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Why this run cannot have the key (a fork, Dependabot); undefined if it should have it. */
  readonly withheld?: string | undefined;
  /** Advice to print if the key is missing although this run should have it. */
  readonly keyAdvice?: string | undefined;
  /** The change that the CI job runs for; the service records it. */
  readonly run?: CiRun | undefined;
}

/** A ruleset that the workflow put into the working directory, so that the pull request cannot edit it. */
export interface TrustedRules {
  readonly tree: FileTree;
  /** Path in that tree; '' is the whole tree. */
  readonly entry: string;
}

export interface TestsOfChange {
  /** Its path as it was given. */
  readonly name: string;
  readonly at: string;
}

/** A recording that is given to a check. */
export interface GivenRecording {
  readonly name: string;
  readonly text: string;
}

/** The input of `check`. Missing settings come from the configuration file, then from the defaults. */
export interface CheckRequest {
  /** The change to judge; if undefined, all of `paths` is judged. */
  readonly change: Change | undefined;
  /** What is judged: the head of the change, or the working directory. */
  readonly head: FileTree;
  readonly event: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** SQL from standard input, judged as a single file: the only one of `paths`, or `-` if there are no paths. */
  readonly standardInput?: Uint8Array | undefined;
  /** Files, folders and globs of the tree. */
  readonly paths?: readonly string[] | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly dialect?: Dialect | undefined;
  readonly rules?: string | undefined;
  readonly trustedRules?: TrustedRules | undefined;
  readonly config?: string | undefined;
  readonly failOn?: FailOn | undefined;
  readonly onUnknown?: OnUnknown | undefined;
  readonly findings?: FindingsMode | undefined;
  readonly caller?: CallerSettings | undefined;
  /** Rewrite the files with the fixes; also those of a run without a change. */
  readonly rewrite?: boolean | undefined;
  /** What commands executed, each on a database of its own: see `querygate record`. */
  readonly recordings?: readonly GivenRecording[] | undefined;
  /** A snapshot of what the tests of the change execute: see `querygate record --as tests`. */
  readonly tests?: TestsOfChange | undefined;
  /** Where an earlier step may have put histories; undefined: nowhere. */
  readonly disk?: WorkspaceFiles | undefined;
  /** The last migration that is accepted as history: a version or a date. */
  readonly startAfter?: string | undefined;
  /** Accepted findings; overrides the baseline of the configuration. */
  readonly baseline?: readonly BaselineEntry[] | undefined;
  readonly service: ServiceAccess;
  /** Where the running client came from; by default an installed package. */
  readonly source?: ClientSource | undefined;
  /** The judged repository at the judged commit, for links to its files. */
  readonly judged?: SourceRepository | undefined;
  /** Notices of the CI host, shown in every format of the report. */
  readonly hostNotices?: readonly string[] | undefined;
  /** Called before each file, with the number of finished files and of all files. */
  readonly onProgress?: (done: number, total: number, path: string) => void;
  /** Called with one short line on the progress of the service. */
  readonly onServiceProgress?: (text: string) => void;
}
