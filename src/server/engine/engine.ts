import type { z } from 'zod';
import type {
  ActiveRule,
  ActiveRuleset,
  CheckedRulesetBody,
  DryRun,
  QueryVerdict,
  RulesetDrift,
  RulesetFiles,
  RuleText,
  rulesetDifferenceSchema,
  SimulateRequest,
  SqlFile,
  TriedQuery,
} from '../../contract/index.ts';
import type {
  CallerFacts,
  Dialect,
  ErrorPlace,
  HistoryReport,
  HistoryRow,
  Judge,
  SimulationResult,
} from '../../model/index.ts';
import type { FlowExplanation } from '../../simulation/index.ts';
import type { ObjectName } from '../../use/index.ts';
import type { SchemaUseJob, TableUseJob, UsedSchema, UsedTable } from './tasks/schema-use.ts';

export type { UsedSchema } from './tasks/schema-use.ts';

/**
 * A ruleset for the engine: its files, and a cache key that is equal only for equal files (`<workspace>/<version>`).
 * The workspace in the key is also used for fair scheduling.
 */
export interface EngineRuleset {
  readonly key: string;
  readonly files: RulesetFiles;
}

/** A file of a dry run, with its uploaded parts joined. */
export interface EngineFile extends Omit<SqlFile, 'source' | 'base'> {
  readonly text: string;
  readonly baseText: string | undefined;
}

/** Files whose texts are read only after the dry run is admitted. */
export interface FilesToRead {
  /** Upper bound of the characters of all texts. */
  readonly characters: number;
  read(): Promise<readonly EngineFile[]>;
}

/** The history of a workspace, for who uses what files take away. */
export interface UseSource {
  /**
   * A snapshot (gzip) with all rows that have one of these texts, in any case, or that may use anything; or why it could not be
   * read. Called at most once.
   */
  read(texts: readonly string[]): Promise<Uint8Array | { readonly notRead: string }>;
  /** `unused-days` of the configuration. */
  readonly unusedDays: number | undefined;
  /** Where the dashboard shows who uses an object. */
  page(object: ObjectName & { readonly column?: string | undefined }): string | undefined;
}

export interface DryRunTask {
  readonly active: EngineRuleset;
  readonly head: RulesetFiles | undefined;
  readonly own: { readonly hash: string; readonly ruleset?: RulesetFiles | undefined } | undefined;
  readonly files: readonly EngineFile[] | FilesToRead;
  readonly settings: {
    readonly failOn: 'block' | 'warn' | 'never';
    readonly suppressions: 'on' | 'off' | 'fail-on-new';
    readonly maxExemptionDays?: number | undefined;
  };
  readonly baseline: readonly string[];
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** Missing: there is no history. `not permitted`: the API key may not ask it. */
  readonly uses?: UseSource | 'not permitted' | undefined;
}

/** The part of the response that the engine computes; the server adds ids, versions and times. */
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

export interface TryTask extends QueryTask {
  /** Undefined: not known. */
  readonly inTransaction: boolean | undefined;
}

/** A verdict, and what the rules see of the query. */
export interface TryOutcome extends Pick<QueryVerdict, 'verdict' | 'findings'> {
  readonly statements: readonly (Omit<TriedQuery['statements'][number], 'operations' | 'notKnown'> & {
    readonly operations: readonly TriedQuery['statements'][number]['operations'][number][];
    readonly notKnown: readonly string[];
  })[];
}

/** A rule, and where a ruleset defines it. */
export interface RulePlace extends Omit<RuleText, 'ruleset' | 'place' | 'excerpt'> {
  /** Where the rule or its last override begins, and the key that decides. */
  readonly definedAt: ErrorPlace;
  readonly decidedAt: ErrorPlace;
}

/** A rule with all overrides applied, and where a ruleset defines it. */
export interface ListedRule extends RulePlace, Pick<ActiveRule, 'operations' | 'when' | 'suppressible' | 'final'> {
  readonly exceptions: readonly (Omit<ActiveRule['exceptions'][number], 'place'> & { readonly place: ErrorPlace })[];
}

