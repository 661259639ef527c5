import { availableParallelism } from 'node:os';
import { ConfigError, flowId, InternalError } from '../../model/index.ts';
import { type Remember, VerdictCache, type VerdictLimits } from '../../traffic/index.ts';
import { Admission, type AdmissionLimits, type AdmissionRequest } from './admission.ts';
import { charactersOfAll, runDryRun } from './dry-run.ts';
import type {
  DryRunTask,
  Engine,
  EngineRuleset,
  EventOutcome,
  ExplainFlowTask,
  QueryOutcome,
  QueryTask,
  SimulationOutcome,
  SimulationTask,
  TryOutcome,
  TryTask,
} from './engine.ts';
import { readEvents, sortEvents } from './events.ts';
import { ENGINE_LIMITS, type EngineLimits } from './limits.ts';
import type { JobKind, Jobs } from './messages.ts';
import { Pool, type QueuedJob } from './pool.ts';
import { RowCache } from './row-cache.ts';
import { hasOwn, ownOf, rulesetFiles, rulesetKey, sizeOfFiles, workspaceOf } from './ruleset-keys.ts';
import { SingleThreads } from './single-threads.ts';
import type { Job } from './thread.ts';
import { charactersOfRows, textRequest } from './verdict-requests.ts';
import { describeExit, engineError, failedItem } from './worker-failure.ts';

export interface EngineOptions {
  /** Module that calls `runEngineWorker`. */
  readonly workerUrl: URL;
  /**
   * Threads for queries, events and dry runs; default: number of CPUs plus one, at least 3. One of them is reserved for
   * queries, and the last free one for a workspace that has none.
   */
  readonly threads?: number | undefined;
  /** Concurrent simulations and imports, each in an additional thread of its own; default: 1. */
  readonly simulations?: number | undefined;
  readonly limits?: Partial<EngineLimits> | undefined;
  /** Limits of the cache of verdicts. */
  readonly verdicts?: Partial<VerdictLimits> | undefined;
}

/** An engine whose threads are starting. */
export interface StartedEngine extends Engine {
  /** Settles once all threads are ready. Raises if one does not start. */
  ready(): Promise<void>;
}

/** Starts the engine. Tasks can be submitted immediately: they wait for the first thread. */
export function createEngine(options: EngineOptions): StartedEngine {
  const limits: EngineLimits = { ...ENGINE_LIMITS, ...options.limits };
  const { workerUrl: url, simulations = 1 } = options;
  const threads = options.threads ?? Math.max(3, availableParallelism() + 1);
  const pool = new Pool({ url, memory: limits.memory, warm: true, threads, reserved: 1 });
  const single = new SingleThreads({ url, memory: limits.simulationMemory, warm: false }, simulations);
  const admission = new Admission();
  const rows = new RowCache();
  const verdicts = new VerdictCache<QueryOutcome>(options.verdicts);
  let closed = false;
  const { room, queryRoom } = roomOf(limits, threads);
  const admit = <T>(task: AdmissionRequest, work: () => Promise<T>): Promise<T> => admission.one(task, room, work);
  const filesAtOnce = Math.max(1, Math.floor((threads - 1) / 2));
  return {
    ready: () => pool.ready(),
    query: async (task) => {
      const known = closed ? undefined : verdicts.find(textRequest(task));
      if (typeof known === 'object') return known.outcome;
      return admission.one(admittedQuery(task), queryRoom, () => judgeQuery(pool, task, limits, known));
    },
    tryQuery: (task) => admit(admittedQuery(task), () => tryQuery(pool, task, limits)),
    explainFlow: (request) => {
      const turn = { workspace: workspaceOf(request.active), size: request.history.length };
      return admit({ what: 'flows', workspace: turn.workspace, characters: turn.size }, () =>
        explainFlow(pool, request, turn, limits),
      );
    },
    ...rulesetTasks(pool, admit, limits),
    ...historySearches(pool, admit, limits),
    events: async (request) => {
      const sorted = sortEvents(request, { rows, verdicts });
      if (sorted.unread.length === 0) return sorted.outcomes as readonly EventOutcome[];
      const admitted = { what: 'calls with events', workspace: request.workspace, characters: sorted.characters };
      return admit(admitted, () => readEvents(pool, sorted, request, limits));
    },
    dryRun: (task) => admit(admittedFiles(task), () => runDryRun(pool, task, limits, filesAtOnce)),
    simulate: (task, hooks) =>
      admit({ what: 'simulations', workspace: workspaceOf(task.active), characters: 0 }, () =>
        simulate(single, task, hooks, limits),
      ),
    readSnapshot: (bytes) =>
      admit({ what: 'imports', workspace: '', characters: 0 }, () => readSnapshot(single, bytes, limits)),
    get load() {
      const { urgent, others } = pool.waiting;
      return { running: pool.running + single.load.running, waiting: urgent + others + single.load.waiting };
    },
    close: async () => {
      closed = true;
      await Promise.all([pool.close(limits.close), single.close()]);
    },
  };
}

