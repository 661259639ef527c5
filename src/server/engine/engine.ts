import type {
  ActiveRuleset,
  DryRun,
  QueryVerdict,
  RulesetDrift,
  RulesetFiles,
  SimulateRequest,
  Simulation,
  SqlFile,
} from '../../contract/index.ts';
import type { CallerFacts, Dialect, HistoryRow, Judge } from '../../model/index.ts';

/** A ruleset for the engine: its files, and a name that is equal only for equal files (`<workspace>/<version>`), by which it is kept. The workspace's tasks take turns with those of others. */
export interface EngineRuleset {
  readonly key: string;
  readonly files: RulesetFiles;
}

/** A text of a dry run, parts put together. */
export interface EngineFile extends Omit<SqlFile, 'source' | 'base'> {
  readonly text: string;
  readonly baseText: string | undefined;
}

/** Files whose texts are read once there is room for them. */
export interface FilesToRead {
  /** Of all texts; at most so many. */
  readonly characters: number;
  read(): Promise<readonly EngineFile[]>;
}

export interface DryRunTask {
  readonly active: EngineRuleset;
  readonly head: RulesetFiles | undefined;
  readonly own: { readonly hash: string; readonly ruleset?: RulesetFiles | undefined } | undefined;
  readonly files: readonly EngineFile[] | FilesToRead;
  readonly settings: {
    readonly failOn: 'block' | 'warn' | 'never';
    readonly suppressions: 'on' | 'off' | 'fail-on-new';
  };
  readonly baseline: readonly string[];
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** What the engine knows of the answer; ids, versions and times are the server's. */
export type DryRunOutcome = Pick<DryRun, 'judges' | 'drift' | 'files'> & {
  readonly expired: DryRun['ruleset']['expired'];
};

export interface QueryTask {
  readonly active: EngineRuleset;
  readonly query: string;
  readonly dialect: Dialect;
  readonly caller: CallerFacts;
  readonly today: string;
}

/** A verdict, and the rows that the query adds to the history where it runs (days left out). */
export interface QueryOutcome extends Pick<QueryVerdict, 'verdict' | 'statements' | 'findings'> {
  readonly rows: readonly StoredRow[];
  /** The query with its literals replaced, statements joined by `; `. */
  readonly shape: string;
}

export interface EventTask {
  readonly query: string;
  readonly dialect: Dialect;
  readonly caller: CallerFacts;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly normalised: boolean;
  readonly truncated: boolean;
}

/** What an event adds to the history; or why it takes too long to read. */
export type EventOutcome =
  | { readonly rows: readonly StoredRow[]; readonly shape: string }
  | { readonly tooCostly: string };

/** A row of the history as it is stored: `text` is a row of a snapshot without its days, `hash` its SHA-256. */
export interface StoredRow {
  readonly hash: Uint8Array;
  readonly text: string;
  readonly unreadable: boolean;
  readonly truncated: boolean;
}

export interface SimulationTask {
  readonly active: EngineRuleset;
  readonly request: SimulateRequest;
  /** The history of the workspace: a snapshot (docs/history-format.md), gzip, whose rows and header the server wrote. */
  readonly history: Uint8Array;
  readonly today: string;
}

/** What the engine knows of `done`; ids, versions and times are the server's. */
export type SimulationOutcome =
  | {
      readonly outcome: 'simulated';
      readonly base: Judge;
      readonly head: Judge;
      readonly drift: RulesetDrift | undefined;
      readonly result: Extract<Simulation, { outcome: 'simulated' }>['result'];
      readonly history: Extract<Simulation, { outcome: 'simulated' }>['history'];
    }
  | {
      readonly outcome: 'no_effective_change';
      readonly base: Judge;
      readonly head: Judge;
      readonly drift: RulesetDrift | undefined;
    };

/** What is known of a ruleset that loads. */
export type LoadedRuleset = Pick<ActiveRuleset, 'hash' | 'sources' | 'rules'>;

/** A mistake in files that a client sent: the problem to answer with (`rules_invalid`, `flows_invalid`). */
export class EngineRefusal extends Error {
  override readonly name = 'EngineRefusal';
  readonly code: 'rules_invalid' | 'flows_invalid';
  readonly errors: readonly {
    readonly detail: string;
    readonly place?:
      | { readonly file: string; readonly line?: number | undefined; readonly column?: number | undefined }
      | undefined;
  }[];

  constructor(code: EngineRefusal['code'], errors: EngineRefusal['errors']) {
    super(errors[0]?.detail ?? code);
    this.code = code;
    this.errors = errors;
  }
}

/** A task took longer, or more memory, than it may; its thread was ended, and no other task suffered. */
export class EngineLimit extends Error {
  override readonly name = 'EngineLimit';
}

/** There is no room for another task: the client may come again (503). */
export class EngineBusy extends Error {
  override readonly name = 'EngineBusy';
}

/**
 * The engine in worker threads. Each task has a limit of time and memory; one that breaks it costs its own thread only.
 * Raises EngineRefusal for files that do not load, EngineLimit, EngineBusy.
 */
export interface Engine {
  /** A file that breaks the limit is judged `unknown` (a finding of the whole file), the others as ever. Raises what `read` does. */
  dryRun(task: DryRunTask): Promise<DryRunOutcome>;
  /** A query that breaks the limit is `unknown`, with a finding that says so. */
  query(task: QueryTask): Promise<QueryOutcome>;
  /** As many outcomes as tasks, in their order. */
  events(tasks: readonly EventTask[], workspace: string): Promise<readonly EventOutcome[]>;
  /** Raises EngineLimit. `signal` ends it and its thread. */
  simulate(
    task: SimulationTask,
    hooks: { readonly onProgress: (done: number, total: number) => void; readonly signal: AbortSignal },
  ): Promise<SimulationOutcome>;
  loadRuleset(files: RulesetFiles, workspace: string): Promise<LoadedRuleset>;
  /** Rows of an imported snapshot (gzip or plain), checked; raises EngineRefusal-like ConfigError for what is none. */
  readSnapshot(bytes: Uint8Array): Promise<{
    readonly header: Readonly<Record<string, unknown>>;
    readonly rows: readonly { readonly row: StoredRow; readonly days: HistoryRow['days'] }[];
  }>;
  /** Tasks that run and wait, for /metrics. */
  readonly load: { readonly running: number; readonly waiting: number };
  close(): Promise<void>;
}