export interface ExplainFlowTask {
  readonly active: EngineRuleset;
  /** A snapshot of the history, gzip; `whole`: it has all flows, and not only the given one. */
  readonly history: Uint8Array;
  readonly whole: boolean;
  readonly flow: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** A verdict, and the rows that the query adds to the history if it runs (without days). */
export interface QueryOutcome extends Pick<QueryVerdict, 'verdict' | 'statements' | 'findings'> {
  readonly rows: readonly StoredRow[];
  /** The query with its literals replaced, statements joined by `; `. */
  readonly shape: string;
  /** Id of its flow. */
  readonly flow: string;
}

/** An event with the text of a query. */
export interface TextTask {
  readonly query: string;
  readonly dialect: Dialect;
  readonly caller: CallerFacts;
  readonly normalised: boolean;
  readonly truncated: boolean;
  readonly binds?: readonly (string | null)[] | undefined;
  readonly inTransaction?: boolean | undefined;
  /** The session, and the number of the query in it, from 1. */
  readonly session?: { readonly name: string; readonly statement: number } | undefined;
  /** The query failed or was blocked. */
  readonly failed: boolean;
  /** Judge it under the active ruleset. */
  readonly judge: boolean;
}

/** An event with facts: `rows` are rows of a snapshot without their days, as a client sent them. */
export interface RowsTask {
  readonly rows: readonly unknown[];
  readonly dialect: Dialect;
  readonly judge: boolean;
}

export type EventTask = TextTask | RowsTask;

/** Names of the caller that runs the queries of a task. */
export type CallerNames = Pick<CallerFacts, 'user' | 'role' | 'application' | 'database'>;

/** A verdict, and the ids of the rules that it comes from. */
export interface EventVerdict {
  readonly verdict: QueryVerdict['verdict'];
  readonly rules: readonly string[];
}

/** What an event adds to the history. */
export interface EventRows {
  readonly rows: readonly StoredRow[];
  readonly shape: string;
  /** Id of its flow. */
  readonly flow: string;
  /** For rows: the caller that they name. */
  readonly caller?: CallerNames | undefined;
  /** For a task with `judge`. */
  readonly judged?: EventVerdict | undefined;
  /** For a whole text without findings, which was judged as a query is: what else the outcome of that query has. */
  readonly allowed?: { readonly statements: number; readonly byClass: boolean } | undefined;
}

/** What an event adds to the history, or why it is invalid or too expensive to read. */
export type EventOutcome = EventRows | { readonly tooCostly: string } | { readonly invalid: string };

/** A set of events. `active` judges; it is needed if a task has `judge`. */
export interface EventTasks {
  readonly workspace: string;
  readonly active: EngineRuleset | undefined;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  readonly tasks: readonly EventTask[];
}

/** A stored row of the history: `text` is a row of a snapshot without its days, `hash` its key (see stored-row.ts). */
export interface StoredRow {
  readonly hash: Uint8Array;
  readonly text: string;
  /** Id of its flow. */
  readonly flow: string;
  readonly unreadable: boolean;
  readonly truncated: boolean;
}

export interface SimulationTask {
  readonly active: EngineRuleset;
  readonly request: SimulateRequest;
  /**
   * The history of the workspace: a snapshot (docs/history-format.md), gzip, whose rows and header the server wrote.
   */
  readonly history: Uint8Array;
  readonly today: string;
}

/** The part of a finished simulation that the engine computes; the server adds ids, versions and times. */
export type SimulationOutcome =
  | {
      readonly outcome: 'simulated';
      readonly base: Judge;
      readonly head: Judge;
      readonly drift: RulesetDrift | undefined;
      readonly result: SimulationResult;
      readonly history: HistoryReport;
    }
  | {
      readonly outcome: 'no_effective_change';
      readonly base: Judge;
      readonly head: Judge;
      readonly drift: RulesetDrift | undefined;
    };

/** Properties of a loaded ruleset. */
export type LoadedRuleset = Pick<ActiveRuleset, 'hash' | 'sources' | 'rules'>;

/** A ruleset that loads, with the results of its examples, compared with the active one. */
export type CheckedRuleset = Omit<Checked, 'compared'> & {
  /** Undefined if the active one no longer loads. */
  readonly compared: Omit<NonNullable<Checked['compared']>, 'version'> | undefined;
};
type Checked = NonNullable<CheckedRulesetBody['checked']>;

/** The difference between two rulesets. */
export type RulesetDifference = Pick<z.input<typeof rulesetDifferenceSchema>, 'equal' | 'rules'>;

/** Files of the client do not load; `code` is the problem code of the response. */
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

/** A task exceeded its limit of time or memory. Its thread was stopped; other tasks are not affected. */
export class EngineLimit extends Error {
  override readonly name = 'EngineLimit';
}

/** The engine is full: the client can retry (503). */
export class EngineBusy extends Error {
  override readonly name = 'EngineBusy';
}

/**
 * The engine in worker threads. Each task has a limit of time and memory; exceeding it stops only the thread of that
 * task.
 * Raises EngineRefusal for files that do not load, EngineLimit, EngineBusy.
 */
export interface Engine {
  /**
   * A file that exceeds a limit is `unknown` (a finding for the whole file); the others are not affected. Raises what
   * `read` raises.
   */
  dryRun(task: DryRunTask): Promise<DryRunOutcome>;
  /** A query that exceeds a limit is `unknown`, with a finding that says so. */
  query(task: QueryTask): Promise<QueryOutcome>;
  /** The same without rows for the history. */
  tryQuery(task: TryTask): Promise<TryOutcome>;
  /** Raises EngineRefusal for a ruleset that no longer loads. */
  rulePlaces(ruleset: EngineRuleset, rules: readonly string[]): Promise<readonly RulePlace[]>;
  /** All rules. `today`: `YYYY-MM-DD`, UTC. Raises EngineRefusal for a ruleset that no longer loads. */
  listRules(ruleset: EngineRuleset, today: string): Promise<readonly ListedRule[]>;
  /** Undefined if the history does not have the flow. Raises EngineLimit. */
  explainFlow(task: ExplainFlowTask): Promise<FlowExplanation | undefined>;
  /** What a history says about all tables, or about one. `workspace`: for fair scheduling. Raises EngineLimit. */
  schemaUse(job: SchemaUseJob, workspace: string): Promise<UsedSchema>;
  tableUse(job: TableUseJob, workspace: string): Promise<UsedTable>;
  /** Returns one outcome per task, in order. */
  events(tasks: EventTasks): Promise<readonly EventOutcome[]>;
  /** Raises EngineLimit. `signal` stops the simulation and its thread. */
  simulate(
    task: SimulationTask,
    hooks: { readonly onProgress: (done: number, total: number) => void; readonly signal: AbortSignal },
  ): Promise<SimulationOutcome>;
  loadRuleset(files: RulesetFiles, workspace: string): Promise<LoadedRuleset>;
  /** Checks the files of a client against the active ruleset. `today`: `YYYY-MM-DD`, UTC. Raises EngineRefusal. */
  checkRuleset(files: RulesetFiles, active: EngineRuleset, today: string): Promise<CheckedRuleset>;
  /** `today`: `YYYY-MM-DD`, UTC. */
  compareRulesets(from: RulesetFiles, to: RulesetFiles, today: string, workspace: string): Promise<RulesetDifference>;
  /** Reads and validates the rows of a snapshot (gzip or plain). Raises ConfigError if it is not a valid snapshot. */
  readSnapshot(bytes: Uint8Array): Promise<{
    readonly header: Readonly<Record<string, unknown>>;
    readonly rows: readonly { readonly row: StoredRow; readonly days: HistoryRow['days'] }[];
  }>;
  /** Running and waiting tasks, for /metrics. */
  readonly load: { readonly running: number; readonly waiting: number };
  close(): Promise<void>;
}