function roomOf(
  limits: EngineLimits,
  threads: number,
): { readonly room: AdmissionLimits; readonly queryRoom: AdmissionLimits } {
  return {
    room: {
      maxTasks: limits.waitingTasks,
      maxTasksPerWorkspace: limits.waitingTasksOfOne,
      maxCharacters: limits.taskCharacters,
      maxCharactersPerWorkspace: limits.taskCharactersOfOne,
    },
    // Running queries count too.
    queryRoom: {
      maxTasks: limits.waitingQueries + threads,
      maxTasksPerWorkspace: limits.waitingQueriesOfOne + threads,
      maxCharacters: limits.queryCharacters,
      maxCharactersPerWorkspace: limits.queryCharactersOfOne,
    },
  };
}

function admittedQuery({ active, query }: QueryTask): AdmissionRequest {
  return { what: 'queries', workspace: workspaceOf(active), characters: query.length };
}

function admittedFiles({ active, files }: DryRunTask): AdmissionRequest {
  return { what: 'dry runs', workspace: workspaceOf(active), characters: charactersOfAll(files) };
}

async function judgeQuery(
  pool: Pool,
  task: QueryTask,
  limits: EngineLimits,
  remember: Remember<QueryOutcome> | undefined,
): Promise<QueryOutcome> {
  const { active, query, dialect, caller, today } = task;
  const times = { ready: limits.ruleset, item: limits.query };
  try {
    const { outcome, byClass } = await pool.run(
      {
        kind: 'query',
        input: { active: active.key, query, dialect, caller, today },
        limits: times,
        files: rulesetFiles([active]),
      },
      { workspace: workspaceOf(active), size: query.length, isUrgent: true, wait: limits.wait },
    );
    // Spans and messages of findings can depend on every character.
    if (outcome.verdict === 'allow' && outcome.findings.length === 0)
      remember?.({ outcome, byClass, characters: charactersOfRows(outcome) });
    return outcome;
  } catch (error) {
    const culprit = failedItem(error);
    if (!culprit) throw engineError(error, 'judging the query', times);
    return notJudged(task, describeExit(culprit.end, limits.query));
  }
}

/** A query that exceeds a limit gets the same finding as in `query`. */
async function tryQuery(pool: Pool, task: TryTask, limits: EngineLimits): Promise<TryOutcome> {
  const { active, query, dialect, caller, inTransaction, today } = task;
  const times = { ready: limits.ruleset, item: limits.query };
  const input = { active: active.key, query, dialect, caller, inTransaction, today };
  const turn = { workspace: workspaceOf(active), size: query.length };
  try {
    return await pool.run({ kind: 'try', input, limits: times, files: rulesetFiles([active]) }, turn);
  } catch (error) {
    const culprit = failedItem(error);
    if (!culprit) throw engineError(error, 'judging the query', times);
    const { verdict, findings } = notJudged(task, describeExit(culprit.end, limits.query));
    return { verdict, findings, statements: [] };
  }
}

/** The outcome of a query that broke a limit or crashed a thread: unknown, with no rows for the history. */
function notJudged({ query, dialect, caller }: QueryTask, words: string): QueryOutcome {
  const shape = '(a query that could not be read)';
  return {
    verdict: 'unknown',
    statements: 0,
    findings: [
      {
        rule: 'unreadable',
        verdict: 'unknown',
        excepted: false,
        message: `could not be read: judging the query ${words}; make it shorter`,
        span: { start: 0, end: query.length },
        operation: undefined,
      },
    ],
    rows: [],
    shape,
    flow: flowId({ dialect, shape, caller }),
  };
}

function rulesetTasks(
  pool: Pool,
  admit: <T>(task: AdmissionRequest, work: () => Promise<T>) => Promise<T>,
  limits: EngineLimits,
): Pick<Engine, 'rulePlaces' | 'listRules' | 'loadRuleset' | 'checkRuleset' | 'compareRulesets'> {
  const run = <Kind extends JobKind>(what: string, job: Omit<Job<Kind>, 'limits'>, turn: QueuedJob, loads = 1) => {
    const admitted = { what: 'rulesets', workspace: turn.workspace, characters: turn.size };
    const times = { ready: limits.ruleset, item: loads * limits.ruleset };
    const limited = { ...job, limits: times } as Job<Kind>;
    return admit(admitted, () => runJob(what, limited, () => pool.run(limited, turn)));
  };
  const turnOf = (active: EngineRuleset): QueuedJob => ({
    ...{ workspace: workspaceOf(active), size: sizeOfFiles(active.files) },
  });
  return {
    rulePlaces: (active, rules) => {
      const job = { kind: 'rulePlaces', input: { active: active.key, rules }, files: rulesetFiles([active]) } as const;
      return run('reading the rules', job, turnOf(active));
    },
    listRules: (active, today) => {
      const job = { kind: 'rules', input: { active: active.key, today }, files: rulesetFiles([active]) } as const;
      return run('listing the rules', job, turnOf(active));
    },
    loadRuleset: (files, workspace) =>
      run('loading the ruleset', { kind: 'ruleset', input: { files } }, { workspace, size: sizeOfFiles(files) }),
    checkRuleset: (files, active, today) => {
      const job = {
        kind: 'check',
        input: { files, active: active.key, today },
        files: rulesetFiles([active]),
      } as const;
      const turn = { workspace: workspaceOf(active), size: sizeOfFiles(files) + sizeOfFiles(active.files) };
      return run('checking the ruleset', job, turn, 3);
    },
    compareRulesets: (from, to, today, workspace) => {
      const turn = { workspace, size: sizeOfFiles(from) + sizeOfFiles(to) };
      return run('comparing the rulesets', { kind: 'difference', input: { from, to, today } }, turn, 2);
    },
  };
}

