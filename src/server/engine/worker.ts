import { parentPort, workerData } from 'node:worker_threads';
import type { RulesetFiles } from '../../contract/index.ts';
import { ConfigError, DIALECTS, InternalError } from '../../model/index.ts';
import { EngineRefusal } from './engine.ts';
import { type JobKind, type Jobs, SharedProgress, type WorkerMessage, type WorkerReport } from './messages.ts';
import { checkRuleset } from './tasks/check-ruleset.ts';
import { compareVersions } from './tasks/compare-versions.ts';
import { countUses } from './tasks/count-uses.ts';
import { explainRecordedFlow } from './tasks/explain-flow.ts';
import { judgeFiles, judgesOf } from './tasks/judge-files.ts';
import { judgeQuery } from './tasks/judge-query.ts';
import { listRules } from './tasks/list-rules.ts';
import { describeRuleset } from './tasks/load-ruleset.ts';
import { readEvents } from './tasks/read-events.ts';
import { readSnapshot } from './tasks/read-snapshot.ts';
import { replayHistory } from './tasks/replay-history.ts';
import { rulePlaces } from './tasks/rule-places.ts';
import { schemaUse, tableUse } from './tasks/schema-use.ts';
import { tryQuery } from './tasks/try-query.ts';
import { type TaskTools, WorkerCache } from './tasks/worker-cache.ts';

/** Data passed to a new thread. */
export interface WorkerStart {
  readonly watch: SharedArrayBuffer;
  /** Load everything that a first query can need before reporting ready. */
  readonly warm: boolean;
}

const TASKS: {
  readonly [Kind in JobKind]: (input: Jobs[Kind]['input'], tools: TaskTools) => Promise<Jobs[Kind]['output']>;
} = {
  query: judgeQuery,
  try: tryQuery,
  rulePlaces,
  rules: listRules,
  explainFlow: explainRecordedFlow,
  events: readEvents,
  judges: judgesOf,
  files: judgeFiles,
  uses: countUses,
  schemaUse,
  tableUse,
  replay: replayHistory,
  ruleset: describeRuleset,
  check: checkRuleset,
  difference: compareVersions,
  snapshot: readSnapshot,
};

/** Milliseconds between two progress messages. */
const PROGRESS_MS = 200;

/** Main function of an engine thread: runs one job at a time. */
export async function runEngineWorker(): Promise<void> {
  const port = parentPort;
  if (!port) throw new InternalError('this module is started as a worker only');
  const { watch: memory, warm } = workerData as WorkerStart;
  const watch = new SharedProgress(memory);
  const cache = new WorkerCache();
  const post = (report: WorkerReport): void => port.postMessage(report);
  let takeFiles: ((files: RulesetFiles) => void) | undefined;
  const filesOf = (key: string): Promise<RulesetFiles> =>
    new Promise((resolve) => {
      takeFiles = resolve;
      post({ kind: 'need', key });
    });
  if (warm) await warmUp(cache);
  port.on('message', (order: WorkerMessage) => {
    if (order.kind === 'files') return takeFiles?.(order.files);
    let lastReport = 0;
    const tools = cache.tools(filesOf, {
      begin: (index) => watch.begin(index),
      part: (index, value) => post({ kind: 'part', index, value }),
      parts: (from, values) => post({ kind: 'parts', from, values }),
      progress: (done, total) => {
        const now = performance.now();
        if (done > 0 && done < total && now - lastReport < PROGRESS_MS) return;
        lastReport = now;
        post({ kind: 'progress', done, total });
      },
    });
    void run(order.job, order.input, tools).then(post);
  });
  post({ kind: 'ready' });
}

async function run(kind: JobKind, input: unknown, tools: TaskTools): Promise<WorkerReport> {
  try {
    const task = TASKS[kind] as (input: unknown, tools: TaskTools) => Promise<unknown>;
    return { kind: 'done', output: await task(input, tools) };
  } catch (error) {
    if (error instanceof EngineRefusal) return { kind: 'refused', code: error.code, errors: error.errors };
    if (error instanceof ConfigError) return { kind: 'config', message: error.message, place: error.place };
    return defectOf(error);
  }
}

/**
 * Error messages can quote the data, and reports end up in logs. So only our own messages are reported; for other
 * errors, the name and stack.
 */
function defectOf(error: unknown): WorkerReport {
  if (!(error instanceof Error)) return { kind: 'defect', what: typeof error, internal: false, frames: [] };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const internal = error instanceof InternalError;
  return { kind: 'defect', what: internal ? error.message : error.name, internal, frames: frames.slice(0, 20) };
}

/**
 * Loads the grammar of each dialect, which the first statement would otherwise wait for. Threads share the V8 flags of
 * the process: with the flags of src/entry/client-bundle.ts the PostgreSQL grammar would start sooner, but always parse
 * a fifth slower.
 */
async function warmUp(cache: WorkerCache): Promise<void> {
  const tools = cache.tools(async () => ({ files: [] }), {
    begin: () => {},
    part: () => {},
    parts: () => {},
    progress: () => {},
  });
  for (const dialect of DIALECTS) {
    const caller = { user: undefined, role: undefined, application: undefined, database: undefined, tags: undefined };
    const query = 'SELECT 1';
    await judgeQuery({ active: 'warm', query, dialect, caller, today: '2000-01-01' }, tools);
  }
}
