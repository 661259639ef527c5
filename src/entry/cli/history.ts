import {
  collectHistoryCommand,
  exportSqlCommand,
  mergeHistoryCommand,
  showHistoryCommand,
  usesCommand,
} from '../../commands/index.ts';
import type { Dialect, HistorySourceKind } from '../../model/index.ts';
import { historyWorkerUrl } from '../shared/program-modules.ts';
import { type CommandOutput, outputOf, wrappedOutput } from './command-output.ts';
import { progressLine } from './progress.ts';

/** Options of `querygate history collect` as commander gives them. */
export interface CollectOptions {
  readonly output: string;
  readonly format?: HistorySourceKind;
  readonly dialect?: Dialect;
  readonly logLinePrefix?: string;
  readonly since?: string;
  readonly callerPattern?: readonly string[];
  readonly completeness?: readonly string[];
  readonly as?: 'tests';
  readonly workers?: number;
  readonly memory?: number;
  readonly maxVariants?: number;
  readonly allowOverlap?: boolean;
}

export interface ShowOptions {
  readonly top: number;
  readonly format: 'terminal' | 'json';
}

export interface UsesOptions {
  readonly history?: string;
  readonly format: 'terminal' | 'json';
}

export interface MergeOptions {
  readonly output: string;
  readonly allowOverlap?: boolean;
  readonly maxVariants?: number;
}

/** Reads logs into a snapshot. Raises ConfigError. */
export async function collect(logs: readonly string[], options: CollectOptions): Promise<CommandOutput> {
  // Spill files are removed when the process exits; a signal without a handler would skip that.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const progress = progressLine('reading logs');
  const { logLinePrefix, as: origin, ...rest } = options;
  const request = {
    ...rest,
    inputs: logs,
    origin,
    linePrefix: logLinePrefix,
    workerUrl: historyWorkerUrl(),
    now: new Date(),
  };
  return outputOf(await collectHistoryCommand({ ...request, onProgress: progress.show }).finally(progress.end));
}

export async function show(file: string, { top, format }: ShowOptions): Promise<CommandOutput> {
  const result = await showHistoryCommand({ file, top, json: format === 'json', now: new Date() });
  return format === 'json' ? outputOf(result) : wrappedOutput(result);
}

export async function uses(object: string, { history, format }: UsesOptions): Promise<CommandOutput> {
  const result = await usesCommand({ object, file: history, json: format === 'json' });
  return format === 'json' ? outputOf(result) : wrappedOutput(result);
}

export async function merge(
  files: readonly string[],
  { allowOverlap = false, ...options }: MergeOptions,
): Promise<CommandOutput> {
  return outputOf(await mergeHistoryCommand({ ...options, files, allowOverlap }));
}

export async function exportSql(source: string | undefined): Promise<CommandOutput> {
  return outputOf(await exportSqlCommand(source));
}
