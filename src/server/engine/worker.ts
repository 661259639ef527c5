import { parentPort, workerData } from 'node:worker_threads';
import type { RulesetFiles } from '../../contract/index.ts';
import { ConfigError, DIALECTS, InternalError } from '../../model/index.ts';
import { EngineRefusal } from './engine.ts';
import { type JobKind, type Jobs, SharedProgress, type WorkerMessage, type WorkerReport } from './messages.ts';
import { judgeFiles, judgesOf } from './tasks/judge-files.ts';
import { judgeQuery } from './tasks/judge-query.ts';
import { describeRuleset } from './tasks/load-ruleset.ts';
import { readEvents } from './tasks/read-events.ts';
import { readSnapshot } from './tasks/read-snapshot.ts';
import { replayHistory } from './tasks/replay-history.ts';
import { type TaskTools, WorkerCache } from './tasks/worker-cache.ts';

/** What a thread is started with. */
export interface WorkerStart {
  readonly watch: SharedArrayBuffer;
  /** Load all that a first query could need before it says that it is ready. */
  readonly warm: boolean;
}

const TASKS: { readonly [Kind in JobKind]: (input: Jobs[Kind]['input'], tools: TaskTools) => Promise<unknown> } = {
  query: judgeQuery,
  events: readEvents,
  judges: judgesOf,
  files: judgeFiles,
  replay: replayHistory,
  ruleset: describeRuleset,
  snapshot: readSnapshot,
};

/** Milliseconds between two words on how far a task is. */
const PROGRESS_MS = 200;

/** What a thread of the engine does, from its start: one job at a time. */
export async function runEngineWorker(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('this module is started as a worker only');
  const { watch: memory, warm } = workerData as WorkerStart;
  const watch = new SharedProgress(memory);
  const kept = new WorkerCache();
  const say = (report: WorkerReport): void => port.postMessage(report);
  let takeFiles: ((files: RulesetFiles) => void) | undefined;
  const filesOf = (key: string): Promise<RulesetFiles> =>
    new Promise((resolve) => {
      takeFiles = resolve;
      say({ kind: 'need', key });
    });
  if (warm) await warmUp(kept);
  port.on('message', (order: WorkerMessage) => {
    if (order.kind === 'files') return takeFiles?.(order.files);
    let said = 0;
    const tools = kept.tools(filesOf, {
      begin: (index) => watch.begin(index),
      part: (index, value) => say({ kind: 'part', index, value }),
      progress: (done, total) => {
        const now = performance.now();
        if (done > 0 && done < total && now - said < PROGRESS_MS) return;
        said = now;
        say({ kind: 'progress', done, total });
      },
    });
    void run(order.job, order.input, tools).then(say);
  });
  say({ kind: 'ready' });
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

/** The message of an error may quote what was read, and reports end up in logs: but for our own words, its kind and place are told. */
function defectOf(error: unknown): WorkerReport {
  if (!(error instanceof Error)) return { kind: 'defect', what: typeof error, internal: false, frames: [] };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const internal = error instanceof InternalError;
  return { kind: 'defect', what: internal ? error.message : error.name, internal, frames: frames.slice(0, 20) };
}

/**
 * The first statement of a dialect costs its grammar: paid before anybody waits. How PostgreSQL's is compiled is said by the flags
 * of the process, which its threads share: with those of src/entry/client-bundle.ts it starts sooner, and parses a fifth slower for ever.
 */
async function warmUp(kept: WorkerCache): Promise<void> {
  const tools = kept.tools(async () => ({ files: [] }), { begin: () => {}, part: () => {}, progress: () => {} });
  for (const dialect of DIALECTS) {
    const caller = { user: undefined, role: undefined, application: undefined, database: undefined, tags: undefined };
    const query = 'SELECT 1';
    await judgeQuery({ active: 'warm', query, dialect, caller, today: '2000-01-01' }, tools);
  }
}