function explainFlow(
  pool: Pool,
  { active, history, whole, flow, today }: ExplainFlowTask,
  turn: QueuedJob,
  limits: EngineLimits,
): ReturnType<Engine['explainFlow']> {
  const job: Job<'explainFlow'> = {
    kind: 'explainFlow',
    input: { active: active.key, history, whole, flow, today },
    limits: { ready: limits.ruleset, item: limits.flow },
    files: rulesetFiles([active]),
  };
  return runJob('explaining the flow', job, () => pool.run(job, turn));
}

function historySearches(
  pool: Pool,
  admit: <T>(task: AdmissionRequest, work: () => Promise<T>) => Promise<T>,
  limits: EngineLimits,
): Pick<Engine, 'schemaUse' | 'tableUse'> {
  const admitted = ({ workspace, size }: QueuedJob) => ({
    ...{ what: 'searches of the history', workspace, characters: size },
  });
  return {
    schemaUse: (input, workspace) => {
      const turn = { workspace, size: input.history.length };
      return admit(admitted(turn), () => searchHistory(pool, 'schemaUse', input, turn, limits));
    },
    tableUse: (input, workspace) => {
      const turn = { workspace, size: input.history.length };
      return admit(admitted(turn), () => searchHistory(pool, 'tableUse', input, turn, limits));
    },
  };
}

function searchHistory<Kind extends 'schemaUse' | 'tableUse'>(
  pool: Pool,
  kind: Kind,
  input: Jobs[Kind]['input'],
  turn: QueuedJob,
  limits: EngineLimits,
): Promise<Jobs[Kind]['output']> {
  const job: Job<Kind> = { kind, input, limits: { ready: limits.ruleset, item: limits.file } };
  return runJob('reading the history', job, () => pool.run(job, turn));
}

async function simulate(
  single: SingleThreads,
  { active, request, history, today }: SimulationTask,
  { onProgress, signal }: Parameters<Engine['simulate']>[1],
  limits: EngineLimits,
): Promise<SimulationOutcome> {
  const { workspace, dialect, settings, flows, base } = request;
  const own = ownOf(base);
  const head = rulesetKey(request.head);
  const job: Job<'replay'> = {
    kind: 'replay',
    input: { workspace, dialect, settings, flows, active: active.key, head, own, history, today },
    limits: { ready: limits.ruleset, item: limits.simulation },
    files: rulesetFiles([active, hasOwn(head, request.head), hasOwn(own?.key, base?.ruleset)]),
    onProgress,
  };
  try {
    return await runJob('the simulation', job, () => single.run(job, signal));
  } catch (error) {
    // The server wrote the history itself, so this is not the client's mistake.
    if (error instanceof ConfigError) throw new InternalError(`the history does not load: ${error.toLine()}`);
    throw error;
  }
}

async function readSnapshot(
  single: SingleThreads,
  bytes: Uint8Array,
  limits: EngineLimits,
): ReturnType<Engine['readSnapshot']> {
  type Row = Awaited<ReturnType<Engine['readSnapshot']>>['rows'][number];
  const rows: Row[] = [];
  const job: Job<'snapshot'> = {
    kind: 'snapshot',
    input: { bytes },
    limits: { ready: limits.ruleset, item: limits.snapshot },
    onPart: (_, part) => {
      for (const row of part as readonly Row[]) rows.push(row);
    },
  };
  const { header } = await runJob('reading the snapshot', job, () => single.run(job));
  return { header, rows };
}

/** Runs a job. An error says `what` exceeded a limit. */
async function runJob<Kind extends JobKind>(
  what: string,
  { limits }: Job<Kind>,
  run: () => Promise<Jobs[Kind]['output']>,
): Promise<Jobs[Kind]['output']> {
  try {
    return await run();
  } catch (error) {
    throw engineError(error, what, limits);
  }
}
