import type { Change, Dialect, FailOn, FileTree, FindingsMode, OnUnknown } from '../../model/index.ts';
import type { CallerSettings } from '../../model/schemas/index.ts';

/** What asks for a service: see service-place.ts. */
export interface ServiceSettings {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly workspace?: string;
}

/** What asks for a service, and what the host tells of a key that is not there. */
export interface ServiceAccess extends ServiceSettings {
  /** Seconds that the service may take. */
  readonly timeout?: number | undefined;
  /** Where the proxies of the machine are read. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Why this run cannot have the key (a fork, Dependabot); undefined where it should have it. */
  readonly withheld?: string | undefined;
  /** What to look at where the key is missing although this run should have it. */
  readonly keyAdvice?: string | undefined;
}

/** A ruleset that the workflow, and not the pull request, brought into the workspace. */
export interface TrustedRules {
  readonly tree: FileTree;
  /** Path in that tree; '' is all of it. */
  readonly entry: string;
}

/** What `check` is to do. Settings that are missing come from the configuration file, then from the defaults. */
export interface CheckRequest {
  /** The change to judge; undefined judges all of `paths`. */
  readonly change: Change | undefined;
  /** What is judged: the head of the change, or the working directory. */
  readonly head: FileTree;
  readonly event: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** SQL given on standard input: judged as one file of that name, and nothing else. */
  readonly standardInput?: Uint8Array;
  /** Files, folders and globs of the tree. */
  readonly paths?: readonly string[];
  readonly ignore?: readonly string[];
  readonly dialect?: Dialect;
  readonly rules?: string;
  readonly trustedRules?: TrustedRules | undefined;
  readonly config?: string;
  readonly failOn?: FailOn;
  readonly onUnknown?: OnUnknown;
  readonly findings?: FindingsMode;
  readonly caller?: CallerSettings;
  readonly service: ServiceAccess;
  /** What the CI host has to say to the reader: it goes into the report, and so into every form of it. */
  readonly hostNotices?: readonly string[];
  /** Called before each file, with how many are done of how many. */
  readonly onProgress?: (done: number, total: number, path: string) => void;
  /** One short line on what the service is being asked. */
  readonly onAsking?: (text: string) => void;
}
