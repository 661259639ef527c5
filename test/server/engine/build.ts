import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RulesetFiles } from '../../../src/contract/index.ts';
import type { CallerFacts } from '../../../src/model/index.ts';
import type {
  DryRunTask,
  EngineFile,
  EventTask,
  EventTasks,
  QueryTask,
  SimulationTask,
  TextTask,
} from '../../../src/server/engine/engine.ts';
import { type TaskTools, WorkerCache } from '../../../src/server/engine/tasks/worker-cache.ts';
import { SERVER } from '../../e2e/packaged.ts';

export const TODAY = '2026-11-20';
export const WORKER = pathToFileURL(join(SERVER, 'worker.js'));

export const UNKNOWN_CALLER: CallerFacts = {
  user: undefined,
  role: undefined,
  application: undefined,
  database: undefined,
  tags: undefined,
};

/** Rules as one file. */
export function sent(text: string, path = '.querygate/rules.yml'): RulesetFiles {
  return { files: [{ path, text }] };
}

/** One rule. */
export function rule(id: string, operations: string, when: string | undefined, verdict = 'block', more = ''): string {
  const condition = when === undefined ? '' : `    when: '${when}'\n`;
  return `  - id: ${id}\n    operations: [${operations}]\n${condition}    verdict: ${verdict}\n    message: do not do that\n${more}`;
}

export function ruleFile(...rules: readonly string[]): string {
  return `version: 1\nrules:\n${rules.join('')}`;
}

export const RECOMMENDED: RulesetFiles = { entry: 'querygate:recommended@1', files: [] };
export const ACTIVE = { key: 'acme/1', files: RECOMMENDED };

/** What a task reported while it ran. */
export interface TaskReports {
  readonly started: number[];
  readonly parts: unknown[];
  readonly progress: (readonly [number, number])[];
  /** Keys of rulesets whose files it requested. */
  readonly requested: string[];
}

/** Tools for a task without a thread, over rulesets by key. */
export function toolsOver(
  rulesets: Readonly<Record<string, RulesetFiles>>,
  kept = new WorkerCache(),
): { readonly tools: TaskTools; readonly reports: TaskReports } {
  const reports: TaskReports = { started: [], parts: [], progress: [], requested: [] };
  const tools = kept.tools(
    async (key) => {
      reports.requested.push(key);
      const files = rulesets[key];
      if (!files) throw new Error(`no ruleset ${key}`);
      return files;
    },
    {
      begin: (index) => reports.started.push(index),
      part: (index, value) => {
        reports.parts[index] = value;
      },
      parts: (from, values) => {
        values.forEach((value, at) => {
          reports.parts[from + at] = value;
        });
      },
      progress: (done, total) => reports.progress.push([done, total]),
    },
  );
  return { tools, reports };
}

export function queryTask(query: string, more: Partial<QueryTask> = {}): QueryTask {
  return { active: ACTIVE, query, dialect: 'postgresql', caller: UNKNOWN_CALLER, today: TODAY, ...more };
}

export function eventTask(query: string, more: Partial<TextTask> = {}): TextTask {
  return {
    ...{ query, dialect: 'postgresql', caller: UNKNOWN_CALLER, normalised: false, truncated: false, failed: false },
    judge: false,
    ...more,
  };
}

export function eventTasks(tasks: readonly EventTask[], more: Partial<EventTasks> = {}): EventTasks {
  return { workspace: 'acme', active: ACTIVE, today: TODAY, tasks, ...more };
}

export function sqlFile(path: string, text: string, more: Partial<EngineFile> = {}): EngineFile {
  return { path, text, baseText: undefined, dialect: 'postgresql', status: 'added', ...more };
}

export function dryRunTask(files: readonly EngineFile[], more: Partial<DryRunTask> = {}): DryRunTask {
  return {
    active: ACTIVE,
    head: undefined,
    own: undefined,
    files,
    settings: { failOn: 'block', suppressions: 'on' },
    baseline: [],
    today: TODAY,
    ...more,
  };
}

export function simulationTask(
  history: Uint8Array,
  head: RulesetFiles,
  more: Partial<Omit<SimulationTask, 'request'>> & { readonly request?: Partial<SimulationTask['request']> } = {},
): SimulationTask {
  return {
    active: { key: 'acme/2', files: { files: [] } },
    history,
    today: TODAY,
    ...more,
    request: { workspace: 'acme', head, ...more.request },
  };
}
